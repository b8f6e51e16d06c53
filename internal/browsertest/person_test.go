package browsertest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// A screen is what a person looks at.
type screen struct {
	name          string
	width, height int64
	touch         bool
}

var (
	phone   = screen{name: "phone", width: 360, height: 640, touch: true}
	desktop = screen{name: "desktop", width: 1280, height: 800}
)

// A person is one tab of a browser that shares cookies with no other person's.
type person struct {
	t      *testing.T
	name   string // in what a failed test says
	ctx    context.Context
	wire   *wire
	screen screen

	mu    sync.Mutex
	wrong []string // what no page may do, see watch
}

// newPerson opens a browser for somebody, at a house that is reached at an address.
func newPerson(t *testing.T, name, house string, s screen) *person {
	t.Helper()
	browser, err := chromium()
	if err != nil {
		t.Fatal(err)
	}
	p := &person{t: t, name: name, wire: newWire(t, house), screen: s}
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	p.begin(ctx, cancel)
	return p
}

// newTab opens another tab of the same person.
func (p *person) newTab() *person {
	p.t.Helper()
	tab := &person{t: p.t, name: p.name + ", another tab", wire: p.wire, screen: p.screen}
	ctx, cancel := chromedp.NewContext(p.ctx)
	tab.begin(ctx, cancel)
	return tab
}

func (p *person) begin(ctx context.Context, cancel context.CancelFunc) {
	p.t.Helper()
	p.ctx = ctx
	p.t.Cleanup(func() {
		if p.t.Failed() {
			p.picture("failed-" + strings.ReplaceAll(p.name, " ", "-") + ".png")
		}
		cancel()
		p.mu.Lock()
		defer p.mu.Unlock()
		if len(p.wrong) > 0 {
			p.t.Errorf("the pages of %s did what no page may do:\n%s", p.name, strings.Join(p.wrong, "\n"))
		}
	})
	p.must(chromedp.Listen(ctx, p.watch))
	p.show(p.screen)
	p.prefer("light", still) // traveling cards cost a machine without a graphics card dearly
	p.call(func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
		return err
	})
}

// watch notes what no page may do: fail, break its own policy, go to another host.
func (p *person) watch(event any) {
	var wrong string
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		wrong = "exception: " + e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			wrong += " " + e.ExceptionDetails.Exception.Description
		}
	case *log.EventEntryAdded:
		// What the network says is another matter: refusals and cut wires are tested.
		if e.Entry.Source != log.EntrySourceNetwork && (e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning) {
			wrong = fmt.Sprintf("%s: %s %s:%d", e.Entry.Source, e.Entry.Text, e.Entry.URL, e.Entry.LineNumber)
		}
	case *network.EventRequestWillBeSent:
		url := e.Request.URL
		if !strings.HasPrefix(url, p.at("/")) && !strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "blob:") {
			wrong = "request: " + url
		}
	}
	if wrong != "" {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.wrong = append(p.wrong, wrong)
	}
}

// at is the address of a path of the house.
func (p *person) at(path string) string { return "http://" + p.wire.addr() + path }

func (p *person) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatalf("%s: %v", p.name, err)
	}
}

// call does something in the browser, which must not take longer than patience.
func (p *person) call(do func(context.Context) error) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	p.must(do(ctx))
}

// show makes the window as large as a screen.
func (p *person) show(s screen) {
	p.t.Helper()
	p.screen = s
	options := []chromedp.EmulateViewportOption{chromedp.EmulateLandscape}
	if s.touch {
		options = []chromedp.EmulateViewportOption{chromedp.EmulatePortrait, chromedp.EmulateMobile, chromedp.EmulateTouch}
	}
	p.call(func(ctx context.Context) error {
		return chromedp.Do(ctx, chromedp.EmulateViewport(s.width, s.height, options...))
	})
}

// How much people want things to move.
const (
	still  = "reduce"
	lively = "no-preference"
)

// prefer sets what the system says of how pages should be: a color scheme and
// whether things may move.
func (p *person) prefer(scheme, motion string) {
	p.t.Helper()
	p.call(func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{
				{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: motion},
			},
		})
		return err
	})
}

// open goes to a page of the house.
func (p *person) open(path string) {
	p.t.Helper()
	p.call(func(ctx context.Context) error { return chromedp.Do(ctx, chromedp.Navigate(p.at(path))) })
}

// path is the path of the page that is open.
func (p *person) path() string {
	p.t.Helper()
	return eval[string](p, `location.pathname`)
}

// picture writes what is to be seen to the test's artifacts and says where.
func (p *person) picture(name string) {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err == nil {
		name = filepath.Join(p.t.ArtifactDir(), name)
		err = os.WriteFile(name, png, 0o600)
	}
	p.t.Logf("%s sees %s (kept with go test -artifacts) %v", p.name, name, err)
}

// eval runs JavaScript in the page and returns its value.
func eval[T any](p *person, js string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](js, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v in %s", p.name, err, js)
	}
	return v
}

// waitJS looks again whenever the page changes, and in between for what no change of
// the page tells, until an expression is true or time is up.
const waitJS = `new Promise((done) => {
	let wrong = "";
	const look = () => {
		let value;
		try { value = (%s); } catch (e) { wrong = String(e); }
		if (value) { stop(); done({value}); }
	};
	const watch = new MutationObserver(look);
	const tick = setInterval(look, 25), end = setTimeout(() => { stop(); done({wrong}); }, %d);
	const stop = () => { watch.disconnect(); clearInterval(tick); clearTimeout(end); };
	watch.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
	look();
})`

// until waits until a JavaScript expression is true and returns its value. Pages may
// come and go meanwhile.
func until[T any](p *person, what, js string) T {
	p.t.Helper()
	return within[T](p, patience, what, js)
}

// within is until for what may take only so long.
func within[T any](p *person, limit time.Duration, what, js string) T {
	p.t.Helper()
	v, err := look[T](p, limit, js)
	if err != nil {
		p.t.Fatalf("%s waited %v for %s\n%v\n%s", p.name, limit, what, err, p.state())
	}
	return v
}

var errTime = errors.New("time is up")

// look is within for what need not come.
func look[T any](p *person, limit time.Duration, js string) (v T, err error) {
	ctx, cancel := context.WithTimeout(p.ctx, limit+patience)
	defer cancel()
	for end := time.Now().Add(limit); ; {
		left := max(time.Until(end), time.Millisecond)
		raw, err := chromedp.Run(ctx, chromedp.Evaluate[[]byte](fmt.Sprintf(waitJS, js, left.Milliseconds()), chromedp.EvalAwaitPromise, chromedp.EvalAsValue))
		var found struct {
			Value json.RawMessage `json:"value"`
			Wrong string          `json:"wrong"`
		}
		if err == nil {
			err = json.Unmarshal(raw, &found)
		}
		if err == nil && found.Value != nil {
			err = json.Unmarshal(found.Value, &v)
			return v, err
		}
		// An error is a page that went away while we looked.
		if !time.Now().Before(end) {
			return v, fmt.Errorf("it did not come; %w %s", cmp.Or(err, errTime), found.Wrong)
		}
	}
}

// state says in a few lines what the page shows, for a test that failed.
func (p *person) state() string {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	s, err := chromedp.Run(ctx, chromedp.Evaluate[string](`location.href + "\n" + JSON.stringify({...document.querySelector("#table")?.dataset}) +
		"\nmoves: " + [...document.querySelectorAll("[data-move],[data-action]")].map((e) => e.dataset.move ?? e.dataset.action).join(", ") +
		"\ntoast: " + document.querySelector("#toast")?.innerText + "\n" + document.querySelector("main")?.innerText.slice(0, 800)`))
	if err != nil {
		return err.Error()
	}
	return s
}

// pointJS is where a person would touch an element: a point that is inside the window
// and on the element, and on nothing that lies over it. The element must have been
// there before, so that nobody hits what moves. An element outside the window is
// scrolled to.
const pointJS = `(() => {
	const e = [...document.querySelectorAll(%s)].find((e) => e.checkVisibility({visibilityProperty: true}));
	if (!e) return null;
	const r = e.getBoundingClientRect();
	const was = window.testPoint, at = [e, r.x, r.y, r.width, r.height];
	window.testPoint = at;
	if (!was || at.some((v, i) => v !== was[i])) return null;
	for (const fy of [.5, .25, .75, .1, .9]) for (const fx of [.5, .1, .25, .75, .9]) {
		const x = r.x + r.width * fx, y = r.y + r.height * fy;
		const hit = document.elementFromPoint(x, y);
		if (hit && e.contains(hit)) return {x, y};
	}
	e.scrollIntoView({block: "center", behavior: "instant"});
	return null;
})()`

// tap touches or clicks the first visible element that a CSS selector finds.
func (p *person) tap(selector string) {
	p.t.Helper()
	type point struct{ X, Y float64 }
	at := until[point](p, "something to tap: "+selector, fmt.Sprintf(pointJS, strconv.Quote(selector)))
	p.tapAt(at.X, at.Y)
}

// tapAt touches or clicks a point of the window.
func (p *person) tapAt(x, y float64) {
	p.t.Helper()
	p.call(func(ctx context.Context) error {
		if p.screen.touch {
			return chromedp.Do(ctx, chromedp.TapXY(x, y))
		}
		return chromedp.Do(ctx, chromedp.MouseClickXY(x, y))
	})
}

// keys presses keys, one after the other.
func (p *person) keys(keys string) {
	p.t.Helper()
	p.call(func(ctx context.Context) error { return chromedp.Do(ctx, chromedp.KeyEvent(keys)) })
}

// before has a script run in every page before the page's own.
func (p *person) before(js string) {
	p.t.Helper()
	p.call(func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: js})
		return err
	})
}
