// Package term shows games in a terminal: as text in color where there is color,
// and readable without it, at 32 columns and more.
//
// It takes what happened from the games' own states and never works a rule out
// again. It must know nothing of SQL, HTTP or the other faces of the house.
package term

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"golang.org/x/term"
)

// Color says when text is colored.
type Color string

// The choices of Color.
const (
	Auto   Color = "auto"   // on a terminal that has colors, unless NO_COLOR is set
	Always Color = "always" // also into a file or a pipe
	Never  Color = "never"
)

// The least and the greatest number of columns that text is laid out for. Below
// the least the terminal itself wraps; above the greatest lines are hard to read.
const (
	leastWidth   = 32
	mostWidth    = 110
	defaultWidth = 80
)

// roomy is the width from which labels stand beside what they name.
const roomy = 60

// Screen is where text for people goes. What is written is held back until Flush.
// The first error in writing is kept and ends all writing. Not safe for concurrent
// use.
type Screen struct {
	profile colorprofile.Profile
	width   int
	tty     bool
	buf     *bufio.Writer
	out     *colorprofile.Writer
	err     error
}

// NewScreen returns a screen that writes to w. Whether w is a terminal, how wide
// and with which colors, is found out from w and the environment, a list of
// "NAME=value". Without a terminal the width is COLUMNS, or else 80.
func NewScreen(w io.Writer, color Color, environ []string) *Screen {
	width := defaultWidth
	if n, err := strconv.Atoi(lookup(environ, "COLUMNS")); err == nil && n > 0 {
		width = n
	}
	f, isFile := w.(*os.File)
	tty := isFile && term.IsTerminal(int(f.Fd()))
	if tty {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			width = n
		}
	}
	s := newScreen(w, width, profileOf(colorprofile.Detect(w, environ), tty, color, environ))
	s.tty = tty && color != Never
	return s
}

// newScreen returns a screen of known width and colors.
func newScreen(w io.Writer, width int, profile colorprofile.Profile) *Screen {
	buf := bufio.NewWriter(w)
	return &Screen{
		profile: profile,
		width:   min(max(width, leastWidth), mostWidth),
		buf:     buf,
		out:     &colorprofile.Writer{Forward: buf, Profile: profile},
	}
}

// profileOf decides which colors to write: detected is what the terminal knows, or
// what the environment insists on.
func profileOf(detected colorprofile.Profile, tty bool, color Color, environ []string) colorprofile.Profile {
	noColor := lookup(environ, "NO_COLOR") != "" // any value but none, says no-color.org
	switch {
	case color == Never, color == Auto && noColor && !tty:
		return colorprofile.NoTTY
	case color == Auto && noColor:
		return min(detected, colorprofile.ASCII)
	case color == Auto:
		return detected
	}
	// Whoever asks for color gets some, also where nothing is known of the reader.
	p := colorprofile.Env(without(environ, "NO_COLOR"))
	if p < colorprofile.ANSI {
		p = colorprofile.TrueColor
	}
	return p
}

func lookup(environ []string, name string) (value string) {
	for _, e := range environ {
		if v, ok := strings.CutPrefix(e, name+"="); ok {
			value = v
		}
	}
	return value
}

func without(environ []string, name string) []string {
	var list []string
	for _, e := range environ {
		if !strings.HasPrefix(e, name+"=") {
			list = append(list, e)
		}
	}
	return list
}

// Width is the number of columns that text is laid out for.
func (s *Screen) Width() int { return s.width }

// colored reports whether colors are seen.
func (s *Screen) colored() bool { return s.profile >= colorprofile.ANSI }

// Line writes a line as it is, without the blanks at its end.
func (s *Screen) Line(text string) {
	if s.profile <= colorprofile.NoTTY {
		text = ansi.Strip(text) // now, so that the blanks of a chip's edge go, too
	}
	if s.err == nil {
		_, s.err = fmt.Fprintln(s.out, strings.TrimRight(text, " "))
	}
}

// Text writes plain words, wrapped.
func (s *Screen) Text(text string) { s.flow(0, strings.Fields(text)) }

// flow writes words, which may be styled and are never broken, wrapped to the
// width, all lines indented.
func (s *Screen) flow(indent int, words []string) {
	for _, line := range Wrap(words, s.width-indent) {
		s.Line(strings.Repeat(" ", indent) + line)
	}
}

// labeled writes a label and words: beside it where there is room, else under it.
func (s *Screen) labeled(label string, words []string) {
	if s.width >= roomy {
		s.hanging(label, len(label)+2, words)
		return
	}
	if strings.TrimSpace(label) != "" {
		s.Line(bold.Render(label))
	}
	s.flow(2, words)
}

// labelRoom is how many columns labeled has for what it writes beside or under a
// label.
func (s *Screen) labelRoom(label string) int {
	if s.width >= roomy {
		return s.width - len(label) - 2
	}
	return s.width - 2
}

// hanging writes a label and, from a column on, words.
func (s *Screen) hanging(label string, column int, words []string) {
	left := bold.Render(label)
	for _, line := range Wrap(words, s.width-column) {
		s.Line(pad(left, column) + line)
		left = ""
	}
}

// Flush hands on what has been written, and returns the first error there was.
func (s *Screen) Flush() error {
	if err := s.buf.Flush(); s.err == nil {
		s.err = err
	}
	return s.err
}

// rule writes a heading in a ruled line, or as many as it needs, after an empty one.
func (s *Screen) rule(text string) {
	s.Line("")
	const left = "━━ "
	for _, line := range Wrap(strings.Fields(text), s.width-ansi.StringWidth(left)) {
		line = left + line + " "
		s.Line(bold.Render(line + strings.Repeat("━", max(s.width-ansi.StringWidth(line), 0))))
	}
}

// Styles that need no color.
var (
	bold  = lipgloss.NewStyle().Bold(true)
	faint = lipgloss.NewStyle().Faint(true)
)

// Wrap lays words out in lines of at most width columns, one blank between two. A
// word that is wider has a line of its own.
func Wrap(words []string, width int) []string {
	var lines []string
	var line strings.Builder
	used := 0
	for _, w := range words {
		n := ansi.StringWidth(w)
		if used > 0 && used+1+n > width {
			lines = append(lines, line.String())
			line.Reset()
			used = 0
		}
		if used > 0 {
			line.WriteByte(' ')
			used++
		}
		line.WriteString(w)
		used += n
	}
	if used > 0 {
		lines = append(lines, line.String())
	}
	return lines
}

// pad adds blanks up to a width.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(width-ansi.StringWidth(text), 0))
}
