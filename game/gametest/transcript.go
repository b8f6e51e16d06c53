package gametest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/record"
)

// Transcript writes all that a record's game says on its way: at every ply the
// event, the state as JSON, the legal moves with their numbers or what chance is
// asked to draw, what everybody is told, and the fields of everybody's view that
// have changed. (A view's events are left out: they are what was told.) It is made
// to be kept in a file and compared. The error is the record's, or w's.
func Transcript(w io.Writer, rec *record.Record) error {
	options, err := json.Marshal(rec.Options())
	if err != nil {
		return err
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s, %d players, options %s\n", rec.Rules().Name(), rec.Players(), options)
	m, err := game.NewMatch(rec.Rules(), rec.Players(), rec.Options())
	if err != nil {
		return err
	}
	shown := make([]map[string]string, rec.Players()+1)
	for i := 0; ; i++ {
		s := m.State()
		fmt.Fprintf(&out, "\n# %s\nstate %s\n", strings.TrimSpace(fmt.Sprint(i, " ", s.Last())), s.AppendJSON(nil))
		writeNext(&out, s)
		if i > 0 {
			writeTold(&out, s, rec.Players())
		}
		for seat := game.Spectator; seat < rec.Players(); seat++ {
			if err := writeView(&out, m.View(seat), &shown[seat+1]); err != nil {
				return err
			}
		}
		if i == len(rec.Events()) {
			break
		}
		if err := m.Apply(rec.Events()[i]); err != nil {
			return &record.EventError{Number: i + 1, Err: err}
		}
	}
	_, err = w.Write(out.Bytes())
	return err
}

// writeNext writes what may come next: moves and their numbers, or draws.
func writeNext(out *bytes.Buffer, s game.State) {
	fmt.Fprintf(out, "next  %s", s.Turn())
	for _, m := range s.Legal(nil) {
		fmt.Fprintf(out, "; %d=%s", m, s.Word(m))
	}
	if d := s.Draw(); d.Take > 0 {
		up, down := make([]uint8, d.Take), make([]uint8, d.Take)
		for i := range up {
			up[i], down[i] = uint8(i), uint8(d.Of-1-i)
		}
		fmt.Fprintf(out, "; draws %d of %d; the first: %s; the last: %s", d.Take, d.Of, s.Outcome(up), s.Outcome(down))
	}
	if w := s.Winners(); w != nil {
		fmt.Fprintf(out, "; winners %v", w)
	}
	fmt.Fprintln(out)
}

// writeTold writes what everybody is told, those together who are told the same.
func writeTold(out *bytes.Buffer, s game.State, players int) {
	var order []string
	to := map[string][]string{}
	for seat := game.Spectator; seat < players; seat++ {
		told := s.Told(seat)
		if to[told] == nil {
			order = append(order, told)
		}
		to[told] = append(to[told], place(seat))
	}
	for _, told := range order {
		fmt.Fprintf(out, "told  %s: %s\n", strings.Join(to[told], " "), told)
	}
}

// place is a short name of who looks.
func place(seat int) string {
	if seat == game.Spectator {
		return "-"
	}
	return fmt.Sprint(seat)
}

// writeView writes the fields of a view that are not as they were shown last, and
// notes them.
func writeView(out *bytes.Buffer, v game.View, shown *map[string]string) error {
	data, err := v.MarshalJSON()
	if err != nil {
		return err
	}
	list, err := game.Fields(data, "{...}")
	if err != nil {
		return fmt.Errorf("the view that %s shown: %w", who(v.Seat()), err)
	}
	fmt.Fprintf(out, "view  %s:", place(v.Seat()))
	fields := map[string]string{}
	for _, f := range list {
		fields[f.Name] = string(f.Value)
		if was, ok := (*shown)[f.Name]; f.Name != "events" && (!ok || was != fields[f.Name]) {
			fmt.Fprintf(out, " %s=%s", f.Name, fields[f.Name])
		}
	}
	for name := range *shown {
		if _, still := fields[name]; !still {
			return fmt.Errorf("the view that %s shown has lost its field %s", who(v.Seat()), name)
		}
	}
	fmt.Fprintln(out)
	*shown = fields
	return nil
}

// Transcripts compares the Transcript of every record testdata/NAME.saloon.json,
// of which there must be one at least, with testdata/NAME.transcript.txt, or
// writes those files anew. A difference is a change of what the game says: where
// it is meant, update and read the difference in the diff.
func Transcripts(t *testing.T, update bool) {
	t.Helper()
	records, err := filepath.Glob(filepath.Join("testdata", "*.saloon.json"))
	if err != nil || len(records) == 0 {
		t.Fatalf("no records testdata/*.saloon.json: %v", err)
	}
	for _, path := range records {
		name := strings.TrimSuffix(filepath.Base(path), ".saloon.json")
		t.Run(name, func(t *testing.T) {
			file := strings.TrimSuffix(path, ".saloon.json") + ".transcript.txt"
			if err := compare(path, file, update); err != nil {
				t.Error(err)
			}
		})
	}
}

// compare compares a record's transcript with a file, or writes the file.
func compare(path, file string, update bool) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	rec, err := record.Parse(data)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	var got bytes.Buffer
	if err := Transcript(&got, rec); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if update {
		return os.WriteFile(file, got.Bytes(), 0o644)
	}
	want, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("%w; run the test with -update to write it", err)
	}
	return difference(file, got.String(), string(want))
}

// difference tells the first line in which two transcripts differ, and the ply
// that it is in; nil if they do not.
func difference(file, got, want string) error {
	if got == want {
		return nil
	}
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(want, "\n")
	ply := ""
	i := 0
	for i < len(gotLines)-1 && i < len(wantLines)-1 && gotLines[i] == wantLines[i] {
		if strings.HasPrefix(gotLines[i], "# ") {
			ply = gotLines[i]
		}
		i++
	}
	return fmt.Errorf("%s, line %d, after %q: the game says otherwise; if that is meant, run the test with -update\n\tgot  %s\n\twant %s",
		file, i+1, ply, gotLines[i], wantLines[i])
}
