package openhand_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/saloon-games/saloon/bot/openhand"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game/texas"
)

// BenchmarkSolve solves random positions in which a trick is to be opened, by one table of a
// million entries; an operation is what every legal move is worth. Beside the mean it reports
// the median and the greatest time. With -benchtime 500x that is of 500 positions.
func BenchmarkSolve(b *testing.B) {
	for _, c := range []struct{ players, left int }{{4, 5}, {4, 6}, {4, 7}, {3, 7}, {5, 5}, {6, 4}} {
		for _, rules := range []string{"", "seas"} {
			for name, models := range map[string]openhand.Model{"maxn": openhand.MaxN, "paranoid": openhand.Paranoid} {
				b.Run(fmt.Sprintf("players=%d/left=%d/%s%s", c.players, c.left, name, rules), func(b *testing.B) {
					benchmarkSolve(b, c.players, c.left, rules, models)
				})
			}
		}
	}
}

func benchmarkSolve(b *testing.B, players, left int, rules string, models openhand.Model) {
	r := fair.NewRand(uint64(players*100 + left))
	list := make([]*texas.State, 500)
	for i := range list {
		list[i] = randomPosition(b, players, left, rules, false, r)
	}
	x := openhand.NewSolver(1 << 20)
	var took []time.Duration
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		if _, err := x.Solve(b.Context(), list[i%len(list)], models, nil); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2].Seconds()*1e3, "median-ms")
	b.ReportMetric(took[len(took)-1].Seconds()*1e3, "max-ms")
}
