package texas

import (
	"fmt"

	"github.com/saloon-games/saloon/game"
)

// Imagine returns the full position that the view's seat would be in if the others
// held these hands, by seat; what the looking seat itself holds is known and left as
// it is. A search plays on from there. The error is an *game.Error: between hands and
// after the last there is nothing to imagine, and the hands must share out the
// unseen cards (View.Unseen) so that each seat holds as many as it does (T3). Voids
// are not looked at.
func (v *View) Imagine(hands []Set) (State, error) {
	refuse := func(why string) (State, error) {
		return State{}, &game.Error{What: "hands to imagine", Rule: "T3", Why: why}
	}
	switch {
	case v.turn < 0:
		return refuse("no seat is on turn")
	case len(hands) != int(v.seats):
		return refuse(fmt.Sprintf("want %d hands, not %d", v.seats, len(hands)))
	}
	s := State{table: v.table, last: lastNone}
	left := v.Unseen()
	for seat, h := range hands {
		switch {
		case seat == v.seat:
			h = v.hand
		case h&^left != 0:
			return refuse(fmt.Sprintf("seat %d cannot hold %d", seat, (h &^ left).Nth(0).Number()))
		case h.Len() != v.Holds(seat):
			return refuse(fmt.Sprintf("seat %d holds %d cards, not %d", seat, v.Holds(seat), h.Len()))
		default:
			left &^= h
		}
		s.hands[seat] = h
	}
	if v.choosing {
		return s, nil
	}
	s.legal = playable(s.hands[v.turn&7], v.follow)
	if v.tricks == 0 && v.played == 0 {
		s.legal = 1 << StartingCard(int(v.seats)) // T5
	}
	return s, nil
}
