package chaos

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"github.com/saloon-games/saloon/internal/chaos/faults"
	"github.com/saloon-games/saloon/internal/chaos/proxy"
	"github.com/saloon-games/saloon/internal/store/sqlstore/pgtest"
)

// A site is all that a house runs on, with a link that can be spoiled between any two
// programs.
type site struct {
	Config
	postgres *pgtest.Server
	address  string // of the database, for who judges
	servers  []*process
	nodes    []*process // of people, then those that only think
	doors    []*proxy.Proxy

	order []faults.Target // in which they were made
	links map[string]*proxy.Proxy
	procs map[string]*process
	held  map[string]*sync.Mutex // by target; held while it has a fault

	mu     sync.Mutex
	heard  map[string]string // where the servers listen
	wrongs []string
}

// The database's name among targets.
const databaseName = "postgres"

// open starts everything and waits until it is ready. What it returns must be closed,
// also with an error.
func open(ctx context.Context, c Config) (*site, error) {
	s := &site{
		Config: c, links: map[string]*proxy.Proxy{}, procs: map[string]*process{}, held: map[string]*sync.Mutex{},
		heard: map[string]string{},
	}
	for _, step := range []func(context.Context) error{s.openPostgres, s.openServers, s.openNodes} {
		if err := step(ctx); err != nil {
			return s, err
		}
	}
	return s, nil
}

// target takes something into the list of what can be broken.
func (s *site) target(name string, kind faults.Kind) {
	s.order = append(s.order, faults.Target{Name: name, Kind: kind})
	s.held[name] = &sync.Mutex{}
}

// targets are all that can be broken.
func (s *site) targets() []faults.Target { return s.order }

// link makes a link with a name.
func (s *site) link(name string, kind faults.Kind) (*proxy.Proxy, error) {
	p, err := proxy.Open()
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.links[name] = p
	if server := name[strings.LastIndexByte(name, ' ')+1:]; s.heard[server] != "" {
		p.Lead("tcp", s.heard[server])
	}
	s.target(name, kind)
	return p, nil
}

func (s *site) openPostgres(ctx context.Context) (err error) {
	if s.postgres, err = pgtest.Start(); err != nil {
		return err
	}
	s.target(databaseName, faults.Database)
	s.address, err = s.postgres.Create(ctx)
	return err
}

// openServers starts the NATS servers, each of which reaches the others by links.
func (s *site) openServers(context.Context) error {
	var routes []*proxy.Proxy
	for i := range s.Servers {
		route, err := s.link(fmt.Sprintf("others to nats-%d", i+1), faults.SideLink)
		if err != nil {
			return err
		}
		routes = append(routes, route)
	}
	for i := range s.Servers {
		name := fmt.Sprintf("nats-%d", i+1)
		o := clusterOptions{Name: name, Advertise: routes[i].Address()}
		for k, route := range routes {
			if k != i {
				o.Routes = append(o.Routes, "nats://"+route.Address())
			}
		}
		if _, err := serverCommand(o); err != nil {
			return err
		}
		p, err := start(s.Dir, name, func() *exec.Cmd { c, _ := serverCommand(o); return c }, func(line []byte) bool {
			var a addresses
			if json.Unmarshal(line, &a) != nil || a.Ready == "" {
				return false
			}
			routes[i].Lead("tcp", a.Cluster)
			s.lead(name, a.Ready)
			return true
		})
		if err != nil {
			return err
		}
		s.servers, s.procs[name] = append(s.servers, p), p
		s.target(name, faults.Process)
	}
	return untilReady(s.servers)
}

// lead has all links to a server lead to where it listens now.
func (s *site) lead(server, address string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.heard[server] = address
	for name, link := range s.links {
		if strings.HasSuffix(name, " to "+server) && !strings.HasPrefix(name, "others") {
			link.Lead("tcp", address)
		}
	}
}

func untilReady(list []*process) error {
	for _, p := range list {
		if err := p.untilReady(); err != nil {
			return err
		}
	}
	return nil
}

// openNodes starts the house's nodes, and the workers.
func (s *site) openNodes(context.Context) error {
	for i := range s.Nodes {
		name := fmt.Sprintf("node-%d", i+1)
		door, err := s.link("people to "+name, faults.Link)
		if err != nil {
			return err
		}
		s.doors = append(s.doors, door)
		database, err := s.linkToPostgres(name)
		if err != nil {
			return err
		}
		args := []string{"serve", "--addr", "127.0.0.1:0", "--limits", "off", "--database", database}
		if s.Workers > 0 {
			args = append(args, "--bots", "workers")
		}
		if err := s.openNode(name, args, func(said nodeSaid) { door.Lead("tcp", said.Addr) }); err != nil {
			return err
		}
	}
	for i := range s.Workers {
		if err := s.openNode(fmt.Sprintf("worker-%d", i+1), []string{"worker"}, func(nodeSaid) {}); err != nil {
			return err
		}
	}
	return untilReady(s.nodes)
}

// nodeSaid is a line of a node's log, as far as it matters here.
type nodeSaid struct {
	Msg  string `json:"msg"`
	Addr string `json:"addr"`
}

// openNode starts a node or a worker, with links of its own to the servers.
func (s *site) openNode(name string, args []string, ready func(nodeSaid)) error {
	var urls []string
	for _, server := range s.servers {
		link, err := s.link(name+" to "+server.name, faults.SideLink)
		if err != nil {
			return err
		}
		urls = append(urls, "nats://"+link.Address())
	}
	args = append(args, "--log-format", "json", "--nats", strings.Join(urls, ","))
	command := func() *exec.Cmd { return exec.Command(s.Binary, args...) }
	p, err := start(s.Dir, name, command, func(line []byte) bool {
		var said nodeSaid
		if bytes.Contains(line, []byte("panic")) {
			s.trouble("%s: %s", name, line)
		}
		if json.Unmarshal(line, &said) != nil || said.Msg != "open" && said.Msg != "working" {
			return false
		}
		ready(said)
		return true
	})
	if err != nil {
		return err
	}
	s.nodes, s.procs[name] = append(s.nodes, p), p
	s.target(name, faults.Process)
	return nil
}

// linkToPostgres makes a link to the database, and returns the database's address by it.
func (s *site) linkToPostgres(name string) (string, error) {
	u, err := url.Parse(s.address)
	if err != nil {
		return "", err
	}
	link, err := s.link(name+" to "+databaseName, faults.Link)
	if err != nil {
		return "", err
	}
	link.Lead("unix", filepath.Join(u.Query().Get("host"), ".s.PGSQL.5432"))
	u.Host, u.RawQuery = link.Address(), url.Values{"sslmode": {"disable"}}.Encode()
	return u.String(), nil
}

// modes are what links are put into.
var modes = map[faults.Act]proxy.Mode{
	faults.Cut: proxy.Cut, faults.Stall: proxy.Stall, faults.Swallow: proxy.Swallow, faults.Slow: proxy.Slow,
}

// strike breaks something. Heal must follow.
func (s *site) strike(target string, act faults.Act) error {
	s.held[target].Lock()
	if link := s.links[target]; link != nil {
		link.Set(modes[act])
		return nil
	}
	p := s.procs[target]
	switch {
	case p == nil && act == faults.Kill:
		return s.postgres.Kill()
	case p == nil:
		return s.postgres.Pause()
	case act == faults.Kill:
		return p.kill()
	case act == faults.End:
		return p.retire()
	default:
		return p.signal(syscall.SIGSTOP)
	}
}

// heal puts right what strike has broken.
func (s *site) heal(target string, act faults.Act) error {
	defer s.held[target].Unlock()
	if link := s.links[target]; link != nil {
		link.Set(proxy.Pass)
		return nil
	}
	p := s.procs[target]
	switch {
	case p == nil && act == faults.Kill:
		return s.postgres.Run()
	case p == nil:
		return s.postgres.Continue()
	case act == faults.Kill, act == faults.End:
		p.revive()
		return nil
	default:
		return p.signal(syscall.SIGCONT)
	}
}

// sort says what kind of thing a target is, for counting.
func (s *site) sort(target string) string {
	switch name, _, _ := strings.Cut(target, "-"); {
	case s.links[target] == nil:
		return name
	case strings.HasPrefix(target, "people"), strings.HasPrefix(target, "others"):
		return "link " + strings.TrimRight(target, "-0123456789")
	default:
		return "link " + name + " to " + strings.TrimRight(target[strings.LastIndexByte(target, ' ')+1:], "-0123456789")
	}
}

func (s *site) trouble(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wrongs = append(s.wrongs, fmt.Sprintf(format, args...))
}

// troubles lists what went wrong with programs.
func (s *site) troubles() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.wrongs
	for _, p := range s.procs {
		list = append(list, p.died...)
	}
	return list
}

// end ends the nodes in good order: nothing is added to the logs any more.
func (s *site) end() {
	var ends sync.WaitGroup
	for _, p := range s.nodes {
		ends.Go(func() {
			if err := p.end(); err != nil {
				s.trouble("%v", err)
			}
		})
	}
	ends.Wait()
	s.nodes = nil
}

// close ends everything.
func (s *site) close() error {
	s.end()
	var err error
	for _, p := range s.servers {
		err = errors.Join(err, p.end())
	}
	for _, link := range s.links {
		err = errors.Join(err, link.Close())
	}
	if s.postgres != nil {
		err = errors.Join(err, s.postgres.Stop())
	}
	return err
}
