package serve_test

import (
	"net"
	"net/http"
	"syscall"
	"testing"

	"github.com/saloon-games/saloon/internal/serve"
)

func TestWhoVanishesWithoutAWordIsGivenUpAfterAMinute(t *testing.T) {
	t.Parallel()
	l, err := serve.Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	set := make(chan int, 1)
	s := serve.New(serve.Config{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close() //nolint:errcheck // a test
		raw, err := conn.(syscall.Conn).SyscallConn()
		if err != nil {
			t.Error(err)
			return
		}
		_ = raw.Control(func(fd uintptr) {
			ms, _ := syscall.GetsockoptInt(int(fd), syscall.IPPROTO_TCP, 0x12)
			set <- ms
		})
	})})
	go s.Serve(l)                                     //nolint:errcheck // it ends with the test
	t.Cleanup(func() { _ = s.Shutdown(t.Context()) }) // which has ended
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close() //nolint:errcheck // a test
	if _, err := c.Write([]byte("GET / HTTP/1.1\r\nHost: house\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	if ms := <-set; ms != 60_000 {
		t.Errorf("what was sent to them may stay without an acknowledgment for %d ms; want a minute", ms)
	}
}
