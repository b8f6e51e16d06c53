package texas

import (
	"github.com/saloon-games/saloon/game"
)

// table is the part of a position that everybody sees. It holds the rules of
// tricks and of scoring, for State and View alike: neither knows them again.
type table struct {
	// The trick in progress.
	counts uint64  // cards of each color in it, a byte a color, black lowest
	follow Set     // all cards of its colors: what others must play (T7)
	trick  [8]Card // in order of play; 8 so that an index masked with 7 needs no check
	played uint8   // how many of trick are in it
	opener uint8   // the seat that opened it

	// What the table plays.
	seats  uint8
	size   uint8 // tricks in a hand
	target int16
	hands  int8 // T16; 0 if a target ends the game
	seas   bool // T17

	// How far it is.
	choosing bool // T11's choice is open; the seat on turn makes it
	turn     game.Turn
	tricks   uint8 // finished in this hand
	deals    int8  // in this game so far
	ply      int32
	taken    [8]uint8 // by seat; 8 for the same reason as trick
	totals   [mostSeats]int16
}

// deal begins a hand (T3, T12) that the seat will open (T5).
func (t *table) deal(opener int) {
	t.ply++
	t.deals++
	t.tricks = 0
	t.taken = [8]uint8{}
	t.open(opener)
}

// open makes the seat the opener of the next trick.
func (t *table) open(seat int) {
	t.choosing = false
	t.opener = uint8(seat)
	t.turn = game.Turn(seat)
}

// choose carries out T11's choice.
func (t *table) choose(opener int) {
	t.ply++
	t.open(opener)
}

// add puts a card of the seat on turn on the trick and gives the turn to the next
// seat. The caller has found the card legal, and calls finish if the trick is full.
func (t *table) add(c Card) {
	t.ply++
	t.trick[t.played&7] = c
	t.played++
	t.follow |= follows[c&63] // T7: the card adds its color
	t.counts += unitOf[c&63]
	t.turn = t.clockwise(t.turn, 1) // T4
}

// full reports whether all have played (T8).
func (t *table) full() bool { return t.played == t.seats }

// clockwise is the seat so many places, at most a round, after another. It has
// no branch, since where a trick begins cannot be predicted.
func (t *table) clockwise(seat game.Turn, places int8) game.Turn {
	n := game.Turn(t.seats)
	past := seat + game.Turn(places) - n
	return past + n&(past>>7)
}

// finish gives the trick to its winner (T8, T9) and says who is next.
func (t *table) finish() {
	place, card := t.winning()
	winner := t.clockwise(game.Turn(t.opener), int8(place))
	t.taken[winner&7]++
	t.tricks++
	t.played, t.follow, t.counts = 0, 0, 0
	switch {
	case t.tricks == t.size: // T12; T11: no choice after the last trick
		t.score()
	case card.Top() && !t.seas: // T11
		t.choosing = true
		t.turn = winner
	default: // T10, T17
		t.open(int(winner))
	}
}

// winning returns which card of the trick takes it as it stands, and that card's
// place in the order of play (T8, T17). The trick must not be empty.
func (t *table) winning() (place int, card Card) {
	counts := t.counts
	if t.seas {
		counts = t.uncancelled()
	}
	// One comparison does T8: more cards of the color, then the higher card.
	best := uint64(0)
	for i, c := range t.trick[:t.played&7] {
		of := counts >> (shiftOf[c&63] & 63) & 0xff
		best = max(best, of<<16|uint64(c)<<8|uint64(i))
	}
	return int(best & 0xff), Card(best >> 8 & 0xff)
}

// uncancelled is counts without the colors that T17 cancels.
func (t *table) uncancelled() uint64 {
	counts := t.counts
	for _, c := range t.trick[:t.played&7] {
		if c.Top() {
			counts &^= 0xff << shiftOf[c&63]
		}
	}
	if counts == 0 {
		return t.counts // every color cancelled: none is
	}
	return counts
}

// score ends a hand: T12's points, then T13's or T16's end, or the next deal.
func (t *table) score() {
	t.turn = game.Chance
	for i := range t.totals {
		t.totals[i] += int16(t.taken[i])
		if t.hands == 0 && t.totals[i] >= t.target {
			t.turn = game.Over
		}
	}
	if t.hands != 0 && t.deals == t.hands {
		t.turn = game.Over
	}
}

// Ply implements game.State and game.View.
func (t *table) Ply() int { return int(t.ply) }

// Turn implements game.State and game.View.
func (t *table) Turn() game.Turn { return t.turn }

// Players is the number of seats.
func (t *table) Players() int { return int(t.seats) }

// HandSize is how many cards each seat is dealt, and so how many tricks a hand
// has (T3, T12).
func (t *table) HandSize() int { return int(t.size) }

// Seas reports whether T17 is played.
func (t *table) Seas() bool { return t.seas }

// Target is the number of points that ends the game, or 0 if a number of hands
// does (T13, T15, T16).
func (t *table) Target() int {
	if t.hands != 0 {
		return 0
	}
	return int(t.target)
}

// Hands is the number of hands that is played, or 0 if a target ends the game
// (T16).
func (t *table) Hands() int { return int(t.hands) }

// HandNumber is the number of the last deal, 0 before the first.
func (t *table) HandNumber() int { return int(t.deals) }

// Choosing reports whether the seat on turn has T11's choice to make.
func (t *table) Choosing() bool { return t.choosing }

// Opener is the seat that opens, or has opened, the trick in progress. Between
// hands and while T11's choice is open it means nothing.
func (t *table) Opener() int { return int(t.opener) }

// Played is a card that a seat has played.
type Played struct {
	Seat int
	Card Card
}

// Trick returns the trick in progress in order of play; empty from the moment
// the last seat has played.
func (t *table) Trick() []Played { return t.AppendTrick(make([]Played, 0, mostSeats)) }

// AppendTrick appends the trick in progress to dst, as Trick returns it.
func (t *table) AppendTrick(dst []Played) []Played {
	for i, c := range t.trick[:t.played&7] {
		dst = append(dst, Played{(int(t.opener) + i) % int(t.seats), c})
	}
	return dst
}

// Winning returns the play that would take the trick in progress as it stands
// (T8, T17), and false if no card has been played to it.
func (t *table) Winning() (Played, bool) {
	if t.played == 0 {
		return Played{}, false
	}
	place, card := t.winning()
	return Played{(int(t.opener) + place) % int(t.seats), card}, true
}

// Taken is the number of tricks that the seat has in this hand; between hands
// and at the end in the hand just ended.
func (t *table) Taken(seat int) int { return int(t.taken[seat]) }

// Total is the seat's penalty points; a hand counts from its last card on.
func (t *table) Total(seat int) int { return int(t.totals[seat]) }

// Winners lists the seats with the fewest points once the game is over (T14).
func (t *table) Winners() []int {
	if t.turn != game.Over {
		return nil
	}
	least := t.totals[0]
	for _, n := range t.totals[:t.seats] {
		least = min(least, n)
	}
	var seats []int
	for seat, n := range t.totals[:t.seats] {
		if n == least {
			seats = append(seats, seat)
		}
	}
	return seats
}
