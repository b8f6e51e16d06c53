package main

import (
	"io"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/term"
)

// colorFlags say when text for people is colored.
type colorFlags struct {
	Color string `enum:"auto,always,never" default:"auto" placeholder:"WHEN" help:"Color: auto (on a terminal, unless NO_COLOR is set), always or never."`
}

// screen returns a place for text.
func (f *colorFlags) screen(a *app, w io.Writer) *term.Screen {
	return term.NewScreen(w, term.Color(f.Color), a.environ)
}

// showCommand is "saloon show".
type showCommand struct {
	recordFlags
	colorFlags
}

// Help is the command's detailed help.
func (*showCommand) Help() string {
	return `Tells the game trick by trick or round by round, with everybody's cards. Of a record that stops early it says whose turn it is and what they may do.

Examples:

    saloon show game.saloon.json
    saloon show --color always game.saloon.json | less -R
`
}

// Run tells the game.
func (c *showCommand) Run(a *app) error {
	rec, err := c.read(a)
	if err != nil {
		return err
	}
	if err := rec.Check(); err != nil {
		return c.about(err)
	}
	out := c.screen(a, a.out)
	teller := term.NewTeller(out, rec.Rules(), rec.Options())
	err = rec.Walk(func(s game.State) error {
		teller.Tell(s)
		return nil
	})
	if err != nil {
		return c.about(err)
	}
	teller.End()
	return output(out.Flush())
}
