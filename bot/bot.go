// Package bot is programs that choose moves. A Player sees nothing but a
// game.View, what its own seat may know; Step and Play let players play a match,
// with chance drawn by somebody else.
//
// The package must never know tables, servers, clocks or who the people are, and
// no player is ever handed a game.State of the game that it plays in.
package bot

import (
	"context"
	"fmt"
	"strings"

	"github.com/saloon-games/saloon/bot/advice"
	"github.com/saloon-games/saloon/bot/thumb"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
)

// Player chooses moves from what its seat may know. It is not safe for concurrent
// use.
type Player interface {
	// Name is the name that the player was asked for by: "random".
	Name() string
	// Choose returns one of the legal moves of the view's seat, which must be
	// on turn. The view is the player's to keep. How much a player thinks is fixed
	// and hangs on no clock; one that is still thinking when ctx is done stops
	// and chooses by what it has found out until then.
	Choose(ctx context.Context, v game.View) (game.Move, error)
}

// Advisor is a player that can say what it thinks of each legal move.
type Advisor interface {
	Player
	// Advise returns what the player thinks of a decision. Its Choice is what
	// Choose returns for the same view and state of the player's source.
	Advise(ctx context.Context, v game.View) (advice.Advice, error)
}

// Policy is a player whose choices are drawn from probabilities that hang on
// nothing but the view.
type Policy interface {
	Player
	// Probs returns how often each of the view's legal moves is chosen, in the
	// order of View.Legal; they add up to 1.
	Probs(ctx context.Context, v game.View) ([]float64, error)
}

// kinds are the players that there are, by name. A game that one does not know is
// refused by its maker.
var kinds = []struct {
	name string
	make func(game.Rules, fair.Source) (Player, error)
}{
	{"random", func(_ game.Rules, src fair.Source) (Player, error) { return NewRandom(src), nil }},
	{"thumb", newThumb},
}

func newThumb(rules game.Rules, src fair.Source) (Player, error) {
	p, err := thumb.New(rules, src)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Names lists the names that New knows, the weakest player first.
func Names() []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.name
	}
	return names
}

// New returns a fresh player of the game by its name, which has src for whatever
// it leaves to chance. A name that is none is refused with the list of those that
// there are.
func New(name string, rules game.Rules, src fair.Source) (Player, error) {
	for _, k := range kinds {
		if k.name == name {
			return k.make(rules, src)
		}
	}
	return nil, fmt.Errorf("there is no bot %s; there are: %s", game.Quote(name), strings.Join(Names(), ", "))
}
