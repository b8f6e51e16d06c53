package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/record"
)

// longGame writes the record of a game whose states are many times what a pipe
// holds, and returns the file's name.
func longGame(t *testing.T) string {
	t.Helper()
	line, err := exec.Command("saloon", "play", "texas", "--players", "6", "--option", "hands=50", "--seed", "1", "--json").Output()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "long.saloon.json")
	if err := os.WriteFile(name, line, 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// As in "saloon replay --every FILE | head -1".
func TestAReaderThatHasHadEnoughEndsTheProgramQuietly(t *testing.T) {
	file := longGame(t)
	for _, args := range [][]string{
		{"replay", "--every", file},
		{"show", file},
		{"sim", "texas", "-n", "1000000000", "--out", "-"},
	} {
		t.Run(args[0], func(t *testing.T) {
			var errs bytes.Buffer
			cmd := exec.Command("saloon", args...)
			cmd.Stderr = &errs
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
				t.Error(err)
			}
			if err := out.Close(); err != nil {
				t.Error(err)
			}
			if err := cmd.Wait(); err != nil || errs.Len() > 0 {
				t.Errorf("ended with %v, saying %q; want status 0 and silence", err, errs.String())
			}
		})
	}
}

func TestASignalEndsASimulationWithWhatWasDone(t *testing.T) {
	for signal, want := range map[syscall.Signal]struct {
		status int
		says   string
	}{
		syscall.SIGINT:  {130, "interrupted"},
		syscall.SIGTERM: {143, "told to end"},
	} {
		t.Run(signal.String(), func(t *testing.T) {
			games, status, errs := signaled(t, signal)
			if status != want.status {
				t.Errorf("ended with status %d; want %d", status, want.status)
			}
			for _, want := range []string{
				fmt.Sprintf("%d games by random players", games),
				fmt.Sprintf("saloon: %s after %d of 1000000000 games\n", want.says, games),
			} {
				if !strings.Contains(errs, want) {
					t.Errorf("said %q; want %q in it", errs, want)
				}
			}
		})
	}
}

// signaled begins a simulation, sends it a signal, and returns how many games came,
// the exit status, and what was said.
func signaled(t *testing.T, signal syscall.Signal) (games, status int, said string) {
	t.Helper()
	var errs bytes.Buffer
	cmd := exec.Command("saloon", "sim", "raincheck", "-n", "1000000000", "--seed", "1", "--out", "-")
	cmd.Stderr = &errs
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	records := record.NewReader(out)
	for ; ; games++ {
		rec, err := records.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if end, err := rec.State(); err != nil || end.Turn() != game.Over {
			t.Fatalf("game %d is not whole: %v", games, err)
		}
		if games == 0 {
			if err := cmd.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := cmd.Wait(); err == nil {
		t.Error("ended as if nothing had been")
	}
	return games, cmd.ProcessState.ExitCode(), errs.String()
}

// The first Ctrl-C waits for a reader that never comes; so the second must not.
func TestTheSecondCtrlCEndsTheProgramAtOnce(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), "saloon", "sim", "raincheck", "-n", "1000000000", "--out", "-")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil { // from now on it waits for us
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	again := time.NewTicker(time.Millisecond)
	defer again.Stop()
	late := time.After(time.Minute)
	for {
		select {
		case err := <-ended:
			if cmd.ProcessState.ExitCode() != -1 {
				t.Errorf("ended with %v; want it killed by the signal", err)
			}
			return
		case <-late:
			_ = cmd.Process.Kill()
			t.Fatal("it goes on after many times Ctrl-C")
		case <-again.C:
			_ = cmd.Process.Signal(os.Interrupt) // it may have ended meanwhile
		}
	}
}

func TestAnInterruptedFileStaysBesideTheOneThereWas(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.jsonl")
	if err := os.WriteFile(name, []byte("before"), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := createOutput(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(out, "so far")
	err = out.finish(&interruption{syscall.SIGINT})
	if !isInterruption(err) || !strings.Contains(err.Error(), "their records are in") {
		t.Errorf("finish = %v; want it to say where the records are", err)
	}
	contents(t, name, "before")
	contents(t, out.partial.Name(), "so far")
}

func TestAFailedFileLeavesNothingBehind(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.jsonl")
	if err := os.WriteFile(name, []byte("before"), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := createOutput(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	failed := errors.New("it went wrong")
	if err := out.finish(failed); !errors.Is(err, failed) {
		t.Errorf("finish = %v; want the failure", err)
	}
	contents(t, name, "before")
	if files, err := os.ReadDir(filepath.Dir(name)); err != nil || len(files) != 1 {
		t.Errorf("%v, %v; want one file", files, err)
	}
}

func contents(t *testing.T, name, want string) {
	t.Helper()
	if got, err := os.ReadFile(name); err != nil || string(got) != want {
		t.Errorf("%s holds %q, %v; want %q", name, got, err, want)
	}
}
