package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/bot/arena"
	"github.com/saloon-games/saloon/internal/term"
)

// arenaCommand is "saloon arena".
type arenaCommand struct {
	Test  string `required:"" placeholder:"BOT" help:"The bot that is measured: a level, or exec:COMMAND."`
	Field string `required:"" placeholder:"BOT" help:"The bot in all other seats."`
	Deals int    `default:"1000" min:"1" placeholder:"D" help:"How many deals to play (${default})."`
	arenaFlags
}

// Help is the command's detailed help.
func (*arenaCommand) Help() string {
	return `Measures a bot against another: every deal is played once with the test bot in each seat and the field bot in all others, so luck with cards cancels out. In Texas Showdown a deal is one hand, or with --games a whole game; in Showdown it is a whole game.

Tells the test bot's tricks a hand less the par, which everybody would take if all played alike (3.75 with four players; fewer are better); its share of wins, a shared win in parts; both with the half width of a 95% confidence interval, computed over deals; the mean time of a decision with two legal moves or more; and errors. The same seed gives the same deals to any bots.

A BOT is a level (` + strings.Join(bot.Names(), ", ") + `) or exec: and a command that sh runs, which must speak the protocol of docs/PROTOCOL.md on its standard input and output; docs/bots.md tells how to write one. What it answers late or wrongly is replaced by a rule-of-thumb move and counted.

Examples:

    saloon arena texas --test thumb --field random
    saloon arena texas --players 6 --test thumb --field random --games --json
    saloon arena raincheck --test 'exec:python3 bot.py' --field thumb --deals 100

` + optionList()
}

// Run plays the deals.
func (c *arenaCommand) Run(a *app) error {
	m, err := c.open(a, c.Deals, named{"--test", c.Test}, named{"--field", c.Field})
	if err != nil {
		return err
	}
	cfg := arena.Config{Table: m.Table, Test: m.bots[0], Field: m.bots[1]}
	result, err := playDeals(a, &cfg.Table, func(ctx context.Context) (*arena.Result, int, error) {
		r, err := arena.Run(ctx, cfg)
		if r == nil {
			return nil, 0, err
		}
		return r, r.Deals, err
	})
	return m.finish(err, func() error {
		if c.JSON {
			return json.NewEncoder(m.report).Encode(arenaResult(&cfg, result))
		}
		out := c.screen(a, m.report)
		term.ArenaReport(out, cfg, result)
		return out.Flush()
	})
}

// playDeals plays with a bar that shows how far it is, until all is played or
// somebody interrupts.
func playDeals[R any](a *app, t *arena.Table, run func(context.Context) (R, int, error)) (R, error) {
	ctx, stop := untilSignaled()
	defer stop()
	bar := newProgress(a.err, "playing", t.Deals)
	defer bar.clear()
	t.Progress = bar.set
	result, deals, err := run(ctx)
	if errors.Is(err, context.Canceled) {
		err = fmt.Errorf("%w after %d of %d deals", context.Cause(ctx), deals, t.Deals)
	}
	return result, err
}

// finish ends the files and prints the report, unless there is none for an error.
func (m *matchup) finish(err error, report func() error) error {
	if m.file != nil {
		err = m.file.finish(err)
	}
	if closed := m.close(); err == nil {
		err = closed
	}
	if err != nil && !isInterruption(err) {
		return err
	}
	if printed := report(); err == nil {
		err = output(printed)
	}
	return err
}

// arenaJSON is a result as JSON, its fields as docs/PROTOCOL.md has them.
type arenaJSON struct {
	Game     string         `json:"game"`
	Players  int            `json:"players"`
	Test     string         `json:"test"`
	Field    string         `json:"field"`
	Deals    int            `json:"deals"`
	Seed     uint64         `json:"seed"`
	Diff     float64        `json:"diff"`
	CI95     *float64       `json:"ci95"`
	WinShare float64        `json:"win_share"`
	WinCI95  *float64       `json:"win_ci95"`
	MS       sides[float64] `json:"ms_per_decision"`
	Errors   sides[int64]   `json:"errors"`
}

type sides[N any] struct {
	Test  N `json:"test"`
	Field N `json:"field"`
}

func arenaResult(c *arena.Config, r *arena.Result) arenaJSON {
	return arenaJSON{
		Game: c.Rules.Name(), Players: c.Players, Test: c.Test.Name, Field: c.Field.Name, Deals: r.Deals, Seed: c.Seed,
		Diff: r.Diff.Value, CI95: orNull(r.Diff.CI95), WinShare: r.WinShare.Value, WinCI95: orNull(r.WinShare.CI95),
		MS:     sides[float64]{r.Test.Milliseconds(), r.Field.Milliseconds()},
		Errors: sides[int64]{r.Test.Errors, r.Field.Errors},
	}
}

// orNull is a number that JSON can say, or null.
func orNull(f float64) *float64 {
	if math.IsNaN(f) {
		return nil
	}
	return &f
}
