package record_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/game/texas"
	"github.com/saloon-games/saloon/record"
)

// small is a record of few bytes.
const small = `{"format":"saloon-record/1","game":"raincheck","players":2,"options":{"first":0},"events":["start 0","stack K","stack A"]}`

// texasWith is a record of texas before its first event, with so many players and
// these options.
func texasWith(players, options string) string {
	return `{"format":"saloon-record/1","game":"texas","players":` + players + `,"options":` + options + `,"events":[]}`
}

func TestARecordIsReadAsItsFieldsSay(t *testing.T) {
	rec := parsed(t, small)
	if rec.Rules() != (raincheck.Rules{}) || rec.Players() != 2 {
		t.Errorf("the game is %s for %d", rec.Rules().Name(), rec.Players())
	}
	if diff := cmp.Diff(game.Options{"first": 0}, rec.Options()); diff != "" {
		t.Errorf("options (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"start 0", "stack K", "stack A"}, rec.Events()); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	if got := written(t, rec); got != small {
		t.Errorf("it is written as %s", got)
	}
	byJSON, err := json.Marshal(rec)
	if err != nil || string(byJSON) != small {
		t.Errorf("encoding/json writes %s, %v", byJSON, err)
	}
}

func TestTheOrderOfFieldsAndBlanksBetweenThemDoNotMatter(t *testing.T) {
	rec := parsed(t, "\n\t {\"events\" : [ \"start 0\" ,\"stack K\",\r\n\"stack A\"],\n\"players\":2 ,\"game\": \"raincheck\",\"options\":{ \"first\" : 0 },\"format\":\"saloon-record/1\" } \n")
	if got := written(t, rec); got != small {
		t.Errorf("it is written as %s", got)
	}
}

func TestWordsMayBeWrittenWithEscapes(t *testing.T) {
	rec := parsed(t, `{"\u0066ormat":"saloon-record\/1","game":"raincheck","players":2,"options":{"f\u0069rst":0},"events":["start\u00200","stack K","stack A"]}`)
	if got := written(t, rec); got != small {
		t.Errorf("it is written as %s", got)
	}
}

func TestUnknownFieldsAreKeptInOrderAndToTheLetter(t *testing.T) {
	const extra = `"seed":12345678901234567890123,"Events":["x"],"":null,"share":1.50e+3,"note":"<b>&amp; \u00e9é\/ 🂡` + "\u2028" + `",` +
		`"proof":{"b":[1,{"a":[]}],"a":{},"a":-0.0},"Players":2,"<&>":true`
	line := strings.TrimSuffix(small, "}") + "," + extra + "}"
	rec := parsed(t, line)
	if got := written(t, rec); got != line {
		t.Errorf("got  %s\nwant %s", got, line)
	}
	// Wherever they stand they are written last.
	rec = parsed(t, "{"+extra+","+strings.TrimPrefix(small, "{"))
	if got := written(t, rec); got != line {
		t.Errorf("got  %s\nwant %s", got, line)
	}
	for name, want := range map[string]string{"seed": "12345678901234567890123", "share": "1.50e+3", "Events": `["x"]`, "": "null", "<&>": "true"} {
		if got, ok := rec.Field(name); string(got) != want || !ok {
			t.Errorf("the field %q is %s, %v", name, got, ok)
		}
	}
	for _, name := range []string{"nothing", "Seed", "events", "format"} {
		if got, ok := rec.Field(name); got != nil || ok {
			t.Errorf("the field %q is %s, %v", name, got, ok)
		}
	}
}

func TestARecordStaysOnOneLineWhateverItsUnknownFieldsHave(t *testing.T) {
	rec := parsed(t, strings.TrimSuffix(small, "}")+",\"note\": { \"a\" :\n[1,\r\n 2 ],\t\"b\":\"x\\ny\"}\n}")
	want := strings.TrimSuffix(small, "}") + `,"note":{"a":[1,2],"b":"x\ny"}}`
	if got := written(t, rec); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestFieldsAreSetAndKeepTheirPlace(t *testing.T) {
	rec, err := record.New(texas.Rules{}, 4, game.Options{"target": 20})
	if err != nil {
		t.Fatal(err)
	}
	set := func(name string, value any) {
		t.Helper()
		if err := rec.SetField(name, value); err != nil {
			t.Fatal(err)
		}
	}
	set("b", map[string]any{"x": []int{1, 2}})
	set("a", "<&>")
	set("c", json.RawMessage(` {"y" : 1.0} `))
	set("b", nil)
	want := `{"format":"saloon-record/1","game":"texas","players":4,"options":{"target":20},"events":[],"b":null,"a":"<&>","c":{"y":1.0}}`
	if got := written(t, rec); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, ok := rec.Field("a"); string(got) != `"<&>"` || !ok {
		t.Errorf("a is %s, %v", got, ok)
	}
	for _, name := range []string{"format", "game", "players", "options", "events"} {
		if err := rec.SetField(name, 1); err == nil || err.Error() != "record: "+name+" is not an extra field" {
			t.Errorf("setting %s: the error is %v", name, err)
		}
	}
	if err := rec.SetField("d", func() {}); err == nil || err.Error() != "record: d: json: unsupported type: func()" {
		t.Errorf("setting what does not marshal: the error is %v", err)
	}
	if got := written(t, rec); got != want {
		t.Errorf("a refusal has changed the record: %s", got)
	}
}

func TestDefaultsAreAcceptedAndNotWrittenBack(t *testing.T) {
	for _, c := range []struct{ players, read, written string }{
		{"3", `{"target":15}`, `{}`},
		{"4", `{"target":15}`, `{}`},
		{"5", `{"target":12}`, `{}`},
		{"6", `{"target":10}`, `{}`},
		{"5", `{"target":15}`, `{"target":15}`},
		{"6", `{"target":12}`, `{"target":12}`},
		{"4", `{"target":1}`, `{"target":1}`},
		{"4", `{"target":200}`, `{"target":200}`},
		{"4", `{"hands":1}`, `{"hands":1}`},
		{"4", `{"hands":50}`, `{"hands":50}`},
		{"4", `{"target":20,"hands":3}`, `{"hands":3,"target":20}`}, // T16: the target is ignored, and kept
		{"4", `{"target":15,"hands":3}`, `{"hands":3}`},
		{"4", `{"rules":"seas","hands":2,"target":9}`, `{"hands":2,"rules":"seas","target":9}`},
		{"4", `{}`, `{}`},
	} {
		want := texasWith(c.players, c.written)
		if got := written(t, parsed(t, texasWith(c.players, c.read))); got != want {
			t.Errorf("%s players, %s:\ngot  %s\nwant %s", c.players, c.read, got, want)
		}
	}
	for _, first := range []string{"0", "1"} { // S4: the default is chance
		line := strings.Replace(small, `{"first":0}`, `{"first":`+first+`}`, 1)
		if got := written(t, parsed(t, line)); got != line {
			t.Errorf("it is written as %s", got)
		}
	}
}

func TestARecordWithoutOptionsHasTheDefaults(t *testing.T) {
	rec := parsed(t, `{"format":"saloon-record/1","game":"texas","players":4,"events":[]}`)
	if got := written(t, rec); got != texasWith("4", "{}") {
		t.Errorf("it is written as %s", got)
	}
}

func TestOptionsThatAreNoneAreRefused(t *testing.T) {
	const (
		target = "T15: want a whole number from 1 to 200"
		hands  = "T16: want a whole number from 1 to 50"
		seas   = "T17: want one of seas"
		first  = "S4: want a whole number from 0 to 1"
	)
	for _, c := range []struct{ game, options, want string }{
		{"texas", `{"target":0}`, "target=0: " + target},
		{"texas", `{"target":201}`, "target=201: " + target},
		{"texas", `{"target":-1}`, "target=-1: " + target},
		{"texas", `{"target":"15"}`, `target="15": ` + target},
		{"texas", `{"target":15.0}`, "options: target: want a whole number or a string, not 15.0"},
		{"texas", `{"target":1e1}`, "options: target: want a whole number or a string, not 1e1"},
		{"texas", `{"target":null}`, "options: target: want a whole number or a string, not null"},
		{"texas", `{"target":true}`, "options: target: want a whole number or a string, not true"},
		{"texas", `{"target":[15]}`, "options: target: want a whole number or a string, not [15]"},
		{"texas", `{"target":20,"target":20}`, "options: the field target is given twice"},
		{"texas", `{"Target":20}`, "Target: there is no such option; this game has hands, rules, target"},
		{"texas", `{"first":0}`, "first: there is no such option; this game has hands, rules, target"},
		{"texas", `{"hands":0}`, "hands=0: " + hands},
		{"texas", `{"hands":51}`, "hands=51: " + hands},
		{"texas", `{"hands":51,"target":20}`, "hands=51: " + hands},
		{"texas", `{"hands":1,"target":0}`, "target=0: " + target}, // ignored, but not unread
		{"texas", `{"rules":"Seas"}`, `rules="Seas": ` + seas},
		{"texas", `{"rules":""}`, `rules="": ` + seas},
		{"texas", `{"rules":1}`, "rules=1: " + seas},
		{"raincheck", `{"first":2}`, "first=2: " + first},
		{"raincheck", `{"first":-1}`, "first=-1: " + first},
		{"raincheck", `{"first":"1"}`, `first="1": ` + first},
		{"raincheck", `{"target":20}`, "target: there is no such option; this game has first"},
		{"raincheck", `null`, `options: want an object such as {"target":20}, not null`},
		{"raincheck", `[]`, `options: want an object such as {"target":20}, not []`},
		{"raincheck", `"first"`, `options: want an object such as {"target":20}, not "first"`},
	} {
		players := map[string]string{"texas": "4", "raincheck": "2"}[c.game]
		text := fmt.Sprintf(`{"format":"saloon-record/1","game":%q,"players":%s,"options":%s,"events":[]}`, c.game, players, c.options)
		_, err := record.Parse([]byte(text))
		if want := "record: " + c.want; err == nil || err.Error() != want {
			t.Errorf("%s %s:\nthe error is %v\nwant         %s", c.game, c.options, err, want)
		}
		var e *game.Error
		if strings.Contains(c.want, ": want a whole number from") && !errors.As(err, &e) {
			t.Errorf("%s %s: the error is not the rules'", c.game, c.options)
		}
	}
}

func TestARecordIsMadeForATableThatTheRulesKnow(t *testing.T) {
	rec, err := record.New(texas.Rules{}, 4, game.Options{"target": 15, "hands": 2})
	if err != nil {
		t.Fatal(err)
	}
	rec.Append("deal ?")
	want := `{"format":"saloon-record/1","game":"texas","players":4,"options":{"hands":2},"events":["deal ?"]}`
	if got := written(t, rec); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	var e *game.Error
	if _, err := record.New(texas.Rules{}, 7, nil); !errors.As(err, &e) || e.Rule != "T3" {
		t.Errorf("seven players: the error is %v", err)
	}
	if _, err := record.New(raincheck.Rules{}, 2, game.Options{"first": 2}); !errors.As(err, &e) || e.Rule != "S4" {
		t.Errorf("first=2: the error is %v", err)
	}
}

func TestWhatTheWriterSaysIsReturned(t *testing.T) {
	broken := errors.New("the disk is full")
	w := failingWriter{broken}
	if err := record.Write(w, parsed(t, small)); !errors.Is(err, broken) {
		t.Errorf("the error is %v", err)
	}
	if err := record.Write(iotest.TruncateWriter(&strings.Builder{}, 10), parsed(t, small)); err != nil {
		t.Errorf("the error is %v", err)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }
