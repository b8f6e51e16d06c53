package raincheck

import (
	"fmt"

	"github.com/saloon-games/saloon/game"
)

// Tally follows a game whose cards are played elsewhere, such as at a real table, by what
// the players tell of it: who flips, the cards flipped, and that the bet was reached. What
// is stacked and bet is theirs to see to. Make one with NewTally; assigning it copies it.
type Tally struct{ t table }

// NewTally returns the tally of a game in which the seat, 0 or 1, begins the first round
// (S4).
func NewTally(first int) (Tally, error) {
	if first < 0 || first >= seats {
		return Tally{}, &game.Error{What: fmt.Sprintf("start %d", first), Rule: "S4", Why: "seat 0 or 1 begins"}
	}
	t, _, err := Rules{}.table(seats, nil)
	if err != nil {
		return Tally{}, err
	}
	t.start(first)
	return Tally{t}, nil
}

// flips makes the seat the one that flips in this round, if it is not the other's.
func (y *Tally) flips(what string, seat int) error {
	switch {
	case y.t.phase == Over:
		return &game.Error{What: what, Rule: "S13", Why: "the game is over"}
	case seat < 0 || seat >= seats:
		return &game.Error{What: what, Rule: "S10", Why: fmt.Sprintf("there is no seat %d", seat)}
	case y.t.phase == Flipping && int(y.t.bettor) != seat:
		return &game.Error{What: what, Rule: "S10", Why: fmt.Sprintf("seat %d flips in this round", y.t.bettor)}
	case y.t.phase == Stacking:
		// Nobody has told of the piles: there may be any card in them, and the bet is
		// reached when the players say so.
		y.t.phase, y.t.bettor = Flipping, int8(seat)
		y.t.river, y.t.bet = mostCards, mostCards+1
	}
	return nil
}

// Flip tells that the seat has flipped the card, which acts at once (S12, S13). The error,
// an *game.Error, says that the game is over, that the other seat flips in this round, or
// that there are no more such cards; nothing has changed then.
func (y *Tally) Flip(seat int, c Card) error {
	what := "flip " + c.String()
	if c >= kinds {
		return &game.Error{What: what, Rule: "S1", Why: "there is no such card"}
	}
	if err := y.flips(what, seat); err != nil {
		return err
	}
	seen := 0
	for _, f := range y.t.Flipped() {
		if f.Card == c {
			seen++
		}
	}
	if seen == seats {
		return &game.Error{What: what, Rule: "S1", Why: fmt.Sprintf("there are only %d of %s", seats, c.Name())}
	}
	y.t.flip(River, c)
	y.settle()
	return nil
}

// Reach tells that the seat has flipped as many cards as it had bet, and no Hit (S14).
// Cards that did nothing need not have been told. The error is as for Flip.
func (y *Tally) Reach(seat int) error {
	if err := y.flips("bet reached", seat); err != nil {
		return err
	}
	y.t.endFlipping(seat ^ 1)
	y.settle()
	return nil
}

// settle takes a card from who has lost the round, and begins the next (S17 to S19, S4).
func (y *Tally) settle() {
	if y.t.phase == Losing {
		y.t.lose()
	}
	if y.t.phase == Shuffling {
		y.t.shuffled()
	}
}

// Round is the number of the round that is played, or that was the last, from 1.
func (y *Tally) Round() int { return y.t.Round() }

// Begins is the seat that begins the round (S4).
func (y *Tally) Begins() int { return y.t.Begins() }

// Energy is the seat's energy, 0 to 10 (S2).
func (y *Tally) Energy(seat int) int { return y.t.Energy(seat) }

// Owns is how many cards the seat has left, 0 to 4 (S17).
func (y *Tally) Owns(seat int) int { return y.t.Owns(seat) }

// Flipper is the seat that flips in this round, -1 until something is told of it.
func (y *Tally) Flipper() int { return int(y.t.bettor) }

// Winner is the seat that has won the game, -1 until it is over (S13, S19).
func (y *Tally) Winner() int {
	if won := y.t.Winners(); won != nil {
		return won[0]
	}
	return nobody
}
