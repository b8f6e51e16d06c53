// Package hidden samples the hands that a seat of Texas Showdown cannot see: deals
// of the unseen cards that agree with everything that is certain, each as likely as
// any other. Such a deal is what the literature calls a determinization, and what a
// search that plays with open cards starts from.
//
// Certain is how many cards each seat holds, which colors a seat has shown not to
// have (T7), which cards have been played, and who holds the starting card before it
// is played (T5). Why somebody played as they did is not: the package must never know
// who plays, how well, or what hands there are in truth.
package hidden

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

const (
	mostSeats = 6
	deckSize  = 60
)

// Hand is what is known of one hand that is not seen.
type Hand struct {
	// Size is how many of the unseen cards are in it; 0 for a hand that is seen.
	Size int
	// May is the cards that it may hold; others that it might are no matter.
	May texas.Set
}

// Deals is all deals of the unseen cards that agree with what is known. Look or Set
// prepares it for a decision, once; then Draw draws. The zero value deals nothing.
// What it has allocated it uses again. It is not safe for concurrent use.
//
// A card that every hand with room may hold is free. The others are dealt first, one
// after another, each to a hand chosen with the chance that it has in a uniformly
// drawn deal: the number of deals that go on from there, which Set has counted by
// dynamic programming backward over the cards and over how many of them each hand has. Then
// the free cards are shuffled into the room that is left.
type Deals struct {
	seats int
	known [mostSeats]texas.Set // what each hand is certain to hold
	room  [mostSeats]int       // how many cards each hand gets beside
	free  texas.Set

	cards []card    // those that are not free, in the order of their dealing
	ways  []float64 // by card, then by how many cards each hand has; see place
	step  [mostSeats]int
	most  [mostSeats]int // cards, not free, that each hand may get
	level int            // places of ways for one card
	count float64
}

// card is a card that some hands with room may not hold.
type card struct {
	card texas.Card
	may  uint8 // bit s: seat s may
}

// Look prepares d for what the view's seat cannot see; for spectators that is all
// hands. Between hands there are no cards and nothing to draw. The error says why no deal agrees with
// the view, which can be when it was made up.
func (d *Deals) Look(v *texas.View) error {
	var hands [mostSeats]Hand
	unseen := v.Unseen()
	for seat := range v.Players() {
		if seat == v.Seat() {
			continue
		}
		may := unseen
		for _, color := range v.Voids(seat).Append(make([]texas.Color, 0, 8)) {
			may &^= color.Cards() // T7
		}
		hands[seat] = Hand{Size: v.Holds(seat), May: may}
	}
	// T5: before the starting card is played, all know who holds it.
	if turn := v.Turn(); turn >= 0 && v.Seen() == 0 && !v.Hand().Has(texas.StartingCard(v.Players())) {
		for seat := range v.Players() {
			if game.Turn(seat) != turn {
				hands[seat].May &^= texas.SetOf(texas.StartingCard(v.Players()))
			}
		}
	}
	return d.Set(unseen, hands[:v.Players()])
}

// Set prepares d for deals of the unseen cards to hands, by seat, one to six. It takes
// O(c m^(n-1)) steps for c cards that not all of n hands may hold, m of them at most
// in one hand: none if every hand may hold every card, and few microseconds mostly. The
// error says why there is no such deal; Draw then deals nothing.
func (d *Deals) Set(unseen texas.Set, hands []Hand) error {
	*d = Deals{seats: len(hands), cards: d.cards[:0], ways: d.ways[:0]}
	if len(hands) > mostSeats {
		d.seats = 0
		return fmt.Errorf("hidden: %d hands, want %d at most", len(hands), mostSeats)
	}
	total := 0
	for seat, h := range hands {
		d.room[seat] = h.Size
		total += h.Size
		if h.Size < 0 {
			return d.none(fmt.Errorf("hidden: seat %d holds %d cards", seat, h.Size))
		}
	}
	if total != unseen.Len() {
		return d.none(fmt.Errorf("hidden: %d cards are unseen, but the hands hold %d", unseen.Len(), total))
	}
	if err := d.sort(unseen, hands); err != nil {
		return d.none(err)
	}
	d.countDeals()
	if d.count == 0 {
		return d.none(errors.New("hidden: no deal agrees with the cards and voids that have been seen"))
	}
	return nil
}

// none forgets a problem that has no deal.
func (d *Deals) none(err error) error {
	*d = Deals{cards: d.cards[:0], ways: d.ways[:0]}
	return err
}

// sort finds out which cards are certain to be whose, which are free, and who may hold
// the others. A card becomes certain when one hand only may hold it, and a hand that is
// full then may hold no others; so it begins anew until nothing is.
func (d *Deals) sort(unseen texas.Set, hands []Hand) error {
	for again := true; again; {
		again = false
		d.cards, d.free = d.cards[:0], 0
		roomy := uint8(0)
		for seat := range hands {
			if d.room[seat] > 0 {
				roomy |= 1 << seat
			}
		}
		for left := unseen; left != 0; left &= left - 1 {
			c := texas.Card(bits.TrailingZeros64(uint64(left)))
			may := uint8(0)
			for seat, h := range hands {
				if h.May.Has(c) {
					may |= 1 << seat
				}
			}
			may &= roomy
			switch {
			case may == 0:
				return fmt.Errorf("hidden: nobody can hold %d, which has not been played", c.Number())
			case may&(may-1) == 0:
				seat := bits.TrailingZeros8(may)
				d.known[seat] |= texas.SetOf(c)
				unseen &^= texas.SetOf(c)
				if d.room[seat]--; d.room[seat] == 0 {
					roomy &^= may
					again = true
				}
			case may == roomy:
				d.free |= texas.SetOf(c)
			default:
				d.cards = append(d.cards, card{c, may})
			}
		}
	}
	return nil
}

// countDeals fills ways and count.
func (d *Deals) countDeals() {
	for _, c := range d.cards {
		for seats := c.may; seats != 0; seats &= seats - 1 {
			seat := bits.TrailingZeros8(seats)
			d.most[seat] = min(d.most[seat]+1, d.room[seat])
		}
	}
	// How many cards the hand with the largest range has follows from the others':
	// it has no step.
	widest := 0
	for seat, m := range d.most {
		if m > d.most[widest] {
			widest = seat
		}
	}
	d.level = 1
	for seat, m := range d.most {
		d.step[seat] = 0
		if seat != widest {
			d.step[seat] = d.level
			d.level *= m + 1
		}
	}
	need := (len(d.cards) + 1) * d.level
	if cap(d.ways) < need {
		d.ways = make([]float64, need)
	}
	d.ways = d.ways[:need]

	var has [mostSeats]int
	for j := len(d.cards); j >= 0; j-- {
		has = [mostSeats]int{}
		for place := j * d.level; place < (j+1)*d.level; place++ {
			d.ways[place] = d.waysFrom(j, place, has, widest)
			for seat := range has { // the next place: count up
				if d.step[seat] == 0 {
					continue
				}
				if has[seat]++; has[seat] <= d.most[seat] {
					break
				}
				has[seat] = 0
			}
		}
	}
	d.count = d.ways[0]
}

// waysFrom is how many deals go on from where j cards are dealt, so many to each hand;
// has leaves out the widest hand, which has the rest.
func (d *Deals) waysFrom(j, place int, has [mostSeats]int, widest int) float64 {
	rest := j
	for _, n := range has {
		rest -= n
	}
	if rest < 0 || rest > d.most[widest] {
		return 0
	}
	has[widest] = rest
	if j == len(d.cards) {
		ways, left := 1.0, d.free.Len()
		for seat, n := range has {
			k := d.room[seat] - n
			ways *= choose[left][k]
			left -= k
		}
		return ways
	}
	ways := 0.0
	for seats := d.cards[j].may; seats != 0; seats &= seats - 1 {
		seat := bits.TrailingZeros8(seats)
		if has[seat] < d.most[seat] {
			ways += d.ways[place+d.level+d.step[seat]]
		}
	}
	return ways
}

// choose[n][k] is the number of ways to take k things of n.
var choose [deckSize + 1][deckSize + 1]float64

func init() {
	for n := range choose {
		choose[n][0] = 1
		for k := 1; k <= n; k++ {
			choose[n][k] = choose[n-1][k-1] + choose[n-1][k]
		}
	}
}

// Count is the number of deals, 0 if there is none; above 2^53 it is rounded.
func (d *Deals) Count() float64 { return d.count }

// Draw draws one of the deals and writes it to hands, by seat; those that are seen
// become empty. Every deal is as likely as every other, but for what the rounding of
// 64-bit floating-point numbers does to the chance of each card, about one part in 10^15.
// It takes 0.2 microseconds for a free deal of 45 cards, and some nanoseconds more for each card
// that is not free.
func (d *Deals) Draw(r *fair.Rand, hands []texas.Set) {
	copy(hands, d.known[:d.seats])
	room := d.room
	place := 0
	for _, c := range d.cards {
		// The float64 keeps a compiler from fusing the product with what follows.
		x := float64(float64(r.Uint64()>>11) * (1.0 / (1 << 53)) * d.ways[place])
		place += d.level
		pick, to := -1, 0
		for seats := c.may; seats != 0; seats &= seats - 1 {
			seat := bits.TrailingZeros8(seats)
			if d.room[seat]-room[seat] == d.most[seat] {
				continue // it has all that it may get
			}
			ways := d.ways[place+d.step[seat]]
			if ways == 0 {
				continue
			}
			pick, to = seat, place+d.step[seat]
			if x < ways {
				break
			}
			x -= ways
		}
		hands[pick] |= texas.SetOf(c.card)
		room[pick]--
		place = to
	}
	d.drawFree(r, hands, &room)
}

// drawFree shuffles the free cards into the room that is left.
func (d *Deals) drawFree(r *fair.Rand, hands []texas.Set, room *[mostSeats]int) {
	var pool [deckSize + 4]texas.Card
	n := 0
	for left := d.free; left != 0; left &= left - 1 {
		pool[n&63] = texas.Card(bits.TrailingZeros64(uint64(left)))
		n++
	}
	last := -1 // the hand that gets what nobody else has been dealt
	for seat := range hands {
		if room[seat] == 0 {
			continue
		}
		if last >= 0 {
			n = deal(r, &pool, n, room[last], &hands[last])
		}
		last = seat
	}
	if last >= 0 {
		for _, c := range pool[:n&63] {
			hands[last] |= texas.SetOf(c)
		}
	}
}

// deal moves k random cards of the pool's first n to the hand, and returns how many
// are left there. It is a Fisher-Yates shuffle that takes up to four numbers from
// 64 random bits, each still exactly fair (Brackett-Rozinsky and Lemire 2024, "Batched
// Ranged Random Integer Generation").
func deal(r *fair.Rand, pool *[deckSize + 4]texas.Card, n, k int, hand *texas.Set) int {
	var at [4]uint64
	for k > 0 {
		batch := min(k, 4)
		x := r.Uint64()
		low, bound := x, uint64(1)
		for i := range batch {
			at[i&3], low = bits.Mul64(low, uint64(n-i))
			bound *= uint64(n - i)
		}
		if low < bound && low < -bound%bound {
			continue // would favor some cards; less than once in 10^12
		}
		for i := range batch {
			n--
			j := at[i&3]
			*hand |= texas.SetOf(pool[j&63])
			pool[j&63] = pool[n&63]
		}
		k -= batch
	}
	return n
}
