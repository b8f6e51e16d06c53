package texas

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/saloon-games/saloon/game"
)

// View is what a seat, or a spectator, may know of a game: its own hand and
// everything that happened openly. Make one with Rules.NewView and feed it what
// State.Told says, or take one from a game.Match.
type View struct {
	table
	seat    int
	options game.Options
	events  []string
	hand    Set // own; empty for spectators
	seen    Set // cards played in this hand
	voids   [mostSeats]Colors
	last    []Played // T9: the trick just finished
	openers []int    // of each hand's first trick (T5)
}

var _ game.View = (*View)(nil)

func (v *View) reset(players int, options game.Options, seat int) error {
	t, err := Rules{}.table(players, options)
	if err != nil {
		return err
	}
	if seat < game.Spectator || seat >= players {
		return &game.Error{
			What: fmt.Sprintf("seat=%d", seat), Rule: "T4",
			Why: fmt.Sprintf("the seats are 0 to %d", players-1),
		}
	}
	options, _ = Rules{}.Check(players, options) // as table has done
	*v = View{table: t, seat: seat, options: options}
	return nil
}

// Seat implements game.View.
func (v *View) Seat() int { return v.seat }

// Options implements game.View.
func (v *View) Options() game.Options { return v.options }

// Events implements game.View.
func (v *View) Events() []string { return v.events }

// Hand is what the looking seat holds; empty for spectators.
func (v *View) Hand() Set { return v.hand }

// Seen is the set of cards that have been played in this hand; between hands and
// at the end in the hand just ended.
func (v *View) Seen() Set { return v.seen }

// Unseen is the set of cards that are in other seats' hands: dealt, not played,
// not in the own hand. Which of them is whose the view does not know.
func (v *View) Unseen() Set {
	if v.turn < 0 {
		return 0 // between hands there are none
	}
	return Deck(int(v.seats)) &^ v.seen &^ v.hand
}

// Holds is how many cards the seat holds.
func (v *View) Holds(seat int) int {
	if v.turn < 0 {
		return 0
	}
	n := int(v.size) - int(v.tricks)
	place := seat - int(v.opener)
	if place < 0 {
		place += int(v.seats)
	}
	if place < int(v.played) {
		n--
	}
	return n
}

// Voids is the set of colors that the seat has been seen not to have: it did not
// follow them in this hand (T7). It may lack others too.
func (v *View) Voids(seat int) Colors { return v.voids[seat] }

// FirstOpener is the seat that opened, or is to open, the first trick of the hand (T5);
// between hands of the one just ended, and before the first deal it means nothing.
func (v *View) FirstOpener() int {
	if len(v.openers) == 0 {
		return 0
	}
	return v.openers[len(v.openers)-1]
}

// LastTrick returns the trick just finished, until the next is finished or dealt
// (T9); empty if there is none. It is not to be changed.
func (v *View) LastTrick() []Played { return v.last }

// mine reports whether the looking seat is on turn.
func (v *View) mine() bool {
	seat, ok := v.turn.Seat()
	return ok && seat == v.seat
}

// LegalCards is the set of cards that the looking seat may play now; empty
// unless it is on turn to play one.
func (v *View) LegalCards() Set {
	switch {
	case !v.mine() || v.choosing:
		return 0
	case v.tricks == 0 && v.played == 0:
		return 1 << StartingCard(int(v.seats)) // T5
	default:
		return playable(v.hand, v.follow)
	}
}

// Legal implements game.View.
func (v *View) Legal(dst []game.Move) []game.Move {
	if v.choosing && v.mine() {
		for seat := range int(v.seats) {
			dst = append(dst, Opener(seat))
		}
		return dst
	}
	for l := v.LegalCards(); l != 0; l &= l - 1 {
		dst = append(dst, game.Move(bits.TrailingZeros64(uint64(l))))
	}
	return dst
}

// Check implements game.View.
func (v *View) Check(event string) error {
	m, ok := ParseMove(event)
	if !ok {
		m = noMove
	}
	switch {
	case !v.mine() && v.turn >= 0:
		return &game.Error{What: event, Rule: "T4", Why: fmt.Sprintf("it is not your turn but that of seat %d", v.turn)}
	case !v.mine():
		e := v.refusal(event, m, 0, nil)
		e.Legal = nil // a deal is not for a seat to make
		return e
	case slices.Contains(v.Legal(nil), m):
		return nil
	default:
		return v.refusal(event, m, v.hand, v.legalWords())
	}
}

// Observe implements game.View.
func (v *View) Observe(told string, next game.Turn) error {
	was := *v
	err := v.observe(told, next)
	if err == nil && v.turn != next {
		err = &game.Error{What: told, Rule: "T4", Why: fmt.Sprintf("next is %s, not %s", v.turn, next)}
	}
	if err != nil {
		*v = was
		return err
	}
	v.events = append(v.events, told)
	return nil
}

func (v *View) observe(told string, next game.Turn) error {
	if v.turn == game.Chance {
		return v.observeDeal(told, next)
	}
	m, ok := moveOf[told]
	if !ok {
		m = noMove
	}
	if opener, ok := NamedOpener(m); ok && v.choosing && opener < int(v.seats) {
		v.choose(opener)
		return nil
	}
	card, plays := PlayedCard(m)
	if !plays || v.turn < 0 || v.choosing {
		return v.refusal(told, m, v.hand, v.legalWords())
	}
	if err := v.cannot(told, card); err != nil {
		return err
	}
	if v.follow != 0 && !v.follow.Has(card) {
		v.voids[v.turn] |= v.follow.Colors() // T7
	}
	v.hand &^= 1 << card
	v.seen |= 1 << card
	trick := append(v.Trick(), Played{int(v.turn), card})
	v.add(card)
	if v.full() {
		v.finish()
		v.last = trick
	}
	return nil
}

// observeDeal takes in a deal. That the seat which is next holds the starting
// card is no secret: it opens with it (T5).
func (v *View) observeDeal(told string, next game.Turn) error {
	hands, err := v.parseDeal(told, mayHide{others: true, seat: v.seat})
	if err != nil {
		return err
	}
	opener, ok := next.Seat()
	if !ok || opener >= int(v.seats) {
		return badDeal(told, "T5", fmt.Sprintf("one of the seats 0 to %d opens the first trick, not %s", v.seats-1, next))
	}
	v.hand = 0
	if v.seat != game.Spectator {
		v.hand = hands[v.seat]
		if n := v.hand.Len(); n != int(v.size) {
			return badDeal(told, "T3", fmt.Sprintf("seat %d is dealt %d cards, want %d", v.seat, n, v.size))
		}
		if v.hand.Has(StartingCard(int(v.seats))) != (opener == v.seat) {
			return badDeal(told, "T5", fmt.Sprintf("%s does not hold the starting card", next))
		}
	}
	v.seen, v.voids, v.last = 0, [mostSeats]Colors{}, nil
	v.openers = append(slices.Clip(v.openers), opener)
	v.deal(opener)
	return nil
}

// cannot says why the seat on turn cannot have played the card, as far as the
// looking seat can know; nil if it can.
func (v *View) cannot(told string, card Card) error {
	seat := int(v.turn)
	if seat == v.seat {
		if v.LegalCards().Has(card) {
			return nil
		}
		return v.refusal(told, Play(card), v.hand, v.legalWords())
	}
	e := &game.Error{What: told}
	switch {
	case !v.Unseen().Has(card):
		e.Rule, e.Why = "T4", fmt.Sprintf("seat %d cannot hold %d", seat, card.Number())
	case v.tricks == 0 && v.played == 0 && card != StartingCard(int(v.seats)):
		e.Rule, e.Why = "T5", "the first trick of a hand is opened with the starting card"
	case v.voids[seat].Has(card.Color()):
		e.Rule, e.Why = "T7", fmt.Sprintf("seat %d has shown that it has no %s", seat, card.Color())
	default:
		return nil
	}
	return e
}

// Clone implements game.View.
func (v *View) Clone() game.View {
	c := *v
	c.events = slices.Clip(v.events)
	return &c
}

func (v *View) legalWords() []string { return game.Words(v.Word, v.Legal(nil)) }
