package search_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/saloon-games/saloon/bot/search"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
)

// nim is the game of taking one to three sticks from a heap: who takes the last one
// wins. It has no hidden cards. Imagined hands are played on at random.
type nim struct {
	heap int
	done *int // iterations are counted here if it is not nil
}

type heap struct{ left, turn int }

func (g nim) Sample(s *heap, _ *fair.Rand) {
	*s = heap{left: g.heap}
	if g.done != nil {
		*g.done++
	}
}

func (nim) Turn(s *heap) int {
	if s.left == 0 {
		return -1
	}
	return s.turn
}

func (nim) Moves(s *heap, dst []game.Move) []game.Move {
	for m := 1; m <= min(s.left, 3); m++ {
		dst = append(dst, game.Move(m))
	}
	return dst
}

func (nim) Do(s *heap, m game.Move) {
	s.left -= int(m)
	s.turn = 1 - s.turn
}

func (g nim) Finish(s *heap, r *fair.Rand) (pay search.Payoff) {
	for s.left > 0 {
		g.Do(s, game.Move(1+r.Below(min(s.left, 3))))
	}
	pay[1-s.turn], pay[s.turn] = 1000, -1000
	return pay
}

func (nim) Prior(_ *heap, _ []game.Move, p []int32) { clear(p) }

// Reply takes one stick, whatever is left.
func (nim) Reply(*heap, *fair.Rand) game.Move { return 1 }

// guess is a game with a coin that lies hidden: heads three times in four, unless even
// is set. One either takes 600, or goes on and calls it, for 1000 if it is right. Whoever
// plays on from a sample sees the coin.
type guess struct{ even bool }

type coin struct {
	heads bool
	at    int // 0 at first, 1 when to call, then the end
	won   int32
}

const (
	safe game.Move = iota
	on
	tails
	heads
)

func (g guess) Sample(s *coin, r *fair.Rand) {
	*s = coin{heads: r.Below(4) > 0}
	if g.even {
		s.heads = r.Below(2) == 0
	}
}

func (guess) Turn(s *coin) int {
	if s.at == 2 {
		return -1
	}
	return 0
}

func (guess) Moves(s *coin, dst []game.Move) []game.Move {
	if s.at == 0 {
		return append(dst, safe, on)
	}
	return append(dst, tails, heads)
}

func (guess) Do(s *coin, m game.Move) {
	switch m {
	case safe:
		s.at, s.won = 2, 600
	case on:
		s.at = 1
	default:
		s.at = 2
		if s.heads == (m == heads) {
			s.won = 1000
		}
	}
}

func (g guess) Finish(s *coin, _ *fair.Rand) search.Payoff {
	if s.at == 1 {
		s.won = 1000
	}
	return search.Payoff{s.won}
}

func (guess) Reply(*coin, *fair.Rand) game.Move { panic("nobody else plays") }

func (guess) Prior(_ *coin, _ []game.Move, p []int32) { clear(p) }

func newTree[S any, G search.Guide[S]]() *search.Tree[S, G] {
	return &search.Tree[S, G]{Trust: 1, Explore: 500}
}

// best is the move with the best mean.
func best(found []search.Worth) game.Move {
	return slices.MaxFunc(found, func(a, b search.Worth) int {
		switch {
		case a.Mean < b.Mean:
			return -1
		case a.Mean > b.Mean:
			return 1
		default:
			return 0
		}
	}).Move
}

func TestTheTreeLeavesAMultipleOfFourSticks(t *testing.T) {
	tree := newTree[heap, nim]()
	for _, left := range []int{5, 6, 7, 9, 10, 11} {
		found := tree.Search(t.Context(), nim{heap: left}, 3000, fair.NewRand(1))
		if m := best(found); int(m) != left%4 {
			t.Errorf("of %d sticks it takes %d; want %d: %+v", left, m, left%4, found)
		}
	}
}

// Of eight sticks whoever begins loses to one who plays well, but not to one who takes one
// stick each time: then one, or three, leaves that one with the last but one.
func TestATreeThatFollowsRepliesBeatsWhoPlaysSo(t *testing.T) {
	tree := newTree[heap, nim]()
	for _, found := range tree.Search(t.Context(), nim{heap: 8}, 4000, fair.NewRand(1)) {
		if found.Mean > 0 {
			t.Errorf("against the best play: %+v; want to lose", found)
		}
	}
	tree.Follow = true
	found := tree.Search(t.Context(), nim{heap: 8}, 4000, fair.NewRand(1))
	if m := best(found); found[m-1].Mean < 800 {
		t.Errorf("against one who takes one stick each time: %+v; want to win nearly always", found)
	}
}

func TestPIMCKnowsWhatPlayingOnGives(t *testing.T) {
	// Two sticks: to take both wins at once; to take one loses at once.
	var p search.PIMC[heap, nim]
	found := p.Search(t.Context(), nim{heap: 2}, 10, fair.NewRand(1))
	want := []search.Worth{{Move: 1, Visits: 10, Mean: -1000}, {Move: 2, Visits: 10, Mean: 1000}}
	if !slices.Equal(found, want) {
		t.Errorf("Search = %+v; want %+v", found, want)
	}
}

// With open eyes to go on is worth 1000, so PIMC goes on; the tree finds out that it will
// not know the coin when it calls: that is worth 500, or with the uneven one 750.
func TestTheTreeKnowsThatItWillNotSeeWhatPIMCSees(t *testing.T) {
	var p search.PIMC[coin, guess]
	if m := best(p.Search(t.Context(), guess{even: true}, 100, fair.NewRand(1))); m != on {
		t.Errorf("PIMC chooses %d; its playouts see the coin and must go on", m)
	}
	tree := newTree[coin, guess]()
	if found := tree.Search(t.Context(), guess{even: true}, 4000, fair.NewRand(1)); best(found) != safe {
		t.Errorf("an even coin: %+v; want 600 to be better", found)
	}
	found := tree.Search(t.Context(), guess{}, 4000, fair.NewRand(1))
	if best(found) != on {
		t.Errorf("an uneven coin: %+v; want to go on", found)
	}
	if w := found[1]; math.Abs(w.Mean-750) > 60 || w.Error < 4 || w.Error > 20 {
		t.Errorf("to go on is worth %.0f ± %.1f; want about 750 ± 10", w.Mean, w.Error)
	}
}

func TestOneSeedFindsTheSame(t *testing.T) {
	var p search.PIMC[coin, guess]
	tree := newTree[coin, guess]()
	var of [3][2][]search.Worth
	for i, seed := range []uint64{1, 1, 2} {
		of[i][0] = slices.Clone(p.Search(t.Context(), guess{}, 50, fair.NewRand(seed)))
		of[i][1] = slices.Clone(tree.Search(t.Context(), guess{}, 500, fair.NewRand(seed)))
	}
	if !slices.Equal(of[0][0], of[1][0]) || !slices.Equal(of[0][1], of[1][1]) {
		t.Errorf("seed 1 found %+v, then %+v", of[0], of[1])
	}
	if slices.Equal(of[0][1], of[2][1]) {
		t.Errorf("seeds 1 and 2 both found %+v", of[0][1])
	}
}

func TestASearchWhoseContextIsDoneAnswersSoonWithWhatItHas(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	count := 0
	var p search.PIMC[heap, nim]
	tree := newTree[heap, nim]()
	for name, found := range map[string][]search.Worth{
		"PIMC": p.Search(ctx, nim{7, &count}, 1e6, fair.NewRand(1)),
		"tree": tree.Search(ctx, nim{7, &count}, 1e6, fair.NewRand(1)),
	} {
		if len(found) != 3 {
			t.Errorf("%s: %+v; want three moves", name, found)
		}
		for _, w := range found {
			if w.Visits == 0 {
				t.Errorf("%s: move %d has not been tried at all", name, w.Move)
			}
		}
	}
	if count > 100 {
		t.Errorf("%d samples were taken after the context was done", count)
	}
}
