package house

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/saloon-games/saloon/fair"
)

// wire joins the buses of several houses.
type wire struct {
	mu   sync.Mutex
	ends []*wireEnd
}

// A wireEnd is the bus of one house, which does not hear itself.
type wireEnd struct {
	wire      *wire
	got       map[string]func([]byte)
	published int
	broken    error
}

func (w *wire) end() *wireEnd {
	e := &wireEnd{wire: w, got: map[string]func([]byte){}}
	w.ends = append(w.ends, e)
	return e
}

func (e *wireEnd) Publish(subject string, data []byte) error {
	e.wire.mu.Lock()
	defer e.wire.mu.Unlock()
	e.published++
	for _, other := range e.wire.ends {
		if got := other.got[subject]; got != nil && other != e {
			got(data)
		}
	}
	return e.broken
}

func (e *wireEnd) Subscribe(subject string, got func([]byte)) (func(), error) {
	e.wire.mu.Lock()
	defer e.wire.mu.Unlock()
	if e.broken != nil {
		return nil, e.broken
	}
	if e.got[subject] != nil {
		panic("subscribed twice")
	}
	e.got[subject] = got
	return func() {
		e.wire.mu.Lock()
		defer e.wire.mu.Unlock()
		delete(e.got, subject)
	}, nil
}

// heard is what a watcher was told.
type heard struct {
	mu   sync.Mutex
	seqs []int64
}

func (n *heard) tell(seq int64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.seqs = append(n.seqs, seq)
}

// all returns what was told since it was last asked.
func (n *heard) all() []int64 {
	n.mu.Lock()
	defer n.mu.Unlock()
	seqs := n.seqs
	n.seqs = nil
	return seqs
}

// chat are the settings of a table at which people talk.
var chat = Settings{Pace: Unhurried, Chat: true}

func watch(t *testing.T, h *House, id string) (n *heard, stop func()) {
	t.Helper()
	n = &heard{}
	return n, must[func()](t)(h.Watch(t.Context(), id, n.tell))
}

func TestWhoWatchesATableIsToldAtOnceUntilTheyStop(t *testing.T) {
	h := newHouse(t, freshStore(t), newClock())
	id, other := seating(t, h, "texas", 3, 1, "thumb", chat), seating(t, h, "texas", 3, 1, "thumb", chat)
	a, stopA := watch(t, h, id)
	b, stopB := watch(t, h, id)
	seq := scene(t, h, id, "").Seq
	do(t, h, id, "p0", Say{"1"})
	do(t, h, other, "p0", Say{"1"})
	if got, want := a.all(), []int64{seq + 1}; !slices.Equal(got, want) || !slices.Equal(b.all(), want) {
		t.Errorf("told %v; want %v", got, want)
	}
	stopA()
	stopA()
	do(t, h, id, "p0", Say{"2"})
	if gone, stays := a.all(), b.all(); len(gone) != 0 || !slices.Equal(stays, []int64{seq + 2}) {
		t.Errorf("told %v and %v", gone, stays)
	}
	stopB()
	do(t, h, id, "p0", Say{"3"})
	if got := b.all(); len(got) != 0 {
		t.Errorf("told %v after the end", got)
	}
}

func TestWhoWatchesATableHearsOfWhatAnotherProcessDoesOnce(t *testing.T) {
	c, s := newClock(), freshStore(t)
	var w wire
	ends := []*wireEnd{w.end(), w.end()}
	houses := make([]*House, len(ends))
	for i := range houses {
		houses[i] = newHouse(t, s, c, func(cfg *Config) { cfg.Bus = ends[i] })
	}
	id := seating(t, houses[0], "texas", 3, 1, "thumb", chat)
	here, stopHere := watch(t, houses[0], id)
	there, stopThere := watch(t, houses[1], id)
	second, stopSecond := watch(t, houses[1], id)
	seq := scene(t, houses[1], id, "").Seq
	for n := range 3 {
		do(t, houses[n%2], id, "p0", Say{fmt.Sprint(n)})
		if s := must[Scene](t)(houses[(n+1)%2].Scene(t.Context(), id, "", seq+int64(n)+1)); len(s.Chat) != n+1 {
			t.Errorf("%d lines; want %d", len(s.Chat), n+1)
		}
	}
	for _, n := range []*heard{here, there, second} {
		if got, want := n.all(), []int64{seq + 1, seq + 2, seq + 3}; !slices.Equal(got, want) {
			t.Errorf("told %v; want %v", got, want)
		}
	}
	stopHere()
	stopThere()
	if len(ends[0].got) != 0 || len(ends[1].got) != 1 {
		t.Errorf("subscribed to %d and %d tables; want 0 and 1", len(ends[0].got), len(ends[1].got))
	}
	stopSecond()
	if len(ends[1].got) != 0 {
		t.Error("still subscribed, and nobody watches")
	}
}

func TestWhoWatchesATableIsToldOfWhatIsFoundInTheLogWhereNoBusSaidSo(t *testing.T) {
	c, s := newClock(), freshStore(t)
	h, other := newHouse(t, s, c), newHouse(t, s, c)
	id := seating(t, h, "texas", 3, 1, "thumb", chat)
	n, stop := watch(t, h, id)
	defer stop()
	do(t, other, id, "p0", Say{"1"})
	if got := n.all(); len(got) != 0 {
		t.Errorf("told %v by nobody", got)
	}
	seq := scene(t, h, id, "").Seq
	if got := n.all(); !slices.Equal(got, []int64{seq}) {
		t.Errorf("told %v; want %d", got, seq)
	}
}

func TestWhoWatchesATableIsToldByABusThatFailsOfNothingAndWhatIsAskedIsDoneAllTheSame(t *testing.T) {
	var w wire
	end := w.end()
	h := newHouse(t, freshStore(t), newClock(), func(cfg *Config) { cfg.Bus = end })
	id := seating(t, h, "texas", 3, 1, "thumb", chat)
	end.broken = errors.New("cut")
	do(t, h, id, "p0", Say{"1"})
	if _, err := h.Watch(t.Context(), id, func(int64) {}); !errors.Is(err, end.broken) {
		t.Errorf("Watch: %v", err)
	}
	end.broken = nil
	_, stop := watch(t, h, id)
	stop()
	h.heard(id, []byte("nonsense"))
}

func TestWhoWatchesATableIsToldOfWhatComesAfterANumberThatTheBusHadWrong(t *testing.T) {
	h := newHouse(t, freshStore(t), newClock())
	id := seating(t, h, "texas", 3, 1, "thumb", chat)
	a, _ := watch(t, h, id)
	seq := scene(t, h, id, "").Seq
	h.heard(id, []byte("9223372036854775807"))
	if told := a.all(); len(told) != 1 {
		t.Fatalf("told %v", told)
	}
	if s := must[Scene](t)(h.Scene(t.Context(), id, "", 9223372036854775807)); s.Seq != seq {
		t.Errorf("the log is at %d; want %d", s.Seq, seq)
	}
	do(t, h, id, "p0", Say{"1"})
	if got, want := a.all(), []int64{seq + 1}; !slices.Equal(got, want) {
		t.Errorf("told %v; want %v", got, want)
	}
}

func TestWhoWatchesATableIsRefusedIfThereIsNone(t *testing.T) {
	h := newHouse(t, freshStore(t), newClock())
	for _, id := range []string{"", "nowhere", "*", pulseID} {
		if _, err := h.Watch(t.Context(), id, func(int64) {}); codeOf(err) != NoTable {
			t.Errorf("%q: %v", id, err)
		}
	}
}

func TestWhoWatchesATableMayComeAndGoWhileItGrows(t *testing.T) {
	h := newHouse(t, freshStore(t), newClock())
	id := seating(t, h, "texas", 3, 1, "thumb", chat)
	first, stop := watch(t, h, id)
	defer stop()
	seq := scene(t, h, id, "").Seq
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 50 {
				stop, err := h.Watch(t.Context(), id, func(int64) {})
				if err != nil {
					t.Error(err)
					return
				}
				stop()
			}
		})
	}
	for n := range 20 {
		do(t, h, id, "p0", Rename{fmt.Sprint("Name ", n)})
	}
	wg.Wait()
	if got := first.all(); len(got) != 20 || got[19] != seq+20 || !slices.IsSorted(got) {
		t.Errorf("told %v", got)
	}
}

// counts counts what an Observer is told.
type counts struct {
	mu      sync.Mutex
	moved   map[By]int
	refused []Code
	events  int
	thought map[string]int
	late    int
	lags    []time.Duration
	lost    []Loss
	newer   int
}

func (c *counts) Moved(by By)       { c.mu.Lock(); c.moved[by]++; c.mu.Unlock() }
func (c *counts) Refused(code Code) { c.mu.Lock(); c.refused = append(c.refused, code); c.mu.Unlock() }

func (c *counts) Appended(_ time.Duration, n int) {
	c.mu.Lock()
	c.events += n
	c.mu.Unlock()
}

func (c *counts) BotThought(level string, _ time.Duration, late bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.thought[level]++
	if late {
		c.late++
	}
}

func (c *counts) LeaseLost(how Loss)      { c.mu.Lock(); c.lost = append(c.lost, how); c.mu.Unlock() }
func (c *counts) NewerTable()             { c.mu.Lock(); c.newer++; c.mu.Unlock() }
func (c *counts) WakeLag(d time.Duration) { c.mu.Lock(); c.lags = append(c.lags, d); c.mu.Unlock() }

func TestAnObserverIsToldOfAllThatHappens(t *testing.T) {
	seen := &counts{moved: map[By]int{}, thought: map[string]int{}}
	c := newClock()
	h := newHouse(t, openStore(t, newPlace(t)), c, func(cfg *Config) { cfg.Observer = seen })
	id := seating(t, h, "raincheck", 2, 1, "thumb", Settings{Pace: Quick, BotPause: 1000})
	do(t, h, id, "p0", Start{})
	before := seen.events
	if _, err := h.Do(t.Context(), id, "p7", "", Leave{}); codeOf(err) != NotSeated {
		t.Fatal(err)
	}
	if _, err := h.Open(t.Context(), "p0", Setup{Game: "poker"}); codeOf(err) != NoGame {
		t.Fatal(err)
	}
	if !slices.Equal(seen.refused, []Code{NotSeated, NoGame}) {
		t.Errorf("refused %v", seen.refused)
	}
	if scene(t, h, id, "").Turn == 1 {
		c.add(1250 * time.Millisecond)
		h.WakeDue(t.Context())
	}
	for len(seen.lags) == 0 {
		s := scene(t, h, id, "p0")
		do(t, h, id, "p0", choice(t, &s, fair.NewRand(1)))
		c.add(1250 * time.Millisecond)
		h.WakeDue(t.Context())
	}
	if seen.lags[0] != 250*time.Millisecond || seen.thought["thumb"] == 0 || seen.late > 0 {
		t.Errorf("%+v", seen)
	}
	finish(t, h, c, id, fair.NewRand(1))
	want := map[By]int{}
	for _, m := range scene(t, h, id, "").Moves {
		want[m.By]++
	}
	if fmt.Sprint(seen.moved) != fmt.Sprint(want) {
		t.Errorf("moves %v; want %v", seen.moved, want)
	}
	if n := scene(t, h, id, "").Seq; int64(seen.events) > n || seen.events <= before {
		t.Errorf("%d events of %d", seen.events, n)
	}
}

func TestWhoWatchesMissesNothingThatTheBusHasLost(t *testing.T) {
	c, s := newClock(), freshStore(t)
	deaf := func(cfg *Config) { cfg.Bus = (&wire{}).end() }
	one, two := newHouse(t, s, c, deaf), newHouse(t, s, c, deaf)
	id, other := seating(t, one, "texas", 3, 1, "thumb", chat), seating(t, one, "texas", 3, 1, "thumb", chat)
	told, stop := watch(t, two, id)
	seq := scene(t, two, id, "").Seq
	if err := two.look(t.Context()); err != nil {
		t.Fatal(err)
	}
	told.all() // perhaps where it is; nobody had said so yet
	do(t, one, id, "p0", Say{"1"})
	do(t, one, id, "p0", Say{"2"})
	do(t, one, other, "p0", Say{"1"})
	for range 2 {
		if err := two.look(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := told.all(), []int64{seq + 2}; !slices.Equal(got, want) {
		t.Errorf("told %v; want %v", got, want)
	}
	stop()
	do(t, one, id, "p0", Say{"3"})
	if err := two.look(t.Context()); err != nil || len(told.all()) > 0 {
		t.Errorf("told after the end, or %v", err)
	}
}

func TestAHouseThatRunsLooksByItselfWhatTheBusHasLost(t *testing.T) {
	s := freshStore(t)
	houses := make([]*House, 2)
	for i := range houses {
		houses[i] = must[*House](t)(New(t.Context(), Config{Store: s, Bus: (&wire{}).end(), Look: time.Millisecond}))
	}
	id := seating(t, houses[0], "texas", 3, 1, "thumb", chat)
	seq := scene(t, houses[0], id, "").Seq
	seen := make(chan int64, 100)
	stop := must[func()](t)(houses[1].Watch(t.Context(), id, func(seq int64) { seen <- seq }))
	defer stop()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- houses[1].Run(ctx) }()
	do(t, houses[0], id, "p0", Say{"1"})
	for told := <-seen; told <= seq; told = <-seen {
		t.Logf("told of %d, which it knew", told)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
