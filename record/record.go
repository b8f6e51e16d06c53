// Package record reads, checks and writes records: a game as the list of its
// events, in JSON, as NOTATION.md defines it. A record in memory always names a
// game, a number of players and options that the rules know; whether its events
// keep to the rules is found by Walk, Check and Match.
//
// The package must never know servers, files or who the players are.
package record

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/saloon-games/saloon/game"
)

// Format is the value of the field "format".
const Format = "saloon-record/1"

// Record is a game as its events. The zero Record is of no use: make one with New,
// Of, Parse, Read or a Reader.
type Record struct {
	rules   game.Rules
	players int
	options game.Options
	events  []string
	extra   []game.Field // fields that this package does not know and keeps
}

// New returns a record without events. What the rules do not know is refused with
// a *game.Error.
func New(rules game.Rules, players int, options game.Options) (*Record, error) {
	options, err := rules.Check(players, options)
	if err != nil {
		return nil, err
	}
	return &Record{rules: rules, players: players, options: options}, nil
}

// Of returns the record of a match so far.
func Of(m *game.Match) *Record {
	return &Record{
		rules: m.Rules(), players: m.Players(), options: m.Options(),
		events: slices.Clone(m.Events()),
	}
}

// Rules is the game.
func (r *Record) Rules() game.Rules { return r.rules }

// Players is the number of seats.
func (r *Record) Players() int { return r.players }

// Options are the table's options without defaults; not to be changed.
func (r *Record) Options() game.Options { return r.options }

// Events are the events, in order; not to be changed.
func (r *Record) Events() []string { return r.events }

// Append adds an event, unchecked.
func (r *Record) Append(event string) { r.events = append(r.events, event) }

// Field returns the value of a field that this package does not know, and whether
// the record has it. The value is not to be changed.
func (r *Record) Field(name string) (json.RawMessage, bool) {
	for _, f := range r.extra {
		if f.Name == name {
			return f.Value, true
		}
	}
	return nil, false
}

// SetField sets a field that this package does not know to any value that
// marshals. The fields that it knows are refused.
func (r *Record) SetField(name string, value any) error {
	if slices.Contains(knownFields, name) {
		return fmt.Errorf("record: %s is not an extra field", name)
	}
	raw, err := marshal(value)
	if err != nil {
		return fmt.Errorf("record: %s: %w", name, err)
	}
	for i, f := range r.extra {
		if f.Name == name {
			r.extra[i].Value = raw
			return nil
		}
	}
	r.extra = append(r.extra, game.Field{Name: name, Value: raw})
	return nil
}

// EventError is the refusal of an event of a record.
type EventError struct {
	// Number is the event's, counted from 1.
	Number int
	// Err says which rule it breaks and what would have been legal; mostly a
	// *game.Error.
	Err error
}

// Error returns "event 5: play 22: T7: ...; legal: ...".
func (e *EventError) Error() string { return fmt.Sprintf("event %d: %v", e.Number, e.Err) }

// Unwrap returns the rules' own refusal.
func (e *EventError) Unwrap() error { return e.Err }

// Walk replays the record and calls f with the state before the first event and
// after each. The state is the same one, moving on; f must not keep or change it.
// An event that breaks a rule ends the walk with an *EventError, an error of f
// ends it with that error.
func (r *Record) Walk(f func(game.State) error) error {
	s, err := r.rules.New(r.players, r.options)
	if err != nil {
		return err
	}
	if err := f(s); err != nil {
		return err
	}
	for i, e := range r.events {
		if err := s.Apply(e); err != nil {
			return &EventError{i + 1, err}
		}
		if err := f(s); err != nil {
			return err
		}
	}
	return nil
}

// State returns the state after the last event, or an *EventError.
func (r *Record) State() (game.State, error) {
	var last game.State
	err := r.Walk(func(s game.State) error {
		last = s
		return nil
	})
	if err != nil {
		return nil, err
	}
	return last, nil
}

// Check replays the record and returns nil or an *EventError.
func (r *Record) Check() error {
	_, err := r.State()
	return err
}

// Match replays the record into a match, everybody's views included, or returns
// an *EventError.
func (r *Record) Match() (*game.Match, error) {
	m, err := game.NewMatch(r.rules, r.players, r.options)
	if err != nil {
		return nil, err
	}
	for i, e := range r.events {
		if err := m.Apply(e); err != nil {
			return nil, &EventError{i + 1, err}
		}
	}
	return m, nil
}
