package highcard

import (
	"strconv"

	"github.com/saloon-games/saloon/game"
)

// The moves, in the order in which legal ones are listed.
const (
	pass game.Move = iota
	bet
	show
	noMove // what is no move at all
)

var moveWords = [noMove]string{"pass", "bet", "show"}

// moveOf returns the move that the word stands for, or noMove.
func moveOf(word string) game.Move {
	for m, w := range moveWords {
		if w == word {
			return game.Move(m)
		}
	}
	return noMove
}

// table is the part of a position that everybody sees. It holds the rules, for
// State and View alike: neither knows them again.
type table struct {
	seats   int8
	rounds  int8 // H7
	round   int8 // rounds dealt so far
	ply     int32
	turn    game.Turn
	showing bool // H4's part of the round has begun
	bets    [mostSeats]bool
	shown   [mostSeats]uint8 // cards shown in this round, 0 for none
	points  [mostSeats]int8
}

// deal begins a round (H2).
func (t *table) deal() {
	t.ply++
	t.round++
	t.showing = false
	t.bets = [mostSeats]bool{}
	t.shown = [mostSeats]uint8{}
	t.turn = 0
}

// speak carries out a bet or a pass of the seat on turn (H3).
func (t *table) speak(bets bool) {
	t.ply++
	t.bets[t.turn] = bets
	t.turn++
	if int8(t.turn) == t.seats {
		t.showing = true
		t.nextToShow(0)
	}
}

// show turns up the card of the seat on turn (H4).
func (t *table) show(card uint8) {
	t.ply++
	t.shown[t.turn] = card
	t.nextToShow(t.turn + 1)
}

// nextToShow gives the turn to the first seat from this one on that is to show, or
// ends the round.
func (t *table) nextToShow(seat game.Turn) {
	for ; int8(seat) < t.seats; seat++ {
		if t.bets[seat] {
			t.turn = seat
			return
		}
	}
	t.score()
}

// score ends a round (H5), and the game after the last (H6).
func (t *table) score() {
	winner := 0
	for seat, card := range t.shown {
		if card > t.shown[winner] {
			winner = seat
		}
	}
	if t.shown[winner] > 0 {
		t.points[winner]++
	}
	t.turn = game.Chance
	if t.round == t.rounds {
		t.turn = game.Over
	}
}

// legal appends the moves of the seat on turn. They depend on no hidden card.
func (t *table) legal(dst []game.Move) []game.Move {
	switch {
	case t.turn < 0:
		return dst
	case t.showing:
		return append(dst, show)
	default:
		return append(dst, pass, bet)
	}
}

// refuse says why an event cannot happen now.
func (t *table) refuse(event string) *game.Error {
	e := &game.Error{What: event, Legal: game.Words(t.Word, t.legal(nil))}
	switch {
	case t.turn == game.Over:
		e.Rule, e.Why = "H6", "the game is over"
	case t.turn == game.Chance:
		e.Rule, e.Why = "H2", "every seat is dealt another card from 1 to 5 first"
		e.Legal = []string{"deal"}
	case t.showing:
		e.Rule, e.Why = "H4", "seat "+strconv.Itoa(int(t.turn))+" has bet and shows its card"
	default:
		e.Rule, e.Why = "H3", "seat "+strconv.Itoa(int(t.turn))+" bets or passes"
	}
	return e
}

// Ply implements game.State and game.View.
func (t *table) Ply() int { return int(t.ply) }

// Turn implements game.State and game.View.
func (t *table) Turn() game.Turn { return t.turn }

// Players is the number of seats.
func (t *table) Players() int { return int(t.seats) }

// Round is the number of the round, 0 before the first.
func (t *table) Round() int { return int(t.round) }

// Points is what the seat has scored.
func (t *table) Points(seat int) int { return int(t.points[seat]) }

// Word implements game.State and game.View.
func (t *table) Word(m game.Move) string {
	if m >= noMove {
		return "move " + strconv.Itoa(int(m))
	}
	return moveWords[m]
}

// Winners implements game.State and game.View: all with the most points (H6).
func (t *table) Winners() []int {
	if t.turn != game.Over {
		return nil
	}
	most := int8(0)
	for _, n := range t.points {
		most = max(most, n)
	}
	var seats []int
	for seat, n := range t.points[:t.seats] {
		if n == most {
			seats = append(seats, seat)
		}
	}
	return seats
}
