package web

import (
	"net/http"
	"net/netip"
	"path"
	"runtime/debug"
	"strings"
	"time"

	"github.com/jellydator/ttlcache/v3"
	"github.com/klauspost/compress/gzhttp"
	"golang.org/x/time/rate"
)

// mostBody is the largest request, in bytes.
const mostBody = 16 << 10

// policy is what a page of this house may load: its own files and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
	"connect-src 'self'; worker-src 'self'; media-src 'self'; manifest-src 'self'; form-action 'self'; " +
	"base-uri 'none'; frame-ancestors 'none'"

// workerPolicy is policy for a worker, whose script is a file: it may run the Go program
// of this house beside a page.
var workerPolicy = strings.Replace(policy, "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", 1)

// guard puts around the routes what holds for all of them: the base path, safety
// headers, limits, compression, and an answer whatever breaks.
func (s *Server) guard(routes http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, s.denied(r, errOrigin))
	}))
	if s.cfg.URL != "" {
		_ = protection.AddTrustedOrigin(s.cfg.URL) // checked by New
	}
	pack, err := gzhttp.NewWrapper(gzhttp.MinSize(1000), gzhttp.ContentTypes([]string{"text/html", "image/svg+xml", "application/json"}))
	if err != nil {
		panic(err) // the options are constant
	}
	packed := pack(routes)
	inner := protection.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost || r.URL.Path == "/live" || strings.HasPrefix(r.URL.Path, "/static/") {
			routes.ServeHTTP(w, r) // nothing to compress, or compressed already
		} else {
			packed.ServeHTTP(w, r)
		}
	}))
	return s.observe(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer s.rescue(w, r)
		if s.cfg.Base != "" && !s.strip(w, r) {
			return
		}
		protect(w, r)
		if !s.limits.mayAsk(s.address(r)) {
			s.fail(w, r, s.denied(r, errTooFast))
			return
		}
		if err := s.admit(r); err != nil {
			s.fail(w, r, err)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, mostBody)
		inner.ServeHTTP(w, r)
	}))
}

// protect sets the headers that keep a page safe. An answer to a script is no page.
func protect(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h["X-Content-Type-Options"] = nosniff
	if quiet(r) || r.URL.Path == "/live" {
		return
	}
	if strings.HasPrefix(r.URL.Path, "/static/") {
		h.Set("Content-Security-Policy", workerPolicy)
	} else {
		h.Set("Content-Security-Policy", policy)
	}
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
}

// nosniff is shared by all answers; nobody appends to it.
var nosniff = []string{"nosniff"}

// strip takes the base path away, or answers itself and returns false.
func (s *Server) strip(w http.ResponseWriter, r *http.Request) bool {
	rest, ok := strings.CutPrefix(r.URL.Path, s.cfg.Base)
	switch {
	case ok && rest == "":
		http.Redirect(w, r, s.cfg.Base+"/", http.StatusMovedPermanently)
		return false
	case !ok || rest[0] != '/' || path.Clean(rest) != strings.TrimSuffix(rest, "/") && rest != "/":
		s.fail(w, r, errNoPage) // the mux would send what is not clean out of the base path
		return false
	}
	r.URL.Path, r.URL.RawPath = rest, ""
	return true
}

// rescue answers where a handler panicked. The words are in the log only.
func (s *Server) rescue(w http.ResponseWriter, r *http.Request) {
	what := recover()
	if what == nil {
		return
	}
	if what == http.ErrAbortHandler { //nolint:errorlint // panics are compared as net/http does
		panic(what)
	}
	s.log.ErrorContext(r.Context(), "a handler panicked", "method", r.Method, "what", what, "stack", string(debug.Stack()))
	s.fail(w, r, errBroken)
}

// denied writes down that somebody was refused for the house's safety.
func (s *Server) denied(r *http.Request, p *problem) error {
	if s.limits.mayLog() {
		s.log.WarnContext(r.Context(), "denied", "why", p.title, "address", s.address(r).String(), "method", r.Method, "path", pathForLog(r.URL.Path))
	}
	return p
}

// pathForLog is a path as a log may have it: table links are as good as keys, so
// their ids are left out.
func pathForLog(asked string) string {
	rest, ok := strings.CutPrefix(asked, "/t/")
	if !ok {
		return asked[:min(len(asked), 40)]
	}
	_, verb, _ := strings.Cut(rest, "/")
	return "/t/…/" + verb[:min(len(verb), 20)]
}

// trusts reports whether the request comes from a proxy that speaks for others.
func (s *Server) trusts(r *http.Request) bool {
	if len(s.cfg.Trusted) == 0 {
		return false
	}
	peer := peerOf(r)
	for _, p := range s.cfg.Trusted {
		if p.Contains(peer) {
			return true
		}
	}
	return false
}

func peerOf(r *http.Request) netip.Addr {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return at.Addr().Unmap()
}

// address returns where a request comes from: the last address that a trusted proxy
// did not add itself.
func (s *Server) address(r *http.Request) netip.Addr {
	peer := peerOf(r)
	if !s.trusts(r) {
		return peer
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			return peer
		}
		peer = hop.Unmap()
		if !s.isTrusted(peer) {
			return peer
		}
	}
	return peer
}

func (s *Server) isTrusted(a netip.Addr) bool {
	for _, p := range s.cfg.Trusted {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// Limits are how much may be asked of the house. Zero means any number.
type Limits struct {
	Requests       float64 // a second and guest, after a burst of ten seconds' worth
	AddressFactor  int     // as many guests' worth may come from one address
	Tables         int     // that a guest opens in an hour
	Guests         int     // new ones from one address in an hour
	Streams        int     // of one guest at once
	AddressStreams int     // from one address at once
}

// DefaultLimits are generous for people, also for a club behind one address.
func DefaultLimits() Limits {
	return Limits{Requests: 10, AddressFactor: 10, Tables: 60, Guests: 200, Streams: 16, AddressStreams: 400}
}

// limits counts what guests and addresses ask for.
type limits struct {
	Limits
	asked, opened, came *limiters
	logged              *rate.Limiter
}

// limiters are those of guests or addresses.
type limiters = ttlcache.Cache[string, *rate.Limiter]

// remembered is for how many guests and addresses it is known what they asked for.
const remembered = 1 << 15

func (l *limits) init(set Limits) {
	l.Limits = set
	for _, c := range []**limiters{&l.asked, &l.opened, &l.came} {
		*c = ttlcache.New(ttlcache.WithCapacity[string, *rate.Limiter](remembered))
	}
	l.logged = rate.NewLimiter(20, 100)
}

func (l *limits) mayLog() bool { return l.logged.Allow() }

// may asks the limiter of somebody, who gets one if it is the first time.
func may(known *limiters, key string, every rate.Limit, burst int) bool {
	item := known.Get(key)
	if item == nil {
		item, _ = known.GetOrSet(key, rate.NewLimiter(every, burst))
	}
	return item.Value().Allow()
}

func (l *limits) mayAsk(address netip.Addr) bool {
	if l.Requests == 0 || l.AddressFactor == 0 {
		return true
	}
	all := l.Requests * float64(l.AddressFactor)
	return may(l.asked, network(address), rate.Limit(all), int(10*all))
}

func (l *limits) mayDo(guest string) bool {
	return l.Requests == 0 || may(l.asked, "guest "+guest, rate.Limit(l.Requests), int(10*l.Requests))
}

func (l *limits) mayOpen(guest string) bool {
	return l.Tables == 0 || may(l.opened, guest, hourly(l.Tables), l.Tables)
}

func (l *limits) mayCome(address netip.Addr) bool {
	return l.Guests == 0 || may(l.came, network(address), hourly(l.Guests), l.Guests)
}

func hourly(n int) rate.Limit { return rate.Every(time.Hour / time.Duration(n)) }

// network is what counts as one address: all of an IPv6 /64 belongs to one household.
func network(a netip.Addr) string {
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.String()
		}
	}
	return a.String()
}
