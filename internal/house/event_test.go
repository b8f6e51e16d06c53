package house

import (
	"reflect"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/game"
)

// every has an event of every kind.
var every = []Event{
	Opened{Code: "K7QX22", Owner: "p0", Game: "texas", Seats: 3, Options: game.Options{"hands": 1}, Settings: Settings{Pace: Quick}},
	Committed{Secret: 1, Commitment: strings.Repeat("0f", 32)},
	Changed{Seats: 4, Options: game.Options{}, Settings: Settings{Pace: Daily, BotPause: 5, DealPause: 7}},
	Sat{Seat: 1, Person: "p1", Name: "Ann"},
	BotSat{Seat: 2, Level: "thumb", Name: "Tex"},
	Left{Seat: 1},
	Renamed{Seat: 1, Name: "Bo"},
	Seeded{Seat: 1, Seed: "00ff"},
	Started{Game: 1},
	Moved{Seat: 1, Word: "play 15", By: ByPerson},
	Away{Seat: 1},
	Back{Seat: 1},
	Readied{Seat: 1},
	Agreed{Seat: 1, Yes: true},
	Credited{Micros: 5, Until: 7},
	Said{Seat: 1, Text: "<b>"},
	Revealed{Seed: strings.Repeat("0f", 32)},
	Again{},
	Closed{},
	Closed{Reason: "rude words"},
	Erased{Person: "p1"},
}

func TestEveryKindOfEventIsReadAsItWasWritten(t *testing.T) {
	kinds := map[string]bool{}
	for _, e := range every {
		kinds[e.kind()] = true
		got := must[Event](t)(decode(must[[]byte](t)(encode(e))))
		if !reflect.DeepEqual(got, e) {
			t.Errorf("%#v was read as %#v", e, got)
		}
	}
	for kind := range readers {
		if !kinds[kind] {
			t.Errorf("the test has no event of kind %s", kind)
		}
	}
}

func TestWhatIsNotKnownIsRefusedAndNotDropped(t *testing.T) {
	for _, test := range []struct{ entry, want string }{
		{`{"v":2,"k":"left","e":{"seat":1}}`, "version 2"},
		{`{"k":"left","e":{"seat":1}}`, "version 0"},
		{`{"v":1,"k":"dealt","e":{"seat":1}}`, "kind dealt"},
		{`{"v":1,"k":"left","e":{"seat":1,"why":"bored"}}`, "why"},
		{`{"v":1,"k":"left","e":{"seat":1},"x":1}`, "x"},
		{`{"v":1,"k":"left","e":{"seat":"1"}}`, "seat"},
		{`{"v":1,"k":"left","e":{"seat":1,"seat":2}}`, "seat"},
		{`{"v":1,"k":"left","e":{"Seat":1}}`, "Seat"},
		{`{"v":1,"k":"left","e":{"seat":null}}`, "seat"},
		{`{"v":1,"k":"moved","e":{"word":"play 15","by":"bot"}}`, "seat is missing"},
		{`{"v":1,"k":"changed","e":{"seats":2,"options":{},"settings":{"pace":"day","public":true,"chat":true,"botPause":0}}}`, "dealPause is missing"},
		{`{"v":1,"k":"changed","e":{"seats":2,"options":{},"settings":{"pace":"day","public":true,"chat":true,"botPause":0,"DealPause":0}}}`, "the field DealPause"},
		{`{"v":1,"k":"changed","e":{"seats":2,"options":{},"settings":{"pace":"day","public":true,"chat":true,"botPause":0,"dealPause":0,"x":0}}}`, "settings: the field x"},
		{`{"v":1,"k":"changed","e":{"seats":2,"options":{},"settings":null}}`, "settings"},
		{`{"v":1,"k":"left","e":null}`, "object"},
		{`{"v":1,"k":"left"}`, "object"},
		{`{"v":1,"k":"left","e":{"seat":1}} {}`, "follows"},
		{``, "object"},
		{`null`, "object"},
		{`[]`, "object"},
	} {
		if e, err := decode([]byte(test.entry)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %#v, %v; want an error with %q", test.entry, e, err, test.want)
		}
	}
}

// No entry, whoever wrote it, makes a table panic.
func FuzzLog(f *testing.F) {
	for _, e := range every {
		body, err := encode(e)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(body)
	}
	opened, err := encode(every[0])
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		e, err := decode(body)
		if err != nil {
			return
		}
		again, err := encode(e)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := decode(again); err != nil || !reflect.DeepEqual(got, e) {
			t.Fatalf("%#v, written and read, is %#v, %v", e, got, err)
		}
		table := must[*Table](t)(Replay("id", nil))
		first := must[Event](t)(decode(opened))
		for i, e := range []Event{first, Sat{Seat: 0, Person: "p0", Name: "A"}, BotSat{Seat: 1, Level: "x"}, e, e} {
			if err := table.take(int64(i)+1, newClock().now(), "", e); err != nil {
				return
			}
		}
		table.Scene("p0")
		table.WakeAt()
	})
}
