package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/alecthomas/kong"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
)

// beginAnew says what to do about a move that has not ended.
const beginAnew = "saloon migrate with --restart begins anew"

// migrateCommand is "saloon migrate".
type migrateCommand struct {
	From    string `env:"SALOON_FROM" placeholder:"PLACE" help:"Where the house is: a data directory, or the address of a PostgreSQL database; with a password only as a variable."`
	To      string `env:"SALOON_TO" placeholder:"PLACE" help:"Where it is to be, in the same way. There must be no house yet."`
	Restart bool   `help:"Forget what has arrived of a move that did not end, and begin anew."`
}

// Help is the command's detailed help.
func (*migrateCommand) Help() string {
	return `Copies a house from a data directory to a PostgreSQL database, from one to a directory, or between two of a kind. End all its saloons first; they are refused while it runs. When all rows are there they are read again on both sides and compared, and only then does the copy count: saloon serve refuses it until then. The house that was there before is left as it is; open one of the two, never both.

After Ctrl-C, or any other end before the last row, the same command with --restart begins anew. It never touches a house that is whole.

Examples:

    saloon migrate --from /var/lib/saloon --to postgres://me@db/saloon
    saloon migrate --from postgres://me@db/saloon --to /var/lib/saloon
`
}

// Run moves the house.
func (c *migrateCommand) Run(a *app, ctx *kong.Context) error {
	from, err := placeOf(source{ctx}, "from", c.From)
	if err != nil {
		return err
	}
	to, err := placeOf(source{ctx}, "to", c.To)
	if err != nil {
		return err
	}
	if from == to {
		return badUsage("--from and --to are the same place")
	}
	if !sqlstore.IsAddress(from) && !exists(from) {
		return fmt.Errorf("there is no database %s; say where it is with --from", game.Quote(from))
	}
	if !sqlstore.IsAddress(to) {
		if err := makeDirectory(c.To, "--to"); err != nil {
			return err
		}
	}
	signaled, stop := untilSignaled()
	defer stop()
	moved, err := c.move(signaled, a, from, to)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(a.out, "%s is now in %s; all rows were read again there and are the same:\n",
		game.Quote(moved.From), game.Quote(moved.To)); err != nil {
		return output(err)
	}
	for _, t := range moved.Tables {
		if _, err := fmt.Fprintf(a.out, "  %-8s %9d  sha256 %x\n", t.Name, t.Rows, t.Sum); err != nil {
			return output(err)
		}
	}
	return nil
}

// placeOf is a database, as the store opens it, for a place that a flag names.
func placeOf(s source, flag, value string) (string, error) {
	if value == "" {
		return "", badUsage("say with --from where the house is and with --to where it is to be: a data directory, or postgres://USER@HOST/DATABASE")
	}
	if sqlstore.IsAddress(value) {
		return value, checkAddress(s, flag, value)
	}
	return filepath.Join(value, databaseName), nil
}

// move moves the house and shows how far it is.
func (c *migrateCommand) move(ctx context.Context, a *app, from, to string) (sqlstore.Moved, error) {
	var bar *progress
	moved, err := sqlstore.Move(ctx, from, to, sqlstore.MoveOptions{
		Restart: c.Restart,
		Progress: func(done, all int64) {
			if bar == nil {
				bar = new(newProgress(a.err, "moving and comparing", int(all)))
			}
			bar.set(int(done))
		},
	})
	if bar != nil {
		bar.clear()
	}
	if ctx.Err() != nil && err != nil {
		err = fmt.Errorf("%w: %w", context.Cause(ctx), err)
	}
	switch {
	case errors.Is(err, sqlstore.ErrUnfinished):
		err = fmt.Errorf("%w; %s", err, beginAnew)
	case errors.Is(err, sqlstore.ErrInUse):
		err = fmt.Errorf("%w; end it first", err)
	}
	return moved, err
}
