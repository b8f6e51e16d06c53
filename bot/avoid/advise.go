package avoid

import (
	"context"

	"github.com/saloon-games/saloon/bot/advice"
	"github.com/saloon-games/saloon/bot/search"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// second is how many samples the values of moves are taken from where the level
// itself does not search, or does not search for few tricks.
const second = 200

// Advise implements bot.Advisor. Values are the tricks that the seat is expected to take
// from the decision to the end of the hand, the one in progress included. The levels that
// do not search have them from 200 samples of each move, and so have all in games to a
// target, where the choice is made by the share of wins. The errors are Choose's.
func (p *Player) Advise(ctx context.Context, v game.View) (advice.Advice, error) {
	if err := p.look(v); err != nil {
		return advice.Advice{}, err
	}
	choice := p.legal[0]
	var found []search.Worth
	if len(p.legal) > 1 {
		choice, found = p.think(ctx)
	}
	if found == nil || p.table.stakes.wins {
		p.table.stakes = stakes{}
		r := p.random()
		p.table.weigh(r)
		found = p.pimc.Search(ctx, &p.table, second, r)
	}
	a := advice.Advice{Unit: advice.Tricks, Choice: choice}
	taken := float64(p.table.view.Taken(p.table.view.Seat()))
	for _, w := range found {
		m := advice.Move{Move: w.Move, Value: -w.Mean/trick - taken, Error: w.Error / trick}
		if w.Move == choice {
			m.Prob = 1
		}
		a.Moves = append(a.Moves, m)
	}
	a.Why = p.why(choice, a.Moves)
	return a, nil
}

// why says in one sentence why the move is made.
func (p *Player) why(m game.Move, moves []advice.Move) string {
	v := p.table.view
	c, plays := texas.PlayedCard(m)
	switch {
	case !plays:
		seat, _ := texas.NamedOpener(m)
		return whyOpener(v, seat)
	case len(moves) == 1:
		return whyForced(v, c)
	case len(v.Trick()) == 0:
		return whyOpening(v, c)
	default:
		return whyFollowing(v, c)
	}
}
