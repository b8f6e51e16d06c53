package raincheck

import "math/bits"

// worlds is a set of pairs of what seat 0 and seat 1 may own: bit b of worlds[a]
// stands for the pair of Sets (a, b). All that can be known for sure of cards that
// are not seen follows from it, and nothing else does: which of its cards a seat
// has on its stack is its secret.
type worlds [1 << kinds]uint16

// atStart is the only pair that there can be before any card is lost (S1).
func atStart() worlds {
	var w worlds
	w[all] = 1 << all
	return w
}

// has reports whether the pair is possible.
func (w worlds) has(a, b Set) bool { return a <= all && b <= all && w[a]>>b&1 != 0 }

// each calls f for every possible pair.
func (w worlds) each(f func(owned [seats]Set)) {
	for a, bs := range w {
		for ; bs != 0; bs &= bs - 1 {
			f([seats]Set{Set(a), Set(bits.TrailingZeros16(bs))})
		}
	}
}

// none reports whether nothing is possible, so that what was told cannot be.
func (w worlds) none() bool { return w == worlds{} }

// losing is what is possible after the seat has lost one of the cards (S17).
func (w worlds) losing(seat int, one Set) worlds {
	var after worlds
	w.each(func(owned [seats]Set) {
		for s := owned[seat] & one; s != 0; s &= s - 1 {
			left := owned
			left[seat] &^= s & -s
			after[left[0]] |= 1 << left[1]
		}
	})
	return after
}

// shown is what has been flipped in a round: from each seat's stack, and from the
// river.
type shown struct {
	stacks [seats]Set
	river  counts
}

// add adds a flipped card; false if its owner cannot have it a second time.
func (s *shown) add(t *table, from Source, c Card) bool {
	if from == River {
		s.river += one(c)
		return true
	}
	seat := t.stackOf(from)
	twice := s.stacks[seat].Has(c)
	s.stacks[seat] |= 1 << c
	return !twice
}

// showing is what is possible of w when these cards have been flipped: their
// owners own them, and the rest of the cards are enough for the river.
func (w worlds) showing(s shown) worlds {
	var after worlds
	w.each(func(owned [seats]Set) {
		for seat, o := range owned {
			if s.stacks[seat]&^o != 0 {
				return
			}
		}
		if riverOf(owned).covers(s.river) {
			after[owned[0]] |= 1 << owned[1]
		}
	})
	return after
}

// riverOf is the river's cards: those that nobody owns (S18).
func riverOf(owned [seats]Set) counts {
	return spread(all&^owned[0]) + spread(all&^owned[1])
}

// owned is what the seat owns in every possible pair.
func (w worlds) owned(seat int) Set {
	sure := all
	w.each(func(owned [seats]Set) { sure &= owned[seat] })
	return sure
}

// gone is what the seat owns in no possible pair.
func (w worlds) gone(seat int) Set {
	maybe := Set(0)
	w.each(func(owned [seats]Set) { maybe |= owned[seat] })
	return all &^ maybe
}

// river is the cards that lie in the river in every possible pair.
func (w worlds) river() counts {
	var sure counts
	for c := range Card(kinds) {
		least := seats
		w.each(func(owned [seats]Set) { least = min(least, riverOf(owned).of(c)) })
		sure += counts(least) * one(c)
	}
	return sure
}
