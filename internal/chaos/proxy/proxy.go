// Package proxy is a link between two programs that can be spoiled while they use it: cut,
// held up, made slow, or made to lose all that comes back.
//
// The package must never know what is said over it.
package proxy

import (
	"errors"
	"fmt"
	"net"
	"sync"
	"time"
)

// Mode is the state of a link.
type Mode int

// The states that there are. Whatever was open when a link leaves Swallow or Cut is
// closed then, for bytes of it are missing.
const (
	Pass    Mode = iota // all goes through
	Cut                 // what is open is closed, what comes is closed at once
	Stall               // nothing moves in either direction, and nothing is closed
	Swallow             // what is asked gets through, and what is answered never comes
	Slow                // each piece takes longer, see Delay
)

// String returns the mode's word.
func (m Mode) String() string {
	return [...]string{"pass", "cut", "stall", "swallow", "slow"}[m]
}

// usually is how long a piece takes on a slow link, each way, unless somebody says otherwise.
const usually = 150 * time.Millisecond

// A Proxy is a link: who connects to Address is connected to the target. Safe for
// concurrent use.
type Proxy struct {
	listener net.Listener
	working  sync.WaitGroup

	mu      sync.Mutex
	changed chan struct{} // closed when mode changes
	mode    Mode
	delay   time.Duration
	network string // of the target, "" while there is none
	address string
	open    map[net.Conn]struct{}
	closed  bool
}

// Open opens a link that leads nowhere yet: it takes nobody until [Proxy.Lead].
func Open() (*Proxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("proxy: %w", err)
	}
	p := &Proxy{listener: l, changed: make(chan struct{}), delay: usually, open: map[net.Conn]struct{}{}}
	p.working.Go(p.accept)
	return p, nil
}

// Address is where to connect to, as host and port.
func (p *Proxy) Address() string { return p.listener.Addr().String() }

// Lead says where the link leads from now on: a network and an address as net.Dial takes
// them.
func (p *Proxy) Lead(network, address string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.network, p.address = network, address
}

// Delay says how long each piece takes each way while the link is slow.
func (p *Proxy) Delay(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.delay = d
}

// Set puts the link into a state.
func (p *Proxy) Set(m Mode) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if m == Cut || p.mode == Swallow || p.mode == Cut {
		for c := range p.open {
			_ = c.Close()
		}
	}
	p.mode = m
	close(p.changed)
	p.changed = make(chan struct{})
}

// Close closes the link and all that is open on it, and returns when nothing is left.
func (p *Proxy) Close() error {
	err := p.listener.Close()
	p.mu.Lock()
	p.closed = true
	for c := range p.open {
		_ = c.Close()
	}
	close(p.changed)
	p.changed = make(chan struct{})
	p.mu.Unlock()
	p.working.Wait()
	return err
}

func (p *Proxy) accept() {
	for {
		c, err := p.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			time.Sleep(time.Millisecond) // too many open files, say: others will close some
			continue
		}
		p.working.Go(func() { p.connect(c) })
	}
}

// keep takes a connection into the list of those that can be cut.
func (p *Proxy) keep(c net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || p.mode == Cut {
		return false
	}
	p.open[c] = struct{}{}
	return true
}

func (p *Proxy) drop(c net.Conn) {
	_ = c.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.open, c)
}

// connect carries a connection until either end closes it.
func (p *Proxy) connect(from net.Conn) {
	defer p.drop(from)
	if !p.keep(from) || !p.pass() {
		return
	}
	p.mu.Lock()
	network, address := p.network, p.address
	p.mu.Unlock()
	if network == "" {
		return
	}
	to, err := net.DialTimeout(network, address, 5*time.Second)
	if err != nil {
		return
	}
	defer p.drop(to)
	if !p.keep(to) {
		return
	}
	done := make(chan struct{}, 2)
	go func() { p.carry(from, to, false); done <- struct{}{} }()
	go func() { p.carry(to, from, true); done <- struct{}{} }()
	<-done
	_ = from.Close()
	_ = to.Close()
	<-done
}

// A piece is what was read at once, and when.
type piece struct {
	data []byte
	at   time.Time
}

// carry copies what comes from one end to the other, as far as the link lets it. Pieces
// that are slow are so side by side: a slow link is far, and not narrow.
func (p *Proxy) carry(from, to net.Conn, back bool) {
	pieces, over := make(chan piece, 64), make(chan struct{})
	defer close(over)
	go func() {
		defer close(pieces)
		buf := make([]byte, 16<<10)
		for {
			n, err := from.Read(buf)
			if n > 0 {
				select {
				case pieces <- piece{append([]byte(nil), buf[:n]...), time.Now()}:
				case <-over:
					return
				}
			}
			if err != nil {
				return
			}
		}
	}()
	for next := range pieces {
		if !p.pass() {
			return
		}
		switch mode, delay := p.now(); {
		case mode == Swallow && back:
			continue
		case mode == Slow:
			time.Sleep(time.Until(next.at.Add(delay)))
		}
		if _, err := to.Write(next.data); err != nil {
			return
		}
	}
	p.pass() // a stalled link does not tell that somebody has gone, either
}

func (p *Proxy) now() (Mode, time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.mode, p.delay
}

// pass waits while the link is stalled, and reports whether it is there afterwards.
func (p *Proxy) pass() bool {
	for {
		p.mu.Lock()
		mode, changed, closed := p.mode, p.changed, p.closed
		p.mu.Unlock()
		if closed || mode == Cut {
			return false
		}
		if mode != Stall {
			return true
		}
		<-changed
	}
}
