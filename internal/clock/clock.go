// Package clock tells one time on several machines: that of a server that all of them ask
// now and then. What lies between two questions is measured by the machine's own steady
// clock, so nothing here moves when its time of day is set.
//
// The server's time at the moment of an answer is known up to half of how long question
// and answer took (Cristian, 1989). A measurement counts if it is no less certain than the
// last one has become meanwhile.
//
// The package must never know whose time it tells, nor what for.
package clock

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"
)

// Ask returns a server's time.
type Ask func(context.Context) (time.Time, error)

const (
	first    = 3                // measurements before the time is told, of which the best counts
	every    = 10 * time.Second // between two measurements later
	patience = 5 * time.Second  // for one of them
	drift    = 1000             // millionths by which two clocks may differ in speed, one that is being set right among them
)

// A Clock tells a server's time. Safe for concurrent use.
type Clock struct {
	ask  Ask
	last atomic.Pointer[measurement]
}

// A measurement is what the server's time was at a moment.
type measurement struct {
	at    time.Time     // with the reading of the steady clock
	time  time.Time     // the server's
	error time.Duration // by which that may be wrong, either way
}

// New asks for the time and returns a clock that tells it.
func New(ctx context.Context, ask Ask) (*Clock, error) {
	c := &Clock{ask: ask}
	for range first {
		m, err := c.measure(ctx)
		if err != nil {
			return nil, fmt.Errorf("clock: %w", err)
		}
		if last := c.last.Load(); last == nil || m.error < last.error {
			c.last.Store(m)
		}
	}
	return c, nil
}

func (c *Clock) measure(ctx context.Context) (*measurement, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	began := time.Now()
	t, err := c.ask(ctx)
	if err != nil {
		return nil, err
	}
	half := time.Since(began) / 2
	return &measurement{at: began.Add(half), time: t, error: half}, nil
}

// Now is the server's time.
func (c *Clock) Now() time.Time {
	m := c.last.Load()
	return m.time.Add(time.Since(m.at))
}

// Ahead is by how much this machine's time of day is ahead of the server's, and how far
// that may be wrong either way.
func (c *Clock) Ahead() (d, by time.Duration) {
	m := c.last.Load()
	return m.at.Round(0).Sub(m.time.Round(0)), m.error
}

// Run keeps the clock right until the context is done. Moved is told when the server's
// time turns out to be another by more than measuring explains, as when it was set; failed
// when it cannot be asked, and the time goes on as it went.
func (c *Clock) Run(ctx context.Context, moved func(by time.Duration), failed func(error)) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		m, err := c.measure(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			failed(err)
		default:
			if by := c.take(m); by != 0 {
				moved(by)
			}
		}
	}
}

// take takes a measurement in, if it says more than the last. It returns by how much the
// server's time has moved, if measuring does not explain it.
func (c *Clock) take(m *measurement) (moved time.Duration) {
	last := c.last.Load()
	age := m.at.Sub(last.at)
	unsure := last.error + age*drift/1_000_000
	by := m.time.Sub(last.time.Add(age))
	if by.Abs() > unsure+m.error {
		moved = by
	} else if m.error > unsure {
		return 0
	}
	c.last.Store(m)
	return moved
}
