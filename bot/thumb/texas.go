package thumb

import (
	"math/bits"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// The most seats and the number of colors that Texas Showdown has.
const (
	texasSeats  = 6
	texasColors = 8
)

// Texas is a decision in Texas Showdown as the seat on turn sees it. Look fills it
// from a View; a search may fill it from a position that it has imagined. Move then
// says what the rule of thumb does. Nothing of it is left to chance, and numbers
// are whole, so that every machine chooses the same.
//
// The rule of thumb avoids tricks. What it weighs is estimated in tricks:
//
//   - It opens with a card that the others cannot get under (see openingRisk).
//   - After others it plays the card that is least likely to take this trick (see
//     risk) and would be the greatest burden later (see burden). The last to play
//     knows which cards take the trick, and takes none that it need not.
//   - T11's choice falls on the seat to the left, so that it plays last itself.
//
// The constants were found by playing; changing any of them by a third gains little.
type Texas struct {
	Seat, Players int
	// Seas is whether T17 is played.
	Seas bool
	// Hand is the seat's cards and Legal those that it may play; Legal is empty
	// if it is to name an opener.
	Hand, Legal texas.Set
	// Unseen is the cards in the other hands.
	Unseen texas.Set
	// Trick is the trick in progress, in order of play.
	Trick []texas.Played
	// Lacks is who has been seen not to have a color: bit s of byte c for seat s and color c.
	Lacks uint64

	room [texasSeats]texas.Played // where Look puts the trick
}

// trick is what one trick counts in estimates.
const trick = 1 << 12

// missing[k][u] is the chance, in parts of a trick, that one of k hands has none of
// u cards that are spread over all k: (1 - 1/k)^u.
var missing [texasSeats][12]int

func init() {
	for k := range missing {
		chance := trick
		for u := range missing[k] {
			missing[k][u] = chance
			chance -= (chance + k/2) / max(k, 1)
		}
	}
}

// Look fills t from the view of a seat that is on turn. It does not allocate.
func (t *Texas) Look(v *texas.View) {
	t.Seat, t.Players, t.Seas = v.Seat(), v.Players(), v.Seas()
	t.Hand, t.Legal, t.Unseen = v.Hand(), v.LegalCards(), v.Unseen()
	t.Lacks = 0
	for seat := range t.Players {
		for voids := v.Voids(seat); voids != 0; voids &= voids - 1 {
			t.Lacks |= 1 << (8*bits.TrailingZeros8(uint8(voids)) + seat)
		}
	}
	t.Trick = v.AppendTrick(t.room[:0])
}

// left brings a seat that is past the last one, or before the first, around.
func (t *Texas) left(seat int) int {
	if seat >= t.Players {
		return seat - t.Players
	}
	if seat < 0 {
		return seat + t.Players
	}
	return seat
}

// Move is what the rule of thumb does.
func (t *Texas) Move() game.Move {
	if t.Legal == 0 {
		return texas.Opener(t.Opener())
	}
	return texas.Play(t.Card())
}

// Opener is the seat that opens the next trick if the rule of thumb may choose
// (T11): the one to the left, so that it plays last itself and knows what each of
// its cards will do. Among players of its kind that costs a tenth of a trick less, in
// the rest of the hand, than the mean of all choices; to open itself costs about
// the mean, even with a card that cannot take the trick.
func (t *Texas) Opener() int { return t.left(t.Seat + 1) }

// Card is the card that the rule of thumb plays; of several that are as good, the
// lowest.
func (t *Texas) Card() texas.Card {
	if t.Legal.Len() == 1 {
		return t.Legal.Nth(0)
	}
	around := t.around()
	best, least := texas.Card(0), 1<<30
	for legal := t.Legal; legal != 0; {
		color := texas.Card(bits.TrailingZeros64(uint64(legal))).Color()
		own := legal & color.Cards()
		legal &^= own
		c := t.count(color, &around)
		for ; own != 0; own &= own - 1 {
			card := texas.Card(bits.TrailingZeros64(uint64(own)))
			var cost int
			if len(t.Trick) == 0 {
				cost = t.openingRisk(card, &c)
			} else {
				cost = t.risk(card, &c, &around) - t.burden(card, &c)
			}
			if cost < least {
				best, least = card, cost
			}
		}
	}
	return best
}

// around is what a decision about any card looks at: the other seats, a bit each, those of
// them that are still to play to this trick, and the trick's cards.
type around struct {
	others, after uint8
	trick         texas.Set
}

func (t *Texas) around() around {
	all := uint(1)<<t.Players - 1
	after := (uint(1)<<(t.Players-1-len(t.Trick)) - 1) << (t.Seat + 1)
	a := around{others: uint8(all &^ (1 << t.Seat)), after: uint8((after | after>>t.Players) & all)}
	for _, p := range t.Trick {
		a.trick |= texas.SetOf(p.Card)
	}
	return a
}

// count is what is known of a color.
type count struct {
	color  texas.Color
	unseen texas.Set // in the other hands
	// holders is how many other seats may have some of them, and after how many
	// of those are still to play to this trick.
	holders, after int
	own            int // cards in the own hand
	most           int // what Texas.most says, once it has been asked; 0 before
}

func (t *Texas) count(color texas.Color, a *around) count {
	lack := uint8(t.Lacks >> (8 * (color & 7)))
	of := color.Cards()
	return count{
		color: color, unseen: t.Unseen & of, own: (t.Hand & of).Len(),
		holders: bits.OnesCount8(a.others &^ lack), after: bits.OnesCount8(a.after &^ lack),
	}
}

// below is how many of the unseen cards of its color are lower than the card.
func (c *count) below(card texas.Card) int { return (c.unseen & (1<<card - 1)).Len() }

// leftHighest is the chance that none of so many holders of the color will lay a
// higher card on the card. They get under it if they can, so it takes one that
// has higher cards only.
func (c *count) leftHighest(card texas.Card, holders int) int {
	below := c.below(card)
	without := &missing[c.holders]
	over := without[below] * (trick - without[c.unseen.Len()-below]) / trick
	chance := trick
	for range holders {
		chance = chance * (trick - over) / trick
	}
	return chance
}

// followers is how many cards of the color are still to be expected in the trick.
func (c *count) followers() int {
	return c.after * (trick - missing[c.holders][c.unseen.Len()])
}

// openingRisk is what speaks against opening with the card: most of all that others
// can get under it, by the share of their cards of the color that are lower. Also
// that there are many of them, since a color that is nearly gone is safe to open now
// and may not be later; a color that nobody else has hardly ever takes a trick, for
// the others soon have more cards of another. And that some are known to have none,
// so that fewer can beat it.
func (t *Texas) openingRisk(card texas.Card, c *count) int {
	unseen := c.unseen.Len()
	if unseen == 0 {
		return 0
	}
	void := t.Players - 1 - c.holders
	return trick*c.below(card)/unseen + trick/10*unseen + trick*void/20
}

// risk is the chance that the card takes the trick. For the last to play it is
// certain, and made to outweigh any burden.
func (t *Texas) risk(card texas.Card, c *count, a *around) int {
	if (a.trick&c.color.Cards())>>card != 0 {
		return 0 // whatever takes the trick, it is not the lower of two (T8)
	}
	if len(t.Trick) == t.Players-1 {
		if t.verdict(card).Seat == t.Seat {
			return 2 * trick
		}
		return 0
	}
	if t.Seas && card.Top() && !t.verdict(card).Spared {
		return 0 // T17
	}
	chance := c.leftHighest(card, c.after)
	if chance == 0 {
		return 0
	}
	if c.most == 0 {
		c.most = t.most(c, a)
	}
	return chance * c.most / trick
}

// verdict is who takes the trick as it stands after the card.
func (t *Texas) verdict(card texas.Card) texas.Verdict {
	var room [texasSeats]texas.Played
	v, _ := texas.Judge(append(append(room[:0], t.Trick...), texas.Played{Seat: t.Seat, Card: card}), t.Seas)
	return v
}

// most is the chance that the color will be the one that takes the trick after a
// card of it is played. It
// is a guess: even if as many cards are to be expected of another color, and 0.6
// more or less for every card of difference. If both have as many, the higher
// number decides (T8), which counts for a quarter of a card.
func (t *Texas) most(c *count, a *around) int {
	followers := c.followers()
	mine := ((a.trick&c.color.Cards()).Len()+1)*trick + followers
	others := (t.Players-1-len(t.Trick))*trick - followers
	least := trick
	for rivals := a.trick &^ c.color.Cards(); rivals != 0; {
		color := texas.Card(bits.TrailingZeros64(uint64(rivals))).Color()
		played := rivals & color.Cards()
		rivals &^= played
		rival := t.count(color, a)
		theirs := played.Len()*trick + min(rival.followers(), others)
		if color > c.color {
			theirs += trick / 4
		} else {
			theirs -= trick / 4
		}
		least = min(least, trick/2+(mine-theirs)*6/10)
	}
	return max(least, 0)
}

// burden is what it is worth to be rid of the card. Most of it is the chance that
// nobody would lay a higher card on it if it were opened with now, less if few cards
// of its color are left elsewhere. A high number adds a little, for it wins ties; and
// each further card of the color in the hand takes a little off, since from short
// colors a hand becomes void sooner.
func (t *Texas) burden(card texas.Card, c *count) int {
	b := trick*int(card)/240 - trick*min(c.own, 6)/10
	if t.Seas && card.Top() {
		return b // T17: it cancels its color
	}
	fade := min(c.unseen.Len(), 6) * trick / 6
	return b + c.leftHighest(card, c.holders)*fade/trick*7/10
}
