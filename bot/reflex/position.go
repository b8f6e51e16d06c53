package reflex

import (
	"github.com/saloon-games/saloon/bot/thumb"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// Position is a full position of Texas Showdown in the middle of a hand, as a search
// has imagined it, with what policies look at kept up to date. It is a plain value
// without pointers. The rules are texas.State's.
type Position struct {
	texas.State
	left  texas.Set    // the cards in all hands
	trick texas.Set    // the cards of the trick in progress
	in    texas.Colors // their colors
	lacks uint64       // byte c: the seats that have shown not to have color c (T7), bit s for seat s
}

// Look makes p the position that the view's seat would be in if the others held these
// hands; the errors are View.Imagine's.
func (p *Position) Look(v *texas.View, hands []texas.Set) error {
	s, err := v.Imagine(hands)
	*p = Position{State: s, left: v.Unseen() | v.Hand()}
	var room [mostSeats]texas.Played
	for _, c := range v.AppendTrick(room[:0]) {
		p.trick |= texas.SetOf(c.Card)
		p.in |= 1 << c.Card.Color()
	}
	for seat := range v.Players() {
		p.lacks |= spread[v.Voids(seat)] << seat
	}
	return err
}

// Dealt makes p the position after a deal; s is the state then.
func (p *Position) Dealt(s *texas.State) {
	*p = Position{State: *s, left: texas.Deck(s.Players())}
}

// Do carries out a legal move; it panics if it is not legal.
func (p *Position) Do(m game.Move) {
	if c, plays := texas.PlayedCard(m); plays {
		p.left &^= texas.SetOf(c)
		p.trick |= texas.SetOf(c)
		if color := texas.Colors(1) << c.Color(); p.in&color == 0 {
			if p.in != 0 {
				p.lacks |= spread[p.in] << (p.Turn() & 7) // T7
			}
			p.in |= color
		}
		if p.trick.Len() == p.Players() {
			p.trick, p.in = 0, 0
		}
	}
	if err := p.Play(m); err != nil {
		panic("reflex: a legal move was refused: " + err.Error())
	}
}

// Random is a legal move, each as likely as the others.
func (p *Position) Random(r *fair.Rand) game.Move {
	if l := p.LegalCards(); l != 0 {
		return texas.Play(l.Nth(r.Below(l.Len())))
	}
	return texas.Opener(r.Below(p.Players()))
}

// Sight is what the seat on turn sees.
func (p *Position) Sight() Sight {
	seat := int(p.Turn())
	return Sight{
		Seat: seat, Players: p.Players(), Seas: p.Seas(), Hand: p.Hand(seat), Legal: p.LegalCards(),
		Left: p.left, Trick: p.trick, In: p.in, Lacks: p.lacks,
	}
}

// Thumb fills a decision of the rule of thumb with what the seat on turn sees. What
// Trick refers to is written over.
func (p *Position) Thumb(t *thumb.Texas) {
	seat := int(p.Turn())
	t.Seat, t.Players, t.Seas = seat, p.Players(), p.Seas()
	t.Hand, t.Legal = p.Hand(seat), p.LegalCards()
	t.Unseen = p.left &^ t.Hand
	t.Trick = p.AppendTrick(t.Trick[:0])
	t.Lacks = p.lacks
}

// spread[cs] has a one in byte c for each color c of cs.
var spread = func() (table [256]uint64) {
	for cs := range table {
		for c := range 8 {
			table[cs] |= uint64(cs>>c&1) << (8 * c)
		}
	}
	return table
}()
