package record_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/record"
)

func TestWhatIsNoRecordIsRefusedAndSaysWhy(t *testing.T) {
	// with is small with one part replaced.
	with := func(old, part string) string {
		if !strings.Contains(small, old) {
			t.Fatalf("small has no %s", old)
		}
		return strings.Replace(small, old, part, 1)
	}
	const (
		format  = `"format":"saloon-record/1",`
		name    = `"game":"raincheck",`
		players = `"players":2,`
		events  = `"events":["start 0","stack K","stack A"]`
	)
	for _, c := range []struct{ text, want string }{
		{with(format, ``), `record: format is missing; want "saloon-record/1"`},
		{with(format, `"Format":"saloon-record/1",`), `record: format is missing; want "saloon-record/1"`},
		{with(format, format+format), "record: the field format is given twice"},
		{with(format, `"format":"saloon-record/2",`), `record: format: want "saloon-record/1", not "saloon-record/2"`},
		{with(format, `"format":"Saloon-record/1",`), `record: format: want "saloon-record/1", not "Saloon-record/1"`},
		{with(format, `"format":1,`), `record: format: want "saloon-record/1", not 1`},
		{with(format, `"format":null,`), `record: format: want "saloon-record/1", not null`},

		{with(name, ``), "record: game is missing; want a game's name"},
		{with(name, `"GAME":"raincheck",`), "record: game is missing; want a game's name"},
		{with(name, name+`"game":"texas",`), "record: the field game is given twice"},
		{with(name, `"game":"poker",`), "record: game: there is no game poker; there are texas, raincheck"},
		{with(name, `"game":"Raincheck",`), "record: game: there is no game Raincheck; there are texas, raincheck"},
		{with(name, `"game":"",`), `record: game: there is no game ""; there are texas, raincheck`},
		{with(name, `"game":["raincheck"],`), `record: game: want a game's name, not ["raincheck"]`},
		{with(name, `"game":null,`), "record: game: want a game's name, not null"},

		{with(players, ``), "record: players is missing; want a whole number"},
		{with(players, `"players":2,"players":2,`), "record: the field players is given twice"},
		{with(players, `"players":"2",`), `record: players: want a whole number, not "2"`},
		{with(players, `"players":2.0,`), "record: players: want a whole number, not 2.0"},
		{with(players, `"players":2e0,`), "record: players: want a whole number, not 2e0"},
		{with(players, `"players":-0,`), "record: players: want a whole number, not -0"},
		{with(players, `"players":null,`), "record: players: want a whole number, not null"},
		{with(players, `"players":99999999999999999999,`), "record: players: want a whole number, not 99999999999999999999"},
		{with(players, `"players":3,`), "record: players=3: S1: Showdown (Raincheck) is for 2 players"},
		{texasWith("2", "{}"), "record: players=2: T3: Texas Showdown is for 3, 4, 5 or 6 players"},
		{texasWith("7", "{}"), "record: players=7: T3: Texas Showdown is for 3, 4, 5 or 6 players"},
		{texasWith("4.0", "{}"), "record: players: want a whole number, not 4.0"},
		{texasWith(`"4"`, "{}"), `record: players: want a whole number, not "4"`},

		{with(`"options":{"first":0}`, `"options":{},"options":{}`), "record: the field options is given twice"},
		{with(`"options":{"first":0}`, `"options":null`), `record: options: want an object such as {"target":20}, not null`},

		{with(","+events, ``), "record: events is missing; want a list of strings"},
		{with(","+events, `,"EVENTS":[]`), "record: events is missing; want a list of strings"},
		{with(events, events+","+events), "record: the field events is given twice"},
		{with(events, `"events":null`), "record: events: want a list of strings, not null"},
		{with(events, `"events":"start 0"`), `record: events: want a list of strings, not "start 0"`},
		{with(events, `"events":{"1":"start 0"}`), `record: events: want a list of strings, not {"1":"start 0"}`},
		{with(events, `"events":[null]`), "record: event 1: want a string, not null"},
		{with(events, `"events":["start 0",7]`), "record: event 2: want a string, not 7"},
		{with(events, `"events":["start 0","stack K",["stack A"]]`), `record: event 3: want a string, not ["stack A"]`},

		{`[` + small + `]`, `record: want an object such as {"format":"saloon-record/1", ...}, not [{"format":"saloon-record/1","game":"raincheck","players":2,... (124 bytes)`},
		{`7`, `record: want an object such as {"format":"saloon-record/1", ...}, not 7`},
		{`null`, `record: want an object such as {"format":"saloon-record/1", ...}, not null`},
		{`"text"`, `record: want an object such as {"format":"saloon-record/1", ...}, not "text"`},
		{`{}`, `record: format is missing; want "saloon-record/1"`},

		{``, `record: the input is empty; want {"format":"saloon-record/1", ...}`},
		{" \r\n\t ", `record: the input is empty; want {"format":"saloon-record/1", ...}`},
		{small + small, "record: more than one record; want one"},
		{small + "\n" + small + "\n", "record: more than one record; want one"},
		{small + " x", "after the first record: record: invalid character 'x' looking for beginning of value"},
		{small + "}", "after the first record: record: invalid character '}' looking for beginning of value"},
		{small + "\x00", `after the first record: record: invalid character '\x00' looking for beginning of value`},
		{small + " {", "after the first record: record: the JSON ends in the middle"},
		{small + " {}", `after the first record: record: format is missing; want "saloon-record/1"`},
		{"\ufeff" + small, "record: invalid character 'ï' looking for beginning of value"},
		{with(events, `"events":["start 0",]`), "record: invalid character ']' looking for beginning of value"},
		{with(events, events+","), "record: invalid character '}' looking for beginning of object key string"},
		{with(`"players":2`, `"players":02`), "record: invalid character '2' after object key:value pair"},
		{with(`"players":2`, `players:2`), "record: invalid character 'p' looking for beginning of object key string"},
		{strings.ReplaceAll(small, `"`, `'`), `record: invalid character '\'' looking for beginning of object key string`},
		{with("start 0", "start\n0"), `record: invalid character '\n' in string literal`},
	} {
		rec, err := record.Parse([]byte(c.text))
		if rec != nil || err == nil || err.Error() != c.want {
			t.Errorf("%q:\nthe error is %v\nwant         %s", c.text, err, c.want)
		}
		if len(err.Error()) > 250 || strings.ContainsAny(err.Error(), "\n\x00") {
			t.Errorf("the error is not one short line: %q", err)
		}
	}
}

func TestARefusedRecordLeavesTheOldOneAsItWas(t *testing.T) {
	rec := parsed(t, small)
	for _, bad := range []string{"", "{", "null", "{}", `{"format":"saloon-record/1","game":"texas","players":9}`, small[:len(small)-1], small[:40], `{7:1}`, `{"a":1 "b":2}`, `{"a"}`} {
		if err := rec.UnmarshalJSON([]byte(bad)); err == nil {
			t.Errorf("%q is not refused", bad)
		}
		if err := json.Unmarshal([]byte(bad), rec); err == nil && bad != "null" {
			t.Errorf("%q is not refused by encoding/json", bad)
		}
	}
	if got := written(t, rec); got != small {
		t.Errorf("the record is now %s", got)
	}
	if err := json.Unmarshal([]byte(texasWith("3", "{}")), rec); err != nil || written(t, rec) != texasWith("3", "{}") {
		t.Errorf("the record is now %s, %v", written(t, rec), err)
	}
}

func TestARecordCutShortAnywhereIsRefused(t *testing.T) {
	texts := []string{
		small,
		`{"format":"saloon-record/1","game":"texas","players":4,"options":{"rules":"se\u0061s","target":20},"note":[{"a":-1.5e3,"b":null}],"events":["d\u00e9al"]}`,
	}
	for _, text := range texts {
		for n := range len(text) {
			if rec, err := record.Parse([]byte(text[:n])); err == nil || rec != nil {
				t.Errorf("%q is accepted", text[:n])
			}
			if n > 0 {
				_, err := record.Read(iotest.DataErrReader(strings.NewReader(text[:n])))
				if !errors.Is(err, game.ErrCutOff) {
					t.Errorf("%q: the error is %v", text[:n], err)
				}
			}
		}
		if _, err := record.Parse([]byte(text)); err != nil {
			t.Error(err)
		}
	}
}

func TestARecordWithAnyByteReplacedNeverPanics(t *testing.T) {
	for i := range len(small) {
		for _, b := range []byte{0, ' ', '"', '\\', '{', '}', '[', ']', ',', ':', '0', 'x', 0x80, 0xff} {
			text := []byte(small)
			text[i] = b
			rec, err := record.Parse(text)
			if (rec == nil) == (err == nil) {
				t.Errorf("%q gives %v and %v", text, rec, err)
			}
			if err == nil {
				_ = rec.Check()
				again, err := record.Parse([]byte(written(t, rec)))
				if err != nil {
					t.Fatalf("%q: %v", text, err)
				}
				same(t, rec, again)
			}
		}
	}
}

func TestBytesThatAreNoTextAreReadAsTheReplacementCharacterAndBreakARule(t *testing.T) {
	rec := parsed(t, strings.Replace(small, "stack A", "stack \xff", 1))
	if got := rec.Events()[2]; got != "stack \ufffd" {
		t.Errorf("the event is %q", got)
	}
	err := rec.Check()
	if want := `event 3: "stack ` + "�" + `": S5: seat 1 must stack a card on its first turn of a round; legal: stack A, stack 3, stack K, stack Q`; err == nil || err.Error() != want {
		t.Errorf("the error is %v\nwant         %s", err, want)
	}
	if !bytes.Contains([]byte(written(t, rec)), []byte("stack �")) {
		t.Errorf("it is written as %s", written(t, rec))
	}
}
