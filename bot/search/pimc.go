package search

import (
	"context"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
)

// PIMC is perfect-information Monte Carlo (Levy 1989, "The Million Pound Bridge
// Program"; Ginsberg 2001, "GIB"): every legal move is tried in each of so many sampled
// positions and played to the end. That all moves are tried in the same positions makes
// their difference surer than each of them. What it cannot see is that it will not know
// the cards later either; a playout policy that does not look at them helps.
type PIMC[S any, G Game[S]] struct {
	moves []game.Move
	found []tally
	list  []Worth
}

// Search tries the legal moves in so many samples of the game and returns what each is
// worth to the seat on turn, in the order of the moves. The list is valid until the next search. If ctx is done, it stops after the
// sample that it is at; one at least is taken.
func (p *PIMC[S, G]) Search(ctx context.Context, g G, samples int, r *fair.Rand) []Worth {
	var s, next S
	for i := range samples {
		if i > 0 && i%8 == 0 && ctx.Err() != nil {
			break
		}
		g.Sample(&s, r)
		if i == 0 {
			p.moves = g.Moves(&s, p.moves[:0])
			p.found = append(p.found[:0], make([]tally, len(p.moves))...)
		}
		seat := g.Turn(&s)
		for k, m := range p.moves {
			next = s
			g.Do(&next, m)
			payoff := g.Finish(&next, r)
			p.found[k].add(payoff[seat&(MostSeats-1)])
		}
	}
	p.list = p.list[:0]
	for k, m := range p.moves {
		p.list = append(p.list, p.found[k].worth(m))
	}
	return p.list
}
