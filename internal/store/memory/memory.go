// Package memory keeps what package store has words for in one process: for a house
// that nobody else has, such as the one on a single device. All of it is gone with the
// process but what somebody kept of its lines, see [New] and [Load].
//
// Nothing waits and nothing is shared: every call is done at once, under one lock. A
// Store may be used by any number of goroutines. The package must never know what
// bodies mean, nor rules of games, nor clocks.
package memory

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/saloon-games/saloon/internal/store"
)

// A Store is tables, their logs and secrets, and people, in memory.
type Store struct {
	keep func(line []byte) error

	mu     sync.Mutex
	tables map[string]*table // by id
	ids    []string          // of the tables, as they were made
	codes  map[string]*table
	people map[string]*store.Person
	book   []store.Notice
	closed bool
}

type table struct {
	store.Table
	log     []store.Entry // only ever appended to, or replaced
	lease   time.Time     // until when somebody has claimed it; zero: nobody has
	secrets map[int64][]byte
}

// New returns an empty store. Keep, unless it is nil, is given every write as one line
// of JSON (without its end) before anybody can see what was written, one line at a
// time, in the order of the writes: [Load] makes the same store of all lines. What keep
// does not take is not written and answered with [store.ErrUnknown], for nobody knows
// what has become of the line. Keep must not use the store. Claims are not kept: they
// end with the process.
func New(keep func(line []byte) error) *Store {
	if keep == nil {
		keep = func([]byte) error { return nil }
	}
	return &Store{
		keep: keep, tables: map[string]*table{}, codes: map[string]*table{}, people: map[string]*store.Person{},
	}
}

// write makes a change, unless decide says why not; a nil change is nothing to do.
func (s *Store) write(ctx context.Context, decide func() (*change, error)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return store.ErrClosed
	}
	c, err := decide()
	if c == nil || err != nil {
		return err
	}
	line, err := c.line()
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if err := s.keep(line); err != nil {
		return fmt.Errorf("%w: %w", store.ErrUnknown, err)
	}
	return s.apply(c)
}

// read has f look at what there is.
func (s *Store) read(ctx context.Context, f func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return store.ErrClosed
	}
	return f()
}

// Close ends the store: whatever is asked of it later is refused.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return nil
}

// Create makes a table with the first entries of its log, if any. [store.ErrTaken]
// says that there is one with its id or its code.
func (s *Store) Create(ctx context.Context, t store.Table, entries []store.Entry) error {
	if err := store.CheckTable(t, entries); err != nil {
		return err
	}
	return s.write(ctx, func() (*change, error) {
		if s.tables[t.ID] != nil || s.codes[t.Code] != nil {
			return nil, fmt.Errorf("%w: a table with id %q or code %q", store.ErrTaken, t.ID, t.Code)
		}
		return &change{
			Table: t.ID, Made: &made{Code: t.Code, At: t.CreatedAt.UnixMicro()}, Head: headOf(t.Head), Entries: entriesOf(entries),
		}, nil
	})
}

// Append adds entries to a log that is at the number after: they become after+1
// and so on. The head replaces the one before, and a lease on the table ends.
// Without entries only that happens, under the same condition.
//
// It is refused with a [*store.ConflictError] if the log is not at after, and with
// [store.ErrNotFound] if there is no such table. Keys are kept, not compared.
func (s *Store) Append(ctx context.Context, id string, after int64, entries []store.Entry, head store.Head) error {
	if err := store.CheckAppend(id, entries, head); err != nil {
		return err
	}
	return s.write(ctx, func() (*change, error) {
		t, err := s.table(id)
		if err == nil && t.Seq != after {
			err = &store.ConflictError{Seq: t.Seq}
		}
		if err != nil {
			return nil, err
		}
		return &change{Table: id, Head: headOf(head), Entries: entriesOf(entries)}, nil
	})
}

// PutSecret keeps what must not be known before a game is over, by the game's
// number at its table. It never changes: if there is one already, the call is
// refused with [store.ErrTaken].
func (s *Store) PutSecret(ctx context.Context, id string, game int64, secret []byte) error {
	if err := store.CheckSecret(id, secret); err != nil {
		return err
	}
	return s.write(ctx, func() (*change, error) {
		t, err := s.table(id)
		if err == nil && t.secrets[game] != nil {
			err = fmt.Errorf("%w: the secret of game %d at table %q", store.ErrTaken, game, id)
		}
		if err != nil {
			return nil, err
		}
		return &change{Table: id, Game: game, Secret: secret}, nil
	})
}

// table returns the table with an id. The caller holds mu.
func (s *Store) table(id string) (*table, error) { return found(s.tables, "table", id) }

func found[V any](all map[string]*V, what, name string) (*V, error) {
	if v := all[name]; v != nil {
		return v, nil
	}
	return nil, fmt.Errorf("%w: %s %q", store.ErrNotFound, what, name)
}

// Log returns the entries of a table's log that come after a number, in order:
// all of them after 0. [store.ErrNotFound] if there is no such table.
func (s *Store) Log(ctx context.Context, id string, after int64) (log []store.Entry, err error) {
	err = s.read(ctx, func() error {
		t, err := s.table(id)
		if err == nil {
			log = slices.Clip(t.log[min(max(after, 0), t.Seq):])
		}
		return err
	})
	return log, err
}

// Grown returns, of the tables whose logs are known up to a number, those whose logs have
// gone beyond it, with the numbers that they are at. Tables that are not there are left out.
func (s *Store) Grown(ctx context.Context, known map[string]int64) (grown map[string]int64, err error) {
	err = s.read(ctx, func() error {
		for id, seq := range known {
			if t := s.tables[id]; t != nil && t.Seq > seq {
				if grown == nil {
					grown = map[string]int64{}
				}
				grown[id] = t.Seq
			}
		}
		return nil
	})
	return grown, err
}

// Table returns the table with an id, or [store.ErrNotFound].
func (s *Store) Table(ctx context.Context, id string) (store.Table, error) {
	return s.look(ctx, s.tables, "table", id)
}

// ByCode returns the table with a code, or [store.ErrNotFound].
func (s *Store) ByCode(ctx context.Context, code string) (store.Table, error) {
	return s.look(ctx, s.codes, "table with code", code)
}

func (s *Store) look(ctx context.Context, all map[string]*table, what, name string) (row store.Table, err error) {
	err = s.read(ctx, func() error {
		t, err := found(all, what, name)
		if err == nil {
			row = t.Table
		}
		return err
	})
	return row, err
}

// Tables lists the ids of all tables in the order in which they were made.
func (s *Store) Tables() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.ids)
}

// Public returns the public tables, the last to have been active first, and no
// more than limit of them.
func (s *Store) Public(ctx context.Context, limit int) (tables []store.Table, err error) {
	err = s.read(ctx, func() error {
		for _, t := range s.tables {
			if t.Public {
				tables = append(tables, t.Table)
			}
		}
		return nil
	})
	slices.SortFunc(tables, func(a, b store.Table) int {
		return cmp.Or(b.ActiveAt.Compare(a.ActiveAt), cmp.Compare(b.ID, a.ID))
	})
	return tables[:min(max(limit, 0), len(tables))], err
}

// Claim hands out tables that are due: those whose WakeAt has come and which
// nobody else has claimed, or whose claimant's lease has run out. They are the
// caller's until now+lease, or until the next append to them. The longest due come
// first, and no more than limit of them. Tables that are excepted are left to others.
func (s *Store) Claim(ctx context.Context, now time.Time, lease time.Duration, limit int, except ...string) (ids []string, err error) {
	if err := store.CheckClaim(lease, limit); err != nil {
		return nil, err
	}
	now = fromMicros(now.UnixMicro()) // as times are kept
	err = s.read(ctx, func() error {
		var due []*table
		for _, t := range s.tables {
			if !t.WakeAt.IsZero() && !t.WakeAt.After(now) && !t.lease.After(now) && !slices.Contains(except, t.ID) {
				due = append(due, t)
			}
		}
		slices.SortFunc(due, func(a, b *table) int {
			return cmp.Or(a.WakeAt.Compare(b.WakeAt), cmp.Compare(a.ID, b.ID))
		})
		for _, t := range due[:min(limit, len(due))] {
			t.lease = now.Add(lease)
			ids = append(ids, t.ID)
		}
		return nil
	})
	return ids, err
}

// Secret returns what [Store.PutSecret] has kept, or [store.ErrNotFound].
func (s *Store) Secret(ctx context.Context, id string, game int64) (secret []byte, err error) {
	err = s.read(ctx, func() error {
		if t := s.tables[id]; t != nil {
			secret = t.secrets[game]
		}
		if secret == nil {
			return fmt.Errorf("%w: secret of table %q", store.ErrNotFound, id)
		}
		return nil
	})
	return secret, err
}
