package sim_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/bot/sim"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
	"github.com/saloon-games/saloon/record"
)

func rulesOf(t *testing.T, name string) game.Rules {
	t.Helper()
	rules, err := catalog.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// stranger hides which game it is, as a game that package sim does not know.
type stranger struct{ game.Rules }

func (s stranger) New(players int, options game.Options) (game.State, error) {
	st, err := s.Rules.New(players, options)
	return strange{st}, err
}

type strange struct{ game.State }

func (s strange) Clone() game.State { return strange{s.State.Clone()} }

func recordsOf(t *testing.T, data []byte) (list []*record.Record) {
	t.Helper()
	in := record.NewReader(bytes.NewReader(data))
	for {
		r, err := in.Read()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
}

// each is every game with every number of players.
func each(t *testing.T, f func(t *testing.T, rules game.Rules, players int)) {
	t.Helper()
	for _, rules := range catalog.All() {
		least, most := rules.Seats()
		for players := least; players <= most; players++ {
			t.Run(rules.Name()+strconv.Itoa(players), func(t *testing.T) { f(t, rules, players) })
		}
	}
}

// played returns the records of a run.
func played(t *testing.T, rules game.Rules, players, games int, seed uint64) []byte {
	t.Helper()
	var lines bytes.Buffer
	_, err := sim.Run(t.Context(), sim.Config{Rules: rules, Players: players, Games: games, Seed: seed, Records: &lines})
	if err != nil {
		t.Fatal(err)
	}
	return lines.Bytes()
}

func TestAGameThatSimDoesNotKnowIsCountedAllTheSameWithoutFigures(t *testing.T) {
	each(t, func(t *testing.T, rules game.Rules, players int) {
		t.Helper()
		run := func(rules game.Rules) *sim.Result {
			r, err := sim.Run(t.Context(), sim.Config{Rules: rules, Players: players, Games: 70, Seed: 11})
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		got, want := run(stranger{rules}), run(rules)
		want.Figures = nil
		if !reflect.DeepEqual(got, want) {
			t.Errorf("the result is %+v; want %+v", got, want)
		}
	})
}

func TestGameIOfARunIsTheGameOfRandomPlayersWithTheDerivedSeed(t *testing.T) {
	each(t, func(t *testing.T, rules game.Rules, players int) {
		t.Helper()
		const games, seed = 70, 11
		for i, r := range recordsOf(t, played(t, rules, players, games, seed)) {
			s := fair.Derive(seed, uint64(i))
			m, err := game.NewMatch(rules, players, nil)
			if err != nil {
				t.Fatal(err)
			}
			var seated []bot.Player
			for seat := range players {
				seated = append(seated, bot.NewRandom(fair.NewRand(bot.SeatSeed(s, seat))))
			}
			if err := bot.Play(t.Context(), m, seated, fair.NewRand(s)); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(r.Events(), m.Events()) {
				t.Fatalf("game %d differs:\n%q\n%q", i, r.Events(), m.Events())
			}
		}
	})
}

func TestWorkersChangeNeitherTotalsNorRecords(t *testing.T) {
	for _, name := range catalog.Names() {
		t.Run(name, func(t *testing.T) {
			rules := rulesOf(t, name)
			least, _ := rules.Seats()
			var want string
			for workers := range 4 {
				var lines bytes.Buffer
				r, err := sim.Run(t.Context(), sim.Config{
					Rules: rules, Players: least, Games: 500, Seed: 3, Workers: workers, Records: &lines,
				})
				if err != nil {
					t.Fatal(err)
				}
				got := fmt.Sprintf("%+v\n%s", *r, lines.String())
				if want == "" {
					want = got
				}
				if got != want {
					t.Errorf("%d workers differ from %d", workers, 0)
				}
			}
		})
	}
}

// The figures of a result are counted again from the records.
func TestAResultAddsUpItsRecords(t *testing.T) {
	const games = 200
	rules := rulesOf(t, "texas")
	var lines bytes.Buffer
	r, err := sim.Run(t.Context(), sim.Config{Rules: rules, Players: 5, Games: games, Seed: 1, Records: &lines})
	if err != nil {
		t.Fatal(err)
	}
	wins := make([]float64, 5)
	events, least, most := 0, math.MaxInt, 0
	for _, rec := range recordsOf(t, lines.Bytes()) {
		end, err := rec.State()
		if err != nil {
			t.Fatal(err)
		}
		for _, seat := range end.Winners() {
			wins[seat] += 1 / float64(len(end.Winners()))
		}
		events += end.Ply()
		least, most = min(least, end.Ply()), max(most, end.Ply())
	}
	if want := (sim.Length{Mean: float64(events) / games, Min: least, Max: most}); r.Events != want {
		t.Errorf("Events = %v; want %v", r.Events, want)
	}
	sum := 0.0
	for seat, w := range wins {
		sum += r.Wins[seat]
		if math.Abs(w-r.Wins[seat]) > 1e-9 {
			t.Errorf("Wins[%d] = %v; want %v", seat, r.Wins[seat], w)
		}
	}
	if math.Abs(sum-games) > 1e-9 || r.Games != games {
		t.Errorf("%v wins in %d games; want %d", sum, r.Games, games)
	}
	if r.Moves <= 0 || r.Moves >= int64(events) {
		t.Errorf("%d moves in %d events", r.Moves, events)
	}
	if len(r.Figures) != 2 || r.Figures[0].Name != "points" || len(r.Figures[0].BySeat) != 5 ||
		r.Figures[1].Name != "hands" || r.Figures[1].Mean < 1 {
		t.Errorf("Figures = %+v; want points by seat and hands", r.Figures)
	}
}

func TestOptionsArePlayed(t *testing.T) {
	r, err := sim.Run(t.Context(), sim.Config{
		Rules: rulesOf(t, "texas"), Players: 4, Options: game.Options{"hands": 2}, Games: 10,
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Figures[1].Mean; got != 2 {
		t.Errorf("%v hands a game; want 2", got)
	}
	if got := r.Moves; got < 10*120 {
		t.Errorf("%d moves; want the 120 cards of every game and more", got)
	}
}

func TestACancelledRunKeepsTheGamesCountedSoFar(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var lines bytes.Buffer
	r, err := sim.Run(ctx, sim.Config{
		Rules: rulesOf(t, "raincheck"), Players: 2, Games: math.MaxInt32, Records: &lines,
		Progress: func(games int) {
			if games >= 1000 {
				cancel()
			}
		},
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("Run = %v; want it cancelled", err)
	}
	if r.Games < 1000 || len(recordsOf(t, lines.Bytes())) != r.Games {
		t.Errorf("%d games and %d records; want as many, 1000 or more", r.Games, len(recordsOf(t, lines.Bytes())))
	}
}

func TestARunCancelledAtOnceHasNoGames(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := sim.Run(ctx, sim.Config{Rules: rulesOf(t, "raincheck"), Players: 2, Games: math.MaxInt32})
	if !errors.Is(err, context.Canceled) || r.Games != 0 || r.Events.Mean != 0 {
		t.Errorf("Run = %+v, %v; want no games", r, err)
	}
}

// fullDisk takes nothing.
type fullDisk struct{}

var errFull = errors.New("the disk is full")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestAWriteThatFailsEndsTheRun(t *testing.T) {
	_, err := sim.Run(t.Context(), sim.Config{
		Rules: rulesOf(t, "raincheck"), Players: 2, Games: math.MaxInt32, Records: fullDisk{},
	})
	if !errors.Is(err, errFull) {
		t.Errorf("Run = %v; want the writer's error", err)
	}
}

// halting is a game whose games after the last do not begin until released is
// closed. It closes reached when one is to begin.
type halting struct {
	game.Rules
	games, last       int
	reached, released chan struct{}
}

func (h *halting) New(players int, options game.Options) (game.State, error) {
	s, err := h.Rules.New(players, options)
	return halted{s, h}, err
}

type halted struct {
	game.State
	rules *halting
}

func (h halted) Clone() game.State {
	h.rules.games++
	if h.rules.games == h.rules.last+1 {
		close(h.rules.reached)
	}
	if h.rules.games > h.rules.last {
		<-h.rules.released
	}
	return h.State.Clone()
}

// patient is a writer that first waits.
type patient struct {
	until chan struct{}
	io.Writer
}

func (p patient) Write(data []byte) (int, error) {
	<-p.until
	return p.Writer.Write(data)
}

func TestNoWorkerPlaysOnWhenARunHasEnded(t *testing.T) {
	for name, c := range map[string]struct {
		records io.Writer
		want    error
	}{
		"a cancelled run": {io.Discard, context.Canceled},
		"a failed write":  {fullDisk{}, errFull},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				// One worker plays the first batch, and halts in the second.
				rules := &halting{
					Rules: rulesOf(t, "raincheck"), last: 64,
					reached: make(chan struct{}), released: make(chan struct{}),
				}
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				ended := make(chan error, 1)
				go func() {
					_, err := sim.Run(ctx, sim.Config{
						Rules: rules, Players: 2, Games: 1000, Workers: 1,
						Records:  patient{rules.reached, c.records},
						Progress: func(int) { cancel() },
					})
					ended <- err
				}()
				synctest.Wait()
				select {
				case err := <-ended:
					t.Errorf("Run = %v while a worker is in a game; want it to wait", err)
				default:
				}
				close(rules.released)
				synctest.Wait()
				select {
				case err := <-ended:
					if !errors.Is(err, c.want) {
						t.Errorf("Run = %v; want %v", err, c.want)
					}
				default:
					t.Error("Run has not ended with its worker")
				}
			})
		})
	}
}

func TestATableThatTheRulesDoNotKnowIsRefused(t *testing.T) {
	for name, c := range map[string]sim.Config{
		"players": {Players: 7},
		"options": {Players: 3, Options: game.Options{"target": 0}},
	} {
		t.Run(name, func(t *testing.T) {
			c.Rules, c.Games = rulesOf(t, "texas"), 1
			var refusal *game.Error
			if r, err := sim.Run(t.Context(), c); r != nil || !errors.As(err, &refusal) {
				t.Errorf("Run = %v, %v; want a refusal", r, err)
			}
		})
	}
}

func BenchmarkRun(b *testing.B) {
	for _, name := range catalog.Names() {
		b.Run(name, func(b *testing.B) {
			rules, _ := catalog.ByName(name)
			least, most := rules.Seats()
			r, err := sim.Run(b.Context(), sim.Config{
				Rules: rules, Players: (least + most) / 2, Games: max(b.N, 1), Workers: 1,
			})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(r.Moves)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
		})
	}
}
