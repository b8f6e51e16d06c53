package raincheck

import (
	"encoding/json"
	"fmt"

	"github.com/saloon-games/saloon/game"
)

// viewJSON is a View as JSON. Cards are their words, A, 3, K or Q, and lists by
// seat have two places.
type viewJSON struct {
	game.ViewHead

	// Round and Phase are as in a state.
	Round int    `json:"round"`
	Phase string `json:"phase"`
	// Begins is the seat that begins the round, null before the first.
	Begins *int `json:"begins"`
	// Energy, Owns, Holds and Stacks are by seat: energy, cards owned, cards
	// in the hand, cards on the stack.
	Energy [seats]int `json:"energy"`
	Owns   [seats]int `json:"owns"`
	Holds  [seats]int `json:"holds"`
	Stacks [seats]int `json:"stacks"`
	// River is how many cards lie in the river.
	River int `json:"river"`
	// Bet and Bettor are as in a state.
	Bet    int  `json:"bet"`
	Bettor *int `json:"bettor"`
	// Limit is the highest bet that may be named (S8); 0 once flipping has
	// begun.
	Limit int `json:"limit"`
	// Flipped and Loser are as in a state.
	Flipped [][2]string `json:"flipped"`
	Loser   *int        `json:"loser"`
	// Cards is the own hand and Stack the own stack, top first; empty for
	// spectators.
	Cards []string `json:"cards"`
	Stack []string `json:"stack"`
	// Known is what follows for sure from what was seen.
	Known knownJSON `json:"known"`
	// Rounds is what was seen of each round, the one in progress last (S18).
	Rounds []roundJSON `json:"rounds"`

	game.ViewTail
}

type knownJSON struct {
	// Owned is the cards that each seat surely owns, in hand or on its stack.
	Owned [seats][]string `json:"owned"`
	// Gone is the cards of each seat that surely lie in the river.
	Gone [seats][]string `json:"gone"`
	// River is the cards that surely lie in the river, whoever's they were.
	River []string `json:"river"`
}

type roundJSON struct {
	Begins  int         `json:"begins"`
	Bet     int         `json:"bet"`
	Bettor  *int        `json:"bettor"`
	Flipped [][2]string `json:"flipped"`
	Loser   *int        `json:"loser"`
}

// MarshalJSON implements game.View.
func (v *View) MarshalJSON() ([]byte, error) {
	j := viewJSON{
		ViewHead: game.HeadOf("raincheck", v),
		Round:    v.Round(),
		Phase:    v.phase.String(),
		River:    v.InRiver(),
		Bet:      int(v.bet),
		Bettor:   seatOrNull(int(v.bettor)),
		Flipped:  flippedWords(v.Flipped()),
		Loser:    seatOrNull(v.Loser()),
		Cards:    cardList(v.held.Append(nil)),
		Stack:    cardList(v.Stack()),
		Known:    knownJSON{River: cardList(v.KnownRiver())},
		Rounds:   []roundJSON{},
		ViewTail: game.TailOf(v),
	}
	if v.round > 0 {
		j.Begins = seatOrNull(v.Begins())
	}
	if v.phase == Stacking || v.phase == Betting {
		j.Limit = v.Limit()
	}
	for seat := range seats {
		j.Energy[seat] = v.Energy(seat)
		j.Owns[seat] = v.Owns(seat)
		j.Holds[seat] = v.Holds(seat)
		j.Stacks[seat] = v.Stacked(seat)
		j.Known.Owned[seat] = cardList(v.Owned(seat).Append(nil))
		j.Known.Gone[seat] = cardList(v.Gone(seat).Append(nil))
	}
	for _, r := range v.Rounds() {
		j.Rounds = append(j.Rounds, roundJSON{
			r.Begins, r.Bet, seatOrNull(r.Bettor), flippedWords(r.Flipped), seatOrNull(r.Loser),
		})
	}
	return json.Marshal(j)
}

// UnmarshalJSON implements game.View. It needs seat, players, options and events
// only.
func (v *View) UnmarshalJSON(data []byte) error {
	j, err := game.ReadViewSource("raincheck", data)
	if err != nil {
		return err
	}
	fresh := &View{}
	if err := fresh.reset(j.Players, j.Options, j.Seat); err != nil {
		return err
	}
	for i, told := range j.Events {
		if err := fresh.observe(told); err != nil {
			return fmt.Errorf("event %d: %w", i+1, err)
		}
		fresh.events = append(fresh.events, told)
	}
	*v = *fresh
	return nil
}

func seatOrNull(seat int) *int {
	if seat < 0 {
		return nil
	}
	return &seat
}

func flippedWords(list []Flipped) [][2]string {
	words := make([][2]string, len(list))
	for i, f := range list {
		words[i] = [2]string{f.From.String(), f.Card.String()}
	}
	return words
}
