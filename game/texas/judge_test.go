package texas_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/saloon-games/saloon/game/texas"
)

func TestT8T17AnyTrickIsJudgedAsTheRulesReadWordByWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Few colors, so that they meet; tops more often than they would come.
		colors := rapid.SliceOfN(rapid.IntRange(0, 7), 1, 4).Draw(t, "colors")
		var pool []int
		for _, i := range slices.Compact(slices.Sorted(slices.Values(colors))) {
			row := colorTable[i]
			pool = append(pool, row.low, row.low+1, row.high-1, row.high)
		}
		trick := rapid.Permutation(pool).Draw(t, "cards")
		trick = trick[:rapid.IntRange(1, min(6, len(trick))).Draw(t, "players")]
		seas := rapid.Bool().Draw(t, "seas")
		opener := rapid.IntRange(0, 5).Draw(t, "opener")

		var plays []texas.Played
		for i, n := range trick {
			plays = append(plays, texas.Played{Seat: (opener + i) % 6, Card: card(n)})
		}
		got, ok := texas.Judge(plays, seas)
		won := naiveWinner(trick, seas)
		if !ok || got.Card.Number() != won || got.Seat != (opener+slices.Index(trick, won))%6 {
			t.Fatalf("%v: %+v, %v; want %d", trick, got, ok, won)
		}
		count, tops := map[string]int{}, map[string]bool{}
		for _, n := range trick {
			count[naiveColor(n)]++
			tops[naiveColor(n)] = tops[naiveColor(n)] || naiveTop(n)
		}
		spared := seas
		for color := range count {
			spared = spared && tops[color]
		}
		if got.Spared != spared || got.Most != count[naiveColor(won)] {
			t.Fatalf("%v: %+v", trick, got)
		}
		for c := texas.Black; c <= texas.Grey; c++ {
			cancelled := seas && !spared && tops[c.String()]
			if got.Cancelled.Has(c) != cancelled {
				t.Fatalf("%v: %v is cancelled: %v", trick, c, !cancelled)
			}
			if tied := !cancelled && count[c.String()] == got.Most; got.Tied.Has(c) != tied {
				t.Fatalf("%v: %v is tied: %v", trick, c, !tied)
			}
		}
	})
}
