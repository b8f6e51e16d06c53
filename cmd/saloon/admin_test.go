package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
	"github.com/saloon-games/saloon/internal/store/sqlstore/pgtest"
)

// lived DIR makes a house in which Ann and Bob sit at a table where a game is on, and
// says who and what they are in the variables ANN, BOB, TABLE and CODE.
func lived(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: lived DIR")
	}
	ctx := context.Background()
	ts.Check(makeDirectory(ts.MkAbs(args[0]), "DIR"))
	db, err := sqlstore.Open(ctx, filepath.Join(ts.MkAbs(args[0]), databaseName), sqlstore.Options{})
	ts.Check(err)
	h, err := house.New(ctx, house.Config{Store: db})
	ts.Check(err)
	ann, _, err := h.NewGuest(ctx, "Ann Fox")
	ts.Check(err)
	bob, _, err := h.NewGuest(ctx, "Bob")
	ts.Check(err)
	id, err := h.Open(ctx, ann.ID, house.Setup{Game: "raincheck", Seats: 2, Settings: house.Settings{Pace: house.Unhurried, Chat: true}},
		house.Sit{Seat: 0, Name: ann.Name}, house.Say{Text: "howdy, partner"})
	ts.Check(err)
	for _, c := range []struct {
		who string
		do  house.Command
	}{{bob.ID, house.Sit{Seat: 1, Name: bob.Name}}, {bob.ID, house.Say{Text: "hi, Ann Fox"}}, {ann.ID, house.Start{}}} {
		_, err := h.Do(ctx, id, c.who, "", c.do)
		ts.Check(err)
	}
	scene, err := h.Scene(ctx, id, "", 0)
	ts.Check(err)
	for name, value := range map[string]string{"ANN": ann.ID, "BOB": bob.ID, "TABLE": id, "CODE": scene.Code} {
		ts.Setenv(name, value)
	}
	ts.Check(db.Close())
}

// afterLooks is when a house that is open has had several looks into the book.
const afterLooks = 5 * house.HeedEvery

func TestAHouseThatIsOpenTakesPartInWhatIsDoneByAdmin(t *testing.T) {
	dir := t.TempDir()
	r := openHouse(t, "--data", dir)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	r.client = &http.Client{Jar: jar}
	for _, form := range []struct{ path, field, value string }{{"settings", "name", "Ann"}, {"play", "game", "raincheck"}} {
		resp, err := r.client.PostForm(r.url+form.path, url.Values{form.field: {form.value}})
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
	}
	var people []struct{ ID, Name string }
	var tables []struct{ ID, Code string }
	for what, into := range map[string]any{"people": &people, "tables": &tables} {
		out, err := exec.Command("saloon", "admin", "--data", dir, what, "--json").Output()
		if err == nil {
			err = json.Unmarshal(out, into)
		}
		if err != nil {
			t.Fatal(what, err)
		}
	}
	if len(people) != 1 || people[0].Name != "Ann" || len(tables) != 1 {
		t.Fatalf("people %v, tables %v", people, tables)
	}
	ann, table := people[0].ID, "t/"+tables[0].ID

	runs(t, statusOK, "Ann is banned until .* \\(too loud\\)", "admin", "ban", "--data", dir, ann, "--for", "1h", "--reason", "too loud", "--yes")
	until(t, "she is kept out", afterLooks, func() bool {
		status, body := r.get(t, table)
		return status == http.StatusForbidden && strings.Contains(body, "too loud")
	})
	runs(t, statusOK, "Ann may come in again", "admin", "unban", "--data", dir, ann)
	until(t, "she is let in", afterLooks, func() bool { status, _ := r.get(t, table); return status == http.StatusOK })
	runs(t, statusOK, "is closed", "admin", "close", "--data", dir, tables[0].Code, "--reason", "all go home", "--yes")
	until(t, "the table is closed", afterLooks, func() bool {
		status, body := r.get(t, table)
		return status == http.StatusGone && strings.Contains(body, "all go home")
	})
	runs(t, statusOK, ann+" is erased, from 1 table", "admin", "erase", "--data", dir, ann, "--yes")
	until(t, "she is nobody", afterLooks, func() bool {
		status, body := r.get(t, "settings")
		return status == http.StatusOK && !strings.Contains(body, "Ann")
	})
	r.end(t, syscall.SIGTERM)
}

// The database's clock is a day ahead of this machine's here, and it is what counts: clocks
// of tables, and bans, would run by another's.
func TestWhoLooksAfterAHouseOnPostgresLivesByItsDatabasesClock(t *testing.T) {
	address := pgtest.Database(t)
	id := newTableIn(t, address)
	for _, do := range []string{
		`CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql
			AS 'SELECT pg_catalog.clock_timestamp() + interval ''1 day'''`,
		`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$`,
	} {
		if err := pgtest.Do(t.Context(), address, do); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("SALOON_DATABASE", address)
	runs(t, statusOK, "is closed", "admin", "close", id, "--reason", "late", "--yes")
	ask := pgtest.Session(t, address)
	for what, query := range map[string]string{
		"the table": `SELECT at FROM events WHERE table_id = '` + id + `' ORDER BY seq DESC LIMIT 1`, "the book": `SELECT at FROM notices`,
	} {
		micros, err := strconv.ParseInt(ask(query), 10, 64)
		if ahead := time.Until(time.UnixMicro(micros)); err != nil || ahead < 23*time.Hour {
			t.Errorf("%s has a time that is %v ahead, %v", what, ahead, err)
		}
	}
}

func TestWhoHasDoneItIsANameOnOneLine(t *testing.T) {
	for said, want := range map[string]bool{"keeper": true, "": false, "keeper\n2026-12-01 00:00 UTC  erase": false, "\x1b[31mkeeper": false} {
		t.Setenv("SUDO_USER", said)
		if got := operator(); (got == said) != want || strings.ContainsAny(got, "\n\x1b") || got == "" {
			t.Errorf("%q has done it as %q", said, got)
		}
	}
}
