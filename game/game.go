// Package game is the vocabulary that every game of the house shares: whose
// turn it is (Turn), what a seat decides (Move), a full position (State), what
// one seat may know (View), the options of a table (Option), a game in progress
// with everybody's views (Match), and the refusal of what breaks a rule (Error).
//
// Inside a program decisions are typed moves and chance outcomes are draws;
// outside (records, command line, network, other people's bots) everything that
// happens is an event, one plain text word or two such as "play 15". Chance is a
// player like the seats: the rules say what is to be drawn and somebody else
// draws, so a game is a pure function of its events.
//
// This package must never know a particular game, nor clocks, randomness,
// storage, files or the network.
package game

import "strconv"

// Turn says who speaks next: a seat (0 or more), Chance, or nobody (Over).
type Turn int8

// The turns that are not a seat's.
const (
	Chance Turn = -1
	Over   Turn = -2
)

// Spectator is the place of somebody who watches without a seat, wherever a
// seat's number is asked for to say who looks.
const Spectator = -1

// Seat returns the seat on turn and true, or 0 and false on chance's turn and
// when the game is over.
func (t Turn) Seat() (int, bool) {
	if t < 0 {
		return 0, false
	}
	return int(t), true
}

// String returns "seat 2", "chance" or "over".
func (t Turn) String() string {
	switch {
	case t >= 0:
		return "seat " + strconv.Itoa(int(t))
	case t == Chance:
		return "chance"
	default:
		return "over"
	}
}

// Move is one decision of a seat, packed into a number by its game. Two moves
// of a game are equal exactly when their words are, and ascending moves are in
// the order in which legal moves are listed.
type Move uint16

// Draw is what chance is asked for: Take things, in order and without
// replacement, of Of things that are numbered from 0 in an order that the game
// defines and that gives nothing away (cards ascending, say).
type Draw struct{ Take, Of int }

// Rules is one game: its name, its options, and where its games begin. It has
// no state of its own and is safe for concurrent use.
type Rules interface {
	// Name is the word that records and commands use: "texas".
	Name() string
	// Title is the name that people use: "Texas Showdown".
	Title() string
	// Seats is the least and the greatest number of players.
	Seats() (least, most int)
	// Options lists the options that a table may set, by name.
	Options() []Option
	// Check refuses a number of players or options that the rules do not
	// know (with an *Error), and returns the options without those that
	// only repeat a default.
	Check(players int, options Options) (Options, error)
	// New returns the state before the first event.
	New(players int, options Options) (State, error)
	// NewView returns what the seat, or Spectator, knows before the first
	// event.
	NewView(players int, options Options, seat int) (View, error)
}

// State is a full position, nothing hidden: for whoever deals, judges, replays
// or searches, never for a player. A refused event leaves it unchanged. It is
// not safe for concurrent use; Clone it.
type State interface {
	// Ply is the number of events so far.
	Ply() int
	// Turn is who speaks next.
	Turn() Turn
	// Legal appends the moves of the seat on turn to dst, ascending; none if
	// no seat is on turn.
	Legal(dst []Move) []Move
	// Word is the event that the move makes: "play 15".
	Word(Move) string
	// Play carries out a decision of the seat on turn.
	Play(Move) error
	// Draw is what chance must draw; the zero Draw if chance is not on turn.
	Draw() Draw
	// Outcome is the event that a draw makes; "" if it is not a draw of the
	// kind that Draw asks for.
	Outcome(draw []uint8) string
	// Chance carries out the draw, just as Apply(Outcome(draw)) does.
	Chance(draw []uint8) error
	// Apply carries out any event, a seat's or chance's, given as its word. Its
	// refusals, as those of Play and Chance, list what is legal with all cards
	// open: they are for whoever may see the whole state. What a seat may be
	// answered is View.Check's to say.
	Apply(event string) error
	// Last is the event that led here, in full; "" before the first.
	Last() string
	// Told is Last as the seat is told it, or, for any number that is not a
	// seat's, as spectators are: what they may not know is a question mark, and
	// a flip names its card.
	Told(seat int) string
	// Winners lists the seats that have won, ascending; nil until the game
	// is over.
	Winners() []int
	// Clone returns a copy that shares nothing that changes.
	Clone() State
	// AppendJSON appends the state as one line of JSON, without the LF.
	AppendJSON(dst []byte) []byte
}

// View is what one seat, or a spectator, may know. It is made from nothing but
// the events as that seat was told them (State.Told) and whose turn it was, so it
// cannot hold a secret. It marshals to JSON and back. Not safe for concurrent use.
type View interface {
	// Seat is who looks: a seat, or Spectator.
	Seat() int
	// Players is the number of seats.
	Players() int
	// Options are the table's, without defaults; not to be changed.
	Options() Options
	// Ply is the number of events so far.
	Ply() int
	// Turn is who speaks next.
	Turn() Turn
	// Legal appends the looking seat's own moves, ascending; none unless it
	// is on turn.
	Legal(dst []Move) []Move
	// Word is the event that the move makes.
	Word(Move) string
	// Check returns nil if the event is one of the looking seat's own legal
	// moves. Otherwise it returns an *Error that says why not, from nothing but
	// what the seat knows.
	Check(event string) error
	// Events is what the seat has been told, in order; not to be changed.
	Events() []string
	// Winners lists the seats that have won, ascending; nil until the game
	// is over.
	Winners() []int
	// Observe takes in one more told event, and who speaks after it, which is
	// public. What contradicts the rules or a card that the seat knows of is
	// refused with an *Error and changes nothing. It is not searched whether
	// all that was told can be true together.
	Observe(told string, next Turn) error
	// Clone returns a copy that shares nothing that changes.
	Clone() View
	// MarshalJSON writes the view, derived facts included.
	MarshalJSON() ([]byte, error)
	// UnmarshalJSON makes the view from the players, options, seat and events
	// of the JSON; derived facts are derived anew, not believed.
	UnmarshalJSON([]byte) error
}
