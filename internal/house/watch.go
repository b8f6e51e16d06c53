package house

import (
	"context"
	"fmt"
	"hash/maphash"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
)

// Bus carries short messages to the other processes that share the store. A message
// may be lost and may come late or twice; who publishes one need not get it back.
type Bus interface {
	// Publish sends data to all who have subscribed to the subject. It does not
	// wait for them.
	Publish(subject string, data []byte) error
	// Subscribe has got called with the data of each message, until cancel is
	// called. Got is quick; neither Subscribe nor cancel may wait for it.
	Subscribe(subject string, got func(data []byte)) (cancel func(), err error)
}

// Who watches tables here is kept in so many parts, so that tables seldom wait for
// each other.
const watchParts = 64

// watchers has the audience of each table that is watched.
type watchers struct {
	seed  maphash.Seed
	parts [watchParts]struct {
		mu     sync.RWMutex
		tables map[string]*audience
	}
}

// An audience is who watches one table in this process.
type audience struct {
	told   atomic.Int64 // the greatest number that it was told
	list   []*watcher   // never changed, only replaced
	cancel func()       // ends the subscription to the bus
}

type watcher struct{ tell func(seq int64) }

// subject is where it is said that a table's log has grown. Ids are letters and
// digits.
func subject(id string) string { return "saloon.table." + id }

// Watch has tell called with the number of the last entry whenever this process
// learns that a table's log has grown, whoever has added to it, until stop is called.
// Numbers only grow; some may be left out. Between processes the bus may lose
// one: then it comes when [House.Run] looks for itself, after Config.Look at most. The
// Scene in memory may be older; ask for the one at the number that was told. To miss
// nothing, watch first and then ask for the Scene, with Latest.
//
// What calls tell is in the middle of its work: tell must not wait and must not use
// the house. It may be called once more while stop runs. The context is for finding
// the table only.
func (h *House) Watch(ctx context.Context, id string, tell func(seq int64)) (stop func(), err error) {
	if err := h.exists(ctx, id); err != nil {
		return nil, err
	}
	return h.listen(id, tell)
}

// listen has tell called as Watch says, for a log that is there.
func (h *House) listen(id string, tell func(seq int64)) (stop func(), err error) {
	w := &watcher{tell}
	part := &h.watch.parts[maphash.String(h.watch.seed, id)%watchParts]
	part.mu.Lock()
	defer part.mu.Unlock()
	a := part.tables[id]
	if a == nil {
		a = &audience{cancel: func() {}}
		if h.cfg.Bus != nil {
			if a.cancel, err = h.cfg.Bus.Subscribe(subject(id), func(data []byte) { h.heard(id, data) }); err != nil {
				return nil, fmt.Errorf("house: watch: %w", err)
			}
		}
		if part.tables == nil {
			part.tables = map[string]*audience{}
		}
		part.tables[id] = a
	}
	a.list = append(slices.Clip(a.list), w)
	return sync.OnceFunc(func() {
		part.mu.Lock()
		defer part.mu.Unlock()
		a.list = slices.DeleteFunc(slices.Clone(a.list), func(other *watcher) bool { return other == w })
		if len(a.list) == 0 {
			a.cancel()
			delete(part.tables, id)
		}
	}), nil
}

// exists makes sure that there is a table.
func (h *House) exists(ctx context.Context, id string) error {
	p, err := h.cache.place(id)
	if err != nil {
		return err
	}
	p.mu.RLock()
	known := p.table != nil
	p.mu.RUnlock()
	if known {
		return nil
	}
	p.do.Lock()
	defer p.do.Unlock()
	_, err = h.load(ctx, p)
	return err
}

// tell tells who watches here that a log has reached a number.
func (h *House) tell(id string, seq int64) {
	part := &h.watch.parts[maphash.String(h.watch.seed, id)%watchParts]
	part.mu.RLock()
	a := part.tables[id]
	var list []*watcher
	if a != nil {
		list = a.list
	}
	part.mu.RUnlock()
	if a == nil {
		return
	}
	for {
		told := a.told.Load()
		if told >= seq {
			return
		}
		if a.told.CompareAndSwap(told, seq) {
			break
		}
	}
	for _, w := range list {
		w.tell(seq)
	}
}

// heard takes in what another process says on the bus.
func (h *House) heard(id string, data []byte) {
	seq, err := strconv.ParseInt(string(data), 10, 64)
	if err != nil {
		h.log.Warn("the bus says what no house says", "table", id, "bytes", len(data))
		return
	}
	h.tell(id, seq)
}

// told says that this house has added to a log: to who watches here at once, to
// other processes by the bus.
func (h *House) told(id string, seq int64) {
	h.tell(id, seq)
	if h.cfg.Bus == nil {
		return
	}
	if err := h.cfg.Bus.Publish(subject(id), strconv.AppendInt(nil, seq, 10)); err != nil {
		h.log.Warn("other houses could not be told", "table", id, "err", err)
	}
}
