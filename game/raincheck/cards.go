package raincheck

import (
	"math/bits"
	"strconv"
	"strings"
)

// Card is one of the four kinds of card (S1). Each player starts with one of
// each, so a player never owns two of a kind; the river may hold two.
type Card uint8

// The cards, in the order in which they are listed.
const (
	Hit      Card = iota // A: flipping stops and is lost
	Beartrap             // 3: three energy lost
	Blank                // K: nothing
	Battery              // Q: one energy gained

	kinds = 4
)

// letters are the words of the cards.
const letters = "A3KQ"

var cardNames = [kinds]string{"Hit", "Beartrap", "Blank", "Battery"}

// String is the card's word: "A", "3", "K" or "Q".
func (c Card) String() string {
	if c >= kinds {
		return "card " + strconv.Itoa(int(c))
	}
	return letters[c : c+1]
}

// Name is the card's name: "Hit".
func (c Card) Name() string { return cardNames[c&3] }

// ParseCard returns the card with this word, and whether there is one.
func ParseCard(word string) (Card, bool) {
	if len(word) != 1 {
		return 0, false
	}
	i := strings.Index(letters, word)
	return Card(i & 3), i >= 0
}

// Set is a set of cards of which none comes twice, such as what a player owns:
// bit c stands for Card c.
type Set uint8

// all is one of each card (S1).
const all Set = 1<<kinds - 1

// SetOf returns the set of the given cards.
func SetOf(cards ...Card) Set {
	var s Set
	for _, c := range cards {
		s |= 1 << c
	}
	return s
}

// Has reports whether the card is in the set.
func (s Set) Has(c Card) bool { return s>>c&1 != 0 }

// Len is the number of cards in the set.
func (s Set) Len() int { return bits.OnesCount8(uint8(s)) }

// Nth returns the n-th card of the set, counted from 0 in the order of cards. n
// must be below Len.
func (s Set) Nth(n int) Card {
	for ; n > 0; n-- {
		s &= s - 1
	}
	return Card(bits.TrailingZeros8(uint8(s))) & 3
}

// Append appends the cards of the set to dst, in the order of cards.
func (s Set) Append(dst []Card) []Card {
	for ; s != 0; s &= s - 1 {
		dst = append(dst, Card(bits.TrailingZeros8(uint8(s))))
	}
	return dst
}

// pile is up to eight cards in order, two bits a card, the top card lowest. How
// many there are is kept beside it.
type pile uint16

// at is the i-th card from the top.
func (p pile) at(i uint8) Card { return Card(p>>(2*i&15)) & 3 }

// push puts a card on top.
func (p pile) push(c Card) pile { return p<<2 | pile(c) }

// list returns the top n cards, top first.
func (p pile) list(n uint8) []Card {
	cards := make([]Card, n)
	for i := range n {
		cards[i] = p.at(i)
	}
	return cards
}

// counts is how many cards of each kind there are, four bits a kind.
type counts uint16

// one is a single card of the kind.
func one(c Card) counts { return 1 << (4 * c & 15) }

// of is the number of cards of the kind.
func (n counts) of(c Card) int { return int(n >> (4 * c & 15) & 15) }

// spread is the cards of a set as counts.
func spread(s Set) counts {
	return counts(s&1) | counts(s&2)<<3 | counts(s&4)<<6 | counts(s&8)<<9
}

// covers reports whether no kind has more cards in m than in n.
func (n counts) covers(m counts) bool {
	for c := range Card(kinds) {
		if m.of(c) > n.of(c) {
			return false
		}
	}
	return true
}

// sorted returns the cards in the order of cards.
func (n counts) sorted() []Card {
	cards := []Card{}
	for c := range Card(kinds) {
		for range n.of(c) {
			cards = append(cards, c)
		}
	}
	return cards
}
