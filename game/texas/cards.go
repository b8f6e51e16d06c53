package texas

import (
	"math/bits"
	"strconv"
)

// Card is one of the 60 cards (T1), counted from 0 in ascending order of their
// numbers, so that comparing Cards compares ranks. The number printed on it is
// Card.Number.
type Card uint8

// Color is one of the eight colors (T1), in the order of their numbers.
type Color uint8

// The colors.
const (
	Black Color = iota
	Red
	Blue
	Brown
	Green
	Yellow
	Purple
	Grey

	colors = 8
)

// Cards in the whole deck.
const deckSize = 60

// suits is what T1 says of each color.
var suits = [colors]struct {
	name   string
	symbol string
	lowest int // the number on its lowest card
	count  int
}{
	{"black", "colt", 0, 11},
	{"red", "boot", 11, 10},
	{"blue", "hat", 21, 9},
	{"brown", "horseshoe", 31, 8},
	{"green", "cactus", 41, 7},
	{"yellow", "star", 51, 6},
	{"purple", "wheel", 61, 5},
	{"grey", "skull", 71, 4},
}

// What follows from suits, laid out for the hot path. The arrays over cards have
// 64 places, so that an index masked with 63 needs no bounds check.
var (
	numberOf [64]uint8
	colorOf  [64]Color
	cardOf   [75]int8    // by number; -1 where no card has it
	ofColor  [colors]Set // all cards of a color
	tops     Set         // the top card of every color
	follows  [64]Set     // all cards of the card's color
	shiftOf  [64]uint8   // where table.counts counts the card's color
	unitOf   [64]uint64  // one card of that color, as table.counts counts it
)

func init() {
	for i := range cardOf {
		cardOf[i] = -1
	}
	c := Card(0)
	for color, suit := range suits {
		for i := range suit.count {
			numberOf[c] = uint8(suit.lowest + i)
			cardOf[suit.lowest+i] = int8(c)
			colorOf[c] = Color(color)
			ofColor[color] |= 1 << c
			c++
		}
		tops |= 1 << (c - 1)
	}
	for c := range Card(deckSize) {
		follows[c] = ofColor[colorOf[c]]
		shiftOf[c] = 8 * uint8(colorOf[c])
		unitOf[c] = 1 << shiftOf[c]
	}
}

// CardNumbered returns the card with this number on it, and whether there is one.
func CardNumbered(number int) (Card, bool) {
	if number < 0 || number >= len(cardOf) || cardOf[number] < 0 {
		return 0, false
	}
	return Card(cardOf[number]), true
}

// Number is the number on the card, 0 to 74 with gaps (T1).
func (c Card) Number() int { return int(numberOf[c&63]) }

// Color is the card's color.
func (c Card) Color() Color { return colorOf[c&63] }

// Top reports whether the card is the highest of its color in the deck.
func (c Card) Top() bool { return tops.Has(c) }

// String is the card's number: "15".
func (c Card) String() string { return strconv.Itoa(c.Number()) }

// String is the color's name: "black".
func (c Color) String() string {
	if c >= colors {
		return "color " + strconv.Itoa(int(c))
	}
	return suits[c].name
}

// Symbol is the name of what is drawn on the color's cards: "colt"; empty for what
// is no color.
func (c Color) Symbol() string {
	if c >= colors {
		return ""
	}
	return suits[c].symbol
}

// Cards is the set of all cards of the color.
func (c Color) Cards() Set { return ofColor[c] }

// Set is a set of cards: bit c stands for Card c. The zero Set is empty.
type Set uint64

// SetOf returns the set of the given cards.
func SetOf(cards ...Card) Set {
	var s Set
	for _, c := range cards {
		s |= 1 << c
	}
	return s
}

// Has reports whether the card is in the set.
func (s Set) Has(c Card) bool { return s>>(c&63)&1 != 0 }

// Len is the number of cards in the set.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// Nth returns the n-th card of the set, counted from 0 in ascending order. n
// must be below Len.
func (s Set) Nth(n int) Card {
	for ; n > 3; n-- {
		s &= s - 1
	}
	// How many of the lowest cards to drop cannot be predicted when n is
	// random, so drop three and choose: no branch depends on n from here.
	s1 := s & (s - 1)
	s2 := s1 & (s1 - 1)
	s3 := s2 & (s2 - 1)
	if n&1 != 0 {
		s, s2 = s1, s3
	}
	if n&2 != 0 {
		s = s2
	}
	return Card(bits.TrailingZeros64(uint64(s)))
}

// Append appends the cards of the set to dst, ascending.
func (s Set) Append(dst []Card) []Card {
	for ; s != 0; s &= s - 1 {
		dst = append(dst, Card(bits.TrailingZeros64(uint64(s))))
	}
	return dst
}

// Colors is the set of the colors that cards of the set have.
func (s Set) Colors() Colors {
	var cs Colors
	for color, cards := range ofColor {
		if s&cards != 0 {
			cs |= 1 << color
		}
	}
	return cs
}

// Colors is a set of colors: bit c stands for Color c.
type Colors uint8

// Has reports whether the color is in the set.
func (cs Colors) Has(c Color) bool { return cs>>c&1 != 0 }

// Append appends the colors of the set to dst, in the order of their numbers.
func (cs Colors) Append(dst []Color) []Color {
	for c := range Color(colors) {
		if cs.Has(c) {
			dst = append(dst, c)
		}
	}
	return dst
}

// Deck is the set of cards that a game of so many players uses (T2).
func Deck(players int) Set {
	deck := Set(1)<<deckSize - 1
	if players == 3 {
		deck &^= ofColor[Black] | ofColor[Grey]
	}
	return deck
}

// StartingCard is the card that opens the first trick of a hand (T5).
func StartingCard(players int) Card { return Deck(players).Nth(0) }
