package openhand

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game/texas"
)

// lateContext is done once it has been asked so often.
type lateContext struct {
	context.Context
	asked int
}

func (c *lateContext) Err() error {
	if c.asked--; c.asked < 0 {
		return context.Canceled
	}
	return nil
}

// fourLeft is a random position with four tricks left.
func fourLeft(tb testing.TB, r *fair.Rand) *texas.State {
	tb.Helper()
	fresh, err := texas.Rules{}.New(4, nil)
	if err != nil {
		tb.Fatal(err)
	}
	s := fresh.(*texas.State)
	draw := make([]uint8, s.Draw().Take)
	fair.Draw(r, draw, len(draw))
	if err := s.Chance(draw); err != nil {
		tb.Fatal(err)
	}
	for s.Hand(int(s.Turn())).Len() > 4 {
		moves := s.Legal(nil)
		if err := s.Play(moves[r.Below(len(moves))]); err != nil {
			tb.Fatal(err)
		}
	}
	return s
}

func TestASolverThatIsStoppedAnywhereReturnsWhatIsDoneAndIsNotSpoiled(t *testing.T) {
	for name, models := range map[string]Model{"max^n": MaxN, "paranoid": Paranoid} {
		t.Run(name, func(t *testing.T) {
			r := fair.NewRand(1)
			for range 3 {
				s := fourLeft(t, r)
				want, err := NewSolver(1<<12).Solve(t.Context(), s, models, nil)
				if err != nil {
					t.Fatal(err)
				}
				for asked := 1; ; asked += 1 + asked/8 {
					x := NewSolver(1 << 12)
					x.search.every = 1
					found, err := x.Solve(&lateContext{t.Context(), asked}, s, models, nil)
					if err == nil {
						break
					}
					if !errors.Is(err, context.Canceled) || !slices.Equal(found.Moves, want.Moves[:len(found.Moves)]) {
						t.Fatalf("stopped at look %d: %v, %v; want the first of %v", asked, found.Moves, err, want.Moves)
					}
					found, err = x.Solve(t.Context(), s, models, nil)
					if err != nil || !slices.Equal(found.Moves, want.Moves) {
						t.Fatalf("after a stop at look %d: %v, %v; want %v", asked, found.Moves, err, want.Moves)
					}
				}
			}
		})
	}
}
