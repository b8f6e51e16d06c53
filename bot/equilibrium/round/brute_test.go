package round_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/bot/equilibrium/round"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
)

// What follows finds best responses with nothing but the rules of the game: it walks
// all histories of a round by raincheck.State, one world for each hand, stack and order
// of the river that the other side may have, splits them by what the answering seat is
// told, and takes the best move of each of its information sets. It shares no tree,
// payoff or vector with the solver.

// world is a full position, how likely it is, and the policy's line to it.
type world struct {
	state  *raincheck.State
	line   *round.Line
	weight float64
}

// brute is a best response by brute force.
type brute struct {
	t      *testing.T
	policy *round.Policy
	worth  round.Worth
	player int // who answers: the seat, too, for seat 0 begins
}

// value is what the worlds, which the answering seat cannot tell apart, bring it.
func (b *brute) value(worlds []world) float64 {
	first := worlds[0].state
	switch first.Phase() {
	case raincheck.Over, raincheck.Losing:
		sum := 0.0
		for _, w := range worlds {
			sum += w.weight * b.end(w.state)
		}
		return sum
	}
	seat := int(first.Turn())
	if seat != b.player {
		return b.split(worlds, func(w *world, next func(game.Move, float64)) {
			hand := handOf(w)
			for _, c := range w.line.Choices(&hand, nil) {
				if c.Prob > 0 {
					next(c.Move, c.Prob)
				}
			}
		})
	}
	best := math.Inf(-1)
	for _, m := range first.Legal(nil) {
		best = math.Max(best, b.split(worlds, func(_ *world, next func(game.Move, float64)) { next(m, 1) }))
	}
	return best
}

// split plays moves in all worlds and adds up the values of what the answering seat can
// tell apart.
func (b *brute) split(worlds []world, moves func(w *world, next func(game.Move, float64))) float64 {
	groups := map[string][]world{}
	for i := range worlds {
		w := &worlds[i]
		moves(w, func(m game.Move, prob float64) {
			s := w.state.Clone().(*raincheck.State)
			if err := s.Play(m); err != nil {
				b.t.Fatal(err)
			}
			line := *w.line
			if from, flips := raincheck.FlippedSource(m); flips {
				f := s.Flipped()
				line.Flip(from, f[len(f)-1].Card)
			} else {
				line.Take(m)
			}
			told := s.Told(b.player)
			groups[told] = append(groups[told], world{s, &line, w.weight * prob})
		})
	}
	sum := 0.0
	for _, g := range groups {
		sum += b.value(g)
	}
	return sum
}

// handOf is the hand of the seat on turn: the stack as it was before flipping.
func handOf(w *world) round.Hand {
	seat := int(w.state.Turn())
	var stack []raincheck.Card
	for _, f := range w.state.Flipped() {
		if f.From == raincheck.Own {
			stack = append(stack, f.Card)
		}
	}
	return round.HandOf(w.state.Owned(seat), append(stack, w.state.Stack(seat)...))
}

// end is what the end of the round is worth to the answering seat: the mean over the
// cards that may be lost.
func (b *brute) end(s *raincheck.State) float64 {
	loser := s.Loser()
	sign := 1.0
	if loser == b.player {
		sign = -1
	}
	if s.Phase() == raincheck.Over || s.Owns(loser) == 1 {
		return sign
	}
	sum := 0.0
	for _, c := range s.Owned(loser).Append(nil) {
		owned := [2]raincheck.Set{s.Owned(0), s.Owned(1)}
		owned[loser] &^= raincheck.SetOf(c)
		next := &round.Situation{ // seat 1 begins
			Owns:   [2]int{owned[1].Len(), owned[0].Len()},
			Energy: [2]int{s.Energy(1), s.Energy(0)},
		}
		cols := len(round.Sets(next.Owns[1]))
		next.Belief = make([]float64, len(round.Sets(next.Owns[0]))*cols)
		out := make([]float64, len(next.Belief))
		b.worth.Worth(next, out)
		v := out[round.SetAt(owned[1])*cols+round.SetAt(owned[0])]
		if b.player == 0 {
			v = -v
		}
		sum += v / float64(s.Owns(loser))
	}
	return sum
}

// orders lists the orders of the cards, repeated ones once, and what part of all orders
// each of them is.
func orders(cards []raincheck.Card) (list [][]raincheck.Card) {
	var counts [4]int
	for _, c := range cards {
		counts[c]++
	}
	var row []raincheck.Card
	var grow func()
	grow = func() {
		if len(row) == len(cards) {
			list = append(list, append([]raincheck.Card(nil), row...))
			return
		}
		for c := range counts {
			if counts[c] == 0 {
				continue
			}
			counts[c]--
			row = append(row, raincheck.Card(c))
			grow()
			row = row[:len(row)-1]
			counts[c]++
		}
	}
	grow()
	return list
}

// start returns the beginning of a round as a state of the rules: a game that is led
// there, for no state is made from nothing. A seat loses its cards, the Hit last, in
// rounds in which it runs into its own Hit; where drained is set seat 0, which must have
// lost a card, loses its first one after two Beartraps and has 4 energy.
func start(t *testing.T, owned [2]raincheck.Set, order []raincheck.Card, drained bool) *raincheck.State {
	t.Helper()
	losses := 8 - owned[0].Len() - owned[1].Len()
	g, err := raincheck.Rules{}.New(2, game.Options{"first": losses & 1})
	if err != nil {
		t.Fatal(err)
	}
	s := g.(*raincheck.State)
	apply := func(events ...string) {
		for _, e := range events {
			if err := s.Apply(e); err != nil {
				t.Fatal(err)
			}
		}
	}
	apply("start " + string(rune('0'+losses&1)))
	for seat := range 2 {
		gone := (raincheck.SetOf(0, 1, 2, 3) &^ owned[seat]).Append(nil)
		slices.Reverse(gone) // the Hit last
		for i, c := range gone {
			other := s.Owned(seat ^ 1).Nth(0).String()
			switch begins := s.Begins() == seat; {
			case drained && seat == 0 && i == 0 && begins:
				apply("stack 3", "stack A", "stack K", "stack 3", "bet 4", "fold",
					"flip own", "flip own", "flip opp", "flip opp")
			case drained && seat == 0 && i == 0:
				apply("stack A", "stack 3", "stack 3", "bet 3", "fold", "flip own", "flip opp", "flip opp")
			case begins:
				apply("stack A", "stack "+other, "bet 1", "fold", "flip own")
			default:
				apply("stack "+other, "stack A", "bet 1", "bet 2", "fold", "flip own")
			}
			apply("lose " + c.String())
			river := order
			if losses--; losses > 0 { // any order will do
				river = s.River()
			}
			apply("river " + words(river))
		}
	}
	return s
}

// words are cards as the event of a shuffle has them.
func words(cards []raincheck.Card) string {
	var list []string
	for _, c := range cards {
		list = append(list, c.String())
	}
	return strings.Join(list, ",")
}

// response is the best response of the player to the policy, and its worth.
func response(t *testing.T, p *round.Policy, worth round.Worth, player int, drained bool) float64 {
	t.Helper()
	sit := p.Situation()
	total := 0.0
	cols := len(round.Sets(sit.Owns[1]))
	for own, mine := range round.Sets(sit.Owns[player]) {
		var worlds []world
		for other, theirs := range round.Sets(sit.Owns[player^1]) {
			pair, owned := own*cols+other, [2]raincheck.Set{mine, theirs}
			if player == 1 {
				pair, owned = other*cols+own, [2]raincheck.Set{theirs, mine}
			}
			if sit.Belief[pair] == 0 {
				continue
			}
			all := orders(rest(owned))
			for _, order := range all {
				worlds = append(worlds, world{
					start(t, owned, order, drained), round.NewLine(p), sit.Belief[pair] / float64(len(all)),
				})
			}
		}
		if len(worlds) > 0 {
			b := &brute{t, p, worth, player}
			total += b.value(worlds)
		}
	}
	return total
}

// rest is the river's cards.
func rest(owned [2]raincheck.Set) []raincheck.Card {
	var cards []raincheck.Card
	for _, s := range owned {
		cards = (raincheck.SetOf(raincheck.Hit, raincheck.Beartrap, raincheck.Blank, raincheck.Battery) &^ s).Append(cards)
	}
	return cards
}

// slope is a worth that hangs on everything but beliefs.
type slope struct{}

func (slope) Worth(s *round.Situation, out []float64) {
	i := 0
	for _, a := range round.Sets(s.Owns[0]) {
		for _, b := range round.Sets(s.Owns[1]) {
			v := 0.2*float64(s.Owns[0]-s.Owns[1]) + 0.03*float64(s.Energy[0]-s.Energy[1])
			out[i] = v + 0.02*float64(a) - 0.03*float64(b) + 0.1
			i++
		}
	}
}

// situation is a round in which pairs are believed in by turns, more and less, or not at
// all.
func situation(owns [2]int, drained bool, weights ...float64) *round.Situation {
	s := &round.Situation{Owns: owns, Energy: [2]int{10, 10}}
	if drained {
		s.Energy[0] = 4
	}
	sum := 0.0
	for i := range len(round.Sets(owns[0])) * len(round.Sets(owns[1])) {
		s.Belief = append(s.Belief, weights[i%len(weights)])
		sum += s.Belief[i]
	}
	for i := range s.Belief {
		s.Belief[i] /= sum
	}
	return s
}

// answered is what the answers of a player with each of its hands are worth.
func answered(p *round.Policy, worth round.Worth, player int) float64 {
	sit := p.Situation()
	mine, theirs := round.Sets(sit.Owns[player]), round.Sets(sit.Owns[player^1])
	total := 0.0
	for own, set := range mine {
		belief := make([]float64, len(theirs))
		mass := 0.0
		for other := range theirs {
			pair := own*len(theirs) + other
			if player == 1 {
				pair = other*len(mine) + own
			}
			belief[other] = sit.Belief[pair]
			mass += sit.Belief[pair]
		}
		if mass > 0 { // it scales
			total += round.NewAnswer(p, player, set, belief, worth, false).Worth()
		}
	}
	return total
}

func TestARoundIsSolvedAsTheRulesAloneSay(t *testing.T) {
	for _, c := range []struct {
		name    string
		owns    [2]int
		drained bool
		weights []float64
	}{
		{"a card each", [2]int{1, 1}, false, []float64{1, 0, 0, 1, 2}},
		{"a card each, one with little energy", [2]int{1, 1}, true, []float64{3, 0, 0, 2, 1, 0, 0, 0, 0}},
		{"one card and two", [2]int{1, 2}, true, []float64{0, 1, 0, 0, 2, 0, 0}},
		{"two cards and one", [2]int{2, 1}, false, []float64{0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 0}},
		{"two cards each, hands nearly known", [2]int{2, 2}, true, []float64{0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 1, 0}},
		{"three cards and four", [2]int{3, 4}, true, []float64{1, 0, 0, 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			sit := situation(c.owns, c.drained, c.weights...)
			s, whole := round.NewGame(sit, slope{}).Solve(t.Context(), 700)
			if !whole {
				t.Fatal("not solved")
			}
			sum := 0.0
			for player := range 2 {
				fast := s.Response(player)
				slow := response(t, s.Policy(), slope{}, player, c.drained)
				if math.Abs(fast-slow) > 1e-5 {
					t.Errorf("player %d: the best response is worth %.6f by the tree, %.6f by the rules", player, fast, slow)
				}
				sum += slow
				if answers := answered(s.Policy(), slope{}, player); math.Abs(answers-fast) > 1e-5 {
					t.Errorf("player %d: answers with each hand are worth %.6f, the best response %.6f", player, answers, fast)
				}
			}
			if sum < -1e-5 || sum/2 > 1e-3 {
				t.Errorf("exploitability %.6f; want at most 1e-3", sum/2)
			}
			t.Logf("value %.6f, exploitability %.6f", s.Value(), sum/2)
		})
	}
}
