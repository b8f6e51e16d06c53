package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/store/sqlstore"
)

// running is a house in a process of its own.
type running struct {
	cmd    *exec.Cmd
	url    string // where it says that it is, with a slash at the end
	said   func() string
	urls   chan string  // has it, once
	client *http.Client // of who asks it; http.DefaultClient unless cookies matter
}

// openHouse starts "saloon serve" with a port that is free, and waits until it says
// that it is open.
func openHouse(t testing.TB, args ...string) *running {
	t.Helper()
	r := start(t, isOpen, append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)...)
	r.await(t)
	return r
}

// start starts the program with an address that it will say, as a pattern finds it.
func start(t testing.TB, says *regexp.Regexp, args ...string) *running {
	t.Helper()
	return startProgram(t, "saloon", says, args...)
}

// startProgram does so by another program.
func startProgram(t testing.TB, program string, says *regexp.Regexp, args ...string) *running {
	t.Helper()
	r := &running{client: http.DefaultClient, cmd: exec.Command(program, args...), urls: make(chan string, 1)}
	errs, err := r.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := r.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = r.cmd.Process.Kill() // unless it has ended, as it should
		_ = r.cmd.Wait()
	})
	var mu sync.Mutex
	var all strings.Builder
	r.said = func() string {
		mu.Lock()
		defer mu.Unlock()
		return all.String()
	}
	go func() {
		defer close(r.urls)
		found := false
		for lines := bufio.NewScanner(errs); lines.Scan(); {
			mu.Lock()
			all.WriteString(lines.Text() + "\n")
			mu.Unlock()
			if at := says.FindStringSubmatch(lines.Text()); at != nil && !found {
				found = true
				r.urls <- at[1]
			}
		}
	}()
	return r
}

// await waits until it has said where it is.
func (r *running) await(t testing.TB) {
	t.Helper()
	url, ok := <-r.urls
	if !ok {
		t.Fatalf("it does not open: %s", r.said())
	}
	r.url = url
	if !strings.Contains(url, "://") { // a worker's
		r.url = "http://" + url + "/"
	}
}

var isOpen = regexp.MustCompile(`(?:^The house is open at |^{.*"msg":"open","url":")(https?://[^ "]*)`)

// end sends a signal and wants a clean end.
func (r *running) end(t *testing.T, by syscall.Signal) {
	t.Helper()
	if err := r.cmd.Process.Signal(by); err != nil {
		t.Fatal(err)
	}
	if err := r.cmd.Wait(); err != nil {
		t.Errorf("after %v it ends with %v: %s", by, err, r.said())
	}
}

// until waits until something holds that another process brings about and nobody tells of,
// so that it is looked at again and again; no longer than it may take.
func until(t *testing.T, what string, most time.Duration, holds func() bool) {
	t.Helper()
	late := time.After(most)
	again := time.NewTicker(5 * time.Millisecond)
	defer again.Stop()
	for !holds() {
		select {
		case <-again.C:
		case <-late:
			t.Fatal("it takes too long until", what)
		}
	}
}

// get asks the house for a page.
func (r *running) get(t testing.TB, path string) (status int, body string) {
	t.Helper()
	resp, err := r.client.Get(r.url + path)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // it has been read
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

func TestAHouseSaysHowItIsAndEndsInGoodOrder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "data")
	for _, by := range []syscall.Signal{syscall.SIGTERM, os.Interrupt.(syscall.Signal)} { // the second time with the data of the first
		r := openHouse(t, "--data", dir)
		if !strings.HasPrefix(r.url, "http://localhost:") || !strings.Contains(r.said(), "only this machine can reach it") {
			t.Errorf("it says %q", r.said())
		}
		for path, want := range map[string]string{
			"healthz": "alive\n",
			"readyz":  "ready\n",
			"":        `data-action="play-now"`,
		} {
			if status, body := r.get(t, path); status != http.StatusOK || !strings.Contains(body, want) {
				t.Errorf("/%s is %d %q; want 200 and %q in it", path, status, body, want)
			}
		}
		_, metrics := r.get(t, "metrics")
		for _, want := range []string{
			"process_resident_memory_bytes", "go_goroutines", "saloon_build_info{", `saloon_moves_total{by="bot"} 0`,
			"saloon_append_seconds_count", "saloon_wake_lag_seconds_count", "saloon_store_commits_total",
			"saloon_http_requests_total{", "saloon_streams 0",
		} {
			if !strings.Contains(metrics, want) {
				t.Errorf("/metrics lacks %s", want)
			}
		}
		r.end(t, by)
	}
	for name, want := range map[string]os.FileMode{dir: 0o700, filepath.Join(dir, databaseName): 0o600} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v; want %v", name, info.Mode(), err, want)
		}
	}
}

func TestAHouseUnderAPathAnswersThereAndItsWatchersEverywhere(t *testing.T) {
	r := openHouse(t, "--data", t.TempDir(), "--base-path", "/saloon/", "--metrics-from", "192.0.2.1")
	root, ok := strings.CutSuffix(r.url, "saloon/")
	if !ok {
		t.Fatalf("it is at %s; want it under /saloon/", r.url)
	}
	inside, outside := *r, *r
	outside.url = root
	for _, at := range []*running{&inside, &outside} {
		if status, body := at.get(t, "healthz"); status != http.StatusOK {
			t.Errorf("%shealthz is %d %q", at.url, status, body)
		}
		if status, _ := at.get(t, "metrics"); status != http.StatusForbidden {
			t.Errorf("%smetrics is %d for somebody else; want 403", at.url, status)
		}
	}
	if status, body := inside.get(t, ""); status != http.StatusOK || !strings.Contains(body, `data-action="play-now"`) {
		t.Errorf("the front page is %d %q", status, body)
	}
	r.end(t, syscall.SIGTERM)
}

func TestAPortThatIsTakenIsSaidInWords(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() //nolint:errcheck // nobody has come
	dir := filepath.Join(t.TempDir(), "data")
	out, err := exec.Command("saloon", "serve", "--addr", l.Addr().String(), "--data", dir).CombinedOutput()
	exit, _ := errors.AsType[*exec.ExitError](err)
	want := fmt.Sprintf("saloon: %s is taken: another program listens there", l.Addr())
	if exit == nil || exit.ExitCode() != statusBadData || !strings.HasPrefix(string(out), want) {
		t.Errorf("%v, saying %q; want status 1 and %q", err, out, want)
	}
	if exists(dir) {
		t.Error("the data directory was made all the same")
	}
}

func TestALogForProgramsHasNothingElseInIt(t *testing.T) {
	r := openHouse(t, "--data", t.TempDir(), "--log-format", "json")
	r.end(t, syscall.SIGTERM)
	for line := range strings.Lines(r.said()) {
		if !json.Valid([]byte(line)) {
			t.Errorf("%q is not JSON", line)
		}
	}
}

func TestStreamsAreToldThatTheHouseEnds(t *testing.T) {
	dir := t.TempDir()
	r := openHouse(t, "--data", dir)
	table := newTable(t, dir)
	resp, err := http.Get(r.url + "live?t=" + table)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // it has ended
	events := bufio.NewReader(resp.Body)
	if _, err := events.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	r.end(t, syscall.SIGTERM)
	rest, err := io.ReadAll(events)
	if err != nil || !strings.Contains(string(rest), "event: bye") {
		t.Errorf("the stream ends with %v after %q; want it told", err, rest)
	}
}

// newTable makes a table in the data of a house that is open.
func newTable(t *testing.T, dir string) (id string) {
	t.Helper()
	return newTableIn(t, filepath.Join(dir, databaseName))
}

// newTableIn makes a table in a database that a house may have open.
func newTableIn(t *testing.T, place string) (id string) {
	t.Helper()
	db, err := sqlstore.Open(t.Context(), place, sqlstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	h, err := house.New(t.Context(), house.Config{Store: db})
	if err != nil {
		t.Fatal(err)
	}
	id, err = h.Open(t.Context(), "somebody", house.Setup{Game: "texas", Seats: 3, Settings: house.Settings{Pace: house.Unhurried}})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestTheHouseSpeaksTLSWithFilesThatMayChange(t *testing.T) {
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	writeCertificate(t, cert, key, "first")
	r := openHouse(t, "--data", dir, "--tls-cert", cert, "--tls-key", key)
	if !strings.HasPrefix(r.url, "https://") {
		t.Fatalf("it is at %s", r.url)
	}
	shown := func() string {
		t.Helper()
		client := http.Client{Transport: &http.Transport{
			TLSClientConfig:   &tls.Config{InsecureSkipVerify: true}, // whose it is, is looked at below
			ForceAttemptHTTP2: true,
		}}
		defer client.CloseIdleConnections()
		resp, err := client.Get(r.url + "healthz")
		if err != nil {
			t.Fatal(err)
		}
		if err := resp.Body.Close(); err != nil {
			t.Error(err)
		}
		if resp.StatusCode != http.StatusOK || resp.ProtoMajor != 2 {
			t.Errorf("%s %s; want 200 over HTTP/2", resp.Proto, resp.Status)
		}
		return resp.TLS.PeerCertificates[0].Subject.CommonName
	}
	if name := shown(); name != "first" {
		t.Errorf("the certificate is of %s", name)
	}
	writeCertificate(t, cert, key, "second")
	if err := r.cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for shown() != "second" {
		if ctx.Err() != nil {
			t.Fatal("the new certificate is not shown")
		}
	}
	r.end(t, syscall.SIGTERM)
}

func TestACertificateThatIsNoneIsRefused(t *testing.T) {
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	writeCertificate(t, cert, key, "first")
	for _, c := range []struct{ cert, key, says string }{
		{"missing.pem", key, "saloon: --tls-cert: missing.pem: no such file or directory\n"},
		{key, cert, "are no certificate and its key: "},
	} {
		out, err := exec.Command("saloon", "serve", "--addr", "127.0.0.1:0", "--data", dir, "--tls-cert", c.cert, "--tls-key", c.key).CombinedOutput()
		exit, _ := errors.AsType[*exec.ExitError](err)
		if exit == nil || exit.ExitCode() != statusBadData || !strings.Contains(string(out), c.says) {
			t.Errorf("%v, saying %q; want status 1 and %q", err, out, c.says)
		}
	}
}

func TestABackupIsMadeWhileTheHouseIsOpen(t *testing.T) {
	dir := t.TempDir()
	r := openHouse(t, "--data", dir)
	newTable(t, dir)
	ctx, cancel := context.WithCancel(t.Context())
	var busy sync.WaitGroup
	busy.Go(func() {
		for ctx.Err() == nil {
			newTable(t, dir)
		}
	})
	to := filepath.Join(t.TempDir(), "copy.db")
	out, err := exec.Command("saloon", "backup", "--data", dir, to).CombinedOutput()
	cancel()
	busy.Wait()
	if err != nil || !regexp.MustCompile(`: \d+\.\d MB, \d+ tables? \(0 in play\), \d+ events, 0 people, schema \d+; checked\.\n$`).Match(out) {
		t.Errorf("%v, saying %q", err, out)
	}
	r.end(t, syscall.SIGTERM)

	// Going back to it is putting it in place.
	restored := t.TempDir()
	if err := os.Rename(to, filepath.Join(restored, databaseName)); err != nil {
		t.Fatal(err)
	}
	again := openHouse(t, "--data", restored)
	if status, body := again.get(t, "readyz"); status != http.StatusOK {
		t.Errorf("with the copy: %d %q", status, body)
	}
	again.end(t, syscall.SIGTERM)
}
