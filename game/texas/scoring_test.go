package texas_test

import (
	"fmt"
	"testing"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

func TestT12AHandHasAsManyTricksAsCardsWereDealtToEach(t *testing.T) {
	for players, text := range map[int]string{
		3: "hand won by 0*6 1*5 2*4 \n totals: 6 5 4",
		4: "hand won by 0*5 1*4 2*3 3*3 \n totals: 5 4 3 3",
		5: "hand won by 0*4 1*3 2*2 3*2 4*1 \n totals: 4 3 2 2 1",
		6: "hand won by 0*3 1*2 2*2 3*1 4*1 5*1 \n totals: 3 2 2 1 1 1",
	} {
		m := play(t, fmt.Sprintf("%d players \n %s \n next: chance", players, text))
		s := stateOf(m)
		for seat := range players {
			if s.Hand(seat) != 0 {
				t.Errorf("%d players: seat %d still has cards", players, seat)
			}
		}
	}
}

func TestT12PointsCountFromTheLastCardOfTheHand(t *testing.T) {
	m := play(t, `
		4 players
		hand won by 0*6 1*5 2*4
		taken: 6 5 4 0
		totals: 6 5 4 0
		hand won by 1*7 2*4 3*4
		taken: 0 7 4 4               # of this hand
		totals: 6 12 8 4             # of the game
	`)
	again, err := game.NewMatch(texas.Rules{}, 4, nil)
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{t: t, m: again}
	last := len(m.Events()) - 1
	for i, event := range m.Events() {
		if i == last {
			if got := f.look("totals") + " with " + f.look("taken"); got != "6 5 4 0 with 0 7 4 3" {
				t.Errorf("before the last card: %s", got)
			}
		}
		f.apply(event)
	}
	if got := f.look("totals"); got != "6 12 8 4" {
		t.Errorf("after it: %s", got)
	}
}

func TestT13TheGameEndsWhenATotalReachesTheTarget(t *testing.T) {
	// 15 points with 3 or 4 players, 12 with 5, 10 with 6: all of one hand.
	for players, text := range map[int]string{
		3: "hand won by 2*15 \n totals: 0 0 15 \n winners: 0 1",
		4: "hand won by 2*15 \n totals: 0 0 15 0 \n winners: 0 1 3",
		5: "hand won by 2*12 \n totals: 0 0 12 0 0 \n winners: 0 1 3 4",
		6: "hand won by 2*10 \n totals: 0 0 10 0 0 0 \n winners: 0 1 3 4 5",
	} {
		play(t, fmt.Sprintf("%d players \n %s \n next: over \n legal:", players, text))
	}
}

func TestT13OnePointBelowTheTargetIsNotTheEnd(t *testing.T) {
	for players, text := range map[int]string{
		3: "hand won by 2*14 1*1 \n totals: 0 1 14",
		4: "hand won by 2*14 1*1 \n totals: 0 1 14 0",
		5: "hand won by 2*11 1*1 \n totals: 0 1 11 0 0",
		6: "hand won by 2*9 1*1 \n totals: 0 1 9 0 0 0",
	} {
		play(t, fmt.Sprintf("%d players \n %s \n next: chance \n winners: \n legal:", players, text))
	}
}

func TestT13OtherwiseShuffleAndDealAgainUntilTheTargetIsReachedOrPassed(t *testing.T) {
	play(t, `
		4 players
		hand won by 0*4 1*4 2*4 3*3
		next: chance
		hand won by 0*4 1*4 2*4 3*3
		totals: 8 8 8 6
		next: chance
		hand won by 0*6 1*2 2*4 3*3
		totals: 14 10 12 9           # nobody has 15
		next: chance
		hand won by 0*2 1*7 2*2 3*4
		totals: 16 17 14 13          # two have passed it
		next: over
		winners: 3
	`)
}

func TestT13TheHandInWhichTheTargetIsReachedIsPlayedToItsEnd(t *testing.T) {
	play(t, `
		4 players, target=1
		hand won by 0*15             # not over after one trick
		totals: 15 0 0 0
		next: over
	`)
}

func TestT14FewestPointsWin(t *testing.T) {
	play(t, `
		5 players
		hand won by 0*5 1*3 2*2 3*1 4*1
		hand won by 0*1 1*4 3*2 4*5
		next: chance
		totals: 6 7 2 3 6
		hand won by 0*6 2*2 3*3 4*1
		totals: 12 7 4 6 7
		next: over
		winners: 2
	`)
}

func TestT14AllWhoTieForFewestHaveWon(t *testing.T) {
	play(t, `
		6 players
		hand won by 0*4 1*4 2*1 3*1
		hand won by 0*6 1*2 4*1 5*1
		totals: 10 6 1 1 1 1
		next: over
		winners: 2 3 4 5
	`)
	play(t, `
		3 players, hands=1
		hand won by 0*5 1*5 2*5
		next: over
		winners: 0 1 2               # all three
	`)
}

func TestT14NobodyHasWonBeforeTheEnd(t *testing.T) {
	m := play(t, `
		4 players
		winners:
		hand won by 0*8 1*7
		winners:
	`)
	if w := m.State().Winners(); w != nil {
		t.Errorf("winners %v, want nil", w)
	}
}

func TestT14WhoReachesTheTargetMayStillWinIfAllDo(t *testing.T) {
	play(t, `
		3 players, target=4
		hand won by 0*5 1*6 2*4
		next: over
		winners: 2
	`)
}
