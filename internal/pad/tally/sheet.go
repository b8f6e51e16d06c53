package tally

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/internal/pad"
	"github.com/saloon-games/saloon/internal/pad/markup"
)

// Sheet is what the entries of an energy tally come to. Sides are 0 and 1.
type Sheet struct {
	// Names is what the players are called, no two alike.
	Names [2]string `json:"names"`
	// Game is the number of the game, 0 before the first; Round that of the round in it.
	Game  int `json:"game"`
	Round int `json:"round"`
	// Begins is the side that begins the round, -1 if nobody knows.
	Begins int `json:"begins"`
	// Energy is 0 to 10, Cards how many cards each has left, 0 to 4.
	Energy [2]int `json:"energy"`
	Cards  [2]int `json:"cards"`
	// Flipper is the side that flips in this round, -1 until something is told of it.
	Flipper int `json:"flipper"`
	// Winner is the side that has won the game, -1 until it is over.
	Winner int `json:"winner"`
	// Won is how many games each has won.
	Won [2]int `json:"won"`
	// Rounds are those of this game, the one that is played last.
	Rounds []Round `json:"rounds"`
	// Step is how the word of the next step begins, "step 1 2 3"; "" if none can be told, since
	// the game is over or has not begun, or a conflict comes first.
	Step string `json:"step"`
	// Rematch is the word that begins the next game, the other side first.
	Rematch string `json:"rematch"`
	// Conflicts and Troubles wait for a person.
	Conflicts []pad.Slot       `json:"conflicts"`
	Troubles  []markup.Trouble `json:"troubles"`
	// Undo and Redo are words to write, "" if there is nothing; what they are about beside.
	Undo   string `json:"undo"`
	UndoOf string `json:"undoOf"`
	Redo   string `json:"redo"`
	RedoOf string `json:"redoOf"`

	chosen [2]string
	now    raincheck.Tally
}

// Round is what happened in a round.
type Round struct {
	Round  int    `json:"round"`
	Begins int    `json:"begins"`
	Steps  []Step `json:"steps"`
	// Loser is the side that lost it, -1 while it is played.
	Loser int `json:"loser"`
	// Energy and Cards are what both have after it.
	Energy [2]int `json:"energy"`
	Cards  [2]int `json:"cards"`
}

// Step is a step of a round.
type Step struct {
	Side int `json:"side"`
	// What is "hit", "trap", "blank", "battery" or "made".
	What string `json:"what"`
	// Slot is where it stands on the pad; a word for the same slot corrects it.
	Slot string `json:"slot"`
	// Undo is the word that takes it back.
	Undo string `json:"undo"`
}

// A told is a step as it stands on the pad.
type told struct {
	word
	slot pad.Slot
}

// Read says what the entries of an energy tally come to. The pad must be of Kind.
func Read(p *pad.Pad) *Sheet {
	s := &Sheet{
		Begins: -1, Flipper: -1, Winner: -1, Rounds: []Round{},
		Conflicts: []pad.Slot{}, Troubles: []markup.Trouble{},
	}
	s.Undo, s.UndoOf = p.Undo()
	s.Redo, s.RedoOf = p.Redo()
	games := map[int]told{}
	flips := map[int][]told{} // by game
	for _, slot := range p.Slots() {
		w, err := parse(slot.Values[0].Word)
		if err != nil {
			panic("tally: a pad has taken a word that it does not know: " + err.Error())
		}
		if slot.Conflict() {
			s.Conflicts = append(s.Conflicts, slot)
		}
		switch {
		case w.named:
			s.chosen[w.seat] = w.name
		case w.round == 0:
			games[w.game] = told{w, slot}
		default:
			flips[w.game] = append(flips[w.game], told{w, slot})
		}
	}
	s.name()
	for n := 1; ; n++ {
		begins, ok := games[n]
		if !ok {
			break
		}
		s.play(begins, flips[n])
		delete(games, n)
		delete(flips, n)
	}
	for n, g := range games {
		s.trouble(g.slot, fmt.Sprintf("Game %d is written down, but no game %d.", n, n-1))
	}
	for n, list := range flips {
		for _, t := range list {
			s.trouble(t.slot, fmt.Sprintf("There is a step of game %d, but nobody said who begins that game.", n))
		}
	}
	if s.Game == 0 {
		s.Energy, s.Cards = full()
	}
	slices.SortFunc(s.Troubles, func(a, b markup.Trouble) int { return cmp.Compare(a.Slot, b.Slot) })
	return s
}

// full is what both have when a game begins (S1, S2).
func full() (energy, cards [2]int) {
	y, _ := raincheck.NewTally(0)
	return [2]int{y.Energy(0), y.Energy(1)}, [2]int{y.Owns(0), y.Owns(1)}
}

// name says what both are called.
func (s *Sheet) name() {
	list := s.chosen
	for i, name := range list {
		if name == "" {
			list[i] = "Player " + strconv.Itoa(i+1)
		}
	}
	copy(s.Names[:], markup.Apart(list[:]))
}

// play follows a game; it becomes the one that the sheet shows.
func (s *Sheet) play(begins told, steps []told) {
	s.Game, s.Round, s.Winner, s.Flipper, s.Step, s.Rounds = begins.game, 1, -1, -1, "", []Round{}
	s.Rematch = fmt.Sprintf("game %d %d", s.Game+1, begins.seat^1)
	s.Energy, s.Cards = full()
	if begins.slot.Conflict() {
		s.Begins = -1
		return
	}
	slices.SortFunc(steps, func(a, b told) int { return cmp.Or(a.round-b.round, a.step-b.step) })
	y, err := raincheck.NewTally(begins.seat)
	if err != nil {
		panic("tally: " + err.Error()) // parse has checked it
	}
	round := Round{Round: 1, Begins: y.Begins(), Loser: -1, Steps: []Step{}}
	last, blocked := 0, false
	for _, t := range steps {
		if t.slot.Conflict() {
			blocked = true
		}
		if blocked {
			break // what comes after depends on what people choose
		}
		before := y
		if why := s.step(&y, t); why != "" {
			s.trouble(t.slot, why)
			continue
		}
		round.Steps = append(round.Steps, Step{t.seat, t.what, t.slot.Name, pad.UndoOf(t.slot.Values[0])})
		last = t.step
		if y.Round() != before.Round() || y.Winner() >= 0 {
			round.Energy, round.Cards = state(&y)
			round.Loser = loser(&before, &y)
			s.Rounds = append(s.Rounds, round)
			round = Round{Round: y.Round(), Begins: y.Begins(), Loser: -1, Steps: []Step{}}
			last = 0
		}
	}
	s.Round, s.Begins, s.Flipper, s.Winner = y.Round(), y.Begins(), y.Flipper(), y.Winner()
	s.Energy, s.Cards = state(&y)
	s.now = y
	switch {
	case s.Winner >= 0:
		s.Won[s.Winner]++
		return
	case !blocked:
		s.Step = fmt.Sprintf("step %d %d %d", s.Game, s.Round, last+1)
	}
	round.Energy, round.Cards = state(&y)
	s.Rounds = append(s.Rounds, round)
}

func state(y *raincheck.Tally) (energy, cards [2]int) {
	return [2]int{y.Energy(0), y.Energy(1)}, [2]int{y.Owns(0), y.Owns(1)}
}

// loser is who lost the round that has just ended: who has lost a card or the game.
func loser(before, after *raincheck.Tally) int {
	if won := after.Winner(); won >= 0 {
		return won ^ 1
	}
	if after.Owns(0) < before.Owns(0) {
		return 0
	}
	return 1
}

// step carries out a step, or says why it does not count.
func (s *Sheet) step(y *raincheck.Tally, t told) string {
	what := fmt.Sprintf("Round %d, %s: ", t.round, s.does(t.seat, t.what))
	switch flipper := y.Flipper(); {
	case y.Winner() >= 0:
		return what + "the game was over before."
	case t.round < y.Round():
		return what + "that round had ended."
	case t.round > y.Round():
		return what + fmt.Sprintf("round %d has not ended.", y.Round())
	case flipper >= 0 && flipper != t.seat:
		return what + s.Names[flipper] + " flips in this round (S10)."
	}
	var err error
	if t.what == made {
		err = y.Reach(t.seat)
	} else {
		err = y.Flip(t.seat, raincheck.Card(slices.Index(steps[:], t.what)))
	}
	if err != nil {
		return what + "there are no more than two of that card (S1)."
	}
	return ""
}

// trouble notes that what stands in a slot does not fit.
func (s *Sheet) trouble(slot pad.Slot, why string) {
	s.Troubles = append(s.Troubles, markup.Doubt(slot, why))
}

// called are the steps in words for people.
func called(what string) string {
	if what == made {
		return "Bet made"
	}
	return raincheck.Card(slices.Index(steps[:], what)).Name()
}

func (s *Sheet) does(side int, what string) string {
	if what == made {
		return s.Names[side] + " makes the bet"
	}
	return s.Names[side] + " flips " + called(what)
}

// Say puts a word of the pad in words for people: "Round 2: Ann flips Beartrap".
func (s *Sheet) Say(text string) string {
	w, err := parse(text)
	switch {
	case err != nil:
		return text
	case w.named && w.name == "":
		return "A side without a name"
	case w.named:
		return "The name " + w.name
	case w.round == 0:
		return fmt.Sprintf("%s begins game %d", s.Names[w.seat], w.game)
	default:
		return fmt.Sprintf("Round %d: %s", w.round, s.does(w.seat, w.what))
	}
}

// Status says in a sentence how it stands.
func (s *Sheet) Status() string {
	switch {
	case s.Game == 0:
		return "Who begins?"
	case s.Winner >= 0:
		return s.Names[s.Winner] + " wins the game."
	case s.Step == "":
		return "First say which one is right."
	case s.Flipper >= 0:
		return s.Names[s.Flipper] + " flips."
	default:
		return fmt.Sprintf("Round %d: %s begins.", s.Round, s.Names[s.Begins])
	}
}

// Text is the tally as plain text, for messages.
func (s *Sheet) Text() string {
	var b strings.Builder
	b.WriteString("Showdown\n")
	if s.Game > 0 {
		fmt.Fprintf(&b, "Game %d. %s\n\n", s.Game, s.Status())
	}
	for _, r := range s.Rounds {
		if len(r.Steps) == 0 {
			continue
		}
		fmt.Fprintf(&b, "Round %d: %s\n", r.Round, s.tell(&r))
	}
	for side, name := range s.Names {
		fmt.Fprintf(&b, "%s: %d energy, %s, %s won\n", name, s.Energy[side],
			markup.Count(s.Cards[side], "card"), markup.Count(s.Won[side], "game"))
	}
	return b.String()
}

// tell tells a round in a sentence.
func (s *Sheet) tell(r *Round) string {
	list := make([]string, len(r.Steps))
	for i, t := range r.Steps {
		list[i] = called(t.What)
	}
	say := s.Names[r.Steps[0].Side] + ": " + strings.Join(list, ", ")
	if r.Loser >= 0 {
		say += ". " + s.Names[r.Loser] + " loses the round"
	}
	return say + "."
}
