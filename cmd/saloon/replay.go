package main

import (
	"bufio"

	"github.com/saloon-games/saloon/game"
)

// replayCommand is "saloon replay".
type replayCommand struct {
	recordFlags
	Every bool `help:"Print the state before the first event and after each, not only the last."`
}

// Help is the command's detailed help.
func (*replayCommand) Help() string {
	return `Prints the state after the record's last event, one line of JSON, with nothing hidden. A record whose events break a rule is refused with the event, the rule and what would have been legal.

Examples:

    saloon replay game.saloon.json
    saloon replay --every game.saloon.json
    saloon new texas | saloon replay -
`
}

// Run prints the states.
func (c *replayCommand) Run(a *app) error {
	rec, err := c.read(a)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(a.out)
	var line []byte
	write := func(s game.State) error {
		line = append(s.AppendJSON(line[:0]), '\n')
		_, err := out.Write(line)
		return output(err)
	}
	if c.Every {
		err = rec.Walk(write)
	} else {
		var last game.State
		if last, err = rec.State(); err == nil {
			err = write(last)
		}
	}
	switch flushed := out.Flush(); {
	case flushed != nil:
		return output(flushed)
	case err != nil:
		return c.about(err)
	}
	return nil
}
