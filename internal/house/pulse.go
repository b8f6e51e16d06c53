package house

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/saloon-games/saloon/internal/store"
)

// The house's pulse: every few seconds some house writes down that it lives. Where
// the pulse was missing, nobody could play, and that time is given back to whose
// clock ran (Credited). It is kept as a table of its own whose summary is the last
// beat and whose log is the outages; nobody can sit there.

// pulseID is the id and the code of that table. No other has such a code.
const pulseID = "house"

// missedBeats is how many beats must be missing to be an outage.
const missedBeats = 3

// mostOutages is how many of the last outages are kept in memory.
const mostOutages = 256

type beatBody struct {
	From int64 `json:"from"` // microseconds since 1970
	To   int64 `json:"to"`
}

type pulse struct {
	mu      sync.Mutex
	last    time.Time // when this house last wrote or read it
	seq     int64     // of the log of outages, as far as read
	outages []outage
}

// beat writes down that the house lives, if it is time to, and finds out what
// outages there were. It comes before any clock is taken to have run out.
func (h *House) beat(ctx context.Context) error {
	h.pulse.mu.Lock()
	defer h.pulse.mu.Unlock()
	now := h.now()
	if since := now.Sub(h.pulse.last); since >= 0 && since < h.cfg.Beat {
		return nil
	}
	for range tries {
		err := h.beatOnce(ctx, now)
		if _, conflict := errors.AsType[*store.ConflictError](err); conflict || errors.Is(err, store.ErrTaken) {
			continue // another house has just done the same
		}
		if err != nil {
			return fmt.Errorf("house: pulse: %w", err)
		}
		h.pulse.last = now
		return nil
	}
	return errors.New("house: pulse: too many others write it")
}

func (h *House) beatOnce(ctx context.Context, now time.Time) error {
	head := store.Head{Phase: pulseID, Summary: fmt.Appendf(nil, "%d", now.UnixMicro())}
	row, err := h.store.Table(ctx, pulseID)
	if errors.Is(err, store.ErrNotFound) {
		return h.store.Create(ctx, store.Table{ID: pulseID, Code: pulseID, CreatedAt: now, Head: head}, nil)
	}
	if err != nil {
		return err
	}
	var micros int64
	if err := json.Unmarshal(row.Summary, &micros); err != nil {
		return err
	}
	var entries []store.Entry
	switch last := time.UnixMicro(micros).UTC(); {
	case now.Sub(last) > missedBeats*h.cfg.Beat:
		body, err := json.Marshal(beatBody{From: micros, To: now.UnixMicro()})
		if err != nil {
			return err
		}
		entries = []store.Entry{{At: now, Body: body}}
		h.log.WarnContext(ctx, "the house was down; clocks get the time back", "from", last, "to", now)
		fallthrough
	case now.Sub(last) >= h.cfg.Beat/2:
		if err := h.store.Append(ctx, pulseID, row.Seq, entries, head); err != nil {
			return err
		}
	}
	return h.readOutages(ctx, row.Seq+int64(len(entries)))
}

func (h *House) readOutages(ctx context.Context, seq int64) error {
	p := &h.pulse
	if seq == p.seq {
		return nil
	}
	log, err := h.store.Log(ctx, pulseID, p.seq)
	if err != nil {
		return err
	}
	for _, e := range log {
		var b beatBody
		if err := json.Unmarshal(e.Body, &b); err != nil {
			return err
		}
		p.outages = append(p.outages, outage{time.UnixMicro(b.From).UTC(), time.UnixMicro(b.To).UTC()})
		p.seq = e.Seq
	}
	if n := len(p.outages) - mostOutages; n > 0 {
		p.outages = p.outages[n:]
	}
	return nil
}

// giveBack gives whose clock runs the time of outages back. The caller holds do.
func (h *House) giveBack(ctx context.Context, p *place) error {
	h.pulse.mu.Lock()
	credit, ok := p.table.owed(h.pulse.outages)
	h.pulse.mu.Unlock()
	if !ok {
		return nil
	}
	err := h.add(ctx, p, "", []Event{credit}, h.now())
	if err != nil {
		err = h.overtaken(ctx, p, err)
	}
	return err
}
