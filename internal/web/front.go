package web

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/saloon-games/saloon/game/catalog"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/form"
	"github.com/saloon-games/saloon/internal/web/page"
)

// listed is how many public tables the front page shows.
const listed = 20

// games lists what can be played.
func (s *Server) games() []page.Game {
	var list []page.Game
	for _, rules := range catalog.All() {
		least, most := rules.Seats()
		list = append(list, page.Game{
			Name: rules.Name(), Title: rules.Title(), Least: least, Most: most, Usual: form.UsualSeats(rules),
		})
	}
	return list
}

// front is the front page.
func (s *Server) front(w http.ResponseWriter, r *http.Request) {
	s.forget(r)
	public, err := s.house.Public(r.Context(), listed)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	f := page.Front{Games: s.games(), Levels: s.levels, Public: public, Yours: s.yours(r)}
	s.show(w, r, http.StatusOK, page.FrontPage(s.shell(r, ""), f))
}

// show answers with a page. Pages are never kept: each is true for one person at one
// moment.
func (s *Server) show(w http.ResponseWriter, r *http.Request, status int, c templ.Component) {
	buf := templ.GetBuffer()
	defer templ.ReleaseBuffer(buf)
	if err := c.Render(r.Context(), buf); err != nil {
		if r.Context().Err() == nil {
			s.log.ErrorContext(r.Context(), "a page could not be drawn", "route", r.Pattern, "err", err)
		}
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = buf.WriteTo(w) // who asked has gone
}

// parse reads a form, or answers itself and returns false.
func (s *Server) parse(w http.ResponseWriter, r *http.Request) bool {
	if err := parseForm(r); err != nil {
		if t, _ := troubleOf(err); t.Status == http.StatusRequestEntityTooLarge {
			err = s.denied(r, errTooBig)
		} else {
			err = errForm
		}
		s.fail(w, r, err)
		return false
	}
	return true
}

// parseForm reads the form of a request into r.PostForm. The usual form, that of a
// move, is short and says how long it is; net/http would copy it three times.
func parseForm(r *http.Request) error {
	const most = 512
	if r.PostForm != nil {
		return nil // it has been read
	}
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	if n := r.ContentLength; n < 0 || n > most || kind != "application/x-www-form-urlencoded" {
		return r.ParseForm()
	}
	body := make([]byte, r.ContentLength)
	if _, err := io.ReadFull(r.Body, body); err != nil {
		return err
	}
	fields, err := url.ParseQuery(string(body))
	r.PostForm = fields
	return err
}

// done answers a form that was carried out: a page below the base to go on with, or
// nothing to a script.
func (s *Server) done(w http.ResponseWriter, r *http.Request, path string, seq int64) {
	if quiet(r) {
		if seq > 0 {
			w.Header().Set("Saloon-Seq", strconv.FormatInt(seq, 10))
		}
		w.WriteHeader(http.StatusNoContent)
		return
	}
	http.Redirect(w, r, s.cfg.Base+path, http.StatusSeeOther) //nolint:gosec // backTo and ids of tables: paths of this house
}

// settings are those of new tables.
func (c *Config) settings() house.Settings {
	return house.Settings{
		Pace: house.Unhurried, Chat: true,
		BotPause: int(c.BotPause.Milliseconds()), DealPause: int(c.DealPause.Milliseconds()),
	}
}

// opened opens a table for who asks and goes there.
func (s *Server) opened(w http.ResponseWriter, r *http.Request, anchor string, more func(house.Setup, string) []house.Command) {
	if !s.parse(w, r) {
		return
	}
	set, err := form.Setup(r.PostForm, s.cfg.settings())
	if err != nil {
		s.fail(w, r, err)
		return
	}
	g, err := s.welcome(w, r, r.PostForm.Get("name"))
	if err == nil && !s.limits.mayOpen(g.ID) {
		err = s.denied(r, errTables)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	id, err := s.house.Open(r.Context(), g.ID, set, more(set, g.Name)...)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	if quiet(r) {
		w.Header().Set("Location", s.cfg.Base+"/t/"+id)
		w.WriteHeader(http.StatusCreated)
		return
	}
	s.done(w, r, "/t/"+id+anchor, 0)
}

// play opens a table that bots fill. Without a script the game starts at once; with
// one (which sends start=later) the browser adds its seed to the shuffle first.
func (s *Server) play(w http.ResponseWriter, r *http.Request) {
	if !s.parse(w, r) {
		return
	}
	later := r.PostForm.Get("start") == "later"
	anchor := ""
	if later {
		anchor = "#now"
	}
	level, err := form.Level(r.PostForm) // before somebody becomes a guest for it
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.opened(w, r, anchor, func(set house.Setup, name string) []house.Command {
		commands := form.Company(set, name, level, 1)
		if !later {
			commands = append(commands, house.Start{})
		}
		return commands
	})
}

// open opens a table that waits for friends; who opens it sits down.
func (s *Server) open(w http.ResponseWriter, r *http.Request) {
	s.opened(w, r, "", func(_ house.Setup, name string) []house.Command {
		return []house.Command{house.Sit{Seat: 0, Name: name}}
	})
}

// join leads to the table with a code.
func (s *Server) join(w http.ResponseWriter, r *http.Request) {
	code := r.PathValue("code")
	if code == "" {
		code = r.URL.Query().Get("code")
	}
	if code == "" {
		s.show(w, r, http.StatusOK, page.JoinPage(s.shell(r, "Join a table"), "", ""))
		return
	}
	id, err := s.house.ByCode(r.Context(), code)
	if err != nil {
		if t, _ := troubleOf(err); t.Status == http.StatusNotFound && !quiet(r) {
			s.show(w, r, t.Status, page.JoinPage(s.shell(r, "Join a table"), code, t.Say))
			return
		}
		s.fail(w, r, err)
		return
	}
	s.done(w, r, "/t/"+id, 0)
}

// manifest lets a phone put the house on its home screen.
func (s *Server) manifest(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/manifest+json")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	_ = page.Manifest(s.cfg.Base).Render(context.WithoutCancel(r.Context()), w)
}
