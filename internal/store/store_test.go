package store_test

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
)

// open opens the database in a file until the test ends.
func open(tb testing.TB, path string) *store.Store {
	tb.Helper()
	s, err := store.Open(tb.Context(), path, store.Options{})
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
func fresh(tb testing.TB) *store.Store {
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

func entry(n int, key, body string) store.Entry {
	return store.Entry{At: second(n), Key: key, Body: []byte(body)}
}

func create(tb testing.TB, s *store.Store, id string, entries ...store.Entry) {
	tb.Helper()
	check(tb, s.Create(tb.Context(), store.Table{ID: id, Code: "code-" + id, CreatedAt: second(0)}, entries))
}

func table(tb testing.TB, s *store.Store, id string) store.Table {
	tb.Helper()
	t, err := s.Table(tb.Context(), id)
	check(tb, err)
	return t
}

func bodies(tb testing.TB, s *store.Store, id string) string {
	tb.Helper()
	entries, err := s.Log(tb.Context(), id, 0)
	check(tb, err)
	var all []string
	for i, e := range entries {
		if e.Seq != int64(i)+1 {
			tb.Fatalf("entry %d of %s has the number %d", i+1, id, e.Seq)
		}
		all = append(all, string(e.Body))
	}
	return strings.Join(all, " ")
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
			s, err := store.Open(t.Context(), path, store.Options{})
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
	create(t, s, "id", entry(1, "", "one"))
	bodies(t, s, "id")
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
		if s, err := store.Open(t.Context(), path, store.Options{}); err == nil {
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
	_, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "saloon.db"), store.Options{MaxQueue: -1})
	if !errors.Is(err, store.ErrInvalid) {
		t.Errorf("error is %v", err)
	}
}

func TestAClosedStoreRefuses(t *testing.T) {
	s := fresh(t)
	create(t, s, "id")
	check(t, s.Close())
	if err := s.Append(t.Context(), "id", 0, nil, store.Head{}); !errors.Is(err, store.ErrClosed) {
		t.Errorf("append: %v", err)
	}
	for name, err := range map[string]error{
		"log":    errorOf(s.Log(t.Context(), "id", 0)),
		"table":  errorOf(s.Table(t.Context(), "id")),
		"public": errorOf(s.Public(t.Context(), 1)),
		"claim":  errorOf(s.Claim(t.Context(), second(1), time.Second, 1)),
		"ping":   s.Ping(t.Context()),
	} {
		if err == nil || errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func errorOf[V any](_ V, err error) error { return err }

func TestPeople(t *testing.T) {
	s := fresh(t)
	ctx := t.Context()
	hash := []byte("0123456789abcdef0123456789abcdef")
	ann := store.Person{ID: "ann", TokenHash: hash, Name: "Ann", CreatedAt: second(1)}
	check(t, s.CreatePerson(ctx, ann))

	t.Run("an id and a token belong to one person", func(t *testing.T) {
		other := ann
		other.TokenHash = []byte("fedcba9876543210")
		if err := s.CreatePerson(ctx, other); !errors.Is(err, store.ErrTaken) {
			t.Errorf("same id: %v", err)
		}
		other = ann
		other.ID = "bob"
		if err := s.CreatePerson(ctx, other); !errors.Is(err, store.ErrTaken) {
			t.Errorf("same token: %v", err)
		}
	})
	t.Run("a name changes", func(t *testing.T) {
		check(t, s.Rename(ctx, "ann", "Änne"))
		want := ann
		want.Name, want.SeenAt = "Änne", ann.CreatedAt
		byID, err := s.Person(ctx, "ann")
		check(t, err)
		byToken, err := s.PersonByToken(ctx, hash)
		check(t, err)
		if diff := cmp.Diff([]store.Person{want, want}, []store.Person{byID, byToken}); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	})
	t.Run("nobody else is found", func(t *testing.T) {
		for name, err := range map[string]error{
			"by id":    errorOf(s.Person(ctx, "bob")),
			"by token": errorOf(s.PersonByToken(ctx, hash[:31])),
			"no token": errorOf(s.PersonByToken(ctx, nil)),
			"rename":   s.Rename(ctx, "bob", "Bob"),
		} {
			if !errors.Is(err, store.ErrNotFound) {
				t.Errorf("%s: %v", name, err)
			}
			if strings.Contains(err.Error(), string(hash[:8])) {
				t.Errorf("%s tells the token: %v", name, err)
			}
		}
	})
	t.Run("that somebody was seen is written now and then only", func(t *testing.T) {
		p, err := s.Person(ctx, "ann")
		check(t, err)
		start := p.SeenAt
		before := s.Stats().Writes
		for at := start; at.Before(start.Add(2 * store.SeenEvery)); at = at.Add(time.Minute) {
			check(t, s.Seen(ctx, &p, at))
		}
		if n := s.Stats().Writes - before; n != 1 {
			t.Errorf("%d writes for twenty minutes", n)
		}
		stale := ann // as another node still knows her
		check(t, s.Seen(ctx, &stale, start.Add(store.SeenEvery/2)))
		p, err = s.Person(ctx, "ann")
		check(t, err)
		if want := start.Add(store.SeenEvery); !p.SeenAt.Equal(want) {
			t.Errorf("seen at %v, want %v", p.SeenAt, want)
		}
	})
}

func TestWhatIsTooLongOrUnreadableIsRefused(t *testing.T) {
	s := fresh(t)
	create(t, s, "id")
	ctx := t.Context()
	long := func(n int) string { return strings.Repeat("x", n+1) }
	appended := func(e ...store.Entry) error { return s.Append(ctx, "id", 0, e, store.Head{}) }
	created := func(t store.Table) error { return s.Create(ctx, t, nil) }
	person := func(id, token, name string) error {
		return s.CreatePerson(ctx, store.Person{ID: id, TokenHash: []byte(token), Name: name})
	}
	for name, err := range map[string]error{
		"id of nothing":        created(store.Table{Code: "code"}),
		"id too long":          created(store.Table{ID: long(store.MaxID), Code: "code"}),
		"id with a zero":       created(store.Table{ID: "a\x00b", Code: "code"}),
		"id not UTF-8":         created(store.Table{ID: "a\xff", Code: "code"}),
		"code of nothing":      created(store.Table{ID: "other"}),
		"code too long":        created(store.Table{ID: "other", Code: long(store.MaxID)}),
		"phase too long":       created(store.Table{ID: "other", Code: "other", Head: store.Head{Phase: long(store.MaxPhase)}}),
		"summary too long":     created(store.Table{ID: "other", Code: "other", Head: store.Head{Summary: []byte(long(store.MaxBody))}}),
		"key too long":         appended(entry(1, long(store.MaxKey), "")),
		"body too long":        appended(entry(1, "", long(store.MaxBody))),
		"too many entries":     appended(make([]store.Entry, store.MaxEntries+1)...),
		"append to no id":      s.Append(ctx, "", 0, nil, store.Head{}),
		"secret of nothing":    s.PutSecret(ctx, "id", 1, nil),
		"secret too long":      s.PutSecret(ctx, "id", 1, []byte(long(store.MaxBody))),
		"claim nothing":        errorOf(s.Claim(ctx, second(1), time.Second, 0)),
		"claim for no time":    errorOf(s.Claim(ctx, second(1), 0, 1)),
		"person without id":    person("", long(30), ""),
		"person's token short": person("ann", long(14), ""),
		"person's token long":  person("ann", long(store.MaxToken), ""),
		"person's name long":   person("ann", long(30), long(store.MaxName)),
		"new name too long":    s.Rename(ctx, "ann", long(store.MaxName)),
	} {
		if !errors.Is(err, store.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	big := entry(1, long(store.MaxKey)[1:], long(store.MaxBody)[1:])
	check(t, appended(append(make([]store.Entry, store.MaxEntries-1), big)...))
}
