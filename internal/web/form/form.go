// Package form reads what people ask of the house from the fields of forms: the same
// fields whether they come over HTTP or from a page without a network.
//
// The package must never know requests, sessions or the store; it carries nothing out.
package form

import (
	"encoding/hex"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
	"github.com/saloon-games/saloon/internal/house"
)

// ErrNoVerb says that there is no such command.
var ErrNoVerb = errors.New("form: no such command")

// An Error is a form that cannot be read.
type Error struct {
	Title string // a few words
	Say   string // what was wrong, or what would be right: a sentence
}

func (e *Error) Error() string { return e.Title + ": " + e.Say }

// ErrField is a number or word of a form that cannot be read.
func ErrField(name, want string) error {
	return &Error{"That form cannot be read", "The field " + name + " is " + want + "."}
}

// number reads a field that is a number, or missing.
func number(fields url.Values, name string, missing int) (int, error) {
	text := fields.Get(name)
	if text == "" {
		return missing, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, ErrField(name, "a whole number")
	}
	return n, nil
}

// verbs are the commands that a form can give by its address, each with how it is
// read from the form.
var verbs = map[string]func(fields url.Values) (house.Command, error){
	"leave":   func(url.Values) (house.Command, error) { return house.Leave{}, nil },
	"next":    func(url.Values) (house.Command, error) { return house.Ready{}, nil },
	"return":  func(url.Values) (house.Command, error) { return house.Return{}, nil },
	"nudge":   func(url.Values) (house.Command, error) { return house.Nudge{}, nil },
	"rematch": func(url.Values) (house.Command, error) { return house.Rematch{}, nil },
	"close":   func(url.Values) (house.Command, error) { return house.Close{}, nil },
	"start":   func(url.Values) (house.Command, error) { return house.Start{}, nil },
	"say": func(fields url.Values) (house.Command, error) {
		return house.Say{Text: fields.Get("text")}, nil
	},
	"rename": func(fields url.Values) (house.Command, error) {
		return house.Rename{Name: fields.Get("name")}, nil
	},
	"agree": func(fields url.Values) (house.Command, error) {
		return house.Agree{Yes: fields.Get("yes") == "on"}, nil
	},
	"seed": func(fields url.Values) (house.Command, error) {
		seed, err := hex.DecodeString(fields.Get("seed"))
		if err != nil {
			return nil, ErrField("seed", "hexadecimal digits")
		}
		return house.GiveSeed{Seed: seed}, nil
	},
	"bot": func(fields url.Values) (house.Command, error) {
		seat, err := number(fields, "seat", house.AnySeat)
		level := fields.Get("level")
		if level == "" {
			level = house.UsualLevel
		}
		return house.AddBot{Seat: seat, Level: level}, err
	},
	"free": func(fields url.Values) (house.Command, error) {
		seat, err := number(fields, "seat", -1)
		return house.Free{Seat: seat}, err
	},
	"act": func(fields url.Values) (house.Command, error) {
		n, err := number(fields, "game", -1)
		if err != nil {
			return nil, err
		}
		ply, err := number(fields, "ply", -1)
		return house.Act{Game: n, Ply: ply, Word: fields.Get("word")}, err
	},
}

// Read reads a command by its verb, the last word of the form's address. [ErrNoVerb] if
// there is none with that verb; "sit" and "change" are read by [Sit] and [Change].
func Read(verb string, fields url.Values) (house.Command, error) {
	read, ok := verbs[verb]
	if !ok {
		return nil, ErrNoVerb
	}
	return read(fields)
}

// Key is what makes a form that is sent twice count once. A move has a key by itself:
// the moment that it is made for.
func Key(verb string, fields url.Values) string {
	if verb != "act" {
		return fields.Get("key")
	}
	return "act " + fields.Get("game") + " " + fields.Get("ply") + " " + fields.Get("word")
}

// Sit reads who wants to sit where; they are called name unless the form says otherwise.
func Sit(fields url.Values, name string) (house.Command, error) {
	seat, err := number(fields, "seat", house.AnySeat)
	if other := fields.Get("name"); other != "" {
		name = other
	}
	return house.Sit{Seat: seat, Name: name}, err
}

// Change is the table as it is with what the form says otherwise. A form that has
// "all" has every choice: a box that is not in it is not ticked.
func Change(scene house.Scene, fields url.Values) (house.Command, error) {
	rules, err := catalog.ByName(scene.Game)
	if err != nil {
		return nil, err
	}
	c := house.Change{Seats: len(scene.Seats), Options: scene.Options, Settings: scene.Settings}
	if c.Seats, err = number(fields, "seats", c.Seats); err != nil {
		return nil, err
	}
	if err := pauses(fields, &c.Settings); err != nil {
		return nil, err
	}
	if pace := fields.Get("pace"); pace != "" {
		c.Settings.Pace = house.Pace(pace)
	}
	all := fields.Has("all")
	for name, set := range map[string]*bool{"public": &c.Settings.Public, "chat": &c.Settings.Chat} {
		if all || fields.Has(name) {
			*set = fields.Get(name) == "on"
		}
	}
	if all || hasOptions(fields) {
		if c.Options, err = optionsOf(rules, fields); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// optionField begins the names of fields that are options of a game.
const optionField = "option."

func hasOptions(fields url.Values) bool {
	for name := range fields {
		if strings.HasPrefix(name, optionField) {
			return true
		}
	}
	return false
}

// optionsOf reads the options of a game from a form; an empty field is an option that
// is not set.
func optionsOf(rules game.Rules, fields url.Values) (game.Options, error) {
	options := game.Options{}
	for name, values := range fields {
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

// Setup reads the table that a form asks for, with the settings of new tables but for
// what the form says otherwise.
func Setup(fields url.Values, settings house.Settings) (house.Setup, error) {
	name := fields.Get("game")
	rules, err := catalog.ByName(name)
	if err != nil {
		return house.Setup{}, &house.Refusal{Code: house.NoGame, Say: "This house has no game with that name.", Err: err}
	}
	set := house.Setup{Game: name, Seats: UsualSeats(rules), Settings: settings}
	if text := fields.Get("seats"); text != "" {
		least, most := rules.Seats()
		if set.Seats, err = strconv.Atoi(text); err != nil || set.Seats < least || set.Seats > most {
			say := rules.Title() + " is for " + strconv.Itoa(least) + " to " + strconv.Itoa(most) + " players."
			return set, &Error{"How many seats?", say}
		}
	}
	if err := pauses(fields, &set.Settings); err != nil {
		return set, err
	}
	set.Options, err = optionsOf(rules, fields)
	return set, err
}

// pauses reads how long bots, and chance, are to wait.
func pauses(fields url.Values, s *house.Settings) (err error) {
	if s.BotPause, err = number(fields, "pause", s.BotPause); err == nil {
		s.DealPause, err = number(fields, "deal", s.DealPause)
	}
	return err
}

// UsualSeats is how many seats a new table has: what the game is at its best with.
func UsualSeats(rules game.Rules) int {
	least, most := rules.Seats()
	return min(max(least, 4), most)
}

// Level reads the level of bots that a form asks for.
func Level(fields url.Values) (string, error) {
	level := fields.Get("level")
	if level == "" {
		level = house.UsualLevel
	}
	if !slices.Contains(bot.Names(), level) {
		return "", &Error{"No such bot", "There is no bot " + game.Quote(level) + "; there are " + strings.Join(bot.Levels(), ", ") + "."}
	}
	return level, nil
}

// Company is the commands by which somebody sits down at a new table and bots take the
// seats from first on.
func Company(set house.Setup, name, level string, first int) []house.Command {
	commands := []house.Command{house.Sit{Seat: 0, Name: name}}
	for seat := first; seat < set.Seats; seat++ {
		commands = append(commands, house.AddBot{Seat: seat, Level: level})
	}
	return commands
}
