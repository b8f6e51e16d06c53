package serve_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/internal/serve"
)

// answerer says one thing to everybody.
func answerer(text string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, text) })
}

func prefixes(texts ...string) (all []netip.Prefix) {
	for _, text := range texts {
		all = append(all, netip.MustParsePrefix(text))
	}
	return all
}

func newProbes() *serve.Probes {
	return &serve.Probes{
		Base:     "/saloon",
		Ready:    func(context.Context) error { return nil },
		Metrics:  answerer("counts"),
		Watchers: prefixes("127.0.0.0/8", "::1/128"),
		Log:      slog.New(slog.DiscardHandler),
		Next:     answerer("page"),
	}
}

// ask makes a request that comes from an address.
func ask(p *serve.Probes, method, path, from string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, http.NoBody)
	r.RemoteAddr = from
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	return w
}

const local, stranger = "127.0.0.1:4000", "192.0.2.9:4000"

func TestProbesAreAtTheRootAndUnderTheBasePath(t *testing.T) {
	t.Parallel()
	p := newProbes()
	for path, want := range map[string]string{
		"/healthz":              "alive\n",
		"/saloon/healthz":       "alive\n",
		"/readyz":               "ready\n",
		"/saloon/readyz":        "ready\n",
		"/metrics":              "counts",
		"/saloon/metrics":       "counts",
		"/":                     "page",
		"/saloon/":              "page",
		"/healthz/":             "page",
		"/other/healthz":        "page",
		"/saloon/t/1/healthz":   "page",
		"/saloonhealthz":        "page",
		"/saloon/saloon/readyz": "page",
	} {
		if w := ask(p, http.MethodGet, path, local); w.Code != http.StatusOK || w.Body.String() != want {
			t.Errorf("%s is %d %q; want %q", path, w.Code, w.Body, want)
		}
	}
	if w := ask(p, http.MethodPost, "/healthz", local); w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("POST /healthz is %d; want 405", w.Code)
	}
}

func TestAServiceIsUnreadyWhileItCannotBeUsedAndWhenItEnds(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	p := newProbes()
	p.Log = slog.New(slog.NewTextHandler(&log, nil))
	var broken error
	p.Ready = func(context.Context) error { return broken }
	want := func(status int, said string) {
		t.Helper()
		if w := ask(p, http.MethodGet, "/readyz", stranger); w.Code != status || !strings.Contains(w.Body.String(), said) {
			t.Errorf("/readyz is %d %q; want %d %q", w.Code, w.Body, status, said)
		}
	}
	want(http.StatusOK, "ready")
	broken = errors.New("the disk of host seven is full")
	want(http.StatusServiceUnavailable, "not ready; the log says why\n")
	want(http.StatusServiceUnavailable, "not ready; the log says why\n")
	broken = nil
	want(http.StatusOK, "ready")
	if got := log.String(); strings.Count(got, "host seven") != 1 || strings.Count(got, "ready again") != 1 {
		t.Errorf("logged %q; want each change once", got)
	}
	p.End()
	want(http.StatusServiceUnavailable, "ending\n")
	if w := ask(p, http.MethodGet, "/healthz", stranger); w.Code != http.StatusOK {
		t.Errorf("/healthz is %d while it ends; want 200", w.Code)
	}
}

func TestMetricsAreForThoseWhoMayKnow(t *testing.T) {
	t.Parallel()
	p := newProbes()
	p.Proxies = prefixes("10.0.0.1/32", "10.0.0.2/32")
	const forwarded = "X-Forwarded-For"
	for name, c := range map[string]struct {
		from   string
		header []string
		may    bool
	}{
		"this machine":                          {local, nil, true},
		"this machine by IPv6":                  {"[::1]:4000", nil, true},
		"this machine by IPv4 in IPv6":          {"[::ffff:127.0.0.1]:4000", nil, true},
		"somebody else":                         {stranger, nil, false},
		"a stranger who names this machine":     {stranger, []string{forwarded, "127.0.0.1"}, false},
		"a proxy here that nobody trusts":       {local, []string{forwarded, "192.0.2.9"}, false},
		"a proxy of the other kind":             {local, []string{"Forwarded", "for=192.0.2.9"}, false},
		"a proxy for this machine":              {"10.0.0.1:4000", []string{forwarded, "127.0.0.1"}, true},
		"a proxy for somebody else":             {"10.0.0.1:4000", []string{forwarded, "192.0.2.9"}, false},
		"somebody who has put us before":        {"10.0.0.1:4000", []string{forwarded, "127.0.0.1, 192.0.2.9"}, false},
		"two proxies in a row":                  {"10.0.0.1:4000", []string{forwarded, "127.0.0.1, 10.0.0.2"}, true},
		"two headers":                           {"10.0.0.1:4000", []string{forwarded, "192.0.2.9", forwarded, "127.0.0.1"}, true},
		"a proxy that says something else":      {"10.0.0.1:4000", []string{forwarded, "unknown"}, false},
		"an address that cannot be read at all": {"pipe", nil, false},
	} {
		w := ask(p, http.MethodGet, "/metrics", c.from, c.header...)
		if may := w.Code == http.StatusOK && w.Body.String() == "counts"; may != c.may {
			t.Errorf("%s gets %d %q; want it allowed: %t", name, w.Code, w.Body, c.may)
		}
	}
}
