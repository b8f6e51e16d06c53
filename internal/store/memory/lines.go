package memory

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"github.com/saloon-games/saloon/internal/store"
)

// A change is a write as a line has it; times are microseconds since 1970. What lines
// of JSON have is kept by browsers: fields may be added, none may change.
type change struct {
	Table   string  `json:"table,omitempty"`   // id of the table that it is about
	Made    *made   `json:"made,omitempty"`    // the table is new
	Head    *head   `json:"head,omitempty"`    // of a table, from now on
	Entries []entry `json:"entries,omitempty"` // added to its log
	Game    int64   `json:"game,omitempty"`    // whose secret comes next
	Secret  []byte  `json:"secret,omitempty"`
	Person  *person `json:"person,omitempty"` // as they are from now on
}

type made struct {
	Code string `json:"code"`
	At   int64  `json:"at"`
}

type head struct {
	Phase   string `json:"phase"`
	Public  bool   `json:"public,omitempty"`
	WakeAt  *int64 `json:"wake,omitempty"`
	Summary []byte `json:"summary,omitempty"`
}

type entry struct {
	At   int64  `json:"at"`
	Key  string `json:"key,omitempty"`
	Body []byte `json:"body"`
}

type person struct {
	ID        string `json:"id"`
	TokenHash []byte `json:"token"`
	Name      string `json:"name"`
	At        int64  `json:"at"`
	Seen      int64  `json:"seen"`
}

func headOf(h store.Head) *head {
	out := &head{Phase: h.Phase, Public: h.Public, Summary: h.Summary}
	if !h.WakeAt.IsZero() {
		at := h.WakeAt.UnixMicro()
		out.WakeAt = &at
	}
	return out
}

func (h *head) head() store.Head {
	out := store.Head{Phase: h.Phase, Public: h.Public, Summary: h.Summary}
	if h.WakeAt != nil {
		out.WakeAt = fromMicros(*h.WakeAt)
	}
	return out
}

func entriesOf(list []store.Entry) []entry {
	out := make([]entry, len(list))
	for i := range list {
		out[i] = entry{list[i].At.UnixMicro(), list[i].Key, list[i].Body}
	}
	return out
}

func personOf(p *store.Person) *person {
	return &person{p.ID, p.TokenHash, p.Name, p.CreatedAt.UnixMicro(), p.SeenAt.UnixMicro()}
}

func fromMicros(us int64) time.Time { return time.UnixMicro(us).UTC() }

func (c *change) line() ([]byte, error) { return json.Marshal(c) }

// apply makes a change that fits what there is, or says why it does not. The caller
// holds mu.
func (s *Store) apply(c *change) error {
	if p := c.Person; p != nil {
		s.people[p.ID] = &store.Person{
			ID: p.ID, TokenHash: p.TokenHash, Name: p.Name, CreatedAt: fromMicros(p.At), SeenAt: fromMicros(p.Seen),
		}
		return nil
	}
	if c.Made != nil {
		if s.tables[c.Table] != nil || s.codes[c.Made.Code] != nil {
			return fmt.Errorf("%w: table %q is made twice", store.ErrTaken, c.Table)
		}
		at := fromMicros(c.Made.At)
		t := &table{
			Table:   store.Table{ID: c.Table, Code: c.Made.Code, CreatedAt: at, ActiveAt: at},
			secrets: map[int64][]byte{},
		}
		s.tables[c.Table], s.codes[c.Made.Code] = t, t
		s.ids = append(s.ids, c.Table)
	}
	t, err := s.table(c.Table)
	if err != nil {
		return err
	}
	if c.Secret != nil {
		t.secrets[c.Game] = c.Secret
		return nil
	}
	if c.Head == nil {
		return fmt.Errorf("%w: a line about table %q that says nothing", store.ErrInvalid, c.Table)
	}
	for _, e := range c.Entries {
		t.Seq++
		t.log = append(t.log, store.Entry{Seq: t.Seq, At: fromMicros(e.At), Key: e.Key, Body: e.Body})
		t.ActiveAt = fromMicros(e.At)
	}
	t.Head, t.lease = c.Head.head(), time.Time{}
	return nil
}

// Load returns the store that [New] and writes with these lines have made; lines end
// with \n, the last one may do without. Further writes go to keep; the lines do not.
// [store.ErrInvalid] says which line is none, or does not fit those before.
func Load(lines []byte, keep func(line []byte) error) (*Store, error) {
	s := New(keep)
	for n := 1; len(lines) > 0; n++ {
		line, rest, _ := bytes.Cut(lines, []byte("\n"))
		lines = rest
		var c change
		if err := json.Unmarshal(line, &c); err != nil {
			return nil, fmt.Errorf("%w: line %d is not one that was kept: %w", store.ErrInvalid, n, err)
		}
		if err := s.apply(&c); err != nil {
			return nil, fmt.Errorf("%w: line %d does not fit those before: %w", store.ErrInvalid, n, err)
		}
	}
	return s, nil
}
