package cfr

// What follows reads a tree and a strategy and shares no traversal with Solver: it
// goes down and up by recursion, one call a node, so that it can find the solver's
// mistakes.

// Value returns what the game is worth to player 0 when both play the strategy.
func Value(t *Tree, payoffs Payoffs, s *Strategy) float64 {
	return total(walk(t, payoffs, s, 0, 0, ones(t, 1), false))
}

// BestResponse returns what the game is worth to the player when the other plays the
// strategy and the player answers it in the best way there is (exactly).
func BestResponse(t *Tree, payoffs Payoffs, s *Strategy, player int) float64 {
	return total(walk(t, payoffs, s, player, 0, ones(t, player^1), true))
}

// Exploitability returns the mean over the players of what each could gain at most
// against the strategy: half of NashConv. In a zero-sum game it is 0 at equilibrium
// only. Payoffs that learn must rest.
func Exploitability(t *Tree, payoffs Payoffs, s *Strategy) float64 {
	return (BestResponse(t, payoffs, s, 0) + BestResponse(t, payoffs, s, 1)) / 2
}

func ones(t *Tree, player int) []float64 {
	v := make([]float64, t.Nodes[0].States[player])
	for i := range v {
		v[i] = 1
	}
	return v
}

// total adds up counterfactual values at the root.
func total(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum
}

// walk returns the player's counterfactual values at the node, given how likely each
// private state of the other leads here. The player answers best, or plays the
// strategy.
func walk(t *Tree, payoffs Payoffs, s *Strategy, player, node int, reach []float64, best bool) []float64 {
	n := &t.Nodes[node]
	out := make([]float64, n.States[player])
	if n.Kind == Terminal {
		payoffs.Values(node, player, reach, out)
		return out
	}
	// What each child is reached with: hidden actions add up.
	into := map[int][]float64{}
	for e, edge := range n.Edges {
		child := into[edge.Child]
		if child == nil {
			child = make([]float64, t.Nodes[edge.Child].States[player^1])
			into[edge.Child] = child
		} else if n.Kind == Decision && n.Player == player {
			continue // the same child, seen once
		}
		for state, r := range reach {
			switch after := edge.After(player^1, state); {
			case after < 0:
			case n.Kind == Chance:
				child[after] += r * edge.Prob
			case n.Player != player:
				child[after] += r * s.Prob(node, e, state)
			default:
				child[after] += r
			}
		}
	}
	values := map[int][]float64{}
	for child, r := range into {
		values[child] = walk(t, payoffs, s, player, child, r, best)
	}
	for state := range out {
		out[state] = pick(n, values, s, player, node, state, best)
	}
	return out
}

// pick is the value of a private state at a node, from its children's.
func pick(n *Node, values map[int][]float64, s *Strategy, player, node, state int, best bool) float64 {
	result, found := 0.0, false
	seen := map[int]bool{}
	for e, edge := range n.Edges {
		after := edge.After(player, state)
		if after < 0 {
			continue
		}
		v := values[edge.Child][after]
		switch {
		case n.Kind == Chance:
			result += v
		case n.Player != player:
			if !seen[edge.Child] {
				result += v
			}
		case !best:
			result += v * s.Prob(node, e, state)
		case !found || v > result:
			result = v
		}
		found = true
		seen[edge.Child] = true
	}
	return result
}

// Reach returns, for each node and private state of the player, how likely the player
// and chance are to lead there when the player follows the strategy.
func Reach(t *Tree, s *Strategy, player int) [][]float64 {
	reach := make([][]float64, len(t.Nodes))
	for i := range t.Nodes {
		reach[i] = make([]float64, t.Nodes[i].States[player])
	}
	copy(reach[0], ones(t, player))
	for i := range t.Nodes {
		n := &t.Nodes[i]
		first := n.firsts()
		for e := range n.Edges {
			edge := &n.Edges[e]
			if n.Kind == Decision && n.Player != player && !first[e] {
				continue
			}
			for state, r := range reach[i] {
				after := edge.After(player, state)
				if after < 0 {
					continue
				}
				switch {
				case n.Kind == Chance:
					r *= edge.Prob
				case n.Player == player:
					r *= s.Prob(i, e, state)
				}
				reach[edge.Child][after] += r
			}
		}
	}
	return reach
}
