// Package storetest is the battery of checks that any store passes: what package store
// says of calls, whatever keeps it.
//
// The package must never know how anything is kept.
package storetest

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/internal/store"
)

// Store is what a house asks of a store, and what those do who look after one.
type Store interface {
	Create(ctx context.Context, t store.Table, entries []store.Entry) error
	Append(ctx context.Context, id string, after int64, entries []store.Entry, head store.Head) error
	Log(ctx context.Context, id string, after int64) ([]store.Entry, error)
	Grown(ctx context.Context, known map[string]int64) (map[string]int64, error)
	Table(ctx context.Context, id string) (store.Table, error)
	ByCode(ctx context.Context, code string) (store.Table, error)
	Public(ctx context.Context, limit int) ([]store.Table, error)
	Claim(ctx context.Context, now time.Time, lease time.Duration, limit int, except ...string) ([]string, error)
	PutSecret(ctx context.Context, id string, game int64, secret []byte) error
	Secret(ctx context.Context, id string, game int64) ([]byte, error)
	CreatePerson(ctx context.Context, p store.Person) error
	Person(ctx context.Context, id string) (store.Person, error)
	PersonByToken(ctx context.Context, hash []byte) (store.Person, error)
	Rename(ctx context.Context, id, name string) error
	Seen(ctx context.Context, p *store.Person, at time.Time) error
	Close() error

	ListTables(ctx context.Context, after string, limit int) ([]store.Table, error)
	ListPeople(ctx context.Context, after string, limit int) ([]store.Person, error)
	Mentions(ctx context.Context, what []byte) ([]string, error)
	Rewrite(ctx context.Context, id string, after int64, changed, entries []store.Entry, head store.Head) error
	Ban(ctx context.Context, id string, until time.Time, reason string) error
	SignOut(ctx context.Context, id string, hash []byte, at time.Time) error
	Erase(ctx context.Context, id string) error
	Note(ctx context.Context, n store.Notice) error
	Notices(ctx context.Context, after int64, limit int) ([]store.Notice, error)
}

// T is a test, or one try of a property.
type T interface {
	Helper()
	Fatal(args ...any)
	Cleanup(f func())
	Context() context.Context
}

// An Opener opens a store that has nothing in it, until the test ends. Again closes it
// and opens another one on what the first has kept.
type Opener func(t T) (s Store, again func() Store)

// Run runs the battery, each check on a store of its own.
func Run(t *testing.T, open Opener) {
	t.Helper()
	b := battery{open}
	t.Run("an id and a code belong to one table", b.onceEach)
	t.Run("an append", b.appends)
	t.Run("a log is read from where one is", b.logs)
	t.Run("logs that have grown are told from others", b.grown)
	t.Run("public tables are listed, the last active first", b.lists)
	t.Run("claims", b.claims)
	t.Run("a secret never changes", b.secrets)
	t.Run("people", b.people)
	t.Run("all there is can be gone through", b.listing)
	t.Run("a log that is rewritten", b.rewrites)
	t.Run("who is kept out, signed out or erased", b.office)
	t.Run("the book of what was done", b.book)
	t.Run("what is too long or unreadable is refused", b.limits)
	t.Run("a store behaves like its model", b.model)
	t.Run("a closed store refuses", b.closes)
}

type battery struct{ open Opener }

func (b battery) fresh(t T) Store {
	t.Helper()
	s, _ := b.open(t)
	return s
}

func check(t T, err error) {
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

func create(t T, s Store, id string, entries ...store.Entry) {
	t.Helper()
	check(t, s.Create(t.Context(), store.Table{ID: id, Code: "code-" + id, CreatedAt: second(0)}, entries))
}

func table(t T, s Store, id string) store.Table {
	t.Helper()
	row, err := s.Table(t.Context(), id)
	check(t, err)
	return row
}

// bodies are those of the log of table "id", whose entries are numbered from 1.
func bodies(t T, s Store) string {
	t.Helper()
	entries, err := s.Log(t.Context(), "id", 0)
	check(t, err)
	var all []string
	for i, e := range entries {
		if e.Seq != int64(i)+1 {
			t.Fatal("entry", i+1, "has the number", e.Seq)
		}
		all = append(all, string(e.Body))
	}
	return strings.Join(all, " ")
}

func errorOf[V any](_ V, err error) error { return err }

func (b battery) onceEach(t *testing.T) {
	s := b.fresh(t)
	create(t, s, "id", entry(1, "", "first"))
	for _, other := range []store.Table{{ID: "id", Code: "code"}, {ID: "other", Code: "code-id"}} {
		if err := s.Create(t.Context(), other, []store.Entry{entry(1, "", "second")}); !errors.Is(err, store.ErrTaken) {
			t.Errorf("%+v: %v", other, err)
		}
	}
	if got := bodies(t, s); got != "first" {
		t.Errorf("log is %q", got)
	}
}

func (b battery) appends(t *testing.T) {
	ctx := t.Context()
	for _, test := range []struct {
		name    string
		id      string
		after   int64
		entries []store.Entry
		want    error // nil: it is appended
	}{
		{"at the end of the log is accepted", "id", 2, []store.Entry{entry(3, "c", "three"), entry(4, "", "four")}, nil},
		{"of nothing changes the head", "id", 2, nil, nil},
		{"that has missed something is refused", "id", 1, []store.Entry{entry(3, "c", "three")}, &store.ConflictError{Seq: 2}},
		{"beyond the end is refused", "id", 3, []store.Entry{entry(3, "c", "three")}, &store.ConflictError{Seq: 2}},
		{"of nothing that has missed something is refused", "id", 1, nil, &store.ConflictError{Seq: 2}},
		{"again is refused", "id", 0, []store.Entry{entry(1, "a", "one")}, &store.ConflictError{Seq: 2}},
		{"may have a key of another table", "id", 2, []store.Entry{entry(3, "x", "three")}, nil},
		{"to no table is refused", "none", 0, []store.Entry{entry(1, "a", "one")}, store.ErrNotFound},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := b.fresh(t)
			create(t, s, "other", entry(1, "x", "other's"))
			check(t, s.Create(ctx, store.Table{ID: "id", Code: "c", Head: store.Head{Phase: "before", WakeAt: second(5)}},
				[]store.Entry{entry(1, "a", "one"), entry(2, "b", "two")}))
			if _, err := s.Claim(ctx, second(5), time.Hour, 1); err != nil {
				t.Fatal(err)
			}
			before := table(t, s, "id")

			head := store.Head{Phase: "after", Public: true, WakeAt: second(6), Summary: []byte("sum")}
			err := s.Append(ctx, test.id, test.after, test.entries, head)

			due, claimErr := s.Claim(ctx, second(6), time.Hour, 1)
			check(t, claimErr)
			after := table(t, s, "id")
			if test.want != nil {
				if !same(err, test.want) {
					t.Errorf("error is %v, want %v", err, test.want)
				}
				if diff := cmp.Diff(before, after); diff != "" || bodies(t, s) != "one two" || len(due) > 0 {
					t.Errorf("something has changed: %s; log %q; due %q", diff, bodies(t, s), due)
				}
				return
			}
			check(t, err)
			want := before
			want.Head = head
			wantBodies := "one two"
			for _, e := range test.entries {
				want.Seq, want.ActiveAt, wantBodies = want.Seq+1, e.At, wantBodies+" "+string(e.Body)
			}
			if diff := cmp.Diff(want, after); diff != "" {
				t.Errorf("table (-want +got):\n%s", diff)
			}
			if got := bodies(t, s); got != wantBodies {
				t.Errorf("log is %q, want %q", got, wantBodies)
			}
			if len(due) != 1 {
				t.Error("the lease has not ended")
			}
		})
	}
}

// same reports whether two refusals say the same.
func same(got, want error) bool {
	if want, ok := errors.AsType[*store.ConflictError](want); ok {
		got, ok := errors.AsType[*store.ConflictError](got)
		return ok && *got == *want
	}
	return errors.Is(got, want)
}

func (b battery) logs(t *testing.T) {
	s := b.fresh(t)
	create(t, s, "id", entry(1, "", "a"), entry(2, "", "b"), entry(3, "", "c"))
	create(t, s, "empty")
	for after, want := range []int{3, 2, 1, 0, 0} {
		got, err := s.Log(t.Context(), "id", int64(after))
		check(t, err)
		if len(got) != want || want > 0 && got[0].Seq != int64(after)+1 {
			t.Errorf("after %d: %v", after, got)
		}
	}
	if got, err := s.Log(t.Context(), "empty", 0); len(got) > 0 || err != nil {
		t.Errorf("empty log: %v, %v", got, err)
	}
	for name, err := range map[string]error{
		"log":   errorOf(s.Log(t.Context(), "none", 0)),
		"table": errorOf(s.Table(t.Context(), "none")),
		"code":  errorOf(s.ByCode(t.Context(), "none")),
	} {
		if !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s that is not there: %v", name, err)
		}
	}
}

func (b battery) grown(t *testing.T) {
	s := b.fresh(t)
	ctx := t.Context()
	for n, id := range []string{"empty", "one", "two", "three"} {
		create(t, s, id, []store.Entry{entry(1, "", "a"), entry(2, "", "b"), entry(3, "", "c")}[:n]...)
	}
	for _, test := range []struct{ known, want map[string]int64 }{
		{nil, map[string]int64{}},
		{map[string]int64{"empty": 0, "one": 0, "none": 0}, map[string]int64{"one": 1}},
		{map[string]int64{"one": 1, "two": 1, "three": 2, `odd "id"`: 0}, map[string]int64{"two": 2, "three": 3}},
		{map[string]int64{"one": 7, "three": 3}, map[string]int64{}},
	} {
		got, err := s.Grown(ctx, test.known)
		check(t, err)
		if !maps.Equal(got, test.want) {
			t.Errorf("of %v these have grown: %v, want %v", test.known, got, test.want)
		}
	}
}

func (b battery) lists(t *testing.T) {
	s := b.fresh(t)
	ctx := t.Context()
	list := func(limit int) string {
		tables, err := s.Public(ctx, limit)
		check(t, err)
		var ids []string
		for _, table := range tables {
			ids = append(ids, table.ID)
		}
		return strings.Join(ids, " ")
	}
	public := store.Head{Public: true}
	check(t, s.Create(ctx, store.Table{ID: "a", Code: "a", CreatedAt: second(1), Head: public}, nil))
	check(t, s.Create(ctx, store.Table{ID: "b", Code: "b", CreatedAt: second(2)}, nil))
	check(t, s.Create(ctx, store.Table{ID: "c", Code: "c", CreatedAt: second(3), Head: public}, nil))
	if got := list(9); got != "c a" {
		t.Errorf("at first: %q", got)
	}
	check(t, s.Append(ctx, "a", 0, []store.Entry{entry(4, "", "")}, public))
	check(t, s.Append(ctx, "b", 0, []store.Entry{entry(5, "", "")}, public))
	check(t, s.Append(ctx, "c", 0, []store.Entry{entry(6, "", "")}, store.Head{}))
	for limit, want := range map[int]string{9: "b a", 1: "b", 0: "", -1: ""} {
		if got := list(limit); got != want {
			t.Errorf("%d of them: %q, want %q", limit, got, want)
		}
	}
}

func (b battery) claims(t *testing.T) {
	s := b.fresh(t)
	ctx := t.Context()
	for id, wake := range map[string]time.Time{"never": {}, "at3": second(3), "at1": second(1), "at2": second(2)} {
		check(t, s.Create(ctx, store.Table{ID: id, Code: id, Head: store.Head{WakeAt: wake}}, nil))
	}
	claim := func(now, lease, limit int, want ...string) {
		t.Helper()
		got, err := s.Claim(ctx, second(now), time.Duration(lease)*time.Second, limit)
		check(t, err)
		if !slices.Equal(got, want) {
			t.Errorf("at %d: %q, want %q", now, got, want)
		}
	}
	claim(0, 10, 9) // nothing is due
	claim(2, 10, 1, "at1")
	claim(2, 10, 9, "at2") // at1 is leased
	claim(3, 10, 9, "at3")
	claim(11, 10, 9)               // all are leased
	claim(12, 1, 9, "at1", "at2")  // these leases have run out
	claim(13, 10, 2, "at1", "at2") // and again
	check(t, s.Append(ctx, "at2", 0, nil, store.Head{WakeAt: second(20)}))
	check(t, s.Append(ctx, "at1", 0, nil, store.Head{}))
	claim(14, 10, 9, "at3")
	claim(20, 10, 9, "at2") // an append ended its lease
	claim(99, 10, 9, "at3", "at2")
	for except, want := range map[string]string{"at3": "at2", "at2": "at3"} {
		got, err := s.Claim(ctx, second(200), time.Second, 1, "never", except, "at1") // not the one before it, nor a list too short
		check(t, err)
		if !slices.Equal(got, []string{want}) {
			t.Errorf("all but %s: %q, want %q", except, got, want)
		}
	}
	if got, err := s.Claim(ctx, second(300), time.Second, 9, "at2", "at3"); len(got) > 0 || err != nil {
		t.Errorf("all but all: %q, %v", got, err)
	}
}

func (b battery) secrets(t *testing.T) {
	s := b.fresh(t)
	ctx := t.Context()
	create(t, s, "id")
	check(t, s.PutSecret(ctx, "id", 1, []byte("one")))
	check(t, s.PutSecret(ctx, "id", 2, []byte("two")))
	if err := s.PutSecret(ctx, "id", 1, []byte("other")); !errors.Is(err, store.ErrTaken) {
		t.Errorf("the second for one game: %v", err)
	}
	if err := s.PutSecret(ctx, "none", 1, []byte("one")); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("for no table: %v", err)
	}
	for game, want := range map[int64]string{1: "one", 2: "two"} {
		got, err := s.Secret(ctx, "id", game)
		check(t, err)
		if string(got) != want {
			t.Errorf("game %d: %q", game, got)
		}
	}
	if _, err := s.Secret(ctx, "id", 3); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("of a game that is not: %v", err)
	}
}
