package game_test

import (
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/game"
)

// list is the options of a game that nobody plays.
var list = []game.Option{
	{Name: "deck", Rule: "X1", Words: []string{"long", "short"}, Default: func(int) any { return "long" }},
	{Name: "first", Rule: "X2", Min: 0, Max: 1},
	{Name: "jokers", Rule: "X3", Min: -2, Max: 9, Default: func(players int) any { return players }},
}

func TestOptionsThatRepeatADefaultAreDropped(t *testing.T) {
	for _, test := range []struct {
		players    int
		given, out game.Options
	}{
		{2, nil, game.Options{}},
		{2, game.Options{}, game.Options{}},
		{2, game.Options{"jokers": 2}, game.Options{}},
		{3, game.Options{"jokers": 2}, game.Options{"jokers": 2}}, // the default depends on the players
		{2, game.Options{"jokers": -2}, game.Options{"jokers": -2}},
		{2, game.Options{"jokers": 9}, game.Options{"jokers": 9}},
		{2, game.Options{"deck": "long"}, game.Options{}},
		{2, game.Options{"deck": "short"}, game.Options{"deck": "short"}},
		{2, game.Options{"first": 0}, game.Options{"first": 0}}, // it has no default
		{2, game.Options{"first": 1, "deck": "short", "jokers": 2}, game.Options{"first": 1, "deck": "short"}},
	} {
		given := game.Options{}
		maps.Copy(given, test.given)
		got, err := game.CheckOptions(list, test.players, given)
		if err != nil {
			t.Errorf("%v: %v", test.given, err)
		}
		if diff := cmp.Diff(test.out, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", test.given, diff)
		}
		got["jokers"] = 5
		if diff := cmp.Diff(given, test.given, cmp.Transformer("", func(o game.Options) int { return len(o) })); diff != "" {
			t.Errorf("the options given have changed:\n%s", diff)
		}
	}
}

func TestOptionsThatAGameDoesNotKnowAreRefused(t *testing.T) {
	for _, test := range []struct {
		given game.Options
		want  string
	}{
		{game.Options{"first": 2}, "first=2: X2: want a whole number from 0 to 1"},
		{game.Options{"first": -1}, "first=-1: X2: want a whole number from 0 to 1"},
		{game.Options{"first": "0"}, `first="0": X2: want a whole number from 0 to 1`},
		{game.Options{"first": 0.0}, "first=0: X2: want a whole number from 0 to 1"},
		{game.Options{"first": int64(1)}, "first=1: X2: want a whole number from 0 to 1"},
		{game.Options{"first": true}, "first=true: X2: want a whole number from 0 to 1"},
		{game.Options{"first": nil}, "first=null: X2: want a whole number from 0 to 1"},
		{game.Options{"first": []int{1}}, "first=[1]: X2: want a whole number from 0 to 1"},
		{game.Options{"first": func() {}}, "first=: X2: want a whole number from 0 to 1"},
		{game.Options{"jokers": -3}, "jokers=-3: X3: want a whole number from -2 to 9"},
		{game.Options{"deck": "Long"}, `deck="Long": X1: want one of long, short`},
		{game.Options{"deck": ""}, `deck="": X1: want one of long, short`},
		{game.Options{"deck": 0}, "deck=0: X1: want one of long, short"},
		{game.Options{"Deck": "long"}, "Deck: there is no such option; this game has deck, first, jokers"},
		{game.Options{"": 1}, `"": there is no such option; this game has deck, first, jokers`},
		{game.Options{"zeal": 1, "first": 7}, "first=7: X2: want a whole number from 0 to 1"}, // the first by name
	} {
		got, err := game.CheckOptions(list, 2, test.given)
		checkRefused(t, err, test.want)
		if got != nil {
			t.Errorf("%v: %v", test.given, got)
		}
	}
}

// checkRefused checks that the error is an *Error with that text.
func checkRefused(t *testing.T, err error, want string) {
	t.Helper()
	var e *game.Error
	if !errors.As(err, &e) {
		t.Errorf("%v is no *game.Error, want %s", err, want)
		return
	}
	if e.Error() != want {
		t.Errorf("%s, want %s", e, want)
	}
}

func TestOptionsAreReadFromNameAndValue(t *testing.T) {
	options := game.Options{}
	for _, text := range []string{"jokers=-2", "deck=short", "first=0"} {
		if err := game.ParseOption(list, options, text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	if diff := cmp.Diff(game.Options{"jokers": -2, "deck": "short", "first": 0}, options); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestAnOptionThatIsNotNameAndValueIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"first":           "first: want an option as name=value",
		"":                `"": want an option as name=value`,
		"first=":          `first=: X2: want a whole number from 0 to 1`,
		"first=2":         "first=2: X2: want a whole number from 0 to 1",
		"first=01":        "first=01: X2: want a whole number from 0 to 1",
		"first=+1":        "first=+1: X2: want a whole number from 0 to 1",
		"first=-0":        "first=-0: X2: want a whole number from 0 to 1",
		"first=1.0":       "first=1.0: X2: want a whole number from 0 to 1",
		"first=1e0":       "first=1e0: X2: want a whole number from 0 to 1",
		"first= 1":        "first= 1: X2: want a whole number from 0 to 1",
		"first=1=1":       "first=1=1: X2: want a whole number from 0 to 1",
		"first=one":       "first=one: X2: want a whole number from 0 to 1",
		"deck=":           "deck=: X1: want one of long, short",
		"deck=LONG":       "deck=LONG: X1: want one of long, short",
		`deck="long"`:     `deck="long": X1: want one of long, short`,
		"deck=long\n":     `"deck=long\n": X1: want one of long, short`,
		"First=1":         "First: there is no such option; this game has deck, first, jokers",
		"=1":              `"": there is no such option; this game has deck, first, jokers`,
		"jokers=3":        "jokers=3: X3: the option is given twice",
		"jokers=nonsense": "jokers=nonsense: X3: the option is given twice",
	} {
		options := game.Options{"jokers": 3}
		checkRefused(t, game.ParseOption(list, options, text), want)
		if diff := cmp.Diff(game.Options{"jokers": 3}, options); diff != "" {
			t.Errorf("%s changed the options:\n%s", text, diff)
		}
	}
	checkRefused(t, game.ParseOption(nil, game.Options{}, "first=1"), "first: there is no such option; this game has none")
}

func TestOptionsInJSONAreWholeNumbersAndStrings(t *testing.T) {
	for text, want := range map[string]game.Options{
		`{}`:                             {},
		` { } `:                          {},
		`{"target":20}`:                  {"target": 20},
		"{\n\t\"target\" : -20 }\n":      {"target": -20},
		`{"rules":"seas","hands":0}`:     {"rules": "seas", "hands": 0},
		`{"rules":""}`:                   {"rules": ""},
		`{"r\u0075les":"s\u0065as"}`:     {"rules": "seas"},
		`{"target":1,"Target":2}`:        {"target": 1, "Target": 2},
		`{"n":2147483647}`:               {"n": 2147483647},
		`{"":"20"}`:                      {"": "20"},
		`{"s":"{\"target\":20} \" , }"}`: {"s": `{"target":20} " , }`},
	} {
		var direct, within game.Options
		if err := direct.UnmarshalJSON([]byte(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if err := json.Unmarshal([]byte(text), &within); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if diff := cmp.Diff(want, direct) + cmp.Diff(want, within); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
		written, err := json.Marshal(direct)
		if err != nil {
			t.Fatal(err)
		}
		var again game.Options
		if err := json.Unmarshal(written, &again); err != nil || !cmp.Equal(want, again) {
			t.Errorf("%s was written as %s and read as %v, %v", text, written, again, err)
		}
	}
}

func TestOptionsInJSONThatAreNeitherAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		``:                                 `options: want an object such as {"target":20}, not ""`,
		`null`:                             `options: want an object such as {"target":20}, not null`,
		`[]`:                               `options: want an object such as {"target":20}, not []`,
		`20`:                               `options: want an object such as {"target":20}, not 20`,
		`"target"`:                         `options: want an object such as {"target":20}, not "target"`,
		`{"target":20.0}`:                  "options: target: want a whole number or a string, not 20.0",
		`{"target":2e1}`:                   "options: target: want a whole number or a string, not 2e1",
		`{"target":20.5}`:                  "options: target: want a whole number or a string, not 20.5",
		`{"target":-0}`:                    "options: target: want a whole number or a string, not -0",
		`{"target":99999999999999999999}`:  "options: target: want a whole number or a string, not 99999999999999999999",
		`{"target":true}`:                  "options: target: want a whole number or a string, not true",
		`{"target":null}`:                  "options: target: want a whole number or a string, not null",
		`{"target":[20]}`:                  "options: target: want a whole number or a string, not [20]",
		`{"target":{"target":20}}`:         `options: target: want a whole number or a string, not {"target":20}`,
		`{"target":20,"target":20}`:        "options: the field target is given twice",
		`{"target":20,"t\u0061rget":"20"}`: "options: the field target is given twice",
		`{"\n":1,"\n":2}`:                  `options: the field "\n" is given twice`,
		`{"a":1} {}`:                       `options: want one object, not {"a":1} {}`,
		`{"a":1}x`:                         `options: want one object, not {"a":1}x`,
		`{"a":1`:                           "options: ",
		`{"a":1,`:                          "options: ",
		`{"a":1,}`:                         "options: ",
		`{"a":`:                            "options: ",
		`{"a":}`:                           "options: ",
		`{"a"`:                             "options: ",
		`{"a" 1}`:                          "options: ",
		`{1:2}`:                            "options: ",
		`{`:                                "options: ",
		`{]`:                               "options: ",
		"{\"a\":\"\n\"}":                   "options: ",
	} {
		options := game.Options{"target": 7}
		err := options.UnmarshalJSON([]byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), want) || want != "options: " && err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
		if diff := cmp.Diff(game.Options{"target": 7}, options); diff != "" {
			t.Errorf("%s changed the options:\n%s", text, diff)
		}
	}
}
