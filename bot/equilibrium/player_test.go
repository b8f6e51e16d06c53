package equilibrium_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/bot/equilibrium"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/game/texas"
)

func player(t *testing.T, level string, seed uint64) *equilibrium.Player {
	t.Helper()
	p, err := equilibrium.New(level, raincheck.Rules{}, fair.NewRand(seed))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// match is a game of these events, in full.
func match(t *testing.T, events ...string) *game.Match {
	t.Helper()
	m, err := game.NewMatch(raincheck.Rules{}, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if err := m.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func probs(t *testing.T, p *equilibrium.Player, v game.View) []float64 {
	t.Helper()
	list, err := p.Probs(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// checkDecision asks a level everything about a decision.
func checkDecision(t *testing.T, level string, v game.View, seed uint64) {
	t.Helper()
	legal := v.Legal(nil)
	list := probs(t, player(t, level, 1), v)
	if len(list) != len(legal) {
		t.Fatalf("%q: %d probabilities for %d moves", v.Events(), len(list), len(legal))
	}
	for _, p := range list {
		if p < 0 || math.IsNaN(p) {
			t.Fatalf("%q: probabilities %v", v.Events(), list)
		}
	}
	if all := sum(list); math.Abs(all-1) > 1e-5 {
		t.Errorf("%q: the probabilities add up to %g", v.Events(), all)
	}
	choice, err := player(t, level, seed).Choose(t.Context(), v)
	if err != nil || !slices.Contains(legal, choice) {
		t.Errorf("%q: Choose = %v, %v; legal %v", v.Events(), choice, err, legal)
	}
	a, err := player(t, level, seed).Advise(t.Context(), v)
	if err != nil || a.Choice != choice || !strings.HasSuffix(a.Why, ".") {
		t.Errorf("%q: advice %+v, %v; Choose = %v", v.Events(), a, err, choice)
	}
	for i, m := range a.Moves {
		if m.Move != legal[i] || m.Prob != list[i] || m.Value < 0 || m.Value > 1 || math.IsNaN(m.Value) {
			t.Errorf("%q: advice on move %d is %+v; want %v with %g", v.Events(), i, m, legal[i], list[i])
		}
	}
}

func TestEveryLevelPlaysWholeGamesAndSaysWhatItThinks(t *testing.T) {
	for i, level := range equilibrium.Levels() {
		t.Run(level, func(t *testing.T) {
			m := match(t)
			players := []bot.Player{player(t, level, 1), player(t, level, 2)}
			chance := fair.NewRand(uint64(i))
			for m.State().Turn() != game.Over {
				if seat, ok := m.State().Turn().Seat(); ok {
					checkDecision(t, level, m.View(seat), 9)
				}
				if err := bot.Step(t.Context(), m, players, chance); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// Two games that seat 0 cannot tell apart: the other's stack and the river's order
// differ.
var twins = [2][]string{
	{
		"start 0", "stack K", "stack A", "bet 1", "fold", "flip own", "lose 3", "river 3",
		"stack K", "stack A", "stack Q", "bet 1", "bet 2", "fold", "flip own", "flip own", "lose Q", "river 3,Q", "stack 3", "stack A",
	},
	{
		"start 0", "stack K", "stack Q", "bet 1", "fold", "flip own", "lose A", "river A",
		"stack K", "stack A", "stack Q", "bet 1", "bet 2", "fold", "flip own", "flip own", "lose Q", "river Q,A", "stack 3", "stack 3",
	},
}

func TestADecisionHangsOnNothingThatTheSeatHasNotSeen(t *testing.T) {
	a, b := match(t, twins[0]...), match(t, twins[1]...)
	seat, _ := a.State().Turn().Seat()
	va, vb := a.View(seat), b.View(seat)
	if !slices.Equal(va.Events(), vb.Events()) {
		t.Fatalf("seat %d can tell the games apart:\n%q\n%q", seat, va.Events(), vb.Events())
	}
	for _, level := range equilibrium.Levels() {
		if pa, pb := probs(t, player(t, level, 1), va), probs(t, player(t, level, 2), vb); !slices.Equal(pa, pb) {
			t.Errorf("%s: %v and %v", level, pa, pb)
		}
		ca, errA := player(t, level, 5).Choose(t.Context(), va)
		cb, errB := player(t, level, 5).Choose(t.Context(), vb)
		if errA != nil || errB != nil || ca != cb {
			t.Errorf("%s: %v, %v and %v, %v", level, ca, errA, cb, errB)
		}
	}
}

func TestEveryHandThatASeatMightHoldGetsAnAnswer(t *testing.T) {
	for _, first := range []string{"A", "3", "K", "Q"} {
		for _, second := range []string{"A", "3", "K", "Q"} {
			if first != second {
				m := match(t, "start 1", "stack K", "stack "+first, "stack Q", "stack "+second, "bet 3")
				checkDecision(t, "expert", m.View(0), 1)
			}
		}
	}
}

func TestAPlayerWhoseTimeIsUpStillChooses(t *testing.T) {
	done, stop := context.WithCancel(t.Context())
	stop()
	// A history that nothing else here leads to, so that it has not been solved.
	m := match(t, "start 0", "stack Q", "stack 3", "stack K", "bet 1", "bet 2", "bet 3",
		"fold", "flip own", "flip opp", "flip opp", "lose Q", "river Q", "stack A")
	v := m.View(0)
	move, err := player(t, "expert", 1).Choose(done, v)
	if err != nil || !slices.Contains(v.Legal(nil), move) {
		t.Errorf("Choose = %v, %v; legal %v", move, err, v.Legal(nil))
	}
	list, err := player(t, "expert", 1).Probs(done, v)
	if err != nil || len(list) != len(v.Legal(nil)) || sum(list) < 0.999 {
		t.Errorf("Probs = %v, %v", list, err)
	}
}

func sum(list []float64) (s float64) {
	for _, x := range list {
		s += x
	}
	return s
}

func TestWhatIsNoDecisionInShowdownIsRefused(t *testing.T) {
	if _, err := equilibrium.New("genius", raincheck.Rules{}, fair.NewRand(1)); err == nil || !strings.Contains(err.Error(), "expert") {
		t.Errorf("New(genius) = %v; want the levels that there are", err)
	}
	if _, err := equilibrium.New("expert", texas.Rules{}, fair.NewRand(1)); err == nil || !strings.Contains(err.Error(), "Texas") {
		t.Errorf("New for Texas = %v", err)
	}
	p := player(t, "easy", 1)
	if _, err := p.Choose(t.Context(), match(t, "start 0").View(1)); err == nil {
		t.Error("a seat that is not on turn chose")
	}
	v, err := texas.Rules{}.NewView(4, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Probs(t.Context(), v); err == nil {
		t.Error("a view of Texas was taken")
	}
}
