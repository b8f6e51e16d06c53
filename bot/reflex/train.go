package reflex

import (
	"math"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// How training goes; see Train.
const (
	lessons   = 25   // of 100 decisions, those that are learned from
	wandering = 15   // of 100 moves, those that are made at random
	wavering  = 5    // of 256 moves of a hand played to its end, those made at random
	rate      = 0.06 // of the error, what a number moves at first
	familiar  = 1000 // after so many lessons a number moves 0.7 times as far
)

// Train learns a policy for so many players, 3 to 6, and the rule T11 or, with seas,
// T17, from so many deals. It is policy iteration by rollouts (Tesauro and Galperin 1996,
// "On-line Policy Improvement using Monte-Carlo Search"), the policy being improved all the time: hands
// are played by the policy as it is, with a random move now and then. At one decision in
// four each of the legal moves is tried and the hand played to its end, which tells how
// many tricks each cost in this deal; less their mean, that is what the worths of the moves,
// less their mean, should have been. Each number that a worth added up from then moves a
// little against the error: stochastic gradient descent on its square, with steps that get smaller
// the more often a number has been moved, and to nothing in the second half.
//
// A hand takes about 150 microseconds with four players. The same arguments learn the
// same on machines of one kind; others may round differently. The error is the rules' if
// there is no such table.
func Train(players int, seas bool, deals int, seed uint64) (*Policy, error) {
	options := game.Options{"hands": 1}
	if seas {
		options["rules"] = "seas"
	}
	start, err := texas.Rules{}.New(players, options)
	if err != nil {
		return nil, err
	}
	t := &trainer{r: fair.NewRand(seed)}
	draw := make([]uint8, start.Draw().Take)
	for i := range deals {
		t.rate = rate * min(1, 2*(1-float64(i)/float64(deals)))
		s := *start.(*texas.State)
		fair.Draw(t.r, draw, len(draw))
		if err := s.Chance(draw); err != nil {
			return nil, err
		}
		var p Position
		p.Dealt(&s)
		t.hand(&p)
	}
	policy := t.Policy
	return &policy, nil
}

// trainer is a policy that learns. Its own numbers are those of the Policy before they
// are rounded, in tricks.
type trainer struct {
	Policy

	numbers [size]float64
	moved   [size]float64 // how often each has been moved
	r       *fair.Rand
	rate    float64
}

// hand plays a hand and learns from some of its decisions.
func (t *trainer) hand(p *Position) {
	for p.Turn() >= 0 {
		if t.r.Below(100) < lessons {
			t.lesson(p)
		}
		d := p.Sight()
		m := t.Move(&d)
		if t.r.Below(100) < wandering {
			m = p.Random(t.r)
		}
		p.Do(m)
	}
}

// lesson tries every legal move and learns from what comes of them.
func (t *trainer) lesson(p *Position) {
	d := p.Sight()
	var list [mostCards]candidate
	n := d.Players
	if d.Legal != 0 {
		n = d.candidates(&list)
	}
	if n < 2 {
		return
	}
	var cost, worth [mostCards]float64
	var meanCost, meanWorth float64
	for i := range n {
		m := texas.Play(list[i].card)
		if d.Legal == 0 {
			m = texas.Opener((d.Seat + i) % n)
			list[i].at = [4]uint16{uint16(d.choice() + i)}
		}
		cost[i] = t.try(*p, m)
		for _, at := range list[i].places(&d) {
			worth[i] += t.numbers[at]
		}
		meanCost += cost[i] / float64(n)
		meanWorth += worth[i] / float64(n)
	}
	for i := range n {
		t.move(list[i].places(&d), cost[i]-meanCost-(worth[i]-meanWorth))
	}
}

// places is where the numbers are that the candidate's worth adds up from: T11's choice
// has but one.
func (k *candidate) places(d *Sight) []uint16 {
	if d.Legal == 0 {
		return k.at[:1]
	}
	return k.at[:]
}

// try is how many tricks the seat on turn takes in the hand after a move.
func (t *trainer) try(p Position, m game.Move) float64 {
	seat := int(p.Turn())
	p.Do(m)
	t.Finish(&p, t.r, wavering)
	return float64(p.Taken(seat))
}

// move moves the numbers by a part of the error.
func (t *trainer) move(places []uint16, err float64) {
	for _, i := range places {
		t.numbers[i] += t.rate * err / math.Sqrt(1+t.moved[i]/familiar)
		t.moved[i]++
		t.w[i] = int16(max(math.MinInt16, min(math.MaxInt16, t.numbers[i]*Unit)))
	}
}
