package round

import "github.com/saloon-games/saloon/game/raincheck"

// next is a round's end seen from the round that follows: each pair of owned sets, the
// bettor's the rows, becomes one of several, as the loser may lose any of its cards
// (S17).
type next struct {
	sit    *Situation
	bettor int
	moves  []change
}

// change is that a pair becomes another with some chance.
type change struct {
	pair, next int
	share      float64
}

// follow returns the round that follows a result, its belief still empty, or that the
// game is over (S13, S19).
func follow(sit *Situation, bettor int, r result) (n *next, over bool) {
	other := bettor ^ 1
	loser := bettor
	if r.won {
		loser = other
	}
	if r.energy == 0 || sit.Owns[loser] == 1 {
		return nil, true
	}
	// The beginner alternates: player 1 begins the next round (S4).
	s := &Situation{Owns: [players]int{sit.Owns[1], sit.Owns[0]}}
	s.Owns[loser^1]--
	s.Energy[bettor^1] = r.energy
	s.Energy[other^1] = sit.Energy[other]
	cols := len(sets[s.Owns[1]])
	s.Belief = make([]float64, len(sets[s.Owns[0]])*cols)
	n = &next{sit: s, bettor: bettor}
	mine, theirs := sets[sit.Owns[bettor]], sets[sit.Owns[other]]
	share := 1 / float64(sit.Owns[loser])
	for i, a := range mine {
		for j, b := range theirs {
			pair := [players]raincheck.Set{}
			pair[bettor^1], pair[other^1] = a, b
			for lost := pair[loser^1]; lost != 0; lost &= lost - 1 {
				p := pair
				p[loser^1] &^= lost & -lost
				n.moves = append(n.moves, change{i*len(theirs) + j, setAt[p[0]]*cols + setAt[p[1]], share})
			}
		}
	}
	return n, false
}

// fill makes the belief of the round that follows from one at the end of flipping.
func (n *next) fill(belief []float64) {
	clear(n.sit.Belief)
	for _, m := range n.moves {
		n.sit.Belief[m.next] += m.share * belief[m.pair]
	}
	normalize(n.sit.Belief)
}

// back sets out to what the pairs are worth to the bettor, from what those of the
// round that follows are worth to its beginner.
func (n *next) back(values, out []float64) {
	clear(out)
	sign := 1.0
	if n.bettor == 0 { // then the other begins
		sign = -1
	}
	for _, m := range n.moves {
		out[m.pair] += sign * m.share * values[m.next]
	}
}
