package thumb_test

import (
	"fmt"
	"maps"
	"math"
	"testing"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/bot/thumb"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/game/texas"
)

// duel is a table at which some seats are taken by the rule of thumb and the others
// by random players. Only the former have a View. All of it is used again for the
// next game, except for the views.
type duel struct {
	tb      testing.TB
	rules   game.Rules
	players int
	options game.Options

	chance fair.Rand
	random [8]fair.Rand
	room   [fair.MaxPool]uint8
	legal  []game.Move
	// decided is told every view that the rule of thumb decides on; it may be nil.
	decided func(v game.View)
}

// play plays a game with the seed's chance from the state on, which is changed. It
// stops the test when the rule of thumb chooses what is not legal.
func (d *duel) play(s game.State, seed uint64, seated func(seat int) bool) {
	d.tb.Helper()
	var views [8]game.View
	var thumbs [8]*thumb.Player
	d.chance.Seed(seed)
	for seat := range d.players {
		d.random[seat].Seed(bot.SeatSeed(seed, seat))
		if seated(seat) {
			views[seat] = must(d.rules.NewView(d.players, d.options, seat))
			thumbs[seat] = must(thumb.New(d.rules, &d.random[seat]))
		}
	}
	for s.Turn() != game.Over {
		seat, ok := s.Turn().Seat()
		var err error
		switch {
		case !ok:
			want := s.Draw()
			fair.Draw(&d.chance, d.room[:want.Take], want.Of)
			err = s.Chance(d.room[:want.Take])
		case views[seat] == nil:
			d.legal = s.Legal(d.legal[:0])
			err = s.Play(d.legal[d.random[seat].Below(len(d.legal))])
		default:
			if d.decided != nil {
				d.decided(views[seat])
			}
			var m game.Move
			if m, err = thumbs[seat].Choose(d.tb.Context(), views[seat]); err == nil {
				err = s.Play(m)
			}
		}
		if err != nil {
			d.tb.Fatalf("%s, %d players, %v, seed %d: %v", d.rules.Name(), d.players, d.options, seed, err)
		}
		for seat, v := range views[:d.players] {
			if v != nil {
				if err := v.Observe(s.Told(seat), s.Turn()); err != nil {
					d.tb.Fatal(err)
				}
			}
		}
	}
}

// only is the seat alone.
func only(seat int) func(int) bool { return func(s int) bool { return s == seat } }

// everybody is all seats.
func everybody(int) bool { return true }

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// mean is a mean of independent numbers as they come in.
type mean struct{ n, sum, squares float64 }

func (m *mean) add(x float64) {
	m.n++
	m.sum += x
	m.squares += x * x
}

// interval is the mean and half the width of its 95% interval.
func (m *mean) interval() (mid, half float64) {
	mid = m.sum / m.n
	return mid, 1.96 * math.Sqrt((m.squares/m.n-mid*mid)/m.n)
}

// tricks deals so many hands of Texas Showdown and plays each with the rule of thumb
// in every seat in turn, among random players. It returns the tricks that it takes
// in a hand, less the par, and half the width of the 95% interval, over deals.
func tricks(tb testing.TB, players int, options game.Options, deals int, seed uint64) (mid, half float64) {
	tb.Helper()
	d := duel{tb: tb, rules: texas.Rules{}, players: players, options: game.Options{"hands": 1}}
	maps.Copy(d.options, options)
	start := must(d.rules.New(players, d.options))
	par := float64(texas.HandSize(players)) / float64(players)
	var m mean
	for i := range deals {
		sum := 0
		for seat := range players {
			s := start.Clone()
			d.play(s, fair.Derive(seed, uint64(i)), only(seat))
			sum += s.(*texas.State).Total(seat)
		}
		m.add(float64(sum)/float64(players) - par)
	}
	return m.interval()
}

// wins plays games of Showdown, each chance twice with seats exchanged, and returns
// the share of them that the rule of thumb wins against a random player, from each
// seat and on the whole, and half the width of the 95% interval of the whole.
func wins(tb testing.TB, games int, seed uint64) (bySeat [2]float64, mid, half float64) {
	tb.Helper()
	d := duel{tb: tb, rules: raincheck.Rules{}, players: 2}
	start := must(d.rules.New(2, nil))
	var m mean
	for i := range games {
		won := 0.0
		for seat := range bySeat {
			s := start.Clone()
			d.play(s, fair.Derive(seed, uint64(i)), only(seat))
			if s.Winners()[0] == seat {
				won++
				bySeat[seat] += 1 / float64(games)
			}
		}
		m.add(won / 2)
	}
	mid, half = m.interval()
	return bySeat, mid, half
}

// What the rule of thumb takes among random players, at most: in tricks a hand less
// the par. Four players have a par of 3.75 tricks.
var tables = []struct {
	players int
	options game.Options
	most    float64
}{
	{3, nil, -1.60},
	{4, nil, -1.40},
	{5, nil, -0.90},
	{6, nil, -0.65},
	{3, game.Options{"rules": "seas"}, -1.65},
	{4, game.Options{"rules": "seas"}, -1.30},
	{5, game.Options{"rules": "seas"}, -0.75},
	{6, game.Options{"rules": "seas"}, -0.45},
}

func TestAmongRandomPlayersItTakesFarFewerTricksThanItsShare(t *testing.T) {
	for _, table := range tables {
		t.Run(fmt.Sprint(table.players, table.options["rules"]), func(t *testing.T) {
			mid, half := tricks(t, table.players, table.options, 150, 1)
			t.Logf("%.3f ± %.3f tricks a hand beside the par", mid, half)
			if mid > table.most {
				t.Errorf("%.3f tricks a hand beside the par; want %.2f at most", mid, table.most)
			}
		})
	}
}

func TestItWinsNearlyAllGamesOfShowdownAgainstARandomPlayer(t *testing.T) {
	bySeat, mid, half := wins(t, 500, 1)
	t.Logf("%.3f ± %.3f of the games; by seat %.3f", mid, half, bySeat)
	for seat, share := range bySeat {
		if share < 0.90 {
			t.Errorf("seat %d wins %.3f of the games; want 0.90 at least", seat, share)
		}
	}
}

// How strong the rule of thumb is among random players: tricks beside the par, or
// the share of games that it wins, each with half of its 95% interval. Run it with
// -benchtime 10000x, so many deals or pairs of games.
func BenchmarkAmongRandomPlayers(b *testing.B) {
	for _, table := range tables {
		b.Run(fmt.Sprintf("texas/players=%d/%v", table.players, table.options["rules"]), func(b *testing.B) {
			mid, half := tricks(b, table.players, table.options, b.N, 2)
			b.ReportMetric(mid, "tricks/hand")
			b.ReportMetric(half, "±")
		})
	}
	b.Run("raincheck", func(b *testing.B) {
		_, mid, half := wins(b, b.N, 2)
		b.ReportMetric(mid, "wins/game")
		b.ReportMetric(half, "±")
	})
}
