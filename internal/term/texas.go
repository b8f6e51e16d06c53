package term

import (
	"fmt"
	"strings"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// texasTeller tells Texas Showdown trick by trick.
type texasTeller struct {
	out     *Screen
	players int
	now     texas.State    // after the last event
	trick   []texas.Played // so far, of the trick that is told
	tricks  int            // finished in this hand
}

// Tell implements Teller.
func (t *texasTeller) Tell(state game.State) {
	was := t.now
	t.now = *state.(*texas.State)
	s := &t.now
	if s.Ply() == 0 {
		t.begin()
		return
	}
	move, isMove := texas.ParseMove(s.Last())
	if !isMove {
		t.deal()
		return
	}
	card, plays := texas.PlayedCard(move)
	if !plays {
		t.chosen(int(was.Turn()), move)
		return
	}
	t.trick = append(t.trick, texas.Played{Seat: int(was.Turn()), Card: card})
	if len(t.trick) < t.players {
		return
	}
	t.tricks++
	t.row(t.reason(true))
	t.trick = t.trick[:0]
	if s.Turn() < 0 {
		t.standings()
	}
	if s.Turn() == game.Over {
		t.result()
	}
}

// begin tells what is played, and explains the marks.
func (t *texasTeller) begin() {
	s := &t.now
	t.players = s.Players()
	facts := []string{count(t.players, "player")}
	if n := s.Hands(); n > 0 {
		facts = append(facts, count(n, "hand"))
	} else {
		facts = append(facts, "to "+count(s.Target(), "point"))
	}
	if s.Seas() {
		facts = append(facts, "the Strife rule of Seas of Strife")
	}
	headline(t.out, texas.Rules{}.Title(), facts...)
	for _, line := range Wrap([]string{"› opens ", "[ ] takes the trick ", "★ top of its color"}, t.out.width) {
		t.out.Line(faint.Render(line))
	}
}

// deal tells everybody's hand.
func (t *texasTeller) deal() {
	s := &t.now
	t.tricks = 0
	t.trick = t.trick[:0]
	t.out.rule(fmt.Sprintf("Hand %d", s.HandNumber()))
	for seat := range t.players {
		t.out.labeled(seatName(seat), t.out.groups(s.Hand(seat), t.out.labelRoom(seatName(seat))))
	}
	t.out.Line("")
	if !t.table() {
		return
	}
	head := t.columns(func(seat int) string { return "  " + seatName(seat) })
	t.out.Line(bold.Render(strings.TrimRight(strings.Repeat(" ", numberWidth)+head, " ")))
}

// The layout of tricks: a number, then a cell for each seat, a mark and a chip.
const (
	numberWidth = 3
	leastCell   = 1 + chipWidth
	sideWidth   = 34 // the least that a reason wants beside the chips
)

// cellWidth is the width of a seat's part of a trick, with a blank after it where
// that fits.
func (t *texasTeller) cellWidth() int {
	if t.out.width >= numberWidth+t.players*(leastCell+1) {
		return leastCell + 1
	}
	return leastCell
}

// table reports whether a trick fits in one row with a column for each seat.
func (t *texasTeller) table() bool { return t.out.width >= numberWidth+t.players*leastCell }

// columns is a part for each seat, all of one width.
func (t *texasTeller) columns(part func(seat int) string) string {
	var line strings.Builder
	for seat := range t.players {
		line.WriteString(pad(part(seat), t.cellWidth()))
	}
	return line.String()
}

// cell is a seat's part of the trick that is told: blank while it has not played.
func (t *texasTeller) cell(seat int, takes texas.Played) string {
	for i, p := range t.trick {
		if p.Seat == seat {
			mark := " "
			if i == 0 {
				mark = "›"
			}
			return mark + t.out.texasChip(p.Card, p == takes)
		}
	}
	if seat == int(t.now.Turn()) {
		return "   to play"
	}
	return ""
}

// row tells the trick, and in words what there is to say about it.
func (t *texasTeller) row(words []string) {
	verdict, _ := texas.Judge(t.trick, t.now.Seas())
	if !t.table() {
		t.narrowRow(verdict.Played, words)
		return
	}
	cells := t.columns(func(seat int) string { return t.cell(seat, verdict.Played) })
	t.beside(fmt.Sprintf("%2d ", t.trickNumber())+cells, words)
}

// trickNumber is the number of the trick that is told.
func (t *texasTeller) trickNumber() int {
	if len(t.trick) < t.players {
		return t.tricks + 1
	}
	return t.tricks
}

// beside writes words to the right of a row if there is room, else under it.
func (t *texasTeller) beside(row string, words []string) {
	if !t.table() {
		t.out.flow(0, words)
		return
	}
	left := numberWidth + t.players*t.cellWidth() + 1
	if t.out.width-left < sideWidth {
		if row != "" {
			t.out.Line(row)
		}
		t.out.flow(numberWidth+1, words)
		return
	}
	for i, line := range Wrap(words, t.out.width-left) {
		if i > 0 {
			row = ""
		}
		t.out.Line(pad(row, left) + line)
	}
}

// narrowRow tells the trick in the order of play, with as many seats beside each
// other as fit.
func (t *texasTeller) narrowRow(takes texas.Played, words []string) {
	t.out.Line(bold.Render(fmt.Sprintf("Trick %d, %s opens", t.trickNumber(), seatName(t.trick[0].Seat))))
	width := len(seatName(0)) + 1 + chipWidth + 1
	columns := t.out.width / width
	line := ""
	for i, p := range t.trick {
		name := seatName(p.Seat)
		if p == takes {
			name = bold.Render(name)
		}
		line += pad(name+" "+t.out.texasChip(p.Card, p == takes), width)
		if i%columns == columns-1 || i == len(t.trick)-1 {
			t.out.Line(line)
			line = ""
		}
	}
	t.out.flow(0, words)
}

// reason says in few words why the trick goes where it goes, or would go as it
// stands (T8, T17).
func (t *texasTeller) reason(finished bool) []string {
	v, _ := texas.Judge(t.trick, t.now.Seas())
	color := v.Card.Color()
	var words []string
	say := func(format string, args ...any) { // what _ joins is never broken
		for w := range strings.FieldsSeq(fmt.Sprintf(format, args...)) {
			words = append(words, strings.ReplaceAll(w, "_", " "))
		}
	}
	if !finished {
		say("as it stands:")
	}
	if v.Spared {
		say("every color has its top card, so none is cancelled;")
	}
	for _, c := range v.Cancelled.Append(nil) {
		say("%s is cancelled by %s;", t.out.colorName(c), topOf(c))
	}
	tied := v.Tied.Append(nil)
	switch {
	case len(tied) > 1 && v.Most == 1 && len(tied) == len(t.trick):
		say("no color twice, %s_highest: %s_takes_it", v.Card, t.out.colorName(color))
	case len(tied) > 1:
		names := make([]string, len(tied))
		for i, c := range tied {
			names[i] = t.out.colorName(c)
		}
		say("%s tie with %d_each, %s_highest: %s_takes_it", list(names, "and"), v.Most, v.Card, t.out.colorName(color))
	default:
		say("%s_takes_it, %d_of_%d, %s_highest", t.out.colorName(color), v.Most, len(t.trick), v.Card)
	}
	return words
}

// topOf is the top card of a color.
func topOf(c texas.Color) texas.Card {
	cards := c.Cards()
	return cards.Nth(cards.Len() - 1)
}

// chosen tells T11's choice.
func (t *texasTeller) chosen(winner int, move game.Move) {
	opener, _ := texas.NamedOpener(move)
	t.beside("", []string{"★", "lets", seatName(winner), "choose:", seatName(opener), "opens"})
}

// standings tells tricks and points after a hand.
func (t *texasTeller) standings() {
	s := &t.now
	const label = 24
	t.out.Line("")
	t.out.Line(bold.Render(fmt.Sprintf("%-10s%6s%7s", fmt.Sprintf("Hand %d", s.HandNumber()), "tricks", "points")))
	target := s.Target()
	lights := min(target, t.out.width-label-1, 30)
	for seat := range t.players {
		line := fmt.Sprintf("%-10s%6d%7d", seatName(seat), s.Taken(seat), s.Total(seat))
		if target > 0 {
			lit := min(s.Total(seat)*lights/target, lights)
			line += " " + bar(bad, lit, lights, "■", "·")
		}
		t.out.Line(line)
	}
	if target > 0 {
		t.out.Line(faint.Render(fmt.Sprintf("%*s", label+lights, fmt.Sprintf("ends at %d", target))))
	}
}

// result tells who has won.
func (t *texasTeller) result() {
	s := &t.now
	t.out.rule(fmt.Sprintf("Over after %s", count(s.HandNumber(), "hand")))
	winners := s.Winners()
	points := count(s.Total(winners[0]), "point")
	if len(winners) == 1 {
		t.out.flow(0, strings.Fields(bold.Render(seatName(winners[0])+" wins")+" with "+points+", the fewest."))
	} else {
		t.out.flow(0, strings.Fields(bold.Render(seatNames(winners)+" share the win")+" with "+points+" each, the fewest."))
	}
	farewell(t.out, s.Ply())
}

// End implements Teller.
func (t *texasTeller) End() {
	s := &t.now
	if s.Turn() == game.Over {
		return
	}
	if len(t.trick) > 0 {
		t.row(t.reason(false))
	}
	stopped(t.out, s.Ply())
	switch seat, _ := s.Turn().Seat(); {
	case s.Turn() == game.Chance:
		t.out.Text(fmt.Sprintf("The cards of hand %d are dealt next.", s.HandNumber()+1))
	case s.Choosing():
		t.out.Text(fmt.Sprintf("%s has won with the top card of a color and chooses who opens: any seat, its own too.", seatName(seat)))
	default:
		t.out.Text(fmt.Sprintf("%s is on turn and may play", seatName(seat)))
		t.out.flow(2, t.out.groups(s.LegalCards(), t.out.width-2))
	}
}
