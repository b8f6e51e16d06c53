package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
)

// backupCommand is "saloon backup".
type backupCommand struct {
	dataFlags
	File string `arg:"" help:"The copy, which must not be there yet."`
}

// Help is the command's detailed help.
func (*backupCommand) Help() string {
	return `Copies the database as it is at one moment to a new file, while the house is open or not, and checks the copy. It holds secrets, the shuffles of games that are on among them: keep it as you keep the original.

It copies the file of a house that has one. A house on PostgreSQL is copied with PostgreSQL's own pg_dump.

To go back to a copy: end the house; move saloon.db, saloon.db-wal and saloon.db-shm out of the data directory; copy the file there as saloon.db; open the house.

Examples:

    saloon backup /backups/saloon-monday.db
    saloon backup --data /var/lib/saloon /backups/saloon-monday.db
`
}

// Run makes the copy.
func (c *backupCommand) Run(a *app) error {
	if c.Database != "" {
		return badUsage("a house on PostgreSQL is copied by PostgreSQL: pg_dump --format=custom --file=FILE DATABASE; for a house in a file say nothing of --database or SALOON_DATABASE")
	}
	dir, err := c.directory()
	if err != nil {
		return err
	}
	if c.File == "" || c.File == "-" {
		return badUsage("FILE %s: want the name of a new file", game.Quote(c.File))
	}
	ctx, stop := untilSignaled()
	defer stop()
	contents, err := backUp(ctx, filepath.Join(dir, databaseName), c.File)
	if ctx.Err() != nil {
		return fmt.Errorf("%w; there is no backup", context.Cause(ctx))
	}
	if err != nil {
		return err
	}
	info, err := os.Stat(c.File)
	if err != nil {
		return fmt.Errorf("%s: %w", game.Quote(c.File), reason(err))
	}
	_, err = fmt.Fprintf(a.out, "%s: %.1f MB, %s, %s, %s, schema %d; checked.\n", game.Quote(c.File),
		float64(info.Size())/1e6, tablesIn(contents),
		count(contents.Events, "event", "events"), count(contents.People, "person", "people"), contents.Schema)
	return output(err)
}

// backUp copies a database and checks the copy. One that is not sound is removed.
func backUp(ctx context.Context, from, to string) (sqlstore.Contents, error) {
	switch err := sqlstore.BackupFile(ctx, from, to); {
	case errors.Is(err, fs.ErrExist):
		return sqlstore.Contents{}, fmt.Errorf("%s is there already; a backup replaces nothing", game.Quote(to))
	case errors.Is(err, fs.ErrNotExist) && !exists(from):
		return sqlstore.Contents{}, fmt.Errorf("there is no database %s; say where it is with --data", game.Quote(from))
	case err != nil:
		if place, ok := errors.AsType[*fs.PathError](err); ok {
			err = fmt.Errorf("%s: %w", game.Quote(to), place.Err)
		}
		return sqlstore.Contents{}, err
	}
	contents, err := sqlstore.Inspect(ctx, to)
	if err != nil {
		return contents, errors.Join(fmt.Errorf("the copy is not sound and was removed: %w", err), os.Remove(to))
	}
	return contents, nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// tablesIn counts the tables at which people play, and not what else the house keeps
// as tables.
func tablesIn(c sqlstore.Contents) string {
	var all int64
	for _, phase := range []house.Phase{house.Open, house.Playing, house.Over, house.Shut} {
		all += c.Tables[string(phase)]
	}
	return count(all, "table", "tables") + fmt.Sprintf(" (%d in play)", c.Tables[string(house.Playing)])
}

// count is a number of things.
func count(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
