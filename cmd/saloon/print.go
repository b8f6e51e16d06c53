package main

import (
	"github.com/saloon-games/saloon/internal/press"
)

// printCommand is "saloon print".
type printCommand struct {
	Game  string `arg:"" help:"The game: ${games}."`
	Paper string `default:"a4" placeholder:"PAPER" help:"The paper: a4 or letter (${default})."`
	Grey  bool   `help:"Print without colors; patterns tell them."`
	Out   string `required:"" placeholder:"FILE" help:"The PDF, which is replaced if it is there; - is standard output."`
}

// Help is the command's detailed help.
func (*printCommand) Help() string {
	return `Writes the cards of a game as PDF, to be printed and cut out: sheets of nine cards of 63 by 88 mm with crop marks, each followed by a page of their backs, and at the end the rules on one page. Print at 100 %, not fitted to the page, on both sides, turned on the long edge; a line of 50 mm on each sheet tells whether the size is right. The same command makes the same bytes each time.

Examples:

    saloon print texas --out texas.pdf
    saloon print texas --paper letter --grey --out texas.pdf
    saloon print raincheck --out - | lp -o sides=two-sided-long-edge
`
}

// Run writes the PDF.
func (c *printCommand) Run(a *app) error {
	how := press.Options{Paper: c.Paper, Grey: c.Grey}
	if err := press.Check(c.Game, how); err != nil {
		return badUsage("%w", err)
	}
	out, err := createOutput(c.Out, a.out)
	if err != nil {
		return err
	}
	return out.finish(press.Print(out, c.Game, how))
}
