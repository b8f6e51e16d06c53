package texas_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// doubt is something told that a view cannot believe.
type doubt struct {
	told string
	next game.Turn
	want string // the refusal
}

func (d doubt) check(t *testing.T, v game.View) {
	t.Helper()
	before := viewJSON(t, v)
	err := v.Observe(d.told, d.next)
	var e *game.Error
	if !errors.As(err, &e) {
		t.Errorf("%q, next %v: %v is no *game.Error", d.told, d.next, err)
		return
	}
	if diff := cmp.Diff(d.want, e.Error()); diff != "" {
		t.Errorf("%q, next %v (-want +got):\n%s", d.told, d.next, diff)
	}
	if diff := cmp.Diff(before, viewJSON(t, v)); diff != "" {
		t.Errorf("%q changed the view (-before +after):\n%s", d.told, diff)
	}
}

func TestAViewRefusesADealThatItsSeatCannotHaveBeenTold(t *testing.T) {
	const own = "21,22,23,24,25,26,27,28,29,51,52,53,54,55,56"
	m := play(t, "3 players")
	for _, d := range []doubt{
		{"deal ?/?/?", 0, "deal ?/?/?: T3: the hand of seat 1 must be shown; legal: deal"},
		{"deal ?/" + own, 0, "deal ?/" + own + ": T3: want 3 hands, not 2; legal: deal"},
		{"deal ?/" + own + "/?/?", 0, "deal ?/" + own + "/?/?: T3: want 3 hands, not 4; legal: deal"},
		{"deal " + own + "/?/?", 0, "deal " + own + "/?/?: T3: the hand of seat 0 must be hidden as ?; legal: deal"},
		{"deal ?/?/" + own, 0, "deal ?/?/" + own + ": T3: the hand of seat 1 must be shown; legal: deal"},
		{"deal ?/" + own + "/1", 0, "deal ?/" + own + "/1: T3: the hand of seat 2 must be hidden as ?; legal: deal"},
		{"deal ?/" + own + "/", 0, "deal ?/" + own + "/: T3: the hand of seat 2 must be hidden as ?; legal: deal"},
		{"deal ?/21,22/?", 0, "deal ?/21,22/?: T3: seat 1 is dealt 2 cards, want 15; legal: deal"},
		{"deal ?/21,21/?", 0, "deal ?/21,21/?: T3: seat 1 is dealt 21 twice; legal: deal"},
		{"deal ?/22,21/?", 0, "deal ?/22,21/?: T3: seat 1: a hand is written ascending, not 21 after 22; legal: deal"},
		{"deal ?/0,21/?", 0, "deal ?/0,21/?: T2: seat 1: black 0 is left out with 3 players; legal: deal"},
		{"deal ?/" + own + "/?", 1, "deal ?/" + own + "/?: T5: seat 1 does not hold the starting card; legal: deal"},
		{"deal ?/" + own + "/?", game.Chance, "deal ?/" + own + "/?: T5: one of the seats 0 to 2 opens the first trick, not chance; legal: deal"},
		{"deal ?/" + own + "/?", game.Over, "deal ?/" + own + "/?: T5: one of the seats 0 to 2 opens the first trick, not over; legal: deal"},
		{"deal ?/" + own + "/?", 3, "deal ?/" + own + "/?: T5: one of the seats 0 to 2 opens the first trick, not seat 3; legal: deal"},
		{"play 11", 1, "play 11: T3: the cards must be dealt first; legal: deal"},
		{"opener 1", 1, "opener 1: T3: the cards must be dealt first; legal: deal"},
		{"deal", 1, "deal: T3: the cards must be dealt first; legal: deal"},
		{"", 1, `"": T3: the cards must be dealt first; legal: deal`},
	} {
		d.check(t, m.View(1))
	}
	doubt{
		"deal ?/11," + own[3:] + "/?", 0,
		"deal ?/11," + own[3:] + "/?: T5: seat 0 does not hold the starting card; legal: deal",
	}.check(t, m.View(1))
	doubt{
		"deal ?/" + own + "/?", 0,
		"deal ?/" + own + "/?: T3: the hand of seat 1 must be hidden as ?; legal: deal",
	}.check(t, m.View(game.Spectator))
	for _, next := range []game.Turn{game.Chance, game.Over, 3, 127, -128} {
		doubt{
			"deal ?/?/?", next,
			"deal ?/?/?: T5: one of the seats 0 to 2 opens the first trick, not " + next.String() + "; legal: deal",
		}.check(t, m.View(game.Spectator))
	}
}

func TestAViewRefusesACardThatAnotherSeatCannotHavePlayed(t *testing.T) {
	m := match3(t, nil)
	doubt{
		"play 12", 1, "play 12: T5: the first trick of a hand is opened with the starting card",
	}.check(t, m.View(1))
	doubt{
		"play 12", 1, "play 12: T5: the first trick of a hand is opened with the starting card",
	}.check(t, m.View(game.Spectator))

	f := &fixture{t: t, m: m}
	f.apply("play 11")
	for _, d := range []doubt{ // seat 1 is on turn, seat 0 looks
		{"play 11", 2, "play 11: T4: seat 1 cannot hold 11"}, // has been played
		{"play 12", 2, "play 12: T4: seat 1 cannot hold 12"}, // an own card
		{"play 0", 2, "play 0: T4: seat 1 cannot hold 0"},    // not in the deck
		{"play 30", 2, "play 30: T1: there is no card 30"},
		{"play 021", 2, "play 021: T4: want a card that seat 1 plays"},
		{"play ?", 2, "play ?: T4: want a card that seat 1 plays"},
		{"", 2, `"": T4: want a card that seat 1 plays`},
		{"opener 1", 2, "opener 1: T10: nobody names an opener now; seat 1 is to play a card"},
		{"deal ?/?/?", 2, "deal ?/?/?: T12: a deal comes when every card of the hand has been played"},
		{"play 21", 1, "play 21: T4: next is seat 2, not seat 1"},
		{"play 21", game.Chance, "play 21: T4: next is seat 2, not chance"},
	} {
		d.check(t, m.View(0))
	}
	doubt{"play 21", game.Over, "play 21: T4: next is seat 2, not over"}.check(t, m.View(game.Spectator))
	doubt{"play 11", 2, "play 11: T4: seat 1 cannot hold 11"}.check(t, m.View(game.Spectator))
}

func TestT7AViewRefusesAColorThatASeatHasShownNotToHave(t *testing.T) {
	m := match3(t, nil, "play 11", "play 21", "play 31", "play 41", "play 12")
	for _, seat := range []int{2, game.Spectator} { // seat 1 is on turn; it has shown no red
		doubt{"play 13", 2, "play 13: T7: seat 1 has shown that it has no red"}.check(t, m.View(seat))
	}
	doubt{"play 42", 2, "play 42: T4: seat 1 cannot hold 42"}.check(t, m.View(2))
}

func TestAViewRefusesWhatItsOwnSeatCannotDo(t *testing.T) {
	m := play(t, `
		4 players
		seat 3 holds 0 1
		seat 0 holds 3 10 22, no other black
		deal
	`)
	doubt{
		"play 1", 0, "play 1: T5: the first trick of a hand is opened with the starting card; legal: play 0",
	}.check(t, m.View(3))
	f := &fixture{t: t, m: m}
	f.apply("play 0")
	for _, d := range []doubt{
		{"play 22", 1, "play 22: T7: a hand with black must follow; legal: play 3, play 10"},
		{"play 4", 1, "play 4: T4: seat 0 does not hold 4; legal: play 3, play 10"},
		{"play 30", 1, "play 30: T1: there is no card 30; legal: play 3, play 10"},
		{"play 3 ", 1, `"play 3 ": T4: want a card that seat 0 plays; legal: play 3, play 10`},
		{"opener 0", 1, "opener 0: T10: nobody names an opener now; seat 0 is to play a card; legal: play 3, play 10"},
		{"deal", 1, "deal: T12: a deal comes when every card of the hand has been played; legal: play 3, play 10"},
		{"play 3", 2, "play 3: T4: next is seat 1, not seat 2"},
	} {
		d.check(t, m.View(0))
	}
}

func TestT11AViewRefusesWhatIsNoChoiceOfAnOpener(t *testing.T) {
	m := match3(t, nil, "play 11", "play 21", "play 38")
	const why = ": T11: seat 2 has won with a color's top card and names who opens"
	const legal = "; legal: opener 0, opener 1, opener 2"
	for _, told := range []string{"opener 3", "opener 5", "play 12", "play 32", "opener ?", "fold"} {
		doubt{told, 0, told + why + legal}.check(t, m.View(2))
		doubt{told, 0, told + why}.check(t, m.View(0))
		doubt{told, 0, told + why}.check(t, m.View(game.Spectator))
	}
	for seat := game.Spectator; seat < 3; seat++ {
		doubt{"opener 1", 2, "opener 1: T4: next is seat 1, not seat 2"}.check(t, m.View(seat))
	}
}

func TestAViewRefusesWhateverComesAfterTheEnd(t *testing.T) {
	over := play(t, `
		3 players, hands=1
		hand won by 0*8 1*7
	`)
	between := play(t, `
		3 players
		hand won by 0*8 1*7
	`)
	for seat := game.Spectator; seat < 3; seat++ {
		for _, told := range []string{"play 11", "opener 0", "deal ?/?/?", "", "fold"} {
			what := told
			if told == "" {
				what = `""`
			}
			doubt{told, 0, what + ": T16: the game is over"}.check(t, over.View(seat))
			if !strings.HasPrefix(told, "deal") {
				doubt{told, 0, what + ": T13: the next hand must be dealt first; legal: deal"}.check(t, between.View(seat))
			}
		}
	}
}

func TestAViewTakesInWhatASeatIsTold(t *testing.T) {
	v, err := texas.Rules{}.NewView(3, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []struct {
		told string
		next game.Turn
	}{
		{"deal ?/11,12,13,14,15,16,17,18,19,20,61,62,63,64,65/?", 1},
		{"play 11", 2},
		{"play 22", 0},
		{"play 38", 0}, // seat 0 wins with a top card
		{"opener 2", 2},
	} {
		if err := v.Observe(e.told, e.next); err != nil {
			t.Fatal(err)
		}
		if v.Turn() != e.next {
			t.Errorf("after %s next is %v, want %v", e.told, v.Turn(), e.next)
		}
	}
	if got := told(v.(*texas.View).LastTrick()); got != "1:11 2:22 0:38" {
		t.Errorf("the last trick is %s", got)
	}
}
