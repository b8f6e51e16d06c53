package texas_test

import (
	"slices"
	"strings"
)

// The rules once more, as slowly and as close to the text of RULES.md as can be,
// with numbers for cards and maps for counting. They share nothing with the
// engine that they are compared with.

// colorTable is the table of T1.
var colorTable = []struct {
	name    string
	symbol  string
	low     int
	high    int
	howMany int
}{
	{"black", "colt", 0, 10, 11},
	{"red", "boot", 11, 20, 10},
	{"blue", "hat", 21, 29, 9},
	{"brown", "horseshoe", 31, 38, 8},
	{"green", "cactus", 41, 47, 7},
	{"yellow", "star", 51, 56, 6},
	{"purple", "wheel", 61, 65, 5},
	{"grey", "skull", 71, 74, 4},
}

// naiveColor names the color of the card with that number; "" if there is none.
func naiveColor(number int) string {
	for _, row := range colorTable {
		if row.low <= number && number <= row.high {
			return row.name
		}
	}
	return ""
}

// naiveTop reports whether the card is its color's top card.
func naiveTop(number int) bool {
	for _, row := range colorTable {
		if row.high == number {
			return true
		}
	}
	return false
}

// naiveDeck lists the deck of T2.
func naiveDeck(players int) []int {
	var deck []int
	for _, row := range colorTable {
		if players == 3 && (row.name == "black" || row.name == "grey") {
			continue
		}
		for n := row.low; n <= row.high; n++ {
			deck = append(deck, n)
		}
	}
	return deck
}

// naiveWinner is the card that takes the trick: T8, with T17 where seas is set.
func naiveWinner(trick []int, seas bool) int {
	counted := trick
	if seas {
		cancelled := map[string]bool{}
		for _, n := range trick {
			if naiveTop(n) {
				cancelled[naiveColor(n)] = true
			}
		}
		left := slices.DeleteFunc(slices.Clone(trick), func(n int) bool { return cancelled[naiveColor(n)] })
		if len(left) > 0 {
			counted = left
		}
	}
	cards := map[string]int{}
	for _, n := range counted {
		cards[naiveColor(n)]++
	}
	most := 0
	for _, count := range cards {
		most = max(most, count)
	}
	winner := -1
	for _, n := range counted {
		if cards[naiveColor(n)] == most && n > winner {
			winner = n
		}
	}
	return winner
}

// naivePlayable lists what a hand may play to the trick so far: T6 and T7.
func naivePlayable(hand, trick []int) []int {
	inTrick := map[string]bool{}
	for _, n := range trick {
		inTrick[naiveColor(n)] = true
	}
	var follow []int
	for _, n := range hand {
		if inTrick[naiveColor(n)] {
			follow = append(follow, n)
		}
	}
	if len(follow) > 0 {
		return follow
	}
	return hand
}

// naiveGame follows a game by its events.
type naiveGame struct {
	players int
	seas    bool
	hands   [][]int
	trick   []int
	seat    int // on turn
	opening bool
	choice  bool
	left    int // tricks left in the hand
	taken   []int
	voids   []map[string]bool
}

// deal takes in the event of a deal.
func (g *naiveGame) deal(event string) {
	list := strings.TrimPrefix(event, "deal ")
	g.hands, g.voids, g.trick = nil, nil, nil
	for seat, part := range strings.Split(list, "/") {
		hand := ints(strings.ReplaceAll(part, ",", " "))
		g.hands = append(g.hands, hand)
		g.voids = append(g.voids, map[string]bool{})
		if slices.Contains(hand, naiveDeck(g.players)[0]) {
			g.seat = seat
		}
		g.left = len(hand)
	}
	g.opening, g.choice = true, false
	g.taken = make([]int, g.players)
}

// playable lists the cards that the seat on turn may play.
func (g *naiveGame) playable() []int {
	if g.opening {
		return naiveDeck(g.players)[:1] // T5
	}
	return naivePlayable(g.hands[g.seat], g.trick)
}

// play takes in a card of the seat on turn.
func (g *naiveGame) play(card int) {
	for _, n := range g.trick {
		if color := naiveColor(n); !slices.ContainsFunc(g.trick, func(m int) bool {
			return naiveColor(m) == naiveColor(card)
		}) {
			g.voids[g.seat][color] = true
		}
	}
	hand := g.hands[g.seat]
	g.hands[g.seat] = slices.DeleteFunc(slices.Clone(hand), func(n int) bool { return n == card })
	g.trick = append(g.trick, card)
	g.opening = false
	g.seat = (g.seat + 1) % g.players // T4; after the last card this is the opener again
	if len(g.trick) < g.players {
		return
	}
	won := naiveWinner(g.trick, g.seas)
	g.seat = (g.seat + slices.Index(g.trick, won)) % g.players // T10
	g.taken[g.seat]++
	g.left--
	g.choice = naiveTop(won) && !g.seas && g.left > 0 // T11
	g.trick = nil
}
