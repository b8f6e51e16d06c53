package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/bot/advice"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/term"
)

// adviseCommand is "saloon advise".
type adviseCommand struct {
	File  string `arg:"" optional:"" default:"-" help:"The record, *.saloon.json; - or nothing is standard input."`
	Level string `required:"" placeholder:"LEVEL" help:"The bot that is asked."`
	Seat  *int   `min:"0" max:"9" placeholder:"N" help:"The seat that is to decide; refused if it is another's turn."`
	Seed  uint64 `default:"0" placeholder:"S" help:"For what the bot leaves to chance (${default})."`
	JSON  bool   `name:"json" help:"Print the advice as one line of JSON."`
	colorFlags
}

// Help is the command's detailed help.
func (*adviseCommand) Help() string {
	return `Tells what a bot thinks of the decision that a record ends with: each legal move with its value, how sure that is and how often the bot would make it, and one sentence why. The bot sees only what the deciding seat may know, whatever the record holds.

Values are the tricks that the seat is expected to take in the rest of the hand, or its chance to win.

Examples:

    saloon advise game.saloon.json --level hard
    saloon advise --level hard --json < game.saloon.json

Bots: ` + strings.Join(bot.Names(), ", ") + `. Not all of them can say what they think.
`
}

// Run asks the bot.
func (c *adviseCommand) Run(a *app) error {
	file := recordFlags{File: c.File}
	rec, err := file.read(a)
	if err != nil {
		return err
	}
	player, err := a.bots.make(c.Level, rec.Rules(), fair.NewRand(c.Seed))
	if err != nil {
		return badUsage("--level: %w", err)
	}
	advisor, ok := player.(bot.Advisor)
	if !ok {
		return badUsage("--level: %s cannot say what it thinks; those who can: %s", c.Level, a.bots.able(rec.Rules(), advises))
	}
	m, err := rec.Match()
	if err != nil {
		return file.about(err)
	}
	seat, ok := m.State().Turn().Seat()
	switch {
	case m.State().Turn() == game.Over:
		return file.about(fmt.Errorf("after %d events the game is over; want a record that ends where a seat decides", m.State().Ply()))
	case !ok:
		return file.about(fmt.Errorf("after %d events it is the turn of %s; want a record that ends where a seat decides", m.State().Ply(), m.State().Turn()))
	case c.Seat != nil && *c.Seat != seat:
		return file.about(fmt.Errorf("it is the turn of seat %d, not of seat %d", seat, *c.Seat))
	}
	v := m.View(seat)
	said, err := advisor.Advise(context.Background(), v)
	if err != nil {
		return err
	}
	if c.JSON {
		return output(json.NewEncoder(a.out).Encode(adviceOf(c.Level, v, &said)))
	}
	out := c.screen(a, a.out)
	term.Advice(out, c.Level, v, &said)
	return output(out.Flush())
}

// adviceJSON is an advice as JSON.
type adviceJSON struct {
	Level  string        `json:"level"`
	Seat   int           `json:"seat"`
	Ply    int           `json:"ply"`
	Unit   string        `json:"unit"`
	Choice string        `json:"choice"`
	Why    string        `json:"why"`
	Moves  []advisedJSON `json:"moves"`
}

type advisedJSON struct {
	Move  string  `json:"move"`
	Value float64 `json:"value"`
	Error float64 `json:"error"`
	Prob  float64 `json:"prob"`
}

func adviceOf(level string, v game.View, said *advice.Advice) adviceJSON {
	j := adviceJSON{
		Level: level, Seat: v.Seat(), Ply: v.Ply(), Unit: said.Unit.String(),
		Choice: v.Word(said.Choice), Why: said.Why, Moves: []advisedJSON{},
	}
	for _, m := range said.Moves {
		j.Moves = append(j.Moves, advisedJSON{v.Word(m.Move), m.Value, m.Error, m.Prob})
	}
	return j
}
