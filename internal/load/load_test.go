package load

import (
	"context"
	"errors"
	"math"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// bear has the fake house bear a load, in virtual time: two tables of four seats, 10 s
// that are measured after 1 s. It fails if somebody said what was not on their stream.
func bear(t *testing.T, f *fakeHouse, c Config) (r *Report) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		t.Helper()
		var err error
		if r, err = f.bear(t, c); err != nil {
			t.Fatal(err)
		}
	})
	if len(f.wrong) > 0 {
		t.Errorf("words that nobody was offered: %q", f.wrong)
	}
	return r
}

func (f *fakeHouse) bear(t *testing.T, c Config) (*Report, error) {
	t.Helper()
	f.plies = 60
	c.Targets = []Target{{Host: "house", Base: "/saloon"}}
	c.Game, c.Seats, c.Tables, c.Seed = "fake", 4, 2, 1
	c.Warmup, c.Time = time.Second, 10*time.Second
	c.dial = f.serve(t)
	return Run(t.Context(), c, nil)
}

// near reports whether two numbers differ by less than 3 %.
func near(a, b float64) bool { return math.Abs(a-b) < 0.03*math.Abs(b) }

func TestMovesAreCountedAndTimedUntilTheLastSeatHasSeenThem(t *testing.T) {
	f := &fakeHouse{answer: 60 * time.Millisecond, patch: 200 * time.Millisecond}
	r := bear(t, f, Config{})
	if want := (Spread{r.All.Count, 200, 200, 200}); r.All != want {
		t.Errorf("to the last seat: %+v; want %+v", r.All, want)
	}
	if want := (Spread{r.Answer.Count, 60, 60, 60}); r.Answer != want {
		t.Errorf("to the answer: %+v; want %+v", r.Answer, want)
	}
	if r.Moves < 100 || !near(float64(r.Answer.Count), float64(r.Moves)) || !near(float64(r.All.Count), float64(r.Moves)) {
		t.Errorf("%d moves, %d answers, %d seen; want about the same and more than 100", r.Moves, r.Answer.Count, r.All.Count)
	}
	if r.Seconds != 10 || r.Speed != float64(r.Moves)/10 {
		t.Errorf("%v moves a second in %v s; want %d / 10", r.Speed, r.Seconds, r.Moves)
	}
	if !near(float64(r.Patches), 4*62.0/60*float64(r.Moves)) {
		t.Errorf("%d patches; want four for each of %d moves, and two more for each in 60", r.Patches, r.Moves)
	}
	if r.Errors.Refused != nil || r.Errors.Failed+r.Errors.Cut+r.Errors.Gone != 0 || r.Still != 0 || r.Streams != 8 {
		t.Errorf("%+v, %d tables still, %d streams; want no errors, none still, 8", r.Errors, r.Still, r.Streams)
	}
	if r.House == nil || !near(r.House.PerMove, 100) || r.House.RSS != 1e6 {
		t.Errorf("the house took %+v; want 100 µs a move and 1 MB", r.House)
	}
	if f.games < 2 {
		t.Errorf("%d games were over; want one rematch after the other", f.games)
	}
}

func TestStagesAreMeasuredOneByOneWhileTheGuestsPlayOn(t *testing.T) {
	const answer, patch = 50 * time.Millisecond, 100 * time.Millisecond
	synctest.Test(t, func(t *testing.T) {
		var trouble atomic.Bool
		f := &fakeHouse{plies: 60, answer: answer, patch: patch, refuse: func(int) int {
			if trouble.Load() {
				return 503
			}
			return 0
		}}
		set := func(on bool) func([]string) error {
			return func(tables []string) error {
				told := slices.Sorted(slices.Values(tables)) // they are opened side by side
				if want := []string{"/saloon/t/table0", "/saloon/t/table1"}; !slices.Equal(told, want) {
					t.Errorf("a stage is told of the tables %q; want %q", tables, want)
				}
				trouble.Store(on)
				return nil
			}
		}
		reports, err := RunStages(t.Context(), Config{
			Targets: []Target{{Host: "house", Base: "/saloon"}}, Game: "fake", Seats: 4, Tables: 2, Seed: 1, dial: f.serve(t),
		}, []Stage{{"before", 10 * time.Second, nil}, {"during", 10 * time.Second, set(true)}, {"after", 10 * time.Second, set(false)}}, nil)
		if err != nil || len(reports) != 3 {
			t.Fatalf("%d reports, %v; want one of each stage", len(reports), err)
		}
		before, during, after := reports[0], reports[1], reports[2]
		if before.Moves < 100 || before.Errors.Refused != nil || before.Going <= 0 || before.Going > 1 {
			t.Errorf("before: %d moves, %v refused, all had moved after %v s; want many, none, a moment", before.Moves, before.Errors.Refused, before.Going)
		}
		if during.Moves > 10 || during.Errors.Refused["503"] < 10 {
			t.Errorf("during: %d moves, %v refused; want none but those on their way, and one a second and table",
				during.Moves, during.Errors.Refused)
		}
		if after.Moves < 100 || after.Errors.Refused != nil || after.Going > 1.1 {
			t.Errorf("after: %d moves, %v refused, all had moved after %v s; want as many as before, after a second", after.Moves, after.Errors.Refused, after.Going)
		}
	})

	t.Run("one that cannot begin ends it", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			f, no := &fakeHouse{plies: 60, answer: answer}, errors.New("no")
			_, err := RunStages(t.Context(), Config{
				Targets: []Target{{Host: "house", Base: "/saloon"}}, Game: "fake", Seats: 4, Tables: 1, dial: f.serve(t),
			}, []Stage{{"trouble", time.Second, func([]string) error { return no }}}, nil)
			if !errors.Is(err, no) || !strings.Contains(err.Error(), "trouble") {
				t.Errorf("error %v; want the stage and why", err)
			}
		})
	})
}

func TestWhoeverConnectsComesToTheNextNodeOrToThatOfTheirTable(t *testing.T) {
	var targets []Target
	var heard []chan net.Conn
	for range 3 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = l.Close() })
		target, err := ParseTarget(t.Context(), "http://"+l.Addr().String(), false)
		if err != nil {
			t.Fatal(err)
		}
		came := make(chan net.Conn, 9)
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				came <- c
			}
		}()
		targets, heard = append(targets, target), append(heard, came)
	}
	r := &run{config: Config{Targets: targets}}
	for range 9 {
		c, err := r.connect(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
	}
	for _, came := range heard {
		for range 3 {
			_ = (<-came).Close()
		}
	}
	r.config.ByTable, r.config.Seats = true, 4
	for guest := range 4 { // who sit at the second table
		c, err := r.connect(t.Context(), 4+guest)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		_ = (<-heard[1]).Close()
	}
}

func TestGuestsDoAsTheyAreTold(t *testing.T) {
	t.Run("they think before a move", func(t *testing.T) {
		r := bear(t, &fakeHouse{}, Config{Think: Think{Least: 100 * time.Millisecond, Most: 300 * time.Millisecond}})
		if r.Speed < 9 || r.Speed > 11 {
			t.Errorf("%v moves a second at two tables with 200 ms of thought; want about 10", r.Speed)
		}
	})

	t.Run("they do nothing at started tables", func(t *testing.T) {
		r := bear(t, &fakeHouse{}, Config{Idle: true})
		if r.Moves != 0 || r.Playing != 2 || r.Streams != 8 {
			t.Errorf("%d moves, games at %d tables, %d streams; want 0, 2, 8", r.Moves, r.Playing, r.Streams)
		}
		if r.Bytes == 0 || r.FirstBytes < 1000 {
			t.Errorf("%d bytes, %v a stream before; want some, and more than 1000", r.Bytes, r.FirstBytes)
		}
	})

	t.Run("the seed decides what they do", func(t *testing.T) {
		think := Config{Think: Think{Least: time.Millisecond, Most: time.Second}}
		one, two := bear(t, &fakeHouse{}, think), bear(t, &fakeHouse{}, think)
		if one.Moves != two.Moves {
			t.Errorf("two runs of one seed: %d and %d moves", one.Moves, two.Moves)
		}
	})
}

func TestWhatGoesWrongIsCountedAndPlayGoesOn(t *testing.T) {
	const answer, patch = 100 * time.Millisecond, 200 * time.Millisecond

	t.Run("moves that are refused", func(t *testing.T) {
		r := bear(t, &fakeHouse{answer: answer, patch: patch, refuse: func(i int) int {
			if i%20 == 0 {
				return 409
			}
			return 0
		}}, Config{})
		if n := r.Errors.Refused["409"]; n < 5 || math.Abs(float64(r.Moves)/19-float64(n)) > 2 {
			t.Errorf("%d moves, %d refused; want 1 of 20", r.Moves, n)
		}
		if words := r.Errors.Words["409"]; words != "the house does not like that" {
			t.Errorf("the house said %q", words)
		}
		if r.All.Max > 200 || r.Still > 0 {
			t.Errorf("%+v, %d tables stand still; want what was refused in no latency, and none", r.All, r.Still)
		}
	})

	t.Run("a house that wants to be left alone for a moment", func(t *testing.T) {
		r := bear(t, &fakeHouse{answer: answer, patch: patch, refuse: func(i int) int { return 429 * (i % 2) }}, Config{})
		if r.Speed > 2 || r.Speed < 1 {
			t.Errorf("%v moves a second; want a guest to wait a second after it was told to", r.Speed)
		}
	})

	t.Run("requests without an answer", func(t *testing.T) {
		r := bear(t, &fakeHouse{answer: answer, patch: patch, hangUp: func(i int) bool { return i%40 == 0 }}, Config{})
		if n := r.Errors.Failed; n < 2 || r.Errors.Last == "" {
			t.Errorf("%d requests failed, last %q; want some", n, r.Errors.Last)
		}
		if r.Moves < 100 || r.Still > 0 {
			t.Errorf("%d moves, %d tables stand still", r.Moves, r.Still)
		}
	})

	t.Run("streams that are cut", func(t *testing.T) {
		r := bear(t, &fakeHouse{answer: answer, patch: patch, cut: func(seat, patches int) bool { return seat == 1 && patches == 20 }}, Config{})
		if n := r.Errors.Cut; n < 3 {
			t.Errorf("%d streams cut; want some", n)
		}
		if r.Moves < 100 || r.Still > 0 {
			t.Errorf("%d moves, %d tables stand still; want play to go on after a cut", r.Moves, r.Still)
		}
	})
}

func TestALoadThatCannotBeMeasuredSaysWhy(t *testing.T) {
	t.Run("the house does not let tables be opened", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			_, err := (&fakeHouse{setUp: 429}).bear(t, Config{})
			if err == nil || !strings.Contains(err.Error(), `POST /saloon/new: answered 429, "the house is full"`) {
				t.Errorf("error %v; want it to say who was answered what", err)
			}
		})
	})

	t.Run("somebody interrupts", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			enough := errors.New("enough")
			time.AfterFunc(5*time.Second, func() { cancel(enough) })
			f := &fakeHouse{plies: 60, answer: 100 * time.Millisecond}
			_, err := Run(ctx, Config{
				Targets: []Target{{Host: "house", Base: "/saloon"}}, Game: "fake", Seats: 2, Tables: 1, Time: time.Hour, dial: f.serve(t),
			}, nil)
			if !errors.Is(err, enough) {
				t.Errorf("error %v; want the cause", err)
			}
		})
	})

	t.Run("there are too few files", func(t *testing.T) {
		_, err := Run(t.Context(), Config{Seats: 64, Tables: 1 << 30}, nil)
		if err == nil || !strings.Contains(err.Error(), "ulimit -n") {
			t.Errorf("error %v; want the limit and how to raise it", err)
		}
	})
}
