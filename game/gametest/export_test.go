package gametest

import (
	"strings"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
)

// Find runs the checks whose names begin so, and returns how many there were and
// what the first of them fails of.
func Find(name string, rules game.Rules, options Options) (n int, err error) {
	b := &battery{rules: rules, options: options}
	for _, c := range checks {
		if strings.HasPrefix(c.name, name) {
			n++
			if err == nil {
				_, err = b.run(c)
			}
		}
	}
	return n, err
}

// Compare is compare.
var Compare = compare

// Tables is tables, as a list of players and one of options.
func Tables(rules game.Rules, src *fair.Rand) (players []int, options []game.Options) {
	for _, t := range tables(rules, src) {
		players, options = append(players, t.players), append(options, t.options)
	}
	return players, options
}
