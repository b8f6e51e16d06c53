package openhand

import "context"

// asks marks a key for what is asked of a position: nothing is max^n, 8 and a seat is
// what that seat gets at most.
func asks(k *Key, seat int) { k.C |= uint64(8+seat) << 60 }

// Paranoid returns how many units the seat gets at most from the position to the end,
// when it plays for few and all others play together so that it gets many: the paranoid
// value (Sturtevant and Korf 2000), which no play of the others can exceed.
//
// It is a game of two parties with small whole values, so it is found by asking "at most
// 0?", "at most 1?" and so on: alpha-beta searches with an empty window, which the table
// lets share what they have found out (Plaat, Schaeffer, Pijls and de Bruin 1996, "Best-First
// Fixed-Depth Minimax Algorithms", MTD(-infinity)). The error is the context's, if it
// ends first.
func (x *Search[S, G]) Paranoid(ctx context.Context, s *S, seat int) (int, error) {
	for most := 0; ; most++ {
		if x.atMost(x.begin(ctx, s), seat, most, 1) || x.stopped {
			return most, x.end()
		}
	}
}

// atMost reports whether the seat me can keep to so many units, whatever the others do.
// It spoils s; after a stop the result is of no use.
func (x *Search[S, G]) atMost(s *S, me, most, depth int) bool {
	before := x.game.Taken(s)
	seat, branches := x.choice(s)
	here := x.game.Taken(s)
	most -= (here - before).Of(me)
	if seat < 0 || most < 0 || !x.visit() {
		return most >= 0
	}
	key, left := x.game.Key(s)
	low, high := 0, left // what is known of the paranoid value
	if left > 0 {
		asks(&key, me)
		if what, ok := x.table.get(&key); ok {
			low, high = Units(what).Of(0), Units(what).Of(1)
		}
		switch {
		case most >= high:
			return true
		case most < low:
			return false
		}
	}
	next := x.room(depth)
	mine := seat == me
	kept := !mine // until a branch shows otherwise
	for branches != 0 && kept != mine {
		*next = *s
		x.game.Do(next, last(&branches))
		spare := most - (x.game.Taken(next) - here).Of(me)
		kept = spare >= 0 && x.atMost(next, me, spare, depth+1)
		if x.stopped {
			return false
		}
	}
	if left > 0 {
		if kept {
			high = most
		} else {
			low = most + 1
		}
		x.table.put(&key, left, uint64(low|high<<8))
	}
	return kept
}
