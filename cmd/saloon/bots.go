package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/bot/arena"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/botproc"
)

// roster is the levels that there are.
type roster struct {
	names []string // the weakest first
	make  func(name string, rules game.Rules, src fair.Source) (bot.Player, error)
}

// levels is the levels of the house.
func levels() roster { return roster{bot.Names(), bot.New} }

// check refuses a level that there is not, or that does not play the game.
func (r *roster) check(flag, name string, rules game.Rules) error {
	if _, err := r.make(name, rules, fair.NewRand(0)); err != nil {
		return badUsage("%s: %w", flag, err)
	}
	return nil
}

// able lists the levels that play the game and can do something.
func (r *roster) able(rules game.Rules, can func(bot.Player) bool) string {
	var list []string
	for _, name := range r.names {
		if p, err := r.make(name, rules, fair.NewRand(0)); err == nil && can(p) {
			list = append(list, name)
		}
	}
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}

// advises reports whether the player can say what it thinks.
func advises(p bot.Player) bool {
	_, ok := p.(bot.Advisor)
	return ok
}

// foreign is how a bot is named that is a process.
const foreign = "exec:"

// startTime is how long a process may take to be ready for a game.
const startTime = 10 * time.Second

// arenaFlags say how bots are compared; arena and league have them both.
type arenaFlags struct {
	tableFlags
	Games    bool          `help:"Play whole games where a game has hands; else a deal is one hand."`
	Workers  *int          `min:"1" max:"1024" placeholder:"W" help:"How many games to play at once; one for every core unless given. Changes no result but times."`
	Deadline time.Duration `default:"1s" placeholder:"TIME" help:"How long a bot of exec: may take for an answer (${default})."`
	Records  *string       `placeholder:"FILE" help:"Write every game's record to FILE, one line of JSON each; - is standard output, and the report, --json included, then goes to standard error."`
	BotLog   *string       `name:"bot-log" placeholder:"FILE" help:"Write what bots did wrong, and what those of exec: write to their standard error, to FILE; to standard error unless given, and with - without leaving anything out."`
	JSON     bool          `name:"json" help:"Print the result as one line of JSON."`
	colorFlags
}

// named is a bot as it was asked for, and the flag or argument that did.
type named struct{ by, name string }

// matchup is what a comparison is made of.
type matchup struct {
	arena.Table
	bots   []arena.Bot
	report io.Writer
	file   *outputFile // of records, nil if there is none
	log    *botLog
	closer io.Closer // of the log, nil if there is none
}

// open checks the flags and the bots, and then opens the files. All that it refuses
// but files is bad usage.
func (f *arenaFlags) open(a *app, deals int, bots ...named) (*matchup, error) {
	t, err := f.table()
	if err != nil {
		return nil, err
	}
	if f.Deadline < time.Millisecond || f.Deadline > time.Hour {
		return nil, badUsage("--deadline %s: want 1ms to 1h", f.Deadline)
	}
	if hands, given := t.options["hands"]; given && !f.Games && hands != 1 {
		return nil, badUsage("--option hands=%v: want --games with it; without it a deal is one hand", hands)
	}
	if target, given := t.options["target"]; given && !f.Games {
		return nil, badUsage("--option target=%v: want --games with it; without it a deal is one hand", target)
	}
	m := &matchup{report: a.out, log: &botLog{out: a.err}}
	for _, b := range bots {
		made, err := f.bot(a, t.rules, m.log, b)
		if err != nil {
			return nil, err
		}
		m.bots = append(m.bots, made)
	}
	began := time.Now()
	m.Table = arena.Table{
		Rules: t.rules, Players: t.players, Options: t.options, Whole: f.Games, Deals: deals, Seed: t.seed,
		Clock:    func() int64 { return int64(time.Since(began)) },
		Complain: m.log.complain,
	}
	if f.Workers != nil {
		m.Workers = *f.Workers
	}
	if err := m.files(a, f); err != nil {
		return nil, err
	}
	return m, nil
}

// files opens the files that the flags name.
func (m *matchup) files(a *app, f *arenaFlags) (err error) {
	for flag, name := range map[string]*string{"--records": f.Records, "--bot-log": f.BotLog} {
		if name != nil && *name == "" {
			return badUsage(`%s "": want the name of a file`, flag)
		}
	}
	switch {
	case f.BotLog == nil:
	case *f.BotLog == "-":
		m.log.all = true
	default:
		log, err := os.Create(*f.BotLog)
		if err != nil {
			return output(fmt.Errorf("%s: %w", game.Quote(*f.BotLog), reason(err)))
		}
		m.log.out, m.log.all, m.closer = log, true, log
	}
	if f.Records == nil {
		return nil
	}
	if m.file, err = createOutput(*f.Records, a.out); err != nil {
		return errors.Join(err, m.close())
	}
	m.Table.Records = marked{m.file}
	if *f.Records == "-" {
		m.report = a.err // records alone are on standard output
	}
	return nil
}

// marked marks errors in writing as such.
type marked struct{ io.Writer }

// Write implements io.Writer.
func (w marked) Write(text []byte) (int, error) {
	n, err := w.Writer.Write(text)
	return n, output(err)
}

// close closes the log.
func (m *matchup) close() error {
	if m.closer == nil {
		return nil
	}
	return output(m.closer.Close())
}

// bot makes a bot that was asked for.
func (f *arenaFlags) bot(a *app, rules game.Rules, log io.Writer, b named) (arena.Bot, error) {
	if command, is := strings.CutPrefix(b.name, foreign); is {
		if strings.TrimSpace(command) == "" {
			return arena.Bot{}, badUsage("%s %s: want a command after it, such as exec:'python3 bot.py'", b.by, game.Quote(b.name))
		}
		return botproc.Bot(b.name, command, botproc.Config{Deadline: f.Deadline, Start: startTime, Log: log}), nil
	}
	if err := a.bots.check(b.by, b.name, rules); err != nil {
		return arena.Bot{}, badUsage("%w; or exec:COMMAND", err)
	}
	return arena.Of(b.name, func(src fair.Source) (bot.Player, error) { return a.bots.make(b.name, rules, src) }), nil
}

// How many errors of bots are told on standard error, and how many lines of theirs are
// shown there. A file takes all.
const (
	mostComplaints = 10
	mostLines      = 200
)

// botLog takes what bots write and what is said of them.
type botLog struct {
	mu    sync.Mutex
	out   io.Writer
	all   bool // nothing is left out
	told  int
	lines int
}

// Write takes a line of a bot.
func (l *botLog) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines++
	switch {
	case l.all || l.lines <= mostLines:
		return l.out.Write(text)
	case l.lines == mostLines+1:
		fmt.Fprintln(l.out, "saloon: further lines of bots are left out; --bot-log FILE keeps all")
	}
	return len(text), nil
}

// complain tells what a bot did wrong.
func (l *botLog) complain(c arena.Complaint) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.told++
	switch {
	case l.all || l.told <= mostComplaints:
		fmt.Fprintf(l.out, "saloon: %s: %s\n", game.Quote(c.Bot), c)
	case l.told == mostComplaints+1:
		fmt.Fprintln(l.out, "saloon: further errors of bots are only counted; --bot-log FILE tells all")
	}
}
