package sqlstore_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/saloon-games/saloon/internal/store"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
	"github.com/saloon-games/saloon/internal/store/sqlstore/disktest"
)

// appendUntil appends entries to the log of "id", from a number on, until one is not
// kept, and returns how far the log has come and why.
func appendUntil(t *testing.T, s *sqlstore.Store, after int64) (int64, error) {
	t.Helper()
	for range 10_000 {
		e := entry(int(after), fmt.Sprint("key ", after))
		if err := s.Append(t.Context(), "id", after, []store.Entry{e}, store.Head{}); err != nil {
			return after, err
		}
		after++
	}
	t.Fatal("the disk takes everything")
	return 0, nil
}

func TestADiskThatIsFullRefusesWritesAndGoesOnWhenThereIsRoom(t *testing.T) {
	disk := disktest.Small(t, "2m")
	s := open(t, filepath.Join(disk.Dir, "saloon.db"))
	create(t, s, "id")
	var at int64
	for range 3 {
		disk.Fill()
		var err error
		if at, err = appendUntil(t, s, at); !errors.Is(err, store.ErrUnavailable) || errors.Is(err, store.ErrUnknown) {
			t.Fatalf("a full disk says %v; want that it cannot be used, and that nothing has changed", err)
		}
		if err := s.Ping(t.Context()); !errors.Is(err, store.ErrUnavailable) {
			t.Errorf("the store is well on a full disk: %v", err)
		}
		if got := table(t, s, "id").Seq; got != at {
			t.Errorf("the log is at %d; want %d, as was acknowledged", got, at)
		}
		numbered(t, s, "id")
		disk.Free()
		check(t, s.Ping(t.Context()))
		check(t, s.Append(t.Context(), "id", at, []store.Entry{entry(int(at), "on")}, store.Head{}))
		at++
	}
	check(t, s.Close())
	again := open(t, filepath.Join(disk.Dir, "saloon.db"))
	if got := table(t, again, "id").Seq; got != at {
		t.Errorf("opened again the log is at %d; want %d: what was refused has not come back", got, at)
	}
}

func TestADiskThatMayNotBeWrittenRefusesWritesAndCanBeRead(t *testing.T) {
	disk := disktest.Breakable(t)
	s := open(t, filepath.Join(disk.Dir, "saloon.db"))
	create(t, s, "id")
	for n := range 20 {
		check(t, s.Append(t.Context(), "id", int64(n), []store.Entry{entry(n, fmt.Sprint(n))}, store.Head{}))
	}
	disk.Break()
	at, err := appendUntil(t, s, 20)
	if at != 20 || !errors.Is(err, store.ErrUnavailable) {
		t.Fatalf("a broken disk has taken %d entries and says %v; want 20 and that it cannot be used", at, err)
	}
	if err := s.Ping(t.Context()); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("the store is well on a broken disk: %v", err)
	}
	numbered(t, s, "id")
}
