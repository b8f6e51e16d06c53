package raincheck_test

import (
	"fmt"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
)

// A game goes on by events. What breaks a rule is refused with its number and what
// would have been legal.
func ExampleState() {
	s, err := raincheck.Rules{}.New(2, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, event := range []string{"start 0", "bet 1", "stack K", "stack A", "bet 2", "fold", "flip own", "flip opp"} {
		if err := s.Apply(event); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println("next:", s.Turn())
	fmt.Println(string(s.AppendJSON(nil)))
	// Output:
	// bet 1: S5: seat 0 must stack a card on its first turn of a round; legal: stack A, stack 3, stack K, stack Q
	// next: chance
	// {"ply":7,"next":"chance","seat":null,"legal":[],"winners":null,"round":1,"phase":"losing","energy":[10,10],"hand":[4,4],"stack":[0,0],"river":0,"bet":2,"bettor":0,"flipped":[["own","K"],["opp","A"]],"loser":0}
}

// A view is what one seat may know: here seat 0 sees which card it loses, and what
// that leaves open for the other.
func ExampleView() {
	m, err := game.NewMatch(raincheck.Rules{}, 2, game.Options{"first": 0})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, event := range []string{"start 0", "stack K", "stack A", "bet 2", "fold", "flip own", "flip opp", "lose 3", "river 3"} {
		if err := m.Apply(event); err != nil {
			fmt.Println(err)
			return
		}
	}
	for seat := range 2 {
		v := m.View(seat).(*raincheck.View)
		fmt.Println(v.Events())
		fmt.Println("seat", seat, "holds", v.Hand().Append(nil), "and knows of the river", v.KnownRiver())
		fmt.Println("may", game.Words(v.Word, v.Legal(nil)))
	}
	// Output:
	// [start 0 stack K stack ? bet 2 fold flip own K flip opp A lose 3 river ?]
	// seat 0 holds [A K Q] and knows of the river [3]
	// may []
	// [start 0 stack ? stack A bet 2 fold flip own K flip opp A lose ? river ?]
	// seat 1 holds [A 3 K Q] and knows of the river []
	// may [stack A stack 3 stack K stack Q]
}
