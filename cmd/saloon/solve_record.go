package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/saloon-games/saloon/bot/openhand"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/term"
	"github.com/saloon-games/saloon/record"
)

// solveRecordFlags are those of "saloon solve FILE".
type solveRecordFlags struct {
	Model  string `enum:"maxn,paranoid,both" default:"both" placeholder:"MODEL" help:"How seats play: maxn (each for itself), paranoid (all others against the seat on turn) or ${default}."`
	Tricks *int   `min:"1" max:"15" placeholder:"N" help:"How many tricks may be left at most; 8, 7, 6, 5 with 3, 4, 5, 6 players unless given. One more can take ten times as long."`
	JSON   bool   `name:"json" help:"Print what is found as one line of JSON."`
	colorFlags
}

const solveRecordHelp = `Of a record of Texas Showdown that ends where a seat decides it says, with all hands open, what each legal move is worth, exactly: how many tricks each seat takes from there to the end of the hand if every seat takes as few as it can and knows all cards (max^n), and how many the seat on turn takes at most if it plays well and all others play against it (paranoid). A seat to which several moves are equal makes the last of them in legal order: it parts with its highest card.

Examples:

    saloon solve game.saloon.json
    saloon solve --model paranoid --json - < game.saloon.json
`

// solveTable is how many positions the search remembers: 128 MB, if it needs them all.
const solveTable = 1 << 22

// usualTricks is how many tricks may be left unless the command says otherwise, by
// players: what takes some seconds.
var usualTricks = map[int]int{3: 8, 4: 7, 5: 6, 6: 5}

// given reports whether a flag is.
func (c *solveRecordFlags) given() bool {
	return c.Model != "both" || c.Tricks != nil || c.JSON || c.Color != "auto"
}

// modelNamed is what may be asked for.
var modelNamed = map[string]openhand.Model{
	"maxn": openhand.MaxN, "paranoid": openhand.Paranoid, "both": openhand.MaxN | openhand.Paranoid,
}

// record solves the position that a record ends with.
func (c *solveRecordFlags) record(a *app, name string) error {
	file := recordFlags{File: name}
	rec, err := file.read(a)
	if err != nil {
		return err
	}
	s, err := rec.State()
	if err == nil {
		err = c.check(rec, s)
	}
	if err != nil {
		return file.about(err)
	}
	found, err := searchOut(a, s, modelNamed[c.Model])
	if err != nil {
		return err
	}
	if c.JSON {
		return output(json.NewEncoder(a.out).Encode(c.solutionOf(rec, s, &found)))
	}
	out := c.screen(a, a.out)
	term.Solution(out, s, &found)
	return output(out.Flush())
}

// check refuses what is not to be solved.
func (c *solveRecordFlags) check(rec *record.Record, s game.State) error {
	left, err := openhand.TricksLeft(s)
	most := usualTricks[rec.Players()]
	if c.Tricks != nil {
		most = *c.Tricks
	}
	switch {
	case errors.Is(err, openhand.ErrGame):
		return fmt.Errorf("want a record of Texas Showdown, not of %s, which is a game of what one does not see; for that there is %q",
			rec.Rules().Title(), "saloon solve raincheck")
	case err != nil && s.Turn() == game.Over:
		return fmt.Errorf("after %d events the game is over; want a record that ends where a seat decides", s.Ply())
	case err != nil:
		return fmt.Errorf("after %d events it is the turn of %s; want a record that ends where a seat decides", s.Ply(), s.Turn())
	case left > most:
		return fmt.Errorf("%d tricks are left, which may take long; want %d at most, or --tricks %d", left, most, left)
	}
	return nil
}

// searchOut solves the position, with a bar that shows how far it is, unless somebody
// interrupts.
func searchOut(a *app, s game.State, models openhand.Model) (openhand.Solution, error) {
	ctx, stop := untilSignaled()
	defer stop()
	all := len(s.Legal(nil))
	bar := newProgress(a.err, "solving", all)
	defer bar.clear()
	found, err := openhand.NewSolver(solveTable).Solve(ctx, s, models, bar.set)
	if errors.Is(err, context.Canceled) {
		err = fmt.Errorf("%w after %d of %d moves", context.Cause(ctx), len(found.Moves), all)
	}
	return found, err
}

// solutionJSON is what is found as JSON.
type solutionJSON struct {
	Game    string       `json:"game"`
	Players int          `json:"players"`
	Seat    int          `json:"seat"`
	Ply     int          `json:"ply"`
	Left    int          `json:"left"`
	Model   string       `json:"model"`
	Moves   []solvedJSON `json:"moves"`
}

// solvedJSON is a move. Takes is there under maxn only, AtMost under paranoid only.
type solvedJSON struct {
	Move   string `json:"move"`
	Best   bool   `json:"best"`
	Takes  []int  `json:"takes,omitempty"`
	AtMost *int   `json:"atMost,omitempty"`
}

func (c *solveRecordFlags) solutionOf(rec *record.Record, s game.State, found *openhand.Solution) solutionJSON {
	j := solutionJSON{
		Game: rec.Rules().Name(), Players: found.Players, Seat: found.Seat, Ply: s.Ply(), Left: found.Left, Model: c.Model,
	}
	best := found.Best()
	for i := range found.Moves {
		w := solvedJSON{Move: s.Word(found.Moves[i].Move), Best: best[i]}
		if found.Models&openhand.MaxN != 0 {
			w.Takes = found.Moves[i].Takes[:found.Players]
		}
		if found.Models&openhand.Paranoid != 0 {
			w.AtMost = &found.Moves[i].AtMost
		}
		j.Moves = append(j.Moves, w)
	}
	return j
}
