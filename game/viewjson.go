package game

import (
	"encoding/json"
	"fmt"
)

// ViewHead is what the JSON of every view begins with.
type ViewHead struct {
	// Game is the game's name.
	Game string `json:"game"`
	// Players is the number of seats.
	Players int `json:"players"`
	// Seat is who looks; null for a spectator.
	Seat *int `json:"seat"`
	// Options are the table's, without defaults.
	Options Options `json:"options"`
	// Ply is the number of events so far.
	Ply int `json:"ply"`
	// Next is who speaks: "chance", "seat" or "over".
	Next string `json:"next"`
	// Turn is the seat on turn, null otherwise.
	Turn *int `json:"turn"`
	// Legal is the looking seat's own legal events; empty unless on turn.
	Legal []string `json:"legal"`
	// Winners is null until the game is over.
	Winners []int `json:"winners"`
}

// ViewTail is what the JSON of every view ends with.
type ViewTail struct {
	// Events is all that the seat has been told, in order.
	Events []string `json:"events"`
}

// HeadOf returns the head of a view of the game with that name.
func HeadOf(name string, v View) ViewHead {
	h := ViewHead{
		Game: name, Players: v.Players(), Options: v.Options(),
		Ply: v.Ply(), Next: v.Turn().Next(),
		Legal: Words(v.Word, v.Legal(nil)), Winners: v.Winners(),
	}
	if seat := v.Seat(); seat != Spectator {
		h.Seat = &seat
	}
	if seat, ok := v.Turn().Seat(); ok {
		h.Turn = &seat
	}
	return h
}

// TailOf returns the tail of a view.
func TailOf(v View) ViewTail {
	return ViewTail{Events: append([]string{}, v.Events()...)}
}

// ViewSource is what a view is read from: the fields of its JSON that are not
// derived. A request for a policy has just these.
type ViewSource struct {
	Players int
	Seat    int // or Spectator
	Options Options
	Events  []string
	fields  map[string]json.RawMessage
}

// ReadViewSource reads the JSON of a view of the game with that name. The field
// game may be left out, and options where there are none.
func ReadViewSource(name string, data []byte) (ViewSource, error) {
	list, err := Fields(data, `{"seat":0, ...}`)
	if err != nil {
		return ViewSource{}, fmt.Errorf("view: %w", err)
	}
	s := ViewSource{Options: Options{}, fields: map[string]json.RawMessage{}}
	for _, f := range list {
		s.fields[f.Name] = f.Value
	}
	var of string
	if raw, ok := s.fields["game"]; ok && (json.Unmarshal(raw, &of) != nil || of != name) {
		return s, fmt.Errorf("view: game: want %s, not %s", name, Quote(string(raw)))
	}
	if string(s.fields["seat"]) == "null" {
		s.Seat = Spectator
	} else if err := s.Read("seat", "a seat's number, or null for a spectator", &s.Seat); err != nil {
		return s, err
	} else if s.Seat < 0 {
		return s, fmt.Errorf("view: seat: want a seat's number, or null for a spectator, not %d", s.Seat)
	}
	if err := s.Read("players", "a number", &s.Players); err != nil {
		return s, err
	}
	if raw, ok := s.fields["options"]; ok {
		if err := s.Options.UnmarshalJSON(raw); err != nil {
			return s, fmt.Errorf("view: %w", err)
		}
	}
	return s, s.Read("events", "a list of strings", &s.Events)
}

// Has reports whether there is a field of that name.
func (s ViewSource) Has(name string) bool {
	_, ok := s.fields[name]
	return ok
}

// Read reads a field that must be there into what a pointer points to; want says
// what it should be, for the error.
func (s ViewSource) Read(name, want string, into any) error {
	raw, ok := s.fields[name]
	if !ok {
		return fmt.Errorf("view: %s is missing; want %s", name, want)
	}
	if string(raw) == "null" || json.Unmarshal(raw, into) != nil {
		return fmt.Errorf("view: %s: want %s, not %s", name, want, Quote(string(raw)))
	}
	return nil
}
