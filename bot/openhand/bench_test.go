//go:build unix

package openhand_test

import (
	"fmt"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/saloon-games/saloon/bot/openhand"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game/texas"
)

// BenchmarkSolve solves random positions in which a trick is to be opened: an operation is
// what every legal move of one is worth. Beside the mean it reports the median and the
// greatest time of a position, in the processor's time, which others on the machine change
// least; -benchtime 500x is 500 positions, all different.
func BenchmarkSolve(b *testing.B) {
	for _, c := range []struct{ players, left int }{{4, 5}, {4, 6}, {4, 7}, {3, 7}, {3, 8}, {5, 5}, {5, 6}, {6, 4}, {6, 5}} {
		for _, rules := range []string{"", "seas"} {
			for _, m := range []struct {
				name   string
				models openhand.Model
			}{{"maxn", openhand.MaxN}, {"paranoid", openhand.Paranoid}} {
				b.Run(fmt.Sprintf("players=%d/left=%d/%s%s", c.players, c.left, m.name, rules), func(b *testing.B) {
					benchmarkSolve(b, where{players: c.players, left: c.left, rules: rules}, m.models)
				})
			}
		}
	}
}

func benchmarkSolve(b *testing.B, at where, models openhand.Model) {
	b.Helper()
	r := fair.NewRand(uint64(at.players*100 + at.left))
	list := make([]*texas.State, 500)
	for i := range list {
		list[i] = randomPosition(b, at, r)
	}
	x := openhand.NewSolver(1 << 20)
	var took []float64
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		start := processorTime(b)
		if _, err := x.Solve(b.Context(), list[i%len(list)], models, nil); err != nil {
			b.Fatal(err)
		}
		took = append(took, (processorTime(b)-start).Seconds()*1e3)
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2], "median-ms")
	b.ReportMetric(took[len(took)-1], "max-ms")
	b.ReportMetric(float64(x.Nodes())/float64(b.N), "nodes/op")
}

// processorTime is how long processors have worked for this process.
func processorTime(tb testing.TB) time.Duration {
	tb.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
