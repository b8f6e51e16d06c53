package tally

import (
	"fmt"
	"strconv"

	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/internal/names"
	"github.com/saloon-games/saloon/internal/pad/markup"
)

// Draw draws the tally: fragments in the order in which they stand on the page, always the same
// ids. They go into one element with the classes "pad duel" (package markup says what a script
// does with them); with the class "upright" too, the far side is not turned round, which the
// control with data-do="turn" asks for.
func Draw(s *Sheet) []markup.Fragment {
	return []markup.Fragment{
		markup.Open(s.Conflicts, s.Troubles, s.Say),
		s.side(1),
		s.middle(),
		s.side(0),
		s.history(),
		s.setup(),
	}
}

// side draws the half of the table on which somebody sits.
func (s *Sheet) side(side int) markup.Fragment {
	id := "pad-side-" + strconv.Itoa(side)
	p := &markup.Pen{}
	p.Put(`<section id="`, id, `" class="half `, [...]string{"near", "far"}[side])
	if s.Winner == side^1 {
		p.Put(" out")
	}
	p.Put(`" aria-label="`).Text(s.Names[side]).Put(`"><header><h2>`).Text(s.Names[side]).Put(`</h2>`)
	if mark := s.mark(side); mark != "" {
		p.Put(`<b class="mark">`, mark, `</b>`)
	}
	p.Put(`<span class="left" aria-hidden="true">`)
	for i := range s.most() {
		if i < s.Cards[side] {
			p.Put(`<i class="has"></i>`)
		} else {
			p.Put(`<i></i>`)
		}
	}
	p.Put(`</span><span class="count">`, markup.Count(s.Cards[side], "card"), `</span></header>`)
	p.Put(`<p class="energy"><b>`).Num(s.Energy[side]).Put(`</b><span class="aside"> energy</span><span class="bulbs" aria-hidden="true">`)
	for i := range raincheck.FullEnergy {
		if i < s.Energy[side] {
			p.Put(`<i class="lit"></i>`)
		} else {
			p.Put(`<i></i>`)
		}
	}
	p.Put(`</span></p>`)
	s.taps(p, side)
	return markup.Fragment{ID: id, HTML: p.Put("</section>").String()}
}

// most is how many cards each has at the start.
func (s *Sheet) most() int {
	_, cards := full()
	return cards[0]
}

// mark is what a side is marked with.
func (s *Sheet) mark(side int) string {
	switch {
	case s.Winner == side:
		return "wins"
	case s.Winner >= 0 || s.Game == 0:
		return ""
	case s.Flipper == side:
		return "flips"
	case s.Begins == side && s.Flipper < 0:
		return "begins"
	default:
		return ""
	}
}

// taps draws what the side can tap.
func (s *Sheet) taps(p *markup.Pen, side int) {
	name := s.Names[side]
	switch {
	case s.Game == 0:
		p.Put(`<div class="taps one">`)
		p.Button("loud big", "data-word", "game 1 "+strconv.Itoa(side), "I begin", "I begin: "+name)
		p.Put(`</div>`)
		return
	case s.Winner >= 0:
		p.Put(`<p class="says display">`, s.parting(side), `</p><div class="taps one">`)
		p.Button("loud big", "data-word", s.Rematch, "Rematch", "Rematch: "+name+" asks, the other side begins")
		p.Put(`</div>`)
		return
	case s.Step == "":
		p.Put(`<p class="says">First say which one is right.</p>`)
		return
	case s.Flipper == side^1:
		p.Put(`<p class="says">`).Text(s.Names[side^1]).Put(` flips.</p>`)
		return
	}
	begin := s.Step + " " + strconv.Itoa(side) + " "
	p.Put(`<div class="taps" role="group" aria-label="`).Text(name).Put(` flips">`)
	for _, c := range []raincheck.Card{raincheck.Beartrap, raincheck.Battery, raincheck.Blank, raincheck.Hit} {
		p.Put(`<button type="button" class="button `, steps[c], `" data-word="`, begin, steps[c], `"`)
		if then := s.now; then.Flip(side, c) != nil {
			p.Put(" disabled") // both of them have been flipped
		}
		p.Put(`><b>`, c.Name(), `</b> <small>`, effects[c], `</small><span class="aside">: `).Text(name, " flips").Put(`</span></button>`)
	}
	p.Put(`<button type="button" class="button made" data-word="`, begin, made, `"><b>Bet made</b> <small>round won</small>`)
	p.Put(`<span class="aside">: `).Text(name, " has flipped enough").Put(`</span></button></div>`)
}

// parting is what the barkeeper says to a side after a game.
func (s *Sheet) parting(side int) string {
	switch {
	case s.Winner == side:
		return "Your lamps are still on. Well played."
	case s.Energy[side] == 0:
		return "Lights out. The barkeeper has a spare fuse."
	default:
		return "Out of cards. The barkeeper has a deck."
	}
}

// effects say in a few words what the cards do to who flips them (S12), by card.
var effects = [...]string{
	raincheck.Hit:      "round lost",
	raincheck.Beartrap: "−" + strconv.Itoa(raincheck.BeartrapCost) + " energy",
	raincheck.Blank:    "nothing",
	raincheck.Battery:  "+" + strconv.Itoa(raincheck.BatteryGain) + " energy",
}

// middle draws what lies between both: how it stands, undo, the rematch.
func (s *Sheet) middle() markup.Fragment {
	const id = "pad-middle"
	p := &markup.Pen{}
	p.Put(`<section id="`, id, `" aria-label="Between both"><output aria-live="polite"><b>`).Text(s.Status()).Put("</b>")
	p.Put(`<span class="aside">`)
	for side, name := range s.Names {
		p.Text(" ", name, ": ").Put(strconv.Itoa(s.Energy[side]), " energy, ", markup.Count(s.Cards[side], "card"), ".")
	}
	p.Put("</span>")
	if n := len(s.Rounds); n > 0 && len(s.Rounds[n-1].Steps) > 0 {
		p.Put(`<small>`).Text(s.tell(&s.Rounds[n-1])).Put("</small>")
	} else if n > 1 {
		p.Put(`<small>`).Text(s.tell(&s.Rounds[n-2])).Put("</small>")
	}
	p.Put("</output>")
	p.Put(`<div class="undo">`)
	turn(p, s.Undo, "Undo", s.UndoOf, s.Say)
	turn(p, s.Redo, "Redo", s.RedoOf, s.Say)
	return markup.Fragment{ID: id, HTML: p.Put("</div></section>").String()}
}

// turn draws the button that undoes or redoes; what, only for those who listen.
func turn(p *markup.Pen, word, verb, of string, say func(string) string) {
	if word == "" {
		p.Put(`<button type="button" class="button" disabled>`, verb, `</button>`)
		return
	}
	p.Button("", "data-word", word, verb, verb+": "+say(of))
}

// history draws the rounds of this game, each step to be corrected or taken back.
func (s *Sheet) history() markup.Fragment {
	const id = "pad-history"
	p := &markup.Pen{}
	p.Put(`<section id="`, id, `" aria-label="Round by round"`)
	if s.Game == 0 {
		return markup.Fragment{ID: id, HTML: p.Put(" hidden></section>").String()}
	}
	p.Put(`><details><summary>Round by round</summary><table><caption>Game `).Num(s.Game).Put(". Games won: ")
	for side, name := range s.Names {
		if side > 0 {
			p.Put(", ")
		}
		p.Text(name, " ").Num(s.Won[side])
	}
	p.Put(`</caption><thead><tr><th scope="col">Round</th><th scope="col">Begins</th><th scope="col">Loses</th>`)
	for _, name := range s.Names {
		p.Put(`<th scope="col">`).Text(name).Put(`</th>`)
	}
	p.Put(`</tr></thead><tbody>`)
	for _, r := range s.Rounds {
		p.Put(`<tr><th scope="row">`).Num(r.Round).Put(`</th><td>`).Text(s.Names[r.Begins]).Put(`</td><td>`)
		if r.Loser >= 0 {
			p.Text(s.Names[r.Loser])
		} else {
			p.Put("–")
		}
		p.Put(`</td>`)
		for side := range s.Names {
			p.Put(`<td>`).Num(r.Energy[side]).Put(` <small>energy, `, markup.Count(r.Cards[side], "card"), `</small></td>`)
		}
		p.Put(`</tr>`)
	}
	p.Put(`</tbody></table>`)
	for _, r := range s.Rounds {
		for i, t := range r.Steps {
			s.correct(p, r.Round, i, &t)
		}
	}
	p.Put(`<div class="choices">`)
	p.Button("", "data-do", "share", "Share", "Share the tally")
	p.Button("", "data-do", "text", "Text", "Save the tally as text")
	if s.Winner < 0 {
		p.Button("", "data-word", s.Rematch, "New game", "Begin a new game, the other side first")
	}
	return markup.Fragment{ID: id, HTML: p.Put(`</div></details></section>`).String()}
}

// correct draws a step, and what it may be made instead.
func (s *Sheet) correct(p *markup.Pen, round, step int, t *Step) {
	about := fmt.Sprintf("Round %d, step %d", round, step+1)
	p.Put(`<details class="step"><summary>`).Text(about, ": ", s.does(t.Side, t.What)).Put(`</summary><div class="choices">`)
	for _, what := range append(steps[:len(steps):len(steps)], made) {
		if what != t.What {
			p.Button("", "data-word", t.Slot+" "+strconv.Itoa(t.Side)+" "+what, called(what), about+" was "+called(what))
		}
	}
	p.Button("", "data-word", t.Undo, "Take it back", "Take back "+about)
	p.Put("</div></details>")
}

// setup draws the form for the names.
func (s *Sheet) setup() markup.Fragment {
	const id = "pad-setup"
	p := &markup.Pen{}
	p.Put(`<section id="`, id, `" aria-label="Names"><details><summary>Names</summary><form data-form="setup" class="stack">`)
	for side, label := range []string{"On this side", "On the far side"} {
		n := strconv.Itoa(side)
		p.Put(`<label class="field">`, label, `<input name="name`, n, `" autocomplete="off" maxlength="`).Num(names.Most)
		p.Put(`" value="`).Text(s.chosen[side]).Put(`"></label>`)
	}
	p.Put(`<output class="said loudly" role="alert"></output><button class="button loud">Save</button></form>`)
	p.Button("quiet", "data-do", "turn", "Turn the far side round", "")
	return markup.Fragment{ID: id, HTML: p.Put(`</details></section>`).String()}
}
