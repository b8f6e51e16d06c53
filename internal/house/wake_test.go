package house

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/store"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
)

func TestABotDecidesWhenTheClockRunsOutAndPlaysOnAfterTwoInARow(t *testing.T) {
	c := newClock()
	h := newHouse(t, freshStore(t), c)
	id := seating(t, h, "raincheck", 2, 1, "thumb", Settings{Pace: Quick, BotPause: 1000})
	do(t, h, id, "p0", Start{})
	missed := 0
	for range 100 {
		s := scene(t, h, id, "p0")
		if s.Seats[0].Away || s.Phase != Playing {
			break
		}
		wait := time.Second
		if s.Turn == 0 {
			if s.Deadline.Sub(s.Since) != 30*time.Second {
				t.Fatalf("since %v, deadline %v", s.Since, s.Deadline)
			}
			wait = 30 * time.Second
			missed++
		}
		c.add(wait - time.Microsecond)
		if h.WakeDue(t.Context()); scene(t, h, id, "p0").Ply != s.Ply {
			t.Fatalf("too early, at ply %d", s.Ply)
		}
		c.add(time.Microsecond)
		if h.WakeDue(t.Context()); scene(t, h, id, "p0").Ply == s.Ply {
			t.Fatalf("nothing happened at ply %d", s.Ply)
		}
	}
	s := scene(t, h, id, "p0")
	if missed != 2 || !s.Seats[0].Away {
		t.Errorf("%d decisions were missed; away: %v", missed, s.Seats[0].Away)
	}
	// Who comes back on their turn has a whole clock, but once.
	for range 100 {
		if s = scene(t, h, id, "p0"); s.Turn == 0 {
			break
		}
		c.add(time.Second)
		h.WakeDue(t.Context())
	}
	c.add(500 * time.Millisecond)
	do(t, h, id, "p0", Return{})
	first := scene(t, h, id, "p0").Deadline
	if first.Sub(c.now()) != 30*time.Second {
		t.Errorf("back at %v, deadline %v", c.now(), first)
	}
	c.add(500 * time.Millisecond)
	do(t, h, id, "p0", Leave{})
	do(t, h, id, "p0", Return{})
	if again := scene(t, h, id, "p0").Deadline; !again.Equal(first) {
		t.Errorf("the second return moved the deadline from %v to %v", first, again)
	}
	folded(t, h, id)
}

func TestABotThatFailsPanicsCheatsOrIsLateIsReplaced(t *testing.T) {
	var calls int
	ways := []Choose{
		func(context.Context, string, game.Rules, game.View) (game.Move, error) {
			return 0, errors.New("no idea")
		},
		func(context.Context, string, game.Rules, game.View) (game.Move, error) { panic("at the disco") },
		func(context.Context, string, game.Rules, game.View) (game.Move, error) { return 65535, nil },
		func(ctx context.Context, _ string, _ game.Rules, v game.View) (game.Move, error) {
			<-ctx.Done()
			return v.Legal(nil)[0], nil
		},
	}
	var mu sync.Mutex
	c := newClock()
	var logged bytes.Buffer
	h := newHouse(t, freshStore(t), c, func(cfg *Config) {
		cfg.Log = slog.New(slog.NewTextHandler(&logged, nil))
		cfg.BotTime = 20 * time.Millisecond
		cfg.Choose = func(ctx context.Context, level string, rules game.Rules, v game.View) (game.Move, error) {
			mu.Lock()
			way := ways[calls%len(ways)]
			calls++
			mu.Unlock()
			return way(ctx, level, rules, v)
		}
	})
	id := seating(t, h, "raincheck", 2, 0, "random", Settings{Pace: Unhurried})
	do(t, h, id, "p0", Start{})
	finish(t, h, c, id, fair.NewRand(1))
	mu.Lock() // a bot that was late may still be on its way
	defer mu.Unlock()
	if calls < len(ways) {
		t.Errorf("bots were asked %d times", calls)
	}
	for _, want := range []string{`why="an error of its own"`, "why=panic", `why="not a legal move"`, "why=late"} {
		if !strings.Contains(logged.String(), want) {
			t.Errorf("the log has no line with %s", want)
		}
	}
	for _, secret := range []string{"no idea", "disco", "legal:", "stack", "flip"} { // may name cards
		if strings.Contains(logged.String(), secret) {
			t.Errorf("the log has a line with %q", secret)
		}
	}
	folded(t, h, id)
	verified(t, h, id, 1)
}

func TestTablesThatNobodyNeedsClose(t *testing.T) {
	for _, test := range []struct {
		name   string
		people int
		start  bool
		keep   time.Duration
	}{
		{"without people", 0, false, KeepEmpty},
		{"open", 1, false, KeepQuiet},
		{"in a game without a clock", 2, true, KeepPaused},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newClock()
			h := newHouse(t, freshStore(t), c)
			id := seating(t, h, "raincheck", 2, test.people, "thumb", Settings{Pace: Unhurried, Public: true})
			if test.start {
				do(t, h, id, "p0", Start{})
			}
			c.add(test.keep - time.Microsecond)
			if h.WakeDue(t.Context()); scene(t, h, id, "p0").Phase == Shut {
				t.Fatal("closed too early")
			}
			c.add(time.Microsecond)
			h.WakeDue(t.Context())
			s := scene(t, h, id, "p0")
			if s.Phase != Shut || test.start != (s.Fair.ServerSeed != "") {
				t.Errorf("%s, seed %q", s.Phase, s.Fair.ServerSeed)
			}
			if list := must[[]Listing](t)(h.Public(t.Context(), 10)); len(list) != 0 {
				t.Errorf("still listed: %+v", list)
			}
			if row := must[store.Table](t)(h.store.Table(t.Context(), id)); !row.WakeAt.IsZero() {
				t.Errorf("still to be woken: %v", row.WakeAt)
			}
			if test.start {
				if rec, err := h.Record(t.Context(), id, 1); err != nil || len(rec.Events()) == 0 {
					t.Errorf("Record: %v", err)
				}
			}
			folded(t, h, id)
		})
	}
}

func TestClocksGetTheTimeBackInWhichNoHouseWasAlive(t *testing.T) {
	c := newClock()
	s := freshStore(t)
	beat := func(cfg *Config) { cfg.Beat = 5 * time.Second }
	h := newHouse(t, s, c, beat)
	id := seating(t, h, "raincheck", 2, 2, "", Settings{Pace: Relaxed})
	do(t, h, id, "p0", Start{})
	turn := scene(t, h, id, "").Turn
	deadline := scene(t, h, id, "").Deadline
	for range 4 { // 20 s are gone
		c.add(5 * time.Second)
		h.WakeDue(t.Context())
	}
	c.add(time.Hour)
	h = newHouse(t, s, c, beat)
	if got := scene(t, h, id, "").Deadline; got.Sub(deadline) != time.Hour {
		t.Errorf("after an hour without a house the deadline is %v later", got.Sub(deadline))
	}
	// A process that was stopped finds out by itself, before a clock runs out.
	c.add(3 * time.Hour)
	h.WakeDue(t.Context())
	now := scene(t, h, id, "")
	if got := now.Deadline.Sub(deadline); got != 4*time.Hour || now.Ply != 1 {
		t.Errorf("after four hours without a house the deadline is %v later, the ply %d", got, now.Ply)
	}
	// And what is left of the time is not forgotten.
	for range 14 { // 20 s of the 90 were gone
		if scene(t, h, id, "").Ply > 1 {
			t.Fatalf("the clock ran out at %v; the deadline is %v", c.now(), now.Deadline)
		}
		c.add(5 * time.Second)
		h.WakeDue(t.Context())
	}
	if s := scene(t, h, id, ""); s.Ply == 1 && s.Turn == turn {
		t.Errorf("the clock does not run out at %v; the deadline is %v", c.now(), s.Deadline)
	}
	folded(t, h, id)
}

func TestRunWakesTablesAtTheirTime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "saloon.db")
	synctest.Test(t, func(t *testing.T) {
		s, err := sqlstore.Open(t.Context(), path, sqlstore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		h, err := New(t.Context(), Config{Store: s})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() {
			if err := h.Run(ctx); err != nil {
				t.Error(err)
			}
		})
		ids := make([]string, 5)
		for i := range ids {
			ids[i] = seating(t, h, "raincheck", 2, 0, "thumb", Settings{Pace: Unhurried, BotPause: 1500})
			do(t, h, ids[i], "p0", Start{})
		}
		for _, id := range ids {
			for scene(t, h, id, "").Phase == Playing {
				<-time.After(time.Second) // of the bubble, which is no time at all
			}
			late := time.Duration(0)
			log := must[[]store.Entry](t)(s.Log(t.Context(), id, 0))
			var before time.Time
			for _, e := range log {
				moved, ok := must[Event](t)(decode(e.Body)).(Moved)
				if ok && moved.By == ByBot && !before.IsZero() {
					late = max(late, e.At.Sub(before)-1500*time.Millisecond)
				}
				before = e.At
			}
			if late > 150*time.Millisecond {
				t.Errorf("a bot was %v late", late)
			}
		}
		stop()
		running.Wait()
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

func TestTheCacheKeepsNoMoreTablesThanItMay(t *testing.T) {
	c := newClock()
	h := newHouse(t, freshStore(t), c, func(cfg *Config) { cfg.Tables = 3 })
	ids := make([]string, 8)
	for i := range ids {
		ids[i] = seating(t, h, "raincheck", 2, 1, "thumb", Settings{Pace: Unhurried, Chat: true})
	}
	for n := range 3 {
		for _, id := range ids {
			do(t, h, id, "p0", Say{fmt.Sprint(n)})
			if len(h.cache.places) > 3 || h.cache.order.Len() > 3 {
				t.Fatalf("%d tables are kept", len(h.cache.places))
			}
		}
	}
	for _, id := range ids {
		if got := len(scene(t, h, id, "").Chat); got != 3 {
			t.Errorf("%d lines; want 3", got)
		}
	}
}

// A house that stops in the middle of a decision and goes on when its lease is over finds
// that another has decided.
func TestAHouseThatThinksWhenItsLeaseIsOverChangesNothing(t *testing.T) {
	c, s := newClock(), freshStore(t)
	thinking, goOn := make(chan struct{}), make(chan struct{})
	var once sync.Once
	slow := newHouse(t, s, c, func(cfg *Config) {
		cfg.BotTime, cfg.Lease = time.Hour, 2*time.Hour
		cfg.Choose = func(ctx context.Context, level string, rules game.Rules, view game.View) (game.Move, error) {
			once.Do(func() {
				close(thinking)
				<-goOn
			})
			return OwnBots(ctx, level, rules, view)
		}
	})
	other := newHouse(t, s, c)
	id := seating(t, other, "texas", 3, 1, "random", Settings{Pace: Unhurried, BotPause: 1})
	do(t, other, id, "p0", Start{})
	do(t, other, id, "p0", Leave{})
	c.add(time.Second)
	ended := make(chan int, 1)
	go func() { ended <- slow.WakeDue(t.Context()) }()
	<-thinking
	if n := other.WakeDue(t.Context()); n != 0 {
		t.Errorf("the other was given %d tables of a lease that holds", n)
	}
	before := scene(t, other, id, "").Seq
	c.add(2 * time.Hour)
	finish(t, other, c, id, fair.NewRand(1))
	after := scene(t, other, id, "").Seq
	close(goOn)
	if n := <-ended; n != 1 {
		t.Errorf("the slow one had claimed %d tables", n)
	}
	if now := scene(t, other, id, ""); now.Seq != after || after <= before || now.Phase != Over {
		t.Errorf("the log was at %d, then %d, and is at %d in phase %s", before, after, now.Seq, now.Phase)
	}
	folded(t, other, id)
	folded(t, slow, id)
}
