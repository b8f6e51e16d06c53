package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/saloon-games/saloon/internal/bus/bustest"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
	"github.com/saloon-games/saloon/internal/store/sqlstore/pgtest"
)

// A club is a house of several processes on one PostgreSQL, behind a proxy that sends
// each request to the next of them, whoever it comes from.
type club struct {
	store *sqlstore.Store
	nodes []*running
	proxy *httptest.Server
	turn  atomic.Int64
	acks  atomic.Int64 // moves that were acknowledged
	// silence is after how long a stream is given up: more than a beat, unless nodes
	// stand still.
	silence time.Duration
}

var isWorking = regexp.MustCompile(`(?:^The worker thinks for the house's bots\. Its health is told at |^{.*"msg":"working","addr":")([^ "]*[0-9])`)

// openClub starts so many nodes, all at once, on a database that is empty.
func openClub(t *testing.T, nodes int, args ...string) *club {
	t.Helper()
	address := pgtest.Database(t)
	c := &club{silence: 15 * time.Second}
	for range nodes {
		c.nodes = append(c.nodes, start(t, isOpen, append([]string{
			"serve", "--addr", "127.0.0.1:0", "--database", address, "--limits", "off",
			"--bot-pause", "0s", "--deal-pause", "0s", "--log-level", "warn", "--log-format", "text",
		}, args...)...))
	}
	var targets []*url.URL
	for _, r := range c.nodes {
		r.await(t)
		target, err := url.Parse(r.url)
		if err != nil {
			t.Fatal(err)
		}
		targets = append(targets, target)
	}
	transport := &http.Transport{MaxIdleConnsPerHost: 300, ResponseHeaderTimeout: patience}
	t.Cleanup(transport.CloseIdleConnections)
	down := make([]atomic.Int64, len(targets)) // until when, since the node did not answer
	c.proxy = httptest.NewServer(&httputil.ReverseProxy{
		Transport: transport,
		Rewrite: func(r *httputil.ProxyRequest) {
			i := int(c.turn.Add(1)) % len(targets)
			for range targets {
				if time.Now().UnixNano() >= down[i].Load() {
					break
				}
				i = (i + 1) % len(targets)
			}
			r.SetURL(targets[i])
			r.Out.Host = r.In.Host // forms must come from where they go
		},
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if !errors.Is(err, context.Canceled) { // by who asked
				for i, target := range targets {
					if r.URL.Host == target.Host {
						down[i].Store(time.Now().Add(rest).UnixNano())
					}
				}
			}
			w.WriteHeader(http.StatusBadGateway)
		},
	})
	t.Cleanup(c.proxy.Close)
	var err error
	if c.store, err = sqlstore.Open(t.Context(), address, sqlstore.Options{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.store.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

const (
	// patience is how long the proxy waits for a node, and whoever plays a bit longer.
	patience = 2 * time.Second
	// rest is how long the proxy then sends nobody there.
	rest = 10 * time.Second
)

// startWorker starts a worker and waits until it works.
func startWorker(t *testing.T, servers *bustest.Cluster, args ...string) *running {
	t.Helper()
	r := start(t, isWorking, append([]string{"worker", "--addr", "127.0.0.1:0", "--nats", servers.URL()}, args...)...)
	r.await(t)
	return r
}

// A player is a browser that plays at a table with bots.
type player struct {
	club   *club
	client *http.Client
	id     string
	random *rand.Rand
	ply    int      // of the last move that was acknowledged
	acked  []string // moves that were: game, ply, word
}

func (c *club) player(t *testing.T, seed int) *player {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{DisableCompression: true}
	t.Cleanup(transport.CloseIdleConnections)
	return &player{
		club: c, ply: -1, random: rand.New(rand.NewPCG(uint64(seed), 0)),
		client: &http.Client{Jar: jar, Transport: transport},
	}
}

// request asks a node for something, and the next one if it does not answer.
func (p *player) request(ctx context.Context, method, path string, form url.Values) (status int, header http.Header, body string, err error) {
	for {
		status, header, body, err = p.once(ctx, method, path, form)
		if err == nil && status < http.StatusInternalServerError || ctx.Err() != nil {
			return status, header, body, err
		}
	}
}

func (p *player) once(ctx context.Context, method, path string, form url.Values) (int, http.Header, string, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, p.club.proxy.URL+path, strings.NewReader(form.Encode()))
	if err != nil {
		return 0, nil, "", err
	}
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Accept", "text/plain")
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return 0, nil, "", err
	}
	defer resp.Body.Close() //nolint:errcheck // it has been read
	body, err := io.ReadAll(resp.Body)
	return resp.StatusCode, resp.Header, string(body), err
}

// open begins a game with bots.
func (p *player) open(ctx context.Context, form url.Values) error {
	status, header, body, err := p.request(ctx, http.MethodPost, "/play", form)
	if err != nil || status != http.StatusCreated {
		return fmt.Errorf("a table is answered %d %q, %w", status, body, err)
	}
	_, p.id, _ = strings.Cut(header.Get("Location"), "/t/")
	return nil
}

// play plays the game to its end: it looks when the stream says that something has
// happened.
func (p *player) play(ctx context.Context) error {
	for {
		over, err := p.follow(ctx)
		if over || err != nil {
			return err
		}
		if ctx.Err() != nil {
			return fmt.Errorf("the game at %s does not end", p.id)
		}
	}
}

// follow plays as one stream says, until that or the game ends. A move that was begun is
// made, whatever becomes of the stream.
func (p *player) follow(playing context.Context) (over bool, err error) {
	ctx, cancel := context.WithCancel(playing)
	defer cancel()
	quiet := time.AfterFunc(2*patience, cancel)
	defer quiet.Stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.club.proxy.URL+"/live?t="+p.id, http.NoBody)
	if err != nil {
		return false, err
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return false, nil // the next node
	}
	defer resp.Body.Close() //nolint:errcheck // it is over
	if resp.StatusCode != http.StatusOK {
		return false, nil
	}
	for lines := bufio.NewReader(resp.Body); ; {
		line, err := lines.ReadString('\n')
		if err != nil {
			return false, nil
		}
		quiet.Reset(p.club.silence)
		if now := sightOf(line); now.phase == "over" {
			return true, nil
		} else if now.phase == "playing" && now.turn == now.you && now.ply > p.ply {
			if err := p.move(playing, now); err != nil {
				return false, err
			}
		}
	}
}

// A sight is what the attributes of #table say.
type sight struct {
	phase       string
	number, ply int
	turn, you   int
	moves       []string
}

var (
	attributes = regexp.MustCompile(`id="table"[^>]* data-number="(\d+)" data-ply="(\d+)" data-turn="(\d*)" data-you="(\d*)" data-phase="(\w+)"`)
	moveWords  = regexp.MustCompile(` data-move="([^"]+)"`)
)

// sightOf reads a page, or a line of a stream.
func sightOf(text string) (s sight) {
	found := attributes.FindStringSubmatch(text)
	if found == nil {
		return s
	}
	number := func(text string) int {
		n, err := strconv.Atoi(text)
		if err != nil {
			return -1
		}
		return n
	}
	s = sight{phase: found[5], number: number(found[1]), ply: number(found[2]), turn: number(found[3]), you: number(found[4])}
	for _, m := range moveWords.FindAllStringSubmatch(text, -1) {
		s.moves = append(s.moves, m[1])
	}
	return s
}

// move makes a move, if it is still to be made: as the stream has shown the table, or, now
// and then and where that has not all that is needed, as its page does.
func (p *player) move(ctx context.Context, now sight) error {
	look := len(now.moves) == 0 || len(p.acked)%4 == 0
	for ctx.Err() == nil {
		if look {
			status, _, page, err := p.request(ctx, http.MethodGet, "/t/"+p.id, nil)
			if err != nil {
				return nil // time is over
			}
			if now = sightOf(page); status != http.StatusOK || now.you < 0 {
				return fmt.Errorf("the page of %s is %d, and shows %+v", p.id, status, now)
			}
			if now.phase != "playing" || now.turn != now.you {
				return nil
			}
			if len(now.moves) == 0 {
				return fmt.Errorf("at %s there is no move at ply %d", p.id, now.ply)
			}
		}
		word := now.moves[p.random.IntN(len(now.moves))]
		status, _, body, err := p.request(ctx, http.MethodPost, "/t/"+p.id+"/act", url.Values{
			"game": {strconv.Itoa(now.number)}, "ply": {strconv.Itoa(now.ply)}, "word": {word},
		})
		switch {
		case err != nil:
			return nil
		case status < 300:
			p.ply = now.ply
			p.acked = append(p.acked, fmt.Sprintf("%d %d %s", now.number, now.ply, word))
			p.club.acks.Add(1)
			return nil
		case status != http.StatusConflict: // then what was shown was old
			return fmt.Errorf("at %s %s is answered %d %q", p.id, word, status, body)
		}
		look = true
	}
	return nil
}

// fill opens so many tables and plays all games to their ends.
func (c *club) fill(t *testing.T, tables int) []*player {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute) // where others compute beside it
	defer cancel()
	var all []*player
	var playing sync.WaitGroup
	for i := range tables {
		p := c.player(t, i)
		all = append(all, p)
		form := url.Values{"game": {"texas"}, "seats": {"3"}, "level": {"easy"}, "option.hands": {"1"}}
		if i%50 == 0 { // whose bots take a thousand times as long
			form = url.Values{"game": {"raincheck"}, "seats": {"2"}, "level": {"easy"}}
		}
		playing.Go(func() {
			err := p.open(ctx, form)
			if err == nil {
				err = p.play(ctx)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	playing.Wait()
	return all
}

// check makes sure that each table's log can be replayed to the end of a game, and has
// every move that was acknowledged once, in order, and no other of its person.
func (c *club) check(t *testing.T, players []*player) (events int) {
	t.Helper()
	for _, p := range players {
		log, err := c.store.Log(t.Context(), p.id, 0)
		if err != nil {
			t.Fatal(err)
		}
		events += len(log)
		if _, err := house.Replay(p.id, log); err != nil {
			t.Errorf("table %s: %v", p.id, err)
		}
		var moves []string
		number, ply, over := 0, 0, false
		for _, e := range log {
			var entry struct {
				Kind  string `json:"k"`
				Event struct {
					By   house.By
					Word string
				} `json:"e"`
			}
			if err := json.Unmarshal(e.Body, &entry); err != nil {
				t.Fatal(err)
			}
			switch entry.Kind {
			case "started":
				number, ply = number+1, 0
			case "moved":
				if entry.Event.By == house.ByPerson {
					moves = append(moves, fmt.Sprintf("%d %d %s", number, ply, entry.Event.Word))
				}
				ply++
			case "revealed":
				over = true
			}
		}
		if !over || !slices.Equal(moves, p.acked) {
			t.Errorf("table %s: over %v; the log has %q, acknowledged were %q", p.id, over, moves, p.acked)
		}
	}
	return events
}

// metric is the value of one that a process tells.
func (r *running) metric(t *testing.T, name string) float64 {
	t.Helper()
	_, text := r.get(t, "metrics")
	for line := range strings.Lines(text) {
		if value, ok := strings.CutPrefix(line, name+" "); ok {
			n, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	return 0
}

// after calls f in the middle of the games: when so many moves were acknowledged.
func (c *club) after(t *testing.T, moves int64, f func()) (done <-chan struct{}) {
	t.Helper()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(time.Millisecond)
		defer ticker.Stop()
		for c.acks.Load() < moves {
			select {
			case <-ticker.C:
			case <-t.Context().Done():
				return
			}
		}
		f()
	}()
	return ended
}

func TestThreeNodesAndTwoWorkersPlayTwoHundredTablesForWhoeverAsksWhichever(t *testing.T) {
	servers := bustest.New(t, 3)
	workers := []*running{startWorker(t, servers), startWorker(t, servers)}
	c := openClub(t, 3, "--nats", servers.URL(), "--bots", "workers")
	killed := c.after(t, 500, func() {
		if err := workers[0].cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		servers.Stop(1) // and whoever is connected there moves on
	})
	began := time.Now()
	players := c.fill(t, 200)
	<-killed
	events := c.check(t, players)
	t.Logf("%d events, %d moves of people in %v", events, c.acks.Load(), time.Since(began))
	answered, alone := 0.0, 0.0
	for _, r := range c.nodes {
		answered += r.metric(t, `saloon_bots_asked_total{outcome="answered"}`)
		for _, outcome := range []string{"nobody", "busy", "late", "refused", "wrong", "unasked"} {
			n := r.metric(t, fmt.Sprintf(`saloon_bots_asked_total{outcome=%q}`, outcome))
			alone += n
		}
		if n := r.metric(t, `saloon_moves_total{by="person"}`); n == 0 {
			t.Error("a node took no moves")
		}
	}
	t.Logf("%v decisions by workers, %v by nodes", answered, alone)
	if answered == 0 {
		t.Error("workers decided nothing")
	}
	for _, r := range append(c.nodes, workers[1]) { // one has been killed
		r.end(t, syscall.SIGTERM)
	}
}

// What is stopped holds some tables for as long as its leases, and nobody after that. When
// it goes on it believes that it is still the time before.
func TestANodeThatStandsStillHoldsNobodyUpAndChangesNothingWhenItGoesOn(t *testing.T) {
	servers := bustest.New(t, 1)
	c := openClub(t, 3, "--nats", servers.URL())
	c.silence = 4 * time.Second
	asleep := c.nodes[0].cmd.Process
	stopped := c.after(t, 100, func() {
		if err := asleep.Signal(syscall.SIGSTOP); err != nil {
			t.Error(err)
		}
	})
	players := c.fill(t, 40) // all games end while it stands still
	<-stopped
	c.check(t, players)
	before := c.lengths(t, players)
	if err := asleep.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	for _, p := range players {
		if status, page := c.nodes[0].get(t, "t/"+p.id); status != http.StatusOK || sightOf(page).phase != "over" {
			t.Errorf("it shows %s as %d, %+v", p.id, status, sightOf(page))
		}
	}
	if status, _ := c.nodes[0].get(t, "readyz"); status != http.StatusOK {
		t.Errorf("/readyz is %d", status)
	}
	for _, r := range c.nodes { // what it had begun is over when it has ended
		r.end(t, syscall.SIGTERM)
	}
	if after := c.lengths(t, players); !slices.Equal(before, after) {
		t.Errorf("the logs had %v entries, and have %v", before, after)
	}
}

// lengths is how long the tables' logs are.
func (c *club) lengths(t *testing.T, players []*player) (all []int) {
	t.Helper()
	for _, p := range players {
		log, err := c.store.Log(t.Context(), p.id, 0)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, len(log))
	}
	return all
}

func TestWithoutTheBusWhoWatchesAtAnotherNodeSeesAMoveWithinSeconds(t *testing.T) {
	servers := bustest.New(t, 1)
	c := openClub(t, 2, "--nats", servers.URL())
	servers.Stop(0)
	owner := c.player(t, 1)
	form := url.Values{"game": {"texas"}, "seats": {"3"}, "level": {"easy"}, "start": {"later"}}
	if err := owner.open(t.Context(), form); err != nil {
		t.Fatal(err)
	}
	streams := make([]*bufio.Reader, len(c.nodes))
	for i, r := range c.nodes {
		if status, _ := r.get(t, "readyz"); status != http.StatusOK {
			t.Errorf("without the bus /readyz is %d", status)
		}
		resp, err := http.Get(r.url + "live?t=" + owner.id)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = resp.Body.Close() })
		streams[i] = bufio.NewReader(resp.Body)
		awaitLine(t, streams[i], `data-phase="open"`)
	}
	say := func(text string) {
		t.Helper()
		status, _, body, err := owner.request(t.Context(), http.MethodPost, "/t/"+owner.id+"/rename", url.Values{"name": {text}})
		if err != nil || status >= 300 {
			t.Fatal(status, body, err)
		}
		began := time.Now()
		for _, stream := range streams {
			awaitLine(t, stream, text)
		}
		t.Logf("%s is seen everywhere after %v", text, time.Since(began))
	}
	for _, name := range []string{"Ada", "Zoe", "Kit"} {
		say(name)
	}
	if err := servers.Start(0); err != nil {
		t.Fatal(err)
	}
	until(t, "the nodes are back at the server", time.Minute, func() bool { return servers.Clients(0) >= len(c.nodes) })
	say("Dusty")
	for _, r := range c.nodes {
		if said := r.said(); !strings.Contains(said, "the bus is lost") {
			t.Errorf("the log does not tell that the bus was lost: %s", said)
		}
		r.end(t, syscall.SIGTERM)
	}
}

// awaitLine reads until a line has the text, but no longer than some seconds.
func awaitLine(t *testing.T, lines *bufio.Reader, text string) {
	t.Helper()
	found := make(chan error, 1)
	go func() {
		for {
			line, err := lines.ReadString('\n')
			if err != nil || strings.Contains(line, text) {
				found <- err
				return
			}
		}
	}()
	select {
	case err := <-found:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(20 * time.Second):
		t.Fatalf("%s is not seen", text)
	}
}

func TestAWorkerEndsInGoodOrderAndSaysHowItIs(t *testing.T) {
	servers := bustest.New(t, 1)
	for _, by := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		w := startWorker(t, servers, "--slots", "3", "--log-format", "json")
		for path, want := range map[string]string{
			"healthz": "alive\n", "readyz": "ready\n", "metrics": `saloon_worker_decisions_total{outcome="busy"} 0`,
		} {
			if status, body := w.get(t, path); status != http.StatusOK || !strings.Contains(body, want) {
				t.Errorf("/%s is %d %q; want 200 and %q in it", path, status, body, want)
			}
		}
		if status, _ := w.get(t, "t/table"); status != http.StatusNotFound {
			t.Errorf("it answers a page with %d", status)
		}
		w.end(t, by)
	}
}
