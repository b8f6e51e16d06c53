package page

import (
	"context"
	"io"
	"strconv"
	"sync"

	"github.com/a-h/templ"

	"github.com/saloon-games/saloon/internal/house"
)

// The parts of a table beside its board are drawn for every seat after every move,
// mostly to find that they have not changed. So they are appended as bytes, not
// written by templates.

// A pen writes HTML.
type pen struct{ b []byte }

var pens = sync.Pool{New: func() any { return &pen{make([]byte, 0, 2048)} }}

// drawn makes a component of a function that writes a part of a table.
func drawn(t *Table, write func(*pen, *Table)) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		p := pens.Get().(*pen)
		p.b = p.b[:0]
		write(p, t)
		_, err := w.Write(p.b)
		pens.Put(p)
		return err
	})
}

func commands(t *Table) templ.Component { return drawn(t, (*pen).commands) }
func presence(t *Table) templ.Component { return drawn(t, (*pen).presence) }
func talk(t *Table) templ.Component     { return drawn(t, (*pen).talk) }
func fairness(t *Table) templ.Component { return drawn(t, (*pen).fairness) }

// put appends what is HTML already.
func (p *pen) put(list ...string) {
	for _, s := range list {
		p.b = append(p.b, s...)
	}
}

// text appends what is not.
func (p *pen) text(s string) { p.b = append(p.b, templ.EscapeString(s)...) }

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
	case !t.Seated():
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
	if t.unhurried() {
		p.post(t, "nudge", "")
		p.put("Waiting too long? Let a bot play", end)
	}
	if t.Owner {
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
		p.text(t.At)
		p.put(`/game/`, strconv.Itoa(t.Number), `/shuffle">Check the shuffle</a></p>`)
	}
	p.put(`</details>`)
}
