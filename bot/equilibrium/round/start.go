package round

import "github.com/saloon-games/saloon/game/raincheck"

// Flat returns the situation in which every pair of sets is as likely as another.
func Flat(owns, energy [2]int) *Situation {
	n := len(sets[owns[0]]) * len(sets[owns[1]])
	s := &Situation{Owns: owns, Energy: energy, Belief: make([]float64, n)}
	for i := range s.Belief {
		s.Belief[i] = 1 / float64(n)
	}
	return s
}

// First is the first round of a game (S1, S2).
func First() *Situation {
	return Flat([2]int{kinds, kinds}, [2]int{raincheck.FullEnergy, raincheck.FullEnergy})
}

// Looks is at which of so many iterations ends are best valued again: seven times, evenly.
// What hands are worth moves with the beliefs that the strategy leads to, and the strategy
// with what hands are worth; with two looks the one lags behind the other and a best
// response to a round wins five times as much.
func Looks(iterations int) []int {
	const parts = 8
	var looks []int
	for i := 1; i < parts; i++ {
		looks = append(looks, iterations*i/parts)
	}
	return looks
}
