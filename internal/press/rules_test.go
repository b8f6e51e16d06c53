package press

import (
	"fmt"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/docs"
	"github.com/saloon-games/saloon/game/texas"
)

// words are all texts of a page of rules.
func words(p *rulesPage) string {
	var b strings.Builder
	for _, column := range p.columns {
		for _, bl := range column {
			switch bl := bl.(type) {
			case para:
				b.WriteString(string(bl) + "\n")
			case point:
				b.WriteString(string(bl) + "\n")
			}
		}
	}
	return b.String()
}

func pages(t *testing.T) map[string]*rulesPage {
	t.Helper()
	list := map[string]*rulesPage{}
	for name, compose := range decks {
		d, err := compose()
		if err != nil {
			t.Fatal(err)
		}
		list[name] = d.rules
	}
	return list
}

func TestAPageOfRulesNamesEveryRuleAndNoOther(t *testing.T) {
	cited := regexp.MustCompile(`([TS])(\d+)(?:–[TS](\d+))?`)
	for game, letter := range map[string]string{"texas": "T", "raincheck": "S"} {
		var want, got []string
		for _, m := range regexp.MustCompile(`(?m)^- \*\*(`+letter+`\d+)\*\*`).FindAllStringSubmatch(docs.Rules, -1) {
			want = append(want, m[1])
		}
		for _, m := range cited.FindAllStringSubmatch(words(pages(t)[game]), -1) {
			var from, to int
			if _, err := fmt.Sscan(m[2], &from); err != nil {
				t.Fatal(err)
			}
			if to = from; m[3] != "" {
				if _, err := fmt.Sscan(m[3], &to); err != nil {
					t.Fatal(err)
				}
			}
			for n := from; n <= to; n++ {
				got = append(got, fmt.Sprint(m[1], n))
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		if got = slices.Compact(got); !slices.Equal(got, want) {
			t.Errorf("the page of %s names %v; RULES.md has %v", game, got, want)
		}
	}
}

func TestThePageOfTexasSaysWhatTheGameDoes(t *testing.T) {
	say := words(pages(t)["texas"])
	for _, want := range []string{
		"**15** each for 3 or 4 players, **12** for 5, **10** for 6",
		fmt.Sprintf("holds the **%v**", texas.StartingCard(4)),
		fmt.Sprintf("with 3 players the **%v**", texas.StartingCard(3)),
	} {
		if !strings.Contains(say, want) {
			t.Errorf("it does not say %q", want)
		}
	}
	targets := map[int]string{3: "**15** with 3 or 4", 4: "**15** with 3 or 4", 5: "**12** with 5", 6: "**10** with 6"}
	for players, want := range targets {
		s, err := texas.Rules{}.New(players, nil)
		if err != nil {
			t.Fatal(err)
		}
		target := s.(interface{ Target() int }).Target()
		if !strings.HasPrefix(want, fmt.Sprintf("**%d**", target)) || !strings.Contains(say, want) {
			t.Errorf("%d players: the target is %d; want %q on the page", players, target, want)
		}
	}
}

func TestTheTrickThatIsToldOfGoesAsItIsTold(t *testing.T) {
	var trick []texas.Played
	for seat, number := range exampleTrick {
		card, ok := texas.CardNumbered(number)
		if !ok {
			t.Fatalf("there is no card %d", number)
		}
		trick = append(trick, texas.Played{Seat: seat, Card: card})
	}
	verdict, ok := texas.Judge(trick, false)
	if !ok || verdict.Seat != exampleTaker || len(verdict.Tied.Append(nil)) != 2 {
		t.Errorf("the verdict is %+v; want a tie of two colors that seat %d wins", verdict, exampleTaker)
	}
	if want := fmt.Sprintf("is the **%d**", exampleTrick[exampleTaker]); !strings.Contains(words(pages(t)["texas"]), want) {
		t.Errorf("the page does not say that the highest %s", want)
	}
}

func TestRulesThatDoNotFitAreAnError(t *testing.T) {
	p := pages(t)["raincheck"]
	p.columns[0] = slices.Concat(p.columns[0], p.columns[0], p.columns[0])
	err := newCanvas(papers[0], false).rules(p)
	if err == nil || err.Error() != "the rules of Showdown do not fit on a page of A4" {
		t.Errorf("error %v", err)
	}
}

func TestNoTwoColorsHaveTheSamePatternOrSymbol(t *testing.T) {
	list, err := suits()
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		if len(list[i].symbol) == 0 {
			t.Errorf("%s has no symbol", list[i].name)
		}
		for j := range i {
			if reflect.DeepEqual(list[i].hatch, list[j].hatch) || reflect.DeepEqual(list[i].symbol, list[j].symbol) {
				t.Errorf("%s and %s look the same", list[i].name, list[j].name)
			}
		}
	}
}

func TestDrawingThatFailsIsHeard(t *testing.T) {
	c := newCanvas(papers[0], false)
	c.SetFont("none", "", 10)
	if err := c.Output(io.Discard); err == nil {
		t.Error("a font that there is not was no error")
	}
	if _, err := drawing("none.svg"); err == nil {
		t.Error("a picture that there is not was no error")
	}
	if _, err := styleColor("--red: #12;", "red"); err == nil || err.Error() != "base.css has no color --red" {
		t.Errorf("error %v; want that base.css has no such color", err)
	}
}
