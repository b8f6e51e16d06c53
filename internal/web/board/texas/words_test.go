package texas_test

import (
	"testing"

	"github.com/saloon-games/saloon/game"
	rules "github.com/saloon-games/saloon/game/texas"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/board/texas"
)

func TestNowSaysWhatIsAsked(t *testing.T) {
	for _, c := range []struct {
		name   string
		you    int
		events []string
		want   string
	}{
		{"before the deal everybody waits for it", 0, nil, "The cards are dealt."},
		{"the first trick opens with the starting card", 0, []string{deal3}, "Your turn: open with 11, red."},
		{"others wait", 1, []string{deal3}, "Waiting for Ada."},
		{"spectators wait", game.Spectator, []string{deal3}, "Waiting for Ada."},
		{"who lacks the color plays any", 1, []string{deal3, "play 11"}, "You have no red: play any card."},
		{"who lacks all colors plays any", 2, []string{deal3, "play 11", "play 21"}, "You have none of these colors: play any card."},
		{"a top card that wins lets its player choose", 2, []string{deal3, "play 11", "play 21", "play 38"}, "Your turn: choose who opens."},
		{"others wait for the choice", 0, []string{deal3, "play 11", "play 21", "play 38"}, "Grace is choosing who opens."},
		{"a later opener plays any", 1, []string{deal3, "play 11", "play 21", "play 38", "opener 1"}, "Your turn: open with any card."},
		{"who has the color follows", 2, []string{deal3, "play 11", "play 21", "play 38", "opener 1", "play 63"}, "Your turn: follow purple."},
		{"who has several follows any", 1, []string{deal3, "play 11", "play 21", "play 38", "opener 2", "play 65", "play 61"}, "Your turn: follow purple."},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := texas.New().Now(begin(t, 3, nil, 1).apply(c.events...).sight(c.you)); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestWhyACardMayNotBePlayed(t *testing.T) {
	played := []string{deal3, "play 11", "play 21", "play 38"}
	for _, c := range []struct {
		name   string
		you    int
		events []string
		want   string
	}{
		{"it is somebody else's turn", 1, played[:1], "It is Ada’s turn."},
		{"the first trick has its card", 0, played[:1], "The first trick of a hand opens with 11, red."},
		{"the choice comes first", 2, played, "First choose who opens the next trick."},
		{"a color must be followed", 2, append(played, "opener 0", "play 61", "play 63"), "There is purple in the trick; you have purple."},
	} {
		t.Run(c.name, func(t *testing.T) {
			has(t, part(t, begin(t, 3, nil, 1).apply(c.events...).sight(c.you), "hand"), `data-why="`+c.want+`"`)
		})
	}
}

func TestEventsAreTold(t *testing.T) {
	p := begin(t, 3, nil, 1).apply(deal3, "play 11", "play 21", "play 38", "opener 0", "play 61")
	for _, c := range []struct {
		name       string
		you, event int
		clock      bool
		want       string
	}{
		{"a deal, with its opener", 1, 0, false, "Hand 1 is dealt, 15 cards each. Ada opens with 11, red."},
		{"one's own deal", 0, 0, false, "Hand 1 is dealt, 15 cards each. You open with 11, red."},
		{"a card", 0, 2, false, "Dusty plays 21, blue."},
		{"an own card", 1, 2, false, "You play 21, blue."},
		{"a card that the clock played", 0, 2, true, "Dusty’s time ran out: the house plays 21, blue."},
		{"an own card that the clock played", 1, 2, true, "Your time ran out: the house plays 21, blue."},
		{"a card that ends a trick", 0, 3, false, "Grace plays 38, brown. Grace takes the trick with 38, brown."},
		{"a choice", 1, 4, false, "Grace chooses: Ada opens."},
		{"an own choice", 2, 4, false, "You choose: Ada opens."},
		{"a choice of who listens", 0, 4, false, "Grace chooses: you open."},
		{"a choice that the clock made", 0, 4, true, "Grace’s time ran out: the house lets you open."},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := p.sight(c.you)
			if c.clock {
				s.Moves = append([]house.Made{}, s.Moves...)
				s.Moves[c.event].By = house.ByClock
			}
			if got := texas.New().Tell(s, c.event); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
	t.Run("the end of a hand, with the points", func(t *testing.T) {
		p := begin(t, 4, nil, 3).until(func(s *rules.State) bool { return s.Turn() == game.Chance && s.HandNumber() == 1 })
		has(t, texas.New().Tell(p.sight(0), len(p.moves)-1), "Hand 1 is over: points are: you have ", ", Dusty has ", " and Mabel has ")
	})
	t.Run("the end of the game, with who won", func(t *testing.T) {
		p := begin(t, 3, game.Options{"hands": 1}, 3).until(func(s *rules.State) bool { return s.Turn() == game.Over })
		s := p.sight(game.Spectator)
		has(t, texas.New().Tell(s, len(p.moves)-1), texas.New().Verdict(s))
	})
}

func TestVerdictNamesTheWinners(t *testing.T) {
	found := map[int]bool{}
	for seed := uint64(1); seed < 200 && (!found[1] || !found[2]); seed++ {
		p := begin(t, 3, game.Options{"hands": 1}, seed).until(func(s *rules.State) bool { return s.Turn() == game.Over })
		winners := p.match.State().Winners()
		if found[len(winners)] {
			continue
		}
		found[len(winners)] = true
		mine, others := texas.New().Verdict(p.sight(winners[0])), texas.New().Verdict(p.sight(game.Spectator))
		points := " points"
		if len(winners) == 2 {
			points = " each."
			has(t, mine, "You and "+names[winners[1]]+" win with ")
			has(t, others, names[winners[0]]+" and "+names[winners[1]]+" win with ")
		} else {
			has(t, mine, "You win with ")
			has(t, others, names[winners[0]]+" wins with ")
		}
		has(t, mine, points)
	}
	if !found[1] || !found[2] {
		t.Error("no such games were found")
	}
}
