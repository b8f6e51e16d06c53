// Package highcard is a toy, and the worked example of docs/adding-a-game.md: the
// smallest game that has all that package game speaks of, a chance event, hidden
// cards, cards that are turned up, an option, and several winners. It is not in
// the catalog.
//
//   - H1: 2 or 3 players; five cards, 1 to 5.
//   - H2: A round begins with a deal of one card to each seat, which no other sees.
//   - H3: Seat by seat, from 0 on, each player bets or passes.
//   - H4: Then all who have bet show their cards, in the same order.
//   - H5: The highest card shown scores a point.
//   - H6: After the last round the most points win; all who tie have won.
//   - H7: Option rounds=N (1 to 9): so many rounds in place of one.
//
// The events are "deal 3/5" (chance), "pass", "bet" and "show"; others are told
// "deal ?/5", and everybody is told which card was shown: "show 5".
//
// The package must never know clocks, randomness, files, servers, or who the
// players are.
package highcard

import (
	"fmt"

	"github.com/saloon-games/saloon/game"
)

const (
	leastSeats = 2
	mostSeats  = 3
	cards      = 5 // H1
)

// Rules is the game's game.Rules. Its zero value is ready for use.
type Rules struct{}

var _ game.Rules = Rules{}

// Name returns "highcard".
func (Rules) Name() string { return "highcard" }

// Title returns "High Card".
func (Rules) Title() string { return "High Card" }

// Seats returns 2 and 3.
func (Rules) Seats() (least, most int) { return leastSeats, mostSeats }

// Options returns rounds (H7).
func (Rules) Options() []game.Option {
	return []game.Option{{
		Name: "rounds", Rule: "H7", Min: 1, Max: 9,
		Help:    "Play so many rounds; one unless set.",
		Default: func(int) any { return 1 },
	}}
}

// Check implements game.Rules.
func (r Rules) Check(players int, options game.Options) (game.Options, error) {
	if players < leastSeats || players > mostSeats {
		return nil, &game.Error{
			What: fmt.Sprintf("players=%d", players), Rule: "H1",
			Why: "High Card is for 2 or 3 players",
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

// table returns the public position before the first event, and the options
// without defaults.
func (r Rules) table(players int, options game.Options) (table, game.Options, error) {
	options, err := r.Check(players, options)
	if err != nil {
		return table{}, nil, err
	}
	t := table{seats: int8(players), rounds: 1, turn: game.Chance}
	if n, ok := options["rounds"].(int); ok {
		t.rounds = int8(n)
	}
	return t, options, nil
}
