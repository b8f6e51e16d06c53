package avoid

import (
	"github.com/saloon-games/saloon/bot/hidden"
	"github.com/saloon-games/saloon/bot/reflex"
	"github.com/saloon-games/saloon/bot/search"
	"github.com/saloon-games/saloon/bot/thumb"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

const (
	mostSeats = 6
	// trick is what one trick takes off a payoff.
	trick = reflex.Unit
	// explore is how much a tree tries moves that do not look best, in tricks.
	explore = 0.2
	// trust is how many tries of a move the policy's opinion counts for.
	trust = 20
)

// imagination is how a level imagines what it cannot see.
type imagination struct {
	// pool is how many deals are weighed by what the others have played; 0 if all deals
	// count the same.
	pool int
	// thumbs is how many of 256 seats play by the rule of thumb, as long as nothing is
	// known of them; the others play by the learned policy.
	thumbs int
	// random is how many of 256 decisions are made at random.
	random int
}

// table is a decision as a search plays on from it. It is a search.Guide.
type table struct {
	view   *texas.View
	how    imagination
	deals  hidden.Deals
	belief belief
	stakes stakes
	quick  *reflex.Policy
	thumb  thumb.Texas
	thumbs uint8 // bit s: seat s plays by the rule of thumb in the sample
	hands  [mostSeats]texas.Set
}

var _ search.Guide[reflex.Position] = (*table)(nil)

// look prepares the table for the decision of the view's seat.
func (t *table) look(v *texas.View, how imagination) error {
	t.view, t.how = v, how
	t.stakes.look(v)
	t.quick = reflex.For(v.Players(), v.Seas())
	return t.deals.Look(v)
}

// weigh fills the pool if the level has one. A search begins with it.
func (t *table) weigh(r *fair.Rand) {
	if t.how.pool > 0 {
		t.belief.look(t.view)
		t.belief.fill(&t.deals, t.view, t.quick, t.how.pool, t.how.thumbs, r)
	}
}

// Sample implements search.Game.
func (t *table) Sample(s *reflex.Position, r *fair.Rand) {
	hands := t.hands[:t.view.Players()]
	if t.how.pool > 0 {
		d := t.belief.draw(r)
		copy(hands, d.hands[:])
		t.thumbs = d.thumbs
	} else {
		t.deals.Draw(r, hands)
		t.thumbs = 0
		for seat := range hands {
			if t.how.thumbs > 0 && int(r.Uint64()>>56) < t.how.thumbs {
				t.thumbs |= 1 << seat
			}
		}
	}
	if err := s.Look(t.view, hands); err != nil {
		panic("avoid: a deal that agrees with the view was refused: " + err.Error())
	}
}

// Turn implements search.Game.
func (*table) Turn(s *reflex.Position) int { return int(s.Turn()) }

// Moves implements search.Game.
func (*table) Moves(s *reflex.Position, dst []game.Move) []game.Move { return s.Legal(dst) }

// Do implements search.Game.
func (*table) Do(s *reflex.Position, m game.Move) { s.Do(m) }

// Finish implements search.Game. It plays on to the end of the hand.
func (t *table) Finish(s *reflex.Position, r *fair.Rand) search.Payoff {
	for s.Turn() >= 0 {
		s.Do(t.Reply(s, r))
	}
	return t.stakes.payoff(s)
}

// Reply implements search.Guide: whoever is on turn moves by the rule of thumb or by the
// policy, and now and then at random.
func (t *table) Reply(s *reflex.Position, r *fair.Rand) game.Move {
	switch l := s.LegalCards(); {
	case l != 0 && l&(l-1) == 0:
		return texas.Play(l.Nth(0))
	case int(r.Uint64()>>56) < t.how.random:
		return s.Random(r)
	case t.thumbs>>s.Turn()&1 != 0:
		s.Thumb(&t.thumb)
		return t.thumb.Move()
	default:
		d := s.Sight()
		return t.quick.Move(&d)
	}
}

// Prior implements search.Guide: what the policy thinks.
func (t *table) Prior(s *reflex.Position, _ []game.Move, p []int32) {
	var worths [16]int32
	d := s.Sight()
	t.quick.Worths(&d, &worths)
	for i := range p {
		p[i] = -worths[i]
	}
}
