package texas_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

func TestScoresAddUpWhatAGameHadInItsHands(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t, rapid.IntRange(1, 3).Draw(t, "hands"))
		s := stateOf(g.m)
		scores, err := texas.NewScores(s.Players(), g.m.Options())
		if err != nil {
			t.Fatal(err)
		}
		for g.step() {
			if s.Turn() >= 0 {
				continue
			}
			taken := make([]int, s.Players())
			for seat := range taken {
				taken[seat] = s.Taken(seat)
			}
			if err := scores.Hand(taken); err != nil {
				t.Fatal(err)
			}
			for seat := range taken {
				if scores.Total(seat) != s.Total(seat) {
					t.Fatalf("seat %d has %d, want %d", seat, scores.Total(seat), s.Total(seat))
				}
			}
			if over := s.Turn() == game.Over; scores.Over() != over || !slices.Equal(scores.Winners(), s.Winners()) {
				t.Fatalf("over %v, winners %v; want %v, %v", scores.Over(), scores.Winners(), over, s.Winners())
			}
		}
	})
}

func TestScoresRefuseWhatIsNoHand(t *testing.T) {
	for name, test := range map[string]struct {
		tricks []int
		says   string
	}{
		"with a trick missing":     {[]int{4, 5, 3, 2}, "T12: want 15 tricks in all, not 14"},
		"with a trick too many":    {[]int{4, 5, 3, 4}, "T12: want 15 tricks in all, not 16"},
		"of other players":         {[]int{5, 5, 5}, "T12: want tricks of 4 players, not of 3"},
		"with less than no tricks": {[]int{-1, 5, 5, 6}, "T12: a player takes 0 to 15 tricks, not -1"},
		"with more than there are": {[]int{300, -285, 0, 0}, "T12: a player takes 0 to 15 tricks, not 300"},
	} {
		t.Run(name, func(t *testing.T) {
			scores, err := texas.NewScores(4, nil)
			if err != nil {
				t.Fatal(err)
			}
			err = scores.Hand(test.tricks)
			var refusal *game.Error
			if !errors.As(err, &refusal) || !strings.Contains(err.Error(), test.says) {
				t.Errorf("%v, want %q", err, test.says)
			}
			if scores.Total(0) != 0 {
				t.Error("it counts")
			}
		})
	}
	t.Run("after the end", func(t *testing.T) {
		scores, err := texas.NewScores(3, game.Options{"target": 15})
		if err != nil {
			t.Fatal(err)
		}
		if err := scores.Hand([]int{15, 0, 0}); err != nil || !scores.Over() {
			t.Fatalf("over %v: %v", scores.Over(), err)
		}
		if err := scores.Hand([]int{5, 5, 5}); err == nil || !strings.Contains(err.Error(), "T13: the game is over") {
			t.Errorf("the refusal is %v", err)
		}
		if scores.Total(1) != 0 || !slices.Equal(scores.Winners(), []int{1, 2}) {
			t.Errorf("winners %v", scores.Winners())
		}
	})
	t.Run("of a table that there is not", func(t *testing.T) {
		if _, err := texas.NewScores(2, nil); err == nil {
			t.Error("two can play")
		}
		if _, err := texas.NewScores(4, game.Options{"target": 0}); err == nil {
			t.Error("the target is 0")
		}
	})
}

func TestScoresTellWhatIsPlayed(t *testing.T) {
	scores, err := texas.NewScores(5, game.Options{"hands": 7, "rules": "seas"})
	if err != nil || scores.Hands() != 7 || scores.Target() != 0 || !scores.Seas() {
		t.Errorf("%d hands, target %d, seas %v: %v", scores.Hands(), scores.Target(), scores.Seas(), err)
	}
}
