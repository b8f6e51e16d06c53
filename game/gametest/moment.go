package gametest

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
)

// moment is a state on the way through a history.
type moment struct {
	*history
	ply   int
	state game.State  // not to be changed
	match *game.Match // as far as the state; nil unless asked for
	src   *fair.Rand  // the moment's own
}

// fault is a failure at the moment.
func (m *moment) fault(format string, args ...any) error {
	return m.history.fault(m.ply, format, args...)
}

// all asks moments for every moment.
const all = -1

// moments walks through games of the sample and calls f with the first and the
// last moment of each and with so many others.
func (b *battery) moments(others int, f func(*moment) error) error {
	return b.walk(sampleGames, others, func(h *history) (game.State, func(string) error, error) {
		s, err := h.new()
		if err != nil {
			return nil, nil, err
		}
		return s, s.Apply, nil
	}, f)
}

// matches is moments of so many games, with the match.
func (b *battery) matches(games, others int, f func(*moment) error) error {
	var match *game.Match
	return b.walk(games, others, func(h *history) (game.State, func(string) error, error) {
		m, err := game.NewMatch(b.rules, h.table.players, h.table.options)
		if err != nil {
			return nil, nil, err
		}
		match = m
		return m.State(), m.Apply, nil
	}, func(m *moment) error {
		m.match = match
		return f(m)
	})
}

// walk walks through games of the sample. Begin returns a state and what moves it
// on.
func (b *battery) walk(games, others int, begin func(*history) (game.State, func(string) error, error), f func(*moment) error) error {
	for _, h := range b.sample(games) {
		m := &moment{history: h}
		b.at = m
		s, apply, err := begin(h)
		if err != nil {
			return m.fault("no game can begin: %w", err)
		}
		m.state = s
		chosen := h.choose(others)
		for {
			m.src = fair.NewRand(fair.Derive(h.seed, uint64(m.ply)))
			if others == all || chosen[m.ply] {
				if err := f(m); err != nil {
					return err
				}
			}
			if m.ply == len(h.events) {
				break
			}
			if err := apply(h.events[m.ply]); err != nil {
				return m.fault("an event is refused that was accepted before: %w", err)
			}
			m.ply++
		}
	}
	return nil
}

// sample returns some games, cut to what is looked at.
func (b *battery) sample(games int) []*history {
	b.play()
	list := b.games[:min(games, len(b.games))]
	for _, h := range list {
		h.events = h.events[:min(len(h.events), samplePlies)]
	}
	return list
}

// choose returns the first ply, the last and some others.
func (h *history) choose(others int) map[int]bool {
	chosen := map[int]bool{0: true, len(h.events): true}
	src := fair.NewRand(h.seed)
	for range others {
		chosen[src.Below(len(h.events)+1)] = true
	}
	return chosen
}

// differ says how two states differ; "" if they do not.
func differ(got, want game.State) string {
	a, b := got.AppendJSON(nil), want.AppendJSON(nil)
	switch {
	case !bytes.Equal(a, b):
		return fmt.Sprintf("\n\tgot  %s\n\twant %s", a, b)
	case !reflect.DeepEqual(got, want):
		return fmt.Sprintf("in what their JSON does not tell\n\tgot  %+v\n\twant %+v", got, want)
	default:
		return ""
	}
}

// checkMoves checks that every legal move is accepted, as a move and as a word.
func (b *battery) checkMoves() (note string, err error) {
	tried := 0
	err = b.moments(12, func(m *moment) error {
		words := map[string]bool{}
		for _, move := range m.state.Legal(nil) {
			word := m.state.Word(move)
			if words[word] {
				return m.fault("%q is the word of two legal moves", word)
			}
			words[word] = true
			tried++
			played, applied := m.state.Clone(), m.state.Clone()
			if err := played.Play(move); err != nil {
				return m.fault("Play of the legal move %d, %q: %w", move, word, err)
			}
			if err := applied.Apply(word); err != nil {
				return m.fault("Apply of the legal word %q: %w", word, err)
			}
			if d := differ(played, applied); d != "" {
				return m.fault("Play of move %d and Apply of %q differ: %s", move, word, d)
			}
			if played.Last() != word {
				return m.fault("Last is %q after %q", played.Last(), word)
			}
		}
		return nil
	})
	return fmt.Sprintf("%d moves", tried), err
}

// checkDraws checks that chance's draws and their words do the same: all where
// there are few, some where there are many.
func (b *battery) checkDraws() (note string, err error) {
	tried := 0
	err = b.moments(all, func(m *moment) error {
		if m.state.Turn() != game.Chance {
			return nil
		}
		for _, draw := range m.draws() {
			tried++
			word := m.state.Outcome(draw)
			if word == "" {
				return m.fault("no outcome of the draw %v", draw)
			}
			drawn, applied := m.state.Clone(), m.state.Clone()
			if err := drawn.Chance(draw); err != nil {
				return m.fault("Chance of the draw %v: %w", draw, err)
			}
			if err := applied.Apply(word); err != nil {
				return m.fault("Apply of the outcome %q: %w", word, err)
			}
			if d := differ(drawn, applied); d != "" {
				return m.fault("Chance of the draw %v and Apply of its outcome %q differ: %s", draw, word, d)
			}
			if drawn.Last() != word {
				return m.fault("Last is %q after %q", drawn.Last(), word)
			}
		}
		return nil
	})
	return fmt.Sprintf("%d draws", tried), err
}

// fewDraws is how many draws there may be for all of them to be tried.
const fewDraws = 24

// draws returns all draws that chance may make now if they are few, else some.
func (m *moment) draws() [][]uint8 {
	d := m.state.Draw()
	n := 1
	for i := range d.Take {
		n = min(n*(d.Of-i), fewDraws+1)
	}
	if n <= fewDraws {
		return everyDraw(d, nil)
	}
	list := make([][]uint8, 8)
	for i := range list {
		list[i] = randomDraw(m.src, d)
	}
	return list
}

// everyDraw returns all draws that begin with these.
func everyDraw(d game.Draw, first []uint8) [][]uint8 {
	if len(first) == d.Take {
		return [][]uint8{first}
	}
	var list [][]uint8
	for next := range uint8(d.Of) {
		if !bytes.Contains(first, []byte{next}) {
			list = append(list, everyDraw(d, append(slices.Clip(first), next))...)
		}
	}
	return list
}

// checkClones checks that what happens to a clone leaves the original alone, and
// the other way round: both go on, each its own way.
func (b *battery) checkClones() (note string, err error) {
	return "", b.moments(10, func(m *moment) error {
		original, err := m.replay(m.events[:m.ply])
		if err != nil {
			return m.fault("the record cannot be replayed: %w", err)
		}
		clone := original.Clone()
		if d := differ(clone, original); d != "" {
			return m.fault("a clone differs from its original: %s", d)
		}
		states := []game.State{original, clone}
		lines := make([][]string, len(states))
		for range 12 {
			for i, s := range states {
				if s.Turn() == game.Over {
					continue
				}
				event, err := step(m.src, s)
				if err != nil {
					return m.fault("a clone or its original has been changed by the other; after %q: %w", lines[i], err)
				}
				lines[i] = append(lines[i], event)
			}
		}
		for i, s := range states {
			want, err := m.replay(append(m.events[:m.ply:m.ply], lines[i]...))
			if err != nil {
				return m.fault("a clone or its original has been changed by the other; %q cannot follow: %w", lines[i], err)
			}
			if d := differ(s, want); d != "" {
				return m.fault("a clone or its original has been changed by the other; after %q: %s", lines[i], d)
			}
		}
		return nil
	})
}
