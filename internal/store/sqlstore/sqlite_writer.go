package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pressly/goose/v3"

	"github.com/saloon-games/saloon/internal/store"
)

// inSQLite is how SQLite does it: there is one hand, which has the only connection that
// may write, and each batch is one transaction.
var inSQLite = &dialect{
	name:   driverName,
	folder: "migrations/sqlite",
	goose:  goose.DialectSQLite3,
	has:    `SELECT 1 FROM sqlite_schema WHERE name = $1`,
	commit: (*hand).transaction,
	append: (*conn).moveOn,
	again:  func(error) bool { return false },
	away:   unusable,
	list:   func(ids []string) any { return "," + strings.Join(ids, ",") + "," },
	texts: with(map[query]string{
		// A number in the file's first page that SQLite keeps for programs and that ours has
		// no use for. It is written even if it is the same.
		qTouch:    `PRAGMA user_version = 0`,
		qMentions: `SELECT table_id FROM events WHERE id > $2 AND id <= $3 AND instr(body, $1) > 0`,
		// The guard of the log: whoever is not at its end adds no row.
		qInsert: `INSERT INTO events (table_id, seq, prev, at, key, body)
			SELECT id, seq + 1, last, $3, $4, $5 FROM tables WHERE id = $1 AND seq = $2`,
		qInsertMore: `INSERT INTO events (table_id, seq, prev, at, key, body) VALUES ($1, $2, $3, $4, $5, $6)`,
		qAdvance: `UPDATE tables SET seq = $3, last = COALESCE($4, last), active_at = COALESCE($5, active_at),
			phase = $6, public = $7, wake_at = $8, lease_until = 0, summary = $9 WHERE id = $1 AND seq = $2`,
		qDue: `SELECT 1 FROM tables WHERE wake_at <= $1 AND lease_until <= $1 AND instr($2, ',' || id || ',') = 0 LIMIT 1`,
		qClaim: `UPDATE tables SET lease_until = $2 WHERE id IN (
				SELECT id FROM tables WHERE wake_at <= $1 AND lease_until <= $1 AND instr($4, ',' || id || ',') = 0
				ORDER BY wake_at, id LIMIT $3)
			RETURNING id, wake_at`,
	}),
}

// transaction runs the batch, and whatever arrives meanwhile, in one transaction. It
// answers all of them and returns true; or one of them was at fault, then that
// one is answered and taken out, nothing has happened to the others, and it
// returns false.
func (h *hand) transaction() bool {
	if h.conn == nil {
		if err := h.connect(context.Background()); err != nil {
			return h.fail(err)
		}
	}
	if err := h.conn.prepareTransactions(); err != nil {
		return h.fail(err)
	}
	if _, err := h.conn.begin.ExecContext(context.Background()); err != nil {
		return h.fail(err)
	}
	for i := 0; i < len(h.batch) || h.gather(); i++ {
		r := h.batch[i]
		r.result = r.run(h.conn)
		switch {
		case r.result == nil || refusal(r.result):
		case blames(r.result):
			h.disconnect()
			r.answer <- fmt.Errorf("store: %w", r.result)
			h.batch = append(h.batch[:i], h.batch[i+1:]...)
			return false
		default:
			return h.fail(r.result)
		}
	}
	if _, err := h.conn.end.ExecContext(context.Background()); err != nil {
		if !unwritten(err) {
			err = fmt.Errorf("%w: commit: %w", store.ErrUnknown, err)
		}
		return h.fail(err)
	}
	h.commits.Add(1)
	h.writes.Add(int64(len(h.batch)))
	for _, r := range h.batch {
		r.batch = len(h.batch)
		r.answer <- r.result
	}
	return true
}

// prepareTransactions prepares what begins and ends them. It is not database/sql's
// transactions: those prepare anew each time.
func (c *conn) prepareTransactions() (err error) {
	if c.begin == nil {
		if c.begin, err = c.sql.PrepareContext(context.Background(), `BEGIN IMMEDIATE`); err != nil {
			return err
		}
	}
	if c.end == nil {
		c.end, err = c.sql.PrepareContext(context.Background(), `COMMIT`)
	}
	return err
}

// fail gives all of the batch the same error, also those who had been refused:
// they were refused for what is not there.
func (h *hand) fail(err error) bool {
	h.failures.Add(1)
	h.disconnect()
	if !errors.Is(err, store.ErrUnknown) {
		err = wordsFor(err, unusable(err))
	}
	for _, r := range h.batch {
		r.answer <- err
	}
	return true
}

// moveOn moves a log on: its events first, then its head.
func (c *conn) moveOn(a *appending) error {
	var last, active any
	if n := len(a.entries); n > 0 {
		at, ok, err := c.extend(a)
		if err != nil {
			return err
		}
		if !ok {
			return c.whyNot(a.id)
		}
		last, active = at, micros(a.entries[n-1].At)
	}
	moved, err := c.exec(qAdvance, a.id, a.after, a.after+int64(len(a.entries)), last, active,
		a.head.Phase, a.head.Public, microsOrNull(a.head.WakeAt), present(a.head.Summary))
	if err == nil && moved == 0 {
		err = c.whyNot(a.id)
	}
	return err
}

// extend adds the entries to the log, and returns the id of the last one's row. Where
// the log is elsewhere it does nothing and returns false.
func (c *conn) extend(a *appending) (last int64, ok bool, err error) {
	first := &a.entries[0]
	last, ok, err = c.insert(qInsert, a.id, a.after, micros(first.At), keyOrNull(first.Key), present(first.Body))
	for i := 1; i < len(a.entries) && ok && err == nil; i++ {
		e := &a.entries[i]
		last, ok, err = c.insert(qInsertMore, a.id, a.after+int64(i)+1, last, micros(e.At), keyOrNull(e.Key), present(e.Body))
	}
	return last, ok, err
}

// insert returns the id of the row that it adds, if it adds one. RETURNING id would say
// the same and costs SQLite a fifth of an append.
func (c *conn) insert(q query, args ...any) (id int64, added bool, err error) {
	stmt, err := c.stmt(context.Background(), q)
	if err != nil {
		return 0, false, err
	}
	result, err := stmt.ExecContext(context.Background(), args...)
	if err != nil {
		return 0, false, err
	}
	n, err := result.RowsAffected()
	if n == 0 || err != nil {
		return 0, false, err
	}
	id, err = result.LastInsertId()
	return id, true, err
}
