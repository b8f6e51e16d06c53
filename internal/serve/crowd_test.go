package serve_test

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/saloon-games/saloon/internal/serve"
)

// crowded is a server that takes so many connections. What is asked of /stay it takes over
// and never answers.
func crowded(t *testing.T, most int) (address string) {
	t.Helper()
	l, err := serve.Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := serve.New(serve.Config{MaxOpen: most, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/stay" {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			t.Cleanup(func() { _ = conn.Close() })
			_, _ = conn.Write([]byte("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"))
		}
	})})
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	t.Cleanup(func() {
		if err := errors.Join(s.Shutdown(t.Context()), <-ended); err != nil && !errors.Is(err, t.Context().Err()) {
			t.Error(err)
		}
	})
	return l.Addr().String()
}

// A knock is a connection, and what is read from it.
type knock struct {
	net.Conn
	in *bufio.Reader
}

func come(t *testing.T, address, say string) knock {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if err := c.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	k := knock{c, bufio.NewReader(c)}
	k.say(t, say)
	return k
}

func (k knock) say(t *testing.T, text string) {
	t.Helper()
	if _, err := io.WriteString(k, text); err != nil {
		t.Fatal(err)
	}
}

// answered wants an answer.
func (k knock) answered(t *testing.T) {
	t.Helper()
	resp, err := http.ReadResponse(k.in, nil)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Errorf("answered %v, %v; want 200", resp, err)
	}
}

// shown out wants the end, without an answer.
func (k knock) shownOut(t *testing.T) {
	t.Helper()
	if b, err := k.in.ReadByte(); err == nil {
		t.Errorf("heard %q; want the end", b)
	}
}

const (
	whole = "GET / HTTP/1.1\r\nHost: house\r\n\r\n"
	half  = "GET / HTTP/1.1\r\nHo"
)

func TestWhereAllPlacesAreTakenWhoHasWaitedLongestWithoutAskingGoes(t *testing.T) {
	t.Parallel()
	address := crowded(t, 3)
	stays := come(t, address, "GET /stay HTTP/1.1\r\nHost: house\r\n\r\n")
	stays.answered(t)
	first := come(t, address, half)
	asked := come(t, address, whole)
	asked.answered(t)                // and so first had come before
	second := come(t, address, half) // and takes the place of first
	first.shownOut(t)
	asked.say(t, whole)
	asked.answered(t)
	come(t, address, whole).answered(t)
	second.shownOut(t)
	for range 20 { // each takes the place of who was answered longest ago
		come(t, address, whole).answered(t)
	}
	asked.shownOut(t)
	late := come(t, address, half)
	late.say(t, "st: house\r\n\r\n")
	late.answered(t)
	if err := stays.SetReadDeadline(time.Now().Add(10 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	var timeout net.Error
	if _, err := stays.in.ReadByte(); !errors.As(err, &timeout) || !timeout.Timeout() {
		t.Errorf("who was let stay hears %v; want nothing", err)
	}
}

func TestWhereAllPlacesAreTakenByThoseWhoStayNobodyElseComesInUntilOneGoes(t *testing.T) {
	t.Parallel()
	address := crowded(t, 2)
	const stay = "GET /stay HTTP/1.1\r\nHost: house\r\n\r\n"
	one, two := come(t, address, stay), come(t, address, stay)
	one.answered(t)
	two.answered(t)
	come(t, address, "").shownOut(t)
}
