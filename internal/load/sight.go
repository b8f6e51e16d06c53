package load

import (
	"bytes"
	"html"

	"github.com/saloon-games/saloon/internal/load/element"
)

// sight is what a guest's stream has shown of the table: the attributes of #table,
// and the moves that each part offers. A part's moves count until the part is shown
// anew.
type sight struct {
	number int // of the game; -1 where nothing or nobody is told, here and below
	ply    int
	turn   int
	you    int
	phase  string // "open", "playing", "over"
	parts  []part
}

// part is an element that is replaced as a whole.
type part struct {
	id    []byte
	words []byte // of its moves, one after the other
	ends  []int  // where each word ends
	next  bool   // it has the control that says "seen enough"
}

// What is looked for.
var (
	markID     = []byte(` id="`)
	markNumber = []byte(` data-number="`)
	markPly    = []byte(` data-ply="`)
	markTurn   = []byte(` data-turn="`)
	markYou    = []byte(` data-you="`)
	markPhase  = []byte(` data-phase="`)
	markMove   = []byte(` data-move="`)
	markNext   = []byte(` data-action="next"`)
	tableID    = []byte("table")
)

// forget makes the sight that of somebody who has seen nothing.
func (s *sight) forget() {
	s.number, s.ply, s.turn, s.you, s.phase = -1, -1, -1, -1, ""
	s.parts = s.parts[:0]
}

// take takes in the elements of an event. It keeps no part of data.
func (s *sight) take(data []byte) {
	for {
		i := bytes.IndexByte(data, '<')
		if i < 0 {
			return
		}
		data = data[i:]
		n := element.Len(data)
		whole := data[:n]
		data = data[n:]
		tag := whole[:element.TagLen(whole)]
		id, ok := attribute(tag, markID)
		switch {
		case !ok: // an announcement
		case bytes.Equal(id, tableID):
			s.number, s.ply = wholeNumber(tag, markNumber), wholeNumber(tag, markPly)
			s.turn, s.you = wholeNumber(tag, markTurn), wholeNumber(tag, markYou)
			if phase, _ := attribute(tag, markPhase); string(phase) != s.phase {
				s.phase = string(phase)
			}
		default:
			s.part(id).take(whole)
		}
	}
}

// part returns the part with the id, a new one if there is none.
func (s *sight) part(id []byte) *part {
	for i := range s.parts {
		if bytes.Equal(s.parts[i].id, id) {
			return &s.parts[i]
		}
	}
	if len(s.parts) < cap(s.parts) { // with the buffers of one that was forgotten
		s.parts = s.parts[:len(s.parts)+1]
	} else {
		s.parts = append(s.parts, part{})
	}
	p := &s.parts[len(s.parts)-1]
	p.id = append(p.id[:0], id...)
	return p
}

// take finds the moves that the part offers now.
func (p *part) take(whole []byte) {
	p.words, p.ends = p.words[:0], p.ends[:0]
	p.next = bytes.Contains(whole, markNext)
	for {
		i := bytes.Index(whole, markMove)
		if i < 0 {
			return
		}
		whole = whole[i+len(markMove):]
		end := bytes.IndexByte(whole, '"')
		if end < 0 {
			return
		}
		word := whole[:end]
		if bytes.IndexByte(word, '&') >= 0 {
			word = []byte(html.UnescapeString(string(word)))
		}
		p.words = append(p.words, word...)
		p.ends = append(p.ends, len(p.words))
	}
}

// moves is how many moves are offered.
func (s *sight) moves() int {
	n := 0
	for i := range s.parts {
		n += len(s.parts[i].ends)
	}
	return n
}

// move is the word of a move by its number, from 0 to moves()-1. It is valid until
// the next event.
func (s *sight) move(n int) []byte {
	for i := range s.parts {
		p := &s.parts[i]
		if n >= len(p.ends) {
			n -= len(p.ends)
			continue
		}
		from := 0
		if n > 0 {
			from = p.ends[n-1]
		}
		return p.words[from:p.ends[n]]
	}
	return nil
}

// asksNext reports whether somebody is asked to say that they have seen enough.
func (s *sight) asksNext() bool {
	for i := range s.parts {
		if s.parts[i].next {
			return true
		}
	}
	return false
}

// attribute returns what stands in quotes after the mark.
func attribute(tag, mark []byte) ([]byte, bool) {
	_, rest, found := bytes.Cut(tag, mark)
	if !found {
		return nil, false
	}
	value, _, found := bytes.Cut(rest, []byte(`"`))
	return value, found
}

// wholeNumber is an attribute that is a number, -1 where it is not.
func wholeNumber(tag, mark []byte) int {
	value, _ := attribute(tag, mark)
	if len(value) == 0 || len(value) > 9 {
		return -1
	}
	n := 0
	for _, c := range value {
		if c < '0' || c > '9' {
			return -1
		}
		n = n*10 + int(c-'0')
	}
	return n
}
