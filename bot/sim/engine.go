package sim

import (
	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
)

// mostSeats is the number of players that a game has at most.
const mostSeats = 8

// engine plays one random game after the other, without an allocation but for the
// copy of the start. It belongs to one worker.
type engine struct {
	start   game.State // stays as it is
	players int
	chance  fair.Rand
	seats   [mostSeats]fair.Rand
	room    [fair.MaxPool]uint8
	legal   []game.Move
}

// play plays the game that has this seed and returns the state that it ends in and
// the number of decisions in it. It appends every event to events unless that is
// nil.
func (e *engine) play(seed uint64, events *[]string) (end game.State, moves int) {
	e.chance.Seed(seed)
	for seat := range e.players {
		e.seats[seat].Seed(bot.SeatSeed(seed, seat))
	}
	s := e.start.Clone()
	for {
		switch turn := s.Turn(); turn {
		case game.Over:
			return s, moves
		case game.Chance:
			d := s.Draw()
			fair.Draw(&e.chance, e.room[:d.Take], d.Of)
			must(s.Chance(e.room[:d.Take]))
		default:
			e.legal = s.Legal(e.legal[:0])
			must(s.Play(e.legal[e.seats[turn].Below(len(e.legal))]))
			moves++
		}
		if events != nil {
			*events = append(*events, s.Last())
		}
	}
}

// must is for what the rules say is legal and then cannot refuse.
func must(err error) {
	if err != nil {
		panic("sim: a legal event was refused: " + err.Error())
	}
}
