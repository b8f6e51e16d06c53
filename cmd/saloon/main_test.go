package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/saloon-games/saloon/internal/store/sqlstore/pgtest"
)

// quickRace keeps programs that are built with the race detector from sleeping for
// a second at their end.
const quickRace = "atexit_sleep_ms=0"

func TestMain(m *testing.M) {
	if err := os.Setenv("GORACE", quickRace); err != nil {
		panic(err)
	}
	testscript.Main(tests{m}, map[string]func(){"saloon": main})
}

// tests are all tests; some need a PostgreSQL, which ends with them.
type tests struct{ *testing.M }

func (t tests) Run() int { return pgtest.Run(t.M) }

// The scripts are the command line's specification: one for each command, and for
// what can go wrong.
func TestTheCommandLineDoesWhatTheScriptsSay(t *testing.T) {
	data, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("DATA", data)
			e.Setenv("FAIR", filepath.Join(data, "..", "..", "..", "fair", "testdata"))
			e.Setenv("GORACE", quickRace)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status,
			"sparse": sparse,
			"lines":  lines,
			"lived":  lived,
		},
	})
}

// status N PROGRAM ARGS... runs a program that must exit with status N.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N PROGRAM ARGS...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("status %d; want %d", got, want)
	}
}

// sparse FILE SIZE makes a file of so many zero bytes, which takes no room.
func sparse(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sparse FILE SIZE")
	}
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	f, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(f.Truncate(size))
	ts.Check(f.Close())
}

// lines N FILE fails unless the file has so many lines; FILE may be stdout.
func lines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: lines N FILE")
	}
	got := 0
	for _, c := range ts.ReadFile(args[1]) {
		if c == '\n' {
			got++
		}
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("%s has %d lines; want %s", args[1], got, args[0])
	}
}
