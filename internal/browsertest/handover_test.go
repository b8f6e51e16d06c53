package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A glance is what a device shows that two people share.
type glance struct {
	Cover string // the title of what covers the screen, "" where the table is open
	You   string // the seat that the table is drawn for, "" for everybody's
	Phase string
	Ply   int
	Turn  string
	Moves []string
	Both  string // what both may do together: "next", "rematch"
}

// glanceJS looks, once the page has settled: its table is not about to be replaced.
const glanceJS = `(() => {
	const t = document.querySelector("#table"), d = t?.dataset;
	if (!d || t.getAttribute("aria-busy")) return null;
	const cover = "cover" in d ? t.querySelector("h1").innerText : "";
	return {
		cover, you: d.you ?? "", phase: d.phase ?? "", ply: Number(d.ply ?? 0), turn: d.turn ?? "",
		moves: [...t.querySelectorAll("[data-move]")].map((e) => e.dataset.move),
		both: t.querySelector(".together button")?.dataset.action ?? "",
	};
})()`

// glance waits for what a condition in JavaScript, on g, holds for.
func (p *person) glance(what, condition string) glance {
	p.t.Helper()
	return until[glance](p, what, fmt.Sprintf(`((g) => g && (%s) ? g : null)(%s)`, condition, glanceJS))
}

// spy notes in every page that comes whether it ever held a table that is drawn for
// somebody, before anybody has asked for it.
const spy = `
	window.peeped = [];
	new MutationObserver(() => {
		const t = document.querySelector("#table");
		if (t?.dataset.you || t?.querySelector("[data-move]")) window.peeped.push(t.dataset.you + " " + document.visibilityState);
	}).observe(document, {subtree: true, childList: true, attributes: true});
`

// covered waits until the screen is covered for somebody and fails if the page holds
// anything but that: in its elements, in what is said, in what is read out, in its title.
func (p *person) covered(title string) {
	p.t.Helper()
	p.glance("a screen that is covered", fmt.Sprintf("g.cover === %q", title))
	if focus := eval[string](p, `document.activeElement.tagName`); focus != "H1" {
		p.t.Errorf("the focus under the cover %q is on %s, want its title", title, focus)
	}
	p.sealed(title)
}

// sealed is covered for a page that has been tapped at already.
func (p *person) sealed(title string) {
	p.t.Helper()
	p.glance("a screen that is covered", fmt.Sprintf("g.cover === %q", title))
	left := eval[[]string](p, `[...document.querySelectorAll("main, #live, #toast")].flatMap((e) => [...e.querySelectorAll("*")])
		.filter((e) => !e.matches("[data-cover] > .frame, .frame > h1, .frame > p, [data-cover] > button")).map((e) => e.outerHTML)`)
	if len(left) > 0 {
		p.t.Errorf("under the cover %q there is %v", title, left)
	}
	if attributes := eval[[]string](p, `document.querySelector("#table").getAttributeNames().sort()`); !slices.Equal(attributes, []string{"class", "data-cover", "id"}) {
		p.t.Errorf("the cover %q has attributes %v", title, attributes)
	}
	heard := p.heard()
	allowed := eval[[]string](p, `[document.title, ...[...document.querySelectorAll("[data-cover] :is(h1, p, button)")].map((e) => e.textContent)]`)
	for _, name := range heard {
		if !slices.Contains(allowed, name) {
			p.t.Errorf("who listens to the cover %q hears %q", title, name)
		}
	}
	if len(heard) < 4 {
		p.t.Errorf("who listens to the cover %q hears only %q", title, heard)
	}
}

// heard lists the names of all that people who listen can come to, in its order.
func (p *person) heard() (names []string) {
	p.t.Helper()
	p.call(func(ctx context.Context) error {
		tree, err := chromedp.Call(ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		if err != nil {
			return err
		}
		for _, node := range tree.Nodes {
			var role, name string
			if node.Ignored || node.Name == nil || node.Role == nil {
				continue
			}
			if err := json.Unmarshal(node.Role.Value, &role); err != nil || role == "InlineTextBox" {
				continue // a line of a text that has a node of its own
			}
			if err := json.Unmarshal(node.Name.Value, &name); err == nil && name != "" {
				names = append(names, name)
			}
		}
		return nil
	})
	return names
}

// shareDevice begins a game of two people on one device and returns at the first cover.
func shareDevice(t *testing.T, at screen, names ...string) *person {
	t.Helper()
	p := newPerson(t, "a device", openSaloon(t).addr, at)
	p.before(spy)
	p.keeps()
	p.network(false)
	p.open("/offline")
	for i, name := range names {
		p.tap(fmt.Sprintf(`form[data-pocket=two] label:nth-of-type(%d) [name=name]`, i+1))
		p.keys(name)
	}
	p.deals("two", nil, nil)
	p.glance("a screen that is covered", `g.cover.startsWith("Hand the device to ")`)
	return p
}

// takes uncovers the screen for somebody as it is meant, with two taps.
func (p *person) takes(name string) glance {
	p.t.Helper()
	p.covered("Hand the device to " + name + ".")
	p.meant("the second step", fmt.Sprintf("g.cover === %q", "You are "+name+"?"))
	p.covered("You are " + name + "?")
	return p.meant("the table", `g.you !== ""`)
}

// meant taps the cover's button and waits for what comes of it. Two taps in one breath
// are none, and tests are breathless; people tap once more, and so does meant.
func (p *person) meant(what, condition string) glance {
	p.t.Helper()
	for range 2 {
		p.tap("#table button")
		if g, err := look[glance](p, time.Second, fmt.Sprintf(`((g) => g && (%s) ? g : null)(%s)`, condition, glanceJS)); err == nil {
			return g
		}
	}
	p.tap("#table button")
	return p.glance(what, condition)
}

// playShared plays on until a condition holds for what the device shows, and returns
// that. Between people and at the ends of rounds it looks for what must not be there.
func (p *person) playShared(chance *rand.Rand, enough func(glance) bool) glance {
	p.t.Helper()
	names := []string{"Ann", "Ben"}
	for {
		g := p.glance("something to do", `g.cover || g.both || g.moves.length > 0`)
		if enough(g) {
			return g
		}
		switch {
		case g.Cover != "":
			name := names[0]
			if strings.Contains(g.Cover, names[1]) {
				name = names[1]
			}
			if now := p.takes(name); names[now.You[0]-'0'] != name || now.Turn != now.You {
				p.t.Fatalf("%s took the device, and it shows %+v", name, now)
			}
		case g.Both == "rematch":
			return g
		case g.Both != "":
			p.public(g)
			p.tap(".together button")
			p.glance("what comes after", fmt.Sprintf(`g.cover || g.ply > %d`, g.Ply))
		default:
			p.tap(control(g.Moves[chance.IntN(len(g.Moves))]))
			p.glance("what comes after a move", fmt.Sprintf(`g.cover || g.both || g.ply > %d`, g.Ply))
		}
	}
}

// public fails unless the table is drawn for everybody.
func (p *person) public(g glance) {
	p.t.Helper()
	if g.You != "" || len(g.Moves) > 0 || eval[bool](p, `!!document.querySelector("#hand [data-card]")`) {
		p.t.Errorf("both look at %+v", g)
	}
}

func TestHandover(t *testing.T) {
	t.Parallel()
	t.Run("two people play a whole game on one device, and another", func(t *testing.T) {
		t.Parallel()
		p := shareDevice(t, phone, "Ann", "Ben")
		seen := map[string]bool{}
		over := p.playShared(chance(2), func(g glance) bool {
			seen[g.Cover], seen[g.Both] = true, true
			return g.Both == "rematch"
		})
		p.public(over)
		for _, what := range []string{"Hand the device to Ann.", "Hand the device to Ben.", "next"} {
			if !seen[what] {
				t.Errorf("in a whole game there was no %q", what)
			}
		}
		if words := eval[string](p, `document.querySelector("#table").innerText`); !strings.Contains(words, "Ann") || !strings.Contains(words, "Ben") {
			t.Errorf("the end names not both: %s", words)
		}
		p.tap(".together button")
		p.glance("another game", `g.cover.startsWith("Hand the device to ")`)
	})

	t.Run("nothing but the two taps that are meant uncovers the screen", func(t *testing.T) {
		t.Parallel()
		p := shareDevice(t, phone, "Ann", "Ben")
		title := eval[string](p, `document.querySelector("#table h1").innerText`)
		name := strings.TrimSuffix(strings.TrimPrefix(title, "Hand the device to "), ".")
		second := "You are " + name + "?"
		nothing := func(cover string) {
			p.t.Helper()
			p.sealed(cover)
			for _, at := range [][2]float64{{5, 5}, {180, 60}, {180, 320}, {355, 635}} {
				p.tapAt(at[0], at[1])
			}
			p.keys(kb.Enter + kb.Escape + " " + kb.ArrowLeft + kb.ArrowRight)
			p.sealed(cover)
		}
		at := p.button()
		p.covered(title)
		p.tapAt(at.X, at.Y)
		p.covered(second)
		p.tapAt(at.X, at.Y) // the same place again
		nothing(second)
		p.open(p.path())
		nothing(title)
		p.meant("the second step", fmt.Sprintf("g.cover === %q", second))
		p.covered(second)
		p.sleeps(true)
		p.sleeps(false)
		p.covered(title)
		if peeped := eval[[]string](p, "window.peeped"); len(peeped) > 0 {
			t.Errorf("a table was there before it was asked for: %v", peeped)
		}
	})

	t.Run("who goes away from an open table finds it covered", func(t *testing.T) {
		t.Parallel()
		p := shareDevice(t, phone, "Ann", "Ben")
		g := p.glance("a cover", "g.cover")
		name := strings.TrimSuffix(strings.TrimPrefix(g.Cover, "Hand the device to "), ".")
		for _, c := range []struct {
			how  string
			away func()
		}{
			{"to another tab", func() { p.sleeps(true); p.sleeps(false) }},
			{"and the screen is covered before anything else", func() { p.leftAtOnce("document.dispatchEvent(new Event('visibilitychange'))") }},
			{"and a page that is kept to come back is kept covered", func() {
				p.leftAtOnce("dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))")
			}},
			{"by a reload", func() { p.open(p.path()) }},
			{"back and forth", func() {
				eval[bool](p, `(history.back(), true)`)
				until[bool](p, "the page before", `location.pathname === "/offline" && document.readyState === "complete"`)
				eval[bool](p, `(history.forward(), true)`)
				until[bool](p, "the table's page", `location.pathname === "/offline/two"`)
			}},
		} {
			p.takes(name)
			eval[bool](p, `(window.peeped = [], true)`)
			c.away()
			p.covered(g.Cover)
			for _, seen := range eval[[]string](p, "window.peeped") {
				t.Errorf("%s: the table was there for %s", c.how, seen)
			}
		}
	})

	t.Run("an answer that comes late shows nothing", func(t *testing.T) {
		t.Parallel()
		p := shareDevice(t, phone, "Ann", "Ben")
		g := p.glance("a cover", "g.cover")
		second := fmt.Sprintf("g.cover && g.cover !== %q", g.Cover)
		p.meant("the second step", second)
		// The page is left in the moment in which the table has been asked for.
		p.leftAtOnce(`document.querySelector("#table button").click(); document.dispatchEvent(new Event("visibilitychange"))`)
		p.covered(g.Cover)
		p.meant("the second step", second) // by when the answer has come
		if peeped := eval[[]string](p, "window.peeped"); len(peeped) > 0 {
			t.Errorf("the table was there: %v", peeped)
		}
	})

	t.Run("two people play by keyboard, and everybody can use the covers and the open table", func(t *testing.T) {
		t.Parallel()
		g, p := newGallery(t), shareDevice(t, phone, "Ann", strings.Repeat("W", 24))
		g.look(p, "two-cover")
		p.reach("the button", func(f focus) bool { return f.Tag == "BUTTON" })
		p.keys(kb.Enter)
		p.glance("the second step", `g.cover.startsWith("You are ")`)
		g.look(p, "two-cover-last")
		p.reach("the button", func(f focus) bool { return f.Tag == "BUTTON" })
		p.keys(" ")
		now := p.glance("the table", `g.moves.length > 0`)
		if f := p.focus(); f.Part != "table" {
			t.Errorf("the focus is on %+v, want the table", f)
		}
		g.look(p, "two-table")
		p.reach("a move", func(f focus) bool { return f.Move != "" })
		p.keys(kb.Enter)
		p.glance("what comes of it", fmt.Sprintf(`g.cover || g.ply > %d`, now.Ply))
	})

	t.Run("everybody can use what both look at", func(t *testing.T) {
		t.Parallel()
		g, p := newGallery(t), shareDevice(t, phone, "Ann", "Ben")
		p.playShared(chance(7), func(g glance) bool { return g.Both == "next" })
		g.look(p, "two-end-of-round")
		p.reach("what both do", func(f focus) bool { return f.Action == "next" })
		p.keys(kb.Enter)
		p.glance("the next round", `g.cover.startsWith("Hand the device to ")`)
		p.playShared(chance(8), func(g glance) bool { return g.Both == "rematch" })
		g.look(p, "two-over")
	})
}

// leftAtOnce has the page told by a script that it is left, and fails unless it is covered
// when the script ends.
func (p *person) leftAtOnce(js string) {
	p.t.Helper()
	covered := eval[bool](p, `(() => {
		Object.defineProperty(document, "hidden", {get: () => true, configurable: true});
		`+js+`;
		delete document.hidden;
		return "cover" in document.querySelector("#table").dataset;
	})()`)
	if !covered {
		p.t.Error("a page that is left is covered only later")
	}
}

// button is where the cover's button is.
func (p *person) button() (at struct{ X, Y float64 }) {
	p.t.Helper()
	return eval[struct{ X, Y float64 }](p, `(() => {
		const r = document.querySelector("#table button").getBoundingClientRect();
		return {x: r.x + r.width / 2, y: r.y + r.height / 2};
	})()`)
}
