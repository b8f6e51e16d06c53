package texas

import (
	"cmp"
	"slices"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// middle draws the middle of the table: the trick as it stands; the one just finished
// until the next card is played (T9); after a hand its result, too. Below them are
// the piles of who looks.
func (l look) middle(b []byte) []byte {
	var room [mostSeats]texas.Played
	trick := l.v.AppendTrick(room[:0])
	done := len(trick) == 0 && len(l.v.LastTrick()) > 0
	if done {
		trick = l.v.LastTrick()
	}
	verdict, some := texas.Judge(trick, l.v.Seas())
	b = append(b, `<section id="trick" aria-label="Trick" class="`...)
	b = append(b, counts[l.v.Players()]...)
	if l.ended() {
		b = append(b, " ended"...)
	}
	b = append(b, '"')
	if done {
		b = append(b, ` data-done data-winner="`...)
		b = append(appendInt(b, verdict.Seat), '"')
	}
	b = append(b, '>')
	b = l.heading(b, trick, &verdict, done)
	b = append(b, `<div class="plays">`...)
	if some {
		b = l.groups(b, trick, &verdict, done)
	}
	if !done {
		b = l.due(b, len(trick))
	}
	b = append(b, "</div>"...)
	if l.ended() {
		b = l.result(b)
	}
	return append(l.footing(b, done), "</section>"...)
}

// heading says which trick it is and who takes it, and why.
func (l look) heading(b []byte, trick []texas.Played, verdict *texas.Verdict, done bool) []byte {
	b = append(b, `<header><h2>`...)
	if l.v.HandNumber() == 0 {
		return append(b, "The first deal</h2></header>"...)
	}
	if done {
		b = l.appendName(b, verdict.Seat)
		b = append(b, verb(verdict.Seat == l.You, " takes", " take")...)
		b = append(b, " the trick"...)
	} else {
		b = append(b, "Trick "...)
		b = appendInt(b, 1+l.finished())
		b = append(b, " <small>of "...)
		b = appendInt(b, l.v.HandSize())
		b = append(b, "</small>"...)
	}
	b = append(b, `</h2><small class="which">Hand `...)
	b = appendInt(b, l.v.HandNumber())
	if n := l.v.Hands(); n > 0 {
		b = append(b, " of "...)
		b = appendInt(b, n)
	}
	b = append(b, "</small>"...)
	if len(trick) > 0 {
		b = append(b, `<p class="stands">`...)
		b = append(reason(b, verdict, len(trick)), "</p>"...)
	}
	return append(b, "</header>"...)
}

// groups draws the cards of a trick by color, that which takes it first.
func (l look) groups(b []byte, trick []texas.Played, verdict *texas.Verdict, done bool) []byte {
	var list [mostSeats]group
	n := 0
	for _, p := range trick {
		i := slices.IndexFunc(list[:n], func(g group) bool { return g.color == p.Card.Color() })
		if i < 0 {
			i = n
			list[i] = group{color: p.Card.Color(), leads: p.Card.Color() == verdict.Card.Color()}
			list[i].cancelled = verdict.Cancelled.Has(list[i].color)
			n++
		}
		list[i].count++
		list[i].high = max(list[i].high, p.Card)
	}
	slices.SortFunc(list[:n], group.compare)
	for _, g := range list[:n] {
		b = l.group(b, g, trick, verdict, done)
	}
	return b
}

// A group is the cards of one color in a trick.
type group struct {
	color     texas.Color
	count     int
	high      texas.Card
	leads     bool
	cancelled bool // T17
}

// compare orders groups: the one that takes the trick, then by number and rank,
// cancelled ones last.
func (g group) compare(h group) int {
	switch {
	case g.leads != h.leads:
		return yes(h.leads) - yes(g.leads)
	case g.cancelled != h.cancelled:
		return yes(g.cancelled) - yes(h.cancelled)
	default:
		return cmp.Or(h.count-g.count, int(h.high)-int(g.high))
	}
}

func yes(b bool) int {
	if b {
		return 1
	}
	return 0
}

// group draws the cards of one color, how many there are, and who played them.
func (l look) group(b []byte, g group, trick []texas.Played, verdict *texas.Verdict, done bool) []byte {
	b = append(b, `<div class="of `...)
	b = append(b, counts[g.count]...)
	switch {
	case g.leads:
		b = append(b, " leads"...)
	case g.cancelled:
		b = append(b, " cancelled"...)
	}
	b = append(b, `"><p class="many">`...)
	if g.cancelled {
		b = append(b, "<s>"...)
	}
	b = appendInt(b, g.count)
	b = append(b, " × "...)
	b = append(b, symbols[g.color]...)
	if g.cancelled {
		b = append(b, "</s> <em>cancelled</em>"...)
	}
	b = append(b, "</p><ol>"...)
	for _, p := range trick {
		if p.Card.Color() != g.color {
			continue
		}
		takes := p == verdict.Played
		b = append(b, `<li data-seat="`...) // where the script has the card come from
		b = appendInt(b, p.Seat)
		if takes {
			b = append(b, `" class="takes">`...)
		} else {
			b = append(b, `">`...)
		}
		b = append(b, faces[p.Card].shown...)
		b = append(b, `<span class="who">`...)
		b = l.appendName(b, p.Seat)
		b = append(b, "</span>"...)
		if takes {
			b = append(b, takesWord(p.Seat == l.You, done)...)
		}
		b = append(b, "</li>"...)
	}
	return append(b, "</ol></div>"...)
}

// takesWord marks the card that takes the trick.
func takesWord(you, done bool) string {
	switch {
	case done:
		return `<em>took it</em>`
	case you:
		return `<em>take it</em>`
	default:
		return `<em>takes it</em>`
	}
}

// due draws a place for every card that is yet to be played to the trick.
func (l look) due(b []byte, played int) []byte {
	n := l.v.Players()
	if l.seat() == game.Spectator {
		return b
	}
	b = append(b, `<ol class="due" aria-label="To play">`...)
	for i := played; i < n; i++ {
		seat := (l.v.Opener() + i) % n
		if i == played {
			b = append(b, `<li class="turn"><i class="slot"></i><span class="who">`...)
		} else {
			b = append(b, `<li><i class="slot"></i><span class="who">`...)
		}
		b = append(l.appendName(b, seat), "</span></li>"...)
	}
	return append(b, "</ol>"...)
}

// footing draws the own piles and the way to look at the last trick once more (T9).
func (l look) footing(b []byte, done bool) []byte {
	b = append(b, "<footer>"...)
	if l.Seated() && !l.ended() {
		b = append(b, `<p class="mine"><b class="name">You</b>`...)
		b = l.tricks(b, l.You)
		b = append(l.points(b, l.You), "</p>"...)
	}
	if last := l.v.LastTrick(); len(last) > 0 && !done {
		verdict, _ := texas.Judge(last, l.v.Seas())
		b = append(b, `<details id="last"><summary>Last trick</summary><ol>`...)
		for _, p := range last {
			if p == verdict.Played {
				b = append(b, `<li class="takes">`...)
			} else {
				b = append(b, "<li>"...)
			}
			b = append(b, faces[p.Card].mini...)
			b = append(b, `<span class="who">`...)
			b = append(l.appendName(b, p.Seat), "</span>"...)
			if p == verdict.Played {
				b = append(b, takesWord(false, true)...)
			}
			b = append(b, "</li>"...)
		}
		b = append(b, "</ol></details>"...)
	}
	return append(b, "</footer>"...)
}

// result draws how a hand, or the game, ended: everybody's tricks and points.
func (l look) result(b []byte) []byte {
	winners := l.v.Winners()
	b = append(b, `<div class="ends"><div><h2>`...)
	if len(winners) > 0 {
		b = append(b, "The final points"...)
	} else {
		b = append(b, "Hand "...)
		b = appendInt(b, l.v.HandNumber())
		b = append(b, " is over"...)
	}
	b = append(b, "</h2>"...)
	if l.waits() {
		b = append(b, `<form method="post" action="`...)
		b = appendText(b, l.Next)
		b = append(b, `"><button class="button loud" data-action="next">Deal on</button></form>`...)
	}
	b = append(b, `</div><table><thead><tr><th scope="col">Player</th><th scope="col">Tricks</th><th scope="col">Points</th></tr></thead><tbody>`...)
	for seat := range l.Seats {
		won := slices.Contains(winners, seat)
		if won {
			b = append(b, `<tr class="won"><th scope="row">`...)
		} else {
			b = append(b, `<tr><th scope="row">`...)
		}
		b = l.appendName(b, seat)
		if won {
			b = append(b, " <em>"...)
			b = append(b, verb(seat == l.You, "wins", "win")...)
			b = append(b, "</em>"...)
		}
		b = append(b, `</th><td><i class="tally `...)
		b = append(b, counts[l.v.Taken(seat)]...)
		b = append(b, `"></i> +`...)
		b = appendInt(b, l.v.Taken(seat))
		b = append(b, `</td><td>`...)
		b = append(l.points(b, seat), "</td></tr>"...)
	}
	b = append(b, "</tbody></table>"...)
	if !l.Resume.IsZero() {
		b = append(appendText(append(b, `<p class="muted">`...), l.looking()), "</p>"...)
	}
	return append(b, "</div>"...)
}
