package storetest

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/internal/store"
)

func (b battery) listing(t *testing.T) {
	s := b.fresh(t)
	ctx := t.Context()
	for _, id := range []string{"c", "a", "B"} {
		create(t, s, id, entry(1, "", `{"who":"`+id+`-1"}`), entry(2, "", "x"))
		check(t, s.CreatePerson(ctx, store.Person{ID: id, TokenHash: []byte("0123456789abcdef" + id), Name: id}))
	}
	for _, test := range []struct {
		after string
		limit int
		want  []string
	}{
		{"", 9, []string{"B", "a", "c"}},
		{"", 2, []string{"B", "a"}},
		{"a", 9, []string{"c"}},
		{"aa", 9, []string{"c"}},
		{"c", 9, nil},
		{"", 0, nil},
	} {
		tables, err := s.ListTables(ctx, test.after, test.limit)
		check(t, err)
		people, err := s.ListPeople(ctx, test.after, test.limit)
		check(t, err)
		var of, names []string
		for i := range tables {
			of = append(of, tables[i].ID)
		}
		for i := range people {
			names = append(names, people[i].Name)
		}
		if !slices.Equal(of, test.want) || !slices.Equal(names, test.want) {
			t.Errorf("%d after %q: tables %q and people %q, want %q", test.limit, test.after, of, names, test.want)
		}
	}
	for what, want := range map[string][]string{`"a-1"`: {"a"}, `-1"`: {"B", "a", "c"}, "A-1": nil, "code-a": nil} {
		got, err := s.Mentions(ctx, []byte(what))
		check(t, err)
		if !slices.Equal(got, want) {
			t.Errorf("%s is mentioned at %q, want %q", what, got, want)
		}
	}
}

func (b battery) rewrites(t *testing.T) {
	s, again := b.open(t)
	ctx := t.Context()
	create(t, s, "other", entry(1, "", "theirs"))
	create(t, s, "id", entry(1, "a", "one"), entry(2, "b", "two"))
	check(t, s.Append(ctx, "other", 1, []store.Entry{entry(2, "", "theirs")}, store.Head{}))
	check(t, s.Append(ctx, "id", 2, []store.Entry{entry(3, "", "three")}, store.Head{}))
	changed := []store.Entry{{Seq: 3, Body: []byte("THREE")}, {Seq: 1, Body: []byte("a longer one")}}
	more := []store.Entry{entry(4, "d", "four")}
	head := store.Head{Phase: "after", Summary: []byte("sum")}
	for after, want := range map[int64]error{2: store.ErrInvalid, 4: &store.ConflictError{Seq: 3}} {
		if err := s.Rewrite(ctx, "id", after, changed, more, head); !same(err, want) {
			t.Errorf("at %d: %v, want %v", after, err, want)
		}
	}
	if err := s.Rewrite(ctx, "none", 3, changed, more, head); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("of no table: %v", err)
	}
	if got := bodies(t, s); got != "one two three" {
		t.Errorf("what was refused has changed the log to %q", got)
	}
	before, err := s.Log(ctx, "id", 0)
	check(t, err)

	check(t, s.Rewrite(ctx, "id", 3, changed, more, head))

	s = again()
	want := slices.Clone(before)
	want[0].Body, want[2].Body = changed[1].Body, changed[0].Body
	want = append(want, store.Entry{Seq: 4, At: more[0].At, Key: "d", Body: more[0].Body})
	got, err := s.Log(ctx, "id", 0)
	check(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
	if string(before[0].Body) != "one" {
		t.Error("who had read the log before has another one now")
	}
	if row := table(t, s, "id"); row.Phase != "after" || row.Seq != 4 || string(row.Summary) != "sum" {
		t.Errorf("table is %+v", row)
	}
	log, err := s.Log(ctx, "other", 0)
	check(t, err)
	if len(log) != 2 || string(log[0].Body)+string(log[1].Body) != "theirstheirs" {
		t.Errorf("the other log is %v", log)
	}
	check(t, s.Append(ctx, "id", 4, []store.Entry{entry(5, "", "five")}, head))
}

func (b battery) office(t *testing.T) {
	s, again := b.open(t)
	ctx := t.Context()
	hash := []byte("0123456789abcdef")
	ann := store.Person{ID: "ann", TokenHash: hash, Name: "Ann", CreatedAt: second(1)}
	check(t, s.CreatePerson(ctx, ann))
	check(t, s.CreatePerson(ctx, store.Person{ID: "bob", TokenHash: []byte("fedcba9876543210"), Name: "Bob", CreatedAt: second(1)}))
	check(t, s.Ban(ctx, "ann", second(9), "loud"))
	p, err := s.PersonByToken(ctx, hash)
	check(t, err)
	if !p.BannedUntil.Equal(second(9)) || p.BanReason != "loud" || !p.OutAt.IsZero() {
		t.Errorf("banned she is %+v", p)
	}
	check(t, s.Rename(ctx, "ann", "Änne"))
	check(t, s.Ban(ctx, "ann", time.Time{}, ""))
	check(t, s.SignOut(ctx, "ann", []byte("nobody's-token-1"), second(3)))
	if _, err := s.PersonByToken(ctx, hash); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("her token is still known: %v", err)
	}
	want := ann
	want.Name, want.TokenHash, want.SeenAt, want.OutAt = "Änne", []byte("nobody's-token-1"), second(1), second(3)
	p, err = s.Person(ctx, "ann")
	check(t, err)
	if diff := cmp.Diff(want, p); diff != "" {
		t.Errorf("signed out (-want +got):\n%s", diff)
	}

	check(t, s.Note(ctx, store.Notice{At: second(2), By: "root", Deed: "ban", Person: "ann", Note: "loud"}))
	check(t, s.Note(ctx, store.Notice{At: second(2), Deed: "ban", Person: "bob", Note: "rude"}))
	check(t, s.Erase(ctx, "ann"))
	s = again()
	if _, err := s.Person(ctx, "ann"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("erased she is there: %v", err)
	}
	notices, err := s.Notices(ctx, 0, 9)
	check(t, err)
	if diff := cmp.Diff([]store.Notice{
		{ID: 1, At: second(2), By: "root", Deed: "ban", Person: "ann"},
		{ID: 2, At: second(2), Deed: "ban", Person: "bob", Note: "rude"},
	}, notices); diff != "" {
		t.Errorf("the book (-want +got):\n%s", diff)
	}
	for name, err := range map[string]error{
		"ban": s.Ban(ctx, "ann", second(1), ""), "sign out": s.SignOut(ctx, "ann", hash, second(1)), "erase": s.Erase(ctx, "ann"),
	} {
		if !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s of nobody: %v", name, err)
		}
	}
}

func (b battery) book(t *testing.T) {
	s := b.fresh(t)
	ctx := t.Context()
	const writers, each = 4, 5
	var wg sync.WaitGroup
	for range writers {
		wg.Go(func() {
			for range each {
				if err := s.Note(ctx, store.Notice{At: second(1), Deed: "close", Table: "id"}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	all, err := s.Notices(ctx, 0, 99)
	check(t, err)
	if len(all) != writers*each {
		t.Errorf("there are %d notices, want %d", len(all), writers*each)
	}
	for i := range all {
		if all[i].ID != int64(i)+1 {
			t.Errorf("notice %d has the number %d", i+1, all[i].ID)
		}
	}
	some, err := s.Notices(ctx, 18, 1)
	check(t, err)
	if len(some) != 1 || some[0].ID != 19 {
		t.Errorf("after 18 comes %v", some)
	}
}
