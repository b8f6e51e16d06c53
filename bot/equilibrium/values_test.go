package equilibrium_test

import (
	"math"
	"testing"

	"github.com/saloon-games/saloon/bot/equilibrium"
	"github.com/saloon-games/saloon/bot/equilibrium/round"
	"github.com/saloon-games/saloon/bot/equilibrium/train"
)

// "saloon solve raincheck" rebuilds all; this is a part that does not take long.
func TestTheTableIsWhatThisProgramFinds(t *testing.T) {
	table := equilibrium.Values().Table
	for _, c := range []struct{ owns, energy [2]int }{
		{[2]int{1, 1}, [2]int{10, 10}},
		{[2]int{1, 1}, [2]int{3, 7}},
		{[2]int{1, 2}, [2]int{6, 4}},
		{[2]int{2, 1}, [2]int{2, 10}},
		{[2]int{1, 4}, [2]int{5, 5}},
		{[2]int{2, 4}, [2]int{9, 1}},
		{[2]int{4, 4}, [2]int{10, 10}},
	} {
		s := round.Flat(c.owns, c.energy)
		solved, _ := round.NewGame(s, table).Solve(t.Context(), train.Standard().TableIterations)
		stored := make([]float64, len(s.Belief))
		table.Worth(s, stored)
		for i, v := range solved.Pairs() {
			if math.Abs(v-stored[i]) > 5e-3 {
				t.Errorf("%v with %v: pair %d is worth %.4f, stored %.4f; run saloon solve raincheck", c.owns, c.energy, i, v, stored[i])
			}
		}
	}
}

func TestTheValuesAreSmall(t *testing.T) {
	data, err := equilibrium.Values().AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > 200_000 {
		t.Errorf("%d bytes; want 200,000 at most", len(data))
	}
}
