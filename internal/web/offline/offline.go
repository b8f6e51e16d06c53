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
	"strconv"
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
//	GET /offline        what there is to do without a network
//	GET /offline/{kind} a table on the device: of a game against bots, or of two people
//
// Pages is what answers for the pages that are kept: the worker's version hangs on what
// is in them, as it does on the files.
func Register(mux *http.ServeMux, cfg Config, pages http.Handler) {
	o := &offline{Config: cfg}
	o.worker = sync.OnceValues(func() ([]byte, error) { return o.write(pages) })
	mux.HandleFunc("GET /sw.js", o.serveWorker)
	mux.HandleFunc("GET /offline", o.show)
	mux.HandleFunc("GET /offline/{kind}", o.table)
}

type offline struct {
	Config
	worker func() ([]byte, error)
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

// shelf is what the worker is told to keep.
type shelf struct {
	Version string   `json:"version"`
	Base    string   `json:"base"`
	Pages   []string `json:"pages"` // below Base
	Files   []string `json:"files"` // addresses
	Large   []string `json:"large"` // addresses of what is kept where it was asked for
}

// write returns the worker's script: what there is to keep, and what it does with it.
func (o *offline) write(pages http.Handler) ([]byte, error) {
	s := shelf{Base: o.Base, Pages: slices.Concat(own(), o.Kept)}
	for name := range asset.Names() {
		switch address := asset.URL(o.Base, name); {
		case slices.Contains(large, name):
			s.Large = append(s.Large, address)
		case !slices.Contains(left, name):
			s.Files = append(s.Files, address)
		}
	}
	slices.Sort(s.Files)
	slices.Sort(s.Large)
	sum := sha256.New()
	for _, path := range s.Pages {
		w := &sheet{header: http.Header{}}
		r, err := http.NewRequest(http.MethodGet, path, http.NoBody) //nolint:noctx // it is answered at once, here
		if err != nil {
			return nil, err
		}
		pages.ServeHTTP(w, r)
		if w.status != http.StatusOK && w.status != 0 {
			return nil, errors.New("offline: the page " + path + " is to be kept and cannot be had: " + http.StatusText(w.status))
		}
		sum.Write(w.body.Bytes())
	}
	script := asset.Read("sw.js")
	sum.Write(script)
	for _, address := range slices.Concat(s.Files, s.Large) {
		sum.Write([]byte(address))
	}
	s.Version = hex.EncodeToString(sum.Sum(nil)[:6])
	list, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	return slices.Concat([]byte("globalThis.shelf = "), list, []byte(";\n"), script), nil
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
	script, err := o.worker()
	if err != nil {
		o.Fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/javascript; charset=utf-8")
	h.Set("Cache-Control", "no-cache") // browsers ask for it when they look for a new version
	_, _ = w.Write(script)
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

// size is how much of a file is sent, for people: "1.4 MB".
func size(name string) string {
	return strconv.FormatFloat(float64(asset.Names()[name])/1e6, 'f', 1, 64) + " MB"
}

func (o *offline) send(w http.ResponseWriter, r *http.Request, c templ.Component) {
	w.Header().Set("Cache-Control", "no-cache")
	failed := func(_ *http.Request, err error) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { o.Fail(w, r, err) })
	}
	templ.Handler(c, templ.WithErrorHandler(failed)).ServeHTTP(w, r)
}
