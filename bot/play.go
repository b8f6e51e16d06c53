package bot

import (
	"context"
	"errors"
	"fmt"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
)

// ErrOver is what Step returns when there is nothing left to play.
var ErrOver = errors.New("bot: the game is over")

// PlayerError says that a player failed or chose what is not legal. The match is
// as it was before the choice.
type PlayerError struct {
	// Seat is whose player it was, and Name its name.
	Seat int
	Name string
	// Err is what the player said, or the rules: then it is a *game.Error.
	Err error
}

// Error returns "seat 2, random: ...".
func (e *PlayerError) Error() string { return fmt.Sprintf("seat %d, %s: %v", e.Seat, e.Name, e.Err) }

// Unwrap returns what the player or the rules said.
func (e *PlayerError) Unwrap() error { return e.Err }

// Step plays one event of the match: a draw from chance, or the choice of the
// player whose seat is on turn, made from that seat's own view. There are as many
// players as seats, in their order. The error is ErrOver at the end of the game, a
// *PlayerError where a player failed, and the rules' own if they refused chance's
// draw. Players that run out of ctx while they think answer with what they have.
func Step(ctx context.Context, m *game.Match, players []Player, chance fair.Source) error {
	switch turn := m.State().Turn(); turn {
	case game.Over:
		return ErrOver
	case game.Chance:
		want := m.State().Draw()
		draw := make([]uint8, want.Take)
		fair.Draw(chance, draw, want.Of)
		return m.Apply(m.State().Outcome(draw))
	default:
		seat := int(turn)
		p := players[seat]
		move, err := p.Choose(ctx, m.View(seat))
		if err == nil {
			err = m.Act(seat, m.State().Word(move))
		}
		if err != nil {
			return &PlayerError{Seat: seat, Name: p.Name(), Err: err}
		}
		return nil
	}
}

// Play plays the match from where it stands to its end. It takes as many players
// as there are seats. A player's failure ends it with a *PlayerError.
func Play(ctx context.Context, m *game.Match, players []Player, chance fair.Source) error {
	if len(players) != m.Players() {
		return fmt.Errorf("bot: %d players for %d seats", len(players), m.Players())
	}
	for {
		switch err := Step(ctx, m, players, chance); {
		case errors.Is(err, ErrOver):
			return nil
		case err != nil:
			return err
		}
	}
}
