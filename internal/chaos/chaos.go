// Package chaos runs a house of several nodes, workers, NATS servers and a PostgreSQL as
// processes of their own, has people play there while all of these are killed, stopped
// and cut off from each other as a seed says, and has package check judge what has become of
// it. docs/faults.md tells how to run it and how to read its report.
//
// The house is a program that it starts, and reaches as people do: the package must never
// know the house's packages, nor the rules of games.
package chaos

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/saloon-games/saloon/internal/chaos/check"
	"github.com/saloon-games/saloon/internal/chaos/faults"
	"github.com/saloon-games/saloon/internal/chaos/history"
	"github.com/saloon-games/saloon/internal/chaos/players"
)

// Config is a fault run.
type Config struct {
	Binary string // the program, as Build makes it
	Dir    string // where histories and logs are written; it must be there

	Nodes, Workers, Servers int // Servers are those of NATS
	Tables                  int

	Seed   uint64
	Storms int
	Storm  time.Duration // how long each of them is
	Gap    time.Duration // about how long after each fault another begins
	Calm   time.Duration // after each storm; tables have to go on if it is check.Patience or more
	Wait   time.Duration // for answers at the end; 0: as long as a house that is whole can need

	Say io.Writer // where to tell how far it is; nil for nowhere
}

// A Report is what a run has shown.
type Report struct {
	*check.Report
	Seed    uint64         `json:"seed"`
	Seconds float64        `json:"seconds"` // from the first move to the last
	Storms  int            `json:"storms"`
	Faults  map[string]int `json:"faults"` // how many there were, by what was done to what
	// Troubles are what has gone wrong beside broken promises: programs that ended by
	// themselves, or did not end when they were told to.
	Troubles []string `json:"troubles"`
}

// Good reports whether all promises were kept and nothing else was wrong.
func (r *Report) Good() bool { return len(r.Violations) == 0 && len(r.Troubles) == 0 }

// The files of a run in its directory, beside a log for each process.
const (
	HistoryName = "history.jsonl"
	LogsName    = "logs.jsonl"
	ReportName  = "report.json"
)

// run is one under way.
type run struct {
	Config
	site *site
	book *history.Book
	next atomic.Uint64 // which node the next connection leads to

	mu     sync.Mutex
	faults map[string]int
	errs   []error
}

// Run runs it. The error says what kept it from being run to its end or judged; what the
// house has done wrong is in the report.
func Run(ctx context.Context, c Config) (report *Report, err error) {
	if c.Say == nil {
		c.Say = io.Discard
	}
	file, err := os.Create(filepath.Join(c.Dir, HistoryName))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	r := &run{Config: c, book: history.NewBook(file), faults: map[string]int{}}
	r.site, err = open(ctx, c)
	defer func() { err = errors.Join(err, r.site.close()) }()
	if err != nil {
		return nil, err
	}
	began := time.Now()
	if err := r.play(ctx); err != nil {
		return nil, err
	}
	seconds := time.Since(began).Seconds()
	r.site.end()
	r.say("all have left; the logs are read")
	reading, cancel := context.WithTimeout(ctx, toStart)
	defer cancel()
	logs, err := check.ReadLogs(reading, r.site.address)
	if err != nil {
		return nil, err
	}
	if err := writeLines(filepath.Join(c.Dir, LogsName), logs); err != nil {
		return nil, err
	}
	judged, err := judge(c.Dir)
	if err != nil {
		return nil, err
	}
	report = &Report{
		Report: judged, Seed: c.Seed, Seconds: seconds, Storms: c.Storms, Faults: r.faults, Troubles: r.site.troubles(),
	}
	return report, writeLines(filepath.Join(c.Dir, ReportName), []*Report{report})
}

// JudgeAgain judges a run once more, by the files in its directory.
func JudgeAgain(dir string) (*Report, error) {
	judged, err := judge(dir)
	return &Report{Report: judged}, err
}

// judge judges a run by the files in its directory.
func judge(dir string) (*check.Report, error) {
	file, err := os.Open(filepath.Join(dir, HistoryName))
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // only read
	lines, err := history.Read(file)
	if err != nil {
		return nil, err
	}
	data, err := os.Open(filepath.Join(dir, LogsName))
	if err != nil {
		return nil, err
	}
	defer data.Close() //nolint:errcheck // only read
	var logs []check.Log
	for dec := json.NewDecoder(data); ; {
		var l check.Log
		err := dec.Decode(&l)
		if errors.Is(err, io.EOF) {
			return check.Check(lines, logs), nil
		}
		if err != nil {
			return nil, fmt.Errorf("chaos: %s: %w", LogsName, err)
		}
		logs = append(logs, l)
	}
}

// writeLines writes values as lines of JSON.
func writeLines[T any](path string, list []T) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	enc := json.NewEncoder(file)
	for _, v := range list {
		err = errors.Join(err, enc.Encode(v))
	}
	return errors.Join(err, file.Close())
}

func (r *run) say(format string, args ...any) {
	_, _ = fmt.Fprintf(r.Say, time.Now().Format("15:04:05 ")+format+"\n", args...)
}

// usualWait is how long people wait at the end for answers to what they have asked.
const usualWait = 20 * time.Second

// play has people play through all storms.
func (r *run) play(ctx context.Context) error {
	company, err := players.Seat(ctx, players.Config{Tables: r.Tables, Dial: r.dial, Book: r.book, Seed: r.Seed})
	if err != nil {
		return errors.Join(err, r.book.Close())
	}
	r.say("people play at %d tables", r.Tables)
	pause(ctx, time.Second)
	for number := range r.Storms {
		if ctx.Err() != nil {
			break
		}
		if err := r.storm(ctx, number); err != nil {
			r.errs = append(r.errs, err)
			break
		}
		pause(ctx, r.Calm)
	}
	r.book.Write(history.Line{What: history.End})
	wait, cancel := context.WithTimeout(context.WithoutCancel(ctx), cmp.Or(r.Wait, usualWait))
	defer cancel()
	if err := company.Finish(wait); err != nil {
		r.site.trouble("%v", err)
	}
	return errors.Join(ctx.Err(), errors.Join(r.errs...), r.book.Close())
}

// storm has all faults of a storm happen and end.
func (r *run) storm(ctx context.Context, number int) error {
	plan := faults.Storm(r.Seed, number, r.site.targets(), r.Gap, r.Storm)
	r.say("storm %d of %d: %d faults", number+1, r.Storms, len(plan))
	begun := r.book.Write(history.Line{What: history.Storm})
	start := time.UnixMicro(begun)
	var under sync.WaitGroup
	for _, f := range plan {
		under.Go(func() {
			pause(ctx, time.Until(start.Add(f.At)))
			err := r.site.strike(f.Target, f.Act)
			r.note("begins", f)
			pause(ctx, f.For)
			err = errors.Join(err, r.site.heal(f.Target, f.Act))
			r.note("ends", f)
			r.count(f, err)
		})
	}
	under.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := errors.Join(r.errs...); err != nil {
		return err
	}
	r.book.Write(history.Line{What: history.Healed})
	return nil
}

func (r *run) note(what string, f faults.Fault) {
	r.book.Write(history.Line{What: history.Fault, Note: what + ": " + f.String()})
}

func (r *run) count(f faults.Fault, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.faults[string(f.Act)+" "+r.site.sort(f.Target)]++
	if err != nil {
		r.errs = append(r.errs, fmt.Errorf("chaos: %s: %w", f, err))
	}
}

// dial connects to the next node that takes connections, as a balancer would.
func (r *run) dial(ctx context.Context) (c net.Conn, err error) {
	var d net.Dialer
	for range r.Nodes {
		link := r.site.doors[r.next.Add(1)%uint64(r.Nodes)]
		if c, err = d.DialContext(ctx, "tcp", link.Address()); err == nil {
			return c, nil
		}
	}
	return nil, err
}

// pause waits, but no longer than the context lives.
func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
