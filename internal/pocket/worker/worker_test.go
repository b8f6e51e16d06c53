package worker_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/saloon-games/saloon/internal/pocket"
	"github.com/saloon-games/saloon/internal/pocket/worker"
)

// A message is what a page is sent.
type message struct {
	ID    int64
	Tell  string
	Error string
	Who   *int
	HTML  string
	Table *pocket.Standing
	Line  string
	Lines string
}

// A page is the other end of a worker, in virtual time.
type page struct {
	t    *testing.T
	w    *worker.Worker
	got  chan message
	next int64
	told []message // that was not asked for
}

func open(t *testing.T) *page {
	t.Helper()
	p := &page{t: t, got: make(chan message, 10_000)}
	p.w = worker.New(pocket.Config{}, func(text string) {
		var m message
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		p.got <- m
	})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p.w.Run(ctx)
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
	})
	if m := <-p.got; m.Tell != "ready" {
		t.Fatalf("first it says %+v", m)
	}
	return p
}

// ask sends a question and returns its answer.
func (p *page) ask(do string, more ...any) message {
	p.t.Helper()
	p.next++
	q := map[string]any{"id": p.next, "do": do}
	for i := 0; i < len(more); i += 2 {
		q[more[i].(string)] = more[i+1]
	}
	text, err := json.Marshal(q)
	if err != nil {
		p.t.Fatal(err)
	}
	p.w.Take(string(text))
	for {
		m := <-p.got
		if m.ID == p.next {
			return m
		}
		p.told = append(p.told, m)
	}
}

// must is for what must not be refused.
func (p *page) must(m message) message {
	p.t.Helper()
	if m.Error != "" {
		p.t.Fatal(m.Error)
	}
	return m
}

// hear returns what was told until nothing more comes.
func (p *page) hear() []message {
	synctest.Wait()
	for len(p.got) > 0 {
		p.told = append(p.told, <-p.got)
	}
	list := p.told
	p.told = nil
	return list
}

var movePattern = regexp.MustCompile(`data-move="([^"]+)"`)

func ply(html string) string {
	_, rest, _ := strings.Cut(html, `data-ply="`)
	n, _, _ := strings.Cut(rest, `"`)
	return n
}

// move makes the first move that somebody's page offers.
func (p *page) move(who int) {
	p.t.Helper()
	html := p.must(p.ask("look", "who", who)).HTML
	m := movePattern.FindStringSubmatch(html)
	if m == nil {
		p.t.Fatalf("%d is offered no move: %s", who, html)
	}
	p.must(p.ask("ask", "who", who, "verb", "act", "fields", "game=1&ply="+ply(html)+"&word="+strings.ReplaceAll(m[1], " ", "+")))
}

func TestAPageIsToldWhatMovesWhileItLooks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := open(t)
		p.must(p.ask("open", "fields", "game=raincheck&name=Ann&name=Ben&option.first=0"))
		p.hear()
		p.move(0)
		updates := slices.DeleteFunc(p.hear(), func(m message) bool { return m.Tell != "update" })
		if len(updates) != 1 || updates[0].Who == nil || *updates[0].Who != 0 || updates[0].Table.Turn != 1 ||
			!strings.HasPrefix(updates[0].HTML, `<div id="table"`) {
			t.Errorf("Ann is told %+v", updates)
		}
		p.must(p.ask("cover"))
		p.must(p.ask("ask", "who", 1, "verb", "act", "fields", "game=1&ply="+ply(updates[0].HTML)+"&word=stack+A"))
		updates = slices.DeleteFunc(p.hear(), func(m message) bool { return m.Tell != "update" })
		if len(updates) != 1 || updates[0].Who != nil || updates[0].HTML != "" || updates[0].Table == nil || updates[0].Table.Turn != 0 {
			t.Errorf("a covered page is told %+v", updates)
		}
	})
}

func TestBotsMoveWithoutBeingAskedAndAllOfItIsKept(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := open(t)
		p.must(p.ask("open", "fields", "game=texas&seats=3&level=easy"))
		first := p.must(p.ask("look", "who", 0)).HTML
		time.Sleep(10 * time.Second)
		var lines strings.Builder
		seen := ply(first)
		for _, m := range p.hear() {
			if m.Tell == "line" {
				lines.WriteString(m.Line + "\n")
			}
			if m.Tell == "update" {
				seen = ply(m.HTML)
			}
		}
		if !strings.Contains(first, `data-turn="0"`) && seen == ply(first) {
			t.Error("no bot has moved")
		}
		if lines.String() != p.must(p.ask("export")).Lines {
			t.Error("the lines that were told are not those that are exported")
		}
		p.must(p.ask("load", "lines", lines.String()))
		if html := p.must(p.ask("look", "who", 0)).HTML; ply(html) != seen {
			t.Errorf("loaded again it is at ply %s, not %s", ply(html), seen)
		}
	})
}

func TestWhatCannotBeDoneIsAnsweredInWords(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := open(t)
		for _, test := range []struct {
			do   string
			more []any
			want string
		}{
			{"look", nil, "no table is open"},
			{"fly", nil, "nothing like that"},
			{"open", []any{"fields", "game=poker"}, "no game with that name"},
			{"open", []any{"fields", "%zz"}, "not written as"},
			{"load", []any{"lines", "what"}, "cannot be read"},
		} {
			m := p.ask(test.do, test.more...)
			if !strings.Contains(m.Error, test.want) {
				t.Errorf("%s %v: %+v", test.do, test.more, m)
			}
		}
		p.must(p.ask("open", "fields", "game=raincheck&name=Ann&name=Ben&option.first=0"))
		if m := p.ask("ask", "who", 1, "verb", "act", "fields", "game=1&ply=1&word=stack+A"); m.Error != "It is not your turn: Ann is to move." {
			t.Errorf("out of turn: %+v", m)
		}
		p.hear()
		for _, text := range []string{"", "what", `{"id":"one"}`, `[]`} {
			p.w.Take(text)
			if list := p.hear(); len(list) != 1 || list[0].ID != 0 || !strings.Contains(list[0].Error, "a message is JSON") {
				t.Errorf("%q: %s", text, fmt.Sprint(list))
			}
		}
	})
}
