package sqlstore

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

//go:embed migrations
var migrations embed.FS

// mark is the table that says that a database is being filled by [Move], see there.
const mark = "unfinished_move"

// ErrUnfinished refuses a database that [Move] has begun to fill and not ended.
var ErrUnfinished = errors.New("a house was being moved here, and has not arrived")

// ErrNoHouse refuses a database in which no house has been, where [Options] ask for one.
var ErrNoHouse = errors.New("no house has been there")

// migrator knows the migrations and which of them a database has had.
func migrator(lang *dialect, db *sql.DB) (*goose.Provider, error) {
	folder, err := fs.Sub(migrations, lang.folder)
	if err != nil {
		return nil, err
	}
	options := []goose.ProviderOption{goose.WithDisableGlobalRegistry(true)}
	if lang == inPostgres {
		options = append(options, goose.WithSessionLocker(turn{}))
	}
	return goose.NewProvider(lang.goose, db, folder, options...)
}

// migrate brings the schema up to date.
func migrate(ctx context.Context, lang *dialect, db *sql.DB) error {
	unfinished, err := isMarked(ctx, lang, db)
	if err != nil {
		return err // which says nothing of a move
	}
	if unfinished {
		return ErrUnfinished
	}
	return upgrade(ctx, lang, db)
}

// checkHouse refuses a database in which no house has been.
func checkHouse(ctx context.Context, lang *dialect, db *sql.DB) error {
	found, err := hasTable(ctx, lang, db, goose.DefaultTablename)
	if err == nil && !found {
		err = ErrNoHouse
	}
	return err
}

// isMarked reports whether a database has the mark of a copy that has not ended.
func isMarked(ctx context.Context, lang *dialect, db *sql.DB) (bool, error) {
	return hasTable(ctx, lang, db, mark)
}

func hasTable(ctx context.Context, lang *dialect, db *sql.DB, name string) (bool, error) {
	var one int
	err := db.QueryRowContext(ctx, lang.has, name).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// upgrade brings the schema up to date, also of a database that may be unfinished.
func upgrade(ctx context.Context, lang *dialect, db *sql.DB) error {
	provider, err := migrator(lang, db)
	if err != nil {
		return err
	}
	if err := again(ctx, func() error { _, err := provider.Up(ctx); return err }); err != nil {
		return err
	}
	current, known, err := provider.GetVersions(ctx)
	if err != nil {
		return err
	}
	if current > known {
		return fmt.Errorf("the database has schema %d, and this program knows them up to %d; use a newer program", current, known)
	}
	return nil
}
