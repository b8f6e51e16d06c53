// Package pocket is a house on one device: one table, kept in memory, at which one
// person plays with bots, or several people pass the device around. It is the same
// house, the same commands and the same drawing as a server's, with neither a network
// nor a disk; what happens at the table can be kept as lines and opened again.
//
// A person is known by their number, from 0, which is also their seat. Whoever holds the
// device says who they are: that is what passing it around means. What is drawn for one
// of them is made of what that seat may see and of nothing else.
//
// The package must never know how it is reached, rules of games, or browsers.
package pocket

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/store"
	"github.com/saloon-games/saloon/internal/store/memory"
	"github.com/saloon-games/saloon/internal/web/board"
	"github.com/saloon-games/saloon/internal/web/board/raincheck"
	"github.com/saloon-games/saloon/internal/web/board/texas"
	"github.com/saloon-games/saloon/internal/web/form"
	"github.com/saloon-games/saloon/internal/web/parts"
)

// At is the address of the table in what is drawn: forms go to At + "/act" and so on.
const At = "/pocket"

// Config is what a Pocket is made of. Zero values mean what is said.
type Config struct {
	// Clock is nil for time.Now.
	Clock func() time.Time
	// Keep is given every line of the table's history before what it says can be seen.
	// What it does not take does not happen. It must not use the pocket. Nil: lines are
	// kept for Export only.
	Keep func(line []byte) error
	// Moved is called when there is something new to be drawn. It must not wait and not
	// use the pocket. Nil: nobody is told.
	Moved func()
	// Choose has bots choose; nil: those of package bot.
	Choose house.Choose
	// Thought is how long a bot may think before it chooses by what it has found out; 0:
	// 1.5 s. It holds where nothing but the bot runs, too.
	Thought time.Duration
	Log     *slog.Logger // nil: nothing is logged
}

// The pauses of tables unless a form says otherwise, in milliseconds.
const (
	botPause  = 900
	dealPause = 12_000
)

// A Pocket is a house with its one table. Safe for concurrent use.
type Pocket struct {
	cfg   Config
	house *house.House
	id    string
	stop  func()

	do sync.Mutex // held while something is done that takes several commands, and while it is drawn

	mu    sync.Mutex
	lines bytes.Buffer // all that was kept
}

// person is the id by which the house knows somebody.
func person(n int) string { return "person" + strconv.Itoa(n) }

// Open opens a table as a form asks for it and starts its game. The fields are those of
// a server's form: game, seats, level (of the bots), option.NAME, pause and deal
// (milliseconds); and "name" once for each person, at least once: they take the first
// seats, and bots the others. An error is a *form.Error, a *house.Refusal or nobody's
// fault.
func Open(ctx context.Context, cfg Config, fields url.Values) (*Pocket, error) {
	names, err := namesOf(fields["name"])
	if err != nil {
		return nil, err
	}
	level, err := form.Level(fields)
	if err != nil {
		return nil, err
	}
	settings := house.Settings{Pace: house.Unhurried, BotPause: botPause, DealPause: dealPause}
	if len(names) > 1 {
		settings.DealPause = int(house.MostDealPause.Milliseconds()) // until both have looked
	}
	set, err := form.Setup(fields, settings)
	if err != nil {
		return nil, err
	}
	if len(names) > set.Seats {
		return nil, &form.Error{Title: "Too many people", Say: fmt.Sprintf("That table has %d seats, for at most so many names.", set.Seats)}
	}
	p := &Pocket{cfg: cfg}
	if err := p.settle(ctx, memory.New(p.keep), cfg.Clock); err != nil {
		return nil, err
	}
	commands := form.Company(set, names[0], level, len(names))
	if len(names) == 1 {
		commands = append(commands, house.Start{})
	}
	if p.id, err = p.house.Open(ctx, person(0), set, commands...); err != nil {
		return nil, err
	}
	for n := 1; n < len(names); n++ {
		if err := p.command(ctx, n, "", house.Sit{Seat: n, Name: names[n]}); err != nil {
			return nil, err
		}
	}
	if len(names) > 1 {
		if err := p.command(ctx, 0, "", house.Start{}); err != nil {
			return nil, err
		}
	}
	err = p.watch(ctx)
	return p, err
}

// namesOf are the names of the people, one at least, by which they can be told apart.
func namesOf(names []string) ([]string, error) {
	if len(names) == 0 {
		names = []string{""}
	}
	list := make([]string, len(names))
	known := map[string]bool{}
	for i, name := range names {
		name = strings.TrimSpace(name)
		if name == "" {
			name = house.GuestName()
		}
		if known[strings.ToLower(name)] {
			return nil, &form.Error{Title: "Two people, one name", Say: "Give everybody a name of their own, or nobody knows whose turn it is."}
		}
		known[strings.ToLower(name)] = true
		list[i] = name
	}
	return list, nil
}

// Load opens a table again of the lines that were kept of it, each with \n at its end.
// They are not kept again. An error that is [store.ErrInvalid] says that there is no
// table in them.
func Load(ctx context.Context, cfg Config, lines []byte) (*Pocket, error) {
	p := &Pocket{cfg: cfg}
	s, err := memory.Load(lines, p.keep)
	if err != nil {
		return nil, err
	}
	p.lines.Write(lines)
	if n := len(lines); n > 0 && lines[n-1] != '\n' {
		p.lines.WriteByte('\n')
	}
	ids := s.Tables()
	if len(ids) == 0 {
		return nil, fmt.Errorf("%w: no lines", store.ErrInvalid)
	}
	p.id = ids[len(ids)-1]
	row, err := s.Table(ctx, p.id)
	if err != nil {
		return nil, err
	}
	if err := p.settle(ctx, s, notBefore(cfg.Clock, row.ActiveAt)); err != nil {
		return nil, err
	}
	if _, err := p.house.Scene(ctx, p.id, "", 0); err != nil {
		return nil, fmt.Errorf("%w: no table in the lines: %w", store.ErrInvalid, err)
	}
	err = p.watch(ctx)
	return p, err
}

// notBefore is a clock that is not behind a time: a device's clock may have been set
// back, and bots would wait until it has caught up.
func notBefore(clock func() time.Time, at time.Time) func() time.Time {
	if clock == nil {
		clock = time.Now
	}
	ahead := max(0, at.Sub(clock()))
	return func() time.Time { return clock().Add(ahead) }
}

// settle makes the house.
func (p *Pocket) settle(ctx context.Context, s house.Store, clock func() time.Time) (err error) {
	const never = 365 * 24 * time.Hour
	choose := p.cfg.Choose
	if choose == nil {
		choose = house.OwnBots
	}
	thought := p.cfg.Thought
	if thought == 0 {
		thought = 1500 * time.Millisecond
	}
	p.house, err = house.New(ctx, house.Config{
		Store: s, Clock: clock, Log: p.cfg.Log, Tables: 1, Workers: 1,
		Choose: inTime(thought, choose), BotTime: thought + time.Second, Lease: thought + 5*time.Second,
		Poll: 10 * time.Second, // nobody else adds to the table, so the alarm rings for all of it
		Beat: never,            // no clock runs that would get lost time back
	})
	return err
}

// inTime has bots find out by themselves that their time is over. A context's timer may
// not tell them: where there is one thread, as in browsers, it waits until the bot lets
// others run.
func inTime(thought time.Duration, choose house.Choose) house.Choose {
	return func(ctx context.Context, level string, rules game.Rules, view game.View) (game.Move, error) {
		ctx, cancel := context.WithTimeout(ctx, thought)
		defer cancel()
		return choose(&timed{ctx, time.Now().Add(thought)}, level, rules, view)
	}
}

// timed is a context that is over at a time, whoever else gets to run.
type timed struct {
	context.Context //nolint:containedctx // it is one
	end             time.Time
}

func (t *timed) Err() error {
	if err := t.Context.Err(); err != nil || time.Now().Before(t.end) {
		return err
	}
	return context.DeadlineExceeded
}

// keep keeps a line.
func (p *Pocket) keep(line []byte) error {
	if p.cfg.Keep != nil {
		if err := p.cfg.Keep(line); err != nil {
			return err
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lines.Write(line)
	p.lines.WriteByte('\n')
	return nil
}

// Export returns all lines that were kept, each with \n at its end. [Load] opens the
// table of them. They have all cards open.
func (p *Pocket) Export() []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	return bytes.Clone(p.lines.Bytes())
}

func (p *Pocket) watch(ctx context.Context) (err error) {
	if p.stop = func() {}; p.cfg.Moved == nil {
		return nil
	}
	p.stop, err = p.house.Watch(ctx, p.id, func(int64) { p.cfg.Moved() })
	return err
}

// Run has bots play and chance go on until the context is done, and returns nil then.
func (p *Pocket) Run(ctx context.Context) error {
	defer p.stop()
	// What was due when the lines were kept is due now, or the alarm is set for it.
	if err := p.house.Wake(ctx, p.id); err != nil && ctx.Err() == nil {
		return err
	}
	return p.house.Run(ctx)
}

func (p *Pocket) command(ctx context.Context, who int, key string, c house.Command) error {
	_, err := p.house.Do(ctx, p.id, person(who), key, c)
	return err
}

// Do carries out what a person's form asks for: the verb is the last word of its
// address. Errors are as Open's; [form.ErrNoVerb] where there is no such command.
//
// After "next" nobody else has to say so, for all have looked at the one screen; and
// after "rematch" the next game has started.
func (p *Pocket) Do(ctx context.Context, who int, verb string, fields url.Values) error {
	c, err := form.Read(verb, fields)
	if err != nil {
		return err
	}
	p.do.Lock()
	defer p.do.Unlock()
	if err := p.command(ctx, who, form.Key(verb, fields), c); err != nil {
		return err
	}
	switch verb {
	case "next":
		err = p.othersReady(ctx, who)
	case "rematch":
		err = p.command(ctx, 0, "", house.Start{})
	}
	if refusal, ok := errors.AsType[*house.Refusal](err); ok && (refusal.Code == house.GameOn || refusal.Code == house.NotWaiting) {
		return nil // it was sent twice, and done
	}
	return err
}

func (p *Pocket) othersReady(ctx context.Context, who int) error {
	scene, err := p.house.Scene(ctx, p.id, person(who), 0)
	if err != nil {
		return err
	}
	for n, seat := range scene.Seats {
		if n == who || seat.Level != "" || seat.Away {
			continue
		}
		if err := p.command(ctx, n, "", house.Ready{}); err != nil {
			return err
		}
	}
	return nil
}

// A Standing is how the table stands, for who has to hand the device on. It says nothing
// that not everybody may know.
type Standing struct {
	Game  string `json:"game"`  // "texas"
	Phase string `json:"phase"` // "playing", "over", "closed"
	// Turn is the seat on turn, -1 for nobody.
	Turn int `json:"turn"`
	// People lists the seats of people; Names the names of all seats.
	People []int    `json:"people"`
	Names  []string `json:"names"`
}

func standing(s *house.Scene) Standing {
	st := Standing{Game: s.Game, Phase: string(s.Phase), Turn: s.Turn, People: []int{}, Names: make([]string, len(s.Seats))}
	for i := range s.Seats {
		st.Names[i] = s.Seats[i].Name
		if s.Seats[i].Level == "" {
			st.People = append(st.People, i)
		}
	}
	return st
}

// boards are the boards by their games.
var boards = func() map[string]board.Board {
	list := map[string]board.Board{}
	for _, b := range []board.Board{texas.New(), raincheck.New()} {
		list[b.Game()] = b
	}
	return list
}()

// Everybody looks at what all may see: for a device that lies between people.
const Everybody = -1

// A Look is what one person has been shown. Not safe for concurrent use.
type Look struct {
	p     *Pocket
	who   string // "" for everybody
	shown parts.Shown
}

// Look begins to show the table to a person, or to [Everybody].
func (p *Pocket) Look(who int) *Look {
	l := &Look{p: p}
	if who != Everybody {
		l.who = person(who)
	}
	return l
}

func (l *Look) table(ctx context.Context) (*parts.Table, error) {
	l.p.do.Lock()
	defer l.p.do.Unlock()
	scene, err := l.p.house.Scene(ctx, l.p.id, l.who, 0)
	if err != nil {
		return nil, err
	}
	sight := &board.Sight{Scene: scene, Act: At + "/act", Next: At + "/next"}
	return &parts.Table{Sight: sight, Board: boards[scene.Game], At: At, Now: time.Now(), Alone: true}, nil
}

// Page returns the whole element #table.
func (l *Look) Page(ctx context.Context) (html string, st Standing, err error) {
	t, err := l.table(ctx)
	if err != nil {
		return "", st, err
	}
	l.shown = parts.Shown{}
	l.shown.Update(nil, t) // so that updates begin here
	return string(parts.AppendPage(nil, t)), standing(&t.Scene), nil
}

// Update returns what has changed since the last Page or Update, as a server's stream
// sends it: an element with the attributes of #table, the parts that differ, each whole,
// and p.say with what is to be said. "" if nothing has. Where the attribute data-phase is
// another one the table has other parts: ask for the Page.
func (l *Look) Update(ctx context.Context) (html string, st Standing, err error) {
	t, err := l.table(ctx)
	if err != nil {
		return "", st, err
	}
	if t.Seq == l.shown.Seq {
		return "", standing(&t.Scene), nil
	}
	return string(l.shown.Update(nil, t)), standing(&t.Scene), nil
}

// Words is an error in words for who asked; nothing of what is inside the program shows.
func Words(err error) string {
	if refusal, ok := errors.AsType[*house.Refusal](err); ok {
		return refusal.Say
	}
	if unread, ok := errors.AsType[*form.Error](err); ok {
		return unread.Say
	}
	if errors.Is(err, form.ErrNoVerb) {
		return "That cannot be done here."
	}
	if errors.Is(err, store.ErrInvalid) {
		return "What was kept of this game cannot be read. Begin a new one."
	}
	return "Something broke behind the bar. Nothing was lost; open the table again."
}
