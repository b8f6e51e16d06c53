package texas_test

import (
	"testing"

	"github.com/saloon-games/saloon/game"
	rules "github.com/saloon-games/saloon/game/texas"
	"github.com/saloon-games/saloon/internal/web/board"
	"github.com/saloon-games/saloon/internal/web/board/texas"
)

// All parts for one seat of four in the middle of a hand.
func BenchmarkParts(b *testing.B) {
	for name, hand := range map[string]int{"first hand": 1, "third hand": 3} {
		p := begin(b, 4, game.Options{"hands": 5}, 8).until(func(s *rules.State) bool {
			return s.HandNumber() == hand && s.Hand(0).Len() <= 8 && len(s.Trick()) == 2
		})
		s := p.sight(0)
		b.Run(name, func(b *testing.B) { draw(b, s) })
	}
}

func draw(b *testing.B, s *board.Sight) {
	b.Helper()
	b.ReportAllocs()
	parts := texas.New().Parts()
	var out []byte
	for b.Loop() {
		out = out[:0]
		for _, p := range parts {
			out = p.Draw(out, s)
		}
	}
	b.ReportMetric(float64(len(out)), "bytes")
}

func BenchmarkTell(b *testing.B) {
	s := begin(b, 4, game.Options{"hands": 5}, 8).until(func(s *rules.State) bool { return s.HandNumber() == 3 && s.Hand(0).Len() <= 8 }).sight(0)
	b.ReportAllocs()
	for b.Loop() {
		texas.New().Tell(s, len(s.Moves)-1)
	}
}
