package replay

import (
	"fmt"
	"strings"

	"github.com/saloon-games/saloon/internal/audit"
	"github.com/saloon-games/saloon/record"
)

// A verdict is what repeating the shuffles of a game has shown.
type verdict struct {
	audit.Report
	// err says what is wrong beside deals that differ: a broken commitment, say.
	err error
}

// ok reports whether nothing was found wrong.
func (v *verdict) ok() bool {
	for i := range v.Deals {
		if !v.Deals[i].OK() {
			return false
		}
	}
	return v.err == nil && len(v.Deals) > 0
}

// count says how many events there are: "1 chance event".
func (v *verdict) count() string {
	if len(v.Deals) == 1 {
		return "1 chance event"
	}
	return fmt.Sprintf("%d chance events", len(v.Deals))
}

// sentence is what is wrong, as a sentence.
func (v *verdict) sentence() string {
	text := strings.TrimPrefix(v.err.Error(), "fair: ")
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// verify repeats the chance events of a record.
func verify(rec *record.Record) *verdict {
	report, err := audit.Shuffles(rec)
	return &verdict{report, err}
}

// what says in words what a chance event decided.
func what(d *audit.Deal) string {
	switch verb, _, _ := strings.Cut(d.Was, " "); verb {
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
