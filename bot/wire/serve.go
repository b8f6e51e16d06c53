package wire

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
)

// Server lets a player be a bot of the protocol.
type Server struct {
	// Rules is the game that is played; others are refused.
	Rules game.Rules
	// Name is what the bot calls itself.
	Name string
	// New makes the player of a game, which has src for what it leaves to
	// chance.
	New func(src fair.Source) (bot.Player, error)
	// Limit returns a context that is done after so many milliseconds, 1 or
	// more, or when ctx is.
	Limit func(ctx context.Context, milliseconds int) (context.Context, context.CancelFunc)
	// Complain is told what was wrong with a line. The server goes on.
	Complain func(error)
}

// Serve plays until it is told to quit, or until r ends; both are no error. It
// reads one line after the other and answers before it reads the next. What it
// cannot follow it complains of and answers, if it is asked for a move, by the first
// that it is told to be legal. A player has a part of the deadline, see thinking, so that
// the answer arrives in time.
func (s *Server) Serve(ctx context.Context, r io.Reader, w io.Writer) error {
	in := newLineReader(r, mostAsked)
	p := &play{server: s, out: bufio.NewWriter(w)}
	for number := 1; ; number++ {
		text, err := in.next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil && !errors.Is(err, errLong):
			return fmt.Errorf("wire: reading messages: %w", err)
		}
		quit := false
		if err == nil {
			quit, err = p.take(ctx, text)
		}
		if err != nil {
			s.Complain(fmt.Errorf("line %d: %w", number, err))
		}
		if err := p.out.Flush(); err != nil {
			return err
		}
		if quit {
			return nil
		}
	}
}

// play is what a server remembers of the game that it plays.
type play struct {
	server   *Server
	out      *bufio.Writer
	view     game.View // nil if no game is on that could be followed
	lost     bool      // a game is on, but could not be followed
	player   bot.Player
	deadline int // in milliseconds, 0 for none
	// told is the last event, which the view has not taken in yet: whose turn it
	// is after it only the next message says. It is "" if there is none.
	told string
}

// take takes a message, and reports whether it was the last.
func (p *play) take(ctx context.Context, text []byte) (quit bool, err error) {
	f, err := parse(text, quitMessage{"quit"})
	if err != nil {
		return false, err
	}
	switch f.kind() {
	case "hello":
		err = p.hello(f)
	case "event":
		err = p.event(f)
	case "decide":
		err = p.decide(ctx, f)
	case "over":
		p.view, p.lost = nil, false
	case "quit":
		return true, nil
	case "":
		return false, fmt.Errorf("type is missing; want a message such as %s", bytes.TrimSpace(line(quitMessage{"quit"})))
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", f.kind(), err)
	}
	return false, err
}

// hello begins a game.
func (p *play) hello(f fields) error {
	p.view, p.lost, p.told = nil, false, "" // whatever was before, it is over
	var protocol, name string
	var players, seat int
	var seed uint64
	err := errors.Join(
		f.read("protocol", Protocol, &protocol),
		f.read("game", p.server.Rules.Name(), &name),
		f.read("players", "a whole number", &players),
		f.read("seat", "a seat's number", &seat))
	if err != nil {
		return err
	}
	p.deadline = 0
	if _, ok := f["deadline_ms"]; ok {
		if err := f.read("deadline_ms", "a whole number of milliseconds", &p.deadline); err != nil {
			return err
		}
	}
	options := game.Options{}
	if raw, ok := f["options"]; ok {
		if err := options.UnmarshalJSON(raw); err != nil {
			return err
		}
	}
	if raw, ok := f["seed"]; ok {
		if seed, err = readSeed(raw); err != nil {
			return err
		}
	}
	switch {
	case protocol != Protocol:
		return fmt.Errorf("protocol: want %s, not %s", Protocol, game.Quote(protocol))
	case name != p.server.Rules.Name():
		return fmt.Errorf("game: this bot plays %s, not %s", p.server.Rules.Name(), game.Quote(name))
	case seat < 0:
		return fmt.Errorf("seat: want a seat's number, not %d", seat)
	}
	view, err := p.server.Rules.NewView(players, options, seat)
	if err != nil {
		return err
	}
	if p.player, err = p.server.New(fair.NewRand(seed)); err != nil {
		return err
	}
	p.view = view
	p.say(readyMessage{"ready", p.server.Name})
	return nil
}

// readSeed reads a seed: any whole number of 64 bits.
func readSeed(raw json.RawMessage) (uint64, error) {
	if n, err := strconv.ParseUint(string(raw), 10, 64); err == nil {
		return n, nil
	}
	n, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("seed: want a whole number of 64 bits, not %s", game.Quote(string(raw)))
	}
	return uint64(n), nil
}

// event takes in what happened.
func (p *play) event(f fields) error {
	var ply int
	var told string
	switch {
	case p.lost:
		return nil // which has been said
	case p.view == nil:
		return errors.New("no game is on; want a hello first")
	}
	actor, err := readActor(f["seat"])
	err = errors.Join(f.read("ply", "a whole number", &ply), f.read("event", "an event as the seat is told it", &told), err)
	if err == nil && told == "" {
		err = errors.New(`event: want an event as the seat is told it, not ""`)
	}
	if err == nil {
		err = p.catchUp(actor)
	}
	if want := p.ply() + 1; err == nil && ply != want {
		err = fmt.Errorf("ply: want %d, not %d", want, ply)
	}
	if err != nil {
		p.lose()
		return fmt.Errorf("%w; the rest of this game cannot be followed", err)
	}
	p.told = told
	return nil
}

// lose gives the game up that is on.
func (p *play) lose() { p.view, p.lost, p.told = nil, true, "" }

// readActor reads who made an event: a seat, or chance for null.
func readActor(raw json.RawMessage) (game.Turn, error) {
	if string(raw) == "null" {
		return game.Chance, nil
	}
	var seat game.Turn
	if raw == nil || json.Unmarshal(raw, &seat) != nil || seat < 0 {
		return 0, fmt.Errorf("seat: want the seat that acted, or null for chance, not %s", game.Quote(string(raw)))
	}
	return seat, nil
}

// ply is how many events have been told.
func (p *play) ply() int {
	switch {
	case p.view == nil:
		return 0
	case p.told != "":
		return p.view.Ply() + 1
	default:
		return p.view.Ply()
	}
}

// catchUp lets the view take in the event that was told last, now that it is known
// whose turn it was after it.
func (p *play) catchUp(next game.Turn) error {
	if p.told == "" {
		return nil
	}
	if err := p.view.Observe(p.told, next); err != nil {
		return fmt.Errorf("the event before: %w", err)
	}
	p.told = ""
	return nil
}

// decide answers by a move.
func (p *play) decide(ctx context.Context, f fields) error {
	var ply int
	if err := f.read("ply", "a whole number", &ply); err != nil {
		return err
	}
	var legal []string
	if _, ok := f["legal"]; ok {
		if err := f.read("legal", "a list of moves", &legal); err != nil {
			return err
		}
	}
	word, err := p.choose(ctx, ply)
	if err == nil && legal != nil && !slices.Contains(legal, word) {
		err = fmt.Errorf("the bot would choose %s, which is not in the list of legal moves", word)
	}
	if err != nil && len(legal) > 0 {
		word = legal[0]
		err = fmt.Errorf("%w; answered by %s", err, game.Quote(word))
	}
	if word != "" {
		p.say(moveMessage{"move", ply, word})
	}
	return err
}

// choose asks the player.
func (p *play) choose(ctx context.Context, ply int) (word string, err error) {
	if p.view == nil {
		return "", errors.New("no game is on that could be followed")
	}
	if want := p.ply(); ply != want {
		return "", fmt.Errorf("ply: want %d, for so many events have been told, not %d", want, ply)
	}
	if err := p.catchUp(game.Turn(p.view.Seat())); err != nil {
		p.lose()
		return "", err
	}
	if turn := p.view.Turn(); turn != game.Turn(p.view.Seat()) {
		return "", fmt.Errorf("it is the turn of %s, not of this bot", turn)
	}
	if p.deadline > 0 {
		var cancel context.CancelFunc
		ctx, cancel = p.server.Limit(ctx, thinking(p.deadline))
		defer cancel()
	}
	move, err := p.player.Choose(ctx, p.view.Clone())
	if err != nil {
		return "", err
	}
	return p.view.Word(move), nil
}

// thinking is how many milliseconds of a deadline a player may think: all but a tenth, and
// all but 40 or the half of a short one, for it takes that long until a player is told to
// stop, has come to the end of what it cannot leave half done, and has been heard.
func thinking(deadline int) int {
	return max(deadline-max(deadline/10, min(deadline/2, 40)), 1)
}

// say writes a message. An error in writing is found by whoever flushes.
func (p *play) say(message any) { _, _ = p.out.Write(line(message)) }
