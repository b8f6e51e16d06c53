//go:generate go test -run Transcripts . -update

// Package texas is the game Texas Showdown by Mark Major, 3 to 6 players, entire:
// rules T1 to T17 of RULES.md, each named where it is enforced. State is the full
// position, View what one seat may know.
//
// The package is a pure function of events: it must never know clocks,
// randomness, files, servers, or who the players are.
package texas

import (
	"fmt"

	"github.com/saloon-games/saloon/game"
)

// The bounds of a table.
const (
	leastSeats = 3
	mostSeats  = 6
)

// Rules is the game's game.Rules. Its zero value is ready for use.
type Rules struct{}

var _ game.Rules = Rules{}

// Name returns "texas".
func (Rules) Name() string { return "texas" }

// Title returns "Texas Showdown".
func (Rules) Title() string { return "Texas Showdown" }

// Seats returns 3 and 6.
func (Rules) Seats() (least, most int) { return leastSeats, mostSeats }

// Options returns target (T15), hands (T16) and rules (T17).
func (Rules) Options() []game.Option {
	return []game.Option{
		{
			Name: "hands", Rule: "T16", Min: 1, Max: 50,
			Help: "Play exactly so many hands; no target is used.",
		},
		{
			Name: "rules", Rule: "T17", Words: []string{"seas"},
			Help: "seas: a color whose top card is in the trick is cancelled (Seas of Strife).",
		},
		{
			Name: "target", Rule: "T15", Min: 1, Max: 200,
			Help:    "The points that end the game; 15 with 3 or 4 players, 12 with 5, 10 with 6 unless set.",
			Default: func(players int) any { return target(players) },
		},
	}
}

// target is T13's number of points that ends the game.
func target(players int) int {
	switch players {
	case 5:
		return 12
	case 6:
		return 10
	default:
		return 15
	}
}

// HandSize is how many cards each seat is dealt (T3), for 3 to 6 players.
func HandSize(players int) int { return Deck(players).Len() / max(players, 1) }

// Check implements game.Rules.
func (r Rules) Check(players int, options game.Options) (game.Options, error) {
	if players < leastSeats || players > mostSeats {
		return nil, &game.Error{
			What: fmt.Sprintf("players=%d", players), Rule: "T3",
			Why: "Texas Showdown is for 3, 4, 5 or 6 players",
		}
	}
	return game.CheckOptions(r.Options(), players, options)
}

// New implements game.Rules; the state is a *State.
func (r Rules) New(players int, options game.Options) (game.State, error) {
	t, err := r.table(players, options)
	if err != nil {
		return nil, err
	}
	return &State{table: t, last: lastNone}, nil
}

// NewView implements game.Rules; the view is a *View.
func (r Rules) NewView(players int, options game.Options, seat int) (game.View, error) {
	v := &View{}
	if err := v.reset(players, options, seat); err != nil {
		return nil, err
	}
	return v, nil
}

// table returns the public position before the first event.
func (r Rules) table(players int, options game.Options) (table, error) {
	options, err := r.Check(players, options)
	if err != nil {
		return table{}, err
	}
	t := table{
		seats:  uint8(players),
		size:   uint8(HandSize(players)),
		target: int16(target(players)),
		turn:   game.Chance,
	}
	if n, ok := options["target"].(int); ok {
		t.target = int16(n)
	}
	if n, ok := options["hands"].(int); ok {
		t.hands = int8(n)
	}
	t.seas = options["rules"] == "seas"
	return t, nil
}
