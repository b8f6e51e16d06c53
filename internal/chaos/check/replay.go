package check

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
	"github.com/saloon-games/saloon/internal/audit"
	"github.com/saloon-games/saloon/internal/chaos/history"
	"github.com/saloon-games/saloon/record"
)

// table is what a log says of its table, folded up to an entry.
type table struct {
	id    string
	rules game.Rules
	setup
	phase      string
	seats      []seat
	commitment string
	secret     string // once told
	number     int    // of the game
	match      *game.Match
	seeds      [][]byte // of the game, by seat
	since      int64    // when the present turn began at the earliest

	at   int64 // of the entry that is being folded
	last int64 // its number

	// Where what people ask for is, whether or not the rules allow it.
	here  moment
	moves map[moment]move
	said  map[string][]int64
}

// setup are the owner's choices.
type setup struct {
	Seats    int          `json:"seats"`
	Options  game.Options `json:"options"`
	Settings struct {
		Pace      string `json:"pace"`
		BotPause  int    `json:"botPause"`
		DealPause int    `json:"dealPause"`
	} `json:"settings"`
}

type seat struct {
	person, level string
	away          bool
	seed          []byte
}

// moment is one of a game at a table.
type moment struct{ number, ply int }

// move is an event that a seat has made happen.
type move struct {
	seq      int64
	seat     int
	word, by string
}

// entry is the body of a log's entry.
type entry struct {
	Version int             `json:"v"`
	Kind    string          `json:"k"`
	Event   json.RawMessage `json:"e"`
}

// body has the fields of all kinds of entries that say something here.
type body struct {
	Game       json.RawMessage `json:"game"` // a name where a table is opened, else a number
	Commitment string          `json:"commitment"`
	Seat       int             `json:"seat"`
	Person     string          `json:"person"`
	Level      string          `json:"level"`
	Seed       string          `json:"seed"`
	Word       string          `json:"word"`
	By         string          `json:"by"`
	Text       string          `json:"text"`

	whole json.RawMessage
}

// read reads the body of an entry.
func read(e *Entry) (kind string, b body, err error) {
	var env entry
	if err := json.Unmarshal(e.Body, &env); err != nil {
		return "", b, err
	}
	if err := json.Unmarshal(env.Event, &b); err != nil {
		return "", b, fmt.Errorf("%s: %w", env.Kind, err)
	}
	b.whole = env.Event
	return env.Kind, b, nil
}

// place notes where a move or a line is.
func (t *table) place(e *Entry, kind string, b *body) {
	switch kind {
	case "started":
		t.here = moment{t.here.number + 1, 0}
	case "moved":
		t.moves[t.here] = move{e.Seq, b.Seat, b.Word, b.By}
		t.here.ply++
	case "said":
		t.said[b.Text] = append(t.said[b.Text], e.Seq)
	}
}

// replay folds a log, judging it and what was shown of it on the way.
func (r *Report) replay(log *Log, lines []history.Line) *table {
	t := &table{id: log.Table, moves: map[moment]move{}, said: map[string][]int64{}}
	shown := map[int64][]history.Line{}
	for _, l := range lines {
		if l.What == history.Seen && l.Sight != nil {
			shown[l.Sight.Seq] = append(shown[l.Sight.Seq], l)
		}
	}
	r.whole(log)
	legal := true
	for i := range log.Entries {
		e := &log.Entries[i]
		r.Entries++
		t.last, t.at = e.Seq, e.At
		kind, event, err := read(e)
		if err == nil {
			t.place(e, kind, &event)
		}
		if !legal {
			continue // nothing follows from what does not
		}
		if err == nil {
			err = r.take(t, e, kind, &event)
		}
		if err != nil {
			r.broken(Legal, t.id, e.Seq, "%v", err)
			legal = false
			continue
		}
		for _, l := range shown[e.Seq] {
			r.compare(t, l)
		}
	}
	for seq, some := range shown {
		if seq > t.last {
			r.broken(Same, t.id, seq, "seat %d was shown it, and the log ends at %d", some[0].Seat, t.last)
		}
	}
	return t
}

// whole judges the numbers and the keys of a log.
func (r *Report) whole(log *Log) {
	keys := map[string]int64{}
	var last Entry
	gap := false
	for _, e := range log.Entries {
		if !gap && (e.Seq != last.Seq+1 || e.Prev != last.ID) { // one is told for all
			r.broken(Whole, log.Table, e.Seq, "it comes after entry %d, as row %d after row %d, and has row %d before it",
				last.Seq, e.ID, last.ID, e.Prev)
			gap = true
		}
		if first, twice := keys[e.Key]; twice && e.Key != "" {
			r.broken(Kept, log.Table, e.Seq, "it was asked for with the key of entry %d, %q", first, e.Key)
		}
		keys[e.Key] = e.Seq
		last = e
	}
	if log.Head != last.Seq {
		r.broken(Whole, log.Table, log.Head, "the table's row says that its log is at %d, and it is at %d", log.Head, last.Seq)
	}
}

// take takes in the next entry.
func (r *Report) take(t *table, of *Entry, kind string, b *body) error {
	if (kind == "opened") != (of.Seq == 1) {
		return fmt.Errorf("%s at %d; a log begins with opened, and has it nowhere else", kind, of.Seq)
	}
	if b.Seat >= len(t.seats) && kind != "opened" {
		return fmt.Errorf("%s: seat %d of %d", kind, b.Seat, len(t.seats))
	}
	switch kind {
	case "opened":
		return t.open(b)
	case "changed":
		return t.change(b)
	case "committed":
		if t.phase != "open" || t.commitment != "" {
			return fmt.Errorf("a second seal for a game, in phase %s", t.phase)
		}
		t.commitment = b.Commitment
	case "sat", "bot":
		if s := t.seats[b.Seat]; s.person != "" || s.level != "" {
			return fmt.Errorf("seat %d is taken twice", b.Seat)
		}
		t.seats[b.Seat] = seat{person: b.Person, level: b.Level}
	case "left":
		t.seats[b.Seat] = seat{}
	case "seeded":
		seed, err := hex.DecodeString(b.Seed)
		if err != nil || t.phase != "open" || t.seats[b.Seat].seed != nil {
			return fmt.Errorf("a client seed of seat %d in phase %s", b.Seat, t.phase)
		}
		t.seats[b.Seat].seed = seed
	case "started":
		return r.start(t, b)
	case "moved":
		return r.move(t, of, b)
	case "away":
		t.seats[b.Seat].away = true
	case "back":
		t.seats[b.Seat].away = false
	case "revealed", "closed":
		return r.end(t, kind, b.Seed, of.Seq)
	case "again":
		if t.phase != "over" {
			return fmt.Errorf("another game in phase %s", t.phase)
		}
		t.phase, t.commitment, t.secret, t.match = "open", "", "", nil
	case "said", "renamed", "readied", "agreed", "credited":
	default:
		return fmt.Errorf("a kind that nobody knows: %q", kind)
	}
	return nil
}

func (t *table) open(b *body) error {
	var name string
	if err := errors.Join(json.Unmarshal(b.Game, &name), json.Unmarshal(b.whole, &t.setup)); err != nil {
		return err
	}
	rules, err := catalog.ByName(name)
	if err != nil {
		return err
	}
	t.rules, t.phase, t.seats = rules, "open", make([]seat, t.Seats)
	return nil
}

func (t *table) change(b *body) error {
	seats := t.Seats
	t.Options = nil
	if err := json.Unmarshal(b.whole, &t.setup); err != nil {
		return err
	}
	if t.Seats != seats || t.phase != "open" {
		return fmt.Errorf("%d seats become %d in phase %s, which nobody in a fault run asks for", seats, t.Seats, t.phase)
	}
	return nil
}

func (r *Report) start(t *table, b *body) error {
	var number int
	if err := json.Unmarshal(b.Game, &number); err != nil {
		return err
	}
	if t.phase != "open" || t.commitment == "" || number != t.number+1 {
		return fmt.Errorf("game %d starts after game %d in phase %s, with the seal %q", number, t.number, t.phase, t.commitment)
	}
	match, err := game.NewMatch(t.rules, t.Seats, t.Options)
	if err != nil {
		return err
	}
	t.number, t.phase, t.match, t.since = number, "playing", match, t.at
	t.seeds = make([][]byte, t.Seats)
	for i := range t.seats {
		t.seeds[i], t.seats[i].seed = t.seats[i].seed, nil
	}
	r.Games++
	return nil
}

func (r *Report) move(t *table, of *Entry, b *body) error {
	if t.phase != "playing" {
		return fmt.Errorf("%q in phase %s", b.Word, t.phase)
	}
	turn := t.match.State().Turn()
	seat, ok := turn.Seat()
	if ok && seat != b.Seat || !ok && (turn != game.Chance || b.By != "chance") {
		return fmt.Errorf("%q by %s on seat %d, and the turn is %v", b.Word, b.By, b.Seat, turn)
	}
	ply := t.match.State().Ply()
	if err := t.match.Apply(b.Word); err != nil {
		return err
	}
	if of.At < t.since {
		r.Back = max(r.Back, float64(t.since-of.At)/1e3)
	}
	if ok {
		r.decided(t, of, b, ply)
	}
	t.since = of.At
	return nil
}

// limits are how long people may think, by pace.
var limits = map[string]time.Duration{"quick": 30 * time.Second, "relaxed": 90 * time.Second, "day": 24 * time.Hour}

// decided judges who has made a decision, and when. Nodes may disagree about the time where
// they could not ask for it without delay.
func (r *Report) decided(t *table, of *Entry, b *body, ply int) {
	s := &t.seats[b.Seat]
	took := time.Duration(of.At-t.since) * time.Microsecond
	switch b.By {
	case "person":
		if s.person == "" {
			r.broken(Once, t.id, of.Seq, "ply %d: a person moved on the bot's seat %d", ply, b.Seat)
		}
	case "bot":
		r.Bots++
		pause := time.Duration(t.Settings.BotPause) * time.Millisecond
		switch {
		case s.level == "" && !s.away:
			r.broken(Once, t.id, of.Seq, "ply %d: a bot moved on seat %d, whose person was there", ply, b.Seat)
		case took >= 0 && took < pause/2: // what is further off than that is a clock's fault
			r.broken(Once, t.id, of.Seq, "ply %d: the bot on seat %d moved %v after the turn began, and it pauses %v: "+
				"an answer that nobody had asked for", ply, b.Seat, took, pause)
		}
	case "clock":
		if limit := limits[t.Settings.Pace]; limit == 0 || took < limit || s.person == "" || s.away {
			r.broken(Once, t.id, of.Seq, "ply %d: the clock moved on seat %d after %v", ply, b.Seat, took)
		}
	default:
		r.broken(Once, t.id, of.Seq, "ply %d: seat %d was moved by %q", ply, b.Seat, b.By)
	}
}

// end takes in that the seed is told, and repeats the game's shuffles.
func (r *Report) end(t *table, kind, text string, seq int64) error {
	if kind == "closed" && t.phase != "playing" {
		t.phase = "closed"
		return nil
	}
	if t.phase != "playing" || kind == "revealed" && t.match.State().Turn() != game.Over {
		return fmt.Errorf("the seed is told in phase %s", t.phase)
	}
	seed, err := fair.ParseSeed(text)
	if err != nil {
		return err
	}
	t.phase, t.secret = "over", text
	r.Over++
	if got := seed.Commit().String(); got != t.commitment {
		r.broken(Dealt, t.id, seq, "the seed of game %d has the seal %s, and %s was shown before the deal", t.number, got, t.commitment)
		return nil
	}
	rec := record.Of(t.match)
	proof := fair.Proof{Table: t.id, Commitment: seed.Commit(), ServerSeed: seed, ClientSeeds: t.seeds}
	if err := rec.SetField("fair", proof); err != nil {
		return err
	}
	shuffles, err := audit.Shuffles(rec)
	if err != nil {
		return err
	}
	for i := range shuffles.Deals {
		if d := &shuffles.Deals[i]; !d.OK() {
			r.broken(Dealt, t.id, seq, "event %d of game %d is %q, and the seeds make %q", d.Event, t.number, d.Was, d.Want)
		}
	}
	return nil
}

// compare compares what somebody was shown at the entry that has just been folded with
// what the log says until there.
func (r *Report) compare(t *table, l history.Line) {
	r.Sights++
	s := l.Sight
	ply, turn := 0, history.Nobody
	if t.match != nil {
		ply = t.match.State().Ply()
		if seat, ok := t.match.State().Turn().Seat(); ok {
			turn = seat
		}
	}
	type position struct {
		Phase             string
		Number, Ply, Turn int
		Seal, Secret      string
	}
	was := position{s.Phase, s.Number, s.Ply, s.Turn, s.Seal, s.Secret}
	is := position{t.phase, t.number, ply, turn, t.commitment, t.secret}
	if s.Phase == "open" {
		was.Ply, is.Ply = 0, 0
	}
	if was != is {
		r.broken(Same, t.id, s.Seq, "seat %d was shown %+v, and it was %+v", l.Seat, was, is)
		return
	}
	if l.Seat != s.You {
		r.broken(Same, t.id, s.Seq, "seat %d was shown a page of seat %d", l.Seat, s.You)
		return
	}
	if t.match == nil {
		if len(s.Faces) > 0 {
			r.broken(Hidden, t.id, s.Seq, "seat %d was shown cards before a game: %v", l.Seat, s.Faces)
		}
		return
	}
	view := t.match.View(l.Seat)
	if say := unknown(view, s.Faces); say != "" {
		r.broken(Hidden, t.id, s.Seq, "seat %d was shown %s", l.Seat, say)
	}
	if say := different(view, s.Faces); say != "" {
		r.broken(Same, t.id, s.Seq, "seat %d was shown %s", l.Seat, say)
	}
	var legal []string
	if l.Seat >= 0 && !t.seats[l.Seat].away {
		legal = game.Words(view.Word, view.Legal(nil))
	}
	offered := slices.Clone(s.Words)
	slices.Sort(offered)
	slices.Sort(legal)
	if !slices.Equal(slices.Compact(offered), legal) {
		r.broken(Same, t.id, s.Seq, "seat %d was offered %q, and could do %q", l.Seat, offered, legal)
	}
}

// equal reports whether two lists are the same but for their order.
func equal(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}
