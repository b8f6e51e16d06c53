package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
	"github.com/saloon-games/saloon/internal/load"
	"github.com/saloon-games/saloon/internal/term"
)

// loadCommand is "saloon load".
type loadCommand struct {
	URL     []string      `name:"url" default:"http://127.0.0.1:8080" placeholder:"URL" help:"Where the house is (${default}); again for each of several nodes, which get the connections in turn."`
	ByTable bool          `help:"Have all who sit at a table come to the same node, as a proxy does that goes by the table's id."`
	Game    string        `default:"texas" placeholder:"GAME" help:"What is played: ${games} (${default})."`
	Tables  int           `default:"500" min:"1" max:"100000" placeholder:"N" help:"How many tables (${default})."`
	Seats   *int          `placeholder:"N" help:"Guests at a table; ${players} unless given."`
	Think   string        `default:"0s" placeholder:"DURATION" help:"How long a guest thinks before a move, such as 1s or 0.5s-1.5s (${default})."`
	Time    time.Duration `default:"30s" placeholder:"DURATION" help:"How long to measure (${default})."`
	Warmup  time.Duration `default:"5s" placeholder:"DURATION" help:"How long to play before that (${default})."`
	Idle    bool          `help:"Seat everybody at started tables and do nothing, to see what waiting costs."`
	Streams *int          `min:"1" max:"400000" placeholder:"N" help:"How many guests, in place of --tables."`
	Seed    *uint64       `placeholder:"S" help:"Make the guests' choices repeatable; from the system's randomness unless given."`
	PID     []int         `name:"pid" min:"1" placeholder:"PID" help:"The house's process on this machine, to measure it from outside, again for each of several; by /metrics unless given."`
	Sources int           `default:"1" min:"1" max:"65000" placeholder:"N" help:"Come from so many loopback addresses (${default})."`
	Remote  bool          `name:"allow-remote" help:"Allow a house that is not on this machine. Only for one that is yours."`
	JSON    bool          `name:"json" help:"Print the result as one line of JSON."`
}

// Help is the command's detailed help.
func (*loadCommand) Help() string {
	return `Plays many tables of a running house over HTTP, as that many browsers do, and measures how it bears that. Every guest has a cookie and a stream of its own, and plays at random what its own page offers. There are no bots.

It reports accepted moves a second; how long a move takes from its request to its answer and until the last seat's stream shows it; errors by kind; and the house's CPU time for a move and memory, from /proc with --pid and else from /metrics. Start the house with --limits off, or it rightly refuses most of it.

Examples:

    saloon load --tables 500 --time 20s
    saloon load --tables 1000 --think 0.5s-1.5s
    saloon load --idle --streams 5000 --json
    saloon load --url http://127.0.0.1:8080 --url http://127.0.0.1:8081
`
}

// Run puts the load on the house.
func (c *loadCommand) Run(a *app) error {
	ctx, stop := untilSignaled()
	defer stop()
	var targets []load.Target
	for _, url := range c.URL {
		target, err := load.ParseTarget(ctx, url, c.Remote)
		if err != nil {
			return badUsage("--url %s: %w", game.Quote(url), err)
		}
		targets = append(targets, target)
	}
	cfg, err := c.config()
	if err != nil {
		return err
	}
	cfg.Targets = targets
	report, err := load.Run(ctx, cfg, nil)
	if err != nil {
		return err
	}
	if c.JSON {
		return output(json.NewEncoder(a.out).Encode(report))
	}
	width := min(term.NewScreen(a.out, term.Auto, a.environ).Width(), mostHelp)
	_, err = io.WriteString(a.out, layout(loadReport(report), width))
	return output(err)
}

// config is the load that the flags ask for, but for its target.
func (c *loadCommand) config() (cfg load.Config, err error) {
	rules, err := catalog.ByName(c.Game)
	if err != nil {
		return cfg, &usageError{err: err}
	}
	cfg = load.Config{Game: c.Game, Seats: usualPlayers(rules), Tables: c.Tables, Idle: c.Idle, PIDs: c.PID, ByTable: c.ByTable, Sources: c.Sources}
	if c.Seats != nil {
		cfg.Seats = *c.Seats
	}
	if _, err := rules.Check(cfg.Seats, nil); err != nil {
		return cfg, &usageError{err: err}
	}
	if c.Streams != nil {
		cfg.Tables = (*c.Streams + cfg.Seats - 1) / cfg.Seats
	}
	if cfg.Think, err = parseThink(c.Think); err != nil {
		return cfg, err
	}
	if cfg.Time = c.Time; cfg.Time <= 0 {
		return cfg, badUsage("--time %v: want some time, such as 30s", c.Time)
	}
	if cfg.Warmup = c.Warmup; cfg.Warmup < 0 {
		return cfg, badUsage("--warmup %v: want 0s or more", c.Warmup)
	}
	if c.Seed != nil {
		cfg.Seed = *c.Seed
	} else if cfg.Seed, err = randomSeed(); err != nil {
		return cfg, err
	}
	return cfg, nil
}

// parseThink reads "1s" or "0.5s-1.5s".
func parseThink(text string) (load.Think, error) {
	least, most, between := strings.Cut(text, "-")
	if !between {
		most = least
	}
	var t load.Think
	var err1, err2 error
	t.Least, err1 = time.ParseDuration(least)
	t.Most, err2 = time.ParseDuration(most)
	if err1 != nil || err2 != nil || t.Least < 0 || t.Most < t.Least {
		return t, badUsage("--think %s: want a time such as 1s, or two, such as 0.5s-1.5s", game.Quote(text))
	}
	return t, nil
}

// loadReport tells how a load was borne, as layout takes it.
func loadReport(r *load.Report) string {
	var b strings.Builder
	row := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%s\t%s\n", name, fmt.Sprintf(format, args...))
	}
	doing := "no time to think"
	switch {
	case r.Idle:
		doing = "idle"
	case r.Think != "0s":
		doing = r.Think + " to think"
	}
	fmt.Fprintf(&b, "%s: %d tables, %d seats each, %s, seed %d\n\n", r.Game, r.Tables, r.Seats, doing, r.Seed)
	row("seated", "in %.1f s; then measured for %.1f s", r.SetUp, r.Seconds)
	if !r.Idle {
		row("moves", "%d, %.0f a second", r.Moves, r.Speed)
		row("to the last seat", "%s", spreadWords(r.All))
		row("to the answer", "%s", spreadWords(r.Answer))
	}
	row("tables", "%s", tablesWords(r))
	row("errors", "%s", errorWords(r.Errors))
	row("streams", "%d, of which %.1f KB came before and %.1f KB a second then, in %.0f patches and %.0f beats a second",
		r.Streams, r.FirstBytes*float64(r.Streams)/1e3, float64(r.Bytes)/1e3/r.Seconds, float64(r.Patches)/r.Seconds, float64(r.Beats)/r.Seconds)
	if r.House == nil {
		row("the house", "not known: %s", r.HouseUnknown)
	} else {
		row("the house", "%s", processWords(r.House, r))
	}
	if r.Guests != nil {
		row("the guests", "%s", processWords(r.Guests, r))
	}
	m := r.Machine
	row("machine", "%d CPUs (%s), of which %.2f worked, %.2f of them for others, and %.2f were stolen; load %.2f before",
		m.CPUs, m.Model, m.Busy, m.Others, m.Stolen, m.Load)
	return b.String()
}

func spreadWords(s load.Spread) string {
	return fmt.Sprintf("p50 %.1f ms, p99 %.1f ms, at most %.1f ms", s.P50, s.P99, s.Max)
}

func tablesWords(r *load.Report) string {
	text := fmt.Sprintf("a game on at %d of %d", r.Playing, r.Tables)
	if !r.Idle && r.Still > 0 {
		text += fmt.Sprintf("; no move in all the time at %d", r.Still)
	}
	return text
}

// errorWords counts what went wrong.
func errorWords(e load.Errors) string {
	var list []string
	for _, status := range slices.Sorted(maps.Keys(e.Refused)) {
		list = append(list, fmt.Sprintf("%d refused with %s (%s)", e.Refused[status], status, game.Quote(e.Words[status])))
	}
	for _, kind := range []struct {
		n    int
		name string
	}{{e.Failed, "requests without an answer"}, {e.Cut, "streams cut"}, {e.Gone, "tables gone"}} {
		if kind.n > 0 {
			list = append(list, fmt.Sprintf("%d %s", kind.n, kind.name))
		}
	}
	if len(list) == 0 {
		return "none"
	}
	if e.Last != "" {
		list = append(list, "last "+game.Quote(e.Last))
	}
	return strings.Join(list, ", ")
}

// processWords tells what a program took.
func processWords(p *load.Process, r *load.Report) string {
	const mb = 1e6
	text := fmt.Sprintf("%.2f CPUs", p.CPU/r.Seconds)
	if r.Moves > 0 {
		text += fmt.Sprintf(", %.0f µs a move", p.PerMove)
	}
	text += fmt.Sprintf("; %.0f MB resident", float64(p.RSS)/mb)
	if p.Peak > 0 {
		text += fmt.Sprintf(", at most %.0f MB", float64(p.Peak)/mb)
	}
	if r.Idle && p.RSS > p.Before {
		text += fmt.Sprintf(", %.1f KB a stream above the %.0f MB before", float64(p.RSS-p.Before)/1e3/float64(r.Streams), float64(p.Before)/mb)
	}
	return text
}
