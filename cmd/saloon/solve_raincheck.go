package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/saloon-games/saloon/bot/equilibrium"
	"github.com/saloon-games/saloon/bot/equilibrium/round"
	"github.com/saloon-games/saloon/bot/equilibrium/train"
	"github.com/saloon-games/saloon/bot/equilibrium/worth"
	"github.com/saloon-games/saloon/game"
)

// solveRaincheckFlags are those of "saloon solve raincheck".
type solveRaincheckFlags struct {
	Out     *string `placeholder:"FILE" help:"Write what is found to FILE, as bot/equilibrium/values.bin; - is standard output, and the report then goes to standard error. Nowhere unless given."`
	Games   *int    `min:"1" placeholder:"N" help:"How many games to learn from; as many as for the program's own values unless given."`
	Workers *int    `min:"1" max:"1024" placeholder:"W" help:"How many rounds to solve at once; one for every core unless given. Changes no result."`
}

const solveRaincheckHelp = `Of raincheck it rebuilds from nothing what the player of Showdown carries with it: what each round is worth before it begins. First comes a table, from the last round back to the first, then networks that say what hangs on beliefs, from games of the program with itself. That takes some ten minutes of one core. The same program makes the same values on every machine of one kind, and says whether they are those that it carries.

Then it says what the game is worth to who begins it, by these values, and how far from equilibrium the first round is solved given them. What an adversary finds, which is the better measure, "saloon exploit" says.

Examples:

    saloon solve raincheck
    saloon solve raincheck --out bot/equilibrium/values.bin
`

// quoted is somebody's word as an error repeats it.
func quoted(s string) string { return game.Quote(s) }

// given reports whether a flag is.
func (c *solveRaincheckFlags) given() bool {
	return c.Out != nil || c.Games != nil || c.Workers != nil
}

// raincheck rebuilds the values.
func (c *solveRaincheckFlags) raincheck(a *app) error {
	cfg := train.Standard()
	if c.Games != nil {
		cfg.Games = *c.Games
	}
	if c.Workers != nil {
		cfg.Workers = *c.Workers
	}
	var file *outputFile // made first: nobody wants to hear after ten minutes that it cannot be
	report := a.out
	if c.Out != nil {
		var err error
		if file, err = createOutput(*c.Out, a.out); err != nil {
			return err
		}
		if *c.Out == "-" {
			report = a.err
		}
	}
	ctx, stop := untilSignaled()
	defer stop()
	start := time.Now()
	data, err := buildValues(ctx, a, cfg)
	if file != nil {
		if err != nil {
			file.remove()
		} else {
			_, err = file.Write(data)
			err = file.finish(output(err))
		}
	}
	if err != nil {
		return err
	}
	stored := &worth.Model{} // as it will be read
	if err := stored.UnmarshalBinary(data); err != nil {
		return err
	}
	same := "not those that this program carries"
	if own, err := equilibrium.Values().AppendBinary(nil); err == nil && bytes.Equal(own, data) {
		same = "those that this program carries"
	}
	_, err = fmt.Fprintf(report, "Values of %d bytes in %s; they are %s.\n", len(data), time.Since(start).Round(time.Second), same)
	if err != nil {
		return output(err)
	}
	return output(printGameValue(ctx, report, stored))
}

// buildValues makes the values, as they are stored, and tells how far it is.
func buildValues(ctx context.Context, a *app, cfg *train.Config) ([]byte, error) {
	told := newStages(a.err)
	cfg.Progress = told.progress
	cfg.Fitted = func(owns [2]int, samples int, before, after float64) {
		told.end()
		fmt.Fprintf(a.err, "network %d-%d: %d samples, off by %.3f before and %.3f after\n", owns[0], owns[1], samples, before, after)
	}
	m, err := cfg.Model(ctx)
	told.end()
	switch {
	case errors.Is(err, context.Canceled):
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, err
	}
	return m.AppendBinary(nil)
}

// printGameValue says what the first round is worth.
func printGameValue(ctx context.Context, w io.Writer, m *worth.Model) error {
	const iterations = 1000
	s, _ := round.NewGame(round.First(), m).Solve(ctx, iterations, iterations/4, iterations/2)
	_, err := fmt.Fprintf(w, "The game is worth %+.4f to who begins it (a win 1, a loss -1), by these values;\n"+
		"given them the first round is solved to an exploitability of %.5f (%d iterations).\n",
		s.Value(), s.Exploitability(), iterations)
	return err
}

// stages tells how far the stages of a long work are, a line each.
type stages struct {
	w    io.Writer
	what string
	next time.Time
}

func newStages(w io.Writer) *stages { return &stages{w: w} }

// progress tells of a stage when it begins and ends, and every ten seconds.
func (s *stages) progress(what string, done, of int) {
	now := time.Now()
	if what == s.what && done < of && now.Before(s.next) {
		return
	}
	s.what, s.next = what, now.Add(10*time.Second)
	fmt.Fprintf(s.w, "%s: %d of %d\n", what, done, of)
}

// end ends a stage.
func (s *stages) end() { s.what = "" }
