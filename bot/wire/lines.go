package wire

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// How many bytes a line may have: of who asks, whose longest request with any sense
// in it, the events of 50 hands, has a tenth of it, and of who answers.
const (
	mostAsked    = 1 << 20
	mostAnswered = 1 << 16
)

// errLong is the refusal of a line that is longer than it may be.
var errLong = errors.New("the line is too long")

// tooLong is errLong with what would be right.
func tooLong(most int) error { return fmt.Errorf("%w; want %d KiB at most", errLong, most>>10) }

// lineReader reads lines of bounded length, so that a line without end takes no
// more memory than one of that length.
type lineReader struct {
	in   *bufio.Reader
	most int // bytes of a line
	// giveUp makes a line that is too long an end at once. Else the rest of it
	// is skipped, however long it is.
	giveUp bool
	room   []byte
}

func newLineReader(r io.Reader, most int) *lineReader {
	return &lineReader{in: bufio.NewReaderSize(r, 1<<16), most: most}
}

// next returns the next line without its end, until the next call. A last line
// without an end is one, too. After errLong reading may go on.
func (l *lineReader) next() ([]byte, error) {
	l.room = l.room[:0]
	for long := false; ; {
		part, err := l.in.ReadSlice('\n')
		if len(l.room)+len(part) > l.most {
			long = true
			l.room = l.room[:0]
		}
		switch {
		case long && l.giveUp:
			return nil, tooLong(l.most)
		case errors.Is(err, bufio.ErrBufferFull):
			if !long {
				l.room = append(l.room, part...)
			}
			continue
		case errors.Is(err, io.EOF) && (long || len(l.room)+len(part) > 0):
		case err != nil:
			return nil, err
		}
		if long {
			return nil, tooLong(l.most)
		}
		if len(l.room) > 0 {
			l.room = append(l.room, part...)
			part = l.room
		}
		return bytes.TrimRight(part, "\r\n"), nil
	}
}

// waits reports whether next would have to wait for input, as far as one can know.
func (l *lineReader) waits() bool {
	have, _ := l.in.Peek(l.in.Buffered()) // no more than there is, so it cannot fail
	return bytes.IndexByte(have, '\n') < 0
}
