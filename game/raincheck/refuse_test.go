package raincheck_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
)

// A refusal is an event that cannot follow others, and the words that say so.
type refusal struct {
	options game.Options
	events  string // that have happened
	event   string // that is refused
	rule    string
	why     string
	legal   string // the words of what is legal, separated by commas and blanks
}

func refuse(t *testing.T, refusals []refusal) {
	t.Helper()
	for _, r := range refusals {
		t.Run(fmt.Sprintf("%s %q after %s", r.rule, r.event, r.events), func(t *testing.T) {
			s := played(t, r.options, r.events)
			refused(t, s, r.event, r)
		})
	}
}

// refused checks that the state refuses the event in just these words and stays
// as it was.
func refused(t *testing.T, s *raincheck.State, event string, want refusal) {
	t.Helper()
	before := *s
	err := s.Apply(event)
	if *s != before {
		t.Error("the refusal has changed the state")
	}
	var got *game.Error
	if !errors.As(err, &got) {
		t.Fatalf("the error is %v, want a *game.Error", err)
	}
	e := &game.Error{What: event, Rule: want.rule, Why: want.why}
	if want.legal != "" {
		e.Legal = strings.Split(want.legal, ", ")
	}
	if len(got.Legal) == 0 {
		got.Legal = nil
	}
	if diff := cmp.Diff(e, got); diff != "" {
		t.Errorf("the error differs (-want +got):\n%s", diff)
	}
}

func TestChanceSpeaksFirstAndWhenARoundEnds(t *testing.T) {
	const (
		starts = "chance says first who begins the first round"
		losing = "start 0; stack K; stack A; bet 1; fold; flip own"
		loses  = "seat 1 has lost the round and loses one of its cards at random"
		shuffl = losing + "; lose A"
		river  = "the river is shuffled, all of its cards and no others"
		two    = one1 + "; stack K; stack K; stack Q; bet 1; fold; flip own; lose 3"
	)
	refuse(t, []refusal{
		{nil, "", "stack A", "S4", starts, "start 0, start 1"},
		{nil, "", "bet 1", "S4", starts, "start 0, start 1"},
		{nil, "", "lose A", "S4", starts, "start 0, start 1"},
		{nil, "", "river A", "S4", starts, "start 0, start 1"},
		{nil, "", "start 2", "S4", starts, "start 0, start 1"},
		{nil, "", "start -1", "S4", starts, "start 0, start 1"},
		{nil, "", "start", "S4", starts, "start 0, start 1"},
		{nil, "", "start 00", "S4", starts, "start 0, start 1"},
		{nil, "", "start 0 ", "S4", starts, "start 0, start 1"},
		{nil, "", " start 0", "S4", starts, "start 0, start 1"},
		{nil, "", "start  0", "S4", starts, "start 0, start 1"},
		{nil, "", "Start 0", "S4", starts, "start 0, start 1"},
		{nil, "", "", "S4", starts, "start 0, start 1"},
		{game.Options{"first": 0}, "", "start 1", "S4", "the table's option says that seat 0 begins the first round", "start 0"},
		{game.Options{"first": 1}, "", "start 0", "S4", "the table's option says that seat 1 begins the first round", "start 1"},

		{nil, losing, "flip own", "S17", loses, "lose A, lose 3, lose K, lose Q"}, // S14: nobody flips more than the bet
		{nil, losing, "stack A", "S17", loses, "lose A, lose 3, lose K, lose Q"},
		{nil, losing, "river K", "S17", loses, "lose A, lose 3, lose K, lose Q"},
		{nil, losing, "lose ?", "S17", loses, "lose A, lose 3, lose K, lose Q"},
		{nil, losing, "lose a", "S17", loses, "lose A, lose 3, lose K, lose Q"},
		{nil, losing, "lose", "S17", loses, "lose A, lose 3, lose K, lose Q"},
		{nil, losing, "lose A,3", "S17", loses, "lose A, lose 3, lose K, lose Q"},
		{nil, one1 + "; stack K; stack K; stack Q; bet 1; fold; flip own", "lose A", "S17", loses, "lose 3, lose K, lose Q"},
		{nil, "start 0; stack A; stack A; bet 2; fold; flip own", "start 1", "S17", "seat 0 has lost the round and loses one of its cards at random", "lose A, lose 3, lose K, lose Q"},

		{nil, shuffl, "lose K", "S18", river, "river A in any order"},
		{nil, shuffl, "stack K", "S18", river, "river A in any order"},
		{nil, shuffl, "river K", "S18", river, "river A in any order"},
		{nil, shuffl, "river A,A", "S18", river, "river A in any order"},
		{nil, shuffl, "river", "S18", river, "river A in any order"},
		{nil, shuffl, "river ", "S18", river, "river A in any order"},
		{nil, shuffl, "river ?", "S18", river, "river A in any order"},
		{nil, shuffl, "river A ", "S18", river, "river A in any order"},
		{nil, two, "river A", "S18", river, "river A,3 in any order"},
		{nil, two, "river 3", "S18", river, "river A,3 in any order"},
		{nil, two, "river A,A", "S18", river, "river A,3 in any order"},
		{nil, two, "river A,3,K", "S18", river, "river A,3 in any order"},
		{nil, two, "river A, 3", "S18", river, "river A,3 in any order"},
		{nil, two, "river A,3,", "S18", river, "river A,3 in any order"},
		{nil, two, "river A,3,A,3,A,3,A,3,A,3", "S18", river, "river A,3 in any order"},
	})
}

func TestStackingRefusesWhatS5ToS8Forbid(t *testing.T) {
	const (
		first  = "seat 0 must stack a card on its first turn of a round"
		other  = "seat 1 must stack a card on its first turn of a round"
		cards4 = "stack A, stack 3, stack K, stack Q"
		both   = "start 0; stack A; stack A" // seat 0 is on turn
		may    = "seat 0 stacks a card or names the first bet"
		legal  = "stack 3, stack K, stack Q, bet 1, bet 2"
		first2 = "a first bet is from 1 to 2, the cards in the three piles"
		empty  = three1 + "; stack K; stack K" // seat 1 has no card left
		must   = "seat 1 has no card left and must bet"
		bets5  = "bet 1, bet 2, bet 3, bet 4, bet 5"
	)
	refuse(t, []refusal{
		{nil, "start 0", "bet 1", "S5", first, cards4},
		{nil, "start 0", "bet 0", "S5", first, cards4},
		{nil, "start 0", "fold", "S5", first, cards4},
		{nil, "start 0", "flip own", "S5", first, cards4},
		{nil, "start 0", "start 0", "S5", first, cards4},
		{nil, "start 0", "stack J", "S5", first, cards4},
		{nil, "start 0", "stack ?", "S5", first, cards4},
		{nil, "start 0", "stack a", "S5", first, cards4},
		{nil, "start 0", "stack A ", "S5", first, cards4},
		{nil, "start 0; stack A", "bet 1", "S5", other, cards4},
		{nil, one1, "bet 1", "S5", other, "stack 3, stack K, stack Q"}, // there is a card to bet on in the river
		{nil, one1, "stack A", "S5", "seat 1 does not hold A", "stack 3, stack K, stack Q"},

		{nil, both, "stack A", "S6", "seat 0 does not hold A", legal},
		{nil, both, "stack J", "S6", may, legal},
		{nil, both, "fold", "S6", may, legal},
		{nil, both, "flip own", "S6", may, legal},
		{nil, both, "river A", "S6", may, legal},
		{nil, both, "bet", "S6", may, legal},
		{nil, both, "bet 01", "S6", may, legal},
		{nil, both, "bet 1 ", "S6", may, legal},
		{nil, both, "bet +1", "S6", may, legal},
		{nil, both, "bet 1.0", "S6", may, legal},
		{nil, both, "Bet 1", "S6", may, legal},
		{nil, both, "bet 99999999999999999999", "S6", may, legal},

		{nil, empty, "stack K", "S7", must, bets5},
		{nil, empty, "stack A", "S7", must, bets5},
		{nil, empty, "stack J", "S7", must, bets5},
		{nil, empty, "fold", "S7", must, bets5},
		{nil, empty, "flip own", "S7", must, bets5},

		{nil, both, "bet 0", "S8", first2, legal},
		{nil, both, "bet -1", "S8", first2, legal},
		{nil, both, "bet 3", "S8", first2, legal},
		{nil, both, "bet 9", "S8", first2, legal},
		{nil, both, "bet 1000", "S8", first2, legal},
		{nil, empty, "bet 6", "S8", "a first bet is from 1 to 5, the cards in the three piles", bets5},
		{nil, empty, "bet 0", "S8", "a first bet is from 1 to 5, the cards in the three piles", bets5},
	})
}

func TestBettingAndFlippingRefuseWhatS8ToS11Forbid(t *testing.T) {
	const (
		bet1   = "start 0; stack A; stack A; stack 3; stack 3; bet 2" // seat 1 is on turn
		legal  = "bet 3, bet 4, fold"
		ranged = "a bet is above 2 and at most 4, the cards in the three piles"
		most   = "start 0; stack A; stack A; bet 2"
		only   = "the bet is 2, the limit, and only the fold is left"
		raises = "seat 1 raises or folds"
		nostck = "once betting has begun nobody stacks"
		flips  = "seat 0 has made the highest bet and flips"
		own    = "all of the own stack is flipped first"
	)
	refuse(t, []refusal{
		{nil, bet1, "bet 2", "S8", ranged, legal},
		{nil, bet1, "bet 1", "S8", ranged, legal},
		{nil, bet1, "bet 0", "S8", ranged, legal},
		{nil, bet1, "bet 5", "S8", ranged, legal},
		{nil, bet1, "bet 9", "S8", ranged, legal},
		{nil, bet1, "stack K", "S8", nostck, legal},
		{nil, bet1, "stack 3", "S8", nostck, legal},
		{nil, most, "stack K", "S8", nostck, "fold"},

		{nil, bet1, "flip own", "S9", raises, legal},
		{nil, bet1, "lose A", "S9", raises, legal},
		{nil, bet1, "fold ", "S9", raises, legal},
		{nil, bet1, "FOLD", "S9", raises, legal},
		{nil, bet1, "pass", "S9", raises, legal},
		{nil, most, "bet 2", "S9", only, "fold"},
		{nil, most, "bet 3", "S9", only, "fold"},
		{nil, most, "bet 9", "S9", only, "fold"},
		{nil, most, "bet 0", "S9", only, "fold"},
		{nil, most, "flip own", "S9", only, "fold"},

		{nil, flips2, "fold", "S10", flips, "flip own"},
		{nil, flips2, "bet 6", "S10", flips, "flip own"},
		{nil, flips2, "stack A", "S10", flips, "flip own"},
		{nil, flips2, "lose A", "S10", flips, "flip own"},
		{nil, flips2, "flip", "S10", flips, "flip own"},
		{nil, flips2, "flip own Q", "S10", flips, "flip own"},
		{nil, flips2, "flip 0", "S10", flips, "flip own"},

		{nil, flips2, "flip opp", "S11", own, "flip own"},
		{nil, flips2, "flip river", "S11", own, "flip own"},
		{nil, flips2 + "; flip own", "flip river", "S11", own, "flip own"},
		{nil, flips2 + "; flip own; flip own", "flip own", "S11", "no card is left on that stack", "flip opp, flip river"},
		{nil, flips2 + "; flip own; flip own; flip opp; flip opp", "flip opp", "S11", "no card is left on that stack", "flip river"},
		{nil, "start 0; stack K; stack K; bet 2; fold; flip own", "flip river", "S11", "no card is left in the river", "flip opp"},
	})
}

func TestNothingFollowsTheEnd(t *testing.T) {
	const (
		byEnergy = four0 + "; stack 3; stack 3; bet 1; bet 2; fold; flip own; flip opp"
		byCards  = three1 + "; stack K; stack A; bet 2; fold; flip own; flip opp; lose K"
	)
	var refusals []refusal
	for _, event := range []string{"start 0", "stack A", "bet 1", "fold", "flip own", "flip river", "lose A", "river A,3,K,Q", "river A", "", "pass"} {
		refusals = append(
			refusals,
			refusal{nil, byEnergy, event, "S13", "the game is over", ""},
			refusal{nil, byCards, event, "S19", "the game is over", ""},
		)
	}
	refuse(t, refusals)
}

func TestARefusalIsOneLineForPeople(t *testing.T) {
	for _, c := range []struct{ events, event, want string }{
		{"start 0", "bet 1", "bet 1: S5: seat 0 must stack a card on its first turn of a round; legal: stack A, stack 3, stack K, stack Q"},
		{"start 0; stack A; stack A; bet 2", "bet 3", "bet 3: S9: the bet is 2, the limit, and only the fold is left; legal: fold"},
		{"start 0; stack A; stack A; bet 2", "bet\n3", `"bet\n3": S9: the bet is 2, the limit, and only the fold is left; legal: fold`},
		{one1 + "; stack K; stack K; stack Q; bet 1; fold; flip own; lose 3", "", `"": S18: the river is shuffled, all of its cards and no others; legal: river A,3 in any order`},
		{three1 + "; stack K; stack A; bet 2; fold; flip own; flip opp; lose K", "river A", "river A: S19: the game is over"},
	} {
		if got := played(t, nil, c.events).Apply(c.event).Error(); got != c.want {
			t.Errorf("after %s:\ngot  %s\nwant %s", c.events, got, c.want)
		}
	}
}

func TestMovesAndChancesRefuseAsTheirWordsDo(t *testing.T) {
	const (
		losing    = "start 0; stack K; stack A; bet 1; fold; flip own"
		shuffling = one1 + "; stack K; stack K; stack Q; bet 1; fold; flip own; lose 3"
	)
	type state = raincheck.State
	for _, c := range []struct {
		options game.Options
		events  string
		do      func(*state) error
		want    string
	}{
		{nil, "start 0", func(s *state) error { return s.Play(raincheck.Fold()) }, "fold: S5: "},
		{nil, "start 0", func(s *state) error { return s.Play(1000) }, "move 1000: S5: "},
		{nil, "start 0; stack A; stack A; bet 1; fold", func(s *state) error { return s.Play(16) }, "move 16: S10: "},
		{nil, "", func(s *state) error { return s.Play(raincheck.Stack(raincheck.Hit)) }, "stack A: S4: "},
		{nil, "", func(s *state) error { return s.Start(2) }, "start 2: S4: "},
		{nil, "", func(s *state) error { return s.Start(-1) }, "start -1: S4: "},
		{game.Options{"first": 1}, "", func(s *state) error { return s.Start(0) }, "start 0: S4: "},
		{nil, "start 0", func(s *state) error { return s.Start(0) }, "start 0: S5: "},
		{nil, "start 0", func(s *state) error { return s.Lose(raincheck.Hit) }, "lose A: S5: "},
		{nil, one1 + "; stack K; stack K; stack Q; bet 1; fold; flip own", func(s *state) error { return s.Lose(raincheck.Hit) }, "lose A: S17: "},
		{nil, losing, func(s *state) error { return s.Lose(4) }, "lose card 4: S17: "},
		{nil, losing, func(s *state) error { return s.Shuffle([]raincheck.Card{raincheck.Hit}) }, "river A: S17: "},
		{nil, shuffling, func(s *state) error { return s.Shuffle(nil) }, `"river ": S18: `},
		{nil, shuffling, func(s *state) error { return s.Shuffle([]raincheck.Card{raincheck.Hit}) }, "river A: S18: "},
		{nil, shuffling, func(s *state) error { return s.Shuffle([]raincheck.Card{raincheck.Hit, raincheck.Hit}) }, "river A,A: S18: "},
		{nil, shuffling, func(s *state) error { return s.Shuffle([]raincheck.Card{raincheck.Hit, 5}) }, "river A,card 5: S18: "}, // 5 & 3 is a Beartrap
		{nil, shuffling, func(s *state) error { return s.Shuffle(make([]raincheck.Card, 16)) }, "river A,A,A,A,A,A,A,A,A,A,A,A,A,A,A,A: S18: "},
		{nil, "", func(s *state) error { return s.Chance(nil) }, "a draw of 0: S4: "},
		{nil, "", func(s *state) error { return s.Chance([]uint8{2}) }, "a draw of 1: S4: "},
		{game.Options{"first": 1}, "", func(s *state) error { return s.Chance([]uint8{1}) }, "a draw of 1: S4: "},
		{nil, "start 0", func(s *state) error { return s.Chance(nil) }, "a draw of 0: S5: "},
		{nil, losing, func(s *state) error { return s.Chance([]uint8{4}) }, "a draw of 1: S17: "},
		{nil, shuffling, func(s *state) error { return s.Chance([]uint8{1, 1}) }, "a draw of 2: S18: "},
		{nil, shuffling, func(s *state) error { return s.Chance([]uint8{0, 255}) }, "a draw of 2: S18: "},
		{nil, shuffling, func(s *state) error { return s.Chance([]uint8{0, 1, 2}) }, "a draw of 3: S18: "},
	} {
		s := played(t, c.options, c.events)
		before := *s
		err := c.do(s)
		var e *game.Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("after %s: the error is %v, want %s...", c.events, err, c.want)
		}
		if *s != before {
			t.Errorf("after %s: %q has changed the state", c.events, c.want)
		}
	}
}

func TestTablesRefuseWhatTheyDoNotKnow(t *testing.T) {
	rules := raincheck.Rules{}
	for _, c := range []struct {
		players int
		options game.Options
		want    string
	}{
		{1, nil, "players=1: S1: Showdown (Raincheck) is for 2 players"},
		{3, nil, "players=3: S1: Showdown (Raincheck) is for 2 players"},
		{0, nil, "players=0: S1: Showdown (Raincheck) is for 2 players"},
		{-2, nil, "players=-2: S1: Showdown (Raincheck) is for 2 players"},
		{2, game.Options{"first": 2}, "first=2: S4: want a whole number from 0 to 1"},
		{2, game.Options{"first": -1}, "first=-1: S4: want a whole number from 0 to 1"},
		{2, game.Options{"first": "0"}, `first="0": S4: want a whole number from 0 to 1`},
		{2, game.Options{"first": nil}, "first=null: S4: want a whole number from 0 to 1"},
		{2, game.Options{"target": 15}, "target: there is no such option; this game has first"},
	} {
		_, checked := rules.Check(c.players, c.options)
		_, state := rules.New(c.players, c.options)
		_, view := rules.NewView(c.players, c.options, 0)
		for _, err := range []error{checked, state, view} {
			var e *game.Error
			if !errors.As(err, &e) || err.Error() != c.want {
				t.Errorf("%d players, options %v: the error is %v, want %s", c.players, c.options, err, c.want)
			}
		}
	}
	for _, seat := range []int{-2, 2, 100} {
		want := fmt.Sprintf("seat=%d: S1: the seats are 0 and 1", seat)
		if _, err := rules.NewView(2, nil, seat); err == nil || err.Error() != want {
			t.Errorf("a view of seat %d: the error is %v, want %s", seat, err, want)
		}
	}
}
