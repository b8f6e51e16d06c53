package score_test

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/saloon-games/saloon/internal/pad"
	"github.com/saloon-games/saloon/internal/pad/score"
)

func TestWordsThatAreNotRightAreRefusedInWords(t *testing.T) {
	for text, says := range map[string]string{
		"":                                     "knows table, name, dealer, hand and undo",
		"dance":                                "knows table, name, dealer, hand and undo",
		"table":                                "3 to 6 players",
		"table 2":                              "3 to 6 players",
		"table 7":                              "3 to 6 players",
		"table 04":                             "3 to 6 players",
		"table 4 target=0":                     "T15",
		"table 4 hands=51":                     "T16",
		"table 4 target=15":                    "write table 4",
		"table 4 target=20 hands=5":            "write table 4 hands=5",
		"table 4 rules=seas hands=5":           "write table 4 hands=5 rules=seas",
		"table 4 first=0":                      "no such option",
		"name 6 Ann":                           "a number from 0 to 5",
		"name 0 ":                              "1 to 24 characters",
		"name 0  Ann":                          "1 to 24 characters",
		"name 0 An\u202en":                     "1 to 24 characters",
		"dealer":                               "a seat from 0 to 5",
		"dealer 6":                             "a seat from 0 to 5",
		"hand 1":                               "not of 0",
		"hand 0 15 0 0":                        "from 1 to 120",
		"hand 1 15 0":                          "3 to 6 players, not of 2",
		"hand 1 4 5 3 2":                       "1 of 15 tricks is missing",
		"hand 1 4 5 0 2":                       "4 of 15 tricks are missing",
		"hand 1 4 5 3 4":                       "1 trick too many: a hand has 15",
		"hand 1 4 5 3 3 3 3":                   "11 tricks too many: a hand has 10",
		"hand 1 16 0 0":                        "0 to 15 tricks, not 16",
		"hand 1 -1 8 8":                        "0 to 15 tricks, not -1",
		"hand 1 04 5 3 3":                      "not 04",
		"undo x":                               "IDs",
		"hand 3 4 5 3 3":                       "write down hand 1 first",
		"name 0 " + strings.Repeat("n", 200):   "1 to 24 characters",
		"hand 1 " + strings.Repeat("9 ", 2000): "2048 bytes",
	} {
		s := newSheet("phone-one")
		if text != "hand 3 4 5 3 3" || s.write("table 4") != nil {
			s.made = 0
		}
		had := s.Len()
		err := s.write(text)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%.40q: %v, want %q", text, err, says)
		}
		if s.Len() != had {
			t.Errorf("%.40q was written down", text)
		}
	}
}

func TestThePlayersNames(t *testing.T) {
	s := newSheet("phone-one")
	s.must(t, "table 6", "name 0 Ann", "name 1 ann", "name 2 Ann (2)", "name 3 👩‍👩‍👧 Böhm", "name 5 "+strings.Repeat("n", 24))
	want := []string{"Ann", "ann (3)", "Ann (2)", "👩‍👩‍👧 Böhm", "Player 5", strings.Repeat("n", 24)}
	if diff := cmp.Diff(want, s.read().Names); diff != "" {
		t.Error(diff)
	}
	s.must(t, "name 0")
	if got := s.read().Names[0]; got != "Player 1" {
		t.Errorf("a name taken away leaves %q", got)
	}
}

func TestWritten(t *testing.T) {
	t.Run("a table for other players is refused once hands are there", func(t *testing.T) {
		s := newSheet("phone-one")
		s.must(t, "table 4", "hand 1 4 5 3 3")
		if err := s.write("table 5"); err == nil || !strings.Contains(err.Error(), "Hand 1 is that of 4 players, but 5 play; begin another pad") {
			t.Errorf("the refusal is %v", err)
		}
		s.must(t, "table 4 target=30")
	})
	t.Run("a target that was reached before the last hand is refused", func(t *testing.T) {
		s := newSheet("phone-one")
		s.must(t, "table 4", "hand 1 4 5 3 3", "hand 2 4 5 3 3")
		if err := s.write("table 4 target=5"); err == nil || !strings.Contains(err.Error(), "over before hand 2") {
			t.Errorf("the refusal is %v", err)
		}
	})
	t.Run("ties are shared", func(t *testing.T) {
		s := newSheet("phone-one")
		s.must(t, "table 3 hands=1", "name 0 Ann", "name 2 Cy", "hand 1 3 9 3")
		if got := s.read(); !slices.Equal(got.Winners, []int{0, 2}) || got.Status() != "Ann and Cy tie and win with 3 points each." {
			t.Errorf("winners %v: %s", got.Winners, got.Status())
		}
	})
	t.Run("a correction may end the game earlier, and what came after waits for a person", func(t *testing.T) {
		s := newSheet("phone-one")
		s.must(t, "table 4", "hand 1 4 5 3 3", "hand 2 4 5 3 3", "hand 1 15 0 0 0")
		got := s.read()
		if len(got.Troubles) != 1 || !got.Over || got.Totals[0] != 15 {
			t.Fatalf("troubles %v, over %v, totals %v", got.Troubles, got.Over, got.Totals)
		}
		s.must(t, got.Troubles[0].Undo)
		if got := s.read(); len(got.Troubles) != 0 || !got.Over {
			t.Errorf("troubles %v, over %v", got.Troubles, got.Over)
		}
	})
	t.Run("a hand taken back in the middle is asked for again", func(t *testing.T) {
		s := newSheet("phone-one")
		s.must(t, "table 4", "hand 1 4 5 3 3", "hand 2 4 5 3 3", "undo phone-one-000002")
		got := s.read()
		if got.Next != 1 || got.Over || len(got.Rows) != 2 || got.Rows[0].Tricks != nil {
			t.Fatalf("next %d, rows %v", got.Next, got.Rows)
		}
		s.must(t, "hand 1 0 0 0 15")
		if got := s.read(); got.Next != 2 && !got.Over {
			t.Errorf("next %d, over %v", got.Next, got.Over)
		}
	})
}

func TestTwoPhonesThatDisagreeAboutAHand(t *testing.T) {
	ann, bob := newSheet("phone-ann"), newSheet("phone-bob")
	ann.must(t, "table 4 hands=1", "name 0 Ann")
	merge(t, bob, ann)
	ann.must(t, "hand 1 4 5 3 3")
	bob.must(t, "hand 1 5 4 3 3")
	merge(t, bob, ann)
	merge(t, ann, bob)
	got := bob.read()
	if len(got.Conflicts) != 1 || got.Over || got.Rows[0].Tricks != nil || !got.Rows[0].Conflict || got.Totals[0] != 0 {
		t.Fatalf("conflicts %v, over %v, rows %v", got.Conflicts, got.Over, got.Rows)
	}
	html := all(got, score.View{})
	for _, part := range []string{`data-word="hand 1 4 5 3 3"`, `data-word="hand 1 5 4 3 3"`, "phone-ann", "phone-bob", "Hand 1: Ann 4"} {
		if !strings.Contains(html, part) {
			t.Errorf("the conflict's panel lacks %q", part)
		}
	}
	bob.must(t, "hand 1 4 5 3 3")
	merge(t, ann, bob)
	if got := ann.read(); len(got.Conflicts) != 0 || !got.Over || got.Totals[0] != 4 {
		t.Errorf("conflicts %v, over %v, totals %v", got.Conflicts, got.Over, got.Totals)
	}
}

func TestTwoPhonesThatDisagreeAboutThePeople(t *testing.T) {
	ann, bob := newSheet("phone-ann"), newSheet("phone-bob")
	ann.must(t, "table 4", "dealer 1", "name 2 Cy")
	bob.must(t, "table 5", "dealer 3", "name 2 Cyd")
	merge(t, bob, ann)
	merge(t, ann, bob)
	got := bob.read()
	if len(got.Conflicts) != 3 || got.Dealer != -1 || got.Over {
		t.Fatalf("conflicts %v, dealer %d", got.Conflicts, got.Dealer)
	}
	bob.must(t, "table 5", "dealer 3", "name 2 Cyd")
	if got := bob.read(); len(got.Conflicts) != 0 || got.Dealer != 3 || got.Players() != 5 || got.Names[2] != "Cyd" {
		t.Errorf("conflicts %v, dealer %d, names %v", got.Conflicts, got.Dealer, got.Names)
	}
}

func merge(t rapid.TB, to, from *sheet) {
	t.Helper()
	if _, err := to.Merge(from.Entries()...); err != nil {
		t.Fatal(err)
	}
}

func TestPhonesThatMeetAsTheyLikeShowTheSameSheet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		phones := []*sheet{newSheet("phone-ann"), newSheet("phone-bob"), newSheet("phone-cyd")}
		words := []string{
			"table 4", "table 4 target=30", "table 3", "name 0 Ann", "name 0 Bob", "name 1 Ann", "dealer 1", "dealer 2",
			"hand 1 4 5 3 3", "hand 1 5 5 5 0", "hand 1 5 5 5", "hand 2 0 0 0 15", "hand 2 1 1 1 12", "hand 3 4 4 4 3",
		}
		for range rapid.IntRange(1, 40).Draw(t, "acts") {
			s := rapid.SampledFrom(phones).Draw(t, "phone")
			switch sheet := s.read(); rapid.IntRange(0, 6).Draw(t, "act") {
			case 0:
				merge(t, s, rapid.SampledFrom(phones).Draw(t, "from"))
			case 1:
				if sheet.Undo != "" {
					s.must(t, sheet.Undo)
				}
			case 2:
				if sheet.Redo != "" {
					s.must(t, sheet.Redo)
				}
			default:
				if err := s.write(rapid.SampledFrom(words).Draw(t, "word")); err != nil && err.Error() == "" {
					t.Error("a refusal without words")
				}
			}
		}
		want := newSheet("phone-all")
		var entries []pad.Entry
		for _, s := range phones {
			merge(t, want, s)
			entries = append(entries, s.Entries()...)
		}
		p := pad.New(score.Kind{})
		for _, e := range rapid.Permutation(entries).Draw(t, "order") {
			if _, err := p.Merge(e); err != nil {
				t.Fatal(err)
			}
		}
		if a, b := whole(t, score.Read(p)), whole(t, want.read()); a != b {
			t.Errorf("merged otherwise:\n%s\n%s", a, b)
		}
	})
}

// whole is all of a sheet, and how it is drawn.
func whole(t *rapid.T, s *score.Sheet) string {
	t.Helper()
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + all(s, score.View{}) + s.Text() + s.CSV() + s.Picture()
}

func TestTheTrickHelper(t *testing.T) {
	for _, test := range []struct {
		name    string
		players int
		seas    bool
		cards   []int
		says    string
	}{
		{"says who and why", 3, false, []int{15, 22, 12}, "15: Most cards are red, and it is the highest of them (T8). Who takes it opens the next trick (T10)."},
		{"says that the winner of a top card chooses", 3, false, []int{15, 22, 20}, "20: Most cards are red, and it is the highest of them (T8). It is the top of its color: who takes it chooses who opens the next trick (T11)."},
		{"says what is cancelled", 3, true, []int{15, 22, 20}, "22: Red is cancelled: the top card is there (T17). It is the only card that counts (T8). Who takes it opens the next trick (T17)."},
		{"says that all would be cancelled", 3, true, []int{20, 29, 38}, "38: All colors have their top card, so none is cancelled (T17). No color is there twice, and it is the highest card (T8). Who takes it opens the next trick (T17)."},
		{"says which colors tie", 4, false, []int{15, 22, 12, 23}, "23: Red and blue tie with 2 cards each, and it is the highest of them (T8). Who takes it opens the next trick (T10)."},
		{"says that a trick goes on", 4, false, []int{15}, "15: It is the only card so far. More cards may change that."},
		{"refuses a card that is there twice", 4, false, []int{15, 15}, "15, red is there twice, and there is only one (T1)"},
		{"refuses more cards than players", 3, false, []int{15, 16, 17, 18}, "4 cards are too many: each of the 3 players plays one (T4)"},
		{"refuses a card that is left out", 3, false, []int{5}, "5, black is left out with 3 players (T2)"},
		{"refuses a card that there is not", 4, false, []int{30}, "there is no card 30 (T1)"},
		{"asks for cards", 4, false, nil, "tap the cards in the order in which they were played"},
	} {
		t.Run(test.name, func(t *testing.T) {
			trick, err := score.Take(test.players, test.seas, test.cards)
			got := fmt.Sprint(trick.Card, ": ", trick.Words)
			if err != nil {
				got = err.Error()
			}
			if diff := cmp.Diff(test.says, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// tap returns a view after taps on this sheet.
func (s *sheet) tap(t *testing.T, v score.View, taps ...string) score.View {
	t.Helper()
	for _, text := range taps {
		var err error
		if v, err = v.Tap(s.read(), text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	return v
}

func TestTapsOfNumbers(t *testing.T) {
	s := newSheet("phone-one")
	s.must(t, "table 4", "hand 1 4 5 3 3")
	t.Run("choose one number after the other, and the last one follows", func(t *testing.T) {
		v := s.tap(t, score.View{}, "ask 0", "set 3", "set 5", "set 4")
		if word := v.Word(s.read()); word != "hand 2 3 5 4 3" || v.Seat != 0 {
			t.Errorf("the word is %q, and seat %d is asked for", word, v.Seat)
		}
		if v = s.tap(t, v, "ask 2", "set 3"); v.Seat != 4 || !slices.Equal(v.Tricks, []int{3, 5, 3, 3}) {
			t.Errorf("a number chosen again leads to %v, and seat %d is asked for", v.Tricks, v.Seat)
		}
		if v = s.tap(t, v, "set 4", "ask 1", "ask 1"); v.Seat != 0 || v.Word(s.read()) != "hand 2 3 5 3 4" {
			t.Errorf("the word is %q, and seat %d is asked for", v.Word(s.read()), v.Seat)
		}
	})
	t.Run("do not count for the next hand when another device has written this one", func(t *testing.T) {
		other := newSheet("phone-two")
		if _, err := other.Merge(s.Entries()...); err != nil {
			t.Fatal(err)
		}
		v := s.tap(t, score.View{}, "more 0", "rest 1")
		other.must(t, "hand 2 1 14 0 0")
		if word := v.Word(other.read()); word != "" {
			t.Errorf("%q can be written", word)
		}
	})
}

func TestTaps(t *testing.T) {
	s := newSheet("phone-one")
	s.must(t, "table 4", "hand 1 4 5 3 3")
	tap := func(v score.View, taps ...string) score.View {
		t.Helper()
		return s.tap(t, v, taps...)
	}
	t.Run("write a hand down when it adds up", func(t *testing.T) {
		v := tap(score.View{}, "more 0", "more 0", "more 1", "less 0", "less 3")
		if word := v.Word(s.read()); word != "" {
			t.Errorf("%q can be written before it adds up", word)
		}
		if v = tap(v, "rest 2"); v.Word(s.read()) != "hand 2 1 1 13 0" {
			t.Errorf("the word is %q", v.Word(s.read()))
		}
		if v = tap(v, "saved"); !slices.Equal(v.Tricks, []int{0, 0, 0, 0}) {
			t.Errorf("the next hand begins with %v", v.Tricks)
		}
	})
	t.Run("correct an earlier hand", func(t *testing.T) {
		v := tap(score.View{}, "correct 1", "less 0", "more 3")
		if word := v.Word(s.read()); word != "hand 1 3 5 3 4" {
			t.Errorf("the word is %q", word)
		}
		if v = tap(v, "leave"); v.Hand != 0 {
			t.Errorf("hand %d is still corrected", v.Hand)
		}
	})
	t.Run("that there are not are refused", func(t *testing.T) {
		for _, text := range []string{"", "dance", "more 4", "more x", "correct 2", "correct 0", "card 30", "opener 9", "ask 4", "set 3"} {
			if _, err := (score.View{}).Tap(s.read(), text); err == nil {
				t.Errorf("%q was taken", text)
			}
		}
	})
	t.Run("lay a trick and take it back", func(t *testing.T) {
		v := tap(score.View{}, "card 15", "card 22", "takeback", "card 12")
		if !slices.Equal(v.Cards, []int{15, 12}) {
			t.Errorf("the trick is %v", v.Cards)
		}
		v, err := v.Tap(s.read(), "card 15")
		if err == nil || v.Refused == "" || !slices.Equal(v.Cards, []int{15, 12}) {
			t.Errorf("a card twice: %v, %+v", err, v)
		}
	})
	t.Run("fit a sheet that has moved", func(t *testing.T) {
		v := score.View{Hand: 7, Seat: 5, Tricks: []int{99, 1}, Cards: []int{15, 15, 3}, Opener: 9}.Fit(s.read())
		if diff := cmp.Diff(score.View{Next: 2, Tricks: []int{0, 0, 0, 0}, Cards: []int{15}}, v); diff != "" {
			t.Error(diff)
		}
	})
}

func TestTheSetupForm(t *testing.T) {
	s := newSheet("phone-one")
	words, err := score.Words(s.Pad, map[string]string{
		"players": "3", "name0": " Ann ", "name1": "", "name2": "Cy", "name5": "Nobody", "end": "hands", "hands": "5", "target": "9", "rules": "seas",
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"table 3 hands=5 rules=seas", "name 0 Ann", "name 2 Cy"}, words); diff != "" {
		t.Fatal(diff)
	}
	s.must(t, words...)
	words, err = score.Words(s.Pad, map[string]string{
		"players": "3", "name0": "Ann", "name2": "", "end": "target", "target": "", "rules": "standard",
	})
	if diff := cmp.Diff([]string{"table 3", "name 2"}, words); diff != "" || err != nil {
		t.Errorf("%s %v", diff, err)
	}
	for says, fields := range map[string]map[string]string{
		"choose 3 to 6 players":                              {"players": "9"},
		"target: want a whole number from 1 to 200, not 1e9": {"players": "3", "end": "target", "target": "1e9"},
		"hands: want a whole number from 1 to 50, not 0":     {"players": "3", "end": "hands", "hands": "0"},
		"say after how many hands the game ends, 1 to 50":    {"players": "3", "end": "hands", "hands": ""},
		"1 to 24 characters":                                 {"players": "3", "name1": strings.Repeat("🦝", 200)},
	} {
		if _, err := score.Words(s.Pad, fields); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q", err, says)
		}
	}
}

func TestTheSheetIsHandedOn(t *testing.T) {
	s := newSheet("phone-one")
	s.must(t, "table 4", `name 0 =cmd|"x"`, "name 1 A,B", "name 2 <b>&", "name 3 @me", "hand 1 4 5 3 3", "hand 2 0 0 0 15")
	got := s.read()
	t.Run("as CSV in which no name is a formula", func(t *testing.T) {
		records, err := csv.NewReader(strings.NewReader(got.CSV())).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		want := [][]string{
			{"Hand", `'=cmd|"x"`, "A,B", "<b>&", "'@me"},
			{"1", "4", "5", "3", "3"},
			{"2", "0", "0", "0", "15"},
			{"Total", "4", "5", "3", "18"},
		}
		if diff := cmp.Diff(want, records); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("as text", func(t *testing.T) {
		for _, part := range []string{"4 players, to 15 points", "Total", "<b>& wins with 3 points."} {
			if !strings.Contains(got.Text(), part) {
				t.Errorf("%q is missing in\n%s", part, got.Text())
			}
		}
	})
	t.Run("as pictures that are XML with a title", func(t *testing.T) {
		for _, picture := range []string{got.Picture(), got.Chart(), newSheet("x").read().Picture()} {
			dec := xml.NewDecoder(strings.NewReader(picture))
			for {
				if _, err := dec.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatal(err)
				}
			}
			if !strings.Contains(picture, "<title ") || strings.Contains(picture, "<b>") {
				t.Errorf("no title, or a name that is markup:\n%s", picture)
			}
		}
	})
}

func FuzzWord(f *testing.F) {
	for _, text := range []string{"table 4", "table 6 rules=seas target=20", "name 0 Ann", "dealer 2", "hand 3 4 5 3 3", "undo k3v9x2mq"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := newSheet("phone-one")
		s.must(t, "table 4", "hand 1 4 5 3 3", "hand 2 4 5 3 3")
		had := s.Len()
		if err := s.write(text); err != nil {
			if err.Error() == "" || s.Len() != had {
				t.Fatalf("refused as %q, %d entries", err, s.Len())
			}
			return
		}
		got := s.read()
		if s.Len() != had+1 || all(got, score.View{}) == "" || got.Say(text) == "" {
			t.Fatalf("%q was taken, and %d entries are there", text, s.Len())
		}
	})
}
