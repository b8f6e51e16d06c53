package cfr

// Strategy is how both players choose at every decision of a tree. It is not changed
// once made, and safe for concurrent use.
type Strategy struct {
	tree  *Tree
	base  []int // of each decision in probs
	probs []float64
}

// layout returns where each decision's numbers begin, one for each edge and private
// state of its player, edge by edge, and how many there are in all.
func layout(t *Tree) (base []int, size int) {
	base = make([]int, len(t.Nodes))
	for i := range t.Nodes {
		base[i] = size
		if n := &t.Nodes[i]; n.Kind == Decision {
			size += len(n.Edges) * n.States[n.Player]
		}
	}
	return base, size
}

// Uniform returns the strategy that takes each legal action equally often.
func Uniform(t *Tree) *Strategy {
	base, size := layout(t)
	s := &Strategy{tree: t, base: base, probs: make([]float64, size)}
	for i := range t.Nodes {
		if n := &t.Nodes[i]; n.Kind == Decision {
			normalize(n, s.probs[base[i]:], nil)
		}
	}
	return s
}

// Prob returns how often the decision's player takes the edge in the private state;
// 0 where it is illegal. For each state in which anything is legal the edges' add up
// to 1.
func (s *Strategy) Prob(node, edge, state int) float64 {
	n := &s.tree.Nodes[node]
	return s.probs[s.base[node]+edge*n.States[n.Player]+state]
}

// Edge returns the probabilities of the edge for all private states of the
// decision's player; not to be changed.
func (s *Strategy) Edge(node, edge int) []float64 {
	n := &s.tree.Nodes[node]
	states := n.States[n.Player]
	at := s.base[node] + edge*states
	return s.probs[at : at+states : at+states]
}

// normalize makes a node's weights, edge by edge, probabilities for each state; where
// all are 0 it takes those of otherwise, and the legal actions evenly if that is nil.
func normalize(n *Node, weights, otherwise []float64) {
	states := n.States[n.Player]
	for s := range states {
		sum, legal := 0.0, 0
		for e := range n.Edges {
			sum += weights[e*states+s]
			if n.Edges[e].legal(n.Player, s) {
				legal++
			}
		}
		for e := range n.Edges {
			w := &weights[e*states+s]
			switch {
			case sum > 0:
				*w /= sum
			case otherwise != nil:
				*w = otherwise[e*states+s]
			case n.Edges[e].legal(n.Player, s):
				*w = 1 / float64(legal)
			}
		}
	}
}

// NewStrategy returns the strategy that takes each edge as often as prob says, which is
// asked for every decision's edges and private states.
func NewStrategy(t *Tree, prob func(node, edge, state int) float64) *Strategy {
	base, size := layout(t)
	s := &Strategy{tree: t, base: base, probs: make([]float64, size)}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Kind != Decision {
			continue
		}
		for e := range n.Edges {
			for state := range n.States[n.Player] {
				s.probs[base[i]+e*n.States[n.Player]+state] = prob(i, e, state)
			}
		}
	}
	return s
}
