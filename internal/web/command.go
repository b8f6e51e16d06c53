package web

import (
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/page"
)

func itoa(n int) string { return strconv.Itoa(n) }

// errField is a number or word of a form that cannot be read.
func errField(name, want string) error {
	return &problem{http.StatusUnprocessableEntity, "That form cannot be read", "The field " + name + " is " + want + ".", 0}
}

// number reads a field that is a number, or missing.
func number(form url.Values, name string, missing int) (int, error) {
	text := form.Get(name)
	if text == "" {
		return missing, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, errField(name, "a whole number")
	}
	return n, nil
}

// verbs are the commands that a form can give by its address, each with how it is
// read from the form.
var verbs = map[string]func(form url.Values) (house.Command, error){
	"leave":   func(url.Values) (house.Command, error) { return house.Leave{}, nil },
	"next":    func(url.Values) (house.Command, error) { return house.Ready{}, nil },
	"return":  func(url.Values) (house.Command, error) { return house.Return{}, nil },
	"nudge":   func(url.Values) (house.Command, error) { return house.Nudge{}, nil },
	"rematch": func(url.Values) (house.Command, error) { return house.Rematch{}, nil },
	"close":   func(url.Values) (house.Command, error) { return house.Close{}, nil },
	"start":   func(url.Values) (house.Command, error) { return house.Start{}, nil },
	"say": func(form url.Values) (house.Command, error) {
		return house.Say{Text: form.Get("text")}, nil
	},
	"rename": func(form url.Values) (house.Command, error) {
		return house.Rename{Name: form.Get("name")}, nil
	},
	"agree": func(form url.Values) (house.Command, error) {
		return house.Agree{Yes: form.Get("yes") == "on"}, nil
	},
	"seed": func(form url.Values) (house.Command, error) {
		seed, err := hex.DecodeString(form.Get("seed"))
		if err != nil {
			return nil, errField("seed", "hexadecimal digits")
		}
		return house.GiveSeed{Seed: seed}, nil
	},
	"bot": func(form url.Values) (house.Command, error) {
		seat, err := number(form, "seat", house.AnySeat)
		level := form.Get("level")
		if level == "" {
			level = page.UsualLevel
		}
		return house.AddBot{Seat: seat, Level: level}, err
	},
	"free": func(form url.Values) (house.Command, error) {
		seat, err := number(form, "seat", -1)
		return house.Free{Seat: seat}, err
	},
	"act": func(form url.Values) (house.Command, error) {
		n, err := number(form, "game", -1)
		if err != nil {
			return nil, err
		}
		ply, err := number(form, "ply", -1)
		return house.Act{Game: n, Ply: ply, Word: form.Get("word")}, err
	},
}

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
		g, _, err = s.guest(r)
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
	receipt, err := s.house.Do(r.Context(), id, g.ID, keyOf(r, verb), c)
	if err != nil {
		return 0, err
	}
	if verb == "rename" {
		err = s.rename(r.Context(), r, g.ID, r.PostForm.Get("name"))
	}
	return receipt.Seq, err
}

// keyOf is what makes a form that is sent twice count once. A move has a key by
// itself: the moment that it is made for.
func keyOf(r *http.Request, verb string) string {
	form := r.PostForm
	if verb != "act" {
		return form.Get("key")
	}
	return "act " + form.Get("game") + " " + form.Get("ply") + " " + form.Get("word")
}

// seedFirst gives the seed that came with the wish to start. A seat that has given
// one already has done its part.
func (s *Server) seedFirst(r *http.Request, id, who, seed string) error {
	c, err := verbs["seed"](url.Values{"seed": {seed}})
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
	form := r.PostForm
	switch verb {
	case "sit":
		seat, err := number(form, "seat", house.AnySeat)
		name := form.Get("name")
		if name == "" {
			name = g.Name
		}
		return house.Sit{Seat: seat, Name: name}, err
	case "change":
		scene, err := s.house.Scene(r.Context(), id, g.ID, 0)
		if err != nil {
			return nil, err
		}
		return changeOf(scene, form)
	}
	read, ok := verbs[verb]
	if !ok {
		return nil, errNoPage
	}
	return read(form)
}

// changeOf is the table as it is with what the form says otherwise. A form that has
// "all" has every choice: a box that is not in it is not ticked.
func changeOf(scene house.Scene, form url.Values) (house.Command, error) {
	rules, err := catalog.ByName(scene.Game)
	if err != nil {
		return nil, err
	}
	c := house.Change{Seats: len(scene.Seats), Options: scene.Options, Settings: scene.Settings}
	if c.Seats, err = number(form, "seats", c.Seats); err != nil {
		return nil, err
	}
	if c.Settings.BotPause, err = number(form, "pause", c.Settings.BotPause); err != nil {
		return nil, err
	}
	if c.Settings.DealPause, err = number(form, "deal", c.Settings.DealPause); err != nil {
		return nil, err
	}
	if pace := form.Get("pace"); pace != "" {
		c.Settings.Pace = house.Pace(pace)
	}
	all := form.Has("all")
	for name, set := range map[string]*bool{"public": &c.Settings.Public, "chat": &c.Settings.Chat} {
		if all || form.Has(name) {
			*set = form.Get(name) == "on"
		}
	}
	if all || hasOptions(form) {
		if c.Options, err = optionsOf(rules, form); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// optionField begins the names of fields that are options of a game.
const optionField = "option."

func hasOptions(form url.Values) bool {
	for name := range form {
		if strings.HasPrefix(name, optionField) {
			return true
		}
	}
	return false
}

// optionsOf reads the options of a game from a form; an empty field is an option that
// is not set.
func optionsOf(rules game.Rules, form url.Values) (game.Options, error) {
	options := game.Options{}
	for name, values := range form {
		option, ok := strings.CutPrefix(name, optionField)
		if !ok || values[0] == "" {
			continue
		}
		if err := game.ParseOption(rules.Options(), options, option+"="+values[0]); err != nil {
			return nil, &house.Refusal{Code: house.BadOptions, Say: "An option does not fit: " + err.Error() + ".", Err: err}
		}
	}
	return options, nil
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
