// Package openhand searches games with all cards open to their end, exactly: what every
// seat takes when each plays for itself (max^n), and what one seat takes at most when all
// others play against it (paranoid). Search does that for any Game in which units that
// nobody wants are handed out to the seats; Solver for a hand of Texas Showdown, whose
// units are tricks.
//
// The answers are of the game with open cards, in which everybody knows everything. They
// say what could have been, not what somebody who sees one hand should have done.
//
// The package must never know clocks, randomness, views, or what a hand is worth in the
// game around it.
package openhand

import (
	"context"
	"math/bits"
)

// MostSeats is the number of seats that a game has at most.
const MostSeats = 6

// Units is how many units each seat has or gets: seat s's are byte s, 0 to 255.
type Units uint64

// Of is how many are the seat's.
func (u Units) Of(seat int) int { return int(u >> (8 * uint(seat) & 63) & 0xff) }

// Game is a game with open cards that hands out units, tricks for example, each of which
// goes to one seat; nobody wants any. S is a position, a plain value. Positions that are
// alike for all that follows may be made one: the search never asks for more than the
// methods tell.
type Game[S any] interface {
	// Turn is the seat on turn, 0 to MostSeats-1, or a negative number at the end.
	Turn(s *S) int
	// Branches is what the seat on turn may do: bit b stands for branch b; one at least
	// unless it is the end. Of branches that are worth the same whatever happens it may
	// leave out all but one. Their order is the legal order.
	Branches(s *S) uint64
	// Do takes a branch.
	Do(s *S, branch int)
	// Taken is the units that have been handed out so far, counted from any time before.
	Taken(s *S) Units
	// Key is the position's name in the table and how many units are still to be handed
	// out, 1 to 255. It returns 0 units for a position that is not worth remembering.
	// Key.C's four highest bits are 0.
	Key(s *S) (k Key, left int)
}

// Search finds what positions are worth. It is not safe for concurrent use.
//
// What it finds hangs on nothing but the position: neither on the size of its table nor
// on what has been searched before. Only the time does. Beside the table and the room for
// one line of play it allocates nothing.
type Search[S any, G Game[S]] struct {
	game    G
	table   table
	stack   []*S // the positions of the line that is being searched
	ctx     context.Context
	nodes   uint64
	every   uint64 // nodes between two looks at ctx
	stopped bool
}

// patience is how many nodes are searched between two looks at the context: about a
// millisecond's.
const patience = 1 << 13

// NewSearch returns a search of the game whose table has room for so many positions, 32
// bytes each, rounded up to a power of two. A larger table is quicker in large searches,
// a small one in small ones.
func NewSearch[S any, G Game[S]](g G, entries int) *Search[S, G] {
	return &Search[S, G]{game: g, table: newTable(entries), every: patience}
}

// Age says that another position is searched from now on: what the table holds is used
// still, but gives way to what is new.
func (x *Search[S, G]) Age() { x.table.age() }

// Nodes is how many positions in which there was something to choose have been looked at
// so far.
func (x *Search[S, G]) Nodes() uint64 { return x.nodes }

// begin prepares for a search and returns a copy of the position that may be spoiled.
func (x *Search[S, G]) begin(ctx context.Context, s *S) *S {
	x.ctx, x.stopped = ctx, ctx.Err() != nil
	p := x.room(0)
	*p = *s
	return p
}

// end is the error of a search: the context's, if that has stopped it.
func (x *Search[S, G]) end() error {
	ctx := x.ctx
	x.ctx = nil
	if x.stopped {
		return ctx.Err()
	}
	return nil
}

// room is the place for a position at that depth.
func (x *Search[S, G]) room(depth int) *S {
	for len(x.stack) <= depth {
		x.stack = append(x.stack, new(S))
	}
	return x.stack[depth]
}

// visit counts a node, and reports whether the search goes on.
func (x *Search[S, G]) visit() bool {
	x.nodes++
	if x.nodes%x.every == 0 && x.ctx.Err() != nil {
		x.stopped = true
	}
	return !x.stopped
}

// choice plays on while there is nothing to choose, and returns the seat that chooses and
// its branches, or a negative seat at the end.
func (x *Search[S, G]) choice(s *S) (seat int, branches uint64) {
	for {
		if seat = x.game.Turn(s); seat < 0 {
			return seat, 0
		}
		branches = x.game.Branches(s)
		if branches&(branches-1) != 0 {
			return seat, branches
		}
		x.game.Do(s, bits.TrailingZeros64(branches))
	}
}

// last takes the last of the branches in legal order out of them.
func last(branches *uint64) int {
	b := 63 - bits.LeadingZeros64(*branches)
	*branches &^= 1 << b
	return b
}

// MaxN returns the units that each seat gets from the position to the end when every seat
// gets as few as it can, given that the others do the same: the max^n value (Luckhardt and
// Irani 1986, "An Algorithmic Solution of N-Person Games"). Where several branches are
// equal for the seat on turn, that value hangs on which one it takes. Here that is the last
// one in legal order: whoever does not care parts with the highest card.
//
// The error is the context's, if it ends first. The time is exponential in the number of
// decisions. A branch that costs the seat nothing ends the search of a position
// (Korf 1991, "Multi-Player Alpha-Beta Pruning": immediate pruning). Shallow pruning, that
// is by the constant sum of two seats' results (Sturtevant and Korf 2000, "On Pruning
// Techniques for Multi-Player Games"), has nothing to offer here: that a seat is certain of
// at most so many units bounds what the others get in sum, but with three others and more
// nothing that one of them gets, and with two only when both are certain of none.
func (x *Search[S, G]) MaxN(ctx context.Context, s *S) (Units, error) {
	u := x.maxn(x.begin(ctx, s), 1)
	return u, x.end()
}

// maxn is MaxN; it spoils s and puts the positions that follow into the stack from depth
// on. After a stop the result is of no use.
func (x *Search[S, G]) maxn(s *S, depth int) Units {
	before := x.game.Taken(s)
	seat, branches := x.choice(s)
	here := x.game.Taken(s)
	if seat < 0 || !x.visit() {
		return here - before
	}
	key, left := x.game.Key(s)
	if left > 0 {
		if what, ok := x.table.get(&key); ok {
			return here - before + Units(what)
		}
	}
	next := x.room(depth)
	least, value := 256, Units(0)
	for branches != 0 && least > 0 {
		*next = *s
		x.game.Do(next, last(&branches))
		u := x.game.Taken(next) - here
		u += x.maxn(next, depth+1)
		if x.stopped {
			return 0
		}
		if own := u.Of(seat); own < least {
			least, value = own, u
		}
	}
	if left > 0 {
		x.table.put(&key, left, uint64(value))
	}
	return here - before + value
}
