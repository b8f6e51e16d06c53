// Package worker answers the messages of a page that has a pocket of its own. Each
// message is one text of JSON; nothing is shared.
//
// # What the page sends
//
// Every message has an "id", which its answer has again, and a "do":
//
//	{"id": 1, "do": "open", "fields": "game=texas&seats=4&level=hard&name=Ann"}
//
// opens a table and starts its game; there is one table at a time, and the one before is
// forgotten. Fields are those of a form, encoded as a form's: see [pocket.Open].
//
//	{"id": 2, "do": "load", "lines": "..."}
//
// opens a table again of its lines, each with \n at its end.
//
//	{"id": 3, "do": "look", "who": 0}
//
// begins to show the table to a person (by their number, which is their seat), or with
// -1 what everybody may see. The answer has "html", the whole element #table, and
// "table", see below. Who looked before is shown no more.
//
//	{"id": 4, "do": "ask", "who": 0, "verb": "act", "fields": "game=1&ply=3&word=play+15"}
//
// is a form of what was drawn, whose address is [pocket.At] + "/" + verb.
//
//	{"id": 5, "do": "cover"}
//
// shows the table to nobody, until the next look.
//
//	{"id": 6, "do": "export"}
//
// is answered with all "lines" since the table was opened.
//
// # What the page is sent
//
// An answer is {"id": 1} and what was asked for; or {"id": 1, "error": "..."}, a sentence
// to show: nothing has happened then. A message that cannot be read is answered without id. Answers come in the order of the questions. What
// comes without being asked for has a "tell" instead of an id:
//
//	{"tell": "ready"}
//
// once, when messages can be sent.
//
//	{"tell": "update", "who": 0, "html": "...", "table": {...}}
//
// when the table has moved, for who looks: what a server's stream would send, see
// [pocket.Look.Update]. While nobody looks there is no who and no html, and the table
// says whose turn it is.
//
//	{"tell": "line", "line": "..."}
//
// is the next line of what is to be kept of the table, without its end. It comes before
// the update that shows what it says. The lines before the first game's beginning
// come before the answer to "open".
//
// "table" is how the table stands: {"game": "raincheck", "phase": "playing", "turn": 1,
// "people": [0, 1], "names": ["Ann", "Ben"]}; turn is -1 where it is nobody's.
package worker

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/url"
	"runtime/debug"
	"sync"

	"github.com/saloon-games/saloon/internal/pocket"
	"github.com/saloon-games/saloon/internal/web/form"
)

// A question is what the page sends.
type question struct {
	ID     int64  `json:"id"`
	Do     string `json:"do"`
	Fields string `json:"fields"`
	Lines  string `json:"lines"`
	Who    int    `json:"who"`
	Verb   string `json:"verb"`
}

// An answer is what the page is sent, asked for or not.
type answer struct {
	ID    int64            `json:"id,omitempty"`
	Tell  string           `json:"tell,omitempty"`
	Error string           `json:"error,omitempty"`
	Who   *int             `json:"who,omitempty"`
	HTML  string           `json:"html,omitempty"`
	Table *pocket.Standing `json:"table,omitempty"`
	Line  string           `json:"line,omitempty"`
	Lines string           `json:"lines,omitempty"`
}

// A Worker has the table of one page.
type Worker struct {
	cfg  pocket.Config
	post func(message string)
	log  *slog.Logger

	asked chan string
	moved chan struct{} // has room for one

	// Of the goroutine that answers.
	pocket *pocket.Pocket
	close  func()
	look   *pocket.Look
	who    int
}

// New returns a worker that sends messages by post. Of cfg, Keep and Moved are its own.
func New(cfg pocket.Config, post func(message string)) *Worker {
	w := &Worker{cfg: cfg, asked: make(chan string, 64), moved: make(chan struct{}, 1), close: func() {}, log: cfg.Log}
	if w.log == nil {
		w.log = slog.New(slog.DiscardHandler)
	}
	var mu sync.Mutex // bots add lines while something is answered
	w.post = func(message string) {
		mu.Lock()
		defer mu.Unlock()
		post(message)
	}
	w.cfg.Keep = func(line []byte) error {
		w.send(&answer{Tell: "line", Line: string(line)})
		return nil
	}
	w.cfg.Moved = func() {
		select {
		case w.moved <- struct{}{}:
		default:
		}
	}
	return w
}

// Take takes in a message of the page. It waits only where a page sends dozens before
// the first is answered.
func (w *Worker) Take(message string) { w.asked <- message }

func (w *Worker) send(a *answer) {
	text, err := json.Marshal(a)
	if err != nil {
		panic(err) // strings and numbers can always be written
	}
	w.post(string(text))
}

// Run answers until the context is done.
func (w *Worker) Run(ctx context.Context) {
	defer func() { w.close() }()
	w.send(&answer{Tell: "ready"})
	for {
		select {
		case <-ctx.Done():
			return
		case message := <-w.asked:
			w.answer(ctx, message)
		case <-w.moved:
			if err := w.update(ctx); err != nil && ctx.Err() == nil {
				w.send(&answer{Tell: "update", Error: pocket.Words(err)})
			}
		}
	}
}

// Errors of who writes the page.
var (
	errUnread  = errors.New("a message is JSON with a number id and a word do")
	errDo      = errors.New("there is nothing like that to do; do open, load, look, ask, cover or export")
	errNoTable = errors.New("no table is open; open or load one first")
	errBroken  = errors.New("it panicked")
)

func (w *Worker) answer(ctx context.Context, message string) {
	var q question
	if err := json.Unmarshal([]byte(message), &q); err != nil {
		w.send(&answer{Error: errUnread.Error()})
		return
	}
	a, err := w.safely(ctx, &q)
	if err != nil {
		a = answer{Error: words(err)}
	}
	a.ID = q.ID
	w.send(&a)
}

// safely does what is asked for. A panic is an error: the page hears that something broke
// and has all lines until then.
func (w *Worker) safely(ctx context.Context, q *question) (a answer, err error) {
	defer func() {
		if what := recover(); what != nil {
			err = errBroken
			w.log.Error("a question panicked", "do", q.Do, "what", what, "stack", string(debug.Stack()))
		}
	}()
	return w.do(ctx, q)
}

func words(err error) string {
	for _, own := range []error{errDo, errNoTable} {
		if errors.Is(err, own) {
			return own.Error()
		}
	}
	return pocket.Words(err)
}

func (w *Worker) do(ctx context.Context, q *question) (a answer, err error) {
	fields, err := url.ParseQuery(q.Fields)
	if err != nil {
		return a, &form.Error{Title: "That form cannot be read", Say: "Its fields are not written as a form's."}
	}
	switch q.Do {
	case "open":
		p, err := pocket.Open(ctx, w.cfg, fields)
		return a, w.settle(ctx, p, err)
	case "load":
		p, err := pocket.Load(ctx, w.cfg, []byte(q.Lines))
		return a, w.settle(ctx, p, err)
	case "look", "ask", "cover", "export":
		if w.pocket == nil {
			return a, errNoTable
		}
	default:
		return a, errDo
	}
	switch q.Do {
	case "look":
		look := w.pocket.Look(q.Who)
		html, table, err := look.Page(ctx)
		if err == nil {
			w.look, w.who = look, q.Who
		}
		return answer{HTML: html, Table: &table}, err
	case "ask":
		err = w.pocket.Do(ctx, q.Who, q.Verb, fields)
	case "cover":
		w.look = nil
	case "export":
		a.Lines = string(w.pocket.Export())
	}
	return a, err
}

// settle takes a table that was opened in the place of the one before.
func (w *Worker) settle(ctx context.Context, p *pocket.Pocket, err error) error {
	if err != nil {
		return err
	}
	w.close()
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := p.Run(ctx); err != nil {
			w.send(&answer{Tell: "update", Error: pocket.Words(err)})
		}
	}()
	w.close = func() {
		cancel()
		<-ended
	}
	w.pocket, w.look = p, nil
	return nil
}

// update shows what has changed to who looks.
func (w *Worker) update(ctx context.Context) error {
	if w.pocket == nil {
		return nil
	}
	a := answer{Tell: "update"}
	look := w.look
	if look == nil {
		look = w.pocket.Look(pocket.Everybody)
	} else {
		a.Who = &w.who
	}
	html, table, err := look.Update(ctx)
	if err != nil || w.look != nil && html == "" {
		return err
	}
	a.Table = &table
	if w.look != nil {
		a.HTML = html
	}
	w.send(&a)
	return nil
}
