package score

import (
	"slices"
	"strconv"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
	"github.com/saloon-games/saloon/internal/names"
	"github.com/saloon-games/saloon/internal/pad/markup"
)

// Draw draws the pad as one device has it: fragments in the order in which they stand on the
// page, always the same ids. They go into one element with the class "pad" (package markup says
// what a script does with them).
func Draw(s *Sheet, v View) []markup.Fragment {
	v = v.Fit(s)
	return []markup.Fragment{
		markup.Open(s.Conflicts, s.Troubles, s.Say),
		part(s, "pad-now", "How it stands", s.now),
		part(s, "pad-enter", "Write down a hand", func(p *markup.Pen) { s.enter(p, v) }),
		part(s, "pad-sheet", "Score", func(p *markup.Pen) { s.rows(p, v) }),
		part(s, "pad-chart", "Chart", s.figure),
		part(s, "pad-trick", "Who takes this trick?", func(p *markup.Pen) { s.helper(p, v) }),
		s.setup(),
		part(s, "pad-keep", "Save and share", s.keep),
	}
}

// part draws a section; all but the setup wait until somebody has said who plays.
func part(s *Sheet, id, label string, draw func(*markup.Pen)) markup.Fragment {
	p := &markup.Pen{}
	p.Put(`<section id="`, id, `" aria-label="`, label, `"`)
	if !s.Ready {
		return markup.Fragment{ID: id, HTML: p.Put(" hidden></section>").String()}
	}
	p.Put(">")
	draw(p)
	return markup.Fragment{ID: id, HTML: p.Put("</section>").String()}
}

// now says how it stands and who deals.
func (s *Sheet) now(p *markup.Pen) {
	p.Put(`<output aria-live="polite"><strong class="display">`).Text(s.Status()).Put("</strong>")
	switch {
	case s.Over:
		p.Put(`<span class="muted">Fewest points win (T14). The rain isn’t stopping, by the way.</span></output>`)
		p.Button("loud big", "data-do", "new", "Another game", "")
		return
	case s.Next > 0:
		p.Put(`<span>`).Text(s.Watch(), " Hand ", strconv.Itoa(s.Next), ": ")
		if s.Dealer >= 0 {
			p.Text(s.Names[s.Dealer], " deals ").Put(strconv.Itoa(s.Size), " cards each.")
		} else {
			p.Num(s.Size).Put(" cards each.")
		}
		start := texas.StartingCard(s.Players())
		p.Put(`</span><span class="muted">The `).Text(start.Color().String(), " ", start.String(), " opens (T5).")
		switch { // it is read once, and a phone has little room
		case len(s.Rows) > 0:
		case s.Seas:
			p.Put(" Who takes a trick opens the next (T17).")
		default:
			p.Put(" Who takes a trick with a top card chooses who opens (T11).")
		}
		p.Put("</span>")
	}
	p.Put("</output>")
	if s.dealer < 0 && len(s.Rows) < 2 { // who has not said by then does not want to be asked
		s.dealers(p)
	}
}

// dealers asks who deals first.
func (s *Sheet) dealers(p *markup.Pen) {
	p.Put(`<fieldset class="seats"><legend>Who deals hand 1?</legend>`)
	for seat, name := range s.Names {
		choice(p, "data-word", "dealer "+strconv.Itoa(seat), name, s.dealer == seat)
	}
	p.Put("</fieldset>")
}

// choice draws a button for one of several things, of which one is chosen.
func choice(p *markup.Pen, attr, value, text string, chosen bool) {
	p.Put(`<button type="button" class="button" `, attr, `="`, value, `" aria-pressed="`, strconv.FormatBool(chosen), `">`)
	p.Text(text).Put("</button>")
}

// enter draws a row for each player, to tap tricks in, and what is missing.
func (s *Sheet) enter(p *markup.Pen, v View) {
	hand := v.hand(s)
	if hand > 0 {
		p.Put(`<div class="enter"><h2>`)
		if v.Hand > 0 {
			p.Put("Correct hand ").Num(hand)
		} else {
			p.Put("Hand ").Num(hand).Put(": tricks taken")
		}
		p.Put(`</h2><ul class="takers">`)
		missing := texas.Missing(v.Tricks)
		for seat, name := range s.Names {
			n := strconv.Itoa(seat)
			asked := v.Seat == seat+1
			p.Put("<li")
			if asked {
				p.Put(` class="on"`)
			}
			p.Put(`><b class="name">`).Text(name).Put("</b>")
			p.Button("step", "data-tap", "less "+n, "−", "One trick less for "+name)
			p.Put(`<button type="button" class="button step took" data-tap="ask `, n, `" aria-expanded="`, strconv.FormatBool(asked), `">`)
			p.Num(v.Tricks[seat]).Put(`<span class="aside"> tricks: choose the number for `).Text(name).Put("</span></button>")
			p.Button("step", "data-tap", "more "+n, "+", "One trick more for "+name)
			if missing > 1 && missing < s.Size {
				p.Button("step rest", "data-tap", "rest "+n, "+"+strconv.Itoa(missing), "All "+strconv.Itoa(missing)+" missing tricks for "+name)
			}
			p.Put("</li>")
		}
		p.Put("</ul>")
		s.numbers(p, v)
		p.Put(`<output id="pad-sum" aria-live="polite"`)
		if missing != 0 && missing < s.Size {
			p.Put(` class="loudly"`)
		}
		p.Put(">").Text(v.sum(s)).Put(`</output><div class="row">`)
		if word := v.Word(s); word != "" {
			p.Button("loud big grow", "data-word", word, "Write it down", "")
		} else {
			p.Put(`<button type="button" class="button big grow" aria-disabled="true" aria-describedby="pad-sum">Write it down</button>`)
		}
		if v.Hand > 0 {
			p.Button("", "data-tap", "leave", "Leave it", "")
		}
		p.Put("</div></div>")
	}
	p.History(s.Undo, s.UndoOf, s.Redo, s.RedoOf, s.Say)
}

// numbers draws the list of numbers for the player who is asked for: those that can be right.
func (s *Sheet) numbers(p *markup.Pen, v View) {
	if v.Seat == 0 {
		return
	}
	took := v.Tricks[v.Seat-1]
	p.Put(`<fieldset class="numbers"><legend>`).Text(s.Names[v.Seat-1]).Put(" took</legend>")
	for n := range max(took, took+texas.Missing(v.Tricks)) + 1 {
		choice(p, "data-tap", "set "+strconv.Itoa(n), strconv.Itoa(n), n == took)
	}
	p.Put("</fieldset>")
}

// rows draws the hands, their tricks and the totals.
func (s *Sheet) rows(p *markup.Pen, v View) {
	p.Put(`<div class="wide" role="group" aria-label="Score, hand by hand" tabindex="0"><table`)
	if s.Players() > 4 {
		p.Put(` class="many"`)
	}
	p.Put("><caption>").Text(s.What()).Put(`</caption><thead><tr><th scope="col">Hand</th>`)
	for _, name := range s.Names {
		p.Put(`<th scope="col"><span class="name">`).Text(name).Put("</span></th>")
	}
	p.Put("</tr></thead><tbody>")
	for _, row := range s.Rows {
		n := strconv.Itoa(row.Hand)
		p.Put("<tr")
		if row.Hand == v.Hand {
			p.Put(` class="on"`)
		}
		p.Put(`><th scope="row">`)
		p.Button("quiet", "data-tap", "correct "+n, n, "Correct hand "+n)
		p.Put("</th>")
		for seat := range s.Names {
			switch {
			case row.Tricks != nil:
				p.Put("<td><small>+").Num(row.Tricks[seat]).Put("</small> ").Num(row.Totals[seat]).Put("</td>")
			case row.Conflict:
				p.Put(`<td><abbr title="Devices disagree">?</abbr></td>`)
			default:
				p.Put(`<td><abbr title="Not written down">–</abbr></td>`)
			}
		}
		p.Put("</tr>")
	}
	p.Put(`</tbody><tfoot><tr><th scope="row">Total</th>`)
	for seat, n := range s.Totals {
		if slices.Contains(s.Winners, seat) {
			p.Put(`<td class="won"><b>`).Num(n).Put("</b> <em>wins</em></td>")
		} else {
			p.Put("<td><b>").Num(n).Put("</b></td>")
		}
	}
	p.Put("</tr></tfoot></table></div>")
	if len(s.Rows) > 0 {
		p.Put(`<p class="muted small">Tap a hand’s number to correct it.</p>`)
	}
}

// figure draws the chart.
func (s *Sheet) figure(p *markup.Pen) {
	if len(s.Rows) == 0 {
		return
	}
	p.Put(`<details><summary>Chart of the points</summary>`)
	s.chart(p)
	p.Put("</details>")
}

// keep draws what hands the sheet on.
func (s *Sheet) keep(p *markup.Pen) {
	p.Put(`<details><summary>Save or share</summary><div class="choices">`)
	p.Button("", "data-do", "share", "Share", "Share the score")
	p.Button("", "data-do", "text", "Text", "Save the score as text")
	p.Button("", "data-do", "csv", "CSV", "Save the score as CSV, for a spreadsheet")
	p.Button("", "data-do", "picture", "Picture", "Save the score as a picture")
	p.Put("</div></details>")
}

// helper draws "who takes this trick?".
func (s *Sheet) helper(p *markup.Pen, v View) {
	p.Put(`<details><summary>Who takes this trick?</summary><div class="helper">`)
	p.Put(`<div class="answer"><ol class="laid" aria-label="The trick so far">`)
	t, err := Take(s.Players(), s.Seas, v.Cards)
	for i, number := range v.Cards {
		card, _ := texas.CardNumbered(number)
		p.Put("<li")
		if i == t.Place {
			p.Put(` class="takes"`)
		}
		p.Put(">")
		face(p, card, "span", "")
		p.Put(`<small>`)
		if v.Opener > 0 {
			p.Text(s.Names[(v.Opener-1+i)%s.Players()])
		} else {
			p.Text(ordinal(i))
		}
		p.Put("</small></li>")
	}
	p.Put(`</ol><output aria-live="polite">`)
	switch {
	case v.Refused != "":
		p.Put(`<strong class="loudly">`).Text(v.Refused).Put("</strong>")
	case err != nil:
		p.Text(upper(err.Error()) + ".")
	default:
		p.Put("<strong>").Text(s.taker(v, t)).Put("</strong> ").Text(t.Words)
	}
	p.Put("</output>")
	if len(v.Cards) > 0 {
		p.Put(`<div class="pair">`)
		p.Button("", "data-tap", "takeback", "Take back", "Take back the last card")
		p.Button("", "data-tap", "clear", "Next trick", "")
		p.Put("</div>")
	} else {
		p.Put(`<fieldset class="seats"><legend>Who opens? (if you like)</legend>`)
		for seat, name := range s.Names {
			choice(p, "data-tap", "opener "+strconv.Itoa(seat), name, v.Opener == seat+1)
		}
		p.Put("</fieldset>")
	}
	p.Put("</div>")
	var laid texas.Set
	for _, number := range v.Cards {
		card, _ := texas.CardNumbered(number)
		laid |= texas.SetOf(card)
	}
	for _, color := range texas.Deck(s.Players()).Colors().Append(nil) {
		p.Put(`<fieldset class="color"><legend><i class="sym `, color.String(), `"></i> `, color.String(), `</legend>`)
		for _, card := range color.Cards().Append(nil) {
			state := ""
			if t.Full || laid.Has(card) {
				state = " disabled"
			}
			face(p, card, "button", state)
		}
		p.Put("</fieldset>")
	}
	p.Put("</div></details>")
}

// taker says who takes the trick.
func (s *Sheet) taker(v View, t Trick) string {
	takes := " takes it with "
	if !t.Full {
		takes = " would take it with "
	}
	who := "The " + ordinal(t.Place) + " card"
	if v.Opener > 0 {
		who = s.Names[(v.Opener-1+t.Place)%s.Players()]
	}
	return who + takes + named(t.Card) + "."
}

func ordinal(i int) string { return [...]string{"1st", "2nd", "3rd", "4th", "5th", "6th"}[i] }

// face draws a card, on the table or to be tapped.
func face(p *markup.Pen, card texas.Card, element, state string) {
	color, number := card.Color().String(), card.String()
	best := ""
	if card.Top() {
		best = " best"
	}
	p.Put("<", element, ` class="tx mini `, color, best, `"`)
	if element == "button" {
		p.Put(` type="button" data-tap="card `, number, `" aria-label="`, named(card), `"`, state)
	}
	p.Put("><b>", number, "</b><i></i>")
	if element != "button" {
		p.Put(`<span class="aside"> `, color, `</span>`)
	}
	p.Put("</", element, ">")
}

// setup draws the form in which somebody says who plays what.
func (s *Sheet) setup() markup.Fragment {
	const id = "pad-setup"
	p := &markup.Pen{}
	p.Put(`<section id="`, id, `" aria-label="Who plays what">`)
	if s.Ready {
		p.Put(`<details><summary>Names and rules</summary>`)
	} else {
		p.Put(`<h2>Who is at the table?</h2>`)
	}
	players := 4
	if s.Ready {
		players = s.Players()
	}
	p.Put(`<form data-form="setup" class="stack"><fieldset><legend>Players</legend><div class="picks four">`)
	for n := leastSeats; n <= mostSeats; n++ {
		radio(p, "players", strconv.Itoa(n), strconv.Itoa(n), n == players)
	}
	p.Put(`</div></fieldset><fieldset class="people"><legend>Names, clockwise</legend>`)
	for seat := range mostSeats {
		n := strconv.Itoa(seat)
		p.Put(`<label class="seat`, n, `"><span class="aside">Name of player </span>`).Num(seat + 1)
		p.Put(` <input name="name`, n, `" autocomplete="off" maxlength="`).Num(names.Most)
		p.Put(`" value="`).Text(s.chosen[seat]).Put(`"></label>`)
	}
	p.Put(`</fieldset><fieldset><legend>The game ends</legend><div class="until">`)
	radio(p, "end", "target", "at so many points", s.Hands == 0)
	number(p, "target", "Points that end the game (empty: as the rules say)", s.target())
	radio(p, "end", "hands", "after so many hands", s.Hands > 0)
	number(p, "hands", "Hands", s.Hands)
	p.Put(`</div><p class="muted small">`).Text(option("target").Help).Put(`</p></fieldset>`)
	p.Put(`<fieldset><legend>Rule for top cards</legend><div class="stack">`)
	radio(p, "rules", "standard", "Who takes a trick with one chooses who opens (T11)", !s.Seas)
	radio(p, "rules", "seas", "They cancel their color in the trick (T17, Seas of Strife)", s.Seas)
	p.Put(`</div></fieldset><output class="said loudly" role="alert"></output><button class="button loud big">`)
	if s.Ready {
		p.Put("Save</button></form>")
		if s.dealer >= 0 {
			s.dealers(p)
		}
		p.Put("</details>")
	} else {
		p.Put("Deal the cards</button></form>")
	}
	return markup.Fragment{ID: id, HTML: p.Put("</section>").String()}
}

// target is the target that somebody set, 0 if it is the rules'.
func (s *Sheet) target() int {
	w, err := parse(s.word)
	if n, ok := w.options["target"].(int); err == nil && ok {
		return n
	}
	return 0
}

func radio(p *markup.Pen, name, value, text string, checked bool) {
	p.Put(`<label class="check"><input type="radio" name="`, name, `" value="`, value, `"`)
	if checked {
		p.Put(" checked")
	}
	p.Put("> ").Text(text).Put("</label>")
}

// number draws a field for the value of an option of the game.
func number(p *markup.Pen, name, label string, value int) {
	o := option(name)
	p.Put(`<input type="number" inputmode="numeric" name="`, name, `" aria-label="`, label, `" min="`).Num(o.Min)
	p.Put(`" max="`).Num(o.Max).Put(`" value="`)
	if value > 0 {
		p.Num(value)
	}
	p.Put(`">`)
}

// option is an option of the game.
func option(name string) game.Option {
	list := texas.Rules{}.Options()
	return list[slices.IndexFunc(list, func(o game.Option) bool { return o.Name == name })]
}
