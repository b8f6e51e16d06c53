package main

import (
	"fmt"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/audit"
	"github.com/saloon-games/saloon/record"
)

// verifyCommand is "saloon verify".
type verifyCommand struct {
	recordFlags
}

// Help is the command's detailed help.
func (*verifyCommand) Help() string {
	return `Repeats every shuffle of a game that was played with seeds from all seats, and says whether they are those of the record. The seeds stand in the record's field "fair". Whether its commitment is the one that was shown before the game, and your own seed the one that you sent, only you can see.

Examples:

    saloon verify game.saloon.json
`
}

// Run checks the record's shuffles.
func (c *verifyCommand) Run(a *app) error {
	rec, err := c.read(a)
	if err != nil {
		return err
	}
	n, err := verify(rec)
	if err != nil {
		return c.about(err)
	}
	_, err = fmt.Fprintf(a.out, "ok %d chance events\n", n)
	return output(err)
}

// verify repeats the chance events of a record and returns how many there are.
func verify(rec *record.Record) (n int, err error) {
	report, err := audit.Shuffles(rec)
	for i := range report.Deals {
		if d := &report.Deals[i]; !d.OK() && d.Was != "" {
			return 0, &record.EventError{Number: d.Event, Err: fmt.Errorf("%s: the seeds give %s", game.Quote(d.Was), d.Want)}
		}
	}
	return len(report.Deals), err
}
