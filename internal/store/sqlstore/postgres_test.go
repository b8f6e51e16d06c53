package sqlstore_test

import (
	"context"
	"database/sql"
	"errors"
	"testing"

	"github.com/saloon-games/saloon/internal/store/sqlstore"
	"github.com/saloon-games/saloon/internal/store/sqlstore/pgtest"
	"github.com/saloon-games/saloon/internal/store/storetest"
)

// freshPostgres opens a new database.
func freshPostgres(tb testing.TB) *sqlstore.Store {
	tb.Helper()
	return open(tb, pgtest.Database(tb))
}

// A used is a database that another test has used, and been cleared after. That is
// quicker than a new one.
type used struct {
	address string
	store   *sqlstore.Store
	db      *sql.DB
}

func (u *used) open(t storetest.T) {
	t.Helper()
	var err error
	u.store, err = sqlstore.Open(context.WithoutCancel(t.Context()), u.address, sqlstore.Options{Readers: 2, Writers: 2})
	check(t, err)
}

func TestPostgresIsAStore(t *testing.T) {
	var free []*used
	storetest.Run(t, func(t2 storetest.T) (storetest.Store, func() storetest.Store) {
		if len(free) == 0 {
			u := &used{address: pgtest.Database(t2)}
			var err error
			u.db, err = sql.Open("pgx", u.address)
			check(t2, err)
			t.Cleanup(func() { check(t, errors.Join(u.store.Close(), u.db.Close())) })
			u.open(t2)
			free = append(free, u)
		}
		u := free[len(free)-1]
		free = free[:len(free)-1]
		again := func() storetest.Store {
			check(t2, u.store.Close())
			u.open(t2)
			return u.store
		}
		t2.Cleanup(func() {
			_, err := u.db.Exec(`DELETE FROM secrets; DELETE FROM events; DELETE FROM tables; DELETE FROM people; DELETE FROM notices`)
			check(t2, err)
			if err := u.store.Ping(context.WithoutCancel(t2.Context())); err != nil {
				u.open(t2)
			}
			free = append(free, u)
		})
		return u.store, again
	})
}
