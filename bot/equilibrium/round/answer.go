package round

import (
	"github.com/saloon-games/saloon/bot/cfr"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
)

// Answer is how a player who knows the other's policy plays a round best, with one set
// of cards of its own, what it believes of the other's, and what the round's ends are
// worth to it.
type Answer struct {
	game   *Game
	player int
	owned  int32       // index in sets
	reach  [][]float64 // by node and the other's hand
	values [][]float64 // by node and own hand, times the other's reach
	best   [][]int32   // by decision and own hand: the edge
}

// NewAnswer returns the answer of the player who owns the set to the policy. belief is
// what it believes the other to own, in the order of Sets. Where foresees is set, ends
// are valued by what everybody may believe there, else by what they do as the round
// begins.
func NewAnswer(p *Policy, player int, owned raincheck.Set, belief []float64, worth Worth, foresees bool) *Answer {
	g := NewGame(p.sit, worth)
	for i := range g.open {
		for k, pl := range g.open[i].plans {
			pl.follows(&p.plans[p.first[i]+k])
		}
	}
	tree := g.shape.Tree
	strategy := cfr.NewStrategy(tree, func(node, edge, state int) float64 {
		n := &tree.Nodes[node]
		return float64(p.probs[p.base[node]+edge*n.States[n.Player]+state])
	})
	if foresees {
		g.foresee(strategy)
	}
	g.believe(player, setAt[owned], belief)
	a := &Answer{
		game: g, player: player, owned: int32(setAt[owned]),
		values: make([][]float64, len(tree.Nodes)), best: make([][]int32, len(tree.Nodes)),
	}
	a.reach = cfr.Reach(tree, strategy, player^1)
	for i := len(tree.Nodes) - 1; i >= 0; i-- {
		a.values[i] = make([]float64, tree.Nodes[i].States[player])
		a.find(i)
	}
	return a
}

// follows makes the plan's average the policy's.
func (p *plan) follows(w *way) {
	if !p.dag.chooses {
		return
	}
	for at := range p.dag.nodes {
		choice := p.dag.nodes[at].choice
		if choice < 0 {
			continue
		}
		for i := range p.owners {
			const least = trembled / piles // which share takes out
			share := float64(w.theirs[choice*len(p.owners)+i])
			k := (at*len(p.owners) + i) * piles
			p.sums[k+theirs] = least + (1-trembled)*share
			p.sums[k+river] = least + (1-trembled)*(1-share)
		}
	}
}

// believe makes the prior what the player thinks who owns a set.
func (g *Game) believe(player, owned int, belief []float64) {
	n := len(sets[g.shape.Owns[player]])
	for q := range players {
		g.prior[q] = make([]float64, len(g.prior[q]))
	}
	for b, w := range belief {
		g.prior[player][owned*len(belief)+b] = w
		g.prior[player^1][b*n+owned] = w
	}
	g.may = [players][kinds + 1][][]int32{}
	for i := range g.open {
		o := &g.open[i]
		others := len(sets[g.shape.Owns[o.bettor^1]])
		for k := range o.rows {
			if w := &o.rows[k]; w.plan < 0 {
				w.weigh(g.prior[o.bettor][int(w.owned)*others:][:others])
			}
		}
		for k, p := range o.plans {
			p.settled = false
			p.may = g.fitting(o.bettor^1, o.stacks[o.bettor^1])
			for j, owner := range p.owners {
				p.live[j] = false
				for _, w := range g.prior[o.bettor][int(owner)*others:][:others] {
					p.live[j] = p.live[j] || w > 0
				}
			}
			p.settle(g, o, average)
			o.refresh(g, k)
		}
	}
}

// find works out a node's values and the best edges.
func (a *Answer) find(i int) {
	n := &a.game.shape.Tree.Nodes[i]
	out := a.values[i]
	switch {
	case n.Kind == cfr.Terminal:
		o := &a.game.open[a.game.shape.at[i].group]
		if o.bettor == a.player {
			a.flipBest(o, i)
		}
		a.game.Values(i, a.player, a.reach[i], out)
	case n.Player != a.player:
		pass(n, a.values, out)
	default:
		a.best[i] = make([]int32, len(out))
		for hand := range out {
			a.best[i][hand] = -1
			for e := range n.Edges {
				to := n.Edges[e].After(a.player, hand)
				if to < 0 {
					continue
				}
				if v := a.values[n.Edges[e].Child][to]; a.best[i][hand] < 0 || v > out[hand] {
					out[hand] = v
					a.best[i][hand] = int32(e)
				}
			}
		}
	}
}

// flipBest makes the plans of a terminal's group answer best there.
func (a *Answer) flipBest(o *open, node int) {
	for k, p := range o.plans {
		if _, may := p.ownerAt[a.owned]; may && p.dag.chooses {
			copy(p.other, a.reach[node])
			p.settle(a.game, o, best)
			o.refresh(a.game, k)
		}
	}
}

// Worth is what the player may expect, by what it believes.
func (a *Answer) Worth() float64 { return a.values[0][a.owned] }

// Move returns the best move where the line stands, with the hand: the stack as it was
// when betting began.
func (a *Answer) Move(l *Line, h *Hand) game.Move {
	if l.group >= 0 {
		return a.flip(l)
	}
	n := l.tree()
	if n.Kind != cfr.Decision { // S9
		return raincheck.Fold()
	}
	e := int(a.best[l.node][h.index()])
	if e < l.cards() {
		return raincheck.Stack(raincheck.Card(e))
	}
	for bet := 1; bet <= mostCards; bet++ {
		if at, ok := l.edge(bet); ok && at == e {
			return raincheck.Bet(bet)
		}
	}
	return raincheck.Fold()
}

// flip is the best move while flipping.
func (a *Answer) flip(l *Line) game.Move {
	if l.way == nil {
		return raincheck.Flip(raincheck.Own)
	}
	f := &l.way.dag.nodes[l.at]
	switch {
	case !f.piles[river]:
		return raincheck.Flip(raincheck.Opponent)
	case !f.piles[theirs]:
		return raincheck.Flip(raincheck.River)
	}
	o := &a.game.open[l.group]
	p := o.plans[l.plan(o)]
	pick := theirs
	copy(p.other, a.reach[l.node])
	p.visit(a.game, o, func(at, owner int, s *seen) [piles]float64 {
		share := [piles]float64{1, 0}
		if s.gain[river] > s.gain[theirs] {
			share = [piles]float64{0, 1}
		}
		if at == int(l.at) && p.owners[owner] == a.owned && share[river] == 1 {
			pick = river
		}
		return share
	})
	if pick == river {
		return raincheck.Flip(raincheck.River)
	}
	return raincheck.Flip(raincheck.Opponent)
}

// plan is which of a group's plans the line follows.
func (l *Line) plan(o *open) int {
	for k, p := range o.plans {
		if p.dag == l.way.dag && p.shown == l.way.shown {
			return k
		}
	}
	return -1
}

// Ended is what the end that the line has come to is worth to the player, on the
// average over what it may believe the other to own. The line must have followed the
// answer's belief.
func (a *Answer) Ended(l *Line, won bool) float64 {
	o := &a.game.open[l.group]
	g := a.game
	joint := l.joint()
	n := len(sets[g.shape.Owns[a.player^1]])
	sum, mass := 0.0, 0.0
	for b := range n {
		pair := int(a.owned)*n + b
		if o.bettor != a.player {
			pair = b*len(sets[g.shape.Owns[a.player]]) + int(a.owned)
		}
		if joint[pair] > 0 {
			sum += joint[pair] * a.end(o, l, result{won, l.energy}, pair)
			mass += joint[pair]
		}
	}
	if o.bettor != a.player {
		sum = -sum
	}
	return sum / mass
}

// end is what the line's end is worth to the bettor, for a pair of sets.
func (a *Answer) end(o *open, l *Line, r result, pair int) float64 {
	if l.way != nil {
		return o.plans[l.plan(o)].pays[^l.at][pair]
	}
	if r.energy <= 0 {
		return -1
	}
	others := len(sets[a.game.shape.Owns[o.bettor^1]])
	for i := range o.rows {
		w := &o.rows[i]
		if w.plan < 0 && int(w.owned) == pair/others && w.result == r && w.shown == l.shown {
			return w.pays[pair%others]
		}
	}
	panic("round: a line has come to an end that there is not")
}
