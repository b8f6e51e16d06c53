package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// BackupFile does what [Store.Backup] does for a database that is not opened here:
// another process may have it open, and its schema stays as it is, also where it is
// not the newest. An error that is [fs.ErrNotExist] says that there is none.
func BackupFile(ctx context.Context, from, to string) error {
	from, err := filepath.Abs(from)
	if err != nil {
		return fmt.Errorf("store: backup: %w", err)
	}
	if _, err := os.Stat(from); err != nil {
		return fmt.Errorf("store: backup: %w", err)
	}
	opts, err := Options{}.withDefaults(from)
	if err != nil {
		return err
	}
	return (&Store{path: from, opts: opts}).Backup(ctx, to)
}

// Contents is what is in a database, as numbers.
type Contents struct {
	Schema int64            // its version, from 1
	Tables map[string]int64 // by phase
	Events int64            // entries of all logs
	People int64
}

// Inspect reads a whole database that nobody has open, such as a backup. It returns
// an error if any of it is damaged, if something refers to what is not there, or if
// its schema is newer than it knows. It changes nothing.
func Inspect(ctx context.Context, path string) (Contents, error) {
	c, err := inspect(ctx, path)
	if err != nil {
		return c, fmt.Errorf("store: %s: %w", path, err)
	}
	return c, nil
}

func inspect(ctx context.Context, path string) (c Contents, err error) {
	if _, err := os.Stat(path); err != nil {
		return c, errors.Unwrap(err)
	}
	if path, err = filepath.Abs(path); err != nil {
		return c, err
	}
	opts, err := Options{}.withDefaults(path)
	if err != nil {
		return c, err
	}
	db, err := sql.Open(driverName, dsn(path, opts, "query_only(1)")+"&mode=ro")
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := sound(ctx, db); err != nil {
		return c, err
	}
	provider, err := migrator(inSQLite, db)
	if err != nil {
		return c, err
	}
	current, known, err := provider.GetVersions(ctx)
	if err != nil {
		return c, fmt.Errorf("it is no database of a saloon: %w", err)
	}
	if current > known {
		return c, fmt.Errorf("it has schema %d, and this program knows them up to %d; use a newer program", current, known)
	}
	c.Schema = current
	if current >= 2 {
		if err := chained(ctx, db); err != nil {
			return c, err
		}
	}
	err = count(ctx, db, &c)
	return c, err
}

// sound returns what is wrong with a database.
func sound(ctx context.Context, db *sql.DB) error {
	rows, err := db.QueryContext(ctx, `PRAGMA integrity_check(3)`)
	if err != nil {
		return err
	}
	err = eachRow(rows, func(row scanner) error {
		var line string
		if err := row.Scan(&line); err != nil || line == "ok" {
			return err
		}
		return errors.New("damaged: " + line)
	})
	if err != nil {
		return err
	}
	rows, err = db.QueryContext(ctx, `SELECT "table", parent FROM pragma_foreign_key_check LIMIT 1`)
	if err != nil {
		return err
	}
	return eachRow(rows, func(row scanner) error {
		var child, parent string
		if err := row.Scan(&child, &parent); err != nil {
			return err
		}
		return fmt.Errorf("damaged: a row of %s refers to one of %s that is missing", child, parent)
	})
}

// asked is a database, or a transaction on it.
type asked interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// chained returns an error if a log has not all of its events. They are chained from
// the second schema on.
func chained(ctx context.Context, db asked) error {
	for _, broken := range []string{
		`SELECT t.id FROM tables t LEFT JOIN events e ON e.id = t.last AND e.table_id = t.id AND e.seq = t.seq
			WHERE t.seq > 0 AND e.id IS NULL LIMIT 1`,
		`SELECT e.table_id FROM events e LEFT JOIN events p ON p.id = e.prev AND p.table_id = e.table_id AND p.seq = e.seq - 1
			WHERE e.seq > 1 AND p.id IS NULL LIMIT 1`,
	} {
		rows, err := db.QueryContext(ctx, broken)
		if err != nil {
			return err
		}
		err = eachRow(rows, func(row scanner) error {
			var id string
			if err := row.Scan(&id); err != nil {
				return err
			}
			return fmt.Errorf("damaged: the log of table %q lacks an event", id)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// count counts what there is.
func count(ctx context.Context, db *sql.DB, c *Contents) error {
	c.Tables = map[string]int64{}
	rows, err := db.QueryContext(ctx, `SELECT phase, count(*) FROM tables GROUP BY phase`)
	if err != nil {
		return err
	}
	err = eachRow(rows, func(row scanner) error {
		var phase string
		var n int64
		err := row.Scan(&phase, &n)
		c.Tables[phase] = n
		return err
	})
	if err != nil {
		return err
	}
	return db.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM events), (SELECT count(*) FROM people)`).Scan(&c.Events, &c.People)
}
