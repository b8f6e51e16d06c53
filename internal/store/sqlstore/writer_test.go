package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"modernc.org/sqlite"

	"github.com/saloon-games/saloon/internal/store"
)

// newStore opens a new database with a table "id" until the test ends.
func newStore(t *testing.T, opts Options) *Store {
	t.Helper()
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "saloon.db"), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := s.Create(t.Context(), store.Table{ID: "id", Code: "code"}, nil); err != nil {
		t.Fatal(err)
	}
	return s
}

// hold keeps the writer busy in a transaction until the gate is opened.
func hold(t *testing.T, s *Store) (open func(), answer <-chan error) {
	t.Helper()
	gate, held, errs := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		errs <- s.write.do(t.Context(), func(*conn) error {
			select {
			case <-held: // again, after another of the batch was at fault
			default:
				close(held)
			}
			<-gate
			return nil
		})
	}()
	<-held
	return func() { close(gate) }, errs
}

// queued starts a write and returns when it waits in the queue.
func queued(t *testing.T, s *Store, f func() error) <-chan error {
	t.Helper()
	before := len(s.write.queue)
	errs := make(chan error, 1)
	go func() { errs <- f() }()
	for len(s.write.queue) == before {
		if len(errs) > 0 {
			t.Fatal(<-errs)
		}
	}
	return errs
}

func TestWritesThatArriveTogetherShareACommitAndARefusalTouchesNoOther(t *testing.T) {
	s := newStore(t, Options{})
	ctx := t.Context()
	before := s.Stats()
	open, held := hold(t, s)
	var answers []<-chan error
	for _, e := range []struct {
		after int64
		key   string
	}{{0, "a"}, {0, "b"}, {0, "a"}, {1, "c"}, {1, "c"}, {2, "d"}} {
		answers = append(answers, queued(t, s, func() error {
			return s.Append(ctx, "id", e.after, []store.Entry{{Key: e.key, Body: []byte(e.key)}}, store.Head{Phase: e.key})
		}))
	}
	answers = append(answers, queued(t, s, func() error { return s.Rename(ctx, "nobody", "Nobody") }))
	if n := s.Stats().Waiting; n != len(answers) {
		t.Errorf("%d writes wait", n)
	}
	open()
	if err := <-held; err != nil {
		t.Error(err)
	}
	var got []string
	for _, answer := range answers {
		got = append(got, fmt.Sprint(<-answer))
	}
	want := []string{
		"<nil>", (&store.ConflictError{Seq: 1}).Error(), (&store.ConflictError{Seq: 1}).Error(),
		"<nil>", (&store.ConflictError{Seq: 2}).Error(), "<nil>", `store: not found: person "nobody"`,
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("answers are\n%q, want\n%q", got, want)
	}
	entries, err := s.Log(ctx, "id", 0)
	if err != nil || len(entries) != 3 || string(entries[0].Body)+string(entries[1].Body)+string(entries[2].Body) != "acd" {
		t.Errorf("log is %v, %v", entries, err)
	}
	if table, err := s.Table(ctx, "id"); err != nil || table.Seq != 3 || table.Phase != "d" {
		t.Errorf("table is %+v, %v", table, err)
	}
	if after := s.Stats(); after.Commits-before.Commits != 1 || after.Writes-before.Writes != 8 || after.Waiting != 0 {
		t.Errorf("counts went from %+v to %+v", before, after)
	}
}

func TestWhoeverIsAtFaultTakesNobodyAlong(t *testing.T) {
	s := newStore(t, Options{})
	ctx := t.Context()
	open, held := hold(t, s)
	good := queued(t, s, func() error { return s.Append(ctx, "id", 0, []store.Entry{{Body: []byte("a")}}, store.Head{}) })
	bad := queued(t, s, func() error {
		return s.write.do(ctx, func(c *conn) error {
			_, err := c.exec(qInsertMore, "no such table", 1, nil, 0, nil, []byte{})
			return err
		})
	})
	last := queued(t, s, func() error { return s.Append(ctx, "id", 1, []store.Entry{{Body: []byte("b")}}, store.Head{}) })
	open()
	if err := errors.Join(<-held, <-good, <-last); err != nil {
		t.Error(err)
	}
	if _, ok := errors.AsType[*sqlite.Error](<-bad); !ok {
		t.Error("an event without a table was accepted")
	}
	if entries, err := s.Log(ctx, "id", 0); err != nil || len(entries) != 2 {
		t.Errorf("log is %v, %v", entries, err)
	}
	if n := s.Stats().Failures; n != 0 {
		t.Errorf("%d failures are counted", n)
	}
}

func TestAFailureFailsTheWholeBatchAndTheNextGoesOn(t *testing.T) {
	s := newStore(t, Options{})
	ctx := t.Context()
	broken := errors.New("the disk is broken")
	open, held := hold(t, s)
	good := queued(t, s, func() error { return s.Append(ctx, "id", 0, []store.Entry{{}}, store.Head{}) })
	refused := queued(t, s, func() error { return s.Append(ctx, "id", 0, []store.Entry{{}}, store.Head{}) })
	bad := queued(t, s, func() error { return s.write.do(ctx, func(*conn) error { return broken }) })
	open()
	for name, answer := range map[string]<-chan error{"held": held, "good": good, "refused": refused, "bad": bad} {
		if err := <-answer; !errors.Is(err, broken) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := s.Append(ctx, "id", 0, []store.Entry{{}}, store.Head{}); err != nil {
		t.Error(err)
	}
	if n := s.Stats().Failures; n != 1 {
		t.Errorf("%d failures are counted", n)
	}
}

func TestACallerWhoLeaves(t *testing.T) {
	s := newStore(t, Options{})
	gone, leave := context.WithCancel(t.Context())
	appendTo := func(ctx context.Context, after int64) func() error {
		return func() error { return s.Append(ctx, "id", after, []store.Entry{{}}, store.Head{}) }
	}
	open, held := hold(t, s)
	early := queued(t, s, appendTo(gone, 0)) // its turn has not come
	other := queued(t, s, appendTo(t.Context(), 0))
	leave()
	if err := <-early; !errors.Is(err, context.Canceled) || errors.Is(err, store.ErrUnknown) {
		t.Errorf("before its turn: %v", err)
	}
	open()
	if err := errors.Join(<-held, <-other); err != nil {
		t.Errorf("the others: %v", err)
	}
	if err := appendTo(gone, 1)(); !errors.Is(err, context.Canceled) || errors.Is(err, store.ErrUnknown) {
		t.Errorf("when gone already: %v", err)
	}

	gone, leave = context.WithCancel(t.Context())
	inside, gate := make(chan struct{}), make(chan struct{})
	late := make(chan error, 1)
	go func() {
		late <- s.write.do(gone, func(c *conn) error {
			close(inside)
			<-gate
			return c.moveOn(&appending{id: "id", after: 1, entries: []store.Entry{{}}})
		})
	}()
	<-inside
	leave()
	if err := <-late; !errors.Is(err, context.Canceled) || !errors.Is(err, store.ErrUnknown) {
		t.Errorf("in the middle: %v", err)
	}
	close(gate)
	if err := appendTo(t.Context(), 2)(); err != nil {
		t.Errorf("what was begun has not been done: %v", err)
	}
}

func TestTooManyWritesAreRefusedAtOnce(t *testing.T) {
	s := newStore(t, Options{MaxQueue: 2})
	open, held := hold(t, s)
	write := func() error { return s.write.do(t.Context(), func(*conn) error { return nil }) }
	first, second := queued(t, s, write), queued(t, s, write)
	if err := write(); !errors.Is(err, store.ErrOverloaded) {
		t.Errorf("error is %v", err)
	}
	open()
	if err := errors.Join(<-held, <-first, <-second, write()); err != nil {
		t.Error(err)
	}
}

func TestABatchIsBounded(t *testing.T) {
	s := newStore(t, Options{MaxBatch: 3})
	before := s.Stats().Commits
	open, held := hold(t, s)
	var answers []<-chan error
	for range 7 {
		answers = append(answers, queued(t, s, func() error {
			return s.write.do(t.Context(), func(*conn) error { return nil })
		}))
	}
	open()
	err := <-held
	for _, answer := range answers {
		err = errors.Join(err, <-answer)
	}
	if n := s.Stats().Commits - before; err != nil || n != 3 {
		t.Errorf("%d commits for 8 writes, %v", n, err)
	}
}

func TestClosingFinishesWhatWasAccepted(t *testing.T) {
	s := newStore(t, Options{MaxBatch: 2})
	open, held := hold(t, s)
	var answers []<-chan error
	var done atomic.Int64
	for range 5 {
		answers = append(answers, queued(t, s, func() error {
			return s.write.do(t.Context(), func(*conn) error { done.Add(1); return nil })
		}))
	}
	closed := make(chan error, 1)
	go func() { closed <- s.Close() }()
	for closing := false; !closing; {
		err := s.write.send(&request{run: func(*conn) error { return nil }, answer: make(chan error, 1)})
		closing = errors.Is(err, store.ErrClosed)
	}
	open()
	err := errors.Join(<-held, <-closed)
	for _, answer := range answers {
		err = errors.Join(err, <-answer)
	}
	if err != nil || done.Load() != 5 {
		t.Errorf("%d were done, %v", done.Load(), err)
	}
}

func TestAWriterWaitsForAnotherProcessAsLongAsItMay(t *testing.T) {
	s := newStore(t, Options{Busy: time.Millisecond})
	other, err := Open(t.Context(), s.path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := other.Close(); err != nil {
			t.Error(err)
		}
	}()
	open, held := hold(t, other)
	err = s.Append(t.Context(), "id", 0, []store.Entry{{}}, store.Head{})
	if err == nil || errors.Is(err, store.ErrUnknown) {
		t.Errorf("error is %v", err)
	}
	open()
	if err := <-held; err != nil {
		t.Error(err)
	}
	if err := s.Append(t.Context(), "id", 0, []store.Entry{{}}, store.Head{}); err != nil {
		t.Error(err)
	}
}
