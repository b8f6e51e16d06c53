package web

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/logs"
	"github.com/saloon-games/saloon/internal/store"
)

// written is a log that several write and one reads.
type written struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (w *written) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(p)
}

func (w *written) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

// debugLog is a log of all there is, as programs read it.
func debugLog() (*written, *slog.Logger) {
	w := &written{}
	return w, slog.New(logs.Handler(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug})))
}

var ownID = regexp.MustCompile(`^[0-9a-f]{16}$`)

func TestEachRequestHasAnIDAndOnlyATrustedProxyChoosesIt(t *testing.T) {
	t.Parallel()
	p := open(t, func(c *Config) { c.Trusted = []netip.Prefix{netip.MustParsePrefix("192.0.2.7/32")} })
	ask := func(from, said string) string {
		r := httptest.NewRequest(http.MethodGet, "/", http.NoBody)
		r.RemoteAddr = from + ":4000"
		r.Header.Set(requestHeader, said)
		w := httptest.NewRecorder()
		p.web.ServeHTTP(w, r)
		return w.Header().Get(requestHeader)
	}
	seen := map[string]bool{}
	for range 3 {
		id := ask("192.0.2.9", "0123456789abcdef0123")
		if !ownID.MatchString(id) || seen[id] {
			t.Errorf("a stranger's request is %q", id)
		}
		seen[id] = true
	}
	for said, kept := range map[string]bool{
		"0123456789abcdef0123":                 true,
		"Root-1_a.b":                           true,
		"7f3c9c1e-0d2b-4e55-9c3a-2f6d0b8a1c11": true,
		"short":                                false,
		strings.Repeat("a", 65):                false,
		"<script>alert()</script>":             false,
		"two words here":                       false,
		"level=error msg=\"fire\"":             false,
		"":                                     false,
	} {
		if got := ask("192.0.2.7", said); (got == said) != kept || !kept && !ownID.MatchString(got) {
			t.Errorf("a proxy's %q is %q", said, got)
		}
	}
}

func TestARequestThatFailsTellsByWhichIDTheLogKnowsIt(t *testing.T) {
	t.Parallel()
	log, logger := debugLog()
	s := open(t).store
	p := openOn(t, s, logger)
	id, _, _, _ := seated(t, p, "texas", 3)
	fresh := openOn(t, s, logger)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	who := fresh.person(t)
	for accept, want := range map[string]string{
		"text/html":  "say: request <code>ID</code>",
		"text/plain": "(Request ID.)",
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, fresh.url+"/t/"+id, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept", accept)
		a := who.do(req)
		request := a.header.Get(requestHeader)
		if a.status != http.StatusInternalServerError || !strings.Contains(a.body, strings.ReplaceAll(want, "ID", request)) {
			t.Errorf("%s: %d %s", accept, a.status, a.body)
		}
		found := false
		for line := range strings.Lines(log.String()) {
			var l struct{ Msg, Request, Table string }
			if err := json.Unmarshal([]byte(line), &l); err != nil {
				t.Fatal(err)
			}
			found = found || l.Msg == "a request failed" && l.Request == request && l.Table == id
		}
		if !found {
			t.Errorf("the log does not tell of request %s at table %s: %s", request, id, log)
		}
	}
	if a := who.get("/nothing/here"); a.status != http.StatusNotFound || strings.Contains(a.body, a.header.Get(requestHeader)) {
		t.Errorf("where nobody needs to ask: %d %s", a.status, words(a.body))
	}
}

// Nothing of a whole game that is secret, to anybody, is in the log: not at level debug and
// with all requests logged.
func TestTheLogOfAWholeGameHasNoCardsCookiesSeedsNorNames(t *testing.T) {
	t.Parallel()
	for game, seats := range map[string]int{"raincheck": 2, "texas": 3} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			tellsNothing(t, game, seats)
		})
	}
}

func tellsNothing(t *testing.T, game string, seats int) {
	t.Helper()
	log, logger := debugLog()
	p := openOn(t, open(t).store, logger, func(c *Config) { c.LogRequests = true })
	id, people, witnesses, _ := seated(t, p, game, seats)
	table := "/t/" + id
	_, stop := people[0].stream("/live?t=" + id + "&secret=in-the-query")
	defer stop()
	var ids []string
	for attribute(t, people[0].get(table).body, "phase") != string(house.Over) {
		if attribute(t, people[0].get(table).body, "turn") == "-1" {
			for _, one := range people {
				one.post(table+"/ready", nil)
			}
			p.clock.mu.Lock()
			p.clock.t = p.clock.t.Add(time.Minute)
			p.clock.mu.Unlock()
			p.house.WakeDue(t.Context())
			continue
		}
		playOn(t, table, people, 1)
		ids = append(ids, people[1].act(table, "stack Q").header.Get(requestHeader)) // refused, mostly
	}
	for _, path := range []string{"/game/1", "/game/1/record", "/settings", "/join?code=secret-code", "/t/nothing"} {
		people[0].get(strings.Replace(path, "/game", table+"/game", 1))
	}
	secrets, played := secretsOf(t, p, id)
	secrets = append(secrets, "in-the-query", "secret-code")
	for _, w := range witnesses {
		for _, cookie := range w.cookie {
			secrets = append(secrets, cookie.Value)
		}
	}
	text := log.String()
	slices.Sort(secrets)
	for _, secret := range slices.Compact(secrets) {
		if strings.Contains(text, secret) {
			t.Errorf("the log has %q", secret)
		}
	}
	// And it has what it is for.
	for _, want := range append(ids, `"route":"POST /t/{id}/{verb}"`, `"table":"`+id+`"`, `"status":303`, `"route":"GET /live"`) {
		if !strings.Contains(text, want) {
			t.Errorf("the log lacks %s", want)
		}
	}
	if played < 20 || strings.Count(text, "\n") < played {
		t.Errorf("%d events and %d lines; want a whole game", played, strings.Count(text, "\n"))
	}
}

// secretsOf are all words of a table's game, and all seeds, names and texts that are there;
// played is how many words.
func secretsOf(t *testing.T, p *place, id string) (secrets []string, played int) {
	t.Helper()
	entries, err := p.store.Log(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		var env entry
		if err := json.Unmarshal(e.Body, &env); err != nil {
			t.Fatal(err)
		}
		fields := map[string]any{}
		if err := json.Unmarshal(env.Event, &fields); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"word", "seed", "name", "text", "commitment", "person"} {
			if text, _ := fields[name].(string); text != "" {
				secrets = append(secrets, text)
			}
		}
		if env.Kind == "moved" {
			played++
		}
	}
	seed, err := p.store.Secret(t.Context(), id, 1)
	if err != nil {
		t.Fatal(err)
	}
	return append(secrets, string(seed)), played
}

// newerAt has a newer program change a table.
func newerAt(t *testing.T, p *place, id string) {
	t.Helper()
	row, err := p.store.Table(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	entries := []store.Entry{{At: p.clock.now(), Body: []byte(`{"v":2,"k":"dealt","e":{},"more":1}`)}}
	if err := p.store.Append(t.Context(), id, row.Seq, entries, row.Head); err != nil {
		t.Fatal(err)
	}
}

func TestATableOfANewerProgramIsSaidToBeAndOthersOfTheSameStreamGoOn(t *testing.T) {
	t.Parallel()
	log, logger := debugLog()
	s := open(t).store
	p := openOn(t, s, logger, func(c *Config) { c.Beat = time.Hour })
	one, _, _, _ := seated(t, p, "texas", 3)
	two, people, _, _ := seated(t, p, "texas", 3)
	// One stream from before, and one from after.
	before, stop := people[0].stream("/live?t=" + one + "&t=" + two)
	defer stop()
	for range 2 {
		if e, err := before(); err != nil || e.name != "table" {
			t.Fatal(e, err)
		}
	}
	newerAt(t, p, one)
	a := people[0].get("/t/" + one)
	if a.status != http.StatusServiceUnavailable || a.header.Get("Retry-After") != "60" || !strings.Contains(words(a.body), "the house is being updated. Try again in a minute.") {
		t.Errorf("%d, Retry-After %q: %s", a.status, a.header.Get("Retry-After"), words(a.body))
	}
	if a := people[0].post("/t/"+one+"/say", fields("text", "hi")); a.status != http.StatusServiceUnavailable {
		t.Errorf("a command: %d", a.status)
	}
	after, stop := people[1].stream("/live?t=" + one + "&t=" + two)
	defer stop()
	if e, err := after(); err != nil || e.name != "table" || !strings.Contains(e.data, two) || strings.Contains(e.data, one) {
		t.Errorf("%v, %v; want the other table", e, err)
	}
	playOn(t, "/t/"+two, people, 1)
	if e, err := after(); err != nil || e.name != "table" {
		t.Errorf("%v, %v; want the move at the other table", e, err)
	}
	p.web.streams.mu.Lock()
	for st := range p.web.streams.all {
		st.beats()
	}
	p.web.streams.mu.Unlock()
	for { // and the browser is sent to look elsewhere
		e, err := after()
		if err != nil {
			break
		}
		if e.name != "beat" {
			t.Errorf("%v; want the end of the stream", e)
		}
	}
	if n := strings.Count(log.String(), "newer version"); n != 1 || strings.Contains(log.String(), `"level":"ERROR"`) {
		t.Errorf("logged %d times: %s", n, log)
	}
}

// exposed is what is counted, as Prometheus reads it.
func exposed(from prometheus.Gatherer) string {
	return record(promhttp.HandlerFor(from, promhttp.HandlerOpts{}), "/metrics").body
}

func TestWhatIsMeasuredOfRequestsAndUpdates(t *testing.T) {
	t.Parallel()
	into := prometheus.NewRegistry()
	p := open(t, func(c *Config) { c.Metrics = into })
	id, people, _, _ := seated(t, p, "texas", 3)
	next, stop := people[0].stream("/live?t=" + id)
	defer stop()
	if _, err := next(); err != nil {
		t.Fatal(err)
	}
	playOn(t, "/t/"+id, people, 1)
	if _, err := next(); err != nil {
		t.Fatal(err)
	}
	people[0].get("/nothing")
	stop()
	if err := p.web.Shutdown(t.Context()); err != nil { // so that all has been counted
		t.Fatal(err)
	}
	text := exposed(into)
	for _, want := range []string{
		`saloon_fanout_seconds_count{from="here"} 1`,
		`saloon_fanout_seconds_count{from="bus"} 0`,
		`saloon_clock_ahead_total 0`,
		`saloon_http_request_seconds_count{class="table",status="2xx"} `,
		`saloon_http_request_seconds_count{class="move",status="3xx"} `,
		`saloon_http_request_seconds_count{class="none",status="4xx"} 1`,
		`saloon_http_requests_total{route="POST /t/{id}/{verb}",status="303"} `,
	} {
		if !strings.Contains(text, "\n"+want) {
			t.Errorf("/metrics lacks %s", want)
		}
	}
	if strings.Contains(text, id) {
		t.Error("the id of a table is in a label")
	}
}

func TestALagIsMeasuredFromTheFirstThatWasNotShownAndNeverNegative(t *testing.T) {
	t.Parallel()
	into := prometheus.NewRegistry()
	p := open(t, func(c *Config) { c.Metrics = into })
	var w pending
	at := p.clock.now()
	w.hear(house.News{Seq: 7, At: at.Add(-3 * time.Second), From: house.FromBus})
	w.hear(house.News{Seq: 9, At: at, From: house.FromHere})
	w.hear(house.News{Seq: 8, At: at, From: house.FromLog})
	if w.seq.Load() != 9 {
		t.Errorf("it has heard of %d; want 9", w.seq.Load())
	}
	p.web.shown(w.first.Swap(0))
	p.web.shown(w.first.Swap(0)) // nothing
	w.hear(house.News{Seq: 10, At: at.Add(time.Second), From: house.FromBus})
	p.web.shown(w.first.Swap(0))
	got := exposed(into)
	for _, want := range []string{
		`saloon_fanout_seconds_sum{from="bus"} 3`, `saloon_fanout_seconds_count{from="bus"} 2`,
		`saloon_fanout_seconds_count{from="here"} 0`, `saloon_clock_ahead_total 1`,
	} {
		if !strings.Contains(got, "\n"+want+"\n") {
			t.Errorf("/metrics lacks %s", want)
		}
	}
}

func TestWhoHasGoneBeforeTheAnswerIsNoErrorOfTheHouse(t *testing.T) {
	t.Parallel()
	log, logger := debugLog()
	s := open(t).store
	p := openOn(t, s, logger)
	id, _, _, _ := seated(t, p, "texas", 3)
	fresh := openOn(t, s, logger) // which must ask the store for the table
	ctx, gone := context.WithCancel(t.Context())
	gone()
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/t/"+id, http.NoBody)
	fresh.web.ServeHTTP(httptest.NewRecorder(), r)
	if text := log.String(); strings.Contains(text, `"level":"ERROR"`) || !strings.Contains(text, "who asked has gone") {
		t.Errorf("the log says %s", text)
	}
}
