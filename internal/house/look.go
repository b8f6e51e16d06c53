package house

import (
	"context"
	"time"
)

// look finds out which of the logs that are watched here have grown without a word from
// whoever has added to them, by one query for all, and tells who watches them.
func (h *House) look(ctx context.Context) error {
	known := map[string]int64{}
	for i := range h.watch.parts {
		part := &h.watch.parts[i]
		part.mu.RLock()
		for id, a := range part.tables {
			known[id] = a.told.Load()
		}
		part.mu.RUnlock()
	}
	if len(known) == 0 {
		return nil
	}
	grown, err := h.store.Grown(ctx, known)
	if err != nil {
		return storeError(err)
	}
	for id, seq := range grown {
		h.tell(id, News{Seq: seq, From: FromLog})
	}
	return nil
}

// keepLooking looks now and then until the context is done, so that what the bus has
// lost is late and not missed.
func (h *House) keepLooking(ctx context.Context) {
	ticker := time.NewTicker(h.cfg.Look)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if err := h.look(ctx); err != nil && ctx.Err() == nil {
			h.log.WarnContext(ctx, "nobody knows which tables have changed", "err", err)
		}
	}
}
