package wire

import (
	"bytes"
	"slices"

	"github.com/saloon-games/saloon/game"
)

// request is a request for a policy in the form that nearly all have: an object of
// these four fields, each at most once, no string with an escape. What it points to
// is the line that it was read from.
type request struct {
	seat, players int
	options       []byte   // an object, unread
	events        [][]byte // without quotes
}

// read reads a request, and reports whether it has that form. It does not say what
// is wrong, for what has another form may well be right.
func (r *request) read(text []byte) bool {
	*r = request{seat: -1, players: -1, events: r.events[:0]}
	s := scanner{text}
	if !s.byte('{') {
		return false
	}
	var seen [4]bool
	for first := true; !s.byte('}'); first = false {
		if !first && !s.byte(',') {
			return false
		}
		name, ok := s.string()
		if !ok || !s.byte(':') {
			return false
		}
		field := slices.Index([]string{"seat", "players", "options", "events"}, string(name))
		if field < 0 || seen[field] {
			return false
		}
		seen[field] = true
		switch field {
		case 0:
			r.seat, ok = s.number()
		case 1:
			r.players, ok = s.number()
		case 2:
			r.options, ok = s.object()
		case 3:
			ok = r.readEvents(&s)
		}
		if !ok {
			return false
		}
	}
	s.blanks()
	return len(s.rest) == 0 && seen[0] && seen[1] && seen[3]
}

// readEvents reads the list of events.
func (r *request) readEvents(s *scanner) bool {
	if !s.byte('[') {
		return false
	}
	for !s.byte(']') {
		if len(r.events) > 0 && !s.byte(',') {
			return false
		}
		e, ok := s.string()
		if !ok {
			return false
		}
		r.events = append(r.events, e)
	}
	return true
}

// scanner takes apart JSON of the plainest kind.
type scanner struct{ rest []byte }

// blanks skips blanks.
func (s *scanner) blanks() {
	for len(s.rest) > 0 && (s.rest[0] == ' ' || s.rest[0] == '\t') {
		s.rest = s.rest[1:]
	}
}

// byte takes a byte, after blanks, if it is this one.
func (s *scanner) byte(c byte) bool {
	s.blanks()
	if len(s.rest) == 0 || s.rest[0] != c {
		return false
	}
	s.rest = s.rest[1:]
	return true
}

// string takes a string of printable ASCII without escapes.
func (s *scanner) string() ([]byte, bool) {
	if !s.byte('"') {
		return nil, false
	}
	for i, c := range s.rest {
		switch {
		case c == '"':
			text := s.rest[:i]
			s.rest = s.rest[i+1:]
			return text, true
		case c == '\\' || c < ' ' || c > '~':
			return nil, false
		}
	}
	return nil, false
}

// number takes a number of one digit: more seats there are not.
func (s *scanner) number() (int, bool) {
	s.blanks()
	if len(s.rest) < 2 || s.rest[0] < '0' || s.rest[0] > '9' || s.rest[1] != ',' && s.rest[1] != '}' {
		return 0, false
	}
	n := int(s.rest[0] - '0')
	s.rest = s.rest[1:]
	return n, true
}

// object takes an object without objects, escapes or odd letters in it, unread.
func (s *scanner) object() ([]byte, bool) {
	s.blanks()
	end := bytes.IndexByte(s.rest, '}')
	if end < 0 || s.rest[0] != '{' {
		return nil, false
	}
	text := s.rest[:end+1]
	if bytes.ContainsAny(text[1:], "{\\") {
		return nil, false
	}
	s.rest = s.rest[end+1:]
	return text, true
}

// mostSeats is how many seats a request that is remembered may have at most.
const mostSeats = 8

// viewCache remembers for each seat the last request that was read quickly, and what
// the seat knew after each of its events. A request that begins in the same way takes
// that over.
type viewCache [mostSeats]remembered

type remembered struct {
	players int
	options string
	events  []string
	views   []game.View // one more than events; none if nothing is remembered
}

// view returns the view of a request, nil if it cannot be had in this way. It is the
// caller's own.
func (c *viewCache) view(rules game.Rules, r *request) game.View {
	if r.seat >= mostSeats {
		return nil
	}
	m := &c[r.seat]
	if len(m.views) == 0 || m.players != r.players || m.options != string(r.options) {
		if !m.begin(rules, r) {
			return nil
		}
	}
	same := 0
	for same < len(m.events) && same < len(r.events) && m.events[same] == string(r.events[same]) {
		same++
	}
	m.events, m.views = m.events[:same], m.views[:same+1]
	for _, told := range r.events[same:] {
		word := string(told)
		v := observe(m.views[len(m.views)-1], word)
		if v == nil {
			return nil
		}
		m.events, m.views = append(m.events, word), append(m.views, v)
	}
	return m.views[len(m.views)-1].Clone()
}

// begin forgets everything and remembers what the request's seat knows before the
// first event; false if the request is refused.
func (m *remembered) begin(rules game.Rules, r *request) bool {
	*m = remembered{}
	options := game.Options{}
	if len(r.options) > 0 && options.UnmarshalJSON(r.options) != nil {
		return false
	}
	v, err := rules.NewView(r.players, options, r.seat)
	if err != nil {
		return false
	}
	*m = remembered{players: r.players, options: string(r.options), views: []game.View{v}}
	return true
}

// observe returns what a view's seat knows after one more event; nil if the event is
// refused, or if whose turn it is then cannot be said from it alone.
//
// Whose turn it is after a decision follows from what everybody knows, so the view
// accepts just one answer, and it is found by trying all. Chance may have
// decided it in secret: in a deal of Texas Showdown it is whoever holds the starting
// card. So there several answers may be accepted.
func observe(v game.View, told string) game.View {
	chance := v.Turn() == game.Chance
	seats := game.Turn(v.Players())
	from := max(v.Turn(), 0)
	var found game.View
	after := v.Clone()
	for i := range seats + 2 {
		next := (from + 1 + i) % seats
		switch i {
		case seats:
			next = game.Chance
		case seats + 1:
			next = game.Over
		}
		switch {
		case after.Observe(told, next) != nil: // which has changed nothing
			continue
		case !chance:
			return after
		case found != nil:
			return nil
		}
		found, after = after, v.Clone()
	}
	return found
}
