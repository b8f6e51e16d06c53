package arena

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
)

// errSkipped is the error of a deal after one that has failed.
var errSkipped = errors.New("arena: an earlier deal has failed")

// job is a deal that is played, and how it went.
type job[T any] struct {
	deal int
	done chan struct{} // closed when what follows may be read
	out  T
	err  error
}

// inOrder plays deals 0 to n-1 at as many tables as there are workers and counts
// them in order. The first error ends it; so does ctx, with its error.
func inOrder[T any](ctx context.Context, workers, n int, open func() *table,
	play func(ctx context.Context, t *table, deal int) (T, error), count func(T) error,
) error {
	ctx, stop := context.WithCancel(ctx)
	var playing sync.WaitGroup
	defer playing.Wait()
	defer stop()

	// Deals go to the workers by one channel and to the counting by another, in
	// order. Both are short, so that no worker runs far ahead of the others.
	work := make(chan *job[T])
	inLine := make(chan *job[T], 4*workers)
	playing.Go(func() {
		defer close(work)
		defer close(inLine)
		for deal := range n {
			j := &job[T]{deal: deal, done: make(chan struct{})}
			select {
			case work <- j:
				inLine <- j
			case <-ctx.Done():
				return
			}
		}
	})
	var failedAt atomic.Int64 // a deal, after which none need be played
	failedAt.Store(int64(n))
	for range workers {
		playing.Go(func() {
			t := open()
			defer t.close()
			for j := range work {
				j.err = errSkipped
				if int64(j.deal) < failedAt.Load() {
					if j.out, j.err = play(ctx, t, j.deal); j.err != nil {
						failedAt.Store(int64(j.deal))
					}
				}
				close(j.done)
			}
		})
	}

	counted := 0
	var failed error
	for j := range inLine { // to the last, so that nobody waits for a reader
		if failed != nil {
			continue
		}
		<-j.done
		if failed = j.err; failed == nil {
			failed = ctx.Err()
		}
		if failed == nil {
			failed = count(j.out)
			counted++
		}
		if failed != nil {
			stop()
		}
	}
	if failed == nil && counted < n {
		failed = ctx.Err()
	}
	return failed
}
