package texas

// others draws the other players as a row of plates, clockwise; for a spectator all
// of them.
func (l look) others(b []byte) []byte {
	n, first := len(l.Seats), 0
	count := n
	if l.Seated() {
		first, count = l.You+1, n-1
	}
	b = append(b, `<section id="others" class="`...)
	b = append(b, counts[count]...)
	b = append(b, `" aria-label="Players"><ul>`...)
	for i := range count {
		b = l.plate(b, (first+i)%n)
	}
	return append(b, "</ul></section>"...)
}

// plate draws one player: name, tricks of this hand, points, cards left, and marks.
func (l look) plate(b []byte, seat int) []byte {
	on := l.seat() == seat
	b = append(b, `<li class="plate`...)
	if on {
		b = append(b, " turn"...)
	}
	b = append(b, `" data-seat="`...)
	b = append(appendInt(b, seat), '"')
	if on {
		b = l.appendClock(b)
	}
	b = append(b, `><b class="name">`...)
	b = append(l.appendName(b, seat), "</b>"...)
	b = l.marks(b, seat)
	b = l.tricks(b, seat)
	b = l.points(b, seat)
	if n := l.v.Holds(seat); n > 0 {
		b = append(b, `<span class="holds"><i></i>`...)
		b = appendInt(b, n)
		b = append(b, `<span class="aside"> cards left</span></span>`...)
	}
	if on {
		b = l.appendTime(b)
	}
	return append(b, "</li>"...)
}

// marks draws what there is to know of a player besides figures.
func (l look) marks(b []byte, seat int) []byte {
	b = append(b, `<span class="tags">`...)
	if l.seat() == seat {
		if l.v.Choosing() {
			b = append(b, `<em class="now">chooses</em> `...)
		} else {
			b = append(b, `<em class="now">turn</em> `...)
		}
	}
	if l.seat() >= 0 && !l.v.Choosing() && l.v.Opener() == seat {
		b = append(b, `<em class="first">opens</em> `...)
	}
	switch who := &l.Seats[seat]; {
	case who.Away:
		b = append(b, "<em>away</em>"...)
	case who.Level != "":
		b = append(b, `<em>bot<span class="aside">, `...)
		b = appendText(b, who.Level)
		b = append(b, "</span></em>"...)
	}
	return append(b, "</span>"...)
}

// tricks draws the tricks that a player has taken in this hand, a stroke each (T9).
func (l look) tricks(b []byte, seat int) []byte {
	n := l.v.Taken(seat)
	b = append(b, `<span class="tricks"><i class="tally `...)
	b = append(b, counts[n]...)
	b = append(b, `"></i>`...)
	b = appendInt(b, n)
	if n == 1 {
		return append(b, "<small> trick</small></span>"...)
	}
	return append(b, "<small> tricks</small></span>"...)
}

// points draws a player's points, and how many end the game (T13) unless a number of
// hands does (T16).
func (l look) points(b []byte, seat int) []byte {
	total, target := l.v.Total(seat), l.v.Target()
	b = append(b, `<span class="points">`...)
	b = appendInt(b, total)
	if target > 0 {
		b = append(b, "<small>/"...)
		b = appendInt(b, target)
		b = append(b, "</small>"...)
	}
	if total == 1 && target == 0 {
		b = append(b, "<small> point</small>"...)
	} else {
		b = append(b, "<small> points</small>"...)
	}
	b = append(b, "</span>"...)
	if target > 0 {
		b = append(b, `<progress aria-hidden="true" max="`...)
		b = appendInt(b, target)
		b = append(b, `" value="`...)
		b = appendInt(b, min(total, target))
		b = append(b, `"></progress>`...)
	}
	return b
}
