// Package cfr solves two-player zero-sum games of imperfect information by
// counterfactual regret minimization, and measures how far a strategy is from
// equilibrium by exact best responses.
//
// A game is a public Tree, walked once for all private states of both players
// together (the public chance sampling view of Johanson, Waugh, Bowling and Zinkevich
// 2011, "Accelerating Best Response Calculation in Large Extensive Games"): a node
// carries a vector of reach probabilities for each player, one for each private
// state, and returns a vector of counterfactual values. What the players' private
// states have to do with each other, a deck's card that only one of them can hold or
// any other joint prior, is Payoffs' to know.
//
// The package must never know a particular game, nor clocks, files or randomness:
// the same tree and the same number of iterations always give the same strategy.
package cfr

import (
	"errors"
	"fmt"
)

// Kind is what happens at a node.
type Kind uint8

// The kinds of nodes.
const (
	// Decision is a node where one player chooses.
	Decision Kind = iota
	// Chance is a node where chance moves in public.
	Chance
	// Terminal is a node where the game ends, or where Payoffs goes on alone.
	Terminal
)

// Players is how many there are.
const Players = 2

// Tree is a public tree: what both players see of a game. It is not changed by
// solving and may be shared.
type Tree struct {
	// Nodes lists the nodes, the root first and every parent before its
	// children.
	Nodes []Node
}

// Node is a public position.
type Node struct {
	Kind Kind
	// Player is who decides at a decision.
	Player int
	// States is how many private states each player may be in here.
	States [Players]int
	// Edges lead to what may follow; a terminal has none.
	Edges []Edge
}

// Edge is an action, or an outcome of public chance. Several actions of a decision
// may lead to one child: then the other player does not see which of them was
// taken, and they must lead to different private states.
type Edge struct {
	// Child is the index of the node that follows.
	Child int
	// Prob is how likely an outcome of chance is for each pair of private states
	// that it does not exclude.
	Prob float64
	// To is, for each player, the child's private state for each private state
	// here, -1 where the action is illegal or the outcome impossible; nil stands
	// for no change. An action may change its own player's states only.
	To [Players][]int32
}

// Payoffs says what terminals are worth. The joint prior of private states is part
// of it.
type Payoffs interface {
	// Values sets out[i], for each private state i of the player at the node, to
	// the sum over the other's private states j of prior(i, j) * reach[j] *
	// (what the pair is worth to the player). The node is a terminal.
	Values(node, player int, reach, out []float64)
}

// Check says what is wrong with the tree's shape; nil if nothing is. Solvers take it
// for granted that it is right.
func (t *Tree) Check() error {
	if len(t.Nodes) == 0 {
		return errors.New("cfr: the tree has no nodes; want a root at least")
	}
	for i := range t.Nodes {
		if err := t.check(i); err != nil {
			return fmt.Errorf("cfr: node %d: %w", i, err)
		}
	}
	return nil
}

func (t *Tree) check(i int) error {
	n := &t.Nodes[i]
	switch {
	case n.States[0] < 1 || n.States[1] < 1:
		return fmt.Errorf("%d and %d private states; want one or more", n.States[0], n.States[1])
	case n.Kind == Terminal && len(n.Edges) > 0:
		return errors.New("a terminal with edges; want none")
	case n.Kind != Terminal && len(n.Edges) == 0:
		return errors.New("no edges; want one or more, or a terminal")
	case n.Kind == Decision && n.Player != 0 && n.Player != 1:
		return fmt.Errorf("player %d; want 0 or 1", n.Player)
	}
	for e := range n.Edges {
		if err := t.checkEdge(i, e); err != nil {
			return fmt.Errorf("edge %d: %w", e, err)
		}
	}
	return nil
}

func (t *Tree) checkEdge(i, e int) error {
	n, edge := &t.Nodes[i], &t.Nodes[i].Edges[e]
	if edge.Child <= i || edge.Child >= len(t.Nodes) {
		return fmt.Errorf("child %d; want %d to %d, after its parent", edge.Child, i+1, len(t.Nodes)-1)
	}
	child := &t.Nodes[edge.Child]
	for p, to := range edge.To {
		switch {
		case to == nil && n.States[p] != child.States[p]:
			return fmt.Errorf("player %d has %d private states before and %d after; want a map", p, n.States[p], child.States[p])
		case to == nil:
			continue
		case n.Kind == Decision && p != n.Player:
			return fmt.Errorf("changes states of player %d; want those of player %d only", p, n.Player)
		case len(to) != n.States[p]:
			return fmt.Errorf("a map of %d states of player %d; want %d", len(to), p, n.States[p])
		}
		for s, c := range to {
			if c < -1 || int(c) >= child.States[p] {
				return fmt.Errorf("state %d of player %d becomes %d; want -1 to %d", s, p, c, child.States[p]-1)
			}
		}
	}
	return nil
}

// firsts marks, for each edge of the node, whether it is the first that leads to its
// child: the other player's vectors pass once, however many hidden actions there are.
func (n *Node) firsts() []bool {
	first := make([]bool, len(n.Edges))
	seen := map[int]bool{}
	for e := range n.Edges {
		first[e] = !seen[n.Edges[e].Child]
		seen[n.Edges[e].Child] = true
	}
	return first
}

// After returns the child's private state of a player in the state, -1 where the action
// is illegal or the outcome impossible.
func (e *Edge) After(player, state int) int {
	if to := e.To[player]; len(to) > 0 {
		return int(to[state])
	}
	return state
}

// legal reports whether the state may take the edge.
func (e *Edge) legal(player, state int) bool { return e.After(player, state) >= 0 }
