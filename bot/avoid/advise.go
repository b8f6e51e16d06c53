package avoid

import (
	"context"
	"math"
	"strings"

	"github.com/saloon-games/saloon/bot/advice"
	"github.com/saloon-games/saloon/bot/search"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// second is how many samples the values of moves are taken from where the level
// itself does not search.
const second = 200

// Advise implements bot.Advisor. Values are what the level plays for: in games to a
// target, if it searches, the seat's share of wins; else the tricks that the seat is
// expected to take from the decision to the end of the hand, the one in progress
// included, which the levels that do not search have from 200 samples of each move.
//
// Errors take tries of one imagined deal as telling the same, so they do not fall
// below what the pool of deals allows, however often it is gone through.
func (p *Player) Advise(ctx context.Context, v game.View) (advice.Advice, error) {
	if err := p.look(v); err != nil {
		return advice.Advice{}, err
	}
	choice := p.legal[0]
	var found []search.Worth
	if len(p.legal) > 1 {
		choice, found = p.think(ctx)
	}
	if found == nil {
		if p.level.samples == 0 && p.level.plies == 0 {
			p.table.stakes = stakes{}
		}
		r := p.random()
		p.table.weigh(r)
		found = p.pimc.Search(ctx, &p.table, second, r)
	}
	a := advice.Advice{Unit: p.table.unit(), Choice: choice}
	for _, w := range found {
		m := advice.Move{Move: w.Move}
		m.Value, m.Error = p.table.worth(w)
		if w.Move == choice {
			m.Prob = 1
		}
		a.Moves = append(a.Moves, m)
	}
	not := whyNot(p.table.view, choice, a.Unit, a.Moves)
	a.Why = p.why(&a, not != "")
	if not != "" {
		a.Why = strings.TrimSuffix(a.Why, ".") + not + "."
	}
	return a, nil
}

// unit is what the search plays for.
func (t *table) unit() advice.Unit {
	if t.stakes.wins {
		return advice.Wins
	}
	return advice.Tricks
}

// worth is what a search has found out about a move as advice tells it.
func (t *table) worth(w search.Worth) (value, err float64) {
	err = w.Error
	if deals := t.belief.size(); t.how.pool > 0 && deals > 0 {
		err *= math.Sqrt(1 + float64(w.Visits)/deals)
	}
	v := t.view
	taken := float64(v.Taken(v.Seat()))
	if !t.stakes.wins {
		return -w.Mean/trick - taken, err / trick
	}
	left := 0
	for seat := range v.Players() {
		left += v.Taken(seat)
	}
	// The few tricks that a win is not all about are taken out again, by the mean.
	taken += float64(v.HandSize()-left) / float64(v.Players())
	scale := float64(t.stakes.scale)
	return min(max((w.Mean+trick/few*taken)/scale, 0), 1), err / scale
}

// why says in one sentence why the move is made, which may be an error.
func (p *Player) why(a *advice.Advice, erring bool) string {
	v := p.table.view
	m := a.Choice
	c, plays := texas.PlayedCard(m)
	switch {
	case !plays:
		seat, _ := texas.NamedOpener(m)
		return whyOpener(v, seat)
	case len(a.Moves) == 1:
		return whyForced(v, c)
	case len(v.Trick()) == 0:
		return whyOpening(v, c, whyNoOther(v, c, a.Unit, a.Moves, erring))
	default:
		return whyFollowing(v, c)
	}
}
