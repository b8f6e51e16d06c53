package load

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"sync/atomic"
)

// mostWords is how much of a refusal's text is kept, in bytes.
const mostWords = 200

// wire is one connection of HTTP/1.1, read through a buffer that is used again.
// Writing and reading may happen at the same time, each by one goroutine.
type wire struct {
	net.Conn
	received *atomic.Int64 // bytes, of all connections
	buf      []byte        // buf[from:] has been received and not yet read
	from     int
	chunked  bool // the body that is being read comes in chunks
}

func newWire(c net.Conn, received *atomic.Int64) *wire {
	return &wire{Conn: c, received: received, buf: make([]byte, 0, 4<<10)}
}

// fill receives more. What has been read is forgotten, so slices into the buffer are
// no longer valid.
func (w *wire) fill() error {
	if w.from > 0 {
		w.buf = w.buf[:copy(w.buf, w.buf[w.from:])]
		w.from = 0
	}
	if len(w.buf) == cap(w.buf) {
		w.buf = append(w.buf, make([]byte, cap(w.buf))...)[:len(w.buf)]
	}
	n, err := w.Read(w.buf[len(w.buf):cap(w.buf)])
	w.buf = w.buf[:len(w.buf)+n]
	w.received.Add(int64(n))
	if n > 0 {
		return nil
	}
	return err
}

// line reads a line, without its end. It is valid until the next reading.
func (w *wire) line() ([]byte, error) {
	seen := 0
	for {
		if i := bytes.IndexByte(w.buf[w.from+seen:], '\n'); i >= 0 {
			line := w.buf[w.from : w.from+seen+i]
			w.from += seen + i + 1
			return bytes.TrimSuffix(line, []byte("\r")), nil
		}
		seen = len(w.buf) - w.from
		if err := w.fill(); err != nil {
			return nil, err
		}
	}
}

// take reads n bytes and appends them to dst.
func (w *wire) take(dst []byte, n int) ([]byte, error) {
	for {
		some := w.buf[w.from:]
		some = some[:min(n, len(some))]
		dst = append(dst, some...)
		w.from += len(some)
		if n -= len(some); n == 0 {
			return dst, nil
		}
		if err := w.fill(); err != nil {
			return dst, err
		}
	}
}

// answer is what a request was answered, as far as guests care.
type answer struct {
	status   int
	location string // of a redirection
	cookie   string // "saloon=...", if one was set
	words    string // of a refusal: what its body begins with
}

func (a *answer) ok() bool { return a.status >= 200 && a.status < 400 }

// err is the answer as an error, for whoever cannot go on without.
func (a *answer) err() error {
	if a.words == "" {
		return fmt.Errorf("answered %d", a.status)
	}
	return fmt.Errorf("answered %d, %q", a.status, a.words)
}

// head reads an answer up to its body, whose length in bytes it returns: -1 if it is
// in chunks or ends with the connection.
func (w *wire) head() (a answer, length int, err error) {
	line, err := w.line()
	if err != nil {
		return a, 0, err
	}
	if !bytes.HasPrefix(line, []byte("HTTP/1.1 ")) || len(line) < len("HTTP/1.1 200") {
		return a, 0, fmt.Errorf("%.40q is not an answer of HTTP/1.1", line)
	}
	if a.status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return a, 0, fmt.Errorf("%.40q has no status", line)
	}
	length, w.chunked = -1, false
	if a.status == 204 {
		length = 0
	}
	for {
		if line, err = w.line(); err != nil || len(line) == 0 {
			return a, length, err
		}
		if value, ok := field(line, "content-length:"); ok {
			if length, err = strconv.Atoi(string(value)); err != nil || length < 0 {
				return a, 0, fmt.Errorf("%.40q is no length", line)
			}
		} else if value, ok = field(line, "transfer-encoding:"); ok {
			w.chunked = bytes.EqualFold(value, []byte("chunked"))
		} else if value, ok = field(line, "location:"); ok {
			a.location = string(value)
		} else if value, ok = field(line, "set-cookie:"); ok && bytes.HasPrefix(value, []byte(cookieName+"=")) {
			pair, _, _ := bytes.Cut(value, []byte(";"))
			a.cookie = string(pair)
		}
	}
}

// field returns a header's value if its name, in lower case and with the colon, is
// this.
func field(line []byte, name string) ([]byte, bool) {
	if len(line) < len(name) || line[len(name)-1] != ':' || line[0]|0x20 != name[0] {
		return nil, false
	}
	if !bytes.EqualFold(line[:len(name)], []byte(name)) {
		return nil, false
	}
	return bytes.TrimSpace(line[len(name):]), true
}

// answer reads a whole answer.
func (w *wire) answer() (answer, error) {
	a, length, err := w.head()
	if err != nil || length == 0 {
		return a, err
	}
	var body []byte
	for done := false; !done && err == nil; {
		body, done, err = w.piece(body[:min(len(body), mostWords)], length)
	}
	if err == nil && a.status >= 400 {
		a.words = string(bytes.TrimSpace(body[:min(len(body), mostWords)]))
	}
	return a, err
}

// piece appends the next piece of a body to dst: a chunk, or what there is. It
// reports whether that was the last.
func (w *wire) piece(dst []byte, length int) (_ []byte, last bool, err error) {
	if !w.chunked {
		if length >= 0 {
			dst, err = w.take(dst, length)
			return dst, true, err
		}
		if w.from == len(w.buf) {
			if err := w.fill(); err != nil {
				return dst, errors.Is(err, io.EOF), ignoreEOF(err)
			}
		}
		dst = append(dst, w.buf[w.from:]...)
		w.from = len(w.buf)
		return dst, false, nil
	}
	line, err := w.line()
	if err != nil {
		return dst, false, err
	}
	size, err := hexadecimal(line)
	if err != nil {
		return dst, false, err
	}
	if dst, err = w.take(dst, size); err != nil {
		return dst, false, err
	}
	_, err = w.line() // the chunk's end
	return dst, size == 0, err
}

func ignoreEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// hexadecimal reads the size of a chunk.
func hexadecimal(line []byte) (int, error) {
	digits, _, _ := bytes.Cut(line, []byte(";"))
	n := 0
	for _, c := range digits {
		switch {
		case c >= '0' && c <= '9':
			n = n<<4 | int(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			n = n<<4 | int(c|0x20-'a'+10)
		default:
			return 0, fmt.Errorf("%.20q is not the size of a chunk", line)
		}
	}
	if len(digits) == 0 || len(digits) > 7 {
		return 0, fmt.Errorf("%.20q is not the size of a chunk", line)
	}
	return n, nil
}
