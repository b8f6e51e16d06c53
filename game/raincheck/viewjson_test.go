package raincheck_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
)

// Seat 1 has lost a Blank in round 1, which seat 0 has won by flipping its own,
// and is to stack or bet in round 2.
const midRound2 = blank1 + "; stack Q; stack K"

func TestTheJSONOfAViewSaysAllThatItsSeatKnows(t *testing.T) {
	m := watched(t, game.Options{"first": 0}, midRound2)
	for _, c := range []struct {
		seat int
		want string
	}{
		{1, `{"game":"raincheck","players":2,"seat":1,"options":{"first":0},"ply":10,"next":"seat","turn":1,` +
			`"legal":["stack A","stack 3","bet 1","bet 2","bet 3"],"winners":null,` +
			`"round":2,"phase":"stacking","begins":1,"energy":[10,10],"owns":[4,3],"holds":[3,2],"stacks":[1,1],"river":1,` +
			`"bet":0,"bettor":null,"limit":3,"flipped":[],"loser":null,"cards":["A","3"],"stack":["Q"],` +
			`"known":{"owned":[["A","3","K","Q"],["A","3","Q"]],"gone":[[],["K"]],"river":["K"]},` +
			`"rounds":[{"begins":0,"bet":1,"bettor":0,"flipped":[["own","K"]],"loser":1},{"begins":1,"bet":0,"bettor":null,"flipped":[],"loser":null}],` +
			`"events":["start 0","stack ?","stack K","bet 1","fold","flip own K","lose K","river ?","stack Q","stack ?"]}`},
		{game.Spectator, `{"game":"raincheck","players":2,"seat":null,"options":{"first":0},"ply":10,"next":"seat","turn":1,` +
			`"legal":[],"winners":null,` +
			`"round":2,"phase":"stacking","begins":1,"energy":[10,10],"owns":[4,3],"holds":[3,2],"stacks":[1,1],"river":1,` +
			`"bet":0,"bettor":null,"limit":3,"flipped":[],"loser":null,"cards":[],"stack":[],` +
			`"known":{"owned":[["A","3","K","Q"],[]],"gone":[[],[]],"river":[]},` +
			`"rounds":[{"begins":0,"bet":1,"bettor":0,"flipped":[["own","K"]],"loser":1},{"begins":1,"bet":0,"bettor":null,"flipped":[],"loser":null}],` +
			`"events":["start 0","stack ?","stack ?","bet 1","fold","flip own K","lose ?","river ?","stack ?","stack ?"]}`},
	} {
		if got := marshaled(t, m.View(c.seat)); got != c.want {
			t.Errorf("seat %d:\ngot  %s\nwant %s", c.seat, got, c.want)
		}
	}
}

func TestTheJSONOfAViewBeforeTheStartAndAtTheEnd(t *testing.T) {
	for _, c := range []struct{ events, want string }{
		{"", `{"game":"raincheck","players":2,"seat":0,"options":{},"ply":0,"next":"chance","turn":null,"legal":[],"winners":null,` +
			`"round":0,"phase":"start","begins":null,"energy":[10,10],"owns":[4,4],"holds":[4,4],"stacks":[0,0],"river":0,` +
			`"bet":0,"bettor":null,"limit":0,"flipped":[],"loser":null,"cards":["A","3","K","Q"],"stack":[],` +
			`"known":{"owned":[["A","3","K","Q"],["A","3","K","Q"]],"gone":[[],[]],"river":[]},"rounds":[],"events":[]}`},
		// Two Beartraps in round 1, two in round 2: 7, 4, 1 and below.
		{
			four0 + "; stack 3; stack 3; bet 1; bet 2; fold; flip own; flip opp",
			`{"game":"raincheck","players":2,"seat":0,"options":{},"ply":16,"next":"over","turn":null,"legal":[],"winners":[1],` +
				`"round":2,"phase":"over","begins":1,"energy":[0,10],"owns":[4,3],"holds":[4,3],"stacks":[0,0],"river":1,` +
				`"bet":2,"bettor":0,"limit":0,"flipped":[["own","3"],["opp","3"]],"loser":0,"cards":["A","3","K","Q"],"stack":[],` +
				`"known":{"owned":[["A","3","K","Q"],["3"]],"gone":[[],[]],"river":[]},` +
				`"rounds":[{"begins":0,"bet":2,"bettor":0,"flipped":[["own","3"],["opp","3"]],"loser":1},{"begins":1,"bet":2,"bettor":0,"flipped":[["own","3"],["opp","3"]],"loser":0}],` +
				`"events":["start 0","stack 3","stack ?","bet 2","fold","flip own 3","flip opp 3","lose ?","river ?","stack ?","stack 3","bet 1","bet 2","fold","flip own 3","flip opp 3"]}`,
		},
	} {
		if got := marshaled(t, watched(t, nil, c.events).View(0)); got != c.want {
			t.Errorf("after %q:\ngot  %s\nwant %s", c.events, got, c.want)
		}
	}
}

func marshaled(t rapid.TB, v game.View) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestAViewsJSONMakesTheSameViewAgain(t *testing.T) {
	for _, events := range []string{"", "start 1", midRound2, riverK, riverKA, kept1 + "; lose A", four0} {
		m := watched(t, nil, events)
		for _, seat := range []int{0, 1, game.Spectator} {
			want := m.View(seat)
			got := &raincheck.View{}
			if err := json.Unmarshal([]byte(marshaled(t, want)), got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(marshaled(t, want), marshaled(t, got)); diff != "" {
				t.Errorf("after %q seat %d:\n%s", events, seat, diff)
			}
			if diff := cmp.Diff(want, got, insides, equalEmpty); diff != "" {
				t.Errorf("after %q seat %d (-want +got):\n%s", events, seat, diff)
			}
		}
	}
}

// equalEmpty takes nil for an empty list of events.
var equalEmpty = cmp.Comparer(func(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
})

func TestARequestForAPolicyIsRead(t *testing.T) {
	v := &raincheck.View{}
	err := json.Unmarshal([]byte(`{"seat":1,"players":2,"options":{},"events":["start 0","stack ?","stack K","bet 1"]}`), v)
	if err != nil {
		t.Fatal(err)
	}
	want := seen(t, "start 0; stack A; stack K; bet 1", 1)
	if diff := cmp.Diff(want, v, insides, equalEmpty); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"bet 2", "fold"}, game.Words(v.Word, v.Legal(nil))); diff != "" {
		t.Errorf("legal (-want +got):\n%s", diff)
	}
}

func TestDerivedFactsInAViewsJSONAreNotBelieved(t *testing.T) {
	v := &raincheck.View{}
	err := json.Unmarshal([]byte(`{"game":"raincheck","seat":0,"players":2,"options":{"first":0},"events":["start 0"],`+
		`"ply":9,"next":"over","turn":1,"legal":["fold"],"winners":[0],"round":7,"energy":[1,1],"cards":["A"],"known":{"gone":[["A"],[]]},"more":{}}`), v)
	if err != nil {
		t.Fatal(err)
	}
	m := watched(t, game.Options{"first": 0}, "start 0")
	if got, want := marshaled(t, v), marshaled(t, m.View(0)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestAViewsJSONThatCannotBeIsRefusedAndChangesNothing(t *testing.T) {
	for _, c := range []struct{ json, want string }{
		{`null`, `view: want an object such as {"seat":0, ...}, not null`},
		{`{}`, `view: seat is missing; want a seat's number, or null for a spectator`},
		{`[]`, `view: want an object such as {"seat":0, ...}, not []`},
		{`{"seat":"0","players":2}`, `view: seat: want a seat's number, or null for a spectator, not "0"`},
		{`{"seat":-1,"players":2}`, "view: seat: want a seat's number, or null for a spectator, not -1"},
		{`{"seat":0.5,"players":2}`, "view: seat: want a seat's number, or null for a spectator, not 0.5"},
		{`{"seat":2,"players":2,"events":[]}`, "seat=2: S1: the seats are 0 and 1"},
		{`{"seat":0}`, "view: players is missing; want a number"},
		{`{"seat":0,"players":3,"events":[]}`, "players=3: S1: Showdown (Raincheck) is for 2 players"},
		{`{"seat":0,"players":2,"game":"texas"}`, `view: game: want raincheck, not "texas"`},
		{`{"seat":0,"players":2,"options":{"target":9},"events":[]}`, "target: there is no such option; this game has first"},
		{`{"seat":0,"players":2,"options":{"first":2},"events":[]}`, "first=2: S4: want a whole number from 0 to 1"},
		{`{"seat":0,"players":2,"options":{"first":"0"},"events":[]}`, `first="0": S4: want a whole number from 0 to 1`},
		{`{"seat":0,"players":2,"options":{"first":1},"events":["start 0"]}`, "event 1: start 0: S4: the table's option says that seat 1 begins the first round; legal: start 1"},
		{`{"seat":0,"players":2,"events":["start 0","stack ?"]}`, "event 2: stack ?: S5: a seat sees which card it stacks; legal: stack A, stack 3, stack K, stack Q"},
		{`{"seat":1,"players":2,"events":["start 0","stack K"]}`, "event 2: stack K: S5: the card is hidden and told as ?"},
		{`{"seat":null,"players":2,"events":["start 0","stack ?","stack ?","bet 1","fold","flip own"]}`, "event 6: flip own: S12: everybody sees the flipped card: A, 3, K or Q"},
		{`{"seat":0,"players":2,"events":[null]}`, `event 1: "": S4: chance says first who begins the first round; legal: start 0, start 1`},
	} {
		v := seen(t, riverK, 1)
		before := v.Clone()
		err := json.Unmarshal([]byte(c.json), v)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s:\nthe error is %v\nwant         %s", c.json, err, c.want)
		}
		if diff := cmp.Diff(before, v, insides); diff != "" {
			t.Errorf("%s has changed the view (-before +after):\n%s", c.json, diff)
		}
	}
	// These are refused in words of their own.
	for _, bad := range []string{
		``, `{`, `{"seat":0,"players":2,"events":[`, `{"seat":0,"players":2} x`, `"view"`, `7`, `true`,
		`{"seat":0,"players":"2"}`, `{"seat":0,"players":2.5}`, `{"seat":0,"players":2,"options":[]}`, `{"seat":0,"players":2,"options":null}`,
		`{"seat":0,"players":2,"options":{"first":0.0}}`, `{"seat":0,"players":2,"options":{"first":0,"first":0}}`,
		`{"seat":0,"players":2,"events":"start 0"}`, `{"seat":0,"players":2,"events":[0]}`, `{"seat":0,"players":2,"events":{}}`,
		`{"seat":0,"players":2,"game":7}`,
	} {
		v := seen(t, riverK, 1)
		before := v.Clone()
		if json.Unmarshal([]byte(bad), v) == nil || v.UnmarshalJSON([]byte(bad)) == nil {
			t.Errorf("%s is not refused", bad)
		}
		if diff := cmp.Diff(before, v, insides); diff != "" {
			t.Errorf("%s has changed the view (-before +after):\n%s", bad, diff)
		}
	}
}

func TestABrokenRuleInAViewsJSONUnwrapsToTheRulesRefusal(t *testing.T) {
	v := &raincheck.View{}
	err := json.Unmarshal([]byte(`{"seat":0,"players":2,"events":["start 0","bet 1"]}`), v)
	var e *game.Error
	if !errors.As(err, &e) || e.Rule != "S5" || e.What != "bet 1" {
		t.Errorf("the error is %v, want S5's of bet 1", err)
	}
}
