package avoid_test

import (
	"testing"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// tricks deals so many hands and plays each with the test player in every seat in turn,
// among field players. It returns the tricks that it takes in a hand, less the par.
func tricks(t *testing.T, players int, options game.Options, deals int, test, field func(seed uint64) bot.Player) float64 {
	t.Helper()
	taken := 0
	for i := range deals {
		for seat := range players {
			m := deal(t, players, options, fair.NewRand(uint64(i)))
			list := make([]bot.Player, players)
			for other := range list {
				list[other] = field(bot.SeatSeed(uint64(i), other))
			}
			list[seat] = test(bot.SeatSeed(uint64(i), seat))
			if err := bot.Play(t.Context(), m, list, fair.NewRand(0)); err != nil {
				t.Fatal(err)
			}
			taken += m.State().(*texas.State).Total(seat)
		}
	}
	return float64(taken)/float64(deals*players) - float64(texas.HandSize(players))/float64(players)
}

func TestTheLevelsWithoutSearchBeatOneAnotherInTheirOrder(t *testing.T) {
	random := func(seed uint64) bot.Player { return bot.NewRandom(fair.NewRand(seed)) }
	easy := func(seed uint64) bot.Player { return player(t, "easy", seed) }
	medium := func(seed uint64) bot.Player { return player(t, "medium", seed) }
	everyHand(t, func(t *testing.T, players int, options game.Options) {
		t.Helper()
		// A beginner takes more than an expert and less than one who does not think.
		share := []float64{3: 1, 4: 0.8, 5: 0.5, 6: 0.35}[players]
		if got := tricks(t, players, options, 14, easy, random); got > -share/2 {
			t.Errorf("easy takes %.2f tricks a hand beside the par among random players; want %.2f at most", got, -share/2)
		}
		if got := tricks(t, players, options, 14, medium, easy); got > -share/2 {
			t.Errorf("medium takes %.2f tricks a hand beside the par among easy players; want %.2f at most", got, -share/2)
		}
	})
}

// everyHand is every number of players with both rules, for a hand.
func everyHand(t *testing.T, f func(t *testing.T, players int, options game.Options)) {
	t.Helper()
	for players := 3; players <= 6; players++ {
		for _, o := range []game.Options{{"hands": 1}, {"hands": 1, "rules": "seas"}} {
			t.Run(string(rune('0'+players))+" "+map[bool]string{true: "seas"}[o["rules"] != nil], func(t *testing.T) {
				f(t, players, o)
			})
		}
	}
}

// The errors that players of trick-taking games are blamed for: to open with a color that
// all others lack while there is another; to keep the higher of two cards of a color that
// are both sure not to take the trick; to name oneself as the opener when the policy knows better.
func TestEvenTheEasyLevelMakesNoSillyErrors(t *testing.T) {
	found := map[string]int{}
	everyHand(t, func(t *testing.T, players int, options game.Options) {
		t.Helper()
		for seed := range uint64(20) {
			r := fair.NewRand(seed)
			m := deal(t, players, options, r)
			easy := player(t, "easy", seed)
			for m.State().Turn() >= 0 {
				v := mine(m)
				move, err := easy.Choose(t.Context(), v)
				if err != nil {
					t.Fatal(err)
				}
				kind, silly := judge(v, move)
				if silly != "" {
					t.Fatalf("ply %d: it makes the move %s, %s", v.Ply(), v.Word(move), silly)
				}
				found[kind]++
				if err := m.Act(v.Seat(), v.Word(move)); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
	if found["choice"] < 50 || found["play"] < 500 {
		t.Errorf("looked at %v; want more", found)
	}
}

// judge says what kind of move it is, and what is silly in it, if anything.
func judge(v *texas.View, move game.Move) (kind, silly string) {
	card, _ := texas.PlayedCard(move)
	switch opener, names := texas.NamedOpener(move); {
	case names:
		if opener == v.Seat() {
			silly = "which names itself"
		}
		return "choice", silly
	case len(v.Trick()) == 0:
		if nobody(v, card.Color()) && v.Unseen()&card.Color().Cards() != 0 {
			for _, other := range v.LegalCards().Append(nil) {
				if !nobody(v, other.Color()) {
					silly = "of a color that all others are known to lack"
				}
			}
		}
		return "opening", silly
	default:
		for _, other := range (v.LegalCards() & card.Color().Cards()).Append(nil) {
			if top := v.Seas() && other.Top(); other > card && !top && surelyOut(v, card) && surelyOut(v, other) {
				silly = "and keeps " + other.String() + ", which could not have won either"
			}
		}
		return "play", silly
	}
}

// surelyOut reports whether the card cannot take the trick, whatever follows.
func surelyOut(v *texas.View, c texas.Card) bool {
	if last(v) {
		return after(v, c).Seat != v.Seat()
	}
	for _, p := range v.Trick() {
		if p.Card.Color() == c.Color() && p.Card > c {
			return true
		}
	}
	return false
}
