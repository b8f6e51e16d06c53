package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/saloon-games/saloon/game/catalog"
)

const overview = `Saloon: card games of the old West, for people and for programs.

  saloon play texas            watch bots play Texas Showdown
  saloon play raincheck        watch them play Showdown, two machines and a bluff

  saloon show FILE             tell a recorded game to a person
  saloon new GAME              begin a record
  saloon replay FILE           print the state that a record leads to, as JSON
  saloon perft --depth N FILE  count the lines of play that can follow
  saloon sim GAME -n N         play many random games and count

FILE is a record, *.saloon.json, or - for standard input. GAME is one of:

%s
"saloon COMMAND --help" tells more about a command.
`

// overview prints what there is.
func (a *app) overview() error {
	_, err := fmt.Fprintf(a.out, overview, gameList("  "))
	return output(err)
}

// gameList describes every game and its options, a line each.
func gameList(indent string) string {
	var b strings.Builder
	for _, r := range catalog.All() {
		least, most := r.Seats()
		players := fmt.Sprintf("%d to %d players", least, most)
		if least == most {
			players = fmt.Sprintf("%d players", least)
		}
		fmt.Fprintf(&b, "%s%-10s %s, %s\n", indent, r.Name(), r.Title(), players)
	}
	return b.String()
}

// optionList describes the options of every game, as the detailed help of a
// command has them.
func optionList() string {
	var b strings.Builder
	b.WriteString("Games and their options:\n\n" + gameList("    "))
	for _, r := range catalog.All() {
		fmt.Fprintf(&b, "\n    %s\n", r.Title())
		for _, o := range r.Options() {
			value := fmt.Sprintf("%d to %d", o.Min, o.Max)
			if len(o.Words) > 0 {
				value = strings.Join(o.Words, ", ")
			}
			fmt.Fprintf(&b, "      %-18s %s\n", o.Name+" ("+value+")", o.Help)
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
	return done(output(ctx.PrintUsage(false)))
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
	version := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		version = info.Main.Version
	}
	_, err := fmt.Fprintf(w, "saloon %s %s %s/%s\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return output(err)
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
	for _, node := range parser.Model.Children {
		if node.Name == c.Command {
			return a.carryOut([]string{c.Command, "--help"})
		}
	}
	return badUsage("there is no command %q", c.Command)
}
