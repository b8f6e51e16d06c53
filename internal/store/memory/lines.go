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
	Anew    []anew  `json:"anew,omitempty"`   // other bodies in its log
	Erased  string  `json:"erased,omitempty"` // id of the person who is forgotten
	Notice  *notice `json:"notice,omitempty"` // added to the book
}

type anew struct {
	Seq  int64  `json:"seq"`
	Body []byte `json:"body"`
}

type notice struct {
	At     int64  `json:"at"`
	By     string `json:"by"`
	Deed   string `json:"deed"`
	Table  string `json:"table,omitempty"`
	Person string `json:"person,omitempty"`
	Note   string `json:"note,omitempty"`
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
	Until     *int64 `json:"until,omitempty"` // banned until then
	Reason    string `json:"reason,omitempty"`
	Out       *int64 `json:"out,omitempty"` // signed out then
}

func headOf(h store.Head) *head {
	return &head{Phase: h.Phase, Public: h.Public, Summary: h.Summary, WakeAt: microsOrNone(h.WakeAt)}
}

func (h *head) head() store.Head {
	return store.Head{Phase: h.Phase, Public: h.Public, Summary: h.Summary, WakeAt: fromMicrosOrNone(h.WakeAt)}
}

func entriesOf(list []store.Entry) []entry {
	out := make([]entry, len(list))
	for i := range list {
		out[i] = entry{list[i].At.UnixMicro(), list[i].Key, list[i].Body}
	}
	return out
}

func personOf(p *store.Person) *person {
	return &person{
		p.ID, p.TokenHash, p.Name, p.CreatedAt.UnixMicro(), p.SeenAt.UnixMicro(),
		microsOrNone(p.BannedUntil), p.BanReason, microsOrNone(p.OutAt),
	}
}

func fromMicros(us int64) time.Time { return time.UnixMicro(us).UTC() }

func microsOrNone(t time.Time) *int64 {
	if t.IsZero() {
		return nil
	}
	return new(t.UnixMicro())
}

func fromMicrosOrNone(us *int64) time.Time {
	if us == nil {
		return time.Time{}
	}
	return fromMicros(*us)
}

func (c *change) line() ([]byte, error) { return json.Marshal(c) }

// apply makes a change that fits what there is, or says why it does not. The caller
// holds mu.
func (s *Store) apply(c *change) error {
	if p := c.Person; p != nil {
		s.people[p.ID] = &store.Person{
			ID: p.ID, TokenHash: p.TokenHash, Name: p.Name, CreatedAt: fromMicros(p.At), SeenAt: fromMicros(p.Seen),
			BannedUntil: fromMicrosOrNone(p.Until), BanReason: p.Reason, OutAt: fromMicrosOrNone(p.Out),
		}
		return nil
	}
	if c.Erased != "" || c.Notice != nil {
		return s.applyInBook(c)
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
	if err := t.rewrite(c.Anew); err != nil {
		return err
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
