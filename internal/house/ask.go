package house

import (
	"time"

	"github.com/saloon-games/saloon/game"
)

// What people ask of each other and of the house while they play: to go on, to let
// spectators look, and not to wait for who does not come back.

// Ready says that a person has seen enough of the hand or round that has ended.
// When all are ready who are there, chance goes on at once.
type Ready struct{}

// Agree says whether a seated person agrees that spectators see all hands of the
// next game. If all do when it starts, spectators see them.
type Agree struct{ Yes bool }

// Nudge asks for a bot to play for whose turn it is, at a table without a clock,
// once they have said nothing for [NudgeAfter]. They may return at any time.
type Nudge struct{}

// NudgeAfter is how long somebody on turn may be silent at a table without a clock
// before others may nudge.
const NudgeAfter = time.Minute

func (Ready) decide(t *Table, who string, g *given) ([]Event, error) {
	i, err := t.mustSit(who)
	switch {
	case err != nil:
		return nil, err
	case !t.waits():
		return nil, refuse(NotWaiting, "Nothing waits for you: the game has gone on, or nothing has ended yet.")
	case t.seats[i].ready && !t.seats[i].away:
		return nil, nil
	}
	events := t.welcome(i)
	if !t.seats[i].ready {
		events = append(events, Readied{Seat: i})
	}
	if t.allReady(i) {
		return t.goOn(events, g)
	}
	return events, nil
}

func (c Agree) decide(t *Table, who string, _ *given) ([]Event, error) {
	i, err := t.mustSit(who)
	if err != nil {
		return nil, err
	}
	if err := t.mustBeOpen(); err != nil || t.seats[i].agrees == c.Yes {
		return nil, err
	}
	return []Event{Agreed{Seat: i, Yes: c.Yes}}, nil
}

func (Nudge) decide(t *Table, who string, g *given) ([]Event, error) {
	i, err := t.mustSit(who)
	switch {
	case err != nil:
		return nil, err
	case t.phase == Over:
		return nil, refuse(GameOver, "The game is over.")
	case t.phase != Playing:
		return nil, refuse(NotStarted, "The game has not started.")
	}
	turn, ok := t.turn()
	switch {
	case !ok:
		return nil, refuse(NoNudge, "It is nobody's turn.")
	case turn == i:
		return nil, refuse(NoNudge, "It is your own turn.")
	case t.seats[turn].person == "":
		return nil, refuse(NoNudge, "%s is a bot and moves by itself.", t.seats[turn].name)
	case t.settings.Pace.Limit() > 0:
		return nil, refuse(NoNudge, "This table has a clock: when it runs out, a bot decides for %s.", t.seats[turn].name)
	case t.seats[turn].away: // another was faster
		return nil, nil
	}
	if left := t.since.Add(NudgeAfter).Sub(g.now); left > 0 {
		seconds := (left + time.Second - 1) / time.Second
		return nil, refuse(TooSoon, "%s may still be thinking. In %d seconds a bot can take over.", t.seats[turn].name, seconds)
	}
	return []Event{Away{Seat: turn}}, nil
}

// nudgeAt is when a seat may nudge; zero if it cannot.
func (t *Table) nudgeAt(who int) time.Time {
	turn, ok := t.turn()
	if !ok || who == game.Spectator || who == turn || t.settings.Pace.Limit() > 0 ||
		t.seats[turn].person == "" || t.seats[turn].away {
		return time.Time{}
	}
	return t.since.Add(NudgeAfter)
}
