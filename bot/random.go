package bot

import (
	"context"
	"errors"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
)

// Random plays any legal move, each as likely as the others. Whoever does not
// beat it does not play yet.
type Random struct {
	src   fair.Source
	legal []game.Move // room that is used again
}

// NewRandom returns a random player that draws from src, once a move.
func NewRandom(src fair.Source) *Random { return &Random{src: src} }

// Name returns "random".
func (*Random) Name() string { return "random" }

// Choose implements Player.
func (r *Random) Choose(_ context.Context, v game.View) (game.Move, error) {
	r.legal = v.Legal(r.legal[:0])
	if len(r.legal) == 0 {
		return 0, errors.New("bot: the seat is not on turn")
	}
	return r.legal[r.src.Below(len(r.legal))], nil
}
