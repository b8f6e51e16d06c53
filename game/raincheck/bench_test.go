package raincheck_test

import (
	"testing"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
)

// BenchmarkRandomGame plays whole games from the start, uniformly random legal
// moves and chance included, as code that knows only game.State does.
func BenchmarkRandomGame(b *testing.B) {
	src := fair.NewRand(1)
	fresh, err := raincheck.Rules{}.New(2, nil)
	if err != nil {
		b.Fatal(err)
	}
	from := fresh.(*raincheck.State)
	var room [8]uint8
	moves := make([]game.Move, 0, 16)
	events := 0
	b.ReportAllocs()
	position := new(raincheck.State)
	var s game.State = position
	for b.Loop() {
		*position = *from
		for s.Turn() != game.Over {
			var err error
			if moves = s.Legal(moves[:0]); len(moves) > 0 {
				err = s.Play(moves[src.Below(len(moves))])
			} else {
				d := s.Draw()
				fair.Draw(src, room[:d.Take], d.Of)
				err = s.Chance(room[:d.Take])
			}
			if err != nil {
				b.Fatal(err)
			}
			events++
		}
	}
	b.ReportMetric(float64(events)/b.Elapsed().Seconds()/1e6, "Mevents/s")
}

// BenchmarkView takes in a whole random game as a seat is told it.
func BenchmarkView(b *testing.B) {
	src := fair.NewRand(1)
	s, err := raincheck.Rules{}.New(2, nil)
	if err != nil {
		b.Fatal(err)
	}
	var told []string
	var next []game.Turn
	for s.Turn() != game.Over {
		var err error
		if moves := s.Legal(nil); len(moves) > 0 {
			err = s.Play(moves[src.Below(len(moves))])
		} else {
			draw := make([]uint8, s.Draw().Take)
			fair.Draw(src, draw, s.Draw().Of)
			err = s.Chance(draw)
		}
		if err != nil {
			b.Fatal(err)
		}
		told, next = append(told, s.Told(0)), append(next, s.Turn())
	}
	b.ReportAllocs()
	for b.Loop() {
		v, err := raincheck.Rules{}.NewView(2, nil, 0)
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
