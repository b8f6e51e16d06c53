package page

import (
	"bytes"
	"context"
	"io"
	"strconv"

	"github.com/a-h/templ"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/house"
)

// WriteAttributes writes the attributes of the element #table, after its id: what
// drives a table, whatever it looks like.
func WriteAttributes(buf *bytes.Buffer, t *Table) {
	number := func(name string, n int64, show bool) {
		buf.WriteString(name)
		if show {
			buf.Write(strconv.AppendInt(buf.AvailableBuffer(), n, 10))
		}
		buf.WriteByte('"')
	}
	buf.WriteString(` data-table="`)
	buf.WriteString(t.ID) // of letters and digits
	number(`" data-seq="`, t.Seq, true)
	buf.WriteString(` data-game="`)
	buf.WriteString(t.Game)
	number(`" data-number="`, int64(t.Number), true)
	number(` data-ply="`, int64(t.Ply), true)
	number(` data-turn="`, int64(t.Turn), t.Turn != game.Spectator)
	number(` data-you="`, int64(t.You), t.You != game.Spectator)
	buf.WriteString(` data-phase="`)
	buf.WriteString(string(t.Phase))
	buf.WriteByte('"')
	if t.Owner {
		buf.WriteString(` data-owner`)
	}
	// A seat that has not given its seed yet is to do so for this commitment.
	if t.Phase == house.Open && t.Seated() && !t.Seats[t.You].Seeded {
		buf.WriteString(` data-seed-for="`)
		buf.WriteString(t.Fair.Commitment) // hexadecimal digits
		buf.WriteByte('"')
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
}

// opening is the start tag of #table, for a template; </main> ends it.
func (t *Table) opening() templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		buf := templ.GetBuffer()
		defer templ.ReleaseBuffer(buf)
		buf.WriteString(`<main id="table"`)
		WriteAttributes(buf, t)
		buf.WriteByte('>')
		_, err := buf.WriteTo(w)
		return err
	})
}
