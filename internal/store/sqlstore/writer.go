package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/saloon-games/saloon/internal/store"
)

// A writer is the one goroutine that writes, on the one connection that may.
// Writes wait in a queue; it takes what is there, runs all of it in one
// transaction, commits, and answers everybody. While it waits for the disk the
// next batch gathers, so batches grow with the load and nobody waits for
// company (group commit; DeWitt et al. 1984). Why it is so is told in
// docs/decisions/0005-one-writer-group-commit.md.
type writer struct {
	db       *sql.DB
	maxBatch int
	queue    chan *request
	stopped  chan struct{} // closed when the goroutine has ended

	mu     sync.RWMutex // between sending to the queue and closing it
	closed bool

	// For the goroutine only.
	conn  *conn // nil after a failure, until the next batch opens another
	batch []*request

	commits, writes, failures atomic.Int64
}

// A request is a write that waits for its answer.
type request struct {
	// run does the write. It may run more than once, each time in a new
	// transaction, so it must begin anew each time; and if it refuses (see
	// refusal) it must not have changed anything.
	run    func(*conn) error
	state  atomic.Int32
	result error      // what run returned, to be answered once committed
	answer chan error // with room for one, so that nobody has to be there
}

// The states of a request. Who moves it out of waiting decides what becomes of it.
const (
	waiting   int32 = iota
	taken           // by the writer: it happens, or fails
	abandoned       // by the caller: it never happens
)

func newWriter(ctx context.Context, db *sql.DB, opts Options) (*writer, error) {
	db.SetMaxOpenConns(1)
	db.SetMaxIdleConns(-1) // a connection that is let go is closed
	w := &writer{
		db:       db,
		maxBatch: opts.MaxBatch,
		queue:    make(chan *request, opts.MaxQueue),
		stopped:  make(chan struct{}),
	}
	var err error
	if w.conn, err = connect(ctx, db); err != nil {
		return nil, err
	}
	go w.loop()
	return w, nil
}

// do has the writer run a write, and returns when it is on disk, refused or
// failed, or when the context is done.
func (w *writer) do(ctx context.Context, run func(*conn) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r := &request{run: run, answer: make(chan error, 1)}
	if err := w.send(r); err != nil {
		return err
	}
	select {
	case err := <-r.answer:
		return err
	case <-ctx.Done():
	}
	if r.state.CompareAndSwap(waiting, abandoned) {
		return ctx.Err()
	}
	select {
	case err := <-r.answer: // just in time
		return err
	default:
		return fmt.Errorf("%w: %w", store.ErrUnknown, ctx.Err())
	}
}

func (w *writer) send(r *request) error {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.closed {
		return store.ErrClosed
	}
	select {
	case w.queue <- r:
		return nil
	default:
		return store.ErrOverloaded
	}
}

// stop takes no more writes and returns when all that were accepted are answered.
func (w *writer) stop() {
	w.mu.Lock()
	if !w.closed {
		w.closed = true
		close(w.queue)
	}
	w.mu.Unlock()
	<-w.stopped
}

// close comes after stop.
func (w *writer) close() error {
	if w.conn == nil {
		return w.db.Close()
	}
	return errors.Join(w.conn.close(), w.db.Close())
}

func (w *writer) loop() {
	defer close(w.stopped)
	for r := range w.queue {
		if !r.state.CompareAndSwap(waiting, taken) {
			continue
		}
		w.batch = append(w.batch[:0], r)
		w.gather() // so that if there is no way to begin, nobody waits to find out alone
		for len(w.batch) > 0 {
			if w.commit() {
				break
			}
		}
		clear(w.batch[:cap(w.batch)])
	}
}

// commit runs the batch, and whatever arrives meanwhile, in one transaction. It
// answers all of them and returns true; or one of them was at fault, then that
// one is answered and taken out, nothing has happened to the others, and it
// returns false.
func (w *writer) commit() bool {
	if w.conn == nil {
		var err error
		if w.conn, err = connect(context.Background(), w.db); err != nil {
			return w.fail(err)
		}
	}
	if _, err := w.conn.begin.ExecContext(context.Background()); err != nil {
		return w.fail(err)
	}
	for i := 0; i < len(w.batch) || w.gather(); i++ {
		r := w.batch[i]
		r.result = r.run(w.conn)
		switch {
		case r.result == nil || refusal(r.result):
		case blames(r.result):
			w.disconnect()
			r.answer <- fmt.Errorf("store: %w", r.result)
			w.batch = append(w.batch[:i], w.batch[i+1:]...)
			return false
		default:
			return w.fail(r.result)
		}
	}
	if _, err := w.conn.end.ExecContext(context.Background()); err != nil {
		return w.fail(fmt.Errorf("%w: commit: %w", store.ErrUnknown, err))
	}
	w.commits.Add(1)
	w.writes.Add(int64(len(w.batch)))
	for _, r := range w.batch {
		r.answer <- r.result
	}
	return true
}

// gather takes what waits into the batch, as far as there is room, and reports
// whether it took anything.
func (w *writer) gather() bool {
	before := len(w.batch)
	for len(w.batch) < w.maxBatch {
		select {
		case r, open := <-w.queue:
			if !open {
				return len(w.batch) > before
			}
			if r.state.CompareAndSwap(waiting, taken) {
				w.batch = append(w.batch, r)
			}
		default:
			return len(w.batch) > before
		}
	}
	return len(w.batch) > before
}

// fail gives all of the batch the same error, also those who had been refused:
// they were refused for what is not there.
func (w *writer) fail(err error) bool {
	w.failures.Add(1)
	w.disconnect()
	if !errors.Is(err, store.ErrUnknown) {
		err = fmt.Errorf("store: %w", err)
	}
	for _, r := range w.batch {
		r.answer <- err
	}
	return true
}

// disconnect closes the connection, which ends its transaction whatever state
// it is in; the next batch opens another.
func (w *writer) disconnect() {
	if w.conn != nil {
		_ = w.conn.close() // it is given up because something failed already
		w.conn = nil
	}
}

// refusal reports whether a write has refused to happen, as opposed to failed.
func refusal(err error) bool {
	if errors.Is(err, store.ErrTaken) || errors.Is(err, store.ErrNotFound) {
		return true
	}
	_, ok := errors.AsType[*store.ConflictError](err)
	return ok
}
