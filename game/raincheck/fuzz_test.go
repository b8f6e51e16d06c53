package raincheck_test

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
)

// FuzzRaincheckEventWords applies a script, an event a line. What may happen is
// accepted, to the letter; all else is refused with a rule and without a trace.
func FuzzRaincheckEventWords(f *testing.F) {
	for _, events := range []string{"", "start 1", one1, three1, flips2 + "; flip own; flip own", riverKA, four0, all8 + "; bet 8; fold"} {
		f.Add(-1, strings.ReplaceAll(events, "; ", "\n"))
	}
	f.Add(0, "start 1\nstart 0\nstack  A\nstack A \nStack A\nbet 01\nbet 0\nflip own K\nlose ?\nriver ?\nriver \nfold\x00\n\xff")
	f.Add(1, "start 1\nstack K\nstack A\nbet 9\nbet 2\nfold\nflip river\nflip own\nflip opp\nlose J\nlose A\nriver A,3\nriver A")
	f.Fuzz(func(t *testing.T, first int, script string) {
		options := game.Options{}
		if first == 0 || first == 1 {
			options["first"] = first
		}
		s := begun(t, options)
		legal := legalWords(s)
		for i, event := range strings.Split(script, "\n") {
			if i == 200 {
				break
			}
			before := *s
			err := s.Apply(event)
			switch {
			case slices.Contains(legal, event) != (err == nil):
				t.Fatalf("after %q: %q: the error is %v; legal: %q", before.Last(), event, err, legal)
			case err == nil:
				coherent(t, s)
				if s.Last() != event {
					t.Fatalf("%q is told as %q", event, s.Last())
				}
				legal = legalWords(s)
			default:
				refusesWell(t, event, err)
				if *s != before {
					t.Fatalf("after %q: the refusal of %q has changed the state", before.Last(), event)
				}
			}
		}
	})
}

// legalWords is every event that may happen now.
func legalWords(s *raincheck.State) []string {
	words := game.Words(s.Word, s.Legal(nil))
	d := s.Draw()
	if d.Take == 0 {
		return words
	}
	for _, draw := range draws(d) {
		words = append(words, s.Outcome(draw))
	}
	return words
}

// draws is every draw of the kind.
func draws(d game.Draw) [][]uint8 {
	if d.Take == 0 {
		return [][]uint8{{}}
	}
	var list [][]uint8
	for _, draw := range draws(game.Draw{Take: d.Take - 1, Of: d.Of}) {
		for next := range uint8(d.Of) {
			if !slices.Contains(draw, next) {
				list = append(list, append(slices.Clone(draw), next))
			}
		}
	}
	return list
}

var ruleNumber = regexp.MustCompile(`^S([1-9]|1\d|20)$`)

func refusesWell(t *testing.T, event string, err error) {
	t.Helper()
	var e *game.Error
	if !errors.As(err, &e) || e.What != event || !ruleNumber.MatchString(e.Rule) || e.Why == "" || slices.Contains(e.Legal, event) {
		t.Fatalf("%q is refused with %#v", event, err)
	}
	if strings.ContainsAny(err.Error(), "\n\r\t\x00\x1b") {
		t.Fatalf("the error is not one plain line: %q", err)
	}
}

// FuzzRaincheckViewJSON reads a view from any JSON: it is refused without a trace,
// or gives a view that is read back the same from its own JSON.
func FuzzRaincheckViewJSON(f *testing.F) {
	for _, events := range []string{"", midRound2, riverKA, flips2 + "; flip own; flip own; flip river", four0} {
		m := watched(f, nil, events)
		for seat := game.Spectator; seat < 2; seat++ {
			f.Add([]byte(marshaled(f, m.View(seat))))
		}
	}
	f.Add([]byte(`{"seat":1,"players":2,"options":{},"events":["start 0","stack ?","stack K","bet 1"]}`))
	f.Add([]byte(`{"seat":null,"players":2,"options":{"first":1},"events":["start 1","stack ?","stack ?","bet 2","fold","flip own A","lose ?","river ?"]}`))
	f.Add([]byte(`{"seat":0,"players":2,"events":["start 0","stack A","stack K"]}`))
	f.Add([]byte(`[{}]`))
	f.Add([]byte(`null`))
	f.Add([]byte(``))
	was := seen(f, midRound2, 1)
	f.Fuzz(func(t *testing.T, data []byte) {
		v := was.Clone()
		if err := v.UnmarshalJSON(data); err != nil {
			if diff := cmp.Diff(game.View(was), v, insides); diff != "" {
				t.Fatalf("%v\nhas changed the view (-before +after):\n%s", err, diff)
			}
			return
		}
		if !json.Valid(data) {
			t.Fatal("it is not JSON")
		}
		first := marshaled(t, v)
		var again raincheck.View
		if err := json.Unmarshal([]byte(first), &again); err != nil {
			t.Fatalf("its own JSON is refused: %v\n%s", err, first)
		}
		if second := marshaled(t, &again); second != first {
			t.Fatalf("it is read back differently:\nfirst  %s\nsecond %s", first, second)
		}
	})
}
