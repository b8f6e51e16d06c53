// Package board is how a game shows itself on a page: which parts its table has and
// how each is drawn from what one person may see. Every game has a package below
// this one with a Board; package web knows boards and no game.
//
// A board must never know HTTP, sessions, other people's views or the store.
package board

import (
	"strconv"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/house"
)

// A Sight is what a board is drawn from: what one person may see of a table, and
// how its controls reach the house.
type Sight struct {
	house.Scene
	// Act is the address that moves are posted to, Next the one that says that
	// somebody has seen enough of a hand or round that ended. Both are "" where
	// nobody can move: in a replay.
	Act, Next string
	// Still is set for a page that will not change by itself, such as a step of a
	// replay.
	Still bool
}

// Seated reports whether who looks has a seat.
func (s *Sight) Seated() bool { return s.You != game.Spectator }

// MayMove reports whether it is the turn of who looks and they can move here.
func (s *Sight) MayMove() bool { return s.Act != "" && s.Seated() && s.Turn == s.You }

// Name returns how a seat is called: "You" for who looks.
func (s *Sight) Name(seat int) string {
	if seat == s.You {
		return "You"
	}
	return s.Called(seat)
}

// Called returns what a seat is called by the others: by its number where nobody sits
// any more.
func (s *Sight) Called(seat int) string {
	if name := s.Seats[seat].Name; name != "" {
		return name
	}
	return "Seat " + strconv.Itoa(seat+1)
}

// Around lists the other seats clockwise, as who looks sees them: from the next seat
// on, or all from seat 0 for a spectator.
func (s *Sight) Around() []int {
	n := len(s.Seats)
	var list []int
	first := 0
	if s.Seated() {
		first = s.You + 1
	}
	for i := range n {
		if seat := (first + i) % n; seat != s.You {
			list = append(list, seat)
		}
	}
	return list
}

// A Part is an element of the table that is replaced as a whole when it changes.
type Part struct {
	// ID is the element's id, unique on the page.
	ID string
	// Draw appends the element as HTML to b: one, whose id is ID. What it appends may
	// depend on the sight alone, not on the time.
	Draw func(b []byte, s *Sight) []byte
	// Stage numbers what the element shows of a game, from 0: while it and Scene.Beside
	// stay as they are the element does, and need not be drawn to find that out. Nil if
	// any event may change it.
	Stage func(*Sight) int
}

// A Board shows one game.
type Board interface {
	// Game is the game's name: "texas".
	Game() string
	// Parts lists the parts of a table at which a game is on or over, in the order
	// of the page. s.View is never nil there.
	Parts() []Part
	// Tell says an event of the game (its index in s.View.Events) in a short
	// sentence for people who listen, such as "Dusty plays 15, red."; "" for what
	// need not be said. It says no more than who looks may know.
	Tell(s *Sight, event int) string
	// Now says in one sentence what is asked of who looks, or for whom everybody
	// waits, such as "Your turn: follow red or blue."
	Now(s *Sight) string
	// Verdict says in one sentence how the game ended, "" before.
	Verdict(s *Sight) string
}
