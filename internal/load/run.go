package load

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// MostSeats is how many guests a table can have.
const MostSeats = 64

// Config is a load. The numbers must be at least 1 where nothing else is said.
type Config struct {
	// Targets are the nodes of the house. Whoever connects comes to the next of them, so
	// that a guest's stream and forms mostly go to different ones; or, ByTable, all who sit
	// at a table to the same, as by a proxy that goes by the table's id.
	Targets []Target
	ByTable bool
	Game    string // as the house calls it: "texas"
	Seats   int    // guests at a table, up to MostSeats
	Tables  int
	Think   Think
	// Time is how long is measured, after Warmup, which may be 0.
	Time, Warmup time.Duration
	// Idle has everybody sit at a started game and do nothing.
	Idle bool
	// Seed decides what guests choose and how long they think.
	Seed uint64
	// PIDs are the nodes' processes on this machine; none to ask their /metrics.
	PIDs []int
	// Sources is over how many loopback addresses the connections are spread; 0 for
	// no choice of the address.
	Sources int

	dial func(ctx context.Context, guest int) (net.Conn, error) // nil: Target's
}

// Think is how long a guest looks at its cards before a move: any time from Least to
// Most, each as likely as the others. Most 0 is not at all.
type Think struct{ Least, Most time.Duration }

// String returns "0.5s-1.5s", or "0s".
func (t Think) String() string {
	if t.Least == t.Most {
		return t.Least.String()
	}
	return t.Least.String() + "-" + t.Most.String()
}

// Report is how a load was borne. All but SetUp is of the measured window.
type Report struct {
	Game    string  `json:"game"`
	Tables  int     `json:"tables"`
	Seats   int     `json:"seats"`
	Think   string  `json:"think"`
	Idle    bool    `json:"idle"`
	Seed    uint64  `json:"seed"`
	SetUp   float64 `json:"setUpSeconds"` // until everybody sat and had a stream
	Seconds float64 `json:"seconds"`      // of the window

	// Moves are those that the house accepted.
	Moves int64   `json:"moves"`
	Speed float64 `json:"movesPerSecond"`
	// All is the time from the beginning of a move's request until the last stream
	// of its table has shown what came of it; Answer until the request's own answer.
	All    Spread `json:"msToLastSeat"`
	Answer Spread `json:"msToAnswer"`
	Errors Errors `json:"errors"`
	// Playing counts tables at which a game was on at the end, Still those at which
	// no move was accepted in all the time. Going is after how many seconds a move had
	// been accepted at all others.
	Playing int     `json:"tablesPlaying"`
	Still   int     `json:"tablesStandingStill"`
	Going   float64 `json:"secondsUntilAllMoved"`

	Streams int   `json:"streams"`
	Patches int64 `json:"patches"`
	Beats   int64 `json:"beats"`
	Bytes   int64 `json:"bytes"` // that guests received
	// FirstBytes is what guests had received before the window, for each stream.
	FirstBytes float64 `json:"firstBytesPerStream"`

	House   *Process `json:"house"` // nil if nothing is known of it
	Guests  *Process `json:"guests"`
	Machine Machine  `json:"machine"`
	// HouseUnknown says why House is nil.
	HouseUnknown string `json:"houseUnknown,omitempty"`
}

// Process is what a program took in the window.
type Process struct {
	CPU     float64 `json:"cpuSeconds"`
	PerMove float64 `json:"cpuMicrosPerMove"` // 0 where no move was made
	// Before is its memory before the first guest came, RSS at the window's end,
	// Peak at most so far (0 if unknown), in bytes.
	Before int64 `json:"rssBefore"`
	RSS    int64 `json:"rss"`
	Peak   int64 `json:"rssPeak"`
}

// run is a load that is being borne.
type run struct {
	config Config
	ctx    context.Context //nolint:containedctx // of the run, whose life all goroutines share
	tally  tally
	work   sync.WaitGroup
	tables []*table
	turn   atomic.Uint64 // of the targets
}

// A Stage is a part of a load that is measured by itself.
type Stage struct {
	Name string
	Time time.Duration
	// Begin is what happens as it begins, told the paths of the tables; nil for nothing.
	// Time comes after that, and all of it is measured.
	Begin func(tables []string) error
}

// Run seats the guests, has them play, and measures for the time that was asked for. Done
// is called with a word or two when they sit and when they are warm; nil for nobody. The
// error says what kept the load from being measured: everything that goes wrong later is
// counted in the report.
func Run(ctx context.Context, c Config, done func(stage string)) (*Report, error) {
	reports, err := RunStages(ctx, c, []Stage{{Time: c.Time}}, done)
	if err != nil {
		return nil, err
	}
	return reports[0], nil
}

// RunStages does the same for several stages, one after the other while the guests play on,
// in place of Config.Time. It returns a report of each.
func RunStages(ctx context.Context, c Config, stages []Stage, done func(stage string)) ([]*Report, error) {
	ctx, cancel := context.WithCancel(ctx)
	r := &run{config: c, ctx: ctx}
	if done == nil {
		done = func(string) {}
	}
	if err := r.checkFiles(); err != nil {
		cancel()
		return nil, err
	}
	r.makeSeats()
	defer r.end(cancel)

	about := Report{Game: c.Game, Tables: c.Tables, Seats: c.Seats, Think: c.Think.String(), Idle: c.Idle, Seed: c.Seed, Streams: c.Tables * c.Seats}
	m := r.meters()
	start := time.Now()
	if err := r.setUp(); err != nil {
		return nil, err
	}
	about.SetUp = time.Since(start).Seconds()
	done(fmt.Sprintf("%d guests sit at %d tables", about.Streams, c.Tables))
	for _, t := range r.tables {
		t.open.Store(true)
		t.seats[0].poke()
	}
	if err := pause(ctx, c.Warmup); err != nil {
		return nil, err
	}
	done("warm")
	var reports []*Report
	for _, stage := range stages {
		report := about
		if err := r.measure(&report, m, stage); err != nil {
			return nil, err
		}
		reports = append(reports, &report)
	}
	return reports, nil
}

// paths are those of the tables' pages.
func (r *run) paths() []string {
	var paths []string
	for _, t := range r.tables {
		paths = append(paths, t.path)
	}
	return paths
}

// checkFiles refuses a load that needs more open files than there may be.
func (r *run) checkFiles() error {
	streams := r.config.Tables * r.config.Seats
	need := 2*streams + 64
	if most := mostFiles("/proc/self"); most > 0 && most < need {
		return fmt.Errorf("%d guests need %d open files and this program may have %d: raise the limit (ulimit -n)", streams, need, most)
	}
	for _, pid := range r.config.PIDs {
		if most := mostFiles("/proc/" + strconv.Itoa(pid)); most > 0 && most < need/len(r.config.PIDs) {
			return fmt.Errorf("%d guests need %d open files and the house may have %d: start it with a higher limit (ulimit -n)", streams, need, most)
		}
	}
	return nil
}

// connect opens a connection of a guest, to the next target.
func (r *run) connect(ctx context.Context, guest int) (*wire, error) {
	turn := r.turn.Add(1)
	if r.config.ByTable {
		turn = uint64(guest / r.config.Seats) //nolint:gosec // no number of a guest is negative
	}
	return r.connectTo(ctx, r.config.Targets[turn%uint64(len(r.config.Targets))], guest)
}

func (r *run) connectTo(ctx context.Context, to Target, guest int) (*wire, error) {
	var c net.Conn
	var err error
	if r.config.dial != nil {
		c, err = r.config.dial(ctx, guest)
	} else {
		c, err = to.dial(ctx, guest, r.config.Sources)
	}
	if err != nil {
		return nil, err
	}
	return newWire(c, &r.tally.received), nil
}

// front is the first target: what it is called by and its base path are those of the
// house.
func (r *run) front() Target { return r.config.Targets[0] }

// makeSeats makes the guests, who do nothing yet.
func (r *run) makeSeats() {
	for i := range r.config.Tables {
		t := &table{run: r}
		for place := range r.config.Seats {
			s := &seat{
				table: t, place: place, guest: i*r.config.Seats + place, first: make(chan struct{}),
				rand: rand.New(rand.NewPCG(r.config.Seed, uint64(i)<<8|uint64(place))), //nolint:gosec // choices in a test
			}
			s.sight.forget()
			t.seats = append(t.seats, s)
		}
		r.tables = append(r.tables, t)
	}
}

// atOnce is how many tables are prepared at the same time.
const atOnce = 16

// setUp opens all tables and seats the guests at them.
func (r *run) setUp() error {
	ctx, cancel := context.WithCancelCause(r.ctx)
	defer cancel(nil)
	next := make(chan *table)
	var workers sync.WaitGroup
	for range atOnce {
		workers.Go(func() {
			for t := range next {
				if err := t.setUp(ctx); err != nil {
					cancel(fmt.Errorf("the tables could not be prepared: %w", err))
				}
			}
		})
	}
	for _, t := range r.tables {
		select {
		case next <- t:
		case <-ctx.Done():
		}
	}
	close(next)
	workers.Wait()
	return context.Cause(ctx)
}

// setUp opens the table, seats everybody and opens their streams.
func (t *table) setUp(ctx context.Context) error {
	owner := t.seats[0]
	base := t.front().Base
	a, err := owner.form(ctx, base+"/new", url.Values{"game": {t.config.Game}, "seats": {strconv.Itoa(t.config.Seats)}}, false)
	if err != nil {
		return err
	}
	_, id, ok := strings.Cut(a.location, "/t/")
	if !ok || owner.cookie == "" {
		return fmt.Errorf("POST %s/new: want a cookie and the way to the table, got %d to %q", base, a.status, a.location)
	}
	t.id, t.path = id, base+"/t/"+id
	if _, err := owner.form(ctx, t.path+"/change", url.Values{"pause": {"0"}, "deal": {"0"}}, true); err != nil {
		return err
	}
	for _, s := range t.seats {
		if s != owner {
			seat := url.Values{"seat": {strconv.Itoa(s.place)}}
			if _, err := s.form(ctx, t.path+"/sit", seat, true); err != nil {
				return err
			}
		}
		first := s.first
		t.work.Go(s.watch)
		select {
		case <-first:
		case <-time.After(mostSetUp):
			return errors.New("a stream has shown nothing")
		case <-ctx.Done():
			return nil // somebody else tells
		}
		s.mu.Lock()
		if post := s.post; t.config.Idle && s != owner {
			s.hangUp()
			s.post = nil
		} else {
			t.work.Go(func() { s.answers(post) })
		}
		s.mu.Unlock()
	}
	return nil
}

// poke makes a guest look again.
func (s *seat) poke() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.consider()
}

// sees reports whether the guest was last shown this phase.
func (s *seat) sees(phase string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sight.phase == phase
}

// end ends all that runs.
func (r *run) end(cancel context.CancelFunc) {
	cancel()
	for _, t := range r.tables {
		for _, s := range t.seats {
			s.quit()
		}
	}
	r.work.Wait()
}

// pause waits.
func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// meters are the processes that are measured, and what they took before.
type meters struct {
	house, guests               meter
	houseBefore, guestsBefore   usage
	houseUnknown, guestsUnknown error
}

// meters finds what can be measured, and notes how much memory it takes before.
func (r *run) meters() (m meters) {
	var nodes together
	for _, target := range r.config.Targets {
		nodes = append(nodes, metrics{r, target})
	}
	if len(r.config.PIDs) > 0 {
		nodes = nil
	}
	for _, pid := range r.config.PIDs {
		nodes = append(nodes, proc("/proc/"+strconv.Itoa(pid)))
	}
	m.house, m.guests = nodes, proc("/proc/self")
	m.houseBefore, m.houseUnknown = m.house.read(r.ctx)
	m.guestsBefore, m.guestsUnknown = m.guests.read(r.ctx)
	return m
}

// reading is what is known at one end of the window.
type reading struct {
	at             time.Time
	moves          int64
	patches, beats int64
	received       int64
	moved          []int64 // moves by table
	house, guests  usage
	cpus           cpuTimes
}

func (r *run) reading(m meters) (reading, error) {
	now := reading{cpus: readCPUTimes()}
	var err1, err2 error
	if m.houseUnknown == nil {
		now.house, err1 = m.house.read(r.ctx)
	}
	if m.guestsUnknown == nil {
		now.guests, err2 = m.guests.read(r.ctx)
	}
	for _, t := range r.tables {
		now.moved = append(now.moved, t.moved.Load())
	}
	now.moves, now.received = r.tally.moves.Load(), r.tally.received.Load()
	now.patches, now.beats = r.tally.patches.Load(), r.tally.beats.Load()
	now.at = time.Now()
	return now, errors.Join(err1, err2)
}

// measure measures a stage.
func (r *run) measure(report *Report, m meters, stage Stage) error {
	report.Machine = readMachine()
	for _, t := range r.tables {
		t.first.Store(0)
	}
	from, err := r.reading(m)
	if err != nil {
		return err
	}
	r.tally.begin(from.at)
	if stage.Begin != nil {
		if err := stage.Begin(r.paths()); err != nil {
			return fmt.Errorf("%s: %w", stage.Name, err)
		}
	}
	if err := pause(r.ctx, stage.Time); err != nil {
		return err
	}
	to, err := r.reading(m)
	report.All, report.Answer, report.Errors = r.tally.end()
	if err != nil {
		return fmt.Errorf("the house is gone: %w", err)
	}
	report.Seconds = to.at.Sub(from.at).Seconds()
	report.Moves = to.moves - from.moves
	report.Speed = float64(report.Moves) / report.Seconds
	report.Patches, report.Beats, report.Bytes = to.patches-from.patches, to.beats-from.beats, to.received-from.received
	report.FirstBytes = float64(from.received) / float64(report.Streams)
	for i, t := range r.tables {
		if first := t.first.Load(); from.moved[i] == to.moved[i] {
			report.Still++
		} else if first > 0 {
			report.Going = max(report.Going, time.Unix(0, first).Sub(from.at).Seconds())
		}
		if t.seats[0].sees("playing") {
			report.Playing++
		}
	}
	if m.houseUnknown == nil {
		report.House = taken(m.houseBefore, from.house, to.house, report.Moves)
	} else {
		report.HouseUnknown = m.houseUnknown.Error()
	}
	if m.guestsUnknown == nil {
		report.Guests = taken(m.guestsBefore, from.guests, to.guests, report.Moves)
	}
	busy := to.cpus.busy - from.cpus.busy
	ours := 0.0
	for _, p := range []*Process{report.House, report.Guests} {
		if p != nil {
			ours += p.CPU
		}
	}
	report.Machine.Busy = busy / report.Seconds
	report.Machine.Others = max(0, busy-ours) / report.Seconds
	report.Machine.Stolen = (to.cpus.stolen - from.cpus.stolen) / report.Seconds
	return nil
}

// taken is what a process took between two readings.
func taken(before, from, to usage, moves int64) *Process {
	p := &Process{Before: before.rss, CPU: to.cpu - from.cpu, RSS: to.rss, Peak: to.peak}
	if moves > 0 {
		p.PerMove = p.CPU * 1e6 / float64(moves)
	}
	return p
}
