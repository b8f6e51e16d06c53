// Package bus carries short messages between the processes of one saloon: to all
// who have subscribed to a subject and are there at that moment. It is NATS, either
// a server inside this process or a cluster elsewhere.
//
// Messages may be lost (a connection that is down, a reader that is too slow) and
// those of two senders may arrive in any order. Nothing may depend on them but how
// soon somebody looks again.
//
// The package must never know what the messages mean.
package bus

import (
	"errors"
	"fmt"
	"log/slog"
	neturl "net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

const (
	// mostWaiting is how many messages wait for those who have subscribed; what
	// comes beyond is lost.
	mostWaiting = 16_384
	// patience is how long starting, ending and a look at the health may take.
	patience = 5 * time.Second
	// retry is how long it takes until another attempt to connect, about.
	retry = time.Second
	// ping is how often a server is asked whether it is there. One that is silent for
	// twice as long is given up for another.
	ping = 5 * time.Second
)

// ErrClosed is returned by a bus that was closed.
var ErrClosed = errors.New("bus: closed")

// Options say where the bus is.
type Options struct {
	// URL is where the NATS servers are, several of them separated by commas; ""
	// for a server of this process, which listens nowhere.
	URL string
	// Log is told of connections that are lost and found, without anything that is
	// secret in an address; nil: nobody is told.
	Log *slog.Logger
}

// A Bus is a connection to all who use the same servers. Safe for concurrent use.
type Bus struct {
	conn   *nats.Conn
	server *server.Server // nil for one elsewhere

	// One goroutine hands out all messages, so that a subscription costs no
	// goroutine of its own.
	arrived chan *nats.Msg
	done    chan struct{} // closed to end that goroutine
	ended   chan struct{} // closed by it

	mu   sync.RWMutex
	got  map[*nats.Subscription]func(data []byte) // nil once closed
	last sync.Once
}

// Open connects. With a URL it does not wait for the servers: it tries again for
// ever, and what is published meanwhile is kept, up to some megabytes. Errors are a
// URL that cannot be read and a server of this process that does not start.
func Open(opts Options) (*Bus, error) {
	if opts.URL != "" {
		if _, err := CheckURL(opts.URL); err != nil {
			return nil, fmt.Errorf("bus: %w", err)
		}
		return join(opts.URL, telling(opts.Log)...)
	}
	s, err := embedded()
	if err != nil {
		return nil, err
	}
	b, err := join("", nats.InProcessServer(s))
	if err != nil {
		s.Shutdown()
		return nil, err
	}
	b.server = s
	return b, nil
}

// CheckURL refuses what are not addresses of NATS servers, and reports whether something
// in them is secret: a user with a password, or a token. An error never has an address in
// it.
func CheckURL(url string) (secret bool, err error) {
	list := strings.Split(url, ",")
	for i, one := range list {
		one = strings.TrimSpace(one)
		if !strings.Contains(one, "://") {
			one = "nats://" + one
		}
		u, err := neturl.Parse(one)
		if err != nil || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme) || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" {
			return false, fmt.Errorf("address %d of %d is none of a NATS server; want nats://HOST or tls://HOST, several with commas between them", i+1, len(list))
		}
		secret = secret || u.User != nil
	}
	return secret, nil
}

// telling has a log told of what happens to a connection.
func telling(log *slog.Logger) []nats.Option {
	if log == nil {
		return nil
	}
	return []nats.Option{
		nats.DisconnectErrHandler(func(c *nats.Conn, err error) {
			if !c.IsClosed() {
				log.Warn("the bus is lost; other processes hear of changes late", "err", err)
			}
		}),
		nats.ReconnectHandler(func(c *nats.Conn) { log.Info("the bus is back", "server", c.ConnectedServerName()) }),
	}
}

// embedded starts a server that only this process reaches.
func embedded() (*server.Server, error) {
	s, err := server.NewServer(&server.Options{
		ServerName: "saloon",
		DontListen: true,
		NoSigs:     true,
		NoLog:      true,
		// Nobody manages or counts it from outside.
		NoSystemAccount: true,
		// A client that does not read is cut off with so much in memory.
		MaxPending: 8 << 20,
		MaxPayload: 64 << 10,
	})
	if err != nil {
		return nil, fmt.Errorf("bus: a server of our own: %w", err)
	}
	s.Start()
	if !s.ReadyForConnections(patience) {
		s.Shutdown()
		return nil, fmt.Errorf("bus: a server of our own was not ready within %v", patience)
	}
	return s, nil
}

// join returns a bus that is connected to the servers at the URL, or to another as
// the options say.
func join(url string, more ...nats.Option) (*Bus, error) {
	options := append([]nats.Option{
		nats.Name("saloon"),
		nats.NoEcho(),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(retry),
		nats.RetryOnFailedConnect(true),
		nats.Timeout(patience),
		nats.PingInterval(ping),
		nats.MaxPingsOutstanding(2),
		nats.IgnoreAuthErrorAbort(), // whoever mends a password need not start everything again
		// Quiet: whoever wants to know asks for Healthy.
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}),
	}, more...)
	conn, err := nats.Connect(url, options...)
	if unread, ok := errors.AsType[*neturl.Error](err); ok {
		err = unread.Err // without the address, which may have a password
	}
	if err != nil {
		return nil, fmt.Errorf("bus: connect: %w", err)
	}
	b := &Bus{
		conn:    conn,
		arrived: make(chan *nats.Msg, mostWaiting),
		done:    make(chan struct{}),
		ended:   make(chan struct{}),
		got:     map[*nats.Subscription]func([]byte){},
	}
	go b.handOut()
	return b, nil
}

// Publish sends data to all others who have subscribed to the subject, not to this
// bus's own subscriptions. It does not wait for them. Subjects are words joined by
// dots; the data are not kept and may be changed afterwards.
func (b *Bus) Publish(subject string, data []byte) error {
	err := b.conn.Publish(subject, data)
	if err != nil && !errors.Is(err, nats.ErrReconnectBufExceeded) { // then it is lost, as messages may be
		return fmt.Errorf("bus: publish to %q: %w", subject, known(err))
	}
	return nil
}

// known is an error of the connection as callers know it.
func known(err error) error {
	if errors.Is(err, nats.ErrConnectionClosed) || errors.Is(err, nats.ErrConnectionDraining) {
		return ErrClosed
	}
	return err
}

// Subscribe has got called with the data of each message that others publish to the
// subject, one at a time, until cancel is called; it may be called once more while
// cancel runs. All subscriptions of a bus share one goroutine, so got must be quick
// and must not keep the data. While there is no connection Subscribe succeeds, too.
func (b *Bus) Subscribe(subject string, got func(data []byte)) (cancel func(), err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.got == nil {
		return nil, ErrClosed
	}
	s, err := b.conn.ChanSubscribe(subject, b.arrived)
	if err != nil {
		return nil, fmt.Errorf("bus: subscribe to %q: %w", subject, known(err))
	}
	b.got[s] = got
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if _, there := b.got[s]; there {
			delete(b.got, s)
			_ = s.Unsubscribe() // fails only if the connection is closed
		}
	}, nil
}

// handOut hands out messages until the bus is closed.
func (b *Bus) handOut() {
	defer close(b.ended)
	for {
		select {
		case m := <-b.arrived:
			b.handOver(m)
		case <-b.done:
			for len(b.arrived) > 0 {
				b.handOver(<-b.arrived)
			}
			return
		}
	}
}

func (b *Bus) handOver(m *nats.Msg) {
	b.mu.RLock()
	got := b.got[m.Sub]
	b.mu.RUnlock()
	if got != nil {
		got(m.Data)
	}
}

// Connected reports whether there is a connection, without asking the other end.
func (b *Bus) Connected() bool { return b.conn.IsConnected() }

// Healthy returns nil if there is a connection and the server at its end answers,
// within five seconds.
func (b *Bus) Healthy() error {
	if s := b.conn.Status(); s != nats.CONNECTED {
		if err := b.conn.LastError(); err != nil {
			return fmt.Errorf("bus: not connected: %s, %w", s, known(err))
		}
		return fmt.Errorf("bus: not connected: %s", s)
	}
	if err := b.conn.FlushTimeout(patience); err != nil {
		return fmt.Errorf("bus: no answer: %w", known(err))
	}
	return nil
}

// Close sends what was published, hands out what has arrived and ends the
// connection, and the server if it is one of this process; all within some seconds.
// Calling it again does nothing.
func (b *Bus) Close() error {
	var err error
	b.last.Do(func() {
		if b.conn.IsConnected() {
			err = b.conn.FlushTimeout(patience)
		}
		b.conn.Close()
		close(b.done)
		<-b.ended
		b.mu.Lock()
		b.got = nil
		b.mu.Unlock()
		if b.server != nil {
			b.server.Shutdown()
			b.server.WaitForShutdown()
		}
	})
	if err != nil {
		return fmt.Errorf("bus: close: %w", err)
	}
	return nil
}
