package openhand_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/saloon-games/saloon/bot/openhand"
	"github.com/saloon-games/saloon/fair"
)

// tree is a game that is written down: a seat's branches, or what it has come to.
type tree struct {
	turn int
	kids []tree
	ends openhand.Units
}

// at is a place in a tree.
type at struct{ *tree }

type trees struct{}

func (trees) Turn(s *at) int {
	if s.kids == nil {
		return -1
	}
	return s.turn
}

func (trees) Branches(s *at) uint64           { return 1<<len(s.kids) - 1 }
func (trees) Do(s *at, branch int)            { s.tree = &s.kids[branch] }
func (trees) Taken(s *at) openhand.Units      { return s.ends }
func (trees) Key(*at) (k openhand.Key, n int) { return k, 0 }

// ends is a leaf in which the seats have so many units.
func ends(units ...int) tree {
	var u openhand.Units
	for seat, n := range units {
		u |= openhand.Units(n) << (8 * seat)
	}
	return tree{ends: u}
}

func by(seat int, kids ...tree) tree { return tree{turn: seat, kids: kids} }

func TestOfAWrittenTree(t *testing.T) {
	for name, c := range map[string]struct {
		root tree
		maxn []int
		most int // that seat 0 gets, all others against it
	}{
		"nobody has a choice": {by(0, by(1, ends(1, 2, 3))), []int{1, 2, 3}, 1},
		"everybody takes as few as it can": {
			by(
				0,
				by(1, ends(1, 4, 1), ends(4, 1, 1)),
				by(1, ends(3, 2, 1), ends(0, 3, 3)),
			),
			[]int{3, 2, 1},
			3,
		},
		"whoever does not care takes the last branch": {
			by(
				0,
				by(1, ends(5, 1, 0), ends(0, 1, 5)),
				by(2, ends(1, 5, 0), ends(2, 4, 0)),
			),
			[]int{0, 1, 5},
			2,
		},
		"others who play together do what hurts themselves": {
			by(
				0,
				by(1, ends(0, 0, 6), by(2, ends(6, 0, 0), ends(0, 6, 0))),
				by(1, ends(1, 5, 0), ends(2, 4, 0)),
			),
			[]int{0, 0, 6},
			2,
		},
		"what costs nothing is not the end of it": {
			by(2, ends(6, 0, 0), ends(1, 5, 0)),
			[]int{1, 5, 0},
			6,
		},
	} {
		t.Run(name, func(t *testing.T) {
			x := openhand.NewSearch[at](trees{}, 1)
			got, err := x.MaxN(t.Context(), &at{&c.root})
			if err != nil {
				t.Fatal(err)
			}
			for seat, want := range c.maxn {
				if got.Of(seat) != want {
					t.Errorf("max^n: seat %d gets %d; want %v", seat, got.Of(seat), c.maxn)
				}
			}
			most, err := x.Paranoid(t.Context(), &at{&c.root}, 0)
			if most != c.most || err != nil {
				t.Errorf("paranoid: %d, %v; want %d", most, err, c.most)
			}
		})
	}
}

// sticks is the game of taking one to three sticks from the first of three heaps: who
// takes the last of a heap gets a unit and the turn. Lines of play meet again.
type sticks struct{ seats int }

type heaps struct {
	left  [3]uint8
	turn  uint8
	taken openhand.Units
}

func (heaps) over(h *heaps) bool { return h.left == [3]uint8{} }

// first is the heap that is taken from.
func (h *heaps) first() int {
	i := 0
	for h.left[i] == 0 {
		i++
	}
	return i
}

func (sticks) Turn(h *heaps) int {
	if h.over(h) {
		return -1
	}
	return int(h.turn)
}

func (sticks) Branches(h *heaps) uint64 { return 1<<min(h.left[h.first()], 3) - 1 }

func (g sticks) Do(h *heaps, branch int) {
	i := h.first()
	if h.left[i] -= uint8(branch + 1); h.left[i] == 0 {
		h.taken += 1 << (8 * h.turn)
		return
	}
	h.turn = uint8((int(h.turn) + 1) % g.seats)
}

func (sticks) Taken(h *heaps) openhand.Units { return h.taken }

func (g sticks) Key(h *heaps) (openhand.Key, int) {
	left := 0
	for _, n := range h.left {
		left += int(min(n, 1))
	}
	return openhand.Key{A: uint64(h.left[0]) | uint64(h.left[1])<<8, B: uint64(h.left[2]), C: uint64(h.turn)}, left
}

// plainMaxN is max^n without any pruning or table.
func plainMaxN(g sticks, h heaps) openhand.Units {
	seat := g.Turn(&h)
	if seat < 0 {
		return h.taken
	}
	var best openhand.Units
	for b := range 3 {
		if g.Branches(&h)>>b&1 == 0 {
			continue
		}
		next := h
		g.Do(&next, b)
		if u := plainMaxN(g, next); b == 0 || u.Of(seat) <= best.Of(seat) {
			best = u
		}
	}
	return best
}

// plainParanoid is what the seat me has at the end.
func plainParanoid(g sticks, h heaps, me int) int {
	seat := g.Turn(&h)
	if seat < 0 {
		return h.taken.Of(me)
	}
	best := -1
	for b := range 3 {
		if g.Branches(&h)>>b&1 == 0 {
			continue
		}
		next := h
		g.Do(&next, b)
		n := plainParanoid(g, next, me)
		switch {
		case best < 0:
			best = n
		case seat == me:
			best = min(best, n)
		default:
			best = max(best, n)
		}
	}
	return best
}

func TestSticksAreWorthWhatPlainRecursionSays(t *testing.T) {
	for _, entries := range []int{1, 16, 1 << 12} {
		t.Run(fmt.Sprintf("with a table of %d", entries), func(t *testing.T) {
			r := fair.NewRand(1)
			for seats := 2; seats <= openhand.MostSeats; seats++ {
				x := openhand.NewSearch[heaps](sticks{seats}, entries)
				for range 30 {
					var h heaps
					for i := range h.left {
						h.left[i] = uint8(r.Below(6))
					}
					h.turn = uint8(r.Below(seats))
					h.taken = 1 << (8 * r.Below(seats)) // had before
					checkSticks(t, x, sticks{seats}, h)
				}
			}
		})
	}
}

func checkSticks(t *testing.T, x *openhand.Search[heaps, sticks], g sticks, h heaps) {
	t.Helper()
	got, err := x.MaxN(t.Context(), &h)
	if want := plainMaxN(g, h) - h.taken; got != want || err != nil {
		t.Fatalf("%d seats, %+v: max^n is %x, %v; want %x", g.seats, h, got, err, want)
	}
	for me := range g.seats {
		most, err := x.Paranoid(t.Context(), &h, me)
		if want := plainParanoid(g, h, me) - h.taken.Of(me); most != want || err != nil {
			t.Fatalf("%d seats, %+v: seat %d gets at most %d, %v; want %d", g.seats, h, me, most, err, want)
		}
	}
}

func TestASearchWhoseContextIsDoneSaysSo(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g := sticks{3}
	x := openhand.NewSearch[heaps](g, 16)
	h := heaps{left: [3]uint8{5, 5, 5}}
	if _, err := x.MaxN(ctx, &h); !errors.Is(err, context.Canceled) {
		t.Errorf("MaxN: %v", err)
	}
	if _, err := x.Paranoid(ctx, &h, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("Paranoid: %v", err)
	}
	if got, err := x.MaxN(t.Context(), &h); got != plainMaxN(g, h) || err != nil {
		t.Errorf("afterwards it finds %x, %v; want %x", got, err, plainMaxN(g, h))
	}
}
