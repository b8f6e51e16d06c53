package gametest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
)

// How the hidden part of a history is looked for anew.
const (
	secretPlies = 2    // moments of a game, besides its first and last
	tries       = 4    // searches for a history
	mostApplies = 1000 // events that a search tries
	enoughFound = 4    // one in so many histories with secrets must have another
)

// checkSecrets makes, from each of many histories, others that are the same to
// somebody, replays them, and checks that this somebody's views are the same byte
// for byte. If hardly any could be made it has proven nothing, and fails.
func (b *battery) checkSecrets() (note string, err error) {
	secret, found := 0, 0
	err = b.matches(sampleGames, secretPlies, func(m *moment) error {
		for _, seat := range m.viewers() {
			if !slices.ContainsFunc(m.told(seat).told[:m.ply], hides) {
				continue
			}
			secret++
			events, err := b.resample(m, seat)
			if err != nil {
				return err
			}
			if events == nil {
				continue
			}
			found++
			if err := b.sameView(m, seat, events); err != nil {
				return err
			}
		}
		return nil
	})
	note = fmt.Sprintf("%d times something was hidden, and %d times something else could have been", secret, found)
	if err == nil && found*enoughFound < secret {
		err = fmt.Errorf("%s: too seldom to prove anything; either seats are told too much, or Options.Alternatives finds too little", note)
	}
	return note, err
}

// hides reports whether something is hidden in what somebody is told.
func hides(told string) bool { return strings.Contains(told, "?") }

// sameView checks that events which are the same to the seat lead to the same view
// of it.
func (b *battery) sameView(m *moment, seat int, events []string) error {
	match, err := game.NewMatch(b.rules, m.table.players, m.table.options)
	for i := 0; i < len(events) && err == nil; i++ {
		err = match.Apply(events[i])
	}
	if err != nil {
		return m.fault("events that were accepted one by one are not: %w: %q", err, events)
	}
	got, want := line(match.View(seat)), line(m.match.View(seat))
	if !bytes.Equal(got, want) {
		return m.fault("the view that %s shown tells what they cannot know, for it differs from that after %q:\n\tthere %s\n\there  %s", who(seat), events, got, want)
	}
	return nil
}

// resample returns events that differ from the moment's and are the same to the
// seat; nil if none are found.
func (b *battery) resample(m *moment, seat int) ([]string, error) {
	for try := range tries {
		start, err := m.new()
		if err != nil {
			return nil, m.fault("New: %w", err)
		}
		r := &resampler{
			m: m, seat: seat, script: m.told(seat), alternatives: b.options.Alternatives,
			// What differs much is the better proof, what differs little is
			// found more often.
			keep: try * 100 / tries,
			left: mostApplies,
		}
		ok := r.search(start, nil)
		if r.leak != nil {
			return nil, r.leak
		}
		if ok {
			return r.found, nil
		}
	}
	return nil, nil
}

// resampler looks for a history that is the same to a seat, depth first.
type resampler struct {
	m            *moment
	seat         int
	script       script
	alternatives func(src *fair.Rand, s game.State, events []string, i, seat int) []string

	keep  int // percent of events that are tried first as they were
	left  int // events that may yet be tried
	found []string
	leak  error
}

// search continues a line of events, after which the state is s, to the moment. It
// reports whether a history has been found.
func (r *resampler) search(s game.State, line []string) bool {
	i := len(line)
	if i == r.m.ply {
		r.found = slices.Clone(line)
		return !slices.Equal(line, r.m.events[:i])
	}
	for _, event := range r.candidates(s, i) {
		if r.left--; r.left < 0 || r.leak != nil {
			return false
		}
		next := s.Clone()
		if next.Apply(event) != nil {
			continue // cannot follow on what has been changed before
		}
		if told := next.Told(r.seat); told != r.script.told[i] {
			r.blame(line, i, event, told)
			continue // the seat would know
		}
		if next.Turn() == r.script.turns[i] && r.search(next, append(line[:i:i], event)) {
			return true
		}
	}
	return false
}

// blame finds a leak if the seat can tell an event apart from one that it ought
// not to be able to tell it from.
func (r *resampler) blame(line []string, i int, event, told string) {
	if r.alternatives == nil || event == r.m.events[i] {
		return
	}
	r.leak = r.m.fault("%s told %q of event %d, %q, and %q of %q, which are to look the same; before were %q",
		who(r.seat), r.script.told[i], i+1, r.m.events[i], told, event, line)
}

// candidates returns events that may look like the i-th to the seat, in the order
// in which they are tried.
func (r *resampler) candidates(s game.State, i int) []string {
	was := r.m.events[i]
	var others []string
	switch {
	case r.alternatives != nil:
		others = r.alternatives(r.m.src, s, r.m.events[:r.m.ply], i, r.seat)
	case r.script.told[i] != was:
		others = r.any(s)
	}
	others = slices.DeleteFunc(slices.Clone(others), func(e string) bool { return e == was })
	shuffle(r.m.src, others)
	if r.m.src.Below(100) < r.keep {
		return append([]string{was}, others...)
	}
	return append(others, was)
}

// any returns all events that can follow the state, or some if they are many.
func (r *resampler) any(s game.State) []string {
	events := game.Words(s.Word, s.Legal(nil))
	if s.Turn() == game.Chance {
		m := &moment{state: s, src: r.m.src}
		for _, draw := range m.draws() {
			events = append(events, s.Outcome(draw))
		}
	}
	return events
}
