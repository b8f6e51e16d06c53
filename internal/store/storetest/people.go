package storetest

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/internal/store"
)

func (b battery) closes(t *testing.T) {
	s := b.fresh(t)
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
	} {
		if err == nil || errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func (b battery) people(t *testing.T) {
	s := b.fresh(t)
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
		for at := start; at.Before(start.Add(2 * store.SeenEvery)); at = at.Add(time.Minute) {
			check(t, s.Seen(ctx, &p, at))
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

func (b battery) limits(t *testing.T) {
	s := b.fresh(t)
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
		"reason too long":      s.Ban(ctx, "ann", second(1), long(store.MaxNote)),
		"no token's hash":      s.SignOut(ctx, "ann", nil, second(1)),
		"note too long":        s.Note(ctx, store.Notice{Deed: "ban", Note: long(store.MaxNote)}),
		"deed of nothing":      s.Note(ctx, store.Notice{}),
		"mention of nothing":   errorOf(s.Mentions(ctx, nil)),
		"entry that is not":    s.Rewrite(ctx, "id", 0, []store.Entry{entry(1, "", "x")}, nil, store.Head{}),
		"entry 0":              s.Rewrite(ctx, "id", 0, []store.Entry{{Seq: 0}}, nil, store.Head{}),
	} {
		if !errors.Is(err, store.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	big := entry(1, long(store.MaxKey)[1:], long(store.MaxBody)[1:])
	check(t, appended(append(make([]store.Entry, store.MaxEntries-1), big)...))
}
