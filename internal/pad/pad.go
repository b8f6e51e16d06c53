// Package pad keeps what people write down at a real table, on several devices at once, so
// that nothing is lost and nothing counts twice, with or without a network.
//
// A Pad is a log of entries. An entry has an ID that nobody else has, the device that made
// it, a time that says only what its maker had seen (Lamport, Time, Clocks, and the Ordering
// of Events in a Distributed System, 1978), and a word such as "hand 3 4 5 3 3". What the
// word means is its Kind's to say, which also names the slot that it sets: "hand 3". Pads
// merge by the union of their entries, so it does not matter who sends what to whom, in which
// order and how often.
//
// The value of a slot is the entry that no other entry of the slot has taken the place of.
// An entry takes the place of those that its maker saw. So if two people write into a slot
// at the same time, neither entry takes the other's place and both stand: equal words are one
// value, different ones a conflict, which the pad shows and only a person settles, by one more
// entry. Undo is an entry too, and can itself be undone. Wall clocks decide nothing; an
// entry's wall time is for people to read.
//
// To use it:
//
//	p := pad.New(score.Kind{})                         // a new pad, or
//	p, err := pad.Read(data, score.Kind{}, tally.Kind{}) // one that was kept (Pad.MarshalJSON)
//	e, err := score.Write(p, pad.Stamp{ID: id, By: "Ann's phone", Wall: ms}, "hand 1 4 5 3 3")
//	... send e as JSON; elsewhere:
//	entries, err := pad.ReadEntries(data)              // from outside: "[{...}, ...]"
//	n, err := p.Merge(entries...)                      // all or nothing; n are new
//	p.Undo(), p.Redo()                                 // words to write, "" if there is nothing
//
// The packages score and tally say what a pad's entries come to (Read), draw it (Draw), and
// check a word against it before it is written (Write).
//
// The package must never know games, devices, networks, clocks or chance: IDs and times come
// from outside. It runs in browsers, too, so it stays small.
package pad

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/names"
)

// What a pad takes at most.
const (
	MostEntries = 2000
	MostWord    = 2048 // bytes
	MostOver    = 64   // entries that one takes the place of
	LeastID     = 8    // characters
	MostID      = 40
)

// Entry is one thing that somebody has written on a pad. It is never changed.
type Entry struct {
	// ID is 8 to 40 letters, digits, - and _, by chance: no two entries have one.
	ID string `json:"id"`
	// By names the device, for people; as names of people, 1 to 24 characters.
	By string `json:"by"`
	// Time is one more than the latest that the maker's pad had: 1 to MostEntries.
	Time int `json:"time"`
	// Wall is what the device's clock said, in milliseconds since 1970, right or wrong.
	Wall int64 `json:"wall"`
	// Over lists the entries of the same slot that this one takes the place of.
	Over []string `json:"over,omitempty"`
	// Word says what was written: "hand 3 4 5 3 3", or "undo ID ID".
	Word string `json:"word"`
}

// compare orders entries as they count.
func (e *Entry) compare(f *Entry) int {
	return cmp.Or(cmp.Compare(e.Time, f.Time), cmp.Compare(e.ID, f.ID))
}

// equal reports whether two entries are the same in everything.
func (e *Entry) equal(f *Entry) bool {
	return e.ID == f.ID && e.By == f.By && e.Time == f.Time && e.Wall == f.Wall && e.Word == f.Word && slices.Equal(e.Over, f.Over)
}

// A Kind says what the words of a pad mean.
type Kind interface {
	// Name is the kind's word: "score".
	Name() string
	// Slot returns the slot that a word sets. The error says to a person what is wrong
	// with the word, whatever else is on the pad.
	Slot(word string) (string, error)
}

// Pad is a log of entries. The zero Pad is of no use; make one with New or Read. It is not safe
// for concurrent use.
type Pad struct {
	kind  Kind
	lines []line // as they count
	at    map[string]int
}

// A line is an entry and what follows from it.
type line struct {
	Entry
	slot    string
	undoes  []string // IDs, if it is an undo
	active  bool     // nobody has undone it
	seen    bool     // some entry of its slot takes its place, undone or not
	covered bool     // an active one does, perhaps by way of one undone
}

// undo reports whether the line sets no slot, but undoes.
func (l *line) undo() bool { return len(l.undoes) > 0 }

// New returns an empty pad.
func New(kind Kind) *Pad { return &Pad{kind: kind, at: map[string]int{}} }

// Kind is what the pad's words mean.
func (p *Pad) Kind() Kind { return p.kind }

// Len is the number of entries.
func (p *Pad) Len() int { return len(p.lines) }

// Entries lists all entries in the order in which they count.
func (p *Pad) Entries() []Entry {
	list := make([]Entry, len(p.lines))
	for i := range p.lines {
		list[i] = p.lines[i].Entry
	}
	return list
}

// Lacks lists those of the pad's entries that are not among the given IDs: what a device that
// has those is to be sent.
func (p *Pad) Lacks(ids []string) []Entry {
	has := make(map[string]bool, len(ids))
	for _, id := range ids {
		has[id] = true
	}
	list := []Entry{}
	for i := range p.lines {
		if !has[p.lines[i].ID] {
			list = append(list, p.lines[i].Entry)
		}
	}
	return list
}

// Merge takes in entries, in any order, and returns how many of them were new. If one of them
// is bad the error says why, for a person, and nothing has changed.
func (p *Pad) Merge(entries ...Entry) (added int, err error) {
	var fresh []line
	known := map[string]*Entry{}
	for i := range entries {
		e := &entries[i]
		old := known[e.ID]
		if at, ok := p.at[e.ID]; ok {
			old = &p.lines[at].Entry
		}
		if old != nil {
			if !old.equal(e) {
				return 0, fmt.Errorf("entry %s: there is another entry with this ID", game.Quote(e.ID))
			}
			continue
		}
		l, err := p.check(e)
		if err != nil {
			return 0, fmt.Errorf("entry %s: %w", game.Quote(e.ID), err)
		}
		known[e.ID] = e
		fresh = append(fresh, l)
	}
	if n := len(p.lines) + len(fresh); n > MostEntries {
		return 0, fmt.Errorf("a pad has room for %d entries, not for %d: begin a new one", MostEntries, n)
	}
	if len(fresh) > 0 {
		p.lines = append(p.lines, fresh...)
		p.settle()
	}
	return len(fresh), nil
}

// undo is the word that is the same on every kind of pad.
const undo = "undo"

// check looks at an entry by itself.
func (p *Pad) check(e *Entry) (line, error) {
	if !isID(e.ID) {
		return line{}, fmt.Errorf("an ID has %d to %d letters, digits, - and _", LeastID, MostID)
	}
	if by, ok := names.Plain(e.By, names.Most); !ok || by != e.By {
		return line{}, fmt.Errorf("the name of a device has 1 to %d characters, and no space around them", names.Most)
	}
	if e.Time < 1 || e.Time > MostEntries {
		return line{}, fmt.Errorf("a time is a whole number from 1 to %d, not %d", MostEntries, e.Time)
	}
	if e.Wall < 0 || e.Wall > mostWall {
		return line{}, fmt.Errorf("a wall time is milliseconds since 1970, not %d", e.Wall)
	}
	if len(e.Over) > MostOver || slices.ContainsFunc(e.Over, func(id string) bool { return !isID(id) }) {
		return line{}, fmt.Errorf("an entry takes the place of up to %d others, told by their IDs", MostOver)
	}
	l := line{Entry: *e}
	l.Over = slices.Clone(e.Over)
	var err error
	l.slot, l.undoes, err = p.meaning(e.Word)
	return l, err
}

// mostWall is the end of the year 9999.
const mostWall = 253402300799999

func isID(id string) bool {
	return len(id) >= LeastID && len(id) <= MostID && strings.IndexFunc(id, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
	}) < 0
}

// meaning returns the slot that a word sets, or what it undoes.
func (p *Pad) meaning(word string) (slot string, undoes []string, err error) {
	if len(word) > MostWord {
		return "", nil, fmt.Errorf("a word has up to %d bytes, not %d", MostWord, len(word))
	}
	if !utf8.ValidString(word) || strings.ContainsFunc(word, unicode.IsControl) {
		return "", nil, fmt.Errorf("%s: a word is one line of text", game.Quote(word))
	}
	verb, rest, _ := strings.Cut(word, " ")
	if verb != undo {
		slot, err = p.kind.Slot(word)
		return slot, nil, err
	}
	undoes = strings.Split(rest, " ")
	if len(undoes) >= MostOver || slices.ContainsFunc(undoes, func(id string) bool { return !isID(id) }) {
		return "", nil, fmt.Errorf("%s: want undo and the IDs of up to %d entries", game.Quote(word), MostOver-1)
	}
	return "", undoes, nil
}

// settle finds out what follows from the entries. Whatever undoes an entry or takes its place
// has a later time, so one way back through the log is enough, and nothing can go round in
// circles.
func (p *Pad) settle() {
	slices.SortFunc(p.lines, func(a, b line) int { return a.compare(&b.Entry) })
	for i := range p.lines {
		l := &p.lines[i]
		p.at[l.ID] = i
		l.active, l.seen, l.covered = true, false, false
	}
	for i := len(p.lines) - 1; i >= 0; i-- {
		l := &p.lines[i]
		for _, id := range l.undoes {
			if o := p.before(l, id); o != nil && l.active {
				o.active = false
			}
		}
		for _, id := range l.Over {
			if o := p.before(l, id); o != nil && !l.undo() && !o.undo() && o.slot == l.slot {
				o.seen = true
				o.covered = o.covered || l.active || l.covered
			}
		}
	}
}

// before returns the entry with this ID if it is there and earlier.
func (p *Pad) before(l *line, id string) *line {
	i, ok := p.at[id]
	if !ok || p.lines[i].Time >= l.Time {
		return nil
	}
	return &p.lines[i]
}
