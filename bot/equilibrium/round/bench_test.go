package round_test

import (
	"fmt"
	"testing"

	"github.com/saloon-games/saloon/bot/equilibrium/round"
)

// What 100 iterations cost, and what is done once for each round: reported as
// iterations a second.
func BenchmarkRound(b *testing.B) {
	for _, owns := range [][2]int{{4, 4}, {3, 3}, {2, 2}, {1, 1}} {
		b.Run(fmt.Sprintf("%d-%d", owns[0], owns[1]), func(b *testing.B) {
			sit := situation(owns, false, 1)
			const iterations = 100
			n := 0
			for b.Loop() {
				round.NewGame(sit, slope{}).Solve(b.Context(), iterations)
				n++
			}
			b.ReportMetric(float64(n*iterations)/b.Elapsed().Seconds(), "iterations/s")
		})
	}
}
