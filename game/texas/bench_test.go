package texas_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// dealt returns a position just dealt.
func dealt(tb testing.TB, players int, options game.Options, src fair.Source) *texas.State {
	tb.Helper()
	s, err := texas.Rules{}.New(players, options)
	if err != nil {
		tb.Fatal(err)
	}
	draw := make([]uint8, s.Draw().Take)
	fair.Draw(src, draw, s.Draw().Of)
	if err := s.Chance(draw); err != nil {
		tb.Fatal(err)
	}
	return s.(*texas.State)
}

// BenchmarkRandomHand copies a dealt position and plays uniformly random legal
// moves until the hand ends. Mplays/s counts cards; choices of an opener come on
// top.
func BenchmarkRandomHand(b *testing.B) {
	for _, table := range []struct {
		players int
		options game.Options
	}{
		{3, nil},
		{4, nil},
		{5, nil},
		{6, nil},
		{4, game.Options{"rules": "seas"}},
	} {
		b.Run(fmt.Sprintf("players=%d/%v", table.players, table.options["rules"]), func(b *testing.B) {
			src := fair.NewRand(1)
			from := dealt(b, table.players, table.options, src)
			cards := 0
			b.ReportAllocs()
			for b.Loop() {
				s := *from
				for s.Turn() >= 0 {
					var m game.Move
					if l := s.LegalCards(); l != 0 {
						m = texas.Play(l.Nth(src.Below(l.Len())))
						cards++
					} else {
						m = texas.Opener(src.Below(table.players))
					}
					if err := s.Play(m); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(cards)/b.Elapsed().Seconds()/1e6, "Mplays/s")
		})
	}
}

// BenchmarkRandomHandByLists plays the same way through lists of moves, as code
// that knows only game.State does.
func BenchmarkRandomHandByLists(b *testing.B) {
	src := fair.NewRand(1)
	from := dealt(b, 4, nil, src)
	moves := make([]game.Move, 0, 16)
	cards := 0
	b.ReportAllocs()
	position := new(texas.State)
	var s game.State = position
	for b.Loop() {
		*position = *from
		for s.Turn() >= 0 {
			moves = s.Legal(moves[:0])
			m := moves[src.Below(len(moves))]
			if _, plays := texas.PlayedCard(m); plays {
				cards++
			}
			if err := s.Play(m); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(cards)/b.Elapsed().Seconds()/1e6, "Mplays/s")
}

// BenchmarkRandomPlayoutsWithDealing deals hands and plays uniformly random legal moves until
// they end; an operation is one hand. Two are played in turn, so that one goes on while the
// other waits for its last step.
func BenchmarkRandomPlayoutsWithDealing(b *testing.B) {
	for players := 3; players <= 6; players++ {
		b.Run(fmt.Sprintf("players=%d", players), func(b *testing.B) {
			fresh, err := texas.Rules{}.New(players, nil)
			if err != nil {
				b.Fatal(err)
			}
			p := &playouts{from: *fresh.(*texas.State), src: fair.NewRand(1)}
			var one, other texas.State
			b.ReportAllocs()
			b.ResetTimer()
			for i := 0; i < b.N; i += 2 {
				if err := errors.Join(p.deal(&one), p.deal(&other)); err != nil {
					b.Fatal(err)
				}
				for one.Turn() >= 0 || other.Turn() >= 0 {
					p.step(&one)
					p.step(&other)
				}
				if p.refused != nil {
					b.Fatal(p.refused)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Mhands/s")
		})
	}
}

// playouts is what random play needs.
type playouts struct {
	from    texas.State // before the first deal
	src     *fair.Rand
	refused error // by the rules, if anything was
}

// deal makes s a position just dealt.
func (p *playouts) deal(s *texas.State) error {
	*s = p.from
	var room [6]texas.Set
	hands, lowest := room[:s.Players()], texas.StartingCard(s.Players())
	fair.Deal(p.src, hands, s.HandSize())
	for seat := range hands {
		hands[seat] <<= lowest
	}
	return s.Deal(hands)
}

// step plays a random legal move, if the hand is not over.
func (p *playouts) step(s *texas.State) {
	if s.Turn() < 0 {
		return
	}
	var m game.Move
	if l := s.LegalCards(); l != 0 {
		m = texas.Play(l.Nth(p.src.Below(l.Len())))
	} else {
		m = texas.Opener(p.src.Below(s.Players()))
	}
	if err := s.Play(m); err != nil {
		p.refused = err
	}
}

// BenchmarkDeal draws and deals a hand.
func BenchmarkDeal(b *testing.B) {
	src := fair.NewRand(1)
	fresh, err := texas.Rules{}.New(4, nil)
	if err != nil {
		b.Fatal(err)
	}
	from := fresh.(*texas.State)
	draw := make([]uint8, from.Draw().Take)
	b.ReportAllocs()
	for b.Loop() {
		s := *from
		fair.Draw(src, draw, len(draw))
		if err := s.Chance(draw); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkView takes in a whole random hand as a seat is told it.
func BenchmarkView(b *testing.B) {
	src := fair.NewRand(1)
	s := dealt(b, 4, nil, src)
	told, next := []string{s.Told(0)}, []game.Turn{s.Turn()}
	for s.Turn() >= 0 {
		moves := s.Legal(nil)
		if err := s.Play(moves[src.Below(len(moves))]); err != nil {
			b.Fatal(err)
		}
		told, next = append(told, s.Told(0)), append(next, s.Turn())
	}
	b.ReportAllocs()
	for b.Loop() {
		v, err := texas.Rules{}.NewView(4, nil, 0)
		if err != nil {
			b.Fatal(err)
		}
		for i, event := range told {
			if err := v.Observe(event, next[i]); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(len(told))*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mevents/s")
}
