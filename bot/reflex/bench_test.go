package reflex_test

import (
	"fmt"
	"testing"

	"github.com/saloon-games/saloon/bot/reflex"
	"github.com/saloon-games/saloon/bot/thumb"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game/texas"
)

// dealt returns positions just dealt.
func dealt(tb testing.TB, players, n int) []reflex.Position {
	tb.Helper()
	s, err := texas.Rules{}.New(players, nil)
	if err != nil {
		tb.Fatal(err)
	}
	r := fair.NewRand(1)
	draw := make([]uint8, s.Draw().Take)
	list := make([]reflex.Position, n)
	for i := range list {
		at := *s.(*texas.State)
		fair.Draw(r, draw, len(draw))
		if err := at.Chance(draw); err != nil {
			tb.Fatal(err)
		}
		list[i].Dealt(&at)
	}
	return list
}

// BenchmarkFinish plays hands to their end by the policy: one hand an operation.
func BenchmarkFinish(b *testing.B) {
	for players := 3; players <= 6; players++ {
		b.Run(fmt.Sprintf("players=%d", players), func(b *testing.B) {
			from := dealt(b, players, 64)
			policy := reflex.For(players, false)
			r := fair.NewRand(1)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				p := from[i%len(from)]
				policy.Finish(&p, r, 0)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(players*texas.HandSize(players)), "ns/card")
		})
	}
}

// BenchmarkFinishByThumb does the same by the rule of thumb.
func BenchmarkFinishByThumb(b *testing.B) {
	from := dealt(b, 4, 64)
	var t thumb.Texas
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		p := from[i%len(from)]
		for p.Turn() >= 0 {
			p.Thumb(&t)
			p.Do(t.Move())
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/60, "ns/card")
}
