package gametest_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/gametest"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/game/texas"
)

// The moves of High Card.
const (
	pass game.Move = iota
	bet
	show
)

// planted is a bug, and what the battery must report.
type planted struct {
	bug   string // a subtest's name
	check string // how the check's name begins
	want  string // a part of the message
	game  bent
}

// reports checks that the battery reports each of the bugs.
func reports(t *testing.T, bugs []planted) {
	t.Helper()
	for _, p := range bugs {
		t.Run(p.bug, func(t *testing.T) {
			n, err := gametest.Find(p.check, &p.game, gametest.Options{})
			if n != 1 || err == nil || !strings.Contains(err.Error(), p.want) {
				t.Errorf("%d checks begin with %q and report %v; want 1 and %q", n, p.check, err, p.want)
			}
		})
	}
}

func TestTheBatteryReportsNothingOfASoundGame(t *testing.T) {
	gametest.Run(t, &bent{}, gametest.Options{})
}

func TestTheBatteryReportsTablesThatOughtToBeRefused(t *testing.T) {
	const check = "a table"
	reports(t, []planted{
		{"options in disorder", check, "by name", bent{options: func() []game.Option {
			return []game.Option{{Name: "b", Min: 1, Max: 2}, {Name: "a", Min: 1, Max: 2}}
		}}},
		{"any number of players", check, "Check of 1 players", bent{check: func(_ int, options game.Options) (game.Options, error) {
			return (&bent{}).Check(2, options)
		}}},
		{"a default that is kept", check, "want map[]", bent{check: func(players int, options game.Options) (game.Options, error) {
			_, err := (&bent{}).Check(players, options)
			return options, err
		}}},
		{"a bound that is refused", check, "2 players with rounds=9: ", bent{check: func(players int, options game.Options) (game.Options, error) {
			if options["rounds"] == 9 {
				return nil, &game.Error{What: "rounds=9", Rule: "H7", Why: "too many"}
			}
			return (&bent{}).Check(players, options)
		}}},
		{"an error without a reason", check, "says why", bent{new: func(int, game.Options) (game.State, error) {
			return nil, errors.New("no")
		}}},
		{"a view of a seat that there is not", check, "NewView of seat -2", bent{newView: func(players int, options game.Options, seat int) (game.View, error) {
			if seat < 0 {
				seat = 0
			}
			return (&bent{}).NewView(players, options, seat)
		}}},
	})
}

func TestTheBatteryReportsStatesThatContradictThemselves(t *testing.T) {
	const check = "random games"
	over := func(sound func(game.State) []int, atEnd []int) func(game.State) []int {
		return func(s game.State) []int {
			if s.Turn() == game.Over {
				return atEnd
			}
			return sound(s)
		}
	}
	none := func(game.State) []int { return nil }
	reports(t, []planted{
		{"a ply that is not counted", check, "Ply 0, want 1", bent{ply: func(s game.State) int {
			return max(s.Ply()-1, 0)
		}}},
		{"a turn of a seat that there is not", check, "Turn 3", bent{turn: func(s game.State) game.Turn {
			return s.Turn() + 3*(s.Turn()+1)
		}}},
		{"another last event", check, `Last "show"`, bent{last: func(s game.State) string {
			return strings.Replace(s.Last(), "bet", "show", 1)
		}}},
		{"legal moves on chance's turn", check, "there are 1 legal moves", bent{legal: func(game.State) []game.Move {
			return []game.Move{pass}
		}}},
		{"a seat without a move", check, "there are 0 legal moves", bent{legal: func(game.State) []game.Move {
			return nil
		}}},
		{"legal moves that descend", check, "are to ascend", bent{legal: func(s game.State) []game.Move {
			moves := s.Legal(nil)
			slices.Reverse(moves)
			return moves
		}}},
		{"a legal move twice", check, "are to ascend", bent{legal: func(s game.State) []game.Move {
			return slices.Repeat(s.Legal(nil), 2)
		}}},
		{"a draw on a seat's turn", check, "Draw is", bent{draw: func(game.State) game.Draw {
			return game.Draw{Take: 2, Of: 5}
		}}},
		{"a draw of more than there are", check, "nothing can be drawn", bent{draw: func(s game.State) game.Draw {
			return game.Draw{Take: 2 * s.Draw().Of, Of: s.Draw().Of}
		}}},
		{"a draw without an outcome", check, "no outcome", bent{outcome: func(game.State, []uint8) string { return "" }}},
		{"a legal event that is refused", check, "a legal event is refused", bent{apply: func(s *state, event string) error {
			if event == "bet" {
				return &game.Error{What: event, Rule: "H3", Why: "nobody bets"}
			}
			return s.State.Apply(event)
		}}},
		{"winners before the end", check, "winners are [0]", bent{winners: func(game.State) []int { return []int{0} }}},
		{"no winners at the end", check, "winners are []", bent{winners: none}},
		{"winners in disorder", check, "winners are [1 0]", bent{winners: over(none, []int{1, 0})}},
		{"a winner twice", check, "winners are [1 1]", bent{winners: over(none, []int{1, 1})}},
		{"a winner who does not play", check, "winners are [3]", bent{winners: over(none, []int{3})}},
		{"a game that cannot begin", check, "New: ", bent{new: func(int, game.Options) (game.State, error) {
			return nil, errors.New("no cards")
		}}},
		{"a panic", check, "panic: no moves", bent{legal: func(game.State) []game.Move { panic("no moves") }}},
		{"a game without an end", check, "has not ended after", bent{new: func(int, game.Options) (game.State, error) {
			return &endless{}, nil
		}}},
	})
}

// endless is a state of a game in which chance speaks for ever.
type endless struct {
	game.State // none
	ply        int
}

func (s *endless) Ply() int                          { return s.ply }
func (s *endless) Turn() game.Turn                   { return game.Chance }
func (s *endless) Legal(dst []game.Move) []game.Move { return dst }
func (s *endless) Draw() game.Draw                   { return game.Draw{Take: 1, Of: 1} }
func (s *endless) Outcome([]uint8) string            { return "again" }
func (s *endless) Winners() []int                    { return nil }

func (s *endless) Apply(string) error {
	s.ply++
	return nil
}

func (s *endless) Last() string {
	if s.ply == 0 {
		return ""
	}
	return "again"
}

func TestTheBatteryReportsMovesThatDoNotDoWhatTheirWordsSay(t *testing.T) {
	const check = "a legal move"
	reports(t, []planted{
		{"a word for two moves", check, "is the word of two legal moves", bent{word: func(game.State, game.Move) string {
			return "pass"
		}}},
		{"a legal move that is refused", check, "Play of the legal move 1", bent{play: func(s *state, m game.Move) error {
			if m == bet {
				return &game.Error{What: "bet", Rule: "H3", Why: "nobody bets"}
			}
			return s.State.Play(m)
		}}},
		{"a legal word that is refused", check, "Apply of the legal word", bent{apply: func(s *state, event string) error {
			if event == "bet" {
				return &game.Error{What: event, Rule: "H3", Why: "nobody bets"}
			}
			return s.State.Apply(event)
		}}},
		{"a move that does something else", check, "differ", bent{play: func(s *state, m game.Move) error {
			if m == bet {
				m = pass
			}
			return s.State.Play(m)
		}}},
		{"another last event", check, `Last is "fold"`, bent{last: func(s game.State) string {
			return strings.Replace(s.Last(), "pass", "fold", 1)
		}}},
		{"a game that cannot begin", check, "no game can begin", bent{new: func(int, game.Options) (game.State, error) {
			return nil, errors.New("no cards")
		}}},
	})
}

// refusing is High Card, its refusals changed.
func refusing(change func(*game.Error) error) bent {
	return bent{
		play:   func(s *state, m game.Move) error { return changed(s.State.Play(m), change) },
		apply:  func(s *state, event string) error { return changed(s.State.Apply(event), change) },
		chance: func(s *state, draw []uint8) error { return changed(s.State.Chance(draw), change) },
	}
}

func changed(err error, change func(*game.Error) error) error {
	if e, ok := errors.AsType[*game.Error](err); ok {
		return change(e)
	}
	return err
}

func TestTheBatteryReportsRefusalsThatAreNotAsTheyShouldBe(t *testing.T) {
	const check = "what is not legal"
	notes := func(n int) bent {
		count := 0
		return bent{apply: func(s *state, event string) error {
			err := s.State.Apply(event)
			if count++; err != nil && count >= n {
				s.notes = append(s.notes, event)
			}
			return err
		}}
	}
	reports(t, []planted{
		{"an illegal move that is accepted", check, "Play of move 2, which is not legal, was not refused", bent{play: func(s *state, m game.Move) error {
			if m == show && s.Turn() >= 0 {
				m = s.Legal(nil)[0]
			}
			return s.State.Play(m)
		}}},
		{"a word with a blank at its end that is accepted", check, "was not refused", bent{apply: func(s *state, event string) error {
			return s.State.Apply(strings.TrimSpace(event))
		}}},
		{"a word in capitals that is accepted", check, "was not refused", bent{apply: func(s *state, event string) error {
			return s.State.Apply(strings.ToLower(event))
		}}},
		{"a list in disorder that is accepted", check, "was not refused", bent{of: texas.Rules{}, apply: func(s *state, event string) error {
			hands := strings.Split(event, "/")
			for i, hand := range hands {
				cards := strings.Split(strings.TrimPrefix(hand, "deal "), ",")
				slices.SortStableFunc(cards, func(a, b string) int {
					return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
				})
				hands[i] = strings.Join(cards, ",")
			}
			if list := strings.Join(hands, "/"); strings.HasPrefix(event, "deal ") {
				event = "deal " + list
			}
			return s.State.Apply(event)
		}}},
		{"a bad draw that is accepted", check, "which is not a draw, was not refused", bent{chance: func(s *state, draw []uint8) error {
			return s.State.Chance(append([]uint8{0, 1}, draw...)[:2])
		}}},
		{"a bad draw that has an outcome", check, `has the outcome "deal"`, bent{outcome: func(s game.State, draw []uint8) string {
			if word := s.Outcome(draw); word != "" {
				return word
			}
			return "deal"
		}}},
		{"another kind of error", check, "not a *game.Error", refusing(func(e *game.Error) error {
			return errors.New(e.Why)
		})},
		{"no rule", check, "without the number of a rule", refusing(func(e *game.Error) error {
			e.Rule = "rules"
			return e
		})},
		{"no reason", check, "without a reason", refusing(func(e *game.Error) error {
			e.Why = ""
			return e
		})},
		{"not all that is legal", check, "as what is legal, want", refusing(func(e *game.Error) error {
			if len(e.Legal) == 2 {
				e.Legal = e.Legal[:1]
			}
			return e
		})},
		{"nothing that chance may do", check, "without saying what chance may do", refusing(func(e *game.Error) error {
			e.Legal = nil
			return e
		})},
		{"something legal after the end", check, "after the end", refusing(func(e *game.Error) error {
			if len(e.Legal) == 0 {
				e.Legal = []string{"deal"}
			}
			return e
		})},
		{"a refusal that leaves a trace", check, "was refused and has changed the state", notes(0)},
		{"refusals that leave a trace in the end", check, "was refused and has changed the state", notes(10_000)},
		{"a refusal that leaves a trace once", check, "one of many refusals was refused", func() bent {
			done := false
			return bent{play: func(s *state, m game.Move) error {
				err := s.State.Play(m)
				if err != nil && !done {
					done = true
					s.notes = append(s.notes, "once")
				}
				return err
			}}
		}()},
	})
}

func TestTheBatteryReportsDrawsThatAreNotTheirOutcomes(t *testing.T) {
	const check = "a draw"
	reports(t, []planted{
		{"another outcome", check, "differ", bent{outcome: func(s game.State, draw []uint8) string {
			draw = slices.Clone(draw)
			slices.Reverse(draw)
			return s.Outcome(draw)
		}}},
		{"no outcome", check, "no outcome", bent{outcome: func(s game.State, draw []uint8) string {
			if slices.Contains(draw, 4) {
				return ""
			}
			return s.Outcome(draw)
		}}},
		{"a draw that is refused", check, "Chance of the draw", bent{chance: func(s *state, draw []uint8) error {
			return s.State.Chance(draw[:1])
		}}},
		{"an outcome that is refused", check, "Apply of the outcome", bent{apply: func(s *state, event string) error {
			return s.State.Apply(strings.Replace(event, "5", "6", 1))
		}}},
		{"another last event", check, `Last is "deal `, bent{last: func(s game.State) string {
			return strings.Replace(s.Last(), "4", "5", 1)
		}}},
	})
}

func TestTheBatteryReportsClonesThatShare(t *testing.T) {
	const check = "a clone"
	reports(t, []planted{
		{"a clone that is its original", check, "has been changed by the other", bent{clone: func(s *state) game.State {
			return s
		}}},
		{"a clone with the original's cards", check, "has been changed by the other", bent{clone: func(s *state) game.State {
			return &state{s.State, s.bent, nil}
		}}},
		{"a clone of the beginning", check, "a clone differs", bent{clone: func(s *state) game.State {
			fresh, _ := s.bent.New(2, nil)
			return fresh
		}}},
	})
}

func TestTheBatteryReportsJSONThatIsNotOneLineWithTheCommonFields(t *testing.T) {
	const check = "the JSON of a state"
	reports(t, []planted{
		{"not appended", check, "common fields first", bent{json: func(s game.State, _ []byte) []byte {
			return s.AppendJSON(nil)
		}}},
		{"not closed", check, "is none", bent{json: func(s game.State, dst []byte) []byte {
			return bytes.TrimSuffix(s.AppendJSON(dst), []byte("}"))
		}}},
		{"with the end of the line", check, "blanks or ends of lines", bent{json: func(s game.State, dst []byte) []byte {
			return append(s.AppendJSON(dst), '\n')
		}}},
	})
}

func TestTheBatteryReportsStatesThatTheRecordDoesNotTell(t *testing.T) {
	const check = "a record"
	begun := 0
	reports(t, []planted{
		{"something that is in no event", check, "what their JSON does not tell", bent{new: func(players int, options game.Options) (game.State, error) {
			begun++
			s, err := (&bent{}).rules().New(players, options)
			return &state{s, &bent{}, []string{fmt.Sprint(begun)}}, err
		}}},
		{"options that the rules do not take back", check, "the record cannot be read", func() bent {
			checked := map[string]int{}
			return bent{check: func(players int, options game.Options) (game.Options, error) {
				key := fmt.Sprint(players, options)
				if checked[key]++; checked[key] > 1 {
					return nil, errors.New("again?")
				}
				return options, nil
			}}
		}()},
		{"a match that cannot begin", check, "no game can begin", bent{newView: func(int, game.Options, int) (game.View, error) {
			return nil, errors.New("nothing to see")
		}}},
	})
}

func TestTheBatteryReportsWhatIsToldInAnotherForm(t *testing.T) {
	const check = "what is told"
	reports(t, []planted{
		{"something else", check, `are told "raise" of "bet"`, bent{told: func(s game.State, seat int) string {
			return strings.Replace(s.Told(seat), "bet", "raise", 1)
		}}},
		{"a part too many", check, "want it with question marks", bent{told: func(s game.State, seat int) string {
			return s.Told(seat) + " and so on"
		}}},
		{"spectators who are told what a seat is not", check, "spectators are told", bent{told: func(s game.State, seat int) string {
			if seat == game.Spectator {
				return s.Last()
			}
			return s.Told(seat)
		}}},
		{"a seat that is not told its own move", check, `is told "stack ?" of its own move "stack`, bent{of: raincheck.Rules{}, told: func(s game.State, _ int) string {
			return s.Told(game.Spectator)
		}}},
	})
}
