package house

import (
	"time"

	"github.com/saloon-games/saloon/game"
)

// How long a table stays that nobody does anything at.
const (
	KeepEmpty  = 24 * time.Hour      // open, and nobody sits there but bots
	KeepQuiet  = 7 * 24 * time.Hour  // open or over
	KeepPaused = 30 * 24 * time.Hour // in a game without a clock
)

// missedMost is after how many decisions in a row that the clock took somebody is
// taken to be away.
const missedMost = 2

// A duty is what is to be done at a table without a person.
type duty int

const (
	noDuty    duty = iota
	botMoves       // a bot on turn, or the one that plays for who is away
	clockRuns      // a bot decides for whose time has run out
	goesOn         // chance, after the end of a hand or round was shown
	closes         // nobody needs the table any more
)

// next returns what is to be done next at the table without a person, and when; at
// the zero time there is nothing.
func (t *Table) next() (duty, time.Time) {
	switch t.phase {
	case Playing:
		seat, ok := t.turn()
		switch {
		case t.waits():
			return goesOn, t.since.Add(t.wait())
		case !ok:
			return noDuty, time.Time{} // never: the end follows at once
		}
		if s := &t.seats[seat]; s.level != "" || s.away {
			return botMoves, t.since.Add(t.settings.pause())
		}
		if limit := t.limit(seat); limit > 0 {
			return clockRuns, t.since.Add(limit)
		}
		return closes, t.now.Add(KeepPaused)
	case Open, Over:
		if t.phase == Open && t.people("") == 0 {
			return closes, t.now.Add(KeepEmpty)
		}
		return closes, t.now.Add(KeepQuiet)
	default:
		return noDuty, time.Time{}
	}
}

// wait is how long chance waits after the end of a hand or round. If nobody is there
// to look it takes no longer than a bot's move.
func (t *Table) wait() time.Duration {
	switch {
	case t.allReady(game.Spectator):
		return 0
	case t.present():
		return t.settings.dealPause()
	default:
		return min(t.settings.dealPause(), t.settings.pause())
	}
}

// WakeAt is when something must happen at the table without a person; zero for
// never.
func (t *Table) WakeAt() time.Time {
	_, at := t.next()
	return at
}

// due returns what is to be done now, and for how long it has been.
func (t *Table) due(now time.Time) (duty, time.Duration) {
	if d, at := t.next(); !at.IsZero() && !at.After(now) {
		return d, now.Sub(at)
	}
	return noDuty, 0
}

// An outage is a time in which no house was alive on the store.
type outage struct{ from, to time.Time }

// owed returns how much of the present decision's time was lost to outages that
// have not been given back; false for nothing.
func (t *Table) owed(outages []outage) (Credited, bool) {
	seat, ok := t.turn()
	if !ok || t.limit(seat) == 0 {
		return Credited{}, false
	}
	var (
		lost  time.Duration
		until time.Time
	)
	for _, o := range outages {
		if !o.to.After(t.credited) || !o.to.After(t.since) {
			continue
		}
		from := o.from
		if from.Before(t.since) {
			from = t.since
		}
		lost += o.to.Sub(from)
		until = o.to
	}
	return Credited{Micros: lost.Microseconds(), Until: until.UnixMicro()}, lost > 0
}

// decideFor adds to a table's events the move that a bot has chosen for the seat on
// turn.
func (t *Table) decideFor(d duty, word string, g *given) ([]Event, error) {
	seat, _ := t.turn()
	if d == botMoves {
		return t.move(nil, seat, word, ByBot, g)
	}
	events, err := t.move(nil, seat, word, ByClock, g)
	if err == nil && t.seats[seat].missed+1 >= missedMost {
		// Before the server seed is told, if this was the last move.
		events = append(events[:1], append([]Event{Away{Seat: seat}}, events[1:]...)...)
	}
	return events, err
}
