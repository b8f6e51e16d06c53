package browsertest

import (
	"fmt"
	"math/rand/v2"
	"strconv"
)

// A moment is what a table says of itself to whoever drives it.
type moment struct {
	Table  string
	Game   string
	Phase  string // open, playing, over
	Number int    // of the game
	Ply    int
	Seq    int
	Turn   int      // seat, -1 for nobody
	You    int      // seat, -1 for nobody
	Moves  []string // the words of the moves that can be made here now
	Next   bool     // a hand or round that ended is shown until its people have seen enough
}

const momentJS = `(() => {
	const t = document.querySelector("#table[data-table]");
	if (!t) return null;
	const seat = (s) => (s ?? "") === "" ? -1 : Number(s);
	const seen = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility({visibilityProperty: true}));
	const d = t.dataset;
	return {
		table: d.table, game: d.game, phase: d.phase, number: Number(d.number), ply: Number(d.ply), seq: Number(d.seq),
		turn: seat(d.turn), you: seat(d.you),
		moves: seen("[data-move]").map((e) => e.dataset.move), next: seen("[data-action=next]").length > 0,
	};
})()`

// moment waits for a moment of the table that a condition in JavaScript, on m, holds
// for.
func (p *person) moment(what, condition string) moment {
	p.t.Helper()
	return until[moment](p, what, fmt.Sprintf(`((m) => m && (%s) ? m : null)(%s)`, condition, momentJS))
}

// ask taps a control and waits for a moment that shows that it was heard. A tap may
// meet a page that changes under the finger, as it does while others come in: people
// tap once more, and so does ask.
func (p *person) ask(selector, what, condition string) {
	p.t.Helper()
	js := fmt.Sprintf(`((m) => m && (%s) ? m : null)(%s)`, condition, momentJS)
	for range 2 {
		p.tap(selector)
		if _, err := look[moment](p, patience/4, js); err == nil {
			return
		}
		p.t.Logf("%s taps %s once more", p.name, selector)
	}
	p.tap(selector)
	until[moment](p, what, js)
}

// pass says that a person has seen enough of a hand or round that ended, if nothing
// else has ended the pause before.
func (p *person) pass(m moment) {
	p.t.Helper()
	gone := fmt.Sprintf(`((m) => m && (!m.next || m.ply > %d || m.phase === "over"))(%s)`, m.Ply, momentJS)
	type place struct {
		Gone bool
		X, Y float64
	}
	for range 3 {
		at := until[place](p, "the end of a pause", fmt.Sprintf(`%s ? {gone: true} : %s`, gone, fmt.Sprintf(pointJS, `"[data-action=next]"`)))
		if at.Gone {
			return
		}
		p.tapAt(at.X, at.Y)
		if _, err := look[bool](p, patience/4, gone); err == nil {
			return
		}
	}
	p.t.Fatalf("%s has seen enough, and nobody hears it\n%s", p.name, p.state())
}

// now is the present moment.
func (p *person) now() moment {
	p.t.Helper()
	return p.moment("a table", "true")
}

// mine is the condition that somebody has something to do, or nobody ever again.
const mine = `m.phase === "over" || m.phase === "playing" && m.turn === m.you && m.moves.length > 0 || m.next`

// act makes a move and waits until the page shows what came of it.
func (p *person) act(m moment, word string) {
	p.t.Helper()
	p.tap(control(word))
	p.after(m, word)
}

// control is the selector of what makes a move.
func control(word string) string { return fmt.Sprintf("[data-move=%q]", word) }

// after waits until the page shows a later moment.
func (p *person) after(m moment, what string) moment {
	p.t.Helper()
	return p.moment(fmt.Sprintf("what comes after %q at ply %d", what, m.Ply),
		fmt.Sprintf(`m.ply > %d || m.number > %d || m.phase !== %q`, m.Ply, m.Number, m.Phase))
}

// playOut plays at random until the game is over, and returns how many moves that
// took. enough ends it sooner.
func (p *person) playOut(chance *rand.Rand, enough func(moment) bool) int {
	p.t.Helper()
	made := 0
	for {
		m := p.moment("our turn", mine)
		switch {
		case m.Phase == "over" || enough != nil && enough(m):
			return made
		case m.Next:
			p.pass(m)
		default:
			p.act(m, m.Moves[chance.IntN(len(m.Moves))])
			made++
		}
	}
}

// playNow starts a game against bots from the front page.
func (p *person) playNow(game string, seats int) moment {
	p.t.Helper()
	p.open("/")
	p.choose(fmt.Sprintf(`form:has([data-action=play-now][data-game=%s]) [name=seats]`, game), strconv.Itoa(seats))
	p.tap(fmt.Sprintf(`[data-action=play-now][data-game=%s]`, game))
	return p.moment("a game that has begun", `m.phase === "playing" && m.you >= 0`)
}

// choose sets a field that has choices: a select, or a group of radio buttons. A
// field that is not there, or hidden, has one choice.
func (p *person) choose(selector, value string) {
	p.t.Helper()
	kind := eval[string](p, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		if (!e || e.type === "hidden") return "none";
		if (e.type === "radio") return "radio";
		e.value = %q;
		e.dispatchEvent(new Event("change", {bubbles: true}));
		return e.value === %q ? "set" : "no such choice";
	})()`, selector, value, value))
	switch kind {
	case "radio":
		eval[bool](p, fmt.Sprintf(`(() => { document.querySelector(%q).click(); return true; })()`, selector+`[value="`+value+`"]`))
	case "no such choice":
		p.t.Fatalf("%s cannot choose %s at %s", p.name, value, selector)
	}
}

// chance is where a test's random choices come from: the same every time.
func chance(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 3)) }
