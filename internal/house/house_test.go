package house

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/store"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
	"github.com/saloon-games/saloon/internal/store/sqlstore/pgtest"
)

// clock is a clock that goes when it is told to.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func newClock() *clock { return &clock{t: time.Unix(1_800_000_000, 0).UTC()} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

// until moves the clock on to a time, never back.
func (c *clock) until(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t.After(c.t) {
		c.t = t
	}
}

// newPlace is a place for a database of its own: a file, or on PostgreSQL where the tests
// run there, see [TestTheSameOnPostgres].
func newPlace(tb testing.TB) string {
	tb.Helper()
	if os.Getenv(postgresVariable) != "" {
		return pgtest.Database(tb)
	}
	return filepath.Join(tb.TempDir(), "saloon.db")
}

func openStore(tb testing.TB, path string) *sqlstore.Store {
	tb.Helper()
	s, err := sqlstore.Open(context.WithoutCancel(tb.Context()), path, sqlstore.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Error(err)
		}
	})
	return s
}

func freshStore(tb testing.TB) *sqlstore.Store {
	tb.Helper()
	return openStore(tb, newPlace(tb))
}

// newHouse returns a house whose pulse is as slow as tests that move the clock by
// days need it.
func newHouse(tb testing.TB, s *sqlstore.Store, c *clock, change ...func(*Config)) *House {
	tb.Helper()
	cfg := Config{Store: s, Clock: c.now, Beat: 10_000 * time.Hour}
	for _, f := range change {
		f(&cfg)
	}
	h, err := New(tb.Context(), cfg)
	if err != nil {
		tb.Fatal(err)
	}
	return h
}

func must[T any](tb failer) func(v T, err error) T {
	return func(v T, err error) T {
		tb.Helper()
		if err != nil {
			tb.Fatal(err)
		}
		return v
	}
}

// failer is a test, or one try of a property.
type failer interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Context() context.Context
}

// scene is what somebody sees now.
func scene(tb failer, h *House, id, who string) Scene {
	tb.Helper()
	return must[Scene](tb)(h.Scene(tb.Context(), id, who, Latest))
}

func do(tb failer, h *House, id, who string, c Command) {
	tb.Helper()
	if _, err := h.Do(tb.Context(), id, who, "", c); err != nil {
		tb.Fatalf("%s: %T: %v", who, c, err)
	}
}

// codeOf is the code of a refusal, "" for no error.
func codeOf(err error) Code {
	if r, ok := errors.AsType[*Refusal](err); ok {
		return r.Code
	}
	if err != nil {
		return Code("error: " + err.Error())
	}
	return ""
}

// seating opens a table at which so many people sit, named p0, p1 and so on, the
// first of them its owner, and bots of the level on the other seats.
func seating(tb failer, h *House, name string, seats, people int, level string, settings Settings) string {
	tb.Helper()
	commands := []Command{}
	if people > 0 {
		commands = append(commands, Sit{Seat: AnySeat, Name: "P0"})
	}
	for range seats - people {
		commands = append(commands, AddBot{Seat: seats - 1 - (len(commands) - min(people, 1)), Level: level})
	}
	id, err := h.Open(tb.Context(), "p0", Setup{Game: name, Seats: seats, Settings: settings}, commands...)
	if err != nil {
		tb.Fatal(err)
	}
	for i := 1; i < people; i++ {
		do(tb, h, id, fmt.Sprintf("p%d", i), Sit{Seat: i, Name: fmt.Sprintf("P%d", i)})
	}
	return id
}

// choice is what a random player does with a scene in which it is on turn.
func choice(tb failer, s *Scene, src fair.Source) Act {
	tb.Helper()
	legal := s.View.Legal(nil)
	if len(legal) == 0 {
		tb.Fatalf("nothing is legal for seat %d, turn %d", s.You, s.Turn)
	}
	return Act{Game: s.Number, Ply: s.Ply, Word: s.View.Word(legal[src.Below(len(legal))])}
}

// finish plays a table to the end of its game: people choose at random, and the
// clock goes on to what is due next.
func finish(tb failer, h *House, c *clock, id string, src fair.Source) {
	tb.Helper()
	for range 10_000 {
		s := scene(tb, h, id, "")
		if s.Phase != Playing {
			return
		}
		if s.Turn >= 0 && s.Seats[s.Turn].Level == "" && !s.Seats[s.Turn].Away {
			who := fmt.Sprintf("p%d", s.Turn)
			own := scene(tb, h, id, who)
			do(tb, h, id, who, choice(tb, &own, src))
			continue
		}
		row := must[store.Table](tb)(h.store.Table(tb.Context(), id))
		c.until(row.WakeAt)
		h.WakeDue(tb.Context())
	}
	tb.Fatalf("the game does not end")
}

// folded replays the log and compares with what the house has in memory.
func folded(tb failer, h *House, id string) *Table {
	tb.Helper()
	t := must[*Table](tb)(Replay(id, must[[]store.Entry](tb)(h.store.Log(tb.Context(), id, 0))))
	scene(tb, h, id, "") // catches up
	p := must[*place](tb)(h.cache.place(id))
	if !reflect.DeepEqual(t, p.table) {
		tb.Fatalf("the fold of the log is another table than the one in memory:\n%+v\n%+v", t, p.table)
	}
	return t
}

// verified checks the proof of every chance event of a finished game.
func verified(tb failer, h *House, id string, number int) {
	tb.Helper()
	rec, err := h.Record(tb.Context(), id, number)
	if err != nil {
		tb.Fatal(err)
	}
	raw, _ := rec.Field("fair")
	var proof fair.Proof
	if err := json.Unmarshal(raw, &proof); err != nil {
		tb.Fatal(err)
	}
	if err := proof.Check(); err != nil {
		tb.Fatal(err)
	}
	state, err := rec.Rules().New(rec.Players(), rec.Options())
	if err != nil {
		tb.Fatal(err)
	}
	draws := 0
	for i, event := range rec.Events() {
		if state.Turn() == game.Chance {
			stream, err := proof.Stream(uint64(i) + 1)
			if err != nil {
				tb.Fatal(err)
			}
			want := state.Draw()
			draw := make([]uint8, want.Take)
			fair.Draw(stream, draw, want.Of)
			if got := state.Outcome(draw); got != event {
				tb.Fatalf("event %d is %s; by the seeds it is %s", i+1, event, got)
			}
			draws++
		}
		if err := state.Apply(event); err != nil {
			tb.Fatal(err)
		}
	}
	if state.Turn() != game.Over || draws == 0 {
		tb.Fatalf("the record ends with %v, after %d draws", state.Turn(), draws)
	}
}

// kinds are the games and the numbers of seats that there are.
var kinds = []struct {
	game  string
	seats int
}{{"texas", 3}, {"texas", 4}, {"texas", 5}, {"texas", 6}, {"raincheck", 2}}

func TestWholeGamesArePlayedWithBotsAndTheirRecordsVerify(t *testing.T) {
	for _, kind := range kinds {
		for _, people := range []int{0, 1, kind.seats} {
			t.Run(fmt.Sprintf("%s/%d seats/%d people", kind.game, kind.seats, people), func(t *testing.T) {
				c := newClock()
				h := newHouse(t, freshStore(t), c)
				level := []string{"random", "thumb"}[people%2]
				id := seating(t, h, kind.game, kind.seats, people, level, Settings{Pace: Relaxed, BotPause: 1200 * (people % 2)})
				for i := range people {
					do(t, h, id, fmt.Sprintf("p%d", i), GiveSeed{fmt.Appendf(nil, "a client seed of seat %d", i)})
				}
				for number := 1; number <= 1+people%2; number++ {
					if number > 1 {
						do(t, h, id, "p0", Rematch{})
						do(t, h, id, "p0", GiveSeed{fmt.Appendf(nil, "client seed for game %d", number)})
					}
					do(t, h, id, "p0", Start{})
					finish(t, h, c, id, fair.NewRand(uint64(kind.seats)))
					table := folded(t, h, id)
					if table.phase != Over || len(table.match.State().Winners()) == 0 {
						t.Fatalf("the table is %s", table.phase)
					}
					verified(t, h, id, number)
				}
			})
		}
	}
}

func TestWhoLeavesAfterAGameKeepsTheNameInItUntilTheNext(t *testing.T) {
	c := newClock()
	h := newHouse(t, freshStore(t), c)
	id := seating(t, h, "raincheck", 2, 2, "", Settings{Pace: Relaxed})
	do(t, h, id, "p0", Start{})
	finish(t, h, c, id, fair.NewRand(3))
	name := scene(t, h, id, "p0").Seats[1].Name
	do(t, h, id, "p1", Leave{})
	if s := scene(t, h, id, "p0").Seats[1]; name == "" || s.Name != name || s.Taken {
		t.Errorf("after leaving the seat of %q is %+v", name, s)
	}
	do(t, h, id, "p0", Rematch{})
	if s := scene(t, h, id, "p0").Seats[1]; s != (Seat{}) {
		t.Errorf("for the next game the seat is %+v", s)
	}
}

func TestANewHouseOnTheSameFileGoesOnInTheMiddleOfAGame(t *testing.T) {
	path := newPlace(t)
	c, src := newClock(), fair.NewRand(7)
	h := newHouse(t, openStore(t, path), c)
	id := seating(t, h, "texas", 4, 2, "thumb", Settings{Pace: Relaxed, BotPause: 500})
	do(t, h, id, "p0", Start{})
	for n := range 12 {
		for s := scene(t, h, id, "p0"); s.Turn != 0; s = scene(t, h, id, "p0") {
			if s.Turn == 1 {
				own := scene(t, h, id, "p1")
				do(t, h, id, "p1", choice(t, &own, src))
				continue
			}
			c.add(500 * time.Millisecond)
			h.WakeDue(t.Context())
		}
		before := scene(t, h, id, "p0")
		if err := h.store.(io.Closer).Close(); err != nil {
			t.Fatal(err)
		}
		h = newHouse(t, openStore(t, path), c)
		after := scene(t, h, id, "p0")
		if was, is := asJSON(t, before), asJSON(t, after); was != is {
			t.Fatalf("restart %d: the table was\n%s\nand is\n%s", n, was, is)
		}
		do(t, h, id, "p0", choice(t, &after, src))
	}
	finish(t, h, c, id, src)
	folded(t, h, id)
	verified(t, h, id, 1)
}

func asJSON(tb failer, v any) string {
	tb.Helper()
	return string(must[[]byte](tb)(json.Marshal(v)))
}

// Two houses with caches of their own, all people at both at once, each move sent
// through both with one key: what is accepted counts once, and nothing is lost.
func TestTwoHousesOnOneStoreNeitherLoseNorDoubleAMove(t *testing.T) {
	for _, kind := range kinds {
		t.Run(fmt.Sprintf("%s/%d", kind.game, kind.seats), func(t *testing.T) {
			c := newClock()
			path := newPlace(t)
			houses := []*House{newHouse(t, openStore(t, path), c), newHouse(t, openStore(t, path), c)}
			id := seating(t, houses[0], kind.game, kind.seats, 2, "thumb", Settings{Pace: Unhurried})
			do(t, houses[1], id, "p0", Start{})

			a := accepted{counts: map[string]int{}}
			var players sync.WaitGroup
			for player := range 4 { // each person at each house
				players.Go(func() { race(t, houses[player/2], id, player%2, &a) })
			}
			players.Wait()

			table := folded(t, houses[0], id)
			folded(t, houses[1], id)
			for ply, word := range table.match.Events() {
				if done := fmt.Sprint(ply, word); a.counts[done] < 2 {
					delete(a.counts, done)
				}
			}
			if len(a.counts) > 0 {
				t.Errorf("accepted more than once, or not in the log: %v", a.counts)
			}
			verified(t, houses[0], id, 1)
		})
	}
}

// accepted counts how often each move was done, by its ply and word.
type accepted struct {
	mu     sync.Mutex
	counts map[string]int
}

// race plays one seat at one house until the game is over, and does what is due
// when it is not on turn. Refusals are those that somebody gets who was too slow.
func race(t *testing.T, h *House, id string, seat int, a *accepted) {
	t.Helper()
	who := fmt.Sprintf("p%d", seat)
	src := fair.NewRand(uint64(seat)) // both tabs choose the same, more or less
	for {
		s, err := h.Scene(t.Context(), id, who, Latest)
		if err != nil {
			t.Error(err)
		}
		if err != nil || s.Phase != Playing {
			return
		}
		if s.Turn != s.You {
			h.WakeDue(t.Context())
			continue
		}
		act := choice(t, &s, src)
		r, err := h.Do(t.Context(), id, who, fmt.Sprintf("ply %d", s.Ply), act)
		switch code := codeOf(err); {
		case code == Late || code == GameOver || code == Busy || code == NotTurn:
		case err != nil:
			t.Errorf("%s: %v", act.Word, err)
			return
		case !r.Again:
			a.mu.Lock()
			a.counts[fmt.Sprint(act.Ply, act.Word)]++
			a.mu.Unlock()
		}
	}
}
