// Package tally is the energy tally of Showdown (Raincheck) for two people who play with real
// cards: ten lights each, who has how many cards left, who begins the round, what happened in it,
// and who has won.
//
// The words of a pad of this kind:
//
//	name 0 Ann                   what the player on side 0 is called; "name 0" takes the name away
//	game 1 0                     side 0 begins the first round of game 1; "game 2 1" is the rematch
//	step 1 2 3 0 trap            game 1, round 2, step 3: side 0 has flipped a Beartrap;
//	                             also hit, blank, battery, and made: the bet is reached
//	undo ID ID                   takes entries back (package pad)
//
// All else follows from the rules: who loses the round and so a card, who begins the next, and
// when it is over. Steps that a table leaves out, a Blank say, need not be told. A step has a
// number of its own so that two phones which tell the same flip tell it once, and two that tell
// different things disagree aloud.
//
// Read says what the entries of a pad come to (Sheet), Write checks a word and writes it, Words
// makes words of the form with data-form="setup", Draw draws it, Text hands it on.
//
// Rules are game/raincheck's. The package must never know one again, nor devices, networks or
// clocks.
package tally

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/internal/pad"
)

// Kind is the pad.Kind of energy tallies.
type Kind struct{}

// Name implements pad.Kind.
func (Kind) Name() string { return "tally" }

// Slot implements pad.Kind.
func (Kind) Slot(text string) (string, error) {
	w, err := parse(text)
	return w.slot, err
}

// What the numbers of a word may be; the rules say the rest.
const (
	sides      = 2
	mostGames  = 99
	mostRounds = 20
	mostSteps  = 20
)

// made is the step of a player who has reached the bet.
const made = "made"

// steps are the words of steps that flip a card, by card.
var steps = [...]string{
	raincheck.Hit: "hit", raincheck.Beartrap: "trap", raincheck.Blank: "blank", raincheck.Battery: "battery",
}

// A word is a word of a pad, read.
type word struct {
	slot  string
	seat  int
	name  string
	named bool
	game  int
	round int
	step  int
	what  string
}

// parse reads a word. Each thing is said in one way only, so that the same words are equal
// texts.
func parse(text string) (word, error) {
	verb, rest, _ := strings.Cut(text, " ")
	switch verb {
	case "name":
		slot, seat, name, err := pad.ParseName(text, sides)
		return word{slot: slot, seat: seat, name: name, named: true}, err
	case "game":
		numbers, ok := wholes(rest, [][2]int{{1, mostGames}, {0, sides - 1}})
		if !ok {
			return word{}, pad.Refuse(text, "want game, its number from 1 to %d, and the side that begins, 0 or 1", mostGames)
		}
		return word{slot: "game " + strconv.Itoa(numbers[0]), game: numbers[0], seat: numbers[1]}, nil
	case "step":
		cut := strings.LastIndexByte(rest, ' ')
		numbers, ok := wholes(rest[:max(cut, 0)], [][2]int{{1, mostGames}, {1, mostRounds}, {1, mostSteps}, {0, sides - 1}})
		what := rest[cut+1:]
		if !ok || what != made && !slices.Contains(steps[:], what) {
			return word{}, pad.Refuse(text, "want step, the numbers of game, round and step, the side, and %s or %s",
				strings.Join(steps[:], ", "), made)
		}
		w := word{game: numbers[0], round: numbers[1], step: numbers[2], seat: numbers[3], what: what}
		w.slot = fmt.Sprintf("step %d %d %d", w.game, w.round, w.step)
		return w, nil
	default:
		return word{}, pad.Refuse(text, "an energy tally knows name, game, step and undo")
	}
}

// wholes reads numbers with a space between them, each in its bounds.
func wholes(text string, bounds [][2]int) ([]int, bool) {
	parts := strings.Split(text, " ")
	if len(parts) != len(bounds) {
		return nil, false
	}
	numbers := make([]int, len(parts))
	for i, part := range parts {
		var ok bool
		if numbers[i], ok = pad.Whole(part, bounds[i][0], bounds[i][1]); !ok {
			return nil, false
		}
	}
	return numbers, true
}

// Write writes a word on the pad if it fits what is there; the error says to a person why not,
// and nothing has changed then.
func Write(p *pad.Pad, stamp pad.Stamp, text string) (pad.Entry, error) {
	trial := p.Clone()
	e, err := trial.Write(stamp, text)
	if err != nil {
		return pad.Entry{}, err
	}
	if slot, err := (Kind{}).Slot(text); err == nil { // else an undo: anything may be undone
		for _, t := range Read(trial).Troubles {
			if t.Slot == slot {
				return pad.Entry{}, fmt.Errorf("%s", t.Why)
			}
		}
	}
	_, err = p.Merge(e)
	return e, err
}

// Words makes words of the fields of the setup form, those that change something: name0 and
// name1. The error says to a person what is wrong with a field.
func Words(p *pad.Pad, fields map[string]string) ([]string, error) {
	s := Read(p)
	var list []string
	for seat := range sides {
		name := strings.TrimSpace(fields["name"+strconv.Itoa(seat)])
		if name == s.chosen[seat] {
			continue
		}
		text := pad.NameWord(seat, name)
		if _, err := parse(text); err != nil {
			return nil, err
		}
		list = append(list, text)
	}
	return list, nil
}
