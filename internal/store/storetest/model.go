package storetest

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/saloon-games/saloon/internal/store"
)

// A model does what a store promises, in memory and as plainly as can be.
type model struct {
	tables map[string]*modelTable
	people map[string]*store.Person
}

type modelTable struct {
	store.Table
	log     []store.Entry
	lease   time.Time
	secrets map[int64]string
}

func (m *model) create(t store.Table, entries []store.Entry) error {
	for _, other := range m.tables {
		if other.ID == t.ID || other.Code == t.Code {
			return store.ErrTaken
		}
	}
	t.ActiveAt = t.CreatedAt
	made := &modelTable{Table: t, secrets: map[int64]string{}}
	made.add(entries)
	m.tables[t.ID] = made
	return nil
}

func (t *modelTable) add(entries []store.Entry) {
	for _, e := range entries {
		t.Seq++
		e.Seq = t.Seq
		t.log = append(t.log, e)
		t.ActiveAt = e.At
	}
}

func (m *model) append(id string, after int64, entries []store.Entry, head store.Head) error {
	t := m.tables[id]
	if t == nil {
		return store.ErrNotFound
	}
	if after != t.Seq {
		return &store.ConflictError{Seq: t.Seq}
	}
	t.add(entries)
	t.Head, t.lease = head, time.Time{}
	return nil
}

func (m *model) public(limit int) []store.Table {
	var tables []store.Table
	for _, t := range m.tables {
		if t.Public {
			tables = append(tables, t.Table)
		}
	}
	slices.SortFunc(tables, func(a, b store.Table) int {
		return cmp.Or(b.ActiveAt.Compare(a.ActiveAt), cmp.Compare(b.ID, a.ID))
	})
	return tables[:min(limit, len(tables))]
}

func (m *model) claim(now time.Time, lease time.Duration, limit int) []string {
	var due []*modelTable
	for _, t := range m.tables {
		if !t.WakeAt.IsZero() && !t.WakeAt.After(now) && !t.lease.After(now) {
			due = append(due, t)
		}
	}
	slices.SortFunc(due, func(a, b *modelTable) int {
		return cmp.Or(a.WakeAt.Compare(b.WakeAt), cmp.Compare(a.ID, b.ID))
	})
	var ids []string
	for _, t := range due[:min(limit, len(due))] {
		t.lease = now.Add(lease)
		ids = append(ids, t.ID)
	}
	return ids
}

func (m *model) createPerson(p store.Person) error {
	for _, other := range m.people {
		if other.ID == p.ID || bytes.Equal(other.TokenHash, p.TokenHash) {
			return store.ErrTaken
		}
	}
	p.SeenAt = p.CreatedAt
	m.people[p.ID] = &p
	return nil
}

// What is drawn comes from few values, so that the same ones meet often.
var (
	drawID    = rapid.SampledFrom([]string{"a", "b", "c"})
	drawTime  = rapid.Map(rapid.IntRange(0, 20), second)
	drawKey   = rapid.SampledFrom([]string{"", "", "k1", "k2"})
	drawBytes = rapid.SliceOfN(rapid.Byte(), 0, 4)
	drawHead  = rapid.Custom(func(t *rapid.T) store.Head {
		h := store.Head{
			Phase:   rapid.SampledFrom([]string{"open", "playing", "over"}).Draw(t, "phase"),
			Public:  rapid.Bool().Draw(t, "public"),
			Summary: drawBytes.Draw(t, "summary"),
		}
		if rapid.Bool().Draw(t, "wakes") {
			h.WakeAt = drawTime.Draw(t, "wake at")
		}
		return h
	})
	drawEntries = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) store.Entry {
		return store.Entry{At: drawTime.Draw(t, "at"), Key: drawKey.Draw(t, "key"), Body: drawBytes.Draw(t, "body")}
	}), 0, 3)
)

// A pair is a store and the model that it must behave like.
type pair struct {
	t *rapid.T
	s Store
	m model
}

func (p *pair) equal(what string, want, got any) {
	p.t.Helper()
	if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		p.t.Fatalf("%s (-model +store):\n%s", what, diff)
	}
}

// refused compares how model and store have answered.
func (p *pair) refused(want, got error) {
	p.t.Helper()
	if (want == nil) != (got == nil) || want != nil && !same(got, want) {
		p.t.Fatalf("store answers %v, model %v", got, want)
	}
}

func (p *pair) Create(t *rapid.T) {
	table := store.Table{
		ID: drawID.Draw(t, "id"), Code: drawID.Draw(t, "code"), CreatedAt: drawTime.Draw(t, "created"), Head: drawHead.Draw(t, "head"),
	}
	entries := drawEntries.Draw(t, "entries")
	p.refused(p.m.create(table, entries), p.s.Create(t.Context(), table, entries))
}

func (p *pair) Append(t *rapid.T) {
	id, entries, head := drawID.Draw(t, "id"), drawEntries.Draw(t, "entries"), drawHead.Draw(t, "head")
	after := rapid.Int64Range(-1, 1).Draw(t, "off by") * rapid.Int64Range(0, 1).Draw(t, "off at all")
	if table := p.m.tables[id]; table != nil {
		after += table.Seq
	}
	p.refused(p.m.append(id, after, entries, head), p.s.Append(t.Context(), id, after, entries, head))
}

func (p *pair) Look(t *rapid.T) {
	after := rapid.Int64Range(0, 9).Draw(t, "after")
	for _, id := range []string{"a", "b", "c"} {
		log, err := p.s.Log(t.Context(), id, after)
		want := p.m.tables[id]
		if want == nil {
			p.refused(store.ErrNotFound, err)
			continue
		}
		p.equal("log error", nil, err)
		p.equal("log", want.log[min(after, want.Seq):], log)
		got, err := p.s.Table(t.Context(), id)
		p.equal("table error", nil, err)
		p.equal("table", want.Table, got)
		got, err = p.s.ByCode(t.Context(), want.Code)
		p.equal("table by code error", nil, err)
		p.equal("table by code", want.Table, got)
	}
	limit := rapid.IntRange(0, 3).Draw(t, "limit")
	tables, err := p.s.Public(t.Context(), limit)
	p.equal("public error", nil, err)
	p.equal("public", p.m.public(limit), tables)
}

func (p *pair) Claim(t *rapid.T) {
	now, limit := drawTime.Draw(t, "now"), rapid.IntRange(1, 3).Draw(t, "limit")
	lease := time.Duration(rapid.IntRange(1, 5).Draw(t, "lease")) * time.Second
	ids, err := p.s.Claim(t.Context(), now, lease, limit)
	p.equal("claim error", nil, err)
	p.equal("claim", p.m.claim(now, lease, limit), ids)
}

func (p *pair) Secret(t *rapid.T) {
	id, game, secret := drawID.Draw(t, "id"), rapid.Int64Range(1, 2).Draw(t, "game"), drawTime.Draw(t, "secret").String()
	err := p.s.PutSecret(t.Context(), id, game, []byte(secret))
	table := p.m.tables[id]
	if table == nil {
		p.refused(store.ErrNotFound, err)
		return
	}
	if table.secrets[game] != "" {
		p.refused(store.ErrTaken, err)
	} else {
		p.refused(nil, err)
		table.secrets[game] = secret
	}
	got, err := p.s.Secret(t.Context(), id, game)
	p.equal("secret error", nil, err)
	p.equal("secret", table.secrets[game], string(got))
}

func (p *pair) Person(t *rapid.T) {
	person := store.Person{
		ID: drawID.Draw(t, "id"), TokenHash: []byte("0123456789abcdef" + drawID.Draw(t, "token")),
		Name: drawID.Draw(t, "name"), CreatedAt: drawTime.Draw(t, "created"),
	}
	p.refused(p.m.createPerson(person), p.s.CreatePerson(t.Context(), person))
	id, name := drawID.Draw(t, "rename"), drawID.Draw(t, "new name")
	want := p.m.people[id]
	if want == nil {
		p.refused(store.ErrNotFound, p.s.Rename(t.Context(), id, name))
		return
	}
	want.Name = name
	p.refused(nil, p.s.Rename(t.Context(), id, name))
	got, err := p.s.PersonByToken(t.Context(), want.TokenHash)
	p.equal("person error", nil, err)
	p.equal("person", *want, got)
}

func (b battery) model(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, again := b.open(t)
		p := &pair{t: t, s: s, m: model{tables: map[string]*modelTable{}, people: map[string]*store.Person{}}}
		t.Repeat(map[string]func(*rapid.T){
			"create": p.Create, "append": p.Append, "append more": p.Append, "look": p.Look,
			"claim": p.Claim, "secret": p.Secret, "person": p.Person,
		})
		p.s = again()
		p.Look(t)
		crowd(t, p)
	})
}

// crowd has several append at the same time, each of whom tries again after a
// conflict, and makes sure that what was acknowledged is there once and in order.
func crowd(t *rapid.T, p *pair) {
	head := drawHead.Draw(t, "head")
	id := "crowd"
	check(t, p.s.Create(t.Context(), store.Table{ID: id, Code: id}, nil))
	const people, each = 4, 3
	seqs := make([][]int64, people)
	var wg sync.WaitGroup
	for i := range people {
		wg.Go(func() {
			after := int64(0)
			for n := range each {
				e := store.Entry{At: second(n), Key: fmt.Sprint(i, n), Body: []byte{byte(i), byte(n)}}
				for {
					err := p.s.Append(t.Context(), id, after, []store.Entry{e}, head)
					if conflict, ok := errors.AsType[*store.ConflictError](err); ok {
						after = conflict.Seq
						continue
					}
					if err != nil {
						t.Error(err)
						return
					}
					after++
					seqs[i] = append(seqs[i], after)
					break
				}
			}
		})
	}
	wg.Wait()
	want := make([]store.Entry, people*each)
	for i := range seqs {
		if !slices.IsSorted(seqs[i]) {
			t.Errorf("%d's entries are at %v", i, seqs[i])
		}
		for n, seq := range seqs[i] {
			want[seq-1] = store.Entry{Seq: seq, At: second(n), Key: fmt.Sprint(i, n), Body: []byte{byte(i), byte(n)}}
		}
	}
	log, err := p.s.Log(t.Context(), id, 0)
	check(t, err)
	p.equal("log of the crowd", want, log)
}
