package house

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/saloon-games/saloon/internal/store"
)

// What is done by whoever looks after the house stands in the store's book. Each house
// reads on in it, and so learns without a bus, and whatever is lost of one, whom it must
// no longer believe to know and which tables it must look at again.

// The deeds that the book has.
const (
	DeedClose   = "close"
	DeedRename  = "rename"
	DeedBan     = "ban"
	DeedUnban   = "unban"
	DeedSignOut = "sign-out"
	DeedLeave   = "leave" // the seat of somebody who cannot come in any more
	DeedExport  = "export"
	DeedErase   = "erase"
)

// HeedEvery is how often a house looks into the book.
const HeedEvery = time.Second

// heedFor is how long after a look into the book nobody can have been sent away for good
// without its being known here: whoever sends them waits for twice HeedEvery first.
const heedFor = HeedEvery + HeedEvery/2

// Heeds reports whether the house looks into the book as often as it should. If not, since
// the process stood still, somebody may have been sent away whom it takes for a guest.
func (h *House) Heeds() bool {
	h.book.mu.Lock()
	defer h.book.mu.Unlock()
	if h.book.looking {
		return h.book.kept
	}
	return time.Since(h.book.looked) < heedFor
}

// pageOfBook is how many notices are read at once.
const pageOfBook = 500

type book struct {
	mu    sync.Mutex
	read  int64 // number of the last notice that was read
	watch []*bookWatcher
	// looked is when a look ended after which all was known, or another would soon begin.
	looked  time.Time
	looking bool // now, and kept says that the one before it was not long ago
	kept    bool
}

type bookWatcher struct{ tell func(person string, out bool) }

// openBook finds the end of the book: what was done before this house was there it will
// see anyway.
func (h *House) openBook(ctx context.Context) error {
	for {
		list, err := h.store.Notices(ctx, h.book.read, pageOfBook)
		if err != nil {
			return storeError(err)
		}
		if len(list) == 0 {
			return nil
		}
		h.book.read = list[len(list)-1].ID
	}
}

// WatchPeople has tell called with the id of a person about whom something was done, until
// stop is called; out says that they may not be who they were, or may not be here. Tell
// must not wait.
func (h *House) WatchPeople(tell func(person string, out bool)) (stop func()) {
	w := &bookWatcher{tell}
	h.book.mu.Lock()
	defer h.book.mu.Unlock()
	h.book.watch = append(slices.Clip(h.book.watch), w)
	return func() {
		h.book.mu.Lock()
		defer h.book.mu.Unlock()
		h.book.watch = slices.DeleteFunc(slices.Clone(h.book.watch), func(other *bookWatcher) bool { return other == w })
	}
}

// Heed reads on in the book, every [HeedEvery], until the context is done, and returns nil
// then.
func (h *House) Heed(ctx context.Context) error {
	every := time.NewTicker(HeedEvery)
	defer every.Stop()
	failing := false
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-every.C:
		}
		err := h.HeedOnce(ctx)
		if err != nil && !failing && ctx.Err() == nil {
			h.log.WarnContext(ctx, "nobody knows what was done to people and tables", "err", err)
		}
		failing = err != nil
	}
}

// HeedOnce does what Heed does, once.
func (h *House) HeedOnce(ctx context.Context) (err error) {
	h.book.mu.Lock()
	read := h.book.read
	h.book.looking, h.book.kept = true, time.Since(h.book.looked) < heedFor
	h.book.mu.Unlock()
	defer func() {
		h.book.mu.Lock()
		defer h.book.mu.Unlock()
		if h.book.looking = false; err == nil || h.book.kept {
			h.book.looked = time.Now()
		}
	}()
	list, err := h.store.Notices(ctx, read, pageOfBook)
	if err != nil {
		return storeError(err)
	}
	for i := range list {
		h.heed(ctx, &list[i])
		h.book.mu.Lock()
		h.book.read = max(h.book.read, list[i].ID)
		h.book.mu.Unlock()
	}
	return nil
}

func (h *House) heed(ctx context.Context, n *store.Notice) {
	if n.Person != "" {
		h.book.mu.Lock()
		watch := h.book.watch
		h.book.mu.Unlock()
		for _, w := range watch {
			w.tell(n.Person, n.Deed == DeedBan || n.Deed == DeedSignOut || n.Deed == DeedErase)
		}
	}
	tables := h.cache.of(n.Person)
	if n.Table != "" {
		tables = append(tables, n.Table)
	}
	for _, id := range tables {
		scene, err := h.Scene(ctx, id, "", Latest)
		if err != nil { // the next look finds it; one broken table must not hide all that comes after
			h.log.WarnContext(ctx, "not looked at after a notice", "table", id, "notice", n.ID, "err", err)
			continue
		}
		h.tell(id, News{Seq: scene.Seq, From: FromLog})
	}
}

// of returns the tables in memory at which a person sits or has sat.
func (c *cache) of(person string) []string {
	if person == "" {
		return nil
	}
	c.mu.Lock()
	places := make([]*place, 0, len(c.places))
	for at := c.order.Front(); at != nil; at = at.Next() {
		places = append(places, at.Value.(*place))
	}
	c.mu.Unlock()
	var ids []string
	for _, p := range places {
		p.mu.RLock()
		if p.table != nil && slices.Contains(p.table.guests, person) {
			ids = append(ids, p.id)
		}
		p.mu.RUnlock()
	}
	return ids
}
