package texas

import (
	"fmt"

	"github.com/saloon-games/saloon/game"
)

// Scores adds up a game whose cards are played elsewhere, such as at a real table, by
// what the players took in each hand. Make one with NewScores.
type Scores struct{ t table }

// NewScores returns the scores of a game before its first hand. The players and the
// options are those of Rules.New, and so is the error, an *game.Error.
func NewScores(players int, options game.Options) (*Scores, error) {
	t, err := Rules{}.table(players, options)
	if err != nil {
		return nil, err
	}
	return &Scores{t}, nil
}

// Missing is how many tricks a hand lacks, told by what each player took of it: 0 if
// they are as many as cards were dealt to each (T12), below 0 if they are too many.
// There must be 3 to 6 players.
func Missing(tricks []int) int {
	left := HandSize(len(tricks))
	for _, n := range tricks {
		left -= n
	}
	return left
}

// Hand adds a hand, by the tricks that each player took (T12). It is refused, with an
// *game.Error, when the game is over (T13, T16), when the tricks are not those of a
// hand and when they are not one number for each player; it changes nothing then.
func (s *Scores) Hand(tricks []int) error {
	refusal := &game.Error{What: fmt.Sprintf("hand %d", s.t.deals+1), Rule: "T12"}
	if s.Over() {
		refusal.Rule, refusal.Why = "T13", "the game is over"
		return refusal
	}
	if len(tricks) != int(s.t.seats) {
		refusal.Why = fmt.Sprintf("want tricks of %d players, not of %d", s.t.seats, len(tricks))
		return refusal
	}
	for _, n := range tricks {
		if n < 0 || n > int(s.t.size) {
			refusal.Why = fmt.Sprintf("a player takes 0 to %d tricks, not %d", s.t.size, n)
			return refusal
		}
	}
	if n := Missing(tricks); n != 0 {
		refusal.Why = fmt.Sprintf("want %d tricks in all, not %d", s.t.size, int(s.t.size)-n)
		return refusal
	}
	s.t.deal(0)
	for seat, n := range tricks {
		s.t.taken[seat] = uint8(n)
	}
	s.t.score()
	return nil
}

// Over reports whether the game has ended (T13, T16).
func (s *Scores) Over() bool { return s.t.turn == game.Over }

// Total is the seat's penalty points.
func (s *Scores) Total(seat int) int { return s.t.Total(seat) }

// Winners lists the seats with the fewest points once the game is over (T14), nil
// before.
func (s *Scores) Winners() []int { return s.t.Winners() }

// Target is the number of points that ends the game, or 0 if a number of hands does
// (T13, T15, T16).
func (s *Scores) Target() int { return s.t.Target() }

// Hands is the number of hands that is played, or 0 if a target ends the game (T16).
func (s *Scores) Hands() int { return s.t.Hands() }

// Seas reports whether T17 is played.
func (s *Scores) Seas() bool { return s.t.seas }
