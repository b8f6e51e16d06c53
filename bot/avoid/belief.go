package avoid

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/saloon-games/saloon/bot/hidden"
	"github.com/saloon-games/saloon/bot/reflex"
	"github.com/saloon-games/saloon/bot/thumb"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game/texas"
)

// belief is a pool of deals that agree with a view, each weighed by how likely the
// others would have played as they did if they had been dealt it. Somebody who ducks with
// a 12 where a 19 would have done as well hardly holds the 19.
//
// How somebody plays is not known either. Each seat is taken to be of one of two kinds:
// it follows the rule of thumb nine times in ten, or it is the likelier to choose a move
// the better the learned policy likes it; either also plays anything now and then. By
// its plays so far a seat becomes more likely of one kind, in each deal differently; a
// deal is drawn together with the kinds of the seats, which then play on so. So little
// is certain of either kind that a seat of neither does no great harm.
type belief struct {
	past []decision
	pool []deal
	sum  float64                  // of the weights
	seen map[texas.Set]likelihood // by hand, and the seat in the bits that no card has
}

// likelihood is how likely a seat would have played as it did, and been of a kind, if it
// had held a hand.
type likelihood struct{ thumb, other float64 }

// decision is one that another seat has made in this hand, as that seat saw it but for
// its hand.
type decision struct {
	sight reflex.Sight
	thumb thumb.Texas
	card  texas.Card
	// follow is the cards of the colors in the trick, and later what the seat has played
	// from then on, the card included: its hand then was these and what it holds now.
	follow, later texas.Set
}

// deal is one of the pool.
type deal struct {
	hands  [mostSeats]texas.Set
	thumbs uint8   // bit s: seat s plays by the rule of thumb
	upTo   float64 // its weight and those of all before it
}

const (
	// stray is how often, of ten decisions, a seat of either kind is taken to play anything.
	strayThumb, strayReflex = 0.50, 0.15
	// soft is how much worse, in parts of a trick, a move must look to the policy to be
	// chosen e times less often.
	soft = trick / 5
)

// look collects the decisions of the other seats in this hand, except openings of the
// first trick, which nobody chooses (T5).
func (b *belief) look(v *texas.View) {
	b.past = b.past[:0]
	events := v.Events()
	from := len(events)
	for from > 0 && !strings.HasPrefix(events[from-1], "deal ") {
		from--
	}
	n := v.Players()
	d := reflex.Sight{Seat: v.FirstOpener(), Players: n, Seas: v.Seas(), Left: texas.Deck(n)}
	var follow texas.Set
	var trick []texas.Played
	for i, event := range events[from:] {
		m, _ := texas.ParseMove(event)
		if seat, names := texas.NamedOpener(m); names {
			d.Seat = seat
			continue
		}
		c, _ := texas.PlayedCard(m)
		if i > 0 && d.Seat != v.Seat() {
			b.past = append(b.past, decision{sight: d, card: c, follow: follow, thumb: thumb.Texas{
				Seat: d.Seat, Players: n, Seas: d.Seas, Trick: slices.Clone(trick), Lacks: d.Lacks,
			}})
		}
		trick = append(trick, texas.Played{Seat: d.Seat, Card: c})
		d.See(c)
		follow |= c.Color().Cards()
		if len(trick) == n {
			verdict, _ := texas.Judge(trick, v.Seas())
			d.Seat = verdict.Seat
			trick, follow = trick[:0], 0
		}
	}
	var later [mostSeats]texas.Set
	for i := len(b.past) - 1; i >= 0; i-- {
		p := &b.past[i]
		later[p.sight.Seat] |= texas.SetOf(p.card)
		p.later = later[p.sight.Seat]
	}
}

// fill draws a pool of so many deals. prior is how likely, of 256, a seat is to play by
// the rule of thumb as long as nothing is known of it.
func (b *belief) fill(deals *hidden.Deals, v *texas.View, policy *reflex.Policy, size, prior int, r *fair.Rand) {
	b.pool, b.sum = b.pool[:0], 0
	if b.seen == nil {
		b.seen = map[texas.Set]likelihood{}
	}
	clear(b.seen)
	for range size {
		var d deal
		deals.Draw(r, d.hands[:v.Players()])
		weight := 1.0
		for seat := range v.Players() {
			if seat == v.Seat() {
				continue
			}
			l := b.likelihood(seat, d.hands[seat], policy, prior)
			weight *= l.thumb + l.other
			if prior > 0 && unit(r)*(l.thumb+l.other) < l.thumb {
				d.thumbs |= 1 << seat
			}
		}
		b.sum += weight
		d.upTo = b.sum
		b.pool = append(b.pool, d)
	}
}

// likelihood is that of all that a seat has played, if it holds this hand now. Late in a
// hand there are few that it may hold, and each is looked at once.
func (b *belief) likelihood(seat int, hand texas.Set, policy *reflex.Policy, prior int) likelihood {
	key := hand | texas.Set(seat)<<60 // there are 60 cards
	if l, known := b.seen[key]; known {
		return l
	}
	l := likelihood{float64(prior) / 256, float64(256-prior) / 256}
	for i := range b.past {
		p := &b.past[i]
		if p.sight.Seat != seat || !p.imagine(hand) {
			continue
		}
		if prior > 0 {
			l.thumb *= p.byThumb()
		}
		l.other *= p.byReflex(policy)
	}
	b.seen[key] = l
	return l
}

// size is how many deals that count the same would tell as much as the pool does: the
// square of the weights' sum by the sum of their squares (Kish 1965). 0 if it is empty.
func (b *belief) size() float64 {
	before, squares := 0.0, 0.0
	for i := range b.pool {
		w := b.pool[i].upTo - before
		before = b.pool[i].upTo
		squares += w * w
	}
	if squares == 0 {
		return 0
	}
	return b.sum * b.sum / squares
}

// draw draws a deal of the pool by its weight.
func (b *belief) draw(r *fair.Rand) *deal {
	x := unit(r) * b.sum
	low, high := 0, len(b.pool)-1
	for low < high {
		if mid := (low + high) / 2; b.pool[mid].upTo > x {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return &b.pool[low]
}

// unit is a random number from 0 to 1, 1 excluded.
func unit(r *fair.Rand) float64 { return float64(r.Uint64()>>11) / (1 << 53) }

// imagine sets what the seat saw if it holds this hand now, and reports whether it
// had a choice.
func (p *decision) imagine(hand texas.Set) bool {
	hand |= p.later
	legal := hand & p.follow // T7
	if legal == 0 {
		legal = hand
	}
	p.sight.Hand, p.sight.Legal = hand, legal
	return legal&(legal-1) != 0
}

// byThumb is the chance that one who follows the rule of thumb plays as the seat did.
func (p *decision) byThumb() float64 {
	t := &p.thumb
	t.Hand, t.Legal, t.Unseen = p.sight.Hand, p.sight.Legal, p.sight.Left&^p.sight.Hand
	chance := strayThumb / float64(bits.OnesCount64(uint64(t.Legal)))
	if t.Card() == p.card {
		chance += 1 - strayThumb
	}
	return chance
}

// byReflex is the chance that one with a mind like the policy's plays as the seat did.
func (p *decision) byReflex(policy *reflex.Policy) float64 {
	var worths [16]int32
	n := policy.Worths(&p.sight, &worths)
	least := worths[0]
	for _, w := range worths[1:n] {
		least = min(least, w)
	}
	sum := int64(0)
	for i, w := range worths[:n] {
		worths[i] = fade[min((w-least)*16/soft, int32(len(fade)-1))]
		sum += int64(worths[i])
	}
	own := worths[(p.sight.Legal & (1<<p.card - 1)).Len()]
	// The float64 keeps a compiler from fusing the product with the sum.
	return float64((1-strayReflex)*float64(own)/float64(sum)) + strayReflex/float64(n)
}

// fade[i] is 2^16 e^(-i/16), in whole numbers so that it is the same everywhere.
var fade = func() (table [128]int32) {
	x := int64(1) << 40
	for i := range table {
		table[i] = int32(x >> 24)
		x = x / 1_000_000 * 939_413
	}
	return table
}()
