package guide

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/board"
	"github.com/saloon-games/saloon/internal/web/page"
)

// A lesson is a game that somebody plays of which everything is written down.
type lesson struct {
	rules   game.Rules
	options game.Options
	names   []string // of the seats; who learns sits on seat 0
	steps   []step
	// ending are the events after the last decision, closing what is said then.
	ending  string
	closing string
	// recap tells what happened in some events of a view, from and to counted as
	// View.Events are, to not included.
	recap func(s *board.Sight, b board.Board, from, to int) []string
}

// A step is one decision of who learns. Rule numbers in its texts become links.
type step struct {
	// before is what happens first, one event after the other with "; " between
	// them. Own moves among it are those that leave no choice.
	before string
	title  string // what is to be done: "Open with the 0"
	text   string // the situation and the reason
	word   string // the move that the lesson is about
	// done says afterwards why it was right.
	done string
	// other says for other legal moves, by their words, why the lesson wants another;
	// rest says it for those that are not listed.
	other map[string]string
	rest  string
}

// events splits what step.before and lesson.ending hold.
func events(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, "; ")
}

// A course is a lesson as it is played: every step with what its table looks like.
// Nothing in it changes.
type course struct {
	lesson
	steps []moment // of the lesson, and one more for its end
}

// A moment is a table at a step.
type moment struct {
	step
	view  game.View // of who learns; to be cloned before it is used
	moves []house.Made
	turn  int
	recap []string // what happened since the moment before
}

// prepare plays a lesson. It refuses one that breaks a rule.
func prepare(l lesson, b board.Board) (*course, error) {
	if b == nil {
		return nil, fmt.Errorf("lesson %s: there is no board", l.rules.Name())
	}
	m, err := game.NewMatch(l.rules, len(l.names), l.options)
	if err != nil {
		return nil, err
	}
	c := &course{lesson: l}
	var moves []house.Made
	apply := func(event string) error {
		made := house.Made{Seat: game.Spectator, By: house.ByChance}
		if seat, ok := m.State().Turn().Seat(); ok {
			made = house.Made{Seat: seat, By: house.ByBot}
			if seat == 0 {
				made.By = house.ByPerson
			}
		}
		moves = append(moves, made)
		return m.Apply(event)
	}
	last := step{before: l.ending, title: "That is the game", text: l.closing}
	told := 0
	for i, s := range append(slices.Clone(l.steps), last) {
		for _, event := range events(s.before) {
			if err := apply(event); err != nil {
				return nil, fmt.Errorf("lesson %s, step %d: %w", l.rules.Name(), i+1, err)
			}
		}
		at := moment{step: s, view: m.View(0), moves: slices.Clone(moves), turn: game.Spectator}
		if seat, ok := at.view.Turn().Seat(); ok {
			at.turn = seat
		}
		c.steps = append(c.steps, at)
		now := &c.steps[i]
		now.recap = l.recap(c.sight(i+1, ""), b, told, len(moves))
		told = len(moves)
		if i == len(l.steps) {
			break
		}
		if err := at.view.Check(s.word); err != nil {
			return nil, fmt.Errorf("lesson %s, step %d: %w", l.rules.Name(), i+1, err)
		}
		if err := apply(s.word); err != nil {
			return nil, fmt.Errorf("lesson %s, step %d: %w", l.rules.Name(), i+1, err)
		}
	}
	return c, nil
}

// What a move is to a step.
type judgment int

const (
	wanted   judgment = iota // the move that the lesson is about
	unwanted                 // another one that the rules allow
	illegal
)

// judge says what a move is to the step. The last moment of a lesson has none.
func (m *moment) judge(word string) judgment {
	switch {
	case m.view.Clone().Check(word) != nil:
		return illegal
	case word != m.word:
		return unwanted
	default:
		return wanted
	}
}

// against says why the lesson wants another move than this legal one.
func (m *moment) against(word string) string {
	if say, ok := m.other[word]; ok {
		return say
	}
	return m.rest
}

// refusal is what the rules say to an illegal word.
func (m *moment) refusal(word string) string {
	err := m.view.Clone().Check(word)
	var refused *game.Error
	if !errors.As(err, &refused) {
		return "That is no move of this game."
	}
	say := capital(refused.Why) + " (" + refused.Rule + ")."
	if len(refused.Legal) > 0 {
		say += " You may: " + strings.Join(refused.Legal, ", ") + "."
	}
	return say
}

// address is where a step is.
func (c *course) address(base string, n int) string {
	return base + "/learn/" + c.rules.Name() + "/" + strconv.Itoa(n)
}

// over reports whether a step, counted from 1, is the end of the lesson.
func (c *course) over(n int) bool { return n == len(c.steps) }

// sight is what a board draws at a step.
func (c *course) sight(n int, base string) *board.Sight {
	m := &c.steps[n-1]
	s := &board.Sight{Scene: house.Scene{
		Game: c.rules.Name(), Phase: house.Playing, Options: c.options, Seats: make([]house.Seat, len(c.names)),
		Number: 1, Ply: m.view.Ply(), Turn: m.turn, Moves: m.moves, View: m.view.Clone(),
	}, Act: c.address(base, n)}
	for i, name := range c.names {
		s.Seats[i] = house.Seat{Name: name, Taken: true}
		if i > 0 {
			s.Seats[i].Level = "thumb"
		}
	}
	if m.view.Turn() == game.Over {
		s.Phase, s.Act, s.Still = house.Over, "", true
	}
	return s
}

// A lessonView is what a lesson's page shows.
type lessonView struct {
	page.Shell
	*board.Sight
	*moment
	board     board.Board
	course    *course
	n         int
	objection string // to the move that was tried, "" if there was none
}

// lesson is the page of a step, with an objection to what was tried there.
func (g *guide) lesson(r *http.Request, c *course, n int, objection string) lessonView {
	sh := g.Shell(r, "Learn "+c.rules.Title())
	sh.About = "Learn " + c.rules.Title() + " in three minutes by playing."
	sh.Slim = true
	return lessonView{
		Shell: sh, Sight: c.sight(n, sh.Base), moment: &c.steps[n-1], board: g.Boards[c.rules.Name()],
		course: c, n: n, objection: objection,
	}
}

// before says why the last move was right, "" on the first page.
func (l *lessonView) before() string {
	if l.n == 1 {
		return ""
	}
	return l.course.steps[l.n-2].done
}

// seat is a seat as data attributes have it: empty for nobody.
func seat(n int) string {
	if n < 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// capital begins a sentence.
func capital(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
