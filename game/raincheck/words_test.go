package raincheck_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
)

func TestCardsHaveWordsAndNames(t *testing.T) {
	cards := []raincheck.Card{raincheck.Hit, raincheck.Beartrap, raincheck.Blank, raincheck.Battery}
	for i, want := range []string{"A Hit", "3 Beartrap", "K Blank", "Q Battery"} {
		c := cards[i]
		if got := c.String() + " " + c.Name(); got != want {
			t.Errorf("the card is %s, want %s", got, want)
		}
		if back, ok := raincheck.ParseCard(c.String()); back != c || !ok {
			t.Errorf("%s reads as %s", c, back)
		}
	}
	for _, word := range []string{"", "a", "k", "J", "2", "10", "A ", "A3", "Hit", "?", "Ａ"} {
		if c, ok := raincheck.ParseCard(word); ok {
			t.Errorf("%q reads as %s", word, c)
		}
	}
}

func TestASetIsItsCardsInOrder(t *testing.T) {
	for set := range raincheck.Set(16) {
		var want []raincheck.Card
		for c := raincheck.Hit; c <= raincheck.Battery; c++ {
			if set.Has(c) {
				want = append(want, c)
			}
		}
		got := set.Append(nil)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("set %04b (-want +got):\n%s", set, diff)
		}
		if set.Len() != len(want) || raincheck.SetOf(got...) != set {
			t.Errorf("set %04b: its length is %d and its cards make %04b", set, set.Len(), raincheck.SetOf(got...))
		}
		for i, c := range got {
			if set.Nth(i) != c {
				t.Errorf("set %04b: card %d is %s, want %s", set, i, set.Nth(i), c)
			}
		}
	}
	if got := raincheck.SetOf(raincheck.Blank).Append([]raincheck.Card{raincheck.Battery}); letters(got) != "QK" {
		t.Errorf("appending gives %s", letters(got))
	}
}

func TestMovesAreInTheOrderOfTheirWords(t *testing.T) {
	words := strings.Split("stack A, stack 3, stack K, stack Q, bet 1, bet 2, bet 3, bet 4, bet 5, bet 6, bet 7, bet 8, "+
		"fold, flip own, flip opp, flip river", ", ")
	s := begun(t, nil)
	v := seen(t, "", 0)
	for i, word := range words {
		m := game.Move(i)
		if back, ok := raincheck.ParseMove(word); back != m || !ok {
			t.Errorf("%s reads as move %d, want %d", word, back, m)
		}
		if s.Word(m) != word || v.Word(m) != word {
			t.Errorf("move %d is %q and %q, want %q", m, s.Word(m), v.Word(m), word)
		}
		made := raincheck.Fold()
		card, stacks := raincheck.StackedCard(m)
		bet, bets := raincheck.NamedBet(m)
		from, flips := raincheck.FlippedSource(m)
		switch verb, _, _ := strings.Cut(word, " "); {
		case stacks:
			made = raincheck.Stack(card)
			stacks = verb == "stack" && !bets && !flips
		case bets:
			made = raincheck.Bet(bet)
			stacks = verb == "bet" && !flips
		case flips:
			made = raincheck.Flip(from)
			stacks = verb == "flip"
		default:
			stacks = verb == "fold"
		}
		if made != m || !stacks {
			t.Errorf("%s is taken for %s", word, s.Word(made))
		}
	}
	if got := s.Word(16); got != "move 16" {
		t.Errorf("what is no move is %q", got)
	}
	for _, word := range []string{"", "stack", "bet 0", "bet 9", "bet 01", "flip", "flip own K", "start 0", "Fold", "fold "} {
		if m, ok := raincheck.ParseMove(word); ok {
			t.Errorf("%q reads as move %d", word, m)
		}
	}
}

func TestTheRulesSayWhatTableTheyNeed(t *testing.T) {
	r := raincheck.Rules{}
	if r.Name() != "raincheck" || r.Title() != "Showdown (Raincheck)" {
		t.Errorf("the game is %q, %q", r.Name(), r.Title())
	}
	if least, most := r.Seats(); least != 2 || most != 2 {
		t.Errorf("it is for %d to %d", least, most)
	}
	o := r.Options()
	if len(o) != 1 || o[0].Name != "first" || o[0].Rule != "S4" || o[0].Min != 0 || o[0].Max != 1 || o[0].Default != nil || o[0].Help == "" {
		t.Errorf("the options are %+v", o)
	}
	for _, first := range []int{0, 1} { // neither is a default
		got, err := r.Check(2, game.Options{"first": first})
		if diff := cmp.Diff(game.Options{"first": first}, got); diff != "" || err != nil {
			t.Errorf("first=%d is kept as %v, %v", first, got, err)
		}
	}
	v, err := r.NewView(2, game.Options{"first": 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if v.Seat() != 1 || v.Players() != 2 || v.Options()["first"] != 1 || v.Ply() != 0 || v.Turn() != game.Chance || v.Winners() != nil {
		t.Errorf("a new view is %+v", v)
	}
}

func TestChanceDrawsAndTheOutcomeIsTheEvent(t *testing.T) {
	const two = one1 + "; stack K; stack K; stack Q; bet 1; fold; flip own; lose 3"
	const three = one1 + "; stack K; stack K; bet 1; fold; flip own; lose A; river A,A; stack K; stack K; bet 1; fold; flip own; lose 3"
	for _, c := range []struct {
		options game.Options
		events  string
		draw    game.Draw
		want    map[string]string // by draw
	}{
		{nil, "", game.Draw{Take: 1, Of: 2}, map[string]string{"0": "start 0", "1": "start 1"}},
		{game.Options{"first": 0}, "", game.Draw{Take: 1, Of: 1}, map[string]string{"0": "start 0", "1": ""}},
		{game.Options{"first": 1}, "", game.Draw{Take: 1, Of: 1}, map[string]string{"0": "start 1", "1": ""}},
		{nil, "start 0; stack K; stack K; bet 1; fold; flip own", game.Draw{Take: 1, Of: 4}, map[string]string{
			"0": "lose A", "1": "lose 3", "2": "lose K", "3": "lose Q", "4": "", "": "", "01": "",
		}},
		{nil, one1 + "; stack K; stack K; stack Q; bet 1; fold; flip own", game.Draw{Take: 1, Of: 3}, map[string]string{
			"0": "lose 3", "1": "lose K", "2": "lose Q", "3": "",
		}},
		{nil, two, game.Draw{Take: 2, Of: 2}, map[string]string{
			"01": "river A,3", "10": "river 3,A", "00": "", "11": "", "0": "", "012": "", "02": "",
		}},
		{nil, three, game.Draw{Take: 3, Of: 3}, map[string]string{
			"012": "river A,A,3", "102": "river A,A,3", "021": "river A,3,A", "201": "river 3,A,A", "210": "river 3,A,A", "011": "",
		}},
		{nil, "start 0", game.Draw{}, map[string]string{"": "", "0": ""}},
		{nil, three1 + "; stack K; stack A; bet 2; fold; flip own; flip opp; lose K", game.Draw{}, map[string]string{"": "", "0": ""}},
	} {
		s := played(t, c.options, c.events)
		if got := s.Draw(); got != c.draw {
			t.Errorf("after %q the draw is %+v, want %+v", c.events, got, c.draw)
		}
		for digits, want := range c.want {
			draw := []byte(digits)
			for i := range draw {
				draw[i] -= '0'
			}
			if got := s.Outcome(draw); got != want {
				t.Errorf("after %q the draw %v makes %q, want %q", c.events, draw, got, want)
				continue
			}
			drawn, told := *s, *s
			if err := drawn.Chance(draw); (err == nil) != (want != "") {
				t.Errorf("after %q the draw %v: %v", c.events, draw, err)
			}
			if want == "" {
				continue
			}
			if err := told.Apply(want); err != nil || drawn != told || drawn.Last() != want {
				t.Errorf("after %q the draw %v does not do what %q does: %v", c.events, draw, want, err)
			}
		}
	}
}

func TestTheLastEventIsToldInFull(t *testing.T) {
	s := begun(t, nil)
	for seat := game.Spectator; seat < 2; seat++ {
		if s.Last() != "" || s.Told(seat) != "" {
			t.Errorf("before the first event seat %d is told %q of %q", seat, s.Told(seat), s.Last())
		}
	}
	for _, e := range split(riverKA + "; lose 3; river 3,K,A; stack Q; stack K; stack A; bet 2; bet 4; bet 6; fold") {
		if err := s.Apply(e); err != nil {
			t.Fatal(err)
		}
		if s.Last() != e {
			t.Errorf("the last event is %q, want %q", s.Last(), e)
		}
	}
}

func TestACloneOfAStateGoesItsOwnWay(t *testing.T) {
	s := played(t, nil, riverK)
	before := *s
	c := s.Clone()
	if *c.(*raincheck.State) != before {
		t.Error("the clone differs")
	}
	if err := c.Apply("flip opp"); err != nil {
		t.Fatal(err)
	}
	if *s != before {
		t.Error("the clone has changed its origin")
	}
	if c.Last() != "flip opp" || s.Last() != "flip river" {
		t.Errorf("the last events are %q and %q", c.Last(), s.Last())
	}
}

func TestLegalMovesAreAppendedAndAreASetToo(t *testing.T) {
	s := played(t, nil, "start 0; stack A; stack A")
	legal := s.Legal([]game.Move{raincheck.Fold()})
	if got := strings.Join(game.Words(s.Word, legal), ", "); got != "fold, stack 3, stack K, stack Q, bet 1, bet 2" {
		t.Errorf("legal is %s", got)
	}
	var set uint16
	for _, m := range legal[1:] {
		set |= 1 << m
	}
	if s.LegalMoves() != set {
		t.Errorf("the set is %016b, want %016b", s.LegalMoves(), set)
	}
	v := seen(t, "start 0; stack A; stack A", 0)
	if diff := cmp.Diff(legal, v.Legal([]game.Move{raincheck.Fold()})); diff != "" {
		t.Errorf("a view's differ:\n%s", diff)
	}
}
