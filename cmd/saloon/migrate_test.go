package main

import (
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/saloon-games/saloon/internal/store/sqlstore/pgtest"
)

// runs runs the program and wants it to end with a status, saying something.
func runs(t *testing.T, status int, says string, args ...string) {
	t.Helper()
	out, err := exec.Command("saloon", args...).CombinedOutput()
	got := 0
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		got = exit.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	if got != status || !regexp.MustCompile(says).Match(out) {
		t.Errorf("%q ends with %d, saying %q; want %d and %s", args, got, out, status, says)
	}
}

func TestTwoHousesOnPostgresShareTheirTables(t *testing.T) {
	address := pgtest.Database(t)
	one, two := openHouse(t, "--database", address), openHouse(t, "--database", address)
	id := newTableIn(t, address)
	for _, r := range []*running{one, two} {
		for path, want := range map[string]string{"readyz": "ready", "t/" + id: `data-game="texas"`} {
			if status, body := r.get(t, path); status != http.StatusOK || !strings.Contains(body, want) {
				t.Errorf("/%s is %d %q; want 200 and %q in it", path, status, body, want)
			}
		}
		r.end(t, syscall.SIGTERM)
	}
}

func TestAHouseIsMovedToPostgresAndBack(t *testing.T) {
	dir, back, address := t.TempDir(), filepath.Join(t.TempDir(), "new"), pgtest.Database(t)
	r := openHouse(t, "--data", dir)
	id := newTable(t, dir)
	runs(t, statusBadData, "a saloon has it open; end it first", "migrate", "--from", dir, "--to", address)
	r.end(t, syscall.SIGTERM)

	const says = `(?s)is now in .*tables +\d+  sha256 [0-9a-f]{64}\n.*events +\d+  sha256`
	runs(t, statusOK, says, "migrate", "--from", dir, "--to", address)
	runs(t, statusBadData, "there is a house in it already; nothing is replaced", "migrate", "--from", dir, "--to", address)
	runs(t, statusOK, says, "migrate", "--from", address, "--to", back)
	for name, want := range map[string]os.FileMode{back: 0o700, filepath.Join(back, databaseName): 0o600} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v; want %v", name, info.Mode(), err, want)
		}
	}
	for _, where := range [][]string{{"--database", address}, {"--data", back}} {
		r := openHouse(t, where...)
		if status, body := r.get(t, "t/"+id); status != http.StatusOK {
			t.Errorf("%v: the table is %d %q", where, status, body)
		}
		r.end(t, syscall.SIGTERM)
	}
}

// A move leaves its mark before anything else. Here it then waits for its turn to make the
// schema, which the test has taken, so it is stopped in the middle for certain.
func TestAHouseThatWasMovedHalfWayIsNotOpened(t *testing.T) {
	dir, address := t.TempDir(), pgtest.Database(t)
	newTable(t, dir)
	ask := pgtest.Session(t, address)
	for _, by := range []syscall.Signal{syscall.SIGINT, syscall.SIGKILL} {
		ask(`SELECT pg_advisory_lock(368896)::text`)
		c := exec.Command("saloon", "migrate", "--from", dir, "--to", address)
		var says strings.Builder
		c.Stderr = &says
		if by == syscall.SIGKILL { // what the first has left must go
			c.Args = append(c.Args, "--restart")
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(time.Minute); ask(`SELECT to_regclass('unfinished_move') IS NOT NULL AND EXISTS (SELECT 1 FROM pg_locks
			WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`) != "true"; {
			if time.Now().After(deadline) {
				t.Fatal("it does not wait for its turn")
			}
		}
		if err := c.Process.Signal(by); err != nil {
			t.Fatal(err)
		}
		_ = c.Wait()
		if status := c.ProcessState.ExitCode(); by == syscall.SIGINT && (status != 130 || !strings.Contains(says.String(), beginAnew)) {
			t.Errorf("status %d, saying %q", status, says.String())
		}
		ask(`SELECT pg_advisory_unlock(368896)`)
		runs(t, statusBadData, "a house was being moved here, and has not arrived; "+beginAnew, "serve", "--addr", "127.0.0.1:0", "--database", address)
	}
	runs(t, statusBadData, "has not arrived; "+beginAnew, "migrate", "--from", dir, "--to", address)
	runs(t, statusOK, "is now in", "migrate", "--restart", "--from", dir, "--to", address)
	openHouse(t, "--database", address).end(t, syscall.SIGTERM)
}
