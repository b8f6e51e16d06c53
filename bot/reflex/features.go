package reflex

import (
	"math/bits"

	"github.com/saloon-games/saloon/game/texas"
)

const (
	mostSeats = 6
	mostCards = 16 // that a hand has, and one more: a power of two
)

// The tables, one after the other in Policy, and what finds a number in each. Of the
// card's color, own is the cards left in the hand, below and above are the lower and
// higher ones that others hold, and holders is how many seats that are still to play may
// have some. The last number that something counts to stands for more as well.
const (
	// To open.
	openRank  = 0                  // holders 0-5, own 0-3, below 0-7, above 0-7
	openCard  = openRank + 6*4*8*8 // phase 0-3, card
	openColor = openCard + 4*64    // phase 0-3, unseen 0-11, own 0-7; counts twice
	// To follow or discard.
	trickRisk = openColor + 4*12*8     // seats to play 0-5, holders 0-5, relation 0-13, below 0-5, above 0-5
	burden    = trickRisk + 6*6*14*6*6 // phase 0-3, own 0-3, below 0-7, above 0-7
	playCard  = burden + 4*4*8*8       // last to play 0-1, kind 0-2, phase 0-3, card
	colorLeft = playCard + 2*3*4*64    // kind 0-2, discard 0-1, own 0-7, unseen 0-11
	// T11's choice.
	chooseSeat = colorLeft + 3*2*8*12 // phase 0-3, places to the left 0-5

	size = chooseSeat + 4*mostSeats
)

// candidate is a card and the places in the tables that its worth adds up from.
type candidate struct {
	card texas.Card
	at   [4]uint16
}

// phaseOf says how far the hand is, by the cards in one's own hand.
func phaseOf(cards int) int { return int(phases[cards&15]) }

var phases = [16]uint8{0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3}

// Sight is a decision as the seat on turn sees it, in the middle of a hand.
type Sight struct {
	Seat, Players int
	Seas          bool // T17
	// Hand is the seat's cards and Legal those that it may play; Legal is empty if it is
	// to name an opener (T11).
	Hand, Legal texas.Set
	// Left is the cards in all hands, the own included.
	Left texas.Set
	// Trick is the cards of the trick in progress, and In their colors.
	Trick texas.Set
	In    texas.Colors
	// Lacks is who has shown not to have a color (T7): bit s of byte c for seat s and
	// color c.
	Lacks uint64
}

// See takes in a card that the seat on turn plays, and gives the turn to the next seat.
// When that has ended the trick, it is for the caller to say whose turn it is. The hand and
// what may be played from it are the caller's too.
func (d *Sight) See(c texas.Card) {
	if color := texas.Colors(1) << c.Color(); d.In&color == 0 {
		if d.In != 0 {
			d.Lacks |= spread[d.In] << d.Seat // T7
		}
		d.In |= color
	}
	d.Left &^= texas.SetOf(c)
	d.Trick |= texas.SetOf(c)
	if d.Trick.Len() == d.Players {
		d.Trick, d.In = 0, 0
	}
	d.Seat = (d.Seat + 1) % d.Players
}

// candidates fills list with the cards that the seat on turn may play, ascending.
func (d *Sight) candidates(list *[mostCards]candidate) int {
	if d.Trick == 0 {
		return d.opening(list)
	}
	return d.following(list)
}

func (d *Sight) opening(list *[mostCards]candidate) int {
	n := 0
	unseen, phase := d.Left&^d.Hand, phaseOf(d.Hand.Len())
	others := uint8(1)<<d.Players - 1 ^ 1<<d.Seat
	for l := d.Legal; l != 0; {
		color := texas.Card(bits.TrailingZeros64(uint64(l))).Color()
		of := color.Cards()
		u, own := unseen&of, (d.Hand&of).Len()-1
		all := u.Len()
		holders := bits.OnesCount8(others &^ uint8(d.Lacks>>(8*color)))
		atRank := openRank + (holders*4+min(own, 3))*64
		atColor := openColor + (phase*12+all)*8 + min(own, 7)
		for cs := l & of; cs != 0; cs &= cs - 1 {
			c := texas.Card(bits.TrailingZeros64(uint64(cs)))
			below := (u & (1<<(c&63) - 1)).Len()
			k := &list[n&15]
			k.card = c
			k.at[0] = uint16(atRank + min(below, 7)*8 + min(all-below, 7))
			k.at[1] = uint16(openCard + phase*64 + int(c))
			k.at[2] = uint16(atColor)
			k.at[3] = uint16(atColor)
			n++
		}
		l &^= of
	}
	return n
}

func (d *Sight) following(list *[mostCards]candidate) int {
	unseen, phase := d.Left&^d.Hand, phaseOf(d.Hand.Len())
	after := d.Players - 1 - d.Trick.Len()
	tops := texas.Set(0)
	if d.Seas {
		tops = topCards
	}
	best, second, bestColor := d.leaders(tops)
	discard, last := 0, 0
	if d.Legal == d.Hand && !d.follows() {
		discard = 1
	}
	if after == 0 {
		last = 1
	}
	n := 0
	behind := d.behind(after)
	for l := d.Legal; l != 0; {
		color := texas.Card(bits.TrailingZeros64(uint64(l))).Color()
		of := color.Cards()
		u, own := unseen&of, (d.Hand&of).Len()-1
		all := u.Len()
		holders := bits.OnesCount8(behind &^ uint8(d.Lacks>>(8*color)))
		in := d.Trick & of
		with := in.Len() + 1
		rival := best
		if color == bestColor {
			rival = second
		}
		for cs := l & of; cs != 0; cs &= cs - 1 {
			c := texas.Card(bits.TrailingZeros64(uint64(cs)))
			below := (u & (1<<(c&63) - 1)).Len()
			above := all - below
			relation, kind := relate(in, c, with, rival, tops)
			k := &list[n&15]
			k.card = c
			k.at[0] = uint16(trickRisk + ((after*6+holders)*14+relation)*36 + min(below, 5)*6 + min(above, 5))
			k.at[1] = uint16(burden + (phase*4+min(own, 3))*64 + min(below, 7)*8 + min(above, 7))
			k.at[2] = uint16(playCard + ((last*3+kind)*4+phase)*64 + int(c))
			k.at[3] = uint16(colorLeft + ((kind*2+discard)*8+min(own, 7))*12 + all)
			n++
		}
		l &^= of
	}
	return n
}

var topCards = func() texas.Set {
	var s texas.Set
	for c := range texas.Card(60) {
		if c.Top() {
			s |= texas.SetOf(c)
		}
	}
	return s
}()

// leaders is the best and the second best color of the trick, each as its number of cards
// times 64 plus its highest (T8); 0 if it is cancelled (T17) or there is none.
func (d *Sight) leaders(tops texas.Set) (best, second int, color texas.Color) {
	for t := d.Trick; t != 0; {
		c := texas.Card(bits.TrailingZeros64(uint64(t))).Color()
		of := t & c.Cards()
		key := of.Len()<<6 | (63 - bits.LeadingZeros64(uint64(of)))
		if of&tops != 0 {
			key = 0
		}
		if key > best {
			best, second, color = key, best, c
		} else if key > second {
			second = key
		}
		t &^= of
	}
	return best, second, color
}

// follows reports whether the hand has a color of the trick (T7).
func (d *Sight) follows() bool {
	for color := range texas.Color(8) {
		if d.In.Has(color) && d.Hand&color.Cards() != 0 {
			return true
		}
	}
	return false
}

// relate says how the card would stand in the trick: relation 0 is under a higher one of
// its color, and 1 cancelled; 2 to 7 is not to take it so far, and 8 to 13 to take it. The
// kinds are these three. in is the trick's cards of the color, and with their number with
// the card; rival is the best other color, as leaders has it.
func relate(in texas.Set, c texas.Card, with, rival int, tops texas.Set) (relation, kind int) {
	switch key := with<<6 | int(c); {
	case in>>c != 0:
		return 0, 0
	case (in|1<<c)&tops != 0:
		return 1, 0
	case key > rival:
		return 8 + min(with-rival>>6, 2)*2 + min(with-1, 1), 2
	default:
		return 2 + min(rival>>6-with, 2)*2 + min(with-1, 1), 1
	}
}

// behind is the seats that are still to play to the trick after the one on turn.
func (d *Sight) behind(after int) uint8 {
	n := d.Players
	ring := uint(1)<<after - 1
	ring <<= d.Seat + 1
	return uint8((ring | ring>>n) & (1<<n - 1))
}

// choice is where the table of T11's choice begins, by places to the left of the
// seat on turn.
func (d *Sight) choice() int {
	return chooseSeat + phaseOf(d.Hand.Len())*mostSeats
}
