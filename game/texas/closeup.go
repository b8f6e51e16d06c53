package texas

import "math/bits"

// highest[k] is the cards with fewer than k others of their color above them.
var highest = func() (sets [9]Set) {
	c := Card(0)
	for _, suit := range suits {
		c += Card(suit.count)
		for k := range sets {
			for i := range min(k, suit.count) {
				sets[k] |= 1 << (c - 1 - Card(i))
			}
		}
	}
	return sets
}()

// moving[c] is the cards that move down by one when the place of card c is closed up:
// those of its color that are higher, but for the top card.
var moving = func() (sets [64]Set) {
	c := Card(0)
	for _, suit := range suits {
		end := c + Card(suit.count)
		for ; c < end; c++ {
			sets[c] = (1<<(end-1) - 1) &^ (2<<c - 1)
		}
	}
	return sets
}()

// CloseUp gives the cards of this hand that are still to be played, and those of the
// trick in progress, the lowest numbers of their colors: a position that differs in no
// rule from the one before, for T8 asks for the order of cards only. Top cards stay what
// they are, since T11 and T17 ask for them. The order of a hand's cards, and so of the
// legal moves, is kept.
//
// Positions that differ only in which cards have gone become one, so a search can know
// them again, and of two cards next to each other in a hand none or both matter. It is for
// searches: what the cards were called, the last trick among it, is lost.
func (s *State) CloseUp() {
	var left Set
	for _, h := range &s.hands {
		left |= h
	}
	for _, c := range s.trick[:s.played&7] {
		left |= 1 << c
	}
	// All places below a card of the same color that is not a top card.
	low := left &^ tops
	low |= low >> 1 &^ highest[1]
	low |= low >> 2 &^ highest[2]
	low |= low >> 4 &^ highest[4]
	low |= low >> 8 &^ highest[8]
	for gaps := low &^ left; gaps != 0; {
		gap := 63 - bits.LeadingZeros64(uint64(gaps))
		gaps &^= 1 << gap
		up := moving[gap&63]
		for seat := range s.seats {
			h := s.hands[seat&7]
			s.hands[seat&7] = h&^up | h&up>>1
		}
		s.legal = s.legal&^up | s.legal&up>>1
		for i, c := range s.trick[:s.played&7] {
			s.trick[i] = c - Card(up>>(c&63)&1)
		}
	}
}

// TakenBySeat is Taken of all seats at once: byte s is seat s's, byte 0 the lowest.
func (t *table) TakenBySeat() uint64 {
	n := &t.taken // one load of eight bytes
	return uint64(n[0]) | uint64(n[1])<<8 | uint64(n[2])<<16 | uint64(n[3])<<24 |
		uint64(n[4])<<32 | uint64(n[5])<<40 | uint64(n[6])<<48 | uint64(n[7])<<56
}

// TrickLen is how many cards are in the trick in progress.
func (t *table) TrickLen() int { return int(t.played) }
