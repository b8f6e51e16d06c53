package tally_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/internal/pad"
	"github.com/saloon-games/saloon/internal/pad/tally"
)

// A sheet is a pad with a hand that writes on it.
type sheet struct {
	*pad.Pad
	device string
	made   int
}

func newSheet(device string) *sheet { return &sheet{pad.New(tally.Kind{}), device, 0} }

func (s *sheet) write(text string) error {
	s.made++
	_, err := tally.Write(s.Pad, pad.Stamp{ID: fmt.Sprintf("%s-%06d", s.device, s.made), By: s.device, Wall: int64(s.made)}, text)
	return err
}

func (s *sheet) must(t rapid.TB, words ...string) {
	t.Helper()
	for _, text := range words {
		if err := s.write(text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
}

// tap writes the next step.
func (s *sheet) tap(t rapid.TB, side int, what string) {
	t.Helper()
	s.must(t, fmt.Sprintf("%s %d %s", s.read().Step, side, what))
}

func (s *sheet) read() *tally.Sheet { return tally.Read(s.Pad) }

// words are the steps of cards.
var words = map[raincheck.Card]string{
	raincheck.Hit: "hit", raincheck.Beartrap: "trap", raincheck.Blank: "blank", raincheck.Battery: "battery",
}

func TestAGameOfTheEngineToldByHandEndsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		state, err := raincheck.Rules{}.New(2, game.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := state.(*raincheck.State)
		paper := newSheet("phone-one")
		blanks := rapid.Bool().Draw(t, "blanks are told")
		first := rapid.IntRange(0, 1).Draw(t, "first")
		if err := s.Start(first); err != nil {
			t.Fatal(err)
		}
		paper.must(t, fmt.Sprint("game 1 ", first))
		for s.Turn() != game.Over {
			if s.Turn() == game.Chance {
				if err := s.Chance(drawOf(t, s.Draw())); err != nil {
					t.Fatal(err)
				}
			} else {
				act(t, s, paper, blanks)
			}
			if s.Phase() == raincheck.Stacking {
				checkRound(t, paper.read(), s)
			}
		}
		checkEnd(t, paper, s, first)
	})
}

// act has the seat on turn do anything, and tells what it flips.
func act(t *rapid.T, s *raincheck.State, paper *sheet, blanks bool) {
	t.Helper()
	flips := s.Phase() == raincheck.Flipping
	if err := s.Play(rapid.SampledFrom(s.Legal(nil)).Draw(t, "move")); err != nil {
		t.Fatal(err)
	}
	if !flips {
		return
	}
	_, bettor := s.Bet()
	flipped := s.Flipped()
	if card := flipped[len(flipped)-1].Card; card != raincheck.Blank || blanks {
		paper.tap(t, bettor, words[card])
	}
	if s.Phase() == raincheck.Losing && s.Loser() != bettor {
		paper.tap(t, bettor, "made")
	}
	if got := paper.read(); got.Energy != energies(s) || s.Phase() == raincheck.Flipping && got.Flipper >= 0 && got.Flipper != bettor {
		t.Fatalf("energy %v, want %v; side %d flips, not %d", got.Energy, energies(s), got.Flipper, bettor)
	}
}

func checkEnd(t *rapid.T, paper *sheet, s *raincheck.State, first int) {
	t.Helper()
	got := paper.read()
	if winner := s.Winners()[0]; got.Winner != winner || got.Won[winner] != 1 {
		t.Fatalf("the winner is %d, want %d", got.Winner, winner)
	}
	if got.Energy != energies(s) || got.Cards != cards(s) || got.Step != "" || len(got.Rounds) != s.Round() {
		t.Fatalf("energy %v, cards %v, %d rounds; want %v, %v, %d",
			got.Energy, got.Cards, len(got.Rounds), energies(s), cards(s), s.Round())
	}
	paper.must(t, got.Rematch)
	if got := paper.read(); got.Game != 2 || got.Begins != 1-first || got.Energy != [2]int{10, 10} || got.Cards != [2]int{4, 4} {
		t.Errorf("the rematch: game %d, %d begins, energy %v, cards %v", got.Game, got.Begins, got.Energy, got.Cards)
	}
}

func drawOf(t *rapid.T, want game.Draw) []uint8 {
	t.Helper()
	all := make([]uint8, want.Of)
	for i := range all {
		all[i] = uint8(i)
	}
	return rapid.Permutation(all).Draw(t, "draw")[:want.Take]
}

func energies(s *raincheck.State) [2]int { return [2]int{s.Energy(0), s.Energy(1)} }
func cards(s *raincheck.State) [2]int    { return [2]int{s.Owns(0), s.Owns(1)} }

func checkRound(t *rapid.T, got *tally.Sheet, s *raincheck.State) {
	t.Helper()
	if got.Round != s.Round() || got.Begins != s.Begins() || got.Energy != energies(s) || got.Cards != cards(s) {
		t.Fatalf("round %d, %d begins, energy %v, cards %v; want %d, %d, %v, %v",
			got.Round, got.Begins, got.Energy, got.Cards, s.Round(), s.Begins(), energies(s), cards(s))
	}
	if got.Winner >= 0 || got.Flipper >= 0 || len(got.Troubles)+len(got.Conflicts) != 0 {
		t.Fatalf("winner %d, flipper %d, troubles %v, conflicts %v", got.Winner, got.Flipper, got.Troubles, got.Conflicts)
	}
}
