package texas_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// hands3 are the hands that deal3 deals.
var hands3 = [3]string{
	"11 12 13 14 15 16 17 18 19 20 61 62 63 64 65",
	"21 22 23 24 25 26 27 28 29 51 52 53 54 55 56",
	"31 32 33 34 35 36 37 38 41 42 43 44 45 46 47",
}

// match3 is a game of three with deal3 and the events that follow. Nobody has a
// color that another has, so everybody may always play any card.
func match3(tb testing.TB, options game.Options, events ...string) *game.Match {
	tb.Helper()
	m, err := game.NewMatch(texas.Rules{}, 3, options)
	if err != nil {
		tb.Fatal(err)
	}
	for _, e := range append([]string{deal3}, events...) {
		if err := m.Apply(e); err != nil {
			tb.Fatal(err)
		}
	}
	return m
}

// without is the hand without some of its cards.
func without(hand, cards string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(hand), func(word string) bool {
		return slices.Contains(strings.Fields(cards), word)
	}), " ")
}

// sight is what a place sees, in the words of a fixture.
type sight struct {
	seat   int
	hand   string
	unseen string
	legal  string
}

func (want sight) check(t *testing.T, m *game.Match) {
	t.Helper()
	v := viewOf(m, want.seat)
	got := sight{
		seat: v.Seat(), hand: list(v.Hand()), unseen: list(v.Unseen()),
		legal: strings.Join(game.Words(v.Word, v.Legal(nil)), ", "),
	}
	if got != want {
		t.Errorf("seat %d sees\n%+v, want\n%+v", want.seat, got, want)
	}
	if cards := v.LegalCards(); v.Choosing() != (cards == 0) && len(v.Legal(nil)) > 0 {
		t.Errorf("seat %d may play %s while choosing is %v", want.seat, list(cards), v.Choosing())
	}
}

// open is what everybody sees alike, in the words of a fixture.
type open struct {
	seen   string
	holds  string
	voids  string // by seat
	trick  string
	last   string
	taken  string
	winner string // of the trick as it stands
}

func (want open) check(t *testing.T, m *game.Match) {
	t.Helper()
	for seat := game.Spectator; seat < m.Players(); seat++ {
		v := viewOf(m, seat)
		got := open{
			seen: list(v.Seen()), holds: bySeat(v.Players(), v.Holds), trick: told(v.Trick()),
			last: told(v.LastTrick()), taken: bySeat(v.Players(), v.Taken),
		}
		if p, ok := v.Winning(); ok {
			got.winner = told([]texas.Played{p})
		}
		for seat := range v.Players() {
			got.voids += fmt.Sprint(v.Voids(seat).Append(nil))
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(open{})); diff != "" {
			t.Errorf("seat %d (-want +got):\n%s", seat, diff)
		}
	}
}

// list is a set of cards as a fixture writes it.
func list(s texas.Set) string { return strings.Trim(fmt.Sprint(numbersOf(s)), "[]") }

func TestBeforeTheFirstDealAViewSeesNothing(t *testing.T) {
	m := play(t, "3 players")
	for seat := game.Spectator; seat < 3; seat++ {
		sight{seat: seat}.check(t, m)
		v := viewOf(m, seat)
		if v.Turn() != game.Chance || v.Ply() != 0 || v.HandNumber() != 0 || len(v.Events()) != 0 || v.Winners() != nil {
			t.Errorf("seat %d: next %v, ply %d, hand %d, events %q", seat, v.Turn(), v.Ply(), v.HandNumber(), v.Events())
		}
	}
	open{holds: "0 0 0", taken: "0 0 0", voids: "[][][]"}.check(t, m)
}

func TestAfterTheDealASeatSeesItsOwnHandAlone(t *testing.T) {
	m := match3(t, nil)
	sight{0, hands3[0], hands3[1][:26] + " 31 32 33 34 35 36 37 38 41 42 43 44 45 46 47 51 52 53 54 55 56", "play 11"}.check(t, m)
	sight{1, hands3[1], hands3[0][:29] + " " + hands3[2] + " 61 62 63 64 65", ""}.check(t, m)
	sight{
		2, hands3[2],
		"11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 51 52 53 54 55 56 61 62 63 64 65", "",
	}.check(t, m)
	sight{game.Spectator, "", list(texas.Deck(3)), ""}.check(t, m)
	open{holds: "15 15 15", taken: "0 0 0", voids: "[][][]"}.check(t, m)
}

func TestInMidTrickAViewSeesWhatHasBeenPlayed(t *testing.T) {
	m := match3(t, nil, "play 11", "play 29")
	const others = "12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 51 52 53 54 55 56 61 62 63 64 65"
	sight{
		2, hands3[2], others,
		"play 31, play 32, play 33, play 34, play 35, play 36, play 37, play 38, " +
			"play 41, play 42, play 43, play 44, play 45, play 46, play 47",
	}.check(t, m)
	sight{0, without(hands3[0], "11"), without(list(texas.Deck(3)), hands3[0]+" 29"), ""}.check(t, m)
	sight{game.Spectator, "", without(list(texas.Deck(3)), "11 29"), ""}.check(t, m)
	open{
		seen: "11 29", holds: "14 14 15", voids: "[][red][]", taken: "0 0 0",
		trick: "0:11 1:29", winner: "1:29",
	}.check(t, m)
}

func TestT7AViewRemembersEveryColorThatASeatDidNotFollow(t *testing.T) {
	m := match3(t, nil, "play 11", "play 21", "play 31")
	open{
		seen: "11 21 31", holds: "14 14 14", taken: "0 0 1", last: "0:11 1:21 2:31",
		voids: "[][red][red blue]", // two colors at once
	}.check(t, m)
	f := &fixture{t: t, m: m}
	f.apply("play 41")
	f.apply("play 12")
	open{
		seen: "11 12 21 31 41", holds: "13 14 13", taken: "0 0 1", last: "0:11 1:21 2:31",
		trick: "2:41 0:12", winner: "2:41", voids: "[green][red][red blue]",
	}.check(t, m)
	f.apply("play 51")
	open{
		seen: "11 12 21 31 41 51", holds: "13 13 13", taken: "0 1 1", last: "2:41 0:12 1:51",
		voids: "[green][red green][red blue]", // red was known
	}.check(t, m)
}

func TestT7FollowingAnyColorOfTheTrickProvesNothing(t *testing.T) {
	m := play(t, `
		4 players
		seat 3 holds 0
		seat 0 holds 22, no other black
		seat 1 holds 5 21, no other blue
		seat 2 holds 6
		deal
		seat 3: play 0
		seat 0: play 22
		seat 1: play 21              # blue, and it has black
		seat 2: play 6               # black, and may have blue
	`)
	v := viewOf(m, game.Spectator)
	for seat, want := range []string{"[black]", "[]", "[]", "[]"} {
		if got := fmt.Sprint(v.Voids(seat).Append(nil)); got != want {
			t.Errorf("seat %d is known to have no %s, want %s", seat, got, want)
		}
	}
}

func TestT3WhatAViewRemembersOfAHandEndsWithTheNextDeal(t *testing.T) {
	// In the last tricks of the hand seats play colors that they do not follow.
	m := play(t, `
		3 players, hands=3
		hand won by 0*6 1*5 2*4
	`)
	v := viewOf(m, 0)
	if v.Voids(0)|v.Voids(1)|v.Voids(2) == 0 || v.Seen() != texas.Deck(3) || v.Unseen() != 0 || v.Hand() != 0 || v.Holds(1) != 0 {
		t.Errorf("between hands: seen %s, unseen %s, hand %s", list(v.Seen()), list(v.Unseen()), list(v.Hand()))
	}
	if err := m.Apply(deal3); err != nil {
		t.Fatal(err)
	}
	open{holds: "15 15 15", taken: "0 0 0", voids: "[][][]"}.check(t, m)
	sight{game.Spectator, "", list(texas.Deck(3)), ""}.check(t, m)
	if v := viewOf(m, 1); list(v.Hand()) != hands3[1] || v.HandNumber() != 2 || v.Total(0) != 6 {
		t.Errorf("seat 1 holds %s in hand %d", list(v.Hand()), v.HandNumber())
	}
}

func TestT11OnlyWhoChoosesSeesOpenersToName(t *testing.T) {
	m := match3(t, nil, "play 11", "play 21", "play 38")
	rest := without(list(texas.Deck(3)), "11 21 38")
	sight{2, without(hands3[2], "38"), without(rest, hands3[2]), "opener 0, opener 1, opener 2"}.check(t, m)
	sight{0, without(hands3[0], "11"), without(rest, hands3[0]), ""}.check(t, m)
	sight{1, without(hands3[1], "21"), without(rest, hands3[1]), ""}.check(t, m)
	sight{game.Spectator, "", rest, ""}.check(t, m)
	open{
		seen: "11 21 38", holds: "14 14 14", voids: "[][red][red blue]", taken: "0 0 1",
		last: "0:11 1:21 2:38",
	}.check(t, m)
	for seat := game.Spectator; seat < 3; seat++ {
		if v := viewOf(m, seat); !v.Choosing() || v.Turn() != 2 {
			t.Errorf("seat %d: choosing %v, next %v", seat, v.Choosing(), v.Turn())
		}
	}
	if err := m.Apply("opener 1"); err != nil {
		t.Fatal(err)
	}
	sight{
		1, without(hands3[1], "21"), without(rest, hands3[1]),
		"play 22, play 23, play 24, play 25, play 26, play 27, play 28, play 29, " +
			"play 51, play 52, play 53, play 54, play 55, play 56", // T6
	}.check(t, m)
	if v := viewOf(m, 1); v.Choosing() || v.Opener() != 1 {
		t.Errorf("choosing %v, the opener is %d", v.Choosing(), v.Opener())
	}
}

func TestAtTheEndEverybodySeesWhoHasWon(t *testing.T) {
	m := play(t, `
		3 players
		hand won by 0*15
	`)
	for seat := game.Spectator; seat < 3; seat++ {
		v := viewOf(m, seat)
		if v.Turn() != game.Over || !slices.Equal(v.Winners(), []int{1, 2}) || v.Total(0) != 15 || v.Taken(0) != 15 {
			t.Errorf("seat %d: next %v, winners %v", seat, v.Turn(), v.Winners())
		}
		sight{seat: seat}.check(t, m)
	}
}

func TestASeatIsToldTheEventsWithOtherHandsHidden(t *testing.T) {
	m := match3(t, nil, "play 11", "play 21", "play 38", "opener 1")
	rest := []string{"play 11", "play 21", "play 38", "opener 1"}
	for seat, want := range map[int]string{
		game.Spectator: "deal ?/?/?",
		0:              "deal 11,12,13,14,15,16,17,18,19,20,61,62,63,64,65/?/?",
		1:              "deal ?/21,22,23,24,25,26,27,28,29,51,52,53,54,55,56/?",
		2:              "deal ?/?/31,32,33,34,35,36,37,38,41,42,43,44,45,46,47",
	} {
		v := viewOf(m, seat)
		if diff := cmp.Diff(append([]string{want}, rest...), v.Events()); diff != "" {
			t.Errorf("seat %d (-want +got):\n%s", seat, diff)
		}
		if v.Ply() != 5 {
			t.Errorf("seat %d: ply %d", seat, v.Ply())
		}
	}
}

func TestACloneOfAViewSharesNothingThatChanges(t *testing.T) {
	// At several lengths of what a view remembers: some have room to grow.
	m := match3(t, nil, "play 11", "play 21", "play 31")
	f := &fixture{t: t, m: m}
	for _, next := range []struct{ first, second, third string }{
		{"play 41", "play 12", "play 51"},
		{"play 22", "play 32", "play 13"},
		{"play 33", "play 14", "play 23"},
	} {
		for seat := game.Spectator; seat < 3; seat++ {
			checkClone(t, m, seat, []string{next.first, next.second, next.third})
		}
		f.apply(next.first)
		f.apply(next.second)
		f.apply(next.third)
	}
}

// checkClone plays on in a clone of a view, and sees to it that neither knows of
// what the other is told.
func checkClone(t *testing.T, m *game.Match, seat int, events []string) {
	t.Helper()
	original := viewOf(m, seat)
	before := viewJSON(t, original)
	clone := original.Clone()
	if got := viewJSON(t, clone); got != before {
		t.Errorf("seat %d: the clone is %s, want %s", seat, got, before)
	}
	s := m.State().Clone()
	for _, e := range events {
		if err := s.Apply(e); err != nil {
			t.Fatal(err)
		}
		if err := clone.Observe(e, s.Turn()); err != nil {
			t.Fatal(err)
		}
	}
	if got := viewJSON(t, original); got != before {
		t.Errorf("seat %d: watching with the clone changed the original into %s", seat, got)
	}
	after := viewJSON(t, clone)
	s = m.State().Clone()
	legal := s.Legal(nil)
	other := s.Word(legal[len(legal)-1])
	if err := s.Apply(other); err != nil {
		t.Fatal(err)
	}
	if err := original.Observe(other, s.Turn()); err != nil {
		t.Fatal(err)
	}
	if got := viewJSON(t, clone); got != after {
		t.Errorf("seat %d: watching with the original changed the clone into %s", seat, got)
	}
}

func TestACloneOfAViewRemembersItsOwnDeals(t *testing.T) {
	m := play(t, "6 players, hands=50")
	f := &fixture{t: t, m: m}
	for hand := range 5 {
		a := m.View(game.Spectator)
		b := a.Clone()
		for opener, v := range []game.View{a, b} {
			if err := v.Observe("deal ?/?/?/?/?/?", game.Turn(opener)); err != nil {
				t.Fatal(err)
			}
		}
		for opener, v := range []game.View{a, b} {
			if got, want := viewJSON(t, v), fmt.Sprintf(`%d],"events"`, opener); !strings.Contains(got, want) {
				t.Errorf("after %d hands the opener %d is not the last in %s", hand, opener, got)
			}
		}
		f.run("hand won by 0*10")
	}
}

func TestT4AViewIsForASeatOfTheTableOrASpectator(t *testing.T) {
	for seat, want := range map[int]string{
		4: "seat=4: T4: the seats are 0 to 3", -2: "seat=-2: T4: the seats are 0 to 3", 99: "seat=99: T4: the seats are 0 to 3",
	} {
		if v, err := (texas.Rules{}).NewView(4, nil, seat); err == nil || err.Error() != want {
			t.Errorf("%v, %v; want %s", v, err, want)
		}
	}
	v, err := texas.Rules{}.NewView(4, game.Options{"target": 15, "hands": 2}, game.Spectator)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(game.Options{"hands": 2}, v.Options()); diff != "" || v.Players() != 4 {
		t.Errorf("%d players, options (-want +got):\n%s", v.Players(), diff)
	}
}
