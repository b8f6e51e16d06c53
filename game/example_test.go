package game_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// The program in README.md.
func ExampleMatch() {
	m, err := game.NewMatch(texas.Rules{}, 4, nil) // a table of four
	if err != nil {
		fmt.Println(err)
		return
	}
	draw := make([]uint8, m.State().Draw().Take)
	fair.Draw(fair.NewRand(1), draw, m.State().Draw().Of) // shuffle
	if err := m.Apply(m.State().Outcome(draw)); err != nil {
		fmt.Println(err)
		return
	}
	v := m.View(2).(*texas.View) // what seat 2 may know
	fmt.Println(v.Turn(), v.Hand().Len())
	fmt.Println(v.Events()[0])
	// Output:
	// seat 1 15
	// deal ?/?/5,7,9,11,16,17,21,24,29,53,54,55,56,72,73/?
}

func TestTheProgramInTheReadmeIsTheExample(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		`m, _ := game.NewMatch(texas.Rules{}, 4, nil)`,
		`draw := make([]uint8, m.State().Draw().Take)`,
		`fair.Draw(fair.NewRand(1), draw, m.State().Draw().Of)`,
		`m.Apply(m.State().Outcome(draw))`,
		`v := m.View(2).(*texas.View)`,
		`// seat 1 15`,
		`// deal ?/?/5,7,9,11,16,17,21,24,29,53,54,55,56,72,73/?`,
	} {
		if !strings.Contains(string(readme), line) {
			t.Errorf("README.md has no line with %s", line)
		}
	}
}
