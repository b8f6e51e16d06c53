package record_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"testing"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/record"
)

// FuzzRecordReading reads records from any bytes. What is accepted is written and
// read back to the same, and its events keep to the rules or are refused by their
// number; what is not is refused in one line.
func FuzzRecordReading(f *testing.F) {
	vectors(f, "games.jsonl.gz", func(n int, line []byte) {
		if n%80 != 1 {
			return
		}
		var v struct{ Record json.RawMessage }
		if err := json.Unmarshal(line, &v); err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(v.Record))
	})
	for _, text := range []string{
		small, ended, follow, more(ended, "lose A"), texasWith("4", `{"target":15,"hands":2,"rules":"seas"}`), small + "\n" + ended,
		"", " ", "{}", "null", "[[", `{"format":"saloon-record/1","game":"texas","players":4.0}`, "\ufeff" + small, small[:50],
		`{"format":"saloon-record/1","game":"texas","players":5,"note":"<\u2028>","x":{"a":1e400},"events":["","deal ","\ud800"]}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in := record.NewReader(bytes.NewReader(data))
		n := 0
		for ; n <= len(data); n++ { // each record has a byte at least
			rec, err := in.Read()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				if bytes.ContainsAny([]byte(err.Error()), "\n\x00\x1b") || len(err.Error()) > 1000 {
					t.Fatalf("the error is not one short line: %q", err)
				}
				var broken *json.SyntaxError
				if errors.As(err, &broken) || errors.Is(err, game.ErrCutOff) {
					break
				}
				continue
			}
			soundRecord(t, rec)
		}
		if n > len(data) {
			t.Fatal("there are more records than bytes")
		}
		rec, err := record.Parse(data)
		if (rec == nil) == (err == nil) || err == nil && n != 1 {
			t.Fatalf("there are %d records, and Parse gives %v, %v", n, rec, err)
		}
	})
}

// soundRecord checks that a record is read back as it is written, and that walking
// through it ends well or with the number of an event.
func soundRecord(t *testing.T, rec *record.Record) {
	t.Helper()
	line := written(t, rec)
	back := parsed(t, line)
	same(t, rec, back)
	if again := written(t, back); again != line {
		t.Fatalf("it is written differently the second time:\nfirst  %s\nsecond %s", line, again)
	}
	n := -1
	err := rec.Walk(func(game.State) error { n++; return nil })
	m, matchErr := rec.Match()
	if err == nil {
		if n != len(rec.Events()) || matchErr != nil || len(m.Events()) != n {
			t.Fatalf("%d of %d events were walked, the match's error is %v", n, len(rec.Events()), matchErr)
		}
		return
	}
	var e *record.EventError
	var rule *game.Error
	if !errors.As(err, &e) || !errors.As(err, &rule) || e.Number != n+1 || rule.What != rec.Events()[n] {
		t.Fatalf("after %d events the error is %v", n, err)
	}
	if matchErr == nil || matchErr.Error() != err.Error() {
		t.Fatalf("the error is %v, the match's is %v", err, matchErr)
	}
}
