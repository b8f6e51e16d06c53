package term

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/saloon-games/saloon/game"
)

// Teller tells a game to a person while it goes on.
type Teller interface {
	// Tell takes in the state before the first event, and then the state after
	// each. It does not keep the state.
	Tell(s game.State)
	// End says who is to do what, where the game is not over.
	End()
}

// NewTeller returns a teller for one game at a table with these options.
func NewTeller(out *Screen, rules game.Rules, options game.Options) Teller {
	switch rules.Name() {
	case "texas":
		return &texasTeller{out: out}
	case "raincheck":
		return &raincheckTeller{out: out, options: options}
	default:
		return &plainTeller{out: out, title: rules.Title(), options: options}
	}
}

// headline is the game's title and what is played.
func headline(out *Screen, title string, facts ...string) {
	if len(facts) > 0 {
		title += ":"
	}
	out.flow(0, append([]string{bold.Render(title)}, strings.Fields(strings.Join(facts, ", "))...))
	if out.tty && !out.colored() {
		out.Text("No colors here; every card says its own.")
	}
}

// seatName is what a seat is called.
func seatName(seat int) string { return "Seat " + strconv.Itoa(seat) }

// seatNames lists seats as a sentence does: "Seat 0, Seat 2 and Seat 3".
func seatNames(seats []int) string {
	names := make([]string, len(seats))
	for i, s := range seats {
		names[i] = seatName(s)
	}
	return list(names, "and")
}

// list is some words as a sentence lists them.
func list(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}

// count is a number with its noun: "1 card", "3 cards".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// farewells is what the house says when a game is over.
var farewells = []string{
	"The rain isn't stopping. Another hand?",
	"The lamps are warm and the deck is right here. Once more?",
	"Somebody wipe the table. Who is in for the next one?",
	"Nobody goes home in this weather. Shuffle?",
}

// farewell says goodbye, the same to the same game.
func farewell(out *Screen, ply int) {
	out.Line("")
	words := strings.Fields(farewells[ply%len(farewells)])
	for i, w := range words {
		words[i] = faint.Render(w)
	}
	out.flow(0, words)
}

// stopped begins what is said about a record that ends before its game.
func stopped(out *Screen, ply int) {
	if ply == 0 {
		out.rule("Nothing has happened yet")
		return
	}
	out.rule("The record stops after " + count(ply, "event"))
}

// plainTeller tells any game by the words of its events.
type plainTeller struct {
	out     *Screen
	title   string
	options game.Options
	last    game.State
}

func (t *plainTeller) Tell(s game.State) {
	if s.Ply() == 0 {
		var facts []string
		for _, name := range slices.Sorted(maps.Keys(t.options)) {
			facts = append(facts, fmt.Sprintf("%s=%v", name, t.options[name]))
		}
		headline(t.out, t.title, facts...)
	} else {
		who := "chance"
		if seat, ok := t.last.Turn().Seat(); ok {
			who = seatName(seat)
		}
		t.out.Text(who + ": " + s.Last())
	}
	t.last = s.Clone()
	if s.Turn() == game.Over {
		t.out.Text("Won by " + seatNames(s.Winners()) + ".")
		farewell(t.out, s.Ply())
	}
}

func (t *plainTeller) End() {
	if t.last.Turn() == game.Over {
		return
	}
	stopped(t.out, t.last.Ply())
	text := "Next is " + t.last.Turn().String()
	if words := game.Words(t.last.Word, t.last.Legal(nil)); len(words) > 0 {
		text += ": " + strings.Join(words, ", ")
	}
	t.out.Text(text + ".")
}
