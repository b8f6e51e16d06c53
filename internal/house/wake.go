package house

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/saloon-games/saloon/internal/store"
)

// An alarm knows the earliest time at which a table of this house has something to
// do, as far as it was told. What it does not know is found by polling.
type alarm struct {
	mu   sync.Mutex
	at   time.Time
	ring chan struct{}
}

// set asks for the alarm at a time, zero for never.
func (a *alarm) set(at time.Time) {
	if at.IsZero() {
		return
	}
	a.mu.Lock()
	earlier := a.at.IsZero() || at.Before(a.at)
	if earlier {
		a.at = at
	}
	a.mu.Unlock()
	if earlier {
		select {
		case a.ring <- struct{}{}:
		default:
		}
	}
}

// wait returns how long it is from now until the alarm, and at most so long. An
// alarm whose time has come is over.
func (a *alarm) wait(now time.Time, most time.Duration) time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.at.IsZero() {
		return most
	}
	wait := a.at.Sub(now)
	if wait <= 0 {
		a.at = time.Time{}
		return 0
	}
	return min(wait, most)
}

// Run does what is due at the tables until the context is done, and returns nil
// then, when all that was begun is over. One house of several may run it, or all; where
// there is a Bus, Watch misses what the bus has lost in a house that does not.
func (h *House) Run(ctx context.Context) error {
	var (
		wakes sync.WaitGroup
		slots = make(chan struct{}, h.cfg.Workers)
	)
	defer wakes.Wait()
	if h.cfg.Bus != nil {
		wakes.Go(func() { h.keepLooking(ctx) })
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-h.alarm.ring:
		case <-timer.C:
		}
		wait := h.alarm.wait(h.now(), h.cfg.Poll)
		if wait > 0 && wait < h.cfg.Poll {
			timer.Reset(wait)
			continue // rung for something later
		}
		ids := h.claim(ctx, cap(slots)-len(slots))
		for _, id := range ids {
			slots <- struct{}{}
			wakes.Go(func() {
				defer func() { <-slots }()
				h.wakeLogged(ctx, id)
			})
		}
		if len(ids) == 0 || len(slots) == cap(slots) {
			wait = h.alarm.wait(h.now(), h.cfg.Poll)
		} else {
			wait = 0 // perhaps there are more
		}
		timer.Reset(wait)
	}
}

// claim returns tables that are due and are now ours for a while.
func (h *House) claim(ctx context.Context, limit int) []string {
	if limit < 1 {
		return nil
	}
	if err := h.beat(ctx); err != nil {
		if ctx.Err() == nil {
			h.log.ErrorContext(ctx, "no pulse", "err", err)
		}
		return nil // clocks must not run out before it is known what was lost
	}
	ids, err := h.store.Claim(ctx, h.now(), h.cfg.Lease, limit, h.newer.list()...)
	if err != nil && ctx.Err() == nil {
		h.log.ErrorContext(ctx, "nobody knows what is due", "err", err)
	}
	return ids
}

func (h *House) wakeLogged(ctx context.Context, id string) {
	err := h.Wake(ctx, id)
	if r, ok := errors.AsType[*Refusal](err); ok && r.Code == Newer {
		return // said once, where it was found out
	}
	if err != nil && ctx.Err() == nil {
		h.log.ErrorContext(ctx, "a table could not be woken", "table", id, "err", err)
	}
}

// WakeDue does what is due now, once, at as many tables at a time as the house has
// workers, and returns at how many it was.
func (h *House) WakeDue(ctx context.Context) int {
	ids := h.claim(ctx, h.cfg.Workers)
	var wakes sync.WaitGroup
	for _, id := range ids {
		wakes.Go(func() { h.wakeLogged(ctx, id) })
	}
	wakes.Wait()
	return len(ids)
}

// Wake does what is due at a table: all of it, until a person or the clock must
// come first. If nothing is, it makes sure that the store knows when something is.
func (h *House) Wake(ctx context.Context, id string) error {
	p, err := h.cache.place(id)
	if err != nil {
		return err
	}
	p.wake.Lock() // who comes second looks whether something is left
	defer p.wake.Unlock()
	ctx, span := h.span(ctx, "house.Wake")
	span.Say("saloon.table", id)
	err = h.wake(ctx, p)
	endSpan(span, err)
	return err
}

// wake does what is due, for Wake.
func (h *House) wake(ctx context.Context, p *place) error {
	first := true
	for range 100 * tries { // more than the events of a game
		done, err := h.step(ctx, p, first)
		if done || err != nil {
			return err
		}
		first = false
	}
	return errors.New("house: a table does not come to rest")
}

// A plan is what a bot has to decide, and for which moment of which game.
type plan struct {
	duty        duty
	number, ply int
	choose      func() (string, error)
}

// step does one thing that is due, and returns true if nothing is. A bot thinks
// while others may use the table.
func (h *House) step(ctx context.Context, p *place, first bool) (done bool, err error) {
	todo, done, err := h.plan(ctx, p, first)
	if err != nil || done || todo.choose == nil {
		return done, err
	}
	_, span := h.span(ctx, "bot.choose")
	word, err := todo.choose()
	endSpan(span, err)
	if err != nil {
		return false, err
	}
	p.do.Lock()
	defer p.do.Unlock()
	if _, err := h.load(ctx, p); err != nil {
		return false, err
	}
	now := h.now()
	t := p.table
	if due, _ := t.due(now); t.number != todo.number || t.ply() != todo.ply || due != todo.duty {
		h.see.LeaseLost(LostBefore)
		return false, nil // somebody was faster
	}
	events, err := t.decideFor(todo.duty, word, h.given(ctx, p, now))
	if err != nil {
		return false, err
	}
	return false, h.addFirst(ctx, p, events, now)
}

// addFirst adds events unless another house was faster.
func (h *House) addFirst(ctx context.Context, p *place, events []Event, now time.Time) error {
	err := h.add(ctx, p, "", events, now)
	if err != nil {
		if _, conflict := errors.AsType[*store.ConflictError](err); conflict {
			h.see.LeaseLost(LostAtAppend)
		}
		err = h.overtaken(ctx, p, err)
	}
	return err
}

// plan finds out what is due. What needs no thinking it does itself.
func (h *House) plan(ctx context.Context, p *place, first bool) (todo plan, done bool, err error) {
	p.do.Lock()
	defer p.do.Unlock()
	fresh, err := h.load(ctx, p)
	if err != nil {
		return todo, false, err
	}
	var late time.Duration
	todo.duty, late = p.table.due(h.now())
	if todo.duty == noDuty && !fresh {
		if err := h.catchUp(ctx, p); err != nil {
			return todo, false, err
		}
		todo.duty, late = p.table.due(h.now())
	}
	if todo.duty == clockRuns {
		if err := h.beat(ctx); err != nil {
			return todo, false, err
		}
		if err := h.giveBack(ctx, p); err != nil {
			return todo, false, err
		}
		todo.duty, late = p.table.due(h.now())
	}
	if todo.duty != noDuty {
		h.see.WakeLag(late)
	}
	t := p.table
	switch todo.duty {
	case noDuty:
		if first { // why was it claimed? The head must be wrong, or a lease stays on it
			h.see.LeaseLost(LostBefore)
			err = h.addFirst(ctx, p, nil, h.now())
		}
		return todo, true, err
	case closes, goesOn:
		now := h.now()
		var events []Event
		if g := h.given(ctx, p, now); todo.duty == closes {
			events, err = t.close(g)
		} else {
			events, err = t.goOn(nil, g)
		}
		if err == nil {
			err = h.addFirst(ctx, p, events, now)
		}
		return todo, false, err
	case botMoves, clockRuns:
		seat, _ := t.turn()
		level, rules, view := t.seats[seat].level, t.rules, t.match.View(seat)
		if level == "" {
			level = standIn
		}
		todo.number, todo.ply = t.number, t.ply()
		todo.choose = func() (string, error) { return h.choose(ctx, p.id, level, rules, view) }
	}
	return todo, false, nil
}
