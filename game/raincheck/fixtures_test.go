package raincheck_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
)

// A fixture is a game's events from the start, and what the rules say of the
// position that they lead to.
type fixture struct {
	says    string       // the rule and what it means here
	options game.Options // of the table
	events  string       // separated by semicolons
	want    string       // fields of the state in NOTATION.md's JSON
}

// run plays each fixture and compares the fields that it names.
func run(t *testing.T, fixtures []fixture) {
	t.Helper()
	for _, f := range fixtures {
		t.Run(f.says, func(t *testing.T) {
			s := played(t, f.options, f.events)
			var want, got map[string]json.RawMessage
			if err := json.Unmarshal([]byte(f.want), &want); err != nil {
				t.Fatalf("the fixture: %v", err)
			}
			if err := json.Unmarshal(s.AppendJSON(nil), &got); err != nil {
				t.Fatal(err)
			}
			for name := range want {
				if string(got[name]) != string(want[name]) {
					t.Errorf("%s is %s, want %s", name, got[name], want[name])
				}
			}
		})
	}
}

// played is the state after the events, which are separated by semicolons. It
// fails if one is refused, or if a state on the way contradicts itself.
func played(t rapid.TB, options game.Options, events string) *raincheck.State {
	t.Helper()
	s := begun(t, options)
	coherent(t, s)
	for i, e := range split(events) {
		if err := s.Apply(e); err != nil {
			t.Fatalf("event %d: %v", i+1, err)
		}
		coherent(t, s)
	}
	return s
}

// begun is the state before the first event.
func begun(t rapid.TB, options game.Options) *raincheck.State {
	t.Helper()
	s, err := raincheck.Rules{}.New(2, options)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*raincheck.State)
}

func split(events string) []string {
	if events == "" {
		return nil
	}
	return strings.Split(events, "; ")
}

// stateJSON is what the JSON of a state says.
type stateJSON struct {
	Ply     int         `json:"ply"`
	Next    string      `json:"next"`
	Seat    *int        `json:"seat"`
	Legal   []string    `json:"legal"`
	Winners []int       `json:"winners"`
	Round   int         `json:"round"`
	Phase   string      `json:"phase"`
	Energy  []int       `json:"energy"`
	Hand    []int       `json:"hand"`
	Stack   []int       `json:"stack"`
	River   int         `json:"river"`
	Bet     int         `json:"bet"`
	Bettor  *int        `json:"bettor"`
	Flipped [][2]string `json:"flipped"`
	Loser   *int        `json:"loser"`
}

// coherent checks that the methods of a state say what its JSON says, and that
// its eight cards are all there (S1).
func coherent(t rapid.TB, s *raincheck.State) {
	t.Helper()
	got := stateJSON{
		Ply: s.Ply(), Next: s.Turn().Next(), Legal: game.Words(s.Word, s.Legal(nil)), Winners: s.Winners(),
		Round: s.Round(), Phase: s.Phase().String(),
		Energy: []int{s.Energy(0), s.Energy(1)}, Hand: []int{s.Holds(0), s.Holds(1)},
		Stack: []int{s.Stacked(0), s.Stacked(1)}, River: s.InRiver(), Flipped: [][2]string{},
	}
	if seat, ok := s.Turn().Seat(); ok {
		got.Seat = &seat
	}
	var bettor int
	if got.Bet, bettor = s.Bet(); bettor >= 0 {
		got.Bettor = &bettor
	}
	if loser := s.Loser(); loser >= 0 {
		got.Loser = &loser
	}
	for _, f := range s.Flipped() {
		got.Flipped = append(got.Flipped, [2]string{f.From.String(), f.Card.String()})
	}
	var want stateJSON
	if err := json.Unmarshal(s.AppendJSON(nil), &want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("after %q the methods and the JSON differ (-JSON +methods):\n%s", s.Last(), diff)
	}
	hasAllCards(t, s)
}

// hasAllCards checks that each kind of card is there twice, and counted where it
// lies.
func hasAllCards(t rapid.TB, s *raincheck.State) {
	t.Helper()
	flipped := map[raincheck.Source][]raincheck.Card{}
	if s.Phase() == raincheck.Flipping {
		for _, f := range s.Flipped() {
			flipped[f.From] = append(flipped[f.From], f.Card)
		}
	}
	_, flips := s.Bet()
	cards := slices.Concat(s.River(), flipped[raincheck.River])
	for seat := range 2 {
		from := raincheck.Own
		if seat != flips {
			from = raincheck.Opponent
		}
		owned := slices.Concat(s.Hand(seat).Append(nil), s.Stack(seat), flipped[from])
		slices.Sort(owned)
		if want := s.Owned(seat).Append(nil); !slices.Equal(owned, want) {
			t.Fatalf("after %q seat %d owns %v, but hand, stack and flipped cards are %v", s.Last(), seat, want, owned)
		}
		if s.Hand(seat).Len() != s.Holds(seat) || s.Owned(seat).Len() != s.Owns(seat) {
			t.Fatalf("after %q the cards of seat %d are counted wrong", s.Last(), seat)
		}
		cards = append(cards, owned...)
	}
	slices.Sort(cards)
	if got := fmt.Sprint(cards); got != "[A A 3 3 K K Q Q]" {
		t.Fatalf("after %q the cards are %s", s.Last(), got)
	}
}

// Rounds that several fixtures begin with. Both seats stack a Blank and seat 1
// loses, in one1 a Hit, in blank1 a Blank; two1 goes on from one1: seat 1 loses
// its Beartrap too, and seat 0 begins round 3; three1 and its Battery as well,
// and seat 1, left with a Blank, begins round 4.
const (
	one1   = "start 0; stack K; stack K; bet 1; fold; flip own; lose A; river A"
	blank1 = "start 0; stack K; stack K; bet 1; fold; flip own; lose K; river K"
	two1   = one1 + "; stack K; stack K; stack Q; bet 1; fold; flip own; lose 3; river 3,A"
	three1 = two1 + "; stack K; stack K; bet 1; fold; flip own; lose Q; river 3,Q,A"
)
