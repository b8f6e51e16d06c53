package highcard_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/gametest"
	"github.com/saloon-games/saloon/game/gametest/internal/highcard"
)

func TestHighCardPassesTheBattery(t *testing.T) {
	gametest.Run(t, highcard.Rules{}, gametest.Options{Invariant: pointsAddUp, Alternatives: otherDeals})
}

// pointsAddUp checks that no round scores more than one point (H5).
func pointsAddUp(s game.State) error {
	state := s.(*highcard.State)
	points := 0
	for seat := range state.Players() {
		points += state.Points(seat)
	}
	if points > state.Round() {
		return fmt.Errorf("%d points in %d rounds", points, state.Round())
	}
	return nil
}

// otherDeals says that of a deal a seat sees no card but its own (H2).
func otherDeals(src *fair.Rand, s game.State, events []string, i, seat int) []string {
	if s.Turn() != game.Chance {
		return nil
	}
	own := func(event string) string {
		if seat == game.Spectator {
			return ""
		}
		return strings.Split(strings.TrimPrefix(event, "deal "), "/")[seat]
	}
	var deals []string
	for range 20 {
		draw := make([]uint8, s.Draw().Take)
		fair.Draw(src, draw, s.Draw().Of)
		if deal := s.Outcome(draw); own(deal) == own(events[i]) {
			deals = append(deals, deal)
		}
	}
	return deals
}
