package workers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"sync"
	"time"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/house"
)

// WorkerConfig is what a [Worker] is made of. Zero values mean what is said.
type WorkerConfig struct {
	// Answer has got called with the questions that fall to this worker, one after
	// another, until stop is called, as bus.Bus does. It must be there.
	Answer func(subject, group string, got func(data []byte, reply func([]byte) error)) (stop func() error, err error)
	Choose house.Choose // nil: house.OwnBots
	Slots  int          // most decisions at a time; 0: as many as Go uses processors
	Queue  int          // most that wait; 0: four for each slot
	// Decided is told of each question: the level, or "" if it is not known; "answered" or
	// why not; how long it took from its coming. Nil: nobody is.
	Decided func(level, outcome string, d time.Duration)
	Log     *slog.Logger // nil: nothing is logged
}

// A Worker answers questions until it is closed.
type Worker struct {
	cfg     WorkerConfig
	waiting chan *request
	stop    func() error
	slots   sync.WaitGroup

	mu     sync.Mutex // held to add to waiting or to close it
	ending bool
}

// A request is a question and the way back to who asked.
type request struct {
	data  []byte
	came  time.Time
	reply func([]byte) error
}

// Work begins to answer.
func Work(cfg WorkerConfig) (*Worker, error) {
	if cfg.Choose == nil {
		cfg.Choose = house.OwnBots
	}
	if cfg.Slots == 0 {
		cfg.Slots = runtime.GOMAXPROCS(0)
	}
	if cfg.Queue == 0 {
		cfg.Queue = 4 * cfg.Slots
	}
	if cfg.Decided == nil {
		cfg.Decided = func(string, string, time.Duration) {}
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	w := &Worker{cfg: cfg, waiting: make(chan *request, cfg.Queue)}
	stop, err := cfg.Answer(Subject, Group, w.take)
	if err != nil {
		return nil, fmt.Errorf("workers: %w", err)
	}
	w.stop = stop
	for range cfg.Slots {
		w.slots.Go(func() {
			for r := range w.waiting {
				w.answer(r)
			}
		})
	}
	return w, nil
}

// Close has no more questions come, answers those that have, and returns when that is
// done.
func (w *Worker) Close() error {
	err := w.stop()
	w.mu.Lock()
	if !w.ending {
		w.ending = true
		close(w.waiting)
	}
	w.mu.Unlock()
	w.slots.Wait()
	return err
}

// take takes a question in, or says at once that there is no room: whoever asked has
// others to ask.
func (w *Worker) take(data []byte, reply func([]byte) error) {
	r := &request{data, time.Now(), reply}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.ending {
		select {
		case w.waiting <- r:
			return
		default:
		}
	}
	w.tell(r, "", answer{Why: busy})
}

// tell answers.
func (w *Worker) tell(r *request, level string, a answer) {
	a.Version = version
	data, err := json.Marshal(a)
	if err == nil {
		err = r.reply(data)
	}
	if err != nil {
		w.cfg.Log.Warn("an answer could not be sent", "err", err)
	}
	outcome := "answered"
	if a.Why != "" {
		outcome = string(a.Why)
	}
	w.cfg.Decided(level, outcome, time.Since(r.came))
}

// answer thinks and answers.
func (w *Worker) answer(r *request) {
	t, refused := read(r.data, r.came)
	if refused != nil {
		w.cfg.Log.Warn("a question that cannot be answered", "why", refused.Error())
		w.tell(r, "", answer{Why: refused.why, Say: refused.Error()})
		return
	}
	// A bot that is told in time says what it has found.
	ctx, cancel := context.WithTimeout(context.Background(), time.Until(t.until)*9/10)
	defer cancel()
	if ctx.Err() != nil {
		w.tell(r, t.level, answer{Why: busy}) // it has waited so long that nobody waits for it
		return
	}
	word, err := w.choose(ctx, t)
	if err != nil {
		// What a bot says of its failure may name cards: that is for who debugs.
		w.cfg.Log.Warn("a bot failed", "level", t.level, "game", t.rules.Name(), "seat", t.view.Seat())
		w.cfg.Log.Debug("what the bot said", "err", err)
		w.tell(r, t.level, answer{Why: helpless})
		return
	}
	w.tell(r, t.level, answer{Word: word})
}

// choose returns the word of a legal move. A panic is an error.
func (w *Worker) choose(ctx context.Context, t *task) (word string, err error) {
	defer func() {
		if what := recover(); what != nil {
			err = fmt.Errorf("panic: %v", what)
		}
	}()
	move, err := w.cfg.Choose(ctx, t.level, t.rules, t.view.Clone())
	if err != nil {
		return "", err
	}
	if word = t.view.Word(move); t.view.Check(word) != nil {
		return "", errors.New("not a legal move: " + game.Quote(word))
	}
	return word, nil
}
