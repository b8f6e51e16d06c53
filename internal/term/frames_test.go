package term

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/record"
)

var update = flag.Bool("update", false, "write the golden files anew")

// tell returns what is told of a record's first events; all if events is negative.
func tell(t *testing.T, name string, events, width int, profile colorprofile.Profile) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name+".saloon.json"))
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	out := newScreen(&b, width, profile)
	teller := NewTeller(out, rec.Rules(), rec.Options())
	m, err := game.NewMatch(rec.Rules(), rec.Players(), rec.Options())
	if err != nil {
		t.Fatal(err)
	}
	teller.Tell(m.State())
	for i, e := range rec.Events() {
		if i == events {
			break
		}
		if err := m.Apply(e); err != nil {
			t.Fatal(err)
		}
		teller.Tell(m.State())
	}
	teller.End()
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// golden compares a text with a file under testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; write it anew with -update, and look at the difference", path)
	}
}

// fits fails if a line is wider than the screen.
func fits(t *testing.T, text string, width int) {
	t.Helper()
	for line := range strings.SplitSeq(text, "\n") {
		if n := ansi.StringWidth(line); n > width {
			t.Errorf("a line of %d columns on a screen of %d: %q", n, width, line)
		}
	}
}

var games = []string{"texas-3", "texas-4-seas", "texas-5-hands", "texas-6-seas", "raincheck-cards", "raincheck-energy"}

func TestAGameIsToldInFramesThatFitTheScreen(t *testing.T) {
	for _, name := range games {
		for _, width := range []int{40, 80} {
			for _, profile := range []colorprofile.Profile{colorprofile.NoTTY, colorprofile.TrueColor} {
				look := map[colorprofile.Profile]string{colorprofile.NoTTY: "plain", colorprofile.TrueColor: "color"}[profile]
				t.Run(fmt.Sprintf("%s-%d-%s", name, width, look), func(t *testing.T) {
					text := tell(t, name, -1, width, profile)
					fits(t, text, width)
					golden(t, fmt.Sprintf("%s-%d-%s", name, width, look), text)
				})
			}
		}
	}
}

func TestEveryWidthFits(t *testing.T) {
	for _, name := range []string{"texas-4-seas", "raincheck-energy"} {
		for width := leastWidth; width <= mostWidth; width++ {
			fits(t, tell(t, name, -1, width, colorprofile.ANSI), width)
			fits(t, tell(t, name, -1, width, colorprofile.NoTTY), width)
		}
	}
}

func TestColorChangesNoWord(t *testing.T) {
	// Brackets and dots stand for edges that a color shows, and blanks for nothing.
	bare := func(text string) string {
		text = strings.NewReplacer("[", " ", "]", " ", " ·", " ").Replace(ansi.Strip(text))
		return strings.Join(strings.Fields(text), " ")
	}
	for _, name := range games {
		plain := bare(tell(t, name, -1, 80, colorprofile.NoTTY))
		for _, p := range []colorprofile.Profile{colorprofile.ASCII, colorprofile.ANSI, colorprofile.ANSI256, colorprofile.TrueColor} {
			if bare(tell(t, name, -1, 80, p)) != plain {
				t.Errorf("%s with profile %s says other words than without colors", name, p)
			}
		}
	}
}

func TestARecordThatStopsSaysWhoseTurnItIsAndWhatTheyMayDo(t *testing.T) {
	for _, width := range []int{36, 40, 80} {
		var b strings.Builder
		for _, stop := range []struct {
			name   string
			events int
		}{
			{"texas-3", 0},         // the deal comes next
			{"texas-3", 1},         // the starting card
			{"texas-3", 3},         // must follow
			{"texas-3", 4},         // between two tricks
			{"texas-3", 7},         // T11's choice
			{"texas-4-seas", 4},    // as it stands
			{"texas-6-seas", 4},    // as it stands, in a narrow row
			{"raincheck-cards", 0}, // start comes next
			{"raincheck-cards", 1},
			{"raincheck-cards", 3},
			{"raincheck-cards", 4},
			{"raincheck-cards", 6},
			{"raincheck-cards", 7},
			{"raincheck-cards", 14},
		} {
			fmt.Fprintf(&b, "#### %s after %d events\n", stop.name, stop.events)
			b.WriteString(tell(t, stop.name, stop.events, width, colorprofile.NoTTY))
		}
		fits(t, b.String(), width)
		golden(t, fmt.Sprintf("stops-%d-plain", width), b.String())
	}
}
