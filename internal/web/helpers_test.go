package web

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
)

// clock is a clock that goes when it is told to.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func newClock() *clock { return &clock{t: time.Unix(1_800_000_000, 0).UTC()} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) until(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = t
}

// A place is a house that people can reach.
type place struct {
	store *sqlstore.Store
	house *house.House
	web   *Server
	url   string
	clock *clock
}

// open opens a house on a database of its own.
func open(t testing.TB, change ...func(*Config)) *place {
	t.Helper()
	s, err := sqlstore.Open(context.WithoutCancel(t.Context()), filepath.Join(t.TempDir(), "saloon.db"), sqlstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return openOn(t, s, nil, change...)
}

func openOn(t testing.TB, s *sqlstore.Store, log *slog.Logger, change ...func(*Config)) *place {
	t.Helper()
	p := &place{store: s, clock: newClock()}
	h, err := house.New(t.Context(), house.Config{Store: s, Clock: p.clock.now, Beat: 10_000 * time.Hour, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{House: h, Clock: p.clock.now, Log: log}
	for _, f := range change {
		f(&cfg)
	}
	p.house = h
	if p.web, err = New(cfg); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(p.web)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 5*time.Second)
		defer cancel()
		if err := p.web.Shutdown(ctx); err != nil {
			t.Error("streams did not end:", err)
		}
		server.Close()
	})
	p.url = server.URL + cfg.Base
	return p
}

// A person is one browser without scripts.
type person struct {
	t      testing.TB
	place  *place
	client *http.Client
}

func (p *place) person(t testing.TB) *person {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	t.Cleanup(client.CloseIdleConnections)
	return &person{t: t, place: p, client: client}
}

// An answer is what came back.
type answer struct {
	status int
	header http.Header
	body   string
}

func (p *person) do(req *http.Request) answer {
	p.t.Helper()
	resp, err := p.client.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return answer{resp.StatusCode, resp.Header, string(body)}
}

func (p *person) get(path string) answer {
	p.t.Helper()
	req, err := http.NewRequestWithContext(p.t.Context(), http.MethodGet, p.place.url+path, http.NoBody)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.do(req)
}

// post posts a form; header has names and values in turn.
func (p *person) post(path string, form url.Values, header ...string) answer {
	p.t.Helper()
	req, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, p.place.url+path, strings.NewReader(form.Encode()))
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	return p.do(req)
}

// goes posts a form that must be accepted, and returns where it leads, without the base.
func (p *person) goes(path string, list ...string) string {
	p.t.Helper()
	a := p.post(path, fields(list...))
	if a.status != http.StatusSeeOther {
		p.t.Fatalf("POST %s %v: status %d: %s", path, list, a.status, words(a.body))
	}
	return strings.TrimPrefix(a.header.Get("Location"), strings.TrimPrefix(p.place.url, hostOf(p.place.url)))
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return u.Scheme + "://" + u.Host
}

// fields is a form of names and values in turn.
func fields(list ...string) url.Values {
	v := url.Values{}
	for i := 0; i < len(list); i += 2 {
		v.Set(list[i], list[i+1])
	}
	return v
}

var tags = regexp.MustCompile(`(?s)<(style|script|head).*?</(style|script|head)>|<[^>]*>`)

// words are what a page says.
func words(html string) string {
	return strings.Join(strings.Fields(tags.ReplaceAllString(html, " ")), " ")
}

// attribute returns an attribute of #table.
func attribute(t testing.TB, html, name string) string {
	t.Helper()
	table := regexp.MustCompile(`<(?:main|div) id="table"[^>]*>`).FindString(html)
	if table == "" {
		t.Fatalf("there is no table in: %s", words(html))
	}
	m := regexp.MustCompile(` data-` + name + `="([^"]*)"`).FindStringSubmatch(table)
	if m == nil {
		return ""
	}
	return m[1]
}

var moveWord = regexp.MustCompile(`data-move="([^"]*)"`)

// moves are the words of the moves that a page offers.
func moves(html string) []string {
	var list []string
	for _, m := range moveWord.FindAllStringSubmatch(html, -1) {
		list = append(list, m[1])
	}
	return list
}

// act makes a move as the page that the person sees offers it.
func (p *person) act(table, word string) answer {
	p.t.Helper()
	html := p.get(table).body
	return p.post(table+"/act", fields("game", attribute(p.t, html, "number"), "ply", attribute(p.t, html, "ply"), "word", word))
}

// An event is one event of a stream.
type event struct{ name, data string }

// stream opens a stream and returns how to read its next event. It ends with the test.
func (p *person) stream(path string) (next func() (event, error), stop func()) {
	p.t.Helper()
	ctx, cancel := context.WithCancel(p.t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.place.url+path, http.NoBody)
	if err != nil {
		p.t.Fatal(err)
	}
	resp, err := p.client.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() {
		cancel()
		_ = resp.Body.Close()
	})
	if resp.StatusCode != http.StatusOK {
		p.t.Fatalf("GET %s: status %d", path, resp.StatusCode)
	}
	lines := bufio.NewReader(resp.Body)
	return func() (event, error) {
		var (
			e    event
			data []string
		)
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				return e, err
			}
			line = strings.TrimSuffix(line, "\n")
			if name, ok := strings.CutPrefix(line, "event: "); ok {
				e.name = name
			}
			if text, ok := strings.CutPrefix(line, "data:"); ok {
				data = append(data, strings.TrimPrefix(text, " "))
			}
			if line == "" && e.name != "" {
				e.data = strings.Join(data, "\n")
				return e, nil
			}
		}
	}, cancel
}

// record answers a request without a network.
func record(h http.Handler, path string) answer {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, http.NoBody))
	return answer{w.Code, w.Header(), w.Body.String()}
}
