// Package equilibrium plays Showdown near equilibrium: it solves each round when it
// begins, at the joint belief of both hands that follows from everything that everybody
// has seen, and draws its moves from the average strategy (package round). Whoever
// knows all of that can still not gain much against it; docs/strength.md says how much.
//
// Its levels differ in how much they work, and in how often they choose by whim.
//
// The package must never know hidden cards, tables, servers or clocks.
package equilibrium

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/saloon-games/saloon/bot/advice"
	"github.com/saloon-games/saloon/bot/equilibrium/book"
	"github.com/saloon-games/saloon/bot/equilibrium/round"
	"github.com/saloon-games/saloon/bot/thumb"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
)

// Player is a bot.Policy and a bot.Advisor for Showdown. It keeps nothing from one
// decision to the next but its source; all players of a level share what they have
// worked out.
type Player struct {
	level *level
	book  *book.Book
	src   fair.Source
}

// books are the levels', by name.
var books = map[string]func() *book.Book{}

func init() {
	for i := range levels {
		l := &levels[i]
		books[l.name] = sync.OnceValue(func() *book.Book {
			m := embedded()
			if l.foresees {
				return book.New(m, l.work, round.Looks)
			}
			return book.New(m.Table, l.work, nil)
		})
	}
}

// Levels lists the levels, the weakest first.
func Levels() []string {
	names := make([]string, len(levels))
	for i, l := range levels {
		names[i] = l.name
	}
	return names
}

// New returns a player of a level, easy, medium, hard or expert, which draws its moves
// by src, once each. Another game than Showdown and another level are refused.
func New(name string, rules game.Rules, src fair.Source) (*Player, error) {
	if _, ok := rules.(raincheck.Rules); !ok {
		return nil, fmt.Errorf("equilibrium: plays Showdown only, not %s", rules.Title())
	}
	for i := range levels {
		if l := &levels[i]; l.name == name {
			return &Player{level: l, book: books[name](), src: src}, nil
		}
	}
	return nil, fmt.Errorf("equilibrium: no level %s; there are easy, medium, hard and expert", game.Quote(name))
}

// Name returns the level.
func (p *Player) Name() string { return p.level.name }

// decision is a view's decision, weighed.
type decision struct {
	moves []game.Move
	probs []float64
	wins  []float64 // chances to win
}

// weigh finds what the level thinks of the legal moves.
func (p *Player) weigh(ctx context.Context, view game.View) (*decision, error) {
	v, ok := view.(*raincheck.View)
	if !ok {
		return nil, fmt.Errorf("equilibrium: plays Showdown only, and %T is no view of it", view)
	}
	if seat, ok := v.Turn().Seat(); !ok || seat != v.Seat() {
		return nil, errors.New("equilibrium: the seat is not on turn")
	}
	before, now := book.History(v.Events())
	policy := p.book.Open(ctx, before)
	if policy == nil {
		return p.instinct(ctx, v)
	}
	line := round.NewLine(policy)
	book.Follow(line, now)
	hand := round.HandOf(v.Owned(v.Seat()), ownStack(v))
	d := &decision{}
	var room [12]round.Choice
	for _, c := range line.Choices(&hand, room[:0]) {
		d.moves = append(d.moves, c.Move)
		d.probs = append(d.probs, c.Prob)
		d.wins = append(d.wins, min(max((1+c.Worth)/2, 0), 1))
	}
	p.level.soften(d.probs, d.wins)
	return d, nil
}

// instinct is the decision of who has had no time to think at all: the rule of thumb's,
// and nothing is known of what moves are worth.
func (p *Player) instinct(ctx context.Context, v *raincheck.View) (*decision, error) {
	rule, err := thumb.New(raincheck.Rules{}, p.src)
	if err != nil {
		return nil, err
	}
	choice, err := rule.Choose(ctx, v)
	if err != nil {
		return nil, err
	}
	d := &decision{moves: v.Legal(nil)}
	for _, m := range d.moves {
		prob := 0.0
		if m == choice {
			prob = 1
		}
		d.probs = append(d.probs, prob)
		d.wins = append(d.wins, 0.5)
	}
	return d, nil
}

// ownStack is the seat's stack as it was before flipping, top first.
func ownStack(v *raincheck.View) []raincheck.Card {
	var stack []raincheck.Card
	for _, f := range v.Flipped() {
		if f.From == raincheck.Own {
			stack = append(stack, f.Card)
		}
	}
	return append(stack, v.Stack()...)
}

// draw chooses by the probabilities.
func (p *Player) draw(d *decision) game.Move {
	const grain = 1 << 30
	x := (float64(p.src.Below(grain)) + 0.5) / grain
	for i, prob := range d.probs {
		if x -= prob; x < 0 {
			return d.moves[i]
		}
	}
	return d.moves[len(d.moves)-1]
}

// Choose implements bot.Player.
func (p *Player) Choose(ctx context.Context, v game.View) (game.Move, error) {
	d, err := p.weigh(ctx, v)
	if err != nil {
		return 0, err
	}
	return p.draw(d), nil
}

// Probs implements bot.Policy.
func (p *Player) Probs(ctx context.Context, v game.View) ([]float64, error) {
	d, err := p.weigh(ctx, v)
	if err != nil {
		return nil, err
	}
	return d.probs, nil
}

// Advise implements bot.Advisor. Its values are chances to win for who has this hand
// and believes of the other's what everybody may believe; they are worked out, not
// sampled, and have no standard error.
func (p *Player) Advise(ctx context.Context, view game.View) (advice.Advice, error) {
	d, err := p.weigh(ctx, view)
	if err != nil {
		return advice.Advice{}, err
	}
	a := advice.Advice{Unit: advice.Wins, Choice: p.draw(d)}
	for i, m := range d.moves {
		a.Moves = append(a.Moves, advice.Move{Move: m, Value: d.wins[i], Prob: d.probs[i]})
	}
	a.Why = why(view.(*raincheck.View), d, a.Choice)
	return a, nil
}
