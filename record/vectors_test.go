package record_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/record"
)

// vectors calls f with each line of a compressed file of testdata. They come from a
// separate implementation of the rules:
//   - games.jsonl.gz: "record" and "states", complete games and the JSON of all
//     their states;
//   - perft.jsonl.gz: "record" and "perft", positions and the numbers of lines of 1,
//     2, 3, ... decisions from there.
func vectors(t testing.TB, name string, f func(n int, line []byte)) {
	t.Helper()
	file, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() }) // it was only read
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(unzipped)
	lines.Buffer(nil, 4<<20)
	n := 0
	for lines.Scan() {
		n++
		f(n, lines.Bytes())
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

func TestEveryStateOfEveryVectorIsByteForByteWhatNotationPrescribes(t *testing.T) {
	games, states := 0, 0
	vectors(t, "games.jsonl.gz", func(n int, line []byte) {
		rest := line
		cut := func(text string) (before []byte) {
			before, after, found := bytes.Cut(rest, []byte(text))
			if !found {
				t.Fatalf("game %d: no %s in the rest of the line, %.400s", n, text, rest)
			}
			rest = after
			return before
		}
		cut(`{"record":`)
		rec := readsBack(t, cut(`,"states":[`))
		ply := 0
		var got []byte
		err := rec.Walk(func(s game.State) error {
			got = s.AppendJSON(got[:0])
			end := ","
			if ply == len(rec.Events()) {
				end = "]}"
			}
			// Where something differs the rest of the line is longer, and no state.
			want, found := bytes.CutPrefix(rest, got)
			if !found || !bytes.HasPrefix(want, []byte(end)) {
				return fmt.Errorf("after event %d, %q:\ngot  %s%s\nwant %.600s", ply, s.Last(), got, end, rest)
			}
			rest = want[len(end):]
			ply++
			return nil
		})
		if err != nil {
			t.Errorf("game %d: %v", n, err)
		}
		if err == nil && len(rest) > 0 {
			t.Errorf("game %d has more states: %.600s", n, rest)
		}
		games++
		states += ply
	})
	if games != 400 || states != 58941 {
		t.Errorf("%d games with %d states, want 400 with 58941", games, states)
	}
}

// readsBack parses the record, and checks that what it writes parses to the same.
func readsBack(t testing.TB, data []byte) *record.Record {
	t.Helper()
	rec, err := record.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	var line, again bytes.Buffer
	if err := record.Write(&line, rec); err != nil {
		t.Fatal(err)
	}
	back, err := record.Parse(line.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if err := record.Write(&again, back); err != nil {
		t.Fatal(err)
	}
	if len(rec.Options()) < 2 && string(data) != strings.TrimSuffix(line.String(), "\n") { // options have no order
		t.Errorf("a record is written differently:\nread    %.200s\nwritten %.200s", data, line.Bytes())
	}
	if !bytes.Equal(line.Bytes(), again.Bytes()) {
		t.Errorf("a record is written differently the second time:\nfirst  %.200s\nsecond %.200s", line.Bytes(), again.Bytes())
	}
	same(t, rec, back)
	return rec
}

func TestEveryPerftVectorIsCountedExactly(t *testing.T) {
	positions := 0
	vectors(t, "perft.jsonl.gz", func(n int, line []byte) {
		var v struct {
			Record json.RawMessage
			Perft  []uint64
		}
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		s, err := readsBack(t, v.Record).State()
		if err != nil {
			t.Fatalf("position %d: %v", n, err)
		}
		before := s.AppendJSON(nil)
		for i, want := range v.Perft {
			if got := game.Perft(s, i+1); got != want {
				t.Errorf("position %d, depth %d: %d lines, want %d", n, i+1, got, want)
			}
		}
		if got := game.Perft(s, 0); got != 1 {
			t.Errorf("position %d, depth 0: %d lines, want 1", n, got)
		}
		if !bytes.Equal(s.AppendJSON(nil), before) {
			t.Errorf("position %d: counting has changed the state", n)
		}
		positions++
	})
	if positions != 90 {
		t.Errorf("%d positions, want 90", positions)
	}
}

func TestVectorsAreMatchesWithAViewForEverySeat(t *testing.T) {
	vectors(t, "games.jsonl.gz", func(n int, line []byte) {
		if n%20 != 1 {
			return
		}
		var v struct{ Record json.RawMessage }
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		rec := readsBack(t, v.Record)
		m, err := rec.Match()
		if err != nil {
			t.Fatalf("game %d: %v", n, err)
		}
		same(t, rec, record.Of(m))
		for seat := game.Spectator; seat < m.Players(); seat++ {
			view := m.View(seat)
			if view.Ply() != len(rec.Events()) || view.Turn() != m.State().Turn() || len(view.Events()) != view.Ply() {
				t.Errorf("game %d, seat %d: the view is at event %d of %d, %s", n, seat, view.Ply(), len(rec.Events()), view.Turn())
			}
		}
	})
}
