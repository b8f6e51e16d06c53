package cfr

import "math"

// Variant is a member of the family: what becomes of old regrets and old strategies.
type Variant uint8

// The variants. Updates alternate between the players in all of them.
const (
	// Vanilla is CFR (Zinkevich, Johanson, Bowling and Piccione 2007, "Regret
	// Minimization in Games with Incomplete Information"): all iterations count
	// alike.
	Vanilla Variant = iota
	// Plus is CFR+ (Tammelin 2014, "Solving Large Imperfect Information Games Using
	// CFR+"): regrets never fall below 0, and iteration t counts t times.
	Plus
	// Discounted is DCFR (Brown and Sandholm 2019, "Solving Imperfect-Information
	// Games via Discounted Regret Minimization") with their choice of 3/2, 0 and 2.
	Discounted
)

// Inner is Payoffs that hold decisions of their own below the terminals and learn
// with the solver.
type Inner interface {
	Payoffs
	// Pass is called once for each player's update, before its Values. The player
	// learns; reach returns, for a terminal, how likely each private state of a
	// player leads there by its present strategy (not at all before that player has
	// one). What the player does in this iteration counts with the weight.
	Pass(player int, weight float64, reach func(player, node int) []float64)
}

// Options say how to solve.
type Options struct {
	Variant Variant
	// Tremble is how much of every choice is made evenly among what is legal while
	// solving, 0 to 1, so that no position is unreachable and each gets an answer.
	// Equilibrium is then that of the game in which players tremble so; the
	// strategy returned is that of players who do, too.
	Tremble float64
	// Power, if it is not 0, makes iteration t count t^Power times instead of what
	// the variant prescribes.
	Power float64
}

// Solver runs iterations on a tree. It is not safe for concurrent use.
//
// An iteration takes time proportional to the number of edges times private states,
// and what Payoffs takes; memory is three numbers for each of them.
type Solver struct {
	tree    *Tree
	payoffs Payoffs
	inner   Inner // payoffs, if it is one
	options Options
	firsts  [][]bool
	base    []int
	regrets []float64
	current []float64 // the strategies of this iteration
	sums    []float64 // of the strategies of all iterations, by weight and reach
	place   [Players][]int
	reach   [Players][]float64
	values  [Players][]float64
	room    []float64
	done    int
}

// NewSolver returns a solver that has done nothing yet. The tree must pass its Check.
func NewSolver(t *Tree, payoffs Payoffs, o Options) *Solver {
	base, size := layout(t)
	s := &Solver{
		tree: t, payoffs: payoffs, options: o, base: base,
		regrets: make([]float64, size), current: Uniform(t).probs, sums: make([]float64, size),
		firsts: make([][]bool, len(t.Nodes)),
	}
	s.inner, _ = payoffs.(Inner)
	most := 0
	for p := range Players {
		s.place[p] = make([]int, len(t.Nodes))
		all := 0
		for i := range t.Nodes {
			s.place[p][i] = all
			all += t.Nodes[i].States[p]
			most = max(most, t.Nodes[i].States[p])
		}
		s.reach[p] = make([]float64, all)
		s.values[p] = make([]float64, all)
	}
	for i := range t.Nodes {
		s.firsts[i] = t.Nodes[i].firsts()
	}
	s.room = make([]float64, most)
	return s
}

// Iterations is how many have been done.
func (s *Solver) Iterations() int { return s.done }

// Run does so many more iterations.
func (s *Solver) Run(iterations int) {
	for range iterations {
		s.done++
		for p := range Players {
			s.forward(p ^ 1)
			if s.inner != nil {
				s.inner.Pass(p, s.weight(), s.reachOf)
			}
			s.backward(p)
		}
	}
}

// weight is how much the present iteration counts in the average.
func (s *Solver) weight() float64 {
	switch t := float64(s.done); {
	case s.options.Power != 0:
		return math.Pow(t, s.options.Power)
	case s.options.Variant == Plus:
		return t
	case s.options.Variant == Discounted:
		return t * t // the same as to discount what came before by (t/(t+1))^2
	default:
		return 1
	}
}

func (s *Solver) reachOf(p, node int) []float64 {
	at := s.place[p][node]
	return s.reach[p][at : at+s.tree.Nodes[node].States[p]]
}

func (s *Solver) valuesOf(p, node int) []float64 {
	at := s.place[p][node]
	return s.values[p][at : at+s.tree.Nodes[node].States[p]]
}

// forward finds how likely the player's private states lead to each node, as far as
// it and chance are concerned, and adds its strategy to the average.
func (s *Solver) forward(p int) {
	clear(s.reach[p])
	for i := range s.reachOf(p, 0) {
		s.reach[p][i] = 1
	}
	weight := s.weight()
	for i := range s.tree.Nodes {
		n := &s.tree.Nodes[i]
		here := s.reachOf(p, i)
		switch {
		case n.Kind == Terminal:
		case n.Kind == Chance:
			for e := range n.Edges {
				edge := &n.Edges[e]
				spread(s.reachOf(p, edge.Child), here, edge.To[p], edge.Prob)
			}
		case n.Player != p:
			for e := range n.Edges {
				if s.firsts[i][e] {
					copy(s.reachOf(p, n.Edges[e].Child), here)
				}
			}
		default:
			s.act(i, here, weight)
		}
	}
}

// act spreads the reach of a node's own player over its actions.
func (s *Solver) act(i int, here []float64, weight float64) {
	n := &s.tree.Nodes[i]
	at := s.base[i]
	for e := range n.Edges {
		edge := &n.Edges[e]
		current := s.current[at : at+len(here)]
		sums := s.sums[at : at+len(here)]
		child := s.reachOf(n.Player, edge.Child)
		at += len(here)
		if edge.To[n.Player] == nil {
			for k, r := range here {
				r *= current[k]
				child[k] = r
				sums[k] += weight * r
			}
			continue
		}
		for k, c := range edge.To[n.Player] {
			if c >= 0 {
				r := here[k] * current[k]
				child[c] += r
				sums[k] += weight * r
			}
		}
	}
}

// spread adds the reach of an outcome of chance.
func spread(child, here []float64, to []int32, prob float64) {
	for k, r := range here {
		switch {
		case to == nil:
			child[k] += r * prob
		case to[k] >= 0:
			child[to[k]] += r * prob
		}
	}
}

// backward finds the player's counterfactual values, and learns from them.
func (s *Solver) backward(p int) {
	for i := len(s.tree.Nodes) - 1; i >= 0; i-- {
		n := &s.tree.Nodes[i]
		out := s.valuesOf(p, i)
		switch {
		case n.Kind == Terminal:
			s.payoffs.Values(i, p, s.reachOf(p^1, i), out)
		case n.Kind == Decision && n.Player == p:
			s.learn(i, out)
		default:
			clear(out)
			for e := range n.Edges {
				if n.Kind == Chance || s.firsts[i][e] {
					gather(out, s.valuesOf(p, n.Edges[e].Child), n.Edges[e].To[p])
				}
			}
		}
	}
}

// gather adds a child's values to its parent's.
func gather(out, child []float64, to []int32) {
	if to == nil {
		for k := range out {
			out[k] += child[k]
		}
		return
	}
	for k, c := range to {
		if c >= 0 {
			out[k] += child[c]
		}
	}
}

// learn sets the values of a decision and makes its next strategy by regret matching.
func (s *Solver) learn(i int, out []float64) {
	n := &s.tree.Nodes[i]
	p, states := n.Player, len(out)
	size := len(n.Edges) * states
	current := s.current[s.base[i] : s.base[i]+size]
	regrets := s.regrets[s.base[i] : s.base[i]+size]
	clear(out)
	for e := range n.Edges {
		child, to := s.valuesOf(p, n.Edges[e].Child), n.Edges[e].To[p]
		cur := current[e*states:][:states]
		if to == nil {
			for k := range out {
				out[k] += cur[k] * child[k]
			}
			continue
		}
		for k, c := range to {
			if c >= 0 {
				out[k] += cur[k] * child[c]
			}
		}
	}
	room := s.room[:states] // sums of positive regrets
	clear(room)
	better, worse := s.discounts()
	for e := range n.Edges {
		child, to := s.valuesOf(p, n.Edges[e].Child), n.Edges[e].To[p]
		reg := regrets[e*states:][:states]
		for k := range reg {
			c := k
			if to != nil {
				if to[k] < 0 {
					continue
				}
				c = int(to[k])
			}
			r := reg[k]
			if r > 0 {
				r *= better
			} else {
				r *= worse
			}
			r += child[c] - out[k]
			if r > 0 {
				room[k] += r
			} else if s.options.Variant == Plus {
				r = 0
			}
			reg[k] = r
		}
	}
	s.match(n, current, regrets)
}

// match is regret matching, with the tremble; room has the sums.
func (s *Solver) match(n *Node, current, regrets []float64) {
	sums, states := s.room, n.States[n.Player]
	for k := range states {
		if sums[k] > 0 {
			sums[k] = 1 / sums[k]
		}
	}
	even := 1 / float64(len(n.Edges))
	sure := 1 - s.options.Tremble
	for e := range n.Edges {
		cur, reg := current[e*states:][:states], regrets[e*states:][:states]
		to := n.Edges[e].To[n.Player]
		for k := range cur {
			switch {
			case len(to) > 0 && to[k] < 0:
			case sums[k] > 0:
				cur[k] = sure*max(reg[k], 0)*sums[k] + s.options.Tremble*even
			default:
				cur[k] = even
			}
		}
	}
	if n.Edges[0].To[n.Player] != nil { // some may be illegal: they get nothing
		normalize(n, current, nil)
	}
}

// discounts is what old regrets are multiplied with, positive and other ones.
func (s *Solver) discounts() (better, worse float64) {
	if s.options.Variant != Discounted {
		return 1, 1
	}
	t := math.Pow(float64(s.done), 1.5)
	return t / (t + 1), 0.5
}

// Average returns the average strategy, which is what comes near equilibrium. At a
// decision that its player has never led to in a private state it is what the last
// iteration would do there, never nothing.
func (s *Solver) Average() *Strategy {
	avg := &Strategy{tree: s.tree, base: s.base, probs: append([]float64(nil), s.sums...)}
	for i := range s.tree.Nodes {
		if n := &s.tree.Nodes[i]; n.Kind == Decision {
			normalize(n, avg.probs[s.base[i]:], s.current[s.base[i]:])
		}
	}
	return avg
}
