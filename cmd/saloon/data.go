package main

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"

	"github.com/saloon-games/saloon/internal/store/sqlstore"
)

// databaseName is the name of the database in the data directory; SQLite keeps two
// more beside it.
const databaseName = "saloon.db"

// dataFlags say where the house keeps what it knows.
type dataFlags struct {
	Database string `env:"SALOON_DATABASE" placeholder:"URL" help:"PostgreSQL database in place of the file, such as postgres://me@db/saloon; with a password only as a variable."`
	Data     string `env:"SALOON_DATA" placeholder:"DIR" help:"Directory of the database; $$XDG_DATA_HOME/saloon or ~/.local/share/saloon unless given."`
}

// checkDatabase looks at the address of the database, if there is one. What is wrong with
// it is told without it: it may have a password.
func (f *dataFlags) checkDatabase(s source) error {
	if f.Database == "" {
		return nil
	}
	return checkAddress(s, "database", f.Database)
}

// checkAddress refuses what is not the address of a database, and a password where all
// who may list processes can read it.
func checkAddress(s source, flag, address string) error {
	a, err := sqlstore.ParseAddress(address)
	if err != nil {
		return badUsage("%s: %w", s.name(flag), err)
	}
	if a.Password && s.typed(flag) {
		return badUsage("--%s: others on this machine can read a password in a command line; give all of it as %s, or the password as PGPASSWORD or in ~/.pgpass",
			flag, variable(flag))
	}
	return nil
}

// directory is the data directory, which need not be there.
func (f *dataFlags) directory() (string, error) {
	if f.Data != "" {
		return f.Data, nil
	}
	// Elsewhere than on these two there is a convention that os does not know.
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		if dir, err := os.UserConfigDir(); err == nil {
			return filepath.Join(dir, "saloon"), nil
		}
	} else if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) { // others do not count, it says
		return filepath.Join(dir, "saloon"), nil
	} else if home, err := os.UserHomeDir(); err == nil && filepath.IsAbs(home) {
		return filepath.Join(home, ".local", "share", "saloon"), nil
	}
	return "", &usageError{err: errors.New("nobody's home directory is known; say where to keep the data with --data DIR")}
}
