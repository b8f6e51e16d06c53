package load

import (
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// tally counts what all guests do and see.
type tally struct {
	moves    atomic.Int64 // that were accepted
	patches  atomic.Int64 // events "table"
	beats    atomic.Int64
	received atomic.Int64 // bytes

	mu      sync.Mutex
	since   time.Time // when the measured window began; zero outside of it
	all     []time.Duration
	answers []time.Duration
	errors  Errors
}

// Errors are the things that went wrong, by kind.
type Errors struct {
	// Refused counts requests that were answered with a refusal, by its status.
	Refused map[string]int `json:"refused"`
	// Words is what the last refusal of each status said.
	Words map[string]string `json:"words,omitempty"`
	// Failed counts requests that got no answer.
	Failed int `json:"failed"`
	// Cut counts streams that ended and were opened again.
	Cut int `json:"cut"`
	// Gone counts streams that said that their table is no more.
	Gone int `json:"gone"`
	// Last is what the last failed request or cut stream said.
	Last string `json:"last,omitempty"`
}

// begin starts the measured window.
func (t *tally) begin(now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.since = now
	t.all, t.answers = t.all[:0], t.answers[:0]
	t.errors = Errors{}
}

// end ends the window, and returns what it measured.
func (t *tally) end() (all, answers Spread, errs Errors) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.since = time.Time{}
	errs, t.errors = t.errors, Errors{}
	return spread(t.all), spread(t.answers), errs
}

// arrived takes down that a move which began at start had arrived at everybody.
func (t *tally) arrived(start, at time.Time) { t.sample(&t.all, start, at) }

// accepted takes down that a move which began at start was answered.
func (t *tally) accepted(start, at time.Time) {
	t.moves.Add(1)
	t.sample(&t.answers, start, at)
}

func (t *tally) sample(list *[]time.Duration, start, at time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.since.IsZero() && !start.Before(t.since) {
		*list = append(*list, at.Sub(start))
	}
}

func (t *tally) refused(a *answer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.errors.Refused == nil {
		t.errors.Refused, t.errors.Words = map[string]int{}, map[string]string{}
	}
	status := strconv.Itoa(a.status)
	t.errors.Refused[status]++
	t.errors.Words[status] = a.words
}

func (t *tally) failed(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.errors.Failed++
	t.errors.Last = err.Error()
}

func (t *tally) cut(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.errors.Cut++
	t.errors.Last = err.Error()
}

func (t *tally) gone() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.errors.Gone++
}

// Spread is how long something took, in milliseconds.
type Spread struct {
	Count int     `json:"count"`
	P50   float64 `json:"p50"`
	P99   float64 `json:"p99"`
	Max   float64 `json:"max"`
}

// spread sorts the samples and summarizes them. A percentile is the least sample that
// so many percent of them do not exceed (nearest rank).
func spread(samples []time.Duration) Spread {
	s := Spread{Count: len(samples)}
	if s.Count == 0 {
		return s
	}
	slices.Sort(samples)
	rank := func(percent int) float64 {
		return millis(samples[(s.Count*percent+99)/100-1])
	}
	s.P50, s.P99, s.Max = rank(50), rank(99), rank(100)
	return s
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
