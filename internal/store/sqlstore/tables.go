package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/saloon-games/saloon/internal/store"
)

// Create makes a table with the first entries of its log, if any. [store.ErrTaken]
// says that there is one with its id or its code.
func (s *Store) Create(ctx context.Context, t store.Table, entries []store.Entry) error {
	if err := store.CheckTable(t, entries); err != nil {
		return err
	}
	run := func(c *conn) error {
		made, err := c.exec(qCreate, t.ID, t.Code, micros(t.CreatedAt), t.Phase, t.Public, microsOrNull(t.WakeAt), present(t.Summary))
		if err != nil {
			return err
		}
		if made == 0 {
			return fmt.Errorf("%w: a table with id %q or code %q", store.ErrTaken, t.ID, t.Code)
		}
		if len(entries) == 0 {
			return nil
		}
		return c.lang.append(c, &appending{t.ID, 0, entries, t.Head})
	}
	return s.write.submit(ctx, &request{run: run, several: len(entries) > 0})
}

// Append adds entries to a log that is at the number after: they become after+1
// and so on. The head replaces the one before, and a lease on the table ends.
// Without entries only that happens, under the same condition.
//
// It is refused with a [*store.ConflictError] if the log is not at after, and with
// [store.ErrNotFound] if there is no such table. Keys are kept, not compared: whoever
// appends has read all that comes before.
func (s *Store) Append(ctx context.Context, id string, after int64, entries []store.Entry, head store.Head) error {
	if err := store.CheckAppend(id, entries, head); err != nil {
		return err
	}
	a := &appending{id, after, entries, head}
	return s.write.submit(ctx, &request{moves: a, run: func(c *conn) error { return c.lang.append(c, a) }})
}

// An appending is what is to be appended to the log of one table.
type appending struct {
	id      string
	after   int64
	entries []store.Entry
	head    store.Head
}

// whyNot finds out why a log could not be advanced.
func (c *conn) whyNot(id string) error {
	seq, found, err := c.number(qSeq, id)
	if err != nil {
		return err
	}
	if !found {
		return fmt.Errorf("%w: table %q", store.ErrNotFound, id)
	}
	return &store.ConflictError{Seq: seq}
}

// Log returns the entries of a table's log that come after a number, in order:
// all of them after 0. [store.ErrNotFound] if there is no such table.
func (s *Store) Log(ctx context.Context, id string, after int64) ([]store.Entry, error) {
	var entries []store.Entry
	err := s.read.each(ctx, func(row scanner) error {
		var (
			e   store.Entry
			at  int64
			key sql.NullString
		)
		if err := row.Scan(&e.Seq, &at, &key, &e.Body); err != nil {
			return err
		}
		e.At, e.Key = fromMicros(at), key.String
		entries = append(entries, e)
		return nil
	}, qLog, id, after)
	if err != nil {
		return nil, fmt.Errorf("store: log of %q: %w", id, err)
	}
	if len(entries) == 0 {
		if _, err := s.Table(ctx, id); err != nil {
			return nil, err
		}
	}
	slices.Reverse(entries) // the chain begins at its end
	for i := range entries {
		if want := max(after, 0) + int64(i) + 1; entries[i].Seq != want {
			return nil, fmt.Errorf("store: log of %q: entry %d stands where %d should", id, entries[i].Seq, want)
		}
	}
	return entries, nil
}

// Grown returns, of the tables whose logs are known up to a number, those whose logs have
// gone beyond it, with the numbers that they are at. Tables that are not there are left out.
func (s *Store) Grown(ctx context.Context, known map[string]int64) (map[string]int64, error) {
	if len(known) == 0 {
		return nil, nil
	}
	asked, err := json.Marshal(known)
	if err != nil {
		return nil, fmt.Errorf("store: logs that have grown: %w", err)
	}
	grown := map[string]int64{}
	err = s.read.each(ctx, func(row scanner) error {
		var id string
		var seq int64
		err := row.Scan(&id, &seq)
		grown[id] = seq
		return err
	}, qGrown, string(asked))
	if err != nil {
		return nil, fmt.Errorf("store: logs that have grown: %w", err)
	}
	return grown, nil
}

// Table returns the table with an id, or [store.ErrNotFound].
func (s *Store) Table(ctx context.Context, id string) (store.Table, error) {
	t, err := scanTable(s.read.row(ctx, qTable, id))
	return t, missing(err, "table", id)
}

// ByCode returns the table with a code, or [store.ErrNotFound].
func (s *Store) ByCode(ctx context.Context, code string) (store.Table, error) {
	t, err := scanTable(s.read.row(ctx, qTableByCode, code))
	return t, missing(err, "table with code", code)
}

// Public returns the public tables, the last to have been active first, and no
// more than limit of them.
func (s *Store) Public(ctx context.Context, limit int) ([]store.Table, error) {
	var tables []store.Table
	err := s.read.each(ctx, func(row scanner) error {
		t, err := scanTable(row)
		tables = append(tables, t)
		return err
	}, qPublic, max(limit, 0))
	if err != nil {
		return nil, fmt.Errorf("store: public tables: %w", err)
	}
	return tables, nil
}

// Claim hands out tables that are due: those whose WakeAt has come and which
// nobody else has claimed, or whose claimant's lease has run out. They are the
// caller's until now+lease, or until the next append to them; nobody else gets
// them before. The longest due come first, and no more than limit of them.
//
// A lease keeps nodes from doing the same work twice, nothing more: a claimant
// that was too slow finds out when its append conflicts. When [store.ErrUnknown] is
// returned, tables may be leased that nobody works on, until their leases run
// out. If nothing is due, nothing is written. Tables that are excepted are left to
// others.
func (s *Store) Claim(ctx context.Context, now time.Time, lease time.Duration, limit int, except ...string) ([]string, error) {
	if err := store.CheckClaim(lease, limit); err != nil {
		return nil, err
	}
	var due int
	others := s.write.lang.list(except)
	err := s.read.row(ctx, qDue, micros(now), others).Scan(&due)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("store: claim: %w", err)
	}
	type claim struct {
		id   string
		wake int64
	}
	var claims []claim
	err = s.write.do(ctx, func(c *conn) error {
		claims = nil
		return c.each(func(row scanner) error {
			var one claim
			err := row.Scan(&one.id, &one.wake)
			claims = append(claims, one)
			return err
		}, qClaim, micros(now), micros(now.Add(lease)), limit, others)
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(claims, func(a, b claim) int {
		return cmp.Or(cmp.Compare(a.wake, b.wake), cmp.Compare(a.id, b.id))
	})
	ids := make([]string, len(claims))
	for i, one := range claims {
		ids[i] = one.id
	}
	return ids, nil
}

// PutSecret keeps what must not be known before a game is over, by the game's
// number at its table. It never changes: if there is one already, the call is
// refused with [store.ErrTaken], and [Store.Secret] tells the one that counts.
// [store.ErrNotFound] if there is no such table.
func (s *Store) PutSecret(ctx context.Context, id string, game int64, secret []byte) error {
	if err := store.CheckSecret(id, secret); err != nil {
		return err
	}
	return s.write.do(ctx, func(c *conn) error {
		put, err := c.exec(qPutSecret, id, game, secret)
		if err != nil || put > 0 {
			return err
		}
		_, found, err := c.number(qSeq, id)
		if err != nil {
			return err
		}
		if !found {
			return fmt.Errorf("%w: table %q", store.ErrNotFound, id)
		}
		return fmt.Errorf("%w: the secret of game %d at table %q", store.ErrTaken, game, id)
	})
}

// Secret returns what [Store.PutSecret] has kept, or [store.ErrNotFound].
func (s *Store) Secret(ctx context.Context, id string, game int64) ([]byte, error) {
	var secret []byte
	err := s.read.row(ctx, qSecret, id, game).Scan(&secret)
	return secret, missing(err, "secret of table", id)
}

func scanTable(row scanner) (store.Table, error) {
	var (
		t               store.Table
		created, active int64
		wake            sql.NullInt64
	)
	if err := row.Scan(&t.ID, &t.Code, &created, &active, &t.Seq, &t.Phase, &t.Public, &wake, &t.Summary); err != nil {
		return store.Table{}, err
	}
	t.CreatedAt, t.ActiveAt = fromMicros(created), fromMicros(active)
	if wake.Valid {
		t.WakeAt = fromMicros(wake.Int64)
	}
	return t, nil
}

// missing says of a look-up that has failed what was looked for.
func missing(err error, what, name string) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sql.ErrNoRows):
		return fmt.Errorf("%w: %s %q", store.ErrNotFound, what, name)
	}
	return fmt.Errorf("store: %s %q: %w", what, name, err)
}

func microsOrNull(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return micros(t)
}

func keyOrNull(key string) any {
	if key == "" {
		return nil
	}
	return key
}
