package browsertest

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// An edition is a house as a later program would show it: its pages have a mark, and so
// has their script, which has another address, as has the program for the device.
type edition struct {
	house string // HOST:PORT of what it shows
	addr  string
	mark  string // two hexadecimal digits

	mu    sync.Mutex
	plain map[string]string  // the addresses of files that have others here, by those
	wrong map[string]trouble // what happens to what is asked for, by a part of its path
	seen  map[trouble]bool
}

// A trouble is what may happen to an answer.
type trouble int

const (
	none    trouble = iota
	failed          // the house says 500
	halved          // the connection breaks in the middle
	swapped         // it is a page of somebody else's network
	slow            // its second half comes later than a service worker waits for a beginning
)

// newEdition shows a house that is reached at an address as another edition.
func newEdition(t *testing.T, house, mark string) *edition {
	t.Helper()
	e := &edition{house: house, mark: mark, plain: map[string]string{}, wrong: map[string]trouble{}, seen: map[trouble]bool{}}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: "http", Host: house})
			r.Out.Host = r.In.Host
			r.Out.URL.Path = e.original(r.In.URL.Path)
			r.Out.Header.Del("Accept-Encoding")
		},
		ModifyResponse: e.change,
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e.spoil(w, r, proxy)
	}))
	t.Cleanup(server.Close)
	e.addr = server.Listener.Addr().String()
	return e
}

// changed are the addresses that are other ones in every edition.
var changed = regexp.MustCompile(`/static/[0-9a-f]{10}/(saloon\.js|pocket\.wasm)`)

// dress makes text that names files name those of this edition.
func (e *edition) dress(text string) string {
	return changed.ReplaceAllStringFunc(text, func(is string) string {
		e.mu.Lock()
		defer e.mu.Unlock()
		address := "/static/" + e.mark + is[len("/static/"+e.mark):]
		e.plain[address] = is
		return address
	})
}

// page dresses a page.
func (e *edition) page(html string) string {
	return strings.Replace(e.dress(html), "<html ", fmt.Sprintf("<html data-edition=%q ", e.mark), 1)
}

// script is saloon.js in this edition.
func (e *edition) script(text string) string {
	return text + fmt.Sprintf("\nglobalThis.edition = %q;\n", e.mark)
}

// original is the address by which the house knows what is asked for.
func (e *edition) original(path string) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	if rest, ok := strings.CutPrefix(path, "/kept/"); ok {
		return "/kept/" + strings.TrimPrefix(rest, e.mark+"-")
	}
	return cmp.Or(e.plain[path], path)
}

// change makes an answer of the house one of this edition.
func (e *edition) change(answer *http.Response) error {
	kind, path := answer.Header.Get("Content-Type"), answer.Request.URL.Path
	var change func(string) (string, error)
	switch {
	case answer.StatusCode != http.StatusOK:
	case path == "/sw.js":
		change = e.worker
	case strings.HasPrefix(path, "/kept/"):
		change = e.kept
	case strings.HasPrefix(kind, "text/html"):
		change = func(html string) (string, error) { return e.page(html), nil }
	case strings.HasSuffix(path, "/saloon.js"):
		change = func(text string) (string, error) { return e.script(text), nil }
	}
	if change == nil {
		return nil
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	text, err := change(string(body))
	answer.Body = io.NopCloser(strings.NewReader(text))
	answer.ContentLength = int64(len(text))
	answer.Header.Set("Content-Length", strconv.Itoa(len(text)))
	return err
}

// kept dresses the pages that a service worker keeps.
func (e *edition) kept(text string) (string, error) {
	var pages map[string]string
	if err := json.Unmarshal([]byte(text), &pages); err != nil {
		return "", err
	}
	for address, html := range pages {
		pages[address] = e.page(html)
	}
	out, err := json.Marshal(pages)
	return string(out), err
}

// worker dresses the service worker: its list of what there is to keep.
func (e *edition) worker(text string) (string, error) {
	const begin = "globalThis.shelf = "
	list, rest, _ := strings.Cut(strings.TrimPrefix(text, begin), ";\n")
	var shelf struct {
		Version string            `json:"version"`
		Base    string            `json:"base"`
		Files   map[string]string `json:"files"`
		Large   map[string]string `json:"large"`
	}
	if err := json.Unmarshal([]byte(e.dress(list)), &shelf); err != nil {
		return "", err
	}
	shelf.Version = e.mark + "-" + shelf.Version
	for address := range shelf.Files {
		if !strings.HasSuffix(address, "/saloon.js") {
			continue
		}
		answer, err := http.Get("http://" + e.house + e.original(address))
		if err != nil {
			return "", err
		}
		script, err := io.ReadAll(answer.Body)
		if err := errors.Join(err, answer.Body.Close()); err != nil {
			return "", err
		}
		sum := sha256.Sum256([]byte(e.script(string(script))))
		shelf.Files[address] = hex.EncodeToString(sum[:])
	}
	out, err := json.Marshal(shelf)
	return begin + string(out) + ";\n" + rest, err
}

// suffer has a trouble befall whatever has a part in its path, until it is none.
func (e *edition) suffer(part string, what trouble) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.wrong[part] = what
}

// met reports whether a trouble has befallen somebody.
func (e *edition) met(what trouble) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.seen[what]
}

// spoil lets a trouble befall an answer.
func (e *edition) spoil(w http.ResponseWriter, r *http.Request, house http.Handler) {
	e.mu.Lock()
	what := none
	for part, trouble := range e.wrong {
		if strings.Contains(r.URL.Path, part) {
			what = trouble
		}
	}
	e.seen[what] = true
	e.mu.Unlock()
	switch what {
	case none:
		house.ServeHTTP(w, r)
		return
	case failed:
		http.Error(w, "no", http.StatusInternalServerError)
		return
	case swapped:
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprint(w, "<!DOCTYPE html><title>Welcome on board</title><p>Log in to use this network.")
		return
	}
	whole := httptest.NewRecorder()
	house.ServeHTTP(whole, r)
	maps.Copy(w.Header(), whole.Header())
	w.Header().Set("Content-Length", strconv.Itoa(whole.Body.Len()))
	w.WriteHeader(whole.Code)
	_, _ = w.Write(whole.Body.Next(whole.Body.Len() / 2))
	_ = http.NewResponseController(w).Flush()
	if what == halved {
		panic(http.ErrAbortHandler)
	}
	select {
	case <-time.After(5 * time.Second): // longer than a service worker waits for a beginning
	case <-r.Context().Done():
	}
	_, _ = w.Write(whole.Body.Bytes())
}

// moves leads a person's wire to another house, old connections and all.
func (p *person) moves(house string) {
	p.wire.lead(house)
	p.wire.set(cut)
	p.wire.set(whole)
}

// shows fails unless the page and its script are of one edition.
func (p *person) shows(mark string) {
	p.t.Helper()
	p.complete()
	if got := eval[[]string](p, `[document.documentElement.dataset.edition, globalThis.edition]`); got[0] != mark || got[1] != mark {
		p.t.Errorf("%s has a page of edition %s with a script of %s, want %s", p.path(), got[0], got[1], mark)
	}
}

// updates looks for a new version and reports how its service worker fares.
func (p *person) updates() string {
	p.t.Helper()
	return eval[string](p, `(async () => {
		const r = await navigator.serviceWorker.getRegistration();
		try { await r.update(); } catch (why) { return "no script"; }
		const worker = r.installing;
		if (!worker) return r.waiting ? "waits" : "none";
		return new Promise((done) => {
			worker.onstatechange = () => {
				if (worker.state === "redundant") done("failed");
				if (worker.state === "installed" || worker.state === "activated") done("waits");
			};
			worker.onstatechange();
		});
	})()`)
}

// versions lists the caches of versions, and programsJS the programs that are kept, by
// their editions.
func (p *person) versions() []string {
	p.t.Helper()
	return eval[[]string](p, `caches.keys().then((l) => l.filter((k) => k.startsWith("saloon ")).map((k) => k.slice(7).split("-")[0]))`)
}

const programsJS = `caches.open("large").then((c) => c.keys()).then((l) => l.map((r) => /static\/(..)/.exec(r.url)[1]))`

func TestUpdate(t *testing.T) {
	t.Parallel()
	t.Run("an update reaches installed pages without a mix of old and new", func(t *testing.T) {
		t.Parallel()
		house := openSaloon(t).addr
		var editions []*edition
		for _, mark := range []string{"e1", "e2", "e3"} {
			editions = append(editions, newEdition(t, house, mark))
		}
		p := newPerson(t, "Ann", editions[0].addr, desktop)
		p.visit("/")
		p.keeps()
		p.shows("e1")
		for i, next := range editions[1:] {
			old := editions[i].mark
			p.moves(next.addr)
			if how := p.updates(); how != "waits" {
				t.Fatalf("the new version: %s", how)
			}
			// While it waits what is open goes on, with its own files.
			p.network(false)
			p.shows(old)
			if program := eval[int](p, `fetch(document.querySelector("#pocket-files").dataset.wasm).then((a) => a.arrayBuffer()).then((b) => b.byteLength)`); program < 1e6 {
				t.Errorf("the old program has %d bytes", program)
			}
			p.open("/rules/texas")
			p.shows(old)
			// A fresh page is new, and brings the new version in.
			p.network(true)
			p.open("/")
			p.shows(next.mark)
			eval[bool](p, `navigator.serviceWorker.getRegistration().then((r) => new Promise((done) => {
				const look = () => !r.waiting && r.active.state === "activated" ? done(true) : setTimeout(look, 25);
				look();
			}))`)
			p.network(false)
			p.open("/offline")
			p.shows(next.mark)
			p.says("On this device: it works without a network.")
			if kept := eval[[]string](p, programsJS); !slices.Equal(kept, []string{next.mark}) {
				t.Errorf("programs of %v are kept", kept)
			}
			p.network(true)
		}
		if got := p.versions(); !slices.Equal(got, []string{"e2", "e3"}) {
			t.Errorf("versions %v are kept, want the last but one and the last", got)
		}
	})

	t.Run("an update that is interrupted leaves the old version whole, and the next try succeeds", func(t *testing.T) {
		t.Parallel()
		house := openSaloon(t).addr
		old, next := newEdition(t, house, "e1"), newEdition(t, house, "e2")
		p := newPerson(t, "Ann", old.addr, phone)
		p.visit("/")
		p.keeps()
		p.moves(next.addr)
		interrupted(p, next)
		p.network(false)
		p.open("/offline")
		p.shows("e1")
		p.says("On this device: it works without a network.")
		p.network(true)
		if how := p.updates(); how != "waits" {
			t.Errorf("the next try: %s", how)
		}
	})

	t.Run("a program that comes in half is never kept, and comes when it is asked for again", func(t *testing.T) {
		t.Parallel()
		house := newEdition(t, openSaloon(t).addr, "e1")
		p := newPerson(t, "Ann", house.addr, phone)
		p.visit("/offline")
		for _, what := range []trouble{halved, swapped, failed} {
			house.suffer("/pocket.wasm", what)
			p.tap("[data-fetch]")
			p.says("It could not be fetched. Try again when there is a network.")
			until[bool](p, "another try", `document.querySelector("[data-fetch]:not([disabled])")?.checkVisibility() && /Not on this device yet/.test(document.querySelector("#pocket-state").innerText)`)
			if kept := eval[[]string](p, programsJS); len(kept) > 0 {
				t.Errorf("after trouble %d a program is kept", what)
			}
			eval[bool](p, `(document.querySelector("#toast").replaceChildren(), true)`)
		}
		p.open("/offline/raincheck")
		p.says("The table could not be opened.")
		p.says("The program could not be fetched.")
		house.suffer("/pocket.wasm", none)
		p.tap("#table button")
		p.moment("a game", mine)
		p.network(false)
		p.open("/offline/raincheck")
		p.moment("the game without a network", mine)
	})
}

// interrupted has an update of what edition e1 has left fail in every way, and fails if
// anything of it stays.
func interrupted(p *person, next *edition) {
	p.t.Helper()
	for _, c := range []struct {
		part string
		what trouble
	}{
		// The browser keeps files that have come, so that in this order each is asked for.
		{"/saloon.js", failed},
		{"/saloon.js", halved},
		{"/saloon.js", swapped},
		{"/pocket.wasm", halved},
		{"/pocket.wasm", swapped},
		{"/kept/", failed},
		{"/kept/", halved},
		{"/kept/", swapped},
		{"/sw.js", failed},
		{"/sw.js", halved},
		{"/sw.js", swapped},
	} {
		next.suffer(c.part, c.what)
		if how := p.updates(); how != "failed" && how != "no script" {
			p.t.Errorf("with trouble %d of %s the new version %s", c.what, c.part, how)
		}
		next.suffer(c.part, none)
		if got := p.versions(); !slices.Equal(got, []string{"e1"}) {
			p.t.Errorf("after trouble %d of %s versions %v are kept", c.what, c.part, got)
		}
		if kept := eval[[]string](p, programsJS); !slices.Equal(kept, []string{"e1"}) {
			p.t.Errorf("after trouble %d of %s programs of %v are kept", c.what, c.part, kept)
		}
	}
}
