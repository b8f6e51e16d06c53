package texas

import (
	"strconv"
	"strings"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/board"
)

// Now implements board.Board.
func (table) Now(s *board.Sight) string { return at(s).now() }

// Verdict implements board.Board.
func (table) Verdict(s *board.Sight) string { return at(s).verdict() }

// now says what is asked of who looks, or for whom everybody waits.
func (l look) now() string {
	seat := l.seat()
	switch {
	case l.v.Turn() == game.Over:
		return l.verdict()
	case seat == game.Spectator && l.v.HandNumber() == 0:
		return "The cards are dealt."
	case seat == game.Spectator:
		return l.between()
	case !l.mine() && l.v.Choosing():
		return l.name(seat) + " is choosing who opens."
	case !l.mine():
		return "Waiting for " + l.name(seat) + "."
	case l.v.Choosing():
		return "Your turn: choose who opens."
	}
	trick, own := l.asked()
	switch {
	case trick == 0 && l.finished() == 0:
		return "Your turn: open with " + faces[texas.StartingCard(l.v.Players())].words + "."
	case trick == 0:
		return "Your turn: open with any card."
	case own == 0 && trick&(trick-1) != 0:
		return "You have none of these colors: play any card."
	case own == 0:
		return "You have no " + colorList(trick, "or") + ": play any card."
	default:
		return "Your turn: follow " + colorList(own, "or") + "."
	}
}

// between says that a hand is over, and what goes on.
func (l look) between() string {
	text := "Hand " + strconv.Itoa(l.v.HandNumber()) + " is over."
	if l.waits() {
		text += " Deal on when you have seen it."
	}
	return text
}

// waits reports whether the next deal waits for who looks.
func (l look) waits() bool {
	return l.ended() && !l.Resume.IsZero() && l.Next != "" && l.Seated() && !l.Seats[l.You].Ready
}

// asked returns the colors in the trick, and those of them that who looks may play.
func (l look) asked() (trick, own texas.Colors) {
	var room [mostSeats]texas.Played
	for _, p := range l.v.AppendTrick(room[:0]) {
		trick |= 1 << p.Card.Color()
	}
	return trick, trick & l.v.LegalCards().Colors()
}

// finished is how many tricks of the hand are finished.
func (l look) finished() (n int) {
	for seat := range l.v.Players() {
		n += l.v.Taken(seat)
	}
	return n
}

// why says why cards of the own hand cannot be played now; "" if all can.
func (l look) why() string {
	switch seat := l.seat(); {
	case seat == game.Spectator:
		return "The cards are being dealt."
	case !l.mine():
		return "It is " + l.name(seat) + "’s turn."
	case l.v.Choosing():
		return "First choose who opens the next trick."
	case l.v.LegalCards() == l.v.Hand():
		return ""
	}
	trick, own := l.asked()
	if trick == 0 {
		return "The first trick of a hand opens with " + faces[texas.StartingCard(l.v.Players())].words + "."
	}
	return "There is " + colorList(trick, "and") + " in the trick; you have " + colorList(own, "and") + "."
}

// verdict says how the game ended, "" before.
func (l look) verdict() string {
	winners := l.v.Winners()
	if len(winners) == 0 {
		return ""
	}
	names := make([]string, 0, mostSeats)
	if l.Seated() && l.v.Total(l.You) == l.v.Total(winners[0]) {
		names = append(names, "You")
	}
	for _, seat := range winners {
		if seat != l.You {
			names = append(names, l.name(seat))
		}
	}
	points := count(l.v.Total(winners[0]), "point")
	if len(names) > 1 {
		return list(names, "and") + " win with " + points + " each."
	}
	return names[0] + verb(names[0] == "You" && winners[0] == l.You, " wins", " win") + " with " + points + "."
}

// looking says for whom the next deal waits.
func (l look) looking() string {
	var names []string
	you := false
	for i := range l.Seats {
		s := &l.Seats[i]
		switch {
		case !s.Taken || s.Level != "" || s.Away || s.Ready:
		case i == l.You:
			you = true
		default:
			names = append(names, l.name(i))
		}
	}
	switch {
	case len(names) == 0 && you:
		return "The next hand waits for you."
	case len(names) == 0:
		return "The next hand is dealt."
	case len(names) == 1:
		return names[0] + " is still looking."
	default:
		return list(names, "and") + " are still looking."
	}
}

// reason appends why the trick goes where it goes, or would go as it stands (T8, T17).
func reason(b []byte, v *texas.Verdict, played int) []byte {
	if v.Spared {
		b = append(b, "All colors have their top card, so none is cancelled. "...)
	}
	switch {
	case played == 1:
		b = append(b, "Only "...)
		b = append(b, faces[v.Card].words...)
		return append(b, ", so far."...)
	case v.Tied&(v.Tied-1) == 0:
		b = append(b, "Most cards are "...)
		b = append(b, v.Card.Color().String()...)
	case v.Most == 1:
		b = append(b, "No color twice"...)
	default:
		b = append(b, capital(colorList(v.Tied, "and"))...)
		b = append(b, " tie"...)
	}
	b = append(b, ", "...)
	b = append(b, v.Card.String()...)
	return append(b, " is the highest."...)
}

// Tell implements board.Board.
func (table) Tell(s *board.Sight, event int) string {
	l := at(s)
	made := l.Moves[event]
	t := tally{look: l}
	trick, hand := t.run(t.deal(event), event)
	if made.Seat == game.Spectator {
		return t.dealt(event)
	}
	you := made.Seat == l.You
	move, _ := texas.ParseMove(l.v.Events()[event])
	if opener, ok := texas.NamedOpener(move); ok {
		if made.By == house.ByClock {
			return l.late(made.Seat) + "the house lets " + l.subject(opener) + " open."
		}
		return l.name(made.Seat) + verb(you, " chooses: ", " choose: ") + l.subject(opener) + verb(opener == l.You, " opens.", " open.")
	}
	card, _ := texas.PlayedCard(move)
	text := l.name(made.Seat) + verb(you, " plays ", " play ") + faces[card].words + "."
	if made.By == house.ByClock {
		text = l.late(made.Seat) + "the house plays " + faces[card].words + "."
	}
	if trick {
		verdict := t.judge(event)
		text += " " + l.name(verdict.Seat) + verb(verdict.Seat == l.You, " takes", " take") +
			" the trick with " + faces[verdict.Card].words + "."
	}
	if hand {
		t = tally{look: l}
		t.run(0, event)
		text += t.standing()
	}
	if l.v.Turn() == game.Over && event == len(l.v.Events())-1 {
		text += " " + l.verdict()
	}
	return text
}

// dealt tells a deal and who opens with the starting card, which is no secret (T5).
func (t *tally) dealt(event int) string {
	opener := t.seat()
	if event+1 < len(t.Moves) {
		opener = t.Moves[event+1].Seat
	}
	return "Hand " + strconv.Itoa(t.hand) + " is dealt, " + count(t.v.HandSize(), "card") + " each. " +
		t.name(opener) + verb(opener == t.You, " opens", " open") + " with " +
		faces[texas.StartingCard(t.v.Players())].words + "."
}

// standing tells everybody's points after a hand.
func (t *tally) standing() string {
	parts := make([]string, 0, mostSeats)
	for seat := range t.Seats {
		parts = append(parts, t.subject(seat)+verb(seat == t.You, " has ", " have ")+strconv.Itoa(t.totals[seat]))
	}
	return " Hand " + strconv.Itoa(t.hand) + " is over: points are: " + list(parts, "and") + "."
}

// late begins to tell what was done for a seat whose time had run out.
func (l look) late(seat int) string {
	if seat == l.You {
		return "Your time ran out: "
	}
	return l.name(seat) + "’s time ran out: "
}

// subject is a seat in the middle of a sentence.
func (l look) subject(seat int) string {
	if seat == l.You {
		return "you"
	}
	return l.name(seat)
}

// verb is the form of a verb that goes with "you" or with a name.
func verb(you bool, others, yours string) string {
	if you {
		return yours
	}
	return others
}

// colorList lists colors as a sentence does: "red, blue or grey".
func colorList(cs texas.Colors, last string) string {
	var room [colors]texas.Color
	names := make([]string, 0, colors)
	for _, c := range cs.Append(room[:0]) {
		names = append(names, c.String())
	}
	return list(names, last)
}

// list is some words as a sentence lists them.
func list(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}

// capital begins a sentence.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// count is a number with its noun: "1 card", "3 cards".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
