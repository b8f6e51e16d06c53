package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/saloon-games/saloon/internal/store"
)

// A reader reads what is committed, on a pool of connections that cannot write.
type reader struct {
	db    *sql.DB
	lang  *dialect
	most  time.Duration // for each query; 0: as long as the caller waits
	stmts [reads]*sql.Stmt
}

func (r *reader) open(ctx context.Context, connections int) error {
	r.db.SetMaxOpenConns(connections)
	r.db.SetMaxIdleConns(connections)
	for q := range r.stmts {
		var err error
		if r.stmts[q], err = r.db.PrepareContext(ctx, r.lang.texts[q]); err != nil {
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

// row returns the one row that a query finds; its Scan asks.
func (r *reader) row(ctx context.Context, q query, args ...any) scanner {
	return &lookup{r, ctx, q, args}
}

// A lookup is a row that is not read yet.
type lookup struct {
	r    *reader
	ctx  context.Context //nolint:containedctx // it lives as long as the call that made it
	q    query
	args []any
}

// Scan asks for the row and reads it.
func (l *lookup) Scan(dest ...any) error {
	return l.r.try(l.ctx, func(ctx context.Context) (begun bool, err error) {
		return false, l.r.stmts[l.q].QueryRowContext(ctx, l.args...).Scan(dest...)
	})
}

// each calls scan for every row.
func (r *reader) each(ctx context.Context, scan func(scanner) error, q query, args ...any) error {
	return r.try(ctx, func(ctx context.Context) (begun bool, err error) {
		rows, err := r.stmts[q].QueryContext(ctx, args...)
		if err != nil {
			return false, err
		}
		err = eachRow(rows, func(row scanner) error {
			begun = true
			return scan(row)
		})
		return begun, err
	})
}

// inWords is an error of a read as callers know it; only one of the database itself has to
// be told apart.
func (r *reader) inWords(err error) error {
	if err != nil && r.lang.away(err) {
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return err
}

// pauses come before a query is asked again: a database that was restarted has closed
// all connections, and takes a moment until it takes new ones.
var pauses = [...]time.Duration{0, 20 * time.Millisecond, 100 * time.Millisecond, 400 * time.Millisecond}

// try asks again what has lost its connection before the first row came.
func (r *reader) try(ctx context.Context, ask func(context.Context) (begun bool, err error)) error {
	ctx, cancel := within(ctx, r.most)
	defer cancel()
	for n := 0; ; n++ {
		begun, err := ask(ctx)
		if err == nil || begun || n == len(pauses) || ctx.Err() != nil || !r.lang.again(err) {
			return r.inWords(err)
		}
		select {
		case <-ctx.Done():
			return r.inWords(err)
		case <-time.After(pauses[n]):
		}
	}
}
