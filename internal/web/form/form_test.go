package form_test

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/form"
)

func fields(t *testing.T, text string) url.Values {
	t.Helper()
	v, err := url.ParseQuery(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestCommandsAreReadFromFields(t *testing.T) {
	for _, test := range []struct {
		verb, fields string
		want         house.Command
	}{
		{"act", "game=2&ply=13&word=play+15", house.Act{Game: 2, Ply: 13, Word: "play 15"}},
		{"act", "word=fold", house.Act{Game: -1, Ply: -1, Word: "fold"}},
		{"bot", "", house.AddBot{Seat: house.AnySeat, Level: house.UsualLevel}},
		{"bot", "seat=2&level=hard", house.AddBot{Seat: 2, Level: "hard"}},
		{"free", "seat=1", house.Free{Seat: 1}},
		{"free", "", house.Free{Seat: -1}},
		{"say", "text=Howdy", house.Say{Text: "Howdy"}},
		{"agree", "yes=on", house.Agree{Yes: true}},
		{"seed", "seed=00ff", house.GiveSeed{Seed: []byte{0, 255}}},
		{"rematch", "", house.Rematch{}},
		{"next", "key=abc", house.Ready{}},
	} {
		got, err := form.Read(test.verb, fields(t, test.fields))
		if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
			t.Errorf("%s %s: %v (-want +got):\n%s", test.verb, test.fields, err, diff)
		}
	}
	if _, err := form.Read("shout", nil); !errors.Is(err, form.ErrNoVerb) {
		t.Errorf("a verb that there is not: %v", err)
	}
}

func TestFieldsThatCannotBeReadAreNamed(t *testing.T) {
	for _, test := range []struct{ verb, fields, want string }{
		{"act", "game=one", "The field game is a whole number."},
		{"act", "game=1&ply=1.5", "The field ply is a whole number."},
		{"bot", "seat=99999999999999999999", "The field seat is a whole number."},
		{"seed", "seed=xyz", "The field seed is hexadecimal digits."},
	} {
		_, err := form.Read(test.verb, fields(t, test.fields))
		if unread, ok := errors.AsType[*form.Error](err); !ok || unread.Say != test.want {
			t.Errorf("%s %s: %v", test.verb, test.fields, err)
		}
	}
}

func TestAMoveIsItsOwnKey(t *testing.T) {
	move := fields(t, "game=1&ply=4&word=fold&key=abc")
	if got := form.Key("act", move); got != "act 1 4 fold" {
		t.Errorf("of a move: %q", got)
	}
	if got := form.Key("rematch", move); got != "abc" {
		t.Errorf("of another command: %q", got)
	}
}

func TestATableIsReadFromFields(t *testing.T) {
	set, err := form.Setup(fields(t, "game=texas&seats=5&option.target=20&option.rules="), house.Settings{Pace: house.Unhurried})
	want := house.Setup{Game: "texas", Seats: 5, Options: game.Options{"target": 20}, Settings: house.Settings{Pace: house.Unhurried}}
	if diff := cmp.Diff(want, set); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if set, err = form.Setup(fields(t, "game=raincheck"), house.Settings{}); set.Seats != 2 || err != nil {
		t.Errorf("seats that nobody names: %d, %v", set.Seats, err)
	}
	for text, want := range map[string]string{
		"game=poker":                      "no game with that name",
		"game=texas&seats=7":              "is for 3 to 6 players",
		"game=texas&option.target=many":   "An option does not fit",
		"game=texas&option.dealer=Dusty":  "An option does not fit",
		"game=raincheck&seats=2000000000": "is for 2 to 2 players",
	} {
		if _, err := form.Setup(fields(t, text), house.Settings{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestALevelOfBotsIsOneThatThereIs(t *testing.T) {
	if level, err := form.Level(nil); level != house.UsualLevel || err != nil {
		t.Errorf("nobody asks for one: %q, %v", level, err)
	}
	if _, err := form.Level(fields(t, "level=splendid")); err == nil || !strings.Contains(err.Error(), "no bot splendid") {
		t.Errorf("error is %v", err)
	}
}
