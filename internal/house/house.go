package house

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
	"github.com/saloon-games/saloon/internal/store"
)

// Config is what a House is made of. Zero values mean what is said.
type Config struct {
	Store    Store            // must be there
	Clock    func() time.Time // nil: time.Now
	Choose   Choose           // nil: the bots of package bot
	Bus      Bus              // to other processes on the store; nil: there are none
	Observer Observer         // nil: nobody is told
	Tracer   Tracer           // nil: nobody traces
	Log      *slog.Logger     // nil: nothing is logged

	Tables     int           // most tables kept in memory; 0: 4096
	Workers    int           // most tables that are woken at once; 0: 16
	BotTime    time.Duration // how long a bot may think; 0: 2 s
	AppendTime time.Duration // how long an append may take; 0: 10 s
	Lease      time.Duration // how long a table that is woken is ours; 0: 5 s, must be more than BotTime
	Poll       time.Duration // how often what is due is looked for; 0: 100 ms
	Look       time.Duration // how often, with a Bus, watched logs are looked at in case it has lost something; 0: 3 s
	Beat       time.Duration // how often it is written down that the house lives; 0: 5 s
}

func orElse[T comparable](v *T, other T) {
	var zero T
	if *v == zero {
		*v = other
	}
}

func (c Config) withDefaults() Config {
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.Choose == nil {
		c.Choose = OwnBots
	}
	if c.Observer == nil {
		c.Observer = unseen{}
	}
	orElse(&c.Log, slog.New(slog.DiscardHandler))
	orElse(&c.Tables, 4096)
	orElse(&c.Workers, 16)
	orElse(&c.BotTime, 2*time.Second)
	orElse(&c.AppendTime, 10*time.Second)
	orElse(&c.Lease, 5*time.Second)
	orElse(&c.Poll, 100*time.Millisecond)
	orElse(&c.Look, 3*time.Second)
	orElse(&c.Beat, 5*time.Second)
	return c
}

// House is the use cases over one store. Any number of houses, in this process and
// in others, may share a store. Safe for concurrent use.
type House struct {
	cfg   Config
	store Store
	log   *slog.Logger
	see   Observer
	trace Tracer
	watch watchers
	cache cache
	pulse pulse
	book  book
	alarm alarm
	newer newer
	stuck atomic.Int32 // bots that think
}

// New returns a house on a store.
func New(ctx context.Context, cfg Config) (*House, error) {
	cfg = cfg.withDefaults()
	h := &House{cfg: cfg, store: cfg.Store, log: cfg.Log, see: cfg.Observer, trace: cfg.Tracer}
	h.watch.seed = maphash.MakeSeed()
	h.cache.most = cfg.Tables
	h.alarm.ring = make(chan struct{}, 1)
	if err := h.beat(ctx); err != nil {
		return nil, err
	}
	if err := h.openBook(ctx); err != nil {
		return nil, err
	}
	return h, nil
}

// now is the time as logs have it.
func (h *House) now() time.Time { return h.cfg.Clock().UTC().Truncate(time.Microsecond) }

// Setup is a table that somebody wants to open.
type Setup struct {
	Game     string
	Seats    int
	Options  game.Options
	Settings Settings
}

// Receipt says what came of a command.
type Receipt struct {
	// Seq is the number of the last entry of the log as the house has seen it; a
	// Scene at this number shows what came of the command.
	Seq int64
	// Again says that the command's key had been seen before and nothing was
	// done this time.
	Again bool
}

// Open opens a table, which belongs to who asks, and carries out the commands that
// they give with it. If one is refused there is no table.
func (h *House) Open(ctx context.Context, who string, setup Setup, commands ...Command) (id string, err error) {
	id, err = h.open(ctx, who, setup, commands)
	h.refused(err)
	return id, err
}

func (h *House) open(ctx context.Context, who string, setup Setup, commands []Command) (id string, err error) {
	rules, err := catalog.ByName(setup.Game)
	if err != nil {
		return "", refuseWith(NoGame, err)
	}
	options, err := rules.Check(setup.Seats, setup.Options)
	if err != nil {
		return "", refuseWith(BadOptions, err)
	}
	if err := setup.Settings.check(); err != nil {
		return "", refuseWith(BadSettings, err)
	}
	if who == "" {
		return "", refuse(NotOwner, "Who are you? Only a guest can open a table.")
	}
	seed, err := fair.NewSeed()
	if err != nil {
		return "", err
	}
	t := &Table{id: newID(), used: map[string]bool{}}
	g := &given{
		now:    h.now(),
		seed:   func() (fair.Seed, error) { return seed, nil },
		commit: func(int64) (fair.Commitment, error) { seed, err = fair.NewSeed(); return seed.Commit(), err },
	}
	code := newCode()
	events := []Event{
		Opened{Code: code, Owner: who, Game: setup.Game, Seats: setup.Seats, Options: options, Settings: setup.Settings},
		Committed{Secret: 1, Commitment: seed.Commit().String()},
	}
	if err := t.takeAll(events, g.now); err != nil {
		return "", err
	}
	for _, c := range commands {
		more, err := c.decide(t, who, g)
		if err == nil {
			err = t.takeAll(more, g.now)
		}
		if err != nil {
			return "", err
		}
		events = append(events, more...)
	}
	if t.secret != 1 {
		return "", errors.New("house: a table's seats and options are chosen when it is opened, not by a command")
	}
	if err := h.create(ctx, t, code, seed, events, g.now); err != nil {
		return "", err
	}
	return t.id, nil
}

// takeAll takes in events that follow.
func (t *Table) takeAll(events []Event, now time.Time) error {
	for _, e := range events {
		if err := t.take(t.seq+1, now, "", e); err != nil {
			return fmt.Errorf("house: %s: %w", e.kind(), err)
		}
	}
	return nil
}

// create puts a new table in the store: first its secret, then the log that has the
// commitment to it.
func (h *House) create(ctx context.Context, t *Table, code string, seed fair.Seed, events []Event, now time.Time) error {
	entries, err := entriesOf(events, now, "")
	if err != nil {
		return err
	}
	head, err := t.head()
	if err != nil {
		return err
	}
	ctx, cancel := h.appendContext(ctx)
	defer cancel()
	// Without a log there is no table yet, whatever fails here.
	row := store.Table{ID: t.id, Code: code, CreatedAt: now, Head: store.Head{Phase: "new"}}
	if err := h.store.Create(ctx, row, nil); err != nil {
		return storeError(err)
	}
	if err := h.store.PutSecret(ctx, t.id, 1, seed[:]); err != nil {
		return storeError(err)
	}
	if err := h.store.Append(ctx, t.id, 0, entries, head); err != nil {
		return storeError(err)
	}
	h.moved(events)
	h.alarm.set(head.WakeAt)
	h.told(ctx, t.id, t.seq)
	return nil
}

// head is what the store keeps beside the log.
func (t *Table) head() (store.Head, error) {
	summary, err := t.summary()
	return store.Head{
		Phase: string(t.phase), Public: t.settings.Public && t.phase != Shut,
		WakeAt: t.WakeAt(), Summary: summary,
	}, err
}

// entriesOf writes events as entries, the first of which has the key.
func entriesOf(events []Event, now time.Time, key string) ([]store.Entry, error) {
	entries := make([]store.Entry, len(events))
	for i, e := range events {
		body, err := encode(e)
		if err != nil {
			return nil, err
		}
		entries[i] = store.Entry{At: now, Body: body}
	}
	if len(entries) > 0 {
		entries[0].Key = key
	}
	return entries, nil
}

// appendContext is for a write that must not end half-way because who asked has gone.
func (h *House) appendContext(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), h.cfg.AppendTime)
}

// ErrUncertain wraps why nobody knows whether something was done: the disk or the database
// failed while it was being written. Who asks again with the same key finds out.
var ErrUncertain = errors.New("house: nobody knows whether that was done")

// storeError is an error of the store as the house's callers know it.
func storeError(err error) error {
	switch {
	case errors.Is(err, store.ErrUnknown):
		return fmt.Errorf("%w: %w", ErrUncertain, err)
	case errors.Is(err, store.ErrUnavailable):
		return &Refusal{
			Code: Busy, Err: err,
			Say: "The house cannot get at its books just now, so nothing was done. All that was done before is kept. Try again in a moment.",
		}
	case errors.Is(err, store.ErrOverloaded), errors.Is(err, context.DeadlineExceeded): // it waited in vain for its turn
		return &Refusal{Code: Busy, Say: "The house is busy. Try again in a moment.", Err: err}
	}
	return fmt.Errorf("house: %w", err)
}

// ByCode returns the id of the table with a code, as a person may have typed it.
func (h *House) ByCode(ctx context.Context, code string) (string, error) {
	tidy, err := tidyCode(code)
	if err != nil {
		return "", err
	}
	row, err := h.store.ByCode(ctx, tidy)
	if errors.Is(err, store.ErrNotFound) || err == nil && row.Seq == 0 {
		return "", refuse(NoCode, "There is no table with the code %s.", tidy)
	}
	if err != nil {
		return "", storeError(err)
	}
	return row.ID, nil
}

// Public lists public tables, the last to have been active first.
func (h *House) Public(ctx context.Context, limit int) ([]Listing, error) {
	rows, err := h.store.Public(ctx, limit)
	if err != nil {
		return nil, storeError(err)
	}
	list := make([]Listing, len(rows))
	for i, row := range rows {
		if err := json.Unmarshal(row.Summary, &list[i]); err != nil {
			return nil, fmt.Errorf("house: summary of table %s: %w", row.ID, err)
		}
		list[i].ID = row.ID
	}
	return list, nil
}

// Latest asks Scene to look into the log whether another house has added to it.
const Latest = -1

// Scene returns what a person may see of a table, at an entry's number or later:
// 0 for what is in memory, as after a Do here, or Latest.
func (h *House) Scene(ctx context.Context, id, who string, seq int64) (Scene, error) {
	p, err := h.cache.place(id)
	if err != nil {
		return Scene{}, err
	}
	p.mu.RLock()
	if p.table != nil && seq != Latest && p.table.seq >= seq {
		defer p.mu.RUnlock()
		return p.scene(who), nil
	}
	p.mu.RUnlock()
	p.do.Lock()
	defer p.do.Unlock()
	fresh, err := h.load(ctx, p)
	if err == nil && !fresh && (seq == Latest || p.table.seq < seq) {
		err = h.catchUp(ctx, p)
	}
	if err != nil {
		return Scene{}, err
	}
	if seq > p.table.seq {
		h.unsay(id, seq, p.table.seq)
	}
	return p.scene(who), nil
}
