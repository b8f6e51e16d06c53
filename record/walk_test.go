package record_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/game/texas"
	"github.com/saloon-games/saloon/record"
)

// follow is a record of texas whose last event breaks T7: seat 1 has blue and plays
// brown to a trick of yellow and blue.
const follow = `{"format":"saloon-record/1","game":"texas","players":3,"options":{},"events":[` +
	`"deal 11,12,13,14,15,16,17,18,19,20,21,22,23,24,25/26,27,28,29,31,32,33,34,35,36,37,38,41,42,43/44,45,46,47,51,52,53,54,55,56,61,62,63,64,65",` +
	`"play 11","play 26","play 44","play 51","play 21","play 31"]}`

// ended is a record of raincheck that is over by S13: seat 0 has flipped four
// Beartraps.
const ended = `{"format":"saloon-record/1","game":"raincheck","players":2,"options":{},"events":[` +
	`"start 0","stack 3","stack 3","bet 2","fold","flip own","flip opp","lose A","river A",` +
	`"stack 3","stack 3","bet 1","bet 2","fold","flip own","flip opp"]}`

// more is the record with more events at its end.
func more(text string, events ...string) string {
	for _, e := range events {
		text = strings.TrimSuffix(text, `]}`) + fmt.Sprintf(`,%q]}`, e)
	}
	return text
}

func TestAnEventThatBreaksARuleIsNamedByItsNumber(t *testing.T) {
	for _, c := range []struct {
		text   string
		number int
		rule   string
		want   string
	}{
		{follow, 7, "T7", "event 7: play 31: T7: a hand with blue must follow; legal: play 27, play 28, play 29"},
		{
			strings.Replace(small, "start 0", "start 1", 1), 1, "S4",
			"event 1: start 1: S4: the table's option says that seat 0 begins the first round; legal: start 0",
		},
		{more(small, "bet 3"), 4, "S8", "event 4: bet 3: S8: a first bet is from 1 to 2, the cards in the three piles; legal: stack A, stack 3, stack Q, bet 1, bet 2"},
		{more(small, "bet 2", "fold", "flip opp"), 6, "S11", "event 6: flip opp: S11: all of the own stack is flipped first; legal: flip own"},
		{more(small, "bet 2", "fold", "flip own", "flip opp", "fold"), 8, "S17", "event 8: fold: S17: seat 0 has lost the round and loses one of its cards at random; legal: lose A, lose 3, lose K, lose Q"},
		{more(small, "bet 2", "fold", "flip own", "flip opp", "lose A", "river 3"), 9, "S18", "event 9: river 3: S18: the river is shuffled, all of its cards and no others; legal: river A in any order"},
		{more(ended, "lose A"), 17, "S13", "event 17: lose A: S13: the game is over"},
		{more(ended, ""), 17, "S13", `event 17: "": S13: the game is over`},
	} {
		rec := parsed(t, c.text)
		walked := rec.Walk(func(game.State) error { return nil })
		state, stateErr := rec.State()
		match, matchErr := rec.Match()
		if state != nil || match != nil {
			t.Errorf("%s: there is a state or a match", c.want)
		}
		for name, err := range map[string]error{"Walk": walked, "Check": rec.Check(), "State": stateErr, "Match": matchErr} {
			if err == nil || err.Error() != c.want {
				t.Errorf("%s: the error is %v\nwant %s", name, err, c.want)
			}
			var e *record.EventError
			if !errors.As(err, &e) || e.Number != c.number {
				t.Errorf("%s: the error %v is not of event %d", name, err, c.number)
			}
			var broken *game.Error
			if !errors.As(err, &broken) || broken.Rule != c.rule || broken.What != rec.Events()[c.number-1] {
				t.Errorf("%s: the error %v does not unwrap to the rules'", name, err)
			}
		}
	}
}

func TestAWalkVisitsTheStateBeforeTheFirstEventAndAfterEach(t *testing.T) {
	rec := parsed(t, ended)
	var plies []int
	var last []string
	err := rec.Walk(func(s game.State) error {
		plies = append(plies, s.Ply())
		last = append(last, s.Last())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(append([]string{""}, rec.Events()...), last); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	if len(plies) != 17 || !slices.IsSorted(plies) || plies[0] != 0 || plies[16] != 16 {
		t.Errorf("the plies are %v", plies)
	}
}

func TestAWalkVisitsTheStatesBeforeABadEventAndNoMore(t *testing.T) {
	n := 0
	err := parsed(t, follow).Walk(func(game.State) error { n++; return nil })
	if n != 7 || err == nil {
		t.Errorf("%d states, error %v", n, err)
	}
}

func TestAWalkEndsWithTheErrorOfItsFunction(t *testing.T) {
	enough := errors.New("enough")
	for stop := range 3 {
		n := 0
		err := parsed(t, ended).Walk(func(s game.State) error {
			if n++; s.Ply() == stop {
				return enough
			}
			return nil
		})
		if !errors.Is(err, enough) || err.Error() != "enough" || n != stop+1 {
			t.Errorf("stopping at ply %d: %d states, error %v", stop, n, err)
		}
	}
}

func TestARecordMayStopAfterAnyEvent(t *testing.T) {
	events := parsed(t, ended).Events()
	for n := range len(events) + 1 {
		rec, err := record.New(raincheck.Rules{}, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events[:n] {
			rec.Append(e)
		}
		rec = parsed(t, written(t, rec))
		if err := rec.Check(); err != nil {
			t.Errorf("%d events: %v", n, err)
		}
		s, err := rec.State()
		if err != nil || s.Ply() != n {
			t.Errorf("%d events: the state is of %d, %v", n, s.Ply(), err)
		}
	}
}

func TestARecordBeforeItsFirstEventIsTheStart(t *testing.T) {
	for _, text := range []string{texasWith("6", `{"hands":1}`), `{"format":"saloon-record/1","game":"raincheck","players":2,"options":{},"events":[]}`} {
		rec := parsed(t, text)
		s, err := rec.State()
		if err != nil || s.Ply() != 0 || s.Turn() != game.Chance || s.Last() != "" {
			t.Errorf("the state is %s, %v", s.AppendJSON(nil), err)
		}
		if len(rec.Events()) != 0 || written(t, rec) != text {
			t.Errorf("it is written as %s", written(t, rec))
		}
	}
}

func TestAMatchAndItsRecordSayTheSame(t *testing.T) {
	rec := parsed(t, small)
	m, err := rec.Match()
	if err != nil {
		t.Fatal(err)
	}
	if m.Rules() != rec.Rules() || m.Players() != 2 || m.Options()["first"] != 0 || m.State().Ply() != 3 {
		t.Errorf("the match is of %s for %d with %v, at ply %d", m.Rules().Name(), m.Players(), m.Options(), m.State().Ply())
	}
	if diff := cmp.Diff([]string{"start 0", "stack ?", "stack A"}, m.View(1).Events()); diff != "" {
		t.Errorf("seat 1 is told (-want +got):\n%s", diff)
	}
	of := record.Of(m)
	same(t, rec, of)
	if err := m.Apply("bet 1"); err != nil {
		t.Fatal(err)
	}
	of.Append("bet 2")
	if got := written(t, of); got != more(small, "bet 2") { // the record is of the match as it was
		t.Errorf("it is written as %s", got)
	}
	if got := m.Events(); !slices.Equal(got, []string{"start 0", "stack K", "stack A", "bet 1"}) {
		t.Errorf("the match has the events %q", got)
	}
}

func TestARecordOfAMatchHasNoDefaults(t *testing.T) {
	m, err := game.NewMatch(texas.Rules{}, 5, game.Options{"target": 12, "hands": 3})
	if err != nil {
		t.Fatal(err)
	}
	if got := written(t, record.Of(m)); got != texasWith("5", `{"hands":3}`) {
		t.Errorf("it is written as %s", got)
	}
}
