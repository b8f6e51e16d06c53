package worth

import (
	"math"

	"github.com/saloon-games/saloon/bot/equilibrium/round"
	"github.com/saloon-games/saloon/fair"
)

// Played is a round that somebody has played from a situation, and what came of it.
type Played struct {
	Situation *round.Situation
	// Pairs is how likely each pair of sets was to who played.
	Pairs []float64
	// Return is what the game brought from there on, to the round's beginner.
	Return float64
}

// Refit returns a copy of the model whose networks have learned from rounds that have
// been played, a few small steps from where they were: how far they go is for epochs to
// say.
func (m *Model) Refit(rounds []Played, epochs int, src *fair.Rand) *Model {
	c := &Model{Table: m.Table}
	by := map[[2]int][]Played{}
	for _, r := range rounds {
		by[r.Situation.Owns] = append(by[r.Situation.Owns], r)
	}
	for a := range c.nets {
		for b := range c.nets[a] {
			owns := [2]int{a, b}
			switch list := by[owns]; {
			case len(list) > 0:
				c.nets[a][b] = m.nets[a][b].refit(m.Table, owns, list, epochs, src)
			default:
				c.nets[a][b] = m.nets[a][b]
			}
		}
	}
	return c
}

// refit learns what the average over the pairs should be. A network that there is not
// begins by saying nothing.
func (n *net) refit(t *Table, owns [2]int, rounds []Played, epochs int, src *fair.Rand) *net {
	c := newNet(owns)
	if n != nil {
		copy(c.in, n.in)
		copy(c.out, n.out)
	} else {
		for i := range c.in {
			c.in[i] = float32((float64(src.Uint64()>>11)/(1<<52) - 1) * math.Sqrt(3/float64(c.inputs)))
		}
	}
	cols := c.outputs - c.rows
	y := make([]float32, c.outputs)
	c.train(len(rounds), epochs, 5e-4, src, func(a *adam, i int) {
		r := &rounds[i]
		x := features(r.Situation, nil)
		c.run(x, a.hidden, y)
		row := t.row(r.Situation.Owns, r.Situation.Energy)
		miss := -r.Return
		for k, p := range r.Pairs {
			miss += p * float64(row[k]+y[k/cols]+y[c.rows+k%cols])
		}
		var d [12]float32
		for k, p := range r.Pairs {
			d[k/cols] += float32(p * miss)
			d[c.rows+k%cols] += float32(p * miss)
		}
		a.back(c, x, d)
	})
	return c
}
