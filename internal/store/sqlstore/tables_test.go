package sqlstore_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/saloon-games/saloon/internal/store"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
	"github.com/saloon-games/saloon/internal/store/storetest"
)

func TestADatabaseIsAStore(t *testing.T) {
	// A copy of a new database is quicker than a new one.
	empty := filepath.Join(t.TempDir(), "empty.db")
	check(t, open(t, empty).Close())
	template, err := os.ReadFile(empty)
	check(t, err)
	dir := t.TempDir()
	storetest.Run(t, func(t storetest.T) (storetest.Store, func() storetest.Store) {
		file, err := os.CreateTemp(dir, "*.db")
		check(t, err)
		_, err = file.Write(template)
		check(t, err)
		check(t, file.Close())
		var s *sqlstore.Store
		again := func() storetest.Store {
			if s != nil {
				check(t, s.Close())
			}
			s, err = sqlstore.Open(t.Context(), file.Name(), sqlstore.Options{})
			check(t, err)
			return s
		}
		t.Cleanup(func() { check(t, s.Close()) })
		return again(), again
	})
}

func TestNothingIsWrittenThatNeedNotBe(t *testing.T) {
	s := fresh(t)
	ctx := t.Context()
	check(t, s.Create(ctx, store.Table{ID: "id", Code: "id", Head: store.Head{WakeAt: second(100)}}, nil))
	check(t, s.CreatePerson(ctx, store.Person{ID: "ann", TokenHash: []byte("0123456789abcdef"), CreatedAt: second(1)}))
	before := s.Stats()
	if ids, err := s.Claim(ctx, second(99), time.Second, 1); len(ids) > 0 || err != nil {
		t.Errorf("claimed %v, %v", ids, err)
	}
	if s.Stats().Commits != before.Commits {
		t.Error("a claim of nothing was written")
	}
	p, err := s.Person(ctx, "ann")
	check(t, err)
	for at := p.SeenAt; at.Before(second(1).Add(2 * store.SeenEvery)); at = at.Add(time.Minute) {
		check(t, s.Seen(ctx, &p, at))
	}
	if n := s.Stats().Writes - before.Writes; n != 1 {
		t.Errorf("%d writes for twenty minutes of being seen", n)
	}
}
