package main

// solveCommand is "saloon solve".
type solveCommand struct {
	What string `arg:"" placeholder:"raincheck" help:"raincheck: what its rounds are worth."`
	solveRaincheckFlags
}

// Help is the command's detailed help.
func (*solveCommand) Help() string { return solveRaincheckHelp }

// Run solves.
func (c *solveCommand) Run(a *app) error {
	if c.What != "raincheck" {
		return badUsage("%s: want raincheck", quoted(c.What))
	}
	return c.raincheck(a)
}
