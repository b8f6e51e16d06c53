package house

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/store"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
)

// fromTheFuture are entries of a newer program, each with what is said of it.
var fromTheFuture = map[string]string{
	`{"v":2,"k":"left","e":{"seat":1,"why":"bored"},"by":"p1"}`: "version 2",
	`{"v":2,"k":"left","e":{"seat":1}}`:                         "version 2",
	`{"v":1,"k":"dealt","e":{"seat":1}}`:                        "kind dealt",
}

// appendBody does at a table what a newer program would: an entry as it is, and a head.
func appendBody(t *testing.T, s *sqlstore.Store, id, body string, wake time.Time) {
	t.Helper()
	row := must[store.Table](t)(s.Table(t.Context(), id))
	head := row.Head
	head.WakeAt = wake
	if err := s.Append(t.Context(), id, row.Seq, []store.Entry{{At: time.Unix(1_800_000_000, 0), Body: []byte(body)}}, head); err != nil {
		t.Fatal(err)
	}
}

// left wants a table to be left to a newer program.
func left(t *testing.T, how string, err error, why string) {
	t.Helper()
	var newer *newerError
	if codeOf(err) != Newer {
		t.Errorf("%s: %v; want it left to a newer program", how, err)
	} else if why != "" && (!errors.As(err, &newer) || !strings.Contains(newer.why, why)) {
		t.Errorf("%s: because of %v; want %q", how, newer, why)
	}
}

func TestATableThatANewerProgramHasChangedIsLeftToIt(t *testing.T) {
	for body, why := range fromTheFuture {
		s, c := freshStore(t), newClock()
		var log bytes.Buffer
		seen := &counts{moved: map[By]int{}, thought: map[string]int{}}
		watched := func(cfg *Config) {
			cfg.Observer, cfg.Log = seen, slog.New(slog.NewTextHandler(&log, nil))
		}
		old := newHouse(t, s, c, watched)
		id := seating(t, old, "texas", 3, 1, "thumb", Settings{Pace: Unhurried})
		other := seating(t, old, "texas", 3, 1, "thumb", Settings{Pace: Unhurried})
		news, stop := watch(t, old, id)
		t.Cleanup(stop)
		before := news.all()
		appendBody(t, s, id, body, time.Time{})
		seq := must[store.Table](t)(s.Table(t.Context(), id)).Seq

		// What is in memory does not know it, and nothing can be added to it.
		_, err := old.Do(t.Context(), id, "p0", "key", Rename{"Ann"})
		left(t, "a command where the table was in memory", err, why)
		_, err = old.Do(t.Context(), id, "p0", "key", Rename{"Ann"})
		left(t, "the same again", err, "")
		for _, at := range []int64{0, seq, Latest} {
			_, err = old.Scene(t.Context(), id, "p0", at)
			left(t, fmt.Sprint("a scene at ", at), err, "")
		}
		_, err = old.Watch(t.Context(), id, func(int64) {})
		left(t, "who wants to watch it", err, "")
		if more := news.all(); len(more) > 0 {
			t.Errorf("who watches it was told %v after %v", more, before)
		}
		fresh := newHouse(t, s, c)
		_, err = fresh.Scene(t.Context(), id, "p0", 0)
		left(t, "a scene where the table was not in memory", err, why)
		_, err = newHouse(t, s, c).Record(t.Context(), id, 1)
		left(t, "a record", err, why)

		do(t, old, other, "p0", Rename{"Ann"})
		if got := must[store.Table](t)(s.Table(t.Context(), id)).Seq; got != seq {
			t.Errorf("the log has %d entries; want %d", got, seq)
		}
		if seen.newer != 1 || strings.Count(log.String(), "newer version") != 1 {
			t.Errorf("counted %d times, logged %q; want it once", seen.newer, log.String())
		}
	}
}

func TestWhoWatchesATableHearsNothingOfANewerProgramsChangeButTheRefusal(t *testing.T) {
	s, c := freshStore(t), newClock()
	var w wire
	here, there := w.end(), w.end()
	old := newHouse(t, s, c, func(cfg *Config) { cfg.Bus = here })
	id := seating(t, old, "texas", 3, 1, "thumb", Settings{Pace: Unhurried})
	news, stop := watch(t, old, id)
	defer stop()
	appendBody(t, s, id, `{"v":1,"k":"dealt","e":{}}`, time.Time{})
	seq := must[store.Table](t)(s.Table(t.Context(), id)).Seq
	if err := there.Publish(subject(id), fmt.Appendf(nil, "%d at=1 mood=good", seq)); err != nil {
		t.Fatal(err)
	}
	if got := news.all(); len(got) != 1 || got[0] != seq {
		t.Errorf("told %v; want %d", got, seq)
	}
	_, err := old.Scene(t.Context(), id, "p0", seq)
	left(t, "a scene for the stream", err, "kind dealt")
}

func TestClocksAndBotsLeaveATableToANewerProgramAndClaimItOnce(t *testing.T) {
	for _, inMemory := range []bool{true, false} {
		s, c := freshStore(t), newClock()
		seen := &counts{moved: map[By]int{}, thought: map[string]int{}}
		maker := newHouse(t, s, c)
		id := seating(t, maker, "raincheck", 2, 1, "thumb", Settings{Pace: Quick})
		other := seating(t, maker, "raincheck", 2, 1, "thumb", Settings{Pace: Quick})
		do(t, maker, id, "p0", Start{})
		do(t, maker, other, "p0", Start{})
		old := newHouse(t, s, c, func(cfg *Config) { cfg.Observer = seen })
		if inMemory {
			scene(t, old, id, "p0")
		}
		appendBody(t, s, id, `{"v":2}`, c.now())
		entries := must[store.Table](t)(s.Table(t.Context(), id)).Seq
		c.add(time.Hour) // both are due
		if n := old.WakeDue(t.Context()); n != 2 {
			t.Errorf("%d tables were claimed; want 2", n)
		}
		if scene(t, old, other, "p0").Seats[0].Name == "" || seen.newer != 1 {
			t.Errorf("%d tables were left alone; want 1", seen.newer)
		}
		for range 3 { // its lease runs out, and nobody here claims it any more
			c.add(time.Minute)
			for _, claimed := range old.claim(t.Context(), 9) {
				if claimed == id {
					t.Error("it was claimed again")
				}
			}
		}
		if ids := must[[]string](t)(s.Claim(t.Context(), c.now().Add(time.Hour), time.Second, 9)); len(ids) == 0 {
			t.Error("a newer program cannot claim it")
		}
		if got := must[store.Table](t)(s.Table(t.Context(), id)).Seq; got != entries {
			t.Errorf("the log has %d entries; want %d", got, entries)
		}
	}
}

func TestABotThatThoughtWhileANewerProgramChangedTheTableDoesNothing(t *testing.T) {
	s, c := freshStore(t), newClock()
	var id string
	changed := false
	old := newHouse(t, s, c, func(cfg *Config) {
		own := OwnBots
		cfg.Choose = func(ctx context.Context, level string, rules game.Rules, view game.View) (game.Move, error) {
			if !changed {
				changed = true
				appendBody(t, s, id, `{"v":1,"k":"dealt","e":{}}`, c.now())
			}
			return own(ctx, level, rules, view)
		}
	})
	id = seating(t, old, "raincheck", 2, 0, "thumb", Settings{Pace: Unhurried})
	do(t, old, id, "p0", Start{})
	left(t, "the wake", old.Wake(t.Context(), id), "kind dealt")
	log := must[[]store.Entry](t)(s.Log(t.Context(), id, 0))
	if last := log[len(log)-1]; !changed || !strings.Contains(string(last.Body), "dealt") {
		t.Errorf("the last entry is %s", last.Body)
	}
}

func TestOnlySoManyTablesOfANewerProgramAreRemembered(t *testing.T) {
	var n newer
	for i := range mostNewer + 1 {
		if !n.add(fmt.Sprint(i)) {
			t.Fatalf("%d is known", i)
		}
	}
	if n.add("7") || n.has("0") || !n.has("1") || len(n.list()) != mostNewer || len(n.known) != mostNewer {
		t.Errorf("%d and %d are remembered", len(n.list()), len(n.known))
	}
}
