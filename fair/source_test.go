package fair_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/saloon-games/saloon/fair"
)

// scripted is a Source that gives the numbers it is told and notes the bounds.
type scripted struct {
	numbers []int
	bounds  []int
}

func (s *scripted) Below(n int) int {
	s.bounds = append(s.bounds, n)
	x := s.numbers[0]
	s.numbers = s.numbers[1:]
	return x
}

// hidden keeps Draw from seeing which Source it is.
type hidden struct{ fair.Source }

func TestADrawOfAllThingsIsAPermutation(t *testing.T) {
	for name, src := range sources(t) {
		for _, n := range []int{0, 1, 2, 45, 60, 255, 256} {
			dst := make([]uint8, n)
			fair.Draw(src, dst, n)
			slices.Sort(dst)
			for i, x := range dst {
				if int(x) != i {
					t.Fatalf("%s: a draw of %d of %d holds %d where %d should be", name, n, n, x, i)
				}
			}
		}
	}
}

func TestAPartialDrawIsTheBeginningOfTheFullOne(t *testing.T) {
	for k := range 61 {
		full, part := make([]uint8, 60), make([]uint8, k)
		fair.Draw(stream(t, 1, 1), full, 60)
		fair.Draw(stream(t, 1, 1), part, 60)
		if !slices.Equal(part, full[:k]) {
			t.Errorf("%d of 60 are %v, but the first of all 60 are %v", k, part, full[:k])
		}
	}
}

func TestDrawSwapsForwardAndAsksOnceForEachThing(t *testing.T) {
	// The pool goes 01234 -> 31204 -> 34201 -> 34201.
	src := &scripted{numbers: []int{3, 3, 0}}
	dst := make([]uint8, 3)
	fair.Draw(src, dst, 5)
	if want := []uint8{3, 4, 2}; !slices.Equal(dst, want) {
		t.Errorf("drew %v, want %v", dst, want)
	}
	if want := []int{5, 4, 3}; !slices.Equal(src.bounds, want) {
		t.Errorf("asked for numbers below %v, want %v", src.bounds, want)
	}
	src = &scripted{numbers: []int{0}}
	fair.Draw(src, dst[:1], 1)
	if want := []int{1}; !slices.Equal(src.bounds, want) {
		t.Errorf("for one thing of one asked for numbers below %v, want %v", src.bounds, want)
	}
}

func TestEveryOrderComesFromExactlyOneSequenceOfChoices(t *testing.T) {
	seen := map[string]bool{}
	for a := range 4 {
		for b := range 3 {
			for c := range 2 {
				var dst [4]uint8
				fair.Draw(&scripted{numbers: []int{a, b, c, 0}}, dst[:], 4)
				seen[fmt.Sprint(dst)] = true
			}
		}
	}
	if len(seen) != 24 {
		t.Errorf("24 sequences of choices make %d orders, want 24", len(seen))
	}
}

func TestDrawGivesTheSameWhetherOrNotItKnowsItsSource(t *testing.T) {
	for _, n := range []int{1, 4, 45, 60, 256} {
		known, unknown := make([]uint8, n), make([]uint8, n)
		fair.Draw(fair.NewRand(7), known, n)
		fair.Draw(hidden{fair.NewRand(7)}, unknown, n)
		if !slices.Equal(known, unknown) {
			t.Errorf("%d things: %v from a Rand, %v from the same behind an interface", n, known, unknown)
		}
	}
}

func TestDrawRefusesMoreThanThePoolHoldsAndTooBigAPool(t *testing.T) {
	src := fair.NewRand(1)
	wantPanic(t, "Draw of 3 of 2", func() { fair.Draw(src, make([]uint8, 3), 2) })
	wantPanic(t, "Draw of 0 of -1", func() { fair.Draw(src, nil, -1) })
	wantPanic(t, "at most 256", func() { fair.Draw(src, make([]uint8, 3), 257) })
}

func TestDrawAllocatesNothing(t *testing.T) {
	for name, src := range sources(t) {
		dst := make([]uint8, 60)
		if n := testing.AllocsPerRun(100, func() { fair.Draw(src, dst, 60) }); n != 0 {
			t.Errorf("a draw from a %s allocates %v times, want never", name, n)
		}
	}
}

func TestABoundThatIsNoneIsAPanicThatNamesIt(t *testing.T) {
	for name, src := range sources(t) {
		t.Run(name, func(t *testing.T) {
			wantPanic(t, "Below(0): the bound must be from 1 to 2147483647", func() { src.Below(0) })
			wantPanic(t, "Below(-5)", func() { src.Below(-5) })
			if tooBig := fair.MaxBound; tooBig+1 > 0 { // where an int has 64 bits
				wantPanic(t, "Below(2147483648)", func() { src.Below(tooBig + 1) })
			}
			if x := src.Below(1); x != 0 {
				t.Errorf("Below(1) is %d, want 0", x)
			}
			if x := src.Below(fair.MaxBound); x < 0 || x >= fair.MaxBound {
				t.Errorf("Below(MaxBound) is %d", x)
			}
		})
	}
}

func TestNumbersBelowAnyBoundAreUniform(t *testing.T) {
	for name, src := range sources(t) {
		each := map[string]int{"Rand": 2000, "Stream": 200}[name]
		for _, n := range []int{2, 3, 5, 6, 7, 10, 13, 45, 60, 64, 100, 255, 1000} {
			counts := make([]int, n)
			for range n * each {
				counts[src.Below(n)]++
			}
			wantUniform(t, fmt.Sprintf("%s, Below(%d)", name, n), counts)
		}
		// Bounds too big for a cell for each number: 1<<32/3 is the worst for
		// taking 32-bit words modulo n, as every third word must be thrown away.
		for _, n := range []int{1<<16 + 1, 1_000_003, 1431655766, fair.MaxBound} {
			counts := make([]int, 48)
			for range len(counts) * each {
				counts[uint64(src.Below(n))*uint64(len(counts))/uint64(n)]++
			}
			wantUniform(t, fmt.Sprintf("%s, Below(%d) in %d parts", name, n, len(counts)), counts)
		}
	}
}

func TestNumbersThatFollowEachOtherAreUniformInPairs(t *testing.T) {
	for name, src := range sources(t) {
		counts := make([]int, 7*7)
		for range len(counts) * 1000 {
			a := src.Below(7)
			counts[a*7+src.Below(7)]++
		}
		wantUniform(t, name+", pairs below 7", counts)
	}
}

func TestAllOrdersOfFourThingsAreEquallyLikely(t *testing.T) {
	for name, src := range sources(t) {
		at := map[[4]uint8]int{}
		counts := make([]int, 24)
		for range len(counts) * 1000 {
			var dst [4]uint8
			fair.Draw(src, dst[:], 4)
			if _, ok := at[dst]; !ok {
				at[dst] = len(at)
			}
			counts[at[dst]]++
		}
		wantUniform(t, name+", orders of 4", counts)
	}
}

func TestAllDrawsOfTwoOfFiveAreEquallyLikely(t *testing.T) {
	for name, src := range sources(t) {
		counts := make([]int, 25)
		for range 20 * 1000 {
			var dst [2]uint8
			fair.Draw(src, dst[:], 5)
			counts[dst[0]*5+dst[1]]++
		}
		var possible []int
		for i, c := range counts {
			if i/5 != i%5 {
				possible = append(possible, c)
			} else if c != 0 {
				t.Errorf("%s: %d was drawn twice", name, i/5)
			}
		}
		wantUniform(t, name+", 2 of 5", possible)
	}
}

func TestEveryCardIsEquallyLikelyAtEveryPlaceOfADeck(t *testing.T) {
	for name, src := range sources(t) {
		counts := make([]int, 60*60)
		var deck [60]uint8
		for range 60 * 60 {
			fair.Draw(src, deck[:], 60)
			for place, card := range deck {
				counts[place*60+int(card)]++
			}
		}
		wantUniform(t, name+", card and place", counts)
	}
}
