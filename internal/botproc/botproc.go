// Package botproc lets bots of other people play in the arena: each is a process that
// speaks the protocol of docs/PROTOCOL.md on its standard input and output. Here are the
// processes, the clocks and the patience that package bot/wire must not know.
//
// A bot is not trusted. It may hang, flood, lie, die or leave children behind, and
// costs no more than its errors: nobody waits for it beyond its deadline, it gets
// bounded memory, and it ends with all its children when its seat is closed.
//
// The package must never know rules, tables of the house or terminals.
package botproc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"github.com/saloon-games/saloon/bot/arena"
	"github.com/saloon-games/saloon/bot/wire"
	"github.com/saloon-games/saloon/game"
)

// Config says how bots are run.
type Config struct {
	// Deadline is how long an answer may take; one that is late is an error.
	Deadline time.Duration
	// Start is how long a bot may take to be ready for a game.
	Start time.Duration
	// Log takes what bots write to their standard error, line by line, each
	// with the bot's name before it. It must bear several goroutines.
	Log io.Writer
}

const (
	// mostErrors is how many errors in one game end a bot's process.
	mostErrors = 3
	// grace is how long a bot that is told to quit may take, and how long whoever
	// it leaves behind may hold on to its standard error.
	grace = 500 * time.Millisecond
)

// Bot returns a bot of the arena that is played by processes of a command, which sh
// runs, one for each seat that is played at once. A process plays game after game;
// after three errors in a game it is ended, sits the rest of that game out, and is
// started afresh for the next.
func Bot(name, command string, c Config) arena.Bot {
	return arena.Bot{Name: name, Sit: func() (arena.Seat, error) {
		return &seat{name: name, command: command, config: c}, nil
	}}
}

// seat is an arena.Seat and an arena.Listener.
type seat struct {
	name, command string
	config        Config

	bot     *process // nil if none runs
	trusted bool     // it has been ready before: the command is right
	errors  int      // in this game
	failed  error    // why the bot was not ready for this game, until it is told
	moves   []game.Move
}

// Begin implements arena.Seat. A command whose first process is not ready for its
// first game ends the run: it is a mistake in the command. Later that is an error
// like others.
func (s *seat) Begin(ctx context.Context, g arena.Game) error {
	patience := s.config.Start
	if s.errors > 0 { // it may hang since the game before
		patience = s.config.Deadline
	}
	s.errors, s.failed = 0, nil
	hello := wire.Hello{
		Game: g.Rules.Name(), Players: g.Players, Seat: g.Seat, Options: g.Options, Seed: g.Seed,
		DeadlineMS: int(s.config.Deadline / time.Millisecond),
	}
	if s.bot != nil {
		late, err := s.ready(ctx, hello, patience)
		if err == nil {
			return nil
		}
		if late { // that costs more time than anything else, and nobody would know why
			_, _ = fmt.Fprintf(s.config.Log, "saloon: %s: not ready for its next game within %s; its process is started afresh\n",
				game.Quote(s.name), patience) // a log that takes nothing stops nobody
		}
		s.end(0) // perhaps it plays one game only, so once more with a fresh one
	}
	var err error
	if s.bot, err = start(s.name, s.command, s.config.Log); err == nil {
		if _, err = s.ready(ctx, hello, s.config.Start); err == nil {
			s.trusted = true
			return nil
		}
		s.end(0)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case !s.trusted:
		return err
	}
	s.failed = err
	return nil
}

// ready begins a game with the process that runs, and reports whether it failed because
// that took too long.
func (s *seat) ready(ctx context.Context, hello wire.Hello, patience time.Duration) (late bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_, err = s.bot.Hello(ctx, hello)
	return errors.Is(ctx.Err(), context.DeadlineExceeded), err
}

// Told implements arena.Listener.
func (s *seat) Told(ply int, actor game.Turn, told string) {
	if s.bot != nil {
		s.bot.Event(ply, actor, told)
	}
}

// Choose implements arena.Seat.
func (s *seat) Choose(ctx context.Context, v game.View) (game.Move, error) {
	if s.bot == nil {
		if err := s.failed; err != nil {
			s.failed = nil
			return 0, err
		}
		return 0, arena.ErrOut
	}
	s.moves = v.Legal(s.moves[:0])
	limited, cancel := context.WithTimeout(ctx, s.config.Deadline)
	defer cancel()
	word, err := s.bot.Decide(limited, v.Ply(), game.Words(v.Word, s.moves))
	if err == nil {
		for _, m := range s.moves {
			if v.Word(m) == word {
				return m, nil
			}
		}
		err = fmt.Errorf("%s is not legal", game.Quote(word))
	}
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	if s.errors++; s.errors == mostErrors {
		err = fmt.Errorf("%w; error %d of this game, so its process is ended", err, s.errors)
		s.end(0)
	}
	return 0, err
}

// Over implements arena.Seat.
func (s *seat) Over(end game.State) {
	if s.bot != nil {
		s.bot.Over(end)
	}
}

// Close implements arena.Seat.
func (s *seat) Close() error {
	s.end(grace)
	return nil
}

// end ends the process if there is one.
func (s *seat) end(patience time.Duration) {
	if s.bot != nil {
		s.bot.end(patience)
		s.bot = nil
	}
}

// process is a bot's process.
type process struct {
	*wire.Foreign
	command *exec.Cmd
	stderr  *prefixed
}

// start starts a process.
func start(name, command string, log io.Writer) (*process, error) {
	theirIn, ourOut, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	ourIn, theirOut, err := os.Pipe()
	if err != nil {
		closeAll(theirIn, ourOut)
		return nil, err
	}
	cmd := exec.Command("sh", "-c", command)
	stderr := &prefixed{prefix: game.Quote(name) + "| ", out: log}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = theirIn, theirOut, stderr
	cmd.WaitDelay = grace
	ownGroup(cmd)
	err = cmd.Start()
	closeAll(theirIn, theirOut)
	if err != nil {
		closeAll(ourIn, ourOut)
		return nil, err
	}
	return &process{wire.NewForeign(ourIn, ourOut), cmd, stderr}, nil
}

func closeAll(files ...*os.File) {
	for _, f := range files {
		_ = f.Close() // nothing has been written
	}
}

// end tells the process to quit, waits for it as long as there is patience, and then
// ends it with all its children. Until the last line the process is not waited for,
// so that its number cannot have become somebody else's.
func (p *process) end(patience time.Duration) {
	if patience > 0 {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		p.Quit()
		p.Drain(ctx)
		cancel()
	}
	killGroup(p.command)
	_ = p.Close() // whatever the streams say, it is over
	_ = p.command.Wait()
	p.stderr.end()
}
