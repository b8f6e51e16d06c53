package texas_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// TestWithCardsClosedUpTheGameGoesOnTheSame plays on from a position and from the same one
// closed up side by side, each time by the move at the same place in the legal order.
func TestWithCardsClosedUpTheGameGoesOnTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t, 1)
		for n := rapid.IntRange(1, 55).Draw(t, "events before"); n > 0 && stateOf(g.m).Turn() != game.Over; n-- {
			g.step()
		}
		s := *stateOf(g.m)
		closed := s
		for s.Turn() >= 0 {
			if rapid.IntRange(0, 2).Draw(t, "close up") == 0 {
				closed.CloseUp()
				checkClosed(t, &closed)
			}
			moves, same := s.Legal(nil), closed.Legal(nil)
			if s.Turn() != closed.Turn() || s.Choosing() != closed.Choosing() || len(moves) != len(same) {
				t.Fatalf("after\n%s\nit goes on as\n%s", s.AppendJSON(nil), closed.AppendJSON(nil))
			}
			i := rapid.IntRange(0, len(moves)-1).Draw(t, "move")
			card, plays := texas.PlayedCard(moves[i])
			if named, also := texas.PlayedCard(same[i]); plays != also || plays && (card.Top() != named.Top() || card.Color() != named.Color()) {
				t.Fatalf("%s has become %s", s.Word(moves[i]), closed.Word(same[i]))
			}
			if err := s.Play(moves[i]); err != nil {
				t.Fatal(err)
			}
			if err := closed.Play(same[i]); err != nil {
				t.Fatal(err)
			}
		}
		if s.TakenBySeat() != closed.TakenBySeat() || s.Turn() != closed.Turn() {
			t.Fatalf("it ends as\n%s\nnot\n%s", closed.AppendJSON(nil), s.AppendJSON(nil))
		}
	})
}

// checkClosed sees to it that no card but a top card has a place free below it.
func checkClosed(t *rapid.T, s *texas.State) {
	t.Helper()
	var cards texas.Set
	for seat := range s.Players() {
		cards |= s.Hand(seat)
	}
	for _, p := range s.Trick() {
		cards |= texas.SetOf(p.Card)
	}
	for color := texas.Black; color <= texas.Grey; color++ {
		free := false
		for _, c := range color.Cards().Append(nil) {
			if has := cards.Has(c); has && free && !c.Top() {
				t.Fatalf("there is a gap below %v: %v", c, cards.Append(nil))
			} else if !has {
				free = true
			}
		}
	}
}

func TestTakenBySeatIsTakenOfEachSeat(t *testing.T) {
	m := play(t, "6 players\nhand won by 0*3 2*5 5*2")
	s := stateOf(m)
	var got []int
	for seat := range s.Players() {
		got = append(got, int(s.TakenBySeat()>>(8*seat)&0xff))
	}
	if want := []int{3, 0, 5, 0, 0, 2}; !slices.Equal(got, want) {
		t.Errorf("TakenBySeat says %v; want %v", got, want)
	}
}

func TestTrickLenIsHowManyHavePlayed(t *testing.T) {
	m := play(t, "3 players\nseat 0 holds 11\ndeal")
	for want := range 3 {
		if got := stateOf(m).TrickLen(); got != want {
			t.Errorf("TrickLen is %d; want %d", got, want)
		}
		s := stateOf(m)
		if err := m.Apply(s.Word(s.Legal(nil)[0])); err != nil {
			t.Fatal(err)
		}
	}
	if got := stateOf(m).TrickLen(); got != 0 {
		t.Errorf("after the trick TrickLen is %d; want 0", got)
	}
}
