package parts

import (
	"hash/maphash"
	"html"
	"time"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/house"
)

// A Shown is what a page has been shown of a table: enough to send only what has
// changed, and to say only what was not said. The zero value has shown nothing.
type Shown struct {
	// Seq is the number of the last entry of the log that was shown, 0 for nothing yet.
	Seq    int64
	beside int64     // the scene's Beside then
	parts  []drawing // of the parts, in their order
	// game and told are which events of which game have been told.
	game, told int
	turn       int
	phase      house.Phase
	seats      []house.Seat
	said       time.Time // when the last line of talk that was told was said
}

// A drawing is what is known of a part that was drawn.
type drawing struct {
	sum   uint64
	stage int // of the part then
}

// seed makes the sums of parts; every process has its own.
var seed = maphash.MakeSeed()

// mostTold is how many announcements one update has at most: who has been away long
// need not hear all of it.
const mostTold = 8

// Update appends to b what has changed of a table since sh: an element with the
// attributes of #table, the parts that differ, each whole, and what is to be said.
func (sh *Shown) Update(b []byte, t *Table) []byte {
	first := sh.Seq == 0
	b = append(b, `<div id="table"`...)
	b = AppendAttributes(b, t)
	b = append(b, `></div>`...)
	var room [Most]Part
	parts := Append(room[:0], t)
	if len(parts) != len(sh.parts) || sh.phase != t.Phase {
		sh.parts = make([]drawing, len(parts))
		sh.beside = -1
	}
	for i := range parts {
		part, drawn := &parts[i], &sh.parts[i]
		stage := part.Stage(t)
		if stage != AnyEvent && stage == drawn.stage && sh.beside == t.Beside {
			continue
		}
		from := len(b)
		b = part.Draw(b, t)
		sum := maphash.Bytes(seed, b[from:])
		if sum == drawn.sum {
			b = b[:from]
		}
		drawn.sum, drawn.stage = sum, stage
	}
	if !first {
		b = sh.tell(b, t)
	}
	sh.remember(t)
	return b
}

// remember takes what a table shows now as told.
func (sh *Shown) remember(t *Table) {
	sh.Seq, sh.beside, sh.turn, sh.phase, sh.seats = t.Seq, t.Beside, t.Turn, t.Phase, t.Seats
	sh.game, sh.told = t.Number, 0
	if t.View != nil {
		sh.told = len(t.View.Events())
	}
	if n := len(t.Chat); n > 0 {
		sh.said = t.Chat[n-1].At
	}
}

// tell appends announcements of what has happened since sh, for people who listen.
func (sh *Shown) tell(b []byte, t *Table) []byte {
	say := func(text string) {
		if text != "" {
			b = append(b, `<p class="say">`...)
			b = append(b, html.EscapeString(text)...)
			b = append(b, `</p>`...)
		}
	}
	sh.tellSeats(t, say)
	if t.View != nil {
		from, to := sh.told, len(t.View.Events())
		if t.Number != sh.game {
			from = 0
		}
		for i := max(from, to-mostTold); i < to; i++ {
			say(t.Board.Tell(t.Sight, i))
		}
		switch {
		case t.Phase == house.Over && sh.phase != house.Over:
			say(t.Board.Verdict(t.Sight))
		case t.Seated() && t.Turn == t.You && (sh.turn != t.You || to != sh.told):
			say(t.Board.Now(t.Sight))
		}
	}
	for _, line := range t.Chat {
		if line.At.After(sh.said) && line.Seat != t.You {
			say(line.Name + ": " + line.Text)
		}
	}
	return b
}

// tellSeats says who has come, gone, fallen asleep and come back.
func (sh *Shown) tellSeats(t *Table, say func(string)) {
	if len(sh.seats) != len(t.Seats) {
		return
	}
	for i, now := range t.Seats {
		was := &sh.seats[i]
		switch {
		case i == t.You:
		case now.Taken && !was.Taken:
			say(now.Name + " sits down.")
		case was.Taken && !now.Taken:
			say(was.Name + " leaves.")
		case now.Away && !was.Away:
			say(now.Name + " is away. A bot plays on.")
		case was.Away && !now.Away:
			say(now.Name + " is back.")
		case now.Name != was.Name:
			say(was.Name + " is now called " + now.Name + ".")
		}
	}
	if t.Phase == house.Playing && sh.phase == house.Open && t.You == game.Spectator {
		say("The game begins.")
	}
}
