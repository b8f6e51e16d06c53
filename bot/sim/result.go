package sim

import (
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/game/texas"
)

// Result is how the games went.
type Result struct {
	// Games is how many were counted.
	Games int
	// Moves is the number of decisions in all of them.
	Moves int64
	// Events is how long they were, chance's events included.
	Events Length
	// Wins is the games won by seat, a shared win as parts that add up to 1.
	Wins []float64
	// Figures is what else the game counts.
	Figures []Figure
}

// Length is how long games were.
type Length struct {
	Mean     float64
	Min, Max int
}

// Figure is something that is counted at the end of each game.
type Figure struct {
	// Name says what: "points".
	Name string
	// BySeat is the mean of each seat; nil if it is one number for the table.
	BySeat []float64
	// Mean is the mean for the table, unless it is by seat.
	Mean float64
}

// figure is how a Figure is taken from a finished game.
type figure struct {
	name   string
	bySeat bool
	of     func(s game.State, seat int) int
}

// figuresOf is the figures of a state's game; none of a game that is not known.
func figuresOf(s game.State) []figure {
	switch s.(type) {
	case *texas.State:
		return []figure{
			{"points", true, func(s game.State, seat int) int { return s.(*texas.State).Total(seat) }},
			{"hands", false, func(s game.State, _ int) int { return s.(*texas.State).HandNumber() }},
		}
	case *raincheck.State:
		return []figure{
			{"energy", true, func(s game.State, seat int) int { return s.(*raincheck.State).Energy(seat) }},
			{"rounds", false, func(s game.State, _ int) int { return s.(*raincheck.State).Round() }},
		}
	default:
		return nil
	}
}

// whole is a win in the parts that wins are counted in. It can be shared by 1 to 8
// winners without a rest, so that sums do not depend on their order.
const whole = 840

// tally counts games. All of it is whole numbers, so that adding tallies up in any
// groups gives the same.
type tally struct {
	players  int
	figures  []figure
	games    int
	moves    int64
	events   int64
	min, max int
	wins     [mostSeats]int64 // in parts
	sums     [][mostSeats]int64
}

func newTally(s game.State, players int) *tally {
	figures := figuresOf(s)
	return &tally{players: players, figures: figures, sums: make([][mostSeats]int64, len(figures))}
}

// count counts a finished game.
func (t *tally) count(end game.State, moves int) {
	events := end.Ply()
	if t.games == 0 || events < t.min {
		t.min = events
	}
	t.max = max(t.max, events)
	t.games++
	t.moves += int64(moves)
	t.events += int64(events)
	winners := end.Winners()
	for _, seat := range winners {
		t.wins[seat] += whole / int64(len(winners))
	}
	for i, f := range t.figures {
		for seat := range t.columns(f) {
			t.sums[i][seat] += int64(f.of(end, seat))
		}
	}
}

// columns is how many numbers the figure has.
func (t *tally) columns(f figure) int {
	if f.bySeat {
		return t.players
	}
	return 1
}

// add adds the games of another tally.
func (t *tally) add(o *tally) {
	if t.games == 0 || o.games > 0 && o.min < t.min {
		t.min = o.min
	}
	t.max = max(t.max, o.max)
	t.games += o.games
	t.moves += o.moves
	t.events += o.events
	for seat := range t.wins {
		t.wins[seat] += o.wins[seat]
	}
	for i := range t.sums {
		for seat := range t.sums[i] {
			t.sums[i][seat] += o.sums[i][seat]
		}
	}
}

func (t *tally) result() *Result {
	r := &Result{
		Games: t.games, Moves: t.moves,
		Events: Length{Mean: t.mean(t.events), Min: t.min, Max: t.max},
	}
	for _, parts := range t.wins[:t.players] {
		r.Wins = append(r.Wins, float64(parts)/whole)
	}
	for i, f := range t.figures {
		figure := Figure{Name: f.name}
		if f.bySeat {
			for _, sum := range t.sums[i][:t.players] {
				figure.BySeat = append(figure.BySeat, t.mean(sum))
			}
		} else {
			figure.Mean = t.mean(t.sums[i][0])
		}
		r.Figures = append(r.Figures, figure)
	}
	return r
}

// mean is a sum over all games as a mean; 0 if there are none.
func (t *tally) mean(sum int64) float64 {
	if t.games == 0 {
		return 0
	}
	return float64(sum) / float64(t.games)
}
