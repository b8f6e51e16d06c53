package web

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/store"
)

// idOf is the id of the only guest with a name.
func idOf(t *testing.T, p *place, name string) string {
	t.Helper()
	people, err := p.store.ListPeople(t.Context(), "", 99)
	if err != nil {
		t.Fatal(err)
	}
	for i := range people {
		if people[i].Name == name {
			return people[i].ID
		}
	}
	t.Fatalf("there is no %s among %+v", name, people)
	return ""
}

// noted writes something into the book and has the house read it.
func noted(t *testing.T, p *place, n store.Notice) {
	t.Helper()
	if err := p.store.Note(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	if err := p.house.HeedOnce(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// endsWithReload reads a stream to its end, before which it must have its page loaded anew.
func endsWithReload(t *testing.T, next func() (event, error), id string) {
	t.Helper()
	var last event
	for {
		e, err := next()
		if err != nil {
			break
		}
		last = e
	}
	if last != (event{"gone", id}) {
		t.Errorf("the last event is %+v", last)
	}
}

func TestWhoIsBannedIsToldWhyAndUntilWhenAndTheirStreamsEnd(t *testing.T) {
	t.Parallel()
	p := open(t)
	ann, other := p.person(t), p.person(t)
	ann.goes("/settings", "name", "Ann")
	table := ann.goes("/play", "game", "raincheck")
	id := strings.TrimPrefix(table, "/t/")
	next, _ := ann.stream("/live?t=" + id)
	if e, err := next(); e.name != "table" || err != nil {
		t.Fatalf("the stream begins with %+v, %v", e, err)
	}
	who := idOf(t, p, "Ann")
	until := p.clock.now().Add(24 * time.Hour)
	if err := p.store.Ban(t.Context(), who, until, "rude <words>"); err != nil {
		t.Fatal(err)
	}
	noted(t, p, store.Notice{Deed: house.DeedBan, Person: who})
	endsWithReload(t, next, id)

	const says = "Who runs this house keeps you out until 16 January 2027, 08:00 UTC. The reason: rude"
	for _, path := range []string{"/", table, "/settings", "/live?t=" + id} {
		a := ann.get(path)
		wantAnswer(t, path, a, http.StatusForbidden, says)
		if strings.Contains(a.body, "Back to the") {
			t.Errorf("%s leads on to a page that does not let them in, either", path)
		}
		if strings.Contains(a.body, "<words>") {
			t.Errorf("%s: the reason is HTML", path)
		}
	}
	wantAnswer(t, "a move", ann.post(table+"/act", fields("game", "1", "ply", "1", "word", "bet 0")), http.StatusForbidden, says)
	if a := other.get(table); a.status != http.StatusOK {
		t.Errorf("another is answered %d", a.status)
	}
	p.clock.until(until)
	if a := ann.get(table); a.status != http.StatusOK {
		t.Errorf("when the ban is over: %d %s", a.status, words(a.body))
	}
	if err := p.store.Ban(t.Context(), who, house.ForGood, ""); err != nil {
		t.Fatal(err)
	}
	noted(t, p, store.Notice{Deed: house.DeedBan, Person: who})
	wantAnswer(t, "for good", ann.get("/"), http.StatusForbidden, "Who runs this house keeps you out.")
}

func TestWhoIsSignedOutIsNobodyAtOnceAndTheirStreamsEnd(t *testing.T) {
	t.Parallel()
	p := open(t)
	ann := p.person(t)
	ann.goes("/settings", "name", "Ann")
	table := ann.goes("/play", "game", "raincheck")
	id := strings.TrimPrefix(table, "/t/")
	next, _ := ann.stream("/live?t=" + id)
	if e, err := next(); e.name != "table" || err != nil {
		t.Fatalf("the stream begins with %+v, %v", e, err)
	}
	who := idOf(t, p, "Ann")
	if err := p.store.SignOut(t.Context(), who, []byte("nobody's token's hash"), p.clock.now()); err != nil {
		t.Fatal(err)
	}
	noted(t, p, store.Notice{Deed: house.DeedSignOut, Person: who})
	endsWithReload(t, next, id)
	if you := attribute(t, ann.get(table).body, "you"); you != "" {
		t.Errorf("she still sits on seat %s", you)
	}
	if a := ann.post(table+"/leave", fields()); a.status != http.StatusForbidden {
		t.Errorf("she still leaves: %d", a.status)
	}
}

func TestWhoLooksAtATableThatTheHouseClosesIsToldWhy(t *testing.T) {
	t.Parallel()
	p := open(t)
	ann := p.person(t)
	table := ann.goes("/play", "game", "raincheck")
	id := strings.TrimPrefix(table, "/t/")
	next, _ := ann.stream("/live?t=" + id)
	if e, err := next(); e.name != "table" || err != nil {
		t.Fatalf("the stream begins with %+v, %v", e, err)
	}
	elsewhere, err := house.New(t.Context(), house.Config{Store: p.store, Clock: p.clock.now, Beat: 10_000 * time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := elsewhere.Do(t.Context(), id, "", "", house.CloseForAll{Reason: "the house rests"}); err != nil {
		t.Fatal(err)
	}
	noted(t, p, store.Notice{Deed: house.DeedClose, Table: id})
	if e, err := next(); e != (event{"gone", id}) || err != nil {
		t.Errorf("the stream goes on with %+v, %v", e, err)
	}
	wantAnswer(t, "the page", ann.get(table), http.StatusGone, "Who looks after this house has closed this table: the house rests")
}

// As while a node stands still: what was done is in the database and the book, and it has
// not looked there.
func TestWhoWasSentAwayWhileTheHouseStoodStillDoesNothingThere(t *testing.T) {
	t.Parallel()
	p := open(t)
	for deed, away := range map[string]func(who string) error{
		"banned": func(who string) error { return p.store.Ban(t.Context(), who, house.ForGood, "") },
		"signed out": func(who string) error {
			return p.store.SignOut(t.Context(), who, []byte("nobody's token's hash"), p.clock.now())
		},
		"erased": func(who string) error { return p.store.Erase(t.Context(), who) },
	} {
		ann := p.person(t)
		ann.goes("/settings", "name", deed)
		table := ann.goes("/new", "game", "raincheck")
		ann.get(table) // so that she is known
		if err := away(idOf(t, p, deed)); err != nil {
			t.Fatal(err)
		}
		if a := ann.post(table+"/say", fields("text", "I am still here")); a.status != http.StatusForbidden {
			t.Errorf("who is %s is answered %d", deed, a.status)
		}
	}
}
