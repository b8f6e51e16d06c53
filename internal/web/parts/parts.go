// Package parts is a table's page as it lives: the elements that are replaced when the
// table moves, the attributes that say how it stands, and what is said of it to people
// who listen.
//
// It is what a server and a device without a network have in common, so it draws by
// appending bytes and needs neither templates nor HTTP; it must never know
// requests, sessions, other people's views or the store.
package parts

import (
	"time"

	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/board"
)

// A Table is a table as one person sees it.
type Table struct {
	*board.Sight
	Board board.Board
	// At is the address of the table: its commands are posted to At + "/sit" and so on.
	At string
	// Now is the house's time, for clocks.
	Now time.Time
	// Waiting are the parts between menu and talk of a table at which no game has begun;
	// nil where there is no such table.
	Waiting []Part
	// Alone says that the table is on one device: nobody comes, nobody talks, and
	// nothing is kept elsewhere.
	Alone bool
}

// A Part is an element of a table that is replaced as a whole when it changes.
type Part struct {
	ID string // of the element
	// Frame draws what is not the board's: it appends the element to b.
	Frame func(b []byte, t *Table) []byte
	board *board.Part // where Frame is nil
}

// Draw appends the element to b.
func (p *Part) Draw(b []byte, t *Table) []byte {
	if p.Frame != nil {
		return p.Frame(b, t)
	}
	return p.board.Draw(b, t.Sight)
}

// AnyEvent is the stage of a part that any event may change.
const AnyEvent = -1

// Stage returns a number from 0: while it and Scene.Beside stay as they are the element
// does. Or AnyEvent.
func (p *Part) Stage(t *Table) int {
	switch {
	case p.Frame != nil:
		return 0 // what is not the board's changes with what is not a move
	case p.board.Stage == nil:
		return AnyEvent
	default:
		return p.board.Stage(t.Sight)
	}
}

// Most is enough room for the parts of most tables.
const Most = 12

// Append appends the parts of a table, in the order of its page, for its phase.
// What people type into is in none of them, so that nothing typed is lost.
func Append(list []Part, t *Table) []Part {
	list = append(list, Part{ID: "menu", Frame: Commands})
	switch t.Phase {
	case house.Open:
		list = append(list, t.Waiting...)
	case house.Over:
		list = append(list, Part{ID: "verdict", Frame: Verdict})
	default:
		list = append(list, Part{ID: "presence", Frame: Presence})
	}
	if t.Phase != house.Open {
		parts := t.Board.Parts()
		for i := range parts {
			list = append(list, Part{ID: parts[i].ID, board: &parts[i]})
		}
	}
	if t.Alone {
		return list
	}
	return append(list, Part{ID: "talk", Frame: Talk}, Part{ID: "fair", Frame: Fairness})
}

// AppendPage appends the whole element #table, all of its parts in it.
func AppendPage(b []byte, t *Table) []byte {
	b = AppendOpening(b, t)
	var room [Most]Part
	list := Append(room[:0], t)
	for i := range list {
		b = list[i].Draw(b, t)
	}
	return append(b, "</main>"...)
}

// unhurried reports whether who looks plays with other people at a table without a
// clock, so that they may have to wait for somebody who does not come back. It does not
// tell who is on turn: the menu would have to be drawn anew with every move.
func (t *Table) unhurried() bool {
	if !t.Seated() || t.Phase != house.Playing || t.Settings.Pace.Limit() > 0 {
		return false
	}
	for i := range t.Seats {
		if seat := &t.Seats[i]; i != t.You && seat.Level == "" && !seat.Away {
			return true
		}
	}
	return false
}
