package round

import (
	"math/bits"
	"sync"

	"github.com/saloon-games/saloon/bot/cfr"
)

// Shape is what a round looks like to everybody before it begins but for energies
// and beliefs: its public tree hangs on nothing but how many cards each owns. Player 0
// is who begins the round (S4).
//
// While stacking the turns alternate, so that there is one row of positions, and
// from each of them the bets begin: a position in the betting is that place in the
// row and the set of bets named so far. Who folds ends the tree; what flipping brings
// is a Game's to say.
type Shape struct {
	Owns  [players]int
	River int
	Tree  *cfr.Tree

	at     []place // by node
	groups []group // what terminals have in common for flipping
}

// place is what is public at a node.
type place struct {
	stacks [players]int
	row    int   // cards stacked in all
	bets   uint8 // the set of bets named, bit n-1 for n
	group  int   // of a terminal
}

// group is terminals in which the same player flips after the same bet with the same
// stacks: the bettor there flips by one plan, whatever other bets were named. That
// forgets something; docs/showdown-equilibrium.md says how much it costs.
type group struct {
	stacks [players]int
	bettor int
	bet    int
	key    int // the bet before, as far as it is told apart
	nodes  []int
}

var (
	shapesOnce [kinds + 1][kinds + 1]sync.Once
	shapes     [kinds + 1][kinds + 1]*Shape
)

// ShapeOf returns the shape of a round in which the players own so many cards, 1 to 4
// each, who begins it first.
func ShapeOf(owns [players]int) *Shape {
	a, b := owns[0], owns[1]
	shapesOnce[a][b].Do(func() { shapes[a][b] = newShape(owns) })
	return shapes[a][b]
}

func newShape(owns [players]int) *Shape {
	s := &Shape{Owns: owns, River: mostCards - owns[0] - owns[1], Tree: &cfr.Tree{}}
	s.stacking(place{})
	s.gather()
	return s
}

// limit is the highest bet (S8).
func (s *Shape) limit(p *place) int { return p.stacks[0] + p.stacks[1] + s.River }

// node adds a node.
func (s *Shape) node(p place, kind cfr.Kind, player int) int {
	n := cfr.Node{Kind: kind, Player: player}
	for q := range players {
		n.States[q] = len(hands[s.Owns[q]][p.stacks[q]])
	}
	s.Tree.Nodes = append(s.Tree.Nodes, n)
	s.at = append(s.at, p)
	return len(s.at) - 1
}

// stacking adds a position of the row in which cards are stacked, and all that
// follows. Its first edges are the four cards, if any can be stacked; then come the
// bets from 1 on, if one may bet.
func (s *Shape) stacking(p place) int {
	player := p.row % players // S5: the turns alternate
	at := s.node(p, cfr.Decision, player)
	var edges []cfr.Edge
	if k := p.stacks[player]; k < s.Owns[player] { // S7 otherwise
		next := p
		next.stacks[player]++
		next.row++
		child := s.stacking(next)
		for c := range kinds {
			edge := cfr.Edge{Child: child}
			edge.To[player] = after[s.Owns[player]][k][c]
			edges = append(edges, edge)
		}
	}
	if p.row >= players { // S6
		edges = append(edges, s.raises(p)...)
	}
	s.Tree.Nodes[at].Edges = edges
	return at
}

// raises adds the positions after each bet that may be named.
func (s *Shape) raises(p place) []cfr.Edge {
	var edges []cfr.Edge
	for n := bits.Len8(p.bets) + 1; n <= s.limit(&p); n++ {
		next := p
		next.bets |= 1 << (n - 1)
		edges = append(edges, cfr.Edge{Child: s.betting(next)})
	}
	return edges
}

// betting adds a position in the betting, and all that follows. Its first edge is the
// fold, then come the raises; where only the fold is left (S9) it is left out.
func (s *Shape) betting(p place) int {
	if bits.Len8(p.bets) == s.limit(&p) {
		return s.node(p, cfr.Terminal, 0)
	}
	at := s.node(p, cfr.Decision, s.bettor(&p)^1)
	edges := []cfr.Edge{{Child: s.node(p, cfr.Terminal, 0)}}
	edges = append(edges, s.raises(p)...)
	s.Tree.Nodes[at].Edges = edges
	return at
}

// bettor is who has named the highest bet: bets alternate (S9).
func (s *Shape) bettor(p *place) int {
	return (p.row + bits.OnesCount8(p.bets) - 1) % players
}

// gather puts the terminals into groups.
func (s *Shape) gather() {
	type key struct{ row, bettor, bet, before int }
	index := map[key]int{}
	for i := range s.at {
		p := &s.at[i]
		p.group = -1
		if s.Tree.Nodes[i].Kind != cfr.Terminal {
			continue
		}
		bet := bits.Len8(p.bets)
		k := key{p.row, s.bettor(p), bet, s.flipKey(p)}
		g, found := index[k]
		if !found {
			g = len(s.groups)
			index[k] = g
			s.groups = append(s.groups, group{stacks: p.stacks, bettor: k.bettor, bet: bet, key: k.before})
		}
		p.group = g
		s.groups[g].nodes = append(s.groups[g].nodes, i)
	}
}

// flipKey tells apart what the bettor's flips may hang on beside the bet: the bet
// before, where there is a choice to be made.
func (s *Shape) flipKey(p *place) int {
	if bits.Len8(p.bets) <= p.stacks[s.bettor(p)] || s.River == 0 {
		return 0
	}
	return bits.Len8(p.bets &^ (1 << (bits.Len8(p.bets) - 1)))
}
