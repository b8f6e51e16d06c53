// Package advice is what a player can say of a decision beside its choice: what
// each legal move is worth to it, how sure it is of that, how often it would choose
// it, and why. It holds words and numbers only; who gives advice and how it comes by
// it are other packages'.
//
// The package must never know hidden cards, tables, servers or clocks.
package advice

import "github.com/saloon-games/saloon/game"

// Unit is what values count.
type Unit uint8

// The units.
const (
	// Tricks is the tricks that the seat is expected to take from the decision
	// to the end of the hand: fewer are better.
	Tricks Unit = iota
	// Wins is the chance that the seat wins the game, 0 to 1: more are better.
	Wins
)

// String is the unit's word: "tricks" or "wins".
func (u Unit) String() string {
	if u == Wins {
		return "wins"
	}
	return "tricks"
}

// Better reports whether value a is better than value b for who decides.
func (u Unit) Better(a, b float64) bool {
	if u == Wins {
		return a > b
	}
	return a < b
}

// Advice is what a player says of one decision.
type Advice struct {
	// Unit is what the values of the moves count.
	Unit Unit
	// Moves is every legal move, ascending.
	Moves []Move
	// Choice is the move that the player makes.
	Choice game.Move
	// Why is one English sentence that says why, from nothing but what the seat
	// knows.
	Why string
}

// Move is what a player thinks of a legal move.
type Move struct {
	Move game.Move
	// Value is what the move is worth, in Advice.Unit.
	Value float64
	// Error is Value's standard error; 0 if nothing was sampled.
	Error float64
	// Prob is how often the player makes the move here, 0 to 1; they add up to 1.
	Prob float64
}
