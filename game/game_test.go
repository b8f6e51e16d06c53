package game_test

import (
	"testing"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// deal3 deals three players of Texas Showdown hands that have no color in common:
// red and purple, blue and yellow, brown and green. So nobody can ever follow, and
// whoever is on turn may play any card; only the first must be the 11.
const deal3 = "deal 11,12,13,14,15,16,17,18,19,20,61,62,63,64,65" +
	"/21,22,23,24,25,26,27,28,29,51,52,53,54,55,56" +
	"/31,32,33,34,35,36,37,38,41,42,43,44,45,46,47"

// at is the state after the events.
func at(t *testing.T, players int, options game.Options, events ...string) game.State {
	t.Helper()
	s, err := texas.Rules{}.New(players, options)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if err := s.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func TestATurnIsASeatsOrChancesOrNobodys(t *testing.T) {
	for turn, want := range map[game.Turn]struct {
		seat       int
		ok         bool
		text, next string
	}{
		0:           {0, true, "seat 0", "seat"},
		5:           {5, true, "seat 5", "seat"},
		127:         {127, true, "seat 127", "seat"},
		game.Chance: {0, false, "chance", "chance"},
		game.Over:   {0, false, "over", "over"},
	} {
		seat, ok := turn.Seat()
		if seat != want.seat || ok != want.ok || turn.String() != want.text || turn.Next() != want.next {
			t.Errorf("%d: seat %d, %v; %s; %s", int8(turn), seat, ok, turn, turn.Next())
		}
	}
}
