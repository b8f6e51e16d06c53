package house

import (
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
	"time"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/store"
)

// Phase says what a table is doing.
type Phase string

// The phases of a table.
const (
	Open    Phase = "open"    // people come and go
	Playing Phase = "playing" // a game is on
	Over    Phase = "over"    // a game has ended
	Shut    Phase = "closed"  // for good
)

// Pace is how long a person may think.
type Pace string

// The paces that there are.
const (
	Unhurried Pace = "none"
	Quick     Pace = "quick"   // 30 s a decision
	Relaxed   Pace = "relaxed" // 90 s
	Daily     Pace = "day"     // a day
)

// Paces lists the paces, the slowest first.
func Paces() []Pace { return []Pace{Unhurried, Daily, Relaxed, Quick} }

// Limit is how long a decision may take, 0 for any time.
func (p Pace) Limit() time.Duration {
	switch p {
	case Quick:
		return 30 * time.Second
	case Relaxed:
		return 90 * time.Second
	case Daily:
		return 24 * time.Hour
	default:
		return 0
	}
}

// Settings are the owner's choices that are none of the rules.
type Settings struct {
	Pace     Pace `json:"pace"`
	Public   bool `json:"public"` // whether strangers find it in the list
	Chat     bool `json:"chat"`
	BotPause int  `json:"botPause"` // milliseconds that a bot waits before its move
	// DealPause is how many milliseconds the end of a hand or round is left to look
	// at, at most, before chance goes on; 0 for not at all.
	DealPause int `json:"dealPause"`
}

// The longest that a bot, and that chance, may be told to wait.
const (
	MostPause     = 10 * time.Second
	MostDealPause = time.Minute
)

func (s Settings) check() error {
	if !slices.Contains(Paces(), s.Pace) {
		return fmt.Errorf("there is no pace %s; there are %v", game.Quote(string(s.Pace)), Paces())
	}
	if s.BotPause < 0 || int64(s.BotPause) > MostPause.Milliseconds() {
		return fmt.Errorf("a bot's pause of %d ms; want 0 to %d", s.BotPause, MostPause.Milliseconds())
	}
	if s.DealPause < 0 || int64(s.DealPause) > MostDealPause.Milliseconds() {
		return fmt.Errorf("a pause of %d ms after a hand or round; want 0 to %d", s.DealPause, MostDealPause.Milliseconds())
	}
	return nil
}

func (s Settings) pause() time.Duration { return time.Duration(s.BotPause) * time.Millisecond }

func (s Settings) dealPause() time.Duration { return time.Duration(s.DealPause) * time.Millisecond }

// maxLines is how many lines of talk are kept in memory. The log has all of them.
const maxLines = 100

// keySeed makes sums of idempotency keys; every process has its own.
var keySeed = maphash.MakeSeed()

// A Table is the fold of a log. It is only changed by taking in the next entry.
// It holds no secret but what the log holds: the hands, other people's ids, client seeds.
// Show a [Scene] of it, never the table itself. Not safe for concurrent use.
type Table struct {
	id  string
	seq int64 // number of the last entry
	// beside is the number of the last entry that was not a move.
	beside int64
	now    time.Time // its time
	// keys are the sums of all idempotency keys in the log. With 64 bits, two of a
	// thousand keys have the same in one table of 10^13.
	keys []uint64

	code     string
	owner    string
	rules    game.Rules
	options  game.Options
	settings Settings
	phase    Phase
	reason   string   // why the house has closed it
	guests   []string // ids of all who have ever sat there
	erased   int      // how often entries were rewritten, as far as read
	seats    []seat
	chat     []Line

	secret     int64 // number of the present commitment, 0 before the first
	committed  bool
	commitment fair.Commitment
	used       map[string]bool // client seeds of earlier games and commitments
	number     int             // of the present or last game, 0 before the first
	seeds      [][]byte        // the game's closed list of client seeds
	state      game.State      // nil before a game
	match      *game.Match     // the same with everybody's views; nil in a trial, too
	made       []Made          // by whom each of the match's events was made; only ever appended to
	shown      bool            // spectators see all hands of the present or last game
	revealed   fair.Seed       // once over

	since    time.Time // when the present decision's clock began
	credited time.Time // end of the last outage that was given back
	returned int       // 1 + the ply at which somebody's return began the clock anew
}

// A seat is one place at a table: empty, a person's or a bot's.
type seat struct {
	person string // id, "" if there is none
	level  string // of the bot, "" if there is none
	name   string
	away   bool
	missed int    // decisions in a row that the clock took
	seed   []byte // client seed for the next game
	ready  bool   // for chance to go on
	agrees bool   // that spectators see all hands of the next game; bots always do
}

func (s *seat) taken() bool { return s.person != "" || s.level != "" }

// A Line is one line of talk.
type Line struct {
	Seat int       `json:"seat"`
	Name string    `json:"name"` // when it was said
	Text string    `json:"text"`
	At   time.Time `json:"at"`
}

// Replay folds a log, from its beginning.
func Replay(id string, log []store.Entry) (*Table, error) {
	t := &Table{id: id, used: map[string]bool{}}
	if err := t.readOn(log); err != nil {
		return nil, err
	}
	return t, nil
}

// readOn takes in entries that follow. After an error the table is of no more use.
func (t *Table) readOn(log []store.Entry) error {
	for i := range log {
		entry := &log[i]
		e, err := decode(entry.Body)
		if err == nil {
			err = t.take(entry.Seq, entry.At, entry.Key, e)
		}
		if err != nil {
			return fmt.Errorf("house: table %s, entry %d: %w", t.id, entry.Seq, err)
		}
	}
	return nil
}

// take takes in the next event of the log.
func (t *Table) take(seq int64, at time.Time, key string, e Event) error {
	if seq != t.seq+1 {
		return fmt.Errorf("house: entry %d comes after %d", seq, t.seq)
	}
	if _, first := e.(Opened); first != (seq == 1) {
		return fmt.Errorf("house: a log begins with opened, and has it nowhere else, not %s", e.kind())
	}
	if _, erased := e.(Erased); t.phase == Shut && !erased {
		return fmt.Errorf("house: %s comes after the table was closed", e.kind())
	}
	t.seq, t.now = seq, at
	if _, move := e.(Moved); !move {
		t.beside = seq
	}
	if key != "" {
		t.keys = append(t.keys, maphash.String(keySeed, key))
	}
	return e.apply(t)
}

// knows reports whether the log has a key. Whoever appends has read all that comes
// before, so this is where it is decided that a command is done once; the store keeps
// keys and does not compare them.
func (t *Table) knows(key string) bool {
	return key != "" && slices.Contains(t.keys, maphash.String(keySeed, key))
}

// trial returns a copy to try events on, without views. It shares nothing with the
// table that changes.
func (t *Table) trial() *Table {
	c := *t
	c.seats, c.chat, c.used = slices.Clone(t.seats), slices.Clip(t.chat), maps.Clone(t.used)
	c.keys, c.match, c.made = nil, nil, nil
	if t.state != nil {
		c.state = t.state.Clone()
	}
	return &c
}

// ID is the table's id, which its link has.
func (t *Table) ID() string { return t.id }

// Seq is the number of the last entry that the table has taken in.
func (t *Table) Seq() int64 { return t.seq }

// Phase is what the table is doing.
func (t *Table) Phase() Phase { return t.phase }

// seatOf returns the seat of a person, or game.Spectator.
func (t *Table) seatOf(person string) int {
	for i := range t.seats {
		if person != "" && t.seats[i].person == person {
			return i
		}
	}
	return game.Spectator
}

// free returns the first empty seat, or -1.
func (t *Table) free() int {
	return slices.IndexFunc(t.seats, func(s seat) bool { return !s.taken() })
}

// empty counts the empty seats.
func (t *Table) empty() int {
	n := 0
	for i := range t.seats {
		if !t.seats[i].taken() {
			n++
		}
	}
	return n
}

// people counts the persons who are seated, other than one.
func (t *Table) people(except string) int {
	n := 0
	for i := range t.seats {
		if p := t.seats[i].person; p != "" && p != except {
			n++
		}
	}
	return n
}

// waits reports whether a hand or round has ended and chance has not gone on yet.
func (t *Table) waits() bool { return t.phase == Playing && t.state.Turn() == game.Chance }

// allReady reports whether chance need not wait for anybody but perhaps one seat, or
// game.Spectator: there are people, and those who are not away are ready.
func (t *Table) allReady(but int) bool {
	for i := range t.seats {
		if s := &t.seats[i]; s.person != "" && !s.away && !s.ready && i != but {
			return false
		}
	}
	return t.present() || but != game.Spectator
}

// present reports whether a person sits there who is not away.
func (t *Table) present() bool {
	return slices.ContainsFunc(t.seats, func(s seat) bool { return s.person != "" && !s.away })
}

// agreed reports whether everybody seated wants spectators to see all hands.
func (t *Table) agreed() bool {
	return !slices.ContainsFunc(t.seats, func(s seat) bool { return !s.agrees && s.level == "" })
}

// turn returns the seat on turn; false if there is none.
func (t *Table) turn() (int, bool) {
	if t.phase != Playing {
		return 0, false
	}
	return t.state.Turn().Seat()
}

// ply is the number of the game's events so far.
func (t *Table) ply() int {
	if t.state == nil {
		return 0
	}
	return t.state.Ply()
}

// clientSeeds lists the seats' client seeds for the next game.
func (t *Table) clientSeeds() [][]byte {
	seeds := make([][]byte, len(t.seats))
	for i := range t.seats {
		seeds[i] = t.seats[i].seed
	}
	return seeds
}
