package parts

import (
	"strconv"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/house"
)

// AppendAttributes appends the attributes of the element #table, after its id: what
// drives a table, whatever it looks like.
func AppendAttributes(b []byte, t *Table) []byte {
	number := func(name string, n int64, show bool) {
		b = append(b, name...)
		if show {
			b = strconv.AppendInt(b, n, 10)
		}
		b = append(b, '"')
	}
	b = append(b, ` data-table="`...)
	b = append(b, t.ID...) // of letters and digits
	number(`" data-seq="`, t.Seq, true)
	b = append(b, ` data-game="`...)
	b = append(b, t.Game...)
	number(`" data-number="`, int64(t.Number), true)
	number(` data-ply="`, int64(t.Ply), true)
	number(` data-turn="`, int64(t.Turn), t.Turn != game.Spectator)
	number(` data-you="`, int64(t.You), t.You != game.Spectator)
	b = append(b, ` data-phase="`...)
	b = append(b, t.Phase...)
	b = append(b, '"')
	if t.Owner {
		b = append(b, ` data-owner`...)
	}
	// A seat that has not given its seed yet is to do so for this commitment.
	if t.Phase == house.Open && t.Seated() && !t.Seats[t.You].Seeded {
		b = append(b, ` data-seed-for="`...)
		b = append(b, t.Fair.Commitment...) // hexadecimal digits
		b = append(b, '"')
	}
	if !t.Deadline.IsZero() {
		number(` data-deadline="`, t.Deadline.UnixMilli(), true)
		number(` data-now="`, t.Now.UnixMilli(), true)
	}
	if !t.Resume.IsZero() {
		number(` data-resume="`, t.Resume.UnixMilli(), true)
		if t.Deadline.IsZero() {
			number(` data-now="`, t.Now.UnixMilli(), true)
		}
	}
	return b
}

// AppendOpening appends the start tag of #table; </main> ends it.
func AppendOpening(b []byte, t *Table) []byte {
	b = append(b, `<main id="table"`...)
	return append(AppendAttributes(b, t), '>')
}
