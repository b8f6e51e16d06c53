package memory

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/saloon-games/saloon/internal/store"
)

// applyInBook makes a change that is a notice, or after which somebody is forgotten. The
// caller holds mu.
func (s *Store) applyInBook(c *change) error {
	if n := c.Notice; n != nil {
		s.book = append(s.book, store.Notice{
			ID: int64(len(s.book)) + 1, At: fromMicros(n.At), By: n.By, Deed: n.Deed, Table: n.Table, Person: n.Person, Note: n.Note,
		})
		return nil
	}
	if _, err := found(s.people, "person", c.Erased); err != nil {
		return err
	}
	delete(s.people, c.Erased)
	s.book = slices.Clone(s.book) // readers have the one before
	for i := range s.book {
		if s.book[i].Person == c.Erased {
			s.book[i].Note = ""
		}
	}
	return nil
}

// rewrite gives entries of the log other bodies. The caller holds mu.
func (t *table) rewrite(list []anew) error {
	if len(list) == 0 {
		return nil
	}
	t.log = slices.Clone(t.log) // readers have the one before
	for _, a := range list {
		if a.Seq < 1 || a.Seq > t.Seq {
			return fmt.Errorf("%w: entry %d of a log that is at %d", store.ErrInvalid, a.Seq, t.Seq)
		}
		t.log[a.Seq-1].Body = a.Body
	}
	return nil
}

// some returns those rows that come after one id, in the order of ids, at most limit of them.
func some[V, R any](all map[string]*V, after string, limit int, row func(*V) R) []R {
	var ids []string
	for id := range all {
		if id > after {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	var rows []R
	for _, id := range ids[:min(max(limit, 0), len(ids))] {
		rows = append(rows, row(all[id]))
	}
	return rows
}

// ListTables returns tables in the order of their ids, those after one id, "" for all, and no
// more than limit of them. Whatever has a log is one.
func (s *Store) ListTables(ctx context.Context, after string, limit int) (tables []store.Table, err error) {
	err = s.read(ctx, func() error {
		tables = some(s.tables, after, limit, func(t *table) store.Table { return t.Table })
		return nil
	})
	return tables, err
}

// ListPeople returns people in the order of their ids, those after one id, "" for all, and no
// more than limit of them.
func (s *Store) ListPeople(ctx context.Context, after string, limit int) (people []store.Person, err error) {
	err = s.read(ctx, func() error {
		people = some(s.people, after, limit, func(p *store.Person) store.Person { return *p })
		return nil
	})
	return people, err
}

// Mentions returns the ids of the tables, in order, in whose logs a body has these bytes in it.
func (s *Store) Mentions(ctx context.Context, what []byte) (ids []string, err error) {
	if len(what) == 0 {
		return nil, fmt.Errorf("%w: nothing to look for", store.ErrInvalid)
	}
	err = s.read(ctx, func() error {
		for id, t := range s.tables {
			if slices.ContainsFunc(t.log, func(e store.Entry) bool { return bytes.Contains(e.Body, what) }) {
				ids = append(ids, id)
			}
		}
		return nil
	})
	slices.Sort(ids)
	return ids, err
}

// Rewrite is [Store.Append], and in the same step gives other bodies to those entries of
// the log whose numbers changed has. Nothing else of them changes.
func (s *Store) Rewrite(ctx context.Context, id string, after int64, changed, entries []store.Entry, head store.Head) error {
	if err := store.CheckRewrite(id, after, changed, entries, head); err != nil {
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
		c := &change{Table: id, Head: headOf(head), Entries: entriesOf(entries)}
		for i := range changed {
			c.Anew = append(c.Anew, anew{changed[i].Seq, changed[i].Body})
		}
		return c, nil
	})
}

// Ban keeps a person out until a time, or no longer: the zero time. [store.ErrNotFound] if
// there is no such person.
func (s *Store) Ban(ctx context.Context, id string, until time.Time, reason string) error {
	if err := store.CheckBan(reason); err != nil {
		return err
	}
	return s.changePerson(ctx, id, func(p *store.Person) { p.BannedUntil, p.BanReason = until, reason })
}

// SignOut puts a hash in the place of that of a person's token, which must be one that no
// token has. [store.ErrNotFound] if there is no such person.
func (s *Store) SignOut(ctx context.Context, id string, hash []byte, at time.Time) error {
	if err := store.CheckSignOut(hash); err != nil {
		return err
	}
	return s.changePerson(ctx, id, func(p *store.Person) { p.TokenHash, p.OutAt = hash, at })
}

func (s *Store) changePerson(ctx context.Context, id string, how func(*store.Person)) error {
	return s.write(ctx, func() (*change, error) {
		p, err := found(s.people, "person", id)
		if err != nil {
			return nil, err
		}
		other := *p
		how(&other)
		return &change{Person: personOf(&other)}, nil
	})
}

// Erase forgets a person, and what notices that are about them say. [store.ErrNotFound] if
// there is no such person. Lines that were kept before are the caller's to forget.
func (s *Store) Erase(ctx context.Context, id string) error {
	return s.write(ctx, func() (*change, error) {
		if _, err := found(s.people, "person", id); err != nil {
			return nil, err
		}
		return &change{Erased: id}, nil
	})
}

// Note adds a notice at the end of the book.
func (s *Store) Note(ctx context.Context, n store.Notice) error {
	if err := store.CheckNotice(n); err != nil {
		return err
	}
	return s.write(ctx, func() (*change, error) {
		return &change{Notice: &notice{n.At.UnixMicro(), n.By, n.Deed, n.Table, n.Person, n.Note}}, nil
	})
}

// Notices returns what stands in the book after a number, in order, and no more than limit
// of it.
func (s *Store) Notices(ctx context.Context, after int64, limit int) (list []store.Notice, err error) {
	err = s.read(ctx, func() error {
		from := min(max(after, 0), int64(len(s.book)))
		list = s.book[from:min(from+int64(max(limit, 0)), int64(len(s.book)))]
		return nil
	})
	return slices.Clip(list), err
}
