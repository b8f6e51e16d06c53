package texas_test

import (
	"slices"
	"testing"

	"github.com/saloon-games/saloon/game"
)

func TestT17AColorWhoseTopCardIsInTheTrickIsCancelled(t *testing.T) {
	for _, c := range []trickCase{
		{4, "41 47 42 21", 21},       // three green cancelled, one blue left
		{4, "21 22 74 23", 23},       // grey cancelled: changes nothing
		{4, "21 74 22 61", 22},       // 74 is no longer higher
		{4, "61 62 65 11", 11},       // the lowest of the four takes it
		{3, "31 38 12", 12},          // two brown against one red
		{6, "29 21 22 23 24 12", 12}, // five blue against one red
	} {
		c.check(t, ", rules=seas")
	}
}

func TestT17SeveralColorsMayBeCancelled(t *testing.T) {
	for _, c := range []trickCase{
		{4, "47 41 74 12", 12},       // green and grey cancelled
		{5, "47 41 74 71 12", 12},    // two of each
		{6, "47 41 65 61 21 31", 31}, // green and purple cancelled; blue and brown tie
		{6, "47 74 65 56 21 31", 31}, // four cancelled
	} {
		c.check(t, ", rules=seas")
	}
}

func TestT17TheColorsLeftAreJudgedByT8(t *testing.T) {
	for _, c := range []trickCase{
		{5, "21 22 71 74 61", 22},    // two blue against one purple
		{6, "21 22 41 42 74 71", 42}, // two tied colors left
		{6, "21 41 31 74 71 72", 41}, // three tied colors left
		{4, "21 22 41 42", 42},       // no top card: as without the option
		{5, "61 62 63 11 12", 63},    // nor here
	} {
		c.check(t, ", rules=seas")
	}
}

func TestT17AllColorsCancelledCancelsNone(t *testing.T) {
	for _, c := range []trickCase{
		{4, "44 47 45 46", 47},       // one color
		{4, "29 28 74 73", 74},       // two colors tied
		{5, "29 28 27 74 73", 29},    // three against two
		{4, "29 38 47 65", 65},       // four colors
		{3, "65 20 18", 20},          // two red against one purple
		{6, "29 28 27 74 73 65", 29}, // three colors
	} {
		c.check(t, ", rules=seas")
	}
}

func TestT17TheTopOfTheTrickIsNotATopCard(t *testing.T) {
	// 46 and 28 are the highest of their colors here, not in the deck.
	for _, c := range []trickCase{
		{4, "46 45 28 21", 46},
		{4, "73 72 71 28", 73},
	} {
		c.check(t, ", rules=seas")
	}
}

func TestT17WithoutTheOptionATopCardCancelsNothing(t *testing.T) {
	for _, c := range []trickCase{
		{4, "41 47 42 21", 47},
		{6, "29 21 22 23 24 12", 29},
		{5, "47 41 74 71 12", 74},
	} {
		c.check(t, "")
	}
}

func TestT17TheWinnerAlwaysOpens(t *testing.T) {
	for _, c := range []trickCase{
		{4, "44 47 45 46", 47}, // even if the winning card is a top card
		{4, "29 28 74 73", 74},
		{4, "41 47 42 21", 21},
		{3, "65 20 18", 20},
	} {
		_, m := winner(t, c.players, ", rules=seas", c.trick)
		s := stateOf(m)
		seat := slices.Index(ints(c.trick), c.want)
		if s.Choosing() || s.Turn() != game.Turn(seat) || s.LegalCards() != s.Hand(seat) {
			t.Errorf("%s: choosing %v, next is %v", c.trick, s.Choosing(), s.Turn())
		}
	}
}

func TestT17ACancelledColorMustStillBeFollowed(t *testing.T) {
	play(t, `
		4 players, rules=seas
		seat 3 holds 0 74
		seat 0 holds 9 47, no other green
		seat 1 holds 1 46 71, no other green
		seat 2 holds 2 21 45, no other green or grey
		deal
		trick by 3: 0 9 1 2 -> 0
		seat 0: play 47
		legal: play 46
		refused: play 71: T7: a hand with green must follow; legal: play 46
		seat 1: play 46
		winning: 0:47                # all is green: nothing is cancelled
		legal: play 45
		refused: play 21: T7: a hand with green must follow; legal: play 45
		seat 2: play 45
	`)
}

func TestT17ATrickIsJudgedAnewWithEveryCard(t *testing.T) {
	play(t, `
		4 players, rules=seas
		seat 3 holds 0 20, no other black or red
		seat 0 holds 9 41
		seat 1 holds 1 47
		seat 2 holds 2 11, no other green
		deal
		winning: none
		seat 3: play 0
		winning: 3:0
		seat 0: play 9
		winning: 0:9
		seat 1: play 1
		seat 2: play 2
		winning: none
		seat 0: play 41
		winning: 0:41
		seat 1: play 47
		winning: 1:47                # all green cancelled: none is
		seat 2: play 11
		winning: 2:11                # green cancelled
	`)
}

func TestT17TheStartingCardCanTakeATrick(t *testing.T) {
	// It is the lowest card there is: without the option it never could.
	play(t, `
		4 players, rules=seas
		seat 1 holds 0
		seat 2 holds 47, no other black
		seat 3 holds 46, no other black
		seat 0 holds 45, no other black
		deal
		trick by 1: 0 47 46 45 -> 1
		next: seat 1
	`)
	play(t, `
		3 players, rules=seas
		seat 1 holds 11
		seat 2 holds 65, no other red
		seat 0 holds 64, no other red
		deal
		trick by 1: 11 65 64 -> 1
		next: seat 1
	`)
}

func TestT17WholeGamesAreScoredAsEver(t *testing.T) {
	play(t, `
		4 players, rules=seas
		hand won by 0*8 1*7
		totals: 8 7 0 0
		next: chance
		hand won by 0*7 2*8
		totals: 15 7 8 0
		next: over
		winners: 3
	`)
	play(t, `
		3 players, rules=seas, hands=1
		hand won by 0*8 1*7
		next: over
		winners: 2
	`)
	play(t, `
		5 players, rules=seas, hands=2, target=1
		hand won by 4*12
		next: chance
		hand won by 4*12
		totals: 0 0 0 0 24
		next: over
		winners: 0 1 2 3
	`)
}
