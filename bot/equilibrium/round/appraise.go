package round

import "github.com/saloon-games/saloon/bot/cfr"

// appraise finds what each choice is worth to who makes it, when both go on by the
// solution.
func (s *Solution) appraise(p *Policy) {
	g := s.game
	g.rest()
	p.worth = make([]float32, len(p.probs))
	tree := g.shape.Tree
	var reach [players][][]float64
	for q := range players {
		reach[q] = cfr.Reach(tree, s.strategy, q)
	}
	for q := range players {
		s.appraiseTree(p, q, reach[q^1])
	}
	for i := range g.open {
		o := &g.open[i]
		for k, pl := range o.plans {
			if !pl.dag.chooses {
				continue
			}
			pl.clearReach()
			for _, node := range o.nodes {
				pl.addReach(o, int32(k), reach[o.bettor][node], reach[o.bettor^1][node])
			}
			pl.appraise(g, o, &p.plans[p.first[i]+k])
		}
	}
}

// appraiseTree does so for a player's choices before flipping, given how the other
// reaches each node.
func (s *Solution) appraiseTree(p *Policy, player int, reach [][]float64) {
	g := s.game
	tree := g.shape.Tree
	p.endAt[player] = make([]int, len(tree.Nodes))
	values := make([][]float64, len(tree.Nodes))
	for i := len(tree.Nodes) - 1; i >= 0; i-- {
		n := &tree.Nodes[i]
		values[i] = make([]float64, n.States[player])
		switch {
		case n.Kind == cfr.Terminal:
			g.Values(i, player, reach[i], values[i])
			p.endAt[player][i] = len(p.ends[player])
			mass := g.mass(i, player, reach[i])
			for hand, v := range values[i] {
				p.ends[player] = append(p.ends[player], mean(v, mass[hand]))
			}
		case n.Player != player:
			pass(n, values, values[i])
		default:
			mass := g.mass(i, player, reach[i])
			for e := range n.Edges {
				edge := &n.Edges[e]
				for hand := range values[i] {
					if to := edge.After(player, hand); to >= 0 {
						v := values[edge.Child][to]
						values[i][hand] += v * s.strategy.Prob(i, e, hand)
						p.worth[p.base[i]+e*n.States[player]+hand] = mean(v, mass[hand])
					}
				}
			}
		}
	}
}

// pass adds up the values of what may follow a decision of the other player. Hidden
// actions, which follow each other, lead to one child.
func pass(n *cfr.Node, values [][]float64, out []float64) {
	seen := -1
	for e := range n.Edges {
		c := n.Edges[e].Child
		if c == seen {
			continue
		}
		seen = c
		for hand, v := range values[c] {
			out[hand] += v
		}
	}
}

// appraise finds what each choice of pile is worth.
func (p *plan) appraise(g *Game, o *open, w *way) {
	size := p.dag.choices * len(p.owners)
	w.worth = [piles][]float32{make([]float32, size), make([]float32, size)}
	p.visit(g, o, func(at, owner int, s *seen) [piles]float64 {
		for pile := range piles {
			w.worth[pile][p.dag.nodes[at].choice*len(p.owners)+owner] = mean(s.gain[pile], s.mass)
		}
		return p.share(at, owner, average)
	})
}

// mean is a sum over its weight; 0 if it has none.
func mean(sum, mass float64) float32 {
	if mass <= 0 {
		return 0
	}
	return float32(sum / mass)
}

// mass is, for each hand of the player, the weight of what the other may have.
func (g *Game) mass(node, player int, reach []float64) []float64 {
	at := &g.shape.at[node]
	n := g.shape.Owns[player^1]
	others := len(sets[n])
	sums := g.byOwned(ownedAt[n][at.stacks[player^1]], others, reach)
	mine := ownedAt[g.shape.Owns[player]][at.stacks[player]]
	out := make([]float64, len(mine))
	for hand, owned := range mine {
		for b, w := range g.prior[player][int(owned)*others:][:others] {
			out[hand] += w * sums[b]
		}
	}
	return out
}
