package round

import (
	"context"

	"github.com/saloon-games/saloon/bot/cfr"
)

// Solution is how both play a round: an average strategy of its public tree, and
// plans for flipping. It is not changed any more, but what asks for values works in
// the Game's memory, so it is not safe for concurrent use.
type Solution struct {
	game     *Game
	strategy *cfr.Strategy
}

// Solve runs so many iterations of CFR+ and returns the average. The same situation,
// values and number of iterations always give the same solution, and true; when ctx is
// done before, it returns what it has by then, one iteration at least, and false.
//
// At the iterations that looks lists, ascending, the values of the ends are found again
// from the beliefs that the average leads to.
func (g *Game) Solve(ctx context.Context, iterations int, looks ...int) (s *Solution, whole bool) {
	work := g.Solving(iterations, looks...)
	for work.Step() {
		if ctx.Err() != nil && work.done < iterations {
			return work.Solution(), false
		}
	}
	return work.Solution(), true
}

// Solving is a round that is being solved, one iteration after the other.
type Solving struct {
	game       *Game
	solver     *cfr.Solver
	looks      []int
	iterations int
	done       int
}

// Solving begins to solve the round, as Solve does.
func (g *Game) Solving(iterations int, looks ...int) *Solving {
	solver := cfr.NewSolver(g.shape.Tree, g, cfr.Options{Variant: cfr.Plus, Tremble: tremble, Power: 2})
	return &Solving{game: g, solver: solver, looks: looks, iterations: iterations}
}

// Step runs an iteration. It reports whether there was one left to run.
func (s *Solving) Step() bool {
	if s.done == s.iterations {
		return false
	}
	if len(s.looks) > 0 && s.done == s.looks[0] {
		s.looks = s.looks[1:]
		s.game.foresee(s.solver.Average())
	}
	s.solver.Run(1)
	s.done++
	return true
}

// Solution returns the average of the iterations so far, one or more, and ends the work.
func (s *Solving) Solution() *Solution {
	s.game.rest()
	return &Solution{s.game, s.game.steady(s.solver.Average())}
}

// Draft returns the policy of the iterations so far, one or more. It takes about as long as
// some iterations, and changes nothing of what the work comes to.
func (s *Solving) Draft() *Policy {
	undo := s.game.keep()
	defer undo()
	return s.Solution().Policy()
}

// keep returns what puts the plans back as they are now: what asks for values makes them
// pay what they pay by their average.
func (g *Game) keep() (undo func()) {
	var works [][]float64
	for i := range g.open {
		for _, p := range g.open[i].plans {
			if p.dag.chooses {
				works = append(works, append([]float64(nil), p.work...))
			}
		}
	}
	return func() {
		for i := range g.open {
			o := &g.open[i]
			for k, p := range o.plans {
				if p.dag.chooses {
					copy(p.work, works[0])
					copy(p.values, p.work)
					works = works[1:]
					o.refresh(g, k)
				}
			}
		}
	}
}

// steady takes the tremble out of a strategy.
func (g *Game) steady(s *cfr.Strategy) *cfr.Strategy {
	tree := g.shape.Tree
	return cfr.NewStrategy(tree, func(node, edge, state int) float64 {
		n := &tree.Nodes[node]
		least := trembled / float64(len(n.Edges))
		sum := 0.0
		for e := range n.Edges {
			sum += max(s.Prob(node, e, state)-least, 0)
		}
		if sum == 0 {
			return 0
		}
		return max(s.Prob(node, edge, state)-least, 0) / sum
	})
}

// Pairs returns, for each pair of owned sets in the order of the belief, what the round
// is worth to its beginner if that is the pair and both play the solution. It means
// nothing where the belief is 0.
func (s *Solution) Pairs() []float64 {
	g := s.game
	g.rest()
	n0, n1 := len(sets[g.sit.Owns[0]]), len(sets[g.sit.Owns[1]])
	out := make([]float64, n0*n1)
	var reach [players][][]float64
	for p := range players {
		reach[p] = cfr.Reach(g.shape.Tree, s.strategy, p)
	}
	for i := range g.open {
		o := &g.open[i]
		owned := ownedAt[g.sit.Owns[o.bettor^1]][o.stacks[o.bettor^1]]
		for _, node := range o.nodes {
			other := reach[o.bettor^1][node]
			sums := append([]float64(nil), g.byOwned(owned, len(sets[g.sit.Owns[o.bettor^1]]), other)...)
			for hand, r := range reach[o.bettor][node] {
				o.addPairs(out, &o.rows[o.rowOf[hand]], r, other, sums, owned, n1)
			}
		}
	}
	return out
}

// addPairs adds what a row pays to the pairs.
func (o *open) addPairs(out []float64, w *row, reach float64, other, sums []float64, owned []int32, cols int) {
	add := func(theirs int, v float64) {
		if o.bettor == 0 {
			out[int(w.owned)*cols+theirs] += v
		} else {
			out[theirs*cols+int(w.owned)] -= v
		}
	}
	if w.plan < 0 {
		for b, x := range sums {
			add(b, reach*x*w.pays[b])
		}
		return
	}
	for k, x := range other {
		add(int(owned[k]), reach*x*w.pays[k])
	}
}

// rest makes all plans pay what they pay by their average.
func (g *Game) rest() {
	for i := range g.open {
		o := &g.open[i]
		for k, p := range o.plans {
			if p.dag.chooses {
				p.settle(g, o, average)
				o.refresh(g, k)
			}
		}
	}
}

// answering is a Game in which a player's flips answer, at each terminal, in the best
// way to what the other has shown there, and the other's are the average.
type answering struct {
	*Game
	player int
}

// Values implements cfr.Payoffs.
func (a answering) Values(node, player int, reach, out []float64) {
	o := &a.open[a.shape.at[node].group]
	if o.bettor == a.player {
		for k, p := range o.plans {
			if p.dag.chooses {
				copy(p.other, reach)
				p.settle(a.Game, o, best)
				o.refresh(a.Game, k)
			}
		}
	}
	a.Game.Values(node, player, reach, out)
}

// Response is what the round is worth to the player who answers the solution in the
// best way there is, flips included, while the other plays it.
func (s *Solution) Response(player int) float64 {
	s.game.rest()
	return cfr.BestResponse(s.game.shape.Tree, answering{s.game, player}, s.strategy, player)
}

// Value is what the round is worth to who begins it when both play the solution.
func (s *Solution) Value() float64 {
	s.game.rest()
	return cfr.Value(s.game.shape.Tree, s.game, s.strategy)
}

// Exploitability is the mean over the players of what each could gain at most in this
// round, given what its ends are worth.
func (s *Solution) Exploitability() float64 { return (s.Response(0) + s.Response(1)) / 2 }
