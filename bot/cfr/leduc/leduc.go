// Package leduc is Leduc hold'em (Southey, Bowling, Larson, Piccione, Burch, Billings
// and Rayner 2005, "Bayes' Bluff"): three ranks in two suits, one card to each player
// and one on the board, two rounds of betting with bets of 2 and 4, at most a bet and
// a raise in each. It is the usual yardstick of solvers.
//
// The package must never know other games.
package leduc

import "github.com/saloon-games/saloon/bot/cfr"

// The cards: rank is card/suits.
const (
	Cards = ranks * suits
	ranks = 3
	suits = 2
)

// Value is the game's value for player 0, in antes, to six digits.
const Value = -0.085606

const (
	ante      = 1
	mostBets  = 2 // a bet and a raise
	nobody    = -1
	noBoard   = -1
	firstBet  = 2
	secondBet = 4
)

// Game is the public tree and what it pays. A private state is the card that the
// player holds.
type Game struct {
	Tree *cfr.Tree
	ends map[int]end
}

// end is what a terminal pays from: the board, what each player has put in, and who
// has folded.
type end struct {
	board  int
	pot    [cfr.Players]int
	folded int
}

// position is where betting stands.
type position struct {
	end
	player  int
	bets    int // in this round
	actions int // in this round
}

// New returns the game.
func New() *Game {
	g := &Game{Tree: &cfr.Tree{}, ends: map[int]end{}}
	g.add(position{end: end{board: noBoard, pot: [cfr.Players]int{ante, ante}, folded: nobody}})
	return g
}

// node makes room for a node.
func (g *Game) node(kind cfr.Kind, player int) int {
	g.Tree.Nodes = append(g.Tree.Nodes, cfr.Node{Kind: kind, Player: player, States: [cfr.Players]int{Cards, Cards}})
	return len(g.Tree.Nodes) - 1
}

// add adds the position and all that follows, and returns its node.
func (g *Game) add(p position) int {
	switch {
	case p.folded != nobody, p.board != noBoard && p.closed():
		at := g.node(cfr.Terminal, 0)
		g.ends[at] = p.end
		return at
	case p.closed():
		return g.deal(p)
	}
	at := g.node(cfr.Decision, p.player)
	var edges []cfr.Edge
	facing := p.pot[p.player^1] - p.pot[p.player]
	next := p
	next.player ^= 1
	next.actions++
	if facing > 0 {
		fold := next
		fold.folded = p.player
		edges = append(edges, cfr.Edge{Child: g.add(fold)})
	}
	call := next
	call.pot[p.player] += facing
	edges = append(edges, cfr.Edge{Child: g.add(call)})
	if p.bets < mostBets {
		raise := next
		raise.bets++
		raise.pot[p.player] += facing + p.size()
		edges = append(edges, cfr.Edge{Child: g.add(raise)})
	}
	g.Tree.Nodes[at].Edges = edges
	return at
}

// deal adds the chance node that turns over the board.
func (g *Game) deal(p position) int {
	at := g.node(cfr.Chance, 0)
	var edges []cfr.Edge
	for board := range Cards {
		to := make([]int32, Cards)
		for c := range to {
			to[c] = int32(c)
		}
		to[board] = -1
		next := position{end: p.end}
		next.board = board
		edges = append(edges, cfr.Edge{
			Child: g.add(next), Prob: 1.0 / (Cards - cfr.Players), To: [cfr.Players][]int32{to, to},
		})
	}
	g.Tree.Nodes[at].Edges = edges
	return at
}

// closed reports whether the round's betting is over.
func (p *position) closed() bool { return p.actions >= cfr.Players && p.pot[0] == p.pot[1] }

func (p *position) size() int {
	if p.board == noBoard {
		return firstBet
	}
	return secondBet
}

// Values implements cfr.Payoffs.
func (g *Game) Values(node, player int, reach, out []float64) {
	e := g.ends[node]
	for mine := range out {
		out[mine] = 0
		for theirs, r := range reach {
			if mine != theirs {
				out[mine] += r * e.pay(player, mine, theirs) / (Cards * (Cards - 1))
			}
		}
	}
}

// pay is what the player gets.
func (e *end) pay(player, mine, theirs int) float64 {
	switch {
	case e.folded == player:
		return -float64(e.pot[player])
	case e.folded != nobody:
		return float64(e.pot[player^1])
	}
	switch a, b := e.strength(mine), e.strength(theirs); {
	case a > b:
		return float64(e.pot[player^1])
	case a < b:
		return -float64(e.pot[player])
	default:
		return 0
	}
}

// strength ranks a card beside the board: a pair beats everything.
func (e *end) strength(card int) int {
	if card/suits == e.board/suits {
		return ranks
	}
	return card / suits
}
