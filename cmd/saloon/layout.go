package main

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/saloon-games/saloon/internal/term"
)

// The widths of help.
const (
	mostHelp  = 80 // columns, however wide the terminal
	twoColumn = 60 // from which on an explanation stands beside its word
	mostLeft  = 30 // columns of a word that has its explanation beside it
)

// layout lays a text out in lines of so many columns at most. Each line of the text
// is one of four things: empty; a paragraph; a command, which begins with blanks; or
// a row, a word and its explanation with a tab between. Rows that follow each other
// share their columns.
func layout(text string, width int) string {
	var out strings.Builder
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		switch {
		case strings.Contains(line, "\t"):
			end := i
			for end < len(lines) && strings.Contains(lines[end], "\t") {
				end++
			}
			layRows(&out, lines[i:end], width)
			i = end - 1
		case line == "":
			out.WriteString("\n")
		case indent != "":
			layCommand(&out, indent, line, width)
		default:
			for _, l := range term.Wrap(strings.Fields(line), width) {
				out.WriteString(l + "\n")
			}
		}
	}
	return out.String()
}

// layCommand writes a command that can be copied, in several lines if it must.
func layCommand(out *strings.Builder, indent, command string, width int) {
	if ansi.StringWidth(command) <= width {
		out.WriteString(command + "\n")
		return
	}
	const more, ends = "    ", " \\"
	for i, l := range term.Wrap(strings.Fields(command), width-len(indent+more+ends)) {
		if i > 0 {
			out.WriteString(ends + "\n" + more)
		}
		out.WriteString(indent + l)
	}
	out.WriteString("\n")
}

// layRows writes rows: explanations beside their words, or under them where there is
// little room.
func layRows(out *strings.Builder, rows []string, width int) {
	const gap = 2
	left := 0
	for _, row := range rows {
		word, _, _ := strings.Cut(row, "\t")
		if n := ansi.StringWidth(word); n <= mostLeft {
			left = max(left, n)
		}
	}
	for _, row := range rows {
		word, help, _ := strings.Cut(row, "\t")
		n := ansi.StringWidth(word)
		column := left + gap
		if width < twoColumn {
			column = len(word) - len(strings.TrimLeft(word, " ")) + 4
		}
		out.WriteString(word)
		beside := width >= twoColumn && n+gap <= column
		for i, l := range term.Wrap(strings.Fields(help), width-column) {
			if i > 0 || !beside {
				out.WriteString("\n")
				n = 0
			}
			out.WriteString(strings.Repeat(" ", column-n) + l)
		}
		out.WriteString("\n")
	}
}
