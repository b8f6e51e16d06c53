package sqlstore_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
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

func TestWhoWantsAHouseThatHasBeenThereIsGivenNoNewOne(t *testing.T) {
	file := filepath.Join(t.TempDir(), "saloon.db")
	for name, place := range map[string]string{"file": file, "server": pgtest.Database(t)} {
		t.Run(name, func(t *testing.T) {
			for range 2 { // the first has left nothing that would do
				if s, err := sqlstore.Open(t.Context(), place, sqlstore.Options{Existing: true}); !errors.Is(err, sqlstore.ErrNoHouse) {
					t.Errorf("a house was opened where none has been: %v", err)
					check(t, s.Close())
				}
			}
			if _, err := os.Stat(file); err == nil && name == "file" {
				t.Error("there is a file now")
			}
			for _, o := range []sqlstore.Options{{}, {Existing: true}} {
				s, err := sqlstore.Open(t.Context(), place, o)
				check(t, err)
				check(t, s.Close())
			}
		})
	}
	other := filepath.Join(t.TempDir(), "other.db")
	db, err := sql.Open("sqlite", other)
	check(t, err)
	_, err = db.Exec(`CREATE TABLE songs (title TEXT)`)
	check(t, errors.Join(err, db.Close()))
	before, err := os.ReadFile(other)
	check(t, err)
	if _, err := sqlstore.Open(t.Context(), other, sqlstore.Options{Existing: true}); !errors.Is(err, sqlstore.ErrNoHouse) {
		t.Errorf("what is a database of something else: %v", err)
	}
	after, err := os.ReadFile(other)
	check(t, err)
	if !bytes.Equal(before, after) {
		t.Error("a database of something else has changed")
	}
}
