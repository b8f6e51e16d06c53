package texas_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/game"
)

func TestT4PlayGoesClockwiseAndFromTheLastSeatToSeat0(t *testing.T) {
	play(t, `
		4 players
		seat 2 holds 0
		seat 3 holds 1
		seat 0 holds 2
		seat 1 holds 3
		deal
		seat 2: play 0
		trick: 2:0
		next: seat 3
		seat 3: play 1
		next: seat 0
		seat 0: play 2
		next: seat 1
		trick: 2:0 3:1 0:2
		seat 1: play 3
		trick:
	`)
}

func TestT5TheStartingCardOpensAndNoOtherMay(t *testing.T) {
	play(t, `
		4 players
		seat 2 holds 0 9 10 74
		deal
		next: seat 2
		legal: play 0
		refused: play 9: T5: the first trick of a hand is opened with the starting card; legal: play 0
		refused: play 74: T5: the first trick of a hand is opened with the starting card; legal: play 0
		seat 2: play 0
	`)
	play(t, `
		3 players
		seat 1 holds 11 65
		deal
		next: seat 1
		legal: play 11
		refused: play 65: T5: the first trick of a hand is opened with the starting card; legal: play 11
		seat 1: play 11
	`)
}

func TestT5EveryHandIsOpenedByWhoeverHoldsItsStartingCard(t *testing.T) {
	play(t, `
		4 players
		hand won by 3*4 2*4 1*4 0*3
		next: chance
		seat 1 holds 0
		deal
		next: seat 1                    # though seat 0 took the last trick
		legal: play 0
	`)
}

func TestT6TheOpenerOfALaterTrickMayPlayAnyCard(t *testing.T) {
	play(t, `
		6 players
		seat 5 holds 0
		seat 0 holds 9 11 12 21 31 41 51 61 71 74
		seat 1 holds 1
		seat 2 holds 2
		seat 3 holds 3
		seat 4 holds 4
		deal
		trick by 5: 0 9 1 2 3 4 -> 0
		next: seat 0
		legal: play 11, play 12, play 21, play 31, play 41, play 51, play 61, play 71, play 74
	`)
}

func TestT7AHandThatCanFollowMust(t *testing.T) {
	play(t, `
		4 players
		seat 3 holds 0
		seat 0 holds 3 10 21 22 74, no other black
		deal
		seat 3: play 0
		legal: play 3, play 10
		refused: play 22: T7: a hand with black must follow; legal: play 3, play 10
		refused: play 74: T7: a hand with black must follow; legal: play 3, play 10
	`)
}

func TestT7AHandThatCannotFollowMayPlayAnyCard(t *testing.T) {
	play(t, `
		6 players
		seat 3 holds 0
		seat 4 holds 11 12 21 31 41 51 56 61 71 72, no other black
		deal
		seat 3: play 0
		legal: play 11, play 12, play 21, play 31, play 41, play 51, play 56, play 61, play 71, play 72
	`)
}

func TestT7ACardThatFollowsTheSecondColorIsLegal(t *testing.T) {
	play(t, `
		4 players
		seat 3 holds 0
		seat 0 holds 22, no other black
		seat 1 holds 5 21 29 33, no other black or blue
		deal
		seat 3: play 0
		seat 0: play 22                # blue is a color of the trick from here on
		legal: play 5, play 21, play 29
		refused: play 33: T7: a hand with black or blue must follow; legal: play 5, play 21, play 29
		seat 1: play 21                # though it has black
	`)
}

func TestT7WithoutTheFirstColorTheSecondMustBeFollowed(t *testing.T) {
	play(t, `
		4 players
		seat 3 holds 0
		seat 0 holds 22, no other black
		seat 1 holds 29 33, no other black or blue
		deal
		seat 3: play 0
		seat 0: play 22
		legal: play 29
		refused: play 33: T7: a hand with blue must follow; legal: play 29
	`)
}

func TestT7EveryColorInTheTrickBindsAndMayBeChosen(t *testing.T) {
	play(t, `
		5 players
		seat 3 holds 0
		seat 4 holds 12, no other black
		seat 0 holds 22, no other black or red
		seat 1 holds 3 11 23 71 31, no other black, red or blue
		deal
		seat 3: play 0
		seat 4: play 12
		seat 0: play 22
		legal: play 3, play 11, play 23
		refused: play 31: T7: a hand with black, red or blue must follow; legal: play 3, play 11, play 23
		refused: play 71: T7: a hand with black, red or blue must follow; legal: play 3, play 11, play 23
	`)
}

func TestT7ColorsOfATrickDoNotBindInTheNext(t *testing.T) {
	play(t, `
		4 players
		seat 3 holds 0
		seat 0 holds 9 21
		seat 1 holds 1 8 29, no other black or blue
		seat 2 holds 2
		deal
		trick by 3: 0 9 1 2 -> 0
		seat 0: play 21
		legal: play 29                 # and not the black 8
	`)
}

// winner plays the trick as the second of a hand, opened by seat 0, with hands
// in which a card that does not follow cannot (T7), and returns the card of the
// seat to which it went and the match.
func winner(tb testing.TB, players int, options, trick string) (card int, m *game.Match) {
	tb.Helper()
	plays := ints(trick)
	starting := naiveDeck(players)[0]
	first := []int{9} // of seat 0, which takes the first trick with it
	if players == 3 {
		first[0] = 19
	}
	for i := starting + 1; len(first) < players; i++ {
		if !slices.Contains(plays, i) {
			first = append(first, i)
		}
	}
	first[players-1] = starting
	for _, n := range plays {
		if slices.Contains(first, n) {
			tb.Fatalf("%s: %d is played in the first trick", trick, n)
		}
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%d players%s\n", players, options)
	for seat, n := range plays {
		fmt.Fprintf(&text, "seat %d holds %d %d", seat, first[seat], n)
		var before []string
		for _, other := range plays[:seat] {
			before = append(before, naiveColor(other))
		}
		if len(before) > 0 && !slices.Contains(before, naiveColor(n)) {
			fmt.Fprintf(&text, ", no other %s", strings.Join(before, " or "))
		}
		text.WriteByte('\n')
	}
	text.WriteString("deal\n")
	fmt.Fprintf(&text, "trick by %d: %d", players-1, starting)
	for _, n := range first[:players-1] {
		fmt.Fprintf(&text, " %d", n)
	}
	text.WriteString(" -> 0\n")
	m = play(tb, text.String())
	s := stateOf(m)
	before := make([]int, players)
	for seat := range players {
		before[seat] = s.Taken(seat)
	}
	for seat, n := range plays {
		if err := m.Apply(fmt.Sprint("play ", n)); err != nil {
			tb.Fatalf("seat %d: %v\n%s", seat, err, text.String())
		}
	}
	for seat := range players {
		if s.Taken(seat) > before[seat] {
			return plays[seat], m
		}
	}
	tb.Fatalf("nobody took the trick %s", trick)
	return 0, nil
}

// trickCase is a trick, opened by its first card, and the card that takes it.
type trickCase struct {
	players int
	trick   string
	want    int
}

func (c trickCase) check(t *testing.T, options string) {
	t.Helper()
	if got, _ := winner(t, c.players, options, c.trick); got != c.want {
		t.Errorf("%s: %d takes it, want %d", c.trick, got, c.want)
	}
}

func TestT8TheColorWithTheMostCardsTakesTheTrick(t *testing.T) {
	for _, c := range []trickCase{
		{4, "21 22 23 24", 24},       // one color: its highest card
		{4, "24 23 22 21", 24},       // in whatever order
		{4, "21 22 41 74", 22},       // two blue against higher single cards
		{4, "21 71 22 23", 23},       // three blue against one grey
		{3, "12 13 65", 13},          // two red against the highest card there is
		{3, "65 12 13", 13},          // the color led may lose
		{5, "61 62 63 11 12", 63},    // three purple against two red
		{6, "11 12 13 71 72 41", 13}, // three red, two grey, one green
		{6, "71 21 22 61 62 23", 23}, // three blue against two purple and a grey
	} {
		c.check(t, "")
	}
}

func TestT8TheWinningCardIsTheHighestOfItsColorNotOfTheTrick(t *testing.T) {
	for _, c := range []trickCase{
		{4, "13 12 15 74", 15},
		{5, "33 31 32 55 61", 33},
		{3, "14 17 51", 17},
	} {
		c.check(t, "")
	}
}

func TestT8TwoColorsTiedGoToTheHigherOfTheirHighestCards(t *testing.T) {
	for _, c := range []trickCase{
		{4, "21 22 41 42", 42},
		{4, "42 21 41 22", 42},       // in whatever order
		{4, "12 13 22 21", 22},       // 22 above 13
		{4, "71 21 22 74", 74},       // the tied colors need not be played together
		{5, "21 22 41 42 74", 42},    // the single 74 is not of a tied color
		{6, "11 12 13 31 32 33", 33}, // three against three
		{6, "11 12 61 62 51 71", 62}, // two against two, and two single cards
	} {
		c.check(t, "")
	}
}

func TestT8ThreeColorsTiedGoesToTheHighestCardAmongThem(t *testing.T) {
	for _, c := range []trickCase{
		{3, "12 31 21", 31},          // all three have one card
		{6, "11 12 31 32 21 22", 32}, // all three have two
		{6, "32 22 12 31 21 11", 32}, // in whatever order
	} {
		c.check(t, "")
	}
}

func TestT8AllColorsDifferentGoesToTheHighestCard(t *testing.T) {
	for _, c := range []trickCase{
		{4, "41 11 51 21", 51},
		{5, "71 11 51 21 31", 71},
		{6, "33 11 61 21 43 51", 61},
		{3, "53 12 21", 53},
	} {
		c.check(t, "")
	}
}

func TestT8ATieOfTwoIsNotBrokenByAHigherSingleCard(t *testing.T) {
	trickCase{6, "11 12 21 22 71 61", 22}.check(t, "")
}

func TestT9FinishedTricksCountForWhoeverTookThemAndOnlyTheLastIsShown(t *testing.T) {
	play(t, `
		4 players
		seat 3 holds 0 22
		seat 0 holds 9 21
		seat 1 holds 1 23
		seat 2 holds 2 24
		deal
		last trick:
		seat 3: play 0
		seat 0: play 9
		seat 1: play 1
		last trick:
		seat 2: play 2
		trick:
		last trick: 3:0 0:9 1:1 2:2
		taken: 1 0 0 0
		seat 0: play 21
		last trick: 3:0 0:9 1:1 2:2   # until the next is finished
		seat 1: play 23
		seat 2: play 24
		last trick: 3:0 0:9 1:1 2:2
		seat 3: play 22
		last trick: 0:21 1:23 2:24 3:22
		taken: 1 0 1 0
	`)
}

func TestT9TheLastTrickOfAHandIsShownUntilTheNextDeal(t *testing.T) {
	play(t, `
		4 players
		hand won by 3*4 2*4 1*4 0*3
		next: chance
		last trick: 0:56 1:19 2:20 3:55
		taken: 3 4 4 4
		deal
		last trick:
		taken: 0 0 0 0
	`)
	play(t, `
		4 players, hands=1
		hand won by 3*4 2*4 1*4 0*3
		next: over
		last trick: 0:56 1:19 2:20 3:55   # there is no next deal
		taken: 3 4 4 4
	`)
}

func TestT9ATrickThatEndsInAChoiceIsShownWhileItIsMade(t *testing.T) {
	_, m := winner(t, 4, "", "29 21 22 23")
	v := viewOf(m, 2)
	if got := told(v.LastTrick()); got != "0:29 1:21 2:22 3:23" || !v.Choosing() {
		t.Errorf("the last trick is %q", got)
	}
	if err := m.Apply("opener 1"); err != nil {
		t.Fatal(err)
	}
	if got := told(viewOf(m, 2).LastTrick()); got != "0:29 1:21 2:22 3:23" {
		t.Errorf("after the choice the last trick is %q", got)
	}
}

func TestT10TheWinnerOpensTheNextTrick(t *testing.T) {
	play(t, `
		5 players
		seat 4 holds 0
		seat 0 holds 1
		seat 1 holds 2
		seat 2 holds 9 11 12 21 31 32 33 41 42 51 61 71
		seat 3 holds 3
		deal
		trick by 4: 0 1 2 9 3 -> 2
		choosing: false
		next: seat 2
		seat 2: play 33
		next: seat 3
	`)
}
