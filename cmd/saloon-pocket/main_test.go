package main_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/saloon-games/saloon/internal/web/asset"
)

// A message is one that a page is sent.
type message struct {
	ID          int64
	Tell, Error string
	HTML        string
	Line, Lines string
	Table       struct{ Phase string }
}

// A page has the program as it is served in a Worker of its own, in Node.js.
type page struct {
	t    *testing.T
	in   io.Writer
	out  *bufio.Scanner
	next int64
	html string // the last that it was sent
	over bool
	// line is when the last line came, longest the most that it was after the one before.
	line    time.Time
	longest time.Duration
}

// served writes a file as browsers get it to a folder, and returns its name.
func served(t *testing.T, folder, name string) string {
	t.Helper()
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, strings.TrimPrefix(asset.URL("", name), "/static"), http.NoBody)
	asset.ServeHTTP(w, r)
	file := filepath.Join(folder, name)
	if err := os.WriteFile(file, w.Body.Bytes(), 0o600); err != nil || w.Code != http.StatusOK {
		t.Fatal(name, w.Code, err)
	}
	return file
}

func open(t *testing.T) *page {
	t.Helper()
	folder := t.TempDir()
	command := exec.CommandContext(context.WithoutCancel(t.Context()), "node", "testdata/worker.mjs", served(t, folder, "wasm_exec.js"), served(t, folder, "pocket.wasm"))
	command.Stderr = os.Stderr
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal("Node.js is needed:", err)
	}
	p := &page{t: t, in: in, out: bufio.NewScanner(out)}
	p.out.Buffer(nil, 16<<20)
	t.Cleanup(func() {
		_ = in.Close()
		if err := command.Wait(); err != nil {
			t.Error(err)
		}
	})
	if m := p.hear(); m.Tell != "ready" {
		t.Fatalf("first it says %+v", m)
	}
	return p
}

// hear waits for the next message.
func (p *page) hear() (m message) {
	p.t.Helper()
	if !p.out.Scan() {
		p.t.Fatal("it has ended: ", p.out.Err())
	}
	if err := json.Unmarshal(p.out.Bytes(), &m); err != nil {
		p.t.Fatalf("%s: %v", p.out.Bytes(), err)
	}
	if m.HTML != "" {
		p.html = m.HTML
	}
	if m.Tell == "line" {
		now := time.Now()
		if !p.line.IsZero() {
			p.longest = max(p.longest, now.Sub(p.line))
		}
		p.line = now
	}
	p.over = p.over || m.Table.Phase == "over"
	return m
}

// ask returns the answer to a question.
func (p *page) ask(q map[string]any) message {
	p.t.Helper()
	p.next++
	q["id"] = p.next
	text, err := json.Marshal(q)
	if err != nil {
		p.t.Fatal(err)
	}
	if _, err := p.in.Write(append(text, '\n')); err != nil {
		p.t.Fatal(err)
	}
	for {
		if m := p.hear(); m.ID == p.next {
			if m.Error != "" {
				p.t.Fatalf("%s: %s", text, m.Error)
			}
			return m
		}
	}
}

var movePattern = regexp.MustCompile(`<button[^>]* data-move="([^"]+)"`)

func attribute(html, name string) string {
	_, rest, _ := strings.Cut(html, ` data-`+name+`="`)
	value, _, _ := strings.Cut(rest, `"`)
	return value
}

// play has person 0 make the first move that is offered, until the game is over.
func (p *page) play() {
	p.t.Helper()
	for !p.over {
		p.ask(map[string]any{"do": "look", "who": 0})
		html := p.html
		switch {
		case p.over:
		case attribute(html, "turn") == attribute(html, "you"):
			move := movePattern.FindStringSubmatch(html)
			if move == nil {
				p.t.Fatal("no move is offered: ", html)
			}
			p.ask(map[string]any{"do": "ask", "who": 0, "verb": "act", "fields": "game=1&ply=" + attribute(html, "ply") +
				"&word=" + strings.ReplaceAll(move[1], " ", "+")})
		default:
			p.hear() // bots move, and chance goes on, by themselves
		}
	}
}

// One after another, or their times would be those of each other.
func TestTheProgramThatBrowsersGetPlaysWholeGames(t *testing.T) {
	for _, fields := range []string{
		"game=texas&seats=4&level=expert&option.hands=1&pause=0&deal=0",
		"game=raincheck&level=medium&pause=0&deal=0",
	} {
		t.Run(fields, func(t *testing.T) {
			p := open(t)
			p.ask(map[string]any{"do": "open", "fields": fields})
			p.play()
			longest := p.longest
			if !strings.Contains(p.ask(map[string]any{"do": "look", "who": 0}).HTML, `id="verdict"`) {
				t.Error("there is no verdict")
			}
			lines := p.ask(map[string]any{"do": "export"}).Lines
			p.ask(map[string]any{"do": "load", "lines": lines})
			if html := p.ask(map[string]any{"do": "look", "who": 0}).HTML; attribute(html, "phase") != "over" {
				t.Error("opened again it is not over")
			}
			t.Logf("a move came at most %v after the one before", longest)
		})
	}
}

// What weighs too much for a device, and has no business there.
func TestTheProgramHasNeitherNetworkNorDatabaseNorTemplates(t *testing.T) {
	command := exec.CommandContext(t.Context(), "go", "list", "-deps", ".")
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	list, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(string(list))
	if !slices.Contains(deps, "github.com/saloon-games/saloon/internal/house") {
		t.Fatalf("it has no house: %v", deps)
	}
	for _, dep := range deps {
		switch first, _, _ := strings.Cut(dep, "/"); {
		case dep == "net/http", dep == "net", dep == "database/sql", dep == "html/template", dep == "text/template",
			strings.Contains(first, ".") && !strings.HasPrefix(dep, "github.com/saloon-games/saloon/"):
			t.Errorf("it imports %s", dep)
		}
	}
}
