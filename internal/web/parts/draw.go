package parts

import (
	"html"
	"strconv"
	"strings"

	"github.com/saloon-games/saloon/internal/house"
)

// The parts of a table beside its board are drawn for every seat after every move,
// mostly to find that they have not changed. So they are appended as bytes, not
// written by templates.

// A pen writes HTML.
type pen struct{ b []byte }

// Commands draws what a person may do beside the game.
func Commands(b []byte, t *Table) []byte {
	p := pen{b}
	p.commands(t)
	return p.b
}

// Presence draws how somebody is here: watching, or away while a bot plays.
func Presence(b []byte, t *Table) []byte {
	p := pen{b}
	p.presence(t)
	return p.b
}

// Verdict draws how a game ended, and what comes next.
func Verdict(b []byte, t *Table) []byte {
	p := pen{b}
	p.verdict(t)
	return p.b
}

// Talk draws what was said last.
func Talk(b []byte, t *Table) []byte {
	p := pen{b}
	p.talk(t)
	return p.b
}

// Fairness draws how the cards are shuffled so that nobody can cheat.
func Fairness(b []byte, t *Table) []byte {
	p := pen{b}
	p.fairness(t)
	return p.b
}

// put appends what is HTML already.
func (p *pen) put(list ...string) {
	for _, s := range list {
		p.b = append(p.b, s...)
	}
}

// text appends what is not.
func (p *pen) text(s string) { p.b = append(p.b, html.EscapeString(s)...) }

// post appends the start of a form with its one button, for a command that needs no
// more.
func (p *pen) post(t *Table, verb, class string) {
	p.put(`<form method="post" action="`)
	p.text(t.At)
	p.put(`/`, verb, `"><button class="button`, class, `" data-action="`, verb, `">`)
}

// commands are what a person may do beside the game; they depend on the table.
func (p *pen) commands(t *Table) {
	const end = `</button></form>`
	p.put(`<div id="menu" class="commands">`)
	switch {
	case !t.Seated(), t.Alone && t.Phase != house.Playing:
	case t.Phase != house.Playing:
		p.post(t, "leave", "")
		p.put("Leave my seat", end)
	case t.Seats[t.You].Away:
		p.post(t, "return", "")
		p.put("Play again yourself", end)
	default:
		p.post(t, "leave", "")
		p.put("Let a bot play for me", end)
	}
	if t.unhurried() && !t.Alone {
		p.post(t, "nudge", "")
		p.put("Waiting too long? Let a bot play", end)
	}
	if t.Owner && !t.Alone {
		p.put(`<details><summary>Close the table for good</summary>`)
		p.post(t, "close", "")
		p.put("Yes, close it", end, `</details>`)
	}
	p.put(`</div>`)
}

// presence says how somebody is here: watching, or away while a bot plays.
func (p *pen) presence(t *Table) {
	p.put(`<div id="presence">`)
	switch {
	case !t.Seated() && t.Alone: // both who play look at it
	case !t.Seated() && t.Hands != nil:
		p.put(`<p class="note">You are watching. All seated agreed that you see every hand.</p>`)
	case !t.Seated():
		p.put(`<p class="note">You are watching. You see what lies on the table and nobody’s hand.</p>`)
	case t.Seats[t.You].Away:
		p.put(`<div class="note row"><p class="grow">A bot plays for you.</p>`)
		p.post(t, "return", " loud")
		p.put(`Play again yourself</button></form></div>`)
	}
	p.put(`</div>`)
}

// ofGame appends the address of something of the game that is over.
func (p *pen) ofGame(t *Table, what string) {
	p.text(t.At)
	p.put(`/game/`, strconv.Itoa(t.Number), what)
}

// verdict is how a game ended, and what comes next.
func (p *pen) verdict(t *Table) {
	p.put(`<section id="verdict" class="verdict frame" aria-labelledby="verdict-h"><p class="over">Game `,
		strconv.Itoa(t.Number), ` is over</p><h2 id="verdict-h">`)
	p.text(t.Board.Verdict(t.Sight))
	p.put(`</h2><div class="row">`)
	if t.Seated() {
		p.put(`<form method="post" action="`)
		p.text(t.At)
		p.put(`/rematch"><button class="button loud big" data-action="rematch">Rematch</button></form>`)
	}
	if !t.Alone {
		p.put(`<a class="button" href="`)
		p.ofGame(t, "")
		p.put(`">Replay, every card open</a>`)
	}
	p.put(`</div><p class="small">`)
	if t.Seated() {
		p.put(`The rain isn't stopping. Another one? `)
	}
	if !t.Alone {
		p.put(`<a href="`)
		p.ofGame(t, "/shuffle")
		p.put(`">Check the shuffle</a> · <a href="`)
		p.ofGame(t, "/record")
		p.put(`" download>Download the record</a>`)
	}
	p.put(`</p></section>`)
}

// talk is what was said last. The form below it stands outside of what is replaced,
// for people type into it; it shows unless #talk says that there is nothing to say.
func (p *pen) talk(t *Table) {
	p.put(`<section id="talk" aria-labelledby="talk-h"`)
	if !t.Seated() || !t.Settings.Chat {
		p.put(` data-mute`)
	}
	p.put(`><h2 id="talk-h">Talk</h2>`)
	switch {
	case !t.Settings.Chat:
		p.put(`<p class="muted small">The owner of this table has turned the talk off.</p>`)
	case len(t.Chat) == 0:
		p.put(`<p class="muted small">Nobody has said a word yet. The piano plays.</p>`)
	default:
		p.put(`<ul class="lines">`)
		for _, line := range t.lastLines() {
			text, gesture := gestureOf(line.Text)
			if gesture {
				p.put(`<li class="gesture"><strong>`)
			} else {
				p.put(`<li><strong>`)
			}
			p.text(line.Name)
			p.put(`</strong> `)
			p.text(text)
			p.put(`</li>`)
		}
		p.put(`</ul>`)
	}
	p.put(`</section>`)
}

// fairness says how the cards are shuffled so that nobody can cheat.
func (p *pen) fairness(t *Table) {
	p.put(`<details id="fair" class="fair"><summary>A fair shuffle</summary>`)
	switch {
	case t.Fair.Commitment == "":
		p.put(`<p class="small">No game is prepared at this table yet.</p></details>`)
		return
	case t.Phase == house.Open:
		p.put(`<p class="small">The house has chosen its secret for the next game, and this is its seal: it cannot choose another now. When the game starts, each player’s browser adds a number of its own.</p>`)
	case t.Fair.ServerSeed == "":
		p.put(`<p class="small">The house was bound to this seal before the first card. After the game it tells the secret, and anybody can work out every deal again.</p>`)
	default:
		p.put(`<p class="small">The secret is told; it fits the seal that was shown before the first card.</p>`)
	}
	p.put(`<dl class="small"><dt>Seal</dt><dd><code>`, t.Fair.Commitment, `</code></dd>`) // hexadecimal digits
	if t.Fair.ServerSeed != "" {
		p.put(`<dt>Secret</dt><dd><code>`, t.Fair.ServerSeed, `</code></dd>`)
	}
	p.put(`</dl>`)
	if t.Phase == house.Over {
		p.put(`<p><a class="button" href="`)
		p.ofGame(t, "/shuffle")
		p.put(`">Check the shuffle</a></p>`)
	}
	p.put(`</details>`)
}

// lastShown is how many lines of talk a page shows.
const lastShown = 12

func (t *Table) lastLines() []house.Line { return t.Chat[max(0, len(t.Chat)-lastShown):] }

// A Gesture is a line that shows as something done.
type Gesture struct {
	Label string // on its button
	Text  string // what is sent, in parentheses
	Path  string // of its picture, in a square of 24
}

// Gestures are the gestures that there are.
var Gestures = []Gesture{
	{"Tip hat", "(tips the hat)", "M2 16c4-2 5-1 6-2l1-7c1-2 2-1 3 0 1-1 2-2 3 0l1 7c1 1 2 0 6 2-5 4-15 4-20 0z"},
	{"Cheers", "(raises a glass)", "M5 4h11v4h2a3 3 0 0 1 3 3v2a4 4 0 0 1-4 4h-1v3H5zm11 6v5h1a2 2 0 0 0 2-2v-2a1 1 0 0 0-1-1zM8 8v9h1.500V8zm4 0v9h1.500V8z"},
	{"Sparks", "(gives off sparks)", "M13 1 4 13h6l-2 10L19 9h-7z"},
	{"Applaud", "(applauds)", "M12 2l2.600 6.200L21 9l-5 4.300L17.500 20 12 16.500 6.500 20 8 13.300 3 9l6.400-.800z"},
}

// gestureOf returns how a line shows, and whether it is a gesture.
func gestureOf(text string) (shown string, gesture bool) {
	if text != "" && text[0] == '(' {
		for i := range Gestures {
			if Gestures[i].Text == text {
				return strings.Trim(text, "()"), true
			}
		}
	}
	return text, false
}
