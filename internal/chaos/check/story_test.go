package check

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/game/texas"
	"github.com/saloon-games/saloon/internal/chaos/history"
)

// A story is a game at a table that a house has served as it should, and what its people
// have written down: person on seat 0, a bot on seat 1, persons on the others.
type story struct {
	t     *testing.T
	log   Log
	lines []history.Line
	now   int64
	seed  fair.Seed
	match *game.Match
	phase string
	told  string // the seed, once told
}

// tableID is that of all stories.
const tableID = "somewhere"

// pause is how long the bot waits.
const pause = 60 * time.Millisecond

func newStory(t *testing.T, name string, seats int, options game.Options) *story {
	t.Helper()
	if options == nil {
		options = game.Options{}
	}
	s := &story{t: t, log: Log{Table: tableID}, now: 1_700_000_000_000_000, phase: "open"}
	s.seed = fair.Seed{1, 2, 3}
	s.add("opened", "", map[string]any{
		"code": "C", "owner": "p0", "game": name, "seats": seats, "options": options,
		"settings": map[string]any{"pace": "none", "public": false, "chat": true, "botPause": pause.Milliseconds(), "dealPause": 0},
	})
	s.add("committed", "", map[string]any{"secret": 1, "commitment": s.seed.Commit().String()})
	for seat := range seats {
		if seat == 1 {
			s.add("bot", "", map[string]any{"seat": seat, "level": "random", "name": "Bot"})
			continue
		}
		s.add("sat", "", map[string]any{"seat": seat, "person": fmt.Sprint("p", seat), "name": fmt.Sprint("P", seat)})
	}
	client := []byte("a seed of sixteen bytes")
	s.look(0)
	s.add("seeded", "", map[string]any{"seat": 0, "seed": hex.EncodeToString(client)})
	rules, err := catalog.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	if s.match, err = game.NewMatch(rules, seats, options); err != nil {
		t.Fatal(err)
	}
	s.phase = "playing"
	s.add("started", "p0/0-1", map[string]any{"game": 1})
	seeds := make([][]byte, seats)
	seeds[0] = client
	s.play(seeds)
	return s
}

// play plays the game to its end.
func (s *story) play(seeds [][]byte) {
	s.t.Helper()
	random := fair.NewRand(3)
	for s.match.State().Turn() != game.Over {
		state := s.match.State()
		seat, ok := state.Turn().Seat()
		if !ok {
			stream, err := fair.NewStream(s.seed, tableID, uint64(state.Ply())+1, seeds)
			if err != nil {
				s.t.Fatal(err)
			}
			draw := make([]uint8, state.Draw().Take)
			fair.Draw(stream, draw, state.Draw().Of)
			s.moved(-1, "chance", "", state.Outcome(draw))
			continue
		}
		legal := state.Legal(nil)
		word := state.Word(legal[random.Below(len(legal))])
		if seat == 1 {
			s.now += pause.Microseconds()
			s.moved(seat, "bot", "", word)
		} else {
			s.asks(seat, word)
		}
		for i := range s.match.Players() {
			if i != 1 {
				s.look(i)
			}
		}
		s.look(history.Nobody)
		if s.match.State().Ply()%5 == 0 {
			s.says(0, fmt.Sprint("line ", len(s.lines)))
		}
	}
	s.told = s.seed.String()
	s.phase = "over"
	s.add("revealed", "", map[string]any{"seed": s.told})
	for _, seat := range []int{0, s.match.Players() - 1, history.Nobody} {
		if seat != 1 {
			s.look(seat)
		}
	}
	s.lines = append(s.lines, history.Line{What: history.End, At: s.tick()})
}

func (s *story) tick() int64 { s.now += 1000; return s.now }

// add appends an entry to the log.
func (s *story) add(kind, key string, event map[string]any) {
	s.t.Helper()
	body, err := json.Marshal(map[string]any{"v": 1, "k": kind, "e": event})
	if err != nil {
		s.t.Fatal(err)
	}
	n := int64(len(s.log.Entries))
	s.log.Entries = append(s.log.Entries, Entry{ID: 100 + n + 1, Prev: 100 + n, Seq: n + 1, At: s.tick(), Key: key, Body: body})
	if n == 0 {
		s.log.Entries[0].Prev = 0
	}
	s.log.Head = n + 1
}

func (s *story) moved(seat int, by, key, word string) {
	s.t.Helper()
	if err := s.match.Apply(word); err != nil {
		s.t.Fatal(err)
	}
	s.add("moved", key, map[string]any{"seat": seat, "word": word, "by": by})
}

// asks has a person make a move and be told that it is done.
func (s *story) asks(seat int, word string) {
	s.t.Helper()
	ply := s.match.State().Ply()
	l := history.Line{
		Table: tableID, Seat: seat, Verb: "act", Key: fmt.Sprint("act 1 ", ply, " ", word), Game: 1, Ply: ply, Word: word, Try: 1,
	}
	s.ask(l, func() { s.moved(seat, "person", fmt.Sprintf("p%d/%s", seat, l.Key), word) })
}

func (s *story) says(seat int, text string) {
	s.t.Helper()
	key := "key of " + text
	s.ask(history.Line{Table: tableID, Seat: seat, Verb: "say", Key: key, Word: text, Try: 1}, func() {
		s.add("said", fmt.Sprintf("p%d/%s", seat, key), map[string]any{"seat": seat, "text": text})
	})
}

func (s *story) ask(l history.Line, do func()) {
	l.What, l.At = history.Asked, s.tick()
	s.lines = append(s.lines, l)
	do()
	l.What, l.At, l.Outcome, l.Status, l.Seq = history.Answered, s.tick(), history.Acknowledged, 204, s.log.Head
	s.lines = append(s.lines, l)
}

// look has somebody be shown the table as it is.
func (s *story) look(seat int) {
	sight := &history.Sight{Seq: s.log.Head, Turn: history.Nobody, You: seat, Phase: s.phase, Seal: s.seed.Commit().String(), Secret: s.told}
	if s.match != nil {
		sight.Number, sight.Ply = 1, s.match.State().Ply()
		if on, ok := s.match.State().Turn().Seat(); ok {
			sight.Turn = on
		}
		view := s.match.View(seat)
		sight.Words = game.Words(view.Word, view.Legal(nil))
		sight.Faces = shows(view)
	}
	s.lines = append(s.lines, history.Line{What: history.Seen, At: s.tick(), Table: tableID, Seat: seat, Sight: sight})
}

// shows is what a page shows of cards, as the house's pages do.
func shows(view game.View) map[string][]string {
	faces := map[string][]string{}
	switch v := view.(type) {
	case *texas.View:
		for _, c := range v.Hand().Append(nil) {
			faces["hand"] = append(faces["hand"], c.String())
		}
		trick := v.AppendTrick(nil)
		if len(trick) == 0 {
			trick = v.LastTrick()
		} else {
			for _, p := range v.LastTrick() {
				faces["trick"] = append(faces["trick"], "mini "+p.Card.String())
			}
		}
		for _, p := range trick {
			faces["trick"] = append(faces["trick"], p.Card.String())
		}
	case *raincheck.View:
		if v.Seat() < 0 {
			break
		}
		for _, c := range v.Hand().Append(nil) {
			faces["hand"] = append(faces["hand"], "me-"+c.String(), "face hit")
		}
		for _, c := range v.Stack() {
			faces["piles"] = append(faces["piles"], "face hit", "me-"+c.String())
		}
		for i := range v.Flipped() {
			faces["piles"] = append(faces["piles"], fmt.Sprint("flip-", i+1), "face trap s0")
		}
	}
	return faces
}

func (s *story) check() *Report { return Check(s.lines, []Log{s.log}) }

// rewrite changes the event of the first entry of a kind that has a value; it returns the
// entry's number.
func (s *story) rewrite(kind string, change func(event map[string]any) bool) int64 {
	s.t.Helper()
	for i := range s.log.Entries {
		e := &s.log.Entries[i]
		var env struct {
			V int            `json:"v"`
			K string         `json:"k"`
			E map[string]any `json:"e"`
		}
		if err := json.Unmarshal(e.Body, &env); err != nil {
			s.t.Fatal(err)
		}
		if env.K != kind || !change(env.E) {
			continue
		}
		e.Body, _ = json.Marshal(env)
		return e.Seq
	}
	s.t.Fatalf("no entry %s is as it was looked for", kind)
	return 0
}

// drop takes an entry out of the log as if it had never been written.
func (s *story) drop(seq int64) {
	var kept []Entry
	for _, e := range s.log.Entries {
		switch {
		case e.Seq == seq:
			continue
		case e.Seq > seq:
			e.Seq--
			e.ID--
			e.Prev--
		}
		kept = append(kept, e)
	}
	s.log.Entries = kept
	s.log.Head--
}

// seen is the first line in which a seat was shown the table like that.
func (s *story) seen(seat int, like func(*history.Sight) bool) *history.Sight {
	s.t.Helper()
	for _, l := range s.lines {
		if l.What == history.Seen && l.Seat == seat && like(l.Sight) {
			return l.Sight
		}
	}
	s.t.Fatal("nobody was shown the table like that")
	return nil
}

// answer is the first answer to a request like that.
func (s *story) answer(like func(*history.Line) bool) *history.Line {
	s.t.Helper()
	for i := range s.lines {
		if l := &s.lines[i]; l.What == history.Answered && like(l) {
			return l
		}
	}
	s.t.Fatal("nobody was answered like that")
	return nil
}
