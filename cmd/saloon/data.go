package main

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
)

// databaseName is the name of the database in the data directory; SQLite keeps two
// more beside it.
const databaseName = "saloon.db"

// dataFlags say where the house keeps what it knows.
type dataFlags struct {
	Data string `env:"SALOON_DATA" placeholder:"DIR" help:"Directory of the database; $$XDG_DATA_HOME/saloon or ~/.local/share/saloon unless given."`
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
