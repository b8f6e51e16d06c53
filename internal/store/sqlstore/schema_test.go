package sqlstore

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

	"github.com/saloon-games/saloon/internal/store"
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
	if err := migrate(t.Context(), inSQLite, db); err != nil {
		t.Fatal(err)
	}
	return db
}

func TestADatabaseThatDoesNotAnswerIsNotTakenForOneThatIsBeingFilled(t *testing.T) {
	db := migrated(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := migrate(ctx, inSQLite, db); err == nil || errors.Is(err, ErrUnfinished) {
		t.Errorf("got %v; want why it does not answer, and nothing of a move", err)
	}
}

func TestMigratingASecondTimeChangesNothing(t *testing.T) {
	db := migrated(t)
	want := schema(t, db)
	if err := migrate(t.Context(), inSQLite, db); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, schema(t, db)); diff != "" {
		t.Errorf("-first +second:\n%s", diff)
	}
}

func TestMigrationsGoDownAndUpAgain(t *testing.T) {
	db := migrated(t)
	want := schema(t, db)
	provider, err := migrator(inSQLite, db)
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

// events lists the events of all logs, whatever the schema.
func events(t *testing.T, db *sql.DB) (list []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), `SELECT table_id || seq || '@' || at || COALESCE(key, '') || body FROM events ORDER BY table_id, seq`)
	if err != nil {
		t.Fatal(err)
	}
	if err := eachRow(rows, func(row scanner) error {
		var line string
		err := row.Scan(&line)
		list = append(list, line)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return list
}

// goesOn makes sure that a log is what it was and can be added to.
func goesOn(t *testing.T, s *Store, id string, log []store.Entry) {
	t.Helper()
	e := store.Entry{At: fromMicros(7), Body: []byte("more")}
	if err := s.Append(t.Context(), id, int64(len(log)), []store.Entry{e}, store.Head{}); err != nil {
		t.Error(err)
	}
	e.Seq = int64(len(log)) + 1
	got, err := s.Log(t.Context(), id, 0)
	if err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(append(log, e), got); diff != "" {
		t.Errorf("log of %s (-want +got):\n%s", id, diff)
	}
}

func TestLogsOfTheFirstSchemaAreCarriedOverAndBack(t *testing.T) {
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), "saloon.db")
	db, err := sql.Open(driverName, writeDSN(path, Options{}))
	if err != nil {
		t.Fatal(err)
	}
	provider, err := migrator(inSQLite, db)
	if err != nil {
		t.Fatal(err)
	}
	exec := func(text string, args ...any) {
		t.Helper()
		if _, err := db.ExecContext(ctx, text, args...); err != nil {
			t.Fatal(text, err)
		}
	}
	if _, err := provider.UpTo(ctx, 1); err != nil {
		t.Fatal(err)
	}
	want := map[string][]store.Entry{}
	for i, id := range []string{"b", "empty", "a"} {
		length := []int{5, 0, 3}[i]
		exec(`INSERT INTO tables (id, code, created_at, active_at, seq, phase, public, lease_until, summary)
			VALUES ($1, $1, 1, 2, $2, 'open', 1, 0, x'')`, id, length)
		want[id] = []store.Entry{}
		for seq := 1; seq <= length; seq++ {
			e := store.Entry{Seq: int64(seq), At: fromMicros(int64(100 - seq)), Body: []byte(fmt.Sprint(id, seq))}
			var key any
			if seq%2 == 0 {
				e.Key = fmt.Sprint("key ", seq)
				key = e.Key
			}
			exec(`INSERT INTO events (table_id, seq, at, key, body) VALUES ($1, $2, $3, $4, $5)`, id, seq, micros(e.At), key, e.Body)
			want[id] = append(want[id], e)
		}
	}
	first := events(t, db)
	for range 2 {
		if _, err := provider.UpTo(ctx, 2); err != nil {
			t.Fatal(err)
		}
		if _, err := provider.DownTo(ctx, 1); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(first, events(t, db)); diff != "" {
			t.Errorf("up and down again (-before +after):\n%s", diff)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}

	s, err := Open(ctx, path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for id, log := range want {
		goesOn(t, s, id, log)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Inspect(ctx, path); err != nil {
		t.Error(err)
	}
}

func TestALogThatLacksAnEventIsFound(t *testing.T) {
	ctx := t.Context()
	for name, damage := range map[string]string{
		"in the middle": `UPDATE events SET prev = prev - 1 WHERE seq = 3`,
		"at the end":    `UPDATE tables SET last = last - 1`,
		"at all":        `UPDATE tables SET last = NULL`,
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "saloon.db")
			s, err := Open(ctx, path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			err = s.Create(ctx, store.Table{ID: "id", Code: "code"}, make([]store.Entry, 4))
			if _, failed := s.write.hands[0].conn.sql.ExecContext(ctx, damage); err != nil || failed != nil {
				t.Fatal(err, failed)
			}
			if log, err := s.Log(ctx, "id", 0); err == nil && len(log) > 0 {
				t.Errorf("the log is taken for sound: %v", log)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if _, err := Inspect(ctx, path); err == nil || !strings.Contains(err.Error(), `log of table "id"`) {
				t.Errorf("error is %v", err)
			}
		})
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
	if err := migrate(t.Context(), inSQLite, db); err == nil || !strings.Contains(err.Error(), "9999") {
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
		if got := pragma(s.write.hands[0].conn.sql.QueryRowContext, name); got != want {
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
	for q, text := range inSQLite.texts {
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
				strings.HasPrefix(step, "SCAN") && step != "SCAN log" && // which is what the query has found so far
					!strings.HasPrefix(step, "SCAN known VIRTUAL") && // which is what it was given
					!strings.Contains(step, "USING") && !strings.Contains(step, "CONSTANT") && query(q) != qPing
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
	if err := s.write.hands[0].conn.close(); err != nil {
		t.Fatal(err)
	}
	s.write.hands[0].conn = nil
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
