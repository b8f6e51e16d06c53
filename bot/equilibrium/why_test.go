package equilibrium

import (
	"strings"
	"testing"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
)

// With a Hit each on the stacks the second seat may bet 1 or 2, and its own Hit stops it.
func TestABetThatNobodyCanRaiseIsNotSaidToBeRaised(t *testing.T) {
	m, err := game.NewMatch(raincheck.Rules{}, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, event := range []string{"start 1", "stack A", "stack A"} {
		if err := m.Apply(event); err != nil {
			t.Fatal(err)
		}
	}
	v, ok := m.View(1).(*raincheck.View)
	if !ok {
		t.Fatal("no view of Showdown")
	}
	legal := v.Legal(nil)
	for _, move := range legal {
		n, ok := raincheck.NamedBet(move)
		if !ok {
			continue
		}
		says := reasonFor(v, legal, move, false)
		if top := n == 2; strings.Contains(says, "cannot go higher") != top || strings.Contains(says, "may go higher") == top {
			t.Errorf("of a bet of %d of 2 it says %q", n, says)
		}
	}
}

func TestRareChoicesAreToldInPlainWords(t *testing.T) {
	for p, want := range map[float64]string{
		0.001: "less than once in a hundred times", 0.01: "once in a hundred times", 0.5: "50 times in a hundred",
	} {
		if got := howOften(p); got != want {
			t.Errorf("howOften(%g) = %q; want %q", p, got, want)
		}
	}
}
