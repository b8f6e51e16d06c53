// Package sqlstore keeps what package store has words for in a database, SQLite or
// PostgreSQL.
//
// Writes that arrive together share one commit, and one that is refused does
// not touch the others. While the disk fails, writes fail; the store goes on
// when it is back, and when a server that was lost is found again.
//
// A Store may be used by any number of goroutines, and a database by several
// processes: a few on one machine with SQLite, any number on several with PostgreSQL. The
// package must never know what bodies mean, nor rules of games, nor what time is for: it
// only tells that of a database to who asks ([Store.Now]).
package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/saloon-games/saloon/internal/store"
)

// Options are the limits of a [Store]. Zero values mean what is said.
type Options struct {
	Readers  int // connections for reading; 0: 4, on PostgreSQL 8
	Writers  int // connections for writing, on PostgreSQL only; 0: 2
	MaxBatch int // most writes that share a commit; 0: 256, on PostgreSQL 64
	MaxQueue int // most writes that wait for one; 0: 4096
	// Busy is how long to wait for another process that writes, and on PostgreSQL how
	// long any statement may take; 0: 5 s.
	Busy time.Duration
	// Existing is whether a house must have been in the database: another one is left as it
	// is and refused with [ErrNoHouse].
	Existing bool
}

func (o Options) withDefaults(place string) (Options, error) {
	if o.Readers < 0 || o.Writers < 0 || o.MaxBatch < 0 || o.MaxQueue < 0 || o.Busy < 0 {
		return o, fmt.Errorf("%w: a limit is negative: %+v", store.ErrInvalid, o)
	}
	usual := Options{Readers: 4, Writers: 1, MaxBatch: 256, MaxQueue: 4096, Busy: 5 * time.Second}
	if IsAddress(place) {
		usual.Readers, usual.Writers, usual.MaxBatch = 8, 2, 64
	}
	for _, given := range []struct{ to, or *int }{
		{&o.Readers, &usual.Readers}, {&o.Writers, &usual.Writers}, {&o.MaxBatch, &usual.MaxBatch}, {&o.MaxQueue, &usual.MaxQueue},
	} {
		if *given.to == 0 {
			*given.to = *given.or
		}
	}
	if o.Busy == 0 {
		o.Busy = usual.Busy
	}
	return o, nil
}

// A Store is an open database.
type Store struct {
	name  string // for people, without what is secret
	path  string // of SQLite's file, "" for others
	opts  Options
	read  reader
	write *writer

	closing  sync.Once
	closeErr error
}

// Open opens a database: the PostgreSQL one at an address (see [IsAddress]), or the
// SQLite one in a file. It brings the schema up to date, once where several programs
// open one database together, and refuses a database with a schema newer than it knows,
// and one that [Move] has begun to fill and not ended ([ErrUnfinished]).
//
// A file is made if it is missing. Only its owner may read one that is made, for it holds
// secrets; beside it lie two more, with -wal and -shm at the end of their names, which
// belong to it. A server is refused that acknowledges what is not on disk.
//
// The context is for opening only.
func Open(ctx context.Context, place string, opts Options) (*Store, error) {
	opts, err := opts.withDefaults(place)
	if err != nil {
		return nil, err
	}
	if IsAddress(place) {
		return openPostgres(ctx, place, opts)
	}
	return openSQLite(ctx, place, opts)
}

// begin sets the store to work on its databases, or closes them.
func (s *Store) begin(ctx context.Context, hands int) error {
	err := s.write.open(ctx, hands, s.opts)
	if err == nil {
		err = s.read.open(ctx, s.opts.Readers)
	}
	if err != nil {
		return errors.Join(err, s.Close())
	}
	return nil
}

// Now is the time by the clock of the machine that has the database.
func (s *Store) Now(ctx context.Context) (time.Time, error) {
	var now int64
	if err := s.read.row(ctx, qNow).Scan(&now); err != nil {
		return time.Time{}, fmt.Errorf("store: the time: %w", err)
	}
	return fromMicros(now), nil
}

// Name tells people where the database is, without anything that is secret.
func (s *Store) Name() string { return s.name }

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

// Ping makes sure that the database answers a reader, and that a writer, who waits in the
// queue like all others, can have something put on disk that changes nothing.
func (s *Store) Ping(ctx context.Context) error {
	var one int
	if err := s.read.row(ctx, qPing).Scan(&one); err != nil {
		return fmt.Errorf("store: ping: %w", err)
	}
	return s.write.do(ctx, func(c *conn) error {
		_, err := c.exec(qTouch)
		return err
	})
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

// microsOrZero is how a time is kept that may be none.
func microsOrZero(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return micros(t)
}

func fromMicrosOrZero(us int64) time.Time {
	if us == 0 {
		return time.Time{}
	}
	return fromMicros(us)
}

// present makes of no bytes the empty ones, since nil would be SQL's null.
func present(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
