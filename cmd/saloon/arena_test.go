package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

func TestASignalEndsAnArenaWithTheDealsUntilThen(t *testing.T) {
	for name, args := range map[string][]string{
		"arena":                {"arena", "texas", "--test", "thumb", "--field", "random"},
		"arena with processes": {"arena", "texas", "--test", "exec:saloon bot texas --level thumb", "--field", "random", "--deadline", "30s"},
		"league":               {"league", "raincheck", "thumb", "random"},
	} {
		t.Run(name, func(t *testing.T) {
			var errs bytes.Buffer
			cmd := exec.CommandContext(t.Context(), "saloon", append(args, "--deals", "1000000000", "--seed", "1", "--records", "-")...)
			cmd.Stderr = &errs
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			records := 0
			lines := bufio.NewScanner(out)
			lines.Buffer(nil, 1<<20)
			for ; lines.Scan(); records++ {
				if records == 0 {
					if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
						t.Fatal(err)
					}
				}
			}
			if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() != 130 {
				t.Errorf("ended with %v", err)
			}
			reported := regexp.MustCompile(`: (\d+) deals, `).FindStringSubmatch(errs.String())
			if len(reported) != 2 || records == 0 ||
				!strings.HasSuffix(errs.String(), "saloon: interrupted after "+reported[1]+" of 1000000000 deals\n") {
				t.Errorf("after %d records it said %q", records, errs.String())
			}
		})
	}
}

// There is no picture of a part of a league, and none is said to be there.
func TestASignalLeavesNoHalfAPicture(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), "saloon", "league", "raincheck", "thumb",
		`exec:echo began >&2; exec saloon bot raincheck --level random`, "--deals", "1000000000", "--deadline", "30s", "--svg", filepath.Join(dir, "ratings.svg"))
	said, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(said)
	last := ""
	for asked := false; lines.Scan(); last = lines.Text() {
		if !asked && strings.HasSuffix(lines.Text(), "| began") {
			asked = true
			if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() != 130 {
		t.Errorf("ended with %v", err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) > 0 || !regexp.MustCompile(`^saloon: interrupted after \d+ of 10{9} deals$`).MatchString(last) {
		t.Errorf("said %q and left %v, %v", last, left, err)
	}
}

// A bot that never answers does not keep anybody from leaving.
func TestASignalEndsAnArenaWhoseBotHangs(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), "saloon", "arena", "raincheck", "--field", "thumb", "--deadline", "1h", "--workers", "1",
		"--test", `exec:read hello; echo '{"type":"ready"}'; while read -r line; do case $line in *decide*) echo asked >&2 ;; esac; done; echo gone >&2`)
	said, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(said)
	var list []string
	for lines.Scan() {
		if list = append(list, lines.Text()); strings.HasSuffix(lines.Text(), "| asked") {
			_ = cmd.Process.Signal(syscall.SIGTERM) // it may have ended meanwhile
		}
	}
	if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() != 143 {
		t.Errorf("ended with %v, saying %q", err, list)
	}
	if last := list[len(list)-1]; last != "saloon: told to end after 0 of 1000 deals" {
		t.Errorf("said %q", list)
	}
}
