package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"time"

	"github.com/alecthomas/kong"
	"golang.org/x/term"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/admin"
	"github.com/saloon-games/saloon/internal/clock"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/names"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
)

// adminCommand is "saloon admin".
type adminCommand struct {
	dataFlags

	Tables   adminTables   `cmd:"" help:"List the tables, the last changed first."`
	Table    adminTable    `cmd:"" help:"Show one table: who sits there and what happened last."`
	People   adminPeople   `cmd:"" help:"List the people, the last seen first."`
	Person   adminPerson   `cmd:"" help:"Show one person: since when, their session, where they sit, a ban."`
	Sessions adminSessions `cmd:"" help:"List the sessions of a person: the browser by which they are known."`
	SignOut  adminSignOut  `cmd:"" help:"End the session of a person. Nobody can be them any more."`
	Close    adminClose    `cmd:"" help:"Close a table, for a reason that people are told."`
	Rename   adminRename   `cmd:"" help:"Give a person another name, also where they sit."`
	Ban      adminBan      `cmd:"" help:"Keep a person out; bots play on for them."`
	Unban    adminUnban    `cmd:"" help:"Let them in again."`
	Export   adminExport   `cmd:"" help:"Write all that is kept of a person to a file, as JSON."`
	Erase    adminErase    `cmd:"" help:"Erase a person: shared games stay, their name and words do not."`
	Scrub    adminScrub    `cmd:"" help:"Write SQLite's file anew, so that nothing is left of what was deleted."`
	Log      adminLog      `cmd:"" help:"Show what was done, the last first."`
}

// Help is the command's detailed help.
func (*adminCommand) Help() string {
	return `Looks after a house, also while it is open: on its machine, or from any machine with --database. Open houses take part within two seconds.

TABLE is a table's code or id, PERSON a person's id; of an id its beginning is enough if no other begins so. It never shows a hidden card or a server seed that the house has not told: you may play, too.

What changes something asks first, unless --yes is given, and stands in a log that "saloon admin log" shows. docs/admin.md tells more.

Examples:

    saloon admin tables --phase playing
    saloon admin close K7QX22 --reason "somebody cheated"
    saloon admin people --name ann
    saloon admin ban 7f3kq --for 24h --reason "rude words"
    saloon admin export 7f3kq --out ann.json
    saloon admin --data /var/lib/saloon erase 7f3kq
`
}

// An office is open for one command.
type office struct {
	*admin.Office
	app   *app
	store *sqlstore.Store
	now   func() time.Time // the house's time
}

// settle is how long to wait until all houses know.
const settle = 2 * house.HeedEvery

// within opens the store, carries out f and closes the store again.
func (c *adminCommand) within(a *app, k *kong.Context, f func(context.Context, *office) error) (err error) {
	switch given := (source{k}); {
	case !given.typed("data"):
	case given.typed("database"):
		return badUsage("--data and --database: a house is in one of them; say which")
	default: // a flag counts more, and what is done here must not be done to another house
		c.Database = ""
	}
	if err := c.checkDatabase(source{k}); err != nil {
		return err
	}
	place := c.Database
	if place == "" {
		if place, err = c.file(); err != nil {
			return err
		}
	}
	ctx, stop := untilSignaled()
	defer stop()
	s, err := sqlstore.Open(ctx, place, sqlstore.Options{Existing: true})
	switch {
	case errors.Is(err, sqlstore.ErrUnfinished):
		err = fmt.Errorf("%w; %s", err, beginAnew)
	case errors.Is(err, sqlstore.ErrNoHouse):
		err = fmt.Errorf("%w; say where it is with --data or --database", err)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	now := time.Now
	if c.Database != "" { // which other machines use as well, as houses do
		theirs, err := clock.New(ctx, s.Now)
		if err != nil {
			return err
		}
		now = theirs.Now
	}
	o := &office{admin.New(admin.Config{Store: s, Clock: now, By: operator(), Wait: settle}), a, s, now}
	err = f(ctx, o)
	if ctx.Err() != nil && err != nil {
		err = fmt.Errorf("%w: %w", context.Cause(ctx), err)
	}
	return inOfficeWords(err)
}

// file is the database in the data directory, which must be there and open to who asks.
func (c *adminCommand) file() (string, error) {
	dir, err := c.directory()
	if err != nil {
		return "", err
	}
	place := filepath.Join(dir, databaseName)
	f, err := os.OpenFile(place, os.O_RDWR, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("there is no database %s; say where it is with --data", game.Quote(place))
	case errors.Is(err, fs.ErrPermission):
		return "", fmt.Errorf("the database %s: %w; do this as the house's user", game.Quote(place), reason(err))
	case err != nil:
		return "", fmt.Errorf("the database %s: %w", game.Quote(place), reason(err))
	}
	return place, f.Close()
}

// mostOperator is how long the name of a user of the system may be in the book.
const mostOperator = 64

// operator is who looks after the house, as far as the system knows. What a variable says
// counts only if it can stand on a line.
func operator() string {
	if name, ok := names.Plain(os.Getenv("SUDO_USER"), mostOperator); ok {
		return name
	}
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return ""
}

// inOfficeWords says of what was not found how to find it, and takes the house's mark from
// what it refuses.
func inOfficeWords(err error) error {
	refusal, refused := errors.AsType[*house.Refusal](err)
	switch {
	case errors.Is(err, admin.ErrNoTable):
		return fmt.Errorf("%w; saloon admin tables lists them", err)
	case errors.Is(err, admin.ErrNoPerson):
		return fmt.Errorf("%w; saloon admin people --name PART finds them", err)
	case errors.Is(err, admin.ErrSeveral):
		return fmt.Errorf("%w; give more of the id", err)
	case refused:
		return errors.New(refusal.Say)
	}
	return err
}

// yesFlag is of commands that change what cannot be changed back.
type yesFlag struct {
	Yes bool `short:"y" help:"Do not ask first."`
}

// errNo is the end of a command that was not to be carried out after all.
var errNo = errors.New("nothing was done")

// sure asks whether to do what the words say.
func (f *yesFlag) sure(a *app, format string, args ...any) error {
	if f.Yes {
		return nil
	}
	in, ok := a.in.(*os.File)
	if !ok || !term.IsTerminal(int(in.Fd())) {
		return badUsage("there is nobody to ask whether that is meant; say --yes")
	}
	fmt.Fprintf(a.err, format+" Type yes: ", args...)
	answer, _ := bufio.NewReader(in).ReadString('\n') // at the end of input it is not yes
	if strings.TrimSpace(answer) != "yes" {
		return errNo
	}
	return nil
}

// jsonFlag is of commands that answer programs, too.
type jsonFlag struct {
	JSON bool `name:"json" help:"Print JSON."`
}

// answer prints JSON if it was asked for, or a text that layout takes.
func (f *jsonFlag) answer(a *app, what any, text func() string) error {
	if !f.JSON {
		return a.explain(text())
	}
	enc := json.NewEncoder(a.out)
	enc.SetIndent("", "  ")
	return output(enc.Encode(what))
}

// ago says how long it is since a time.
func ago(now, t time.Time) string {
	d := now.Sub(t)
	for _, unit := range []struct {
		name string
		d    time.Duration
	}{{"day", 24 * time.Hour}, {"hour", time.Hour}, {"minute", time.Minute}} {
		if n := int(d / unit.d); n > 0 {
			return number(n, unit.name) + " ago"
		}
	}
	return "just now"
}

// number is a number of things.
func number(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// moment is a time for people.
func moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") + " UTC" }
