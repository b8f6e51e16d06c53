// Package offline is what makes pages work without a network: the service worker with
// the list of what it keeps, and the pages that a device fills by itself.
//
// The package must never know sessions, tables of the house or the store: what it shows
// is the same for everybody.
package offline

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"sync"

	"github.com/a-h/templ"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/web/asset"
	"github.com/saloon-games/saloon/internal/web/page"
)

//go:generate go tool -modfile=../../../tools/templ.mod templ generate -path .

// Config is what the package needs of its surroundings. All fields must be there.
type Config struct {
	// Base is the path under which the house is reached, "" or like "/saloon".
	Base string
	// Shell is the frame of a page with that title, for who asks.
	Shell func(r *http.Request, title string) page.Shell
	// Fail answers with an error.
	Fail func(w http.ResponseWriter, r *http.Request, err error)
	// Games can be played, against bots of Levels, the best last.
	Games  []page.Game
	Levels []string
	// Kept are the paths, below Base, of other pages that are the same for everybody
	// and are kept on devices.
	Kept []string
}

// Register makes known, below no base path,
//
//	GET /sw.js          the service worker
//	GET /kept/{version} all pages that it keeps, of this version and of no other
//	GET /offline        what there is to do without a network
//	GET /offline/{kind} a table on the device: of a game against bots, or of two people
//
// Pages is what answers for the pages that are kept: the worker's version hangs on what
// is in them, as it does on the files.
func Register(mux *http.ServeMux, cfg Config, pages http.Handler) {
	o := &offline{Config: cfg}
	o.edition = sync.OnceValues(func() (*edition, error) { return o.write(pages) })
	mux.HandleFunc("GET /sw.js", o.serveWorker)
	mux.HandleFunc("GET /kept/{version}", o.servePages)
	mux.HandleFunc("GET /offline", o.show)
	mux.HandleFunc("GET /offline/{kind}", o.table)
}

type offline struct {
	Config
	edition func() (*edition, error)
}

// An edition is what the house has for devices to keep.
type edition struct {
	version string
	worker  []byte // the script
	pages   []byte // a JSON object of pages by their paths
}

// A kind is a table that a device has: its game, and the fields that open one where nobody
// has said more.
type kind struct{ game, title, fields string }

var kinds = map[string]kind{
	"texas":     {"texas", "Texas Showdown", "game=texas"},
	"raincheck": {"raincheck", "Showdown", "game=raincheck"},
	"two":       {"raincheck", "Showdown", "game=raincheck&name=Ann&name=Ben"},
}

// own are the pages of this package.
func own() []string {
	list := []string{"/offline"}
	for name := range kinds {
		list = append(list, "/offline/"+name)
	}
	slices.Sort(list)
	return list
}

// large are the files that are kept where somebody has asked for them.
var large = []string{"pad.wasm", "pocket.wasm"}

// left are the files that are of no use without a network.
var left = []string{
	"sw.js", "live.js", "shuffle.js", "icon-192.png", "icon-512.png", "icon-maskable.png", "icon-touch.png",
}

// shelf is what the worker is told to keep. Files are named by their addresses, with the
// sums of what is in them.
type shelf struct {
	Version string            `json:"version"`
	Base    string            `json:"base"`
	Files   map[string]string `json:"files"`
	Large   map[string]string `json:"large"` // what is kept where it was asked for
}

// write draws the pages and writes the worker's script. A version is all that is kept of
// it, and the pages travel together: so nobody gets some of one version and some of
// another, whatever houses answer for an address while it is updated.
func (o *offline) write(pages http.Handler) (*edition, error) {
	s := shelf{Base: o.Base, Files: map[string]string{}, Large: map[string]string{}}
	for name := range asset.Names() {
		switch address := asset.URL(o.Base, name); {
		case slices.Contains(large, name):
			s.Large[address] = asset.Sum(name)
		case !slices.Contains(left, name):
			s.Files[address] = asset.Sum(name)
		}
	}
	drawn := map[string]string{}
	for _, path := range slices.Concat(own(), o.Kept) {
		w := &sheet{header: http.Header{}}
		r, err := http.NewRequest(http.MethodGet, path, http.NoBody) //nolint:noctx // it is answered at once, here
		if err != nil {
			return nil, err
		}
		pages.ServeHTTP(w, r)
		if w.status != http.StatusOK && w.status != 0 {
			return nil, errors.New("offline: the page " + path + " is to be kept and cannot be had: " + http.StatusText(w.status))
		}
		drawn[o.Base+path] = w.body.String()
	}
	// Maps are written in the order of their keys: the same in every process.
	e := &edition{}
	var err error
	if e.pages, err = json.Marshal(drawn); err != nil {
		return nil, err
	}
	list, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	script := asset.Read("sw.js")
	sum := sha256.New()
	for _, part := range [][]byte{e.pages, list, script} {
		sum.Write(part)
	}
	e.version = hex.EncodeToString(sum.Sum(nil)[:6])
	s.Version = e.version
	if list, err = json.Marshal(s); err != nil {
		return nil, err
	}
	e.worker = slices.Concat([]byte("globalThis.shelf = "), list, []byte(";\n"), script)
	return e, nil
}

// sheet takes down a page.
type sheet struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (s *sheet) Header() http.Header            { return s.header }
func (s *sheet) WriteHeader(status int)         { s.status = status }
func (s *sheet) Write(data []byte) (int, error) { return s.body.Write(data) }

func (o *offline) serveWorker(w http.ResponseWriter, r *http.Request) {
	e, err := o.edition()
	if err != nil {
		o.Fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/javascript; charset=utf-8")
	h.Set("Cache-Control", "no-cache") // browsers ask for it when they look for a new version
	_, _ = w.Write(e.worker)
}

func (o *offline) servePages(w http.ResponseWriter, r *http.Request) {
	e, err := o.edition()
	if err == nil && r.PathValue("version") != e.version {
		err = fmt.Errorf("there is no version %s of this house here: %w", game.Quote(r.PathValue("version")), fs.ErrNotExist)
	}
	if err != nil {
		o.Fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-cache")
	_, _ = w.Write(e.pages)
}

func (o *offline) show(w http.ResponseWriter, r *http.Request) {
	sh := o.Shell(r, "Without a network")
	sh.Script = "pocket.js"
	o.send(w, r, offlinePage(sh, o.Games, o.Levels))
}

func (o *offline) table(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("kind")
	k, ok := kinds[name]
	if !ok {
		o.Fail(w, r, fmt.Errorf("there is no table %s on a device: %w", game.Quote(name), fs.ErrNotExist))
		return
	}
	sh := o.Shell(r, "A table on this device")
	sh.Before = "pocket.js"
	o.send(w, r, tablePage(sh, name, k.game, k.title, k.fields))
}

func (o *offline) send(w http.ResponseWriter, r *http.Request, c templ.Component) {
	w.Header().Set("Cache-Control", "no-cache")
	failed := func(_ *http.Request, err error) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { o.Fail(w, r, err) })
	}
	templ.Handler(c, templ.WithErrorHandler(failed)).ServeHTTP(w, r)
}
