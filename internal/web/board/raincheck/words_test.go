package raincheck_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/board/raincheck"
)

var table = raincheck.New()

func TestWhatIsTold(t *testing.T) {
	const lost = "start 0; stack 3; stack Q; bet 2; fold; flip own; flip opp; lose K; river K"
	for _, c := range []struct {
		says, events string
		you          int
		want         string
	}{
		{"who begins", "start 1", 0, "Dusty begins."},
		{"the card that one stacks oneself", "start 0; stack 3", 0, "You stack Beartrap."},
		{"of another's card only that it is stacked", "start 0; stack 3", 1, "Nova stacks a card."},
		{"a bet", "start 0; stack 3; stack Q; bet 2", 1, "Nova bets 2."},
		{"a fold and what follows from it", "start 0; stack 3; stack Q; bet 2; fold", 0, "Dusty folds. You must flip 2 cards."},
		{"a flipped Beartrap, and the energy that is left", "start 0; stack 3; stack Q; bet 2; fold; flip own", 0, "You flip Beartrap from your stack: 3 energy lost, 7 left."},
		{"a flip that makes the bet", "start 0; stack 3; stack Q; bet 2; fold; flip own; flip opp", 1, "Nova flips Battery from your stack: 1 energy gained, 8 in all. That was the bet: you lose the round."},
		{"a Hit", "start 0; stack A; stack Q; bet 2; fold; flip own", 0, "You flip Hit from your stack. Hit! You lose the round."},
		{"a Blank", "start 0; stack K; stack Q; bet 2; fold; flip own", 1, "Nova flips Blank from Nova's stack: nothing happens."},
		{"a card from the river", lost + "; stack Q; stack Q; bet 1; bet 3; fold; flip own; flip opp; flip river", 1, "Nova flips Blank from the river: nothing happens. That was the bet: you lose the round."},
		{"the loser which card it loses", "start 0; stack K; stack Q; bet 1; fold; flip own; lose 3", 1, "You lose Beartrap to the river."},
		{"others only that it loses one", "start 0; stack K; stack Q; bet 1; fold; flip own; lose 3", 0, "Dusty loses a card to the river."},
		{"that a round begins", lost, 0, "Round 2: Dusty begins."},
		{
			"that the last energy is gone", lost + "; stack 3; stack 3; bet 1; bet 2; fold; flip own; flip opp; lose A; river A,K; stack 3; stack Q; bet 1; fold; flip own",
			0, "You flip Beartrap from your stack: 3 energy lost, 0 left. Dusty wins: you are out of energy.",
		},
	} {
		t.Run(c.says, func(t *testing.T) {
			p := at(t, c.events)
			if got := table.Tell(p.sight(c.you), len(p.made)-1); got != c.want {
				t.Errorf("%q\nwant %q", got, c.want)
			}
		})
	}
	t.Run("whose time ran out, and what the house did", func(t *testing.T) {
		p := at(t, "start 0; stack K")
		p.made[1].By = house.ByClock
		if got := table.Tell(p.sight(0), 1); got != "Your time ran out: the house stacks Blank." {
			t.Errorf("%q", got)
		}
		if got := table.Tell(p.sight(1), 1); got != "Nova's time ran out: the house stacks a card." {
			t.Errorf("%q", got)
		}
	})
	t.Run("nothing of an event that has not happened", func(t *testing.T) {
		p := at(t, "start 0")
		for _, i := range []int{-1, 1, 2} {
			if got := table.Tell(p.sight(0), i); got != "" {
				t.Errorf("event %d: %q", i, got)
			}
		}
	})
}

func TestEveryEventOfAGameIsToldAndWhoLosesEachRound(t *testing.T) {
	for p, s := range moments(t) {
		list := s.View.Events()
		for i, event := range list {
			told := table.Tell(s, i)
			if told == "" {
				t.Errorf("nothing of %s", event)
			}
			decides := strings.HasPrefix(event, "flip") && i+1 < len(list) && strings.HasPrefix(list[i+1], "lose")
			if decides && !strings.Contains(told, "the round.") {
				t.Errorf("not who lost the round that %s ends: %s", event, told)
			}
		}
		if told := table.Tell(s, len(p.made)-1); !strings.HasSuffix(told, table.Verdict(s)) {
			t.Errorf("not how the game ended: %s", told)
		}
	}
}

// elsewhere plays a game, and another in which the seat is told the same but cards
// that it cannot see are others; nil if it finds none at once.
func elsewhere(t *testing.T, src *fair.Rand, list []string, seat int) (here, there *play) {
	t.Helper()
	here, there = begin(t), begin(t)
	for _, event := range list {
		other := event
		if src.Uint64()%3 == 0 {
			other = another(src, there, event)
		}
		if here.follow(event) != nil || there.follow(other) != nil && (other == event || there.follow(event) != nil) {
			return here, nil
		}
		if here.State().Told(seat) != there.State().Told(seat) {
			return here, nil
		}
	}
	if slices.Equal(here.Events(), there.Events()) {
		return here, nil
	}
	return here, there
}

// another returns an event of the same kind, as chance or another seat might make it.
func another(src *fair.Rand, p *play, event string) string {
	if d := p.State().Draw(); d.Of > 0 {
		draw := make([]uint8, d.Take)
		fair.Draw(src, draw, d.Of)
		return p.State().Outcome(draw)
	}
	if strings.HasPrefix(event, "stack") {
		return "stack " + string("A3KQ"[src.Uint64()%4])
	}
	return event
}

// same fails if the seat sees a difference between two games.
func same(t *testing.T, here, there *play, you int) {
	t.Helper()
	a, b := here.sight(you), there.sight(you)
	if x, y := page(t, a), page(t, b); x != y {
		t.Fatalf("%d sees a difference between\n%v\n%v\n%s\n%s", you, here.Events(), there.Events(), x, y)
	}
	for i := range here.made {
		if x, y := table.Tell(a, i), table.Tell(b, i); x != y {
			t.Fatalf("%d is told %q and %q", you, x, y)
		}
	}
	if table.Now(a) != table.Now(b) || table.Verdict(a) != table.Verdict(b) {
		t.Fatalf("%d reads %q and %q", you, table.Now(a), table.Now(b))
	}
}

func TestCardsThatNobodySeesChangeNothing(t *testing.T) {
	src := fair.NewRand(1)
	for _, you := range lookers {
		compared := 0
		for seed := range uint64(40) {
			list := events(t, seed)
			for range 40 {
				n := 1 + int(src.Uint64()%uint64(len(list)))
				here, there := elsewhere(t, src, list[:n], you)
				if there == nil {
					continue
				}
				compared++
				same(t, here, there, you)
			}
		}
		if compared < 50 {
			t.Errorf("only %d pairs of games were compared for %d", compared, you)
		}
	}
}
