package house

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
)

// Choose has a bot of a level choose a move of the view's seat. It may fail, panic
// or be late: then the stand-in's move counts.
type Choose func(ctx context.Context, level string, rules game.Rules, view game.View) (game.Move, error)

// UsualLevel is the bot that people play with unless they choose another.
const UsualLevel = "medium"

// standIn is the level that decides when a person's time has run out, for who is
// away, and where another bot fails.
const standIn = "thumb"

// mostStuck is how many bots may be late at the same time; beyond that no others are
// asked, since each keeps memory and perhaps a core.
const mostStuck = 64

// How a bot may fail other than by saying so.
var (
	errLate    = errors.New("late")
	errPanic   = errors.New("panic")
	errIllegal = errors.New("not a legal move")
)

// failure says in a word how a bot has failed, and nothing of what it saw.
func failure(err error) string {
	for _, known := range []error{errLate, errPanic, errIllegal} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	return "an error of its own"
}

// OwnBots asks the bots of this program: it is what a house does unless it is told
// otherwise.
func OwnBots(ctx context.Context, level string, rules game.Rules, view game.View) (game.Move, error) {
	p, err := bot.New(level, rules, fair.NewRand(rand.Uint64()))
	if err != nil {
		return 0, err
	}
	return p.Choose(ctx, view)
}

// choose returns the word of a move for the view's seat, whatever happens.
func (h *House) choose(ctx context.Context, table, level string, rules game.Rules, view game.View) (string, error) {
	word, err := h.ask(ctx, level, rules, view.Clone())
	if err == nil {
		return word, nil
	}
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	// What a bot says of its failure may name cards, which no log may have.
	h.log.WarnContext(ctx, "a bot failed, its stand-in moves", "table", table, "level", level, "seat", view.Seat(), "why", failure(err))
	word, err = guard(view, func(v game.View) (game.Move, error) { return OwnBots(ctx, standIn, rules, v) })
	if err == nil {
		return word, nil
	}
	h.log.ErrorContext(ctx, "the stand-in failed, the first legal move counts", "table", table, "seat", view.Seat(), "why", failure(err))
	legal := view.Legal(nil)
	if len(legal) == 0 {
		return "", fmt.Errorf("house: seat %d has no legal move", view.Seat())
	}
	return view.Word(legal[0]), nil
}

// ask has a bot choose, but waits no longer than it may take.
func (h *House) ask(ctx context.Context, level string, rules game.Rules, view game.View) (string, error) {
	if h.stuck.Load() >= mostStuck {
		return "", errLate
	}
	ctx, cancel := context.WithTimeout(ctx, h.cfg.BotTime)
	defer cancel()
	type answer struct {
		word string
		err  error
	}
	answers := make(chan answer, 1)
	h.stuck.Add(1)
	go func() {
		defer h.stuck.Add(-1)
		word, err := guard(view, func(v game.View) (game.Move, error) { return h.cfg.Choose(ctx, level, rules, v) })
		answers <- answer{word, err}
	}()
	began := time.Now()
	select {
	case a := <-answers:
		h.see.BotThought(level, time.Since(began), false)
		return a.word, a.err
	case <-ctx.Done():
		h.see.BotThought(level, time.Since(began), errors.Is(ctx.Err(), context.DeadlineExceeded))
		return "", fmt.Errorf("%w: no move within %v", errLate, h.cfg.BotTime)
	}
}

// guard returns the word of the move that is chosen, if it is legal. A panic is an
// error.
func guard(view game.View, choose func(game.View) (game.Move, error)) (word string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", errPanic, r)
		}
	}()
	move, err := choose(view.Clone())
	if err != nil {
		return "", err
	}
	word = view.Word(move)
	if err := view.Check(word); err != nil {
		return "", fmt.Errorf("%w: %w", errIllegal, err)
	}
	return word, nil
}
