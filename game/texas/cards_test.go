package texas_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/saloon-games/saloon/game/texas"
)

func TestT1SixtyCardsInEightColors(t *testing.T) {
	total := 0
	for i, row := range colorTable {
		color := texas.Color(i)
		cards := color.Cards().Append(nil)
		if color.String() != row.name || color.Symbol() != row.symbol || len(cards) != row.howMany {
			t.Errorf("color %d is %v with a %s on %d cards, want %+v", i, color, color.Symbol(), len(cards), row)
			continue
		}
		total += len(cards)
		for j, c := range cards {
			if c.Number() != row.low+j || c.Color() != color || c.Top() != (row.low+j == row.high) {
				t.Errorf("%v %d is number %d, color %v, top %v", color, j, c.Number(), c.Color(), c.Top())
			}
		}
	}
	if total != 60 {
		t.Errorf("%d cards, want 60", total)
	}
	if colors := []texas.Color{
		texas.Black, texas.Red, texas.Blue, texas.Brown, texas.Green, texas.Yellow, texas.Purple, texas.Grey,
	}; !slices.IsSorted(colors) || colors[7] != 7 {
		t.Errorf("the colors are numbered %d, want 0 to 7", colors)
	}
}

func TestT1TheNumberAloneNamesAndRanksTheCard(t *testing.T) {
	last := -1
	for number := -2; number < 300; number++ {
		c, ok := texas.CardNumbered(number)
		if ok != (naiveColor(number) != "") {
			t.Errorf("card %d: %v", number, ok)
		}
		if !ok {
			continue
		}
		if c.Number() != number || c.Color().String() != naiveColor(number) || c.Top() != naiveTop(number) {
			t.Errorf("card %d is number %v, %v, top %v", number, c, c.Color(), c.Top())
		}
		if int(c) != last+1 {
			t.Errorf("card %d is Card(%d), want %d: ascending without gaps", number, int(c), last+1)
		}
		last = int(c)
	}
	if got := cards("74")[0].String(); got != "74" {
		t.Errorf("the highest card is called %q", got)
	}
}

func TestT2ThreePlayersLeaveOutBlackAndGrey(t *testing.T) {
	deck := texas.Deck(3)
	if deck.Len() != 45 {
		t.Errorf("%d cards, want 45", deck.Len())
	}
	if left := deck & (texas.Black.Cards() | texas.Grey.Cards()); left != 0 {
		t.Errorf("the deck still has %v", left.Append(nil))
	}
	if got := numbersOf(deck); !slices.Equal(got, naiveDeck(3)) {
		t.Errorf("the deck is %v, want %v", got, naiveDeck(3))
	}
}

func TestT2FourFiveAndSixPlayersUseAllCards(t *testing.T) {
	for players := 4; players <= 6; players++ {
		if got := numbersOf(texas.Deck(players)); len(got) != 60 || !slices.Equal(got, naiveDeck(players)) {
			t.Errorf("%d players: the deck is %v", players, got)
		}
	}
}

func TestT3HandsHave15Or15Or12Or10Cards(t *testing.T) {
	for players, want := range map[int]int{3: 15, 4: 15, 5: 12, 6: 10} {
		if got := texas.HandSize(players); got != want {
			t.Errorf("%d players: %d cards each, want %d", players, got, want)
		}
	}
}

func TestT5TheStartingCardIsThe0OrWithThreePlayersThe11(t *testing.T) {
	for players, want := range map[int]int{3: 11, 4: 0, 5: 0, 6: 0} {
		if got := texas.StartingCard(players).Number(); got != want {
			t.Errorf("%d players: %d, want %d", players, got, want)
		}
	}
}

func TestAColorsSetHasWhatItIsMadeOf(t *testing.T) {
	tests := []struct {
		cards string
		want  []texas.Color
	}{
		{"", nil},
		{"0", []texas.Color{texas.Black}},
		{"74 71 10", []texas.Color{texas.Black, texas.Grey}},
		{"20 21 38 41", []texas.Color{texas.Red, texas.Blue, texas.Brown, texas.Green}},
		{"56 61", []texas.Color{texas.Yellow, texas.Purple}},
	}
	for _, test := range tests {
		colors := set(test.cards).Colors()
		if got := colors.Append(nil); !slices.Equal(got, test.want) {
			t.Errorf("%q has %v, want %v", test.cards, got, test.want)
		}
		for c := texas.Black; c <= texas.Grey; c++ {
			if colors.Has(c) != slices.Contains(test.want, c) {
				t.Errorf("%q has %v: %v", test.cards, c, colors.Has(c))
			}
		}
	}
	if got := set("20 0").Colors().Append([]texas.Color{texas.Grey}); !slices.Equal(got, []texas.Color{texas.Grey, texas.Black, texas.Red}) {
		t.Errorf("appended to grey: %v", got)
	}
}

func TestASetOfCardsIsASet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOf(rapid.Map(rapid.IntRange(0, 59), func(i int) texas.Card { return texas.Card(i) })).Draw(t, "cards")
		s := texas.SetOf(list...)
		model := map[texas.Card]bool{}
		for _, c := range list {
			model[c] = true
		}
		var ascending []texas.Card
		for c := range texas.Card(60) {
			if s.Has(c) != model[c] {
				t.Fatalf("has %v: %v", c, s.Has(c))
			}
			if model[c] {
				ascending = append(ascending, c)
			}
		}
		if s.Len() != len(ascending) {
			t.Fatalf("%d cards, want %d", s.Len(), len(ascending))
		}
		if got := s.Append(nil); !slices.Equal(got, ascending) {
			t.Fatalf("lists %v, want %v", got, ascending)
		}
		if got := s.Append([]texas.Card{7}); !slices.Equal(got, append([]texas.Card{7}, ascending...)) {
			t.Fatalf("appends %v to 7", got)
		}
		for i, c := range ascending {
			if s.Nth(i) != c {
				t.Fatalf("card %d of %v is %v", i, ascending, s.Nth(i))
			}
		}
		if (s == 0) != (len(ascending) == 0) {
			t.Fatalf("%v is the zero Set: %v", ascending, s == 0)
		}
	})
}

// cards are the cards with these numbers.
func cards(text string) []texas.Card {
	var list []texas.Card
	for _, n := range ints(text) {
		c, ok := texas.CardNumbered(n)
		if !ok {
			panic("a test names a card that is none")
		}
		list = append(list, c)
	}
	return list
}

// set is the set of the cards with these numbers.
func set(text string) texas.Set { return texas.SetOf(cards(text)...) }

// numbersOf lists the numbers on the cards of a set.
func numbersOf(s texas.Set) []int {
	list := []int{}
	for _, c := range s.Append(nil) {
		list = append(list, c.Number())
	}
	return list
}
