package round

import (
	"sync"

	"github.com/saloon-games/saloon/game/raincheck"
)

// dag is what may happen from when the bettor has flipped all of its own stack, and
// survived it, to the end of flipping: what has come off the other's stack, in order,
// and out of the river, in whatever order, and the energy left. Those three are all
// that matters to what follows, so that lines which agree in them meet again.
//
// It hangs on nothing but numbers of cards and the energy, and is shared.
type dag struct {
	key    dagKey
	nodes  []flip
	leaves []leaf
	// choices is at how many nodes there is a choice between the two piles, and chooses
	// whether there is any.
	choices int
	chooses bool
	size    int // of numbers for each node and hand of the other that fits it
	most    int // of cards' hands at a node
}

// dagKey is what a dag hangs on: the other's cards owned and stacked, the river, how
// many flips are left, and the bettor's energy.
type dagKey struct{ owns, stack, river, left, energy int8 }

// flip is a position in flipping before the next card.
type flip struct {
	prefix int         // what has come off the other's stack: an index in prefixes
	drawn  int         // cards that have come out of the river
	shown  [kinds]int8 // they, by kind
	energy int
	left   int // flips left, 1 or more
	fits   []int32
	place  int // where its numbers begin
	// next is, by pile and card, the position that follows, or ^index of a leaf;
	// none where it cannot be.
	next  [piles][kinds]int32
	piles [piles]bool // which piles have cards left
	// choice numbers the positions where there is a choice; -1 elsewhere.
	choice int
	// fixed is whether there is no choice here nor later, so that what the position
	// is worth never changes.
	fixed bool
}

// The piles that there is a choice between.
const (
	theirs = iota
	river
	piles
)

// none is no position.
const none = int32(-1 << 31)

// leaf is an end of flipping.
type leaf struct {
	result result
	from   int // the position before
	pile   int
	card   raincheck.Card
}

// result is how flipping ends for the bettor.
type result struct {
	won    bool
	energy int // 0 if it has lost the game (S13)
}

var (
	dagsMutex sync.Mutex
	dags      = map[dagKey]*dag{}
	// fitting are the hands whose stack's top is a prefix, by cards owned and
	// stacked, and where a hand stands among them.
	fitting   [kinds + 1][kinds + 1][][]int32
	fittingAt [kinds + 1][kinds + 1][][]int32
	// topAt is the card so far from the top of each hand's stack.
	topAt [kinds + 1][kinds + 1][kinds][]uint8
)

func init() {
	for n := 1; n <= kinds; n++ {
		for k := range n + 1 {
			for depth := range k {
				for i := range hands[n][k] {
					topAt[n][k][depth] = append(topAt[n][k][depth], uint8(hands[n][k][i].top(depth)))
				}
			}
			for _, row := range prefixes {
				var list []int32
				at := make([]int32, len(hands[n][k]))
				for i := range hands[n][k] {
					at[i] = -1
					if hands[n][k][i].matches(row) {
						at[i] = int32(len(list))
						list = append(list, int32(i))
					}
				}
				fitting[n][k] = append(fitting[n][k], list)
				fittingAt[n][k] = append(fittingAt[n][k], at)
			}
		}
	}
}

// dagOf returns the dag with this key.
func dagOf(k dagKey) *dag {
	dagsMutex.Lock()
	defer dagsMutex.Unlock()
	d := dags[k]
	if d == nil {
		d = newDag(k)
		dags[k] = d
	}
	return d
}

// spot is what tells positions of flipping apart.
type spot struct {
	prefix int
	shown  [kinds]int8
	energy int
}

func newDag(k dagKey) *dag {
	d := &dag{key: k}
	index := map[spot]int32{}
	d.add(index, spot{energy: int(k.energy)})
	// Positions are added breadth first, by the number of flips, so that what
	// follows a position comes after it.
	for at := 0; at < len(d.nodes); at++ {
		d.expand(index, at)
	}
	for at := len(d.nodes) - 1; at >= 0; at-- {
		n := &d.nodes[at]
		n.fixed = !n.piles[theirs] || !n.piles[river]
		for _, row := range n.next {
			for _, next := range row {
				if next >= 0 && !d.nodes[next].fixed {
					n.fixed = false
				}
			}
		}
	}
	return d
}

// add returns the position's index and makes it if it is new.
func (d *dag) add(index map[spot]int32, s spot) int32 {
	at, found := index[s]
	if found {
		return at
	}
	at = int32(len(d.nodes))
	index[s] = at
	n := flip{prefix: s.prefix, shown: s.shown, energy: s.energy, place: d.size}
	for _, m := range s.shown {
		n.drawn += int(m)
	}
	row := len(prefixes[s.prefix])
	n.left = int(d.key.left) - row - n.drawn
	n.piles = [piles]bool{row < int(d.key.stack), n.drawn < int(d.key.river)}
	n.fits = fitting[d.key.owns][d.key.stack][s.prefix]
	d.size += len(n.fits)
	d.most = max(d.most, len(n.fits))
	n.choice = -1
	if n.piles[theirs] && n.piles[river] {
		n.choice = d.choices
		d.choices++
		d.chooses = true
	}
	d.nodes = append(d.nodes, n)
	return at
}

// expand adds what may follow a position.
func (d *dag) expand(index map[spot]int32, at int) {
	for pile := range piles {
		for c := range raincheck.Card(kinds) {
			d.nodes[at].next[pile][c] = d.outcome(index, at, pile, c)
		}
	}
}

// outcome is what follows when the card is turned over.
func (d *dag) outcome(index map[spot]int32, at, pile int, c raincheck.Card) int32 {
	n := d.nodes[at]
	if !n.piles[pile] || pile == theirs && c != raincheck.Hit && prefixAfter[n.prefix][c] == 0 ||
		pile == river && n.shown[c] == 2 {
		return none
	}
	energy := act(c, n.energy)
	switch {
	case c == raincheck.Hit: // S14: also on the very last flip
		return d.leaf(leaf{result{false, n.energy}, at, pile, c})
	case energy <= 0: // S13
		return d.leaf(leaf{result{false, 0}, at, pile, c})
	case n.left == 1:
		return d.leaf(leaf{result{true, energy}, at, pile, c})
	}
	next := spot{n.prefix, n.shown, energy}
	if pile == theirs {
		next.prefix = prefixAfter[n.prefix][c]
	} else {
		next.shown[c]++
	}
	return d.add(index, next)
}

func (d *dag) leaf(l leaf) int32 {
	d.leaves = append(d.leaves, l)
	return ^int32(len(d.leaves) - 1)
}
