package raincheck_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/gametest"
	"github.com/saloon-games/saloon/game/raincheck"
)

var updateTranscripts = flag.Bool("update", false, "write the transcripts in testdata anew")

func TestRaincheckPassesTheBattery(t *testing.T) {
	gametest.Run(t, raincheck.Rules{}, gametest.Options{Invariant: eightCards, Alternatives: otherCards})
}

func TestRaincheckGamesReadAsTheirTranscripts(t *testing.T) {
	gametest.Transcripts(t, *updateTranscripts)
}

// eightCards checks that there are always two of each card (S1, S18), wherever they
// are, that what a player owns is in the hand, on the stack or flipped (S5, S15, S16),
// and that energy and rounds are in their bounds (S2, S13, S20).
func eightCards(s game.State) error {
	state := s.(*raincheck.State)
	_, bettor := state.Bet()
	count := map[raincheck.Card]int{}
	var owned, flipped [2]raincheck.Set
	for _, c := range state.River() {
		count[c]++
	}
	if state.Phase() == raincheck.Flipping { // from then on they lie in their piles again
		for _, f := range state.Flipped() {
			if f.From == raincheck.River {
				count[f.Card]++
			} else {
				flipped[bettor^int(f.From)] |= raincheck.SetOf(f.Card)
			}
		}
	}
	for seat := range owned {
		owned[seat] = state.Hand(seat) | raincheck.SetOf(state.Stack(seat)...) | flipped[seat]
		n := state.Hand(seat).Len() + len(state.Stack(seat)) + flipped[seat].Len()
		if owned[seat] != state.Owned(seat) || n != owned[seat].Len() {
			return fmt.Errorf("seat %d owns %v, and has %d cards, %v, in hand, on the stack and flipped",
				seat, state.Owned(seat).Append(nil), n, owned[seat].Append(nil))
		}
		for _, c := range owned[seat].Append(nil) {
			count[c]++
		}
		if e := state.Energy(seat); e < 0 || e > 10 || e == 0 && state.Turn() != game.Over {
			return fmt.Errorf("seat %d has energy %d", seat, e)
		}
	}
	for c := raincheck.Hit; c <= raincheck.Battery; c++ {
		if count[c] != 2 {
			return fmt.Errorf("%d cards %s", count[c], c.Name())
		}
	}
	if state.Round() > 7 {
		return fmt.Errorf("round %d", state.Round())
	}
	return nil
}

// otherCards says what a seat cannot see: which card another stacks (S1, S5), which
// card another loses (S17), and how the river lies (S18).
func otherCards(src *fair.Rand, s game.State, events []string, i, seat int) []string {
	state := s.(*raincheck.State)
	verb, _, _ := strings.Cut(events[i], " ")
	var others []string
	switch {
	case verb == "stack" && int(state.Turn()) != seat, verb == "lose" && state.Loser() != seat:
		for c := raincheck.Hit; c <= raincheck.Battery; c++ {
			others = append(others, verb+" "+c.String())
		}
	case verb == "river" && state.Phase() == raincheck.Shuffling:
		for range 20 {
			draw := make([]uint8, state.Draw().Take)
			fair.Draw(src, draw, len(draw))
			others = append(others, state.Outcome(draw))
		}
	}
	return others
}
