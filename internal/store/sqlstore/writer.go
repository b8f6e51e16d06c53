package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/saloon-games/saloon/internal/store"
)

// A writer is the queue in which writes wait, and the hands that take them from it:
// one on SQLite, a few on PostgreSQL. A hand takes what is there, has the database do
// and commit it, and answers everybody. While it waits for the disk the next batch
// gathers, so batches grow with the load and nobody waits for company (group commit;
// DeWitt et al. 1984). Why it is so is told in
// docs/decisions/0005-one-writer-group-commit.md and, for PostgreSQL, in 0014.
type writer struct {
	db       *sql.DB
	lang     *dialect
	maxBatch int
	most     time.Duration // for each statement; 0: as long as it takes
	queue    chan *request
	hands    []*hand
	working  sync.WaitGroup // the hands' goroutines

	mu     sync.RWMutex // between sending to the queue and closing it
	closed bool

	commits, writes, failures atomic.Int64
}

// A hand is a goroutine that writes, on a connection of its own.
type hand struct {
	*writer
	conn  *conn // nil after a failure, until the next batch opens another
	batch []*request
}

// A request is a write that waits for its answer.
type request struct {
	// run does the write. It may run more than once, each time in a new
	// transaction, so it must begin anew each time; and if it refuses (see
	// refusal) it must not have changed anything.
	run func(*conn) error
	// moves, unless nil, is the log that run moves on, for hands that do many at once.
	moves *appending
	// several says that run changes things by more than one statement, all or none of
	// which must happen.
	several bool

	state  atomic.Int32
	result error      // what run returned, to be answered once committed
	asked  bool       // whether somebody wants to know the following two
	began  time.Time  // when a hand took it
	batch  int        // how many were taken together
	answer chan error // with room for one, so that nobody has to be there
}

// The states of a request. Who moves it out of waiting decides what becomes of it.
const (
	waiting   int32 = iota
	taken           // by a hand: it happens, or fails
	abandoned       // by the caller: it never happens
)

// take makes a request the hand's that calls it, unless it was abandoned.
func (r *request) take() bool {
	if !r.state.CompareAndSwap(waiting, taken) {
		return false
	}
	if r.asked {
		r.began = time.Now()
	}
	return true
}

// open sets so many hands to work.
func (w *writer) open(ctx context.Context, hands int, opts Options) error {
	w.db.SetMaxOpenConns(hands)
	w.db.SetMaxIdleConns(-1) // a connection that is let go is closed
	w.maxBatch = opts.MaxBatch
	w.queue = make(chan *request, opts.MaxQueue)
	for range hands {
		w.hands = append(w.hands, &hand{writer: w})
	}
	if err := w.hands[0].connect(ctx); err != nil { // the others do it when there is something to write
		return err
	}
	for _, h := range w.hands {
		w.working.Go(h.loop)
	}
	return nil
}

// do has a write happen, and returns when it is on disk, refused or failed, or when
// the context is done. Run changes things by one statement at most, or is SQLite's.
func (w *writer) do(ctx context.Context, run func(*conn) error) error {
	return w.submit(ctx, &request{run: run})
}

// submit does the same for any request.
func (w *writer) submit(ctx context.Context, r *request) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r.answer = make(chan error, 1)
	done := store.Measured(ctx)
	var sent time.Time
	if r.asked = done != nil; r.asked {
		sent = time.Now()
	}
	if err := w.send(r); err != nil {
		return err
	}
	select {
	case err := <-r.answer:
		if r.asked {
			*done = store.Done{Waited: r.began.Sub(sent), Batch: r.batch}
		}
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
	w.working.Wait()
}

// close comes after stop.
func (w *writer) close() error {
	var errs []error
	for _, h := range w.hands {
		if h.conn != nil {
			errs = append(errs, h.conn.close())
			h.conn = nil
		}
	}
	return errors.Join(append(errs, w.db.Close())...)
}

// connect gives the hand a connection.
func (h *hand) connect(ctx context.Context) error {
	ctx, cancel := within(ctx, h.most)
	defer cancel()
	raw, err := h.db.Conn(ctx)
	if err != nil {
		return err
	}
	h.conn = &conn{sql: raw, lang: h.lang, most: h.most}
	return nil
}

func (h *hand) loop() {
	for r := range h.queue {
		if !r.take() {
			continue
		}
		h.batch = append(h.batch[:0], r)
		h.gather() // so that if there is no way to begin, nobody waits to find out alone
		for len(h.batch) > 0 {
			if h.lang.commit(h) {
				break
			}
		}
		clear(h.batch[:cap(h.batch)])
	}
}

// gather takes what waits into the batch, as far as there is room, and reports
// whether it took anything.
func (h *hand) gather() bool {
	before := len(h.batch)
	for len(h.batch) < h.maxBatch {
		select {
		case r, open := <-h.queue:
			if !open {
				return len(h.batch) > before
			}
			if r.take() {
				h.batch = append(h.batch, r)
			}
		default:
			return len(h.batch) > before
		}
	}
	return len(h.batch) > before
}

// disconnect closes the connection, which ends its transaction whatever state
// it is in; the next batch opens another.
func (h *hand) disconnect() {
	if h.conn != nil {
		_ = h.conn.close() // it is given up because something failed already
		h.conn = nil
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
