package fair

import "strconv"

// MaxBound is the greatest bound that a Source takes. It fits an int on every
// platform.
const MaxBound = 1<<31 - 1

// MaxPool is the greatest number of things to draw from, so that each has a
// number that fits a byte.
const MaxPool = 256

// Source gives unbiased whole numbers below a bound.
type Source interface {
	// Below returns a number from 0 to n-1, each equally likely. It panics if
	// n is not from 1 to MaxBound: that is a mistake in the program.
	Below(n int) int
}

// badBound is what a Source panics with. Being an error of its own it names the
// bound without costing the fast path a call (see Rand.Below).
type badBound int

func (n badBound) Error() string {
	return "fair: Below(" + strconv.Itoa(int(n)) + "): the bound must be from 1 to " + strconv.Itoa(MaxBound)
}

// Draw takes len(dst) things out of n, one after another and without
// replacement, and writes their numbers (0 to n-1) to dst in the order drawn.
// Every ordered choice is equally likely. With len(dst) == n it is a shuffle.
//
// It is a forward partial Fisher-Yates shuffle (Fisher and Yates 1938; Durstenfeld
// 1964): a pool lists the numbers 0 to n-1, and for i = 0, 1, 2, ... the thing at
// place i changes places with the one at place i + src.Below(n-i) and is drawn.
// So src is asked exactly len(dst) times, the last time of a full shuffle for a
// number below 1. The scheme of real tables depends on just this order.
//
// Time is O(n), and nothing is allocated. Draw panics if n is over MaxPool or
// less than len(dst): that is a mistake in the program.
func Draw(src Source, dst []uint8, n int) {
	if n < len(dst) || n > MaxPool {
		panic("fair: Draw of " + strconv.Itoa(len(dst)) + " of " + strconv.Itoa(n) +
			": the pool must hold at least what is drawn, and at most " + strconv.Itoa(MaxPool))
	}
	var pool [MaxPool]uint8
	for i := range n {
		pool[i] = uint8(i)
	}
	// A swap's other half, pool[i] = drawn, is left out below: no later step
	// looks at place i again.
	if r, ok := src.(*Rand); ok {
		// The same loop once more, as here the compiler can inline Below.
		// Simulations spend much of their time in it.
		for i := range dst {
			j := i + r.Below(n-i)
			dst[i], pool[j] = pool[j], pool[i]
		}
		return
	}
	for i := range dst {
		j := i + src.Below(n-i)
		dst[i], pool[j] = pool[j], pool[i]
	}
}
