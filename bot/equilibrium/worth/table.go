// Package worth says what the start of a round of Showdown is worth to who begins
// it, as a function of cards owned, energies, both hands and what each believes of
// the other's: a Table by hands and energies alone, and a Model that adds to it what
// hangs on beliefs, by a small network for each number of cards.
//
// The package must never know how its numbers are found, nor files or clocks.
package worth

import (
	"math"

	"github.com/saloon-games/saloon/bot/equilibrium/round"
	"github.com/saloon-games/saloon/game/raincheck"
)

// The bounds of a situation: cards owned by a player, and energy.
const (
	mostOwned = 4
	full      = raincheck.FullEnergy
)

// Table is a value for each pair of hands at given energies, whatever is believed.
// The zero Table thinks everything worth nothing.
type Table struct {
	// values by cards owned; then by energies and pair.
	values [mostOwned + 1][mostOwned + 1][]float32
}

var _ round.Worth = (*Table)(nil)

// Worth implements round.Worth.
func (t *Table) Worth(s *round.Situation, out []float64) {
	row := t.row(s.Owns, s.Energy)
	for i := range out {
		out[i] = 0
		if row != nil {
			out[i] = float64(row[i])
		}
	}
}

// pairs is how many pairs of hands there are.
func pairs(owns [2]int) int { return len(round.Sets(owns[0])) * len(round.Sets(owns[1])) }

func (t *Table) row(owns, energy [2]int) []float32 {
	all := t.values[owns[0]][owns[1]]
	if all == nil {
		return nil
	}
	n := pairs(owns)
	at := ((energy[0]-1)*full + energy[1] - 1) * n
	return all[at : at+n]
}

// Set says what a situation's pairs are worth, whatever is believed.
func (t *Table) Set(s *round.Situation, values []float64) {
	v := &t.values[s.Owns[0]][s.Owns[1]]
	if *v == nil {
		*v = make([]float32, full*full*pairs(s.Owns))
	}
	row := t.row(s.Owns, s.Energy)
	for i := range row {
		row[i] = float32(values[i])
	}
}

// clip keeps a value among those there are.
func clip(v float64) float64 { return math.Max(-1, math.Min(1, v)) }
