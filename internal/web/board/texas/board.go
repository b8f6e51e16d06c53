// Package texas shows Texas Showdown on a page: the players, the trick as it stands,
// what is asked of who looks, their hand, and the score sheet.
//
// Every part is appended as bytes from strings that are made once: all parts are
// drawn for every seat after every card. Who may play what and who takes a trick the
// package asks of game/texas; it must never know a rule again, nor HTTP, nor what
// other people see.
package texas

import (
	"html"
	"strconv"
	"strings"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
	"github.com/saloon-games/saloon/internal/web/board"
)

// table is the board.Board of Texas Showdown.
type table struct{}

// New returns the board of Texas Showdown. It has no state and is safe for
// concurrent use. The View of every sight that it is given must be a *texas.View.
func New() board.Board { return table{} }

// Game implements board.Board.
func (table) Game() string { return texas.Rules{}.Name() }

// Parts implements board.Board.
func (table) Parts() []board.Part { return parts }

// parts are shared by all tables; nobody changes them.
var parts = []board.Part{
	part("others", look.others),
	part("trick", look.middle),
	part("action", look.action),
	part("hand", look.hand),
	scored(part("score", look.score)),
}

// scored says of the score sheet that it changes when a hand or the game ends only.
func scored(p board.Part) board.Part {
	p.Stage = func(s *board.Sight) int {
		l := at(s)
		if l.v.Turn() == game.Over {
			return 2*l.sheet() + 1
		}
		return 2 * l.sheet()
	}
	return p
}

// look is what a part is drawn from.
type look struct {
	*board.Sight
	v *texas.View
}

func at(s *board.Sight) look { return look{s, s.View.(*texas.View)} }

// part is a part that is drawn by appending its HTML.
func part(id string, draw func(look, []byte) []byte) board.Part {
	return board.Part{ID: id, Draw: func(b []byte, s *board.Sight) []byte { return draw(at(s), b) }}
}

// seat returns the seat on turn, or game.Spectator.
func (l look) seat() int {
	if seat, ok := l.v.Turn().Seat(); ok {
		return seat
	}
	return game.Spectator
}

// mine reports whether it is the turn of who looks.
func (l look) mine() bool { return l.Seated() && l.seat() == l.You }

// ended reports whether a hand has ended and the next is not dealt.
func (l look) ended() bool { return l.v.Turn() < 0 && l.v.HandNumber() > 0 }

// name is what a seat is called, as text.
func (l look) name(seat int) string { return l.Name(seat) }

// appendName appends what a seat is called, as HTML.
func (l look) appendName(b []byte, seat int) []byte {
	return appendText(b, l.name(seat))
}

// appendText appends text as HTML. Most has nothing to escape, and to see that is
// quicker than to do it.
func appendText(b []byte, text string) []byte {
	if strings.ContainsAny(text, `&<>"'`) {
		text = html.EscapeString(text)
	}
	return append(b, text...)
}

// appendInt appends a number.
func appendInt(b []byte, n int) []byte { return strconv.AppendInt(b, int64(n), 10) }

// appendClock appends the attributes from which the script draws the clock of the
// seat on turn, in milliseconds since 1970, if it has one.
func (l look) appendClock(b []byte) []byte {
	if l.Deadline.IsZero() {
		return b
	}
	b = append(b, ` data-since="`...)
	b = strconv.AppendInt(b, l.Since.UnixMilli(), 10)
	b = append(b, `" data-deadline="`...)
	b = strconv.AppendInt(b, l.Deadline.UnixMilli(), 10)
	return append(b, '"')
}

// appendTime appends how long the seat on turn may think, where there is a clock.
func (l look) appendTime(b []byte) []byte {
	if l.Deadline.IsZero() {
		return b
	}
	b = append(b, `<time class="clock" datetime="`...)
	b = l.Deadline.UTC().AppendFormat(b, "2006-01-02T15:04:05Z")
	b = append(b, `">`...)
	if limit := l.Deadline.Sub(l.Since); limit.Hours() >= 1 {
		b = append(appendInt(b, int(limit.Hours())), " h"...)
	} else {
		b = append(appendInt(b, int(limit.Seconds())), " s"...)
	}
	return append(b, "</time>"...)
}
