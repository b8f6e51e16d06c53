package arena_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/bot/arena"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Somebody's figures of last year were made with these deals: if this test fails, the
// code is wrong and not the file.
func TestASeedGivesTheseDealsInEveryVersion(t *testing.T) {
	var got strings.Builder
	for _, table := range []struct {
		game    string
		players int
	}{{"texas", 3}, {"texas", 4}, {"texas", 5}, {"texas", 6}, {"raincheck", 2}} {
		c := config(t, table.game, table.players, 3, "thumb", "thumb")
		c.Whole = true
		_, games := run(t, c)
		for i, g := range games {
			drawn(t, &g)
			events := g.chances(t)[:2]
			if table.game == "raincheck" {
				events = events[:1] // the next hangs on who has lost what
			}
			if i%table.players == 0 {
				fmt.Fprintf(&got, "%s, %d players, seed 1, deal %d: %s\n", table.game, table.players, g.deal, strings.Join(events, ", "))
			}
		}
	}
	const file = "testdata/deals.golden"
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); diff != "" {
		t.Errorf("chance (-want +got):\n%s", diff)
	}
}

// drawn fails unless chance drew in the game as the package says.
func drawn(t *testing.T, g *kept) {
	t.Helper()
	var want string
	k := uint64(0)
	err := g.Walk(func(s game.State) error {
		if want != "" && s.Last() != want {
			t.Errorf("deal %d, chance %d: %s; want %s", g.deal, k, s.Last(), want)
		}
		want = ""
		if s.Turn() == game.Chance {
			draw := make([]uint8, s.Draw().Take)
			fair.Draw(fair.NewRand(fair.Derive(fair.Derive(1, uint64(g.deal)), k)), draw, s.Draw().Of)
			want = s.Outcome(draw)
			k++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestNeitherWorkersNorMachineChangeAGame(t *testing.T) {
	for _, name := range []string{"texas", "raincheck"} {
		for _, whole := range []bool{false, true} {
			var want *arena.Result
			var records string
			for _, workers := range []int{1, 2, 7} {
				c := config(t, name, map[string]int{"texas": 4, "raincheck": 2}[name], 12, "thumb", "random")
				c.Whole, c.Workers = whole, workers
				var lines bytes.Buffer
				c.Records = &lines
				r, err := arena.Run(t.Context(), c)
				if err != nil {
					t.Fatal(err)
				}
				if workers == 1 {
					want, records = r, lines.String()
				}
				if diff := cmp.Diff(want, r, cmpopts.EquateNaNs()); diff != "" || records != lines.String() {
					t.Errorf("%s with %d workers is another run (-want +got):\n%s", name, workers, diff)
				}
			}
		}
	}
}

func TestEveryDealIsPlayedWithTheTestBotInEachSeat(t *testing.T) {
	c := config(t, "texas", 4, 3, "thumb", "random")
	_, games := run(t, c)
	if len(games) != 12 {
		t.Fatalf("%d games", len(games))
	}
	for i, g := range games {
		want := []string{"random", "random", "random", "random"}
		want[i%4] = "thumb"
		if !slices.Equal(g.bots, want) || g.deal != i/4 {
			t.Errorf("game %d: bots %q, deal %d", i, g.bots, g.deal)
		}
		if g.Options()["hands"] != 1 {
			t.Errorf("game %d has the options %v; want one hand", i, g.Options())
		}
		if deal := g.Events()[0]; deal != games[i/4*4].Events()[0] || i%4 == 0 && i > 0 && deal == games[i-1].Events()[0] {
			t.Errorf("game %d begins with %s", i, deal)
		}
	}
}

func TestChanceIsTheSameForAllBotsAndSeats(t *testing.T) {
	for name, players := range map[string]int{"texas": 4, "raincheck": 2} {
		want := map[string]string{} // by deal and the number of the event
		for _, bots := range [][2]string{{"thumb", "random"}, {"random", "thumb"}, {"thumb", "thumb"}} {
			c := config(t, name, players, 5, bots[0], bots[1])
			c.Whole = true
			_, games := run(t, c)
			for _, g := range games {
				for i, event := range g.chances(t) {
					if name == "raincheck" && i > 0 {
						break // what is lost hangs on the hand that it is drawn from
					}
					key := fmt.Sprint(g.deal, i)
					if want[key] == "" {
						want[key] = event
					}
					if event != want[key] {
						t.Errorf("%s, deal %d, chance %d: %s and %s", name, g.deal, i, event, want[key])
					}
				}
			}
		}
		if len(want) < 5 || name == "texas" && len(want) < 15 {
			t.Errorf("%s: only %d events", name, len(want))
		}
	}
}

// A hand alone and the first hand of a whole game are the same hand.
func TestTheFirstHandOfAWholeGameIsTheHandAlone(t *testing.T) {
	c := config(t, "texas", 4, 3, "random", "random")
	_, alone := run(t, c)
	c.Whole = true
	_, whole := run(t, c)
	for i := range alone {
		if alone[i].Events()[0] != whole[i].Events()[0] {
			t.Errorf("game %d: %s and %s", i, alone[i].Events()[0], whole[i].Events()[0])
		}
	}
}

func TestEverySeatHasChanceOfItsOwn(t *testing.T) {
	r := rules(t, "texas")
	seen := map[uint64]bool{}
	spy := arena.Bot{Name: "spy", Sit: func() (arena.Seat, error) { return &spySeat{seen: seen}, nil }}
	c := arena.Config{Table: arena.Table{Rules: r, Players: 4, Deals: 3, Seed: 1, Workers: 1}, Test: spy, Field: spy}
	if _, err := arena.Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if len(seen) != 3*4*4 {
		t.Errorf("%d seeds for 48 seats", len(seen))
	}
	for seed := range seen {
		if seed >= 1<<53 {
			t.Errorf("the seed %d does not stay whole in JSON", seed)
		}
	}
}

// spySeat plays the first legal move and keeps what it is told.
type spySeat struct {
	seen   map[uint64]bool
	game   arena.Game
	told   []string
	over   int
	closed int
}

func (s *spySeat) Begin(_ context.Context, g arena.Game) error {
	if s.seen != nil {
		s.seen[g.Seed] = true
	}
	s.game, s.told = g, nil
	return nil
}

func (s *spySeat) Choose(ctx context.Context, v game.View) (game.Move, error) { return first(ctx, v) }

func (s *spySeat) Told(ply int, actor game.Turn, told string) {
	s.told = append(s.told, fmt.Sprintf("%d %s %s", ply, actor, told))
}

func (s *spySeat) Over(game.State) { s.over++ }

func (s *spySeat) Close() error {
	s.closed++
	return nil
}

func TestASeatThatListensIsToldWhatItMayKnow(t *testing.T) {
	var spies []*spySeat
	spy := arena.Bot{Name: "spy", Sit: func() (arena.Seat, error) {
		spies = append(spies, &spySeat{})
		return spies[len(spies)-1], nil
	}}
	c := arena.Config{Table: arena.Table{Rules: rules(t, "texas"), Players: 3, Deals: 2, Seed: 1, Workers: 1}, Test: spy, Field: spy}
	if _, err := arena.Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if len(spies) != 3 {
		t.Fatalf("%d seats were made for one table of three", len(spies))
	}
	for _, s := range spies {
		if s.over != 6 || s.closed != 1 {
			t.Errorf("a seat has seen %d games end and was closed %d times", s.over, s.closed)
		}
		hands := strings.Split(strings.TrimPrefix(s.told[0], "1 chance deal "), "/")
		for seat, h := range hands {
			if (h != "?") != (seat == s.game.Seat) {
				t.Errorf("seat %d is told %s", s.game.Seat, s.told[0])
			}
		}
		if want := "play 11"; !strings.HasSuffix(s.told[1], want) || !strings.HasPrefix(s.told[1], "2 seat ") {
			t.Errorf("then it is told %s", s.told[1])
		}
	}
}

func TestWhatABotDoesWrongIsReplacedCountedAndTold(t *testing.T) {
	r := rules(t, "texas")
	broken := errors.New("out of whiskey")
	for name, c := range map[string]struct {
		bot    playerFunc
		errors int64
		says   string
	}{
		"an illegal move": {func(context.Context, game.View) (game.Move, error) { return 9999, nil }, 15, "move 9999: T"},
		"an error":        {func(context.Context, game.View) (game.Move, error) { return 0, broken }, 15, "out of whiskey"},
		"it is out":       {func(context.Context, game.View) (game.Move, error) { return 0, arena.ErrOut }, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var said []arena.Complaint
			cfg := arena.Config{
				Table: arena.Table{Rules: r, Players: 3, Deals: 1, Seed: 1, Complain: func(c arena.Complaint) { said = append(said, c) }},
				Test:  of("broken", c.bot), Field: arena.Level("thumb", r),
			}
			result, games := run(t, cfg)
			// 15 cards and perhaps an opener in each of three seats.
			if e := result.Test.Errors; e < 3*c.errors || e > 6*c.errors || result.Field.Errors != 0 || int(e) != len(said) {
				t.Errorf("errors %d and %d, %d told", e, result.Field.Errors, len(said))
			}
			if c.errors == 0 {
				if result.Test.Decisions != 0 {
					t.Errorf("%d decisions of a bot that plays no more", result.Test.Decisions)
				}
			} else if s := said[0]; s.Bot != "broken" || s.Deal != 0 || s.Game != 0 || s.Seat != 0 || !strings.Contains(s.String(), c.says) ||
				!strings.HasPrefix(s.String(), fmt.Sprintf("deal 0, game 0, ply %d, seat 0: ", s.Ply)) {
				t.Errorf("told: %s", s)
			}
			// All three play by the rule of thumb, so the seat makes no difference.
			if !slices.Equal(games[0].Events(), games[1].Events()) {
				t.Error("the moves in place of the bot's are not the rule of thumb's")
			}
		})
	}
}

func TestABotThatCannotPlayEndsTheRun(t *testing.T) {
	broken := errors.New("no such program")
	r := rules(t, "raincheck")
	for name, b := range map[string]arena.Bot{
		"no seat":   {Name: "b", Sit: func() (arena.Seat, error) { return nil, broken }},
		"no player": arena.Of("b", func(fair.Source) (bot.Player, error) { return nil, broken }),
	} {
		c := arena.Config{Table: arena.Table{Rules: r, Players: 2, Deals: 100, Seed: 1}, Test: b, Field: arena.Level("random", r)}
		result, err := arena.Run(t.Context(), c)
		if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "b: ") || result.Deals != 0 {
			t.Errorf("%s: %v, %v", name, result, err)
		}
	}
}

func TestATableThatTheRulesDoNotKnowIsRefused(t *testing.T) {
	c := config(t, "raincheck", 3, 1, "random", "random")
	var refused *game.Error
	if _, err := arena.Run(t.Context(), c); !errors.As(err, &refused) {
		t.Errorf("err = %v", err)
	}
}

func TestOnlyRealDecisionsAreTimed(t *testing.T) {
	c := config(t, "texas", 4, 5, "thumb", "random")
	var now atomic.Int64
	c.Clock = func() int64 { return now.Add(1e6) } // a millisecond passes at each look
	c.Workers = 1
	r, games := run(t, c)
	if r.Test.Milliseconds() != 1 || r.Field.Milliseconds() != 1 {
		t.Errorf("%v and %v ms", r.Test.Milliseconds(), r.Field.Milliseconds())
	}
	want := int64(0)
	for _, g := range games {
		if err := g.Walk(func(s game.State) error {
			if len(s.Legal(nil)) > 1 {
				want++
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	if got := r.Test.Decisions + r.Field.Decisions; got != want {
		t.Errorf("%d decisions; want %d", got, want)
	}
	if (arena.Conduct{}).Milliseconds() != 0 {
		t.Error("no decisions take time")
	}
}

func TestARunThatIsInterruptedHasItsFirstDeals(t *testing.T) {
	c := config(t, "texas", 4, 1000000, "random", "random")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c.Progress = func(deals int) {
		if deals == 3 {
			cancel()
		}
	}
	var lines bytes.Buffer
	c.Records = &lines
	got, err := arena.Run(ctx, c)
	if !errors.Is(err, context.Canceled) || got.Deals != 3 {
		t.Fatalf("%d deals, %v", got.Deals, err)
	}
	c.Deals, c.Progress = 3, nil
	want, games := run(t, c)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-three deals +interrupted):\n%s", diff)
	}
	if len(read(t, &lines)) != len(games) {
		t.Error("other records were written")
	}
}

func TestABotIsNotWaitedForAfterAnInterruption(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	thinker := of("thinker", func(ctx context.Context, v game.View) (game.Move, error) {
		cancel()
		<-ctx.Done()
		return first(ctx, v)
	})
	r := rules(t, "texas")
	c := arena.Config{Table: arena.Table{Rules: r, Players: 3, Deals: 5, Seed: 1}, Test: thinker, Field: arena.Level("random", r)}
	if got, err := arena.Run(ctx, c); !errors.Is(err, context.Canceled) || got.Deals != 0 || got.Test.Errors != 0 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestARecordThatCannotBeWrittenEndsTheRun(t *testing.T) {
	full := errors.New("disk full")
	c := config(t, "texas", 4, 100000, "random", "random")
	c.Records = failing{full}
	if _, err := arena.Run(t.Context(), c); !errors.Is(err, full) {
		t.Errorf("err = %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestTricksAreCountedAgainstPar(t *testing.T) {
	for players, par := range map[int]float64{3: 5, 4: 3.75, 5: 2.4, 6: 10.0 / 6} {
		for _, whole := range []bool{false, true} {
			c := config(t, "texas", players, 4, "thumb", "random")
			c.Whole = whole
			r, games := run(t, c)
			tricks, hands, wins := 0, 0, 0.0
			for _, g := range games {
				s, err := g.State()
				if err != nil {
					t.Fatal(err)
				}
				seat := slices.Index(g.bots, "thumb")
				tricks += total(s, seat)
				hands += strings.Count(strings.Join(g.Events(), "|"), "deal ")
				if w := s.Winners(); slices.Contains(w, seat) {
					wins += 1 / float64(len(w))
				}
			}
			if want := float64(tricks)/float64(hands) - par; math.Abs(r.Diff.Value-want) > 1e-9 {
				t.Errorf("%d players: diff %v; want %v", players, r.Diff.Value, want)
			}
			if want := wins / float64(len(games)); math.Abs(r.WinShare.Value-want) > 1e-9 {
				t.Errorf("%d players: win share %v; want %v", players, r.WinShare.Value, want)
			}
		}
	}
	r, _ := run(t, config(t, "raincheck", 2, 4, "thumb", "random"))
	if r.Diff.Value != 0 || !math.IsNaN(r.Diff.CI95) || math.IsNaN(r.WinShare.CI95) {
		t.Errorf("raincheck: %+v", r)
	}
}

// total is the penalty points of a seat in a state of texas.
func total(s game.State, seat int) int { return s.(interface{ Total(int) int }).Total(seat) }

// BenchmarkRun measures the arena beside bots that hardly think.
func BenchmarkRun(b *testing.B) {
	for _, c := range []struct {
		game    string
		players int
	}{{"texas", 4}, {"raincheck", 2}} {
		b.Run(c.game, func(b *testing.B) {
			cfg := config(b, c.game, c.players, b.N, "thumb", "random")
			cfg.Workers = 1
			if _, err := arena.Run(b.Context(), cfg); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(b.N*c.players)/b.Elapsed().Seconds(), "games/s")
		})
	}
}
