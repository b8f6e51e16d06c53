package house

import (
	"encoding/hex"
	"encoding/json"
	"slices"
	"sync/atomic"
	"time"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
)

// A Scene is what one person may see of a table: its public facts, and the View of
// the person's seat or the spectators'. It is made by listing what may be seen.
// All that it points to (Options, Seats, Moves, Hands, Chat, Fair, View) is shared
// with other readers, who use it at the same time, and must not be changed: a View
// that is to go on observing has to be cloned.
type Scene struct {
	ID   string `json:"id"`
	Code string `json:"code"`
	Seq  int64  `json:"seq"` // number of the last entry
	// Beside is the number of the last entry that was not a move: since then nothing
	// but the game has changed.
	Beside   int64        `json:"beside"`
	Game     string       `json:"game"`
	Phase    Phase        `json:"phase"`
	Reason   string       `json:"reason,omitempty"` // why the house has closed it
	Options  game.Options `json:"options"`
	Settings Settings     `json:"settings"`
	Seats    []Seat       `json:"seats"`
	// You is the seat of who looks, or game.Spectator; Owner whether the table
	// is theirs.
	You   int  `json:"you"`
	Owner bool `json:"owner"`
	// Number is that of the present or last game at this table, 0 before the
	// first; Ply the number of its events. A move must name both.
	Number int `json:"number"`
	Ply    int `json:"ply"`
	// Turn is the seat on turn, or game.Spectator.
	Turn int `json:"turn"`
	// Since is when the decision's clock began and Deadline when it runs out;
	// both zero where there is no clock.
	Since    time.Time `json:"since"`
	Deadline time.Time `json:"deadline"`
	// Resume is when chance goes on by itself after a hand or a round whose end the
	// people look at; zero unless the game waits for that (Settings.DealPause).
	Resume time.Time `json:"resume"`
	// Nudge is from when on who looks may nudge whose turn it is; zero if it is not
	// for them to do.
	Nudge time.Time `json:"nudge"`
	// Moves says who made each of the game's events, one for each of View.Events.
	Moves []Made `json:"moves"`
	// Hands are the views of all seats, for a spectator of a game that everybody
	// seated agreed to play with open cards; nil for everybody else.
	Hands []game.View `json:"hands"`
	Chat  []Line      `json:"chat"`
	// Fair says what is known of the shuffles.
	Fair Fairness `json:"fair"`
	// View is nil before a game.
	View game.View `json:"view"`
}

// A Seat is one place as everybody sees it.
type Seat struct {
	Name   string `json:"name"` // at a game that is over also of who has left
	Taken  bool   `json:"taken"`
	Level  string `json:"level"` // of a bot, "" for people
	Away   bool   `json:"away"`  // a bot plays for them
	Owner  bool   `json:"owner"` // of the table
	Seeded bool   `json:"seeded"`
	Ready  bool   `json:"ready"`  // has seen enough of the hand or round that ended
	Agrees bool   `json:"agrees"` // that spectators see all cards of the next game
}

// Made says who made an event of a game.
type Made struct {
	Seat int `json:"seat"` // game.Spectator for chance
	By   By  `json:"by"`
}

// Fairness is what is public of the shuffles of the next, present or last game.
type Fairness struct {
	Commitment string `json:"commitment"` // "" while there is none
	// ClientSeeds are shown once their list is closed, in hex.
	ClientSeeds []string `json:"clientSeeds"`
	// ServerSeed is "" until the game is over.
	ServerSeed string `json:"serverSeed"`
}

// Scene returns what a person may see; "" for somebody unknown.
func (t *Table) Scene(who string) Scene { return t.picture().scene(t, who) }

// A picture is what the scenes of a table at one moment have in common, and the
// views that were asked for. Scenes may be made of it by several at a time, as long
// as the table does not change.
type picture struct {
	common Scene                       // without what depends on who looks
	views  []atomic.Pointer[game.View] // by seat; the spectators' is the last
}

// scene is what a person sees in a picture of the table.
func (p *picture) scene(t *Table, who string) Scene {
	s := p.common
	s.You = t.seatOf(who)
	s.Owner = who != "" && who == t.owner
	s.Nudge = t.nudgeAt(s.You)
	if t.match == nil {
		return s
	}
	s.View = p.view(t, s.You)
	if t.shown && s.You == game.Spectator {
		s.Hands = make([]game.View, len(t.seats))
		for i := range s.Hands {
			s.Hands[i] = p.view(t, i)
		}
	}
	return s
}

// view returns the view of a seat, or of the spectators.
func (p *picture) view(t *Table, seat int) game.View {
	place := &p.views[len(p.views)-1]
	if seat != game.Spectator {
		place = &p.views[seat]
	}
	if v := place.Load(); v != nil {
		return *v
	}
	v := t.match.View(seat) // several may copy it at once, and all copies are the same
	place.Store(&v)
	return v
}

// picture returns a picture of the table as it is.
func (t *Table) picture() *picture {
	p := &picture{common: t.common()}
	if t.match != nil {
		p.views = make([]atomic.Pointer[game.View], len(t.seats)+1)
	}
	return p
}

// common is what everybody sees.
func (t *Table) common() Scene {
	s := Scene{
		ID: t.id, Code: t.code, Seq: t.seq, Beside: t.beside, Game: t.rules.Name(), Phase: t.phase, Reason: t.reason,
		Options: t.options, Settings: t.settings, Seats: make([]Seat, len(t.seats)),
		You: game.Spectator, Number: t.number, Ply: t.ply(), Turn: game.Spectator,
		// What is added to these lists lies beyond the ends that readers see.
		Moves: slices.Clip(t.made), Chat: slices.Clip(t.chat),
	}
	for i := range t.seats {
		from := &t.seats[i]
		s.Seats[i] = Seat{
			Name: from.name, Taken: from.taken(), Level: from.level, Away: from.away,
			Owner: from.person != "" && from.person == t.owner, Seeded: from.seed != nil,
			Ready: from.ready, Agrees: from.agrees || from.level != "",
		}
	}
	if t.committed {
		s.Fair.Commitment = t.commitment.String()
	}
	for _, seed := range t.seeds {
		s.Fair.ClientSeeds = append(s.Fair.ClientSeeds, hex.EncodeToString(seed))
	}
	if t.revealed != (fair.Seed{}) {
		s.Fair.ServerSeed = t.revealed.String()
	}
	if seat, ok := t.turn(); ok {
		s.Turn = seat
		if limit := t.limit(seat); limit > 0 {
			s.Since, s.Deadline = t.since, t.since.Add(limit)
		}
	}
	if d, at := t.next(); d == goesOn {
		s.Resume = at
	}
	return s
}

// limit is how long a seat may think, 0 for any time: a bot's pause is no limit.
func (t *Table) limit(i int) time.Duration {
	if s := &t.seats[i]; s.person == "" || s.away {
		return 0
	}
	return t.settings.Pace.Limit()
}

// A Listing is a table as lists show it.
type Listing struct {
	ID    string   `json:"-"`
	Code  string   `json:"code"`
	Game  string   `json:"game"`
	Phase Phase    `json:"phase"`
	Pace  Pace     `json:"pace"`
	Seats int      `json:"seats"`
	Names []string `json:"names"` // of those who sit, bots included
}

// summary is what the store keeps for lists.
func (t *Table) summary() ([]byte, error) {
	l := Listing{Code: t.code, Game: t.rules.Name(), Phase: t.phase, Pace: t.settings.Pace, Seats: len(t.seats), Names: []string{}}
	for i := range t.seats {
		if t.seats[i].taken() {
			l.Names = append(l.Names, t.seats[i].name)
		}
	}
	return json.Marshal(l)
}
