package openhand

import (
	"context"
	"errors"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// Hand is a hand of Texas Showdown as a Game: units are tricks, positions are
// texas.State's in the middle of a hand, and so are the rules. Branches are cards, or seats
// where an opener is to be chosen (T11). After each trick it closes the cards up
// (texas.State.CloseUp), so that many positions become one. It remembers positions between
// tricks only: within a trick hardly any comes twice.
type Hand struct{}

var _ Game[texas.State] = Hand{}

// apart is the cards that are never the same as the next lower one: the lowest of each
// color, and the top cards.
var apart = func() (apart texas.Set) {
	for color := texas.Black; color <= texas.Grey; color++ {
		cards := color.Cards()
		apart |= texas.SetOf(cards.Nth(0), cards.Nth(cards.Len()-1))
	}
	return apart
}()

// Turn implements Game.
func (Hand) Turn(s *texas.State) int { return int(s.Turn()) }

// Branches implements Game. Of cards that nothing lies between but others of the same hand
// it has the lowest only: T8 asks for the order of cards, so either leads to the same
// tricks.
func (Hand) Branches(s *texas.State) uint64 {
	if s.Choosing() {
		if s.Hand(0).Len() == 1 {
			return 1 // whoever opens the last trick, the same cards are in it
		}
		return 1<<s.Players() - 1
	}
	l := s.LegalCards()
	return uint64(l &^ (l << 1 &^ apart))
}

// Do implements Game. It panics if the branch is none.
func (Hand) Do(s *texas.State, branch int) {
	m := texas.Play(texas.Card(branch))
	if s.Choosing() {
		m = texas.Opener(branch)
	}
	if err := s.Play(m); err != nil {
		panic("openhand: a legal move was refused: " + err.Error())
	}
	if s.TrickLen() == 0 && s.Hand(0).Len() > 1 {
		s.CloseUp()
	}
}

// Taken implements Game.
func (Hand) Taken(s *texas.State) Units { return Units(s.TakenBySeat()) }

// Key implements Game. Each card has the number of who holds it, 1 to 6 or 0 for nobody, in
// three bits, one in each word. That says how many play, too.
func (Hand) Key(s *texas.State) (k Key, left int) {
	if s.TrickLen() != 0 {
		return Key{}, 0
	}
	h0, h1, h2, h3, h4, h5 := s.Hand(0), s.Hand(1), s.Hand(2), s.Hand(3), s.Hand(4), s.Hand(5)
	k = Key{A: uint64(h0 | h2 | h4), B: uint64(h1 | h2 | h5), C: uint64(h3 | h4 | h5)}
	k.A |= uint64(s.Turn()) << 60
	if s.Choosing() {
		k.A |= 1 << 63
	}
	if s.Seas() {
		k.B |= 1 << 60
	}
	return k, h0.Len()
}

// Model is how seats are thought to play; models can be asked for together.
type Model uint8

// The models.
const (
	// MaxN is every seat for itself.
	MaxN Model = 1 << iota
	// Paranoid is all others against the seat on turn.
	Paranoid
)

// Worth is what a legal move is worth with all hands open.
type Worth struct {
	Move game.Move
	// Takes is the tricks that each seat takes from the move to the end of the hand
	// under MaxN, the trick that it plays to included.
	Takes [MostSeats]int
	// AtMost is the most tricks that the seat on turn can be made to take in that time,
	// if it plays well: Paranoid's value.
	AtMost int
}

// Solver solves hands of Texas Showdown. It is not safe for concurrent use.
type Solver struct {
	search *Search[texas.State, Hand]
}

// NewSolver returns a solver whose table has room for so many positions, 32 bytes each,
// rounded up to a power of two. A million suit hands of six or seven tricks left. What it finds
// does not hang on that.
func NewSolver(entries int) *Solver {
	return &Solver{NewSearch[texas.State](Hand{}, entries)}
}

// ErrNoDecision is the refusal of a position in which no seat is to decide.
var ErrNoDecision = errors.New("openhand: no seat is on turn")

// TricksLeft is how many tricks of the hand are not finished, the one in progress
// included; 0 unless a seat is on turn.
func TricksLeft(s *texas.State) int {
	seat, ok := s.Turn().Seat()
	if !ok {
		return 0
	}
	return s.Hand(seat).Len()
}

// Solve returns what each legal move of the seat on turn is worth, ascending, under the
// models that are asked for. After each move that is done it calls done, unless that is
// nil, with how many are. The error is ErrNoDecision, or the context's if it ends first;
// the moves that are done are returned then, too.
func (x *Solver) Solve(ctx context.Context, s *texas.State, models Model, done func(moves int)) ([]Worth, error) {
	seat, ok := s.Turn().Seat()
	if !ok {
		return nil, ErrNoDecision
	}
	x.search.Age()
	var list []Worth
	for _, m := range s.Legal(nil) {
		next := *s
		if err := next.Play(m); err != nil {
			return list, err
		}
		next.CloseUp()
		w := Worth{Move: m}
		now := Units(next.TakenBySeat() - s.TakenBySeat())
		if models&MaxN != 0 {
			u, err := x.search.MaxN(ctx, &next)
			if err != nil {
				return list, err
			}
			for i := range s.Players() {
				w.Takes[i] = (now + u).Of(i)
			}
		}
		if models&Paranoid != 0 {
			most, err := x.search.Paranoid(ctx, &next, seat)
			if err != nil {
				return list, err
			}
			w.AtMost = now.Of(seat) + most
		}
		list = append(list, w)
		if done != nil {
			done(len(list))
		}
	}
	return list, nil
}

// Choice is the place in the list of the move that the seat plays under MaxN: of those that
// cost it fewest tricks the last in legal order. The list must not be empty.
func Choice(list []Worth, seat int) int {
	best := 0
	for i := range list {
		if list[i].Takes[seat] <= list[best].Takes[seat] {
			best = i
		}
	}
	return best
}
