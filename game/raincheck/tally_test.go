package raincheck_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
)

func TestATallyFollowsAGameByItsFlips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		state, err := raincheck.Rules{}.New(2, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := state.(*raincheck.State)
		first := rapid.IntRange(0, 1).Draw(t, "first")
		y, err := raincheck.NewTally(first)
		if err := errors.Join(err, s.Start(first)); err != nil {
			t.Fatal(err)
		}
		for s.Turn() != game.Over {
			flips := s.Phase() == raincheck.Flipping
			step(t, s)
			if flips {
				tell(t, &y, s)
			}
			if s.Phase() == raincheck.Stacking && (y.Round() != s.Round() || y.Begins() != s.Begins() || y.Flipper() >= 0) {
				t.Fatalf("round %d begun by %d, want %d by %d", y.Round(), y.Begins(), s.Round(), s.Begins())
			}
		}
		if y.Winner() != s.Winners()[0] || y.Owns(0) != s.Owns(0) || y.Owns(1) != s.Owns(1) {
			t.Fatalf("the winner is %d, want %d", y.Winner(), s.Winners()[0])
		}
	})
}

// step has chance or the seat on turn do anything.
func step(t *rapid.T, s *raincheck.State) {
	t.Helper()
	want := s.Draw()
	if want.Take == 0 {
		if err := s.Play(rapid.SampledFrom(s.Legal(nil)).Draw(t, "move")); err != nil {
			t.Fatal(err)
		}
		return
	}
	all := make([]uint8, want.Of)
	for i := range all {
		all[i] = uint8(i)
	}
	if err := s.Chance(rapid.Permutation(all).Draw(t, "draw")[:want.Take]); err != nil {
		t.Fatal(err)
	}
}

// tell tells the last flip, and that the bet was reached if it was.
func tell(t *rapid.T, y *raincheck.Tally, s *raincheck.State) {
	t.Helper()
	_, bettor := s.Bet()
	flipped := s.Flipped()
	err := y.Flip(bettor, flipped[len(flipped)-1].Card)
	if s.Phase() == raincheck.Losing && s.Loser() != bettor {
		err = errors.Join(err, y.Reach(bettor))
	}
	if err != nil {
		t.Fatal(err)
	}
	if y.Energy(0) != s.Energy(0) || y.Energy(1) != s.Energy(1) {
		t.Fatalf("energy %d and %d, want %d and %d", y.Energy(0), y.Energy(1), s.Energy(0), s.Energy(1))
	}
}

func TestATallyRefusesWhatCannotBe(t *testing.T) {
	y, err := raincheck.NewTally(0)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := y.Flip(1, raincheck.Battery); err != nil {
			t.Fatal(err)
		}
	}
	refused := func(err error, says string) {
		t.Helper()
		var refusal *game.Error
		if !errors.As(err, &refusal) || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q", err, says)
		}
		if y.Flipper() != 1 || y.Round() != 1 || y.Energy(1) != raincheck.FullEnergy {
			t.Errorf("after %v it has moved", err)
		}
	}
	refused(y.Flip(1, raincheck.Battery), "S1: there are only 2 of Battery")
	refused(y.Flip(1, raincheck.Card(4)), "S1: there is no such card")
	refused(y.Flip(0, raincheck.Blank), "S10: seat 1 flips in this round")
	refused(y.Reach(0), "S10: seat 1 flips in this round")
	refused(y.Flip(2, raincheck.Blank), "S10: there is no seat 2")
	if _, err := raincheck.NewTally(2); err == nil {
		t.Error("seat 2 begins")
	}
	t.Run("when the game is over", func(t *testing.T) {
		over, err := raincheck.NewTally(0)
		for range 4 {
			err = errors.Join(err, over.Reach(0))
		}
		if err != nil || over.Winner() != 0 || over.Owns(1) != 0 || over.Round() != 4 {
			t.Fatalf("winner %d in round %d: %v", over.Winner(), over.Round(), err)
		}
		if err := over.Flip(0, raincheck.Hit); err == nil || !strings.Contains(err.Error(), "the game is over") {
			t.Errorf("the refusal is %v", err)
		}
	})
}
