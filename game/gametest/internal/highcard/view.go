package highcard

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/saloon-games/saloon/game"
)

// View is what a seat, or a spectator, may know: the own card and everything that
// happened openly.
type View struct {
	table
	seat    int
	options game.Options
	events  []string
	card    uint8 // own; 0 before the first deal and for spectators
}

var _ game.View = (*View)(nil)

func (v *View) reset(players int, options game.Options, seat int) error {
	t, options, err := Rules{}.table(players, options)
	if err != nil {
		return err
	}
	if seat < game.Spectator || seat >= players {
		return &game.Error{
			What: fmt.Sprintf("seat=%d", seat), Rule: "H1",
			Why: fmt.Sprintf("the seats are 0 to %d", players-1),
		}
	}
	*v = View{table: t, seat: seat, options: options}
	return nil
}

// Seat implements game.View.
func (v *View) Seat() int { return v.seat }

// Options implements game.View.
func (v *View) Options() game.Options { return v.options }

// Events implements game.View.
func (v *View) Events() []string { return v.events }

// Card is the own card, 0 before the first deal and for spectators.
func (v *View) Card() int { return int(v.card) }

// Legal implements game.View.
func (v *View) Legal(dst []game.Move) []game.Move {
	if int(v.turn) != v.seat {
		return dst
	}
	return v.legal(dst)
}

// Check implements game.View.
func (v *View) Check(event string) error {
	if seat, ok := v.turn.Seat(); ok && seat != v.seat {
		return &game.Error{What: event, Rule: "H3", Why: fmt.Sprintf("it is not your turn but that of seat %d", seat)}
	}
	legal := game.Words(v.Word, v.Legal(nil))
	if slices.Contains(legal, event) {
		return nil
	}
	e := v.refuse(event)
	e.Legal = legal
	return e
}

// Observe implements game.View.
func (v *View) Observe(told string, next game.Turn) error {
	was := *v
	err := v.observe(told)
	if err == nil && v.turn != next {
		err = &game.Error{What: told, Rule: "H3", Why: fmt.Sprintf("next is %s, not %s", v.turn, next)}
	}
	if err != nil {
		*v = was
		return err
	}
	v.events = append(v.events, told)
	return nil
}

func (v *View) observe(told string) error {
	if v.turn == game.Chance {
		dealt, ok := v.parseDeal(told, func(seat int) bool { return seat == v.seat })
		if !ok {
			return v.refuse(told)
		}
		if v.seat != game.Spectator {
			v.card = dealt[v.seat]
		}
		v.deal()
		return nil
	}
	if v.turn < 0 {
		return v.refuse(told)
	}
	if !v.showing {
		m := moveOf(told)
		if m != pass && m != bet {
			return v.refuse(told)
		}
		v.speak(m == bet)
		return nil
	}
	card := uint8(0)
	for c := uint8(1); c <= cards; c++ {
		if told == fmt.Sprintf("show %d", c) && v.mayHave(int(v.turn), c) {
			card = c
		}
	}
	if card == 0 {
		return v.refuse(told)
	}
	v.show(card)
	return nil
}

// mayHave reports whether the seat may have been dealt the card, as far as the
// looking seat can know.
func (v *View) mayHave(seat int, card uint8) bool {
	for _, c := range v.shown {
		if c == card {
			return false
		}
	}
	return v.card == 0 || (v.card == card) == (seat == v.seat)
}

// Clone implements game.View.
func (v *View) Clone() game.View {
	c := *v
	c.events = slices.Clip(v.events)
	return &c
}

// viewJSON is a View as JSON.
type viewJSON struct {
	game.ViewHead

	// Round is the number of the round, 0 before the first.
	Round int `json:"round"`
	// Card is the own card; 0 before the first deal and for spectators.
	Card int `json:"card"`
	// Bets is the seats that have bet in this round.
	Bets []int `json:"bets"`
	// Shown is the cards shown in this round by seat, 0 for none, and Points
	// what each seat has scored.
	Shown  []int `json:"shown"`
	Points []int `json:"points"`

	game.ViewTail
}

// MarshalJSON implements game.View.
func (v *View) MarshalJSON() ([]byte, error) {
	j := viewJSON{
		ViewHead: game.HeadOf("highcard", v),
		Round:    v.Round(), Card: v.Card(), Bets: v.bettors(),
		ViewTail: game.TailOf(v),
	}
	for seat := range v.Players() {
		j.Shown = append(j.Shown, int(v.shown[seat]))
		j.Points = append(j.Points, v.Points(seat))
	}
	return json.Marshal(j)
}

// UnmarshalJSON implements game.View. It needs seat, players, options and events
// only.
func (v *View) UnmarshalJSON(data []byte) error {
	j, err := game.ReadViewSource("highcard", data)
	if err != nil {
		return err
	}
	fresh := &View{}
	if err := fresh.reset(j.Players, j.Options, j.Seat); err != nil {
		return err
	}
	for i, told := range j.Events {
		if err := fresh.observe(told); err != nil {
			return fmt.Errorf("event %d: %w", i+1, err)
		}
		fresh.events = append(fresh.events, told)
	}
	*v = *fresh
	return nil
}
