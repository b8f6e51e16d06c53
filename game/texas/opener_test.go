package texas_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

func TestT11WhoWinsWithATopCardChoosesWhoOpens(t *testing.T) {
	const text = `
		4 players
		seat 3 holds 0 23
		seat 0 holds 9 21
		seat 1 holds 1 22
		seat 2 holds 2 29
		deal
		trick by 3: 0 9 1 2 -> 0
		trick by 0: 21 22 29 23 -> 2
		choosing: true
		next: seat 2
		trick:
		taken: 1 0 1 0                   # the trick is counted before the choice
		legal: opener 0, opener 1, opener 2, opener 3
	`
	for opener := range 4 {
		m := play(t, text+fmt.Sprintf(`
			seat 2: opener %d
			choosing: false
			next: seat %d
		`, opener, opener))
		s := stateOf(m)
		if s.LegalCards() != s.Hand(opener) || s.Opener() != opener {
			t.Errorf("opener %d may play %v of %v", opener, s.LegalCards().Append(nil), s.Hand(opener).Append(nil))
		}
	}
}

func TestT11EveryColorHasATopCardThatGivesTheChoice(t *testing.T) {
	for _, c := range []trickCase{
		{4, "8 10 6 5", 10},
		{4, "12 20 13 14", 20},
		{4, "29 21 22 23", 29},
		{4, "31 32 33 38", 38},
		{4, "41 47 42 43", 47},
		{4, "51 52 56 53", 56},
		{4, "65 61 62 63", 65},
		{4, "71 74 72 73", 74},
		{3, "12 20 13", 20},
		{3, "65 61 62", 65},
	} {
		c.check(t, "")
		if _, m := winner(t, c.players, "", c.trick); !stateOf(m).Choosing() {
			t.Errorf("%s gives no choice", c.trick)
		}
	}
}

func TestT11AnyOtherWinningCardGivesNoChoice(t *testing.T) {
	for _, c := range []trickCase{
		{4, "13 19 12 14", 19}, // the top of the trick, not of the deck
		{4, "71 73 72 12", 73},
		{3, "51 55 52", 55},
		{5, "31 11 41 51 61", 61}, // the only card of its color
	} {
		c.check(t, "")
		_, m := winner(t, c.players, "", c.trick)
		if s := stateOf(m); s.Choosing() || s.Turn() != game.Turn(slices.Index(ints(c.trick), c.want)) {
			t.Errorf("%s: choosing %v, next is %v", c.trick, s.Choosing(), s.Turn())
		}
	}
}

func TestT11ATopCardThatDoesNotWinGivesNoChoice(t *testing.T) {
	for _, c := range []trickCase{
		{4, "21 22 23 74", 23}, // 74 is alone
		{4, "20 19 71 72", 72}, // 20 loses the tie
		{6, "47 38 29 61 62 63", 63},
	} {
		c.check(t, "")
		_, m := winner(t, c.players, "", c.trick)
		if s := stateOf(m); s.Choosing() {
			t.Errorf("%s gives a choice", c.trick)
		}
	}
}

func TestT11TheTopCardWinningTheLastTrickMakesNoChoice(t *testing.T) {
	// The last trick is 55 19 20 56, taken by the top card of yellow.
	play(t, `
		4 players
		hand won by 0*15
		last trick: 0:56 1:19 2:20 3:55
		choosing: false
		next: over
	`)
	play(t, `
		4 players, target=16
		hand won by 0*15
		last trick: 0:56 1:19 2:20 3:55
		choosing: false
		next: chance
		refused: opener 0: T13: the next hand must be dealt first; legal: deal
	`)
}

func TestT11ATableWithThreeOrSixSeatsNamesAnyOfThem(t *testing.T) {
	for players, want := range map[int]string{
		3: "opener 0, opener 1, opener 2",
		6: "opener 0, opener 1, opener 2, opener 3, opener 4, opener 5",
	} {
		trick := "29 21 22"
		if players == 6 {
			trick += " 23 24 25"
		}
		_, m := winner(t, players, "", trick)
		s := stateOf(m)
		if got := strings.Join(game.Words(s.Word, s.Legal(nil)), ", "); got != want {
			t.Errorf("%d players: %s", players, got)
		}
		if s.LegalCards() != texas.Set(0) {
			t.Errorf("%d players: a card may be played", players)
		}
	}
}
