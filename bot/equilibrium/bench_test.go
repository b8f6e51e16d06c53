package equilibrium_test

import (
	"testing"

	"github.com/saloon-games/saloon/bot/equilibrium"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
)

// A request whose history has been solved before.
func BenchmarkProbs(b *testing.B) {
	m, err := game.NewMatch(raincheck.Rules{}, 2, nil)
	if err != nil {
		b.Fatal(err)
	}
	for _, e := range []string{
		"start 0", "stack K", "stack A", "bet 1", "fold", "flip own", "lose 3", "river 3",
		"stack K", "stack A", "stack Q", "bet 1", "bet 2", "fold", "flip own", "flip own", "lose Q", "river 3,Q",
		"stack K", "stack A", "stack 3", "stack Q", "bet 2",
	} {
		if err := m.Apply(e); err != nil {
			b.Fatal(err)
		}
	}
	p, err := equilibrium.New("expert", raincheck.Rules{}, fair.NewRand(1))
	if err != nil {
		b.Fatal(err)
	}
	v := m.View(1)
	if _, err := p.Probs(b.Context(), v); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := p.Probs(b.Context(), v); err != nil {
			b.Fatal(err)
		}
	}
}
