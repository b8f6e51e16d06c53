package equilibrium

import "math"

// level is how strong a player is. All of it is fixed work, so that a level plays the
// same on every machine.
type level struct {
	name string
	// iterations of CFR+ for each round.
	iterations int
	// foresees is whether what hands are worth later hangs on beliefs, or on cards
	// and energies only.
	foresees bool
	// whims is how many of all choices are made by what each move seems worth
	// alone: the better it is, the likelier, by a factor of e for each difference of
	// heat in the chance to win.
	whims, heat float64
}

// levels are the levels, the weakest first.
var levels = []level{
	{name: "easy", iterations: 20, whims: 1, heat: 0.15},
	{name: "medium", iterations: 30, whims: 0.5, heat: 0.07},
	{name: "hard", iterations: 50, whims: 0.25, heat: 0.06},
	{name: "expert", iterations: 120, foresees: true},
}

// work is how many iterations a round is worth in which the players own so many cards:
// with few cards they cost little, and it takes more of them.
func (l *level) work(owns [2]int) int {
	switch {
	case owns[0]+owns[1] <= 3:
		return 2 * l.iterations
	case owns[0] == 1 || owns[1] == 1 || owns[0]+owns[1] >= 7:
		return l.iterations * 3 / 2
	default:
		return l.iterations
	}
}

// soften turns the probabilities of moves of these worths, chances to win, into the
// level's.
func (l *level) soften(probs, wins []float64) {
	if l.whims == 0 {
		return
	}
	best := math.Inf(-1)
	for _, w := range wins {
		best = math.Max(best, w)
	}
	sum := 0.0
	for _, w := range wins {
		sum += math.Exp((w - best) / l.heat)
	}
	for i, w := range wins {
		probs[i] = (1-l.whims)*probs[i] + l.whims*math.Exp((w-best)/l.heat)/sum
	}
}
