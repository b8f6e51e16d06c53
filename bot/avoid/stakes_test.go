package avoid

import (
	"slices"
	"testing"

	"github.com/saloon-games/saloon/bot/reflex"
	"github.com/saloon-games/saloon/bot/search"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// ends plays hands to their ends at random from a deal, in a game with these options, and
// calls f with what each is worth.
func ends(t *testing.T, players int, options game.Options, f func(p *reflex.Position, pay search.Payoff)) {
	t.Helper()
	r := fair.NewRand(1)
	for range 200 {
		var s stakes
		looked := false
		play(t, players, options, r, func(p *reflex.Position) game.Move { return p.Random(r) }, func(m *game.Match, p *reflex.Position) {
			if looked {
				return
			}
			looked = true
			s.look(m.View(0).(*texas.View))
			end := *p
			for end.Turn() >= 0 {
				end.Do(end.Random(r))
			}
			f(&end, s.payoff(&end))
		})
	}
}

func TestWithANumberOfHandsTricksAreAtStake(t *testing.T) {
	ends(t, 4, game.Options{"hands": 3}, func(p *reflex.Position, pay search.Payoff) {
		for seat := range 4 {
			if pay[seat] != int32(-trick*p.Taken(seat)) {
				t.Fatalf("%d tricks pay %d; want %d", p.Taken(seat), pay[seat], -trick*p.Taken(seat))
			}
		}
	})
}

func TestWithATargetWinsAreAtStake(t *testing.T) {
	for players := 3; players <= 6; players++ {
		over := 0
		ends(t, players, game.Options{"target": 2 + texas.HandSize(players)/players}, func(p *reflex.Position, pay search.Payoff) {
			if p.Turn() == game.Over {
				over++
			}
			goesByTotals(t, p, pay)
		})
		if over == 0 || over == 200 {
			t.Errorf("%d players: %d of 200 games were over; want some, not all", players, over)
		}
	}
}

// goesByTotals fails the test if what the end of a hand pays does not go by the totals.
func goesByTotals(t *testing.T, p *reflex.Position, pay search.Payoff) {
	t.Helper()
	for a := range p.Players() {
		for b := range p.Players() {
			if more := p.Total(a) - p.Total(b); more == 0 && pay[a] != pay[b] || more > 0 && pay[a] >= pay[b] {
				t.Fatalf("totals %d and %d pay %d and %d", p.Total(a), p.Total(b), pay[a], pay[b])
			}
		}
		if p.Turn() != game.Over {
			continue
		}
		// Who wins gets the whole of what is at stake, or a part of it, and who does not gets
		// nothing, but for a little off for each trick.
		share := pay[a] + trick/16*int32(p.Taken(a))
		if won := slices.Contains(p.Winners(), a); won != (share > 0) {
			t.Fatalf("a total of %d, won %v, pays %d", p.Total(a), won, pay[a])
		}
	}
}

func TestTheSteepnessFallsAsTheEndIsFartherAway(t *testing.T) {
	for players := 3; players <= 6; players++ {
		last := 1000
		for lacks := 1; lacks <= 200; lacks++ {
			z := slopeAt(players, lacks)
			if z > last || z < 1 {
				t.Fatalf("%d players: steepness %d where %d points are lacking, after %d", players, z, lacks, last)
			}
			last = z
		}
	}
}
