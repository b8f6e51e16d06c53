package chaos

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/saloon-games/saloon/internal/chaos/check"
)

func TestMain(m *testing.M) {
	if was, err := ServeNATS(); was {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// built builds the program.
func built(t *testing.T, plant *Plant) string {
	t.Helper()
	binary, err := Build(t.TempDir(), plant)
	if err != nil {
		t.Fatal(err)
	}
	return binary
}

// ran is a short run: what a house is made of, and one storm.
func ran(t *testing.T, c Config) *Report {
	t.Helper()
	c.Dir = t.TempDir()
	r, err := Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAHouseKeepsItsPromisesWhateverFails(t *testing.T) {
	r := ran(t, Config{ // the seed does all that can be done
		Binary: built(t, nil), Nodes: 3, Workers: 2, Servers: 3, Tables: 8,
		Seed: 326, Storms: 1, Storm: 8 * time.Second, Gap: 600 * time.Millisecond, Calm: check.Patience + 200*time.Millisecond,
	})
	var out bytes.Buffer
	if err := r.Write(&out); err != nil {
		t.Fatal(err)
	}
	t.Log(out.String())
	if !r.Good() {
		t.Error("see above")
	}
	if r.Acknowledged == 0 || r.Refused == 0 || r.Unanswered == 0 || r.Bots == 0 || len(r.Recoveries) != 8 {
		t.Error("too little has happened to show anything")
	}
}

func TestABugThatIsPlantedIsFound(t *testing.T) {
	for i := range Plants {
		p := &Plants[i]
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			binary := built(t, p)
			var found []check.Promise
			for range 3 { // what a storm hits is no matter of the seed alone
				r := ran(t, Config{ // the seed ends PostgreSQL five times, for the bug that needs it
					Binary: binary, Nodes: 2, Servers: 1, Tables: 8,
					Seed: 744, Storms: 1, Storm: 5 * time.Second, Gap: 400 * time.Millisecond, Wait: time.Second,
				})
				found = append(found, r.Broken()...)
				if slices.ContainsFunc(p.Breaks, func(want check.Promise) bool { return slices.Contains(found, want) }) {
					return
				}
			}
			t.Errorf("none of %q was found broken, but %q", p.Breaks, found)
		})
	}
}

func TestABugWhoseTextIsGoneIsNotPlanted(t *testing.T) {
	p := &Plant{Name: "none", Edits: []Edit{{"internal/house/do.go", "text that is not there", ""}}}
	if _, err := Build(t.TempDir(), p); err == nil || !strings.Contains(err.Error(), "is there 0 times") {
		t.Errorf("got %v", err)
	}
	if _, err := PlantOf("none"); err == nil || !strings.Contains(err.Error(), Plants[0].Name) {
		t.Errorf("got %v; want the bugs that there are", err)
	}
}

// sleeper is a process that says that it is there, and sleeps.
func sleeper(t *testing.T, script string) *process {
	t.Helper()
	p, err := start(t.TempDir(), "sleeper", func() *exec.Cmd { return exec.Command("/bin/sh", "-c", script) },
		func(line []byte) bool { return string(line) == "here" })
	if err != nil {
		t.Fatal(err)
	}
	if err := p.untilReady(); err != nil {
		t.Fatal(err)
	}
	return p
}

// pid is the number of the running program, 0 if there is none.
func (p *process) pid() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running == nil {
		return 0
	}
	return p.running.Process.Pid
}

func TestAProcessThatIsKilledStaysAwayUntilItIsRevived(t *testing.T) {
	p := sleeper(t, "echo here; exec sleep 1000")
	first := p.pid()
	if err := p.kill(); err != nil {
		t.Fatal(err)
	}
	if p.pid() != 0 {
		t.Error("it runs after it was killed")
	}
	p.revive()
	if err := p.untilReady(); err != nil {
		t.Fatal(err)
	}
	if p.pid() == first {
		t.Error("it is the same process as before")
	}
	if err := p.end(); err != nil || len(p.died) > 0 {
		t.Errorf("%v, %v", err, p.died)
	}
}

func TestAProcessThatIsToldToEndIsStartedAgainWhenItIsRevived(t *testing.T) {
	p := sleeper(t, "trap 'read -r _ </dev/null; exit 0' TERM; echo here; while :; do sleep 0.01; done")
	first := p.pid()
	if err := p.retire(); err != nil {
		t.Fatal(err)
	}
	p.revive()
	p.await(func() bool { return p.running != nil && p.running.Process.Pid != first })
	if err := p.untilReady(); err != nil {
		t.Fatal(err)
	}
	if err := p.end(); err != nil || len(p.died) > 0 {
		t.Errorf("%v, %v", err, p.died)
	}
}

func TestAProcessThatEndsByItselfIsStartedAgainAndThatIsTold(t *testing.T) {
	p := sleeper(t, "echo here; exec sleep 1000")
	first := p.pid()
	if err := syscall.Kill(first, syscall.SIGABRT); err != nil {
		t.Fatal(err)
	}
	p.await(func() bool { return p.running == nil || p.running.Process.Pid != first })
	if err := p.untilReady(); err != nil {
		t.Fatal(err)
	}
	if err := p.end(); err != nil || len(p.died) != 1 || !strings.Contains(p.died[0], "sleeper ended by itself") {
		t.Errorf("%v, %v", err, p.died)
	}
}

func TestAProcessThatIsStoppedEndsAllTheSameWhenItIsToldTo(t *testing.T) {
	p := sleeper(t, "echo here; exec sleep 1000")
	if err := p.signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	if err := p.end(); err != nil || len(p.died) > 0 {
		t.Errorf("%v, %v", err, p.died)
	}
}

func TestAProcessWritesWhatItSaysIntoItsLog(t *testing.T) {
	p := sleeper(t, "echo first; echo here; exec sleep 1000")
	if err := p.end(); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(p.log.Name()); err != nil || string(got) != "first\nhere\n" || filepath.Base(p.log.Name()) != "sleeper.log" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestAReport(t *testing.T) {
	r := &Report{Seed: 7, Report: &check.Report{Tried: 12, Recoveries: []float64{40, 50, 700}}, Faults: map[string]int{"kill node": 3}}
	text := func() string {
		var out bytes.Buffer
		if err := r.Write(&out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	for _, want := range []string{"seed 7", "3 × kill node", "12 tried", "50ms at the median, 700ms at most", "all promises were kept"} {
		if !strings.Contains(text(), want) {
			t.Errorf("%q is missing in\n%s", want, text())
		}
	}
	for range 7 {
		r.Violations = append(r.Violations, check.Violation{Promise: check.Kept, Table: "abc", Seq: 4, Say: "gone"})
	}
	r.Troubles = []string{"node-1 ended by itself"}
	for _, want := range []string{"BROKEN: " + string(check.Kept), "table abc, entry 4: gone", "and 2 more", "TROUBLE: node-1 ended"} {
		if !strings.Contains(text(), want) {
			t.Errorf("%q is missing in\n%s", want, text())
		}
	}
	if strings.Contains(text(), "all promises") || r.Good() {
		t.Error("a report with broken promises is good")
	}
}
