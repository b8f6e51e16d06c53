package catalog_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
)

func TestAGameIsFoundByItsNameAndNoOtherIs(t *testing.T) {
	for _, name := range catalog.Names() {
		rules, err := catalog.ByName(name)
		if err != nil || rules.Name() != name {
			t.Errorf("ByName(%q) = %v, %v", name, rules, err)
		}
	}
	_, err := catalog.ByName("poker")
	if want := "there is no game poker; there are texas, raincheck"; err == nil || err.Error() != want {
		t.Errorf("the error is %v; want %s", err, want)
	}
	if len(catalog.All()) != len(catalog.Names()) || !slices.Contains(catalog.Names(), "texas") {
		t.Errorf("the names are %q", catalog.Names())
	}
}

func TestEveryFieldOfAViewAndEveryOptionIsDocumented(t *testing.T) {
	read := func(path string) string {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	views, notation := read("../../docs/views.md"), read("../../docs/NOTATION.md")
	for _, rules := range catalog.All() {
		least, _ := rules.Seats()
		v, err := rules.NewView(least, nil, game.Spectator)
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(data, &fields); err != nil {
			t.Fatal(err)
		}
		for name, value := range fields {
			// An object's fields are named as known.owned.
			var inner map[string]json.RawMessage
			if name != "options" && json.Unmarshal(value, &inner) == nil && inner != nil {
				for field := range inner {
					mentioned(t, views, name+"."+field)
				}
				continue
			}
			mentioned(t, views, name)
		}
		for _, o := range rules.Options() {
			mentioned(t, notation, o.Name)
		}
	}
}

func mentioned(t *testing.T, page, name string) {
	t.Helper()
	if !strings.Contains(page, "`"+name+"`") {
		t.Errorf("%s is documented nowhere", name)
	}
}
