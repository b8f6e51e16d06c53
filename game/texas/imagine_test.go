package texas_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

func handsOf(s *texas.State) []texas.Set {
	hands := make([]texas.Set, s.Players())
	for seat := range hands {
		hands[seat] = s.Hand(seat)
	}
	return hands
}

func TestImaginingTheTrueHandsGivesTheTruePosition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t, 2)
		for g.step() {
			s := stateOf(g.m)
			if s.Turn() < 0 {
				continue
			}
			for seat := game.Spectator; seat < s.Players(); seat++ {
				hands := handsOf(s)
				if seat != game.Spectator {
					hands[seat] = 0 // its own hand it knows
				}
				imagined, err := viewOf(g.m, seat).Imagine(hands)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := string(imagined.AppendJSON(nil)), string(s.AppendJSON(nil)); got != want {
					t.Fatalf("seat %d imagines\n%s\nwant\n%s", seat, got, want)
				}
				for other := range hands {
					if imagined.Hand(other) != s.Hand(other) {
						t.Fatalf("seat %d imagines another hand of seat %d", seat, other)
					}
				}
			}
		}
	})
}

func TestHandsThatCannotBeAreNotImagined(t *testing.T) {
	m := play(t, "3 players\nseat 0 holds 11 12, no other red\ndeal\nseat 0: play 11")
	v, hands := viewOf(m, 0), handsOf(stateOf(m))
	own := hands[0]
	for name, c := range map[string]struct {
		change func(h []texas.Set) []texas.Set
		want   string
	}{
		"a card of the looking seat's own": {
			func(h []texas.Set) []texas.Set { h[1] ^= own&-own | h[1]&-h[1]; return h }, "seat 1 cannot hold 12",
		},
		"a card that has been played": {
			func(h []texas.Set) []texas.Set { h[2] |= texas.SetOf(texas.StartingCard(3)); return h }, "seat 2 cannot hold 11",
		},
		"a card in two hands": {
			func(h []texas.Set) []texas.Set { h[2] ^= h[2]&-h[2] | h[1]&-h[1]; return h }, "seat 2 cannot hold",
		},
		"too few cards": {
			func(h []texas.Set) []texas.Set { h[1] &= h[1] - 1; return h }, "seat 1 holds 15 cards, not 14",
		},
		"too few hands": {
			func(h []texas.Set) []texas.Set { return h[:2] }, "want 3 hands, not 2",
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := v.Imagine(c.change(handsOf(stateOf(m))))
			var refused *game.Error
			if !errors.As(err, &refused) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("Imagine = %v; want a *game.Error: %s", err, c.want)
			}
		})
	}
	t.Run("before the deal", func(t *testing.T) {
		m := play(t, "3 players")
		if _, err := viewOf(m, 0).Imagine(make([]texas.Set, 3)); err == nil || !strings.Contains(err.Error(), "no seat is on turn") {
			t.Errorf("Imagine = %v; want that no seat is on turn", err)
		}
	})
}
