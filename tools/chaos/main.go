// Command chaos is a fault run of a house, as "make chaos" starts it: docs/faults.md tells
// what it does and how to read what it prints. The status is 1 if a promise was broken, 2 for
// bad usage.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/saloon-games/saloon/internal/chaos"
	"github.com/saloon-games/saloon/internal/chaos/check"
)

func main() {
	if was, err := chaos.ServeNATS(); was {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// asked is what the command line asks for.
type asked struct {
	chaos.Config
	minutes    float64
	plant      string
	judge, dir string
}

// read reads the command line; nil if it is wrong, which has been told.
func read(args []string, stderr io.Writer) *asked {
	a := &asked{Config: chaos.Config{Say: stderr, Calm: check.Patience + 500*time.Millisecond}}
	f := flag.NewFlagSet("chaos", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Uint64Var(&a.Seed, "seed", 0, "seed of the faults; 0 for any")
	f.Float64Var(&a.minutes, "minutes", 3, "how long it takes, about")
	f.IntVar(&a.Nodes, "nodes", 3, "how many nodes the house has")
	f.IntVar(&a.Workers, "workers", 2, "how many workers; 0 has bots think in the nodes")
	f.IntVar(&a.Servers, "servers", 3, "how many NATS servers")
	f.IntVar(&a.Tables, "tables", 24, "at how many tables people play")
	f.DurationVar(&a.Storm, "storm", 15*time.Second, "how long each storm is")
	f.DurationVar(&a.Gap, "gap", time.Second, "how long after a fault the next begins, about")
	f.StringVar(&a.plant, "plant", "", "a bug to plant into the house")
	f.StringVar(&a.Binary, "binary", "", "the program; built for the run unless given")
	f.StringVar(&a.judge, "check", "", "directory of a run that is only to be judged again")
	f.StringVar(&a.dir, "dir", "", "where to write histories and logs; a temporary directory, kept only if something is wrong, unless given")
	if err := f.Parse(args); err != nil {
		return nil
	}
	if f.NArg() > 0 || a.minutes <= 0 || a.Nodes < 1 || a.Servers < 1 || a.Workers < 0 || a.Tables < 1 || a.Storm <= 0 || a.Gap <= 0 {
		f.Usage()
		return nil
	}
	if a.Seed == 0 {
		a.Seed = 1 + rand.Uint64N(1_000_000) //nolint:gosec // any will do
	}
	a.Storms = max(1, int(a.minutes*60/(a.Storm+a.Calm).Seconds()))
	return a
}

// run does what the command line asks for and returns the status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) (status int) {
	a := read(args, stderr)
	if a == nil {
		return 2
	}
	var r *chaos.Report
	var err error
	if a.judge != "" {
		r, err = chaos.JudgeAgain(a.judge)
	} else {
		r, err = a.storm(ctx)
	}
	if err == nil {
		err = r.Write(stdout)
	}
	switch {
	case err != nil:
		fmt.Fprintln(stderr, "chaos:", err)
		return 1
	case !r.Good():
		return 1
	}
	return 0
}

// storm builds the program, if it has to, and has the run.
func (a *asked) storm(ctx context.Context) (r *chaos.Report, err error) {
	var plant *chaos.Plant
	if a.plant != "" {
		if plant, err = chaos.PlantOf(a.plant); err != nil {
			return nil, err
		}
	}
	if a.Dir = a.dir; a.Dir == "" {
		a.Dir, err = os.MkdirTemp("", "saloon-chaos")
	} else {
		err = os.MkdirAll(a.Dir, 0o700)
	}
	if err == nil {
		a.Dir, err = filepath.Abs(a.Dir)
	}
	if err != nil {
		return nil, err
	}
	defer func() {
		if a.dir == "" && r != nil && r.Good() {
			err = errors.Join(err, os.RemoveAll(a.Dir))
			return
		}
		fmt.Fprintf(a.Say, "histories, logs and what the programs said are in %s; SEED=%d MINUTES=%g has the same faults\n",
			a.Dir, a.Seed, a.minutes)
	}()
	if a.Binary == "" {
		bin, err := os.MkdirTemp("", "saloon-chaos-bin")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(bin) //nolint:errcheck // it is temporary
		if a.Binary, err = chaos.Build(bin, plant); err != nil {
			return nil, err
		}
	}
	return chaos.Run(ctx, a.Config)
}
