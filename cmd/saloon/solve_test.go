package main

import (
	"bytes"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

const wholeHand = `{"format":"saloon-record/1","game":"texas","players":3,"events":["deal ` +
	`11,14,17,20,23,26,29,33,36,41,44,47,53,56,63/12,15,18,21,24,27,31,34,37,42,45,51,54,61,64/13,16,19,22,25,28,32,35,38,43,46,52,55,62,65"]}`

func TestASignalEndsASearch(t *testing.T) {
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, os.Interrupt) // so that it does not end the tests
	defer signal.Stop(heard)
	var out, errs bytes.Buffer
	status := make(chan int)
	go func() {
		status <- run([]string{"solve", "-", "--tricks", "15"}, strings.NewReader(wholeHand), &out, &errs)
	}()
	again := time.NewTicker(time.Millisecond) // the first ones may come before it listens
	defer again.Stop()
	for {
		select {
		case <-again.C:
			if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
				t.Fatal(err)
			}
		case got := <-status:
			if got != 130 || out.Len() > 0 || errs.String() != "saloon: interrupted after 0 of 1 moves\n" {
				t.Errorf("status %d, printing %q, saying %q", got, out.String(), errs.String())
			}
			return
		}
	}
}

func TestWhereValuesCannotBeWrittenTheyAreNotMade(t *testing.T) {
	var out, errs bytes.Buffer
	name := filepath.Join(t.TempDir(), "missing", "values.bin")
	status := run([]string{"solve", "raincheck", "--out", name}, nil, &out, &errs)
	says := errs.String()
	if status != 1 || out.Len() > 0 || !strings.HasPrefix(says, "saloon: cannot write: ") || !strings.HasSuffix(says, ": no such file or directory\n") ||
		strings.Count(says, "\n") != 1 {
		t.Errorf("status %d, printing %q, saying %q", status, out.String(), says)
	}
}
