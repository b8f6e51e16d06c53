package browsertest

import (
	"bytes"
	"fmt"
	"image/png"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/saloon-games/saloon/internal/pad/score"
)

func TestPadScore(t *testing.T) {
	t.Parallel()
	t.Run("a game is written down by taps to its end, and reads as the package reads it", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "Ann", openSaloon(t).addr, phone)
		p.newPad("score")
		p.thumbs("the setup")
		p.seatPlayers("Ann", "Bob", "Cy", "Dee")
		paper := newPaper(t)
		paper.write("table 4", "name 0 Ann", "name 1 Bob", "name 2 Cy", "name 3 Dee")

		p.tap(`[data-tap="more 0"]`)
		until[bool](p, "the missing tricks", `document.querySelector("#pad-sum").textContent === "14 of 15 tricks are missing."`)
		p.tap(`[data-tap="rest 1"]`)
		p.tap(`[data-tap="more 2"]`)
		until[bool](p, "the surplus", `document.querySelector("#pad-sum").textContent === "1 trick too many: a hand has 15."`)
		p.tap(`.enter .big`)
		if n := eval[int](p, padKept+`.length`); n != 5 {
			t.Errorf("a wrong sum was written: %d entries", n)
		}
		p.tap(`[data-tap="less 1"]`)
		p.tap(`[data-word="hand 1 1 13 1 0"]`)
		p.hasHand(1, 1, 13, 1, 0)
		p.totals(paper.write("hand 1 1 13 1 0"))

		p.tap(`[data-tap="correct 1"]`)
		until[bool](p, "hand 1 to be corrected", `document.querySelector(".enter h2").textContent === "Correct hand 1"`)
		for range 9 {
			p.tap(`[data-tap="less 1"]`)
		}
		until[bool](p, "4 tricks", `document.querySelectorAll(".took")[1].firstChild.data === "4"`)
		p.tap(`[data-tap="rest 3"]`)
		p.tap(`[data-word="hand 1 1 4 1 9"]`)
		p.hasHand(1, 1, 4, 1, 9)
		p.totals(paper.write("hand 1 1 4 1 9"))

		for range 2 {
			p.tap(`#pad-enter .undo [data-word^=undo]`)
			p.hasHand(1, 1, 13, 1, 0)
			p.tap(`#pad-enter .undo .button:nth-child(2):enabled`)
			p.hasHand(1, 1, 4, 1, 9)
		}
		p.tap(`#pad-now [data-word="dealer 2"]`)
		until[bool](p, "who deals", `document.querySelector("#pad-now").innerText.includes("Dee deals 15 cards")`)
		p.thumbs("the pad in play")

		p.open(p.path())
		until[bool](p, "the pad after a reload", padDrawn)
		p.totals(paper.write("dealer 2"))
		p.writeHand(2, 5, 2, 4, 4)
		end := paper.write("hand 2 5 2 4 4")
		for hand := 3; !end.Over; hand++ {
			tricks := []int{2, 3, 2, 8}
			p.writeHand(hand, tricks...)
			end = paper.write(fmt.Sprintf("hand %d 2 3 2 8", hand))
		}
		p.totals(end)
		until[bool](p, "the end", fmt.Sprintf(`document.querySelector("#pad-now strong").textContent === %q`, end.Status()))
		p.thumbs("the end")

		p.tap("#pad-trick summary")
		for _, card := range []int{11, 12, 24, 14} {
			p.tap(fmt.Sprintf(`[data-tap="card %d"]`, card))
		}
		trick, err := score.Take(4, false, []int{11, 12, 24, 14})
		if err != nil {
			t.Fatal(err)
		}
		until[bool](p, "who takes the trick", fmt.Sprintf(`document.querySelector(".helper output").textContent.includes(%q)`, trick.Words))
		p.thumbs("the helper")
		p.tap("#pad-trick summary")

		p.tap("#pad-keep summary")
		if name, data := p.download(func() { p.tap("[data-do=text]") }); name != "texas-showdown.txt" || string(data) != end.Text() {
			t.Errorf("%s has\n%s, want\n%s", name, data, end.Text())
		}
		if name, data := p.download(func() { p.tap("[data-do=csv]") }); name != "texas-showdown.csv" || string(data) != "\ufeff"+end.CSV() {
			t.Errorf("%s has\n%s, want\n%s", name, data, end.CSV())
		}
		name, data := p.download(func() { p.tap("[data-do=picture]") })
		if picture, err := png.Decode(bytes.NewReader(data)); err != nil || name != "texas-showdown.png" || picture.Bounds().Dx() < 500 {
			t.Errorf("%s is no picture: %v", name, err)
		}

		p.tap("#pad-now [data-do=new]")
		until[bool](p, "the names on the next pad", padDrawn+` && document.querySelector("[name=name3]")?.value === "Dee"`)
		p.tap("#pad-setup form > .button")
		until[bool](p, "the next pad", `document.querySelectorAll(".takers > li").length === 4`)
	})

	t.Run("a hand of six players is written down on a small phone without scrolling", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "Ann", openSaloon(t).addr, phone)
		p.newPad("score")
		p.seatPlayers("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
		p.tap(`#pad-now [data-word="dealer 0"]`)
		until[bool](p, "who deals", `document.querySelector("#pad-now").innerText.includes("Ann deals")`)
		p.onScreen("what writes hand 1", ".enter .big")
		p.tap(`[data-tap="ask 0"]`)
		for _, n := range []int{2, 2, 2, 2, 1} { // and the last one follows
			p.tap(fmt.Sprintf(`[data-tap="set %d"]`, n))
			p.thumbs("the numbers")
		}
		p.tap(`[data-word="hand 1 2 2 2 2 1 1"]`)
		p.hasHand(1, 2, 2, 2, 2, 1, 1)
		p.onScreen("what writes hand 2", ".enter .big")
		p.thumbs("six players")
		p.open("/pad")
		until[bool](p, "the pad in the list", `!!document.querySelector("#pads a")`)
		p.thumbs("the list")
		p.tap("#pads button")
		p.tap("#pads button")
		until[bool](p, "an empty list", `!document.querySelector("#pads a") && Object.keys(localStorage).every((k) => !k.startsWith("saloon-pad:"))`)
	})
}

func TestPadTally(t *testing.T) {
	t.Parallel()
	t.Run("the energy of two games is told from both ends of the table", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "Ann", openSaloon(t).addr, phone)
		p.before(`window.felt = 0; navigator.vibrate = () => { window.felt++; return true; };
			window.locks = 0; navigator.wakeLock.request = async () => { window.locks++; return {}; };`)
		p.newPad("tally")
		until[bool](p, "a screen that is asked to stay awake", `window.locks === 1`)
		p.onScreen("the near side", "#pad-side-0")
		p.thumbs("before the game")
		p.tap("#pad-setup summary")
		p.fill("name0", "Ann")
		p.fill("name1", "Bob")
		p.tap("#pad-setup form > .button")
		until[bool](p, "the names", `document.querySelector("#pad-side-1 h2").textContent === "Bob"`)

		const turned = `new DOMMatrix(getComputedStyle(document.querySelector("#pad-side-1")).transform).multiply(new DOMMatrix("rotate(" + (getComputedStyle(document.querySelector("#pad-side-1")).rotate.replace("none", "0deg")) + ")")).a`
		if a := eval[float64](p, turned); a > -.99 {
			t.Errorf("the far side is not turned round: %v", a)
		}
		eval[bool](p, `document.querySelector("#pad-setup details").open = true`)
		p.tap("[data-do=turn]")
		until[bool](p, "the far side upright", turned+` > .99`)
		p.tap("[data-do=turn]")
		until[bool](p, "the far side turned", turned+` < -.99`)
		p.tap("#pad-setup summary")

		energy := func(near, far int) {
			t.Helper()
			until[bool](p, fmt.Sprintf("energy %d and %d", near, far), fmt.Sprintf(`["#pad-side-0", "#pad-side-1"].map((s) => document.querySelector(s + " .energy b").textContent + " " + document.querySelectorAll(s + " .lit").length).join() === "%d %d,%d %d"`, near, near, far, far))
		}
		side := func(n int, what string) {
			t.Helper()
			p.tap(fmt.Sprintf(`#pad-side-%d [data-word$=" %d %s"]`, n, n, what))
		}
		p.tap(`#pad-side-1 [data-word="game 1 1"]`)
		energy(10, 10)
		until[bool](p, "who begins", `document.querySelector("#pad-side-1 .mark")?.textContent === "begins"`)
		p.thumbs("in the game")
		p.onScreen("the near side", "#pad-side-0")
		felt := eval[int](p, `window.felt`)
		side(1, "battery") // of ten there are ten (S2)
		energy(10, 10)
		side(1, "trap")
		energy(10, 7)
		if now := eval[int](p, `window.felt`); now != felt+2 {
			t.Errorf("the phone was felt %d times for 2 changes", now-felt)
		}
		p.tap("#pad-middle .undo .button:nth-child(1)")
		energy(10, 10)
		p.tap("#pad-middle .undo .button:nth-child(2)")
		energy(10, 7)
		side(1, "hit")
		until[bool](p, "a card less", `document.querySelector("#pad-side-1 .count").textContent === "3 cards"`)
		eval[bool](p, `((e) => (e.click(), e.click(), true))(document.querySelector("#pad-side-1 .trap"))`) // two quick taps
		energy(10, 1)
		side(1, "hit")
		until[bool](p, "a card less", `document.querySelector("#pad-side-1 .count").textContent === "2 cards"`)
		side(1, "trap")
		until[bool](p, "the end", `document.querySelector("#pad-middle b").textContent === "Ann wins the game."`)
		energy(10, 0)
		p.thumbs("the end")
		p.tap("#pad-history summary")
		until[bool](p, "the rounds", `document.querySelectorAll("#pad-history tbody tr").length >= 2`)
		p.tap("#pad-history .step > summary")
		p.thumbs("the history")
		p.tap("#pad-history > details > summary")
		p.open(p.path())
		until[bool](p, "the pad after a reload", padDrawn)
		energy(10, 0)
		p.tap(`#pad-side-0 [data-word="game 2 0"]`)
		energy(10, 10)
		until[bool](p, "the other side to begin", `document.querySelector("#pad-side-0 .mark")?.textContent === "begins"`)
		p.newPad("tally")
		until[bool](p, "the same two", `document.querySelector("#pad-side-1 h2").textContent === "Bob"`)
	})
}

func TestPadWithoutNetwork(t *testing.T) {
	t.Parallel()
	t.Run("after one visit to the list, pads are begun, written on and reloaded without a network", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "Ann", openSaloon(t).addr, phone)
		p.open("/pad")
		until[bool](p, "the page to say that it needs no network", `/without a network/.test(document.querySelector("#pad-ready").textContent) && /now/.test(document.querySelector("#pad-ready").textContent)`)
		p.flight(true)
		p.newPad("score")
		p.seatPlayers("Ann", "Bob", "Cy")
		p.writeHand(1, 5, 5, 5)
		p.open(p.path())
		p.hasHand(1, 5, 5, 5)
		path := p.path()
		p.newPad("tally")
		p.tap(`#pad-side-1 [data-word="game 1 1"]`)
		until[bool](p, "a game", `!!document.querySelector("#pad-side-1 .trap")`)
		p.open("/pad")
		until[bool](p, "both pads", `document.querySelectorAll("#pads a").length === 2`)
		p.open("/pad/" + strings.Repeat("x", 24))
		until[bool](p, "words about a pad that is not here", `/not on this device/.test(document.querySelector("#pad").textContent)`)
		p.open(path)
		p.hasHand(1, 5, 5, 5)
		eval[bool](p, `(document.querySelector("details.menu").open = true)`)
		p.tap("[data-do=share]")
		until[bool](p, "words about the network", `/cannot be reached/.test(document.querySelector("#toast").textContent)`)
		p.flight(false)
		p.tap("[data-do=share]")
		until[bool](p, "the pad at the house", padLine+` === "Shared"`)
		if n := agree(p); n != 5 {
			t.Errorf("the house has %d entries, want 5", n)
		}
	})
}

func TestPadShared(t *testing.T) {
	t.Parallel()
	t.Run("what was written apart is merged, each entry once, and a conflict is settled by one tap", func(t *testing.T) {
		t.Parallel()
		data := t.TempDir()
		house := startProgram(t, data)
		ann, bob := newPerson(t, "Ann", house.addr, phone), newPerson(t, "Bob", house.addr, phone)
		bob.open("/pad/" + strings.Repeat("x", 24))
		until[bool](bob, "words about no such pad", `/no such pad/.test(document.querySelector("#pad").textContent)`)
		sharedPad(ann, bob)
		ann.writeHand(1, 5, 5, 5)
		bob.hasHand(1, 5, 5, 5)
		bob.tap(`#pad-now [data-word="dealer 1"]`)
		until[bool](ann, "what Bob has tapped", `/deals 15/.test(document.querySelector("#pad-now").textContent)`)

		bob.stocked()
		bob.flight(true)
		until[bool](bob, "that the network is gone", padLine+` === "No network now"`)
		bob.writeHand(2, 3, 7, 5)
		until[bool](bob, "that one entry waits", padLine+` === "1 entry waits"`)
		ann.writeHand(2, 4, 6, 5)
		agree(ann)
		house.kill()
		ann.writeHand(3, 9, 1, 5)
		until[bool](ann, "that one entry waits", padLine+` === "1 entry waits"`)
		bob.open(bob.path()) // and Bob's page is opened again, without a network
		until[bool](bob, "the pad as Bob left it", padDrawn)
		bob.hasHand(2, 3, 7, 5)
		until[bool](bob, "that his entry still waits", padLine+` === "1 entry waits"`)
		house = startProgram(t, data)
		for _, p := range []*person{ann, bob} {
			p.wire.lead(house.addr)
		}
		bob.flight(false)
		const conflict = `document.querySelectorAll("#pad-open .versions [data-word^=hand]").length`
		for _, p := range []*person{ann, bob} {
			until[bool](p, "both versions of hand 2", conflict+` === 2`)
			until[bool](p, "which of them is this device's", `[...document.querySelectorAll("#pad-open [data-by]")].filter((e) => e.textContent === "this device").length === 1`)
		}
		n := agree(ann, bob)
		ann.thumbs("a conflict")
		bob.tap(`#pad-open [data-word="hand 2 3 7 5"]`)
		for _, p := range []*person{ann, bob} {
			until[bool](p, "no conflict", conflict+` === 0`)
			p.hasHand(2, 3, 7, 5)
		}
		if now := agree(ann, bob); now != n+1 {
			t.Errorf("one tap has made %d entries", now-n)
		}
	})

	t.Run("two tabs of one device lose nothing, and both know that the pad is shared", func(t *testing.T) {
		t.Parallel()
		first := newPerson(t, "Ann", openSaloon(t).addr, phone)
		first.newPad("score")
		first.seatPlayers("Ann", "Bob", "Cy")
		second := first.newTab()
		second.open(first.path())
		until[bool](second, "the pad", padDrawn)
		first.count(1, 2, 12)
		second.writeHand(1, 1, 10, 4)
		first.hasHand(1, 1, 10, 4)
		until[bool](first, "hand 2, of which nothing is tapped", `/^Hand 2/.test(document.querySelector(".enter h2").textContent) && [...document.querySelectorAll(".took")].every((e) => e.firstChild.data === "0")`)
		second.tap(".menu > summary")
		second.tap(".menu [data-do=share]")
		for _, tab := range []*person{first, second} {
			until[bool](tab, "a pad that is shared", padLine+` === "Shared"`)
		}
		first.tap(`#pad-now [data-word="dealer 1"]`)
		until[bool](second, "the dealer", `/Cy deals 15/.test(document.querySelector("#pad-now").textContent)`)
		first.writeHand(2, 9, 1, 5)
		second.hasHand(2, 9, 1, 5)
		if n := agree(first, second); n != 7 {
			t.Errorf("%d entries, want 7: a table, three names, two hands, a dealer", n)
		}
		first.open(first.path())
		first.hasHand(2, 9, 1, 5)
		until[bool](first, "a pad that is still shared", padLine+` === "Shared"`)
	})
}

func TestPadTroubles(t *testing.T) {
	t.Parallel()
	const noRoom = `Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };`
	for name, js := range map[string]string{
		"a device that has no room":        noRoom,
		"a browser that keeps nothing":     `Object.defineProperty(window, "localStorage", {get() { throw new DOMException("no", "SecurityError"); }});`,
		"a device whose clock is before 1": `Date.now = () => -62135596800001;`,
	} {
		t.Run(name+" has a pad all the same", func(t *testing.T) {
			t.Parallel()
			house := openSaloon(t).addr
			ann, bob := newPerson(t, "Ann", house, phone), newPerson(t, "Bob", house, phone)
			ann.before(js)
			bob.before(`((now) => (Date.now = () => now() + 30 * 366 * 864e5))(Date.now);`)
			sharedPad(ann, bob)
			ann.writeHand(1, 1, 10, 4)
			bob.hasHand(1, 1, 10, 4)
			bob.writeHand(2, 1, 1, 13)
			ann.hasHand(2, 1, 1, 13)
			if n := agree(bob); n != 6 {
				t.Errorf("the house has %d entries, want 6", n)
			}
			ann.open("/pad")
			ann.open(bob.path())
			ann.hasHand(2, 1, 1, 13)
		})
	}

	t.Run("a device without room says so, and keeps all as soon as there is room", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "Ann", openSaloon(t).addr, phone)
		p.newPad("score")
		eval[bool](p, `(window.set = Storage.prototype.setItem, true)`)
		eval[bool](p, noRoom+` true`)
		p.seatPlayers("Ann", "Bob", "Cy")
		until[bool](p, "words about the room", `/no room left/.test(document.querySelector("#toast").textContent) && /no room/.test(`+padLine+`)`)
		eval[bool](p, `(Storage.prototype.setItem = window.set, true)`)
		p.writeHand(1, 1, 10, 4)
		until[bool](p, "that it is saved", padLine+` === "Saved"`)
		p.open(p.path())
		p.hasHand(1, 1, 10, 4)
	})

	t.Run("names may be emoji and alike, but not long, and the form says so", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "Ann", openSaloon(t).addr, phone)
		p.newPad("score")
		p.tap(`.check:has([name=players][value="3"])`)
		p.fill("name0", "👩‍👩‍👧 <b>&amp;")
		p.fill("name1", strings.Repeat("W", 200))
		p.fill("name2", "👩‍👩‍👧 <b>&amp;")
		p.tap("#pad-setup form > .button")
		until[bool](p, "words about the long name", `/1 to 24 characters/.test(document.querySelector("#pad-setup .said").textContent)`)
		p.thumbs("an error in the form")
		p.fill("name1", strings.Repeat("W", 24))
		p.tap("#pad-setup form > .button")
		until[bool](p, "the names", `document.querySelectorAll(".takers > li").length === 3`)
		names := eval[[]string](p, `[...document.querySelectorAll(".takers .name")].map((e) => e.textContent)`)
		if want := []string{"👩‍👩‍👧 <b>&amp;", strings.Repeat("W", 24), "👩‍👩‍👧 <b>&amp; (2)"}; !slices.Equal(names, want) {
			t.Errorf("the players are %q, want %q", names, want)
		}
		p.writeHand(1, 5, 5, 5)
		p.thumbs("long names")
	})
}

func TestPadKeyboard(t *testing.T) {
	t.Parallel()
	t.Run("hands are entered, corrected and taken back by keyboard, and the focus stays", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "Ann", openSaloon(t).addr, desktop)
		p.open("/pad")
		p.tabTo("[data-new=score]")
		p.keys(kb.Enter)
		until[bool](p, "a new pad", `location.pathname.length > 20 && `+padDrawn)
		p.tabTo("[name=players]")
		p.keys(kb.ArrowLeft)
		p.tabTo("[name=name0]")
		p.keys("Ann" + kb.Enter)
		until[bool](p, "a pad", `document.querySelectorAll(".takers > li").length === 3`)
		p.keepsFocus("the setup")
		p.listen()
		p.tabTo(`[data-tap="more 0"]`)
		for n := 1; n <= 3; n++ {
			p.keys(kb.Enter)
			until[bool](p, "a trick more", fmt.Sprintf(`document.querySelector(".took").firstChild.data === "%d" && document.activeElement.matches('[data-tap="more 0"]')`, n))
		}
		p.tabTo(`[data-tap="rest 1"]`)
		p.keys(" ")
		until[bool](p, "what writes it down, with the focus", `document.activeElement.dataset.word === "hand 1 3 12 0"`)
		p.keys(kb.Enter)
		p.hasHand(1, 3, 12, 0)
		until[bool](p, "the focus where the next hand begins", `document.activeElement.dataset.tap === "more 0"`)
		said := strings.Join(p.said(), "\n")
		for _, want := range []string{"14 of 15 tricks are missing.", "All 15 tricks are told.", "Player 3 leads with 0."} {
			if strings.Count(said, want) != 1 {
				t.Errorf("%q is not said once in:\n%s", want, said)
			}
		}
		p.tabTo(`#pad-enter .undo [data-word^=undo]`)
		p.keys(kb.Enter)
		until[bool](p, "no hand", `!document.querySelector("#pad-sheet tbody tr") && document.activeElement.innerText.startsWith("Undo")`)
		p.keys(kb.Tab + kb.Enter)
		p.hasHand(1, 3, 12, 0)
		p.tabTo(`[data-tap="correct 1"]`)
		p.keys(kb.Enter)
		until[bool](p, "the focus where hand 1 is corrected", `document.activeElement.dataset.tap === "more 0" && /Correct/.test(document.querySelector(".enter h2").textContent)`)
	})

	t.Run("the energy is told by keyboard, and pressing a key again does the same again", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "Ann", openSaloon(t).addr, desktop)
		p.newPad("tally")
		p.tabTo(`[data-word="game 1 0"]`)
		p.keys(kb.Enter)
		until[bool](p, "a game", `!!document.querySelector("#pad-side-0 .trap")`)
		p.keepsFocus("the beginning")
		p.tabTo(`#pad-side-0 .blank`)
		for n := 1; n <= 2; n++ {
			p.keys(kb.Enter)
			until[bool](p, "a step", fmt.Sprintf(`document.querySelectorAll("#pad-history .step").length === %d`, n))
			p.keepsFocus("a step")
		}
		if said := eval[string](p, `document.querySelector("#pad-middle small").textContent`); strings.Count(said, "Blank") != 2 {
			t.Errorf("two keys on Blank are told as %q", said)
		}
	})

	t.Run("everybody can use the pads", func(t *testing.T) {
		t.Parallel()
		house := openSaloon(t).addr
		g, ann, bob := newGallery(t), newPerson(t, "Ann", house, phone), newPerson(t, "Bob", house, phone)
		ann.newPad("score")
		g.look(ann, "pad-setup")
		sharedPad(ann, bob)
		g.look(ann, "pad-begin")
		bob.flight(true)
		bob.writeHand(1, 1, 10, 4)
		ann.writeHand(1, 2, 9, 4)
		bob.flight(false)
		until[bool](ann, "a conflict", `!!document.querySelector("#pad-open .versions")`)
		g.look(ann, "pad-conflict")
		ann.tap(`#pad-open [data-word="hand 1 2 9 4"]`)
		ann.hasHand(1, 2, 9, 4)
		ann.writeHand(2, 5, 5, 5)
		eval[bool](ann, `(document.querySelectorAll("#pad details").forEach((d) => (d.open = true)), true)`)
		g.look(ann, "pad-in-play")
		ann.writeHand(3, 2, 10, 3)
		g.look(ann, "pad-end")
		bob.newPad("tally")
		g.look(bob, "tally-begin")
		bob.tap(`[data-word="game 1 0"]`)
		bob.tap(`#pad-side-0 .trap`)
		until[bool](bob, "a step", `document.querySelectorAll("#pad-side-0 .lit").length === 7`)
		g.look(bob, "tally")
		bob.open("/pad")
		until[bool](bob, "the list", `document.querySelectorAll("#pads a").length === 2`)
		g.look(bob, "pads")
	})
}
