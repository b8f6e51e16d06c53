// Package gametest is one battery of checks that any game must pass by calling
// one function, Run, from a test of its package: random games end; what is legal
// is accepted and what is not is refused, with a reason and without a trace;
// chance, clones, records and views do what package game says of them; and what a
// seat cannot see changes nothing that it is shown. Transcript prints all that a
// game can say, so that a change of behavior shows as a difference.
//
// The idea of one battery for all games, of resampling what is hidden, and of
// transcripts as fixtures is from OpenSpiel (Lanctot et al. 2019).
//
// The package must never know a particular game: what it cannot find out through
// package game a game's test says in Options. It is for tests only.
package gametest

import (
	"fmt"
	"runtime/debug"
	"testing"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
)

// Options is what the battery cannot know of a game by itself. The zero value
// makes it check all it can.
type Options struct {
	// Invariant returns an error if a state breaks a law of the game that
	// holds in every state: the cards are all there, the points add up. It is
	// called with every state of all games; it must not change or keep it.
	Invariant func(game.State) error

	// Alternatives says what a seat cannot see. It lists events that could
	// have come in the place of events[i] so that the seat (or
	// game.Spectator) cannot tell at that time. The battery requires that it
	// is told all of them in the same words as events[i].
	//
	// The state is the one that the alternative would follow; what has
	// happened before may differ already from events[:i] in what the seat
	// cannot see. Alternatives that are not legal there are ignored, so the
	// list may be generous. The events after events[i] are what must be able
	// to follow, as far as the seat sees them: a list that heeds them saves
	// the battery from trying in vain.
	//
	// The zero value believes State.Told: any two events are held to look the
	// same that are told in the same words. That finds views which show what
	// their seat was not told, but not a Told which tells too much.
	Alternatives func(src *fair.Rand, s game.State, events []string, i, seat int) []string
}

// Run plays many random games, always the same, with all numbers of players and
// values of options, and runs each check of the battery as a subtest. A failure
// tells the record that led to it.
func Run(t *testing.T, rules game.Rules, options Options) {
	t.Helper()
	b := &battery{rules: rules, options: options}
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			note, err := b.run(c)
			if note != "" {
				t.Log(note)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// check is one thing that the battery finds out. The note is for people.
type check struct {
	name string
	run  func(*battery) (note string, err error)
}

var checks = []check{
	{"a table that the rules do not know is refused", (*battery).checkTables},
	{"random games end and every state on the way agrees with itself", (*battery).checkGames},
	{"a legal move and its word do the same", (*battery).checkMoves},
	{"what is not legal is refused with a reason and changes nothing", (*battery).checkRefusals},
	{"a draw and its outcome do the same", (*battery).checkDraws},
	{"a clone shares nothing with its original", (*battery).checkClones},
	{"the JSON of a state is one line with the common fields first", (*battery).checkStateJSON},
	{"a record written and read again leads to the same state", (*battery).checkRecords},
	{"what is told is the event with question marks", (*battery).checkTold},
	{"a view agrees with the state", (*battery).checkViews},
	{"a view refuses what it cannot have been told and stays as it was", (*battery).checkViewRefusals},
	{"a view's clone shares nothing with its original", (*battery).checkViewClones},
	{"a view written and read again goes on as before", (*battery).checkViewJSON},
	{"what a seat cannot see changes nothing that it is shown", (*battery).checkSecrets},
}

// battery is the checks of one game.
type battery struct {
	rules   game.Rules
	options Options

	played bool
	games  []*history // see play
	broken error      // what the first game that could not be played failed of

	at *moment // where a check is, for a panic's message
}

// run runs one check. A panic of the game is a failure like any other.
func (b *battery) run(c check) (note string, err error) {
	b.at = nil
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
			if b.at != nil {
				err = b.at.fault("%w", err)
			}
		}
	}()
	return c.run(b)
}
