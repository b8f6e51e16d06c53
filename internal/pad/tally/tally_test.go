package tally_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/saloon-games/saloon/internal/pad"
	"github.com/saloon-games/saloon/internal/pad/markup"
	"github.com/saloon-games/saloon/internal/pad/markup/markuptest"
	"github.com/saloon-games/saloon/internal/pad/tally"
)

func merge(t rapid.TB, to, from *sheet) {
	t.Helper()
	if _, err := to.Merge(from.Entries()...); err != nil {
		t.Fatal(err)
	}
}

// all is all that is drawn.
func all(s *tally.Sheet) string {
	var b strings.Builder
	if err := markup.Write(&b, tally.Draw(s)); err != nil {
		panic(err) // a strings.Builder takes all
	}
	return b.String()
}

func TestWordsThatAreNotRightAreRefusedInWords(t *testing.T) {
	for text, says := range map[string]string{
		"":                                   "knows name, game, step and undo",
		"hand 1 4 5 3 3":                     "knows name, game, step and undo",
		"name 2 Ann":                         "a number from 0 to 1",
		"name 0 ":                            "1 to 24 characters",
		"name 1 a\u202eb":                    "1 to 24 characters",
		"game 0 0":                           "its number from 1 to 99",
		"game 1 2":                           "the side that begins",
		"game 1 0 0":                         "the side that begins",
		"game 3 0":                           "no game 2",
		"step 1 1 1 0":                       "want step",
		"step 1 1 1 0 dance":                 "want step",
		"step 1 1 01 0 trap":                 "want step",
		"step 1 1 21 0 trap":                 "want step",
		"step 1 1 2 1 trap":                  "Ann flips in this round (S10)",
		"step 1 2 1 0 trap":                  "round 1 has not ended",
		"step 2 1 1 0 trap":                  "nobody said who begins",
		"undo k3v9x2mq":                      "no such entry",
		"name 0 " + strings.Repeat("🦝", 200): "1 to 24 characters",
	} {
		s := newSheet("phone-one")
		s.must(t, "name 0 Ann", "game 1 0", "step 1 1 1 0 blank")
		err := s.write(text)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%.40q: %v, want %q", text, err, says)
		}
		if s.Len() != 3 {
			t.Errorf("%.40q was written down", text)
		}
	}
}

func TestARound(t *testing.T) {
	t.Run("that is hit costs a card, and the other begins", func(t *testing.T) {
		s := newSheet("phone-one")
		s.must(t, "game 1 0", "step 1 1 1 1 trap", "step 1 1 2 1 hit")
		if got := s.read(); got.Cards != [2]int{4, 3} || got.Energy != [2]int{10, 7} || got.Begins != 1 || got.Round != 2 || got.Rounds[0].Loser != 1 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("that reaches the bet costs the other a card", func(t *testing.T) {
		s := newSheet("phone-one")
		s.must(t, "game 1 0", "step 1 1 1 1 trap", "step 1 1 2 1 battery", "step 1 1 3 1 made")
		if got := s.read(); got.Cards != [2]int{3, 4} || got.Energy != [2]int{10, 8} || got.Rounds[0].Loser != 0 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("has no more than two of a card", func(t *testing.T) {
		s := newSheet("phone-one")
		s.must(t, "game 1 0", "step 1 1 1 1 trap", "step 1 1 2 1 trap")
		if err := s.write("step 1 1 3 1 trap"); err == nil || !strings.Contains(err.Error(), "no more than two") {
			t.Errorf("the refusal is %v", err)
		}
	})
	t.Run("in which the energy runs out ends the game, and nothing follows", func(t *testing.T) {
		s := newSheet("phone-one")
		s.must(t, "game 1 0", "step 1 1 1 1 trap", "step 1 1 2 1 trap", "step 1 1 3 1 made",
			"step 1 2 1 1 trap", "step 1 2 2 1 trap")
		got := s.read()
		if got.Winner != 0 || got.Energy != [2]int{10, 0} || got.Cards != [2]int{3, 4} || got.Step != "" {
			t.Errorf("%+v", got)
		}
		if err := s.write("step 1 2 3 1 blank"); err == nil || !strings.Contains(err.Error(), "the game was over before") {
			t.Errorf("the refusal is %v", err)
		}
	})
	t.Run("is told again from where a step was taken back", func(t *testing.T) {
		s := newSheet("phone-one")
		s.must(t, "game 1 0", "step 1 1 1 0 trap", "step 1 1 2 0 hit", "step 1 2 1 1 blank")
		undo := s.read().Rounds[0].Steps[1].Undo
		s.must(t, undo)
		got := s.read()
		if got.Round != 1 || got.Cards != [2]int{4, 4} || got.Step != "step 1 1 2" || len(got.Troubles) != 1 {
			t.Fatalf("%+v", got)
		}
		s.must(t, "step 1 1 2 0 made")
		if got := s.read(); got.Round != 2 || got.Cards != [2]int{4, 3} || len(got.Troubles) != 0 || got.Flipper != 1 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("is corrected by another word for a step", func(t *testing.T) {
		s := newSheet("phone-one")
		s.must(t, "game 1 0", "step 1 1 1 0 trap", "step 1 1 2 0 hit", "step 1 1 1 0 battery")
		if got := s.read(); got.Energy != [2]int{10, 10} || got.Round != 2 {
			t.Errorf("%+v", got)
		}
	})
}

func TestTwoPhonesAtOneTable(t *testing.T) {
	ann, bob := newSheet("phone-ann"), newSheet("phone-bob")
	ann.must(t, "game 1 0")
	merge(t, bob, ann)
	t.Run("that tell the same tell it once", func(t *testing.T) {
		ann.tap(t, 0, "trap")
		bob.tap(t, 0, "trap")
		merge(t, bob, ann)
		merge(t, ann, bob)
		if got := ann.read(); got.Energy != [2]int{7, 10} || len(got.Conflicts) != 0 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("that tell different things wait for a person", func(t *testing.T) {
		ann.tap(t, 0, "blank")
		bob.tap(t, 0, "trap")
		bob.tap(t, 0, "made")
		merge(t, bob, ann)
		got := bob.read()
		if len(got.Conflicts) != 1 || got.Step != "" || got.Energy != [2]int{7, 10} || got.Round != 1 {
			t.Fatalf("%+v", got)
		}
		html := all(got)
		for _, part := range []string{`data-word="step 1 1 2 0 blank"`, `data-word="step 1 1 2 0 trap"`, "phone-ann", "phone-bob"} {
			if !strings.Contains(html, part) {
				t.Errorf("the conflict's panel lacks %q", part)
			}
		}
		bob.must(t, "step 1 1 2 0 trap")
		merge(t, ann, bob)
		if got := ann.read(); len(got.Conflicts) != 0 || got.Energy != [2]int{4, 10} || got.Cards != [2]int{4, 3} {
			t.Errorf("%+v", got)
		}
	})
	t.Run("that both ask for a rematch have one", func(t *testing.T) {
		for _, s := range []*sheet{ann, bob} {
			s.must(t, s.read().Rematch)
		}
		merge(t, ann, bob)
		if got := ann.read(); got.Game != 2 || got.Begins != 1 || len(got.Conflicts) != 0 {
			t.Errorf("%+v", got)
		}
	})
}

func TestNames(t *testing.T) {
	s := newSheet("phone-one")
	list, err := tally.Words(s.Pad, map[string]string{"name0": "Ann ", "name1": "ann"})
	if err != nil {
		t.Fatal(err)
	}
	s.must(t, list...)
	if got := s.read().Names; got != [2]string{"Ann", "ann (2)"} {
		t.Errorf("the names are %q", got)
	}
	list, err = tally.Words(s.Pad, map[string]string{"name0": "", "name1": "ann"})
	if diff := cmp.Diff([]string{"name 0"}, list); diff != "" || err != nil {
		t.Errorf("%s %v", diff, err)
	}
	if _, err := tally.Words(s.Pad, map[string]string{"name0": strings.Repeat("n", 200)}); err == nil || !strings.Contains(err.Error(), "1 to 24 characters") {
		t.Errorf("the refusal is %v", err)
	}
}

func TestTheTallyAsText(t *testing.T) {
	s := newSheet("phone-one")
	s.must(t, "name 0 Ann", "name 1 Bob", "game 1 0", "step 1 1 1 0 trap", "step 1 1 2 0 hit")
	want := `Showdown
Game 1. Round 2: Bob begins.

Round 1: Ann: Beartrap, Hit. Ann loses the round.
Ann: 7 energy, 3 cards, 0 games won
Bob: 10 energy, 4 cards, 0 games won
`
	if diff := cmp.Diff(want, s.read().Text()); diff != "" {
		t.Error(diff)
	}
}

func TestEveryStateIsDrawnSoThatAllCanUseIt(t *testing.T) {
	s := newSheet("phone-one")
	check := func(name string) {
		t.Run(name, func(t *testing.T) { markuptest.Check(t, tally.Draw(s.read())) })
	}
	check("before anything")
	s.must(t, `name 0 "<b>'&`, "game 1 0")
	check("before a flip")
	s.must(t, "step 1 1 1 1 trap", "step 1 1 2 1 trap")
	check("while flipping")
	other := newSheet("phone-two")
	merge(t, other, s)
	other.tap(t, 1, "made")
	s.tap(t, 1, "hit")
	merge(t, s, other)
	check("a conflict")
	s.must(t, "step 1 1 3 1 made", "step 1 2 1 1 trap", "step 1 2 2 1 trap")
	check("the end")
	s.must(t, "step 1 1 2 1 battery")
	check("a correction")
}

func TestPhonesThatMeetAsTheyLikeShowTheSameTally(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		phones := []*sheet{newSheet("phone-ann"), newSheet("phone-bob")}
		for range rapid.IntRange(1, 40).Draw(t, "acts") {
			s := rapid.SampledFrom(phones).Draw(t, "phone")
			if rapid.IntRange(0, 4).Draw(t, "act") == 0 {
				merge(t, s, phones[0])
				merge(t, s, phones[1])
				continue
			}
			// Whatever the page offers is taken.
			var offers []string
			for _, part := range strings.Split(all(s.read()), `data-word="`)[1:] {
				if text, rest, _ := strings.Cut(part, `"`); !strings.Contains(rest[:strings.IndexByte(rest, '>')], " disabled") {
					offers = append(offers, text)
				}
			}
			if text := rapid.SampledFrom(offers).Draw(t, "word"); strings.HasPrefix(text, "undo") || !offersCorrection(s, text) {
				s.must(t, text)
			}
		}
		want := newSheet("phone-all")
		var entries []pad.Entry
		for _, s := range phones {
			merge(t, want, s)
			entries = append(entries, s.Entries()...)
		}
		p := pad.New(tally.Kind{})
		for _, e := range rapid.Permutation(entries).Draw(t, "order") {
			if _, err := p.Merge(e); err != nil {
				t.Fatal(err)
			}
		}
		if a, b := whole(t, tally.Read(p)), whole(t, want.read()); a != b {
			t.Errorf("merged otherwise:\n%s\n%s", a, b)
		}
	})
}

// offersCorrection reports whether the word is for a step that is told already: such a correction
// may be one that the rules refuse.
func offersCorrection(s *sheet, text string) bool {
	for _, slot := range s.Slots() {
		if strings.HasPrefix(text, slot.Name+" ") {
			return true
		}
	}
	return false
}

func whole(t *rapid.T, s *tally.Sheet) string {
	t.Helper()
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + all(s) + s.Text()
}

func FuzzWord(f *testing.F) {
	for _, text := range []string{"name 0 Ann", "game 1 0", "game 2 1", "step 1 2 1 1 trap", "step 1 1 2 0 made", "undo k3v9x2mq"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := newSheet("phone-one")
		s.must(t, "game 1 0", "step 1 1 1 0 trap", "step 1 1 2 0 hit")
		if err := s.write(text); err != nil {
			if err.Error() == "" || s.Len() != 3 {
				t.Fatalf("refused as %q, %d entries", err, s.Len())
			}
			return
		}
		if got := s.read(); s.Len() != 4 || all(got) == "" || got.Say(text) == "" {
			t.Fatalf("%q was taken, and %d entries are there", text, s.Len())
		}
	})
}
