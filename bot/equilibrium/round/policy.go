package round

import (
	"math/bits"

	"github.com/saloon-games/saloon/bot/cfr"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
)

// Policy is how both play a round, made small to be kept: it is not changed any more
// and safe for concurrent use.
type Policy struct {
	shape *Shape
	sit   *Situation
	base  []int              // of each decision in probs
	probs []float32          // by decision, edge and hand
	worth []float32          // as probs: what the game is worth to who decides so
	ends  [players][]float32 // by terminal and hand
	endAt [players][]int     // of each terminal in ends
	plans []way              // by group and plan
	first []int              // a group's first plan
}

// way is a plan made small: how often the other's stack is taken, by choice and owner.
type way struct {
	energy int
	shown  raincheck.Set
	dag    *dag
	owners []int32
	theirs []float32
	worth  [piles][]float32 // as theirs: what taking each pile is worth
}

// Policy returns the solution as a policy.
func (s *Solution) Policy() *Policy {
	g := s.game
	p := &Policy{shape: g.shape, sit: g.sit}
	for i := range g.shape.Tree.Nodes {
		n := &g.shape.Tree.Nodes[i]
		p.base = append(p.base, len(p.probs))
		if n.Kind != cfr.Decision {
			continue
		}
		for e := range n.Edges {
			for _, x := range s.strategy.Edge(i, e) {
				p.probs = append(p.probs, float32(x))
			}
		}
	}
	for i := range g.open {
		p.first = append(p.first, len(p.plans))
		for _, pl := range g.open[i].plans {
			p.plans = append(p.plans, pl.way())
		}
	}
	p.first = append(p.first, len(p.plans))
	s.appraise(p)
	return p
}

func (p *plan) way() way {
	w := way{energy: int(p.dag.key.energy), shown: p.shown, dag: p.dag, owners: p.owners}
	if !p.dag.chooses {
		return w
	}
	w.theirs = make([]float32, 0, p.dag.choices*len(p.owners))
	for at := range p.dag.nodes {
		if p.dag.nodes[at].choice < 0 {
			continue
		}
		for i := range p.owners {
			w.theirs = append(w.theirs, float32(p.share(at, i, average)[theirs]))
		}
	}
	return w
}

// Situation is what the policy was made for; not to be changed.
func (p *Policy) Situation() *Situation { return p.sit }

// Believing returns the same policy at another belief: what somebody thinks who knows
// more than everybody does. It is for a Line's Next.
func (p *Policy) Believing(belief []float64) *Policy {
	q := *p
	sit := *p.sit
	sit.Belief = belief
	q.sit = &sit
	return &q
}

// plan returns the way to go on of a group's bettor who has shown its own stack.
func (p *Policy) plan(group, energy int, shown raincheck.Set) *way {
	for i := p.first[group]; i < p.first[group+1]; i++ {
		if w := &p.plans[i]; w.energy == energy && w.shown == shown {
			return w
		}
	}
	return nil
}

// share is how often the pile is taken at a position, by an owner.
func (w *way) share(at, owner, pile int) float64 {
	f := &w.dag.nodes[at]
	switch {
	case f.choice < 0:
		return 1
	case pile == theirs:
		return float64(w.theirs[f.choice*len(w.owners)+owner])
	default:
		return 1 - float64(w.theirs[f.choice*len(w.owners)+owner])
	}
}

// Line is a public position in a round, and how likely each hand of both players is
// to have led there by a policy. It takes events as a spectator is told them.
type Line struct {
	policy  *Policy
	epsilon [players]float64
	node    int
	reach   [players][]float64 // by hand; nil if nobody asks for it
	// Flipping:
	group  int // -1 before
	flips  int
	energy int
	shown  raincheck.Set
	way    *way
	at     int32
	pair   []float64 // by the sets of the bettor and the other
}

// NewLine returns the position before the round's first card. Its Next may not be asked
// for.
func NewLine(p *Policy) *Line { return &Line{policy: p, group: -1} }

// NewBelief returns the position before the round's first card, which will know what
// to believe at the round's end. Each player is thought to follow the policy but for its
// share epsilon of every choice, which it makes evenly; with 1 nothing is concluded from
// what it chooses.
func NewBelief(p *Policy, epsilon [2]float64) *Line {
	l := &Line{policy: p, epsilon: epsilon, group: -1}
	for q := range players {
		l.reach[q] = make([]float64, len(sets[p.shape.Owns[q]]))
		for i := range l.reach[q] {
			l.reach[q][i] = 1
		}
	}
	return l
}

// Turn is the player whose decision it is, before flipping.
func (l *Line) Turn() int { return l.tree().Player }

func (l *Line) tree() *cfr.Node { return &l.policy.shape.Tree.Nodes[l.node] }

func (l *Line) place() *place { return &l.policy.shape.at[l.node] }

// edges is how many cards can be stacked here, as edges: 4 or 0.
func (l *Line) cards() int {
	p := l.place()
	if l.tree().Kind == cfr.Decision && p.bets == 0 && p.stacks[l.Turn()] < l.policy.shape.Owns[l.Turn()] {
		return kinds
	}
	return 0
}

// edge is the edge of a bet, and whether there is one.
func (l *Line) edge(bet int) (int, bool) {
	p := l.place()
	first := l.cards()
	if p.bets != 0 {
		first = 1 // after the fold
	} else if p.row < players {
		return 0, false
	}
	e := first + bet - bits.Len8(p.bets) - 1
	return e, bet > bits.Len8(p.bets) && e < len(l.tree().Edges)
}

// prob is how often the hand takes the edge, by the policy.
func (l *Line) prob(edge, hand int) float64 {
	n := l.tree()
	return float64(l.policy.probs[l.policy.base[l.node]+edge*n.States[n.Player]+hand])
}

// likely is how often the hand is thought to take the edge.
func (l *Line) likely(edge, hand int) float64 {
	n := l.tree()
	legal := 0
	for e := range n.Edges {
		if n.Edges[e].After(n.Player, hand) >= 0 {
			legal++
		}
	}
	epsilon := l.epsilon[n.Player]
	return (1-epsilon)*l.prob(edge, hand) + epsilon/float64(legal)
}

// Take takes in a move before flipping; which card is stacked does not matter.
func (l *Line) Take(m game.Move) {
	switch n, bets := raincheck.NamedBet(m); {
	case bets:
		l.Bet(n)
	case m == raincheck.Fold():
		l.Fold()
	default:
		l.Stack()
	}
}

// Stack takes in that the player on turn has stacked a card, unseen.
func (l *Line) Stack() {
	n := l.tree()
	p := n.Player
	if l.reach[p] != nil {
		next := make([]float64, l.policy.shape.Tree.Nodes[n.Edges[0].Child].States[p])
		for c := range kinds {
			for hand, to := range n.Edges[c].To[p] {
				if to >= 0 {
					next[to] += l.reach[p][hand] * l.likely(c, hand)
				}
			}
		}
		l.reach[p] = next
	}
	l.node = n.Edges[0].Child
}

// Bet takes in that the player on turn has named a bet, which must be legal.
func (l *Line) Bet(bet int) {
	e, ok := l.edge(bet)
	if ok {
		l.take(e)
	}
}

// take takes in an open action.
func (l *Line) take(edge int) {
	n := l.tree()
	for hand := range l.reach[n.Player] {
		l.reach[n.Player][hand] *= l.likely(edge, hand)
	}
	l.node = n.Edges[edge].Child
}

// Fold takes in that the player on turn lets the other flip.
func (l *Line) Fold() {
	if l.tree().Kind == cfr.Decision { // else the fold was all that was left
		l.take(0)
	}
	l.group = l.place().group
	g := &l.policy.shape.groups[l.group]
	l.energy = l.policy.sit.Energy[g.bettor]
	if l.reach[0] != nil {
		l.pair = append(l.pair[:0], l.policy.prior(g.bettor)...)
	}
}

// prior is the belief with the player's sets as rows.
func (p *Policy) prior(player int) []float64 {
	if player == 0 {
		return p.sit.Belief
	}
	n0, n1 := len(sets[p.sit.Owns[0]]), len(sets[p.sit.Owns[1]])
	t := make([]float64, n0*n1)
	for a := range n0 {
		for b := range n1 {
			t[b*n0+a] = p.sit.Belief[a*n1+b]
		}
	}
	return t
}

// Flip takes in that the bettor has turned over a card. It returns what is left of its
// energy and whether flipping has ended, won or lost.
func (l *Line) Flip(from raincheck.Source, c raincheck.Card) (energy int, ended, won bool) {
	g := &l.policy.shape.groups[l.group]
	p := g.bettor
	if from == raincheck.Own {
		list := hands[l.policy.shape.Owns[p]][g.stacks[p]]
		for i := range l.reach[p] {
			if list[i].top(l.flips) != c {
				l.reach[p][i] = 0
			}
		}
		l.shown |= raincheck.SetOf(c)
	} else {
		l.flipOther(g, from, c)
	}
	l.flips++
	if c == raincheck.Hit {
		return l.energy, true, false
	}
	if l.energy = act(c, l.energy); l.energy <= 0 {
		return 0, true, false
	}
	if l.flips == g.bet {
		return l.energy, true, true
	}
	if l.flips == g.stacks[p] {
		l.way = l.policy.plan(l.group, l.energy, l.shown)
		l.at = 0
	}
	return l.energy, false, false
}

// flipOther takes in a card from the other's stack or the river.
func (l *Line) flipOther(g *group, from raincheck.Source, c raincheck.Card) {
	f := &l.way.dag.nodes[l.at]
	pile := river
	if from == raincheck.Opponent {
		pile = theirs
	}
	if l.pair != nil {
		l.reveal(g, f, pile, c)
	}
	l.at = f.next[pile][c]
}

// reveal takes in what a choice of pile and its card say.
func (l *Line) reveal(g *group, f *flip, pile int, c raincheck.Card) {
	q := g.bettor ^ 1
	others := len(sets[l.policy.shape.Owns[q]])
	if f.choice >= 0 {
		for i, owner := range l.way.owners {
			epsilon := l.epsilon[g.bettor]
			share := (1-epsilon)*l.way.share(int(l.at), i, pile) + epsilon/piles
			for b := range others {
				l.pair[int(owner)*others+b] *= share
			}
		}
	}
	if pile == theirs {
		list := hands[l.policy.shape.Owns[q]][g.stacks[q]]
		for i := range list {
			if list[i].top(len(prefixes[f.prefix])) != c {
				l.reach[q][i] = 0
			}
		}
	} else {
		left := float64(l.policy.shape.River - f.drawn)
		for a, mine := range sets[l.policy.shape.Owns[g.bettor]] {
			for b, theirs := range sets[l.policy.shape.Owns[q]] {
				lie := inRiver(c, mine, theirs) - int(f.shown[c])
				l.pair[a*others+b] *= max(float64(lie), 0) / left
			}
		}
	}
}

// joint is how likely each pair of sets is, the bettor's the rows, but for a factor.
func (l *Line) joint() []float64 {
	g := &l.policy.shape.groups[l.group]
	p, q := g.bettor, g.bettor^1
	owns := l.policy.shape.Owns
	others := len(sets[owns[q]])
	joint := make([]float64, len(l.pair))
	mine, other := sums(owns[p], g.stacks[p], l.reach[p]), sums(owns[q], g.stacks[q], l.reach[q])
	for a, x := range mine {
		for b, y := range other {
			joint[a*others+b] = l.pair[a*others+b] * x * y
		}
	}
	return joint
}

// Next returns the round that follows when the line's flipping has ended and the game
// has not: what each owns, less a card of the loser's, and what is to be believed of
// it now. Its player 0 is this round's player 1.
func (l *Line) Next(won bool) *Situation {
	next, _ := follow(l.policy.sit, l.policy.shape.groups[l.group].bettor, result{won, l.energy})
	next.fill(l.joint())
	return next.sit
}

// sums adds up hands by what they own.
func sums(owns, stack int, reach []float64) []float64 {
	out := make([]float64, len(sets[owns]))
	for i, r := range reach {
		out[ownedAt[owns][stack][i]] += r
	}
	return out
}
