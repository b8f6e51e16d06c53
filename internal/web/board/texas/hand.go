package texas

import (
	"github.com/saloon-games/saloon/game/texas"
)

// action draws what is asked of who looks, and T11's choice when it is theirs.
func (l look) action(b []byte) []byte {
	b = append(b, `<section id="action" aria-label="What to do"`...)
	if l.mine() {
		b = append(b, ` class="mine"`...)
		b = l.appendClock(b)
	}
	if l.ended() && !l.Resume.IsZero() {
		b = append(b, ` data-resume="`...)
		b = append(appendInt(b, int(l.Resume.UnixMilli())), '"')
	}
	b = append(b, `><p class="now">`...)
	b = append(appendText(b, l.now()), "</p>"...)
	if l.mine() {
		b = l.appendTime(b)
	}
	if l.mine() && l.v.Choosing() && l.MayMove() {
		b = append(l.form(b), `<div class="choose `...)
		b = append(b, counts[len(l.Seats)]...)
		b = append(b, `">`...)
		for i := range l.Seats {
			seat := (l.You + i) % len(l.Seats)
			word := l.v.Word(texas.Opener(seat))
			b = append(b, `<button class="button" name="word" value="`...)
			b = append(b, word...)
			b = append(b, `" data-move="`...)
			b = append(b, word...)
			b = append(b, `">`...)
			b = append(l.appendName(b, seat), "</button>"...)
		}
		b = append(b, "</div></form>"...)
	}
	return append(b, "</section>"...)
}

// form begins a form that makes a move.
func (l look) form(b []byte) []byte {
	b = append(b, `<form method="post" action="`...)
	b = appendText(b, l.Act)
	b = append(b, `"><input type="hidden" name="game" value="`...)
	b = appendInt(b, l.Number)
	b = append(b, `"><input type="hidden" name="ply" value="`...)
	b = appendInt(b, l.Ply)
	return append(b, `">`...)
}

// oneRow is how many cards of a hand fit in one row of a phone.
const oneRow = 7

// hand draws the own hand; for a spectator who may see them all hands.
func (l look) hand(b []byte) []byte {
	b = append(b, `<section id="hand" aria-label="`...)
	switch hand := l.v.Hand(); {
	case l.Seated() && hand.Len() > 0:
		b = append(b, `Your hand"`...)
		if why := l.why(); why != "" {
			b = append(b, ` data-why="`...)
			b = append(appendText(b, why), '"')
		}
		if l.MayMove() && !l.v.Choosing() {
			b = append(b, ` class="turn"`...)
		}
		b = append(b, '>')
		b = l.held(b, hand)
	case !l.Seated() && len(l.Hands) > 0:
		b = l.open(append(b, `All hands" class="open">`...))
	default:
		b = append(b, `Your hand" hidden>`...)
	}
	return append(b, "</section>"...)
}

// held draws the own cards, each a button where moves can be made, in one row or two.
func (l look) held(b []byte, hand texas.Set) []byte {
	legal, moves := texas.Set(0), l.Act != ""
	if l.MayMove() {
		legal = l.v.LegalCards()
	}
	if moves {
		b = l.form(b)
	}
	n := hand.Len()
	first := n
	if n > oneRow {
		first = (n + 1) / 2
	}
	b = append(b, `<div class="held `...)
	b = append(b, counts[n]...)
	b = append(b, `"><div class="hold `...)
	b = append(b, counts[first]...)
	b = append(b, `">`...)
	var room [15]texas.Card
	for i, card := range hand.Append(room[:0]) {
		if i == first {
			b = append(b, `</div><div class="hold `...)
			b = append(b, counts[n-first]...)
			b = append(b, `">`...)
		}
		switch {
		case !moves:
			b = append(b, faces[card].shown...)
		case legal.Has(card):
			b = append(b, faces[card].legal...)
		default:
			b = append(b, faces[card].held...)
		}
	}
	b = append(b, "</div></div>"...)
	if moves {
		b = append(b, "</form>"...)
	}
	return b
}

// open draws everybody's cards, for those who may see them.
func (l look) open(b []byte) []byte {
	for seat, view := range l.Hands {
		v, ok := view.(*texas.View)
		if !ok || v.Hand() == 0 {
			continue
		}
		b = append(b, `<div class="of"><p class="who">`...)
		b = l.appendName(b, seat)
		b = append(b, `</p><div class="hold `...)
		b = append(b, counts[v.Hand().Len()]...)
		b = append(b, `">`...)
		var room [15]texas.Card
		for _, card := range v.Hand().Append(room[:0]) {
			b = append(b, faces[card].shown...)
		}
		b = append(b, "</div></div>"...)
	}
	return b
}
