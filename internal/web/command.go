package web

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/form"
	"github.com/saloon-games/saloon/internal/web/page"
)

func itoa(n int) string { return strconv.Itoa(n) }

// command carries out what a form asks of a table.
func (s *Server) command(w http.ResponseWriter, r *http.Request) {
	if !s.parse(w, r) {
		return
	}
	seq, err := s.carryOut(w, r, r.PathValue("id"), r.PathValue("verb"))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.done(w, r, "/t/"+r.PathValue("id"), seq)
}

func (s *Server) carryOut(w http.ResponseWriter, r *http.Request, id, verb string) (seq int64, err error) {
	var g house.Guest
	if verb == "sit" { // the only thing that somebody new can do at a table
		g, err = s.welcome(w, r, r.PostForm.Get("name"))
	} else {
		g, err = s.guest(r)
	}
	if err != nil {
		return 0, err
	}
	if !s.limits.mayDo(g.ID) {
		return 0, s.denied(r, errTooFast)
	}
	c, err := s.read(r, id, verb, g)
	if err != nil {
		return 0, err
	}
	if seed := r.PostForm.Get("seed"); verb == "start" && seed != "" {
		if err := s.seedFirst(r, id, g.ID, seed); err != nil {
			return 0, err
		}
	}
	receipt, err := s.house.Do(r.Context(), id, g.ID, form.Key(verb, r.PostForm), c)
	if err != nil {
		return 0, err
	}
	if verb == "rename" {
		err = s.rename(r.Context(), r, g.ID, r.PostForm.Get("name"))
	}
	return receipt.Seq, err
}

// seedFirst gives the seed that came with the wish to start. A seat that has given
// one already has done its part.
func (s *Server) seedFirst(r *http.Request, id, who, seed string) error {
	c, err := form.Read("seed", url.Values{"seed": {seed}})
	if err != nil {
		return err
	}
	_, err = s.house.Do(r.Context(), id, who, "", c)
	var refusal *house.Refusal
	if errors.As(err, &refusal) && (refusal.Code == house.SeedGiven || refusal.Code == house.GameOn) {
		return nil
	}
	return err
}

// read reads the command of a form. Some need to know how the table is.
func (s *Server) read(r *http.Request, id, verb string, g house.Guest) (house.Command, error) {
	switch verb {
	case "sit":
		return form.Sit(r.PostForm, g.Name)
	case "change":
		scene, err := s.house.Scene(r.Context(), id, g.ID, house.Latest) // what is not in the form stays as it is
		if err != nil {
			return nil, err
		}
		return form.Change(scene, r.PostForm)
	}
	return form.Read(verb, r.PostForm)
}

// choicesOf lists what can be chosen of a game.
func choicesOf(rules game.Rules, set game.Options) []page.Choice {
	var list []page.Choice
	for _, o := range rules.Options() {
		list = append(list, choiceOf(o, set))
	}
	return list
}

func choiceOf(o game.Option, set game.Options) page.Choice {
	c := page.Choice{Name: o.Name, Help: o.Help, Rule: o.Rule, Words: o.Words, Least: o.Min, Most: o.Max}
	switch v := set[o.Name].(type) {
	case int:
		c.Value = itoa(v)
	case string:
		c.Value = v
	}
	return c
}
