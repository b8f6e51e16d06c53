// Package score is the score pad of Texas Showdown, for 3 to 6 people who play with real
// cards: what everybody took in each hand, the totals, the end, who deals, and who takes
// this trick.
//
// The words of a pad of this kind:
//
//	table 4                      so many play; also "table 4 hands=5", "table 4 rules=seas target=20"
//	name 0 Ann                   what the player on seat 0 is called; "name 0" takes the name away
//	dealer 2                     the player on seat 2 deals hand 1
//	hand 3 4 5 3 3               what everybody took in hand 3, by seat; whoever writes it again corrects it
//	undo ID ID                   takes entries back (package pad)
//
// Read says what the entries of a pad come to (Sheet), Write checks a word and writes it, Words
// makes words of the form with data-form="setup". View is what one device has on its screen and
// does not write down: a hand that is not complete yet, the cards of a trick. View.Tap changes it
// by the data-tap of a control. Draw draws all of it; Text, CSV, Chart and Picture hand it on.
//
// Rules are game/texas's. The package must never know one again, nor devices, networks or
// clocks.
package score

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
	"github.com/saloon-games/saloon/internal/pad"
)

// Kind is the pad.Kind of score pads.
type Kind struct{}

// Name implements pad.Kind.
func (Kind) Name() string { return "score" }

// Slot implements pad.Kind.
func (Kind) Slot(text string) (string, error) {
	w, err := parse(text)
	return w.slot, err
}

// mostHands is above the number of hands of any game: six players with 199 points each have
// played 119.
const mostHands = 120

var leastSeats, mostSeats = texas.Rules{}.Seats()

// A word is a word of a pad, read.
type word struct {
	slot    string
	players int          // table
	options game.Options // table
	seat    int          // name, dealer
	name    string       // name
	hand    int          // hand
	tricks  []int        // hand
}

// parse reads a word. Each thing is said in one way only, so that the same words are equal
// texts.
func parse(text string) (word, error) {
	verb, rest, _ := strings.Cut(text, " ")
	switch verb {
	case "table":
		return parseTable(text, rest)
	case "name":
		slot, seat, name, err := pad.ParseName(text, mostSeats)
		return word{slot: slot, seat: seat, name: name}, err
	case "dealer":
		seat, ok := pad.Whole(rest, 0, mostSeats-1)
		if !ok {
			return word{}, pad.Refuse(text, "want dealer and a seat from 0 to %d", mostSeats-1)
		}
		return word{slot: "dealer", seat: seat}, nil
	case "hand":
		return parseHand(text, rest)
	default:
		return word{}, pad.Refuse(text, "a score pad knows table, name, dealer, hand and undo")
	}
}

func parseTable(text, rest string) (word, error) {
	w := word{slot: "table", options: game.Options{}}
	parts := strings.Split(rest, " ")
	var ok bool
	if w.players, ok = pad.Whole(parts[0], 0, mostSeats); !ok || w.players < leastSeats {
		return word{}, pad.Refuse(text, "Texas Showdown is for %d to %d players", leastSeats, mostSeats)
	}
	rules := texas.Rules{}
	for _, part := range parts[1:] {
		if err := game.ParseOption(rules.Options(), w.options, part); err != nil {
			return word{}, err
		}
	}
	options, err := rules.Check(w.players, w.options)
	if err != nil {
		return word{}, err
	}
	w.options = options
	if right := tableWord(w.players, options); right != text {
		return word{}, pad.Refuse(text, "write %s", game.Quote(right))
	}
	return w, nil
}

// tableWord is the word for a table. A number of hands makes a target mean nothing (T16).
func tableWord(players int, options game.Options) string {
	parts := []string{"table", strconv.Itoa(players)}
	for _, o := range (texas.Rules{}).Options() {
		v, ok := options[o.Name]
		if _, hands := options["hands"]; ok && (o.Name != "target" || !hands) {
			parts = append(parts, fmt.Sprintf("%s=%v", o.Name, v))
		}
	}
	return strings.Join(parts, " ")
}

func parseHand(text, rest string) (word, error) {
	parts := strings.Split(rest, " ")
	hand, ok := pad.Whole(parts[0], 0, mostHands)
	players := len(parts) - 1
	if !ok || hand == 0 {
		return word{}, pad.Refuse(text, "want hand, its number from 1 to %d, and what everybody took", mostHands)
	}
	if players < leastSeats || players > mostSeats {
		return word{}, pad.Refuse(text, "want the tricks of %d to %d players, not of %d", leastSeats, mostSeats, players)
	}
	w := word{slot: "hand " + parts[0], hand: hand, tricks: make([]int, players)}
	for i, part := range parts[1:] {
		if w.tricks[i], ok = pad.Whole(part, 0, texas.HandSize(players)); !ok {
			return word{}, pad.Refuse(text, "a player takes 0 to %d tricks, not %s", texas.HandSize(players), game.Quote(part))
		}
	}
	if why := missing(w.tricks); why != "" {
		return word{}, pad.Refuse(text, "%s", why)
	}
	return w, nil
}

// missing says how many tricks of a hand are missing, or too many; "" if none (T12).
func missing(tricks []int) string {
	size := texas.HandSize(len(tricks))
	n := texas.Missing(tricks)
	switch {
	case n == 1:
		return fmt.Sprintf("1 of %d tricks is missing", size)
	case n > 1:
		return fmt.Sprintf("%d of %d tricks are missing", n, size)
	case n == -1:
		return fmt.Sprintf("1 trick too many: a hand has %d", size)
	case n < -1:
		return fmt.Sprintf("%d tricks too many: a hand has %d", -n, size)
	}
	return ""
}

// handWord is the word for a hand.
func handWord(hand int, tricks []int) string {
	parts := []string{"hand", strconv.Itoa(hand)}
	for _, n := range tricks {
		parts = append(parts, strconv.Itoa(n))
	}
	return strings.Join(parts, " ")
}

// Write writes a word on the pad if it fits what is there; the error says to a person why not,
// and nothing has changed then.
func Write(p *pad.Pad, stamp pad.Stamp, text string) (pad.Entry, error) {
	trial := p.Clone()
	e, err := trial.Write(stamp, text)
	if err != nil {
		return pad.Entry{}, err
	}
	slot, err := Kind{}.Slot(text)
	if err != nil { // an undo: anything may be undone
		slot = ""
	}
	now := Read(p)
	if w, _ := parse(text); w.hand > len(now.Rows)+1 {
		return pad.Entry{}, fmt.Errorf("write down hand %d first", len(now.Rows)+1)
	}
	before := map[string]bool{}
	for _, t := range now.Troubles {
		before[t.Slot] = true
	}
	for _, t := range Read(trial).Troubles {
		// A table may be set anew as long as what was played still fits.
		switch {
		case t.Slot == slot:
			return pad.Entry{}, fmt.Errorf("%s", t.Why)
		case slot == "table" && !before[t.Slot] && t.Slot == "dealer":
			return pad.Entry{}, fmt.Errorf("%s; choose another dealer first", strings.TrimSuffix(t.Why, "."))
		case slot == "table" && !before[t.Slot]:
			return pad.Entry{}, fmt.Errorf("%s; begin another pad for that", strings.TrimSuffix(t.Why, "."))
		}
	}
	_, err = p.Merge(e)
	return e, err
}

// Words makes words of the fields of the setup form, those that change something: players,
// name0 to name5, rules ("standard" or "seas"), end ("target" or "hands"), target, hands. The
// error says to a person what is wrong with a field.
func Words(p *pad.Pad, fields map[string]string) ([]string, error) {
	field := func(name string) string { return strings.TrimSpace(fields[name]) }
	players, _ := pad.Whole(field("players"), 0, mostSeats)
	options := game.Options{}
	if field("rules") == "seas" {
		options["rules"] = "seas"
	}
	for _, o := range (texas.Rules{}).Options() {
		text := field(o.Name)
		if o.Name != field("end") || text == "" && o.Name == "target" { // the rules have a target
			continue
		}
		if text == "" {
			return nil, fmt.Errorf("say after how many %s the game ends, %d to %d", o.Name, o.Min, o.Max)
		}
		n, ok := pad.Whole(text, 0, o.Max)
		if !ok || n < o.Min {
			return nil, fmt.Errorf("%s: want a whole number from %d to %d, not %s", o.Name, o.Min, o.Max, game.Quote(text))
		}
		options[o.Name] = n
	}
	options, err := texas.Rules{}.Check(players, options)
	if err != nil {
		return nil, fmt.Errorf("choose %d to %d players", leastSeats, mostSeats)
	}
	s := Read(p)
	var list []string
	if text := tableWord(players, options); !s.Ready || s.word != text {
		list = append(list, text)
	}
	for seat := range players {
		name := field("name" + strconv.Itoa(seat))
		text := pad.NameWord(seat, name)
		if name != s.chosen[seat] {
			if _, err := parse(text); err != nil {
				return nil, err
			}
			list = append(list, text)
		}
	}
	return list, nil
}
