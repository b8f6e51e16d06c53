// Package sqlstore keeps what package store has words for in a SQLite database.
//
// Writes that arrive together share one commit, and one that is refused does
// not touch the others. While the disk fails, writes fail; the store goes on
// when it is back.
//
// A Store may be used by any number of goroutines, and a file by several
// processes. The package must never know what bodies mean, nor rules of games, nor
// clocks.
package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/saloon-games/saloon/internal/store"
)

// Options are the limits of a [Store]. Zero values mean what is said.
type Options struct {
	Readers  int           // connections for reading; 0: 4
	MaxBatch int           // most writes that share a commit; 0: 256
	MaxQueue int           // most writes that wait for one; 0: 4096
	Busy     time.Duration // how long to wait for another process that writes; 0: 5 s
}

func (o Options) withDefaults() (Options, error) {
	if o.Readers < 0 || o.MaxBatch < 0 || o.MaxQueue < 0 || o.Busy < 0 {
		return o, fmt.Errorf("%w: a limit is negative: %+v", store.ErrInvalid, o)
	}
	if o.Readers == 0 {
		o.Readers = 4
	}
	if o.MaxBatch == 0 {
		o.MaxBatch = 256
	}
	if o.MaxQueue == 0 {
		o.MaxQueue = 4096
	}
	if o.Busy == 0 {
		o.Busy = 5 * time.Second
	}
	return o, nil
}

// A Store is an open database.
type Store struct {
	path  string
	opts  Options
	read  reader
	write *writer

	closing  sync.Once
	closeErr error
}

// Open opens the SQLite database in a file, which it makes if it is missing and
// brings to the newest schema if it is older. It refuses a database with a
// schema newer than it knows. Only the file's owner may read a file that it
// makes, for it holds secrets; beside it lie two more, with -wal and -shm at
// the end of their names, which belong to it.
//
// The context is for opening only.
func Open(ctx context.Context, path string, opts Options) (*Store, error) {
	opts, err := opts.withDefaults()
	if err != nil {
		return nil, err
	}
	path, err = filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("store: open: %w", err)
	}
	if err := prepare(ctx, path, opts); err != nil {
		return nil, fmt.Errorf("store: open %s: %w", path, err)
	}
	s := &Store{path: path, opts: opts}
	writes, err := sql.Open(driverName, writeDSN(path, opts))
	if err != nil {
		return nil, fmt.Errorf("store: open %s: %w", path, err)
	}
	s.write, err = newWriter(ctx, writes, opts)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("store: open %s: %w", path, err), writes.Close())
	}
	if err := s.read.open(ctx, path, opts); err != nil {
		return nil, errors.Join(fmt.Errorf("store: open %s: %w", path, err), s.Close())
	}
	return s, nil
}

// Close waits for the writes that were accepted and closes the database. Writes
// and reads that come later fail. Calling it again does nothing.
func (s *Store) Close() error {
	s.closing.Do(func() {
		s.write.stop()
		// The writer's connection goes last, so that it, which may write, is
		// the one that moves what is in the -wal file to where it belongs.
		s.closeErr = errors.Join(s.read.close(), s.write.close())
	})
	return s.closeErr
}

// Ping makes sure that the database answers, both to a reader and to a writer
// who waits in the queue like all others and then writes nothing. It does not
// find out whether there is room on the disk.
func (s *Store) Ping(ctx context.Context) error {
	var one int
	if err := s.read.row(ctx, qPing).Scan(&one); err != nil {
		return fmt.Errorf("store: ping: %w", err)
	}
	return s.write.do(ctx, func(*conn) error { return nil })
}

// Stats counts what a store has done since it was opened.
type Stats struct {
	Commits  int64 // transactions, each with one or more writes
	Writes   int64 // writes that were answered from a transaction that was committed, refusals included
	Failures int64 // transactions that the database refused
	Waiting  int   // writes in the queue now
}

// Stats returns the present counts.
func (s *Store) Stats() Stats {
	return Stats{
		Commits:  s.write.commits.Load(),
		Writes:   s.write.writes.Load(),
		Failures: s.write.failures.Load(),
		Waiting:  len(s.write.queue),
	}
}

// micros is how a time is kept: whole microseconds since 1970 in UTC.
func micros(t time.Time) int64 { return t.UnixMicro() }

func fromMicros(us int64) time.Time { return time.UnixMicro(us).UTC() }

// present makes of no bytes the empty ones, since nil would be SQL's null.
func present(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
