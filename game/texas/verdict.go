package texas

// Verdict says who takes a trick, and why (T8, T17).
type Verdict struct {
	// Played is the winning card, and who played it.
	Played
	// Most is how many cards of the winning color are in the trick.
	Most int
	// Tied is the colors that have so many, the winning one included.
	Tied Colors
	// Cancelled is the colors that T17 ignores.
	Cancelled Colors
	// Spared is set when T17 would have cancelled every color in the trick,
	// and so cancels none.
	Spared bool
}

// Judge says who takes a trick, finished or as it stands, and why. The plays are
// in their order, one to six; false if there are fewer or more. seas is whether
// T17 is played.
func Judge(trick []Played, seas bool) (Verdict, bool) {
	if len(trick) == 0 || len(trick) > mostSeats {
		return Verdict{}, false
	}
	t := table{seas: seas, seats: mostSeats}
	tops := false
	for _, p := range trick {
		t.add(p.Card)
		tops = tops || p.Card.Top()
	}
	place, card := t.winning()
	v := Verdict{Played: Played{trick[place].Seat, card}}
	counts := t.counts
	if seas {
		counts = t.uncancelled()
		v.Spared = tops && counts == t.counts
	}
	v.Most = countOf(counts, card.Color())
	for c := range Color(colors) {
		switch countOf(counts, c) {
		case v.Most:
			v.Tied |= 1 << c
		case countOf(t.counts, c):
		default:
			v.Cancelled |= 1 << c
		}
	}
	return v, true
}

// countOf is how many cards of the color there are in table.counts.
func countOf(counts uint64, c Color) int { return int(counts >> (c * 8 & 63) & 0xff) }
