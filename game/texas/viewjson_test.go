package texas_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

func TestTheJSONOfAStateIsNotationsLine(t *testing.T) {
	m := match3(t, game.Options{"target": 20}, "play 11", "play 21")
	want := `{"ply":3,"next":"seat","seat":2,"legal":["play 31","play 32","play 33","play 34","play 35","play 36",` +
		`"play 37","play 38","play 41","play 42","play 43","play 44","play 45","play 46","play 47"],"winners":null,` +
		`"hand":1,"trick":[[0,11],[1,21]],"taken":[0,0,0],"totals":[0,0,0]}`
	if diff := cmp.Diff(want, string(m.State().AppendJSON(nil))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if err := m.Apply("play 38"); err != nil {
		t.Fatal(err)
	}
	want = `{"ply":4,"next":"seat","seat":2,"legal":["opener 0","opener 1","opener 2"],"winners":null,` +
		`"hand":1,"trick":[],"taken":[0,0,1],"totals":[0,0,0]}`
	if diff := cmp.Diff("> "+want, string(m.State().AppendJSON([]byte("> ")))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}

	m = play(t, "5 players")
	want = `{"ply":0,"next":"chance","seat":null,"legal":[],"winners":null,` +
		`"hand":0,"trick":[],"taken":[0,0,0,0,0],"totals":[0,0,0,0,0]}`
	if diff := cmp.Diff(want, string(m.State().AppendJSON(nil))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}

	m = play(t, `
		4 players, hands=2
		hand won by 0*5 1*5 2*5
		hand won by 1*10 2*5
	`) // 60 cards and the deal in each, and the choices that seats had when top cards won:
	// 38, 74, 10 and 47 in each hand
	want = `{"ply":130,"next":"over","seat":null,"legal":[],"winners":[3],` +
		`"hand":2,"trick":[],"taken":[0,10,5,0],"totals":[5,15,10,0]}`
	if diff := cmp.Diff(want, string(m.State().AppendJSON(nil))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// fields puts lines together that a golden literal is broken into.
func fields(lines ...string) string { return "{" + strings.Join(lines, ",") + "}" }

func TestTheJSONOfASeatsView(t *testing.T) {
	m := match3(t, game.Options{"target": 20}, "play 11", "play 21")
	want := fields(
		`"game":"texas","players":3,"seat":2,"options":{"target":20},"ply":3,"next":"seat","turn":2`,
		`"legal":["play 31","play 32","play 33","play 34","play 35","play 36","play 37","play 38",`+
			`"play 41","play 42","play 43","play 44","play 45","play 46","play 47"]`,
		`"winners":null,"hand":1`,
		`"cards":[31,32,33,34,35,36,37,38,41,42,43,44,45,46,47]`,
		`"trick":[[0,11],[1,21]],"winning":[1,21],"choosing":false,"lastTrick":[]`,
		`"taken":[0,0,0],"totals":[0,0,0],"holds":[14,14,15],"seen":[11,21]`,
		`"voids":[[],["red"],[]],"openers":[0]`,
		`"events":["deal ?/?/31,32,33,34,35,36,37,38,41,42,43,44,45,46,47","play 11","play 21"]`,
	)
	if diff := cmp.Diff(want, viewJSON(t, m.View(2))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	byMarshal, err := json.Marshal(m.View(2))
	if err != nil || string(byMarshal) != want {
		t.Errorf("json.Marshal: %s, %v", byMarshal, err)
	}
}

func TestTheJSONOfASpectatorsView(t *testing.T) {
	m := match3(t, nil, "play 11", "play 21", "play 38")
	want := fields(
		`"game":"texas","players":3,"seat":null,"options":{},"ply":4,"next":"seat","turn":2`,
		`"legal":[],"winners":null,"hand":1,"cards":[],"trick":[],"winning":null,"choosing":true`,
		`"lastTrick":[[0,11],[1,21],[2,38]],"taken":[0,0,1],"totals":[0,0,0],"holds":[14,14,14]`,
		`"seen":[11,21,38],"voids":[[],["red"],["red","blue"]],"openers":[0]`,
		`"events":["deal ?/?/?","play 11","play 21","play 38"]`,
	)
	if diff := cmp.Diff(want, viewJSON(t, m.View(game.Spectator))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestTheJSONOfAViewBeforeTheFirstDeal(t *testing.T) {
	m := play(t, "4 players, hands=2, rules=seas")
	want := fields(
		`"game":"texas","players":4,"seat":%s,"options":{"hands":2,"rules":"seas"},"ply":0,"next":"chance","turn":null`,
		`"legal":[],"winners":null,"hand":0,"cards":[],"trick":[],"winning":null,"choosing":false,"lastTrick":[]`,
		`"taken":[0,0,0,0],"totals":[0,0,0,0],"holds":[0,0,0,0],"seen":[],"voids":[[],[],[],[]]`,
		`"openers":[],"events":[]`,
	)
	for seat, word := range map[int]string{game.Spectator: "null", 0: "0", 3: "3"} {
		if diff := cmp.Diff(fmt.Sprintf(want, word), viewJSON(t, m.View(seat))); diff != "" {
			t.Errorf("seat %s: -want +got:\n%s", word, diff)
		}
	}
}

func TestTheJSONOfAViewAtTheEndHasTheWinners(t *testing.T) {
	m := play(t, `
		4 players, hands=1
		hand won by 0*8 2*7
	`)
	for seat := game.Spectator; seat < 4; seat++ {
		head := `"next":"over","turn":null,"legal":[],"winners":[1,3],"hand":1,"cards":[],"trick":[]`
		if got := viewJSON(t, m.View(seat)); !strings.Contains(got, head) {
			t.Errorf("seat %d: %s", seat, got)
		}
	}
}

// request is a policy request in PROTOCOL.md's form: what a seat has been told.
func request(players, seat int, options string, events []string) string {
	list, _ := json.Marshal(append([]string{}, events...)) // strings always marshal
	return fmt.Sprintf(`{"seat":%d,"players":%d,"options":%s,"events":%s}`, seat, players, options, list)
}

// checkRequest sees to it that a request makes the view that the seat has.
func checkRequest(t *testing.T, m *game.Match, seat int, options string) {
	t.Helper()
	v := &texas.View{}
	if err := json.Unmarshal([]byte(request(m.Players(), seat, options, m.View(seat).Events())), v); err != nil {
		t.Errorf("seat %d: %v", seat, err)
		return
	}
	if diff := cmp.Diff(viewJSON(t, m.View(seat)), viewJSON(t, v)); diff != "" {
		t.Errorf("seat %d (-want +got):\n%s", seat, diff)
	}
}

func TestARequestSaysWhoOpenedByTheSeatsOwnCards(t *testing.T) {
	const hands = `
		4 players
		seat 2 holds 0
		seat 3 holds 1
		seat 0 holds 2
		seat 1 holds 9
		deal
	`
	t.Run("T5 the seat holds the starting card", func(t *testing.T) {
		checkRequest(t, play(t, hands), 2, "{}")
	})
	t.Run("second to play the first trick", func(t *testing.T) {
		m := play(t, hands+"seat 2: play 0")
		checkRequest(t, m, 3, "{}")
	})
	t.Run("third to play it, past the last seat", func(t *testing.T) {
		m := play(t, hands+"seat 2: play 0 \n seat 3: play 1")
		checkRequest(t, m, 0, "{}")
	})
	t.Run("last to play it", func(t *testing.T) {
		m := play(t, hands+"seat 2: play 0 \n seat 3: play 1 \n seat 0: play 2")
		checkRequest(t, m, 1, "{}")
	})
	t.Run("the first trick is complete", func(t *testing.T) {
		m := play(t, hands+"trick by 2: 0 1 2 9 -> 1")
		for seat := range 4 {
			checkRequest(t, m, seat, "{}")
		}
	})
	t.Run("the seat has played but the trick is not complete", func(t *testing.T) {
		m := play(t, hands+"seat 2: play 0 \n seat 3: play 1 \n seat 0: play 2")
		checkRequest(t, m, 0, "{}")
		checkRequest(t, m, 3, "{}")
	})
	t.Run("T11 the first trick has led to a choice", func(t *testing.T) {
		m := match3(t, nil, "play 11", "play 21", "play 38")
		for seat := range 3 {
			checkRequest(t, m, seat, "{}")
		}
	})
	t.Run("the second hand", func(t *testing.T) {
		for _, more := range []string{"", "seat 2: play 0", "seat 2: play 0 \n seat 3: play 1"} {
			m := play(t, "4 players, target=30 \n hand won by 0*8 1*7 \n"+strings.TrimPrefix(hands, "\n\t\t4 players")+more)
			seat, _ := m.State().Turn().Seat()
			checkRequest(t, m, seat, `{"target":30}`)
		}
	})
	t.Run("between hands and at the end", func(t *testing.T) {
		m := play(t, "4 players \n hand won by 0*8 1*7")
		over := play(t, "4 players \n hand won by 0*15")
		for seat := range 4 {
			checkRequest(t, m, seat, "{}")
			checkRequest(t, over, seat, `{"target":15}`) // a default is not kept
		}
	})
	t.Run("no events", func(t *testing.T) {
		checkRequest(t, play(t, "6 players, rules=seas"), 5, `{"rules":"seas"}`)
	})
}

func TestAViewReadFromJSONGoesOn(t *testing.T) {
	m := match3(t, nil, "play 11", "play 21")
	for seat := game.Spectator; seat < 3; seat++ {
		v := &texas.View{}
		if err := v.UnmarshalJSON([]byte(viewJSON(t, m.View(seat)))); err != nil {
			t.Fatal(err)
		}
		again := m.View(seat)
		for _, watching := range []game.View{v, again} {
			if err := watching.Observe("play 38", 2); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(viewJSON(t, again), viewJSON(t, v)); diff != "" {
			t.Errorf("seat %d (-want +got):\n%s", seat, diff)
		}
	}
}

func TestAViewOfALaterHandIsReadAsItWasWritten(t *testing.T) {
	m := play(t, `
		4 players, hands=3
		hand won by 0*8 1*7
		hand won by 3*15
		seat 2 holds 0
		deal
		seat 2: play 0
	`)
	for seat := game.Spectator; seat < 4; seat++ {
		want := viewJSON(t, m.View(seat))
		if !strings.Contains(want, `"openers":[1,0,2]`) { // the seat after the winner, says wholeHand
			t.Errorf("seat %d: %s", seat, want)
		}
		v := &texas.View{}
		if err := v.UnmarshalJSON([]byte(want)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, viewJSON(t, v)); diff != "" {
			t.Errorf("seat %d (-want +got):\n%s", seat, diff)
		}
	}
}

func TestDerivedFactsInAViewsJSONAreNotBelieved(t *testing.T) {
	m := match3(t, nil, "play 11", "play 21")
	text := viewJSON(t, m.View(2))
	wrong := strings.NewReplacer(
		`"cards":[31,`, `"cards":[74,`, `"voids":[[],["red"],[]]`, `"voids":[["red"],[],["grey"]]`,
		`"totals":[0,0,0]`, `"totals":[9,9,9]`, `"ply":3`, `"ply":99`, `"turn":2`, `"turn":1`, `"seen":[11,21]`, `"seen":null`,
	).Replace(text)
	v := &texas.View{}
	if err := v.UnmarshalJSON([]byte(wrong)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(text, viewJSON(t, v)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestAViewsJSONThatCannotBeIsRefused(t *testing.T) {
	const hand = "21,22,23,24,25,26,27,28,29,51,52,53,54,55,56"
	const told = `"deal ?/` + hand + `/?"`
	tests := []struct{ name, text, want string }{
		{"nothing", ``, `view: want an object such as {"seat":0, ...}, not ""`},
		{"half", `{"seat":1`, "view: the JSON ends in the middle"},
		{"a list", `[]`, `view: want an object such as {"seat":0, ...}, not []`},
		{"null", `null`, `view: want an object such as {"seat":0, ...}, not null`},
		{"no seat", `{"players":3,"events":[]}`, `view: seat is missing; want a seat's number, or null for a spectator`},
		{"a seat in words", `{"seat":"1","players":3}`, `view: seat: want a seat's number, or null for a spectator, not "1"`},
		{"half a seat", `{"seat":1.5,"players":3}`, `view: seat: want a seat's number, or null for a spectator, not 1.5`},
		{"a negative seat", `{"seat":-1,"players":3}`, `view: seat: want a seat's number, or null for a spectator, not -1`},
		{"a seat too many", `{"seat":3,"players":3,"events":[]}`, "seat=3: T4: the seats are 0 to 2"},
		{"no players", `{"seat":1}`, "view: players is missing; want a number"},
		{"two players", `{"seat":1,"players":2,"events":[]}`, "players=2: T3: Texas Showdown is for 3, 4, 5 or 6 players"},
		{"another game", `{"game":"raincheck","seat":1,"players":2}`, `view: game: want texas, not "raincheck"`},
		{"an option out of range", `{"seat":1,"players":3,"options":{"target":0},"events":[]}`, "target=0: T15: want a whole number from 1 to 200"},
		{"another game's option", `{"seat":1,"players":3,"options":{"first":0},"events":[]}`, "first: there is no such option; this game has hands, rules, target"},
		{"an option in half", `{"seat":1,"players":3,"options":{"target":20.5}}`, "view: options: target: want a whole number or a string, not 20.5"},
		{"events that are none", `{"seat":1,"players":3,"events":[1]}`, "view: events: want a list of strings, not [1]"},
		{"no deal", `{"seat":1,"players":3,"events":["play 11"]}`, "event 1: play 11: T3: the cards must be dealt first; legal: deal"},
		{"a full deal", `{"seat":1,"players":3,"events":["deal 1/` + hand + `/2"]}`, "event 1: deal 1/" + hand + "/2: T3: the hand of seat 0 must be hidden as ?; legal: deal"},
		{"another seat's deal", `{"seat":0,"players":3,"events":[` + told + `]}`, "event 1: deal ?/" + hand + "/?: T3: the hand of seat 0 must be shown; legal: deal"},
		{"a card already seen", `{"seat":1,"players":3,"events":[` + told + `,"play 11","play 21","play 11"]}`, "event 4: play 11: T4: seat 2 cannot hold 11"},
		{"an own card played by another", `{"seat":1,"players":3,"openers":[0],"events":[` + told + `,"play 11","play 21","play 22"]}`, "event 4: play 22: T4: seat 2 cannot hold 22"},
		{"another's card played by the seat", `{"seat":1,"players":3,"openers":[0],"events":[` + told + `,"play 11","play 12"]}`, "event 3: play 12: T4: seat 1 does not hold 12; legal: play 21,"},
		{"no starting card", `{"seat":1,"players":3,"events":[` + told + `,"play 12"]}`, "event 2: play 12: T5: the first trick of a hand is opened with the starting card"},
		{"T7 a color that a seat has not", `{"seat":1,"players":3,"events":[` + told + `,"play 11","play 29","play 31","play 12"]}`, "event 5: play 12: T7: seat 2 has shown that it has no red"},
		{"T5 an opener who cannot have opened", `{"seat":1,"players":3,"openers":[1],"events":[` + told + `]}`, "event 1: deal ?/" + hand + "/?: T5: seat 1 does not hold the starting card; legal: deal"},
		{"an opener who is not there", `{"seat":1,"players":3,"openers":[3],"events":[` + told + `]}`, "event 1: deal ?/" + hand + "/?: T5: one of the seats 0 to 2 opens the first trick, not seat 3; legal: deal"},
		{"an opener from afar", `{"seat":1,"players":3,"openers":[1000000],"events":[` + told + `]}`, "event 1: deal ?/" + hand + "/?: T5: one of the seats 0 to 2 opens the first trick, not seat 6; legal: deal"},
		{"chance for an opener", `{"seat":1,"players":3,"openers":[-1],"events":[` + told + `]}`, "event 1: deal ?/" + hand + "/?: T5: one of the seats 0 to 2 opens the first trick, not chance; legal: deal"},
		{"nobody for an opener", `{"seat":1,"players":3,"openers":[-1000000],"events":[` + told + `]}`, "event 1: deal ?/" + hand + "/?: T5: one of the seats 0 to 2 opens the first trick, not over; legal: deal"},
		{"a spectator without openers", `{"seat":null,"players":3,"events":["deal ?/?/?"]}`, "view: openers is missing; want a list of the seats that opened the hands"},
		{"an event after the end of the trick", `{"seat":1,"players":3,"events":[` + told + `,"play 11","play 21","play 31","opener 1"]}`, "event 5: opener 1: T10: nobody names an opener now; seat 2 is to play a card"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			v := viewOf(match3(t, nil, "play 11"), 2)
			before := viewJSON(t, v)
			err := v.UnmarshalJSON([]byte(test.text))
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("%v, want %s", err, test.want)
			}
			if diff := cmp.Diff(before, viewJSON(t, v)); diff != "" {
				t.Errorf("a refused JSON changed the view (-before +after):\n%s", diff)
			}
		})
	}
}
