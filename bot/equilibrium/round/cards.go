package round

import (
	"math/bits"

	"github.com/saloon-games/saloon/game/raincheck"
)

// The number of kinds of cards, of sets of them, of cards in a game and of players
// (S1).
const (
	kinds     = 4
	cardSets  = 1 << kinds
	mostCards = 2 * kinds
	players   = 2
)

// Hand is what a player knows of its own cards in a round: which it owns, and which
// of them it has stacked, in that order, the first one lying lowest.
type Hand struct {
	Owned raincheck.Set
	Stack [kinds]raincheck.Card
	Len   int
}

// top is the i-th card of the stack from the top.
func (h *Hand) top(i int) raincheck.Card { return h.Stack[h.Len-1-i] }

// The hands that there are, by how many cards are owned and how many of them stacked;
// and where a hand's next one stands when a card is stacked on it, -1 if it cannot be.
var (
	sets  [kinds + 1][]raincheck.Set
	setAt [cardSets]int // index in sets
	hands [kinds + 1][kinds + 1][]Hand
	after [kinds + 1][kinds][kinds][]int32
	// ownedAt is the index in sets of what each hand owns.
	ownedAt [kinds + 1][kinds + 1][]int32
)

func init() {
	for s := range raincheck.Set(cardSets) {
		n := s.Len()
		setAt[s] = len(sets[n])
		sets[n] = append(sets[n], s)
	}
	for n := 1; n <= kinds; n++ {
		for _, s := range sets[n] {
			hands[n][0] = append(hands[n][0], Hand{Owned: s})
		}
		for k := range n {
			for c := range raincheck.Card(kinds) {
				after[n][k][c] = make([]int32, len(hands[n][k]))
			}
			for i, h := range hands[n][k] {
				for c := range raincheck.Card(kinds) {
					after[n][k][c][i] = -1
					if h.Owned.Has(c) && !h.stacked().Has(c) {
						after[n][k][c][i] = int32(len(hands[n][k+1]))
						next := h
						next.Stack[k] = c
						next.Len++
						hands[n][k+1] = append(hands[n][k+1], next)
					}
				}
			}
		}
		for k := range n + 1 {
			for _, h := range hands[n][k] {
				ownedAt[n][k] = append(ownedAt[n][k], int32(setAt[h.Owned]))
			}
		}
	}
}

// stacked is the set of cards on the stack.
func (h *Hand) stacked() raincheck.Set { return raincheck.SetOf(h.Stack[:h.Len]...) }

// Sets returns the sets of n cards, ascending; beliefs and values are listed in this
// order. Not to be changed.
func Sets(n int) []raincheck.Set { return sets[n] }

// SetAt returns the place of a set in Sets.
func SetAt(s raincheck.Set) int { return setAt[s] }

// inRiver is how many such cards lie in the river when the players own these sets.
func inRiver(c raincheck.Card, a, b raincheck.Set) int {
	return 2 - int(a>>c&1) - int(b>>c&1)
}

// safe is the cards that do not end flipping.
const safe = raincheck.Set(cardSets-1) &^ 1

// act is what a flipped card that is no Hit does to energy (S12); 0 or less ends the
// game (S13).
func act(c raincheck.Card, energy int) int {
	switch c {
	case raincheck.Beartrap:
		return energy - raincheck.BeartrapCost
	case raincheck.Battery:
		return min(energy+raincheck.BatteryGain, raincheck.FullEnergy)
	default:
		return energy
	}
}

// prefixes are the rows of cards that may come off the top of a stack without a Hit,
// the shortest first, and prefixAfter where a longer one stands.
var (
	prefixes    [][]raincheck.Card
	prefixAfter [][kinds]int
)

func init() {
	prefixes = [][]raincheck.Card{nil}
	for at := 0; at < len(prefixes); at++ {
		row := prefixes[at]
		var next [kinds]int
		for rest := safe &^ raincheck.SetOf(row...); rest != 0; rest &= rest - 1 {
			c := raincheck.Card(bits.TrailingZeros8(uint8(rest)))
			next[c] = len(prefixes)
			prefixes = append(prefixes, append(append([]raincheck.Card(nil), row...), c))
		}
		prefixAfter = append(prefixAfter, next)
	}
}

// matches reports whether the row has come off the top of the hand's stack.
func (h *Hand) matches(row []raincheck.Card) bool {
	if len(row) > h.Len {
		return false
	}
	for i, c := range row {
		if h.top(i) != c {
			return false
		}
	}
	return true
}
