package avoid_test

import (
	"fmt"
	"testing"

	"github.com/saloon-games/saloon/bot/avoid"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// BenchmarkChoose is a decision with two legal moves or more, the mean over a few hands
// that are played at random.
func BenchmarkChoose(b *testing.B) {
	for _, players := range []int{3, 4, 5, 6} {
		var views []*texas.View
		for seed := range uint64(4) {
			r := fair.NewRand(seed)
			for m := deal(b, players, game.Options{"hands": 1}, r); m.State().Turn() >= 0; random(b, m, r) {
				if v := mine(m); len(v.Legal(nil)) > 1 {
					views = append(views, v)
				}
			}
		}
		for _, level := range avoid.Names() {
			b.Run(fmt.Sprintf("%s/players=%d", level, players), func(b *testing.B) {
				p := player(b, level, 1)
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					if _, err := p.Choose(b.Context(), views[i%len(views)]); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
