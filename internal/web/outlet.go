package web

import (
	"bytes"
	"errors"
	"net"
	"net/http"
	"time"
)

// connOutlet sends on a connection that net/http has let go of: each event with one
// write and no buffers in between, which is most of what a stream costs, both in time
// and, while it is idle, in memory.
type connOutlet struct {
	net.Conn
	head     []byte    // the answer's, until it has been sent
	deadline time.Time // of writes
}

// mostBehind is about how many bytes the system keeps of a stream that its browser has not
// taken yet; it would keep megabytes, of what is no news any more when it is read.
const mostBehind = 64 << 10

// takeOver takes an HTTP/1 connection over for a stream; nil if it cannot be had.
func takeOver(w http.ResponseWriter, r *http.Request) *connOutlet {
	if r.ProtoMajor != 1 {
		return nil
	}
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return nil
	}
	if socket, ok := conn.(interface{ SetWriteBuffer(bytes int) error }); ok {
		_ = socket.SetWriteBuffer(mostBehind) // else it is as much as the system likes
	}
	var head bytes.Buffer
	head.WriteString("HTTP/1.1 200 OK\r\nConnection: close\r\n")
	_ = w.Header().Write(&head)
	head.WriteString("\r\n")
	return &connOutlet{Conn: conn, head: head.Bytes()}
}

func (c *connOutlet) send(data []byte) error {
	// The deadline is put off now and then only, for that costs more than a beat.
	if now := time.Now(); c.deadline.Sub(now) < writeTime*3/4 {
		c.deadline = now.Add(writeTime)
		if err := c.SetWriteDeadline(c.deadline); err != nil {
			return err
		}
	}
	if c.head != nil {
		data, c.head = append(c.head, data...), nil
	}
	_, err := c.Write(data)
	return err
}

func (c *connOutlet) close() { _ = c.Close() }

// answerOutlet sends by net/http, for HTTP/2.
type answerOutlet struct {
	w  http.ResponseWriter
	rc *http.ResponseController
}

// send sends, and gives a browser that does not read a limited time.
func (a *answerOutlet) send(data []byte) error {
	if err := a.rc.SetWriteDeadline(time.Now().Add(writeTime)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	if _, err := a.w.Write(data); err != nil {
		return err
	}
	return a.rc.Flush()
}

func (a *answerOutlet) close() {}
