package fair

import "math/bits"

// The first two constants of wyhash's final version 4.
const (
	wyStep = 0x2d358dccaa6c78a5
	wyMask = 0x8bb84b93962eacc9
)

// golden is 2^64 divided by the golden ratio, made odd: the step of splitmix64.
const golden = 0x9e3779b97f4a7c15

// Rand is a fast pseudorandom generator for tools, tests and simulations. The
// same seed gives the same numbers on every platform and in every version of
// this package. It is not secret: who has seen a few numbers can know all the
// others, so no real table may use it.
//
// It is wyrand (Wang Yi, Barros Romero, Lemire and Jin 2019, "Modern
// Non-Cryptographic Hash Function and Pseudorandom Number Generator"): eight
// bytes of state, period 2^64, and it passes BigCrush and PractRand. All seeds
// are places on one and the same cycle of 2^64 numbers. A hundred million games
// of a thousand numbers each, seeded with Derive, use less than 10^-8 of it,
// and perhaps one pair of those games overlaps somewhere.
//
// Rand is a Source and also a Source of math/rand/v2. The zero Rand is ready to
// use. It is not safe for concurrent use: give each goroutine its own.
type Rand struct{ state uint64 }

// NewRand returns a generator that starts at the seed. Any seed is as good as
// any other; seeds that are close to each other give unrelated numbers.
func NewRand(seed uint64) *Rand {
	r := new(Rand)
	r.Seed(seed)
	return r
}

// Seed starts r again, as NewRand(seed) would start.
func (r *Rand) Seed(seed uint64) { r.state = mix(seed) }

// Uint64 returns the next 64 random bits.
func (r *Rand) Uint64() uint64 {
	r.state += wyStep
	hi, lo := bits.Mul64(r.state, r.state^wyMask)
	return hi ^ lo
}

// Below returns a number from 0 to n-1, each equally likely. It panics if n is
// not from 1 to MaxBound.
//
// The number is the high half of a 64-bit random number times n, and a draw
// whose low half says that it would favor some results is thrown away (Lemire
// 2019, "Fast Random Integer Generation in an Interval"). That happens less than
// once in 2^33 draws, and only then is there a division.
func (r *Rand) Below(n int) int {
	// Written for Go's inliner, which takes this function as it stands (a test
	// says so) but would not if the rare case were a call: a call alone is
	// charged more than half of what an inlined function may cost.
	if n < 1 || n > MaxBound {
		panic(badBound(n))
	}
	for {
		hi, lo := bits.Mul64(r.Uint64(), uint64(n))
		if lo >= uint64(n) || lo >= -uint64(n)%uint64(n) {
			return int(hi)
		}
	}
}

// Derive returns the seed for the index-th game of a run that has the given
// seed, so that games may be played in any order, or on several machines, and
// each can be played again alone. Within a run no two indexes share a seed.
func Derive(seed, index uint64) uint64 {
	return mix(mix(seed^wyMask) + index*golden)
}

// mix spreads a number over all 64 bits, one to one: a step of splitmix64
// (Steele, Lea and Flood 2014, with the constants of Stafford 2011, "Mix13").
func mix(x uint64) uint64 {
	x += golden
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
