package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// schema lists all that a database is made of.
func schema(t *testing.T, db *sql.DB) (objects []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), `SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name`)
	if err != nil {
		t.Fatal(err)
	}
	if err := eachRow(rows, func(row scanner) error {
		var name, text string
		err := row.Scan(&name, &text)
		objects = append(objects, name+": "+text)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return objects
}

// migrated makes a new database with the newest schema.
func migrated(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open(driverName, writeDSN(filepath.Join(t.TempDir(), "saloon.db"), Options{}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := migrate(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	return db
}

func TestMigratingASecondTimeChangesNothing(t *testing.T) {
	db := migrated(t)
	want := schema(t, db)
	if err := migrate(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, schema(t, db)); diff != "" {
		t.Errorf("-first +second:\n%s", diff)
	}
}

func TestMigrationsGoDownAndUpAgain(t *testing.T) {
	db := migrated(t)
	want := schema(t, db)
	provider, err := migrator(db)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.DownTo(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	if left := schema(t, db); len(left) != 2 { // goose's table and its counter
		t.Errorf("left is %q", left)
	}
	for range provider.ListSources() { // and one by one
		if _, err := provider.UpByOne(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(want, schema(t, db)); diff != "" {
		t.Errorf("-first +again:\n%s", diff)
	}
}

func TestAMigrationIsNotRecordedTwice(t *testing.T) {
	_, err := migrated(t).ExecContext(t.Context(), `INSERT INTO goose_db_version (version_id, is_applied) VALUES (1, 1)`)
	if !blames(err) {
		t.Errorf("error is %v", err)
	}
}

func TestASchemaFromTheFutureIsRefused(t *testing.T) {
	db := migrated(t)
	if _, err := db.ExecContext(t.Context(), `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)`); err != nil {
		t.Fatal(err)
	}
	if err := migrate(t.Context(), db); err == nil || !strings.Contains(err.Error(), "9999") {
		t.Errorf("error is %v", err)
	}
}

func TestEveryConnectionIsSetUp(t *testing.T) {
	s := newStore(t, Options{})
	pragma := func(query func(context.Context, string, ...any) *sql.Row, name string) (value string) {
		t.Helper()
		if err := query(t.Context(), "PRAGMA "+name).Scan(&value); err != nil {
			t.Fatal(name, err)
		}
		return value
	}
	both := map[string]string{
		"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "5000", "temp_store": "2",
	}
	for name, want := range both {
		if got := pragma(s.write.conn.sql.QueryRowContext, name); got != want {
			t.Errorf("to write: %s is %s, want %s", name, got, want)
		}
		if got := pragma(s.read.db.QueryRowContext, name); got != want {
			t.Errorf("to read: %s is %s, want %s", name, got, want)
		}
	}
	if _, err := s.read.db.ExecContext(t.Context(), `DELETE FROM tables`); err == nil {
		t.Error("a reader could write")
	}
	if _, err := s.read.db.ExecContext(t.Context(), `SELECT "no such column"`); err == nil {
		t.Error("a column that is not there is taken for a text")
	}
}

func TestEveryQueryUsesAnIndex(t *testing.T) {
	s := newStore(t, Options{})
	for q, text := range texts {
		if query(q) == reads || text == "" {
			continue
		}
		var plan []string
		var args []any
		for strings.Contains(text, fmt.Sprint("$", len(args)+1)) {
			args = append(args, 1)
		}
		rows, err := s.read.db.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+text, args...)
		if err != nil {
			t.Fatal(text, err)
		}
		if err := eachRow(rows, func(row scanner) error {
			var id, parent, unused int
			var detail string
			err := row.Scan(&id, &parent, &unused, &detail)
			plan = append(plan, detail)
			return err
		}); err != nil {
			t.Fatal(text, err)
		}
		if slices.ContainsFunc(plan, func(step string) bool {
			return strings.Contains(step, "TEMP B-TREE") ||
				strings.HasPrefix(step, "SCAN") && !strings.Contains(step, "USING") && !strings.Contains(step, "CONSTANT") && query(q) != qPing
		}) {
			t.Errorf("%s\n%s", text, strings.Join(plan, "\n"))
		}
	}
}

func TestOnlyWhatAWriteAskedForIsItsFault(t *testing.T) {
	s := newStore(t, Options{})
	exec := func(text string) error {
		_, err := s.write.db.ExecContext(t.Context(), text)
		return err
	}
	s.write.stop() // its connection is for this test now
	if err := s.write.conn.close(); err != nil {
		t.Fatal(err)
	}
	s.write.conn = nil
	for text, want := range map[string]bool{
		`INSERT INTO events (table_id, seq, at, body) VALUES ('none', 1, 1, x'')`: true,
		`INSERT INTO events (table_id, seq, at, body) VALUES ('id', 'x', 1, x'')`: true,
		`SELECT zeroblob(2000000000)`: true,
		`SELECT * FROM nothing`:       false,
	} {
		if err := exec(text); err == nil || blames(err) != want {
			t.Errorf("%s: %v", text, err)
		}
	}
	if blames(errors.New("other")) || blames(nil) {
		t.Error("what is not SQLite's is blamed")
	}
}
