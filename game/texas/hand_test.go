package texas_test

import (
	"fmt"
	"slices"
	"strings"
)

// wholeHands has, by the number of players, the tricks of a hand, so chosen that
// the last card of a row takes the trick (T8) whoever plays it and in whatever
// order, with or without seas (T17): most rows are of one color, so that all
// follow, and the others come when the hands have no more of the colors that they
// could have to follow (T7). Where 2 cards stand against 2 the winner is the
// higher one. The first card of a row is its opener's, unless the opener wins.
var wholeHands = map[int][]string{
	3: {
		"11 12 13", "14 15 16", "17 18 19",
		"21 22 23", "24 25 26", "27 28 29",
		"31 32 33", "34 35 36", "41 42 43", "44 45 46",
		"51 52 53", "54 55 56", "61 62 63",
		"37 20 38", "64 47 65",
	},
	4: {
		"0 1 2 3", "4 5 6 7", "11 12 13 14", "15 16 17 18",
		"21 22 23 24", "25 26 27 28", "31 32 33 34", "35 36 37 38",
		"41 42 43 44", "51 52 53 54", "61 62 63 64", "71 72 73 74",
		"8 9 29 10", "45 46 65 47", "19 20 55 56",
	},
	5: {
		"0 1 2 3 4", "5 6 7 8 9", "11 12 13 14 15", "16 17 18 19 20",
		"21 22 23 24 25", "31 32 33 34 35", "41 42 43 44 45",
		"51 52 53 54 55", "61 62 63 64 65",
		"26 27 28 10 29", "71 72 73 56 74", "36 37 46 47 38",
	},
	6: { // not for seas: 27 would take its trick
		"0 1 2 3 4 5", "11 12 13 14 15 16", "21 22 23 24 25 26",
		"31 32 33 34 35 36", "41 42 43 44 45 46", "51 52 53 54 55 56",
		"6 7 8 9 47 10", "61 62 63 64 27 65",
		"17 18 19 37 38 20", "71 72 73 28 29 74",
	},
}

// wholeHand plays "hand won by 0*8 1*7": a hand of which seat 0 takes the first
// 8 tricks and seat 1 the other 7. Who wins with a top card opens again.
func (f *fixture) wholeHand(line string) {
	f.t.Helper()
	var winners []int
	for word := range strings.FieldsSeq(strings.TrimPrefix(line, "hand won by ")) {
		seat, times, _ := strings.Cut(word, "*")
		winners = append(winners, slices.Repeat([]int{number(seat)}, number(times))...)
	}
	n := f.m.Players()
	rows := wholeHands[n]
	if len(winners) != len(rows) {
		f.t.Fatalf("%s: %d tricks, want %d", f.where, len(winners), len(rows))
	}
	hands := make([][]int, n)
	tricks := make([][]int, len(rows)) // in order of play
	openers := make([]int, len(rows))
	opener := (winners[0] + 1) % n // whoever has the lowest card cannot take the first
	for i, row := range rows {
		cards := ints(row)
		best, others := cards[n-1], cards[:n-1]
		openers[i] = opener
		for place := range n {
			seat := (opener + place) % n
			card := best
			if seat != winners[i] {
				card, others = others[0], others[1:]
			}
			tricks[i] = append(tricks[i], card)
			hands[seat] = append(hands[seat], card)
		}
		opener = winners[i]
	}
	f.apply(dealOf(hands))
	for i, trick := range tricks {
		f.trick(fmt.Sprint(openers[i]), fmt.Sprintf("%s -> %d", strings.Trim(fmt.Sprint(trick), "[]"), winners[i]))
		if f.state().Choosing() {
			f.apply(fmt.Sprint("opener ", winners[i]))
		}
	}
}
