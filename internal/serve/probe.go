package serve

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// readyTime is how long the look whether all is ready may take.
const readyTime = 2 * time.Second

// Probes answers those who watch a service and leaves all others to its handler:
//
//	/healthz  200 while the process lives
//	/readyz   200 while it can be used, else 503
//	/metrics  what it has counted, for those who may know
//
// They are at these paths, and under Base as well.
type Probes struct {
	Base string // "" or like "/saloon"
	// Ready returns why the service cannot be used. Its error is logged.
	Ready func(context.Context) error
	// Metrics answers those that come from Watchers.
	Metrics  http.Handler
	Watchers []netip.Prefix
	// Proxies are those whose X-Forwarded-For is believed.
	Proxies []netip.Prefix
	Log     *slog.Logger
	// Next answers everybody else.
	Next http.Handler

	ending atomic.Bool
	unwell atomic.Bool // as last logged
}

// End makes the service unready for good: it is about to end.
func (p *Probes) End() { p.ending.Store(true) }

// ServeHTTP implements http.Handler.
func (p *Probes) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var answer func(http.ResponseWriter, *http.Request)
	switch path := r.URL.Path; {
	case p.isAt(path, "/healthz"):
		answer = func(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusOK, "alive") }
	case p.isAt(path, "/readyz"):
		answer = p.ready
	case p.isAt(path, "/metrics"):
		answer = p.metrics
	default:
		p.Next.ServeHTTP(w, r)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		say(w, http.StatusMethodNotAllowed, "GET or HEAD only")
		return
	}
	answer(w, r)
}

func (p *Probes) isAt(path, name string) bool {
	return path == name || p.Base != "" && len(path) == len(p.Base)+len(name) &&
		strings.HasPrefix(path, p.Base) && strings.HasSuffix(path, name)
}

var errEnding = errors.New("ending")

// ready says whether the service can be used, and not why: that is in the log.
func (p *Probes) ready(w http.ResponseWriter, r *http.Request) {
	if p.ending.Load() {
		say(w, http.StatusServiceUnavailable, errEnding.Error())
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), readyTime)
	defer cancel()
	err := p.Ready(ctx)
	if r.Context().Err() != nil {
		return // whoever asked has gone
	}
	if unwell := err != nil; p.unwell.Swap(unwell) != unwell {
		if unwell {
			p.Log.ErrorContext(ctx, "not ready", "err", err)
		} else {
			p.Log.InfoContext(ctx, "ready again")
		}
	}
	if err != nil {
		say(w, http.StatusServiceUnavailable, "not ready; the log says why")
		return
	}
	say(w, http.StatusOK, "ready")
}

// metrics tells what was counted to those who may know.
func (p *Probes) metrics(w http.ResponseWriter, r *http.Request) {
	if from, ok := client(r, p.Proxies); !ok || !contains(p.Watchers, from) {
		say(w, http.StatusForbidden, "metrics are not for this address")
		return
	}
	p.Metrics.ServeHTTP(w, r)
}

// say answers with a line of text.
func say(w http.ResponseWriter, status int, line string) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, line+"\n") // whoever asked may have gone
}

// client returns from where a request comes: the last address that a known proxy
// did not add itself. It is not known where a stranger says that they speak for
// another.
func client(r *http.Request, proxies []netip.Prefix) (from netip.Addr, known bool) {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || r.Header.Get("Forwarded") != "" {
		return netip.Addr{}, false
	}
	from = at.Addr().Unmap()
	said := r.Header.Values("X-Forwarded-For")
	if len(said) == 0 {
		return from, true
	}
	hops := strings.Split(strings.Join(said, ","), ",")
	if !contains(proxies, from) {
		return netip.Addr{}, false
	}
	for _, said := range slices.Backward(hops) {
		hop, err := netip.ParseAddr(strings.TrimSpace(said))
		if err != nil {
			return netip.Addr{}, false
		}
		from = hop.Unmap()
		if !contains(proxies, from) {
			break
		}
	}
	return from, true
}

func contains(prefixes []netip.Prefix, a netip.Addr) bool {
	return slices.ContainsFunc(prefixes, func(p netip.Prefix) bool { return p.Contains(a) })
}
