package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/saloon-games/saloon/internal/pad"
	"github.com/saloon-games/saloon/internal/pad/score"
)

// What a pad shows, as JavaScript.
const (
	padDrawn = `!document.querySelector("#pad")?.hasAttribute("aria-busy")`
	padTotal = `[...document.querySelectorAll("#pad-sheet tfoot td b")].map((e) => Number(e.textContent))`
	padLine  = `document.querySelector("#pad-line").textContent`
	// padKept is the entries that the device has kept, padSent those that the house has.
	padKept = `Object.keys(localStorage).filter((k) => k.startsWith("saloon-pad:" + location.pathname.slice(5) + ":")).map((k) => JSON.parse(localStorage[k]).id).sort()`
	padSent = `fetch(location.pathname + "/entries").then((a) => a.json()).then((a) => a.entries.map((e) => e.id).sort())`
)

// newPad begins a pad on somebody's device.
func (p *person) newPad(kind string) {
	p.t.Helper()
	p.open("/pad")
	p.tap("[data-new=" + kind + "]")
	until[bool](p, "a new pad", `location.pathname.length > 20 && `+padDrawn+` && !!document.querySelector("#pad-setup")`)
}

// seatPlayers fills in who plays and begins.
func (p *person) seatPlayers(names ...string) {
	p.t.Helper()
	p.tap(fmt.Sprintf(`.check:has([name=players][value="%d"])`, len(names)))
	for i, name := range names {
		p.fill("name"+strconv.Itoa(i), name)
	}
	p.tap("#pad-setup form > .button")
	until[bool](p, "a pad with its players", fmt.Sprintf(`document.querySelectorAll(".takers > li").length === %d`, len(names)))
	until[bool](p, "the top of the pad", `scrollY === 0`)
}

// fill puts text into a field, as a keyboard of a phone does.
func (p *person) fill(name, text string) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`((e) => { e.value = %q; return true; })(document.querySelector("[name=%s]"))`, text, name))
}

// count taps what everybody took, the last one's by what is missing.
func (p *person) count(tricks ...int) {
	p.t.Helper()
	for seat, n := range tricks[:len(tricks)-1] {
		for range n {
			p.tap(fmt.Sprintf(`[data-tap="more %d"]`, seat))
		}
		until[bool](p, "what was tapped", fmt.Sprintf(`document.querySelectorAll(".took")[%d].firstChild.data === "%d"`, seat, n))
	}
	last := len(tricks) - 1
	switch tricks[last] {
	case 0:
	case 1:
		p.tap(fmt.Sprintf(`[data-tap="more %d"]`, last))
	default:
		p.tap(fmt.Sprintf(`[data-tap="rest %d"]`, last))
	}
}

// writeHand writes a hand down by taps and waits until it counts.
func (p *person) writeHand(hand int, tricks ...int) {
	p.t.Helper()
	p.count(tricks...)
	p.tap(fmt.Sprintf(`[data-word^="hand %d "]`, hand))
	p.hasHand(hand, tricks...)
}

// hasHand waits until a hand is on the pad.
func (p *person) hasHand(hand int, tricks ...int) {
	p.t.Helper()
	list, _ := json.Marshal(tricks) // numbers
	until[bool](p, fmt.Sprintf("hand %d", hand), fmt.Sprintf(`JSON.stringify([...document.querySelectorAll("#pad-sheet tbody tr:nth-child(%d) td small")].map((e) => Number(e.textContent))) === %q`, hand, list))
}

// paper is a score pad of the package, for comparison.
type paper struct {
	*pad.Pad
	t *testing.T
}

func newPaper(t *testing.T) *paper {
	t.Helper()
	return &paper{pad.New(score.Kind{}), t}
}

func (p *paper) write(words ...string) *score.Sheet {
	p.t.Helper()
	for _, word := range words {
		if _, err := score.Write(p.Pad, pad.Stamp{ID: fmt.Sprintf("paper-%04d", p.Len()), By: "paper", Wall: 1}, word); err != nil {
			p.t.Fatalf("%s: %v", word, err)
		}
	}
	return score.Read(p.Pad)
}

// totals fails unless a page shows the points that a sheet has.
func (p *person) totals(want *score.Sheet) {
	p.t.Helper()
	list, _ := json.Marshal(want.Totals) // numbers
	until[bool](p, fmt.Sprintf("the totals %s", list), fmt.Sprintf(`JSON.stringify(%s) === %q`, padTotal, list))
}

// download does something that saves a file, and returns its name and what is in it.
func (p *person) download(do func()) (name string, data []byte) {
	p.t.Helper()
	dir := p.t.TempDir()
	type file struct{ guid, name string }
	done := make(chan file, 1)
	begun := map[string]string{} // the listener's
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	p.must(chromedp.ListenBrowser(ctx, func(event any) {
		switch e := event.(type) {
		case *browser.EventDownloadWillBegin:
			begun[e.GUID] = e.SuggestedFilename
		case *browser.EventDownloadProgress:
			if e.State == browser.DownloadProgressStateCompleted && begun[e.GUID] != "" {
				select {
				case done <- file{e.GUID, begun[e.GUID]}:
				default:
				}
			}
		}
	}))
	_, err := chromedp.CallBrowser(ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllowAndName, DownloadPath: dir, EventsEnabled: new(true),
		BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID,
	})
	p.must(err)
	do()
	select {
	case f := <-done:
		data, err = os.ReadFile(filepath.Join(dir, f.guid))
		p.must(err)
		return f.name, data
	case <-ctx.Done():
		p.t.Fatalf("%s has got no file", p.name)
		return "", nil
	}
}

// flight cuts the network off as flight mode does, or brings it back.
func (p *person) flight(off bool) {
	p.t.Helper()
	p.wire.set(map[bool]wireState{true: cut, false: whole}[off])
	p.call(func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, network.OverrideNetworkState, network.OverrideNetworkStateParams{
			Offline: off, DownloadThroughput: -1, UploadThroughput: -1,
		})
		return err
	})
}

// stocked waits until the device has all that it takes to show pads without a network.
func (p *person) stocked() {
	p.t.Helper()
	if !eval[bool](p, `(async () => {
		await navigator.serviceWorker.ready;
		for (const end = performance.now() + 20000; performance.now() < end; await new Promise((done) => setTimeout(done, 25))) {
			if (navigator.serviceWorker.controller && await caches.match(document.getElementById("pad-files").dataset.wasm)) return true;
		}
		return false;
	})()`) {
		p.t.Fatalf("%s has no service worker with the program of pads", p.name)
	}
}

// smallJS lists controls that a thumb could miss, and what is wider than the screen.
const smallJS = `(() => {
	const wrong = [];
	for (const e of document.querySelectorAll("main :is(a, button, summary, input, select), .bar :is(a, button, summary)")) {
		const box = e.closest("label.check") ?? e;
		const r = box.getBoundingClientRect();
		if (!box.checkVisibility({visibilityProperty: true}) || r.width < 2) continue;
		if (r.width < 47.5 || r.height < 47.5) wrong.push(Math.round(r.width) + "x" + Math.round(r.height) + " " + e.outerHTML.slice(0, 90));
	}
	return wrong;
})()`

// thumbs fails unless everything on a small phone can be hit with a thumb.
func (p *person) thumbs(what string) {
	p.t.Helper()
	if small := eval[[]string](p, smallJS); len(small) > 0 {
		p.t.Errorf("%s: too small to be hit:\n%s", what, strings.Join(small, "\n"))
	}
	if wide := eval[string](p, sidewaysJS); wide != "" {
		p.t.Errorf("%s scrolls sideways: %s", what, wide)
	}
}

// onScreen fails unless an element is in the window without scrolling.
func (p *person) onScreen(what, selector string) {
	p.t.Helper()
	if low := eval[float64](p, fmt.Sprintf(`(scrollTo(0, 0), document.querySelector(%q).getBoundingClientRect().bottom - innerHeight)`, selector)); low > 0 {
		p.t.Errorf("%s ends %v pixels below the screen", what, low)
	}
}

// sharedPad is a pad of three players that Ann shares and Bob opens.
func sharedPad(ann, bob *person) {
	ann.t.Helper()
	ann.newPad("score")
	ann.seatPlayers("Ann", "Bob", "Cy")
	ann.tap(".menu > summary")
	ann.tap(".menu [data-do=share]")
	until[bool](ann, "a pad that is shared", padLine+`.startsWith("Shared") && document.querySelector("#pad-qr").complete && document.querySelector("#pad-qr").naturalWidth > 0`)
	ann.tap(".menu > summary")
	bob.open(ann.path())
	until[bool](bob, "the shared pad", padDrawn+` && /Cy/.test(document.querySelector(".takers")?.textContent)`)
}

// agreeJS waits until the device and the house have the same entries, each once, and says
// how many.
const agreeJS = `(async () => {
	for (const end = performance.now() + 20000; performance.now() < end; await new Promise((done) => setTimeout(done, 25))) {
		const sent = await (` + padSent + `).catch(() => []);
		if (sent.length > 0 && new Set(sent).size === sent.length && JSON.stringify(sent) === JSON.stringify(` + padKept + `)) return sent.length;
	}
	return 0;
})()`

// agree waits until devices and house have the same entries, each once, and returns how
// many; 0 if they never do.
func agree(people ...*person) (n int) {
	people[0].t.Helper()
	for _, p := range people {
		until[bool](p, "nothing that waits", padLine+` === "Shared"`)
		n = eval[int](p, agreeJS)
	}
	return n
}

// tabTo presses Tab until the focus is on what a selector finds.
func (p *person) tabTo(selector string) {
	p.t.Helper()
	p.reach(selector, func(focus) bool { return eval[bool](p, fmt.Sprintf(`document.activeElement.matches(%q)`, selector)) })
}
