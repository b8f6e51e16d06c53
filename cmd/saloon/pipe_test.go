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
	"testing"

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

func TestCtrlCEndsASimulationWithWhatWasDone(t *testing.T) {
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
	games := 0
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
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		}
	}
	err = cmd.Wait()
	if cmd.ProcessState.ExitCode() != 130 {
		t.Errorf("ended with %v; want status 130", err)
	}
	for _, want := range []string{
		fmt.Sprintf("%d games by random players", games),
		fmt.Sprintf("saloon: interrupted after %d of 1000000000 games\n", games),
	} {
		if !strings.Contains(errs.String(), want) {
			t.Errorf("said %q; want %q in it", errs.String(), want)
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
	err = out.finish(errInterrupted)
	if !errors.Is(err, errInterrupted) || !strings.Contains(err.Error(), "their records are in") {
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
