package admin_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/internal/admin"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/store"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
	"github.com/saloon-games/saloon/internal/store/sqlstore/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Run(m)) }

// A place is a house that is open, and who looks after it.
type place struct {
	t      *testing.T
	at     string // the file or the address
	store  *sqlstore.Store
	house  *house.House
	office *admin.Office
}

func open(t *testing.T, at string) *place {
	t.Helper()
	s, err := sqlstore.Open(context.WithoutCancel(t.Context()), at, sqlstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	h, err := house.New(t.Context(), house.Config{Store: s, Beat: 10_000 * time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	// As a program of its own has it: on a store of its own.
	own, err := sqlstore.Open(context.WithoutCancel(t.Context()), at, sqlstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := own.Close(); err != nil {
			t.Error(err)
		}
	})
	return &place{t, at, s, h, admin.New(admin.Config{Store: own, By: "keeper"})}
}

func openFile(t *testing.T) *place {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "saloon.db"))
}

func must[T any](t *testing.T) func(v T, err error) T {
	t.Helper()
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// guest makes a guest and returns their id and token.
func (p *place) guest(name string) (id, token string) {
	p.t.Helper()
	g, token, err := p.house.NewGuest(p.t.Context(), name)
	if err != nil {
		p.t.Fatal(err)
	}
	return g.ID, token
}

func (p *place) do(id, who string, commands ...house.Command) {
	p.t.Helper()
	for _, c := range commands {
		if _, err := p.house.Do(p.t.Context(), id, who, "", c); err != nil {
			p.t.Fatalf("%T: %v", c, err)
		}
	}
}

// table opens a table at which two people and a bot sit.
func (p *place) table(ann, annName, bob, bobName string) string {
	p.t.Helper()
	id := must[string](p.t)(p.house.Open(p.t.Context(), ann,
		house.Setup{Game: "texas", Seats: 3, Settings: house.Settings{Pace: house.Quick, Chat: true}}, house.Sit{Seat: 0, Name: annName}))
	p.do(id, bob, house.Sit{Seat: 1, Name: bobName})
	p.do(id, ann, house.AddBot{Seat: 2, Level: "thumb"})
	return id
}

// play plays a game to its end.
func (p *place) play(id string, people ...string) {
	p.t.Helper()
	src := fair.NewRand(1)
	for range 10_000 {
		if s := must[house.Scene](p.t)(p.house.Scene(p.t.Context(), id, "", house.Latest)); s.Phase != house.Playing {
			return
		}
		moved := false
		for _, who := range people {
			if s := must[house.Scene](p.t)(p.house.Scene(p.t.Context(), id, who, 0)); s.Turn >= 0 && s.Turn == s.You {
				legal := s.View.Legal(nil)
				p.do(id, who, house.Act{Game: s.Number, Ply: s.Ply, Word: s.View.Word(legal[src.Below(len(legal))])})
				moved = true
			}
		}
		if !moved {
			if err := p.house.Wake(p.t.Context(), id); err != nil {
				p.t.Fatal(err)
			}
		}
	}
	p.t.Fatal("the game does not end")
}

// A name and words that are found nowhere else.
const (
	rare  = "Zebulon Quartz"
	words = "my xylophone is out of tune"
)

// lived is a house in which somebody with a rare name has played, talked, been renamed,
// banned, and left.
func lived(p *place) (zeb, zebToken, bob, over, playing string) {
	t := p.t
	zeb, zebToken = p.guest("Zebulon Early")
	bob, _ = p.guest("Bob")
	must[[]string](t)(p.office.Rename(t.Context(), zeb, rare))
	over = p.table(zeb, rare, bob, "Bob")
	p.do(over, zeb, house.Say{Text: words}, house.Start{})
	p.do(over, bob, house.Say{Text: "Hello " + rare + "!"})
	p.play(over, zeb, bob)
	p.do(over, zeb, house.Leave{})
	playing = p.table(bob, "Bob", zeb, rare)
	p.do(playing, zeb, house.Say{Text: words})
	p.do(playing, bob, house.Start{})
	must[[]string](t)(p.office.Ban(t.Context(), zeb, time.Now().Add(time.Hour), "like "+rare))
	return zeb, zebToken, bob, over, playing
}

// forms are the names of which nothing may be left.
var forms = []string{rare, "Zebulon", "Quartz", "xylophone"}

// isErased makes sure that somebody is gone and that the games are not.
func isErased(p *place, zeb, token, bob, over, playing string) {
	t := p.t
	t.Helper()
	if _, err := p.office.Person(t.Context(), zeb); !errors.Is(err, admin.ErrNoPerson) {
		t.Errorf("the person is still there: %v", err)
	}
	if g, ok, err := p.house.Guest(t.Context(), token); ok || err != nil {
		t.Errorf("the token is still known, as %+v, %v", g, err)
	}
	if err := p.house.HeedOnce(t.Context()); err != nil {
		t.Fatal(err)
	}
	now := must[house.Scene](t)(p.house.Scene(t.Context(), playing, bob, 0)) // as the house that is open knows it
	if seat := now.Seats[1]; seat.Name != house.Somebody || !seat.Away {
		t.Errorf("on their seat is %+v", seat)
	}
	rec, err := p.house.Record(t.Context(), over, 1)
	if err != nil {
		t.Fatal(err)
	}
	raw, _ := rec.Field("fair")
	var proof fair.Proof
	if err := json.Unmarshal(raw, &proof); err != nil {
		t.Fatal(err)
	}
	if err := proof.Check(); err != nil {
		t.Error(err)
	}
	if raw, _ := rec.Field("names"); !strings.HasPrefix(string(raw), `["somebody","Bob",`) {
		t.Errorf("the record names %s", raw)
	}
	p.play(playing, bob) // it goes on
	for _, n := range must[[]store.Notice](t)(p.office.Book(t.Context(), 99)) {
		if n.Person == zeb && n.Note != "" {
			t.Errorf("the book still says %+v", n)
		}
	}
}

func TestOfWhoIsErasedNothingIsLeftInTheFilesOfSQLite(t *testing.T) {
	p := openFile(t)
	zeb, token, bob, over, playing := lived(p)
	must[admin.TableRow](t)(p.office.Close(t.Context(), p.table(zeb, rare, bob, "Bob"), "because of "+rare))
	found := func() (in []string) {
		for _, end := range []string{"", "-wal", "-shm"} {
			raw, err := os.ReadFile(p.at + end)
			if err != nil {
				t.Fatal(err)
			}
			for _, form := range forms {
				if strings.Contains(string(raw), form) {
					in = append(in, form+" in saloon.db"+end)
				}
			}
		}
		return in
	}
	must[bool](t)(p.store.Scrub(t.Context(), 1))                  // moves them into the file itself
	p.do(playing, bob, house.Say{Text: "Where is " + rare + "?"}) // and this stands in the other one
	if len(found()) < 2*len(forms)-1 {
		t.Fatalf("before, only %q are there", found())
	}
	if e := must[admin.Erased](t)(p.office.Erase(t.Context(), zeb)); e != (admin.Erased{Tables: 3, Whole: true}) {
		t.Errorf("erased: %+v", e)
	}
	if left := found(); len(left) > 0 {
		t.Errorf("there are still %q", left)
	}
	isErased(p, zeb, token, bob, over, playing)
}

// As when a process that stood still goes on with what it was asked before.
func TestWhatComesIntoALogOfWhoIsErasedAlreadyCanBeErasedByTheirId(t *testing.T) {
	p := openFile(t)
	zeb, _, _, _, playing := lived(p)
	must[admin.Erased](t)(p.office.Erase(t.Context(), zeb))
	p.do(playing, zeb, house.Return{}, house.Say{Text: words})
	if e := must[admin.Erased](t)(p.office.Erase(t.Context(), zeb)); e != (admin.Erased{Tables: 1, Whole: true}) {
		t.Errorf("erased: %+v", e)
	}
	for _, entry := range must[[]store.Entry](t)(p.store.Log(t.Context(), playing, 0)) {
		if strings.Contains(string(entry.Body), "xylophone") {
			t.Errorf("entry %d is %s", entry.Seq, entry.Body)
		}
	}
	if s := must[house.Scene](t)(p.house.Scene(t.Context(), playing, "", house.Latest)); !s.Seats[1].Away {
		t.Error("they have their seat again")
	}
	for _, id := range []string{"", zeb, zeb[:12], "texas", "somebody", `","seat":`} {
		if _, err := p.office.Erase(t.Context(), id); !errors.Is(err, admin.ErrNoPerson) {
			t.Errorf("%q: %v", id, err)
		}
	}
}

func TestOfWhoIsErasedNothingIsLeftInAnyColumnOfPostgres(t *testing.T) {
	p := open(t, pgtest.Database(t))
	zeb, token, bob, over, playing := lived(p)
	must[admin.TableRow](t)(p.office.Close(t.Context(), p.table(zeb, rare, bob, "Bob"), "because of "+rare))
	ask := pgtest.Session(t, p.at)
	found := func() (in []string) {
		columns := ask(`SELECT string_agg(table_name || '.' || column_name, ' ') FROM information_schema.columns
			WHERE table_schema = 'public' AND data_type IN ('text', 'bytea', 'character varying')`)
		for column := range strings.FieldsSeq(columns) {
			table, name, _ := strings.Cut(column, ".")
			for _, form := range forms {
				if ask(`SELECT EXISTS (SELECT 1 FROM `+table+` WHERE position('`+form+`'::bytea IN convert_to(`+name+`::text, 'UTF8')) > 0
					OR position(encode('`+form+`'::bytea, 'hex') IN `+name+`::text) > 0)::text`) == "true" {
					in = append(in, form+" in "+column)
				}
			}
		}
		return in
	}
	for _, where := range []string{"people.name", "events.body", "tables.summary", "notices.note"} {
		if before := found(); !slices.ContainsFunc(before, func(s string) bool { return strings.HasSuffix(s, where) }) {
			t.Fatalf("before, %s has none: %q", where, before)
		}
	}
	must[admin.Erased](t)(p.office.Erase(t.Context(), zeb))
	if left := found(); len(left) > 0 {
		t.Errorf("there are still %q", left)
	}
	isErased(p, zeb, token, bob, over, playing)
}

func TestAnExportHasAllThatAPersonHasSeenAndNoSecret(t *testing.T) {
	p := openFile(t)
	zeb, token, bob, over, playing := lived(p)
	e := must[admin.Export](t)(p.office.Export(t.Context(), zeb))
	text := string(must[[]byte](t)(json.Marshal(e)))
	if e.Format != admin.ExportFormat || e.Person.Name != rare || e.Person.Ban == nil || len(e.Person.Sessions) != 1 || len(e.Tables) != 2 || len(e.Notices) < 2 {
		t.Errorf("export is %s", text)
	}
	for _, want := range []string{words, "Hello " + rare, `"id":"` + over + `"`, `"id":"` + playing + `"`, "Zebulon", `"deed":"rename"`} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %s", want)
		}
	}
	row := must[store.Person](t)(p.store.Person(t.Context(), zeb))
	for what, secret := range map[string]string{
		"the token": token, "its hash": string(must[[]byte](t)(json.Marshal(row.TokenHash))), "another's id": bob,
	} {
		if strings.Contains(text, strings.Trim(secret, `"`)) {
			t.Errorf("it has %s", what)
		}
	}
	// Of the game that is on it has what the seat was told.
	seen := must[house.Scene](t)(p.house.Scene(t.Context(), playing, zeb, house.Latest)).View.Events()
	for _, table := range e.Tables {
		var told []string
		for _, l := range table.Entries {
			if l.Word != "" {
				told = append(told, l.Word)
			}
		}
		if table.ID == playing && !slices.Equal(told, seen) {
			t.Errorf("it tells %q of what was seen as %q", told, seen)
		}
	}
}

func TestATableIsShownToWhoLooksAfterTheHouseWithoutItsSecrets(t *testing.T) {
	p := openFile(t)
	_, _, bob, _, playing := lived(p)
	v := must[admin.TableView](t)(p.office.View(t.Context(), playing))
	text := string(must[[]byte](t)(json.Marshal(v))) + string(must[[]byte](t)(json.Marshal(v.Scene)))
	deal := must[house.Scene](t)(p.house.Scene(t.Context(), playing, "", house.Latest)).View.Events()[0]
	if !strings.Contains(text, deal) {
		t.Errorf("it has not the deal as spectators see it, %s", deal)
	}
	own := must[house.Scene](t)(p.house.Scene(t.Context(), playing, bob, house.Latest)).View.Events()[0]
	if own == deal || strings.Contains(text, own) {
		t.Errorf("it has the deal as Bob sees it, %s", own)
	}
	if len(v.Sits) != 2 || v.Phase != house.Playing {
		t.Errorf("people %+v, phase %s", v.Sits, v.Phase)
	}
}

func TestWhatIsLookedForIsFoundByItsBeginningOrNotAtAll(t *testing.T) {
	p := openFile(t)
	zeb, _, _, over, playing := lived(p)
	row := must[admin.TableRow](t)(p.office.Table(t.Context(), over))
	for _, name := range []string{over, over[:12], row.Code, strings.ToLower(row.Code[:3]) + "-" + row.Code[3:]} {
		if got, err := p.office.Table(t.Context(), name); err != nil || got.ID != over {
			t.Errorf("%s is %+v, %v", name, got, err)
		}
	}
	for _, name := range []string{"", over[:3], over + "x", "house", "none-such"} {
		if _, err := p.office.Table(t.Context(), name); !errors.Is(err, admin.ErrNoTable) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if got, err := p.office.Person(t.Context(), zeb[:12]); err != nil || got.ID != zeb {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := p.office.Person(t.Context(), zeb[:3]); !errors.Is(err, admin.ErrNoPerson) {
		t.Errorf("too short: %v", err)
	}
	if people := must[[]admin.Person](t)(p.office.People(t.Context(), "quARTz")); len(people) != 1 || people[0].ID != zeb {
		t.Errorf("people are %+v", people)
	}
	for phase, want := range map[house.Phase][]string{house.Playing: {playing}, house.Over: {over}, "": {playing, over}, house.Shut: nil} {
		var ids []string
		for _, row := range must[[]admin.TableRow](t)(p.office.Tables(t.Context(), phase)) {
			ids = append(ids, row.ID)
		}
		if !slices.Equal(ids, want) {
			t.Errorf("%q: tables %q, want %q", phase, ids, want)
		}
	}
	if at := must[[]admin.TableRow](t)(p.office.Seats(t.Context(), zeb)); len(at) != 1 || at[0].ID != playing {
		t.Errorf("sits at %+v", at)
	}
}

func TestASessionThatIsEndedIsNobodysAndItsSeatsArePlayedOn(t *testing.T) {
	p := openFile(t)
	ann, token := p.guest("Ann")
	bob, _ := p.guest("Bob")
	id := p.table(ann, "Ann", bob, "Bob")
	p.do(id, ann, house.Start{})
	session := must[admin.Person](t)(p.office.Person(t.Context(), ann)).Sessions[0].ID
	who := must[admin.Person](t)(p.office.BySession(t.Context(), session))
	if left := must[[]string](t)(p.office.SignOut(t.Context(), who.ID)); !slices.Equal(left, []string{id}) {
		t.Errorf("left %q", left)
	}
	if _, ok, err := p.house.Guest(t.Context(), token); ok || err != nil {
		t.Errorf("the token is known: %v, %v", ok, err)
	}
	if _, err := p.office.BySession(t.Context(), session); !errors.Is(err, admin.ErrNoPerson) {
		t.Errorf("the session is there: %v", err)
	}
	if now := must[admin.Person](t)(p.office.Person(t.Context(), ann)); len(now.Sessions) != 0 {
		t.Errorf("sessions %+v", now.Sessions)
	}
	if s := must[house.Scene](t)(p.house.Scene(t.Context(), id, "", house.Latest)); !s.Seats[0].Away {
		t.Error("nobody plays on for her")
	}
}

func TestWhatWasDoneStandsInTheBook(t *testing.T) {
	p := openFile(t)
	ann, _ := p.guest("Ann")
	bob, _ := p.guest("Bob")
	id := p.table(ann, "Ann", bob, "Bob")
	for _, want := range [][]string{{id}, nil} {
		if at := must[[]string](t)(p.office.Rename(t.Context(), ann, "Änne")); !slices.Equal(at, want) {
			t.Errorf("renamed at %q, want %q", at, want)
		}
	}
	must[[]string](t)(p.office.Ban(t.Context(), bob, house.ForGood, "loud"))
	if err := p.office.Unban(t.Context(), bob); err != nil {
		t.Fatal(err)
	}
	must[admin.TableRow](t)(p.office.Close(t.Context(), id, "late"))
	if _, err := p.office.Close(t.Context(), id, "late"); err == nil {
		t.Error("it is closed twice")
	}
	var deeds []string
	for _, n := range must[[]store.Notice](t)(p.office.Book(t.Context(), 5)) {
		if n.By != "keeper" {
			t.Errorf("%+v is by another", n)
		}
		deeds = append(deeds, n.Deed)
	}
	if want := []string{"close", "unban", "leave", "ban", "rename"}; !slices.Equal(deeds, want) {
		t.Errorf("the book has %q, want %q", deeds, want)
	}
	s := must[house.Scene](t)(p.house.Scene(t.Context(), id, "", house.Latest))
	if s.Phase != house.Shut || s.Reason != "late" || s.Seats[0].Name != "Änne" || s.Seats[1].Taken {
		t.Errorf("the table is %+v", s)
	}
}
