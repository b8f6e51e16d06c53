package browsertest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// visit opens a page and waits until what pages need without a network is kept.
func (p *person) visit(path string) {
	p.t.Helper()
	p.open(path)
	until[bool](p, "a service worker that has all pages", `!!navigator.serviceWorker.controller`)
}

// network switches this browser's network off or on, for pages and their workers.
func (p *person) network(on bool) {
	p.t.Helper()
	if on {
		p.wire.set(whole)
	} else {
		p.wire.set(cut)
	}
	var conditions []*network.Conditions
	if !on {
		conditions = append(conditions, &network.Conditions{Offline: true, DownloadThroughput: -1, UploadThroughput: -1})
	}
	p.call(func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
			EmulateOfflineServiceWorker: new(!on), MatchedNetworkConditions: conditions,
		})
		if err != nil {
			return err
		}
		_, err = chromedp.Call(ctx, network.OverrideNetworkState, network.OverrideNetworkStateParams{
			Offline: !on, DownloadThroughput: -1, UploadThroughput: -1,
		})
		return err
	})
}

// complete fails unless the page has all its files: style, type, pictures, scripts.
func (p *person) complete() {
	p.t.Helper()
	until[bool](p, "a page that has all its files", `document.readyState === "complete" && document.fonts.status === "loaded" &&
		[...document.images].every((i) => i.loading === "lazy" && !i.complete || i.naturalWidth > 0) &&
		getComputedStyle(document.querySelector(".skip")).position === "absolute" && document.fonts.size > 0 &&
		[...document.fonts].every((f) => f.status !== "error") && typeof announce === "function"`)
}

// says waits for words on the page.
func (p *person) says(words string) {
	p.t.Helper()
	until[bool](p, "the words "+words, fmt.Sprintf(`[...document.querySelectorAll("main, #toast")].some((e) => e.innerText.includes(%q))`, words))
}

// keeps has the program for playing without a network kept on the device.
func (p *person) keeps() {
	p.t.Helper()
	p.open("/offline")
	until[bool](p, "the size of what is fetched", `/Not on this device yet: 1\.\d\sMB to fetch/.test(document.querySelector("#pocket-state").innerText)`)
	p.tap("[data-fetch]")
	p.says("On this device: it works without a network.")
}

// deals begins a game on the device, with fields that its form has and fields that it
// has not.
func (p *person) deals(kind string, chosen, more map[string]string) {
	p.t.Helper()
	form := fmt.Sprintf(`form[data-pocket=%s]`, kind)
	until[bool](p, "the form", fmt.Sprintf(`!!document.querySelector(%q) && document.readyState === "complete"`, form))
	for name, value := range chosen {
		p.choose(fmt.Sprintf(`%s [name=%q]`, form, name), value)
	}
	for name, value := range more {
		eval[bool](p, fmt.Sprintf(`(() => {
			const field = Object.assign(document.createElement("input"), {type: "hidden", name: %q, value: %q});
			document.querySelector(%q).append(field);
			return true;
		})()`, name, value, form))
	}
	p.tap(form + " button")
	until[bool](p, "the table", fmt.Sprintf(`location.pathname === "/offline/%s"`, kind))
}

// hasty has bots move at once.
var hasty = map[string]string{"pause": "0"}

func TestWithoutANetwork(t *testing.T) {
	t.Parallel()
	t.Run("after one visit rules, pads and what can be done open without a network, and a table when it returns", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "Ann", openSaloon(t).addr, phone)
		p.playNow("raincheck", 2)
		at := p.moment("our turn", mine)
		p.visit("/")
		p.network(false)

		p.open("/")
		p.says("The house cannot be reached.")
		if title := eval[string](p, `document.querySelector("h1").innerText`); title != "Without a network" {
			t.Errorf("the front page is titled %q", title)
		}
		p.complete()
		for _, game := range []string{"texas", "raincheck"} {
			p.open("/rules/" + game)
			p.complete()
			if n := eval[int](p, `document.querySelector("article.rule-text").innerText.length`); n < 2000 {
				t.Errorf("the rules of %s have %d characters", game, n)
			}
		}
		p.open("/pad")
		p.complete()
		if title := eval[string](p, `document.querySelector("h1").innerText`); !strings.Contains(strings.ToLower(title), "pad") {
			t.Errorf("the pads are titled %q", title)
		}
		p.open("/t/" + at.Table)
		p.says("The house cannot be reached. What you asked for opens by itself")
		p.network(true)
		now := p.moment("the table", mine)
		if now.Table != at.Table || !slices.Equal(now.Moves, at.Moves) {
			t.Errorf("the table is %+v, want %+v", now, at)
		}
	})

	t.Run("who has begun to do something is not torn away when the house is back", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "Ann", openSaloon(t).addr, desktop)
		p.visit("/")
		p.network(false)
		p.open("/")
		p.says("The house cannot be reached.")
		p.tap(`form[data-pocket=two] [name=name]`)
		p.keys("Cleo")
		p.network(true)
		p.says("The house can be reached again.")
		if name := eval[string](p, `document.querySelector("form[data-pocket=two] [name=name]").value`); name != "Cleo" {
			t.Errorf("what was written is now %q", name)
		}
		p.tap("#unreached a")
		until[bool](p, "the front page", `!!document.querySelector("[data-action=play-now]")`)
	})

	for _, game := range []string{"texas", "raincheck"} {
		t.Run("the tutorial of "+game+" is played to its end without a network", func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, "Ann", openSaloon(t).addr, phone)
			p.visit("/rules/" + game)
			p.network(false)
			right, wrong := p.learn(game)
			p.complete()
			t.Logf("%d decisions, %d objections", right, wrong)
			if right < 3 || wrong == 0 {
				t.Errorf("the tutorial has %d decisions and %d reasons against others", right, wrong)
			}
		})
	}

	t.Run("a page of the house that comes slowly is not cut off", func(t *testing.T) {
		t.Parallel()
		house := newEdition(t, openSaloon(t).addr, "e1")
		p := newPerson(t, "Ann", house.addr, desktop)
		p.visit("/")
		house.suffer("/rules/texas", slow)
		p.open("/rules/texas")
		until[bool](p, "the end of the page", `!!document.querySelector("footer.foot")`)
		if !house.met(slow) {
			t.Error("the page did not come from the house")
		}
	})

	t.Run("how pages are to be on this device holds for those that are kept, too", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "Ann", openSaloon(t).addr, desktop)
		p.open("/settings")
		p.choose(`form [name=theme]`, "dark")
		eval[bool](p, `(document.querySelector("form [name=theme]").form.requestSubmit(), true)`)
		until[bool](p, "a dark page", `document.documentElement.dataset.theme === "dark" && location.pathname === "/"`)
		p.visit("/")
		p.network(false)
		p.open("/offline")
		until[bool](p, "a dark page", `document.documentElement.dataset.theme === "dark"`)
	})
}

func TestPocket(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, game   string
		fields, more map[string]string
		at           screen
	}{
		{"texas for 3", "texas", map[string]string{"seats": "3", "option.hands": "1"}, hasty, phone},
		{"texas where top cards cancel their color", "texas", map[string]string{"seats": "3", "option.hands": "1", "option.rules": "seas"}, hasty, desktop},
		{"raincheck", "raincheck", map[string]string{"level": "medium"}, hasty, phone},
	} {
		t.Run("a whole game of "+c.name+" is played on the device alone, and another", func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, "Ann", openSaloon(t).addr, c.at)
			p.keeps()
			p.network(false)
			p.open("/offline")
			p.says("On this device: it works without a network.")
			p.deals(c.game, c.fields, c.more)
			m := p.moment("a game", `m.phase === "playing" && m.you === 0`)
			p.complete()
			if m.Game != c.game {
				t.Errorf("the game is %s", m.Game)
			}
			chance := chance(3)
			p.playOut(chance, func(m moment) bool { return m.Ply > 6 && !m.Next })
			p.comesBack()
			if made := p.playOut(chance, nil); made == 0 {
				t.Error("the game was over before a move was made")
			}
			p.open(p.path())
			p.moment("the end of the game after a reload", `m.phase === "over"`)
			p.tap("[data-action=rematch]")
			p.moment("another game", `m.phase === "playing" && m.number === 2`)
			p.playOut(chance, func(m moment) bool { return m.Ply > 2 })
		})
	}

	t.Run("a game is in one tab only, and a second one says so", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "Ann", openSaloon(t).addr, desktop)
		p.keeps()
		p.deals("raincheck", nil, hasty)
		m := p.moment("a game", mine)
		second := p.newTab()
		second.open("/offline")
		second.deals("raincheck", nil, nil)
		second.says("This game is open in another tab.")
		p.act(m, m.Moves[0])
		p.comesBack()
		p.open("/rules/raincheck")
		second.open("/offline/raincheck")
		second.moment("the game", mine)
	})

	t.Run("where there is no room left the game goes on, and what was kept of it can be opened", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "Ann", openSaloon(t).addr, phone)
		p.keeps()
		p.deals("raincheck", nil, hasty)
		m := p.moment("our turn", mine)
		p.act(m, m.Moves[0])
		kept := p.moment("our turn", mine)
		eval[bool](p, `(Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }, true)`)
		p.act(kept, kept.Moves[0])
		p.says("This device has no room left.")
		p.playOut(chance(5), func(m moment) bool { return m.Ply > kept.Ply+6 })
		p.open(p.path())
		now := p.moment("the game as it was", mine)
		if now.Ply != kept.Ply || !slices.Equal(now.Moves, kept.Moves) {
			t.Errorf("it goes on at %+v, want %+v", now, kept)
		}
	})

	t.Run("a game that cannot be read begins anew, in words", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "Ann", openSaloon(t).addr, phone)
		p.keeps()
		p.deals("texas", map[string]string{"seats": "5"}, hasty)
		p.moment("a game", mine)
		p.open("/offline")
		eval[bool](p, `(localStorage.setItem(Object.keys(localStorage).filter((k) => /texas:line/.test(k)).sort()[1], "gibberish"), true)`)
		p.tap("form[data-pocket=texas] [data-go-on]")
		p.says("This game cannot go on.")
		p.says("cannot be read")
		p.tap("#table button")
		p.moment("another game", `m.phase === "playing"`)
		if n := eval[int](p, `document.querySelectorAll("#others [data-seat]").length`); n != 4 {
			t.Errorf("there are %d others in the new game, want as many as in the old one: 4", n)
		}
	})

	t.Run("a game that cannot begin is told why, and the last one is still there", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "Ann", openSaloon(t).addr, phone)
		p.keeps()
		name := func(n int, name string) {
			p.tap(fmt.Sprintf(`form[data-pocket=two] label:nth-of-type(%d) [name=name]`, n))
			p.keys(name)
		}
		name(1, "Ann")
		name(2, "Zoë 🤠")
		p.deals("two", nil, nil)
		was := p.glance("a cover", "g.cover")
		p.open("/offline")
		name(1, "Ann")
		name(2, "ann")
		p.deals("two", nil, nil)
		p.says("This game cannot begin.")
		p.says("a name of their own")
		p.tap("#table button")
		until[bool](p, "the games", `location.pathname === "/offline"`)
		p.tap("form[data-pocket=two] [data-go-on]")
		p.glance("the same cover", fmt.Sprintf("g.cover === %q", was.Cover))
	})

	t.Run("the page never waits for an expert", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "Ann", openSaloon(t).addr, phone)
		p.keeps()
		p.deals("raincheck", map[string]string{"level": "expert"}, hasty)
		p.moment("a game", mine)
		eval[bool](p, `(window.longest = 0, new PerformanceObserver((list) => {
			for (const e of list.getEntries()) window.longest = Math.max(window.longest, e.duration);
		}).observe({entryTypes: ["longtask"]}), true)`)
		p.playOut(chance(4), func(m moment) bool { return m.Ply > 14 })
		longest := eval[float64](p, `window.longest`)
		t.Logf("the page's longest task took %.0f ms (0: less than 50)", longest)
		// A bot thinks for more than a second; the page's own work takes a few milliseconds,
		// or as long as a busy machine lets it wait.
		if longest > 500 {
			t.Errorf("the page was not to be had for %.0f ms", longest)
		}
	})

	t.Run("a browser that keeps nothing plays while there is a network", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "Ann", openSaloon(t).addr, phone)
		p.before(`delete Navigator.prototype.serviceWorker; delete Navigator.prototype.locks; delete window.caches;`)
		p.open("/offline")
		p.says("This browser keeps nothing for later here")
		if eval[bool](p, `document.querySelector("[data-fetch]").checkVisibility()`) {
			t.Error("it offers to keep the program")
		}
		p.deals("raincheck", nil, hasty)
		m := p.moment("our turn", mine)
		p.act(m, m.Moves[0])
		p.open("/rules/texas")
		p.open("/offline/raincheck")
		p.moment("the game as it was", fmt.Sprintf(`m.phase === "playing" && m.ply > %d`, m.Ply))
	})

	t.Run("a program that has stopped is said, and the table opened again", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "Ann", openSaloon(t).addr, phone)
		p.before(`{
			const Own = Worker;
			window.Worker = class extends Own { constructor(...a) { super(...a); window.ours = this; } };
		}`)
		p.keeps()
		p.deals("raincheck", nil, hasty)
		m := p.moment("our turn", mine)
		eval[bool](p, `(window.ours.onmessage({data: JSON.stringify({tell: "ended"})}), true)`)
		p.says("The game has stopped.")
		p.tap("#table button")
		p.moment("the game as it was", fmt.Sprintf(`m.ply === %d && m.moves.length > 0`, m.Ply))
	})

	t.Run("a game is begun and played by keyboard", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "Ann", openSaloon(t).addr, desktop)
		p.open("/offline")
		until[bool](p, "what is to be fetched", `document.querySelector("[data-fetch]").checkVisibility()`)
		p.reach("what fetches the program", func(focus) bool { return eval[bool](p, `document.activeElement.matches("[data-fetch]")`) })
		p.keys(kb.Enter)
		p.says("On this device: it works without a network.")
		p.reach("Deal", func(focus) bool {
			return eval[bool](p, `document.activeElement.matches("form[data-pocket=raincheck] button")`)
		})
		p.keys(kb.Enter)
		p.moment("a game", mine)
		for range 4 {
			p.byKeys(chance(9))
		}
	})
}

// byKeys does by keyboard what is to be done next.
func (p *person) byKeys(chance *rand.Rand) {
	p.t.Helper()
	m := p.moment("our turn", mine)
	if m.Next {
		p.reach("next", func(f focus) bool { return f.Action == "next" })
	} else {
		p.reach("a move", func(f focus) bool { return f.Move != "" })
	}
	p.press(chance)
	p.after(m, "a key")
	p.keepsFocus("a key")
}

// comesBack leaves a game, comes back by a reload and by the page of games, and fails
// unless it goes on where it was.
func (p *person) comesBack() {
	p.t.Helper()
	was := p.moment("our turn", mine)
	path := p.path()
	same := func(how string) {
		p.t.Helper()
		now := p.moment("our turn", mine)
		if now.Ply != was.Ply || now.Number != was.Number || !slices.Equal(now.Moves, was.Moves) {
			p.t.Errorf("%s the game is at %+v, want %+v", how, now, was)
		}
	}
	p.open(path)
	same("after a reload")
	p.tap(".bar .home")
	until[bool](p, "the games", `location.pathname === "/offline"`)
	p.tap(fmt.Sprintf(`[data-go-on][href=%q]`, path))
	same("when it goes on")
}

func TestInstall(t *testing.T) {
	t.Parallel()
	t.Run("the house can be installed, with icons that exist", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "Ann", openSaloon(t).addr, phone)
		p.visit("/")
		p.call(func(ctx context.Context) error {
			manifest, err := chromedp.Call(ctx, page.GetAppManifest, page.GetAppManifestParams{})
			if err != nil {
				return err
			}
			for _, e := range manifest.Errors {
				t.Errorf("the manifest: %s (line %d)", e.Message, e.Line)
			}
			if len(manifest.Manifest.Icons) < 3 || len(manifest.Manifest.Shortcuts) == 0 {
				t.Errorf("the manifest has %d icons and %d shortcuts", len(manifest.Manifest.Icons), len(manifest.Manifest.Shortcuts))
			}
			wrong, err := chromedp.Call(ctx, page.GetInstallabilityErrors, struct{}{})
			if err != nil {
				return err
			}
			for _, e := range wrong.InstallabilityErrors {
				if e.ErrorID != "in-incognito" { // as all tests' browsers are
					t.Errorf("it cannot be installed: %s", e.ErrorID)
				}
			}
			return nil
		})
		wrong := eval[[]string](p, `(async () => {
			const m = await (await fetch(document.querySelector("link[rel=manifest]").href)).json();
			const wrong = [];
			for (const icon of m.icons) {
				const picture = Object.assign(new Image(), {src: icon.src});
				await picture.decode().catch(() => {});
				const size = picture.naturalWidth + "x" + picture.naturalHeight;
				if (!picture.naturalWidth || icon.sizes !== "any" && icon.sizes !== size) wrong.push(icon.src + " has " + size);
			}
			for (const s of [{url: m.start_url}, ...m.shortcuts]) if (!(await fetch(s.url)).ok) wrong.push(s.url);
			return wrong;
		})()`)
		if len(wrong) > 0 {
			t.Errorf("the manifest names what is not so: %v", wrong)
		}
	})

	t.Run("everybody can use what works without a network", func(t *testing.T) {
		t.Parallel()
		g, p := newGallery(t), newPerson(t, "Ann", openSaloon(t).addr, phone)
		p.open("/offline")
		until[bool](p, "what is to be fetched", `document.querySelector("[data-fetch]").checkVisibility()`)
		g.look(p, "offline")
		p.tap("[data-fetch]")
		p.says("On this device")
		p.deals("texas", map[string]string{"seats": "4"}, hasty)
		p.playOut(chance(2), func(m moment) bool { return m.Ply > 20 && len(m.Moves) > 1 })
		g.look(p, "offline-texas")
		eval[bool](p, `(document.querySelector("details.menu").open = true)`)
		g.look(p, "offline-texas-menu")
		p.open("/offline")
		g.look(p, "offline-with-a-game")
		p.deals("raincheck", nil, hasty)
		p.playOut(chance(2), func(m moment) bool { return m.Ply > 8 && !m.Next })
		g.look(p, "offline-raincheck")
		p.network(false)
		p.open("/")
		p.says("The house cannot be reached.")
		g.look(p, "offline-front")
	})
}
