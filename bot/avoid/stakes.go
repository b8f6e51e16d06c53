package avoid

import (
	"github.com/saloon-games/saloon/bot/reflex"
	"github.com/saloon-games/saloon/bot/search"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// stakes is what a search plays for. Where a number of hands is played (T16) it is few
// tricks. Where a target ends the game (T13) it is the share of wins: whoever leads wants
// the game to end, and a trick matters less to who can hardly win or lose any more.
//
// Before the end the share of a seat is taken to be e^(-z t), t being its points, as a
// part of the sum over all seats. The steepness z falls with the hands that are still to
// be expected, and so with the points that the highest total lacks to the target. It was
// fitted to 30,000 games among players of the learned policy for each number of seats,
// and agrees with a normal error of the differences: z times the square root of those
// hands hardly changes.
type stakes struct {
	wins  bool
	scale int64 // payoff of a whole win
}

// steepness is 100 z by seats, from 3, and by the points that the highest total lacks to
// the target, from 1.
var steepness = [4][]int{
	{54, 52, 50, 50, 42, 42, 38, 38, 36},
	{68, 66, 64, 58, 54, 52, 48, 46, 44, 42},
	{90, 86, 82, 72, 68, 64, 58, 56, 54},
	{112, 104, 96, 86, 82, 76, 72, 66},
}

// slopeAt is 100 z where the highest total lacks so many points. Far from the target
// it is taken to fall with the points' square root, and no further than the table reaches four times.
func slopeAt(players, lacks int) int {
	list := steepness[players-3]
	z := list[min(max(lacks, 1), len(list))-1]
	for far := len(list) * 4; lacks >= far; far *= 4 {
		z /= 2
	}
	return z
}

// few is how many tricks count as much as one does without stakes, where wins are at
// stake.
const few = 16

// look finds out what is at stake for the view's table.
func (s *stakes) look(v *texas.View) {
	*s = stakes{wins: v.Target() > 0}
	if !s.wins {
		return
	}
	// A trick is to count as much as it does without stakes, so that the search explores
	// as much: for a seat that wins one game in n, a point takes z (n-1)/n² off its share.
	most, n := 0, v.Players()
	for seat := range n {
		most = max(most, v.Total(seat))
	}
	z := slopeAt(n, v.Target()-most-v.HandSize()/n)
	s.scale = int64(trick * 100 * n * n / (z * (n - 1)))
}

// payoff is what each seat gets when the hand is over.
func (s *stakes) payoff(p *reflex.Position) (pay search.Payoff) {
	if !s.wins {
		for seat := range p.Players() {
			pay[seat] = -trick * int32(p.Taken(seat))
		}
		return pay
	}
	n := p.Players()
	least, most := p.Total(0), p.Total(0)
	for seat := range n {
		least, most = min(least, p.Total(seat)), max(most, p.Total(seat))
	}
	over := p.Turn() == game.Over
	z := slopeAt(n, p.Target()-most)
	var shares [mostSeats]int64
	sum := int64(0)
	for seat := range n {
		behind := p.Total(seat) - least
		switch {
		case !over:
			shares[seat] = int64(fade[min(behind*z*16/100, len(fade)-1)])
		case behind == 0:
			shares[seat] = 1 // T14
		}
		sum += shares[seat]
	}
	for seat := range n {
		// What is won or lost all the same is played for few tricks.
		pay[seat] = int32(s.scale*shares[seat]/sum) - trick/few*int32(p.Taken(seat))
	}
	return pay
}
