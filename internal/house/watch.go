package house

import (
	"bytes"
	"context"
	"fmt"
	"hash/maphash"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
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

type watcher struct{ tell func(News) }

// News is that a table's log has grown.
type News struct {
	Seq int64 // number of its last entry
	// At is when that entry was kept, by the clock of the process which did that. From says
	// how it is known here, and so how much At can be trusted. Zero if it is not known.
	At   time.Time
	From Origin
	// Trace tells where the news come from if somebody traces them, see [Tracer]; it is
	// told to the first few who watch.
	Trace string
}

// Origin is how a process knows that a log has grown.
type Origin uint8

// The ways there are.
const (
	FromHere Origin = iota // it was done in this process
	FromBus                // another process has said so; At is by that one's clock
	FromLog                // it was found in the log; At is when it was decided, just before it was kept
	Origins                // how many there are
)

// mostTraced is how many of those who watch a table are told of the trace.
const mostTraced = 8

// subject is where it is said that a table's log has grown. Ids are letters and
// digits.
func subject(id string) string { return "saloon.table." + id }

// Watch has tell called with the number of the last entry whenever this process
// learns that a table's log has grown, whoever has added to it, until stop is called.
// Numbers only grow, unless one was wrong; some may be left out. Between processes the bus
// may lose one: then it comes when [House.Run] looks for itself, after Config.Look at most. The
// Scene in memory may be older; ask for the one at the number that was told. To miss
// nothing, watch first and then ask for the Scene, with Latest.
//
// What calls tell is in the middle of its work: tell must not wait and must not use
// the house. It may be called once more while stop runs. The context is for finding
// the table only.
func (h *House) Watch(ctx context.Context, id string, tell func(seq int64)) (stop func(), err error) {
	return h.Follow(ctx, id, func(n News) { tell(n.Seq) })
}

// Follow is Watch for who wants to know more than the number.
func (h *House) Follow(ctx context.Context, id string, tell func(News)) (stop func(), err error) {
	if err := h.exists(ctx, id); err != nil {
		return nil, err
	}
	return h.listen(id, tell)
}

// listen has tell called as Watch says, for a log that is there.
func (h *House) listen(id string, tell func(News)) (stop func(), err error) {
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
func (h *House) tell(id string, n News) {
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
		if told >= n.Seq {
			return
		}
		if a.told.CompareAndSwap(told, n.Seq) {
			break
		}
	}
	for i, w := range list {
		if i == mostTraced {
			n.Trace = ""
		}
		w.tell(n)
	}
}

// unsay forgets that a log was said to have reached a number, which it has not, or what it
// really reaches would be no news: on the bus anything may be said, and a database that
// takes over from another may lack the last of it.
func (h *House) unsay(id string, said, reached int64) {
	part := &h.watch.parts[maphash.String(h.watch.seed, id)%watchParts]
	part.mu.RLock()
	defer part.mu.RUnlock()
	if a := part.tables[id]; a != nil {
		a.told.CompareAndSwap(said, reached)
	}
}

// heard takes in what another process says on the bus.
func (h *House) heard(id string, data []byte) {
	n, ok := readNews(data)
	if !ok {
		h.log.Warn("the bus says what no house says", "table", id, "bytes", len(data))
		return
	}
	h.tell(id, n)
}

// told says that this house has added to a log: to who watches here at once, to
// other processes by the bus.
func (h *House) told(ctx context.Context, id string, seq int64) {
	n := News{Seq: seq, At: h.now()}
	if h.trace != nil {
		n.Trace = h.trace.Parent(ctx)
	}
	h.tell(id, n)
	if h.cfg.Bus == nil {
		return
	}
	ctx, span := h.span(ctx, "bus.publish")
	if h.trace != nil {
		n.Trace = h.trace.Parent(ctx)
	}
	err := h.cfg.Bus.Publish(subject(id), n.append(make([]byte, 0, mostNews)))
	if err != nil {
		h.log.WarnContext(ctx, "other houses could not be told", "table", id, "err", err)
	}
	span.End(err)
}

// A message on the bus is the number that a log has reached, and after it words, each
// "name=value", with a space before it:
//
//	42 at=1796120000123456 trace=00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
//
// At is in microseconds since 1970, trace a traceparent of the W3C's Trace Context. Both
// may be missing, and words that are not known are passed over: so programs of several
// versions understand each other, as long as the number alone stays all that must be known.
// What must not be passed over needs a subject of its own.

// mostNews is room for a message.
const mostNews = 112

// append writes news as a message.
func (n News) append(to []byte) []byte {
	to = strconv.AppendInt(to, n.Seq, 10)
	if !n.At.IsZero() {
		to = strconv.AppendInt(append(to, " at="...), n.At.UnixMicro(), 10)
	}
	if n.Trace != "" {
		to = append(append(to, " trace="...), n.Trace...)
	}
	return to
}

// readNews reads a message.
func readNews(data []byte) (n News, ok bool) {
	number, rest, _ := bytes.Cut(data, []byte(" "))
	seq, err := strconv.ParseInt(string(number), 10, 64)
	if err != nil || seq < 1 {
		return n, false
	}
	n = News{Seq: seq, From: FromBus}
	for len(rest) > 0 {
		var word []byte
		word, rest, _ = bytes.Cut(rest, []byte(" "))
		name, value, _ := bytes.Cut(word, []byte("="))
		switch string(name) {
		case "at":
			if micros, err := strconv.ParseInt(string(value), 10, 64); err == nil {
				n.At = time.UnixMicro(micros).UTC()
			}
		case "trace":
			n.Trace = string(value)
		}
	}
	return n, true
}
