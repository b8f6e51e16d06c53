package texas_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// refusal is an event that a position refuses, and how.
type refusal struct {
	event string
	rule  string
	why   string
	legal string // words with ", " between
}

func (r refusal) check(t *testing.T, m *game.Match) {
	t.Helper()
	before := snapshot(t, m)
	err := m.Apply(r.event)
	var e *game.Error
	if !errors.As(err, &e) {
		t.Fatalf("%.80q: %v is no *game.Error", r.event, err)
	}
	want := &game.Error{What: r.event, Rule: r.rule, Why: r.why}
	if r.legal != "" {
		want.Legal = strings.Split(r.legal, ", ")
	}
	if len(e.Legal) == 0 {
		e.Legal = nil
	}
	if diff := cmp.Diff(want, e); diff != "" {
		t.Errorf("%.80q (-want +got):\n%s", r.event, diff)
	}
	if line := e.Error(); strings.ContainsAny(line, "\n\r\x1b") || len(line) > 900 {
		t.Errorf("%.80q: the message is %d bytes long: %q", r.event, len(line), line)
	}
	if diff := cmp.Diff(before, snapshot(t, m)); diff != "" {
		t.Errorf("%.80q changed something (-before +after):\n%s", r.event, diff)
	}
}

func TestBeforeTheFirstDealNothingButADealIsAccepted(t *testing.T) {
	m := play(t, "4 players")
	for _, event := range []string{
		"play 0", "play 99", "opener 0", "opener 7", "", " ", "deal", "Deal 0", "deal\t0", "dealer",
		"start 0", "stack A", "bet 1", "fold", "?", "null",
	} {
		refusal{event, "T3", "the cards must be dealt first", "deal"}.check(t, m)
	}
}

func TestT13BetweenHandsNothingButADealIsAccepted(t *testing.T) {
	m := play(t, `
		4 players
		hand won by 0*8 1*7
	`)
	for _, event := range []string{"play 0", "play 99", "opener 0", "opener 5", "", "deal", "river A"} {
		refusal{event, "T13", "the next hand must be dealt first", "deal"}.check(t, m)
	}
}

func TestT13AfterTheEndNothingIsAccepted(t *testing.T) {
	m := play(t, `
		4 players
		hand won by 0*15
	`)
	again := m.Events()[0]
	for _, event := range []string{again, "play 0", "play 99", "opener 0", "opener 5", "", "deal", "fold"} {
		refusal{event, "T13", "the game is over", ""}.check(t, m)
	}
}

func TestT16AfterTheLastHandNothingIsAccepted(t *testing.T) {
	m := play(t, `
		4 players, hands=1
		hand won by 0*8 1*7
	`)
	again := m.Events()[0]
	for _, event := range []string{again, "play 0", "opener 0", "", "deal"} {
		refusal{event, "T16", "the game is over", ""}.check(t, m)
	}
}

func TestT12ADealInMidHandIsRefused(t *testing.T) {
	const why = "a deal comes when every card of the hand has been played"
	m := play(t, `
		4 players
		seat 3 holds 0
		seat 0 holds 3 10, no other black
		deal
		seat 3: play 0
	`)
	refusal{m.Events()[0], "T12", why, "play 3, play 10"}.check(t, m)
	refusal{"deal", "T12", why, "play 3, play 10"}.check(t, m)

	_, m = winner(t, 4, "", "29 21 22 23")
	refusal{m.Events()[0], "T12", why, "opener 0, opener 1, opener 2, opener 3"}.check(t, m)
}

func TestT11WhileTheChoiceIsOpenOnlyAnOpenerIsAccepted(t *testing.T) {
	_, m := winner(t, 4, "", "21 22 29 23")
	for _, event := range []string{
		"opener 4", "opener 5", "opener 6", "opener -1", "opener 00", "opener", "opener  1", "opener 1 ", "opener ?",
		"play 0", "play 29", "play 74", "play 99", "", "fold",
	} {
		refusal{
			event, "T11", "seat 2 has won with a color's top card and names who opens",
			"opener 0, opener 1, opener 2, opener 3",
		}.check(t, m)
	}
}

func TestT10AnOpenerIsNamedOnlyWhenOneIsDue(t *testing.T) {
	m := play(t, `
		4 players
		seat 3 holds 0
		seat 0 holds 3 10, no other black
		deal
	`)
	refusal{"opener 1", "T10", "nobody names an opener now; seat 3 is to play a card", "play 0"}.check(t, m)
	if err := m.Apply("play 0"); err != nil {
		t.Fatal(err)
	}
	for _, event := range []string{"opener 0", "opener 3", "opener 5"} {
		refusal{event, "T10", "nobody names an opener now; seat 0 is to play a card", "play 3, play 10"}.check(t, m)
	}

	_, m = winner(t, 4, ", rules=seas", "44 47 45 46")
	s := stateOf(m)
	refusal{
		"opener 0", "T10", "nobody names an opener now; seat 1 is to play a card",
		strings.Join(game.Words(texasWord, allCards(s.Hand(1))), ", "),
	}.check(t, m)
}

func TestACardThatCannotBePlayedIsRefusedForItsReason(t *testing.T) {
	m := play(t, `
		4 players
		seat 3 holds 0 1
		seat 0 holds 3 10 22 41, no other black
		seat 1 holds 2
		deal
	`)
	refusal{"play 1", "T5", "the first trick of a hand is opened with the starting card", "play 0"}.check(t, m)
	refusal{"play 22", "T4", "seat 3 does not hold 22", "play 0"}.check(t, m)
	if err := m.Apply("play 0"); err != nil {
		t.Fatal(err)
	}
	const legal = "play 3, play 10"
	for _, r := range []refusal{
		{"play 22", "T7", "a hand with black must follow", legal},
		{"play 41", "T7", "a hand with black must follow", legal},
		{"play 0", "T4", "seat 0 does not hold 0", legal}, // just played by seat 3
		{"play 2", "T4", "seat 0 does not hold 2", legal},
		{"play 30", "T1", "there is no card 30", legal},
		{"play 39", "T1", "there is no card 39", legal},
		{"play 75", "T1", "there is no card 75", legal},
		{"play 1000000", "T1", "there is no card 1000000", legal},
		{"play -1", "T1", "there is no card -1", legal},
	} {
		r.check(t, m)
	}
	_, err := m.State(), m.Apply("play 22")
	if got, want := err.Error(), "play 22: T7: a hand with black must follow; legal: play 3, play 10"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestT2ThreePlayersCannotPlayBlackOrGrey(t *testing.T) {
	m := play(t, `
		3 players
		seat 2 holds 11
		deal
	`)
	refusal{"play 0", "T2", "black is left out with 3 players", "play 11"}.check(t, m)
	refusal{"play 10", "T2", "black is left out with 3 players", "play 11"}.check(t, m)
	refusal{"play 74", "T2", "grey is left out with 3 players", "play 11"}.check(t, m)
	refusal{"play 75", "T1", "there is no card 75", "play 11"}.check(t, m)
}

func TestAWordMustMatchToTheLetter(t *testing.T) {
	m := play(t, `
		4 players
		seat 3 holds 0
		seat 0 holds 3 10, no other black
		deal
		seat 3: play 0
	`)
	for _, event := range []string{
		"", " ", "play", "play ", "play  3", "play 3 ", " play 3", "play 03", "play +3", "play 3\n", "play 3.0",
		"play 3,10", "play 3 10", "Play 3", "PLAY 3", "play\t3", "play three", "play 0x3", "play ３", "play ?",
		"3", "stack A", "bet 3", "fold", "flip own", "lose A", "start 0", "river A", "opener", "opener a",
		"play 99999999999999999999", "\x00", "play 3\x00", "\xff\xfe", "play \xff", "🂡",
		strings.Repeat("play 3", 100_000),
	} {
		refusal{event, "T4", "want a card that seat 0 plays", "play 3, play 10"}.check(t, m)
	}
}

func TestAMoveThatIsNoneIsRefused(t *testing.T) {
	m := play(t, `
		4 players
		seat 3 holds 0
		seat 0 holds 3 10, no other black
		deal
		seat 3: play 0
	`)
	s := m.State().Clone().(*texas.State)
	for _, test := range []struct {
		move game.Move
		want string
	}{
		{texas.Play(card(22)), "play 22: T4: seat 0 does not hold 22; legal: play 3, play 10"},
		{texas.Opener(0), "opener 0: T10: nobody names an opener now; seat 0 is to play a card; legal: play 3, play 10"},
		{66, "move 66: T4: want a card that seat 0 plays; legal: play 3, play 10"},
		{67, "move 67: T4: want a card that seat 0 plays; legal: play 3, play 10"},
		{65535, "move 65535: T4: want a card that seat 0 plays; legal: play 3, play 10"},
	} {
		if s.Hand(0).Has(card(22)) {
			t.Fatal("the fixture needs another card")
		}
		err := s.Play(test.move)
		var e *game.Error
		if !errors.As(err, &e) || e.Error() != test.want {
			t.Errorf("%q, want %q", err, test.want)
		}
		if got, want := string(s.AppendJSON(nil)), string(m.State().AppendJSON(nil)); got != want {
			t.Errorf("move %d changed %s into %s", test.move, want, got)
		}
	}
}

func TestMovesAndWordsBelongTogether(t *testing.T) {
	words := map[string]bool{}
	var last game.Move
	for _, c := range texas.Deck(4).Append(nil) {
		m := texas.Play(c)
		word := "play " + c.String()
		if got, ok := texas.ParseMove(word); !ok || got != m || texasWord(m) != word {
			t.Errorf("%s is %d, want %d, which is %s", word, got, m, texasWord(m))
		}
		if got, ok := texas.PlayedCard(m); !ok || got != c {
			t.Errorf("move %d plays %v, %v", m, got, ok)
		}
		if _, ok := texas.NamedOpener(m); ok {
			t.Errorf("%s names an opener", word)
		}
		if len(words) > 0 && m <= last {
			t.Errorf("%s is not above the move before", word)
		}
		words[word], last = true, m
	}
	for seat := range 6 {
		m := texas.Opener(seat)
		if m <= last {
			t.Errorf("opener %d is not above the move before", seat)
		}
		last = m
		if got, ok := texas.NamedOpener(m); !ok || got != seat {
			t.Errorf("move %d names %d, %v", m, got, ok)
		}
		if _, ok := texas.PlayedCard(m); ok {
			t.Errorf("opener %d plays a card", seat)
		}
		if got, ok := texas.ParseMove(texasWord(m)); !ok || got != m {
			t.Errorf("%s is %d, want %d", texasWord(m), got, m)
		}
	}
	if _, ok := texas.NamedOpener(last + 1); ok {
		t.Error("there is a seventh opener")
	}
	for _, word := range []string{"", "play", "play 30", "play 01", "opener 6", "deal", "deal 0"} {
		if m, ok := texas.ParseMove(word); ok {
			t.Errorf("%q is move %d", word, m)
		}
	}
	if got := texasWord(99); got != "move 99" {
		t.Errorf("no move is called %q", got)
	}
}

// texasWord is the word of a move.
func texasWord(m game.Move) string { return (&texas.State{}).Word(m) }

func allCards(s texas.Set) []game.Move {
	var moves []game.Move
	for _, c := range s.Append(nil) {
		moves = append(moves, texas.Play(c))
	}
	return moves
}

// card is the card with that number.
func card(number int) texas.Card {
	c, ok := texas.CardNumbered(number)
	if !ok {
		panic("a test names a card that is none")
	}
	return c
}
