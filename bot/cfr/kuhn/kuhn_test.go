package kuhn_test

import (
	"math"
	"testing"

	"github.com/saloon-games/saloon/bot/cfr"
	"github.com/saloon-games/saloon/bot/cfr/kuhn"
)

// plan is a pure strategy of a player: bit 2*card for the first decision, the next
// one for the second, of those that the player may come to.
type plan uint8

func (p plan) active(card, decision int) bool { return p>>(2*card+decision)&1 != 0 }

// deal plays a deal from its history and returns what player 0 gets. The answers say
// how often each player is active, by its card and the decision.
func deal(cards [2]int, answers [2]func(card, decision int) float64) float64 {
	show := 1.0
	if cards[0] < cards[1] {
		show = -1
	}
	bet := answers[0](cards[0], 0)
	betAfterCheck := answers[1](cards[1], 0)
	call := answers[1](cards[1], 1)
	callAfterCheck := answers[0](cards[0], 1)
	afterBet := call*2*show + (1 - call)
	afterCheck := (1-betAfterCheck)*show + betAfterCheck*(callAfterCheck*2*show-(1-callAfterCheck))
	return bet*afterBet + (1-bet)*afterCheck
}

// bestPlan is the best of all 64 pure strategies, dealt out card by card.
func bestPlan(player int, other func(card, decision int) float64) float64 {
	best := math.Inf(-1)
	for p := range plan(64) {
		answers := [2]func(int, int) float64{}
		answers[player^1] = other
		answers[player] = func(card, decision int) float64 {
			if p.active(card, decision) {
				return 1
			}
			return 0
		}
		sum := 0.0
		for a := range kuhn.Cards {
			for b := range kuhn.Cards {
				if a != b {
					sum += deal([2]int{a, b}, answers) / 6
				}
			}
		}
		if player == 1 {
			sum = -sum
		}
		best = max(best, sum)
	}
	return best
}

func TestTheBestResponseIsTheBestOfAllPurePlans(t *testing.T) {
	tree := kuhn.Tree()
	for _, iterations := range []int{1, 2, 3, 10, 200} {
		s := cfr.NewSolver(tree, kuhn.Payoffs{}, cfr.Options{Variant: cfr.Plus})
		s.Run(iterations)
		avg := s.Average()
		nodes := [2][2]int{{0, 3}, {1, 2}} // each player's decisions
		for player := range cfr.Players {
			other := func(card, decision int) float64 { return avg.Prob(nodes[player^1][decision], 1, card) }
			want := bestPlan(player, other)
			if got := cfr.BestResponse(tree, kuhn.Payoffs{}, avg, player); math.Abs(got-want) > 1e-12 {
				t.Errorf("%d iterations, player %d: %.12f; the best plan has %.12f", iterations, player, got, want)
			}
		}
	}
}
