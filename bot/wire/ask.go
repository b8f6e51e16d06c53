package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/saloon-games/saloon/game"
)

// Foreign is a bot at the other end of two streams. It is not trusted: what it
// writes may be anything, and it may not read. Nothing here waits for it longer than
// the context that a question is asked with, and nothing grows beyond a line
// or what the bot has been told in a game. One goroutine may use it at a time.
type Foreign struct {
	in   io.ReadCloser
	out  io.WriteCloser
	said chan string   // lines of the bot; closed at the end
	end  error         // why there are no more; to be read when said is closed
	done chan struct{} // closed by Close

	mail  mailbox
	alive sync.WaitGroup
}

// ahead is how many lines of a bot are read before somebody asks for them.
const ahead = 16

// NewForeign returns the bot that reads from out and writes to in. Both are the
// Foreign's from now on, which closes them.
func NewForeign(in io.ReadCloser, out io.WriteCloser) *Foreign {
	f := &Foreign{in: in, out: out, said: make(chan string, ahead), done: make(chan struct{})}
	f.mail.changed = sync.NewCond(&f.mail.mu)
	f.alive.Go(f.listen)
	f.alive.Go(f.deliver)
	return f
}

// listen reads what the bot says.
func (f *Foreign) listen() {
	defer close(f.said)
	lines := newLineReader(f.in, mostAnswered)
	lines.giveUp = true
	for {
		text, err := lines.next()
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = errors.New("it has closed its standard output")
			}
			f.end = err
			return
		}
		select {
		case f.said <- string(text):
		case <-f.done:
			f.end = errors.New("it has been ended")
			return
		}
	}
}

// mailbox holds what the bot is told until it reads it.
type mailbox struct {
	mu      sync.Mutex
	changed *sync.Cond
	text    []byte
	closed  bool
}

// deliver writes to the bot what is in the mailbox.
func (f *Foreign) deliver() {
	defer f.out.Close() //nolint:errcheck // a bot that reads no more has said so by its silence
	for {
		f.mail.mu.Lock()
		for len(f.mail.text) == 0 && !f.mail.closed {
			f.mail.changed.Wait()
		}
		text := f.mail.text
		f.mail.text = nil
		f.mail.mu.Unlock()
		if len(text) == 0 {
			return
		}
		if _, err := f.out.Write(text); err != nil {
			return // whoever does not read does not answer either
		}
	}
}

// tell puts a message into the mailbox.
func (f *Foreign) tell(message any) {
	f.mail.mu.Lock()
	defer f.mail.mu.Unlock()
	if !f.mail.closed {
		f.mail.text = append(f.mail.text, line(message)...)
		f.mail.changed.Signal()
	}
}

// Hello begins a game and waits for the bot to be ready. It returns the name that
// the bot gives itself.
func (f *Foreign) Hello(ctx context.Context, h Hello) (name string, err error) {
	options := h.Options
	if options == nil {
		options = game.Options{}
	}
	f.forget()
	f.tell(helloMessage{"hello", Protocol, h.Game, h.Players, h.Seat, options, h.Seed, h.DeadlineMS})
	for {
		m, err := f.hear(ctx, readyMessage{"ready", "My bot"})
		if err != nil {
			return "", fmt.Errorf("not ready: %w", err)
		}
		if m.kind() == "ready" { // and what is left from an earlier game is not
			_ = m.read("name", "", &name) // a bot may have none
			return name, nil
		}
	}
}

// Event tells the bot what happened, as its seat is told it: the ply after it, and
// who acted.
func (f *Foreign) Event(ply int, actor game.Turn, told string) {
	m := eventMessage{Type: "event", Ply: ply, Event: told}
	if seat, ok := actor.Seat(); ok {
		m.Seat = &seat
	}
	f.tell(m)
}

// Decide asks the bot for a move, one of the legal ones. Whatever it says else, or
// that it says nothing until ctx is done, is an error that says what was wrong.
func (f *Foreign) Decide(ctx context.Context, ply int, legal []string) (string, error) {
	f.forget()
	f.tell(decideMessage{"decide", ply, legal})
	for {
		m, err := f.hear(ctx, moveMessage{"move", ply, strings.Join(legal[:min(len(legal), 1)], "")})
		if err != nil {
			return "", err
		}
		if m.kind() != "move" {
			continue
		}
		var of int
		var move string
		if err := m.read("ply", "a whole number", &of); err != nil {
			return "", err
		}
		if of < ply {
			continue // a late answer to a question that is closed
		}
		if err := m.read("move", "a move", &move); err != nil {
			return "", err
		}
		switch {
		case of > ply:
			return "", fmt.Errorf("it answers ply %d, but was asked about ply %d", of, ply)
		case !slices.Contains(legal, move):
			return "", fmt.Errorf("%s is not legal; legal: %s", game.Quote(move), strings.Join(legal, ", "))
		}
		return move, nil
	}
}

// Over tells the bot how the game has ended.
func (f *Foreign) Over(end game.State) { f.tell(over(end)) }

// Quit tells the bot to end, and closes what it reads from when it has read that.
func (f *Foreign) Quit() {
	f.tell(quitMessage{"quit"})
	f.mail.close()
}

// close lets the mailbox take nothing more.
func (m *mailbox) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	m.changed.Signal()
}

// Drain waits until the bot has closed its output or ctx is done, and throws away
// what it says until then.
func (f *Foreign) Drain(ctx context.Context) {
	for {
		select {
		case _, ok := <-f.said:
			if !ok {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// Close closes the streams, whatever the bot does, and waits until nobody uses
// them. It is to be called once.
func (f *Foreign) Close() error {
	f.mail.close()
	close(f.done)
	err := f.in.Close()
	_ = f.out.Close() // perhaps a second time
	f.alive.Wait()
	return err
}

// hear returns the bot's next message; example is one that would be right.
func (f *Foreign) hear(ctx context.Context, example any) (fields, error) {
	select {
	case text, ok := <-f.said:
		if !ok {
			return nil, f.end
		}
		return parse([]byte(text), example)
	case <-ctx.Done():
		return nil, errors.New("no answer in time")
	}
}

// forget drops what the bot has said before it is asked: that answers nothing.
func (f *Foreign) forget() {
	for range ahead {
		select {
		case _, ok := <-f.said:
			if !ok {
				return
			}
		default:
			return
		}
	}
}
