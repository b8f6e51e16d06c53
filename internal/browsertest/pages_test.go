package browsertest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// axeScript is axe-core, which tools/setup fetches.
const axeScript = "../../tools/browser/node_modules/axe-core/axe.min.js"

// screens are the sizes at which pictures are taken.
var screens = []screen{
	{name: "phone", width: 390, height: 844, touch: true},
	{name: "small-phone", width: 360, height: 640, touch: true},
	desktop,
}

// A gallery looks at pages: whether everybody can use them and, if asked for, how
// they look.
type gallery struct {
	t    *testing.T
	axe  string
	seen map[string]bool
}

func newGallery(t *testing.T) *gallery {
	t.Helper()
	script, err := os.ReadFile(axeScript)
	if err != nil {
		t.Fatalf("make setup fetches axe-core: %v", err)
	}
	return &gallery{t: t, axe: string(script), seen: map[string]bool{}}
}

// look looks at what a person sees, in light and dark, once for each name.
func (g *gallery) look(p *person, name string) {
	g.t.Helper()
	if g.seen[name] {
		return
	}
	g.seen[name] = true
	was := p.screen
	for _, scheme := range []string{"light", "dark"} {
		p.prefer(scheme, still)
		g.check(p, name+" in "+scheme)
		if *screenshots == "" {
			continue
		}
		for _, s := range screens {
			p.show(s)
			g.keep(p, fmt.Sprintf("%s.%s.%s.png", name, s.name, scheme))
		}
		p.show(was)
	}
}

// check fails for whatever axe-core finds serious.
func (g *gallery) check(p *person, what string) {
	g.t.Helper()
	if !eval[bool](p, `"axe" in window`) {
		eval[bool](p, g.axe+"; true")
	}
	found := eval[[]string](p, `axe.run(document, {resultTypes: ["violations"]}).then((r) => r.violations
		.filter((v) => v.impact === "serious" || v.impact === "critical")
		.map((v) => v.id + " (" + v.impact + "): " + v.help + "\n" + v.nodes.slice(0, 4).map((n) => "    " + n.html.slice(0, 160) +
			"\n      " + [...n.any, ...n.all].map((c) => c.message).join("; ")).join("\n")))`)
	if len(found) > 0 {
		g.t.Errorf("%s, %s:\n  %s", what, p.path(), strings.Join(found, "\n  "))
	}
	if wide := eval[string](p, sidewaysJS); wide != "" {
		g.t.Errorf("%s scrolls sideways on a %s: %s", what, p.screen.name, wide)
	}
}

// sidewaysJS names what makes a page scroll sideways, "" for nothing.
const sidewaysJS = `(() => {
	const root = document.scrollingElement, width = root.clientWidth;
	if (root.scrollWidth <= width) return "";
	const wide = [...document.querySelectorAll("body *")].find((e) => e.getBoundingClientRect().right > width + 1);
	return root.scrollWidth + " of " + width + " pixels, " + (wide ? wide.outerHTML.slice(0, 120) : "");
})()`

// keep writes a picture of the page: all of it, up to the height of three screens.
func (g *gallery) keep(p *person, name string) {
	g.t.Helper()
	height := eval[float64](p, `(scrollTo(0, 0), Math.min(document.scrollingElement.scrollHeight, 3 * innerHeight))`)
	if eval[bool](p, `document.querySelector("#table[data-table]")?.dataset.phase === "playing"`) {
		height = float64(p.screen.height)
	}
	until[bool](p, "pictures and fonts", `[...document.images].every((i) => i.complete || i.loading === "lazy") && document.fonts.status === "loaded"`)
	p.call(func(ctx context.Context) error {
		shot, err := chromedp.Call(ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{
			CaptureBeyondViewport: new(height > float64(p.screen.height)),
			Clip:                  &page.Viewport{Width: float64(p.screen.width), Height: height, Scale: 1},
		})
		if err != nil {
			return err
		}
		if err := os.MkdirAll(*screenshots, 0o755); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(*screenshots, name), shot.Data, 0o600)
	})
}

// TestPages goes to every page there is.
func TestPages(t *testing.T) {
	t.Parallel()
	t.Run("everybody can use the pages around the tables", func(t *testing.T) {
		t.Parallel()
		g, p := newGallery(t), newPerson(t, "Ann", openSaloon(t).addr, phone)
		for _, at := range []struct{ name, path string }{
			{"front", "/"},
			{"join", "/join"},
			{"join-unknown", "/join?code=ZZZZZZ"},
			{"unknown-page", "/nowhere"},
			{"unknown-table", "/t/nosuchtable"},
			{"settings", "/settings"},
			{"rules-texas", "/rules/texas"},
			{"rules-raincheck", "/rules/raincheck"},
		} {
			p.open(at.path)
			g.look(p, at.name)
		}
		for _, game := range []string{"texas", "raincheck"} {
			p.open("/learn/" + game)
			g.look(p, "learn-"+game+"-begin")
			for step := 1; eval[bool](p, `!!document.querySelector("a[rel=next]")`); step++ {
				p.open(eval[string](p, `document.querySelector("a[rel=next]").getAttribute("href")`))
				if step%4 == 0 {
					g.look(p, fmt.Sprintf("learn-%s-%d", game, step+1))
				}
			}
			g.look(p, "learn-"+game+"-end")
		}
	})

	for _, game := range []struct {
		name  string
		seats int
	}{{"texas", 3}, {"raincheck", 2}} {
		t.Run("everybody can use a table of "+game.name, func(t *testing.T) {
			t.Parallel()
			tableTour(t, game.name, game.seats)
		})
	}

	t.Run("everybody can use a table of texas for 6", func(t *testing.T) {
		t.Parallel()
		g, p := newGallery(t), newPerson(t, "Ann", openSaloon(t).addr, phone)
		p.playNow("texas", 6)
		p.playOut(chance(1), func(m moment) bool { return m.Ply > 3 && len(m.Moves) > 1 })
		g.look(p, "texas-6-turn")
	})
}

// tableTour looks at a table from its opening to what is left of it.
func tableTour(t *testing.T, game string, seats int) {
	t.Helper()
	g, house := newGallery(t), openSaloon(t).addr
	ann, bob, cleo := newPerson(t, "Ann", house, phone), newPerson(t, "Bob", house, phone), newPerson(t, "Cleo", house, phone)
	c := sitDown(game, seats, ann, bob)
	at := ann.path()
	cleo.open(at)
	cleo.moment("a table", `m.you < 0`)
	g.look(ann, game+"-lobby-owner")
	g.look(bob, game+"-lobby-guest")
	g.look(cleo, game+"-lobby-stranger")
	c.start()
	c.playOut(chance(21), func(seen []moment) bool {
		for i, m := range seen {
			who := map[bool]string{true: "turn", false: "wait"}[m.Turn == m.You]
			switch {
			case m.Phase == "over":
			case m.Next:
				g.look(c[i], game+"-end-of-hand")
			case game == "texas" && m.Ply > 20:
				g.look(c[i], game+"-"+who)
			case game == "raincheck":
				g.look(c[i], game+"-"+kindOf(seen)+"-"+who)
			}
		}
		if m := seen[0]; m.Phase == "playing" && m.Ply > 20 {
			cleo.moment("what the others see", fmt.Sprintf("m.ply >= %d", m.Ply))
			g.look(cleo, game+"-spectator")
		}
		return true
	})
	if !g.seen[game+"-spectator"] {
		t.Errorf("no spectator has looked on; seen: %v", g.seen)
	}
	g.look(ann, game+"-over")
	eval[bool](ann, `(document.querySelector("details.menu").open = true)`)
	g.look(ann, game+"-over-menu")
	eval[bool](ann, `!(document.querySelector("details.menu").open = false)`)
	plies := len(ann.record(at + "/game/1").Events)
	for name, path := range map[string]string{
		"begin": "/game/1", "middle": fmt.Sprintf("/game/1/%d", plies*2/3), "end": fmt.Sprintf("/game/1/%d", plies), "shuffle": "/game/1/shuffle",
	} {
		ann.open(at + path)
		g.look(ann, game+"-replay-"+name)
	}
	ann.open(at)
	ann.tap("[data-action=rematch]")
	ann.moment("another game", `m.phase !== "over"`)
	ann.open("/")
	g.look(ann, "front-with-tables-"+game)
}

// kindOf says what kind of decision is to be made.
func kindOf(seen []moment) string {
	for _, m := range seen {
		for _, word := range m.Moves {
			if kind, _, _ := strings.Cut(word, " "); kind != "stack" {
				return kind
			}
		}
	}
	return "stack"
}

// What people are told may have a word in it that is longer than a line: the reason for
// which somebody is kept out, or what they asked for themselves.
func TestAPageThatSaysNoDoesNotScrollSidewaysWhateverItSays(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "Ann", openSaloon(t).addr, phone)
	p.open("/")
	eval[bool](p, `(() => {
		const form = document.querySelector("form:has([name=level])");
		form.querySelector("[name=level]").append(new Option("", "W".repeat(60), true, true));
		form.submit();
		return true;
	})()`)
	p.call(func(ctx context.Context) error { return chromedp.Do(ctx, chromedp.WaitVisible(".trouble")) })
	if wide := eval[string](p, sidewaysJS); wide != "" {
		t.Errorf("it scrolls sideways: %s", wide)
	}
}
