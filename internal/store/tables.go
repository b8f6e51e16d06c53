package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"
)

// An Entry is one event of a table's log.
type Entry struct {
	Seq  int64 // its number in its log, from 1; given by the store
	At   time.Time
	Key  string // by which whoever asked for it knows it again; "" for none
	Body []byte
}

// A Head is what is kept of a table beside its log. Each append replaces it.
type Head struct {
	Phase   string
	Public  bool      // whether [Store.Public] lists it
	WakeAt  time.Time // when [Store.Claim] hands it out; zero: not before a person acts
	Summary []byte    // for lists
}

// A Table is one table, without its log.
type Table struct {
	ID        string
	Code      string // short, for people to tell each other
	CreatedAt time.Time
	ActiveAt  time.Time // time of its last entry, before that CreatedAt; given by the store
	Seq       int64     // number of its last entry, 0 if there is none; given by the store
	Head
}

// Create makes a table with the first entries of its log, if any. [ErrTaken]
// says that there is one with its id or its code.
func (s *Store) Create(ctx context.Context, t Table, entries []Entry) error {
	if err := errors.Join(text("id", t.ID, 1, MaxID), text("code", t.Code, 1, MaxID), checkHead(t.Head), checkEntries(entries)); err != nil {
		return err
	}
	return s.write.do(ctx, func(c *conn) error {
		made, err := c.exec(qCreate, t.ID, t.Code, micros(t.CreatedAt), t.Phase, t.Public, microsOrNull(t.WakeAt), present(t.Summary))
		if err != nil {
			return err
		}
		if made == 0 {
			return fmt.Errorf("%w: a table with id %q or code %q", ErrTaken, t.ID, t.Code)
		}
		if len(entries) == 0 {
			return nil
		}
		return c.append(t.ID, 0, entries, t.Head)
	})
}

// Append adds entries to a log that is at the number after: they become after+1
// and so on. The head replaces the one before, and a lease on the table ends.
// Without entries only that happens, under the same condition.
//
// It is refused with a [*ConflictError] if the log is not at after, and with
// [ErrNotFound] if there is no such table. Keys are kept, not compared: whoever
// appends has read all that comes before.
func (s *Store) Append(ctx context.Context, id string, after int64, entries []Entry, head Head) error {
	if err := errors.Join(text("id", id, 1, MaxID), checkHead(head), checkEntries(entries)); err != nil {
		return err
	}
	return s.write.do(ctx, func(c *conn) error { return c.append(id, after, entries, head) })
}

func (c *conn) append(id string, after int64, entries []Entry, head Head) error {
	var last, active any
	if n := len(entries); n > 0 {
		at, ok, err := c.extend(id, after, entries)
		if err != nil {
			return err
		}
		if !ok {
			return c.whyNot(id)
		}
		last, active = at, micros(entries[n-1].At)
	}
	moved, err := c.exec(qAdvance, id, after, after+int64(len(entries)), last, active,
		head.Phase, head.Public, microsOrNull(head.WakeAt), present(head.Summary))
	if err == nil && moved == 0 {
		err = c.whyNot(id)
	}
	return err
}

// extend adds entries to a log that is at the number after, and returns the id of the
// last one's row. Where the log is elsewhere it does nothing and returns false.
func (c *conn) extend(id string, after int64, entries []Entry) (last int64, ok bool, err error) {
	first := &entries[0]
	last, ok, err = c.insert(qInsert, id, after, micros(first.At), keyOrNull(first.Key), present(first.Body))
	for i := 1; i < len(entries) && ok && err == nil; i++ {
		e := &entries[i]
		last, ok, err = c.insert(qInsertMore, id, after+int64(i)+1, last, micros(e.At), keyOrNull(e.Key), present(e.Body))
	}
	return last, ok, err
}

// whyNot finds out why a log could not be advanced.
func (c *conn) whyNot(id string) error {
	seq, found, err := c.number(qSeq, id)
	if err != nil {
		return err
	}
	if !found {
		return fmt.Errorf("%w: table %q", ErrNotFound, id)
	}
	return &ConflictError{Seq: seq}
}

// Log returns the entries of a table's log that come after a number, in order:
// all of them after 0. [ErrNotFound] if there is no such table.
func (s *Store) Log(ctx context.Context, id string, after int64) ([]Entry, error) {
	var entries []Entry
	err := s.read.each(ctx, func(row scanner) error {
		var (
			e   Entry
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

// Table returns the table with an id, or [ErrNotFound].
func (s *Store) Table(ctx context.Context, id string) (Table, error) {
	t, err := scanTable(s.read.row(ctx, qTable, id))
	return t, missing(err, "table", id)
}

// ByCode returns the table with a code, or [ErrNotFound].
func (s *Store) ByCode(ctx context.Context, code string) (Table, error) {
	t, err := scanTable(s.read.row(ctx, qTableByCode, code))
	return t, missing(err, "table with code", code)
}

// Public returns the public tables, the last to have been active first, and no
// more than limit of them.
func (s *Store) Public(ctx context.Context, limit int) ([]Table, error) {
	var tables []Table
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
// that was too slow finds out when its append conflicts. When [ErrUnknown] is
// returned, tables may be leased that nobody works on, until their leases run
// out. If nothing is due, nothing is written.
func (s *Store) Claim(ctx context.Context, now time.Time, lease time.Duration, limit int) ([]string, error) {
	if lease < time.Microsecond || limit < 1 {
		return nil, fmt.Errorf("%w: claim %d tables for %v; want at least one, for a microsecond or more", ErrInvalid, limit, lease)
	}
	var due int
	err := s.read.row(ctx, qDue, micros(now)).Scan(&due)
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
		}, qClaim, micros(now), micros(now.Add(lease)), limit)
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
// refused with [ErrTaken], and [Store.Secret] tells the one that counts.
// [ErrNotFound] if there is no such table.
func (s *Store) PutSecret(ctx context.Context, id string, game int64, secret []byte) error {
	if err := errors.Join(text("id", id, 1, MaxID), length("secret", len(secret), 1, MaxBody)); err != nil {
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
			return fmt.Errorf("%w: table %q", ErrNotFound, id)
		}
		return fmt.Errorf("%w: the secret of game %d at table %q", ErrTaken, game, id)
	})
}

// Secret returns what [Store.PutSecret] has kept, or [ErrNotFound].
func (s *Store) Secret(ctx context.Context, id string, game int64) ([]byte, error) {
	var secret []byte
	err := s.read.row(ctx, qSecret, id, game).Scan(&secret)
	return secret, missing(err, "secret of table", id)
}

func scanTable(row scanner) (Table, error) {
	var (
		t               Table
		created, active int64
		wake            sql.NullInt64
	)
	if err := row.Scan(&t.ID, &t.Code, &created, &active, &t.Seq, &t.Phase, &t.Public, &wake, &t.Summary); err != nil {
		return Table{}, err
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
		return fmt.Errorf("%w: %s %q", ErrNotFound, what, name)
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

// text refuses one that is too short or too long in bytes, or that not every
// database could keep.
func text(what, s string, least, most int) error {
	if err := length(what, len(s), least, most); err != nil {
		return err
	}
	if !utf8.ValidString(s) || slices.Contains([]byte(s), 0) {
		return fmt.Errorf("%w: %s %q is not UTF-8 or has a zero byte", ErrInvalid, what, s)
	}
	return nil
}

func checkHead(h Head) error {
	return errors.Join(text("phase", h.Phase, 0, MaxPhase), length("summary", len(h.Summary), 0, MaxBody))
}

func checkEntries(entries []Entry) error {
	if len(entries) > MaxEntries {
		return fmt.Errorf("%w: %d entries at once; want %d at most", ErrInvalid, len(entries), MaxEntries)
	}
	for i := range entries {
		e := &entries[i]
		if err := errors.Join(text("key", e.Key, 0, MaxKey), length("body", len(e.Body), 0, MaxBody)); err != nil {
			return err
		}
	}
	return nil
}
