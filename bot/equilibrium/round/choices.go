package round

import (
	"math/bits"

	"github.com/saloon-games/saloon/bot/cfr"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
)

// Choice is a legal move, how often the policy makes it, and what the game is worth to
// who makes it, -1 to 1, by what everybody may believe and the own hand.
type Choice struct {
	Move  game.Move
	Prob  float64
	Worth float64
}

// Choices appends the moves of the player on turn to dst, ascending, when it has this
// hand: the stack as it was when betting began.
func (l *Line) Choices(h *Hand, dst []Choice) []Choice {
	if l.group >= 0 {
		return l.flipChoices(h, dst)
	}
	n := l.tree()
	if n.Kind != cfr.Decision { // S9: the bet is at its limit
		return append(dst, Choice{raincheck.Fold(), 1, l.end(l.policy.shape.groups[l.place().group].bettor^1, h)})
	}
	hand := h.index()
	cards := l.cards()
	bets := bits.Len8(l.place().bets)
	choice := func(edge int, m game.Move) Choice {
		at := l.policy.base[l.node] + edge*n.States[n.Player] + hand
		return Choice{m, float64(l.policy.probs[at]), float64(l.policy.worth[at])}
	}
	for c := range cards {
		if n.Edges[c].To[n.Player][hand] >= 0 {
			dst = append(dst, choice(c, raincheck.Stack(raincheck.Card(c))))
		}
	}
	first := cards
	if bets > 0 {
		first = 1
	}
	for e := first; e < len(n.Edges); e++ {
		dst = append(dst, choice(e, raincheck.Bet(bets+1+e-first)))
	}
	if bets > 0 {
		dst = append(dst, choice(0, raincheck.Fold()))
	}
	return dst
}

// index is where the hand stands among those that stack as many of as many cards.
func (h *Hand) index() int {
	n := h.Owned.Len()
	at := int32(setAt[h.Owned])
	for k := range h.Len {
		at = after[n][k][h.Stack[k]][at]
	}
	return int(at)
}

// HandOf returns the hand that owns these cards and has stacked those, the top first.
func HandOf(owned raincheck.Set, stack []raincheck.Card) Hand {
	h := Hand{Owned: owned, Len: len(stack)}
	for i, c := range stack {
		h.Stack[len(stack)-1-i] = c
	}
	return h
}

// end is what a terminal is worth to a player with the hand.
func (l *Line) end(player int, h *Hand) float64 {
	return float64(l.policy.ends[player][l.policy.endAt[player][l.node]+h.index()])
}

// flipChoices are Choices once the bettor flips.
func (l *Line) flipChoices(h *Hand, dst []Choice) []Choice {
	bettor := l.policy.shape.groups[l.group].bettor
	if l.way == nil {
		return append(dst, Choice{raincheck.Flip(raincheck.Own), 1, l.end(bettor, h)})
	}
	owner := 0
	for i, s := range l.way.owners {
		if int(s) == setAt[h.Owned] {
			owner = i
		}
	}
	f := &l.way.dag.nodes[l.at]
	for pile, source := range []raincheck.Source{raincheck.Opponent, raincheck.River} {
		if !f.piles[pile] {
			continue
		}
		c := Choice{raincheck.Flip(source), l.way.share(int(l.at), owner, pile), l.end(bettor, h)}
		if f.choice >= 0 {
			c.Worth = float64(l.way.worth[pile][f.choice*len(l.way.owners)+owner])
		}
		dst = append(dst, c)
	}
	return dst
}
