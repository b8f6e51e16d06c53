package serve

import (
	"container/list"
	"crypto/tls"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

// A crowd is all connections of a server. Each takes an open file, and a program that may
// open no more can let nobody in and can write nothing down. So before it comes to that,
// whoever has waited longest without asking for anything has to go: one who has connected
// and says nothing, or not all that makes a request; or, if there are none of those, who has
// been answered and stays.
type crowd struct {
	most int // connections; 0: any number
	log  *slog.Logger

	mu     sync.Mutex
	open   int
	silent list.List // of net.Conn that have not yet asked, who has waited longest first
	idle   list.List // of those that have been answered
	places map[net.Conn]place
	told   time.Time // when it was last logged that somebody had to go
}

// A place is one in a list.
type place struct {
	in *list.List
	at *list.Element
}

// tellEvery is how often it is logged that the house is full.
const tellEvery = time.Minute

func newCrowd(most int, log *slog.Logger) *crowd {
	return &crowd{most: most, log: log, places: map[net.Conn]place{}}
}

// around counts who comes by a listener.
func (c *crowd) around(l net.Listener) net.Listener { return &counting{l, c} }

// counting is a listener that counts.
type counting struct {
	net.Listener
	crowd *crowd
}

// Accept implements net.Listener.
func (l *counting) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	l.crowd.came()
	if tcp, ok := conn.(*net.TCPConn); ok {
		notForever(tcp)
		return &countedTCP{TCPConn: tcp, crowd: l.crowd}, nil
	}
	return &counted{Conn: conn, crowd: l.crowd}, nil
}

// countedTCP is a connection that counts itself out, and can do all that a TCP connection
// can.
type countedTCP struct {
	*net.TCPConn
	crowd *crowd
	once  sync.Once
}

// Close implements net.Conn.
func (c *countedTCP) Close() error {
	c.once.Do(c.crowd.went)
	return c.TCPConn.Close()
}

// counted is any other connection that does.
type counted struct {
	net.Conn
	crowd *crowd
	once  sync.Once
}

// Close implements net.Conn.
func (c *counted) Close() error {
	c.once.Do(c.crowd.went)
	return c.Conn.Close()
}

func (c *crowd) came() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open++
}

func (c *crowd) went() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open--
}

// leave takes a connection out of the lists. The caller holds mu.
func (c *crowd) leave(conn net.Conn) {
	if p, ok := c.places[conn]; ok {
		p.in.Remove(p.at)
		delete(c.places, conn)
	}
}

// changed is http.Server's ConnState.
func (c *crowd) changed(conn net.Conn, state http.ConnState) {
	if c.most == 0 {
		return
	}
	var out net.Conn
	c.mu.Lock()
	c.leave(conn)
	switch state {
	case http.StateNew:
		c.places[conn] = place{&c.silent, c.silent.PushBack(conn)}
	case http.StateIdle:
		c.places[conn] = place{&c.idle, c.idle.PushBack(conn)}
	}
	if state == http.StateNew && c.open > c.most {
		from := c.silent.Front() // at worst who has just come
		if c.silent.Len() == 1 && c.idle.Len() > 0 {
			from = c.idle.Front()
		}
		out = from.Value.(net.Conn)
		c.leave(out)
	}
	tell := out != nil && time.Since(c.told) > tellEvery
	if tell {
		c.told = time.Now()
	}
	c.mu.Unlock()
	if tell {
		c.log.Warn("nearly all files that may be open are; who has waited longest without asking for anything has to go",
			"connections", c.most)
	}
	if out == nil {
		return
	}
	if secure, ok := out.(*tls.Conn); ok {
		out = secure.NetConn() // without a last word, for which it might have to wait
	}
	_ = out.Close()
}
