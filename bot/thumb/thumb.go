// Package thumb plays each game by a rule of thumb: without search, in about a
// microsecond a decision, and never foolishly. It is the player to fall back on
// when another one errs or is late, the opponent that every better one must beat,
// and the policy of playouts: Texas and Raincheck are one decision each, filled
// from a View or by a search from a position that it has imagined.
//
// The package must never know tables, servers, clocks or who the people are.
package thumb

import (
	"context"
	"errors"
	"fmt"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/game/texas"
)

// Player is a bot.Player that plays by the rule of thumb of its game. It keeps
// nothing from one decision to the next but its source.
type Player struct {
	src       fair.Source
	texas     Texas
	raincheck Raincheck
}

// New returns a player of the game. Only Showdown leaves something to src: whether
// to bluff. A game that has no rule of thumb is refused.
func New(rules game.Rules, src fair.Source) (*Player, error) {
	switch rules.(type) {
	case texas.Rules, raincheck.Rules:
		return &Player{src: src}, nil
	default:
		return nil, fmt.Errorf("thumb: there is no rule of thumb for %s", rules.Title())
	}
}

// Name returns "thumb".
func (*Player) Name() string { return "thumb" }

// Choose implements bot.Player.
func (p *Player) Choose(_ context.Context, v game.View) (game.Move, error) {
	if seat, ok := v.Turn().Seat(); !ok || seat != v.Seat() {
		return 0, errors.New("thumb: the seat is not on turn")
	}
	switch v := v.(type) {
	case *texas.View:
		p.texas.Look(v)
		return p.texas.Move(), nil
	case *raincheck.View:
		p.raincheck.Look(v)
		return p.raincheck.Move(p.src), nil
	default:
		return 0, fmt.Errorf("thumb: there is no rule of thumb for %T", v)
	}
}
