package house

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/saloon-games/saloon/internal/pad"
	"github.com/saloon-games/saloon/internal/store"
)

// A pad of a real table that people share is kept as a log like a table's: its first
// entry says of what kind it is, each other one is an entry of the pad. So it is
// written, watched and backed up as tables are, and is in no list and never woken.

// padPrefix begins the ids of pads' logs; ids of tables are letters and digits.
const padPrefix = "pad-"

// padPhase is the phase of a log that is a pad.
const padPhase = "pad"

// LeastPadID and MostPadID are how long a pad's id is: whoever knows it may write there,
// so it must be hard to guess.
const (
	LeastPadID = 16
	MostPadID  = 40
)

// PadLog is a part of a shared pad.
type PadLog struct {
	Kind string // of the pad
	// Seq is the number of the last entry in the house's order, to go on after.
	Seq     int64
	Entries []pad.Entry
}

func padLogID(id string) (string, error) {
	alien := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
	}
	if len(id) < LeastPadID || len(id) > MostPadID || strings.ContainsFunc(id, alien) {
		return "", noPad()
	}
	return padPrefix + id, nil
}

func noPad() error { return refuse(NoTable, "There is no such pad in this house.") }

// head of every pad's log: "pad" and the name of its kind.
type padHead struct {
	Pad string `json:"pad"`
}

// Pad returns the entries of a shared pad that came after a number, 0 for all.
func (h *House) Pad(ctx context.Context, id string, after int64) (PadLog, error) {
	logID, err := padLogID(id)
	if err != nil {
		return PadLog{}, err
	}
	return h.readPad(ctx, logID, after)
}

func (h *House) readPad(ctx context.Context, logID string, after int64) (p PadLog, err error) {
	log, err := h.store.Log(ctx, logID, 0)
	if errors.Is(err, store.ErrNotFound) || err == nil && len(log) == 0 {
		return p, noPad()
	}
	if err != nil {
		return p, storeError(err)
	}
	p.Entries = []pad.Entry{}
	for i, e := range log {
		if i == 0 {
			var head padHead
			if err := json.Unmarshal(e.Body, &head); err != nil {
				return p, fmt.Errorf("house: the log %s does not begin as a pad's: %w", logID, err)
			}
			p.Kind = head.Pad
		} else if e.Seq > after {
			var entry pad.Entry
			if err := json.Unmarshal(e.Body, &entry); err != nil {
				return p, fmt.Errorf("house: entry %d of %s is none of a pad's: %w", e.Seq, logID, err)
			}
			p.Entries = append(p.Entries, entry)
		}
		p.Seq = e.Seq
	}
	return p, nil
}

// WritePad adds to a shared pad those of the entries that it lacks, all or none, and
// shares it if it was not yet. It returns how many were new; a *Refusal says what is
// wrong with one. What it has returned is kept, each entry once, however often it is
// sent.
func (h *House) WritePad(ctx context.Context, id string, kind pad.Kind, entries []pad.Entry) (added int, err error) {
	logID, err := padLogID(id)
	if err != nil {
		return 0, err
	}
	for range mostPadTries {
		added, err = h.tryPad(ctx, logID, kind, entries)
		_, conflict := errors.AsType[*store.ConflictError](err)
		if !conflict && !errors.Is(err, store.ErrTaken) {
			return added, err
		}
	}
	return 0, &Refusal{Code: Busy, Say: "Too many write on this pad at once. Try again in a moment.", Err: err}
}

// mostPadTries is how often one entry may find that another came before it.
const mostPadTries = 20

func (h *House) tryPad(ctx context.Context, logID string, kind pad.Kind, entries []pad.Entry) (added int, err error) {
	now := h.now()
	p := pad.New(kind)
	old, err := h.readPad(ctx, logID, 0)
	refusal, _ := errors.AsType[*Refusal](err)
	begun := refusal == nil || refusal.Code != NoTable
	switch {
	case begun && err != nil:
		return 0, err
	case begun && old.Kind != kind.Name():
		return 0, refuse(BadPad, "This pad is of another kind: %s.", old.Kind)
	case begun:
		if _, err := p.Merge(old.Entries...); err != nil {
			return 0, fmt.Errorf("house: %s is broken: %w", logID, err)
		}
	}
	known := map[string]bool{}
	for i := range old.Entries {
		known[old.Entries[i].ID] = true
	}
	if added, err = p.Merge(entries...); err != nil {
		return 0, &Refusal{Code: BadPad, Say: sentence(err.Error()), Err: err}
	}
	list, err := padEntries(kind, begun, known, entries, now)
	if err != nil || len(list) == 0 {
		return 0, err
	}
	ctx, cancel := h.appendContext(ctx)
	defer cancel()
	if !begun {
		row := store.Table{ID: logID, Code: logID, CreatedAt: now, Head: store.Head{Phase: padPhase}}
		if err := h.store.Create(ctx, row, list); err != nil {
			return 0, padError(err)
		}
	} else if err := h.store.Append(ctx, logID, old.Seq, list, store.Head{Phase: padPhase}); err != nil {
		return 0, padError(err)
	}
	h.told(ctx, logID, old.Seq+int64(len(list)))
	return added, nil
}

// padError leaves alone what only asks for another try.
func padError(err error) error {
	if _, conflict := errors.AsType[*store.ConflictError](err); conflict || errors.Is(err, store.ErrTaken) {
		return err
	}
	return storeError(err)
}

// padEntries is what is to be written of the entries that are not known.
func padEntries(kind pad.Kind, begun bool, known map[string]bool, entries []pad.Entry, now time.Time) ([]store.Entry, error) {
	var list []store.Entry
	write := func(what any) error {
		body, err := json.Marshal(what)
		list = append(list, store.Entry{At: now, Body: body})
		return err
	}
	if !begun {
		if err := write(padHead{kind.Name()}); err != nil {
			return nil, err
		}
	}
	for i := range entries {
		if known[entries[i].ID] {
			continue
		}
		known[entries[i].ID] = true
		if err := write(&entries[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// WatchPad is Watch for a shared pad: to miss nothing, watch first and then ask for Pad.
func (h *House) WatchPad(ctx context.Context, id string, tell func(seq int64)) (stop func(), err error) {
	logID, err := padLogID(id)
	if err != nil {
		return nil, err
	}
	if _, err := h.readPad(ctx, logID, 0); err != nil {
		return nil, err
	}
	return h.listen(logID, func(n News) { tell(n.Seq) })
}
