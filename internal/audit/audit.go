// Package audit repeats the shuffles of games that are over, from the seeds in their
// records, as anyone may.
//
// The package must never know servers, pages or who asks.
package audit

import (
	"errors"
	"fmt"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/record"
)

// A Report is what repeating the shuffles of a game has shown.
type Report struct {
	Proof fair.Proof // what the record says of its seeds
	Deals []Deal     // in their order
}

// A Deal is one chance event, as it was and as the seeds make it.
type Deal struct {
	Event     int // its number, from 1
	Was, Want string
}

// OK reports whether the event is the one that the seeds make.
func (d *Deal) OK() bool { return d.Was == d.Want }

// Shuffles repeats the chance events of a record by the seeds in its field "fair". The
// error says what is wrong beside events that differ: no seeds, too few, or a commitment
// that the server seed does not fit; the report has what was found until then. Whether
// the commitment is the one that was shown before the game nobody can see from a record.
func Shuffles(rec *record.Record) (Report, error) {
	var r Report
	field, ok := rec.Field("fair")
	if !ok {
		return r, errors.New(`the record has no field "fair", so its shuffles cannot be repeated`)
	}
	if err := r.Proof.UnmarshalJSON(field); err != nil {
		return r, err
	}
	if n := len(r.Proof.ClientSeeds); n != rec.Players() {
		return r, fmt.Errorf("%d client seeds for %d seats; want one for each", n, rec.Players())
	}
	waits := false // for what chance says next
	err := rec.Walk(func(s game.State) error {
		if waits {
			r.Deals[len(r.Deals)-1].Was = s.Last()
		}
		if waits = s.Turn() == game.Chance && s.Ply() < len(rec.Events()); !waits {
			return nil
		}
		stream, err := r.Proof.Stream(uint64(s.Ply()) + 1)
		if err != nil {
			waits = false
			return err
		}
		draw := make([]uint8, s.Draw().Take)
		fair.Draw(stream, draw, s.Draw().Of)
		r.Deals = append(r.Deals, Deal{Event: s.Ply() + 1, Want: s.Outcome(draw)})
		return nil
	})
	return r, err
}
