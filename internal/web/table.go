package web

import (
	"net/http"
	"strings"
	"sync"

	"rsc.io/qr"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/board"
	"github.com/saloon-games/saloon/internal/web/page"
	"github.com/saloon-games/saloon/internal/web/parts"
)

// A kind is a game as this server shows it.
type kind struct {
	rules game.Rules
	board board.Board
}

// showOn makes t a table as its parts show it, made of what one person may see and of
// nothing else but public names and addresses.
func (s *Server) showOn(t *page.Table, scene house.Scene) {
	k := s.kinds[scene.Game] // the house refuses tables of games that there are not
	act := s.cfg.Base + "/t/" + scene.ID + "/act"
	at := strings.TrimSuffix(act, "/act")
	*t.Sight = board.Sight{Scene: scene, Act: act, Next: at + "/next"}
	*t.Table = parts.Table{Sight: t.Sight, Board: k.board, At: at, Now: s.now()}
	*t = page.Table{Table: t.Table, Title: k.rules.Title(), Levels: s.levels}
	t.Least, t.Most = k.rules.Seats()
	if scene.Phase == house.Open {
		t.Choices = choicesOf(k.rules, scene.Options)
		t.Waiting = t.Lobby()
	}
}

// tableOf is a table as its page shows it, with the address that invites others.
func (s *Server) tableOf(scene house.Scene, link string) *page.Table {
	t := blank()
	s.showOn(t, scene)
	t.Link, t.QR = link, t.At+"/qr.svg"
	return t
}

// easels hold the tables that streams draw, one after another, since every move has
// one drawn for everybody who watches.
var easels = sync.Pool{New: func() any { return blank() }}

// blank returns a table to show another one on.
func blank() *page.Table { return &page.Table{Table: &parts.Table{Sight: &board.Sight{}}} }

// clean makes a table a blank one, which keeps nothing alive.
func clean(t *page.Table) {
	*t.Sight = board.Sight{}
	*t.Table = parts.Table{Sight: t.Sight}
	*t = page.Table{Table: t.Table}
}

// link is the full address of a table, to invite others with.
func (s *Server) link(r *http.Request, id string) string { return s.full(r, "/t/"+id) }

// full is the full address of a path below the base, to be sent to others.
func (s *Server) full(r *http.Request, path string) string {
	origin := s.cfg.URL
	if origin == "" {
		scheme := "http://"
		if s.overTLS(r) {
			scheme = "https://"
		}
		origin = scheme + r.Host
	}
	return origin + s.cfg.Base + path
}

// table is the page of a table as who asks may see it.
func (s *Server) table(w http.ResponseWriter, r *http.Request) {
	s.forget(r)
	who, err := s.who(r)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	scene, err := s.house.Scene(r.Context(), r.PathValue("id"), who, house.Latest)
	if err == nil && scene.Phase == house.Shut {
		err = closed(scene)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	t := s.tableOf(scene, s.link(r, scene.ID))
	if t.Seated() {
		s.sits(w, r, scene.ID)
	}
	s.show(w, r, http.StatusOK, page.TablePage(s.shell(r, t.Title), *t))
}

// closed says that a table is closed, and why if the house has closed it.
func closed(scene house.Scene) error {
	say := "This table is closed. Open another one; the rain isn't stopping."
	if scene.Reason != "" {
		say = "Who looks after this house has closed this table: " + scene.Reason
	}
	return &house.Refusal{Code: house.TableClosed, Say: say}
}

// picture is the table's link as a QR code.
func (s *Server) picture(w http.ResponseWriter, r *http.Request) {
	s.drawLink(w, r, s.link(r, r.PathValue("id")))
}

// drawLink answers with an address as a QR code.
func (s *Server) drawLink(w http.ResponseWriter, r *http.Request, address string) {
	code, err := qr.Encode(address, qr.M)
	if err != nil { // an id or a host that is far too long
		s.fail(w, r, errNoPage)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "private, max-age=86400")
	_, _ = w.Write([]byte(drawCode(code)))
}

// drawCode draws a code as SVG, with the quiet zone of four modules around it that
// readers want.
func drawCode(code *qr.Code) string {
	const zone = 4
	var b strings.Builder
	size := itoa(code.Size + 2*zone)
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ` + size + ` ` + size + `" shape-rendering="crispEdges">` +
		`<path fill="#fff" d="M0 0h` + size + `v` + size + `H0z"/><path d="`)
	for y := range code.Size {
		for x := 0; x < code.Size; {
			n := 0
			for x+n < code.Size && code.Black(x+n, y) {
				n++
			}
			if n > 0 {
				b.WriteString("M" + itoa(x+zone) + " " + itoa(y+zone) + "h" + itoa(n) + "v1h-" + itoa(n) + "z")
			}
			x += max(n, 1)
		}
	}
	b.WriteString(`"/></svg>`)
	return b.String()
}
