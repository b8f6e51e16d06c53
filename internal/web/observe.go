package web

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/logs"
)

// requestHeader has the id of a request, in answers and from proxies.
const requestHeader = "X-Request-Id"

// How long the id of a request may be that a proxy gives.
const leastRequestID, mostRequestID = 8, 64

// requestID is what a request is known by in the log, to its trace and to whoever made
// it: what a trusted proxy says, if that is well-formed, or a new id. Strangers do not
// choose ids: theirs could be those of others, or be made to mislead who reads the log.
func (s *Server) requestID(r *http.Request) string {
	if said := r.Header.Get(requestHeader); said != "" && s.trusts(r) && isRequestID(said) {
		return said
	}
	const digits = "0123456789abcdef"
	var id [16]byte
	for i, n := 0, rand.Uint64(); i < len(id); i, n = i+1, n>>4 {
		id[i] = digits[n&15]
	}
	return string(id[:])
}

// isRequestID reports whether a text can stand in a log and on a page as it is.
func isRequestID(text string) bool {
	if len(text) < leastRequestID || len(text) > mostRequestID {
		return false
	}
	return strings.IndexFunc(text, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_' && r != '.'
	}) < 0
}

// observe gives each request an id, counts and measures it, and traces and logs it where
// that is asked for. It is known by the pattern that answered it, so that no id becomes a
// label.
func (s *Server) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		id := s.requestID(r)
		w.Header()[requestHeader] = []string{id}
		ctx := logs.With(r.Context(), slog.String("request", id))
		ctx, span := s.traceRequest(ctx, r)
		r = r.WithContext(ctx)
		answer := &counted{ResponseWriter: w}
		next.ServeHTTP(answer, r)
		route := r.Pattern
		if route == "" {
			route = "none"
		}
		if answer.status == 0 {
			answer.status = http.StatusOK
		}
		took := time.Since(began)
		s.counts.answered(route, answer.status, took)
		if span != nil {
			span.Name(route)
			span.Say("http.route", route)
			span.Say("http.request.method", r.Method)
			span.Say("saloon.request", id)
			span.Count("http.response.status_code", int64(answer.status))
			span.End(nil)
		}
		if s.cfg.LogRequests {
			s.logRequest(r, route, answer.status, took)
		}
	})
}

// logRequest writes a request down: neither its address, which may have what is secret,
// nor who asks.
func (s *Server) logRequest(r *http.Request, route string, status int, took time.Duration) {
	attrs := []slog.Attr{
		slog.String("method", r.Method), slog.String("route", route), slog.Int("status", status),
		slog.Int64("us", took.Microseconds()),
	}
	if id := tableOf(r); id != "" {
		attrs = append(attrs, slog.String("table", id))
	}
	s.log.LogAttrs(r.Context(), slog.LevelInfo, "request", attrs...)
}

// tableOf is the id of the table that a request is about, "" for none.
func tableOf(r *http.Request) string {
	if !strings.Contains(r.Pattern, " /t/{id}") {
		return ""
	}
	return r.PathValue("id")
}

// traceRequest begins the span of a request; nil where nobody traces. What a proxy says
// of the trace that it is part of counts if the proxy is trusted. A stranger's is passed
// over: they could have everything they do recorded, or put it into others' traces.
func (s *Server) traceRequest(ctx context.Context, r *http.Request) (context.Context, house.Span) {
	if s.cfg.Tracer == nil || isStream(r.URL.Path) {
		return ctx, nil
	}
	parent := ""
	if s.trusts(r) {
		parent = r.Header.Get("Traceparent")
	}
	ctx, span := s.cfg.Tracer.Join(ctx, parent, r.Method, time.Time{})
	if trace := traceID(s.cfg.Tracer.Parent(ctx)); trace != "" {
		ctx = logs.With(ctx, slog.String("trace", trace))
	}
	return ctx, span
}

// traceUpdate begins the span of an update that is sent for news which somebody traces;
// no tracer and no span for other news.
func (s *Server) traceUpdate(ctx context.Context, news *heard) (context.Context, house.Tracer, house.Span) {
	if news == nil || s.cfg.Tracer == nil {
		ctx, span := house.Begin(ctx, nil, "")
		return ctx, nil, span
	}
	ctx, span := s.cfg.Tracer.Join(ctx, news.parent, "patch", news.at)
	return ctx, s.cfg.Tracer, span
}

// isStream reports whether what is at a path goes on for hours.
func isStream(path string) bool { return strings.HasSuffix(path, "/live") }

// traceID is the trace of a traceparent.
func traceID(parent string) string {
	_, rest, _ := strings.Cut(parent, "-")
	id, _, _ := strings.Cut(rest, "-")
	return id
}

// classOf is which of a few kinds a route belongs to, "" for those that are not measured.
func classOf(route string) string {
	method, path, found := strings.Cut(route, " ")
	switch {
	case !found:
		return "none"
	case isStream(path):
		return ""
	case route == "POST /t/{id}/{verb}":
		return "move"
	case method == http.MethodPost:
		return "form"
	case route == "GET /t/{id}":
		return "table"
	case strings.HasPrefix(path, "/static/"):
		return "static"
	}
	return "page"
}

// answered counts a request and measures it.
func (c *counts) answered(route string, status int, took time.Duration) {
	c.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
	if class := classOf(route); class != "" {
		c.took.WithLabelValues(class, strconv.Itoa(status/100)+"xx").Observe(took.Seconds())
	}
}

// pending is what a stream has heard of a table and not shown yet.
type pending struct {
	// seq is the greatest number that the log is known to have reached, 0 once it was looked
	// at. Where another process has added to it, what is in memory here has not got there.
	seq atomic.Int64
	// first is when the first entry was kept that is not shown yet, in microseconds since
	// 1970 times Origins, and how that is known; 0 if nothing is to be measured.
	first atomic.Int64
	trace atomic.Pointer[heard]
}

// heard is news that somebody traces.
type heard struct {
	parent string
	at     time.Time
}

// hear takes in that a table has grown.
func (p *pending) hear(n house.News) {
	for seq := p.seq.Load(); seq < n.Seq; seq = p.seq.Load() {
		if p.seq.CompareAndSwap(seq, n.Seq) {
			break
		}
	}
	if !n.At.IsZero() {
		p.first.CompareAndSwap(0, n.At.UnixMicro()*int64(house.Origins)+int64(n.From))
	}
	if n.Trace != "" {
		p.trace.Store(&heard{n.Trace, time.Now()})
	}
}

// shown measures how long it took until an update was written. It need not be the update
// for what was heard first, where more happened at that very moment.
func (s *Server) shown(first int64) {
	if first == 0 {
		return
	}
	lag := s.now().Sub(time.UnixMicro(first / int64(house.Origins)))
	if lag < 0 {
		s.counts.ahead.Inc()
		lag = 0
	}
	s.counts.fanout[first%int64(house.Origins)].Observe(lag.Seconds())
}
