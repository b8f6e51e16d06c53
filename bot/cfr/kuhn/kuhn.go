// Package kuhn is Kuhn poker (Kuhn 1950, "A Simplified Two-Person Poker"): three
// cards, one to each player, an ante of 1 and one bet of 1. Its value for the first
// player is -1/18, and its equilibria are known in closed form, which makes it
// the first game that a solver must get right.
//
// The package must never know other games.
package kuhn

import "github.com/saloon-games/saloon/bot/cfr"

// Cards is how many there are: jack, queen and king, 0 to 2.
const Cards = 3

// Value is the game's value for player 0, in antes.
const Value = -1.0 / 18

// The nodes of the tree.
const (
	start    = iota
	checked  // player 1 after a check
	bet      // player 1 after a bet
	answered // player 0 after a check and a bet
	checks
	folds1
	calls1
	folds0
	calls0
	nodes
)

// Tree returns the game's public tree. A private state is the card that the player
// holds; edge 0 is a check or a fold, edge 1 a bet or a call.
func Tree() *cfr.Tree {
	t := &cfr.Tree{Nodes: make([]cfr.Node, nodes)}
	for i := range t.Nodes {
		t.Nodes[i] = cfr.Node{Kind: cfr.Terminal, States: [cfr.Players]int{Cards, Cards}}
	}
	decide := func(node, player, passive, active int) {
		n := &t.Nodes[node]
		n.Kind, n.Player = cfr.Decision, player
		n.Edges = []cfr.Edge{{Child: passive}, {Child: active}}
	}
	decide(start, 0, checked, bet)
	decide(checked, 1, checks, answered)
	decide(bet, 1, folds1, calls1)
	decide(answered, 0, folds0, calls0)
	return t
}

// Payoffs is what the game pays.
type Payoffs struct{}

// Values implements cfr.Payoffs.
func (Payoffs) Values(node, player int, reach, out []float64) {
	for mine := range out {
		out[mine] = 0
		for theirs, r := range reach {
			if mine != theirs {
				out[mine] += r * pay(node, player, mine > theirs) / (Cards * (Cards - 1))
			}
		}
	}
}

// pay is what the player gets at a terminal.
func pay(node, player int, higher bool) float64 {
	amount := 1.0
	won := higher
	switch node {
	case folds1:
		won = player == 0
	case folds0:
		won = player == 1
	case calls0, calls1:
		amount = 2
	}
	if !won {
		return -amount
	}
	return amount
}
