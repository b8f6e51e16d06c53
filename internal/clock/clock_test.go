package clock

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A server has a clock that is off by some time, and a network before it.
type server struct {
	mu sync.Mutex
	state
	questions int
}

type state struct {
	off     time.Duration
	to, fro time.Duration
	down    bool
}

func (s *server) now() (state, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state, s.questions
}

func (s *server) set(now state) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = now
}

func (s *server) ask(ctx context.Context) (time.Time, error) {
	s.mu.Lock()
	now := s.state
	s.questions++
	s.mu.Unlock()
	if now.down {
		<-ctx.Done()
		return time.Time{}, ctx.Err()
	}
	time.Sleep(now.to)
	t := time.Now().Round(0).Add(now.off)
	time.Sleep(now.fro)
	return t, nil
}

// off is by how much a clock tells another time than the server.
func (s *server) offBy(c *Clock) time.Duration {
	now, _ := s.now()
	return c.Now().Sub(time.Now().Round(0).Add(now.off)).Abs()
}

func TestTheServersTimeIsToldWhateverTheMachinesIs(t *testing.T) {
	for _, off := range []time.Duration{0, -20 * time.Second, 3 * time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			s := &server{state: state{off: off, to: 3 * time.Millisecond, fro: time.Millisecond}}
			c, err := New(t.Context(), s.ask)
			if err != nil {
				t.Fatal(err)
			}
			if by := s.offBy(c); by > time.Millisecond {
				t.Errorf("it is wrong by %v; want half the difference of the ways", by)
			}
			if ahead, by := c.Ahead(); by != 2*time.Millisecond || (ahead+off).Abs() > by {
				t.Errorf("this machine is ahead by %v, give or take %v; want %v and 2ms", ahead, by, -off)
			}
			time.Sleep(time.Hour)
			if by := s.offBy(c); by > time.Millisecond {
				t.Errorf("an hour later it is wrong by %v", by)
			}
		})
	}
}

// watched runs a clock and notes what it tells.
type watched struct {
	*Clock
	mu     sync.Mutex
	moved  []time.Duration
	failed int
}

func (w *watched) told() (moved []time.Duration, failed int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.moved, w.failed
}

func watch(t *testing.T, s *server) *watched {
	t.Helper()
	c, err := New(t.Context(), s.ask)
	if err != nil {
		t.Fatal(err)
	}
	w := &watched{Clock: c}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		c.Run(ctx, func(by time.Duration) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.moved = append(w.moved, by)
		}, func(error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.failed++
		})
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
	})
	return w
}

func TestAMeasurementThatSaysLessIsNotBelieved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now := state{off: time.Minute, to: time.Millisecond, fro: time.Millisecond}
		s := &server{state: now}
		c := watch(t, s)
		now.fro = 400 * time.Millisecond // the way back is slow, and the half of it wrong
		s.set(now)
		time.Sleep(time.Minute)
		if _, n := s.now(); s.offBy(c.Clock) > time.Millisecond || n < 8 {
			t.Errorf("it is wrong by %v after %d questions", s.offBy(c.Clock), n)
		}
		if moved, failed := c.told(); len(moved)+failed > 0 {
			t.Errorf("moved %v, failed %d times", moved, failed)
		}
	})
}

func TestAServerWhoseTimeIsSetIsFollowedAndThatIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now := state{to: time.Millisecond, fro: time.Millisecond}
		s := &server{state: now}
		c := watch(t, s)
		for _, off := range []time.Duration{5 * time.Second, -5 * time.Second} {
			now.off = off
			s.set(now)
			time.Sleep(every + time.Second)
			if by := s.offBy(c.Clock); by > time.Millisecond {
				t.Errorf("it is wrong by %v", by)
			}
		}
		moved, _ := c.told()
		if len(moved) != 2 || moved[0].Round(time.Second) != 5*time.Second || moved[1].Round(time.Second) != -10*time.Second {
			t.Errorf("moved %v", moved)
		}
	})
}

func TestWithoutItsServerAClockGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now := state{off: -time.Hour, to: time.Millisecond, fro: time.Millisecond}
		s := &server{state: now}
		c := watch(t, s)
		now.down = true
		s.set(now)
		time.Sleep(time.Minute)
		if _, failed := c.told(); s.offBy(c.Clock) > time.Millisecond || failed == 0 {
			t.Errorf("it is wrong by %v, and failed %d times", s.offBy(c.Clock), failed)
		}
	})
}

func TestNoTimeIsToldThatNobodyHasSaid(t *testing.T) {
	broken := errors.New("no server")
	if _, err := New(t.Context(), func(context.Context) (time.Time, error) { return time.Time{}, broken }); !errors.Is(err, broken) {
		t.Errorf("error is %v", err)
	}
}
