package house

import (
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
)

// A Scene is what one person may see of a table: its public facts, and the View of
// the person's seat or the spectators'. It is made by listing what may be seen, and
// is the reader's own.
type Scene struct {
	ID       string       `json:"id"`
	Code     string       `json:"code"`
	Seq      int64        `json:"seq"` // number of the last entry
	Game     string       `json:"game"`
	Phase    Phase        `json:"phase"`
	Options  game.Options `json:"options"` // not to be changed
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
	Chat     []Line    `json:"chat"`
	// Fair says what is known of the shuffles.
	Fair Fairness `json:"fair"`
	// View is nil before a game.
	View game.View `json:"view"`
}

// A Seat is one place as everybody sees it.
type Seat struct {
	Name   string `json:"name"`
	Taken  bool   `json:"taken"`
	Level  string `json:"level"` // of a bot, "" for people
	Away   bool   `json:"away"`  // a bot plays for them
	Owner  bool   `json:"owner"` // of the table
	Seeded bool   `json:"seeded"`
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
func (t *Table) Scene(who string) Scene {
	s := Scene{
		ID: t.id, Code: t.code, Seq: t.seq, Game: t.rules.Name(), Phase: t.phase,
		Options: t.options, Settings: t.settings, Seats: make([]Seat, len(t.seats)),
		You: t.seatOf(who), Owner: who != "" && who == t.owner,
		Number: t.number, Ply: t.ply(), Turn: game.Spectator,
		Chat: slices.Clone(t.chat),
	}
	for i := range t.seats {
		from := &t.seats[i]
		s.Seats[i] = Seat{
			Name: from.name, Taken: from.taken(), Level: from.level, Away: from.away,
			Owner: from.person != "" && from.person == t.owner, Seeded: from.seed != nil,
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
	if t.match != nil {
		s.View = t.match.View(s.You)
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
