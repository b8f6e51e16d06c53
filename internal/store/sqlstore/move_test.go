package sqlstore_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/internal/store"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
	"github.com/saloon-games/saloon/internal/store/sqlstore/pgtest"
)

// furnish makes a house that has a bit of everything, and more rows than are moved at
// once.
func furnish(t *testing.T, place string) {
	t.Helper()
	ctx := t.Context()
	s, err := sqlstore.Open(ctx, place, sqlstore.Options{})
	check(t, err)
	for i := range 230 {
		id := fmt.Sprint("table-", i)
		head := store.Head{Phase: "pläying", Public: i%2 == 0, Summary: []byte{0, 255, byte(i)}}
		if i%3 == 0 {
			head.WakeAt = second(i)
		}
		check(t, s.Create(ctx, store.Table{ID: id, Code: "C" + id, CreatedAt: second(i), Head: head}, nil))
		check(t, s.CreatePerson(ctx, store.Person{ID: id, TokenHash: bytes.Repeat([]byte{byte(i)}, 32), Name: "Ann 🤠", CreatedAt: second(i)}))
		if i < 10 {
			check(t, s.Ban(ctx, id, second(i), "löud"))
			check(t, s.Note(ctx, store.Notice{At: second(i), By: "root", Deed: "ban", Person: id, Note: "löud"}))
		}
	}
	for n := range int64(3) {
		for i := range 30 {
			id := fmt.Sprint("table-", i)
			e := store.Entry{At: second(i), Key: strings.Repeat("k", i), Body: []byte(fmt.Sprint(id, n))}
			check(t, s.Append(ctx, id, 2*n, []store.Entry{e, {At: second(i)}}, store.Head{Public: true}))
			check(t, s.PutSecret(ctx, id, n, []byte{0, 1, byte(i)}))
		}
	}
	check(t, s.Close())
}

// goOn makes sure that a house that was moved can be used.
func goOn(t *testing.T, place string) {
	t.Helper()
	s := open(t, place)
	log, err := s.Log(t.Context(), "table-7", 0)
	check(t, err)
	if len(log) != 6 || string(log[4].Body) != "table-72" || log[4].Key != "kkkkkkk" {
		t.Errorf("log is %v", log)
	}
	check(t, s.Append(t.Context(), "table-7", 6, []store.Entry{entry(1, "x"), entry(2, "y")}, store.Head{}))
	check(t, s.Append(t.Context(), "table-8", 6, []store.Entry{entry(1, "x")}, store.Head{}))
	numbered(t, s, "table-7")
	check(t, s.Close())
}

func TestAHouseMovesToPostgresAndBackRowByRow(t *testing.T) {
	ctx := t.Context()
	places := []string{filepath.Join(t.TempDir(), "one.db"), pgtest.Database(t), pgtest.Database(t), filepath.Join(t.TempDir(), "two.db")}
	furnish(t, places[0])
	var first []sqlstore.MovedTable
	for i, to := range places[1:] {
		var steps, all int64
		moved, err := sqlstore.Move(ctx, places[i], to, sqlstore.MoveOptions{Progress: func(done, of int64) { steps, all = done, of }})
		check(t, err)
		if i == 0 {
			first = moved.Tables
			if len(first) != 5 || first[4].Rows != 10 || first[0].Rows != 230 || first[1].Rows != 230 || first[2].Rows != 90 || first[3].Rows != 180 {
				t.Errorf("moved %+v", first)
			}
		}
		if diff := cmp.Diff(first, moved.Tables); diff != "" {
			t.Errorf("to %s (-first +now):\n%s", moved.To, diff)
		}
		if steps != all || all != 2*740 {
			t.Errorf("%d of %d steps", steps, all)
		}
	}
	if _, err := sqlstore.Inspect(ctx, places[3]); err != nil {
		t.Error(err)
	}
	for _, place := range places {
		goOn(t, place)
	}
}

func TestAHouseDoesNotMoveIntoAnotherNorWhileItIsOpen(t *testing.T) {
	ctx := t.Context()
	from, full := filepath.Join(t.TempDir(), "one.db"), pgtest.Database(t)
	furnish(t, from)
	s := open(t, full)
	move := func(from, to string, opts sqlstore.MoveOptions, want error) {
		t.Helper()
		if _, err := sqlstore.Move(ctx, from, to, opts); !errors.Is(err, want) {
			t.Errorf("error is %v; want %v", err, want)
		}
	}
	move(from, full, sqlstore.MoveOptions{}, sqlstore.ErrInUse)
	move(full, filepath.Join(t.TempDir(), "x.db"), sqlstore.MoveOptions{}, sqlstore.ErrInUse)
	check(t, s.CreatePerson(ctx, store.Person{ID: "ann", TokenHash: make([]byte, 16)}))
	check(t, s.Close())
	move(from, full, sqlstore.MoveOptions{}, sqlstore.ErrNotEmpty)
	move(from, full, sqlstore.MoveOptions{Restart: true}, sqlstore.ErrNotEmpty)
	move(from, from, sqlstore.MoveOptions{}, sqlstore.ErrInUse)

	s = open(t, from)
	move(from, pgtest.Database(t), sqlstore.MoveOptions{}, sqlstore.ErrInUse)
	move(full, from, sqlstore.MoveOptions{}, sqlstore.ErrInUse)
	check(t, s.Close())
	move(full, from, sqlstore.MoveOptions{}, sqlstore.ErrNotEmpty)

	for _, empty := range []string{filepath.Join(t.TempDir(), "missing.db"), pgtest.Database(t)} {
		if _, err := sqlstore.Move(ctx, empty, pgtest.Database(t), sqlstore.MoveOptions{}); err == nil {
			t.Error("a house was moved that is not there")
		}
	}
	s = open(t, full) // and the house that was there is as it was
	_, err := s.Person(ctx, "ann")
	check(t, err)
}

func TestAMoveThatHasNotEndedIsRefusedUntilItIsBegunAnew(t *testing.T) {
	from := filepath.Join(t.TempDir(), "one.db")
	furnish(t, from)
	for name, to := range map[string]string{"SQLite": filepath.Join(t.TempDir(), "two.db"), "PostgreSQL": pgtest.Database(t)} {
		t.Run(name, func(t *testing.T) {
			for _, at := range []int64{1, 800} { // while rows are copied, and while they are compared
				ctx, cancel := context.WithCancel(t.Context())
				_, err := sqlstore.Move(ctx, from, to, sqlstore.MoveOptions{Restart: at > 1, Progress: func(done, _ int64) {
					if done >= at {
						cancel()
					}
				}})
				if !errors.Is(err, context.Canceled) {
					t.Errorf("error is %v", err)
				}
				if _, err := sqlstore.Open(t.Context(), to, sqlstore.Options{}); !errors.Is(err, sqlstore.ErrUnfinished) {
					t.Errorf("opening it: %v", err)
				}
				for _, places := range [][2]string{{from, to}, {to, pgtest.Database(t)}} {
					if _, err := sqlstore.Move(t.Context(), places[0], places[1], sqlstore.MoveOptions{}); !errors.Is(err, sqlstore.ErrUnfinished) {
						t.Errorf("moving to or from it: %v", err)
					}
				}
			}
			_, err := sqlstore.Move(t.Context(), from, to, sqlstore.MoveOptions{Restart: true})
			check(t, err)
			goOn(t, to)
		})
	}
}

func TestARowThatIsNotWhatWasCopiedIsFound(t *testing.T) {
	from, to := filepath.Join(t.TempDir(), "one.db"), pgtest.Database(t)
	furnish(t, from)
	check(t, open(t, to).Close())
	db, err := sql.Open("pgx", to)
	check(t, err)
	_, err = db.Exec(`CREATE FUNCTION bend() RETURNS trigger LANGUAGE plpgsql AS
		'BEGIN IF NEW.game = 2 AND NEW.table_id = ''table-9'' THEN NEW.secret = ''x''; END IF; RETURN NEW; END';
		CREATE TRIGGER bend BEFORE INSERT ON secrets FOR EACH ROW EXECUTE FUNCTION bend()`)
	check(t, errors.Join(err, db.Close()))
	if _, err := sqlstore.Move(t.Context(), from, to, sqlstore.MoveOptions{}); err == nil || !strings.Contains(err.Error(), "secrets: verified: the row with key [table-9 2]") {
		t.Errorf("error is %v", err)
	}
	if _, err := sqlstore.Open(t.Context(), to, sqlstore.Options{}); !errors.Is(err, sqlstore.ErrUnfinished) {
		t.Errorf("opening it: %v", err)
	}
}
