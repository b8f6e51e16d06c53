package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"unicode"

	"github.com/alecthomas/kong"

	"github.com/saloon-games/saloon/game"
)

// grammar is the whole command line. Each command is a file of its own.
type grammar struct {
	Help    helpFlag    `short:"h" help:"Show help."`
	Version versionFlag `help:"Show the version."`

	Serve   serveCommand   `cmd:"" help:"Open the house: people play in their browsers."`
	Worker  workerCommand  `cmd:"" help:"Think for the bots of a house, and nothing else."`
	Backup  backupCommand  `cmd:"" help:"Copy the database, also while the house is open."`
	Migrate migrateCommand `cmd:"" help:"Move a house to another database: from a file to PostgreSQL, or back."`
	Admin   adminCommand   `cmd:"" help:"Look after a house: its tables, its people, what is kept of them."`
	New     newCommand     `cmd:"" help:"Begin a record: a new game with its first shuffle."`
	Replay  replayCommand  `cmd:"" help:"Print the states that a record goes through, as JSON."`
	Perft   perftCommand   `cmd:"" help:"Count the lines of play that can follow a record."`
	Show    showCommand    `cmd:"" help:"Tell a recorded game to a person."`
	Verify  verifyCommand  `cmd:"" help:"Repeat the shuffles of a game and check them."`
	Play    playCommand    `cmd:"" help:"Let bots play a game, and tell it."`
	Advise  adviseCommand  `cmd:"" help:"Tell what a bot thinks of the decision that a record ends with."`
	Arena   arenaCommand   `cmd:"" help:"Measure a bot against another."`
	League  leagueCommand  `cmd:"" help:"Let several bots play each other, and rate them."`
	Bot     botCommand     `cmd:"" help:"Be a bot for another program: saloon-bot/1 on standard input and output."`
	Policy  policyCommand  `cmd:"" help:"Answer how likely a bot makes each move, request by request."`
	Sim     simCommand     `cmd:"" help:"Play many random games and count how they went."`
	Solve   solveCommand   `cmd:"" help:"Tell what moves are worth with all hands open, or solve Showdown."`
	Exploit exploitCommand `cmd:"" help:"Measure how much an adversary could win from the player of Showdown."`
	Print   printCommand   `cmd:"" help:"Write the cards of a game as PDF, to be printed and cut out."`
	Load    loadCommand    `cmd:"" help:"Play many tables of a running house, and measure how it bears that."`
	Topic   helpCommand    `cmd:"" name:"help" help:"Explain saloon, or one of its commands."`
}

// app is what commands read from and write to.
type app struct {
	in       io.Reader
	out, err io.Writer
	environ  []string
	bots     roster
}

// run is the program: it carries out the arguments and returns the exit status.
func run(args []string, in io.Reader, out, errs io.Writer) int {
	// A reader that closes our output, as head(1) does, has had enough: writing
	// to it shall fail as any write can, not kill the program.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	a := &app{in: in, out: out, err: errs, environ: os.Environ(), bots: levels()}
	return a.status(a.carryOut(args))
}

// carryOut parses the arguments and runs their command.
func (a *app) carryOut(args []string) error {
	if len(args) == 0 {
		args = []string{"serve"}
	}
	parser, err := a.parser(args)
	if err != nil {
		return err
	}
	if !strings.HasPrefix(args[0], "-") {
		if err := knownCommand(parser, args[0]); err != nil {
			return err
		}
	}
	ctx, err := parser.Parse(args)
	if err != nil {
		return parseError(err)
	}
	err = ctx.Run()
	var usage *usageError
	if errors.As(err, &usage) && usage.command == "" {
		usage.command = commandName(ctx)
	}
	return err
}

// commandName is the command that was chosen, with the one that it belongs to.
func commandName(ctx *kong.Context) string {
	var names []string
	for node := ctx.Selected(); node != nil && node.Type == kong.CommandNode; node = node.Parent {
		names = append([]string{node.Name}, names...)
	}
	return strings.Join(names, " ")
}

// parser returns what reads the arguments.
func (a *app) parser(args []string) (*kong.Kong, error) {
	return kong.New(&grammar{}, append(valueMappers(args),
		kong.Name("saloon"),
		kong.NoDefaultHelp(),
		kong.Writers(a.out, a.err),
		kong.Help(a.help),
		helpVars(),
		serveVars(),
		kong.WithHyphenPrefixedParameters(true), // so that --depth -1 is an error in a number
		kong.Bind(a),
	)...)
}

// parseError turns the parser's refusal into a usageError, and leaves alone what a
// flag such as --help returns.
func parseError(err error) error {
	var parse *kong.ParseError
	if !errors.As(err, &parse) {
		return err
	}
	if inner := parse.Unwrap(); errors.Is(inner, errDone) || isOutputError(inner) {
		return inner
	}
	usage := &usageError{err: inWords(err)}
	if parse.Context != nil && parse.Context.Selected() != nil {
		usage.command = commandName(parse.Context)
	}
	return usage
}

// inWords is the parser's refusal with what the user gave quoted, as far as that is
// not done yet.
func inWords(err error) error {
	if refused, ok := errors.AsType[*valueError](err); ok {
		return refused // without what the parser puts before it
	}
	if refused := fromVariable(err); refused != nil {
		return refused
	}
	for _, kind := range []string{"unexpected argument ", "unknown flag "} {
		if given, ok := strings.CutPrefix(err.Error(), kind); ok {
			hint := ""
			if i := strings.LastIndex(given, ", did you mean "); i >= 0 {
				given, hint = given[:i], given[i:]
			}
			return errors.New(kind + game.Quote(given) + hint)
		}
	}
	return err
}

// fromVariable is a refusal of what an environment variable says, which the parser
// tells as "--flag: --flag VALUE: what is wanted (from envar NAME="VALUE")". The
// variable takes the flag's place. Of another refusal it is nil.
func fromVariable(err error) error {
	said, from, found := strings.Cut(err.Error(), " (from envar ")
	name, _, _ := strings.Cut(from, "=")
	flag, said, _ := strings.Cut(said, ": ")
	value, twice := strings.CutPrefix(said, flag)
	if !found || !twice {
		return nil
	}
	return errors.New(name + value)
}

// usageError is a command line that cannot be carried out: bad data is any other
// error.
type usageError struct {
	err     error
	command string // that the hint is about; none if it is empty
}

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// badUsage returns a usageError.
func badUsage(format string, args ...any) error { return &usageError{err: fmt.Errorf(format, args...)} }

// outputError is a failure to write to standard output or to the file that was
// asked for.
type outputError struct{ err error }

func (e *outputError) Error() string { return "cannot write: " + e.err.Error() }
func (e *outputError) Unwrap() error { return e.err }

// output marks an error in writing as such.
func output(err error) error {
	if err == nil {
		return nil
	}
	return &outputError{err}
}

func isOutputError(err error) bool {
	var o *outputError
	return errors.As(err, &o)
}

// errDone ends a command that has done what it was to do.
var errDone = errors.New("all is done")

// The exit statuses.
const (
	statusOK       = 0
	statusBadData  = 1
	statusBadUsage = 2
	statusSignaled = 128 // and the signal's number, as shells count
)

// status reports an error and returns the exit status. It is the one place that
// decides it.
func (a *app) status(err error) int {
	var usage *usageError
	var early *interruption
	switch {
	case err == nil, errors.Is(err, errDone):
		return statusOK
	case isOutputError(err) && errors.Is(err, syscall.EPIPE):
		return statusOK // the reader has had enough
	case errors.As(err, &usage):
		a.complain(err)
		hint := "saloon help"
		if usage.command != "" && usage.command != "help" {
			hint = "saloon " + usage.command + " --help"
		}
		fmt.Fprintf(a.err, "Try %q.\n", hint)
		return statusBadUsage
	case errors.As(err, &early):
		a.complain(err)
		return statusSignaled + int(early.by)
	default:
		a.complain(err)
		return statusBadData
	}
}

// onOneLine is for lists that a library lays out below what they are of.
var onOneLine = strings.NewReplacer(":\n\t", ": ", "\n\t", "; ")

// complain writes an error to standard error, on one line and with nothing in it
// that moves a terminal's cursor.
func (a *app) complain(err error) {
	var line strings.Builder
	for _, r := range onOneLine.Replace(strings.TrimRight(err.Error(), "\n")) {
		switch {
		case r == '\n': // between joined errors
			line.WriteString("; ")
		case unicode.IsPrint(r):
			line.WriteRune(r)
		default:
			line.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	fmt.Fprintln(a.err, "saloon: "+line.String())
}
