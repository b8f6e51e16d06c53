package game

import (
	"encoding/json"
	"errors"
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

// ViewSource is what a view's JSON is read from: the fields that are not derived.
// A request for a policy has just these.
type ViewSource struct {
	Game    *string         `json:"game"`
	Players int             `json:"players"`
	Seat    json.RawMessage `json:"seat"`
	Options Options         `json:"options"`
	Events  []string        `json:"events"`
}

// Check refuses another game's view, and returns the seat.
func (s ViewSource) Check(name string) (seat int, err error) {
	if s.Game != nil && *s.Game != name {
		return 0, fmt.Errorf("view: want a view of %s, not of %s", name, Quote(*s.Game))
	}
	switch string(s.Seat) {
	case "":
		return 0, errors.New("view: seat is missing; want a seat's number, or null for a spectator")
	case "null":
		return Spectator, nil
	}
	if json.Unmarshal(s.Seat, &seat) != nil || seat < 0 {
		return 0, fmt.Errorf("view: seat: want a seat's number, or null for a spectator, not %s", Quote(string(s.Seat)))
	}
	return seat, nil
}
