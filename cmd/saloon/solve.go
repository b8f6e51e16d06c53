package main

// solveCommand is "saloon solve": Showdown itself, or the position that a record of Texas
// Showdown ends with.
type solveCommand struct {
	What string `arg:"" name:"file" help:"The record, *.saloon.json; - is standard input. Or the word raincheck: what its rounds are worth."`
	solveRecordFlags
	solveRaincheckFlags
}

// Help is the command's detailed help.
func (*solveCommand) Help() string { return solveRecordHelp + "\n" + solveRaincheckHelp }

// Run solves.
func (c *solveCommand) Run(a *app) error {
	switch {
	case c.What != "raincheck" && c.solveRaincheckFlags.given():
		return badUsage("--out, --games and --workers are for saloon solve raincheck, not for the record %s", quoted(c.What))
	case c.What != "raincheck":
		return c.record(a, c.What)
	case c.solveRecordFlags.given():
		return badUsage("--model, --tricks, --json and --color are for records; one named raincheck is ./raincheck")
	default:
		return c.raincheck(a)
	}
}
