package house

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/saloon-games/saloon/game"
)

// Event is one entry of a table's log. An event says all that is needed to know
// what came of it, and nothing that is secret when it is written.
type Event interface {
	// kind is the event's word in the log.
	kind() string
	// apply changes the table. It refuses what cannot follow; then the log is
	// broken and the table of no more use.
	apply(t *Table) error
}

// Opened is the first event of every table.
type Opened struct {
	Code     string       `json:"code"`
	Owner    string       `json:"owner"`
	Game     string       `json:"game"`
	Seats    int          `json:"seats"`
	Options  game.Options `json:"options"`
	Settings Settings     `json:"settings"`
}

// Committed publishes the commitment to a server seed for the next game, with the
// seats and the options that the table has now. It comes before any client seed
// of that game.
type Committed struct {
	// Secret is the number under which the store keeps the seed: one for each
	// commitment, counted from 1 at each table.
	Secret     int64  `json:"secret"`
	Commitment string `json:"commitment"` // 64 hex digits
}

// Changed is the owner's choice for a table that has not started. Other seats or
// options end the commitment and with it the client seeds; another follows.
type Changed struct {
	Seats    int          `json:"seats"`
	Options  game.Options `json:"options"`
	Settings Settings     `json:"settings"`
}

// Sat is a person who took a seat.
type Sat struct {
	Seat   int    `json:"seat"`
	Person string `json:"person"`
	Name   string `json:"name"`
}

// BotSat is a bot that was put on a seat.
type BotSat struct {
	Seat  int    `json:"seat"`
	Level string `json:"level"`
	Name  string `json:"name"`
}

// Left is a seat that became empty, before a game or after it.
type Left struct {
	Seat int `json:"seat"`
}

// Renamed is a seated person's new name.
type Renamed struct {
	Seat int    `json:"seat"`
	Name string `json:"name"`
}

// Seeded is the client seed of a seat for the next game.
type Seeded struct {
	Seat int    `json:"seat"`
	Seed string `json:"seed"` // hex
}

// Started closes the list of client seeds and begins a game.
type Started struct {
	Game int `json:"game"` // counted from 1 at each table
}

// Moved is an event of the game.
type Moved struct {
	Seat int    `json:"seat"` // -1 for chance
	Word string `json:"word"`
	By   By     `json:"by"`
}

// By says who made an event of the game happen.
type By string

// Who there is.
const (
	ByPerson By = "person" // the person on the seat
	ByBot    By = "bot"    // the bot on the seat, or the one that plays for who is away
	ByClock  By = "clock"  // a bot, since the person's time had run out
	ByChance By = "chance"
)

// Away is a person for whom a bot plays until they return.
type Away struct {
	Seat int `json:"seat"`
}

// Back is a person who has returned.
type Back struct {
	Seat int `json:"seat"`
}

// Readied is a person who has seen enough of the hand or round that has ended.
type Readied struct {
	Seat int `json:"seat"`
}

// Agreed is a person's word on whether spectators see all hands of the next game.
type Agreed struct {
	Seat int  `json:"seat"`
	Yes  bool `json:"yes"`
}

// Credited gives the seat on turn the time back in which the house was down.
type Credited struct {
	Micros int64 `json:"micros"` // how much
	Until  int64 `json:"until"`  // the end of the last outage that counted, in microseconds since 1970
}

// Said is a line of the table's talk.
type Said struct {
	Seat int    `json:"seat"`
	Text string `json:"text"`
}

// Revealed publishes the server seed after the game's last event.
type Revealed struct {
	Seed string `json:"seed"` // 64 hex digits
}

// Again opens the table for another game with the same people.
type Again struct{}

// Closed is a table's last event.
type Closed struct {
	// Seed is the server seed of a game that was not played to its end.
	Seed string `json:"seed,omitempty"`
	// Reason is what people are told if who looks after the house has closed it.
	Reason string `json:"reason,omitempty"`
}

// Erased says that the entries before it have been rewritten: the name of a person who
// was at the table, and what they said, are gone from them. Whoever has read those before
// must read them again.
type Erased struct {
	Person string `json:"person"` // id, which is nobody's any more
}

func (Opened) kind() string    { return "opened" }
func (Committed) kind() string { return "committed" }
func (Changed) kind() string   { return "changed" }
func (Sat) kind() string       { return "sat" }
func (BotSat) kind() string    { return "bot" }
func (Left) kind() string      { return "left" }
func (Renamed) kind() string   { return "renamed" }
func (Seeded) kind() string    { return "seeded" }
func (Started) kind() string   { return "started" }
func (Moved) kind() string     { return "moved" }
func (Away) kind() string      { return "away" }
func (Back) kind() string      { return "back" }
func (Readied) kind() string   { return "readied" }
func (Agreed) kind() string    { return "agreed" }
func (Credited) kind() string  { return "credited" }
func (Said) kind() string      { return "said" }
func (Revealed) kind() string  { return "revealed" }
func (Again) kind() string     { return "again" }
func (Closed) kind() string    { return "closed" }
func (Erased) kind() string    { return "erased" }

// logVersion is the version of the envelope and of all kinds in it: the greatest that
// this program reads. It grows when a reader of the old one would misunderstand. An entry
// says the least version that its reader must know, not that of the program which wrote
// it, so that a newer program's tables stay everybody's until something new happens there.
const logVersion = 1

type envelope struct {
	Version int             `json:"v"`
	Kind    string          `json:"k"`
	Event   json.RawMessage `json:"e"`
}

// encode writes an event as a log keeps it.
func encode(e Event) ([]byte, error) {
	body, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("house: event %s: %w", e.kind(), err)
	}
	return json.Marshal(envelope{logVersion, e.kind(), body})
}

// decode reads what encode wrote. A later version, a kind or a field that it does
// not know are refused: a reader that dropped them would show another table than
// the writer.
func decode(data []byte) (Event, error) {
	var env envelope
	if err := strict(data, &env); err != nil {
		// Perhaps a later version has other fields; its number it has as it always was.
		var only struct {
			Version int `json:"v"`
		}
		if json.Unmarshal(data, &only) == nil && only.Version > logVersion {
			return nil, tooNew("version %d, and this program knows %d", only.Version, logVersion)
		}
		return nil, fmt.Errorf("house: an entry of a log: %w", err)
	}
	if env.Version > logVersion {
		return nil, tooNew("version %d, and this program knows %d", env.Version, logVersion)
	}
	if env.Version < 1 {
		return nil, fmt.Errorf("house: an entry of a log has version %d; want 1 to %d", env.Version, logVersion)
	}
	read, ok := readers[env.Kind]
	if !ok {
		return nil, tooNew("the kind %s, which this program does not know", game.Quote(env.Kind))
	}
	e, err := read(env.Event)
	if err != nil {
		return nil, fmt.Errorf("house: event %s: %w", env.Kind, err)
	}
	return e, nil
}

// readers has a reader for every kind.
var readers = map[string]func([]byte) (Event, error){
	Opened{}.kind():    read[Opened],
	Committed{}.kind(): read[Committed],
	Changed{}.kind():   read[Changed],
	Sat{}.kind():       read[Sat],
	BotSat{}.kind():    read[BotSat],
	Left{}.kind():      read[Left],
	Renamed{}.kind():   read[Renamed],
	Seeded{}.kind():    read[Seeded],
	Started{}.kind():   read[Started],
	Moved{}.kind():     read[Moved],
	Away{}.kind():      read[Away],
	Back{}.kind():      read[Back],
	Readied{}.kind():   read[Readied],
	Agreed{}.kind():    read[Agreed],
	Credited{}.kind():  read[Credited],
	Said{}.kind():      read[Said],
	Revealed{}.kind():  read[Revealed],
	Again{}.kind():     read[Again],
	Closed{}.kind():    read[Closed],
	Erased{}.kind():    read[Erased],
}

// read reads an event that has all the fields of its kind, each once, and no others.
func read[E Event](data []byte) (Event, error) {
	var e E
	if err := complete(data, reflect.TypeOf(e)); err != nil {
		return nil, err
	}
	err := strict(data, &e)
	return e, err
}

// complete makes sure that a JSON object has all the fields of a struct, each once,
// and no others, and so have the objects for those of them that are structs.
func complete(data []byte, of reflect.Type) error {
	fields, err := game.Fields(data, `{"seat":0}`)
	if err != nil {
		return err
	}
	names := namesOf(of)
	for _, f := range fields {
		if !slices.Contains(names, f.Name) || string(f.Value) == "null" {
			return fmt.Errorf("the field %s is none of %v, or null", game.Quote(f.Name), names)
		}
	}
	for f := range of.Fields() {
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		i := slices.IndexFunc(fields, func(f game.Field) bool { return f.Name == name })
		switch {
		case i < 0 && rest != "omitempty":
			return fmt.Errorf("the field %s is missing", name)
		case i >= 0 && f.Type.Kind() == reflect.Struct:
			if err := complete(fields[i].Value, f.Type); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return nil
}

// namesOf lists the names that the fields of a struct have in JSON.
func namesOf(of reflect.Type) []string {
	var names []string
	for f := range of.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

// strict reads one JSON object that has no fields but those of into.
func strict(data []byte, into any) error {
	if data = bytes.TrimSpace(data); len(data) == 0 || data[0] != '{' {
		return errors.New("want a JSON object")
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the JSON object")
	}
	return nil
}
