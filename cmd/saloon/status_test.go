package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestTheStatusSaysWhatKindOfErrorThereWas(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		want int
		says string
	}{
		"none":                       {nil, 0, ""},
		"help was printed":           {errDone, 0, ""},
		"the reader went away":       {output(fmt.Errorf("write: %w", syscall.EPIPE)), 0, ""},
		"the disk is full":           {output(syscall.ENOSPC), 1, "saloon: cannot write: no space left on device\n"},
		"a closed file":              {output(io.ErrClosedPipe), 1, "saloon: cannot write: io: read/write on closed pipe\n"},
		"a pipe that was to be read": {fmt.Errorf("game.json: %w", syscall.EPIPE), 1, "saloon: game.json: broken pipe\n"},
		"bad data":                   {errors.New("event 3"), 1, "saloon: event 3\n"},
		"bad usage":                  {badUsage("what?"), 2, "saloon: what?\nTry \"saloon help\".\n"},
		"Ctrl-C":                     {fmt.Errorf("%w after 3", &interruption{syscall.SIGINT}), 130, "saloon: interrupted after 3\n"},
		"SIGTERM":                    {fmt.Errorf("%w after 3", &interruption{syscall.SIGTERM}), 143, "saloon: told to end after 3\n"},
		"several, and odd letters":   {errors.Join(errors.New("a\x1b[2J"), errors.New("b\xff")), 1, "saloon: a\\x1b[2J; b\ufffd\n"},
	} {
		t.Run(name, func(t *testing.T) {
			var errs bytes.Buffer
			got := (&app{err: &errs}).status(c.err)
			if got != c.want || errs.String() != c.says {
				t.Errorf("status %d, saying %q; want %d, %q", got, errs.String(), c.want, c.says)
			}
		})
	}
}

func TestHelpFitsTheScreen(t *testing.T) {
	for _, width := range []int{40, 60, 80} {
		for _, command := range []string{"help", "serve", "backup", "migrate", "new", "replay", "perft", "show", "play", "advise", "arena", "league", "bot", "policy", "sim", "solve", "print"} {
			var out bytes.Buffer
			a := &app{out: &out, environ: []string{fmt.Sprintf("COLUMNS=%d", width)}}
			if err := a.carryOut([]string{command, "--help"}); !errors.Is(err, errDone) {
				t.Fatal(err)
			}
			if command == "help" { // of saloon, not of the command help
				if err := a.overview(); err != nil {
					t.Fatal(err)
				}
			}
			for line := range strings.SplitSeq(out.String(), "\n") {
				if n := ansi.StringWidth(line); n > width {
					t.Errorf("help of %s with COLUMNS=%d has a line of %d columns: %q", command, width, n, line)
				}
			}
		}
	}
}

func TestSeedsOfTheSystemHave53Bits(t *testing.T) {
	var all uint64
	for range 200 {
		seed, err := randomSeed()
		if err != nil {
			t.Fatal(err)
		}
		all |= seed
	}
	if all != 1<<53-1 {
		t.Errorf("200 seeds have the bits %b; want 53", all)
	}
}
