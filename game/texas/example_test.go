package texas_test

import (
	"fmt"
	"strings"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// A game is played by events. The deal is chance's; here it is given, in a
// program it comes from a draw (State.Draw, State.Outcome).
func ExampleState() {
	state, err := texas.Rules{}.New(3, game.Options{"hands": 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, event := range []string{
		"deal 11,12,13,14,15,16,17,18,19,61,62,63,64,65,47" +
			"/20,21,22,23,24,25,26,27,28,29,51,52,53,54,55" +
			"/31,32,33,34,35,36,37,38,41,42,43,44,45,46,56",
		"deal 11,12,13,14,15,16,17,18,19,47,61,62,63,64,65" +
			"/20,21,22,23,24,25,26,27,28,29,51,52,53,54,55" +
			"/31,32,33,34,35,36,37,38,41,42,43,44,45,46,56",
		"play 11", // the starting card: there is no choice (T5)
		"play 21", // but seat 1 has a red card
		"play 20",
		"play 31", // seat 2 has none
	} {
		if err := state.Apply(event); err != nil {
			fmt.Println("refused:", err)
		}
	}
	// Two red against one brown: the 20 takes the trick (T8). It is the top card
	// of red, so its player says who opens the next (T11).
	s := state.(*texas.State)
	fmt.Println(s.Turn(), "has", s.Taken(1), "trick and chooses:", s.Choosing())
	fmt.Println(strings.Join(game.Words(s.Word, s.Legal(nil)), ", "))
	// Output:
	// refused: deal 11,12,13,14,15,16,17,18,19,61,62,63,64,65,47/20,21,22,2... (139 bytes): T3: seat 0: a hand is written ascending, not 47 after 65; legal: deal
	// refused: play 21: T7: a hand with red must follow; legal: play 20
	// seat 1 has 1 trick and chooses: true
	// opener 0, opener 1, opener 2
}

// A view is fed with what its seat is told, and knows no more.
func ExampleView() {
	match, err := game.NewMatch(texas.Rules{}, 3, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, event := range []string{
		"deal 11,12,13,14,15,16,17,18,19,47,61,62,63,64,65" +
			"/20,21,22,23,24,25,26,27,28,29,51,52,53,54,55" +
			"/31,32,33,34,35,36,37,38,41,42,43,44,45,46,56",
		"play 11",
		"play 20",
		"play 31",
	} {
		if err := match.Apply(event); err != nil {
			fmt.Println(err)
			return
		}
	}
	v := match.View(2).(*texas.View)
	fmt.Println("told:   ", v.Events()[0])
	fmt.Println("hand:   ", v.Hand().Append(nil))
	fmt.Println("unseen: ", v.Unseen().Len(), "cards in two hands of", v.Holds(0), "and", v.Holds(1))
	fmt.Println("known:   seat 2 has no", v.Voids(2).Append(nil))

	// What cannot have happened is refused: seat 1 is to name an opener.
	fmt.Println(v.Observe("play 21", 2))
	fmt.Println(v.Observe("opener 2", 2))
	fmt.Println("on turn:", v.Turn())
	// Output:
	// told:    deal ?/?/31,32,33,34,35,36,37,38,41,42,43,44,45,46,56
	// hand:    [32 33 34 35 36 37 38 41 42 43 44 45 46 56]
	// unseen:  28 cards in two hands of 14 and 14
	// known:   seat 2 has no [red]
	// play 21: T11: seat 1 has won with a color's top card and names who opens
	// <nil>
	// on turn: seat 2
}
