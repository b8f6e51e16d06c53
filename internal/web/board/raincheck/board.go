// Package raincheck shows the game Showdown ("Raincheck") on a page: two robots
// across a table, three piles between them, and what has been seen of their cards.
//
// What may be done comes from the view's Legal and Limit; no rule of the game is
// known here. The parts are written by hand rather than with templates, for every
// move has all of them drawn for everybody who watches.
//
// The package must never know HTTP, other people's views or the store.
package raincheck

import (
	"sync"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/internal/web/board"
)

// New returns the board of Showdown. It draws sights whose View is a
// *raincheck.View, and is safe for concurrent use.
func New() board.Board { return table{} }

// table is the board.
type table struct{}

// Game implements board.Board.
func (table) Game() string { return raincheck.Rules{}.Name() }

// Parts implements board.Board.
func (table) Parts() []board.Part { return parts }

// parts are shared by all tables; nobody changes them.
var parts = []board.Part{
	{ID: "rival", Draw: drawn((*pen).rival)},
	{ID: "piles", Draw: drawn((*pen).piles)},
	{ID: "action", Draw: drawn((*pen).action)},
	{ID: "hand", Draw: drawn((*pen).hand)},
	{ID: "memory", Draw: drawn((*pen).memory)},
	{ID: "score", Draw: drawn((*pen).score)},
}

// pens are kept, for every move has all parts drawn for everybody who watches.
var pens = sync.Pool{New: func() any { return new(pen) }}

// drawn makes a part's Draw of a method that writes its element.
func drawn(write func(*pen)) func([]byte, *board.Sight) []byte {
	return func(b []byte, s *board.Sight) []byte {
		p := pens.Get().(*pen)
		defer pens.Put(p)
		p.look(b, s)
		write(p)
		b = p.b
		p.b, p.s, p.v = nil, nil, nil
		return b
	}
}

// pen writes the parts of one sight.
type pen struct {
	b []byte
	s *board.Sight
	v *raincheck.View
	// low is the seat that is drawn below, nearest to who looks: their own, or seat 0
	// for a spectator. high is the other.
	low, high int
	// legal is the moves that who looks can make here and now; bit m stands for Move m.
	legal uint16
}

// look begins a part of another sight, after b.
func (p *pen) look(b []byte, s *board.Sight) {
	p.b, p.s, p.v = b, s, s.View.(*raincheck.View)
	p.low, p.legal = 0, 0
	if s.Seated() {
		p.low = s.You
	}
	p.high = p.low ^ 1
	if s.MayMove() {
		var moves [16]game.Move
		for _, m := range p.v.Legal(moves[:0]) {
			p.legal |= 1 << m
		}
	}
}

// can reports whether who looks can make the move here and now.
func (p *pen) can(m game.Move) bool { return p.legal>>m&1 != 0 }

// stacks and bets are the moves of those kinds; every other is a fold or a flip.
var stacks, bets = func() (stacks, bets uint16) {
	for c := raincheck.Hit; c <= raincheck.Battery; c++ {
		stacks |= 1 << raincheck.Stack(c)
	}
	for n := 1; n <= mostCards; n++ {
		bets |= 1 << raincheck.Bet(n)
	}
	return stacks, bets
}()

// mostCards is how many cards there are, four for each seat (S1).
const mostCards = 8

// turn is the seat on turn; false between rounds and at the end.
func (p *pen) turn() (int, bool) { return p.v.Turn().Seat() }

// open returns the view that shows a seat's cards, nil if who looks may not see them.
func (p *pen) open(seat int) *raincheck.View {
	if seat == p.s.You {
		return p.v
	}
	if seat < len(p.s.Hands) {
		if v, ok := p.s.Hands[seat].(*raincheck.View); ok {
			return v
		}
	}
	return nil
}

// ended reports whether a round is decided and the next has not begun.
func (p *pen) ended() bool {
	switch p.v.Phase() {
	case raincheck.Losing, raincheck.Shuffling, raincheck.Over:
		return true
	default:
		return false
	}
}

// round is the round in progress or just decided.
func (p *pen) round() raincheck.Round {
	bet, bettor := p.v.Bet()
	return raincheck.Round{
		Begins: p.v.Begins(), Bet: bet, Bettor: bettor, Flipped: p.v.Flipped(), Loser: p.v.Loser(),
	}
}
