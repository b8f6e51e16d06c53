package house

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/names"
)

// Command is something that a person may ask of a table.
type Command interface {
	// decide returns what comes of it if this person asks for it now: events,
	// none if there is nothing to do, or a *Refusal. It changes nothing. Other
	// errors are those of what is given.
	decide(t *Table, who string, g *given) ([]Event, error)
}

// given is what a command needs beside the table.
type given struct {
	now time.Time
	// seed returns the server seed behind the present commitment.
	seed func() (fair.Seed, error)
	// commit returns the commitment with that number, of a new server seed.
	commit func(number int64) (fair.Commitment, error)
}

// Sit takes a seat.
type Sit struct {
	Seat int // or AnySeat
	Name string
}

// AnySeat is the first seat that is free.
const AnySeat = -1

// Leave gives a seat up. During a game a bot plays on, and the seat stays the
// person's own.
type Leave struct{}

// AddBot puts a bot on a seat. Only the owner may.
type AddBot struct {
	Seat  int // or AnySeat
	Level string
}

// Free empties a seat of a bot or of somebody who is away. Only the owner may.
type Free struct{ Seat int }

// Change sets the number of seats, the options and the settings. Only the owner may.
type Change struct {
	Seats    int
	Options  game.Options
	Settings Settings
}

// Rename gives a seated person another name.
type Rename struct{ Name string }

// GiveSeed gives a seat's client seed for the next game: 16 to 64 bytes that a
// browser has drawn after it saw the commitment.
type GiveSeed struct{ Seed []byte }

// Start begins the game. Only the owner may.
type Start struct{}

// Act is a move. It says at which moment of which game it was made, so that it
// can never count at another.
type Act struct {
	Game int // its number at the table
	Ply  int
	Word string
}

// Return ends that a bot plays for a person.
type Return struct{}

// Say says a line to the table.
type Say struct{ Text string }

// Rematch opens the table for another game with the same people and options.
type Rematch struct{}

// Close closes the table for good. Only the owner may.
type Close struct{}

// LeastSeed is the least length of a client seed, in bytes.
const LeastSeed = 16

// mayChange refuses what is for the owner of a table that is open.
func (t *Table) mayChange(who string) error {
	if err := t.mustBeOpen(); err != nil {
		return err
	}
	return t.mustOwn(who)
}

func (t *Table) mustOwn(who string) error {
	if who == "" || who != t.owner {
		return refuse(NotOwner, "Only who owns this table may do that.")
	}
	return nil
}

func (t *Table) mustBeOpen() error {
	switch t.phase {
	case Playing:
		return refuse(GameOn, "A game is on at this table. Wait until it is over.")
	case Over:
		return refuse(GameOver, "The game is over. Ask for a rematch first.")
	default:
		return t.mustLive()
	}
}

func (t *Table) mustLive() error {
	if t.phase == Shut {
		return refuse(TableClosed, "This table is closed.")
	}
	return nil
}

// mustSit returns the seat of who asks.
func (t *Table) mustSit(who string) (int, error) {
	if err := t.mustLive(); err != nil {
		return 0, err
	}
	i := t.seatOf(who)
	if i == game.Spectator {
		return 0, refuse(NotSeated, "You have no seat at this table.")
	}
	return i, nil
}

// freeSeat returns the seat that is asked for, if it is empty.
func (t *Table) freeSeat(i int) (int, error) {
	first := t.free()
	switch {
	case first < 0:
		return 0, refuse(Full, "All %d seats of this table are taken.", len(t.seats))
	case i == AnySeat:
		return first, nil
	case i < 0 || i >= len(t.seats):
		return 0, refuse(NoSeat, "There is no such seat. This table has %d.", len(t.seats))
	case t.seats[i].taken():
		return 0, refuse(SeatTaken, "%s sits there. Take another seat.", t.seats[i].name)
	}
	return i, nil
}

func (c Sit) decide(t *Table, who string, _ *given) ([]Event, error) {
	if err := t.mustLive(); err != nil {
		return nil, err
	}
	if who == "" {
		return nil, refuse(NotSeated, "Who are you? Only a guest with a name can sit down.")
	}
	if t.seatOf(who) != game.Spectator {
		return nil, refuse(Seated, "You have a seat at this table already.")
	}
	if err := t.mustBeOpen(); err != nil {
		return nil, err
	}
	name, err := checkName(c.Name)
	if err != nil {
		return nil, err
	}
	i, err := t.freeSeat(c.Seat)
	if err != nil {
		return nil, err
	}
	return []Event{Sat{Seat: i, Person: who, Name: name}}, nil
}

func (Leave) decide(t *Table, who string, _ *given) ([]Event, error) {
	i, err := t.mustSit(who)
	switch {
	case err != nil:
		return nil, err
	case t.phase != Playing:
		return []Event{Left{Seat: i}}, nil
	case t.seats[i].away:
		return nil, nil
	}
	return []Event{Away{Seat: i}}, nil
}

func (c AddBot) decide(t *Table, who string, _ *given) ([]Event, error) {
	if err := t.mayChange(who); err != nil {
		return nil, err
	}
	if levels := bot.NamesFor(t.rules); !slices.Contains(levels, c.Level) {
		return nil, refuse(NoBot, "There is no bot %s; there are %v.", game.Quote(c.Level), levels)
	}
	i, err := t.freeSeat(c.Seat)
	if err != nil {
		return nil, err
	}
	return []Event{BotSat{Seat: i, Level: c.Level, Name: t.botName(i)}}, nil
}

func (c Free) decide(t *Table, who string, _ *given) ([]Event, error) {
	if err := t.mustOwn(who); err != nil {
		return nil, err
	}
	if err := t.mustLive(); err != nil {
		return nil, err
	}
	switch {
	case t.phase == Playing:
		return nil, t.mustBeOpen()
	case c.Seat < 0 || c.Seat >= len(t.seats):
		return nil, refuse(NoSeat, "There is no such seat. This table has %d.", len(t.seats))
	case !t.seats[c.Seat].taken():
		return nil, nil
	case t.seats[c.Seat].level == "" && !t.seats[c.Seat].away:
		return nil, refuse(NotFree, "%s is here and can only leave by themselves.", t.seats[c.Seat].name)
	}
	return []Event{Left(c)}, nil
}

func (c Change) decide(t *Table, who string, g *given) ([]Event, error) {
	if err := t.mayChange(who); err != nil {
		return nil, err
	}
	options, err := t.rules.Check(c.Seats, c.Options)
	if err != nil {
		return nil, refuseWith(BadOptions, err)
	}
	if err := c.Settings.check(); err != nil {
		return nil, refuseWith(BadSettings, err)
	}
	if taken := len(t.seats) - t.empty(); taken > c.Seats {
		return nil, refuse(TooFewSeats, "%d sit at this table, too many for %d seats.", taken, c.Seats)
	}
	other := t.otherGame(c.Seats, options)
	if !other && c.Settings == t.settings {
		return nil, nil
	}
	events := []Event{Changed{Seats: c.Seats, Options: options, Settings: c.Settings}}
	if !other && t.committed {
		return events, nil
	}
	return t.commitTo(events, g)
}

// commitTo adds a new commitment to events.
func (t *Table) commitTo(events []Event, g *given) ([]Event, error) {
	next := t.secret + 1
	commitment, err := g.commit(next)
	if err != nil {
		return nil, err
	}
	return append(events, Committed{Secret: next, Commitment: commitment.String()}), nil
}

func (c Rename) decide(t *Table, who string, _ *given) ([]Event, error) {
	i, err := t.mustSit(who)
	if err != nil {
		return nil, err
	}
	name, err := checkName(c.Name)
	if err != nil || name == t.seats[i].name {
		return nil, err
	}
	return []Event{Renamed{Seat: i, Name: name}}, nil
}

func (c GiveSeed) decide(t *Table, who string, _ *given) ([]Event, error) {
	i, err := t.mustSit(who)
	if err != nil {
		return nil, err
	}
	if err := t.mustBeOpen(); err != nil {
		return nil, err
	}
	switch {
	case len(c.Seed) < LeastSeed || len(c.Seed) > fair.MaxClientSeed:
		return nil, refuse(BadSeed, "A client seed has %d to %d bytes, not %d.", LeastSeed, fair.MaxClientSeed, len(c.Seed))
	case t.used[string(c.Seed)]:
		return nil, refuse(BadSeed, "This client seed was used before. It must be new for each game.")
	case t.seats[i].seed != nil && bytes.Equal(t.seats[i].seed, c.Seed):
		return nil, nil
	case t.seats[i].seed != nil:
		return nil, refuse(SeedGiven, "Your seat has given its client seed for this game already.")
	}
	return []Event{Seeded{Seat: i, Seed: hex.EncodeToString(c.Seed)}}, nil
}

func (Start) decide(t *Table, who string, g *given) ([]Event, error) {
	if err := t.mayChange(who); err != nil {
		return nil, err
	}
	if n := t.empty(); n > 0 {
		return nil, refuse(SeatsEmpty, "%d of %d seats are empty. Wait for somebody, add bots, or take seats away.", n, len(t.seats))
	}
	state, err := t.rules.New(len(t.seats), t.options)
	if err != nil {
		return nil, err
	}
	return t.chance([]Event{Started{Game: t.number + 1}}, state, t.clientSeeds(), g)
}

// chance adds to events what chance draws now, and after a game's last event the
// server seed. The state is changed; it is the one after the events.
func (t *Table) chance(events []Event, state game.State, seeds [][]byte, g *given) ([]Event, error) {
	for state.Turn() == game.Chance {
		seed, err := g.seed()
		if err != nil {
			return nil, err
		}
		stream, err := fair.NewStream(seed, t.id, uint64(state.Ply())+1, seeds)
		if err != nil {
			return nil, err
		}
		want := state.Draw()
		draw := make([]uint8, want.Take)
		fair.Draw(stream, draw, want.Of)
		word := state.Outcome(draw)
		if err := state.Apply(word); err != nil {
			return nil, err
		}
		events = append(events, Moved{Seat: game.Spectator, Word: word, By: ByChance})
	}
	if state.Turn() == game.Over {
		seed, err := g.seed()
		if err != nil {
			return nil, err
		}
		events = append(events, Revealed{Seed: seed.String()})
	}
	return events, nil
}

// move adds to events a move that the seat's view has allowed, and what follows at
// once: chance waits if people are to see how a hand or round ended, but never where
// the game ends.
func (t *Table) move(events []Event, seat int, word string, by By, g *given) ([]Event, error) {
	state := t.state.Clone()
	if err := state.Apply(word); err != nil {
		return nil, err
	}
	events = append(events, Moved{Seat: seat, Word: word, By: by})
	moved := len(events)
	events, err := t.chance(events, state, t.seeds, g)
	if err == nil && t.settings.DealPause > 0 && state.Turn() != game.Over {
		events = events[:moved]
	}
	return events, err
}

// goOn adds to events what chance has waited with.
func (t *Table) goOn(events []Event, g *given) ([]Event, error) {
	return t.chance(events, t.state.Clone(), t.seeds, g)
}

func (c Act) decide(t *Table, who string, g *given) ([]Event, error) {
	i, err := t.mustSit(who)
	if err != nil {
		return nil, err
	}
	switch {
	case c.Game < t.number || c.Game == t.number && t.state != nil && c.Ply < t.ply():
		return nil, refuse(Late, "That came too late: the game has moved on.")
	case t.phase == Over:
		return nil, refuse(GameOver, "The game is over.")
	case t.phase != Playing:
		return nil, refuse(NotStarted, "The game has not started.")
	case c.Game != t.number || c.Ply != t.ply():
		return nil, refuse(Early, "The game is not there yet. Look at the table again.")
	}
	turn, ok := t.turn()
	switch {
	case !ok:
		return nil, refuse(NotTurn, "It is nobody's turn: what has just ended is still shown.")
	case turn != i:
		return nil, refuse(NotTurn, "It is not your turn: %s is to move.", t.seats[turn].name)
	}
	if err := t.match.View(i).Check(c.Word); err != nil {
		return nil, t.personally(i, refuseWith(Rules, err))
	}
	return t.move(t.welcome(i), i, c.Word, ByPerson, g)
}

// secondPerson is how what the games' refusals say of a seat is said to who sits there.
var secondPerson = map[string]string{
	"does not hold":                        "do not hold",
	"plays":                                "play",
	"is to play":                           "are to play",
	"has no card left":                     "have no card left",
	"raises or folds":                      "raise or fold",
	"stacks a card or names the first bet": "stack a card or name the first bet",
	"has made the highest bet and flips":   "have made the highest bet and flip",
	"has lost the round and loses one of its cards at random": "have lost the round and lose one of your cards at random",
	"has won with a color's top card and names who opens":     "have won with a color's top card and name who opens",
}

// personally puts names for the seats' numbers in a refusal to who sits on one.
func (t *Table) personally(i int, err error) error {
	refusal, ok := errors.AsType[*Refusal](err)
	if !ok {
		return err
	}
	for k := range t.seats {
		name := t.seats[k].name
		if k == i {
			name = "you"
			for seat, you := range secondPerson {
				refusal.Say = strings.ReplaceAll(refusal.Say, fmt.Sprintf("eat %d %s", k, seat), fmt.Sprintf("eat %d %s", k, you))
			}
		}
		refusal.Say = strings.ReplaceAll(refusal.Say, fmt.Sprintf("seat %d", k), name)
		refusal.Say = strings.ReplaceAll(refusal.Say, fmt.Sprintf("Seat %d", k), strings.ToUpper(name[:1])+name[1:])
	}
	return refusal
}

// welcome is the return of somebody who was away and does something.
func (t *Table) welcome(i int) []Event {
	if t.seats[i].away {
		return []Event{Back{Seat: i}}
	}
	return nil
}

func (Return) decide(t *Table, who string, _ *given) ([]Event, error) {
	i, err := t.mustSit(who)
	if err != nil {
		return nil, err
	}
	return t.welcome(i), nil
}

// How much may be said.
const (
	MostText   = 200 // characters in a line
	mostLines  = 5   // lines of a seat in linesEvery
	linesEvery = 10 * time.Second
)

func (c Say) decide(t *Table, who string, g *given) ([]Event, error) {
	i, err := t.mustSit(who)
	if err != nil {
		return nil, err
	}
	if !t.settings.Chat {
		return nil, refuse(ChatOff, "There is no talk at this table: its owner has turned it off.")
	}
	text, ok := names.Plain(c.Text, MostText)
	if !ok {
		return nil, refuse(BadText, "A line has 1 to %d characters.", MostText)
	}
	lately := 0
	for _, line := range t.chat {
		if line.Seat == i && g.now.Sub(line.At) < linesEvery {
			lately++
		}
	}
	if lately >= mostLines {
		return nil, refuse(TooFast, "Slowly: %d lines in %.0f seconds are enough.", mostLines, linesEvery.Seconds())
	}
	return []Event{Said{Seat: i, Text: text}}, nil
}

func (Rematch) decide(t *Table, who string, g *given) ([]Event, error) {
	if _, err := t.mustSit(who); err != nil {
		return nil, err
	}
	switch {
	case t.phase == Open && t.number > 0: // another was faster
		return nil, nil
	case t.phase != Over:
		return nil, refuse(NotOver, "There is no game at this table that is over.")
	}
	return t.commitTo([]Event{Again{}}, g)
}

func (Close) decide(t *Table, who string, g *given) ([]Event, error) {
	if err := t.mustLive(); err != nil {
		return nil, err
	}
	if err := t.mustOwn(who); err != nil {
		return nil, err
	}
	if t.phase == Playing && t.people(who) > 0 {
		return nil, refuse(OthersPlay, "Others are playing. You can leave; a bot plays on for you.")
	}
	return t.close(g)
}

// close closes the table. The server seed of a game that is not over is told then:
// nobody will play it.
func (t *Table) close(g *given) ([]Event, error) {
	if t.phase != Playing {
		return []Event{Closed{}}, nil
	}
	seed, err := g.seed()
	if err != nil {
		return nil, err
	}
	return []Event{Closed{Seed: seed.String()}}, nil
}
