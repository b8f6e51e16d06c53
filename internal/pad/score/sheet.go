package score

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
	"github.com/saloon-games/saloon/internal/pad"
	"github.com/saloon-games/saloon/internal/pad/markup"
)

// Sheet is what the entries of a score pad come to.
type Sheet struct {
	// Ready is set when somebody has said how many play; all else waits for that.
	Ready bool `json:"ready"`
	// Names is what the players are called, by seat, no two alike.
	Names []string `json:"names"`
	// Size is how many tricks a hand has.
	Size int `json:"size"`
	// Target is the points that end the game, Hands the hands it has; one of them is 0.
	Target int `json:"target"`
	Hands  int `json:"hands"`
	// Seas reports whether T17 is played.
	Seas bool `json:"seas"`
	// Rows are the hands in their order, from 1 without gaps.
	Rows []Row `json:"rows"`
	// Totals is everybody's points, by seat, of the hands that count.
	Totals []int `json:"totals"`
	// Next is the number of the hand to be written down next, 0 when the game is over.
	Next int `json:"next"`
	// Dealer is who deals it, -1 if nobody does or is known to.
	Dealer int `json:"dealer"`
	// Over is set when the game is over and no hand is in doubt; Winners lists who has won.
	Over    bool  `json:"over"`
	Winners []int `json:"winners"`
	// Conflicts and Troubles wait for a person.
	Conflicts []pad.Slot       `json:"conflicts"`
	Troubles  []markup.Trouble `json:"troubles"`
	// Undo and Redo are words to write, "" if there is nothing; what they are about beside.
	Undo   string `json:"undo"`
	UndoOf string `json:"undoOf"`
	Redo   string `json:"redo"`
	RedoOf string `json:"redoOf"`

	word   string   // the table's
	chosen []string // names, "" where nobody chose one; one for each seat there can be
	dealer int      // of hand 1
	scores *texas.Scores
}

// Row is a hand.
type Row struct {
	// Hand is its number.
	Hand int `json:"hand"`
	// Tricks is what everybody took, by seat; nil if the hand is missing or in conflict.
	Tricks []int `json:"tricks"`
	// Totals is everybody's points after it, by seat.
	Totals []int `json:"totals"`
	// Conflict is set when devices disagree about it.
	Conflict bool `json:"conflict"`
}

// Players is how many play.
func (s *Sheet) Players() int { return len(s.Names) }

// Read says what the entries of a score pad come to. The pad must be of Kind.
func Read(p *pad.Pad) *Sheet {
	s := &Sheet{
		Conflicts: []pad.Slot{}, Troubles: []markup.Trouble{}, Rows: []Row{}, Winners: []int{},
		chosen: make([]string, mostSeats), dealer: -1, Dealer: -1,
	}
	s.Undo, s.UndoOf = p.Undo()
	s.Redo, s.RedoOf = p.Redo()
	slots := p.Slots()
	hands := map[int]pad.Slot{}
	for _, slot := range slots {
		w, err := parse(slot.Values[0].Word)
		if err != nil {
			panic("score: a pad has taken a word that it does not know: " + err.Error())
		}
		if slot.Conflict() {
			s.Conflicts = append(s.Conflicts, slot)
		}
		switch {
		case w.hand > 0:
			hands[w.hand] = slot
		case w.players > 0:
			// In conflict the first stands until somebody chooses: without any table
			// there would be nothing to look at.
			s.table(w, slot)
		case w.slot == "dealer":
			if !slot.Conflict() {
				s.dealer = w.seat
			}
		default:
			s.chosen[w.seat] = w.name
		}
	}
	if !s.Ready {
		for _, slot := range hands {
			s.trouble(slot, "Hands are written down, but not how many play.")
		}
		s.sortTroubles()
		return s
	}
	s.name()
	s.add(hands)
	if s.dealer >= s.Players() {
		s.trouble(slots[slices.IndexFunc(slots, func(o pad.Slot) bool { return o.Name == "dealer" })],
			"The dealer is on a seat that this game does not have.")
	} else if s.dealer >= 0 && s.Next > 0 {
		s.Dealer = (s.dealer + s.Next - 1) % s.Players()
	}
	s.sortTroubles()
	return s
}

// table takes in what is played.
func (s *Sheet) table(w word, slot pad.Slot) {
	scores, err := texas.NewScores(w.players, w.options)
	if err != nil {
		panic("score: " + err.Error()) // parse has checked it
	}
	s.Ready, s.word, s.scores = true, slot.Values[0].Word, scores
	s.Names, s.Totals = make([]string, w.players), make([]int, w.players)
	s.Size, s.Target, s.Hands, s.Seas = texas.HandSize(w.players), scores.Target(), scores.Hands(), scores.Seas()
}

// name says what everybody is called.
func (s *Sheet) name() {
	for seat := range s.Names {
		s.Names[seat] = s.chosen[seat]
		if s.Names[seat] == "" {
			s.Names[seat] = "Player " + strconv.Itoa(seat+1)
		}
	}
	s.Names = markup.Apart(s.Names)
}

// add adds the hands up.
func (s *Sheet) add(hands map[int]pad.Slot) {
	last := 0
	for n := range hands {
		last = max(last, n)
	}
	doubt := slices.ContainsFunc(s.Conflicts, func(c pad.Slot) bool { return c.Name == "table" })
	next := 0
	for n := 1; n <= last; n++ {
		slot, ok := hands[n]
		row := Row{Hand: n, Conflict: ok && slot.Conflict()}
		if ok && !row.Conflict {
			w, _ := parse(slot.Values[0].Word)
			over := s.scores.Over()
			if why := s.hand(w); why != "" {
				s.trouble(slot, why)
				if over {
					continue
				}
				ok = false
			} else {
				row.Tricks = w.tricks
			}
		}
		if row.Tricks == nil {
			doubt = true
		}
		if !ok && next == 0 {
			next = n
		}
		row.Totals = slices.Clone(s.Totals)
		s.Rows = append(s.Rows, row)
	}
	s.trim(hands)
	switch {
	case next > 0 && next <= len(s.Rows): // Rows has no gaps, so this is a row's number
		s.Next = next
	case !s.scores.Over():
		s.Next = len(s.Rows) + 1
	}
	if s.Over = s.scores.Over() && !doubt; s.Over {
		s.Winners = s.scores.Winners()
	}
}

// trim takes away hands at the end that are missing.
func (s *Sheet) trim(hands map[int]pad.Slot) {
	for n := len(s.Rows); n > 0; n-- {
		if _, ok := hands[s.Rows[n-1].Hand]; ok {
			return
		}
		s.Rows = s.Rows[:n-1]
	}
}

// hand adds a hand, or says why it does not count.
func (s *Sheet) hand(w word) string {
	err := s.scores.Hand(w.tricks)
	var refusal *game.Error
	switch {
	case err == nil:
		for seat := range s.Totals {
			s.Totals[seat] = s.scores.Total(seat)
		}
		return ""
	case s.scores.Over():
		return fmt.Sprintf("The game was over before hand %d.", w.hand)
	case len(w.tricks) != s.Players():
		return fmt.Sprintf("Hand %d is that of %d players, but %d play.", w.hand, len(w.tricks), s.Players())
	case errors.As(err, &refusal):
		return fmt.Sprintf("Hand %d: %s.", w.hand, refusal.Why)
	default:
		return err.Error()
	}
}

// trouble notes that what stands in a slot does not fit.
func (s *Sheet) trouble(slot pad.Slot, why string) {
	s.Troubles = append(s.Troubles, markup.Doubt(slot, why))
}

func (s *Sheet) sortTroubles() {
	slices.SortStableFunc(s.Troubles, func(a, b markup.Trouble) int {
		if len(a.Slot) != len(b.Slot) {
			return len(a.Slot) - len(b.Slot)
		}
		return slices.Compare([]byte(a.Slot), []byte(b.Slot))
	})
}

// Say puts a word of the pad in words for people: "Hand 3: Ann 4, Bob 5, Cy 3, Dee 3".
func (s *Sheet) Say(text string) string {
	w, err := parse(text)
	switch {
	case err != nil:
		return text
	case w.hand > 0:
		list := make([]string, len(w.tricks))
		for seat, n := range w.tricks {
			list[seat] = s.called(seat) + " " + strconv.Itoa(n)
		}
		return "Hand " + strconv.Itoa(w.hand) + ": " + strings.Join(list, ", ")
	case w.players > 0:
		say := markup.Count(w.players, "player")
		if w.options["rules"] == "seas" {
			say += ", Seas of Strife rule"
		}
		if scores, err := texas.NewScores(w.players, w.options); err == nil && scores.Hands() > 0 {
			say += ", " + markup.Count(scores.Hands(), "hand")
		} else if err == nil {
			say += ", to " + markup.Count(scores.Target(), "point")
		}
		return say
	case w.slot == "dealer":
		return s.called(w.seat) + " deals first"
	case w.name == "":
		return "Player " + strconv.Itoa(w.seat+1) + " without a name"
	default:
		return "Player " + strconv.Itoa(w.seat+1) + " is " + w.name
	}
}

// called is what somebody is called, also on a seat that this game does not have.
func (s *Sheet) called(seat int) string {
	if seat < len(s.Names) {
		return s.Names[seat]
	}
	return "Player " + strconv.Itoa(seat+1)
}
