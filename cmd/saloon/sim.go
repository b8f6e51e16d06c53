package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/saloon-games/saloon/bot/sim"
	"github.com/saloon-games/saloon/internal/term"
)

// simCommand is "saloon sim".
type simCommand struct {
	tableFlags
	Games   int     `short:"n" default:"1000" min:"1" placeholder:"N" help:"How many games to play (${default})."`
	Workers *int    `min:"1" max:"1024" placeholder:"W" help:"How many games to play at once; one for every core unless given. Changes no result."`
	Out     *string `placeholder:"FILE" help:"Write every game's record to FILE, one line of JSON each; - is standard output, and the report, --json included, then goes to standard error."`
	JSON    bool    `name:"json" help:"Print the result as one line of JSON."`
	colorFlags
}

// Help is the command's detailed help.
func (*simCommand) Help() string {
	return `Plays random games as fast as it can, and prints wins by seat (shared wins as parts), what the game counts, lengths and speed. The seed alone decides every game: neither the number of workers nor the machine changes a record or a total.

Records come in the order of the games. FILE appears, or changes, only when all of them have been written; Ctrl-C leaves those so far in a file beside it, and says so.

Examples:

    saloon sim texas -n 100000
    saloon sim raincheck -n 1000000 --seed 1 --json
    saloon sim texas --players 3 -n 500 --out games.jsonl
    saloon sim texas -n 5 --out - | head -1 | saloon show -

` + optionList()
}

// Run plays the games.
func (c *simCommand) Run(a *app) error {
	t, err := c.table()
	if err != nil {
		return err
	}
	cfg := sim.Config{Rules: t.rules, Players: t.players, Options: t.options, Games: c.Games, Seed: t.seed}
	if c.Workers != nil {
		cfg.Workers = *c.Workers
	}
	report := a.out
	var file *outputFile
	if c.Out != nil {
		if *c.Out == "" {
			return badUsage(`--out "": want the name of a file, or - for standard output`)
		}
		if file, err = createOutput(*c.Out, a.out); err != nil {
			return err
		}
		cfg.Records = file
		if *c.Out == "-" {
			report = a.err // records alone are on standard output
		}
	}
	ctx, stop := untilSignaled()
	defer stop()

	start := time.Now()
	result, err := playOut(ctx, a, cfg)
	took := time.Since(start)
	if file != nil {
		err = file.finish(err)
	}
	if err != nil && !isInterruption(err) {
		return err
	}
	if printed := c.print(a, report, &cfg, result, took); err == nil {
		err = output(printed)
	}
	return err
}

// playOut plays the games, with a bar that shows how far it is, until they are
// played or somebody interrupts.
func playOut(ctx context.Context, a *app, cfg sim.Config) (*sim.Result, error) {
	bar := newProgress(a.err, "playing", cfg.Games)
	defer bar.clear()
	cfg.Progress = bar.set
	result, err := sim.Run(ctx, cfg)
	switch {
	case errors.Is(err, context.Canceled):
		err = fmt.Errorf("%w after %d of %d games", context.Cause(ctx), result.Games, cfg.Games)
	case err != nil && cfg.Records != nil:
		err = output(err)
	}
	return result, err
}

// print reports on the games.
func (c *simCommand) print(a *app, w io.Writer, cfg *sim.Config, r *sim.Result, took time.Duration) error {
	if c.JSON {
		return printJSON(w, cfg, r, took)
	}
	out := c.screen(a, w)
	term.SimReport(out, *cfg, r, took)
	return out.Flush()
}

// simJSON is a result as JSON.
type simJSON struct {
	Game    string         `json:"game"`
	Players int            `json:"players"`
	Options any            `json:"options"`
	Seed    uint64         `json:"seed"`
	Games   int            `json:"games"`
	Wins    []float64      `json:"wins"`
	Means   map[string]any `json:"means"`
	Events  eventsJSON     `json:"events"`
	Moves   int64          `json:"moves"`
	Seconds float64        `json:"seconds"`
	Speed   float64        `json:"moves_per_second"`
}

type eventsJSON struct {
	Mean float64 `json:"mean"`
	Min  int     `json:"min"`
	Max  int     `json:"max"`
}

func printJSON(w io.Writer, c *sim.Config, r *sim.Result, took time.Duration) error {
	j := simJSON{
		Game: c.Rules.Name(), Players: c.Players, Options: c.Options, Seed: c.Seed, Games: r.Games,
		Wins: r.Wins, Means: map[string]any{}, Events: eventsJSON(r.Events), Moves: r.Moves, Seconds: took.Seconds(),
	}
	if took > 0 {
		j.Speed = float64(r.Moves) / took.Seconds()
	}
	for _, f := range r.Figures {
		j.Means[f.Name] = f.Mean
		if f.BySeat != nil {
			j.Means[f.Name] = f.BySeat
		}
	}
	return json.NewEncoder(w).Encode(j)
}
