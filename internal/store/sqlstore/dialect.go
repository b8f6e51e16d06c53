package sqlstore

import (
	"context"
	"fmt"
	"time"

	"github.com/pressly/goose/v3"

	"github.com/saloon-games/saloon/internal/store"
)

// A dialect is all in which two databases differ, beside their schemas and how they are
// opened.
type dialect struct {
	name   string // as database/sql knows the driver
	texts  [queries]string
	folder string // of migrations
	goose  goose.Dialect

	// has finds a table by its name.
	has string

	// commit does what a batch asks for and answers it, see [hand].
	commit func(*hand) bool
	// append moves one log on, inside of what the hand has begun.
	append func(*conn, *appending) error
	// again reports whether what was only read may be asked again, since the
	// connection was lost.
	again func(error) bool
	// away reports whether an error, of a read or of a write that has changed nothing,
	// is not for what was asked but for how the database is just now.
	away func(error) bool
	// list is a list of ids as a parameter.
	list func(ids []string) any
}

// with returns the queries that the databases have in common and those that one of them
// has in another form.
func with(own map[query]string) [queries]string {
	all := common
	for q, text := range own {
		all[q] = text
	}
	return all
}

// wordsFor is an error of what has changed nothing as callers know it.
func wordsFor(err error, away bool) error {
	if away {
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return fmt.Errorf("store: %w", err)
}

// within bounds what is asked of a database that might never answer. No bound is none.
func within(ctx context.Context, most time.Duration) (context.Context, context.CancelFunc) {
	if most == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, most)
}
