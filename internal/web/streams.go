package web

import (
	"context"
	"net/netip"
	"sync"
	"sync/atomic"
)

// streams are the open streams of this process.
type streams struct {
	open   atomic.Int64
	ending context.Context //nolint:containedctx // done when all streams have to end
	finish context.CancelFunc
	jobs   chan *stream // for a worker that waits
	idle   atomic.Int32 // workers that wait
	once   sync.Once
	ended  sync.WaitGroup

	mu   sync.Mutex
	held map[string]int // by guest and by address
	all  map[*stream]struct{}
	over bool
}

func (s *streams) init() {
	s.ending, s.finish = context.WithCancel(context.Background())
	s.jobs = make(chan *stream)
	s.held, s.all = map[string]int{}, map[*stream]struct{}{}
}

// end ends all streams and waits for that.
func (s *streams) end(ctx context.Context) error {
	s.once.Do(func() {
		s.mu.Lock()
		s.over = true
		s.mu.Unlock()
		s.finish()
	})
	gone := make(chan struct{})
	go func() {
		s.ended.Wait()
		close(gone)
	}()
	select {
	case <-gone:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// mostIdle is how many workers wait for something to do. They are kept because their
// stacks have grown to what drawing a table needs.
const mostIdle = 256

// do has a worker work for a stream: one that waits, or a new one.
func (s *streams) do(st *stream) {
	select {
	case s.jobs <- st:
	default:
		go s.worker(st)
	}
}

func (s *streams) worker(st *stream) {
	for {
		st.work()
		if s.idle.Add(1) > mostIdle {
			s.idle.Add(-1)
			return
		}
		select {
		case st = <-s.jobs:
			s.idle.Add(-1)
		case <-s.ending.Done():
			s.idle.Add(-1)
			return
		}
	}
}

// keep remembers a stream until stop is called.
func (s *streams) keep(st *stream) (stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all[st] = struct{}{}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.all, st)
	}
}

// dismiss ends the streams of a guest.
func (s *streams) dismiss(guest string) {
	var theirs []*stream
	s.mu.Lock()
	for st := range s.all {
		if st.who == guest && guest != "" {
			theirs = append(theirs, st)
		}
	}
	s.mu.Unlock()
	for _, st := range theirs {
		st.dismissed.Store(true)
		st.poke()
	}
}

// enter counts a stream in, and returns how to count it out.
func (s *streams) enter(l Limits, guest string, address netip.Addr) (leave func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		return nil, errEnding
	}
	byAddress := network(address)
	byGuest := "guest " + guest
	if guest == "" {
		byGuest = "" // spectators without a name count by their address
	}
	if l.Streams > 0 && byGuest != "" && s.held[byGuest] >= l.Streams || l.AddressStreams > 0 && s.held[byAddress] >= l.AddressStreams {
		return nil, errStreams
	}
	for _, key := range []string{byGuest, byAddress} {
		if key != "" {
			s.held[key]++
		}
	}
	s.open.Add(1)
	s.ended.Add(1)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, key := range []string{byGuest, byAddress} {
			if s.held[key]--; s.held[key] <= 0 {
				delete(s.held, key)
			}
		}
		s.open.Add(-1)
		s.ended.Done()
	}, nil
}
