package raincheck_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
)

func TestEveryGameKeepsTheRulesAsItGoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := begun(t, nil)
		begins := -1
		for s.Turn() != game.Over {
			was := *s
			event := anyEvent(t, s)
			if err := s.Apply(event); err != nil {
				t.Fatal(err)
			}
			coherent(t, s)
			if s.Ply() != was.Ply()+1 || s.Last() != event {
				t.Fatalf("%s is event %d and told as %s", event, s.Ply(), s.Last())
			}
			switch verb, _, _ := strings.Cut(event, " "); verb {
			case "start":
				begins = s.Begins()
			case "river": // S4, S18
				begins = 1 - begins
				if s.Begins() != begins || int(s.Turn()) != begins || s.Round() != was.Round()+1 {
					t.Fatalf("round %d begins with seat %d on %s", s.Round(), s.Begins(), s.Turn())
				}
			case "lose":
				loses(t, &was, s)
			case "flip":
				flips(t, &was, s)
			}
			if s.Round() > 7 { // S20
				t.Fatal("there is an eighth round")
			}
		}
		loser := s.Loser()
		if !slices.Equal(s.Winners(), []int{1 - loser}) || (s.Owns(loser) == 0) == (s.Energy(loser) == 0) {
			t.Fatalf("seat %d has lost, with %d cards and energy %d; the winners are %v", loser, s.Owns(loser), s.Energy(loser), s.Winners())
		}
	})
}

// loses checks that one card has gone from the loser to the river (S17) and nothing
// else has changed.
func loses(t *rapid.T, was, is *raincheck.State) {
	t.Helper()
	for seat := range 2 {
		lost := was.Owned(seat) &^ is.Owned(seat)
		want := 0
		if seat == was.Loser() {
			want = 1
		}
		if lost.Len() != want || is.Owned(seat)&^was.Owned(seat) != 0 || is.Energy(seat) != was.Energy(seat) || is.Hand(seat) != is.Owned(seat) {
			t.Fatalf("seat %d loses %v", seat, lost.Append(nil))
		}
	}
	if is.InRiver() != was.InRiver()+1 {
		t.Fatalf("the river grows from %d to %d", was.InRiver(), is.InRiver())
	}
}

// flips checks what the flipped card has done (S12 to S14).
func flips(t *rapid.T, was, is *raincheck.State) {
	t.Helper()
	bet, bettor := was.Bet()
	list := is.Flipped()
	card := list[len(list)-1].Card
	energy := was.Energy(bettor)
	switch card {
	case raincheck.Beartrap:
		energy = max(0, energy-3)
	case raincheck.Battery:
		energy = min(10, energy+1)
	}
	loser, phase := -1, raincheck.Flipping
	switch {
	case energy == 0:
		loser, phase = bettor, raincheck.Over
	case card == raincheck.Hit:
		loser, phase = bettor, raincheck.Losing
	case len(list) == bet:
		loser, phase = 1-bettor, raincheck.Losing
	}
	if is.Energy(bettor) != energy || is.Energy(1-bettor) != was.Energy(1-bettor) || is.Loser() != loser || is.Phase() != phase {
		t.Fatalf("flip %d of %d, %s at energy %d: energy %d, loser %d, %s", len(list), bet, card, was.Energy(bettor), is.Energy(bettor), is.Loser(), is.Phase())
	}
}

func TestViewsOfAnyGameAreReadBackFromTheirJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := watched(t, nil, "")
		for range rapid.IntRange(0, 60).Draw(t, "events") {
			if m.State().Turn() == game.Over {
				break
			}
			if err := m.Apply(anyEvent(t, m.State().(*raincheck.State))); err != nil {
				t.Fatal(err)
			}
		}
		for seat := game.Spectator; seat < 2; seat++ {
			want := marshaled(t, m.View(seat))
			var v raincheck.View
			if err := v.UnmarshalJSON([]byte(want)); err != nil {
				t.Fatal(err)
			}
			if got := marshaled(t, &v); got != want {
				t.Fatalf("seat %d:\ngot  %s\nwant %s", seat, got, want)
			}
		}
	})
}
