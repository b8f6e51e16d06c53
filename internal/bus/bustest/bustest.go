// Package bustest runs NATS servers for tests: real ones, joined to a cluster on
// loopback, each of which may be stopped and started again where it was.
//
// The package must never know what the messages mean, nor what the tests are about.
package bustest

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// patience is how long a server may take to start.
const patience = 30 * time.Second

// A Cluster is servers that pass on to each other what their clients publish. Safe for
// concurrent use.
type Cluster struct {
	mu    sync.Mutex
	nodes []node
}

type node struct {
	server         *server.Server // nil while it is stopped
	client, routes int            // ports, 0 before the first start
}

// New starts a cluster of n servers, which end with the test.
func New(tb testing.TB, n int) *Cluster {
	tb.Helper()
	c := &Cluster{nodes: make([]node, n)}
	tb.Cleanup(c.Close)
	for i := range n {
		if err := c.Start(i); err != nil {
			tb.Fatal(err)
		}
	}
	if err := c.Settle(); err != nil {
		tb.Fatal(err)
	}
	return c
}

// Start starts server i, at the addresses that it had before if it was stopped.
func (c *Cluster) Start(i int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := &c.nodes[i]
	if n.server != nil {
		return fmt.Errorf("bustest: server %d runs", i)
	}
	options := &server.Options{
		ServerName: fmt.Sprint("test-", i), Host: "127.0.0.1", Port: orAny(n.client), NoSigs: true, NoLog: true,
		Cluster: server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: orAny(n.routes)},
	}
	for k := range c.nodes {
		if other := c.nodes[k]; k != i && other.routes != 0 {
			options.Routes = append(options.Routes, &url.URL{Scheme: "nats", Host: fmt.Sprint("127.0.0.1:", other.routes)})
		}
	}
	s, err := server.NewServer(options)
	if err != nil {
		return fmt.Errorf("bustest: server %d: %w", i, err)
	}
	s.Start()
	if !s.ReadyForConnections(patience) {
		s.Shutdown()
		return fmt.Errorf("bustest: server %d is not ready after %v", i, patience)
	}
	info := s.PortsInfo(patience)
	if info == nil || len(info.Nats) == 0 || len(info.Cluster) == 0 {
		s.Shutdown()
		return fmt.Errorf("bustest: server %d listens nowhere", i)
	}
	n.server, n.client, n.routes = s, portOf(info.Nats[0]), portOf(info.Cluster[0])
	return nil
}

// orAny is a port, or the one that stands for any that is free.
func orAny(port int) int {
	if port == 0 {
		return server.RANDOM_PORT
	}
	return port
}

// portOf is the port of an address, 0 if there is none.
func portOf(address string) (port int) {
	_, _ = fmt.Sscan(address[strings.LastIndexByte(address, ':')+1:], &port)
	return port
}

// Settle waits until all servers that run know each other.
func (c *Cluster) Settle() error {
	deadline := time.Now().Add(patience)
	for !c.settled() {
		if time.Now().After(deadline) {
			return errors.New("bustest: the servers do not find each other")
		}
		time.Sleep(time.Millisecond)
	}
	return nil
}

func (c *Cluster) settled() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	var running []*server.Server
	for i := range c.nodes {
		if s := c.nodes[i].server; s != nil {
			running = append(running, s)
		}
	}
	for _, s := range running {
		if peers, err := s.Routez(nil); err != nil || remotes(peers) < len(running)-1 {
			return false
		}
	}
	return true
}

// remotes counts the servers at the other ends of routes.
func remotes(r *server.Routez) int {
	names := map[string]bool{}
	for _, route := range r.Routes {
		names[route.RemoteName] = true
	}
	return len(names)
}

// Stop ends server i and cuts all its connections.
func (c *Cluster) Stop(i int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.nodes[i].server; s != nil {
		s.Shutdown()
		s.WaitForShutdown()
		c.nodes[i].server = nil
	}
}

// Clients counts the connections to server i; 0 while it is stopped.
func (c *Cluster) Clients(i int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.nodes[i].server; s != nil {
		return s.NumClients()
	}
	return 0
}

// Close ends all servers.
func (c *Cluster) Close() {
	for i := range c.nodes {
		c.Stop(i)
	}
}

// URL is the addresses of all servers, as bus.Options has them.
func (c *Cluster) URL() string {
	var all []string
	for i := range c.nodes {
		all = append(all, c.URLOf(i))
	}
	return strings.Join(all, ",")
}

// URLOf is the address of server i.
func (c *Cluster) URLOf(i int) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return fmt.Sprint("nats://127.0.0.1:", c.nodes[i].client)
}

// Messages is how many messages the servers have been sent and have sent, to clients and
// to each other.
func (c *Cluster) Messages() (in, out int64, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, n := range c.nodes {
		if n.server == nil {
			continue
		}
		now, err := n.server.Varz(nil)
		if err != nil {
			return 0, 0, err
		}
		in, out = in+now.InMsgs, out+now.OutMsgs
	}
	return in, out, nil
}
