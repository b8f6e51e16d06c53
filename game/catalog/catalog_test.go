package catalog_test

import (
	"encoding/json"
	"os"
	"path/filepath"
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
	views, notation := page(t, "views.md"), page(t, "NOTATION.md")
	for _, rules := range catalog.All() {
		for _, name := range fieldNames(t, spectatorsJSON(t, rules)) {
			if !strings.Contains(views, "`"+name+"`") {
				t.Errorf("%s: the field %s of a view is documented nowhere", rules.Name(), name)
			}
		}
		for _, o := range rules.Options() {
			if !strings.Contains(notation, "`"+o.Name+"`") {
				t.Errorf("%s: the option %s is documented nowhere", rules.Name(), o.Name)
			}
		}
	}
}

// page is the text of a page of the docs.
func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// spectatorsJSON is the spectators' view after a game's first event.
func spectatorsJSON(t *testing.T, rules game.Rules) []byte {
	t.Helper()
	least, _ := rules.Seats()
	m, err := game.NewMatch(rules, least, nil)
	if err != nil {
		t.Fatal(err)
	}
	draw := make([]uint8, m.State().Draw().Take) // the first of all draws
	for i := range draw {
		draw[i] = uint8(i)
	}
	if err := m.Apply(m.State().Outcome(draw)); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(m.View(game.Spectator))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// fieldNames are the names that the docs have for a view's fields: an object's are
// named as known.owned, and those of objects in a list stand by themselves beside
// the list's.
func fieldNames(t *testing.T, view []byte) []string {
	t.Helper()
	fields, err := game.Fields(view, "{...}")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range fields {
		if inner, err := game.Fields(f.Value, "{...}"); err == nil && f.Name != "options" {
			for _, g := range inner {
				names = append(names, f.Name+"."+g.Name)
			}
			continue
		}
		names = append(names, f.Name)
		var list []json.RawMessage
		if json.Unmarshal(f.Value, &list) == nil && len(list) > 0 {
			inner, _ := game.Fields(list[0], "{...}") // none if it is no object
			for _, g := range inner {
				names = append(names, g.Name)
			}
		}
	}
	return names
}
