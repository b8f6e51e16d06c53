package openhand

import (
	"context"
	"errors"
	"slices"

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

// Solution is what the legal moves of a seat are worth with all hands open.
type Solution struct {
	// Seat is the seat on turn, of Players; Left is the tricks that are not finished, the
	// one in progress included.
	Seat, Players, Left int
	// Models is what has been asked for.
	Models Model
	// Moves is the moves in legal order.
	Moves []Worth
}

// Best says for each of the moves whether the seat makes it: under MaxN the one that it is
// taken to make, see Search.MaxN; under Paranoid alone all that have the least AtMost.
func (f *Solution) Best() []bool {
	best := make([]bool, len(f.Moves))
	chosen := 0
	for i := range f.Moves {
		if f.Moves[i].Takes[f.Seat] <= f.Moves[chosen].Takes[f.Seat] {
			chosen = i
		}
	}
	for i := range f.Moves {
		if f.Models&MaxN != 0 {
			best[i] = i == chosen
			continue
		}
		best[i] = !slices.ContainsFunc(f.Moves, func(w Worth) bool { return w.AtMost < f.Moves[i].AtMost })
	}
	return best
}

// The refusals of a position.
var (
	ErrGame       = errors.New("openhand: want a position of Texas Showdown")
	ErrNoDecision = errors.New("openhand: no seat is on turn")
)

// TricksLeft is how many tricks of a hand of Texas Showdown are not finished, the one in
// progress included, at a seat's decision. The error is ErrGame or ErrNoDecision.
func TricksLeft(s game.State) (int, error) {
	t, ok := s.(*texas.State)
	if !ok {
		return 0, ErrGame
	}
	seat, ok := t.Turn().Seat()
	if !ok {
		return 0, ErrNoDecision
	}
	return t.Hand(seat).Len(), nil
}

// Solver solves hands of Texas Showdown. It is not safe for concurrent use.
type Solver struct {
	search *Search[texas.State, Hand]
}

// NewSolver returns a solver whose table has room for so many positions, 32 bytes each,
// rounded up to a power of two. A million suit hands of six or seven tricks left. What it
// finds does not hang on that.
func NewSolver(entries int) *Solver {
	return &Solver{NewSearch[texas.State](Hand{}, entries)}
}

// Nodes is how many positions in which there was something to choose have been looked at
// so far.
func (x *Solver) Nodes() uint64 { return x.search.Nodes() }

// Solve returns what each legal move of the seat on turn is worth under the models that
// are asked for. After each move that is done it calls done, unless that is nil, with how
// many are. The errors are TricksLeft's, and the context's if it ends first; the moves that
// are done are returned then, too.
func (x *Solver) Solve(ctx context.Context, s game.State, models Model, done func(moves int)) (Solution, error) {
	left, err := TricksLeft(s)
	if err != nil {
		return Solution{}, err
	}
	t := s.(*texas.State) // TricksLeft has seen to it
	found := Solution{Seat: int(t.Turn()), Players: t.Players(), Left: left, Models: models}
	x.search.Age()
	for _, m := range t.Legal(nil) {
		w, err := x.worth(ctx, t, m, models)
		if err != nil {
			return found, err
		}
		found.Moves = append(found.Moves, w)
		if done != nil {
			done(len(found.Moves))
		}
	}
	return found, nil
}

// worth is what the move is worth.
func (x *Solver) worth(ctx context.Context, s *texas.State, m game.Move, models Model) (Worth, error) {
	w := Worth{Move: m}
	seat := int(s.Turn())
	next := *s
	if err := next.Play(m); err != nil {
		return w, err
	}
	next.CloseUp()
	now := Units(next.TakenBySeat() - s.TakenBySeat())
	if models&MaxN != 0 {
		u, err := x.search.MaxN(ctx, &next)
		if err != nil {
			return w, err
		}
		for i := range s.Players() {
			w.Takes[i] = (now + u).Of(i)
		}
	}
	if models&Paranoid != 0 {
		most, err := x.search.Paranoid(ctx, &next, seat)
		if err != nil {
			return w, err
		}
		w.AtMost = now.Of(seat) + most
	}
	return w, nil
}
