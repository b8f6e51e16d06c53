package texas_test

import (
	"testing"

	"github.com/saloon-games/saloon/game/texas"
)

func TestJudgeSaysWhoTakesATrickAndWhy(t *testing.T) {
	colors := func(list ...texas.Color) (cs texas.Colors) {
		for _, c := range list {
			cs |= 1 << c
		}
		return cs
	}
	for name, c := range map[string]struct {
		numbers []int // played by seat 2, 3, ...
		seas    bool
		want    texas.Verdict // Played.Seat and Card are compared by seat and number
		number  int
	}{
		"the color with most cards": {
			numbers: []int{11, 71, 12, 74}, number: 74,
			want: texas.Verdict{Played: texas.Played{Seat: 5}, Most: 2, Tied: colors(texas.Red, texas.Grey)},
		},
		"a single color": {
			numbers: []int{3, 9, 10, 20}, number: 10,
			want: texas.Verdict{Played: texas.Played{Seat: 4}, Most: 3, Tied: colors(texas.Black)},
		},
		"one card as it stands": {
			numbers: []int{0}, number: 0,
			want: texas.Verdict{Played: texas.Played{Seat: 2}, Most: 1, Tied: colors(texas.Black)},
		},
		"a top card without seas": {
			numbers: []int{28, 29, 11}, number: 29,
			want: texas.Verdict{Played: texas.Played{Seat: 3}, Most: 2, Tied: colors(texas.Blue)},
		},
		"a top card with seas": {
			numbers: []int{28, 29, 11}, seas: true, number: 11,
			want: texas.Verdict{
				Played: texas.Played{Seat: 4}, Most: 1,
				Tied: colors(texas.Red), Cancelled: colors(texas.Blue),
			},
		},
		"no top card with seas": {
			numbers: []int{28, 27, 11}, seas: true, number: 28,
			want: texas.Verdict{Played: texas.Played{Seat: 2}, Most: 2, Tied: colors(texas.Blue)},
		},
		"every color cancelled": {
			numbers: []int{28, 29, 20}, seas: true, number: 29,
			want: texas.Verdict{Played: texas.Played{Seat: 3}, Most: 2, Tied: colors(texas.Blue), Spared: true},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var trick []texas.Played
			for i, n := range c.numbers {
				card, _ := texas.CardNumbered(n)
				trick = append(trick, texas.Played{Seat: i + 2, Card: card})
			}
			c.want.Card, _ = texas.CardNumbered(c.number)
			if got, ok := texas.Judge(trick, c.seas); !ok || got != c.want {
				t.Errorf("Judge = %+v, %v; want %+v", got, ok, c.want)
			}
		})
	}
}

func TestJudgeRefusesWhatIsNoTrick(t *testing.T) {
	for _, n := range []int{0, 7} {
		if v, ok := texas.Judge(make([]texas.Played, n), false); ok {
			t.Errorf("Judge of %d plays = %+v; want none", n, v)
		}
	}
}
