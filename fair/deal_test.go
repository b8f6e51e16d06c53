package fair_test

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/saloon-games/saloon/fair"
)

func TestEveryDealIsEquallyLikely(t *testing.T) {
	for _, c := range []struct{ hands, size, deals int }{
		{1, 5, 1}, {2, 1, 2}, {2, 2, 6}, {3, 2, 90}, {2, 6, 924}, {6, 1, 720}, {3, 3, 1680},
	} {
		r := fair.NewRand(1)
		hands := make([]uint64, c.hands)
		counts := map[string]int{}
		for range 30 * c.deals {
			fair.Deal(r, hands, c.size)
			counts[fmt.Sprint(hands)]++
		}
		if len(counts) > c.deals {
			t.Errorf("%d hands of %d: %d deals came; there are %d", c.hands, c.size, len(counts), c.deals)
		}
		cells := make([]int, c.deals) // those that never came are 0
		i := 0
		for _, n := range counts {
			cells[i%c.deals] = n
			i++
		}
		if c.deals > 1 {
			slices.Sort(cells)
			wantUniform(t, fmt.Sprintf("%d hands of %d", c.hands, c.size), cells)
		}
	}
}

func TestADealGivesEachNumberToOneHand(t *testing.T) {
	r := fair.NewRand(1)
	for _, c := range []struct{ hands, size int }{{3, 15}, {4, 15}, {5, 12}, {6, 10}, {4, 16}, {1, 64}, {64, 1}, {3, 0}} {
		n := c.hands * c.size
		hands := make([]uint64, c.hands)
		got := make([][]int, n) // by number, how often each hand had it
		for i := range got {
			got[i] = make([]int, c.hands)
		}
		for range 100 * c.hands {
			hands[0] = ^uint64(0) // no matter
			fair.Deal(r, hands, c.size)
			var all uint64
			for i, h := range hands {
				if bits.OnesCount64(h) != c.size || all&h != 0 {
					t.Fatalf("%d hands of %d: dealt %x", c.hands, c.size, hands)
				}
				all |= h
				for ; h != 0; h &= h - 1 {
					got[bits.TrailingZeros64(h)][i]++
				}
			}
			if bits.Len64(all) != n {
				t.Fatalf("%d hands of %d: dealt %x", c.hands, c.size, hands)
			}
		}
		for i, counts := range got {
			if c.hands > 1 {
				wantUniform(t, fmt.Sprintf("%d hands of %d: who gets number %d", c.hands, c.size, i), counts)
			}
		}
	}
}

func TestDealRefusesWhatCannotBeDealt(t *testing.T) {
	for name, c := range map[string]struct{ hands, size int }{
		"more than a set holds": {5, 13}, "less than nothing": {2, -1}, "to nobody": {0, 3},
	} {
		t.Run(name, func(t *testing.T) {
			wantPanic(t, "want a hand at least, and no more than 64 together", func() {
				fair.Deal(fair.NewRand(1), make([]uint64, c.hands), c.size)
			})
		})
	}
}
