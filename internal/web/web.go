// Package web shows the house's tables in browsers: pages, the streams that keep
// them true, and the forms that moves come in by.
//
// A page is drawn from a [house.Scene], which has only what one person may see, and
// from nothing else; the stream draws the same parts again when the table's log has
// grown. So a page that comes back after any absence is right at once, and a page
// without scripts is right after a reload.
//
// The package must never know SQL, the store or the bus, nor a rule of a game.
package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/game/catalog"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/asset"
	"github.com/saloon-games/saloon/internal/web/board"
	"github.com/saloon-games/saloon/internal/web/board/raincheck"
	"github.com/saloon-games/saloon/internal/web/board/texas"
	"github.com/saloon-games/saloon/internal/web/guide"
	"github.com/saloon-games/saloon/internal/web/offline"
	"github.com/saloon-games/saloon/internal/web/pads"
	"github.com/saloon-games/saloon/internal/web/replay"
)

// Config is what a Server is made of. Zero values mean what is said.
type Config struct {
	House *house.House // must be there
	// Base is the path under which a proxy shows the house, "" or like "/saloon".
	Base string
	// URL is where people reach the house, without Base: "https://cards.example.org".
	// "": what the request says.
	URL string
	Log *slog.Logger // nil: nothing is logged
	// Limits are how much one guest or one address may ask for; zero values: anything.
	Limits Limits
	// Trusted are the proxies whose X-Forwarded-For, X-Forwarded-Proto, X-Request-Id and
	// traceparent count.
	Trusted []netip.Prefix
	// Secure says that people come over TLS, also where the requests do not show it.
	Secure bool
	// LogRequests has a line logged for each request, at level info.
	LogRequests bool
	// Tracer traces what requests set off; nil: nobody does.
	Tracer house.Tracer
	// Metrics takes what is counted; nil: nothing is.
	Metrics prometheus.Registerer
	// BotPause and DealPause are the settings of new tables; 0: no pause.
	BotPause, DealPause time.Duration
	// Clock is what the house's clock is; nil: time.Now.
	Clock func() time.Time
	// Beat is how often a stream shows that it lives; 0: 10 s.
	Beat time.Duration
}

// The pauses of new tables, unless a host says otherwise.
const (
	UsualBotPause  = 900 * time.Millisecond
	UsualDealPause = 12 * time.Second
)

// Server answers browsers. Safe for concurrent use.
type Server struct {
	cfg     Config
	house   *house.House
	log     *slog.Logger
	handler http.Handler
	kinds   map[string]kind
	levels  []string // of bots, the best last
	guests  guests
	limits  limits
	streams streams
	counts  counts
}

// New returns a server that shows a house.
func New(cfg Config) (*Server, error) {
	if cfg.House == nil {
		return nil, errors.New("web: there is no house to show")
	}
	if err := checkAddresses(cfg.Base, cfg.URL); err != nil {
		return nil, err
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Beat == 0 {
		cfg.Beat = 10 * time.Second
	}
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	s := &Server{cfg: cfg, house: cfg.House, log: cfg.Log, kinds: map[string]kind{}, levels: bot.Levels()}
	for _, b := range []board.Board{texas.New(), raincheck.New()} {
		rules, err := catalog.ByName(b.Game())
		if err != nil {
			return nil, fmt.Errorf("web: %w", err)
		}
		s.kinds[b.Game()] = kind{rules, b}
	}
	s.guests.init()
	s.limits.init(cfg.Limits)
	s.streams.init()
	if err := s.counts.init(cfg.Metrics, &s.streams); err != nil {
		return nil, err
	}
	s.handler = s.guard(s.routes())
	cfg.House.WatchPeople(s.heed) // as long as the house is there
	return s, nil
}

// checkAddresses refuses what the links of pages could not be made of.
func checkAddresses(base, public string) error {
	if base != "" && (base[0] != '/' || strings.HasSuffix(base, "/") || strings.ContainsAny(base, "?#\\\"<> ") || strings.Contains(base, "//")) {
		return errors.New(`web: a base path is empty or like "/saloon", without a slash at its end`)
	}
	if public == "" {
		return nil
	}
	u, err := url.Parse(public)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Path != "" || u.RawQuery != "" || u.Fragment != "" {
		return errors.New(`web: a public address is like "https://cards.example.org", without a path`)
	}
	return nil
}

// ServeHTTP implements http.Handler. The request's path begins with the base path.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Shutdown tells all streams to come back in a moment, to whoever answers then, and
// returns when they have ended or the context has. No new ones begin.
func (s *Server) Shutdown(ctx context.Context) error { return s.streams.end(ctx) }

// now is the house's time.
func (s *Server) now() time.Time { return s.cfg.Clock() }

// routes lists what there is, without the base path.
func (s *Server) routes() *http.ServeMux {
	mux := http.NewServeMux()
	boards := map[string]board.Board{}
	for name, k := range s.kinds {
		boards[name] = k.board
	}
	mux.HandleFunc("GET /{$}", s.front)
	mux.HandleFunc("POST /play", s.play)
	mux.HandleFunc("POST /new", s.open)
	mux.HandleFunc("GET /join", s.join)
	mux.HandleFunc("GET /j/{code}", s.join)
	mux.HandleFunc("GET /t/{id}", s.table)
	mux.HandleFunc("GET /t/{id}/qr.svg", s.picture)
	mux.HandleFunc("POST /t/{id}/{verb}", s.command)
	// The address of a form that was refused: whoever reloads it gets where it stands.
	mux.HandleFunc("GET /t/{id}/{verb}", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, s.cfg.Base+"/t/"+r.PathValue("id"), http.StatusSeeOther)
	})
	home := func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, s.cfg.Base+"/", http.StatusSeeOther)
	}
	mux.HandleFunc("GET /play", home)
	mux.HandleFunc("GET /new", home)
	mux.HandleFunc("GET /settings", s.settings)
	mux.HandleFunc("POST /settings", s.saveSettings)
	mux.HandleFunc("GET /live", s.live)
	mux.HandleFunc("HEAD /live", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream") // a stream without a body is none
	})
	mux.Handle("GET /static/", http.StripPrefix("/static/", http.HandlerFunc(asset.ServeHTTP)))
	mux.HandleFunc("GET /manifest.webmanifest", s.manifest)
	mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, asset.URL(s.cfg.Base, "icon.svg"), http.StatusFound)
	})
	kept := guide.Register(mux, guide.Config{Shell: s.shell, Fail: s.fail, Boards: boards})
	kept = append(kept, pads.Register(mux, pads.Config{
		House: s.house, Shell: s.shell, Fail: s.fail, Enter: s.enterPad, Beat: s.cfg.Beat,
		QR: func(w http.ResponseWriter, r *http.Request, path string) { s.drawLink(w, r, s.full(r, path)) },
	})...)
	offline.Register(mux, offline.Config{Base: s.cfg.Base, Shell: s.shell, Fail: s.fail, Kept: kept, Games: s.games(), Levels: s.levels}, mux)
	replay.Register(mux, replay.Config{
		Record: s.house.Record,
		Scene: func(ctx context.Context, id string) (house.Scene, error) {
			return s.house.Scene(ctx, id, "", house.Latest)
		},
		Shell: s.shell, Link: s.full, Fail: s.fail, Boards: boards,
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { s.fail(w, r, errNoPage) })
	return mux
}

// enterPad counts the stream of a pad, which ends with all others.
func (s *Server) enterPad(r *http.Request) (ending context.Context, leave func(), err error) {
	leave, err = s.streams.enter(s.limits.Limits, "", s.address(r))
	if errors.Is(err, errStreams) {
		err = s.denied(r, errStreams)
	}
	return s.streams.ending, leave, err
}
