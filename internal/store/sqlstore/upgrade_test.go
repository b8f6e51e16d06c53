package sqlstore

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/saloon-games/saloon/internal/store"
	"github.com/saloon-games/saloon/internal/store/sqlstore/pgtest"
)

// Migrations only add: so the next program's schema is this one with more in it.
var nextSchema = map[*dialect][]string{
	inSQLite: {
		`ALTER TABLE tables ADD COLUMN mood TEXT NOT NULL DEFAULT 'good'`,
		`ALTER TABLE events ADD COLUMN mood TEXT`,
		`ALTER TABLE people ADD COLUMN mood INTEGER NOT NULL DEFAULT 0`,
		`ALTER TABLE secrets ADD COLUMN mood INTEGER`,
		`CREATE TABLE moods (id TEXT PRIMARY KEY)`,
		`CREATE INDEX tables_by_mood ON tables (mood)`,
		`INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)`,
	},
	inPostgres: {
		`ALTER TABLE tables ADD COLUMN mood TEXT NOT NULL DEFAULT 'good'`,
		`ALTER TABLE events ADD COLUMN mood TEXT`,
		`ALTER TABLE people ADD COLUMN mood INTEGER NOT NULL DEFAULT 0`,
		`ALTER TABLE secrets ADD COLUMN mood INTEGER`,
		`CREATE TABLE moods (id TEXT PRIMARY KEY)`,
		`CREATE INDEX tables_by_mood ON tables (mood)`,
		`INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, true)`,
	},
}

func TestAProgramGoesOnWhenANewerOneHasMigratedItsDatabaseAndDoesNotBeginThere(t *testing.T) {
	for name, lang := range map[string]*dialect{"SQLite": inSQLite, "PostgreSQL": inPostgres} {
		t.Run(name, func(t *testing.T) {
			at := filepath.Join(t.TempDir(), "saloon.db")
			if lang == inPostgres {
				at = pgtest.Database(t)
			}
			old, err := Open(context.WithoutCancel(t.Context()), at, Options{})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := old.Close(); err != nil {
					t.Error(err)
				}
			})
			seq := int64(0)
			useAll(t, old, "before", &seq)
			// What the newer program does, on a connection of its own.
			newer, err := Open(context.WithoutCancel(t.Context()), at, Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range nextSchema[lang] {
				if err := newer.write.do(t.Context(), func(c *conn) error { return c.do(text) }); err != nil {
					t.Fatal(text, err)
				}
			}
			if err := newer.Close(); err != nil {
				t.Fatal(err)
			}
			useAll(t, old, "after", &seq)
			if _, err := Open(t.Context(), at, Options{}); err == nil || !strings.Contains(err.Error(), "schema 9999") {
				t.Errorf("it begins with %v; want it refused", err)
			}
			useAll(t, old, "after another was refused", &seq)
		})
	}
}

// useAll does with a store all that a house does.
func useAll(t *testing.T, s *Store, name string, seq *int64) {
	t.Helper()
	ctx := t.Context()
	id := strings.ReplaceAll(name, " ", "-")
	fresh := store.Table{ID: id, Code: id, CreatedAt: fromMicros(1), Head: store.Head{Public: true, WakeAt: fromMicros(1)}}
	entry := []store.Entry{{At: fromMicros(2), Key: "key " + name, Body: []byte("one")}, {At: fromMicros(2), Body: []byte("two")}}
	person := store.Person{ID: id, TokenHash: []byte("0123456789abcdef" + id), Name: name, CreatedAt: fromMicros(1)}
	if *seq == 0 {
		if err := s.Create(ctx, store.Table{ID: "all", Code: "all", CreatedAt: fromMicros(1)}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		what string
		do   func() error
	}{
		{"create", func() error { return s.Create(ctx, fresh, entry) }},
		{"append", func() error { return s.Append(ctx, "all", *seq, entry, store.Head{Phase: "open", Public: true}) }},
		{"conflict", func() error { return conflicts(s.Append(ctx, "all", *seq, entry, store.Head{})) }},
		{"secret", func() error { return s.PutSecret(ctx, id, 1, []byte("secret")) }},
		{"person", func() error { return s.CreatePerson(ctx, person) }},
		{"rename", func() error { return s.Rename(ctx, id, "other") }},
		{"seen", func() error { return s.Seen(ctx, &person, fromMicros(time.Hour.Microseconds())) }},
		{"ping", func() error { return s.Ping(ctx) }},
	} {
		if err := step.do(); err != nil {
			t.Errorf("%s: %s: %v", name, step.what, err)
		}
	}
	*seq += 2
	if log, err := s.Log(ctx, "all", *seq-2); err != nil || len(log) != 2 || string(log[1].Body) != "two" {
		t.Errorf("%s: log %v, %v", name, log, err)
	}
	if row, err := s.Table(ctx, "all"); err != nil || row.Seq != *seq {
		t.Errorf("%s: table %+v, %v", name, row, err)
	}
	if row, err := s.ByCode(ctx, id); err != nil || row.ID != id {
		t.Errorf("%s: by code %+v, %v", name, row, err)
	}
	if list, err := s.Public(ctx, 99); err != nil || len(list) < 2 {
		t.Errorf("%s: public %v, %v", name, list, err)
	}
	if claimed, err := s.Claim(ctx, fromMicros(9), time.Hour, 9); err != nil || len(claimed) != 1 || claimed[0] != id {
		t.Errorf("%s: claimed %v, %v", name, claimed, err)
	}
	if secret, err := s.Secret(ctx, id, 1); err != nil || string(secret) != "secret" {
		t.Errorf("%s: secret %q, %v", name, secret, err)
	}
	if p, err := s.PersonByToken(ctx, person.TokenHash); err != nil || p.Name != "other" {
		t.Errorf("%s: person %+v, %v", name, p, err)
	}
}

// conflicts wants a conflict.
func conflicts(err error) error {
	if _, ok := errors.AsType[*store.ConflictError](err); ok {
		return nil
	}
	return errors.Join(err, errors.New("want a conflict"))
}
