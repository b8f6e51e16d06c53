package players

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/internal/chaos/history"
)

// A page and two updates as the house sends them.
const (
	wholePage = `<!doctype html><body><header><b data-card="1"></b></header><main id="table" data-table="abc" data-seq="7" data-game="texas"` +
		` data-number="1" data-ply="3" data-turn="0" data-you="0" data-phase="playing"><div class="around">` +
		`<section id="hand"><form><button data-move="play 12" data-card="12"><b>12</b></button><img src="x"><button data-card="40"></button></form></section>` +
		`<section id="trick"><span class="tx red" data-card="15"><b>15</b></span><details id="last"><span class="tx mini blue best"><b>60</b></span></details></section></div>` +
		`<details id="fair"><dl><dt>Seal</dt><dd><code>ab12</code></dd></dl></details></main>`
	update = `<div id="table" data-seq="8" data-number="1" data-ply="4" data-turn="" data-you="0" data-phase="playing"></div>` +
		`<p>Ann plays 15</p><section id="hand"><b data-card="40" title="a > b"></b></section><section id="next"><button data-action="next"></button></section>`
	ending = `<div id="table" data-seq="9" data-number="1" data-ply="5" data-turn="" data-you="0" data-phase="over"></div>` +
		`<section id="piles"><i class="face hit" data-card="me-A"></i><li data-card="flip-1"></li></section>` +
		`<details id="fair"><dl><dt>Seal</dt><dd><code>ab12</code></dd><dt>Secret</dt><dd><code>cd34</code></dd></dl></details>`
)

func TestWhatAPageShows(t *testing.T) {
	var p page
	if !p.whole(wholePage) {
		t.Fatal("no table was found on the page")
	}
	want := history.Sight{
		Seq: 7, Number: 1, Ply: 3, Turn: 0, You: 0, Phase: "playing", Words: []string{"play 12"}, Seal: "ab12",
		Faces: map[string][]string{"hand": {"12", "40"}, "trick": {"15", "mini 60"}},
	}
	if !reflect.DeepEqual(p.Sight, want) {
		t.Errorf("a page shows\n%+v; want\n%+v", p.Sight, want)
	}
	p.patch(update, false)
	want.Seq, want.Ply, want.Turn, want.Words = 8, 4, history.Nobody, nil
	want.Faces["hand"] = []string{"40"}
	if !reflect.DeepEqual(p.Sight, want) || !p.asked {
		t.Errorf("an update shows\n%+v, asked %t; want\n%+v, asked true", p.Sight, p.asked, want)
	}
	p.patch(ending, false)
	want.Seq, want.Ply, want.Phase, want.Secret = 9, 5, "over", "cd34"
	want.Faces = map[string][]string{"piles": {"face hit", "me-A", "flip-1"}}
	if !reflect.DeepEqual(p.Sight, want) || p.asked {
		t.Errorf("the end shows\n%+v, asked %t; want\n%+v", p.Sight, p.asked, want)
	}
	p.patch(`<div id="table" data-seq="9" data-number="1" data-ply="5" data-turn="" data-you="" data-phase="over"></div>`, true)
	if p.Faces != nil || p.You != history.Nobody {
		t.Errorf("after the first update of a stream there is left %+v", p.Sight)
	}
	if p.whole("<p>Something broke</p>") {
		t.Error("a page without a table was taken for one")
	}
}

// somebody sits at a table of a house that is played by a handler.
func somebody(t *testing.T, handler http.HandlerFunc) (*person, func() []history.Line) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	var out bytes.Buffer
	book := history.NewBook(&out)
	at := &table{id: "abc"}
	p := at.person(Config{Book: book, Dial: func(ctx context.Context) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "tcp", server.Listener.Addr().String())
	}}, 0)
	return p, func() []history.Line {
		if err := book.Close(); err != nil {
			t.Fatal(err)
		}
		lines, err := history.Read(&out)
		if err != nil {
			t.Fatal(err)
		}
		return lines
	}
}

func TestWhoGetsNoAnswerAsksTheSameAgain(t *testing.T) {
	var asked []url.Values
	p, book := somebody(t, func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm()
		asked = append(asked, r.PostForm)
		switch len(asked) {
		case 1:
			panic(http.ErrAbortHandler) // the connection breaks
		case 2:
			http.Error(w, "no database", http.StatusServiceUnavailable)
		default:
			w.Header().Set("Saloon-Seq", "12")
			w.WriteHeader(http.StatusNoContent)
		}
	})
	w := &wish{verb: "act", game: 1, ply: 4, word: "play 12"}
	if got := p.ask(t.Context(), w); got != history.Acknowledged {
		t.Errorf("it was %s in the end", got)
	}
	if len(asked) != 3 || !reflect.DeepEqual(asked[0], asked[2]) || asked[0].Encode() != "game=1&ply=4&word=play+12" {
		t.Errorf("asked %v; want the same three times", asked)
	}
	var outcomes []history.Outcome
	lines := book()
	for _, l := range lines {
		if l.Key != "act 1 4 play 12" {
			t.Errorf("a line has the key %q", l.Key)
		}
		outcomes = append(outcomes, l.Outcome)
	}
	want := []history.Outcome{"", history.Unknown, "", history.Unknown, "", history.Acknowledged}
	if !reflect.DeepEqual(outcomes, want) || lines[5].Seq != 12 || lines[5].Try != 3 {
		t.Errorf("wrote down %q, the last at number %d; want %q, 12", outcomes, lines[5].Seq, want)
	}
}

func TestWhoIsRefusedDoesNotAskAgain(t *testing.T) {
	p, book := somebody(t, func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "Too late.", http.StatusConflict) })
	if got := p.ask(t.Context(), &wish{verb: "say", key: "0-1", word: "hello"}); got != history.Refused {
		t.Errorf("it was %s", got)
	}
	if lines := book(); len(lines) != 2 || lines[1].Outcome != history.Refused || lines[1].Status != http.StatusConflict {
		t.Errorf("wrote down %+v", lines)
	}
}

func TestAStreamIsWrittenDownAsItShows(t *testing.T) {
	p, book := somebody(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/live" {
			_, _ = fmt.Fprintf(w, "retry: 1000\n\nevent: table\ndata: %s\n\nevent: beat\ndata:\n\nevent: table\ndata: %s\n\n", update, ending)
		}
	})
	if err := p.stream(t.Context()); err != nil {
		t.Fatal(err)
	}
	lines := book()
	if len(lines) != 2 || lines[0].Sight.Seq != 8 || lines[1].Sight.Seq != 9 || lines[1].Table != "abc" {
		t.Errorf("wrote down %+v", lines)
	}
}

func TestSeatingEndsWhereAHouseOpensNoMoreTables(t *testing.T) {
	opened := 0
	p, book := somebody(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/new" {
			opened++
		}
		if opened > 1 {
			http.Error(w, "no more", http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Set-Cookie", "saloon=token; Path=/")
		w.Header().Set("Location", "/t/abc")
		w.WriteHeader(map[bool]int{true: http.StatusNoContent, false: http.StatusSeeOther}[r.URL.Path == "/t/abc/bot"])
	})
	dial := p.client.Transport.(*http.Transport).DialContext
	c := Config{Tables: 3, Book: p.book, Dial: func(ctx context.Context) (net.Conn, error) { return dial(ctx, "", "") }}
	if _, err := Seat(t.Context(), c); err == nil || !strings.Contains(err.Error(), "table 1: POST /new was answered 503") {
		t.Errorf("got %v", err)
	}
	if lines := book(); len(lines) != 0 {
		t.Errorf("somebody has begun to play: %+v", lines)
	}
}

func TestWhatPeopleWishFor(t *testing.T) {
	p := &person{table: &table{id: "abc"}, random: rand.New(rand.NewPCG(1, 2))} //nolint:gosec // choices in a test
	count := func(v page) map[string]int {
		p.page = v
		verbs := map[string]int{}
		for n := range 2000 {
			w, ok := p.wants(n)
			switch {
			case !ok:
				verbs["nothing"]++
			case w.verb == "act" && (w.game != v.Number || w.ply != v.Ply || len(v.Words) == 0 || w.word != v.Words[0]):
				verbs["foul"]++
			default:
				verbs[w.verb]++
			}
		}
		return verbs
	}
	sight := history.Sight{Seq: 3, Number: 1, Ply: 4, Turn: 0, Phase: "playing", Words: []string{"fold"}}
	waits, over := sight, sight
	waits.Turn, waits.Words = history.Nobody, nil
	over.Phase = "over"
	for _, test := range []struct {
		page page
		want []string
	}{
		{page{Sight: sight}, []string{"act", "foul", "say"}},
		{page{Sight: waits, asked: true}, []string{"next", "foul", "say"}},
		{page{Sight: waits, away: true}, []string{"return", "foul", "say"}},
		{page{Sight: waits}, []string{"nothing", "foul", "say"}},
		{page{Sight: over}, []string{"rematch", "say"}},
		{page{Sight: history.Sight{Seq: 1, Phase: "open"}, seedFor: true}, []string{"seed", "start", "say"}},
		{page{}, []string{"nothing"}},
	} {
		got := count(test.page)
		for _, verb := range test.want {
			if got[verb] == 0 {
				t.Errorf("%+v: nobody wishes for %s: %v", test.page, verb, got)
			}
			delete(got, verb)
		}
		if len(got) > 0 {
			t.Errorf("%+v: somebody wishes for %v", test.page, got)
		}
	}
}

func TestACompanyIsFinishedWhenAllThatWasAskedIsAnswered(t *testing.T) {
	playing, stop := context.WithCancel(t.Context())
	there, leave := context.WithCancel(t.Context())
	c := &Company{playing: stop, there: leave}
	asked := make(chan struct{})
	answers := make(chan struct{})
	p, book := somebody(t, func(w http.ResponseWriter, _ *http.Request) {
		asked <- struct{}{}
		<-answers
		w.WriteHeader(http.StatusNoContent)
	})
	p.table.people = []*person{p}
	c.tables = []*table{p.table}
	p.page.Sight = history.Sight{Seq: 1, Phase: "open"}
	c.work.Go(func() { p.play(playing, there) })
	<-asked
	ended := make(chan error)
	go func() { ended <- c.Finish(t.Context()) }()
	<-playing.Done()
	select {
	case err := <-ended:
		t.Fatalf("it was finished before the answer came: %v", err)
	default:
	}
	close(answers)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if lines := book(); len(lines) != 2 || lines[1].Outcome != history.Acknowledged {
		t.Errorf("wrote down %+v", lines)
	}
}
