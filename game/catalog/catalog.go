// Package catalog is the list of the games that there are. To add a game, add its
// Rules here. It must know nothing else of any game.
package catalog

import (
	"fmt"
	"strings"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/game/texas"
)

// All returns the rules of every game, in the order in which they are listed.
func All() []game.Rules { return []game.Rules{texas.Rules{}, raincheck.Rules{}} }

// Names returns the names of every game: "texas", "raincheck".
func Names() []string {
	var names []string
	for _, r := range All() {
		names = append(names, r.Name())
	}
	return names
}

// ByName returns the rules of the game with this name. The error lists the names
// there are.
func ByName(name string) (game.Rules, error) {
	for _, r := range All() {
		if r.Name() == name {
			return r, nil
		}
	}
	return nil, fmt.Errorf("there is no game %s; there are %s", game.Quote(name), strings.Join(Names(), ", "))
}
