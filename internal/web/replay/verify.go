package replay

import (
	"errors"
	"fmt"
	"strings"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/record"
)

// A verdict is what repeating the shuffles of a game has shown.
type verdict struct {
	proof fair.Proof
	deals []deal
	// err says what is wrong beside deals that differ: a broken commitment, say.
	err error
}

// A deal is one chance event, as it was and as the seeds make it.
type deal struct {
	event     int // its number, from 1
	was, want string
}

// ok reports whether nothing was found wrong.
func (v *verdict) ok() bool {
	for _, d := range v.deals {
		if d.was != d.want {
			return false
		}
	}
	return v.err == nil && len(v.deals) > 0
}

// count says how many events there are: "1 chance event".
func (v *verdict) count() string {
	if len(v.deals) == 1 {
		return "1 chance event"
	}
	return fmt.Sprintf("%d chance events", len(v.deals))
}

// sentence is what is wrong, as a sentence.
func (v *verdict) sentence() string {
	text := strings.TrimPrefix(v.err.Error(), "fair: ")
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// verify repeats the chance events of a record.
func verify(rec *record.Record) *verdict {
	v := &verdict{}
	field, ok := rec.Field("fair")
	if !ok {
		v.err = errors.New("the record has no seeds, so its shuffles cannot be repeated")
		return v
	}
	if err := v.proof.UnmarshalJSON(field); err != nil {
		v.err = err
		return v
	}
	if len(v.proof.ClientSeeds) != rec.Players() {
		v.err = fmt.Errorf("there are %d client seeds for %d seats; there should be one for each", len(v.proof.ClientSeeds), rec.Players())
		return v
	}
	waits := false // for what chance says next
	v.err = rec.Walk(func(s game.State) error {
		if waits {
			v.deals[len(v.deals)-1].was = s.Last()
		}
		if waits = s.Turn() == game.Chance && s.Ply() < len(rec.Events()); !waits {
			return nil
		}
		stream, err := v.proof.Stream(uint64(s.Ply()) + 1)
		if err != nil {
			waits = false
			return err
		}
		draw := make([]uint8, s.Draw().Take)
		fair.Draw(stream, draw, s.Draw().Of)
		v.deals = append(v.deals, deal{event: s.Ply() + 1, want: s.Outcome(draw)})
		return nil
	})
	return v
}

// what says in words what a chance event decided.
func (d *deal) what() string {
	switch verb, _, _ := strings.Cut(d.was, " "); verb {
	case "deal":
		return "the deal"
	case "start":
		return "who begins"
	case "lose":
		return "the card that was lost"
	case "river":
		return "the order of the river"
	default:
		return verb
	}
}
