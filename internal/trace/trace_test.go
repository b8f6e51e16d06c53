package trace_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/saloon-games/saloon/internal/bus"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/metrics"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
	"github.com/saloon-games/saloon/internal/trace"
	"github.com/saloon-games/saloon/internal/web"
)

// A received span, its ids in hex.
type received struct {
	node, trace, id, parent, name string
	begin, end                    uint64
	said                          map[string]string
}

// A receiver is a collector of traces.
type receiver struct {
	url string
	mu  sync.Mutex
	all []received
}

// collect starts a receiver.
func collect(t *testing.T) *receiver {
	t.Helper()
	c := &receiver{}
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		var got collector.ExportTraceServiceRequest
		if err := proto.Unmarshal(body, &got); err != nil || r.URL.Path != "/v1/traces" || r.Method != http.MethodPost {
			t.Errorf("%s %s: %v", r.Method, r.URL.Path, err)
		}
		c.take(&got)
	}))
	t.Cleanup(s.Close)
	c.url = s.URL
	return c
}

func (c *receiver) take(got *collector.ExportTraceServiceRequest) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, from := range got.GetResourceSpans() {
		node := ""
		for _, a := range from.GetResource().GetAttributes() {
			if a.GetKey() == "service.instance.id" {
				node = a.GetValue().GetStringValue()
			}
		}
		for _, scope := range from.GetScopeSpans() {
			for _, s := range scope.GetSpans() {
				one := received{
					node: node, trace: hex.EncodeToString(s.GetTraceId()), id: hex.EncodeToString(s.GetSpanId()),
					parent: hex.EncodeToString(s.GetParentSpanId()), name: s.GetName(),
					begin: s.GetStartTimeUnixNano(), end: s.GetEndTimeUnixNano(), said: map[string]string{},
				}
				for _, a := range s.GetAttributes() {
					one.said[a.GetKey()] = a.GetValue().GetStringValue()
				}
				c.all = append(c.all, one)
			}
		}
	}
}

// spans are those of a trace, "" for all.
func (c *receiver) spans(id string) []received {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(c.all), func(s received) bool { return id != "" && s.trace != id })
}

// A node is one process of a house, as far as a test goes.
type node struct {
	url    string
	bus    *bus.Bus
	tracer *trace.Tracer
	counts *metrics.Metrics
}

// openNode opens a node on a database and a bus.
func openNode(t *testing.T, name, database, nats string, c *receiver, ratio float64) *node {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	s, err := sqlstore.Open(ctx, database, sqlstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := bus.Open(bus.Options{URL: nats})
	if err != nil {
		t.Fatal(err)
	}
	n := &node{bus: b, counts: metrics.New()}
	if n.tracer, err = trace.Open(ctx, trace.Options{URL: c.url, Ratio: ratio, Version: "v0", Instance: name}); err != nil {
		t.Fatal(err)
	}
	h, err := house.New(ctx, house.Config{Store: s, Bus: b, Tracer: n.tracer})
	if err != nil {
		t.Fatal(err)
	}
	site, err := web.New(web.Config{
		House: h, Tracer: n.tracer, Metrics: n.counts.Registerer(),
		Trusted: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")},
	})
	if err != nil {
		t.Fatal(err)
	}
	door := httptest.NewServer(site)
	n.url = door.URL
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		for what, err := range map[string]error{"streams": site.Shutdown(ctx), "traces": n.tracer.Close(ctx)} {
			if err != nil {
				t.Error(what, err)
			}
		}
		door.Close()
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return n
}

// natsServer starts a server for several nodes.
func natsServer(t *testing.T) string {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server does not start")
	}
	return s.ClientURL()
}

// post posts a form of names and values, and wants it accepted.
func post(t *testing.T, client *http.Client, address, parent string, fields ...string) (location string) {
	t.Helper()
	form := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if parent != "" {
		req.Header.Set("Traceparent", parent)
	}
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if err := resp.Body.Close(); err != nil {
		t.Error(err)
	}
	if resp.StatusCode != http.StatusSeeOther {
		t.Fatalf("POST %s: %s", address, resp.Status)
	}
	return resp.Header.Get("Location")
}

// stream opens a stream and returns how to wait for its next update.
func stream(t *testing.T, address string) (update func()) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = resp.Body.Close() })
	lines := bufio.NewReader(resp.Body)
	return func() {
		t.Helper()
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			if line == "event: table\n" {
				return
			}
		}
	}
}

func browser(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	t.Cleanup(client.CloseIdleConnections)
	return client
}

const (
	proxyTrace = "4bf92f3577b34da6a3ce929d0e0e4736"
	proxySpan  = "00f067aa0ba902b7"
)

func TestOneTraceGoesFromAProxyThroughAMoveToThePatchOfAnotherNode(t *testing.T) {
	t.Parallel()
	c, nats := collect(t), natsServer(t)
	database := filepath.Join(t.TempDir(), "saloon.db")
	// Nothing is traced but what the proxy wants.
	a, b := openNode(t, "a", database, nats, c, 0), openNode(t, "b", database, nats, c, 0)
	ann := browser(t)
	table := post(t, ann, a.url+"/new", "", "game", "texas", "seats", "3", "name", "Ann")
	id := strings.TrimPrefix(table, "/t/")
	there, here := stream(t, b.url+"/live?t="+id), stream(t, a.url+"/live?t="+id)
	there()
	here()
	if err := b.bus.Healthy(); err != nil { // the server knows by now that it listens
		t.Fatal(err)
	}
	post(t, browser(t), a.url+table+"/sit", "00-"+proxyTrace+"-"+proxySpan+"-01", "name", "Bea")
	there()
	here()
	for _, n := range []*node{a, b} {
		if err := n.tracer.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}

	spans := map[string]received{}
	for _, s := range c.spans("") {
		if s.trace != proxyTrace || s.end < s.begin {
			t.Errorf("a span that nobody wanted: %+v", s)
		}
		spans[s.node+" "+s.name] = s
	}
	for child, parent := range map[string]string{
		"a POST /t/{id}/{verb}": "",
		"a house.Do":            "a POST /t/{id}/{verb}",
		"a store.Append":        "a house.Do",
		"a bus.publish":         "a house.Do",
		"a patch":               "a house.Do",
		"a house.Scene":         "a patch",
		"a write":               "a patch",
		"b patch":               "a bus.publish",
		"b house.Scene":         "b patch",
		"b write":               "b patch",
	} {
		want := spans[parent].id
		if parent == "" {
			want = proxySpan
		}
		if s, ok := spans[child]; !ok || s.parent != want {
			t.Errorf("%s (there: %v) is below %q; want it below %s, %q", child, ok, s.parent, parent, want)
		}
	}
	if len(spans) != 10 {
		t.Errorf("%d spans; want 10", len(spans))
	}
	if said := spans["a house.Do"].said; said["saloon.table"] != id {
		t.Errorf("house.Do says %v", said)
	}
	if said := spans["a POST /t/{id}/{verb}"].said; said["http.route"] != "POST /t/{id}/{verb}" || len(said["saloon.request"]) != 16 {
		t.Errorf("the request says %v", said)
	}

	// The lag is measured in both places, each by how it heard.
	for n, want := range map[*node]string{a: `saloon_fanout_seconds_count{from="here"} 1`, b: `saloon_fanout_seconds_count{from="bus"} 1`} {
		w := httptest.NewRecorder()
		n.counts.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
		if !strings.Contains(w.Body.String(), "\n"+want+"\n") {
			t.Errorf("/metrics lacks %s", want)
		}
	}
}

func TestAStrangersTraceIsPassedOver(t *testing.T) {
	t.Parallel()
	c := collect(t)
	tracer, err := trace.Open(t.Context(), trace.Options{URL: c.url, Ratio: 1})
	if err != nil {
		t.Fatal(err)
	}
	s, err := sqlstore.Open(t.Context(), filepath.Join(t.TempDir(), "saloon.db"), sqlstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // nothing is written
	h, err := house.New(t.Context(), house.Config{Store: s, Tracer: tracer})
	if err != nil {
		t.Fatal(err)
	}
	site, err := web.New(web.Config{House: h, Tracer: tracer, Trusted: []netip.Prefix{netip.MustParsePrefix("192.0.2.7/32")}})
	if err != nil {
		t.Fatal(err)
	}
	for _, from := range []string{"192.0.2.9:4000", "192.0.2.7:4000"} {
		r := httptest.NewRequest(http.MethodGet, "/", http.NoBody)
		r.RemoteAddr = from
		r.Header.Set("Traceparent", "00-"+proxyTrace+"-"+proxySpan+"-01")
		site.ServeHTTP(httptest.NewRecorder(), r)
	}
	if err := tracer.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	of := map[bool]int{}
	for _, s := range c.spans("") {
		of[s.trace == proxyTrace]++
		if s.trace != proxyTrace && s.parent != "" {
			t.Errorf("a stranger's request is below %s", s.parent)
		}
	}
	if of[true] != 1 || of[false] != 1 {
		t.Errorf("%d spans in the trace, which is the proxy's, and %d in others; want one each", of[true], of[false])
	}
}

func TestACollectorThatIsAwayIsSaidOnceAndHarmsNobody(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(http.NotFoundHandler())
	var log bytes.Buffer
	tracer, err := trace.Open(t.Context(), trace.Options{URL: gone.URL, Ratio: 1, Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 * 512 { // several batches
		_, span := tracer.Start(t.Context(), "step")
		span.End(nil)
	}
	if err := tracer.Close(t.Context()); err != nil {
		t.Error(err)
	}
	gone.Close()
	if n := strings.Count(log.String(), "cannot be sent"); n != 1 {
		t.Errorf("said %d times: %s", n, log.String())
	}
}

func TestAnAddressOfACollector(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"http://127.0.0.1:4318":         "http://127.0.0.1:4318/v1/traces",
		"https://otel.example.org/":     "https://otel.example.org/v1/traces",
		"http://[::1]:4318/other/place": "http://[::1]:4318/other/place",
		"127.0.0.1:4318":                "",
		"grpc://127.0.0.1:4317":         "",
		"http://":                       "",
		"http://me:secret@otel:4318":    "",
		"http://otel:4318/?key=secret":  "",
	} {
		got, err := trace.CheckURL(address)
		if got != want || (err != nil) != (want == "") {
			t.Errorf("%s is %q, %v; want %q", address, got, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%v tells what is secret", err)
		}
	}
}
