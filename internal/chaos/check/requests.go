package check

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/saloon-games/saloon/internal/chaos/history"
)

// wish is all tries of one thing that a seat has asked for.
type wish struct {
	history.Line       // the first
	begun        int64 // when it was first asked
	acked        int64 // when it was acknowledged; 0: never
	seq          int64 // of the acknowledgment
	refused      bool
	unknown      int // tries without an answer
}

// wishes puts tries together.
func (r *Report) wishes(lines []history.Line) []*wish {
	type name struct {
		seat int
		key  string
	}
	var list []*wish
	named := map[name]*wish{}
	for _, l := range lines {
		if l.What != history.Asked && l.What != history.Answered {
			continue
		}
		w := named[name{l.Seat, l.Key}]
		if w == nil {
			w = &wish{Line: l, begun: l.At}
			named[name{l.Seat, l.Key}] = w
			list = append(list, w)
		}
		if l.What == history.Asked {
			r.Requests++
			continue
		}
		switch l.Outcome {
		case history.Acknowledged:
			if w.acked == 0 {
				w.acked, w.seq = l.At, l.Seq
			}
		case history.Refused:
			w.refused = true
		case history.Unknown:
			w.unknown++
			r.Unanswered++
		}
	}
	return list
}

// requests judges what people were answered at a table by its log.
func (r *Report) requests(t *table, lines []history.Line) {
	var kept []placed
	for _, w := range r.wishes(lines) {
		var where []int64
		switch w.Verb {
		case "act":
			r.Tried++
			if m, ok := t.moves[moment{w.Game, w.Ply}]; ok && m.seat == w.Seat && m.word == w.Word && m.by == "person" {
				where = []int64{m.seq}
			}
		case "say":
			where = t.said[w.Word]
		default:
			continue // what it comes to may be nothing, for others may have been faster
		}
		r.judge(t, w, where)
		if w.acked > 0 && len(where) > 0 {
			kept = append(kept, placed{w, where[0]})
		}
	}
	r.ordered(t, kept)
}

// judge judges one wish by where it is in the log.
func (r *Report) judge(t *table, w *wish, where []int64) {
	act := w.Verb == "act"
	switch {
	case w.acked > 0 && len(where) == 0:
		if act {
			r.Lost++
		}
		r.broken(Kept, t.id, w.seq, "%s was acknowledged to seat %d and is not in the log", w.Key, w.Seat)
	case len(where) > 1:
		if act {
			r.Duplicated++
		}
		r.broken(Kept, t.id, where[1], "%q of seat %d is in the log as entry %d, too", w.Word, w.Seat, where[0])
	case w.acked > 0 && w.seq > 0 && (w.seq < where[0] || w.seq > t.last):
		r.broken(Kept, t.id, where[0], "%s was acknowledged to seat %d at number %d of a log that has %d", w.Key, w.Seat, w.seq, t.last)
	}
	// What is refused for its moment stays refused. A line of talk may have been asked
	// before without an answer, and that try may come later.
	if w.refused && w.acked == 0 && len(where) > 0 && (act || w.unknown == 0) {
		r.broken(Nothing, t.id, where[0], "%s was refused to seat %d", w.Key, w.Seat)
	}
	if !act {
		if w.acked > 0 {
			r.Lines++
		}
		return
	}
	switch {
	case w.acked > 0:
		r.Acknowledged++
	case w.refused:
		r.Refused++
	default:
		r.Unknown++
	}
}

// placed is a wish with the number of its entry.
type placed struct {
	*wish
	at int64
}

// ordered judges the order in which a table's log has what was acknowledged: what somebody
// began to ask after something was acknowledged, to whomever, comes after it.
func (r *Report) ordered(t *table, list []placed) {
	byAck := slices.Clone(list)
	slices.SortFunc(byAck, func(a, b placed) int { return cmp.Compare(a.acked, b.acked) })
	slices.SortFunc(list, func(a, b placed) int { return cmp.Compare(a.begun, b.begun) })
	last, i := placed{}, 0
	for _, w := range list {
		for ; i < len(byAck) && byAck[i].acked < w.begun; i++ {
			if byAck[i].at > last.at {
				last = byAck[i]
			}
		}
		if w.at <= last.at && w.wish != last.wish {
			r.broken(Ordered, t.id, w.at, "%s of seat %d was asked after %s of seat %d was acknowledged, which is entry %d",
				w.Key, w.Seat, last.Key, last.Seat, last.at)
		}
	}
}

// recoveries judges how soon a table has gone on after each storm.
func (r *Report) recoveries(id string, lines, all []history.Line) {
	for i, l := range all {
		if l.What != history.Healed {
			continue
		}
		until := int64(math.MaxInt64)
		for _, later := range all[i+1:] {
			if later.What == history.Storm || later.What == history.End {
				until = later.At
				break
			}
		}
		r.pages(id, lines, l.At, until)
		took, ok := goneOn(lines, l.At, until)
		switch {
		case ok && took <= Patience:
			r.Recoveries = append(r.Recoveries, float64(took.Microseconds())/1e3)
		case ok:
			r.Recoveries = append(r.Recoveries, float64(took.Microseconds())/1e3)
			r.broken(GoesOn, id, 0, "it went on %v after the storm that healed at %s", took, clock(l.At))
		case until-l.At >= Patience.Microseconds() && until != math.MaxInt64:
			r.broken(GoesOn, id, 0, "it did not go on in the %v after the storm that healed at %s",
				time.Duration(until-l.At)*time.Microsecond, clock(l.At))
		}
	}
}

// pages judges whether all who look at a table have been shown what others knew of it
// ten seconds before the calm ended.
func (r *Report) pages(id string, lines []history.Line, healed, until int64) {
	known := until - Patience.Microseconds()
	if until == math.MaxInt64 || known < healed {
		return
	}
	var most int64
	shown := map[int]int64{} // by seat
	for _, l := range lines {
		if l.At > until {
			break
		}
		if l.Sight != nil {
			shown[l.Seat] = max(shown[l.Seat], l.Sight.Seq)
		}
		switch {
		case l.At > known:
		case l.Sight != nil:
			most = max(most, l.Sight.Seq)
		case l.Outcome == history.Acknowledged:
			most = max(most, l.Seq)
		}
	}
	for seat, seq := range shown {
		if seq < most {
			r.broken(True, id, most, "it was known at %s, and seat %d has been shown no more than entry %d until %s",
				clock(known), seat, seq, clock(until))
		}
	}
}

func clock(micros int64) string { return time.UnixMicro(micros).UTC().Format("15:04:05.000") }

// goneOn is how long it took from healing until a move of the table was acknowledged, or
// somebody saw a moment of its games that nobody had seen before.
func goneOn(lines []history.Line, healed, until int64) (time.Duration, bool) {
	var last moment
	for _, l := range lines {
		if l.At > until {
			break
		}
		here := moment{}
		if l.Sight != nil {
			here = moment{l.Sight.Number, l.Sight.Ply}
		}
		further := here.number > last.number || here.number == last.number && here.ply > last.ply
		moved := l.What == history.Answered && l.Verb == "act" && l.Outcome == history.Acknowledged
		if l.At > healed && (further || moved) {
			return time.Duration(l.At-healed) * time.Microsecond, true
		}
		if further {
			last = here
		}
	}
	return 0, false
}
