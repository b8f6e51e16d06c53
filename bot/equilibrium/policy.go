package equilibrium

import (
	"context"
	"fmt"

	"github.com/saloon-games/saloon/bot/equilibrium/round"
	"github.com/saloon-games/saloon/bot/equilibrium/worth"
	"github.com/saloon-games/saloon/game"
)

// Source says how both seats play each round: what somebody who has found out
// everything about a level but its cards knows. It is safe for concurrent use.
type Source struct{ book *book }

// NewSource returns a level's source, which it shares with the level's players. The
// level must not choose by whim.
func NewSource(name string) (*Source, error) {
	for i := range levels {
		if l := &levels[i]; l.name == name && l.whims == 0 {
			return &Source{books[name]()}, nil
		}
	}
	return nil, fmt.Errorf("equilibrium: %s is no level that plays by what it has solved alone; there is expert", game.Quote(name))
}

// NewSourceWith returns the source of a player that solves rounds with so many iterations
// and these values.
func NewSourceWith(iterations int, values round.Worth, foresees bool) *Source {
	return &Source{newBook(&level{iterations: iterations, foresees: foresees}, values)}
}

// Round returns how the round is played that the events, as a spectator or a seat has
// been told them, are in.
func (s *Source) Round(ctx context.Context, events []string) *round.Policy {
	before, _ := history(events)
	return s.book.open(ctx, before)
}

// Values returns what the program thinks rounds worth.
func Values() *worth.Model { return embedded() }
