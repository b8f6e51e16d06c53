package botproc

import (
	"bytes"
	"io"
	"strings"
	"unicode"
)

// mostLogged is how many bytes of a line of a bot's standard error are kept.
const mostLogged = 4096

// prefixed writes whole lines to a log, with a prefix, what moves a cursor left away,
// and long lines cut, so that a line without end takes no memory.
type prefixed struct {
	prefix string
	out    io.Writer
	line   []byte
}

// Write implements io.Writer. It never fails: what a bot says to nobody is lost.
func (p *prefixed) Write(text []byte) (int, error) {
	n := len(text)
	for {
		part, rest, found := bytes.Cut(text, []byte("\n"))
		p.line = append(p.line, part[:min(len(part), mostLogged-len(p.line))]...)
		if !found {
			return n, nil
		}
		p.writeLine()
		text = rest
	}
}

// end writes a last line that has no end.
func (p *prefixed) end() {
	if len(p.line) > 0 {
		p.writeLine()
	}
}

func (p *prefixed) writeLine() {
	clean := strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) || r == '\t' {
			return r
		}
		return -1
	}, string(p.line))
	_, _ = io.WriteString(p.out, p.prefix+clean+"\n")
	p.line = p.line[:0]
}
