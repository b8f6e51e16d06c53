package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/saloon-games/saloon/internal/store"
)

// What only those ask for who look after a house. None of it is quick: it may read all
// there is.

// ListTables returns tables in the order of their ids, those after one id, "" for all, and no
// more than limit of them. Whatever has a log is one.
func (s *Store) ListTables(ctx context.Context, after string, limit int) ([]store.Table, error) {
	var tables []store.Table
	err := s.read.each(ctx, func(row scanner) error {
		t, err := scanTable(row)
		tables = append(tables, t)
		return err
	}, qTables, after, max(limit, 0))
	if err != nil {
		return nil, fmt.Errorf("store: tables: %w", err)
	}
	return tables, nil
}

// ListPeople returns people in the order of their ids, those after one id, "" for all, and no
// more than limit of them.
func (s *Store) ListPeople(ctx context.Context, after string, limit int) ([]store.Person, error) {
	var people []store.Person
	err := s.read.each(ctx, func(row scanner) error {
		p, err := scanPerson(row)
		people = append(people, p)
		return err
	}, qPeople, after, max(limit, 0))
	if err != nil {
		return nil, fmt.Errorf("store: people: %w", err)
	}
	return people, nil
}

// searched is how many events are searched by one query: few enough that it is done in a
// small part of the time that a server grants it, whatever they hold and however many
// there are.
const searched = 20_000

// Mentions returns the ids of the tables, in order, in whose logs a body has these bytes
// in it. It searches all that is there when it begins.
func (s *Store) Mentions(ctx context.Context, what []byte) ([]string, error) {
	return s.mentions(ctx, what, searched)
}

func (s *Store) mentions(ctx context.Context, what []byte, atOnce int64) ([]string, error) {
	if len(what) == 0 {
		return nil, fmt.Errorf("%w: nothing to look for", store.ErrInvalid)
	}
	var last int64
	err := s.read.row(ctx, qLastEvent).Scan(&last)
	found := map[string]bool{}
	for after := int64(0); after < last && err == nil; after += atOnce {
		err = s.read.each(ctx, func(row scanner) error {
			var id string
			err := row.Scan(&id)
			found[id] = true
			return err
		}, qMentions, what, after, after+atOnce)
	}
	if err != nil {
		return nil, fmt.Errorf("store: mentions: %w", err)
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// Rewrite is [Store.Append], and in the same step gives other bodies to those entries of
// the log whose numbers changed has. Nothing else of them changes.
func (s *Store) Rewrite(ctx context.Context, id string, after int64, changed, entries []store.Entry, head store.Head) error {
	if err := store.CheckRewrite(id, after, changed, entries, head); err != nil {
		return err
	}
	a := &appending{id, after, entries, head}
	return s.write.submit(ctx, &request{several: true, run: func(c *conn) error {
		if err := c.lang.append(c, a); err != nil { // which makes sure that the log is ours and at after
			return err
		}
		rows := map[int64]int64{}
		err := c.each(func(row scanner) error {
			var at, seq int64
			err := row.Scan(&at, &seq)
			rows[seq] = at
			return err
		}, qChain, id)
		for i := range changed {
			if err == nil {
				_, err = c.exec(qRewrite, rows[changed[i].Seq], present(changed[i].Body))
			}
		}
		return err
	}})
}

// Ban keeps a person out until a time, or no longer: the zero time. [store.ErrNotFound] if
// there is no such person.
func (s *Store) Ban(ctx context.Context, id string, until time.Time, reason string) error {
	if err := store.CheckBan(reason); err != nil {
		return err
	}
	return s.changeOne(ctx, qBan, id, microsOrZero(until), reason)
}

// SignOut puts a hash in the place of that of a person's token, which must be one that no
// token has, and so ends that they are known by it. [store.ErrNotFound] if there is no such
// person.
func (s *Store) SignOut(ctx context.Context, id string, hash []byte, at time.Time) error {
	if err := store.CheckSignOut(hash); err != nil {
		return err
	}
	return s.changeOne(ctx, qSignOut, id, hash, micros(at))
}

// Erase forgets a person, and what notices that are about them say. [store.ErrNotFound] if
// there is no such person.
func (s *Store) Erase(ctx context.Context, id string) error {
	return s.write.submit(ctx, &request{several: true, run: func(c *conn) error {
		gone, err := c.exec(qErase, id)
		if err == nil && gone == 0 {
			return fmt.Errorf("%w: person %q", store.ErrNotFound, id)
		}
		if err == nil {
			_, err = c.exec(qBlot, id)
		}
		return err
	}})
}

func (s *Store) changeOne(ctx context.Context, q query, id string, values ...any) error {
	return s.write.do(ctx, func(c *conn) error {
		changed, err := c.exec(q, append([]any{id}, values...)...)
		if err == nil && changed == 0 {
			err = fmt.Errorf("%w: person %q", store.ErrNotFound, id)
		}
		return err
	})
}

// mostNotes is how often a notice may find that another has just got its number.
const mostNotes = 20

// Note adds a notice at the end of the book.
func (s *Store) Note(ctx context.Context, n store.Notice) error {
	if err := store.CheckNotice(n); err != nil {
		return err
	}
	for range mostNotes {
		var noted int64
		err := s.write.do(ctx, func(c *conn) (err error) {
			noted, err = c.exec(qNote, micros(n.At), n.By, n.Deed, n.Table, n.Person, n.Note)
			return err
		})
		if err != nil || noted > 0 {
			return err
		}
	}
	return fmt.Errorf("%w: too many write in the book", store.ErrOverloaded)
}

// Notices returns what stands in the book after a number, in order, and no more than limit
// of it.
func (s *Store) Notices(ctx context.Context, after int64, limit int) ([]store.Notice, error) {
	var list []store.Notice
	err := s.read.each(ctx, func(row scanner) error {
		var n store.Notice
		var at int64
		err := row.Scan(&n.ID, &at, &n.By, &n.Deed, &n.Table, &n.Person, &n.Note)
		n.At = fromMicros(at)
		list = append(list, n)
		return err
	}, qNotices, after, max(limit, 0))
	if err != nil {
		return nil, fmt.Errorf("store: notices: %w", err)
	}
	return list, nil
}

// Scrub makes sure that nothing is left in the files of an SQLite database of what was
// deleted or replaced. It moves what is in the -wal file to its place and cuts that file
// off, which is quick; what is freed in the other one is overwritten anyway. If that has
// most bytes or fewer, or most is 0, it also writes that file anew and returns true: only so
// is gone what programs have left there that did not overwrite yet. It takes some 15 s
// for a gigabyte, in which others who want to write wait, and are refused after their
// patience (Options.Busy).
//
// On PostgreSQL it does nothing and returns true: the bytes of old rows stay in the
// server's files until its autovacuum and new rows take their place.
func (s *Store) Scrub(ctx context.Context, most int64) (whole bool, err error) {
	if s.path == "" {
		return true, nil
	}
	if whole, err = s.scrub(ctx, most); err != nil {
		err = fmt.Errorf("store: scrub: %w", err)
	}
	return whole, err
}

func (s *Store) scrub(ctx context.Context, most int64) (whole bool, err error) {
	db, err := sql.Open(driverName, writeDSN(s.path, s.opts))
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var size int64
	if err := db.QueryRowContext(ctx, `SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`).Scan(&size); err != nil {
		return false, err
	}
	if whole = most == 0 || size <= most; whole {
		if _, err := db.ExecContext(ctx, `VACUUM`); err != nil {
			return false, err
		}
	}
	// It does not cut off what somebody still reads, and says so in a row.
	var busy, frames, moved int
	for range 20 {
		if err := db.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &frames, &moved); err != nil {
			return false, err
		}
		if busy == 0 {
			return whole, nil
		}
	}
	return false, errors.New("somebody reads the database all the time; what was deleted is still in its -wal file")
}
