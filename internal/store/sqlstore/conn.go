package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// A conn is a connection that writes, with what it has prepared. Its queries know no
// caller's context: what they are part of is shared, so no single caller can end it.
type conn struct {
	sql   *sql.Conn
	lang  *dialect
	most  time.Duration // for each statement; 0: as long as it takes
	used  time.Time     // the last time that the database answered, as far as it was noted
	begin *sql.Stmt     // SQLite's
	end   *sql.Stmt     // SQLite's
	stmts [queries]*sql.Stmt
}

// errUnsent wraps what went wrong before a statement was sent to be carried out.
var errUnsent = errors.New("not carried out")

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

func (c *conn) stmt(ctx context.Context, q query) (*sql.Stmt, error) {
	if c.stmts[q] == nil {
		stmt, err := c.sql.PrepareContext(ctx, c.lang.texts[q])
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errUnsent, err)
		}
		c.stmts[q] = stmt
	}
	return c.stmts[q], nil
}

// exec returns how many rows it changed.
func (c *conn) exec(q query, args ...any) (int64, error) {
	ctx, cancel := within(context.Background(), c.most)
	defer cancel()
	stmt, err := c.stmt(ctx, q)
	if err != nil {
		return 0, err
	}
	result, err := stmt.ExecContext(ctx, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// do carries out what has no parameters and is not prepared.
func (c *conn) do(text string) error {
	ctx, cancel := within(context.Background(), c.most)
	defer cancel()
	_, err := c.sql.ExecContext(ctx, text)
	return err
}

func (c *conn) each(scan func(scanner) error, q query, args ...any) error {
	ctx, cancel := within(context.Background(), c.most)
	defer cancel()
	stmt, err := c.stmt(ctx, q)
	if err != nil {
		return err
	}
	rows, err := stmt.QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	return eachRow(rows, scan)
}

// number returns the one number that a query finds, if it finds one.
func (c *conn) number(q query, args ...any) (n int64, found bool, err error) {
	ctx, cancel := within(context.Background(), c.most)
	defer cancel()
	stmt, err := c.stmt(ctx, q)
	if err != nil {
		return 0, false, err
	}
	err = stmt.QueryRowContext(ctx, args...).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return n, err == nil, err
}
