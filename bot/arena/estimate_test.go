package arena

import (
	"math"
	"testing"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/game/texas"
)

// covered is how many of so many intervals hold the truth.
func covered(t *testing.T, runs int, truth float64, run func(seed uint64) Estimate) float64 {
	t.Helper()
	hits := 0
	for i := range runs {
		e := run(fair.Derive(99, uint64(i)))
		if math.Abs(e.Value-truth) <= e.CI95 {
			hits++
		}
	}
	return float64(hits) / float64(runs)
}

// What players differ by is known here: tricks are drawn.
func TestIntervalsOfSyntheticDealsCoverTheTruth(t *testing.T) {
	for name, c := range map[string]struct {
		truth float64
		deal  func(src *fair.Rand) (x, y int64)
	}{
		// Four hands to a deal, whose tricks have luck in common: mean 3 each.
		"hands that share their luck": {3, func(src *fair.Rand) (x, y int64) {
			luck := src.Below(5) // mean 2
			for range 4 {
				x += int64(luck + src.Below(3)) // mean 1 more
			}
			return x, 4
		}},
		// Whole games of 3 to 7 hands, each hand's tricks 2 to 4 by chance.
		"games of different lengths": {3, func(src *fair.Rand) (x, y int64) {
			for range 4 {
				hands := 3 + src.Below(5)
				y += int64(hands)
				for range hands {
					x += int64(2 + src.Below(3))
				}
			}
			return x, y
		}},
		// Wins with chance 0.3.
		"wins": {0.3, func(src *fair.Rand) (x, y int64) {
			for range 2 {
				if src.Below(10) < 3 {
					x += whole
				}
			}
			return x, 2 * whole
		}},
	} {
		t.Run(name, func(t *testing.T) {
			const runs = 4000
			share := covered(t, runs, c.truth, func(seed uint64) Estimate {
				src := fair.NewRand(seed)
				var r ratio
				for range 100 {
					r.add(c.deal(src))
				}
				return r.estimate()
			})
			// Four standard errors around 95%, and half a percent for 100 deals being few.
			if tolerance := 4*math.Sqrt(0.95*0.05/runs) + 0.005; math.Abs(share-0.95) > tolerance {
				t.Errorf("%.2f%% of the intervals hold the truth; want 95%% ± %.2f%%", 100*share, 100*tolerance)
			}
		})
	}
}

// A bot against itself has no difference at all, and wins as often as all.
func TestIntervalsOfRealGamesCoverTheTruth(t *testing.T) {
	const runs = 80
	random := func(src fair.Source) (bot.Player, error) { return bot.NewRandom(src), nil }
	run := func(t *testing.T, table Table, seed uint64) *Result {
		t.Helper()
		table.Seed, table.Deals = seed, 20
		r, err := Run(t.Context(), Config{Table: table, Test: Of("a", random), Field: Of("b", random)})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	tolerance := 4*math.Sqrt(0.95*0.05/runs) + 0.02 // 20 deals are fewer
	for name, c := range map[string]struct {
		table Table
		truth float64
		of    func(r *Result) Estimate
	}{
		"tricks": {Table{Rules: texas.Rules{}, Players: 3}, 0, func(r *Result) Estimate { return r.Diff }},
		"wins":   {Table{Rules: raincheck.Rules{}, Players: 2}, 0.5, func(r *Result) Estimate { return r.WinShare }},
	} {
		t.Run(name, func(t *testing.T) {
			share := covered(t, runs, c.truth, func(seed uint64) Estimate { return c.of(run(t, c.table, seed)) })
			if math.Abs(share-0.95) > tolerance {
				t.Errorf("%.1f%% of the intervals hold the truth; want 95%% ± %.1f%%", 100*share, 100*tolerance)
			}
		})
	}
}

func TestOneDealHasNoInterval(t *testing.T) {
	var r ratio
	if e := r.estimate(); e.Value != 0 || !math.IsNaN(e.CI95) {
		t.Errorf("no deals: %v", e)
	}
	r.add(6, 4)
	if e := r.estimate(); e.Value != 1.5 || !math.IsNaN(e.CI95) {
		t.Errorf("one deal: %v", e)
	}
	r.add(6, 4)
	if e := r.estimate(); e.Value != 1.5 || e.CI95 != 0 {
		t.Errorf("two deals that are alike: %v", e)
	}
	// The mean 1.75 of 1.5 and 2, whose standard deviation is 0.5/√2.
	r = ratio{}
	r.add(6, 4)
	r.add(8, 4)
	if e := r.estimate(); e.Value != 1.75 || math.Abs(e.CI95-1.96*0.25) > 1e-12 {
		t.Errorf("two deals: %v", e)
	}
}
