package texas_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// Whole deals to spoil, each seat with colors of its own as far as they go.
const (
	deal3 = "deal 11,12,13,14,15,16,17,18,19,20,61,62,63,64,65" +
		"/21,22,23,24,25,26,27,28,29,51,52,53,54,55,56" +
		"/31,32,33,34,35,36,37,38,41,42,43,44,45,46,47"
	deal4 = "deal 0,1,2,3,4,5,6,7,8,9,10,71,72,73,74" +
		"/11,12,13,14,15,16,17,18,19,20,61,62,63,64,65" +
		"/21,22,23,24,25,26,27,28,29,51,52,53,54,55,56" +
		"/31,32,33,34,35,36,37,38,41,42,43,44,45,46,47"
)

func TestT3ADealIsAcceptedWithWhateverHandsItDeals(t *testing.T) {
	for players, event := range map[int]string{3: deal3, 4: deal4} {
		s := newState(t, players)
		if err := s.Apply(event); err != nil {
			t.Fatal(err)
		}
		if s.Last() != event || s.Ply() != 1 || s.HandNumber() != 1 || s.Turn() != 0 {
			t.Errorf("last %s, ply %d, hand %d, next %v", s.Last(), s.Ply(), s.HandNumber(), s.Turn())
		}
		for seat, hand := range strings.Split(strings.TrimPrefix(event, "deal "), "/") {
			if got, want := numbersOf(s.Hand(seat)), ints(strings.ReplaceAll(hand, ",", " ")); !slices.Equal(got, want) {
				t.Errorf("seat %d holds %v, want %v", seat, got, want)
			}
		}
	}
}

// badDeals are deals spoiled by replacing a part of a good one.
var badDeals = []struct {
	name     string
	players  int
	old, new string // "" for old adds new at the end
	rule     string
	why      string
}{
	{"T3 a hand too few", 4, "/31,32,33,34,35,36,37,38,41,42,43,44,45,46,47", "", "T3", "want 4 hands, not 3"},
	{"T3 a hand too many", 4, "", "/1", "T3", "want 4 hands, not 5"},
	{"T3 an empty hand too many", 4, "", "/", "T3", "want 4 hands, not 5"},
	{"T3 one hand", 4, "/", ",", "T3", "want 4 hands, not 1"},
	{"T3 a card too few", 4, "0,1,", "0,", "T3", "seat 0 is dealt 14 cards, want 15"},
	{"T3 a card too many", 4, "47", "47,51", "T3", "seat 3 is dealt 16 cards, want 15"},
	{"T3 uneven hands of the whole deck", 4, "65/21,", "65,21/", "T3", "seat 1: a hand is written ascending, not 21 after 65"},
	{"T3 uneven hands in order", 4, "74/11,", "74/", "T3", "seat 1 is dealt 14 cards, want 15"},
	{"T3 an empty hand", 4, "0,1,2,3,4,5,6,7,8,9,10,71,72,73,74/", "/", "T1", `seat 0: there is no card ""`},
	{"T3 the same card in two hands", 4, "/11,12", "/1,12", "T3", "seat 1 is dealt 1, which another seat has too"},
	{"T3 the same card twice in a hand", 4, "11,12", "11,11", "T3", "seat 1 is dealt 11 twice"},
	{"T3 a hand not ascending", 4, "12,13", "13,12", "T3", "seat 1: a hand is written ascending, not 12 after 13"},
	{"T1 a leading zero", 4, "0,1,2", "00,1,2", "T1", "seat 0: there is no card 00"},
	{"T1 another leading zero", 4, "0,1,2", "0,01,2", "T1", "seat 0: there is no card 01"},
	{"T1 a sign", 4, "0,1,2", "0,+1,2", "T1", "seat 0: there is no card +1"},
	{"T1 a negative number", 4, "0,1,2", "-1,1,2", "T1", "seat 0: there is no card -1"},
	{"T1 no such card", 4, "29,51", "29,30", "T1", "seat 2: there is no card 30"},
	{"T1 no card above 74", 4, "74", "75", "T1", "seat 0: there is no card 75"},
	{"T1 a number that no machine holds", 4, "74", "99999999999999999999", "T1", "seat 0: there is no card 99999999999999999999"},
	{"T1 a blank at the end", 4, "", " ", "T1", `seat 3: there is no card "47 "`},
	{"T1 a line feed at the end", 4, "", "\n", "T1", `seat 3: there is no card "47\n"`},
	{"T1 a comma at the end", 4, "", ",", "T1", `seat 3: there is no card ""`},
	{"T1 a blank between", 4, "11,12", "11, 12", "T1", `seat 1: there is no card " 12"`},
	{"T1 two commas", 4, "11,12", "11,,12", "T1", `seat 1: there is no card ""`},
	{"T1 two blanks after the word", 4, "deal ", "deal  ", "T1", `seat 0: there is no card " 0"`},
	{"T1 blanks for commas", 4, "11,12", "11 12", "T1", "seat 1: there is no card 11 12"},
	{"T1 a letter", 4, "11,12", "11,A", "T1", "seat 1: there is no card A"},
	{"T1 no text at all", 4, "11,12", "11,\xff\xfe", "T1", `seat 1: there is no card "\xff\xfe"`},
	{"T1 a color", 4, "11,12", "11,red 12", "T1", "seat 1: there is no card red 12"},
	{"T3 a hidden hand", 4, "11,12,13,14,15,16,17,18,19,20,61,62,63,64,65", "?", "T3", "the hand of seat 1 must be shown"},
	{"T1 a hidden card", 4, "11,12", "11,?", "T1", "seat 1: there is no card ?"},
	{"T2 a black card", 3, "11,12", "0,12", "T2", "seat 0: black 0 is left out with 3 players"},
	{"T2 a grey card", 3, "47", "74", "T2", "seat 2: grey 74 is left out with 3 players"},
	{"T3 a hand too many for three", 3, "", "/0,1,2,3,4,5,6,7,8,9,10,71,72,73,74", "T3", "want 3 hands, not 4"},
}

func TestABadDealIsRefusedForItsReason(t *testing.T) {
	for _, test := range badDeals {
		t.Run(test.name, func(t *testing.T) {
			event := map[int]string{3: deal3, 4: deal4}[test.players]
			switch test.old {
			case "":
				event += test.new
			case "/":
				event = strings.ReplaceAll(event, test.old, test.new)
			default:
				event = strings.Replace(event, test.old, test.new, 1)
			}
			m, err := game.NewMatch(texas.Rules{}, test.players, nil)
			if err != nil {
				t.Fatal(err)
			}
			refusal{event, test.rule, test.why, "deal"}.check(t, m)
		})
	}
}

func TestABadDealOfALaterHandIsRefusedToo(t *testing.T) {
	m := play(t, `
		4 players
		hand won by 0*8 1*7
	`)
	refusal{"deal 0/1/2/3", "T3", "seat 0 is dealt 1 cards, want 15", "deal"}.check(t, m)
	refusal{"deal ?/?/?/?", "T3", "the hand of seat 0 must be shown", "deal"}.check(t, m)
}

func TestAHugeDealIsRefusedInAShortLine(t *testing.T) {
	for _, event := range []string{
		"deal " + strings.Repeat("0,", 1_000_000),
		"deal " + strings.Repeat("/", 1_000_000),
		"deal " + strings.Repeat("9", 1_000_000) + "/1/2/3",
		"deal" + strings.Repeat(" ", 1_000_000),
	} {
		err := newState(t, 4).Apply(event)
		if err == nil || len(err.Error()) > 300 {
			t.Errorf("%.20q...: %.400v", event, err)
		}
	}
}

func TestT3DealtSetsMustBeAnEvenDealOfTheWholeDeck(t *testing.T) {
	hands4 := func(change func([]texas.Set) []texas.Set) []texas.Set {
		s := newState(t, 4)
		if err := s.Apply(deal4); err != nil {
			t.Fatal(err)
		}
		return change([]texas.Set{s.Hand(0), s.Hand(1), s.Hand(2), s.Hand(3)})
	}
	tests := []struct {
		name    string
		players int
		hands   []texas.Set
		why     string
	}{
		{"none", 4, nil, "want 4 hands, not 0"},
		{"three", 4, hands4(func(h []texas.Set) []texas.Set { return h[:3] }), "want 4 hands, not 3"},
		{"five", 4, hands4(func(h []texas.Set) []texas.Set { return append(h, 0) }), "want 4 hands, not 5"},
		{"seven", 4, make([]texas.Set, 7), "want 4 hands, not 7"},
		{"a card moved", 4, hands4(func(h []texas.Set) []texas.Set {
			h[0] |= set("11")
			h[1] &^= set("11")
			return h
		}), "seat 0 is dealt 16 cards, want 15"},
		{"a card twice", 4, hands4(func(h []texas.Set) []texas.Set {
			h[1] = h[1]&^set("11") | set("0")
			return h
		}), "seat 1 is dealt 0, which another seat has too"},
		{"what is no card", 4, hands4(func(h []texas.Set) []texas.Set {
			h[3] = h[3]&^set("47") | 1<<63
			return h
		}), "seat 3 is dealt cards that are not in the deck"},
		{"black with three", 3, hands4(func(h []texas.Set) []texas.Set { return h[:3] }), "seat 0 is dealt cards that are not in the deck"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newState(t, test.players)
			before := *s
			err := s.Deal(test.hands)
			var e *game.Error
			if !errors.As(err, &e) || e.Rule != "T3" || e.Why != test.why || !slices.Equal(e.Legal, []string{"deal"}) {
				t.Errorf("%v, want T3: %s", err, test.why)
			}
			if *s != before {
				t.Error("a refused deal changed something")
			}
		})
	}

	s := newState(t, 4)
	good := hands4(func(h []texas.Set) []texas.Set { return h })
	if err := s.Deal(good); err != nil || s.Last() != deal4 {
		t.Errorf("%v, dealt %s", err, s.Last())
	}
	before := *s
	if err := s.Deal(good); err == nil || !strings.HasPrefix(err.Error(), "deal 0,1,") || *s != before {
		t.Errorf("a deal in mid-hand: %v", err)
	}
}

func TestT3AllCardsAreDrawnAndDealtSeatBySeat(t *testing.T) {
	for players, want := range map[int]game.Draw{3: {Take: 45, Of: 45}, 4: {Take: 60, Of: 60}, 5: {Take: 60, Of: 60}, 6: {Take: 60, Of: 60}} {
		s := newState(t, players)
		if s.Draw() != want {
			t.Errorf("%d players: draws %v, want %v", players, s.Draw(), want)
		}
		draw := make([]uint8, want.Take)
		for i := range draw {
			draw[i] = uint8(len(draw) - 1 - i) // the highest cards to seat 0
		}
		var hands [][]int
		deck := naiveDeck(players)
		for left := deck; len(left) > 0; left = left[:len(left)-len(deck)/players] {
			hands = append(hands, left[len(left)-len(deck)/players:])
		}
		event := s.Outcome(draw)
		if event != dealOf(hands) {
			t.Errorf("%d players: %s, want %s", players, event, dealOf(hands))
		}
		byWord := newState(t, players)
		if err := byWord.Apply(event); err != nil {
			t.Fatal(err)
		}
		if err := s.Chance(draw); err != nil {
			t.Fatal(err)
		}
		if *s != *byWord {
			t.Errorf("%d players: a draw and its word lead to different states", players)
		}
		if s.Draw() != (game.Draw{}) || s.Outcome(draw) != "" || s.Turn() != game.Turn(players-1) {
			t.Errorf("%d players: after the deal draws %v, next is %v", players, s.Draw(), s.Turn())
		}
	}
}

func TestWhatIsNotADrawIsRefused(t *testing.T) {
	whole := make([]uint8, 60)
	for i := range whole {
		whole[i] = uint8(i)
	}
	changed := func(i int, to uint8) []uint8 {
		draw := slices.Clone(whole)
		draw[i] = to
		return draw
	}
	for name, draw := range map[string][]uint8{
		"none":                          nil,
		"a card short":                  whole[:59],
		"a card too many":               append(slices.Clone(whole), 0),
		"a number too high":             changed(5, 60),
		"a number much too high":        changed(59, 255),
		"a card twice in a hand":        changed(1, 0),
		"a card twice in several hands": changed(59, 0),
	} {
		s := newState(t, 4)
		before := *s
		if got := s.Outcome(draw); got != "" {
			t.Errorf("%s: %s", name, got)
		}
		err := s.Chance(draw)
		var e *game.Error
		want := fmt.Sprintf("deal by a draw of %d cards: T3: want every number from 0 to 59 once; legal: deal", len(draw))
		if !errors.As(err, &e) || e.Error() != want || *s != before {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	s := newState(t, 4)
	if err := s.Apply(deal4); err != nil {
		t.Fatal(err)
	}
	before := *s
	err := s.Chance(whole)
	want := "deal by a draw of 60 cards: T12: a deal comes when every card of the hand has been played; legal: play 0"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if *s != before {
		t.Error("a refused draw changed something")
	}
}

func TestADealIsToldWithTheOwnHandOnly(t *testing.T) {
	s := newState(t, 4)
	if s.Last() != "" || s.Told(0) != "" || s.Told(game.Spectator) != "" {
		t.Errorf("before the first event: %q, %q", s.Last(), s.Told(0))
	}
	if err := s.Apply(deal4); err != nil {
		t.Fatal(err)
	}
	for seat, want := range map[int]string{
		game.Spectator: "deal ?/?/?/?",
		0:              "deal 0,1,2,3,4,5,6,7,8,9,10,71,72,73,74/?/?/?",
		2:              "deal ?/?/21,22,23,24,25,26,27,28,29,51,52,53,54,55,56/?",
		3:              "deal ?/?/?/31,32,33,34,35,36,37,38,41,42,43,44,45,46,47",
	} {
		if got := s.Told(seat); got != want {
			t.Errorf("seat %d is told %s, want %s", seat, got, want)
		}
	}
	if err := s.Apply("play 0"); err != nil {
		t.Fatal(err)
	}
	for seat := game.Spectator; seat < 4; seat++ {
		if s.Told(seat) != "play 0" || s.Last() != "play 0" {
			t.Errorf("seat %d is told %s", seat, s.Told(seat))
		}
	}
	_, m := winner(t, 4, "", "29 21 22 23")
	if err := m.Apply("opener 2"); err != nil {
		t.Fatal(err)
	}
	for seat := game.Spectator; seat < 4; seat++ {
		if got := m.State().Told(seat); got != "opener 2" {
			t.Errorf("seat %d is told %s", seat, got)
		}
	}
}

func TestACloneOfAStateSharesNothing(t *testing.T) {
	s := newState(t, 4)
	clone := s.Clone()
	if err := clone.Apply(deal4); err != nil {
		t.Fatal(err)
	}
	if s.Ply() != 0 || s.Hand(0) != 0 || s.Turn() != game.Chance {
		t.Error("playing on in a clone changed the original")
	}
	if diff := cmp.Diff(string(newState(t, 4).AppendJSON(nil)), string(s.AppendJSON(nil))); diff != "" {
		t.Errorf("the original has changed:\n%s", diff)
	}
}

// newState is the state before the first event.
func newState(t *testing.T, players int) *texas.State {
	t.Helper()
	s, err := texas.Rules{}.New(players, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*texas.State)
}
