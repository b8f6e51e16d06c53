package thumb_test

import (
	"testing"

	"github.com/saloon-games/saloon/bot/thumb"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
)

const (
	hit      = raincheck.Hit
	beartrap = raincheck.Beartrap
	blank    = raincheck.Blank
	battery  = raincheck.Battery
)

// told is the view of seat 0 after it has been told these events, the last of which
// gives it the turn.
func told(t *testing.T, events ...string) *raincheck.View {
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
	if seat, ok := m.State().Turn().Seat(); !ok || seat != 0 {
		t.Fatalf("it is the turn of %s", m.State().Turn())
	}
	return m.View(0).(*raincheck.View)
}

// chosen counts what the rule of thumb chooses, by word, in a thousand tries.
func chosen(t *testing.T, v game.View) map[string]int {
	t.Helper()
	p := must(thumb.New(raincheck.Rules{}, fair.NewRand(1)))
	counts := map[string]int{}
	for range 1000 {
		m, err := p.Choose(t.Context(), v)
		if err != nil {
			t.Fatal(err)
		}
		counts[v.Word(m)]++
	}
	return counts
}

func TestOfShowdownWhatIsPlainIsAlwaysDone(t *testing.T) {
	for name, c := range map[string]struct {
		events []string
		want   string
	}{
		"a Hit on top makes it fold where to raise is to flip it": {
			[]string{"start 1", "stack K", "stack A", "bet 1"}, "fold",
		},
		"it folds when the other cannot but run into the Hit": {
			[]string{"start 1", "stack K", "stack K", "stack Q", "stack A", "stack A", "stack 3", "bet 5"}, "fold",
		},
		"it raises when its own stack is safe and the other's bet is low": {
			[]string{"start 1", "stack K", "stack K", "bet 1"}, "bet 2",
		},
		"it folds to a bet that is the limit": {
			[]string{"start 1", "stack K", "stack K", "bet 2"}, "fold",
		},
		"its own stack is flipped first": {
			[]string{"start 0", "stack K", "stack K", "bet 2", "fold"}, "flip own",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := chosen(t, told(t, c.events...)); got[c.want] != 1000 {
				t.Errorf("%v; want always %s", got, c.want)
			}
		})
	}
}

func TestItStacksEveryCardNowAndThenAndMostlyASafeOne(t *testing.T) {
	got := chosen(t, told(t, "start 0"))
	for _, word := range []string{"stack A", "stack 3", "stack K", "stack Q"} {
		if got[word] < 100 {
			t.Errorf("%s: %d times of a thousand; want a hundred at least", word, got[word])
		}
	}
	if safe := got["stack K"] + got["stack Q"]; safe < 550 {
		t.Errorf("Blank or Battery %d times of a thousand; want most of the time", safe)
	}
}

func TestItsAnswersToABetCannotBeForeseen(t *testing.T) {
	got := chosen(t, told(t, "start 1", "stack K", "stack K", "stack Q", "stack Q", "bet 2"))
	if got["fold"] < 50 || got["fold"] > 950 {
		t.Errorf("%v; want folds and raises", got)
	}
}

// Whether a Hit or a Blank lies on its stack.
func TestAFirstBetOfOneSaysNothingCertain(t *testing.T) {
	for _, card := range []string{"A", "K"} {
		got := chosen(t, told(t, "start 0", "stack "+card, "stack K"))
		if got["bet 1"] < 50 || got["bet 1"] > 950 {
			t.Errorf("with %s on its stack: %v; want a bet of one now and then", card, got)
		}
	}
}

func TestItFlipsTheSaferCard(t *testing.T) {
	riverHit := [4]int{hit: 1}
	for name, c := range map[string]struct {
		d    thumb.Raincheck
		want raincheck.Source
	}{
		"the river, when the other has nothing but a Hit": {
			thumb.Raincheck{
				Owned:  raincheck.SetOf(hit, blank, battery),
				Worlds: []raincheck.Set{raincheck.SetOf(hit)}, Theirs: 1, River: 4, Energy: 10,
			},
			raincheck.River,
		},
		"the other's stack, when the river holds both Hits": {
			thumb.Raincheck{
				Owned:  raincheck.SetOf(blank, battery),
				Worlds: []raincheck.Set{raincheck.SetOf(blank, battery)}, Theirs: 1, River: 4, Energy: 10,
			},
			raincheck.Opponent,
		},
		"the river, when its Hit has been turned over already": {
			thumb.Raincheck{
				Owned:  raincheck.SetOf(blank, battery, beartrap),
				Worlds: []raincheck.Set{raincheck.SetOf(hit, blank, battery, beartrap)}, Theirs: 3, River: 0 + 1,
				ShownRiver: riverHit, Energy: 10,
			},
			raincheck.River,
		},
		"the other's stack, when a Beartrap would end the game and lies in the river": {
			thumb.Raincheck{
				Owned:  raincheck.SetOf(hit, blank, battery),
				Worlds: []raincheck.Set{raincheck.SetOf(hit, beartrap, blank, battery)}, Theirs: 2, River: 1,
				Shown: raincheck.SetOf(beartrap), Energy: 3,
			},
			raincheck.Opponent,
		},
		"the river's Beartrap, when there is energy to spare": {
			thumb.Raincheck{
				Owned:  raincheck.SetOf(hit, blank, battery),
				Worlds: []raincheck.Set{raincheck.SetOf(hit, beartrap, blank, battery)}, Theirs: 2, River: 1,
				Shown: raincheck.SetOf(beartrap), Energy: 10,
			},
			raincheck.River,
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.d.Source(); got != c.want {
				t.Errorf("flips %s; want %s", got, c.want)
			}
		})
	}
}
