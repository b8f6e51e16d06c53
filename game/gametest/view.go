package gametest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/saloon-games/saloon/game"
)

// checkTold checks the form of what is told: the event, with question marks for
// what is hidden and, where a card is turned up, that card at the end for all to
// see; a seat's own moves in full; and to spectators nothing that a seat is not
// told. It says nothing of what ought to be hidden: Options.Alternatives does.
func (b *battery) checkTold() (note string, err error) {
	hidden := 0
	err = b.moments(all, func(m *moment) error {
		event := m.state.Last()
		actor, seated := 0, false
		if m.ply > 1 {
			actor, seated = m.told(game.Spectator).turns[m.ply-2].Seat()
		}
		spectators := m.state.Told(game.Spectator)
		for _, viewer := range m.viewers() {
			told := m.state.Told(viewer)
			if strings.Contains(told, "?") {
				hidden++
			}
			if !masks(told, event) {
				return m.fault("%s told %q of %q; want it with question marks for what is hidden", who(viewer), told, event)
			}
			if !masks(spectators, told) {
				return m.fault("spectators are told %q and %s told %q", spectators, who(viewer), told)
			}
			if seated && viewer == actor && !strings.HasPrefix(told, event) {
				return m.fault("seat %d is told %q of its own move %q", viewer, told, event)
			}
		}
		return nil
	})
	return fmt.Sprintf("%d times something was hidden", hidden), err
}

// masks reports whether told is the event, parts of it hidden or not and perhaps
// one part longer.
func masks(told, event string) bool {
	split := func(s string) []string {
		return strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '/' })
	}
	parts, whole := split(told), split(event)
	if len(parts) != len(whole) && len(parts) != len(whole)+1 {
		return false
	}
	for i, part := range whole {
		if parts[i] != part && (parts[i] != "?" || i == 0) {
			return false
		}
	}
	return true
}

// fact is something that a view says, and what it ought to say.
type fact struct {
	name      string
	got, want any
}

// checkViews checks that what a match's views say of the game is so.
func (b *battery) checkViews() (note string, err error) {
	return "", b.matches(sampleGames, all, func(m *moment) error {
		for _, seat := range m.viewers() {
			v := m.match.View(seat)
			facts := []fact{
				{"Seat", v.Seat(), seat},
				{"Players", v.Players(), m.table.players},
				{"Options", v.Options(), m.match.Options()},
				{"Ply", v.Ply(), m.ply},
				{"Turn", v.Turn(), m.state.Turn()},
				{"Winners", v.Winners(), m.state.Winners()},
				{"Legal", game.Words(v.Word, v.Legal(nil)), m.legalFor(seat)},
				{"the number of Events", len(v.Events()), m.ply},
			}
			if m.ply > 0 {
				facts = append(facts, fact{"the last of Events", lastOf(v.Events()), m.state.Told(seat)})
			}
			if m.ply == len(m.events) {
				facts = append(facts, fact{"Events", slices.Clone(v.Events()), m.told(seat).told})
				facts = append(facts, m.headFacts(v)...)
			}
			for _, f := range facts {
				if !reflect.DeepEqual(f.got, f.want) {
					return m.fault("%s of the view that %s shown is %v, want %v", f.name, who(seat), f.got, f.want)
				}
			}
			if err := m.checkCheck(v); err != nil {
				return err
			}
		}
		return nil
	})
}

// checkCheck checks that a view accepts its seat's legal moves and refuses all else
// without a word of what only others may do.
func (m *moment) checkCheck(v game.View) error {
	legal := m.legalFor(v.Seat())
	words := append(game.Words(m.state.Word, m.state.Legal(nil)), "", "nonsense", m.state.Last())
	for n := range game.Move(32) {
		words = append(words, m.state.Word(n))
	}
	for _, word := range words {
		err := v.Check(word)
		if slices.Contains(legal, word) {
			if err != nil {
				return m.fault("the legal %q is refused by the view that %s shown: %w", word, who(v.Seat()), err)
			}
			continue
		}
		why := badRefusal(err, game.Over, nil)
		if len(legal) > 0 {
			why = badRefusal(err, m.state.Turn(), legal)
		}
		if why != "" {
			return m.fault("%q, checked by the view that %s shown, %s", word, who(v.Seat()), why)
		}
	}
	return nil
}

// lastOf is the last of some events; "" if there is none.
func lastOf(events []string) string {
	if len(events) == 0 {
		return ""
	}
	return events[len(events)-1]
}

// who names a viewer, as a subject that is told or shown something.
func who(seat int) string {
	if seat == game.Spectator {
		return "spectators are"
	}
	return fmt.Sprintf("seat %d is", seat)
}

// legalFor is the words of what the seat may do.
func (m *moment) legalFor(seat int) []string {
	if seat == game.Spectator || int(m.state.Turn()) != seat {
		return []string{}
	}
	return game.Words(m.state.Word, m.state.Legal(nil))
}

// headFacts compares the fields of a view's JSON that all games have with the view.
func (m *moment) headFacts(v game.View) []fact {
	line, err := v.MarshalJSON()
	var head struct {
		game.ViewHead
		game.ViewTail
	}
	if err == nil {
		err = json.Unmarshal(line, &head)
	}
	return []fact{
		{"JSON's validity", err, nil},
		{"JSON's common fields", head.ViewHead, game.HeadOf(m.rules.Name(), v)},
		{"JSON's events", head.Events, game.TailOf(v).Events},
	}
}

// line is the view's JSON; an error's text if it has none, so that a comparison
// with another view's shows it.
func line(v game.View) []byte {
	data, err := v.MarshalJSON()
	if err != nil {
		return []byte(err.Error())
	}
	return data
}

// checkViewRefusals checks that a view refuses what cannot have happened.
func (b *battery) checkViewRefusals() (note string, err error) {
	tried := 0
	err = b.matches(sampleGames, 4, func(m *moment) error {
		for _, seat := range m.viewers() {
			v := m.match.View(seat)
			before := line(v)
			for _, f := range m.falsehoods(seat) {
				tried++
				if why := notRefused(v.Observe(f.told, f.next)); why != "" {
					return m.fault("the view that %s shown: what it cannot have been told, %q and then %s, %s", who(seat), f.told, f.next, why)
				}
			}
			if after := line(v); !bytes.Equal(before, after) {
				return m.fault("the view that %s shown has been changed by what it refused:\n\tgot  %s\n\twant %s", who(seat), after, before)
			}
		}
		return nil
	})
	return fmt.Sprintf("%d refusals", tried), err
}

// falsehood is something that a view must not take in.
type falsehood struct {
	told string
	next game.Turn
}

// falsehoods returns what the seat cannot be told now.
func (m *moment) falsehoods(seat int) []falsehood {
	next := m.state.Turn()
	list := []falsehood{{"", next}, {"?", next}, {"nonsense", next}}
	if m.ply == len(m.events) {
		if next != game.Over { // else whatever has happened cannot happen once more
			return list
		}
		for _, told := range m.told(seat).told {
			list = append(list, falsehood{told, next})
		}
		return list
	}
	next = m.told(seat).turns[m.ply]
	right := m.told(seat).told[m.ply]
	for _, told := range misspelled(right) {
		list = append(list, falsehood{told, next})
	}
	for _, nobody := range []game.Turn{game.Turn(m.table.players), 100, -100} {
		list = append(list, falsehood{right, nobody})
	}
	for _, other := range m.viewers() {
		if told := m.told(other).told[m.ply]; told != right {
			list = append(list, falsehood{told, next})
		}
	}
	return list
}

// observe tells the view the script from an event on.
func observe(v game.View, s script, from int) error {
	for i := from; i < len(s.told); i++ {
		if err := v.Observe(s.told[i], s.turns[i]); err != nil {
			return err
		}
	}
	return nil
}

// checkViewClones checks that a view and its clone, each going its own way, are as
// views that have gone that way from the start.
func (b *battery) checkViewClones() (note string, err error) {
	return "", b.matches(sampleGames, 2, func(m *moment) error {
		ways, err := m.ways(2)
		if err != nil {
			return err
		}
		for _, seat := range m.viewers() {
			original := m.match.View(seat)
			views := []game.View{original, original.Clone()}
			fresh := make([]game.View, len(views))
			for i := range views {
				way := ways[i][m.place(seat)]
				if fresh[i], err = b.rules.NewView(m.table.players, m.table.options, seat); err != nil {
					return m.fault("NewView: %w", err)
				}
				for _, v := range []game.View{views[i], fresh[i]} {
					if err := observe(v, way, v.Ply()); err != nil {
						return m.fault("the view that %s shown does not take in %q, or has been changed with its clone or the match's own: %w", who(seat), way.told, err)
					}
				}
			}
			for i := range views {
				if got, want := line(views[i]), line(fresh[i]); !bytes.Equal(got, want) {
					return m.fault("a view that %s shown, its clone or the match's own has been changed by another:\n\tgot  %s\n\twant %s", who(seat), got, want)
				}
			}
		}
		return nil
	})
}

// ways returns scripts, by place, of the moment's events and then a few random
// ones, differently each time.
func (m *moment) ways(n int) ([][]script, error) {
	ways := make([][]script, n)
	for i := range ways {
		ways[i] = make([]script, m.table.players+1)
		s := m.state.Clone()
		for _, seat := range m.viewers() {
			known := m.told(seat)
			ways[i][m.place(seat)] = script{slices.Clone(known.told[:m.ply]), slices.Clone(known.turns[:m.ply])}
		}
		for n := 0; n < 8 && s.Turn() != game.Over; n++ {
			if _, err := step(m.src, s); err != nil {
				return nil, m.fault("%w", err)
			}
			for _, seat := range m.viewers() {
				ways[i][m.place(seat)].add(s, seat)
			}
		}
	}
	return ways, nil
}

// checkViewJSON checks that a view read from its JSON is the same and goes on to
// the end of the game as if nothing had been.
func (b *battery) checkViewJSON() (note string, err error) {
	return "", b.matches(sampleGames, 2, func(m *moment) error {
		for _, seat := range m.viewers() {
			written := m.match.View(seat)
			read, err := b.rules.NewView(m.table.players, m.table.options, game.Spectator)
			if err != nil {
				return m.fault("NewView: %w", err)
			}
			if err := read.UnmarshalJSON(line(written)); err != nil {
				return m.fault("the view that %s shown cannot be read: %w: %s", who(seat), err, line(written))
			}
			for range 2 { // first as they are, then at the end of the game
				if got, want := line(read), line(written); !bytes.Equal(got, want) {
					return m.fault("the view that %s shown read from its JSON is another after event %d:\n\tgot  %s\n\twant %s", who(seat), written.Ply(), got, want)
				}
				for _, v := range []game.View{written, read} {
					if err := observe(v, m.told(seat), v.Ply()); err != nil {
						return m.fault("the view that %s shown does not go on: %w", who(seat), err)
					}
				}
			}
		}
		return nil
	})
}
