package raincheck_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
)

// watched is a match after the events, which are separated by semicolons.
func watched(t rapid.TB, options game.Options, events string) *game.Match {
	t.Helper()
	m, err := game.NewMatch(raincheck.Rules{}, 2, options)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range split(events) {
		if err := m.Apply(e); err != nil {
			t.Fatalf("event %d: %v", i+1, err)
		}
	}
	return m
}

// seen is what the seat may know after the events.
func seen(t rapid.TB, events string, seat int) *raincheck.View {
	t.Helper()
	return watched(t, nil, events).View(seat).(*raincheck.View)
}

// insides lets cmp compare two views field by field.
var insides = cmp.Exporter(func(reflect.Type) bool { return true })

// facts is what a view says of cards, by their words.
type facts struct {
	hand, stack string    // own
	owned, gone [2]string // surely
	river       string    // surely
}

func factsOf(v *raincheck.View) facts {
	f := facts{hand: letters(v.Hand().Append(nil)), stack: letters(v.Stack()), river: letters(v.KnownRiver())}
	for seat := range 2 {
		f.owned[seat] = letters(v.Owned(seat).Append(nil))
		f.gone[seat] = letters(v.Gone(seat).Append(nil))
	}
	return f
}

func letters(cards []raincheck.Card) string {
	var b strings.Builder
	for _, c := range cards {
		b.WriteString(c.String())
	}
	return b.String()
}

// Games in which something can be deduced.
const (
	// Seat 1 has shown its Battery in round 1 and loses a Blank.
	shown1 = "start 0; stack K; stack Q; bet 2; fold; flip own; flip opp"
	lost1  = shown1 + "; lose K; river K"
	// In round 2 seat 0 flips the Battery of seat 1, which is still there.
	kept1 = lost1 + "; stack Q; stack K; bet 1; bet 2; fold; flip own; flip opp"
	// In round 2 seat 1 shows its Battery and seat 0 loses a Hit.
	bothLost = lost1 + "; stack Q; stack K; bet 1; fold; flip own; lose A; river K,A"
	// In round 3 seat 0 shows its Battery and then the Blank in the river.
	riverK = bothLost + "; stack Q; stack 3; bet 3; fold; flip own; flip river"
	// Then the Hit under it: the river is seen entire.
	riverKA = riverK + "; flip river"
)

func TestAViewKnowsWhatFollowsFromWhatTheSeatSaw(t *testing.T) {
	const spectator = game.Spectator
	for _, c := range []struct {
		says   string
		events string
		seat   int
		want   facts
	}{
		{
			"before the start all cards are owned", "", 0,
			facts{hand: "A3KQ", owned: [2]string{"A3KQ", "A3KQ"}},
		},
		{
			"a spectator has no hand", "", spectator,
			facts{owned: [2]string{"A3KQ", "A3KQ"}},
		},
		{
			"the own stack is known, the last card on top", "start 0; stack K; stack A; stack 3", 0,
			facts{hand: "AQ", stack: "3K", owned: [2]string{"A3KQ", "A3KQ"}},
		},
		{
			"the other's stack is not shown", "start 0; stack K; stack A; stack 3", spectator,
			facts{owned: [2]string{"A3KQ", "A3KQ"}},
		},
		{
			"a card flipped from the own stack is no longer on it", "start 0; stack K; stack A; stack 3; stack Q; bet 2; fold; flip own", 0,
			facts{hand: "AQ", stack: "K", owned: [2]string{"A3KQ", "A3KQ"}},
		},
		{
			"a round that ends gives the stack back", shown1, 1,
			facts{hand: "A3KQ", owned: [2]string{"A3KQ", "A3KQ"}},
		},
		{
			"who has lost a card knows which", lost1, 1,
			facts{hand: "A3Q", owned: [2]string{"A3KQ", "A3Q"}, gone: [2]string{"", "K"}, river: "K"},
		},
		{
			"the other knows none of the loser's cards any more, for any may be lost, the flipped one too", lost1, 0,
			facts{hand: "A3KQ", owned: [2]string{"A3KQ", ""}},
		},
		{
			"neither does a spectator", lost1, spectator,
			facts{owned: [2]string{"A3KQ", ""}},
		},
		{
			"a card that is flipped from a stack after the loss was kept", kept1, 0,
			facts{hand: "A3KQ", owned: [2]string{"A3KQ", "Q"}},
		},
		{
			"until another is lost", kept1 + "; lose A", 0,
			facts{hand: "A3KQ", owned: [2]string{"A3KQ", ""}},
		},
		{
			"when both have lost a card each knows the own one", bothLost, 0,
			facts{hand: "3KQ", owned: [2]string{"3KQ", "Q"}, gone: [2]string{"A", ""}, river: "A"},
		},
		{
			"and the other does too", bothLost, 1,
			facts{hand: "A3Q", owned: [2]string{"", "A3Q"}, gone: [2]string{"", "K"}, river: "K"},
		},
		{
			"while a spectator knows only what was shown after the loss", bothLost, spectator,
			facts{owned: [2]string{"", "Q"}},
		},
		{
			"a Blank flipped from the river is the other's for who still owns a Blank", riverK, 0,
			facts{hand: "3K", owned: [2]string{"3KQ", "A3Q"}, gone: [2]string{"A", "K"}, river: "AK"},
		},
		{
			"a spectator cannot tell whose it was", riverK, spectator,
			facts{owned: [2]string{"Q", "Q"}, river: "K"},
		},
		{
			"nor can who has lost a Blank tell whether it is the own one", riverK, 1,
			facts{hand: "AQ", stack: "3", owned: [2]string{"Q", "A3Q"}, gone: [2]string{"", "K"}, river: "K"},
		},
		{
			"when the whole river has been flipped, who has lost a card knows what the other has lost", riverKA, 1,
			facts{hand: "A3Q", owned: [2]string{"3KQ", "A3Q"}, gone: [2]string{"A", "K"}, river: "AK"},
		},
		{
			"and a spectator knows the river, but not who has lost which", riverKA, spectator,
			facts{owned: [2]string{"3Q", "3Q"}, river: "AK"},
		},
		{
			"two of a kind in the river tell everybody that both have lost it",
			lost1 + "; stack Q; stack K; bet 1; fold; flip own; lose K; river K,K; stack Q; stack 3; bet 3; fold; flip own; flip river; flip river", spectator,
			facts{owned: [2]string{"A3Q", "A3Q"}, gone: [2]string{"K", "K"}, river: "KK"},
		},
		{
			"one of the two does not", lost1 + "; stack Q; stack K; bet 1; fold; flip own; lose K; river K,K; stack Q; stack 3; bet 2; fold; flip own; flip river", spectator,
			facts{owned: [2]string{"Q", "Q"}, river: "K"},
		},
		{
			"at the end a seat that lost all its cards has nothing", three1 + "; stack K; stack K; bet 1; bet 2; fold; flip own; flip opp; lose K", 1,
			facts{owned: [2]string{"A3KQ", ""}, gone: [2]string{"", "A3KQ"}, river: "A3KQ"},
		},
		{
			"and everybody knows it, for four lost cards are all", three1 + "; stack K; stack K; bet 1; bet 2; fold; flip own; flip opp; lose K", spectator,
			facts{owned: [2]string{"A3KQ", ""}, gone: [2]string{"", "A3KQ"}, river: "A3KQ"},
		},
		{
			"a game lost by energy gives the stack back too", four0 + "; stack 3; stack 3; bet 1; bet 2; fold; flip own; flip opp", 0,
			facts{hand: "A3KQ", owned: [2]string{"A3KQ", "3"}},
		},
	} {
		t.Run(c.says, func(t *testing.T) {
			if diff := cmp.Diff(c.want, factsOf(seen(t, c.events, c.seat)), insides); diff != "" {
				t.Errorf("seat %d (-want +got):\n%s", c.seat, diff)
			}
		})
	}
}

func TestAViewListsJustThePairsOfHandsThatThereMayBe(t *testing.T) {
	// What seats 0 and 1 may have lost by riverK, by what each saw.
	for _, c := range []struct {
		seat int
		want string
	}{
		{0, "A:K"},
		{1, "A:K 3:K K:K"}, // Q was flipped in this round, and the river's K may be its own
		{game.Spectator, "A:K 3:K K:A K:3 K:K"},
	} {
		v := seen(t, riverK, c.seat)
		var got []string
		for a := range raincheck.Set(16) {
			for b := range raincheck.Set(16) {
				if v.Possible([2]raincheck.Set{a, b}) {
					lost := [2]raincheck.Set{15 &^ a, 15 &^ b}
					got = append(got, letters(lost[0].Append(nil))+":"+letters(lost[1].Append(nil)))
				}
			}
		}
		want := strings.Fields(c.want)
		slices.Sort(want)
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("seat %d (-want +got):\n%s", c.seat, diff)
		}
		for _, no := range [][2]raincheck.Set{{16, 15}, {15, 16}, {255, 255}} {
			if v.Possible(no) {
				t.Errorf("seat %d takes %v for cards", c.seat, no)
			}
		}
	}
}

func TestEverySeatIsToldWhatItMayKnow(t *testing.T) {
	m := watched(t, nil, riverK)
	for _, c := range []struct {
		seat int
		want string
	}{
		{0, "start 0; stack K; stack ?; bet 2; fold; flip own K; flip opp Q; lose ?; river ?; " +
			"stack ?; stack K; bet 1; fold; flip own Q; lose A; river ?; " +
			"stack Q; stack ?; bet 3; fold; flip own Q; flip river K"},
		{1, "start 0; stack ?; stack Q; bet 2; fold; flip own K; flip opp Q; lose K; river ?; " +
			"stack Q; stack ?; bet 1; fold; flip own Q; lose ?; river ?; " +
			"stack ?; stack 3; bet 3; fold; flip own Q; flip river K"},
		{game.Spectator, "start 0; stack ?; stack ?; bet 2; fold; flip own K; flip opp Q; lose ?; river ?; " +
			"stack ?; stack ?; bet 1; fold; flip own Q; lose ?; river ?; " +
			"stack ?; stack ?; bet 3; fold; flip own Q; flip river K"},
	} {
		if diff := cmp.Diff(split(c.want), m.View(c.seat).Events()); diff != "" {
			t.Errorf("seat %d (-want +got):\n%s", c.seat, diff)
		}
	}
}

func TestAViewOffersMovesToTheSeatOnTurnOnly(t *testing.T) {
	for _, c := range []struct {
		events string
		legal  [2]string
	}{
		{"", [2]string{}},
		{"start 1", [2]string{"", "stack A; stack 3; stack K; stack Q"}},
		{"start 1; stack A", [2]string{"stack A; stack 3; stack K; stack Q", ""}},
		{"start 1; stack A; stack 3", [2]string{"", "stack 3; stack K; stack Q; bet 1; bet 2"}},
		{"start 1; stack A; stack 3; bet 1", [2]string{"bet 2; fold", ""}},
		{"start 1; stack A; stack 3; bet 1; bet 2", [2]string{"", "fold"}},
		{"start 1; stack A; stack 3; bet 1; bet 2; fold", [2]string{"flip own", ""}},
		{"start 1; stack A; stack 3; bet 1; bet 2; fold; flip own", [2]string{"flip opp", ""}},
		{"start 1; stack A; stack 3; bet 1; bet 2; fold; flip own; flip opp", [2]string{}},
		{three1 + "; stack K; stack K", [2]string{"", "bet 1; bet 2; bet 3; bet 4; bet 5"}}, // S7
	} {
		m := watched(t, nil, c.events)
		for seat, want := range map[int]string{0: c.legal[0], 1: c.legal[1], game.Spectator: ""} {
			v := m.View(seat)
			if got := strings.Join(game.Words(v.Word, v.Legal(nil)), "; "); got != want {
				t.Errorf("after %q seat %d may %q, want %q", c.events, seat, got, want)
			}
		}
	}
}

func TestBothPlayersMayRecallTheRoundsAsS18Says(t *testing.T) {
	type round = raincheck.Round
	want := []round{
		{Begins: 0, Bet: 2, Bettor: 0, Loser: 1, Flipped: []raincheck.Flipped{{From: raincheck.Own, Card: raincheck.Blank}, {From: raincheck.Opponent, Card: raincheck.Battery}}},
		{Begins: 1, Bet: 1, Bettor: 1, Loser: 0, Flipped: []raincheck.Flipped{{From: raincheck.Own, Card: raincheck.Battery}}},
		{Begins: 0, Bet: 3, Bettor: 0, Loser: -1, Flipped: []raincheck.Flipped{{From: raincheck.Own, Card: raincheck.Battery}, {From: raincheck.River, Card: raincheck.Blank}}},
	}
	for _, seat := range []int{0, 1, game.Spectator} {
		if diff := cmp.Diff(want, seen(t, riverK, seat).Rounds()); diff != "" {
			t.Errorf("seat %d (-want +got):\n%s", seat, diff)
		}
		if got := seen(t, "", seat).Rounds(); got != nil {
			t.Errorf("seat %d recalls %v before the first round", seat, got)
		}
		begun := []round{{Begins: 1, Bettor: -1, Loser: -1, Flipped: []raincheck.Flipped{}}}
		if diff := cmp.Diff(begun, seen(t, "start 1", seat).Rounds()); diff != "" {
			t.Errorf("seat %d (-want +got):\n%s", seat, diff)
		}
	}
}

func TestWhatCannotHaveHappenedIsRefusedAndChangesNothing(t *testing.T) {
	const (
		spectator = game.Spectator
		hidden    = "the card is hidden and told as ?"
		lies      = "that card cannot lie there"
		sees      = "a seat sees which card it stacks"
		loses     = "seat 1 has lost the round and loses one of its cards at random"
		empty1    = three1 + "; stack K; stack K" // seat 1 on turn without a card
	)
	first1 := game.Options{"first": 1}
	for _, c := range []struct {
		options game.Options
		events  string
		seat    int
		told    string
		want    string // the error after the told event
	}{
		{nil, "", 0, "stack A", "S4: chance says first who begins the first round; legal: start 0, start 1"},
		{nil, "", 0, "start 2", "S4: chance says first who begins the first round; legal: start 0, start 1"},
		{first1, "", 0, "start 0", "S4: the table's option says that seat 1 begins the first round; legal: start 1"},
		{nil, "start 0", 0, "bet 1", "S5: seat 0 must stack a card on its first turn of a round; legal: stack A, stack 3, stack K, stack Q"},
		{nil, "start 0", 1, "bet 1", "S5: seat 0 must stack a card on its first turn of a round"},
		{nil, "start 0", 1, "start 0", "S5: seat 0 must stack a card on its first turn of a round"},
		{nil, "start 0", 0, "stack ?", "S5: " + sees + "; legal: stack A, stack 3, stack K, stack Q"},
		{nil, "start 0", 0, "stack J", "S5: " + sees + "; legal: stack A, stack 3, stack K, stack Q"},
		{nil, "start 0; stack A; stack A", 0, "stack A", "S6: seat 0 does not hold A; legal: stack 3, stack K, stack Q, bet 1, bet 2"},
		{nil, "start 0", 1, "stack A", "S5: " + hidden},
		{nil, "start 0", spectator, "stack A", "S5: " + hidden},
		{nil, "start 0", spectator, "stack", "S5: " + hidden},
		{nil, "start 0; stack A; stack A", 1, "fold", "S6: seat 0 stacks a card or names the first bet"},
		{nil, "start 0; stack A; stack A", spectator, "bet 3", "S8: a first bet is from 1 to 2, the cards in the three piles"},
		{nil, empty1, 1, "stack K", "S7: seat 1 has no card left and must bet; legal: bet 1, bet 2, bet 3, bet 4, bet 5"},
		{nil, empty1, 1, "stack ?", "S7: seat 1 has no card left and must bet; legal: bet 1, bet 2, bet 3, bet 4, bet 5"},
		{nil, empty1, 0, "stack ?", "S7: seat 1 has no card left and must bet"},
		{nil, empty1, spectator, "stack ?", "S7: seat 1 has no card left and must bet"},
		{nil, empty1, 0, "fold", "S7: seat 1 has no card left and must bet"},
		{nil, "start 0; stack A; stack A; bet 1", 0, "stack ?", "S9: seat 1 raises or folds"},
		{nil, "start 0; stack A; stack A; bet 2", 0, "bet 3", "S9: the bet is 2, the limit, and only the fold is left"},
		{nil, "start 0; stack A; stack A; bet 1; fold", 1, "fold", "S10: seat 0 has made the highest bet and flips"},
		{nil, "start 0; stack A; stack A; bet 2; fold", 0, "flip opp A", "S11: all of the own stack is flipped first; legal: flip own"},
		{nil, "start 0; stack A; stack A; bet 2; fold", 1, "flip mine A", "S10: seat 0 has made the highest bet and flips"},
		{nil, "start 0; stack A; stack A; bet 2; fold", 1, "flip own", "S12: everybody sees the flipped card: A, 3, K or Q"},
		{nil, "start 0; stack A; stack A; bet 2; fold", 1, "flip own ?", "S12: everybody sees the flipped card: A, 3, K or Q"},
		{nil, "start 0; stack A; stack A; bet 2; fold", 1, "flip own A ", "S12: everybody sees the flipped card: A, 3, K or Q"},
		{nil, "start 0; stack A; stack A; bet 2; fold", 0, "flip own K", "S1: " + lies},
		{nil, "start 0; stack K; stack A; bet 2; fold; flip own", 1, "flip opp K", "S1: " + lies},
		// The same card twice from a stack, and a card from a stack whose owner has lost it.
		{nil, "start 0; stack K; stack A; stack Q; stack 3; bet 3; fold; flip own", 1, "flip own Q", "S1: " + lies},
		{nil, riverK, 0, "flip opp K", "S1: " + lies},
		// A card from the river that nobody can have lost, and one of which the river has only one.
		{nil, lost1 + "; stack Q; stack K; bet 3; fold; flip own", 1, "flip river A", "S1: " + lies},
		{nil, riverK, 0, "flip river K", "S1: " + lies},
		{nil, riverK, 1, "flip river 3 ", "S12: everybody sees the flipped card: A, 3, K or Q"},
		{nil, shown1, 0, "lose K", "S17: " + hidden},
		{nil, shown1, spectator, "lose", "S17: " + hidden},
		{nil, shown1, 1, "lose ?", "S17: " + loses + "; legal: lose A, lose 3, lose K, lose Q"},
		{nil, kept1, 1, "lose K", "S17: " + loses + "; legal: lose A, lose 3, lose Q"},
		{nil, shown1, 0, "flip opp A", "S17: " + loses + "; legal: lose ?"},
		{nil, shown1, 1, "flip opp A", "S17: " + loses + "; legal: lose A, lose 3, lose K, lose Q"},
		{nil, shown1 + "; lose K", 1, "river K", "S18: the river is shuffled, all of its cards and no others; legal: river ?"},
		{nil, shown1 + "; lose K", 0, "lose ?", "S18: the river is shuffled, all of its cards and no others; legal: river ?"},
		{nil, three1 + "; stack K; stack K; bet 1; bet 2; fold; flip own; flip opp; lose K", 0, "river ?", "S19: the game is over"},
		{nil, four0 + "; stack 3; stack 3; bet 1; bet 2; fold; flip own; flip opp", 0, "lose ?", "S13: the game is over"},
	} {
		v := watched(t, c.options, c.events).View(c.seat)
		for next := game.Over; next <= 1; next++ {
			want := game.Quote(c.told) + ": " + c.want
			unchanged(t, v, func() error { return v.Observe(c.told, next) }, want)
		}
	}
}

// unchanged checks that f fails with an *game.Error of these words and leaves the
// view as it was.
func unchanged(t *testing.T, v game.View, f func() error, want string) {
	t.Helper()
	before := v.Clone()
	err := f()
	var e *game.Error
	if !errors.As(err, &e) || err.Error() != want {
		t.Errorf("the error is %v\nwant %s", err, want)
	}
	if diff := cmp.Diff(before, v, insides); diff != "" {
		t.Errorf("%s\nhas changed the view (-before +after):\n%s", want, diff)
	}
}

func TestAViewRefusesATurnThatDoesNotFollow(t *testing.T) {
	for _, c := range []struct {
		events, event string
		next          game.Turn
	}{
		{"", "start 0", 0},
		{"start 0; stack A", "stack A", 0},
		{"start 0; stack A; stack A; bet 1", "fold", 0},
		{"start 0; stack A; stack A; bet 1; fold", "flip own", game.Chance},
		{"start 0; stack A; stack A; bet 1; fold; flip own", "lose A", game.Chance},
		{"start 0; stack A; stack A; bet 1; fold; flip own; lose A", "river A", 1},
		{four0 + "; stack 3; stack 3; bet 1; bet 2; fold; flip own", "flip opp", game.Over},
	} {
		for _, seat := range []int{0, 1, game.Spectator} {
			m := watched(t, nil, c.events)
			v := m.View(seat)
			if err := m.Apply(c.event); err != nil {
				t.Fatal(err)
			}
			told := m.State().Told(seat)
			for next := game.Over; next <= 1; next++ {
				if next == c.next {
					continue
				}
				before := v.Clone()
				err := v.Observe(told, next)
				if want := fmt.Sprintf("next is %s, not %s", c.next, next); err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s: the error is %v, want ... %s", told, err, want)
				}
				if diff := cmp.Diff(before, v, insides); diff != "" {
					t.Errorf("%s has changed the view (-before +after):\n%s", told, diff)
				}
			}
			if err := v.Observe(told, c.next); err != nil {
				t.Errorf("%s: %v", told, err)
			}
		}
	}
}

func TestClonesOfAViewGoTheirOwnWays(t *testing.T) {
	ways := []string{
		"stack K; stack K; bet 1; fold; flip own; lose A; river A,3,A,Q; stack K",
		"stack K; stack 3; bet 2; fold; flip own; flip opp; lose Q; river Q,3,A,Q; stack A",
	}
	for _, seat := range []int{0, 1, game.Spectator} {
		v := seen(t, three1, seat)
		var clones []game.View
		for _, way := range ways { // all are made, and gone on with, before any is looked at
			c := v.Clone()
			clones = append(clones, c)
			m := watched(t, nil, three1)
			for _, e := range split(way) {
				if err := m.Apply(e); err != nil {
					t.Fatal(err)
				}
				if err := c.Observe(m.State().Told(seat), m.State().Turn()); err != nil {
					t.Fatal(err)
				}
			}
		}
		for i, way := range ways {
			if diff := cmp.Diff(game.View(seen(t, three1+"; "+way, seat)), clones[i], insides); diff != "" {
				t.Errorf("seat %d: clone %d differs (-want +got):\n%s", seat, i, diff)
			}
		}
		if diff := cmp.Diff(seen(t, three1, seat), v, insides); diff != "" {
			t.Errorf("seat %d: a clone has changed the view (-want +got):\n%s", seat, diff)
		}
	}
}
