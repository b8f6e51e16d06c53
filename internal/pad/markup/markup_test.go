package markup_test

import (
	"html"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/saloon-games/saloon/internal/pad/markup"
)

func TestTextOfPeopleIsNeverMarkup(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		got := (&markup.Pen{}).Text(text).String()
		if strings.ContainsAny(got, `<>"'`) || html.UnescapeString(got) != text {
			t.Errorf("%q is written as %q", text, got)
		}
	})
}

func TestNamesAreToldApart(t *testing.T) {
	got := markup.Apart([]string{"Ann", "Ann", "ann", "Ann (2)", "Bob"})
	if diff := cmp.Diff([]string{"Ann", "Ann (3)", "ann (4)", "Ann (2)", "Bob"}, got); diff != "" {
		t.Error(diff)
	}
	rapid.Check(t, func(t *rapid.T) {
		given := rapid.SliceOfN(rapid.SampledFrom([]string{"Ann", "ANN", "Ann (2)", "Ann (3)", "ann (2)", "B"}), 1, 6).Draw(t, "names")
		seen := map[string]bool{}
		for i, name := range markup.Apart(given) {
			if seen[strings.ToLower(name)] || !strings.HasPrefix(name, given[i]) {
				t.Errorf("%q are called %q", given, markup.Apart(given))
			}
			seen[strings.ToLower(name)] = true
			if first := slices.Index(given, given[i]); first < i && name == given[i] {
				t.Errorf("the second %q is called the same", name)
			}
		}
	})
}

func TestListsAreSentences(t *testing.T) {
	for want, words := range map[string][]string{
		"": nil, "Ann": {"Ann"}, "Ann and Bob": {"Ann", "Bob"}, "Ann, Bob and Cy": {"Ann", "Bob", "Cy"},
	} {
		if got := markup.List(words); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
