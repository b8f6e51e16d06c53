package workers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/house"
)

// An Outcome is what became of a decision that workers were asked for.
type Outcome string

// All but the first mean that this process has thought for itself.
const (
	Answered Outcome = "answered"
	Nobody   Outcome = "nobody"  // no worker is there
	Busy     Outcome = "busy"    // those who were asked had no time
	Late     Outcome = "late"    // none has answered in time
	Refused  Outcome = "refused" // a worker could not answer: another version, or its bot has failed
	Wrong    Outcome = "wrong"   // the answer is none, or no legal move
	Unasked  Outcome = "unasked" // none was asked, since the last were late
)

// Outcomes lists all outcomes.
var Outcomes = []Outcome{Answered, Nobody, Busy, Late, Refused, Wrong, Unasked}

const (
	asks     = 3               // most workers that are asked for one decision: each that is busy says so at once
	mostLate = 3               // after so many in a row that were late, nobody is asked
	hush     = 5 * time.Second // for so long
)

// AskerConfig is what an [Asker] is made of. Zero values mean what is said.
type AskerConfig struct {
	// Ask asks one of the workers, as bus.Bus does. It must be there. An error before
	// the context is done means that there is none.
	Ask  func(ctx context.Context, subject string, data []byte) ([]byte, error)
	Own  house.Choose  // chooses where no worker does; nil: house.OwnBots
	Wait time.Duration // longest wait for an answer, half of the decision's time at most; 0: 1 s
	Told func(Outcome) // is told of each decision; nil: nobody is
	Log  *slog.Logger  // is told now and then that workers do not answer; nil: nobody is
}

// An Asker has workers choose the moves of bots, and chooses by itself where they do not.
// Safe for concurrent use.
type Asker struct {
	cfg   AskerConfig
	warn  *rate.Limiter
	alone atomic.Int64 // decisions that were made here since it was last logged

	mu     sync.Mutex
	late   int       // in a row, each asked for when the one before was known to be late
	known  time.Time // when the last of them was
	hushed time.Time // until when nobody is asked
}

// NewAsker returns an asker.
func NewAsker(cfg AskerConfig) *Asker {
	if cfg.Own == nil {
		cfg.Own = house.OwnBots
	}
	if cfg.Wait == 0 {
		cfg.Wait = time.Second
	}
	if cfg.Told == nil {
		cfg.Told = func(Outcome) {}
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	return &Asker{cfg: cfg, warn: rate.NewLimiter(rate.Every(30*time.Second), 1)}
}

// Choose implements [house.Choose].
func (a *Asker) Choose(ctx context.Context, level string, rules game.Rules, view game.View) (game.Move, error) {
	move, outcome := a.ask(ctx, level, rules, view)
	if outcome != Answered && ctx.Err() != nil {
		return 0, ctx.Err()
	}
	a.cfg.Told(outcome)
	if outcome == Answered {
		return move, nil
	}
	alone := a.alone.Add(1)
	if a.warn.Allow() {
		a.alone.Add(-alone)
		a.cfg.Log.WarnContext(ctx, "workers do not choose for bots; this process does", "why", string(outcome), "decisions", alone)
	}
	if deadline, ok := ctx.Deadline(); ok { // a bot that is told in time says what it has found
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(deadline)*9/10)
		defer cancel()
	}
	return a.cfg.Own(ctx, level, rules, view)
}

// ask asks workers, and says what came of it.
func (a *Asker) ask(ctx context.Context, level string, rules game.Rules, view game.View) (game.Move, Outcome) {
	began := time.Now()
	if !a.mayAsk(began) {
		return 0, Unasked
	}
	wait := a.cfg.Wait
	if deadline, ok := ctx.Deadline(); ok {
		wait = min(wait, time.Until(deadline)/2)
	}
	question, err := ask(level, rules, view, max(wait, time.Millisecond))
	if err != nil {
		return 0, Wrong
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	outcome := Busy
	for n := 0; n < asks && outcome == Busy; n++ {
		var move game.Move
		if move, outcome, err = a.askOne(ctx, question, view); outcome == Answered {
			a.learn(began, outcome)
			return move, outcome
		}
	}
	a.learn(began, outcome)
	if outcome == Refused || outcome == Wrong { // what is said tells no cards
		a.cfg.Log.DebugContext(ctx, "a worker has not answered", "err", err)
	}
	return 0, outcome
}

// mayAsk reports whether workers may be asked at a time.
func (a *Asker) mayAsk(now time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return !now.Before(a.hushed)
}

// learn takes in what became of a decision that was asked for at a time. Many may wait for
// one worker that has died; together they count as one that was late.
func (a *Asker) learn(began time.Time, outcome Outcome) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch now := time.Now(); {
	case outcome != Late:
		a.late = 0
	case began.Before(a.known):
	default:
		a.known = now
		if a.late++; a.late == mostLate {
			a.late, a.hushed = 0, now.Add(hush)
		}
	}
}

// askOne asks one of the workers.
func (a *Asker) askOne(ctx context.Context, question []byte, view game.View) (game.Move, Outcome, error) {
	data, err := a.cfg.Ask(ctx, Subject, question)
	switch {
	case err != nil && ctx.Err() != nil:
		return 0, Late, err
	case err != nil:
		return 0, Nobody, err
	}
	var got answer
	switch err := json.Unmarshal(data, &got); {
	case err != nil:
		return 0, Wrong, errors.New("the answer is no JSON")
	case got.Version != version:
		return 0, Refused, fmt.Errorf("an answer of version %d; want %d", got.Version, version)
	case got.Why == busy:
		return 0, Busy, nil
	case got.Why != "":
		return 0, Refused, fmt.Errorf("%s: %s", game.Quote(string(got.Why)), game.Quote(got.Say))
	}
	for _, move := range view.Legal(nil) {
		if view.Word(move) == got.Word {
			return move, Answered, nil
		}
	}
	return 0, Wrong, errors.New("the answer is no legal move")
}
