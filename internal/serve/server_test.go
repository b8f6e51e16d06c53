package serve_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/internal/serve"
)

// run serves until the test ends, and returns where and a channel for the end.
func run(t *testing.T, cfg serve.Config) (s *serve.Server, addr string, ended <-chan error) {
	t.Helper()
	l, err := serve.Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s = serve.New(cfg)
	end := make(chan error, 1)
	go func() { end <- s.Serve(l) }()
	return s, l.Addr().String(), end
}

func TestLongRequestsAreAskedToEndWhenNobodyCanComeAnyMore(t *testing.T) {
	t.Parallel()
	bye := make(chan struct{})
	var addr string
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "hello\n")
		_ = http.NewResponseController(w).Flush()
		select {
		case <-bye:
			_, _ = io.WriteString(w, "bye\n")
		case <-r.Context().Done():
		}
	})
	drain := func(context.Context) error {
		if c, err := net.Dial("tcp", addr); err == nil {
			_ = c.Close()
			t.Error("somebody came after the doors were closed")
		}
		close(bye)
		return nil
	}
	s, at, ended := run(t, serve.Config{Handler: handler, Drain: drain})
	addr = at
	resp, err := http.Get("http://" + addr)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // it is read to its end
	lines := bufio.NewReader(resp.Body)
	if _, err := lines.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	if err := s.Shutdown(t.Context()); err != nil {
		t.Errorf("shutdown: %v", err)
	}
	if rest, err := io.ReadAll(lines); err != nil || string(rest) != "bye\n" {
		t.Errorf("the request ends with %q, %v; want bye", rest, err)
	}
	if err := <-ended; err != nil {
		t.Errorf("serving: %v", err)
	}
}

func TestWhoDoesNotEndIsCutOff(t *testing.T) {
	t.Parallel()
	came, cut := make(chan struct{}), make(chan struct{})
	handler := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(came)
		<-r.Context().Done()
		close(cut)
	})
	s, addr, ended := run(t, serve.Config{Handler: handler})
	go func() {
		if resp, err := http.Get("http://" + addr); err == nil {
			_ = resp.Body.Close()
			t.Error("it is answered")
		}
	}()
	<-came
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Shutdown(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("shutdown: %v; want it to say that not all had ended", err)
	}
	<-cut
	if err := <-ended; err != nil {
		t.Errorf("serving: %v", err)
	}
}

func TestABodyArrivesWhole(t *testing.T) {
	t.Parallel()
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(w, r.Body); err != nil {
			t.Error(err)
		}
	})
	s, addr, _ := run(t, serve.Config{Handler: handler})
	resp, err := http.Post("http://"+addr, "text/plain", strings.NewReader("play 15"))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	if err := errors.Join(err, resp.Body.Close()); err != nil || string(body) != "play 15" {
		t.Errorf("got %q, %v", body, err)
	}
	if err := s.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestProfilesAreWherePprofLooksForThem(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/debug/pprof/", "/debug/pprof/heap", "/debug/pprof/cmdline", "/debug/pprof/symbol"} {
		w := httptest.NewRecorder()
		serve.Profiles().ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, http.NoBody))
		if w.Code != http.StatusOK || w.Body.Len() == 0 {
			t.Errorf("%s is %d with %d bytes", path, w.Code, w.Body.Len())
		}
	}
}
