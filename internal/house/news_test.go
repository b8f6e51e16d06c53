package house

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/saloon-games/saloon/game"
)

const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

func TestAMessageOnTheBusIsReadWhoeverWroteIt(t *testing.T) {
	at := time.UnixMicro(1_796_120_000_123_456).UTC()
	for text, want := range map[string]News{
		"42":                        {Seq: 42, From: FromBus},
		"42 at=1796120000123456":    {Seq: 42, From: FromBus, At: at},
		"42 trace=" + traceparent:   {Seq: 42, From: FromBus, Trace: traceparent},
		"42  mood=good at= x trace": {Seq: 42, From: FromBus},
		"9223372036854775807 hat=1 at=1796120000123456 mood=a=b trace=" + traceparent: {Seq: 1<<63 - 1, From: FromBus, At: at, Trace: traceparent},
	} {
		if got, ok := readNews([]byte(text)); !ok || got != want {
			t.Errorf("%q is %+v, %v; want %+v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", " 42", "x", "0", "-1", "42.0", "9223372036854775808", `{"seq":42}`} {
		if got, ok := readNews([]byte(text)); ok {
			t.Errorf("%q is taken for %+v", text, got)
		}
	}
	for _, n := range []News{{Seq: 1}, {Seq: 1<<63 - 1, At: at, Trace: traceparent}} {
		text := n.append(nil)
		n.From = FromBus
		if got, ok := readNews(text); !ok || got != n || len(text) > mostNews {
			t.Errorf("%+v as %q is %+v, %v", n, text, got, ok)
		}
	}
}

func TestWhatIsHeardWithoutATraceCostsNoMemory(t *testing.T) {
	text := News{Seq: 4_000_000, At: time.UnixMicro(1_796_120_000_123_456)}.append(nil)
	if n := testing.AllocsPerRun(100, func() { readNews(text) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestWhoFollowsATableIsToldWhenAnEntryWasKeptAndHowThatIsKnown(t *testing.T) {
	c, s := newClock(), freshStore(t)
	var w wire
	houses := make([]*House, 2)
	for i := range houses {
		end := w.end()
		houses[i] = newHouse(t, s, c, func(cfg *Config) { cfg.Bus = end })
	}
	alone := newHouse(t, s, c)
	id := seating(t, houses[0], "texas", 3, 1, "thumb", chat)
	var got []News
	for _, h := range []*House{houses[0], houses[1], alone} {
		stop, err := h.Follow(t.Context(), id, func(n News) { got = append(got, n) })
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(stop)
	}
	c.add(time.Second)
	do(t, houses[0], id, "p0", Say{"1"})
	c.add(time.Second)
	seq := scene(t, alone, id, "").Seq
	at := c.now().Add(-time.Second)
	want := []News{{Seq: seq, At: at}, {Seq: seq, At: at, From: FromBus}, {Seq: seq, At: at, From: FromLog}}
	if !slices.Equal(got, want) {
		t.Errorf("told %+v; want %+v", got, want)
	}
}

func TestOnlyTheFirstFewWhoFollowATableAreToldOfATrace(t *testing.T) {
	h := newHouse(t, freshStore(t), newClock())
	id := seating(t, h, "texas", 3, 1, "thumb", chat)
	traced, all := 0, 0
	for range mostTraced + 3 {
		stop, err := h.Follow(t.Context(), id, func(n News) {
			all++
			if n.Trace == traceparent {
				traced++
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(stop)
	}
	h.heard(id, fmt.Appendf(nil, "1000 trace=%s", traceparent))
	if traced != mostTraced || all != mostTraced+3 {
		t.Errorf("%d of %d were told; want %d of %d", traced, all, mostTraced, mostTraced+3)
	}
}

func TestWorkThatAnotherHasDoneIsCountedAsALostLease(t *testing.T) {
	s, c := freshStore(t), newClock()
	fast := newHouse(t, s, c)
	for _, when := range []Loss{LostBefore, LostAtAppend} {
		seen := &counts{moved: map[By]int{}, thought: map[string]int{}}
		var id string
		slow := newHouse(t, s, c, func(cfg *Config) {
			cfg.Observer = seen
			cfg.Choose = func(ctx context.Context, level string, rules game.Rules, view game.View) (game.Move, error) {
				if when == LostAtAppend {
					_ = fast.Wake(ctx, id) // all of the game, while this one thinks
				}
				return OwnBots(ctx, level, rules, view)
			}
		})
		id = seating(t, slow, "raincheck", 2, 0, "thumb", Settings{Pace: Unhurried})
		do(t, slow, id, "p0", Start{})
		if when == LostBefore {
			if err := fast.Wake(t.Context(), id); err != nil {
				t.Fatal(err)
			}
			scene(t, slow, id, "") // else it finds out at its append
		}
		if err := slow.Wake(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(seen.lost, when) {
			t.Errorf("lost %v; want %s", seen.lost, when)
		}
	}
}

func TestAStoreThatIsAskedTellsHowAWriteWasDone(t *testing.T) {
	h := newHouse(t, freshStore(t), newClock(), func(cfg *Config) { cfg.Tracer = &tracer{} })
	id := seating(t, h, "texas", 3, 1, "thumb", chat)
	tr := h.trace.(*tracer)
	tr.steps = nil
	do(t, h, id, "p0", Say{"1"})
	want := []string{"house.Do", "store.Append"}
	if !slices.Equal(tr.names(), want) {
		t.Fatalf("traced %v; want %v", tr.names(), want)
	}
	step := tr.steps[1]
	if step.counts["saloon.events"] != 1 || step.counts["saloon.batch"] != 1 || step.counts["saloon.waited_us"] < 0 {
		t.Errorf("counted %v", step.counts)
	}
	if tr.steps[0].said["saloon.table"] != id {
		t.Errorf("said %v", tr.steps[0].said)
	}
	if _, err := h.Do(t.Context(), id, "p9", "", Leave{}); codeOf(err) != NotSeated {
		t.Fatal(err)
	}
	if last := tr.steps[2]; last.said["saloon.refused"] != string(NotSeated) || last.err != nil || !last.ended {
		t.Errorf("a refusal: %+v; want it said, and no failure", last)
	}
}

// tracer remembers the spans that were begun.
type tracer struct{ steps []*step }

type step struct {
	name   string
	said   map[string]string
	counts map[string]int64
	err    error
	ended  bool
}

func (tr *tracer) Start(ctx context.Context, name string) (context.Context, Span) {
	s := &step{name: name, said: map[string]string{}, counts: map[string]int64{}}
	tr.steps = append(tr.steps, s)
	return ctx, s
}

func (tr *tracer) Join(ctx context.Context, _, name string, _ time.Time) (context.Context, Span) {
	return tr.Start(ctx, name)
}

func (*tracer) Parent(context.Context) string { return traceparent }

func (tr *tracer) names() (names []string) {
	for _, s := range tr.steps {
		names = append(names, s.name)
	}
	return names
}

func (*step) Recording() bool             { return true }
func (s *step) Name(name string)          { s.name = name }
func (s *step) Say(key, value string)     { s.said[key] = strings.Clone(value) }
func (s *step) Count(key string, n int64) { s.counts[key] = n }
func (s *step) End(err error)             { s.err, s.ended = err, true }
