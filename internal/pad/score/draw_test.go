package score_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/saloon-games/saloon/internal/pad/markup"
	"github.com/saloon-games/saloon/internal/pad/markup/markuptest"
	"github.com/saloon-games/saloon/internal/pad/score"
)

// all is all that is drawn.
func all(s *score.Sheet, v score.View) string {
	var b strings.Builder
	if err := markup.Write(&b, score.Draw(s, v)); err != nil {
		panic(err) // a strings.Builder takes all
	}
	return b.String()
}

func TestEveryStateIsDrawnSoThatAllCanUseIt(t *testing.T) {
	s := newSheet("phone-one")
	var ids []string
	check := func(name string, v score.View) {
		t.Run(name, func(t *testing.T) {
			list := score.Draw(s.read(), v)
			markuptest.Check(t, list)
			for i, f := range list {
				if len(ids) < len(list) {
					ids = append(ids, f.ID)
				} else if f.ID != ids[i] {
					t.Errorf("part %d is %s, and was %s", i, f.ID, ids[i])
				}
			}
		})
	}
	check("before anything", score.View{})
	s.must(t, "table 4 hands=3", `name 0 "<b>'&`)
	check("before a hand", score.View{Tricks: []int{1, 2, 3, 4}})
	s.must(t, "dealer 0", "hand 1 4 5 3 3", "hand 2 4 5 3 3")
	check("a hand corrected", score.View{Hand: 1})
	check("too many tricks", score.View{Tricks: []int{9, 9, 9, 9}})
	check("a trick", score.View{Cards: []int{15, 22, 20, 9}, Opener: 2})
	check("a card refused", score.View{Cards: []int{15}, Refused: "15, red is there twice."})
	other := newSheet("phone-two")
	merge(t, other, s)
	other.must(t, "hand 2 5 4 3 3", "name 1 Bob")
	s.must(t, "hand 2 3 3 3 6", "name 1 Bill")
	merge(t, s, other)
	check("conflicts", score.View{})
	s.must(t, "hand 2 3 3 3 6", "hand 3 0 0 0 15")
	check("the end", score.View{})
	s.must(t, "undo phone-one-000004")
	check("a hand missing", score.View{})
}

func TestWhatAControlWritesIsTaken(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newSheet("phone-one")
		s.must(t, "table 3")
		v := score.View{}
		for range rapid.IntRange(1, 30).Draw(t, "taps") {
			html := all(s.read(), v)
			if words := values(html, "data-word"); len(words) > 0 && rapid.Bool().Draw(t, "write") {
				s.must(t, rapid.SampledFrom(words).Draw(t, "word"))
				v = score.View{}
				continue
			}
			taps := values(html, "data-tap")
			if len(taps) == 0 {
				continue
			}
			text := rapid.SampledFrom(taps).Draw(t, "tap")
			var err error
			if v, err = v.Tap(s.read(), text); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
		}
	})
}

// values are what an attribute has, where the control can be used.
func values(html, attr string) []string {
	var list []string
	for _, part := range strings.Split(html, "<button ")[1:] {
		tag := part[:strings.IndexByte(part, '>')]
		_, value, ok := strings.Cut(tag, attr+`="`)
		if ok && !strings.Contains(tag, " disabled") {
			value, _, _ = strings.Cut(value, `"`)
			list = append(list, value)
		}
	}
	return list
}
