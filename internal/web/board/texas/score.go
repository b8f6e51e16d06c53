package texas

import (
	"strings"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// A tally goes along the events of a game and counts tricks and points.
type tally struct {
	look
	played int // cards of the trick in progress
	tricks int // finished in this hand
	hand   int // number of the last deal
	taken  [mostSeats]int
	totals [mostSeats]int
}

// take takes in the next event. It reports whether that finished a trick, and
// whether the trick was the last of its hand.
func (t *tally) take(event int) (trick, hand bool) {
	if t.Moves[event].Seat == game.Spectator {
		t.hand++
		t.tricks, t.taken = 0, [mostSeats]int{}
		return false, false
	}
	if strings.HasPrefix(t.v.Events()[event], choice) {
		return false, false
	}
	if t.played++; t.played < t.v.Players() {
		return false, false
	}
	t.played = 0
	t.tricks++
	t.taken[t.winner(event)]++
	if t.tricks < t.v.HandSize() {
		return true, false
	}
	for seat, n := range t.taken { // T12
		t.totals[seat] += n
	}
	return true, true
}

// choice is how the word of T11's choice begins, unlike that of a card.
var choice, _, _ = strings.Cut((&texas.View{}).Word(texas.Opener(0)), " ")

// winner returns who took the trick that an event finished. Within a hand that is
// whose event comes next, an opener's or a choice (T10, T11), and there is no need to
// judge every trick of a long game again.
func (t *tally) winner(event int) int {
	if next := event + 1; next < len(t.Moves) && t.Moves[next].Seat != game.Spectator {
		return t.Moves[next].Seat
	}
	return t.judge(event).Seat
}

// judge judges the trick that an event finished.
func (t *tally) judge(event int) texas.Verdict {
	var trick [mostSeats]texas.Played
	n := t.v.Players()
	for i := range n {
		made := event - n + 1 + i
		move, _ := texas.ParseMove(t.v.Events()[made])
		card, _ := texas.PlayedCard(move)
		trick[i] = texas.Played{Seat: t.Moves[made].Seat, Card: card}
	}
	verdict, _ := texas.Judge(trick[:n], t.v.Seas())
	return verdict
}

// run takes in the events from the first to the last of these, as take does.
func (t *tally) run(first, last int) (trick, hand bool) {
	for event := first; event <= last; event++ {
		trick, hand = t.take(event)
	}
	return trick, hand
}

// deal returns the last deal up to an event, and counts those before it.
func (t *tally) deal(event int) (deal int) {
	for i, made := range t.Moves[:event+1] {
		if made.Seat == game.Spectator {
			deal = i
			t.hand++
		}
	}
	t.hand-- // its own will be taken in
	return deal
}

// score draws the score sheet: a row for each hand that has ended. While a hand
// is played it stays as it is.
func (l look) score(b []byte) []byte {
	b = append(b, `<section id="score" aria-label="Score"><details`...)
	if l.v.Turn() == game.Over {
		b = append(b, " open"...)
	}
	b = append(b, `><summary>Score sheet</summary><p class="muted">`...)
	b = append(l.ending(b), `</p>`...)
	hands := l.sheet()
	if hands < 1 {
		return append(b, "<p>No hand has ended yet.</p></details></section>"...)
	}
	b = append(b, `<table><thead><tr><th scope="col">Hand</th>`...)
	for seat := range l.Seats {
		b = append(b, `<th scope="col">`...)
		b = append(l.appendName(b, seat), "</th>"...)
	}
	b = append(b, "</tr></thead><tbody>"...)
	t := tally{look: l}
	for event := 0; hands > 0; event++ {
		if _, hand := t.take(event); hand {
			b = t.row(b)
			hands--
		}
	}
	return append(b, "</tbody></table></details></section>"...)
}

// sheet counts the hands that have ended: the rows of the score sheet.
func (l look) sheet() int {
	if n := l.v.HandNumber(); n > 0 && l.v.Turn() >= 0 {
		return n - 1
	}
	return l.v.HandNumber()
}

// row draws the hand that has just ended: the points of the hand and those so far.
func (t *tally) row(b []byte) []byte {
	b = append(b, `<tr><th scope="row">`...)
	b = appendInt(b, t.hand)
	b = append(b, "</th>"...)
	for seat := range t.Seats {
		b = append(b, "<td><small>+"...)
		b = appendInt(b, t.taken[seat])
		b = append(b, "</small> "...)
		b = appendInt(b, t.totals[seat])
		b = append(b, "</td>"...)
	}
	return append(b, "</tr>"...)
}

// ending says what ends the game and who wins it (T13 to T17).
func (l look) ending(b []byte) []byte {
	if n := l.v.Hands(); n > 0 {
		b = append(b, "The game has "...)
		b = append(b, count(n, "hand")...)
	} else {
		b = append(b, "The game ends when somebody has "...)
		b = append(b, count(l.v.Target(), "point")...)
	}
	b = append(b, ". A trick is a point; the fewest points win."...)
	if l.v.Seas() {
		b = append(b, " A color whose top card is in the trick is cancelled."...)
	}
	return b
}
