//go:build unix

package sqlstore_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/saloon-games/saloon/internal/store"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
	"github.com/saloon-games/saloon/internal/store/sqlstore/pgtest"
)

// With this in its environment the test binary is a child: a program that has
// the database named there open and appends to its tables.
const (
	childVariable = "SALOON_STORE_TEST_CHILD"
	tablesOfChild = 4
	handsOfChild  = 2 // appenders for each table, who get in each other's way
)

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) != "" {
		os.Exit(child())
	}
	os.Exit(pgtest.Run(m))
}

// child appends until it has appended as often as its environment says, or for
// ever. It prints each acknowledgement when it has it: table, number, key.
func child() int {
	limit, err := strconv.Atoi(os.Getenv(childVariable + "_APPENDS"))
	if err != nil {
		return complain(err)
	}
	ctx := context.Background()
	s, err := sqlstore.Open(ctx, os.Getenv(childVariable), sqlstore.Options{})
	if err != nil {
		return complain(err)
	}
	errs := make(chan error, tablesOfChild*handsOfChild)
	for i := range tablesOfChild * handsOfChild {
		go func() {
			errs <- appendForEver(ctx, s, fmt.Sprint("table-", i%tablesOfChild), fmt.Sprint(os.Getpid(), "-", i), limit)
		}()
	}
	for range cap(errs) {
		err = errors.Join(err, <-errs)
	}
	if err := errors.Join(err, s.Close()); err != nil {
		return complain(err)
	}
	return 0
}

func complain(err error) int {
	fmt.Fprintln(os.Stderr, err)
	return 1
}

func appendForEver(ctx context.Context, s *sqlstore.Store, id, name string, limit int) error {
	if err := s.Create(ctx, store.Table{ID: id, Code: id}, nil); err != nil && !errors.Is(err, store.ErrTaken) {
		return err
	}
	after := int64(0)
	for n := range limit {
		key := fmt.Sprint(name, "-", n)
		e := store.Entry{At: second(n), Key: key, Body: []byte("body of " + key)}
		for {
			err := s.Append(ctx, id, after, []store.Entry{e}, store.Head{WakeAt: second(n)})
			if err == nil {
				break
			}
			conflict, ok := errors.AsType[*store.ConflictError](err)
			if !ok {
				return err
			}
			after = conflict.Seq
		}
		after++
		if _, err := fmt.Fprintln(os.Stdout, id, after, key); err != nil {
			return err
		}
	}
	return nil
}

// An acknowledgement is what a child has been told.
type acknowledgement struct {
	id  string
	seq int64
	key string
}

// start has a child append to the database in a file, and returns what waits
// for its acknowledgements.
func start(t *testing.T, path string, appends int) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	command := exec.CommandContext(t.Context(), os.Args[0])
	command.Env = append(os.Environ(), childVariable+"="+path, fmt.Sprint(childVariable, "_APPENDS=", appends))
	command.Stderr = os.Stderr
	out, err := command.StdoutPipe()
	check(t, err)
	check(t, command.Start())
	return command, bufio.NewScanner(out)
}

func parse(t *testing.T, line string) (a acknowledgement) {
	t.Helper()
	if _, err := fmt.Sscan(line, &a.id, &a.seq, &a.key); err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	return a
}

// verify makes sure that the logs have every acknowledged entry where it was
// acknowledged, each key once, and as many entries as the tables say. A server may still
// do what somebody has asked for who is dead.
func verify(t *testing.T, s *sqlstore.Store, acknowledged []acknowledgement) {
	t.Helper()
	entries := map[string][]store.Entry{}
	keys := map[string]bool{}
	for i := range tablesOfChild {
		id := fmt.Sprint("table-", i)
		before, err := s.Table(t.Context(), id)
		if errors.Is(err, store.ErrNotFound) {
			continue // killed before it was made
		}
		check(t, err)
		log, err := s.Log(t.Context(), id, 0)
		check(t, err)
		if n := int64(len(log)); n < before.Seq || n > table(t, s, id).Seq {
			t.Errorf("%s has %d entries and said %d", id, n, before.Seq)
		}
		for n, e := range log {
			if e.Seq != int64(n)+1 || keys[e.Key] || string(e.Body) != "body of "+e.Key {
				t.Errorf("%s, entry %d: %+v", id, n+1, e)
			}
			keys[e.Key] = true
		}
		entries[id] = log
	}
	for _, a := range acknowledged {
		if log := entries[a.id]; int64(len(log)) < a.seq || log[a.seq-1].Key != a.key {
			t.Errorf("acknowledged and not there: %+v", a)
		}
	}
}

func TestWhatWasAcknowledgedOutlivesTheProcess(t *testing.T) {
	for name, place := range map[string]string{
		"SQLite":     filepath.Join(t.TempDir(), "saloon.db"),
		"PostgreSQL": pgtest.Database(t),
	} {
		t.Run(name, func(t *testing.T) { killProcesses(t, place) })
	}
}

func killProcesses(t *testing.T, place string) {
	t.Helper()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	var acknowledged []acknowledgement
	for round := range 20 {
		command, lines := start(t, place, 1<<30)
		// Killed after so many acknowledgements, at first before any; all
		// appenders are at work then, and some of them unanswered.
		for n := round * random.IntN(20); n > 0 && lines.Scan(); n-- {
			acknowledged = append(acknowledged, parse(t, lines.Text()))
		}
		check(t, command.Process.Kill())
		for lines.Scan() { // printed before it died
			acknowledged = append(acknowledged, parse(t, lines.Text()))
		}
		if err := command.Wait(); err == nil {
			t.Fatal("the child ended by itself")
		}
		s, err := sqlstore.Open(t.Context(), place, sqlstore.Options{})
		check(t, err)
		verify(t, s, acknowledged)
		if n := len(acknowledged); n > 0 {
			last := acknowledged[n-1]
			again := store.Entry{Key: last.key}
			want := table(t, s, last.id).Seq
			err := s.Append(t.Context(), last.id, last.seq-1, []store.Entry{again}, store.Head{})
			if conflict, ok := errors.AsType[*store.ConflictError](err); !ok || conflict.Seq < want {
				t.Errorf("trying %+v again: %v", last, err)
			}
		}
		check(t, s.Close())
	}
	t.Logf("%d acknowledged", len(acknowledged))
}

func TestSeveralProcessesMayWriteOneDatabase(t *testing.T) {
	for name, place := range map[string]string{
		"SQLite":     filepath.Join(t.TempDir(), "saloon.db"),
		"PostgreSQL": pgtest.Database(t),
	} {
		t.Run(name, func(t *testing.T) { severalProcesses(t, place) })
	}
}

func severalProcesses(t *testing.T, place string) {
	t.Helper()
	s := open(t, place) // and a third reads
	const appends = 10
	var wg sync.WaitGroup
	var acknowledged [2][]acknowledgement
	for i := range acknowledged {
		command, lines := start(t, place, appends)
		wg.Go(func() {
			for lines.Scan() {
				acknowledged[i] = append(acknowledged[i], parse(t, lines.Text()))
				if _, err := s.Log(t.Context(), "table-0", 0); err != nil && !errors.Is(err, store.ErrNotFound) {
					t.Error(err)
				}
			}
			if err := command.Wait(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	all := slices.Concat(acknowledged[:]...)
	verify(t, s, all)
	if len(all) != 2*appends*tablesOfChild*handsOfChild {
		t.Errorf("%d appends were acknowledged", len(all))
	}
}

// The disk is full when no file of the process may grow. That is the whole
// process's lot, so it is a process of its own.
func TestWhileTheDiskIsFullWritesFailAndNothingIsLost(t *testing.T) {
	const alone = childVariable + "_FULL"
	if os.Getenv(alone) == "" {
		command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
		command.Env = append(os.Environ(), alone+"=1")
		if out, err := command.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	signal.Ignore(syscall.SIGXFSZ) // then a write fails instead
	var limit syscall.Rlimit
	check(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit))
	before := limit.Cur
	resize := func(most uint64) {
		limit.Cur = most
		check(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit))
	}

	s := fresh(t)
	ctx := t.Context()
	appendOne := func(id string) error {
		e := store.Entry{At: second(1), Body: make([]byte, 1000)}
		now, err := s.Table(ctx, id)
		if err != nil {
			return err
		}
		return s.Append(ctx, id, now.Seq, []store.Entry{e}, store.Head{Summary: make([]byte, 1000)})
	}
	ids := make([]string, 8)
	for i := range ids {
		ids[i] = fmt.Sprint("table-", i)
		create(t, s, ids[i])
		check(t, appendOne(ids[i]))
	}
	acknowledged := make([]int64, len(ids))
	var whileSmall atomic.Int64
	for range 3 {
		resize(500_000)
		var wg sync.WaitGroup
		for i, id := range ids {
			wg.Go(func() {
				for failures := 0; failures < 5; {
					if err := appendOne(id); err != nil {
						failures++
					} else {
						acknowledged[i]++
						whileSmall.Add(1)
					}
				}
			})
		}
		wg.Wait()
		for _, id := range ids { // reading goes on
			numbered(t, s, id)
		}
		resize(before)
		for i, id := range ids {
			check(t, appendOne(id))
			acknowledged[i]++
		}
		check(t, s.Ping(ctx))
	}
	check(t, s.Backup(ctx, filepath.Join(t.TempDir(), "backup.db")))
	for i, id := range ids {
		log, err := s.Log(ctx, id, 0)
		check(t, err)
		if n := int64(len(log)); n != table(t, s, id).Seq || n < 1+acknowledged[i] {
			t.Errorf("%s has %d entries and says %d; %d were acknowledged", id, n, table(t, s, id).Seq, 1+acknowledged[i])
		}
	}
	if failures := s.Stats().Failures; failures == 0 || whileSmall.Load() == 0 {
		t.Errorf("the disk filled at once or never: %d failures, %d appends", failures, whileSmall.Load())
	}
}
