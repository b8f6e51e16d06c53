package sqlstore

import (
	"context"
	"database/sql"
	"errors"
)

// A query is one of the statements of this package. Their SQL is what SQLite
// and PostgreSQL have in common: $1 for parameters, integers for times, bytes
// bound as bytes, conditions on yes-or-no columns without a comparison. What
// they cannot have in common is the schema, below migrations.
type query int

const (
	qPing query = iota
	qTable
	qTableByCode
	qPublic
	qLog
	qDue
	qSecret
	qPerson
	qPersonByToken
	reads // queries above this line are for reading; the rest is the writer's

	qSeq
	qCreate
	qInsert
	qInsertMore
	qAdvance
	qClaim
	qPutSecret
	qCreatePerson
	qRename
	qSeen
	queries
)

const (
	tableColumns  = `id, code, created_at, active_at, seq, phase, public, wake_at, summary`
	personColumns = `id, token_hash, name, created_at, seen_at`
)

var texts = [queries]string{
	qPing:        `SELECT 1 WHERE EXISTS (SELECT 1 FROM goose_db_version)`,
	qTable:       `SELECT ` + tableColumns + ` FROM tables WHERE id = $1`,
	qTableByCode: `SELECT ` + tableColumns + ` FROM tables WHERE code = $1`,
	qPublic:      `SELECT ` + tableColumns + ` FROM tables WHERE public ORDER BY active_at DESC, id DESC LIMIT $1`,
	// Along the chain, from the last event back to the one after $2.
	qLog: `WITH RECURSIVE log (prev, seq, at, key, body) AS (
			SELECT e.prev, e.seq, e.at, e.key, e.body FROM tables t JOIN events e ON e.id = t.last AND e.seq = t.seq
			WHERE t.id = $1 AND e.seq > $2
		UNION ALL
			SELECT e.prev, e.seq, e.at, e.key, e.body FROM log JOIN events e ON e.id = log.prev WHERE e.seq > $2)
		SELECT seq, at, key, body FROM log`,
	qDue:    `SELECT 1 FROM tables WHERE wake_at <= $1 AND lease_until <= $1 LIMIT 1`,
	qSecret: `SELECT secret FROM secrets WHERE table_id = $1 AND game = $2`,

	qPerson:        `SELECT ` + personColumns + ` FROM people WHERE id = $1`,
	qPersonByToken: `SELECT ` + personColumns + ` FROM people WHERE token_hash = $1`,

	qSeq: `SELECT seq FROM tables WHERE id = $1`,
	qCreate: `INSERT INTO tables (id, code, created_at, active_at, seq, phase, public, wake_at, lease_until, summary)
		VALUES ($1, $2, $3, $3, 0, $4, $5, $6, 0, $7) ON CONFLICT DO NOTHING`,
	// The guard of the log: whoever is not at its end adds no row.
	qInsert: `INSERT INTO events (table_id, seq, prev, at, key, body)
		SELECT id, seq + 1, last, $3, $4, $5 FROM tables WHERE id = $1 AND seq = $2`,
	qInsertMore: `INSERT INTO events (table_id, seq, prev, at, key, body) VALUES ($1, $2, $3, $4, $5, $6)`,
	qAdvance: `UPDATE tables SET seq = $3, last = COALESCE($4, last), active_at = COALESCE($5, active_at),
		phase = $6, public = $7, wake_at = $8, lease_until = 0, summary = $9 WHERE id = $1 AND seq = $2`,
	// PostgreSQL will want FOR UPDATE SKIP LOCKED in the inner query; SQLite
	// has one writer at a time.
	qClaim: `UPDATE tables SET lease_until = $2 WHERE id IN (
			SELECT id FROM tables WHERE wake_at <= $1 AND lease_until <= $1 ORDER BY wake_at, id LIMIT $3)
		RETURNING id, wake_at`,
	qPutSecret: `INSERT INTO secrets (table_id, game, secret)
		SELECT id, $2, $3 FROM tables WHERE id = $1 ON CONFLICT DO NOTHING`,

	qCreatePerson: `INSERT INTO people (id, token_hash, name, created_at, seen_at)
		VALUES ($1, $2, $3, $4, $4) ON CONFLICT DO NOTHING`,
	qRename: `UPDATE people SET name = $2 WHERE id = $1`,
	qSeen:   `UPDATE people SET seen_at = $2 WHERE id = $1 AND seen_at < $2`,
}

// A scanner is a row, one of its own or the present one of several.
type scanner interface{ Scan(dest ...any) error }

// A reader reads what is committed, on a pool of connections that cannot write.
type reader struct {
	db    *sql.DB
	stmts [reads]*sql.Stmt
}

func (r *reader) open(ctx context.Context, path string, opts Options) error {
	var err error
	if r.db, err = sql.Open(driverName, readDSN(path, opts)); err != nil {
		return err
	}
	r.db.SetMaxOpenConns(opts.Readers)
	r.db.SetMaxIdleConns(opts.Readers)
	for q := range r.stmts {
		if r.stmts[q], err = r.db.PrepareContext(ctx, texts[q]); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) close() error {
	if r.db == nil {
		return nil
	}
	return r.db.Close()
}

func (r *reader) row(ctx context.Context, q query, args ...any) scanner {
	return r.stmts[q].QueryRowContext(ctx, args...)
}

// each calls scan for every row.
func (r *reader) each(ctx context.Context, scan func(scanner) error, q query, args ...any) error {
	rows, err := r.stmts[q].QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	return eachRow(rows, scan)
}

func eachRow(rows *sql.Rows, scan func(scanner) error) (err error) {
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// A conn is the connection that writes, with what it has prepared. Its queries
// know no context: a transaction is shared, so no single caller can end it.
type conn struct {
	sql   *sql.Conn
	begin *sql.Stmt
	end   *sql.Stmt
	stmts [queries]*sql.Stmt
}

func connect(ctx context.Context, db *sql.DB) (*conn, error) {
	raw, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	c := &conn{sql: raw}
	// Not database/sql's transactions: those prepare anew each time.
	if c.begin, err = raw.PrepareContext(ctx, `BEGIN IMMEDIATE`); err != nil {
		return nil, errors.Join(err, c.close())
	}
	if c.end, err = raw.PrepareContext(ctx, `COMMIT`); err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, nil
}

// close ends the connection, and with it the transaction if there is one. That
// takes closing its statements first: database/sql does not, and SQLite lets
// the connection live on for them.
func (c *conn) close() error {
	var errs []error
	for _, stmt := range append(c.stmts[:], c.begin, c.end) {
		if stmt != nil {
			errs = append(errs, stmt.Close())
		}
	}
	return errors.Join(append(errs, c.sql.Close())...)
}

func (c *conn) stmt(q query) (*sql.Stmt, error) {
	if c.stmts[q] == nil {
		stmt, err := c.sql.PrepareContext(context.Background(), texts[q])
		if err != nil {
			return nil, err
		}
		c.stmts[q] = stmt
	}
	return c.stmts[q], nil
}

// exec returns how many rows it changed.
func (c *conn) exec(q query, args ...any) (int64, error) {
	stmt, err := c.stmt(q)
	if err != nil {
		return 0, err
	}
	result, err := stmt.ExecContext(context.Background(), args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func (c *conn) each(scan func(scanner) error, q query, args ...any) error {
	stmt, err := c.stmt(q)
	if err != nil {
		return err
	}
	rows, err := stmt.QueryContext(context.Background(), args...)
	if err != nil {
		return err
	}
	return eachRow(rows, scan)
}

// insert returns the id of the row that it adds, if it adds one. PostgreSQL will want
// RETURNING id for that, which costs SQLite a fifth of an append.
func (c *conn) insert(q query, args ...any) (id int64, added bool, err error) {
	stmt, err := c.stmt(q)
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

// number returns the one number that a query finds, if it finds one.
func (c *conn) number(q query, args ...any) (n int64, found bool, err error) {
	stmt, err := c.stmt(q)
	if err != nil {
		return 0, false, err
	}
	err = stmt.QueryRowContext(context.Background(), args...).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return n, err == nil, err
}
