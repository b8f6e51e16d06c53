package train

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/saloon-games/saloon/bot/equilibrium/round"
	"github.com/saloon-games/saloon/bot/equilibrium/worth"
	"github.com/saloon-games/saloon/fair"
)

// small is a configuration that does not take long.
func small() *Config {
	return &Config{TableIterations: 2, Iterations: 2, Games: 3, Epochs: 2, Seed: 1}
}

func TestGamesComeToSituationsThatThereCanBe(t *testing.T) {
	list, err := small().visit(t.Context(), &worth.Model{Table: &worth.Table{}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 12 {
		t.Errorf("3 games have come to %d situations", len(list))
	}
	for _, s := range list {
		sum := 0.0
		for _, b := range s.Belief {
			sum += b
		}
		n := len(round.Sets(s.Owns[0])) * len(round.Sets(s.Owns[1]))
		if s.Owns[0]+s.Owns[1] > 7 || len(s.Belief) != n || math.Abs(sum-1) > 1e-9 {
			t.Errorf("situation %+v", s)
		}
	}
}

func TestTheSameConfigurationMakesTheSameSituations(t *testing.T) {
	var lists [2][]*round.Situation
	for i := range lists {
		c := small()
		c.Workers = 1 + i
		var err error
		if lists[i], err = c.visit(t.Context(), &worth.Table{}, 1); err != nil {
			t.Fatal(err)
		}
	}
	if len(lists[0]) != len(lists[1]) {
		t.Fatalf("%d and %d situations", len(lists[0]), len(lists[1]))
	}
	for i, s := range lists[0] {
		for k, b := range s.Belief {
			if lists[1][i].Belief[k] != b {
				t.Fatalf("situation %d differs with two workers", i)
			}
		}
	}
}

func TestBetweenSituationsThereAreOthers(t *testing.T) {
	a, b := round.Flat([2]int{2, 4}, [2]int{3, 4}), round.Flat([2]int{2, 4}, [2]int{8, 9})
	a.Belief = []float64{1, 0, 0, 0, 0, 0}
	list := enough([]*round.Situation{a, b}, 800, fair.NewRand(1))
	if len(list) != 800 {
		t.Fatalf("%d situations; want %d", len(list), 800)
	}
	for _, s := range list {
		sum := 0.0
		for _, p := range s.Belief {
			sum += p
		}
		if math.Abs(sum-1) > 1e-9 || s.Energy[0] != 3 && s.Energy[0] != 8 || s.Energy[1] != 4 && s.Energy[1] != 9 {
			t.Fatalf("situation %+v", s)
		}
	}
}

func TestTrainingEndsWhenItIsTold(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	c := small()
	c.Progress = func(string, int, int) { stop() }
	if _, err := c.Model(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Model = %v; want it cancelled", err)
	}
}
