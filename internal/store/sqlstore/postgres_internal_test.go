package sqlstore

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/internal/store"
	"github.com/saloon-games/saloon/internal/store/sqlstore/pgtest"
)

// newPostgres opens a new database with a table "id" until the test ends.
func newPostgres(t *testing.T, address string, opts Options) *Store {
	t.Helper()
	s, err := Open(t.Context(), address, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	err = s.Create(t.Context(), store.Table{ID: "id", Code: "code"}, nil)
	if err != nil && !errors.Is(err, store.ErrTaken) {
		t.Fatal(err)
	}
	return s
}

func TestOnPostgresARefusalTouchesNoOtherOfItsStatement(t *testing.T) {
	s := newPostgres(t, pgtest.Database(t), Options{Writers: 1})
	ctx := t.Context()
	for _, id := range []string{"a", "b", "c"} {
		if err := s.Create(ctx, store.Table{ID: id, Code: id}, []store.Entry{{Body: []byte(id)}}); err != nil {
			t.Fatal(err)
		}
	}
	before := s.Stats()
	open, held := hold(t, s)
	var answers []<-chan error
	for _, e := range []struct {
		id    string
		after int64
	}{{"c", 1}, {"a", 7}, {"b", 1}, {"none", 0}, {"b", 2}, {"a", 1}, {"id", 0}} {
		entries := []store.Entry{{Key: "k", Body: []byte("first")}, {Body: []byte("second")}}
		if e.id == "id" {
			entries = nil
		}
		answers = append(answers, queued(t, s, func() error {
			return s.Append(ctx, e.id, e.after, entries, store.Head{Phase: "moved"})
		}))
	}
	open()
	got := []string{fmt.Sprint(<-held)}
	for _, answer := range answers {
		got = append(got, fmt.Sprint(<-answer))
	}
	want := []string{
		"<nil>", "<nil>", (&store.ConflictError{Seq: 1}).Error(), "<nil>", `store: not found: table "none"`,
		(&store.ConflictError{Seq: 3}).Error(), "<nil>", "<nil>",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if n := s.Stats().Commits - before.Commits; n != 3 { // who was held, and two with appends
		t.Errorf("%d commits", n)
	}
	for id, length := range map[string]int{"a": 3, "b": 3, "c": 3, "id": 0} {
		log, err := s.Log(ctx, id, 0)
		if table, failed := s.Table(ctx, id); err != nil || failed != nil || len(log) != length || table.Phase != "moved" {
			t.Errorf("%s: %v, %+v, %v, %v", id, log, table, err, failed)
		}
	}
}

func TestOnPostgresWhoeverIsAtFaultTakesNobodyAlong(t *testing.T) {
	s := newPostgres(t, pgtest.Database(t), Options{Writers: 1})
	ctx := t.Context()
	if err := s.Create(ctx, store.Table{ID: "bad", Code: "bad"}, nil); err != nil {
		t.Fatal(err)
	}
	open, held := hold(t, s)
	good := queued(t, s, func() error { return s.Append(ctx, "id", 0, []store.Entry{{}}, store.Head{}) })
	bad := queued(t, s, func() error { // as nobody can by Append, which looks first
		return s.write.submit(ctx, &request{moves: &appending{id: "bad", head: store.Head{Phase: "\x00"}}})
	})
	open()
	if err := errors.Join(<-held, <-good); err != nil {
		t.Error(err)
	}
	if err := <-bad; err == nil || errors.Is(err, store.ErrUnknown) {
		t.Errorf("error is %v", err)
	}
	if n := s.Stats().Failures; n != 0 {
		t.Errorf("%d failures are counted", n)
	}
}

func TestStoresThatHammerOneTableAppendInTurns(t *testing.T) {
	address := pgtest.Database(t)
	const stores, hands, each = 4, 3, 25
	var wg sync.WaitGroup
	var mu sync.Mutex
	at, conflicts := map[int64]string{}, 0
	for n := range stores {
		s := newPostgres(t, address, Options{Writers: 3})
		for hand := range hands {
			wg.Go(func() {
				for k, after := 0, int64(0); k < each; {
					body := fmt.Sprint(n, "-", hand, "-", k)
					err := s.Append(t.Context(), "id", after, []store.Entry{{Body: []byte(body)}, {Body: []byte(body)}}, store.Head{})
					conflict, overtaken := errors.AsType[*store.ConflictError](err)
					mu.Lock()
					switch {
					case err == nil:
						after += 2
						at[after] = body
						k++
					case overtaken:
						after = conflict.Seq
						conflicts++
					default:
						t.Error(err)
						k = each
					}
					mu.Unlock()
				}
			})
		}
	}
	wg.Wait()
	s := newPostgres(t, address, Options{})
	log, err := s.Log(t.Context(), "id", 0)
	if err != nil || len(log) != 2*stores*hands*each || len(at) != stores*hands*each || conflicts == 0 {
		t.Fatalf("%d entries, %d acknowledged, %d conflicts, %v", len(log), len(at), conflicts, err)
	}
	for i, e := range log {
		if want := at[int64(i/2*2+2)]; string(e.Body) != want {
			t.Errorf("entry %d is %s, and %s was acknowledged", i+1, e.Body, want)
		}
	}
	if err := chained(t.Context(), s.read.db); err != nil {
		t.Error(err)
	}
}

func TestOneOfManyStoresGetsATableThatIsDue(t *testing.T) {
	address := pgtest.Database(t)
	const tables = 60
	var stores []*Store
	for range 4 {
		stores = append(stores, newPostgres(t, address, Options{Writers: 2}))
	}
	for i := range tables {
		id := fmt.Sprint("table-", i)
		if err := stores[0].Create(t.Context(), store.Table{ID: id, Code: id, Head: store.Head{WakeAt: fromMicros(1)}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	now := time.Unix(1000, 0)
	for range 3 { // and again, when the leases have run out
		got := claimAll(t, slices.Concat(stores, stores), now)
		for i := range tables {
			if n := got[fmt.Sprint("table-", i)]; n != 1 {
				t.Errorf("table-%d was handed out %d times", i, n)
			}
		}
		now = now.Add(time.Minute)
	}
}

// claimAll has stores claim what is due until nothing is, all at once, and returns how
// often each table was handed out.
func claimAll(t *testing.T, stores []*Store, now time.Time) map[string]int {
	t.Helper()
	var wg sync.WaitGroup
	var mu sync.Mutex
	got := map[string]int{}
	for _, s := range stores {
		wg.Go(func() {
			for none := 0; none < 3; { // others may hold what is due
				ids, err := s.Claim(t.Context(), now, time.Minute, 7)
				if err != nil || len(ids) > 7 {
					t.Errorf("%d tables, %v", len(ids), err)
					return
				}
				mu.Lock()
				for _, id := range ids {
					got[id]++
				}
				mu.Unlock()
				if len(ids) == 0 {
					none++
				}
			}
		})
	}
	wg.Wait()
	return got
}

func TestStoresThatOpenANewDatabaseTogetherMakeOneSchema(t *testing.T) {
	address := pgtest.Database(t)
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			s, err := Open(t.Context(), address, Options{})
			if err != nil {
				t.Error(err)
				return
			}
			id := fmt.Sprint("table-", i)
			if err := errors.Join(s.Create(t.Context(), store.Table{ID: id, Code: id}, nil), s.Close()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	s := newPostgres(t, address, Options{})
	rows, err := s.read.db.QueryContext(t.Context(), `SELECT version_id FROM goose_db_version ORDER BY id`)
	if err != nil {
		t.Fatal(err)
	}
	var versions []int64
	if err := eachRow(rows, func(row scanner) error {
		var n int64
		err := row.Scan(&n)
		versions = append(versions, n)
		return err
	}); err != nil || !slices.Equal(versions, []int64{0, 2, 3}) {
		t.Errorf("versions %v, %v", versions, err)
	}
}

// columns lists the columns of a database's tables: table, name, what it keeps, whether
// it may be null. Types are named by what both databases mean.
func columns(t *testing.T, s *Store, query string) (all []string) {
	t.Helper()
	kinds := map[string]string{
		"TEXT": "text", "INTEGER": "whole", "BLOB": "bytes",
		"text": "text", "bigint": "whole", "boolean": "whole", "bytea": "bytes",
	}
	rows, err := s.read.db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	if err := eachRow(rows, func(row scanner) error {
		var table, name, kind string
		var null bool
		err := row.Scan(&table, &name, &kind, &null)
		all = append(all, fmt.Sprint(table, ".", name, " ", kinds[kind], " ", null))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return all
}

func TestBothSchemasHaveTheSameTablesAndColumns(t *testing.T) {
	one := columns(t, newStore(t, Options{}), `SELECT s.name, c.name, c.type, c."notnull" = 0 AND c.pk = 0
		FROM sqlite_schema s JOIN pragma_table_info(s.name) c WHERE s.type = 'table' AND s.name NOT LIKE 'goose%' AND s.name NOT LIKE 'sqlite%'`)
	other := columns(t, newPostgres(t, pgtest.Database(t), Options{}), `SELECT table_name, column_name, data_type, is_nullable = 'YES'
		FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT LIKE 'goose%'`)
	if diff := cmp.Diff(one, other); diff != "" || len(one) < 20 {
		t.Errorf("-SQLite +PostgreSQL:\n%s", diff)
	}
}

func TestBothDatabasesHaveTheSameNewestMigration(t *testing.T) {
	var newest []string
	for _, lang := range []*dialect{inSQLite, inPostgres} {
		files, err := migrations.ReadDir(lang.folder)
		if err != nil {
			t.Fatal(err)
		}
		newest = append(newest, files[len(files)-1].Name())
	}
	if newest[0] != newest[1] {
		t.Errorf("newest are %q", newest)
	}
}

func TestOnPostgresMigrationsGoDownAndUpAgain(t *testing.T) {
	address := pgtest.Database(t)
	s := newPostgres(t, address, Options{})
	a, err := ParseAddress(address)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	db := a.pool(nil)
	provider, err := migrator(inPostgres, db)
	if err == nil {
		_, err = provider.DownTo(t.Context(), 0)
	}
	var left int
	if err := errors.Join(err, db.QueryRowContext(t.Context(), `SELECT count(*) FROM pg_class
		WHERE relnamespace = 'public'::regnamespace AND relname NOT LIKE 'goose%'`).Scan(&left), db.Close()); err != nil || left > 0 {
		t.Errorf("%d things are left, %v", left, err)
	}
	newPostgres(t, address, Options{})
}

func TestAnAddressKeepsItsPassword(t *testing.T) {
	const secret = "s3cret%2Fword"
	for _, address := range []string{
		"postgres://ann:" + secret + "@127.0.0.1:1/house",
		"postgres://ann@127.0.0.1:1/house?password=" + secret,
		"postgres://ann:" + secret + "@127.0.0.1:1/",
		"postgres://ann:" + secret + "@127.0.0.1:x/house",
		"postgres://ann:" + secret + "%zz@127.0.0.1/house",
		"postgres://ann:" + secret + "@127.0.0.1:1/house?sslmode=maybe",
	} {
		s, err := Open(t.Context(), address, Options{})
		if err == nil {
			t.Fatal("it opens", s.Close())
		}
		if strings.Contains(err.Error(), "s3cret") {
			t.Errorf("error is %v", err)
		}
	}
	for address, want := range map[string]Address{
		"postgres://ann:x@db.example.org/house": {Name: "db.example.org:5432/house", Password: true},
		"postgresql://ann@[::1]:99/house":       {Name: "[::1]:99/house"},
		"postgres:///house?host=/run/pg":        {Name: "/run/pg, database house"},
	} {
		got, err := ParseAddress(address)
		got.config = nil
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v", address, got, err)
		}
	}
}

func TestOnPostgresEveryConnectionIsSetUp(t *testing.T) {
	address := pgtest.Database(t)
	if err := pgtest.Shared(t).Do(t.Context(), `ALTER DATABASE `+address[strings.LastIndex(address, "/test_")+1:strings.Index(address, "?")]+
		` SET synchronous_commit = off`); err != nil {
		t.Fatal(err)
	}
	s := newPostgres(t, address, Options{})
	for name, want := range map[string]string{
		"synchronous_commit": "on", "statement_timeout": "5s", "idle_in_transaction_session_timeout": "5s", "application_name": "saloon", "default_transaction_isolation": "read committed",
	} {
		var got string
		if err := s.write.hands[0].conn.sql.QueryRowContext(t.Context(), `SELECT current_setting($1)`, name).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %s, %v; want %s", name, got, err, want)
		}
	}
	if _, err := s.read.db.ExecContext(t.Context(), `DELETE FROM tables`); refusedBy(err) != "25006" {
		t.Errorf("a reader could write: %v", err)
	}
}

// Few rows lie in a new database, so the planner is told what it would find out in one
// with many: that reading all of a table is dear.
func TestOnPostgresEveryQueryUsesAnIndex(t *testing.T) {
	s := newPostgres(t, pgtest.Database(t), Options{Writers: 1})
	c := s.write.hands[0].conn.sql
	s.write.stop() // its connection is for this test now
	for _, setting := range []string{`SET enable_seqscan = off`, `SET plan_cache_mode = force_generic_plan`} {
		if _, err := c.ExecContext(t.Context(), setting); err != nil {
			t.Fatal(err)
		}
	}
	for q, text := range inPostgres.texts {
		if text == "" || query(q) == qPing {
			continue
		}
		args := 0
		for strings.Contains(text, fmt.Sprint("$", args+1)) {
			args++
		}
		nulls := ""
		if args > 0 {
			nulls = "(" + strings.TrimSuffix(strings.Repeat("NULL,", args), ",") + ")"
		}
		if _, err := c.ExecContext(t.Context(), fmt.Sprintf(`PREPARE q%d AS %s`, q, text)); err != nil {
			t.Fatal(text, err)
		}
		rows, err := c.QueryContext(t.Context(), fmt.Sprintf(`EXPLAIN EXECUTE q%d %s`, q, nulls))
		if err != nil {
			t.Fatal(text, err)
		}
		if err := eachRow(rows, func(row scanner) error {
			var step string
			err := row.Scan(&step)
			if strings.Contains(step, "Seq Scan") {
				t.Errorf("%s\n%s", text, step)
			}
			return err
		}); err != nil {
			t.Fatal(text, err)
		}
	}
}

func TestAMoveKnowsAllColumns(t *testing.T) {
	var known []string
	for _, table := range kept {
		for _, c := range table.columns {
			known = append(known, table.name+"."+c.name)
		}
	}
	slices.Sort(known)
	var there []string
	for _, line := range columns(t, newPostgres(t, pgtest.Database(t), Options{}), `SELECT table_name, column_name, data_type, true
		FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT LIKE 'goose%'`) {
		name, _, _ := strings.Cut(line, " ")
		there = append(there, name)
	}
	if diff := cmp.Diff(there, known); diff != "" {
		t.Errorf("-there +known:\n%s", diff)
	}
}

func TestADatabaseTellsTheTime(t *testing.T) {
	for _, s := range []*Store{newStore(t, Options{}), newPostgres(t, pgtest.Database(t), Options{})} {
		before := time.Now().Add(-time.Millisecond)
		now, err := s.Now(t.Context())
		if after := time.Now().Add(time.Millisecond); err != nil || now.Before(before) || now.After(after) {
			t.Errorf("%v, %v; want from %v to %v", now, err, before, after)
		}
	}
}
