package arena_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/bot/arena"
)

// league is a league of bots that are all random but the first, which is thumb.
func league(t testing.TB, name string, players, bots, deals int) arena.LeagueConfig {
	t.Helper()
	r := rules(t, name)
	c := arena.LeagueConfig{Table: arena.Table{Rules: r, Players: players, Deals: deals, Seed: 1}}
	for i := range bots {
		b := arena.Level(map[bool]string{true: "thumb", false: "random"}[i == 0], r)
		b.Name = fmt.Sprint("bot", i)
		c.Bots = append(c.Bots, b)
	}
	return c
}

func TestAllBotsSitEquallyOftenAndInEachSeat(t *testing.T) {
	for _, c := range []struct {
		name          string
		players, bots int
		games         int // with one deal
	}{
		{"raincheck", 2, 2, 2},
		{"raincheck", 2, 4, 12},
		{"texas", 4, 2, 4},
		{"texas", 4, 3, 12},
		{"texas", 4, 4, 4},
		{"texas", 3, 5, 30},
		{"texas", 6, 4, 36},
	} {
		t.Run(fmt.Sprintf("%s %d %d", c.name, c.players, c.bots), func(t *testing.T) {
			cfg := league(t, c.name, c.players, c.bots, 2)
			var lines bytes.Buffer
			cfg.Records = &lines
			s, err := arena.League(t.Context(), cfg)
			if err != nil {
				t.Fatal(err)
			}
			games := read(t, &lines)
			if s.Deals != 2 || s.Games != 2*c.games || len(games) != s.Games {
				t.Fatalf("%d deals, %d games, %d records", s.Deals, s.Games, len(games))
			}
			sameDeals(t, games, c.games)
			want := 2 * c.games / c.bots
			seats := seatings(games)
			for b, row := range s.Rows {
				if row.Played != want*c.players {
					t.Errorf("%s has played %d seats; want %d", row.Bot, row.Played, want*c.players)
				}
				for seat := range c.players {
					if key := fmt.Sprintf("bot%d in seat %d", b, seat); seats[key] != want {
						t.Errorf("%s %d times; want %d", key, seats[key], want)
					}
				}
			}
		})
	}
}

// sameDeals fails unless so many games that follow each other have the same cards.
func sameDeals(t *testing.T, games []kept, each int) {
	t.Helper()
	for i, g := range games {
		if g.deal != i/each || g.Events()[0] != games[i/each*each].Events()[0] {
			t.Errorf("game %d is of deal %d: %s", i, g.deal, g.Events()[0])
		}
	}
}

// seatings is how often each bot has sat in each seat.
func seatings(games []kept) map[string]int {
	seats := map[string]int{}
	for _, g := range games {
		for seat, name := range g.bots {
			seats[fmt.Sprint(name, " in seat ", seat)]++
		}
	}
	return seats
}

func TestALeagueFindsTheBestBot(t *testing.T) {
	for name, players := range map[string]int{"texas": 4, "raincheck": 2} {
		s, err := arena.League(t.Context(), league(t, name, players, 3, 40))
		if err != nil {
			t.Fatal(err)
		}
		best := s.Rows[0]
		for b, r := range s.Rows {
			if b > 0 && (r.Rating.Mu > best.Rating.Mu-2*best.Rating.Sigma || r.WinShare.Value > best.WinShare.Value) {
				t.Errorf("%s: %+v; want the rule of thumb above the random ones", name, s.Rows)
			}
			for o, e := range r.Against {
				if o != b && math.Abs(e.Value+s.Rows[o].Against[b].Value-1) > 1e-9 {
					t.Errorf("%s: %d does better than %d in %v, and the other way around in %v", name, b, o, e.Value, s.Rows[o].Against[b].Value)
				}
			}
			if (r.Diff.Value != 0) != (name == "texas") || math.IsNaN(r.WinShare.CI95) || r.Conduct.Decisions == 0 {
				t.Errorf("%s: %+v", name, r)
			}
		}
		if best.Against[1].Value < 0.6 {
			t.Errorf("%s: the rule of thumb does better than a random bot in %v", name, best.Against[1])
		}
	}
}

func TestWorkersDoNotChangeALeague(t *testing.T) {
	var want *arena.Standings
	var records []byte
	for _, workers := range []int{1, 2, 7} {
		c := league(t, "texas", 4, 3, 6)
		c.Workers = workers
		var lines bytes.Buffer
		c.Records = &lines
		s, err := arena.League(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		for b := range s.Rows {
			s.Rows[b].Against[b] = arena.Estimate{} // means nothing
		}
		if workers == 1 {
			want, records = s, lines.Bytes()
		}
		if diff := cmp.Diff(want, s); diff != "" || !bytes.Equal(records, lines.Bytes()) {
			t.Errorf("%d workers (-want +got):\n%s", workers, diff)
		}
	}
}

// The order around the table is another one in each deal.
func TestNeighborsChange(t *testing.T) {
	c := league(t, "texas", 4, 4, 20)
	var lines bytes.Buffer
	c.Records = &lines
	if _, err := arena.League(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	left := map[string]bool{}
	for _, g := range read(t, &lines) {
		i := slices.Index(g.bots, "bot0")
		left[g.bots[(i+1)%4]] = true
	}
	if len(left) != 3 {
		t.Errorf("to the left of bot0 have been %v", left)
	}
}

func TestALeagueNeedsTwoBots(t *testing.T) {
	if _, err := arena.League(t.Context(), league(t, "raincheck", 2, 1, 1)); err == nil {
		t.Error("a league of one bot was played")
	}
	c := league(t, "raincheck", 3, 2, 1)
	if _, err := arena.League(t.Context(), c); err == nil {
		t.Error("a table of three was played")
	}
}

func TestALeagueThatIsInterruptedHasItsFirstDeals(t *testing.T) {
	c := league(t, "texas", 3, 3, 1000000)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c.Progress = func(deals int) {
		if deals == 2 {
			cancel()
		}
	}
	got, err := arena.League(ctx, c)
	if !errors.Is(err, context.Canceled) || got.Deals != 2 || got.Games != 6 {
		t.Errorf("%+v, %v", got, err)
	}
}
