package term

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
)

func TestColorsFollowTheFlagTheTerminalAndTheEnvironment(t *testing.T) {
	xterm := []string{"TERM=xterm-256color"}
	for name, c := range map[string]struct {
		tty     bool
		color   Color
		environ []string
		want    colorprofile.Profile
	}{
		"a terminal has its own":                {true, Auto, append(xterm, "COLORTERM=truecolor"), colorprofile.TrueColor},
		"a terminal with NO_COLOR has none":     {true, Auto, append(xterm, "NO_COLOR=1"), colorprofile.ASCII},
		"a dumb terminal with NO_COLOR":         {true, Auto, []string{"TERM=dumb", "NO_COLOR=1"}, colorprofile.NoTTY},
		"an empty NO_COLOR says nothing":        {true, Auto, append(xterm, "NO_COLOR="), colorprofile.ANSI256},
		"always, on a terminal with NO_COLOR":   {true, Always, append(xterm, "NO_COLOR=1"), colorprofile.ANSI256},
		"a pipe has no colors":                  {false, Auto, xterm, colorprofile.NoTTY},
		"a pipe with NO_COLOR has none":         {false, Auto, append(xterm, "NO_COLOR=1"), colorprofile.NoTTY},
		"NO_COLOR may have any value":           {true, Auto, append(xterm, "NO_COLOR=please"), colorprofile.ASCII},
		"NO_COLOR beats CLICOLOR_FORCE":         {false, Auto, append(xterm, "NO_COLOR=1", "CLICOLOR_FORCE=1"), colorprofile.NoTTY},
		"never":                                 {true, Never, append(xterm, "COLORTERM=truecolor"), colorprofile.NoTTY},
		"always, as the terminal knows them":    {false, Always, xterm, colorprofile.ANSI256},
		"always, in spite of NO_COLOR":          {false, Always, append(xterm, "NO_COLOR=1"), colorprofile.ANSI256},
		"always, with true color":               {false, Always, append(xterm, "COLORTERM=truecolor"), colorprofile.TrueColor},
		"always, where nothing is known":        {false, Always, nil, colorprofile.TrueColor},
		"CLICOLOR_FORCE asks for colors, too":   {false, Auto, append(xterm, "CLICOLOR_FORCE=1"), colorprofile.ANSI256},
		"of two settings the later one is true": {false, Auto, append(xterm, "NO_COLOR=1", "NO_COLOR=", "CLICOLOR_FORCE=1"), colorprofile.ANSI256},
	} {
		t.Run(name, func(t *testing.T) {
			detected := colorprofile.Detect(&bytes.Buffer{}, c.environ)
			if c.tty {
				detected = colorprofile.Env(without(c.environ, "NO_COLOR")) // as if NO_COLOR were only ours to know
			}
			if got := profileOf(detected, c.tty, c.color, slices.Clone(c.environ)); got != c.want {
				t.Errorf("profile %s; want %s", got, c.want)
			}
		})
	}
}

func TestAScreenThatIsNoTerminalIsAsWideAsCOLUMNSOr80(t *testing.T) {
	for columns, want := range map[string]int{
		"": 80, "60": 60, "36": 36, "31": leastWidth, "9999": mostWidth, "wide": 80, "-3": 80,
	} {
		if got := NewScreen(&bytes.Buffer{}, Auto, []string{"COLUMNS=" + columns}).Width(); got != want {
			t.Errorf("COLUMNS=%s: width %d; want %d", columns, got, want)
		}
	}
}

// brokenPipe takes a few bytes and then no more.
type brokenPipe struct{ left int }

var errBroken = errors.New("nobody reads this")

func (b *brokenPipe) Write(p []byte) (int, error) {
	if b.left -= len(p); b.left < 0 {
		return 0, errBroken
	}
	return len(p), nil
}

func TestAScreenKeepsTheFirstErrorInWriting(t *testing.T) {
	out := newScreen(&brokenPipe{left: 5000}, 80, colorprofile.NoTTY)
	for range 10000 {
		out.Text("round and round")
	}
	if err := out.Flush(); !errors.Is(err, errBroken) {
		t.Errorf("Flush = %v; want the writer's error", err)
	}
}

func TestATerminalWithoutColorsIsToldSo(t *testing.T) {
	var b bytes.Buffer
	out := newScreen(&b, 40, colorprofile.ASCII)
	out.tty = true
	headline(out, "A game")
	if out.Flush() != nil || !strings.Contains(b.String(), "No colors here") {
		t.Errorf("got %q; want a word about colors", b.String())
	}
}
