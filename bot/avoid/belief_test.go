package avoid

import (
	"math"
	"math/bits"
	"testing"

	"github.com/saloon-games/saloon/bot/hidden"
	"github.com/saloon-games/saloon/bot/reflex"
	"github.com/saloon-games/saloon/bot/thumb"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// play plays a hand with a move of choose at every turn and calls f before each.
func play(t *testing.T, players int, options game.Options, r *fair.Rand, choose func(p *reflex.Position) game.Move, f func(m *game.Match, p *reflex.Position)) {
	t.Helper()
	m, err := game.NewMatch(texas.Rules{}, players, options)
	if err != nil {
		t.Fatal(err)
	}
	draw := make([]uint8, m.State().Draw().Take)
	fair.Draw(r, draw, len(draw))
	if err := m.Apply(m.State().Outcome(draw)); err != nil {
		t.Fatal(err)
	}
	var p reflex.Position
	p.Dealt(m.State().(*texas.State))
	for p.Turn() >= 0 {
		f(m, &p)
		move := choose(&p)
		p.Do(move)
		if err := m.Apply(m.State().Word(move)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheBeliefRemembersWhatEveryOtherSeatSawAndPlayed(t *testing.T) {
	for players := 3; players <= 6; players++ {
		r := fair.NewRand(uint64(players))
		var saw []reflex.Sight
		var played []texas.Card
		var b belief
		options := game.Options{"hands": 1}
		if players == 5 {
			options["rules"] = "seas"
		}
		choose := func(p *reflex.Position) game.Move {
			m := p.Random(r)
			if c, plays := texas.PlayedCard(m); plays {
				saw, played = append(saw, p.Sight()), append(played, c)
			}
			return m
		}
		play(t, players, options, r, choose, func(m *game.Match, p *reflex.Position) {
			v := m.View(int(p.Turn())).(*texas.View)
			b.look(v)
			i := 0
			for k := 1; k < len(saw); k++ { // the first play is no choice
				if saw[k].Seat == v.Seat() {
					continue
				}
				d := &b.past[i]
				i++
				d.imagine(p.Hand(saw[k].Seat))
				if d.sight != saw[k] || d.card != played[k] {
					t.Fatalf("%d players, play %d as remembered:\n%+v %d\nwant\n%+v %d", players, k+1, d.sight, d.card, saw[k], played[k])
				}
			}
			if i != len(b.past) {
				t.Fatalf("%d decisions are remembered; there were %d", len(b.past), i)
			}
		})
	}
}

// How well a pool knows who holds what: the mean of the logarithm of the weight that it
// gives, for each unseen card, to the seat that holds it.
func knowledge(b *belief, v *texas.View, p *reflex.Position) float64 {
	sum, n := 0.0, 0
	for _, c := range v.Unseen().Append(nil) {
		right, before := 0.0, 0.0
		for i := range b.pool {
			d := &b.pool[i]
			for seat := range v.Players() {
				if p.Hand(seat).Has(c) && d.hands[seat].Has(c) {
					right += d.upTo - before
				}
			}
			before = d.upTo
		}
		sum += math.Log(max(right/b.sum, 1e-3))
		n++
	}
	return sum / float64(n)
}

func TestWhatOthersPlayTellsWhatTheyHold(t *testing.T) {
	var rule thumb.Texas
	policy := reflex.For(4, false)
	for name, c := range map[string]struct {
		choose func(p *reflex.Position) game.Move
		thumbs bool
	}{
		"by the rule of thumb": {func(p *reflex.Position) game.Move { p.Thumb(&rule); return rule.Move() }, true},
		"by the policy":        {func(p *reflex.Position) game.Move { d := p.Sight(); return policy.Move(&d) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			gain, share := learned(t, policy, c.choose)
			if gain <= 0 {
				t.Errorf("by their plays the log of who holds what changes by %.2f; want it to grow", gain)
			}
			if share > 0.5 != c.thumbs {
				t.Errorf("%.2f of the seats are taken to follow the rule of thumb", share)
			}
		})
	}
}

// learned plays hands and returns how much more the seats know of the hands in the middle
// by what has been played, and the share of seats that they take to follow the rule of
// thumb.
func learned(t *testing.T, policy *reflex.Policy, choose func(p *reflex.Position) game.Move) (gain, share float64) {
	t.Helper()
	r := fair.NewRand(1)
	thumbs, all := 0, 0
	var b belief
	var deals hidden.Deals
	for range 20 {
		play(t, 4, game.Options{"hands": 1}, r, choose, func(m *game.Match, p *reflex.Position) {
			if p.Ply() < 30 || p.Ply() > 32 {
				return
			}
			v := m.View(int(p.Turn())).(*texas.View)
			if err := deals.Look(v); err != nil {
				t.Fatal(err)
			}
			b.look(v)
			b.fill(&deals, v, policy, 400, 128, r)
			gain += knowledge(&b, v, p)
			for range 20 {
				d := b.draw(r)
				thumbs += bits.OnesCount8(d.thumbs)
				all += 3
			}
			b.past = b.past[:0] // as if what they have played were forgotten
			b.fill(&deals, v, policy, 400, 128, r)
			gain -= knowledge(&b, v, p)
		})
	}
	return gain, float64(thumbs) / float64(all)
}
