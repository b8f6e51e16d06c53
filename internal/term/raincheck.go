package term

import (
	"fmt"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
)

// raincheckTeller tells Showdown (Raincheck) round by round. The two seats face
// each other in two columns.
type raincheckTeller struct {
	out     *Screen
	options game.Options
	now     raincheck.State // after the last event
}

// fullEnergy is how many lights an energy bar has (S2).
const fullEnergy = 10

// Tell implements Teller.
func (t *raincheckTeller) Tell(state game.State) {
	was := t.now
	t.now = *state.(*raincheck.State)
	s := &t.now
	if s.Ply() == 0 {
		var facts []string
		if seat, ok := t.options["first"].(int); ok {
			facts = append(facts, seatName(seat)+" begins, as the table has chosen")
		}
		headline(t.out, raincheck.Rules{}.Title(), facts...)
		return
	}
	move, isMove := raincheck.ParseMove(s.Last())
	card, stacks := raincheck.StackedCard(move)
	bet, bets := raincheck.NamedBet(move)
	_, flips := raincheck.FlippedSource(move)
	switch {
	case !isMove:
		t.chance(&was)
	case stacks:
		t.says(&was, "stacks", t.out.raincheckChip(card))
	case bets && was.Phase() == raincheck.Betting:
		t.says(&was, fmt.Sprintf("raises to %d", bet))
	case bets:
		t.says(&was, fmt.Sprintf("bets %d", bet))
	case flips:
		t.flip()
	default:
		t.says(&was, "folds")
		t.out.Line("")
		n, bettor := s.Bet()
		t.out.Line(bold.Render(seatName(bettor) + " flips " + count(n, "card")))
	}
	if s.Turn() == game.Over {
		t.result()
	}
}

// chance tells what chance has done.
func (t *raincheckTeller) chance(was *raincheck.State) {
	s := &t.now
	switch was.Phase() {
	case raincheck.Losing:
		loser := s.Loser()
		lost := was.Owned(loser) &^ s.Owned(loser)
		t.out.flow(0, t.words("%s loses %s to the river.", seatName(loser), t.out.raincheckChip(lost.Nth(0))))
	case raincheck.Shuffling:
		t.out.flow(0, append(t.words("River, top first:"), t.out.raincheckChips(s.River())...))
		t.round()
	default:
		t.round()
	}
}

// words is a text as its words; a chip that is put in stays one.
func (t *raincheckTeller) words(format string, args ...any) []string {
	var words []string
	for i, part := range strings.Split(format, "%s") {
		if i > 0 {
			words = append(words, args[i-1].(string))
		}
		words = append(words, strings.Fields(part)...)
	}
	return words
}

// longestWords is the width of the longest that a seat says: "stacks [3 Beartrap]".
const longestWords = 19

// column is how far from the left the words of a seat stand.
func (t *raincheckTeller) column(seat int) int {
	return seat * min(t.out.width/2, t.out.width-longestWords, 30)
}

// says tells what the seat that was on turn does.
func (t *raincheckTeller) says(was *raincheck.State, words ...string) {
	t.out.Line(strings.Repeat(" ", t.column(int(was.Turn()))) + strings.Join(words, " "))
}

// facing writes a line with a part for each seat.
func (t *raincheckTeller) facing(part func(seat int) string) {
	const widest = fullEnergy + 3 // the lights and their number
	t.out.Line(pad(part(0), max(t.column(1), widest+1)) + part(1))
}

// round begins a round.
func (t *raincheckTeller) round() {
	s := &t.now
	t.out.rule(fmt.Sprintf("Round %d, %s begins", s.Round(), seatName(s.Begins())))
	t.facing(func(seat int) string { return bold.Render(seatName(seat)) })
	t.facing(t.energy)
	t.facing(func(seat int) string { return count(s.Owns(seat), "card") })
	t.out.Line("")
}

// energy is the seat's energy as lights and a number.
func (t *raincheckTeller) energy(seat int) string {
	n := t.now.Energy(seat)
	return bar(energyStyle(n), n, fullEnergy, "●", "○") + fmt.Sprintf(" %d", n)
}

// energyStyle is the color of so much energy. A Beartrap takes 3 (S12): whoever has
// no more may be out with the next card, with up to 6 after the next two.
func energyStyle(n int) lipgloss.Style {
	switch {
	case n <= 3:
		return bad
	case n <= 6:
		return careful
	default:
		return good
	}
}

// lightsWidth is how wide a screen is on which the lights of an energy bar stand
// beside a flipped card.
const lightsWidth = 38

// faces is what the cards say that they do, in two letters (S12).
var faces = [...]string{raincheck.Hit: "", raincheck.Beartrap: "-3", raincheck.Blank: "", raincheck.Battery: "+1"}

// flip tells a card that has been turned over, what it does, and what follows.
func (t *raincheckTeller) flip() {
	s := &t.now
	all := s.Flipped()
	f := all[len(all)-1]
	bet, bettor := s.Bet()
	from := [...]string{
		raincheck.Own: "own", raincheck.Opponent: seatName(1 - bettor), raincheck.River: "river",
	}[f.From]
	line := fmt.Sprintf("%d %-7s", len(all), from) + pad(t.out.raincheckChip(f.Card), 12)
	if f.Card == raincheck.Hit {
		line += " " + bad.Bold(true).Render("Hit!")
	} else {
		line += fmt.Sprintf(" %2s ", faces[f.Card])
		if t.out.width < lightsWidth {
			n := s.Energy(bettor)
			line += energyStyle(n).Render("●") + fmt.Sprintf(" %d", n)
		} else {
			line += t.energy(bettor)
		}
	}
	t.out.Line(line)
	if s.Loser() < 0 {
		return
	}
	switch {
	case f.Card == raincheck.Hit:
		t.out.Text(fmt.Sprintf("A Hit: %s loses the round.", seatName(s.Loser())))
	case s.Loser() == bettor:
		t.out.Text(fmt.Sprintf("%s has no energy left.", seatName(bettor)))
	default:
		t.out.Text(fmt.Sprintf("%d flipped, no Hit: %s loses the round.", bet, seatName(s.Loser())))
	}
}

// result tells who has won.
func (t *raincheckTeller) result() {
	s := &t.now
	loser := s.Loser()
	why := "has lost the last card"
	if s.Energy(loser) == 0 {
		why = "is out of energy"
	}
	t.out.rule("Over after " + count(s.Round(), "round"))
	t.out.flow(0, append([]string{bold.Render(seatName(s.Winners()[0]) + " wins:")}, strings.Fields(seatName(loser)+" "+why+".")...))
	farewell(t.out, s.Ply())
}

// End implements Teller.
func (t *raincheckTeller) End() {
	s := &t.now
	if s.Turn() == game.Over {
		return
	}
	stopped(t.out, s.Ply())
	if s.Round() > 0 {
		t.cards()
	}
	switch s.Phase() {
	case raincheck.Starting:
		t.out.Text("Next is who begins the first round.")
	case raincheck.Losing:
		t.out.Text(fmt.Sprintf("Next %s loses a card, drawn from the whole hand.", seatName(s.Loser())))
	case raincheck.Shuffling:
		t.out.Text("Next the river is shuffled.")
	default:
		t.choices(int(s.Turn()))
	}
}

// cards tells where all cards are.
func (t *raincheckTeller) cards() {
	s := &t.now
	for seat := range s.Players() {
		hand := s.Hand(seat).Append(nil)
		words := []string{"holds", "nothing"}
		if len(hand) > 0 {
			words = append(words[:1], t.out.raincheckChips(hand)...)
		}
		t.out.labeled(seatName(seat), words)
		if stack := s.Stack(seat); len(stack) > 0 {
			t.out.labeled(strings.Repeat(" ", len(seatName(seat))), append(strings.Fields("stack, top first:"), t.out.raincheckChips(stack)...))
		}
	}
	river := s.River()
	words := []string{"nothing", "in", "it"}
	if len(river) > 0 {
		words = t.out.raincheckChips(river)
		if s.Phase() != raincheck.Losing && s.Phase() != raincheck.Shuffling {
			words = append(strings.Fields("top first:"), words...)
		}
	}
	t.out.labeled(pad("River", len(seatName(0))), words)
	t.out.Line("")
}

// choices tells what the seat on turn may do, the moves of a kind together.
func (t *raincheckTeller) choices(seat int) {
	s := &t.now
	var chips, piles []string
	var bets []int
	folds := false
	for _, m := range s.Legal(nil) {
		card, stacks := raincheck.StackedCard(m)
		bet, names := raincheck.NamedBet(m)
		from, flips := raincheck.FlippedSource(m)
		switch {
		case stacks:
			chips = append(chips, t.out.raincheckChip(card))
		case names:
			bets = append(bets, bet)
		case flips:
			piles = append(piles, [...]string{
				raincheck.Own: "its own stack", raincheck.Opponent: seatName(1-seat) + "'s stack", raincheck.River: "the river",
			}[from])
		default:
			folds = true
		}
	}
	t.out.Text(seatName(seat) + " is on turn and may")
	if len(chips) > 0 {
		t.out.flow(2, append([]string{"stack"}, chips...))
	}
	if len(bets) > 0 {
		verb := "bet"
		if s.Phase() == raincheck.Betting {
			verb = "raise to"
		}
		t.out.flow(2, strings.Fields(verb+" "+span(bets)))
	}
	if folds {
		t.out.flow(2, []string{"fold"})
	}
	if len(piles) > 0 {
		t.out.flow(2, strings.Fields("flip from "+list(piles, "or")))
	}
}

// span is numbers that follow each other, to choose from: "3", "3 or 4", "anything
// from 3 to 7".
func span(numbers []int) string {
	switch first, last := numbers[0], numbers[len(numbers)-1]; len(numbers) {
	case 1:
		return strconv.Itoa(first)
	case 2:
		return fmt.Sprintf("%d or %d", first, last)
	default:
		return fmt.Sprintf("anything from %d to %d", first, last)
	}
}
