package botproc_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/bot/arena"
	"github.com/saloon-games/saloon/bot/wire"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
	"github.com/saloon-games/saloon/internal/botproc"
)

// The bots of these tests are this program again: the variable says which.
const behave = "SALOON_TEST_BOT"

func TestMain(m *testing.M) {
	if how := os.Getenv(behave); how != "" {
		_, _ = os.Stderr.WriteString("begins\n")
		os.Exit(misbehave(how, os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

// badBot is a bot that plays the first legal move, but for one thing.
type badBot struct {
	how  string
	out  io.Writer
	last int // the ply that it was asked about before
	over int // games that are over
}

// misbehave is the bot's program; it returns its exit status.
func misbehave(how string, in io.Reader, out io.Writer) int {
	if how == "dies at once" {
		return 3
	}
	b := &badBot{how: how, out: out}
	for d := json.NewDecoder(in); ; {
		var m message
		if d.Decode(&m) != nil || !b.take(m) {
			return 1
		}
	}
}

// message is what the bot is told.
type message struct {
	Type  string
	Ply   int
	Legal []string
}

// take takes a message; false ends the bot.
func (b *badBot) take(m message) bool {
	switch m.Type + ", " + b.how {
	case "over, is ready twice":
		b.over++
	case "hello, is ready twice":
		if b.over == 2 {
			hang()
		}
	case "hello, is never ready", "quit, does not quit":
		hang()
	case "over, plays one game", "decide, dies":
		return false
	}
	switch m.Type {
	case "hello":
		b.say(`{"type":"ready","name":"test"}`)
		switch b.how {
		case "reads nothing":
			hang()
		case "closes its input":
			_ = os.Stdin.Close()
			hang()
		}
	case "quit":
		return false
	case "decide":
		b.decide(m)
		b.last = m.Ply
	}
	return true
}

func (b *badBot) say(line string) { fmt.Fprintln(b.out, line) } //nolint:errcheck // who does not listen is not heard

func (b *badBot) answer(ply int, move string) {
	b.say(fmt.Sprintf(`{"type":"move","ply":%d,"move":%q}`, ply, move))
}

func (b *badBot) decide(m message) {
	good := m.Legal[0]
	switch b.how {
	case "hangs":
		hang()
	case "lies":
		b.answer(m.Ply, "play 99")
	case "says no JSON":
		b.say("well...")
	case "answers an old question":
		b.answer(b.last, good)
	case "answers late":
		time.Sleep(2 * time.Second) // in the bot's own process, whose lateness is what is tested; no test waits for it
		b.answer(m.Ply, good)
	case "answers twice":
		b.answer(m.Ply, good)
		b.answer(m.Ply, m.Legal[len(m.Legal)-1])
	case "floods without lines":
		for {
			_, _ = io.WriteString(b.out, strings.Repeat("x", 1<<16))
		}
	case "floods with lines":
		for {
			b.answer(b.last-1, "fold")
		}
	case "floods its errors":
		_, _ = os.Stderr.WriteString(strings.Repeat("x", 1<<20))
		b.answer(m.Ply, good)
	default:
		b.answer(m.Ply, good)
	}
}

// hang does nothing more, without being found to be a deadlock. It runs in the bot's own
// process, which the test ends.
func hang() { time.Sleep(24 * time.Hour) }

// command runs a bot of these tests.
func command(t *testing.T, how string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s='%s' GORACE=atexit_sleep_ms=0 exec '%s'", behave, how, self)
}

// log is a log that several goroutines may write to.
type log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// outcome is how a run went.
type outcome struct {
	*arena.Result
	err        error
	log        string
	complaints []string
	records    string
}

// run plays three hands of three, with the bot in each seat, against players that play
// the first legal move.
func run(t *testing.T, how, command string, deadline time.Duration) outcome {
	t.Helper()
	return runWith(t, how, command, botproc.Config{Deadline: deadline, Start: 20 * time.Second})
}

func runWith(t *testing.T, how, command string, config botproc.Config) outcome {
	t.Helper()
	before := runtime.NumGoroutine()
	rules, err := catalog.ByName("texas")
	if err != nil {
		t.Fatal(err)
	}
	var l log
	config.Log = &l
	var o outcome
	var records strings.Builder
	c := arena.Config{
		Table: arena.Table{
			Rules: rules, Players: 3, Deals: 1, Seed: 1, Workers: 1, Records: &records,
			Complain: func(c arena.Complaint) { o.complaints = append(o.complaints, c.Err.Error()) },
		},
		Test:  botproc.Bot(how, command, config),
		Field: arena.Of("first", func(fair.Source) (bot.Player, error) { return first{}, nil }),
	}
	o.Result, o.err = arena.Run(t.Context(), c)
	o.log, o.records = l.String(), records.String()
	for late := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(late) {
			t.Fatalf("%d goroutines before, %d after", before, runtime.NumGoroutine())
		}
	}
	return o
}

type first struct{}

func (first) Name() string { return "first" }

func (first) Choose(_ context.Context, v game.View) (game.Move, error) { return v.Legal(nil)[0], nil }

func TestABotOfAnotherProcessPlaysAsOneOfThisProcess(t *testing.T) {
	o := run(t, "good", command(t, "plays well"), 20*time.Second)
	if o.err != nil || o.Test.Errors != 0 {
		t.Fatal(o.err, o.complaints)
	}
	rules, _ := catalog.ByName("texas")
	var records strings.Builder
	direct := arena.Of("good", func(fair.Source) (bot.Player, error) { return first{}, nil })
	other := arena.Of("first", func(fair.Source) (bot.Player, error) { return first{}, nil })
	c := arena.Config{Table: arena.Table{Rules: rules, Players: 3, Deals: 1, Seed: 1, Records: &records}, Test: direct, Field: other}
	if _, err := arena.Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if o.records != records.String() {
		t.Errorf("records\n%s\nwant\n%s", o.records, &records)
	}
	if o.log != "good| begins\n" {
		t.Errorf("the log is %q; want one process for three games", o.log)
	}
}

func TestABotThatErrsIsReplacedAndEndedAfterThreeErrors(t *testing.T) {
	for how, says := range map[string]string{
		"hangs":                   "no answer in time",
		"dies":                    "it has closed its standard output",
		"lies":                    "play 99 is not legal; legal: ",
		"says no JSON":            "want one JSON object a line",
		"answers an old question": "no answer in time",
		"answers late":            "no answer in time",
		"floods without lines":    "the line is too long",
		"floods with lines":       "no answer in time",
		"reads nothing":           "no answer in time",
		"closes its input":        "no answer in time",
	} {
		t.Run(how, func(t *testing.T) {
			deadline := 20 * time.Second
			if says == "no answer in time" {
				deadline = 50 * time.Millisecond
			}
			o := run(t, how, command(t, how), deadline)
			if o.err != nil {
				t.Fatal(o.err)
			}
			// Three games with three errors each, and a fresh process for each.
			if o.Test.Errors != 9 || o.Field.Errors != 0 || o.Test.Decisions > 9 || len(o.complaints) != 9 {
				t.Errorf("errors %d and %d, %d decisions; told %q", o.Test.Errors, o.Field.Errors, o.Test.Decisions, o.complaints)
			}
			for i, c := range o.complaints {
				if !strings.Contains(c, says) || strings.Contains(c, "so its process is ended") != (i%3 == 2) {
					t.Errorf("complaint %d: %s; want %s", i, c, says)
				}
			}
			if want := strings.Repeat(how+"| begins\n", 3); o.log != want {
				t.Errorf("the log is %q; want %q", o.log, want)
			}
		})
	}
}

func TestWhatIsOddButRightIsNoError(t *testing.T) {
	for how, processes := range map[string]int{"answers twice": 1, "plays one game": 3, "does not quit": 1} {
		t.Run(how, func(t *testing.T) {
			o := run(t, how, command(t, how), 20*time.Second)
			if o.err != nil || o.Test.Errors != 0 || o.Test.Decisions == 0 {
				t.Errorf("%v, %d errors: %q", o.err, o.Test.Errors, o.complaints)
			}
			if got := strings.Count(o.log, "begins"); got != processes {
				t.Errorf("%d processes; want %d", got, processes)
			}
		})
	}
}

func TestABotThatCannotBeginEndsTheRun(t *testing.T) {
	for name, c := range map[string]struct{ command, says, log string }{
		"it dies at once":     {command(t, "dies at once"), "not ready: it has closed its standard output", "it dies at once| begins\n"},
		"there is no program": {"exec no-such-program", "not ready: it has closed its standard output", "no-such-program"},
		"it is no bot":        {"read line; echo hello", "not ready: want one JSON object a line", ""},
	} {
		t.Run(name, func(t *testing.T) {
			o := run(t, name, c.command, time.Second)
			if o.err == nil || !strings.Contains(o.err.Error(), c.says) || !strings.Contains(o.log, c.log) {
				t.Errorf("err %v, log %q; want %s, %q", o.err, o.log, c.says, c.log)
			}
		})
	}
}

func TestABotThatIsNotReadyForALaterGameErrs(t *testing.T) {
	// The first process plays well, and all others die at once.
	mark := filepath.Join(t.TempDir(), "mark")
	o := run(t, "once", fmt.Sprintf("if [ -e '%s' ]; then exit 1; fi; : > '%s'; %s", mark, mark, command(t, "plays one game")), 20*time.Second)
	if o.err != nil || o.Test.Errors != 2 {
		t.Errorf("%v, %d errors: %q", o.err, o.Test.Errors, o.complaints)
	}
	for _, c := range o.complaints {
		if !strings.Contains(c, "not ready: ") {
			t.Errorf("told %q", o.complaints)
		}
	}
}

// A bot that is not ready for its third game is started afresh, which is no error; but what
// took the time is told.
func TestABotThatIsLateForALaterGameIsStartedAfresh(t *testing.T) {
	o := runWith(t, "third", command(t, "is ready twice"), botproc.Config{Deadline: 20 * time.Second, Start: 2 * time.Second})
	const told = "saloon: third: not ready for its next game within 2s; its process is started afresh\n"
	if o.err != nil || o.Test.Errors != 0 || strings.Count(o.log, told) != 1 || strings.Count(o.log, "begins") != 2 {
		t.Errorf("%v, %d errors, log %q", o.err, o.Test.Errors, o.log)
	}
}

func TestAFloodTakesNoMemory(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	o := run(t, "flood", command(t, "floods without lines"), 20*time.Second)
	p := run(t, "flood", command(t, "floods its errors"), 20*time.Second)
	runtime.ReadMemStats(&after)
	if o.Test.Errors != 9 || p.Test.Errors != 0 {
		t.Errorf("%d and %d errors", o.Test.Errors, p.Test.Errors)
	}
	if n := len(p.log); n > 10000 {
		t.Errorf("a line of %d bytes in the log", n)
	}
	if grown := int64(after.TotalAlloc - before.TotalAlloc); grown > 64<<20 {
		t.Errorf("%d MiB were taken in all", grown>>20)
	}
}

// Whoever has the named pipe open for writing lives; its reader sees the end when none
// does any more.
func TestABotEndsWithItsChildren(t *testing.T) {
	for name, how := range map[string]string{"it quits": "plays well", "it does not quit": "does not quit", "it errs": "hangs", "it dies": "dies"} {
		t.Run(name, func(t *testing.T) {
			pipe := filepath.Join(t.TempDir(), "alive")
			if out, err := exec.Command("mkfifo", pipe).CombinedOutput(); err != nil {
				t.Fatal(err, string(out))
			}
			mark := filepath.Join(t.TempDir(), "mark")
			o := duel(t, fmt.Sprintf("exec 9<>'%s'; : > '%s'; sleep 1000 & %s", pipe, mark, command(t, how)))
			if o.err != nil {
				t.Fatal(o.err)
			}
			if _, err := os.Stat(mark); err != nil {
				t.Fatal(err)
			}
			f, err := os.OpenFile(pipe, os.O_RDONLY|syscall.O_NONBLOCK, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close() //nolint:errcheck // it was read only
			if err := f.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
				t.Fatal(err)
			}
			if _, err := io.ReadAll(f); err != nil {
				t.Errorf("the bot's child lives on: %v", err)
			}
		})
	}
}

// duel plays two games of two against the rule of thumb.
func duel(t *testing.T, command string) outcome {
	t.Helper()
	rules, err := catalog.ByName("raincheck")
	if err != nil {
		t.Fatal(err)
	}
	b := botproc.Bot("b", command, botproc.Config{Deadline: 300 * time.Millisecond, Start: 20 * time.Second, Log: io.Discard})
	c := arena.Config{Table: arena.Table{Rules: rules, Players: 2, Deals: 1, Seed: 1}, Test: b, Field: arena.Level("thumb", rules)}
	var o outcome
	o.Result, o.err = arena.Run(t.Context(), c)
	return o
}

func TestAnInterruptionDoesNotWaitForABot(t *testing.T) {
	for _, how := range []string{"hangs", "is never ready"} {
		t.Run(how, func(t *testing.T) {
			rules, _ := catalog.ByName("texas")
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var l log
			begun := &watched{Writer: &l, wrote: make(chan struct{})}
			go func() {
				<-begun.wrote
				cancel()
			}()
			b := botproc.Bot(how, command(t, how), botproc.Config{Deadline: time.Hour, Start: time.Hour, Log: begun})
			c := arena.Config{Table: arena.Table{Rules: rules, Players: 3, Deals: 1, Seed: 1}, Test: b, Field: b}
			if r, err := arena.Run(ctx, c); !errors.Is(err, context.Canceled) || r.Test.Errors != 0 {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
}

// watched says when the first thing is written.
type watched struct {
	io.Writer
	once  sync.Once
	wrote chan struct{}
}

func (w *watched) Write(p []byte) (int, error) {
	w.once.Do(func() { close(w.wrote) })
	return w.Writer.Write(p)
}

// A server of ours is a bot, too.
func TestOurOwnBotsSpeakTheProtocol(t *testing.T) {
	rules, _ := catalog.ByName("raincheck")
	var out strings.Builder
	s := &wire.Server{
		Rules: rules, Name: "n", Complain: func(err error) { t.Error(err) },
		New: func(fair.Source) (bot.Player, error) { return first{}, nil },
	}
	in := `{"type":"hello","protocol":"saloon-bot/1","game":"raincheck","players":2,"seat":0,"options":{},"seed":7}`
	if err := s.Serve(t.Context(), strings.NewReader(in), &out); err != nil || out.String() != "{\"type\":\"ready\",\"name\":\"n\"}\n" {
		t.Error(err, &out)
	}
}
