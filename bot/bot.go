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
	"github.com/saloon-games/saloon/bot/avoid"
	"github.com/saloon-games/saloon/bot/equilibrium"
	"github.com/saloon-games/saloon/bot/thumb"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/game/texas"
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

// kinds are the players that there are, the weakest first.
var kinds = []kind{
	{"random", false, anyGame, func(_ game.Rules, src fair.Source) (Player, error) { return NewRandom(src), nil }},
	{"easy", true, everyGame, newLevel("easy")},
	{"thumb", false, everyGame, newThumb},
	{"medium", true, everyGame, newLevel("medium")},
	{"pimc100", false, texasAlone, newLevel("pimc100")},
	{"hard", true, everyGame, newLevel("hard")},
	{"expert", true, everyGame, newLevel("expert")},
}

// A kind is one sort of player.
type kind struct {
	name  string
	level bool // offered to people
	plays func(game.Rules) bool
	make  func(game.Rules, fair.Source) (Player, error)
}

func anyGame(game.Rules) bool { return true }

func everyGame(rules game.Rules) bool {
	_, isRaincheck := rules.(raincheck.Rules)
	return isRaincheck || texasAlone(rules)
}

func texasAlone(rules game.Rules) bool {
	_, is := rules.(texas.Rules)
	return is
}

func newThumb(rules game.Rules, src fair.Source) (Player, error) {
	p, err := thumb.New(rules, src)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// newLevel makes players of a level: by search in Texas Showdown, near equilibrium in
// Showdown.
func newLevel(level string) func(game.Rules, fair.Source) (Player, error) {
	return func(rules game.Rules, src fair.Source) (Player, error) {
		if texasAlone(rules) {
			p, err := avoid.New(level, rules, src)
			if err != nil {
				return nil, err
			}
			return p, nil
		}
		p, err := equilibrium.New(level, rules, src)
		if err != nil {
			return nil, err
		}
		return p, nil
	}
}

// Names lists the names that New knows, the weakest player first. Not all of them play
// every game.
func Names() []string { return namesOf(func(*kind) bool { return true }) }

// Levels lists those of the names that are for people to choose from, the weakest
// first. They play every game.
func Levels() []string { return namesOf(func(k *kind) bool { return k.level }) }

// NamesFor lists the names of those who play the game, the weakest player first.
func NamesFor(rules game.Rules) []string {
	return namesOf(func(k *kind) bool { return k.plays(rules) })
}

func namesOf(wanted func(*kind) bool) []string {
	var names []string
	for i := range kinds {
		if wanted(&kinds[i]) {
			names = append(names, kinds[i].name)
		}
	}
	return names
}

// New returns a fresh player of the game by its name, which has src for whatever it
// leaves to chance. A name that is none, or whose player does not play the game, is
// refused with the list of those that do.
func New(name string, rules game.Rules, src fair.Source) (Player, error) {
	why := "there is no bot " + game.Quote(name)
	for _, k := range kinds {
		switch {
		case k.name != name:
		case k.plays(rules):
			return k.make(rules, src)
		default:
			why = "the bot " + name + " does not play " + rules.Title()
		}
	}
	return nil, fmt.Errorf("%s; there are: %s", why, strings.Join(NamesFor(rules), ", "))
}
