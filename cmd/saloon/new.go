package main

import (
	"context"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/record"
)

// newCommand is "saloon new".
type newCommand struct{ tableFlags }

// Help is the command's detailed help.
func (*newCommand) Help() string {
	return `Prints a record, one line of JSON, with the first thing that chance decides: the deal, or who begins.

Examples:

    saloon new texas > game.saloon.json
    saloon new texas --players 6 --option target=20
    saloon new texas --option hands=3 --option rules=seas
    saloon new raincheck --option first=1 --seed 7

` + optionList()
}

// Run prints the record.
func (c *newCommand) Run(a *app) error {
	t, err := c.table()
	if err != nil {
		return err
	}
	m, err := t.match()
	if err != nil {
		return err
	}
	if m.State().Turn() == game.Chance {
		if err := bot.Step(context.Background(), m, nil, fair.NewRand(t.seed)); err != nil {
			return err
		}
	}
	return output(record.Write(a.out, record.Of(m)))
}
