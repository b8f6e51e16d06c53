package gametest

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/saloon-games/saloon/game"
)

// attempt is something that a state must refuse.
type attempt struct {
	format string // of what is tried, and
	arg    any    // what the format needs
	do     func(game.State) error
}

// String says what is tried.
func (a attempt) String() string { return fmt.Sprintf(a.format, a.arg) }

// checkRefusals checks that moves, words and draws that are not legal are refused.
func (b *battery) checkRefusals() (note string, err error) {
	tried := 0
	err = b.moments(5, func(m *moment) error {
		attempts := slices.Concat(m.badMoves(), m.badWords(), m.badDraws())
		tried += len(attempts)
		return m.mustRefuse(attempts)
	})
	return fmt.Sprintf("%d refusals", tried), err
}

// mustRefuse checks that the state refuses each attempt as it should and is left
// as it was.
func (m *moment) mustRefuse(attempts []attempt) error {
	legal := game.Words(m.state.Word, m.state.Legal(nil))
	on := m.state.Clone()
	for _, a := range attempts {
		if why := badRefusal(a.do(on), m.state.Turn(), legal); why != "" {
			return m.fault("%s %s", a, why)
		}
	}
	change := differ(on, m.state) // at once, as a comparison takes longer than a refusal
	if change == "" {
		return nil
	}
	culprit := "one of many refusals"
	for _, a := range attempts {
		on := m.state.Clone()
		_ = a.do(on) // has been looked at above
		if d := differ(on, m.state); d != "" {
			culprit, change = a.String(), d
			break
		}
	}
	return m.fault("%s was refused and has changed the state: %s", culprit, change)
}

// ruleNumber is the form of the number of a rule.
var ruleNumber = regexp.MustCompile(`^[A-Z]+\d+$`)

// badRefusal says what is wrong with a refusal; "" if nothing is.
func badRefusal(err error, turn game.Turn, legal []string) string {
	var e *game.Error
	_, seated := turn.Seat()
	switch {
	case err == nil:
		return "was not refused"
	case !errors.As(err, &e):
		return fmt.Sprintf("was refused with a %T, not a *game.Error: %v", err, err)
	case !ruleNumber.MatchString(e.Rule):
		return fmt.Sprintf("was refused without the number of a rule, but with %q: %v", e.Rule, err)
	case e.Why == "":
		return fmt.Sprintf("was refused without a reason: %v", err)
	case seated && !slices.Equal(e.Legal, legal):
		return fmt.Sprintf("was refused with %q as what is legal, want %q", e.Legal, legal)
	case turn == game.Chance && len(e.Legal) == 0:
		return fmt.Sprintf("was refused without saying what chance may do: %v", err)
	case turn == game.Over && len(e.Legal) > 0:
		return fmt.Sprintf("was refused with %q as what is legal after the end", e.Legal)
	default:
		return ""
	}
}

// badMoves returns moves that are not legal: small numbers, such as a game's own
// moves are, and some others.
func (m *moment) badMoves() []attempt {
	legal := m.state.Legal(nil)
	moves := []game.Move{1<<16 - 1}
	for n := range game.Move(256) {
		moves = append(moves, n)
	}
	for range 64 {
		moves = append(moves, 256+game.Move(m.src.Below(1<<16-256)))
	}
	var list []attempt
	for _, n := range moves {
		if slices.Contains(legal, n) {
			continue
		}
		word := m.state.Word(n)
		list = append(list, attempt{
			"Play of move %d, which is not legal,", n,
			func(s game.State) error { return s.Play(n) },
		}, attempt{
			"Apply of %q, the word of a move that is not legal,", word,
			func(s game.State) error { return s.Apply(word) },
		})
	}
	return list
}

// badDraws returns draws that are not of the kind that is asked for. It checks too
// that they have no outcome.
func (m *moment) badDraws() []attempt {
	draws := [][]uint8{nil, {0}, {0, 1}, {1, 0, 2}}
	if m.state.Turn() == game.Chance {
		draws = wrongDraws(randomDraw(m.src, m.state.Draw()), m.state.Draw().Of)
	}
	var list []attempt
	for _, d := range draws {
		list = append(list, attempt{
			"Chance of %v, which is not a draw,", d,
			func(s game.State) error {
				if word := s.Outcome(d); word != "" {
					return fmt.Errorf("and has the outcome %q", word)
				}
				return s.Chance(d)
			},
		})
	}
	return list
}

// wrongDraws returns variants of a draw that are none: shorter, longer, with what
// there is not, with the same twice.
func wrongDraws(draw []uint8, of int) [][]uint8 {
	list := [][]uint8{nil, draw[1:], draw[:len(draw)-1], append(slices.Clone(draw), draw[0])}
	for i := range draw {
		for _, n := range []int{of, of + 1, 255} {
			if n >= of && n < 256 {
				d := slices.Clone(draw)
				d[i] = uint8(n)
				list = append(list, d)
			}
		}
		if i > 0 {
			d := slices.Clone(draw)
			d[i] = d[i-1]
			list = append(list, d)
		}
	}
	return list
}

// badWords returns events that cannot happen now: words of other moments of the
// game, what seats are told, and words that are not quite right.
func (m *moment) badWords() []attempt {
	words := []string{"", " ", "?", "nonsense", "\x00", strings.Repeat("9", 1000)}
	good := game.Words(m.state.Word, m.state.Legal(nil))
	chance := m.state.Turn() == game.Chance
	if chance {
		good = append(good, m.state.Outcome(randomDraw(m.src, m.state.Draw())))
	}
	for i := range m.events {
		// What chance has said at another time it may perhaps say now.
		if seat := i > 0 && m.told(game.Spectator).turns[i-1] >= 0; seat || !chance {
			words = append(words, m.events[i])
		}
	}
	if m.ply < len(m.events) {
		for _, viewer := range m.viewers() {
			if told := m.told(viewer).told[m.ply]; told != m.events[m.ply] {
				words = append(words, told)
			}
		}
	}
	for _, w := range good {
		words = append(words, misspelled(w)...)
		// What is listed in another order may be another event, else it is
		// none: there is one word for an event, and Last is it.
		other := pair.ReplaceAllString(w, "$2,$1")
		if s := m.state.Clone(); s.Apply(other) != nil || s.Last() != other {
			words = append(words, other)
		}
	}
	slices.Sort(words)
	var list []attempt
	for _, w := range slices.Compact(words) {
		if !slices.Contains(good, w) {
			list = append(list, attempt{
				"Apply of %q, which is not legal,", w,
				func(s game.State) error { return s.Apply(w) },
			})
		}
	}
	return list
}

// pair is two things in a list.
var pair = regexp.MustCompile(`(\w+),(\w+)`)

// misspelled returns variants of a word that are not to the letter.
func misspelled(word string) []string {
	list := []string{
		" " + word, word + " ", word + "\n", word + ",", word + "/", word + " " + word,
		strings.ToUpper(word), strings.ToLower(word), strings.ToTitle(word[:min(1, len(word))]) + word[min(1, len(word)):],
		strings.Replace(word, " ", "  ", 1), strings.Replace(word, " ", "\t", 1), strings.Replace(word, " ", "", 1),
		strings.Replace(word, ",", ", ", 1), strings.Replace(word, ",", ",,", 1), strings.Replace(word, "/", "//", 1),
	}
	if i := strings.IndexAny(word, "0123456789"); i >= 0 {
		for _, sign := range []string{"0", "+", "-", " "} {
			list = append(list, word[:i]+sign+word[i:])
		}
	}
	return slices.DeleteFunc(list, func(w string) bool { return w == word })
}
