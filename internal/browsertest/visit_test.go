package browsertest

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// What a first visit may transfer, in bytes, and how much of it may be script.
const (
	mostVisit  = 60 << 10
	mostScript = 12 << 10
	// What the service worker fetches afterwards, so that the house is there without a
	// network, the program to play by not included.
	mostKept = 96 << 10
)

func TestFirstVisit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		path func(t *testing.T, house string) string
	}{
		{"the front page", func(*testing.T, string) string { return "/" }},
		{"a table of texas in play", func(t *testing.T, house string) string {
			t.Helper()
			return tableInPlay(t, house, "texas")
		}},
		{"a table of raincheck in play", func(t *testing.T, house string) string {
			t.Helper()
			return tableInPlay(t, house, "raincheck")
		}},
		{"an open table", func(t *testing.T, house string) string {
			t.Helper()
			r := newReader(t, house)
			r.open("/")
			r.press("action", "new-table", "texas", nil)
			return r.path
		}},
	} {
		t.Run("a first visit to "+c.name+" transfers little", func(t *testing.T) {
			t.Parallel()
			house := openSaloon(t)
			path := c.path(t, house.addr)
			house.answer.forget()
			p := newPerson(t, "Ann", house.addr, phone)
			p.open(path)
			until[bool](p, "all of the page", `document.readyState === "complete" && document.fonts.status === "loaded" && [...document.images].every((i) => i.complete || i.loading === "lazy")`)
			if path != "/" {
				eval[int](p, `fetch("/live?t=none", {method: "HEAD"}).then((a) => a.status)`) // after what came before
				for !strings.Contains(fmt.Sprint(house.answer.all()), "/live") {
					p.now()
				}
			}
			until[bool](p, "a service worker", `!!navigator.serviceWorker.controller`)
			total, script, kept, list := 0, 0, 0, ""
			for _, a := range house.answer.all() {
				if a.keeper {
					kept += a.size
					continue
				}
				total += a.size
				if strings.HasPrefix(a.kind, "text/javascript") {
					script += a.size
				}
				list += fmt.Sprintf("\n%7d %s %s", a.size, a.kind, a.path)
			}
			t.Logf("%d bytes, %d of script, and %d by the service worker:%s", total, script, kept, list)
			if kept == 0 || kept > mostKept {
				t.Errorf("the service worker has fetched %d bytes, want at most %d", kept, mostKept)
			}
			if total > mostVisit || script > mostScript {
				t.Errorf("%d bytes were transferred, want at most %d; %d of script, want at most %d:%s", total, mostVisit, script, mostScript, list)
			}
			if total < 5000 {
				t.Errorf("only %d bytes were seen:%s", total, list)
			}
		})
	}
}

// tableInPlay opens a table at which a game is on and returns its path.
func tableInPlay(t *testing.T, house, game string) string {
	t.Helper()
	r := newReader(t, house)
	r.open("/")
	r.press("action", "play-now", game, nil)
	if r.table["data-phase"] != "playing" {
		t.Fatalf("play now leads to %v", r.table)
	}
	return r.path
}

func TestPhone(t *testing.T) {
	t.Parallel()
	for seats := 3; seats <= 6; seats++ {
		t.Run(fmt.Sprintf("on a small phone every card of texas for %d can be touched, and nothing scrolls", seats), func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, "Ann", openSaloon(t).addr, phone)
			p.playNow("texas", seats)
			p.playOut(chance(uint64(seats)), func(m moment) bool {
				if len(m.Moves) > 0 && !m.Next {
					p.touchable(m)
				}
				return m.Ply > 4*seats
			})
		})
	}
	t.Run("on a small phone every move of raincheck can be touched, and nothing scrolls", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "Ann", openSaloon(t).addr, phone)
		p.playNow("raincheck", 2)
		p.playOut(chance(2), func(m moment) bool {
			if len(m.Moves) > 0 && !m.Next {
				p.touchable(m)
			}
			return false
		})
	})
}

func TestNarrow(t *testing.T) {
	t.Parallel()
	t.Run("the longest name and line of talk in one word make no page of a small phone scroll sideways", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "Ann", openSaloon(t).addr, phone)
		const name = 24 // characters
		p.open("/settings")
		eval[bool](p, fmt.Sprintf(`((e) => { e.value = "W".repeat(%d); e.form.requestSubmit(); return true; })(document.querySelector("#name"))`, name))
		until[bool](p, "the front page", `location.pathname === "/"`)
		c := sitDown("texas", 6, p)
		if wide := eval[string](p, sidewaysJS); wide != "" {
			t.Errorf("when the table is open: %s", wide)
		}
		eval[bool](p, `((e) => { e.value = "W".repeat(e.maxLength); e.form.requestSubmit(); return true; })(document.querySelector("#say"))`)
		until[bool](p, "a line of talk", `document.querySelector("#talk").innerText.includes("WWW")`)
		c.start()
		p.playOut(chance(6), nil)
		if wide := eval[string](p, sidewaysJS); wide != "" {
			t.Errorf("when the game is over: %s", wide)
		}
	})
}

// touchable fails unless all cards of the hand and all moves are in the window, each
// with a place of its own under the finger, and the page scrolls neither way to them.
func (p *person) touchable(m moment) {
	p.t.Helper()
	// All that is to be played with is there without scrolling, and holds still.
	until[bool](p, "a page that holds still", `(scrollTo(0, 0), document.getAnimations().every((a) => a.playState !== "running"))`)
	wrong := eval[[]string](p, `(() => {
		const wrong = [], least = 14;
		for (const e of document.querySelectorAll("#hand [data-card], [data-move]")) {
			if (!e.checkVisibility({visibilityProperty: true})) { wrong.push("cannot be seen: " + e.outerHTML.slice(0, 90)); continue; }
			const r = e.getBoundingClientRect(), step = 2;
			let wide = 0, high = 0;
			// The widest and the highest run of points on a grid that belong to the element.
			for (let y = r.top + 1; y < r.bottom; y += step) {
				let run = 0;
				for (let x = r.left + 1; x < r.right; x += step) {
					run = e.contains(document.elementFromPoint(x, y)) ? run + step : 0;
					wide = Math.max(wide, run);
				}
			}
			for (let x = r.left + 1; x < r.right; x += step) {
				let run = 0;
				for (let y = r.top + 1; y < r.bottom; y += step) {
					run = e.contains(document.elementFromPoint(x, y)) ? run + step : 0;
					high = Math.max(high, run);
				}
			}
			if (wide < least || high < 24) wrong.push("only " + wide + "x" + high + " pixels can be touched of " + (e.dataset.card ?? e.dataset.move) + " at " + Math.round(r.x) + "," + Math.round(r.y));
		}
		return wrong;
	})()`)
	if wide := eval[string](p, sidewaysJS); wide != "" {
		wrong = append(wrong, "scrolls sideways: "+wide)
	}
	if len(wrong) > 0 {
		p.picture("ply-" + strconv.Itoa(m.Ply) + ".png")
		p.t.Errorf("at ply %d:\n%s", m.Ply, strings.Join(wrong, "\n"))
	}
}

func TestMotion(t *testing.T) {
	t.Parallel()
	for _, at := range []screen{phone, desktop} {
		t.Run("a tap while cards travel counts on a "+at.name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, "Ann", openSaloon(t).addr, at)
			p.prefer("light", lively)
			p.playNow("texas", 4)
			for range 5 {
				m := p.moment("our turn", mine)
				// Where the first move is to be, whether something moves there or not.
				where := until[struct{ X, Y float64 }](p, "something that moves", `(() => {
					const e = document.querySelector("[data-move]"), r = e.getBoundingClientRect();
					const moving = document.getAnimations().some((a) => a.effect.pseudoElement?.startsWith("::view-transition"));
					window.quiet = moving ? 0 : (window.quiet ?? 0) + 1; // or nothing moves any more
					return (moving || window.quiet > 40) && {x: r.x + 10, y: r.y + Math.min(r.height / 2, 20)};
				})()`)
				p.tapAt(where.X, where.Y)
				p.after(m, "a tap")
			}
		})
	}
}

func TestHand(t *testing.T) {
	t.Parallel()
	t.Run("a hand stays as its owner arranged it until it is sorted by color again", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "Ann", openSaloon(t).addr, phone)
		p.playNow("texas", 3)
		const hand = `[...document.querySelectorAll("#hand [data-card]")].map((e) => e.dataset.card)`
		until[bool](p, "a hand", hand+".length > 9")
		sorted := eval[[]string](p, hand)
		moved := append(append([]string{}, sorted[1]), sorted[0])
		moved = append(moved, sorted[2:]...)
		eval[bool](p, `document.querySelector("#hand [data-card]").dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", shiftKey: true, bubbles: true, cancelable: true}))`)
		is := func(want []string) string {
			list, _ := json.Marshal(want) // strings
			return fmt.Sprintf(`JSON.stringify(%s.filter((c) => %s.includes(c))) === JSON.stringify(%s.filter((c) => %s.includes(c)))`, hand, list, list, hand)
		}
		until[bool](p, "the first card at the second place", is(moved))
		p.open(p.path())
		until[bool](p, "the same order after a reload", is(moved)+` && !!document.querySelector("[data-sort]")`)
		p.tap("[data-sort]")
		until[bool](p, "a hand that is sorted again", is(sorted)+` && !document.querySelector("[data-sort]")`)
	})
}
