package texas_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// moments are positions of every kind.
func moments(tb testing.TB) []*texas.State {
	tb.Helper()
	_, choosing := winner(tb, 4, "", "29 21 22 23")
	_, seas := winner(tb, 5, ", rules=seas", "47 41 74 12 13")
	matches := []*game.Match{
		play(tb, "4 players"),
		play(tb, "3 players"),
		match3(tb, nil),
		match3(tb, nil, "play 11", "play 21"),
		match3(tb, nil, "play 11", "play 21", "play 38"),
		choosing,
		seas,
		play(tb, `
			6 players
			seat 3 holds 0
			seat 4 holds 3 10, no other black
			deal
			seat 3: play 0
		`),
		play(tb, "4 players \n hand won by 0*8 1*7"),
		play(tb, "4 players \n hand won by 0*15"),
		play(tb, "3 players, hands=1 \n hand won by 0*8 1*7"),
	}
	var states []*texas.State
	for _, m := range matches {
		states = append(states, stateOf(m))
	}
	return states
}

// words are what one might say, and what one had better not.
var words = []string{
	deal3, deal4, "deal ?/?/?", "deal", "deal ", "deal //", "deal 0/1/2/3", "deal -1,/", "deal 00", deal4 + " ",
	"play 0", "play 3", "play 10", "play 11", "play 12", "play 21", "play 22", "play 30", "play 31", "play 74", "play 75",
	"play 00", "play +3", "play -1", "play 3 ", " play 3", "play  3", "play ?", "play 99999999999999999999", "play",
	"opener 0", "opener 1", "opener 3", "opener 5", "opener 6", "opener 00", "opener -1", "opener",
	"", " ", "?", "\x00", "\xff", "play \xff", "🂡", "fold", "bet 1", "start 0", "PLAY 3", "play 3\n",
}

func FuzzTexasEventWords(f *testing.F) {
	for _, word := range words {
		f.Add(word)
	}
	states := moments(f)
	f.Fuzz(func(t *testing.T, event string) {
		for _, from := range states {
			s := *from
			legal := game.Words(s.Word, s.Legal(nil))
			err := s.Apply(event)
			if from.Turn() >= 0 && (err == nil) != slices.Contains(legal, event) {
				t.Fatalf("%q: %v, though %q is legal", event, err, legal)
			}
			if err == nil {
				if s.Last() != event || s.Ply() != from.Ply()+1 {
					t.Fatalf("%q made %q, ply %d to %d", event, s.Last(), from.Ply(), s.Ply())
				}
				if from.Turn() < 0 && (from.Turn() != game.Chance || !strings.HasPrefix(event, "deal ")) {
					t.Fatalf("%q was accepted when %v spoke", event, from.Turn())
				}
				continue
			}
			if s != *from {
				t.Fatalf("%q was refused and changed something", event)
			}
			checkError(t, event, err)
		}
	})
}

// checkError sees to it that a refusal names a rule and can be shown.
func checkError(t *testing.T, event string, err error) {
	t.Helper()
	var e *game.Error
	if !errors.As(err, &e) || e.Rule == "" || e.Why == "" || e.What != event {
		t.Fatalf("%q: %#v", event, err)
	}
	line := e.Error()
	if len(line) > 1000 || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		t.Fatalf("%q: a message that cannot be shown: %q", event, line)
	}
}

func FuzzTexasViewJSON(f *testing.F) {
	m := match3(f, nil, "play 11", "play 21", "play 38", "opener 1", "play 22")
	views := []game.View{m.View(0), m.View(1), m.View(2), m.View(game.Spectator)}
	for i, v := range views {
		text, err := v.MarshalJSON()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, words[i], int8(i))
	}
	for i, text := range []string{
		``, `{}`, `null`, `[]`, `{"seat":null}`, `{"seat":0,"players":3}`,
		`{"seat":1,"players":4,"options":{},"events":[]}`,
		`{"seat":0,"players":3,"options":{"target":20},"events":["deal 11,12,13,14,15,16,17,18,19,20,61,62,63,64,65/?/?","play 11"]}`,
		`{"seat":1,"players":3,"openers":[0,-9,1000],"events":["deal ?/?/?"]}`,
		`{"seat":null,"players":3,"openers":[2],"events":["deal ?/?/?","play 11"]}`,
		`{"seat":1e99,"players":-3,"options":{"rules":"seas","hands":50}}`,
	} {
		f.Add([]byte(text), words[len(words)-1-i], int8(-i))
	}
	for i, word := range words {
		f.Add([]byte(`{"seat":0,"players":4}`), word, int8(i%9-2))
	}
	f.Fuzz(func(t *testing.T, text []byte, told string, next int8) {
		watching := slices.Clone(views)
		v := &texas.View{}
		if err := v.UnmarshalJSON(text); err == nil {
			written := viewJSON(t, v)
			again := &texas.View{}
			if err := again.UnmarshalJSON([]byte(written)); err != nil {
				t.Fatalf("%s: %v", written, err)
			}
			if got := viewJSON(t, again); got != written {
				t.Fatalf("%s was read as %s", written, got)
			}
			watching = append(watching, v)
		}
		for _, from := range watching {
			v := from.Clone()
			err := v.Observe(told, game.Turn(next))
			if err == nil {
				if events := v.Events(); events[len(events)-1] != told || v.Turn() != game.Turn(next) {
					t.Fatalf("%q, next %d: events %q, next %v", told, next, events, v.Turn())
				}
				continue
			}
			checkError(t, told, err)
			if before, after := viewJSON(t, from), viewJSON(t, v); after != before {
				t.Fatalf("%q was refused and changed %s into %s", told, before, after)
			}
		}
	})
}
