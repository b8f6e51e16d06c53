package serve

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// How long somebody may take. There is no limit for answers: a stream goes on for
// hours, and whoever writes one sets a deadline for each piece.
const (
	headerTime = 10 * time.Second  // to send a request's header
	bodyTime   = 30 * time.Second  // to send its body after that
	idleTime   = 150 * time.Second // between two requests; more than proxies keep a connection
	mostHeader = 32 << 10          // bytes
)

// Config is what a Server is made of.
type Config struct {
	Handler http.Handler
	// Drain asks the requests that do not end by themselves to end, and waits until
	// they have or the context has; nil: there are none. It is called when no new
	// connections come any more.
	Drain func(context.Context) error
	TLS   *tls.Config  // nil: plain HTTP; else HTTP/2 too
	Log   *slog.Logger // nil: nothing is logged
	// MaxOpen is how many connections there may be at once; 0: nearly as many as this
	// program may have files open. Beyond it, who has waited longest without asking for
	// anything is shown out for each who comes.
	MaxOpen int
}

// Server runs a handler.
type Server struct {
	http  http.Server
	crowd *crowd
	drain func(context.Context) error
}

// New returns a server.
func New(cfg Config) *Server {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.MaxOpen == 0 {
		cfg.MaxOpen = mostConnections()
	}
	crowd := newCrowd(cfg.MaxOpen, cfg.Log)
	return &Server{
		drain: cfg.Drain,
		crowd: crowd,
		http: http.Server{
			Handler:           slowBodies(cfg.Handler),
			TLSConfig:         cfg.TLS,
			ReadHeaderTimeout: headerTime,
			IdleTimeout:       idleTime,
			MaxHeaderBytes:    mostHeader,
			ErrorLog:          errorLog(cfg.Log),
			ConnState:         crowd.changed,
		},
	}
}

// Serve answers those who come to a listener, which it closes, until Shutdown or
// Close. It returns nil then.
func (s *Server) Serve(l net.Listener) error {
	var err error
	at := l.Addr()
	l = s.crowd.around(l)
	if s.http.TLSConfig != nil {
		err = s.http.ServeTLS(l, "", "")
	} else {
		err = s.http.Serve(l)
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return fmt.Errorf("serving at %s: %w", at, err)
}

// Shutdown closes the listener, has the long requests end and waits until all have
// ended. When the context is done first it closes what is left, and returns an
// error.
func (s *Server) Shutdown(ctx context.Context) error {
	ended := make(chan error, 1)
	closed := make(chan struct{})
	s.http.RegisterOnShutdown(func() { close(closed) })
	go func() { ended <- s.http.Shutdown(ctx) }()
	<-closed // whoever is told to come back does not come back here
	var err error
	if s.drain != nil {
		err = s.drain(ctx)
	}
	return errors.Join(err, <-ended, s.http.Close())
}

// slowBodies sets a deadline for the bodies of requests. It cannot be the server's
// ReadTimeout: that would end streams, too.
func slowBodies(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body != nil && r.Body != http.NoBody {
			// A writer that knows no deadlines is that of a test.
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTime))
		}
		h.ServeHTTP(w, r)
	})
}

// errorLog takes what net/http has to say. That somebody knocked who does not speak
// TLS, as scanners do all day, is for who debugs.
func errorLog(l *slog.Logger) *log.Logger { return log.New(&errorWriter{l}, "", 0) }

type errorWriter struct{ log *slog.Logger }

// Write implements io.Writer.
func (w *errorWriter) Write(line []byte) (int, error) {
	level := slog.LevelWarn
	if bytes.HasPrefix(line, []byte("http: TLS handshake error")) {
		level = slog.LevelDebug
	}
	w.log.Log(context.Background(), level, string(bytes.TrimSpace(line)))
	return len(line), nil
}
