package chaos

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"time"
)

// mostShown is how many cases of one broken promise a report spells out.
const mostShown = 5

func milliseconds(ms float64) time.Duration {
	return time.Duration(ms * float64(time.Millisecond)).Round(time.Millisecond)
}

// Write writes the report for people.
func (r *Report) Write(w io.Writer) error {
	var b []byte
	line := func(format string, args ...any) { b = fmt.Appendf(b, format+"\n", args...) }
	line("seed %d: %.0f s, %d storms", r.Seed, r.Seconds, r.Storms)
	for _, name := range slices.Sorted(maps.Keys(r.Faults)) {
		line("  %4d × %s", r.Faults[name], name)
	}
	line("tables          %8d", r.Tables)
	line("games           %8d dealt, %d played to their end and their shuffles repeated", r.Games, r.Over)
	line("moves           %8d tried", r.Tried)
	line("                %8d acknowledged", r.Acknowledged)
	line("                %8d refused", r.Refused)
	line("                %8d without an answer to the end", r.Unknown)
	line("                %8d lost", r.Lost)
	line("                %8d duplicated", r.Duplicated)
	line("lines of talk   %8d acknowledged", r.Lines)
	line("requests        %8d, of them %d without an answer and asked again", r.Requests, r.Unanswered)
	line("entries of logs %8d, of them %d decisions of bots", r.Entries, r.Bots)
	line("sights          %8d compared with the logs", r.Sights)
	line("clocks          %8s was the most by which an entry is older than the one before it", milliseconds(r.Back))
	line("recovery        %8s at the median, %v at most, in %d tables after storms",
		r.Recovery(0.5).Round(time.Millisecond), r.Recovery(1).Round(time.Millisecond), len(r.Recoveries))
	for _, say := range r.Troubles {
		line("TROUBLE: %s", say)
	}
	for _, promise := range r.Broken() {
		line("BROKEN: %s", promise)
		shown := 0
		for _, v := range r.Violations {
			if v.Promise == promise {
				if shown++; shown <= mostShown {
					line("  %s", v.Where())
				}
			}
		}
		if shown > mostShown {
			line("  and %d more, in %s", shown-mostShown, ReportName)
		}
	}
	if r.Good() {
		line("all promises were kept")
	}
	_, err := w.Write(b)
	return err
}
