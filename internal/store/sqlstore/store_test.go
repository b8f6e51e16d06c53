package sqlstore_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/internal/store"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
)

// open opens the database in a file until the test ends.
func open(tb testing.TB, path string) *sqlstore.Store {
	tb.Helper()
	s, err := sqlstore.Open(tb.Context(), path, sqlstore.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Error(err)
		}
	})
	return s
}

// fresh opens a new database.
func fresh(tb testing.TB) *sqlstore.Store {
	tb.Helper()
	return open(tb, filepath.Join(tb.TempDir(), "saloon.db"))
}

// A failer is a test, or one try of a property.
type failer interface {
	Helper()
	Fatal(args ...any)
}

func check(t failer, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// second is the time so many seconds after some moment.
func second(n int) time.Time { return time.Unix(1_800_000_000+int64(n), 0).UTC() }

func entry(n int, body string) store.Entry {
	return store.Entry{At: second(n), Body: []byte(body)}
}

func create(tb testing.TB, s *sqlstore.Store, id string, entries ...store.Entry) {
	tb.Helper()
	check(tb, s.Create(tb.Context(), store.Table{ID: id, Code: "code-" + id, CreatedAt: second(0)}, entries))
}

func table(tb testing.TB, s *sqlstore.Store, id string) store.Table {
	tb.Helper()
	t, err := s.Table(tb.Context(), id)
	check(tb, err)
	return t
}

// numbered makes sure that the entries of a log are numbered from 1.
func numbered(tb testing.TB, s *sqlstore.Store, id string) {
	tb.Helper()
	entries, err := s.Log(tb.Context(), id, 0)
	check(tb, err)
	for i, e := range entries {
		if e.Seq != int64(i)+1 {
			tb.Fatalf("entry %d of %s has the number %d", i+1, id, e.Seq)
		}
	}
}

func TestWhatWasWrittenIsThereAfterReopening(t *testing.T) {
	path := filepath.Join(t.TempDir(), "saloon.db")
	s := open(t, path)
	want := store.Table{
		ID: "id", Code: "code", CreatedAt: second(1), ActiveAt: second(3).Add(123456 * time.Microsecond), Seq: 2,
		Head: store.Head{Phase: "open", Public: true, WakeAt: second(9), Summary: []byte{0, 255}},
	}
	log := []store.Entry{
		{At: second(2), Key: "key", Body: []byte("one")},
		{At: want.ActiveAt.In(time.FixedZone("", 3600)).Add(999), Body: []byte{0, 1, 255}},
	}
	check(t, s.Create(t.Context(), want, log))
	check(t, s.Close())
	check(t, s.Close())

	s = open(t, path)
	if diff := cmp.Diff(want, table(t, s, "id")); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
	byCode, err := s.ByCode(t.Context(), "code")
	check(t, err)
	if diff := cmp.Diff(want, byCode); diff != "" {
		t.Errorf("table by code (-want +got):\n%s", diff)
	}
	got, err := s.Log(t.Context(), "id", 0)
	check(t, err)
	log[0].Seq, log[1].Seq, log[1].At = 1, 2, want.ActiveAt
	if diff := cmp.Diff(log, got); diff != "" {
		t.Errorf("log, in whole microseconds and UTC (-want +got):\n%s", diff)
	}
	check(t, s.Ping(t.Context()))
}

func TestSeveralMayOpenOneNewFileTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "saloon.db")
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			s, err := sqlstore.Open(t.Context(), path, sqlstore.Options{})
			if err != nil {
				t.Error(err)
				return
			}
			id := fmt.Sprint("table-", i)
			if err := errors.Join(s.Create(t.Context(), store.Table{ID: id, Code: id}, nil), s.Close()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	s := open(t, path)
	for i := range 4 {
		table(t, s, fmt.Sprint("table-", i))
	}
}

func TestAFileMayHaveAnyName(t *testing.T) {
	path := filepath.Join(t.TempDir(), "50% of?mode=memory&it #1", "wild ünd.db")
	check(t, os.MkdirAll(filepath.Dir(path), 0o700))
	create(t, open(t, path), "id")
	_, err := os.Stat(path)
	check(t, err)
}

func TestOnlyTheOwnerMayReadTheFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "saloon.db")
	create(t, open(t, path), "id")
	files, err := filepath.Glob(path + "*")
	check(t, err)
	if len(files) != 3 {
		t.Errorf("files are %q", files)
	}
	for _, file := range files {
		info, err := os.Stat(file)
		check(t, err)
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v", file, info.Mode())
		}
	}
}

func TestAClosedDatabaseIsOneFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "saloon.db")
	s := open(t, path)
	create(t, s, "id", entry(1, "one"))
	numbered(t, s, "id")
	check(t, s.Close())
	files, err := filepath.Glob(path + "*")
	check(t, err)
	if len(files) != 1 {
		t.Errorf("files are %q", files)
	}
}

func TestWhatIsNoDatabaseIsRefusedAndLeftAlone(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "letter.txt")
	letter := strings.Repeat("Dear Sheriff, ", 1000)
	check(t, os.WriteFile(text, []byte(letter), 0o600))
	for _, path := range []string{text, dir, filepath.Join(dir, "missing", "saloon.db")} {
		if s, err := sqlstore.Open(t.Context(), path, sqlstore.Options{}); err == nil {
			t.Errorf("opened %s", path)
			check(t, s.Close())
		} else if !strings.Contains(err.Error(), path) {
			t.Errorf("%s is not named by: %v", path, err)
		}
	}
	got, err := os.ReadFile(text)
	check(t, err)
	if string(got) != letter {
		t.Error("the file has changed")
	}
}

func TestLimitsAreNotNegative(t *testing.T) {
	_, err := sqlstore.Open(t.Context(), filepath.Join(t.TempDir(), "saloon.db"), sqlstore.Options{MaxQueue: -1})
	if !errors.Is(err, store.ErrInvalid) {
		t.Errorf("error is %v", err)
	}
}

func TestAClosedDatabaseDoesNotAnswer(t *testing.T) {
	s := fresh(t)
	check(t, s.Close())
	if err := s.Ping(t.Context()); err == nil {
		t.Error("it answers")
	}
}
