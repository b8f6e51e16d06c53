package main

import (
	"errors"
	"fmt"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
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
	field, ok := rec.Field("fair")
	if !ok {
		return 0, errors.New(`the record has no field "fair", so its shuffles cannot be repeated`)
	}
	var proof fair.Proof
	if err := proof.UnmarshalJSON(field); err != nil {
		return 0, err
	}
	if len(proof.ClientSeeds) != rec.Players() {
		return 0, fmt.Errorf("%d client seeds for %d seats; want one for each", len(proof.ClientSeeds), rec.Players())
	}
	want := "" // what chance must say next
	err = rec.Walk(func(s game.State) error {
		if want != "" && s.Last() != want {
			return &record.EventError{Number: s.Ply(), Err: fmt.Errorf("%s: the seeds give %s", game.Quote(s.Last()), want)}
		}
		if want != "" {
			n++
		}
		want = ""
		if s.Turn() != game.Chance {
			return nil
		}
		stream, err := proof.Stream(uint64(s.Ply()) + 1)
		if err != nil {
			return err
		}
		draw := make([]uint8, s.Draw().Take)
		fair.Draw(stream, draw, s.Draw().Of)
		want = s.Outcome(draw)
		return nil
	})
	return n, err
}
