package game_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/game"
)

func TestAStatesJSONBeginsWithTheCommonFields(t *testing.T) {
	for _, test := range []struct {
		name  string
		state game.State
		want  string
	}{
		{"chance", at(t, 3, nil), `{"ply":0,"next":"chance","seat":null,"legal":[],"winners":null`},
		{"one move", at(t, 3, nil, deal3), `{"ply":1,"next":"seat","seat":0,"legal":["play 11"],"winners":null`},
		{
			"several moves", at(t, 3, nil, deal3, "play 11", "play 56", "play 31"),
			`{"ply":4,"next":"seat","seat":1,"legal":["opener 0","opener 1","opener 2"],"winners":null`,
		},
		{"over", over(t), `{"ply":47,"next":"over","seat":null,"legal":[],"winners":[1]`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff("before "+test.want, string(game.AppendHead([]byte("before "), test.state))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// over is the end of a game of one hand, of which seat 0 has taken 5 tricks, seat 1
// one and seat 2 nine.
func over(t *testing.T) game.State {
	t.Helper()
	s := lastTrick(t, game.Options{"hands": 1})
	for range 3 {
		apply(t, s, s.Word(s.Legal(nil)[0]))
	}
	return s
}

func TestASeatInJSONIsANumberOrNull(t *testing.T) {
	for seat, want := range map[int]string{0: "x0", 5: "x5", 12: "x12", -1: "xnull", -2: "xnull"} {
		if got := string(game.AppendSeat([]byte("x"), seat)); got != want {
			t.Errorf("%d: %s, want %s", seat, got, want)
		}
	}
}

func TestNumbersInJSONAreAListWithoutBlanks(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{string(game.AppendInts([]byte("x"), []int{})), "x[]"},
		{string(game.AppendInts[int](nil, nil)), "[]"},
		{string(game.AppendInts(nil, []int{7})), "[7]"},
		{string(game.AppendInts(nil, []int8{-1, 0, 127})), "[-1,0,127]"},
		{string(game.AppendInts(nil, []uint8{0, 255})), "[0,255]"},
		{string(game.AppendInts(nil, []int16{-300, 300})), "[-300,300]"},
	} {
		if test.got != test.want {
			t.Errorf("%s, want %s", test.got, test.want)
		}
	}
}

func TestWordsAreNeverNil(t *testing.T) {
	s := at(t, 3, nil, deal3)
	if got := game.Words(s.Word, nil); got == nil || len(got) != 0 {
		t.Errorf("%#v", got)
	}
	if diff := cmp.Diff([]string{"play 11"}, game.Words(s.Word, s.Legal(nil))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestAViewsJSONBeginsWithTheHeadAndEndsWithTheEvents(t *testing.T) {
	m := newMatch(t, deal3, "play 11")
	seat1 := 1
	want := game.ViewHead{
		Game: "any", Players: 3, Seat: &seat1, Options: game.Options{"hands": 2}, Ply: 2, Next: "seat", Turn: &seat1,
		Legal: []string{
			"play 21", "play 22", "play 23", "play 24", "play 25", "play 26", "play 27", "play 28", "play 29",
			"play 51", "play 52", "play 53", "play 54", "play 55", "play 56",
		},
	}
	if diff := cmp.Diff(want, game.HeadOf("any", m.View(1))); diff != "" {
		t.Errorf("seat 1 (-want +got):\n%s", diff)
	}
	want.Seat, want.Legal = nil, []string{}
	if diff := cmp.Diff(want, game.HeadOf("any", m.View(game.Spectator))); diff != "" {
		t.Errorf("a spectator (-want +got):\n%s", diff)
	}
	tail := game.ViewTail{Events: []string{"deal ?/?/?", "play 11"}}
	if diff := cmp.Diff(tail, game.TailOf(m.View(game.Spectator))); diff != "" {
		t.Errorf("tail (-want +got):\n%s", diff)
	}

	m = newMatch(t)
	want = game.ViewHead{
		Game: "any", Players: 3, Options: game.Options{"hands": 2}, Next: "chance", Legal: []string{},
	}
	if diff := cmp.Diff(want, game.HeadOf("any", m.View(game.Spectator))); diff != "" {
		t.Errorf("before the deal (-want +got):\n%s", diff)
	}
	if got := game.TailOf(m.View(0)); got.Events == nil || len(got.Events) != 0 {
		t.Errorf("before the deal: %#v", got)
	}
}

func TestAViewsSourceIsReadStrictly(t *testing.T) {
	for _, test := range []struct {
		text string
		seat int
		want string // the refusal
	}{
		{`{"seat":0,"players":3,"events":[]}`, 0, ""},
		{`{"events":["deal"],"seat":5,"game":"texas","players":6,"more":[{}]}`, 5, ""},
		{`{"seat":99,"players":3,"events":[]}`, 99, ""}, // how many seats there are is the game's to say
		{`{"seat":null,"players":3,"events":[]}`, game.Spectator, ""},
		{`{"seat":null,"players":3,"options":{},"game":"texas","events":[]}`, game.Spectator, ""},
		{`null`, 0, `view: want an object such as {"seat":0, ...}, not null`},
		{`{"seat":0`, 0, `view: the JSON ends in the middle`},
		{`{"seat":0} {}`, 0, `view: want one object, not {"seat":0} {}`},
		{`{}`, 0, `view: seat is missing; want a seat's number, or null for a spectator`},
		{`{"SEAT":0,"players":3,"events":[]}`, 0, `view: seat is missing; want a seat's number, or null for a spectator`},
		{`{"seat":0,"seat":0}`, 0, `view: the field seat is given twice`},
		{`{"seat":-1}`, 0, `view: seat: want a seat's number, or null for a spectator, not -1`},
		{`{"seat":1.0}`, 0, `view: seat: want a seat's number, or null for a spectator, not 1.0`},
		{`{"seat":"1"}`, 0, `view: seat: want a seat's number, or null for a spectator, not "1"`},
		{`{"seat":[]}`, 0, `view: seat: want a seat's number, or null for a spectator, not []`},
		{`{"seat":true}`, 0, `view: seat: want a seat's number, or null for a spectator, not true`},
		{`{"seat":99999999999999999999}`, 0, `view: seat: want a seat's number, or null for a spectator, not 99999999999999999999`},
		{`{"seat":1,"game":"raincheck"}`, 0, `view: game: want texas, not "raincheck"`},
		{`{"seat":1,"game":"Texas"}`, 0, `view: game: want texas, not "Texas"`},
		{`{"seat":1,"game":null}`, 0, `view: game: want texas, not null`},
		{`{"seat":1,"events":[]}`, 0, `view: players is missing; want a number`},
		{`{"seat":1,"players":"3","events":[]}`, 0, `view: players: want a number, not "3"`},
		{`{"seat":1,"players":null,"events":[]}`, 0, `view: players: want a number, not null`},
		{`{"seat":1,"players":3}`, 0, `view: events is missing; want a list of strings`},
		{`{"seat":1,"players":3,"events":null}`, 0, `view: events: want a list of strings, not null`},
		{`{"seat":1,"players":3,"events":[1]}`, 0, `view: events: want a list of strings, not [1]`},
		{`{"seat":1,"players":3,"options":null,"events":[]}`, 0, `view: options: want an object such as {"target":20}, not null`},
	} {
		source, err := game.ReadViewSource("texas", []byte(test.text))
		switch {
		case test.want == "" && (err != nil || source.Seat != test.seat):
			t.Errorf("%s: seat %d, %v", test.text, source.Seat, err)
		case test.want != "" && (err == nil || err.Error() != test.want):
			t.Errorf("%s: %v, want %s", test.text, err, test.want)
		}
	}
}
