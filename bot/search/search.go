// Package search chooses moves in games with hidden cards by playing on from many
// deals of them: perfect-information Monte Carlo (PIMC) and information-set Monte Carlo
// tree search (Tree). Both take the game as a type whose positions are plain values, and
// the deals from whoever knows what is certain.
//
// Everything is fixed work with whole-number payoffs: the same generator gives the same
// answer on every machine. A context that is done ends a search early, with what it has
// found out by then.
//
// The package must never know a particular game, clocks, or which deal is true.
package search

import (
	"math"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
)

// MostSeats is the number of seats that a game has at most.
const MostSeats = 8

// Payoff is what each seat gets at the end: more is better. The unit is the game's; so
// that none overflows, payoffs lie between -2^24 and 2^24.
type Payoff [MostSeats]int32

// Game is a game as a search plays it, with all cards open. S is a position, a plain
// value. Its methods are called from one goroutine at a time for one search.
type Game[S any] interface {
	// Sample makes s a position that is drawn from those that the searching seat may
	// be in, all of which have the same public history.
	Sample(s *S, r *fair.Rand)
	// Turn is the seat on turn, or a negative number at the end.
	Turn(s *S) int
	// Moves appends the legal moves to dst, ascending; at least one unless it is the end.
	Moves(s *S, dst []game.Move) []game.Move
	// Do carries out a legal move.
	Do(s *S, m game.Move)
	// Finish plays the position to its end, by a policy that should be quick and not too
	// bad, and returns what each seat gets; s is spoiled.
	Finish(s *S, r *fair.Rand) Payoff
}

// Guide is a Game that has an opinion on moves before any has been tried.
type Guide[S any] interface {
	Game[S]
	// Prior writes to p what each of the moves is thought to be worth to the seat on turn,
	// as a payoff; only differences matter.
	Prior(s *S, moves []game.Move, p []int32)
	// Reply is a legal move that whoever is on turn is thought to make, if it is not the
	// searching seat. Only a Tree that follows replies asks for it.
	Reply(s *S, r *fair.Rand) game.Move
}

// Worth is what a search has found out about a move.
type Worth struct {
	Move game.Move
	// Visits is how many times it has been tried.
	Visits int
	// Mean is the searching seat's mean payoff after it, and Error the standard error of
	// the mean, taking every try as independent; both are 0 if it has not been tried.
	Mean, Error float64
}

// tally adds up payoffs.
type tally struct {
	n    int32
	sum  int64
	sum2 float64 // of squares; whole numbers, exact to 2^53
}

func (t *tally) add(x int32) {
	t.n++
	t.sum += int64(x)
	t.sum2 += float64(int64(x) * int64(x))
}

func (t *tally) worth(m game.Move) Worth {
	w := Worth{Move: m, Visits: int(t.n)}
	if t.n > 0 {
		n := float64(t.n)
		w.Mean = float64(t.sum) / n
		w.Error = math.Sqrt(max(t.sum2/n-float64(w.Mean*w.Mean), 0) / max(n-1, 1))
	}
	return w
}
