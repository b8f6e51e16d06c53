package web

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/internal/pad"
)

const padID = "abcdefghjkmnpqrstuvwxyz2"

// send posts entries of a pad.
func (p *person) send(t *testing.T, id, body string) answer {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.place.url+"/pad/"+id+"/entries", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "text/plain")
	return p.do(req)
}

const (
	ann = `{"id":"entry0001","by":"phone 1","time":1,"wall":5,"word":"name 0 Ann"}`
	bob = `{"id":"entry0002","by":"phone 2","time":2,"wall":6,"word":"name 1 Bob"}`
)

func letterOf(entries ...string) string {
	return `{"pad":"score","entries":[` + strings.Join(entries, ",") + `]}`
}

func TestAPadsPageIsTheSameForEverybodyAndKnowsNoPad(t *testing.T) {
	p := open(t).person(t)
	first, other := p.get("/pad/"+padID), p.get("/pad/sheet")
	if first.status != http.StatusOK || strings.ReplaceAll(first.body, padID, "sheet") != other.body {
		t.Errorf("status %d; the page of a pad and that of another differ", first.status)
	}
}

func TestDevicesShareAPadThroughTheHouse(t *testing.T) {
	place := open(t)
	p, q := place.person(t), place.person(t)
	wantAnswer(t, "a pad that nobody shares", p.get("/pad/"+padID+"/entries"), http.StatusNotFound, "no such pad")
	for range 2 { // the second time it is known already
		if a := p.send(t, padID, letterOf(ann)); a.status != http.StatusNoContent {
			t.Fatalf("sharing: %d %s", a.status, a.body)
		}
	}
	next, stop := q.stream("/pad/" + padID + "/live")
	defer stop()
	want := func(ids ...string) {
		t.Helper()
		e, err := next()
		var l struct {
			Pad     string
			Entries []pad.Entry
		}
		if err == nil {
			err = json.Unmarshal([]byte(e.data), &l)
		}
		if err != nil || e.name != "entries" || l.Pad != "score" || len(l.Entries) != len(ids) {
			t.Fatalf("the stream says %+v, %v; want %v", e, err, ids)
		}
		for i, id := range ids {
			if l.Entries[i].ID != id {
				t.Errorf("entry %d is %s, want %s", i, l.Entries[i].ID, id)
			}
		}
	}
	want("entry0001")
	if a := q.send(t, padID, letterOf(bob, ann)); a.status != http.StatusNoContent {
		t.Fatalf("writing: %d %s", a.status, a.body)
	}
	want("entry0002")
	var all struct {
		Pad     string
		Seq     int64
		Entries []pad.Entry
	}
	if err := json.Unmarshal([]byte(p.get("/pad/"+padID+"/entries?after=2").body), &all); err != nil || all.Seq != 3 || len(all.Entries) != 1 {
		t.Errorf("after 2: %+v, %v", all, err)
	}
}

func TestWhatNoPadTakesIsRefusedInWords(t *testing.T) {
	p := open(t).person(t)
	if a := p.send(t, padID, letterOf(ann)); a.status != http.StatusNoContent {
		t.Fatal(a.status)
	}
	for name, c := range map[string]struct {
		id, body string
		status   int
		says     string
	}{
		"no JSON":                {padID, "hand 1 2 3", http.StatusUnprocessableEntity, "no part of a pad"},
		"another kind":           {padID, `{"pad":"tally","entries":[]}`, http.StatusUnprocessableEntity, "another kind"},
		"no kind that there is":  {padID, `{"pad":"chess","entries":[]}`, http.StatusUnprocessableEntity, "score or tally"},
		"a word without meaning": {padID, letterOf(strings.Replace(bob, "name 1 Bob", "draw", 1)), http.StatusUnprocessableEntity, "draw"},
		"a field too many":       {padID, letterOf(strings.Replace(bob, `"by"`, `"bye":1,"by"`, 1)), http.StatusUnprocessableEntity, "bye"},
		"an id that is none":     {"short", letterOf(bob), http.StatusNotFound, "no such pad"},
		"more than a request":    {padID, letterOf(strings.Repeat(bob+",", 300) + bob), http.StatusRequestEntityTooLarge, "larger"},
	} {
		t.Run(name, func(t *testing.T) { wantAnswer(t, name, p.send(t, c.id, c.body), c.status, c.says) })
	}
	wantAnswer(t, "a number that is none", p.get("/pad/"+padID+"/entries?after=x"), http.StatusUnprocessableEntity, "After which entry")
	if a := p.get("/pad/" + padID + "/qr.svg"); a.status != http.StatusOK || !strings.Contains(a.body, "<svg") {
		t.Errorf("the picture of its link: %d", a.status)
	}
}

func TestAnotherHostsPageCannotWriteOnAPad(t *testing.T) {
	p := open(t).person(t)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.place.url+"/pad/"+padID+"/entries", strings.NewReader(letterOf(ann)))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Origin", "https://elsewhere.example")
	if a := p.do(req); a.status != http.StatusForbidden {
		t.Errorf("status %d", a.status)
	}
}
