package pad

import (
	"errors"
	"slices"
	"strings"
)

// Value is a word that stands in a slot, and the entries that say so, as they count: more
// than one if several devices wrote the same.
type Value struct {
	Word    string
	Entries []Entry
}

// Slot is a slot with what stands in it: one value, or more, which are a conflict.
type Slot struct {
	Name   string
	Values []Value
}

// Conflict reports whether different words stand in the slot, and so none counts.
func (s Slot) Conflict() bool { return len(s.Values) > 1 }

// Slots lists the slots in which something stands, in the order in which what stands in them
// was written first.
func (p *Pad) Slots() []Slot {
	list := []Slot{}
	at := map[string]int{}
	for i := range p.lines {
		l := &p.lines[i]
		if l.undo() || !l.active || l.covered {
			continue
		}
		n, ok := at[l.slot]
		if !ok {
			n = len(list)
			at[l.slot] = n
			list = append(list, Slot{Name: l.slot})
		}
		s := &list[n]
		v := slices.IndexFunc(s.Values, func(v Value) bool { return v.Word == l.Word })
		if v < 0 {
			v = len(s.Values)
			s.Values = append(s.Values, Value{Word: l.Word})
		}
		s.Values[v].Entries = append(s.Values[v].Entries, l.Entry)
	}
	return list
}

// Stamp is what an entry has from outside: an ID by chance, the device's name, and its clock
// in milliseconds since 1970.
type Stamp struct {
	ID   string `json:"id"`
	By   string `json:"by"`
	Wall int64  `json:"wall"`
}

// errFull is the refusal of a pad on which nothing more can be written.
var errFull = errors.New("this pad is full: begin a new one")

// Write writes a word on the pad. It takes the place of all that the pad has in its slot, so it
// settles a conflict there, too. The error says to a person what is wrong with the word or the
// stamp, and nothing has changed then. Whether the word fits what else is on the pad is for its
// kind's package to say; call its Write.
func (p *Pad) Write(stamp Stamp, word string) (Entry, error) {
	slot, undoes, err := p.meaning(word)
	if err != nil {
		return Entry{}, err
	}
	for _, id := range undoes {
		if _, ok := p.at[id]; !ok {
			return Entry{}, errors.New("there is no such entry to undo")
		}
	}
	e := Entry{ID: stamp.ID, By: stamp.By, Wall: stamp.Wall, Time: 1, Word: word}
	if n := len(p.lines); n > 0 {
		e.Time = p.lines[n-1].Time + 1
	}
	if e.Time > MostEntries || len(p.lines) == MostEntries {
		return Entry{}, errFull
	}
	// Undone entries too: what was undone before this one was written must not come back
	// beside it.
	for i := len(p.lines) - 1; i >= 0 && undoes == nil && len(e.Over) < MostOver; i-- {
		if l := &p.lines[i]; !l.undo() && l.slot == slot && !l.seen {
			e.Over = append(e.Over, l.ID)
		}
	}
	if _, ok := p.at[e.ID]; ok {
		return Entry{}, errors.New("this entry is on the pad already")
	}
	_, err = p.Merge(e)
	return e, err
}

// undoing is the word that undoes entries.
func undoing(entries []Entry) string {
	b := strings.Builder{}
	b.WriteString(undo)
	for i := range entries[:min(len(entries), MostOver-1)] {
		b.WriteString(" " + entries[i].ID)
	}
	return b.String()
}

// UndoOf is the word that takes a value back, whoever wrote it.
func UndoOf(v Value) string { return undoing(v.Entries) }

// Undo is the word that takes back what was written last and still stands, and what that
// was; both are empty if there is nothing.
func (p *Pad) Undo() (word, of string) {
	for i := len(p.lines) - 1; i >= 0; i-- {
		l := &p.lines[i]
		if l.undo() || !l.active {
			continue
		}
		// If several devices wrote the same, one alone taken back would change nothing.
		same := []Entry{}
		for j := i; j >= 0 && !l.covered; j-- {
			if o := &p.lines[j]; !o.undo() && o.slot == l.slot && o.Word == l.Word && o.active && !o.covered {
				same = append(same, o.Entry)
			}
		}
		if len(same) > 0 {
			return undoing(same), l.Word
		}
	}
	return "", ""
}

// Redo is the word that brings back what was undone last, and what that was; both are empty if
// nothing was undone, or something has been written since.
func (p *Pad) Redo() (word, of string) {
	for i := len(p.lines) - 1; i >= 0; i-- {
		l := &p.lines[i]
		if !l.undo() {
			return "", ""
		}
		if !l.active {
			continue
		}
		target := p.before(l, l.undoes[0])
		if target == nil || target.undo() || target.active {
			continue // it undoes an undo: that is a redo
		}
		// Others may have undone the same.
		same := []Entry{}
		for j := range p.lines {
			if o := &p.lines[j]; o.undo() && o.active && slices.ContainsFunc(o.undoes, func(id string) bool {
				return slices.Contains(l.undoes, id)
			}) {
				same = append(same, o.Entry)
			}
		}
		return undoing(same), target.Word
	}
	return "", ""
}

// Clone returns a copy that shares nothing that changes.
func (p *Pad) Clone() *Pad {
	c := &Pad{p.kind, slices.Clone(p.lines), make(map[string]int, len(p.lines))}
	c.settle()
	return c
}
