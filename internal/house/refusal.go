package house

import (
	"errors"
	"fmt"
	"strings"

	"github.com/saloon-games/saloon/game"
)

// Code says in a word why somebody was refused, for whoever has to choose a page,
// a status or a sound.
type Code string

// The codes that there are.
const (
	NoTable     Code = "no-table"      // no table has this id
	NoCode      Code = "no-code"       // no table has this code
	NoGame      Code = "no-game"       // unknown game
	TableClosed Code = "closed"        // for good
	GameOn      Code = "game-on"       // not while a game is on
	NotStarted  Code = "not-started"   // no game is on yet
	GameOver    Code = "game-over"     // the game has ended
	NotOver     Code = "not-over"      // the game has not ended
	Full        Code = "full"          // all seats are taken
	NoSeat      Code = "no-seat"       // there is no such seat
	SeatTaken   Code = "seat-taken"    // by somebody else
	Seated      Code = "seated"        // who asks sits already
	NotSeated   Code = "not-seated"    // who asks does not sit here
	NotOwner    Code = "not-owner"     // only the owner may
	NotTurn     Code = "not-turn"      // somebody else is on turn
	Late        Code = "late"          // it was about an earlier moment of the game
	Early       Code = "early"         // it is about a moment that has not come
	Rules       Code = "rules"         // the rules of play say no
	BadName     Code = "bad-name"      // a name that cannot be shown
	BadText     Code = "bad-text"      // a line that cannot be said
	ChatOff     Code = "chat-off"      // the owner has turned the talk off
	TooFast     Code = "too-fast"      // too many lines at once
	BadSeed     Code = "bad-seed"      // too short, too long, or used before
	SeedGiven   Code = "seed-given"    // one seed for each seat and game
	NoBot       Code = "no-bot"        // unknown level
	NotFree     Code = "not-free"      // a seat that the owner may not empty
	SeatsEmpty  Code = "seats-empty"   // a game needs all seats taken
	TooFewSeats Code = "too-few-seats" // more sit than there would be seats
	BadOptions  Code = "bad-options"   // the rules do not know them
	BadSettings Code = "bad-settings"  // the house does not know them
	OthersPlay  Code = "others-play"   // a game with others is not closed
	NotWaiting  Code = "not-waiting"   // nothing waits for people to be ready
	NoNudge     Code = "no-nudge"      // nobody is to move whose place a bot could take
	TooSoon     Code = "too-soon"      // they may think a while longer
	BadPad      Code = "bad-pad"       // entries that no pad takes
	BadKey      Code = "bad-key"       // an idempotency key that cannot be kept
	Busy        Code = "busy"          // try again
	Newer       Code = "newer"         // only a newer program can read the table
)

// A Refusal says that something was not done, and why, to whoever asked for it. It
// tells them nothing that they may not know. It changes nothing.
type Refusal struct {
	Code Code
	// Say is for a person: a sentence or two.
	Say string
	// Err is a *game.Error where the rules of play or of options said no.
	Err error
}

// Error returns the code and the words.
func (r *Refusal) Error() string { return "house: " + string(r.Code) + ": " + r.Say }

// Unwrap returns Err.
func (r *Refusal) Unwrap() error { return r.Err }

func refuse(code Code, say string, args ...any) error {
	return &Refusal{Code: code, Say: fmt.Sprintf(say, args...)}
}

func refuseWith(code Code, err error) error {
	words := err.Error()
	var why *game.Error
	if errors.As(err, &why) && why.Rule != "" {
		words = why.Why + " (" + why.Rule + ")" // without what was asked, and all that would be right
	}
	return &Refusal{Code: code, Say: sentence(words), Err: err}
}

// sentence is words that begin with a capital and end with a full stop.
func sentence(words string) string {
	if words == "" {
		return ""
	}
	return strings.ToUpper(words[:1]) + words[1:] + "."
}
