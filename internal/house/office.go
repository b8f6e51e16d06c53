package house

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/names"
	"github.com/saloon-games/saloon/internal/store"
)

// What the events of tables mean to those who look after the house. What they do is in
// package admin.

// MostReason is the greatest length of a reason that people are told, in characters.
const MostReason = 120

// CheckReason returns a reason as it is told, or a *Refusal.
func CheckReason(text string) (string, error) {
	reason, ok := names.Plain(text, MostReason)
	if !ok {
		return "", refuse(BadText, "A reason has 1 to %d characters, on one line.", MostReason)
	}
	return reason, nil
}

// CloseForAll closes a table for good, whoever owns it and whatever is played there. No
// person may ask for it: the house itself does.
type CloseForAll struct{ Reason string }

func (c CloseForAll) decide(t *Table, _ string, g *given) ([]Event, error) {
	if err := t.mustLive(); err != nil {
		return nil, err
	}
	reason, err := CheckReason(c.Reason)
	if err != nil {
		return nil, err
	}
	events, err := t.close(g)
	for i := range events {
		if closed, ok := events[i].(Closed); ok {
			closed.Reason = reason
			events[i] = closed
		}
	}
	return events, err
}

// RenameAt gives a guest another name, wherever they sit: by [House.NameGuest] from now on,
// and by the command [Rename] at these tables. It returns those at which it was changed.
func (h *House) RenameAt(ctx context.Context, who, name string, tables []string) (at []string, err error) {
	if err := h.NameGuest(ctx, who, name); err != nil {
		return nil, err
	}
	return h.each(ctx, who, Rename{name}, tables)
}

// LeaveAt has a person leave tables: where a game is on a bot plays for them. It returns
// those that they have left.
func (h *House) LeaveAt(ctx context.Context, who string, tables []string) (at []string, err error) {
	return h.each(ctx, who, Leave{}, tables)
}

// each carries out a command at several tables, and returns those at which something came
// of it; what a table refuses is nothing to do.
func (h *House) each(ctx context.Context, who string, c Command, tables []string) (at []string, err error) {
	for _, id := range tables {
		before, err := h.Scene(ctx, id, "", Latest)
		var done Receipt
		if err == nil {
			done, err = h.Do(ctx, id, who, "", c)
		}
		if refusal, no := errors.AsType[*Refusal](err); no && refusal.Code != Busy {
			continue
		}
		if err != nil {
			return at, err
		}
		if done.Seq > before.Seq {
			at = append(at, id)
		}
	}
	return at, nil
}

// Guests lists the ids of all who have ever sat at the table.
func (t *Table) Guests() []string { return slices.Clip(t.guests) }

// What stands in a log where a person was erased.
const (
	Somebody   = "somebody" // in place of a name
	wordsErase = "(erased)" // in place of what they said
)

// An Erasure is what is to be written into the log of a table, by one call of the store's
// Rewrite, so that a person is gone from it.
type Erasure struct {
	After            int64 // number of the last entry of the log that it is made from
	Changed, Entries []store.Entry
	Head             store.Head
}

// Erase returns how a person is erased from a log, and false if there is nothing to
// erase. Their names become [Somebody], also as whole words of what others have said, and
// what they said themselves goes; they may have other names than those of the log. All
// else stays, so the games, their records and the proofs of their shuffles are the same.
func Erase(id string, log []store.Entry, person string, others []string, now time.Time) (e Erasure, found bool, err error) {
	t := &Table{id: id, used: map[string]bool{}}
	called := slices.Clone(others)
	events := make([]Event, len(log))
	for i := range log {
		if events[i], err = decode(log[i].Body); err != nil {
			return e, false, err
		}
		events[i], called = t.without(person, events[i], called)
		if err := t.readOn(log[i : i+1]); err != nil {
			return e, false, err
		}
	}
	called = slices.DeleteFunc(called, func(name string) bool { return name == Somebody || name == "" })
	// Of Ann Fox, once Ann, no Fox shall be left.
	slices.SortFunc(called, func(a, b string) int { return len(b) - len(a) })
	anew := slices.Clone(log)
	for i := range events {
		switch event := events[i].(type) {
		case Said:
			event.Text = unname(event.Text, called)
			events[i] = event
		case Closed:
			event.Reason = unname(event.Reason, called)
			events[i] = event
		}
		body, err := encode(events[i])
		if err != nil {
			return e, false, err
		}
		if !bytes.Equal(body, log[i].Body) {
			anew[i].Body = body
			e.Changed = append(e.Changed, anew[i])
		}
	}
	if len(e.Changed) == 0 {
		return e, false, nil
	}
	e.After = t.seq
	if t, err = Replay(id, anew); err != nil {
		return e, false, err
	}
	erased := []Event{Erased{Person: person}}
	if err := t.takeAll(erased, now); err != nil {
		return e, false, err
	}
	if e.Entries, err = entriesOf(erased, now, ""); err == nil {
		e.Head, err = t.head()
	}
	return e, err == nil, err
}

// without is an event as it is to stand in the log, without a person; names that they had
// are added to the list. The table is as it was before the event.
func (t *Table) without(person string, e Event, called []string) (Event, []string) {
	theirs := func(i int) bool { return i >= 0 && i < len(t.seats) && t.seats[i].person == person }
	switch event := e.(type) {
	case Sat:
		if event.Person == person {
			called = append(called, event.Name)
			event.Name = Somebody
		}
		return event, called
	case Renamed:
		if theirs(event.Seat) {
			called = append(called, event.Name)
			event.Name = Somebody
		}
		return event, called
	case Said:
		if theirs(event.Seat) {
			event.Text = wordsErase
		}
		return event, called
	}
	return e, called
}

// unname puts somebody for names that stand in a text as whole words.
func unname(text string, called []string) string {
	for _, name := range called {
		var out strings.Builder
		for rest, before := text, ' '; ; {
			at := strings.Index(rest, name)
			if at < 0 {
				out.WriteString(rest)
				break
			}
			if at > 0 {
				before, _ = utf8.DecodeLastRuneInString(rest[:at])
			}
			after, _ := utf8.DecodeRuneInString(rest[at+len(name):])
			out.WriteString(rest[:at])
			if inWord(before) || inWord(after) {
				out.WriteString(name)
			} else {
				out.WriteString(Somebody)
			}
			rest = rest[at+len(name):]
			before, _ = utf8.DecodeLastRuneInString(name)
		}
		text = out.String()
	}
	return text
}

func inWord(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// A Telling is one entry of a log as somebody may know it.
type Telling struct {
	Seq    int64           `json:"seq"`
	At     time.Time       `json:"at"`
	Kind   string          `json:"kind"`           // of the event
	Seat   *int            `json:"seat,omitempty"` // that it is about
	You    bool            `json:"you,omitempty"`  // whether that seat is theirs
	Name   string          `json:"name,omitempty"` // of who sits there
	By     By              `json:"by,omitempty"`   // who made a game's event
	Word   string          `json:"word,omitempty"` // of a game's event, as they were told it
	Text   string          `json:"text,omitempty"` // what was said
	Detail json.RawMessage `json:"detail,omitempty"`
}

// Tell tells what a person has seen of a table from their seat: how it was opened, and the
// entries of its log while they sat there. For "" it tells all of it as spectators may
// know it. It has no hidden card, no client seed of others, no server seed before the
// house has told it, and no ids of people.
func Tell(id string, log []store.Entry, person string) ([]Telling, error) {
	t := &Table{id: id, used: map[string]bool{}}
	var list []Telling
	for i := range log {
		e, err := decode(log[i].Body)
		if err != nil {
			return nil, err
		}
		was := t.seatOf(person)
		before := slices.Clone(t.seats)
		if err := t.readOn(log[i : i+1]); err != nil {
			return nil, err
		}
		you := t.seatOf(person)
		if person != "" && was == game.Spectator && you == game.Spectator && i > 0 {
			continue
		}
		if you == game.Spectator {
			you = was // they have just left
		}
		told := Telling{Seq: log[i].Seq, At: log[i].At, Kind: e.kind()}
		if err := told.fill(t, e, person, you); err != nil {
			return nil, err
		}
		if told.Seat != nil {
			k := *told.Seat
			told.You = k == you && you != game.Spectator
			for _, seats := range [][]seat{t.seats, before} {
				if told.Name == "" && k >= 0 && k < len(seats) {
					told.Name = seats[k].name
				}
			}
		}
		list = append(list, told)
	}
	return list, nil
}

// fill tells an event that the table has just taken in.
func (l *Telling) fill(t *Table, e Event, person string, you int) (err error) {
	detail := func(what any) { l.Detail, err = json.Marshal(what) }
	switch event := e.(type) {
	case Opened:
		if person == "" || event.Owner != person {
			event.Owner = ""
		}
		detail(event)
	case Sat:
		l.Seat, l.Name = &event.Seat, event.Name
	case BotSat:
		l.Seat, l.Name = &event.Seat, event.Name
		detail(map[string]string{"level": event.Level})
	case Left:
		l.Seat = &event.Seat
	case Renamed:
		l.Seat, l.Name = &event.Seat, event.Name
	case Seeded:
		if l.Seat = &event.Seat; event.Seat == you && you != game.Spectator {
			detail(map[string]string{"seed": event.Seed})
		}
	case Moved:
		if event.Seat != game.Spectator {
			l.Seat = &event.Seat
		}
		l.By, l.Word = event.By, t.state.Told(you)
	case Away:
		l.Seat = &event.Seat
	case Back:
		l.Seat = &event.Seat
	case Readied:
		l.Seat = &event.Seat
	case Agreed:
		l.Seat = &event.Seat
		detail(map[string]bool{"yes": event.Yes})
	case Said:
		l.Seat, l.Text = &event.Seat, event.Text
	case Erased: // whom it was about is nobody's business
	default: // Committed, Changed, Started, Credited, Revealed, Again, Closed are for everybody
		detail(event)
	}
	return err
}
