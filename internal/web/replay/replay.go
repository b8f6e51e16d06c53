// Package replay shows games that are over: step by step with every card open, each
// step with an address of its own; as a record to download; and with all shuffles
// repeated, by the reader's own browser and by the house.
//
// The package must never know sessions or the store, and never show a game that is
// not over: the record that it is given is refused until then.
package replay

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/board"
	"github.com/saloon-games/saloon/internal/web/page"
	"github.com/saloon-games/saloon/record"
)

//go:generate go tool -modfile=../../../tools/templ.mod templ generate -path .

// Config is what replays need of their surroundings. All fields must be there.
type Config struct {
	// Record returns the record of a table's game by its number, or refuses it: before
	// the end of the game, always.
	Record func(ctx context.Context, id string, n int) (*record.Record, error)
	// Scene returns what a spectator may see of the table, for the names at its seats.
	Scene func(ctx context.Context, id string) (house.Scene, error)
	// Shell is the frame of a page with that title, for who asks.
	Shell func(r *http.Request, title string) page.Shell
	// Link makes the full address, to be sent to others, of a path below the base.
	Link func(r *http.Request, path string) string
	// Fail answers with an error. One that is fs.ErrNotExist says that there is no
	// such page.
	Fail func(w http.ResponseWriter, r *http.Request, err error)
	// Boards are the boards by the names of their games.
	Boards map[string]board.Board
}

// Register makes known, below no base path,
//
//	GET /t/{id}/game/{n}           the n-th game of a table, from its first step
//	GET /t/{id}/game/{n}/{step}    the game after so many events, from 1 on
//	GET /t/{id}/game/{n}/record    its record, one line of JSON
//	GET /t/{id}/game/{n}/shuffle   its shuffles, repeated
func Register(mux *http.ServeMux, cfg Config) {
	h := handlers{cfg}
	mux.HandleFunc("GET /t/{id}/game/{n}", h.game(h.step))
	mux.HandleFunc("GET /t/{id}/game/{n}/{step}", h.game(h.step))
	mux.HandleFunc("GET /t/{id}/game/{n}/record", h.game(h.record))
	mux.HandleFunc("GET /t/{id}/game/{n}/shuffle", h.game(h.shuffle))
}

type handlers struct{ Config }

// A played is a game that is over, and where.
type played struct {
	rec   *record.Record
	table string
	n     int
	board board.Board
}

// path is the address of the game, or of something of it such as "/record".
func (p *played) path(what string) string {
	return "/t/" + p.table + "/game/" + strconv.Itoa(p.n) + what
}

// title names the game, as titles of pages do.
func (p *played) title() string {
	name, _, _ := strings.Cut(p.rec.Rules().Title(), " (")
	return name + ", game " + strconv.Itoa(p.n)
}

// number reads a positive number as an address has it.
func number(word string) (int, bool) {
	n, err := strconv.Atoi(word)
	return n, err == nil && n > 0 && strconv.Itoa(n) == word
}

// game finds the game that a request is about and answers where there is none.
func (h *handlers) game(next func(http.ResponseWriter, *http.Request, *played) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		err := func() error {
			n, ok := number(r.PathValue("n"))
			if !ok {
				return fmt.Errorf("a game has a number from 1 on, not %s: %w", game.Quote(r.PathValue("n")), fs.ErrNotExist)
			}
			rec, err := h.Record(r.Context(), r.PathValue("id"), n)
			if err != nil {
				return err
			}
			b := h.Boards[rec.Rules().Name()]
			if b == nil {
				return fmt.Errorf("replay: there is no board for %s", rec.Rules().Name())
			}
			return next(w, r, &played{rec: rec, table: r.PathValue("id"), n: n, board: b})
		}()
		if err != nil {
			h.Fail(w, r, err)
		}
	}
}

// step answers with the game after some of its events.
func (h *handlers) step(w http.ResponseWriter, r *http.Request, p *played) error {
	k, word, last := 1, r.PathValue("step"), len(p.rec.Events())
	if word != "" {
		var ok bool
		if k, ok = number(word); !ok || k > last {
			return fmt.Errorf("there is no step %s in this game, it has steps 1 to %d: %w", game.Quote(word), last, fs.ErrNotExist)
		}
	}
	scene, err := h.Scene(r.Context(), p.table)
	if err != nil {
		return err
	}
	reel, err := wind(p, namesOf(p, &scene), k)
	if err != nil {
		return err
	}
	sh := h.Shell(r, p.title()+", step "+strconv.Itoa(k))
	sh.About = "A game of " + p.rec.Rules().Title() + " step by step, every card open."
	sh.Slim = true
	return send(w, r, stepPage(sh, reel, h.Link(r, p.path("/"+strconv.Itoa(k)))))
}

// record answers with the record itself.
func (h *handlers) record(w http.ResponseWriter, _ *http.Request, p *played) error {
	var b bytes.Buffer
	if err := record.Write(&b, p.rec); err != nil {
		return err
	}
	head := w.Header()
	head.Set("Content-Type", "application/json; charset=utf-8")
	head.Set("Content-Disposition", `attachment; filename="`+p.file()+`"`)
	head.Set("Content-Length", strconv.Itoa(b.Len()))
	head.Set("Cache-Control", "private, max-age=3600") // it never changes
	_, _ = w.Write(b.Bytes())                          // who asked may be gone
	return nil
}

// file is how the record's file is called.
func (p *played) file() string {
	return p.rec.Rules().Name() + "-" + strconv.Itoa(p.n) + ".saloon.json"
}

// shuffle answers with the page that repeats the shuffles.
func (h *handlers) shuffle(w http.ResponseWriter, r *http.Request, p *played) error {
	scene, err := h.Scene(r.Context(), p.table)
	if err != nil {
		return err
	}
	sh := h.Shell(r, "Check the shuffle: "+p.title())
	sh.Script = "shuffle.js"
	sh.About = "Every shuffle of a game, repeated from its seeds by your own browser."
	return send(w, r, shufflePage(sh, p, namesOf(p, &scene), verify(p.rec)))
}

// send writes a page.
func send(w http.ResponseWriter, r *http.Request, c templ.Component) error {
	var b bytes.Buffer
	if err := c.Render(r.Context(), &b); err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(b.Bytes()) // who asked may be gone
	return nil
}
