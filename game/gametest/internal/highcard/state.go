package highcard

import (
	"strconv"
	"strings"

	"github.com/saloon-games/saloon/game"
)

// State is the full position. It is a plain value: assigning it copies it.
type State struct {
	table
	cards [mostSeats]uint8
	last  game.Move // or lastNone, lastDeal
	actor int8      // who made it
}

// What is in State.last when no seat has moved.
const (
	lastNone = noMove + iota
	lastDeal
)

var _ game.State = (*State)(nil)

// Legal implements game.State.
func (s *State) Legal(dst []game.Move) []game.Move { return s.legal(dst) }

// Play implements game.State.
func (s *State) Play(m game.Move) error {
	if s.turn < 0 || m >= noMove || (m == show) != s.showing {
		return s.refuse(s.Word(m))
	}
	s.last, s.actor = m, int8(s.turn)
	if m == show {
		s.show(s.cards[s.turn])
	} else {
		s.speak(m == bet)
	}
	return nil
}

// Draw implements game.State: a deal draws a card for each seat, in order; they
// are numbered ascending.
func (s *State) Draw() game.Draw {
	if s.turn != game.Chance {
		return game.Draw{}
	}
	return game.Draw{Take: int(s.seats), Of: cards}
}

// drawn returns the cards of a draw, and whether it is one.
func (s *State) drawn(draw []uint8) (dealt [mostSeats]uint8, ok bool) {
	if s.turn != game.Chance || len(draw) != int(s.seats) {
		return dealt, false
	}
	for seat, d := range draw {
		dealt[seat] = d + 1
	}
	return dealt, s.isDeal(dealt)
}

// isDeal reports whether each seat has one of the cards, and no two the same (H2).
func (t *table) isDeal(dealt [mostSeats]uint8) bool {
	var seen uint
	for _, c := range dealt[:t.seats] {
		if c < 1 || c > cards || seen>>c&1 != 0 {
			return false
		}
		seen |= 1 << c
	}
	return true
}

// Outcome implements game.State.
func (s *State) Outcome(draw []uint8) string {
	dealt, ok := s.drawn(draw)
	if !ok {
		return ""
	}
	return dealWord(dealt[:s.seats], nil)
}

// Chance implements game.State.
func (s *State) Chance(draw []uint8) error {
	dealt, ok := s.drawn(draw)
	if !ok {
		return s.refuse("a draw of " + strconv.Itoa(len(draw)))
	}
	s.cards = dealt
	s.last = lastDeal
	s.deal()
	return nil
}

// dealWord is the event of a deal, to somebody who sees only some of it if
// sees is not nil.
func dealWord(dealt []uint8, sees func(seat int) bool) string {
	words := make([]string, len(dealt))
	for seat, c := range dealt {
		words[seat] = strconv.Itoa(int(c))
		if sees != nil && !sees(seat) {
			words[seat] = "?"
		}
	}
	return "deal " + strings.Join(words, "/")
}

// Apply implements game.State.
func (s *State) Apply(event string) error {
	if s.turn != game.Chance {
		if m := moveOf(event); m != noMove {
			return s.Play(m)
		}
		return s.refuse(event)
	}
	dealt, ok := s.parseDeal(event, func(int) bool { return true })
	if !ok || !s.isDeal(dealt) {
		return s.refuse(event)
	}
	s.cards = dealt
	s.last = lastDeal
	s.deal()
	return nil
}

// parseDeal reads a deal of which only some is seen; what is not seen must be
// written "?" and is 0.
func (t *table) parseDeal(event string, sees func(seat int) bool) (dealt [mostSeats]uint8, ok bool) {
	list, ok := strings.CutPrefix(event, "deal ")
	words := strings.Split(list, "/")
	if !ok || len(words) != int(t.seats) {
		return dealt, false
	}
	for seat, word := range words {
		switch {
		case !sees(seat):
			ok = ok && word == "?"
		case len(word) == 1 && word[0] >= '1' && word[0] < '1'+cards:
			dealt[seat] = word[0] - '0'
		default:
			ok = false
		}
	}
	return dealt, ok
}

// Last implements game.State.
func (s *State) Last() string {
	switch s.last {
	case lastNone:
		return ""
	case lastDeal:
		return dealWord(s.cards[:s.seats], nil)
	default:
		return s.Word(s.last)
	}
}

// Told implements game.State: the own card only, and every card shown.
func (s *State) Told(seat int) string {
	switch s.last {
	case lastDeal:
		return dealWord(s.cards[:s.seats], func(owner int) bool { return owner == seat })
	case show:
		return "show " + strconv.Itoa(int(s.cards[s.actor]))
	default:
		return s.Last()
	}
}

// Clone implements game.State.
func (s *State) Clone() game.State {
	c := *s
	return &c
}

// AppendJSON implements game.State: the common fields, then the round, the seats
// that have bet in it, the cards shown (0 for none), and the points.
func (s *State) AppendJSON(dst []byte) []byte {
	dst = game.AppendHead(dst, s)
	dst = append(dst, `,"round":`...)
	dst = strconv.AppendInt(dst, int64(s.round), 10)
	dst = append(dst, `,"bets":`...)
	dst = game.AppendInts(dst, s.bettors())
	dst = append(dst, `,"shown":`...)
	dst = game.AppendInts(dst, s.shown[:s.seats])
	dst = append(dst, `,"points":`...)
	dst = game.AppendInts(dst, s.points[:s.seats])
	return append(dst, '}')
}

// bettors lists the seats that have bet in this round; never nil.
func (t *table) bettors() []int {
	seats := []int{}
	for seat, bets := range t.bets {
		if bets {
			seats = append(seats, seat)
		}
	}
	return seats
}
