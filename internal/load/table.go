package load

import (
	"sync"
	"sync/atomic"
	"time"
)

// table is one table and the guests at it.
type table struct {
	*run
	path  string // "/saloon/t/ID"
	id    string
	seats []*seat // the owner first
	// open is set when everybody sits and the owner may start.
	open atomic.Bool
	// moved counts the moves that were accepted here.
	moved atomic.Int64
	// first is when the first of them in a stage was, as a Unix time in ns; 0 for not yet.
	first atomic.Int64

	mu sync.Mutex
	// under are the moves that not everybody has seen yet, in the order in which
	// they began.
	under []move
}

// move is one on its way.
type move struct {
	number, ply int // of the game, before the move
	start       time.Time
	missing     uint // a bit for each seat that has not seen what came of it
}

// begun takes down that a move is being made.
func (t *table) begun(number, ply int, start time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.under = append(t.under, move{number, ply, start, 1<<len(t.seats) - 1})
}

// failed takes down that nothing will come of a move.
func (t *table) failed(number, ply int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range t.under {
		if t.under[i].number == number && t.under[i].ply == ply {
			t.under = append(t.under[:i], t.under[i+1:]...)
			return
		}
	}
}

// seen takes down that a seat's stream has shown a moment of a game, and tells the
// tally which moves everybody has seen with that.
func (t *table) seen(seat, number, ply int, at time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	left := t.under[:0]
	for _, m := range t.under {
		if number > m.number || number == m.number && ply > m.ply {
			m.missing &^= 1 << seat
		}
		if m.missing == 0 {
			t.tally.arrived(m.start, at)
			continue
		}
		left = append(left, m)
	}
	t.under = left
}
