package replay

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/game/texas"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/board"
)

// namesOf returns what the seats of a game are called: as its record says in a field
// "names", else, for the table's present game, as the table does, else by number.
func namesOf(p *played, scene *house.Scene) []string {
	names := make([]string, p.rec.Players())
	for i := range names {
		names[i] = "Seat " + strconv.Itoa(i+1)
	}
	var said []string
	if field, ok := p.rec.Field("names"); ok && json.Unmarshal(field, &said) == nil && len(said) == len(names) {
		for i, name := range said {
			if name != "" {
				names[i] = name
			}
		}
		return names
	}
	if scene.Number == p.n && len(scene.Seats) == len(names) {
		for i := range names {
			if scene.Seats[i].Taken {
				names[i] = scene.Seats[i].Name
			}
		}
	}
	return names
}

// A reel is a game at one of its steps.
type reel struct {
	*played
	*board.Sight
	step, last int
	say        string // what happened last
	event      string // the word of it
	acts       []act
}

// An act is a hand or a round of the game, with its scenes.
type act struct {
	title  string
	first  int // step
	here   bool
	scenes []scene
}

// A scene is a trick of a hand, or a part of a round.
type scene struct {
	title string
	lines []line
}

// A line is one event in the list.
type line struct {
	step int
	text string
	here bool
}

// mostLines is how many events a list may have before it shows those of the present
// act only.
const mostLines = 600

// wind replays a game up to a step, from 1 on, and lists all of its events.
func wind(p *played, names []string, step int) (*reel, error) {
	m, err := game.NewMatch(p.rec.Rules(), p.rec.Players(), p.rec.Options())
	if err != nil {
		return nil, err
	}
	r := &reel{played: p, step: step, last: len(p.rec.Events())}
	var moves []house.Made
	for i, event := range p.rec.Events() {
		made := house.Made{Seat: game.Spectator, By: house.ByChance}
		if seat, ok := m.State().Turn().Seat(); ok {
			made = house.Made{Seat: seat, By: house.ByPerson}
		}
		moves = append(moves, made)
		if err := m.Apply(event); err != nil {
			return nil, err
		}
		r.list(m.State(), i+1, event, made.Seat, names)
		if i+1 == step {
			r.Sight = sightOf(p, m, moves, names)
		}
	}
	if r.last > mostLines {
		for i := range r.acts {
			if !r.acts[i].here {
				r.acts[i].scenes = nil
			}
		}
	}
	r.event = p.rec.Events()[step-1]
	told := *r.Sight
	for _, view := range r.Hands { // somebody was told all of it
		if e := view.Events()[step-1]; !strings.Contains(e, "?") {
			told.View = view
			break
		}
	}
	r.say = p.board.Tell(&told, step-1)
	return r, nil
}

// sightOf is a match as somebody sees it to whom all cards are open.
func sightOf(p *played, m *game.Match, moves []house.Made, names []string) *board.Sight {
	s := &board.Sight{Scene: house.Scene{
		Game: p.rec.Rules().Name(), Phase: house.Playing, Options: p.rec.Options(),
		Seats: make([]house.Seat, m.Players()), You: game.Spectator, Number: p.n, Ply: len(moves),
		Turn: game.Spectator, Moves: slices.Clip(moves), View: m.View(game.Spectator),
	}, Still: true}
	for i := range s.Seats {
		s.Seats[i] = house.Seat{Name: names[i], Taken: true}
		s.Hands = append(s.Hands, m.View(i))
	}
	switch turn := s.View.Turn(); turn {
	case game.Over:
		s.Phase = house.Over
	case game.Chance:
	default:
		s.Turn, _ = turn.Seat()
	}
	return s
}

// list adds an event, after which the game stands like this, to the list.
func (r *reel) list(s game.State, step int, event string, seat int, names []string) {
	actTitle, sceneTitle := place(s, event)
	if n := len(r.acts); n == 0 || r.acts[n-1].title != actTitle {
		r.acts = append(r.acts, act{title: actTitle, first: step})
	}
	a := &r.acts[len(r.acts)-1]
	if n := len(a.scenes); n == 0 || a.scenes[n-1].title != sceneTitle {
		a.scenes = append(a.scenes, scene{title: sceneTitle})
	}
	here := step == r.step
	a.here = a.here || here
	sc := &a.scenes[len(a.scenes)-1]
	sc.lines = append(sc.lines, line{step: step, text: label(event, seat, names), here: here})
}

// label is an event as the list has it: its word and who made it.
func label(event string, seat int, names []string) string {
	verb, rest, _ := strings.Cut(event, " ")
	if seat == game.Spectator {
		if verb == "deal" { // its cards lie on the table
			return verb
		}
		return event
	}
	if verb == "opener" {
		if n, err := strconv.Atoi(rest); err == nil && n >= 0 && n < len(names) {
			event = names[n] + " opens"
		}
	}
	return names[seat] + ": " + event
}

// place says in which hand or round an event was, and in which trick or part of it.
// The state is the one after the event.
func place(s game.State, event string) (act, scene string) {
	verb, _, _ := strings.Cut(event, " ")
	switch s := s.(type) {
	case *texas.State:
		act = "Hand " + strconv.Itoa(s.HandNumber())
		if verb == "deal" {
			return act, "Deal"
		}
		trick := 1
		for seat := range s.Players() {
			trick += s.Taken(seat)
		}
		if len(s.Trick()) == 0 { // the event belongs to the one that is finished
			trick--
		}
		return act, "Trick " + strconv.Itoa(trick)
	case *raincheck.State:
		return "Round " + strconv.Itoa(s.Round()), parts[verb]
	default:
		return "The game", ""
	}
}

// parts are the parts of a round of Showdown, by the events in them.
var parts = map[string]string{
	"start": "Start", "river": "Start", "stack": "Stacking", "bet": "Betting", "fold": "Betting", "flip": "Flipping", "lose": "Loss",
}
