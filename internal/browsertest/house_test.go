package browsertest

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
	"github.com/saloon-games/saloon/internal/web"
)

// A saloon is a house that a test can reach.
type saloon struct {
	addr   string // HOST:PORT
	answer *answers
}

// openSaloon opens a house in this process, with a database of its own. Its bots do
// not wait; the ends of hands and rounds do, until people have seen enough.
func openSaloon(t *testing.T) *saloon {
	t.Helper()
	log := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelError}))
	db, err := sqlstore.Open(t.Context(), filepath.Join(t.TempDir(), "saloon.db"), sqlstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	h, err := house.New(ctx, house.Config{Store: db, Log: log, Poll: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	pages, err := web.New(web.Config{House: h, Log: log, DealPause: web.UsualDealPause})
	if err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	running.Go(func() {
		if err := h.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	s := &saloon{answer: &answers{}}
	server := httptest.NewServer(s.answer.around(pages))
	s.addr = server.Listener.Addr().String()
	t.Cleanup(func() {
		end, stop := context.WithTimeout(context.WithoutCancel(t.Context()), patience)
		defer stop()
		if err := pages.Shutdown(end); err != nil {
			t.Error(err)
		}
		server.Close()
		cancel()
		running.Wait()
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// answers is what a house has sent.
type answers struct {
	mu   sync.Mutex
	list []*answer
}

// An answer is one of them; its size is that of the body as it was sent, packed.
type answer struct {
	path, kind string
	status     int
	size       int
	keeper     bool // asked for by a service worker, not by a page
}

// around remembers what a handler answers.
func (a *answers) around(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		one := &answer{path: r.URL.Path}
		one.keeper = r.Header.Get("Service-Worker") == "script" || strings.HasSuffix(r.Referer(), "/sw.js")
		a.mu.Lock()
		a.list = append(a.list, one)
		a.mu.Unlock()
		h.ServeHTTP(&measured{ResponseWriter: w, all: a, one: one}, r)
	})
}

// all copies what was answered so far.
func (a *answers) all() []answer {
	a.mu.Lock()
	defer a.mu.Unlock()
	var list []answer
	for _, one := range a.list {
		list = append(list, *one)
	}
	return list
}

// forget begins anew.
func (a *answers) forget() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.list = nil
}

// measured writes an answer and remembers how large it is.
type measured struct {
	http.ResponseWriter
	all *answers
	one *answer
}

func (m *measured) Unwrap() http.ResponseWriter { return m.ResponseWriter }

func (m *measured) WriteHeader(status int) {
	m.all.mu.Lock()
	m.one.status, m.one.kind = status, m.Header().Get("Content-Type")
	m.all.mu.Unlock()
	m.ResponseWriter.WriteHeader(status)
}

func (m *measured) Write(b []byte) (int, error) {
	m.all.mu.Lock()
	if m.one.status == 0 {
		m.one.status, m.one.kind = http.StatusOK, m.Header().Get("Content-Type")
	}
	m.one.size += len(b)
	m.all.mu.Unlock()
	return m.ResponseWriter.Write(b)
}

// A program is a house that runs as a process of its own, as hosts run it.
type program struct {
	data    string // directory
	addr    string
	cmd     *exec.Cmd
	printed *bytes.Buffer
}

// startProgram runs the program on a data directory and waits until it answers.
func startProgram(t *testing.T, data string) *program {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	p := &program{data: data, addr: freeAddr(t), printed: &bytes.Buffer{}}
	p.cmd = exec.CommandContext(context.WithoutCancel(t.Context()), path,
		"serve", "--addr", p.addr, "--data", data, "--limits", "off", "--bot-pause", "0s")
	p.cmd.Stdout, p.cmd.Stderr = p.printed, p.printed
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	client := &http.Client{Timeout: time.Second}
	for end := time.Now().Add(patience); ; {
		answer, err := client.Get("http://" + p.addr + "/healthz")
		if err == nil {
			_ = answer.Body.Close()
			return p
		}
		if time.Now().After(end) {
			p.kill()
			t.Fatalf("the house does not answer: %v\n%s", err, p.printed)
		}
	}
}

// kill ends the program as a power cut would: at once and without a word.
func (p *program) kill() {
	if p.cmd.ProcessState == nil {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	}
}

// freeAddr is an address at which nobody listens.
func freeAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// pathOf is an address without its scheme and host.
func pathOf(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		return rest[i:]
	}
	return "/"
}
