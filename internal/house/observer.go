package house

import (
	"errors"
	"time"
)

// Observer is told what the house does, to count and to measure it. Its methods are
// called from any goroutine and must be quick.
type Observer interface {
	// Moved says that an event of a game is on disk, and who made it.
	Moved(by By)
	// Refused says that somebody was refused something.
	Refused(code Code)
	// Appended says how long it took until n events were on disk.
	Appended(d time.Duration, n int)
	// BotThought says how long a bot took to choose; late that it was not waited
	// for any longer.
	BotThought(level string, d time.Duration, late bool)
	// WakeLag says how much later than it should something was done that needs
	// no person.
	WakeLag(d time.Duration)
	// LeaseLost says that a table was claimed, and another did what was due.
	LeaseLost(how Loss)
	// NewerTable says that a table was met which only a newer program can read.
	NewerTable()
}

// Loss says how it was found out that another did what was due at a table.
type Loss string

// The ways there are.
const (
	// LostBefore says that it was done when it was looked for, or while a bot thought.
	LostBefore Loss = "before"
	// LostAtAppend says that it was done in the moment in which it was to be kept.
	LostAtAppend Loss = "append"
)

// unseen is the Observer where there is none.
type unseen struct{}

func (unseen) Moved(By)                               {}
func (unseen) Refused(Code)                           {}
func (unseen) Appended(time.Duration, int)            {}
func (unseen) BotThought(string, time.Duration, bool) {}
func (unseen) WakeLag(time.Duration)                  {}
func (unseen) LeaseLost(Loss)                         {}
func (unseen) NewerTable()                            {}

// refused tells the observer of an error if it is a refusal.
func (h *House) refused(err error) {
	if r, ok := errors.AsType[*Refusal](err); ok {
		h.see.Refused(r.Code)
	}
}

// moved tells the observer of the events of a game among those that are on disk now.
func (h *House) moved(events []Event) {
	for _, e := range events {
		if m, ok := e.(Moved); ok {
			h.see.Moved(m.By)
		}
	}
}
