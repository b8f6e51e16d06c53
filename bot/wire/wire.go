// Package wire is what programs that play say to each other, as docs/PROTOCOL.md fixes
// it, one JSON object a line: the protocol saloon-bot/1 from both ends, Server for a
// player of ours and Foreign for a bot of somebody else's, and the questions for a
// policy that Policies answers.
//
// It reads and writes streams. It must never know processes, files or clocks: who
// has streams and deadlines brings them, a deadline as a context.
package wire

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/game/texas"
)

// Protocol is the protocol's name and version.
const Protocol = "saloon-bot/1"

// Hello begins a game with a bot. Field by field it is the protocol's message.
type Hello struct {
	// Game is the game's name, Players how many play, and Seat the bot's own.
	Game    string
	Players int
	Seat    int
	// Options are the table's.
	Options game.Options
	// Seed is for the bot's own chance. It should have 53 bits at most, so
	// that it stays whole in any program's JSON.
	Seed uint64
	// DeadlineMS is how long an answer may take, in milliseconds; 0 for any time.
	DeadlineMS int
}

// The messages, with their fields in the order of docs/PROTOCOL.md.
type (
	helloMessage struct {
		Type       string       `json:"type"`
		Protocol   string       `json:"protocol"`
		Game       string       `json:"game"`
		Players    int          `json:"players"`
		Seat       int          `json:"seat"`
		Options    game.Options `json:"options"`
		Seed       uint64       `json:"seed"`
		DeadlineMS int          `json:"deadline_ms"`
	}
	readyMessage struct {
		Type string `json:"type"`
		Name string `json:"name"`
	}
	eventMessage struct {
		Type  string `json:"type"`
		Ply   int    `json:"ply"`
		Seat  *int   `json:"seat"`
		Event string `json:"event"`
	}
	decideMessage struct {
		Type  string   `json:"type"`
		Ply   int      `json:"ply"`
		Legal []string `json:"legal"`
	}
	moveMessage struct {
		Type string `json:"type"`
		Ply  int    `json:"ply"`
		Move string `json:"move"`
	}
	overMessage struct {
		Type    string `json:"type"`
		Winners []int  `json:"winners"`
		Totals  []int  `json:"totals,omitempty"`
		Energy  []int  `json:"energy,omitempty"`
	}
	quitMessage struct {
		Type string `json:"type"`
	}
)

// over is the message that the game has ended in this state.
func over(end game.State) overMessage {
	m := overMessage{Type: "over", Winners: end.Winners()}
	switch s := end.(type) {
	case *texas.State:
		for seat := range s.Players() {
			m.Totals = append(m.Totals, s.Total(seat))
		}
	case *raincheck.State:
		for seat := range s.Players() {
			m.Energy = append(m.Energy, s.Energy(seat))
		}
	}
	return m
}

// line is a message as a line.
func line(message any) []byte {
	text, err := json.Marshal(message)
	if err != nil { // of numbers, strings and lists of them, and options are checked
		panic("wire: a message does not marshal: " + err.Error())
	}
	return append(text, '\n')
}

// fields are those of a message that has come. Names are told apart by case, of
// several with the same name the last one counts, and unknown ones do no harm.
type fields map[string]json.RawMessage

// parse reads a line; example is one that would be right.
func parse(text []byte, example any) (fields, error) {
	var f fields
	if err := json.Unmarshal(text, &f); err != nil || f == nil {
		return nil, fmt.Errorf("want one JSON object a line, such as %s, not %s", bytes.TrimSpace(line(example)), game.Quote(string(text)))
	}
	return f, nil
}

// kind is the message's type; "" if it has none.
func (f fields) kind() string {
	var s string
	_ = json.Unmarshal(f["type"], &s) // what is no string is no type
	return s
}

// read reads a field that must be there into what a pointer points to; want says
// what it should be, for the error.
func (f fields) read(name, want string, into any) error {
	raw, ok := f[name]
	if !ok {
		return fmt.Errorf("%s is missing; want %s", name, want)
	}
	if string(raw) == "null" || json.Unmarshal(raw, into) != nil {
		return fmt.Errorf("%s: want %s, not %s", name, want, game.Quote(string(raw)))
	}
	return nil
}
