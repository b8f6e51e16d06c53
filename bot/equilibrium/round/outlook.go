package round

import (
	"github.com/saloon-games/saloon/bot/cfr"
	"github.com/saloon-games/saloon/game/raincheck"
)

// What a hand is worth after the round hangs on what the other believes of it then.
// So while a round is solved, what its ends are worth is found again now and then,
// for each end from the belief that the average strategies lead to there.

// foresee finds what all ends are worth by the belief that the strategy leads to.
func (g *Game) foresee(s *cfr.Strategy) {
	var reach [players][][]float64
	for p := range players {
		reach[p] = cfr.Reach(g.shape.Tree, s, p)
	}
	for i := range g.open {
		g.foreseeGroup(&g.open[i], reach)
	}
}

// seldom is how likely an end must be for its belief to matter. Those less likely
// keep what they were worth before.
const seldom = 1e-6

func (g *Game) foreseeGroup(o *open, reach [players][][]float64) {
	p, q := o.bettor, o.bettor^1
	n := g.shape.Owns[q]
	owned := ownedAt[n][o.stacks[q]]
	joint := make([]float64, len(o.rows)*len(owned)) // by row and the other's hand
	byRow := make([]float64, len(o.rows))
	for _, node := range o.nodes {
		clear(byRow)
		for k, r := range reach[p][node] {
			byRow[o.rowOf[k]] += r
		}
		other := reach[q][node]
		for i, r := range byRow {
			if r == 0 {
				continue
			}
			row := joint[i*len(owned):][:len(owned)]
			for k, x := range other {
				row[k] += r * x
			}
		}
	}
	others := len(sets[n])
	for i := range o.rows {
		prior := g.prior[p][int(o.rows[i].owned)*others:][:others]
		for k := range owned {
			joint[i*len(owned)+k] *= prior[owned[k]]
		}
	}
	g.foreseeOwn(o, joint, owned)
	for k, pl := range o.plans {
		g.foreseePlan(o, int32(k), pl, joint, owned)
		pl.settle(g, o, present)
		o.refresh(g, k)
	}
}

// foreseeOwn finds what ends by the bettor's own cards are worth: rows that look the
// same to the other have one belief.
func (g *Game) foreseeOwn(o *open, joint []float64, owned []int32) {
	type look struct {
		result result
		shown  raincheck.Set
	}
	others := len(sets[g.shape.Owns[o.bettor^1]])
	done := map[look]bool{}
	for i := range o.rows {
		w := &o.rows[i]
		key := look{w.result, w.shown}
		if w.plan >= 0 || done[key] {
			continue
		}
		done[key] = true
		belief := g.room.belief[:len(g.prior[0])]
		clear(belief)
		var alike []*row
		for j := i; j < len(o.rows); j++ {
			if x := &o.rows[j]; x.plan < 0 && x.result == w.result && x.shown == w.shown {
				alike = append(alike, x)
				for k, v := range joint[j*len(owned):][:len(owned)] {
					belief[int(x.owned)*others+int(owned[k])] += v
				}
			}
		}
		pays := g.revalue(o.bettor, w.result, belief)
		if pays == nil {
			continue
		}
		for _, x := range alike {
			x.pays = pays[int(x.owned)*others:][:others]
			x.weigh(g.prior[o.bettor][int(x.owned)*others:][:others])
		}
	}
}

// weigh makes heavy of pays, for a row that is no plan's.
func (w *row) weigh(prior []float64) {
	for b := range w.heavy {
		w.heavy[b] = w.pays[b] * prior[b]
	}
}

// revalue is follow, or nil where the belief is too unlikely or does not matter.
func (g *Game) revalue(bettor int, r result, belief []float64) []float64 {
	sum := 0.0
	for _, b := range belief {
		sum += b
	}
	if sum < seldom {
		return nil
	}
	key := end{bettor, r}
	n, found := g.next[key]
	if !found {
		n, _ = follow(g.sit, bettor, r)
		g.next[key] = n
	}
	if n == nil {
		return nil
	}
	n.fill(belief)
	values := g.room.values[:len(n.sit.Belief)]
	g.worth.Worth(n.sit, values)
	out := g.floats(len(belief))
	n.back(values, out)
	return out
}

// foreseePlan finds what the ends of a plan are worth.
func (g *Game) foreseePlan(o *open, index int32, p *plan, joint []float64, owned []int32) {
	if p.dag.chooses {
		p.follow(average)
	}
	owners, others := len(p.owners), len(sets[p.dag.key.owns])
	rowOf := make([]int, owners)
	for i := range o.rows {
		if o.rows[i].plan == index {
			rowOf[o.rows[i].owner] = i
		}
	}
	// By node: what each pair weighs there, by the other's next card.
	weight := make([]float64, owners*others*kinds)
	last := -1
	for l := range p.dag.leaves {
		leaf := &p.dag.leaves[l]
		f := &p.dag.nodes[leaf.from]
		if leaf.from != last {
			last = leaf.from
			p.weights(f, leaf.from, rowOf, joint, owned, weight)
		}
		belief := g.room.belief[:len(g.prior[0])]
		clear(belief)
		for i, owner := range p.owners {
			share := 1.0
			if f.piles[theirs] && f.piles[river] {
				share = p.share(leaf.from, i, average)[leaf.pile]
			}
			for b := range others {
				w := weight[(i*others+b)*kinds:][:kinds]
				at := int(owner)*others + b
				if leaf.pile == theirs {
					belief[at] = share * w[leaf.card]
					continue
				}
				left := float64(p.chance[i][b][leaf.card] - f.shown[leaf.card])
				left /= float64(int(p.dag.key.river) - f.drawn)
				belief[at] = share * max(left, 0) * (w[0] + w[1] + w[2] + w[3])
			}
		}
		if pays := g.revalue(o.bettor, leaf.result, belief); pays != nil {
			p.pays[l] = pays
			p.settled = false
		}
	}
}

// weights finds how likely each pair comes to a position, by the other's next card, or
// by card 0 where its stack is done.
func (p *plan) weights(f *flip, at int, rowOf []int, joint []float64, owned []int32, out []float64) {
	clear(out)
	d := p.dag
	others := len(sets[d.key.owns])
	depth := len(prefixes[f.prefix])
	ways := 1.0
	for i := range f.drawn {
		ways /= float64(int(d.key.river) - i)
	}
	for i := range p.owners {
		path := ways
		if d.chooses {
			path *= p.path[at*len(p.owners)+i]
		}
		if path == 0 {
			continue
		}
		row := joint[rowOf[i]*len(owned):][:len(owned)]
		for _, hand := range f.fits {
			c := uint8(0)
			if f.piles[theirs] {
				c = topAt[d.key.owns][d.key.stack][depth][hand]
			}
			out[(i*others+int(owned[hand]))*kinds+int(c)] += path * row[hand]
		}
		for b := range others {
			lie := &p.chance[i][b]
			w := 1.0
			for c := 1; c < kinds; c++ {
				switch f.shown[c] {
				case 1:
					w *= float64(lie[c])
				case 2:
					w *= float64(lie[c]) * float64(lie[c]-1)
				}
			}
			for c := range kinds {
				out[(i*others+b)*kinds+c] *= w
			}
		}
	}
}
