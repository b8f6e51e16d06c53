package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/saloon-games/saloon/internal/bus/bustest"
	"github.com/saloon-games/saloon/internal/chaos/proxy"
	"github.com/saloon-games/saloon/internal/load"
	"github.com/saloon-games/saloon/internal/store/sqlstore/disktest"
	"github.com/saloon-games/saloon/internal/store/sqlstore/pgtest"
)

// These tests play at a house while something of it fails, and look at what everybody else
// notices. With -measure they are as large as docs/operating.md tells, and -v shows the
// figures: make faults.
var measure = flag.Duration("measure", 0, "how long each stage of the tests of faults takes, at -tables tables; a moment at four unless given")

var measureTables = flag.Int("tables", 100, "at how many tables people play with -measure")

// A trial is a house that people play at before, while and after something is wrong.
type trial struct {
	name          string
	urls          []string
	pids          []int
	begin, end    func(tables []string) error // of the fault; the house is played at all the while
	whileIt       time.Duration               // least time of the fault, also in a short test
	before, wrong *load.Report
	after         *load.Report // nil if there is no end
}

// play plays, and tells what came of it.
func (f *trial) play(t *testing.T) {
	t.Helper()
	c := load.Config{Game: "texas", Seats: 4, Tables: 4, Seed: 1, PIDs: f.pids, Warmup: 100 * time.Millisecond}
	usual, wrong, again := 300*time.Millisecond, 700*time.Millisecond, 2500*time.Millisecond
	if *measure > 0 {
		c.Tables, c.Warmup = *measureTables, 2*time.Second
		c.Think = load.Think{Least: 200 * time.Millisecond, Most: 600 * time.Millisecond}
		usual, wrong, again = *measure, *measure, *measure
	}
	for _, at := range f.urls {
		target, err := load.ParseTarget(t.Context(), strings.TrimSuffix(at, "/"), false)
		if err != nil {
			t.Fatal(err)
		}
		c.Targets = append(c.Targets, target)
	}
	stages := []load.Stage{{Name: "before", Time: usual}, {Name: "during", Time: max(wrong, f.whileIt), Begin: f.begin}}
	if f.end != nil {
		stages = append(stages, load.Stage{Name: "after", Time: again, Begin: f.end})
	}
	reports, err := load.RunStages(t.Context(), c, stages, nil)
	if err != nil {
		t.Fatal(err)
	}
	f.before, f.wrong = reports[0], reports[1]
	if f.end != nil {
		f.after = reports[2]
	}
	for i, r := range reports {
		memory := "?"
		if r.House != nil {
			memory = fmt.Sprintf("%.0f MB, %.2f CPUs", float64(r.House.RSS)/1e6, r.House.CPU/r.Seconds)
		}
		t.Logf("%s, %s (%.1f s): %.0f moves/s, answer p50 %.1f p99 %.1f ms, last seat p50 %.1f p99 %.1f most %.0f ms; %d of %d tables still, all had moved after %.1f s; %s; %s; others on the machine %.2f CPUs",
			f.name, stages[i].Name, r.Seconds, r.Speed, r.Answer.P50, r.Answer.P99, r.All.P50, r.All.P99, r.All.Max, r.Still, r.Tables, r.Going,
			errorWords(r.Errors), memory, r.Machine.Others)
	}
	if f.before.Moves == 0 || len(f.before.Errors.Refused) > 0 {
		t.Errorf("before it: %d moves, %v", f.before.Moves, errorWords(f.before.Errors))
	}
}

// recovered wants that all play on, as if nothing had been.
func (f *trial) recovered(t *testing.T) {
	t.Helper()
	if f.after.Still > 0 || f.after.Moves == 0 {
		t.Errorf("after it there were %d moves, none at %d tables; want all to play on: %s", f.after.Moves, f.after.Still, errorWords(f.after.Errors))
	}
}

// nobodyStopped wants that all played all the while, and that no page lost its stream.
func (f *trial) nobodyStopped(t *testing.T) {
	t.Helper()
	if r := f.wrong; r.Still > 0 || len(r.Errors.Refused) > 0 || r.Errors.Failed+r.Errors.Cut+r.Errors.Gone > 0 {
		t.Errorf("while it was wrong there was no move at %d tables, and %s; want all to play on", r.Still, errorWords(r.Errors))
	}
}

// refusedOnly wants that no page lost its stream, and that refusals were only of this kind.
func (f *trial) refusedOnly(t *testing.T, words string) {
	t.Helper()
	e := f.wrong.Errors
	if e.Failed+e.Cut+e.Gone > 0 {
		t.Errorf("while it was wrong: %s; want no stream cut and all requests answered", errorWords(e))
	}
	if kinds := slices.Collect(maps.Keys(e.Refused)); len(kinds) != 1 || kinds[0] != "503" || !strings.Contains(e.Words["503"], words) {
		t.Errorf("while it was wrong: %s; want refusals with 503 and %q", errorWords(e), words)
	}
}

// look asks for a page, and returns its status and how long it took.
func look(at string) (status int, took time.Duration, err error) {
	began := time.Now()
	client := http.Client{Timeout: time.Minute}
	resp, err := client.Get(at)
	if err != nil {
		return 0, 0, err
	}
	defer resp.Body.Close() //nolint:errcheck // it has been read
	_, err = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode, time.Since(began), err
}

// is wants a page to be answered with a status.
func is(t *testing.T, at string, want int) (took time.Duration) {
	t.Helper()
	status, took, err := look(at)
	if err != nil || status != want {
		t.Errorf("%s is %d, %v; want %d", at, status, err, want)
	}
	return took
}

func (r *running) pid() []int { return []int{r.cmd.Process.Pid} }

// quietly are flags of a house that people play at without a pause.
func quietly(more ...string) []string {
	return append([]string{"--limits", "off", "--bot-pause", "0s", "--deal-pause", "0s", "--log-level", "warn", "--log-format", "text"}, more...)
}

const cannotWrite = "cannot get at its books just now, so nothing was done"

func TestADiskThatIsFullHoldsMovesUpUntilThereIsRoomAndNothingElse(t *testing.T) {
	disk := disktest.Small(t, "96m")
	r := openHouse(t, quietly("--data", disk.Dir)...)
	f := trial{name: "a full disk", urls: []string{r.url}, pids: r.pid(), whileIt: 300 * time.Millisecond}
	f.begin = func(tables []string) error {
		disk.Fill()
		until(t, "the house knows that its disk is full", time.Minute, func() bool {
			status, _, err := look(r.url + "readyz")
			return err == nil && status == http.StatusServiceUnavailable
		})
		is(t, strings.TrimSuffix(r.url, "/")+tables[0], http.StatusOK)
		is(t, r.url, http.StatusOK)
		status, header, said := begin(t, r.url)
		if status != http.StatusServiceUnavailable || header.Get("Retry-After") == "" || !strings.Contains(said, cannotWrite) {
			t.Errorf("somebody who comes anew is answered %d, %v: %q", status, header, said)
		}
		return nil
	}
	f.end = func([]string) error {
		disk.Free()
		is(t, r.url+"readyz", http.StatusOK)
		return nil
	}
	f.play(t)
	f.refusedOnly(t, cannotWrite)
	f.recovered(t)
}

// begin asks for a game with bots, as a page does.
func begin(t *testing.T, at string) (status int, header http.Header, page string) {
	t.Helper()
	resp, err := http.PostForm(at+"play", url.Values{"game": {"texas"}, "seats": {"3"}, "level": {"easy"}})
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // it has been read
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, resp.Header, string(text)
}

func TestADiskThatMayNotBeWrittenAnyMoreLeavesAllPagesOpen(t *testing.T) {
	disk := disktest.Breakable(t)
	r := openHouse(t, quietly("--data", disk.Dir)...)
	f := trial{name: "a read-only disk", urls: []string{r.url}, pids: r.pid()}
	f.begin = func(tables []string) error {
		disk.Break()
		is(t, r.url+"readyz", http.StatusServiceUnavailable)
		is(t, strings.TrimSuffix(r.url, "/")+tables[0], http.StatusOK)
		return nil
	}
	f.play(t)
	f.refusedOnly(t, cannotWrite)
	is(t, r.url+"healthz", http.StatusOK)
}

// linked is a database behind a link that can be spoiled.
func linked(t *testing.T) (address string, link *proxy.Proxy) {
	t.Helper()
	u, err := url.Parse(pgtest.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	if link, err = proxy.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := link.Close(); err != nil {
			t.Error(err)
		}
	})
	link.Lead("unix", filepath.Join(u.Query().Get("host"), ".s.PGSQL.5432"))
	u.Host, u.RawQuery = link.Address(), url.Values{"sslmode": {"disable"}}.Encode()
	return u.String(), link
}

func TestADatabaseThatAnswersSlowlyMakesMovesSlowAndStopsNobody(t *testing.T) {
	address, link := linked(t)
	r := openHouse(t, quietly("--database", address)...)
	slow := 250 * time.Millisecond // each way
	if *measure > 0 {
		slow = time.Second
	}
	link.Delay(slow)
	f := trial{name: fmt.Sprintf("a database %v late", 2*slow), urls: []string{r.url}, pids: r.pid(), whileIt: 16 * slow} // a move takes three to ten times slow
	f.begin = func(tables []string) error {
		link.Set(proxy.Slow)
		if took := is(t, r.url+"healthz", http.StatusOK); took > slow {
			t.Errorf("what needs no database took %v", took)
		}
		if *measure > 0 {
			status, _, err := look(r.url + "readyz")
			t.Logf("ready: %d, %v", status, err)
			t.Logf("the page of a table takes %v, the front page %v", is(t, strings.TrimSuffix(r.url, "/")+tables[0], http.StatusOK), is(t, r.url, http.StatusOK))
		}
		return nil
	}
	f.end = func([]string) error { link.Set(proxy.Pass); return nil }
	f.play(t)
	f.nobodyStopped(t)
	f.recovered(t)
	if f.wrong.Answer.P50 < float64(2*slow.Milliseconds()) {
		t.Errorf("a move was answered in %.0f ms by a database that takes %v", f.wrong.Answer.P50, 2*slow)
	}
	if *measure == 0 && f.wrong.Answer.Max > 5000 {
		t.Errorf("a move took %.0f ms", f.wrong.Answer.Max)
	}
}

func TestWhileNATSIsAwayMovesAtOtherNodesAreSeenWithinSeconds(t *testing.T) {
	servers := bustest.New(t, 1)
	address := pgtest.Database(t)
	one := openHouse(t, quietly("--database", address, "--nats", servers.URL())...)
	two := openHouse(t, quietly("--database", address, "--nats", servers.URL())...)
	f := trial{name: "NATS away", urls: []string{one.url, two.url}, pids: append(one.pid(), two.pid()...), whileIt: 3500 * time.Millisecond}
	if *measure > 0 {
		f.whileIt = time.Minute
	}
	f.begin = func([]string) error { servers.Stop(0); return nil }
	f.end = func([]string) error { return servers.Start(0) }
	f.play(t)
	f.nobodyStopped(t)
	f.recovered(t)
	if f.wrong.All.Max > 10_000 {
		t.Errorf("somebody saw a move after %.0f ms; want seconds", f.wrong.All.Max)
	}
}

// A mob is connections that send half a request each, and come again when they are shown
// out.
type mob struct {
	cancel context.CancelFunc
	all    sync.WaitGroup

	mu           sync.Mutex
	open, closed int
}

func gatherMob(t *testing.T, at string, n int) *mob {
	t.Helper()
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	m := &mob{cancel: cancel}
	for i := range n {
		m.all.Go(func() {
			d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 1, byte(i>>8), byte(i)|1)}}
			for ctx.Err() == nil {
				c, err := d.DialContext(ctx, "tcp", "127.0.0.1:"+u.Port())
				if err != nil {
					continue // all places of the listener's queue are taken
				}
				m.count(1, 0)
				stop := context.AfterFunc(ctx, func() { _ = c.Close() })
				_, _ = io.WriteString(c, "GET / HTTP/1.1\r\nHost: ho")
				_, _ = io.Copy(io.Discard, c)
				stop()
				_ = c.Close()
				m.count(-1, 1)
				select { // who came again at once would measure the processor
				case <-ctx.Done():
				case <-time.After(time.Second):
				}
			}
		})
	}
	t.Cleanup(m.leave)
	return m
}

func (m *mob) count(open, closed int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.open, m.closed = m.open+open, m.closed+closed
}

func (m *mob) counts() (open, closed int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.open, m.closed
}

func (m *mob) leave() {
	m.cancel()
	m.all.Wait()
}

// openFewFiles starts a house that may have so many files open.
func openFewFiles(t *testing.T, files int, args ...string) *running {
	t.Helper()
	program, err := exec.LookPath("saloon")
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(t.TempDir(), "saloon")
	text := fmt.Sprintf("#!/bin/sh\nulimit -n %d\nexec %s \"$@\"\n", files, program)
	if err := os.WriteFile(script, []byte(text), 0o700); err != nil { //nolint:gosec // it has to run
		t.Fatal(err)
	}
	r := startProgram(t, script, isOpen, append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)...)
	r.await(t)
	return r
}

func TestThousandsWhoSendHalfARequestKeepNobodyElseOut(t *testing.T) {
	many, files := 1500, 512
	if *measure > 0 {
		many, files = 10_000, 1<<20
	}
	r := openFewFiles(t, files, quietly("--data", t.TempDir())...)
	var m *mob
	f := trial{name: fmt.Sprintf("%d half requests, %d files", many, files), urls: []string{r.url}, pids: r.pid()}
	f.begin = func([]string) error {
		m = gatherMob(t, r.url, many)
		until(t, "all half requests have come", time.Minute, func() bool { open, closed := m.counts(); return open+closed >= many })
		if took := is(t, r.url, http.StatusOK); *measure > 0 {
			t.Logf("a page takes %v to somebody who comes now", took)
		}
		return nil
	}
	f.end = func([]string) error {
		open, closed := m.counts()
		t.Logf("%d half requests are open, %d were shown out", open, closed)
		m.leave()
		return nil
	}
	f.play(t)
	f.nobodyStopped(t)
	f.recovered(t)
	is(t, r.url+"readyz", http.StatusOK)
}

var streamCount = regexp.MustCompile(`(?m)^saloon_streams (\d+)`)

// streams is how many streams a house says that it has.
func (r *running) streams(t *testing.T) int {
	t.Helper()
	_, text := r.get(t, "metrics")
	n, err := strconv.Atoi(streamCount.FindStringSubmatch(text)[1])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// watchDeaf opens a stream of a table and never reads it. The system takes a few kilobytes for
// who does so.
func watchDeaf(t *testing.T, at, table string) {
	t.Helper()
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	c, err := net.Dial("tcp", "127.0.0.1:"+u.Port())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if err := c.(*net.TCPConn).SetReadBuffer(4 << 10); err != nil {
		t.Fatal(err)
	}
	_, id, _ := strings.Cut(table, "/t/")
	if _, err := fmt.Fprintf(c, "GET /live?t=%s HTTP/1.1\r\nHost: %s\r\n\r\n", id, u.Host); err != nil {
		t.Fatal(err)
	}
}

func TestWhoNeverReadsTheirStreamHoldsUpNobodyAtTheTable(t *testing.T) {
	r := openHouse(t, quietly("--data", t.TempDir())...)
	f := trial{name: "a hundred who never read", urls: []string{r.url}, pids: r.pid()}
	if *measure > 0 {
		f.whileIt = 90 * time.Second // until there is no room for more, and twenty seconds
	}
	var before int
	f.begin = func(tables []string) error {
		before = r.streams(t)
		for i := range 100 {
			watchDeaf(t, r.url, tables[i%len(tables)])
		}
		until(t, "the streams are open", time.Minute, func() bool { return r.streams(t) >= before+100 })
		return nil
	}
	f.end = func([]string) error {
		now := r.streams(t)
		t.Logf("%d streams are open, %d were before they came", now, before)
		if *measure > 0 && now > before {
			t.Errorf("of a hundred who never read %d have still a stream after %v", now-before, f.whileIt)
		}
		return nil
	}
	f.play(t)
	f.nobodyStopped(t)
	f.recovered(t)
}
