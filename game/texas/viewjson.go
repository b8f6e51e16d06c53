package texas

import (
	"encoding/json"
	"fmt"

	"github.com/saloon-games/saloon/game"
)

// viewJSON is a View as JSON. Cards are their numbers, colors their names, and
// lists by seat have a place for every seat.
type viewJSON struct {
	game.ViewHead

	// Hand is the number of the last deal, 0 before the first.
	Hand int `json:"hand"`
	// Cards is the own hand, ascending; empty for spectators.
	Cards []int `json:"cards"`
	// Trick is the trick in progress, [seat, card] in order of play.
	Trick [][2]int `json:"trick"`
	// Winning is the play that would take the trick as it stands, or null.
	Winning *[2]int `json:"winning"`
	// Choosing is whether the seat on turn is to name an opener (T11).
	Choosing bool `json:"choosing"`
	// LastTrick is the trick just finished, [seat, card] in order of play.
	LastTrick [][2]int `json:"lastTrick"`
	// Taken and Totals are tricks in this hand and penalty points, by seat.
	Taken  []int `json:"taken"`
	Totals []int `json:"totals"`
	// Holds is how many cards each seat has.
	Holds []int `json:"holds"`
	// Seen is the cards played in this hand, ascending.
	Seen []int `json:"seen"`
	// Voids is the colors that each seat has shown not to have.
	Voids [][]string `json:"voids"`
	// Openers is who opened the first trick of each hand so far.
	Openers []int `json:"openers"`

	game.ViewTail
}

// MarshalJSON implements game.View.
func (v *View) MarshalJSON() ([]byte, error) {
	j := viewJSON{
		ViewHead:  game.HeadOf("texas", v),
		Hand:      v.HandNumber(),
		Cards:     numbers(v.hand),
		Trick:     pairs(v.Trick()),
		Choosing:  v.choosing,
		LastTrick: pairs(v.last),
		Seen:      numbers(v.seen),
		Openers:   append([]int{}, v.openers...),
		ViewTail:  game.TailOf(v),
	}
	if p, ok := v.Winning(); ok {
		j.Winning = &[2]int{p.Seat, p.Card.Number()}
	}
	for seat := range v.Players() {
		j.Taken = append(j.Taken, v.Taken(seat))
		j.Totals = append(j.Totals, v.Total(seat))
		j.Holds = append(j.Holds, v.Holds(seat))
		voids := []string{}
		for _, c := range v.voids[seat].Append(nil) {
			voids = append(voids, c.String())
		}
		j.Voids = append(j.Voids, voids)
	}
	return json.Marshal(j)
}

// UnmarshalJSON implements game.View. It needs seat, players, options and events
// only. Without openers, which PROTOCOL.md's policy requests do not have, it takes
// the decision to be the looking seat's, and finds them by the seat's own cards;
// a spectator's JSON must have them.
func (v *View) UnmarshalJSON(data []byte) error {
	j, err := game.ReadViewSource("texas", data)
	if err != nil {
		return err
	}
	var openers []int
	if j.Has("openers") || j.Seat == game.Spectator {
		if err := j.Read("openers", "a list of the seats that opened the hands", &openers); err != nil {
			return err
		}
	}
	fresh := &View{}
	if err := fresh.reset(j.Players, j.Options, j.Seat); err != nil {
		return err
	}
	for i, told := range j.Events {
		if err := fresh.observeFrom(j.Events[i:], openers); err != nil {
			return fmt.Errorf("event %d: %w", i+1, err)
		}
		fresh.events = append(fresh.events, told)
	}
	*v = *fresh
	return nil
}

// observeFrom takes in the first of the events, which ends the list of known
// events or is followed by the others.
func (v *View) observeFrom(events []string, openers []int) error {
	next := game.Over // what a deal is never followed by
	if n := v.HandNumber(); v.turn == game.Chance {
		switch {
		case n < len(openers):
			next = game.Turn(min(max(openers[n], int(game.Over)), mostSeats))
		case v.seat != game.Spectator:
			next = game.Turn(v.openerBefore(events))
		}
	}
	return v.observe(events[0], next)
}

// openerBefore finds who opened the first trick after the deal that the events
// begin with, by the place that the looking seat's own card has in it, or, where
// it has not played yet, by its being on turn now.
func (v *View) openerBefore(events []string) int {
	hands, err := v.parseDeal(events[0], mayHide{others: true, seat: v.seat})
	if err != nil {
		return v.seat // the deal will be refused for the same reason
	}
	place := 0
	for _, word := range events[1:] {
		m, known := ParseMove(word)
		if card, plays := PlayedCard(m); known && plays && hands[v.seat].Has(card) {
			break
		}
		place++
	}
	n := int(v.seats)
	return ((v.seat-place)%n + n) % n
}

func numbers(s Set) []int {
	list := make([]int, 0, s.Len())
	for _, c := range s.Append(nil) {
		list = append(list, c.Number())
	}
	return list
}

func pairs(plays []Played) [][2]int {
	list := make([][2]int, len(plays))
	for i, p := range plays {
		list[i] = [2]int{p.Seat, p.Card.Number()}
	}
	return list
}
