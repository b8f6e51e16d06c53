//go:generate go test -run Transcripts . -update

// Package raincheck is the game Showdown ("Raincheck") for 2 players, entire:
// rules S1 to S20 of RULES.md, each named where it is enforced. State is the full
// position, View what one seat may know.
//
// The package is a pure function of events: it must never know clocks,
// randomness, files, servers, or who the players are.
package raincheck

import (
	"fmt"

	"github.com/saloon-games/saloon/game"
)

const seats = 2

// Rules is the game's game.Rules. Its zero value is ready for use.
type Rules struct{}

var _ game.Rules = Rules{}

// Name returns "raincheck".
func (Rules) Name() string { return "raincheck" }

// Title returns "Showdown (Raincheck)".
func (Rules) Title() string { return "Showdown (Raincheck)" }

// Seats returns 2 and 2.
func (Rules) Seats() (least, most int) { return seats, seats }

// Options returns first (S4).
func (Rules) Options() []game.Option {
	return []game.Option{{
		Name: "first", Rule: "S4", Min: 0, Max: 1,
		Help: "The seat that begins the first round; by chance unless set.",
	}}
}

// Check implements game.Rules.
func (r Rules) Check(players int, options game.Options) (game.Options, error) {
	if players != seats {
		return nil, &game.Error{
			What: fmt.Sprintf("players=%d", players), Rule: "S1",
			Why: "Showdown (Raincheck) is for 2 players",
		}
	}
	return game.CheckOptions(r.Options(), players, options)
}

// New implements game.Rules; the state is a *State.
func (r Rules) New(players int, options game.Options) (game.State, error) {
	t, _, err := r.table(players, options)
	if err != nil {
		return nil, err
	}
	s := &State{table: t, last: event{move: lastNone}}
	s.owned = [seats]Set{all, all} // S1
	s.held = s.owned
	return s, nil
}

// NewView implements game.Rules; the view is a *View.
func (r Rules) NewView(players int, options game.Options, seat int) (game.View, error) {
	v := &View{}
	if err := v.reset(players, options, seat); err != nil {
		return nil, err
	}
	return v, nil
}

// table returns the public position before the first event, and the options
// without defaults.
func (r Rules) table(players int, options game.Options) (table, game.Options, error) {
	options, err := r.Check(players, options)
	if err != nil {
		return table{}, nil, err
	}
	t := table{
		turn:   game.Chance,
		phase:  Starting,
		must:   anybody,
		energy: [seats]int8{FullEnergy, FullEnergy},
		owns:   [seats]uint8{kinds, kinds},
		bettor: nobody,
		loser:  nobody,
	}
	if first, ok := options["first"].(int); ok {
		t.must = int8(first)
	}
	return t, options, nil
}
