package equilibrium

import (
	"fmt"

	"github.com/saloon-games/saloon/bot/equilibrium/book"
	"github.com/saloon-games/saloon/bot/equilibrium/worth"
	"github.com/saloon-games/saloon/game"
)

// Book returns the book that a level's players share: what somebody who has found out
// everything about the level but its cards knows. The level must not choose by whim.
func Book(name string) (*book.Book, error) {
	for i := range levels {
		if l := &levels[i]; l.name == name && l.whims == 0 {
			return books[name](), nil
		}
	}
	return nil, fmt.Errorf("equilibrium: %s is no level that plays by what it has solved alone; there is expert", game.Quote(name))
}

// Values returns what the program thinks rounds worth.
func Values() *worth.Model { return embedded() }
