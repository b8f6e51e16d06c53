package fair

import (
	"math/bits"
	"strconv"
)

// MostDealt is how many things Deal deals at most: as many as a set has bits.
const MostDealt = 64

// Deal deals the numbers 0 to n-1 out to the hands, size to each, where n is as many as
// that makes, MostDealt at most: bit i of a hand says that it has number i. Every deal is
// equally likely. What is in the hands before does not matter.
//
// It is for simulations, several times quicker than Draw and with other numbers: nothing
// is drawn for the last hand, nor in what order a hand gets its numbers; and five places of a
// Fisher-Yates shuffle come from one number of 64 bits, each exactly fair (Brackett-Rozinsky
// and Lemire 2024, "Batched Ranged Random Integer Generation"). Like all that comes from a
// Rand, deals are the same on every platform and in every version of this package.
//
// Time is O(n), and nothing is allocated. Deal panics if n is over MostDealt, size is
// negative or there are no hands: that is a mistake in the program.
func Deal[S ~uint64](r *Rand, hands []S, size int) {
	n := len(hands) * size
	if size < 0 || n > MostDealt || len(hands) == 0 {
		panic("fair: Deal of " + strconv.Itoa(size) + " to each of " + strconv.Itoa(len(hands)) +
			": want a hand at least, and no more than " + strconv.Itoa(MostDealt) + " together")
	}
	var places [MostDealt]uint8 // where in what is left of the pool each drawn number is
	drawn, i := n-size, 0
	for ; i+batch <= drawn; i += batch {
		r.places((*[batch]uint8)(places[i:]), uint64(n-i))
	}
	for ; i < drawn; i++ {
		places[i] = uint8(r.Below(n - i))
	}
	pool := ascending
	left, end, last := ^S(0)>>(MostDealt-n), n, len(hands)-1
	for i := range last {
		hand := S(0)
		for _, p := range places[i*size : i*size+size] {
			end--
			hand |= 1 << (pool[p&63] & 63)
			pool[p&63] = pool[end&63]
		}
		hands[i] = hand
		left &^= hand
	}
	hands[last] = left
}

// batch is how many places come from one random number.
const batch = 5

// ascending is a pool in which every number is at its own place.
var ascending = func() (pool [MostDealt]uint8) {
	for i := range pool {
		pool[i] = uint8(i)
	}
	return pool
}()

// places draws a number below n, one below n-1, and so on, all independent and fair. n is
// batch to MostDealt.
func (r *Rand) places(dst *[batch]uint8, n uint64) {
	for {
		low := r.Uint64()
		var p0, p1, p2, p3, p4 uint64
		p0, low = bits.Mul64(low, n)
		p1, low = bits.Mul64(low, n-1)
		p2, low = bits.Mul64(low, n-2)
		p3, low = bits.Mul64(low, n-3)
		p4, low = bits.Mul64(low, n-4)
		dst[0], dst[1], dst[2], dst[3], dst[4] = uint8(p0), uint8(p1), uint8(p2), uint8(p3), uint8(p4)
		// As in Below, with the product of the bounds, which is at most 2^30.
		if product := n * (n - 1) * (n - 2) * (n - 3) * (n - 4); low >= product || low >= -product%product {
			return
		}
	}
}
