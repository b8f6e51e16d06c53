// Package workers has bots think in other processes: the messages, who asks and who
// answers.
//
// A question has what the seat on turn may know and nothing else: the game, its players
// and options, the seat, and the events as that seat was told them. The answer is a word,
// "play 15". Both can be lost, late, double or nonsense, for what comes of them is checked
// like any other move and appended to the log where it was when the question was asked.
//
// The package must never know tables, people, the store, hidden cards, or what carries
// its messages.
package workers

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
)

// Where questions are asked, and the group of those who answer them.
const (
	Subject = "saloon.think"
	Group   = "workers"
)

// version is that of the messages. Who gets another refuses it.
const version = 1

// mostThought is the longest time that a question may ask for.
const mostThought = 10 * time.Second

// A question asks what the seat on turn does.
type question struct {
	Version int    `json:"v"`
	Game    string `json:"game"`
	Level   string `json:"level"`
	// Millis is how long the answer is waited for, in milliseconds.
	Millis int64 `json:"ms"`
	// View is the JSON of a view with nothing in it that can be derived.
	View json.RawMessage `json:"view"`
}

// sight is what is sent of a view: the fields of its JSON that are not derived.
type sight struct {
	Seat    int          `json:"seat"`
	Players int          `json:"players"`
	Options game.Options `json:"options"`
	Events  []string     `json:"events"`
}

// An answer has a word, or says why there is none.
type answer struct {
	Version int    `json:"v"`
	Word    string `json:"word,omitempty"`
	Why     why    `json:"why,omitempty"`
	Say     string `json:"say,omitempty"` // of what is wrong with the question; never of what is in it
}

// why there is no word.
type why string

const (
	busy     why = "busy"     // another may have time
	unknown  why = "unknown"  // a version, game or level that this program does not know
	unread   why = "unread"   // no question
	helpless why = "helpless" // the bot has failed
)

// ask writes a question.
func ask(level string, rules game.Rules, view game.View, wait time.Duration) ([]byte, error) {
	options := view.Options()
	if options == nil {
		options = game.Options{}
	}
	seen, err := json.Marshal(sight{view.Seat(), view.Players(), options, view.Events()})
	if err != nil {
		return nil, err
	}
	return json.Marshal(question{version, rules.Name(), level, wait.Milliseconds(), seen})
}

// A refusal is why a question is not answered with a word.
type refusal struct {
	why why
	err error
}

func (r *refusal) Error() string { return r.err.Error() }
func (r *refusal) Unwrap() error { return r.err }

func refuse(w why, format string, args ...any) *refusal {
	return &refusal{w, fmt.Errorf(format, args...)}
}

// A task is a question as who answers it understands it.
type task struct {
	level string
	rules game.Rules
	view  game.View
	until time.Time // when nobody waits any more
}

// read reads a question that came at a time.
func read(data []byte, came time.Time) (*task, *refusal) {
	var q question
	if err := json.Unmarshal(data, &q); err != nil {
		return nil, refuse(unread, "that is no question: want JSON with v, game, level, ms and view")
	}
	if q.Version != version {
		return nil, refuse(unknown, "a question of version %d; this program answers version %d", q.Version, version)
	}
	rules, err := catalog.ByName(q.Game)
	if err != nil {
		return nil, &refusal{unknown, err}
	}
	if !slices.Contains(bot.NamesFor(rules), q.Level) {
		return nil, refuse(unknown, "no bot %s plays %s here", game.Quote(q.Level), rules.Title())
	}
	wait := time.Duration(q.Millis) * time.Millisecond
	if q.Millis < 1 || q.Millis > mostThought.Milliseconds() {
		return nil, refuse(unread, "an answer within %d ms; want 1 to %d", q.Millis, mostThought.Milliseconds())
	}
	view, err := look(rules, q.View)
	if err != nil {
		return nil, &refusal{unread, err}
	}
	return &task{q.Level, rules, view, came.Add(wait)}, nil
}

// look makes a view of what its seat was told. Its errors tell nothing of that.
func look(rules game.Rules, data []byte) (game.View, error) {
	var s sight
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, errors.New("a view that cannot be read; want seat, players, options and events")
	}
	if s.Seat < 0 || s.Seat >= s.Players {
		return nil, errors.New("a view without a seat")
	}
	view, err := rules.NewView(s.Players, s.Options, s.Seat)
	if err == nil {
		err = view.UnmarshalJSON(data)
	}
	if err != nil {
		return nil, errors.New("a view that breaks the rules of " + rules.Title())
	}
	if seat, ok := view.Turn().Seat(); !ok || seat != s.Seat {
		return nil, errors.New("a view whose seat is not on turn")
	}
	return view, nil
}
