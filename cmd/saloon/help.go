package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
	"github.com/saloon-games/saloon/internal/term"
)

const overview = `Saloon: card games of the old West, for people and for programs.

  saloon	open the house: people play in their browsers
  saloon serve --addr :8080	the same for everybody in the network
  saloon worker --nats URL	think for its bots, in another process
  saloon backup FILE	copy the house's database, also while it is open
  saloon migrate ...	move it to PostgreSQL, or back
  saloon admin ...	look after it: tables, people, what is kept of them

  saloon play texas	watch bots play Texas Showdown
  saloon play raincheck	watch two machines bluff at Showdown

  saloon arena GAME ...	measure a bot against another
  saloon league GAME ...	let several bots play each other, and rate them
  saloon advise FILE ...	tell what a bot thinks of a decision
  saloon exploit raincheck	measure how far from equilibrium Showdown's expert is
  saloon solve raincheck	rebuild what it knows of values
  saloon solve FILE	tell what moves are worth, all hands open
  saloon bot GAME ...	be a bot for another program
  saloon policy GAME ...	answer how likely a bot makes each move

  saloon print GAME --out FILE	write cards to print, as PDF

  saloon show FILE	tell a recorded game to a person
  saloon new GAME	begin a record
  saloon verify FILE	check the shuffles of a game
  saloon replay FILE	print the state that a record leads to, as JSON
  saloon perft --depth N FILE	count the lines of play that can follow
  saloon sim GAME -n N	play many random games and count

FILE is a record, *.saloon.json, or - for standard input. GAME is one of:

%s
"saloon COMMAND --help" tells more about a command.
`

// overview prints what there is.
func (a *app) overview() error { return a.explain(fmt.Sprintf(overview, gameList("  "))) }

// explain prints a text that layout takes, as wide as the terminal allows.
func (a *app) explain(text string) error {
	width := min(term.NewScreen(a.out, term.Auto, a.environ).Width(), mostHelp)
	_, err := io.WriteString(a.out, layout(text, width))
	return output(err)
}

// help prints the help of the command that was chosen.
func (a *app) help(_ kong.HelpOptions, ctx *kong.Context) error {
	node := ctx.Selected()
	var b strings.Builder
	fmt.Fprintf(&b, "Usage: saloon %s\n\n%s\n\n", node.Summary(), node.Help)
	if detail := strings.TrimSpace(node.Detail); detail != "" {
		b.WriteString(detail + "\n\n")
	}
	if len(node.Children) > 0 {
		b.WriteString("Commands:\n")
		for _, child := range node.Children {
			word := strings.TrimPrefix(strings.TrimSuffix(child.Summary(), " [flags]"), node.Name+" ")
			fmt.Fprintf(&b, "  %s\t%s\n", word, child.Help)
		}
		b.WriteString("\n")
	}
	if len(node.Positional) > 0 {
		b.WriteString("Arguments:\n")
		for _, arg := range node.Positional {
			fmt.Fprintf(&b, "  %s\t%s\n", arg.Summary(), arg.Help)
		}
		b.WriteString("\n")
	}
	b.WriteString("Flags:\n")
	for _, group := range node.AllFlags(true) {
		for _, f := range group {
			short := "    "
			if f.Short != 0 {
				short = "-" + string(f.Short) + ", "
			}
			fmt.Fprintf(&b, "  %s%s\t%s\n", short, f.Summary(), f.Help)
		}
	}
	return a.explain(b.String())
}

// helpVars are what the help of flags takes from the catalog.
func helpVars() kong.Vars {
	games := catalog.Names()
	last := len(games) - 1
	all := games[last]
	if last > 0 {
		all = strings.Join(games[:last], ", ") + " or " + all
	}
	var players []string
	for _, r := range catalog.All() {
		players = append(players, strconv.Itoa(usualPlayers(r))+" in "+r.Name())
	}
	return kong.Vars{"games": all, "players": strings.Join(players, ", ")}
}

// gameList describes every game, a row each.
func gameList(indent string) string {
	var b strings.Builder
	for _, r := range catalog.All() {
		fmt.Fprintf(&b, "%s%s\t%s, %s\n", indent, r.Name(), r.Title(), seats(r))
	}
	return b.String()
}

// seats says how many can play.
func seats(r game.Rules) string {
	least, most := r.Seats()
	if least == most {
		return fmt.Sprintf("%d players", least)
	}
	return fmt.Sprintf("%d to %d players", least, most)
}

// optionList describes the options of every game, as the detailed help of a
// command has them.
func optionList() string {
	var b strings.Builder
	for i, r := range catalog.All() {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "%s: %s, %s. Its options:\n", r.Name(), r.Title(), seats(r))
		for _, o := range r.Options() {
			value := fmt.Sprintf("%d to %d", o.Min, o.Max)
			if len(o.Words) > 0 {
				value = strings.Join(o.Words, ", ")
			}
			fmt.Fprintf(&b, "  %s (%s)\t%s\n", o.Name, value, o.Help)
		}
	}
	return b.String()
}

// helpFlag is --help.
type helpFlag bool

// BeforeReset prints help in place of anything else.
func (helpFlag) BeforeReset(ctx *kong.Context, a *app) error {
	if ctx.Selected() == nil {
		return done(a.overview())
	}
	return done(ctx.PrintUsage(false))
}

// versionFlag is --version.
type versionFlag bool

// BeforeReset prints the version in place of anything else.
func (versionFlag) BeforeReset(a *app) error {
	return done(printVersion(a.out))
}

// done is errDone unless there is a real error.
func done(err error) error {
	if err == nil {
		return errDone
	}
	return err
}

// printVersion prints which build this is.
func printVersion(w io.Writer) error {
	_, err := fmt.Fprintf(w, "saloon %s %s %s/%s\n", programVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return output(err)
}

// programVersion is the version of the module that this was built of.
func programVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// helpCommand is "saloon help [COMMAND]".
type helpCommand struct {
	Command string `arg:"" optional:"" help:"The command to explain."`
}

// Run prints the help that was asked for.
func (c *helpCommand) Run(a *app, parser *kong.Kong) error {
	if c.Command == "" || c.Command == "help" {
		return a.overview()
	}
	if err := knownCommand(parser, c.Command); err != nil {
		return err
	}
	return a.carryOut([]string{c.Command, "--help"})
}

// knownCommand refuses a command that is none.
func knownCommand(parser *kong.Kong, name string) error {
	var names []string
	for _, node := range parser.Model.Children {
		if node.Name == name {
			return nil
		}
		names = append(names, node.Name)
	}
	return badUsage("there is no command %s; there are %s", game.Quote(name), strings.Join(names, ", "))
}
