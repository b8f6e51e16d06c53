package avoid

import (
	"github.com/saloon-games/saloon/bot/reflex"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// reflex chooses without search: what the policy likes best, or, if the level is
// careless, what looks best when the worth of each move is misjudged by chance.
func (p *Player) reflex() game.Move {
	var s reflex.Position
	v := p.table.view
	// Whatever the others hold, the policy does not look at it.
	left, hands := v.Unseen(), p.table.hands[:v.Players()]
	for seat := range hands {
		hands[seat] = 0
		for range v.Holds(seat) {
			if seat != v.Seat() {
				hands[seat] |= left & -left
				left &= left - 1
			}
		}
	}
	if err := s.Look(v, hands); err != nil {
		panic("avoid: hands of the right size were refused: " + err.Error())
	}
	d := s.Sight()
	if p.level.careless == 0 || v.Choosing() {
		return p.table.quick.Move(&d)
	}
	var worths [16]int32
	p.table.quick.Worths(&d, &worths)
	best, least := p.legal[0], int32(1<<30)
	for i, m := range p.legal {
		worth := worths[i] + int32(p.src.Below(int(p.level.careless*trick)))
		if c, _ := texas.PlayedCard(m); worth < least && !wasteful(v, c) {
			best, least = m, worth
		}
	}
	return best
}

// wasteful reports whether to play the card is an error that even a careless player
// does not make: to open with a color that all others are known to lack, while there is
// another; and to keep a higher card of the color that does as little harm in this trick.
func wasteful(v *texas.View, c texas.Card) bool {
	if trick := v.Trick(); len(trick) > 0 {
		higher := v.LegalCards() & c.Color().Cards() &^ (2<<c - 1)
		if higher == 0 || v.Seas() && higher.Nth(0).Top() {
			return false // T17: the top card is one to keep
		}
		return harmless(v, trick, c) && harmless(v, trick, higher.Nth(0))
	}
	lacked := lackedColors(v)
	return lacked.Has(c.Color()) && v.LegalCards().Colors()&^lacked != 0
}

// harmless reports whether it is certain that the card will not take the trick in
// progress.
func harmless(v *texas.View, trick []texas.Played, c texas.Card) bool {
	if len(trick) == v.Players()-1 {
		verdict, _ := texas.Judge(append(trick, texas.Played{Seat: v.Seat(), Card: c}), v.Seas())
		return verdict.Seat != v.Seat()
	}
	for _, p := range trick {
		if p.Card.Color() == c.Color() && p.Card > c {
			return true // T8, T17: among cards of one color only the highest can win
		}
	}
	return false
}

// lackedColors is the colors that all others have shown not to have (T7).
func lackedColors(v *texas.View) texas.Colors {
	all := texas.Colors(255)
	for seat := range v.Players() {
		if seat != v.Seat() {
			all &= v.Voids(seat)
		}
	}
	return all
}
