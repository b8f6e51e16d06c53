package game_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/game"
)

func checkPerft(t *testing.T, what string, s game.State, want ...uint64) {
	t.Helper()
	before := string(s.AppendJSON(nil))
	for depth, n := range want {
		if got := game.Perft(s, depth); got != n {
			t.Errorf("%s, depth %d: %d, want %d", what, depth, got, n)
		}
	}
	if after := string(s.AppendJSON(nil)); after != before {
		t.Errorf("%s: counting changed %s into %s", what, before, after)
	}
}

func TestPerftOfAFirstTrickThatNobodyCanFollow(t *testing.T) {
	// The 11 is forced; then 15 cards, and 15. Of the 225 tricks 33 are taken by a
	// top card, whose player names one of 3 seats to open: 18 by the 38 or the 47
	// against 9 blue cards, 15 by the 56 against anything (the 29 never is the
	// highest). After the other 192 the winner plays one of 14 cards, and the next
	// player again one of 14.
	checkPerft(t, "dealt", at(t, 3, nil, deal3), 1, 1, 15, 15*15, 192*14+33*3, 192*14*14+33*3*14)
	checkPerft(t, "the 11 played", at(t, 3, nil, deal3, "play 11"), 1, 15, 15*15, 192*14+33*3)
	checkPerft(t, "a choice of three openers", at(t, 3, nil, deal3, "play 11", "play 56", "play 31"), 1, 3, 3*14, 3*14*14)
	// With seas the winner opens, top card or not; if the 56 is cancelled the 31
	// is left, if both are the 11.
	seas := game.Options{"rules": "seas"}
	checkPerft(t, "seas", at(t, 3, seas, deal3), 1, 1, 15, 15*15, 15*15*14, 15*15*14*14)
}

// lastTrick plays deal3 until every seat has one card: 65, 56, 47; seat 0 opens.
// All cards of a trick are of different colors, so the highest takes it.
func lastTrick(t *testing.T, options game.Options) game.State {
	t.Helper()
	s := at(t, 3, options, deal3)
	for _, trick := range []string{
		"11 21 31", // opened by seat 0, the others by seat 2
		"32 12 22", "33 13 23", "34 14 24", "35 15 25", "36 16 26", "37 17 27", "38 18 28", "41 19 29",
		"42 20 51", // taken by seat 1
		"52 43 61", // taken by seat 0
		"62 53 44", "63 54 45", "64 55 46",
	} {
		for card := range strings.FieldsSeq(trick) {
			apply(t, s, "play "+card)
		}
		if trick == "38 18 28" { // a top card
			apply(t, s, "opener 2")
		}
	}
	return s
}

func apply(t *testing.T, s game.State, event string) {
	t.Helper()
	if err := s.Apply(event); err != nil {
		t.Fatal(err)
	}
}

func TestPerftNeverExpandsChance(t *testing.T) {
	s := lastTrick(t, nil)
	checkPerft(t, "one card each", s, 1, 1, 1, 1, 0, 0)
	for range 2 {
		apply(t, s, s.Word(s.Legal(nil)[0]))
	}
	checkPerft(t, "the last card of the hand", s, 1, 1, 0, 0) // it leads to chance, and counts
	apply(t, s, s.Word(s.Legal(nil)[0]))
	if s.Turn() != game.Chance {
		t.Fatalf("next is %v", s.Turn())
	}
	checkPerft(t, "between hands", s, 1, 0, 0, 0)
	checkPerft(t, "before the first deal", at(t, 4, nil), 1, 0, 0)
}

func TestPerftEndsWithTheGame(t *testing.T) {
	s := lastTrick(t, game.Options{"hands": 1})
	checkPerft(t, "one card each", s, 1, 1, 1, 1, 0, 0)
	for range 3 {
		apply(t, s, s.Word(s.Legal(nil)[0]))
	}
	if s.Turn() != game.Over {
		t.Fatalf("next is %v", s.Turn())
	}
	checkPerft(t, "over", s, 1, 0, 0)
}

func TestPerftOfLessThanNoDepthIsOne(t *testing.T) {
	if got := game.Perft(at(t, 3, nil), -1); got != 1 {
		t.Errorf("%d, want 1", got)
	}
}

// stubborn is a state that does not do what it says is legal.
type stubborn struct{ game.State }

func (s stubborn) Clone() game.State  { return s }
func (stubborn) Play(game.Move) error { return errors.New("no") }

func TestALegalMoveThatIsRefusedIsAFaultOfTheGame(t *testing.T) {
	defer func() {
		const want = "game: a legal move was refused: no"
		if got := fmt.Sprint(recover()); got != want {
			t.Errorf("panicked with %s, want %s", got, want)
		}
	}()
	n := game.Perft(stubborn{at(t, 3, nil, deal3)}, 2)
	t.Errorf("counted %d", n)
}
