package avoid

import (
	"fmt"
	"testing"

	"github.com/saloon-games/saloon/bot/hidden"
	"github.com/saloon-games/saloon/bot/reflex"
	"github.com/saloon-games/saloon/bot/search"
	"github.com/saloon-games/saloon/bot/thumb"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

func TestScan(t *testing.T) {
	var rule thumb.Texas
	policy := reflex.For(4, false)
	type moment struct {
		v *texas.View
		p reflex.Position
	}
	var tb table
	var pimc search.PIMC[reflex.Position, *table]
	r := fair.NewRand(9)
	for name, choose := range map[string]func(m *game.Match, p *reflex.Position) game.Move{
		"thumb":  func(_ *game.Match, p *reflex.Position) game.Move { p.Thumb(&rule); return rule.Move() },
		"policy": func(_ *game.Match, p *reflex.Position) game.Move { d := p.Sight(); return policy.Move(&d) },
		"pimc": func(m *game.Match, p *reflex.Position) game.Move {
			tb.look(m.View(int(p.Turn())).(*texas.View), imagination{thumbs: 128, random: 26})
			found := pimc.Search(t.Context(), &tb, 60, r)
			best := found[0]
			for _, w := range found {
				if w.Mean > best.Mean {
					best = w
				}
			}
			return best.Move
		},
	} {
		var list []moment
		for range 20 {
			var mm *game.Match
			play(t, 4, game.Options{"hands": 1}, r, func(p *reflex.Position) game.Move { return choose(mm, p) }, func(m *game.Match, p *reflex.Position) {
				mm = m
				if p.Ply()%9 == 0 && p.Ply() > 5 && p.Ply() < 50 {
					list = append(list, moment{m.View(int(p.Turn())).(*texas.View), *p})
				}
			})
		}
		var b belief
		var deals hidden.Deals
		run := func(pool, prior int, forget bool) float64 {
			sum := 0.0
			for i := range list {
				deals.Look(list[i].v)
				b.look(list[i].v)
				if forget {
					b.past = b.past[:0]
				}
				b.fill(&deals, list[i].v, policy, pool, prior, r)
				sum += knowledge(&b, list[i].v, &list[i].p)
			}
			return sum / float64(len(list))
		}
		base := run(1000, 0, true)
		fmt.Printf("%s: %d moments, base %.4f\n", name, len(list), base)
		for _, st := range []float64{0.1, 0.3, 0.5} {
			for _, sr := range []float64{0.15, 0.3, 0.5} {
				strayThumb, strayReflex = st, sr
				for _, so := range []int32{200, 400} {
					soft = so
					fmt.Printf("%s thumb %.1f reflex %.2f soft %d: prior 0: %+.4f  prior 64: %+.4f   pool 4000 %+.4f\n", name, st, sr, so,
						run(1000, 0, false)-base, run(1000, 64, false)-base, run(4000, 64, false)-base)
				}
			}
		}
	}
}
