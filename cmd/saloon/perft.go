package main

import (
	"fmt"

	"github.com/saloon-games/saloon/game"
)

// perftCommand is "saloon perft".
type perftCommand struct {
	Depth int `required:"" min:"0" placeholder:"N" help:"How many decisions a line has; 0 or more."`
	recordFlags
}

// Help is the command's detailed help.
func (*perftCommand) Help() string {
	return `Prints how many different sequences of exactly N decisions can follow the record's last event. Chance is not expanded: a line that needs a shuffle before its last decision does not count. Engines that know the same rules print the same numbers.

Example:

    saloon new texas --seed 1 | saloon perft --depth 5 -
`
}

// Run prints the number.
func (c *perftCommand) Run(a *app) error {
	rec, err := c.read(a)
	if err != nil {
		return err
	}
	s, err := rec.State()
	if err != nil {
		return c.about(err)
	}
	_, err = fmt.Fprintln(a.out, game.Perft(s, c.Depth))
	return output(err)
}
