package house

import (
	"container/list"
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/internal/store"
)

// A place in memory is where one table is kept. Whoever changes it holds do all the
// time, reading what was changed by others and writing included, so that the
// commands of one house wait for each other rather than fail; mu is held only to
// change or to read.
type place struct {
	id   string
	wake sync.Mutex // before do; held by who does what is due

	do     sync.Mutex
	secret fair.Seed // of the commitment with the number below; under do
	number int64     // 0 while unknown

	mu    sync.RWMutex
	table *Table // nil if it has to be loaded
	// picture is of the table as it is; nil while nobody has asked. It is kept until the
	// table changes: some 7 kB that a weak pointer would save cost 20 µs a move with it.
	picture atomic.Pointer[picture]
}

// change changes the table, or puts another in its place. The caller holds do.
func (p *place) change(f func() error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.picture.Store(nil)
	err := f()
	if err != nil {
		p.table = nil
	}
	return err
}

// scene is what a person may see. The caller holds do, or mu for reading.
func (p *place) scene(who string) Scene {
	pic := p.picture.Load()
	if pic == nil {
		pic = p.table.picture() // several may make one at once, and all are the same
		p.picture.Store(pic)
	}
	return pic.scene(p.table, who)
}

// A cache keeps the tables that were last asked for. A place that was dropped while
// somebody uses it does no harm: what is appended from it must fit the log.
type cache struct {
	most int

	mu     sync.Mutex
	places map[string]*list.Element
	order  list.List // of *place, the last used first
}

// place returns the place of a table, loaded or not.
func (c *cache) place(id string) (*place, error) {
	if id == "" || len(id) > store.MaxID || id == pulseID || strings.HasPrefix(id, padPrefix) {
		return nil, noTable()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.places[id]; ok {
		c.order.MoveToFront(at)
		return at.Value.(*place), nil
	}
	if c.places == nil {
		c.places = map[string]*list.Element{}
	}
	for len(c.places) >= c.most {
		last := c.order.Back()
		delete(c.places, c.order.Remove(last).(*place).id)
	}
	p := &place{id: id}
	c.places[id] = c.order.PushFront(p)
	return p, nil
}

// drop forgets a place that turned out to be no table's.
func (c *cache) drop(p *place) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.places[p.id]; ok && at.Value == any(p) {
		c.order.Remove(at)
		delete(c.places, p.id)
	}
}

// InMemory counts the tables that are kept in memory.
func (h *House) InMemory() int {
	h.cache.mu.Lock()
	defer h.cache.mu.Unlock()
	return len(h.cache.places)
}

func noTable() error { return refuse(NoTable, "There is no such table.") }

// load makes sure that the table is in memory, and reports whether it had to be
// read just now. The caller holds do.
func (h *House) load(ctx context.Context, p *place) (fresh bool, err error) {
	if p.table != nil {
		return false, nil
	}
	if h.newer.has(p.id) {
		return false, isBeyond(nil)
	}
	log, err := h.store.Log(ctx, p.id, 0)
	if errors.Is(err, store.ErrNotFound) || err == nil && len(log) == 0 {
		h.cache.drop(p)
		return false, noTable()
	}
	if err != nil {
		return false, storeError(err)
	}
	t, err := Replay(p.id, log)
	if err != nil {
		h.cache.drop(p)
		return false, h.beyond(ctx, p.id, err)
	}
	_ = p.change(func() error { p.table = t; return nil })
	return true, h.giveBack(ctx, p)
}

// catchUp reads what others have added to the log. The caller holds do.
func (h *House) catchUp(ctx context.Context, p *place) error {
	log, err := h.store.Log(ctx, p.id, p.table.seq)
	if err != nil {
		return storeError(err)
	}
	if len(log) == 0 {
		return nil
	}
	erased := p.table.erased
	if err := p.change(func() error { return p.table.readOn(log) }); err != nil {
		return h.beyond(ctx, p.id, err)
	}
	if p.table.erased != erased { // what was read before is not so any more
		p.forget()
		if _, err := h.load(ctx, p); err != nil {
			return err
		}
	}
	h.tell(p.id, News{Seq: p.table.seq, At: p.table.now, From: FromLog})
	return nil
}

// forget has the table read anew next time. The caller holds do.
func (p *place) forget() {
	_ = p.change(func() error { p.table = nil; return nil })
}

// add appends events to the log and then to the table. The caller holds do. After an
// error the table is what it was, if it is still there.
func (h *House) add(ctx context.Context, p *place, key string, events []Event, now time.Time) error {
	entries, head, err := p.ready(events, key, now)
	if err != nil {
		return err
	}
	ctx, cancel := h.appendContext(ctx)
	defer cancel()
	began := time.Now()
	if err := h.append(ctx, p, entries, head); err != nil {
		return err
	}
	h.see.Appended(time.Since(began), len(events))
	h.alarm.set(head.WakeAt)
	if len(events) == 0 {
		return nil
	}
	err = p.change(func() error {
		for i, e := range events {
			if err := p.table.take(p.table.seq+1, now, entries[i].Key, e); err != nil {
				return err // never: the trial went well
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	h.moved(events)
	h.told(ctx, p.id, p.table.seq)
	return nil
}

// append appends to the log of a table.
func (h *House) append(ctx context.Context, p *place, entries []store.Entry, head store.Head) error {
	ctx, span := h.span(ctx, "store.Append")
	if !span.Recording() {
		return h.store.Append(ctx, p.id, p.table.seq, entries, head)
	}
	ctx, done := store.Measure(ctx)
	err := h.store.Append(ctx, p.id, p.table.seq, entries, head)
	span.Count("saloon.events", int64(len(entries)))
	if done.Batch > 0 {
		span.Count("saloon.batch", int64(done.Batch))
		span.Count("saloon.waited_us", done.Waited.Microseconds())
	}
	span.End(err)
	return err
}

// ready returns what is to be appended for events, if they can follow.
func (p *place) ready(events []Event, key string, now time.Time) ([]store.Entry, store.Head, error) {
	trial := p.table.trial()
	if err := trial.takeAll(events, now); err != nil {
		return nil, store.Head{}, err
	}
	head, err := trial.head()
	if err != nil {
		return nil, store.Head{}, err
	}
	entries, err := entriesOf(events, now, key)
	return entries, head, err
}

// given is what commands are given at a time. The caller holds do until they are
// done.
func (h *House) given(ctx context.Context, p *place, now time.Time) *given {
	return &given{
		now:    now,
		seed:   func() (fair.Seed, error) { return h.secretOf(ctx, p, p.table.secret) },
		commit: func(number int64) (fair.Commitment, error) { return h.newSecret(ctx, p, number) },
	}
}

// secretOf returns the server seed behind a commitment.
func (h *House) secretOf(ctx context.Context, p *place, number int64) (fair.Seed, error) {
	if p.number == number {
		return p.secret, nil
	}
	raw, err := h.store.Secret(ctx, p.id, number)
	if err != nil {
		return fair.Seed{}, storeError(err)
	}
	if len(raw) != len(fair.Seed{}) {
		return fair.Seed{}, errors.New("house: a server seed in the store has another length")
	}
	p.secret, p.number = fair.Seed(raw), number
	return p.secret, nil
}

// newSecret makes a server seed and returns its commitment. If there is one with
// that number, of an append that failed or of another house that is just doing the
// same, then that is the one: it was told to nobody yet.
func (h *House) newSecret(ctx context.Context, p *place, number int64) (fair.Commitment, error) {
	seed, err := fair.NewSeed()
	if err != nil {
		return fair.Commitment{}, err
	}
	ctx, cancel := h.appendContext(ctx)
	defer cancel()
	err = h.store.PutSecret(ctx, p.id, number, seed[:])
	if errors.Is(err, store.ErrTaken) {
		seed, err = h.secretOf(ctx, p, number)
		return seed.Commit(), err
	}
	if err != nil {
		return fair.Commitment{}, storeError(err)
	}
	return seed.Commit(), nil
}
