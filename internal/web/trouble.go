package web

import (
	"errors"
	"io/fs"
	"net/http"
	"strconv"
	"strings"

	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/form"
	"github.com/saloon-games/saloon/internal/web/page"
)

// A problem is a refusal of this package's own.
type problem struct {
	status     int
	title, say string
	retry      int // seconds after which to try again, 0 for nothing said
}

func (p *problem) Error() string { return p.title + ": " + p.say }

// keptOut is the problem of somebody whom no page of the house lets in.
type keptOut struct{ *problem }

// Unwrap returns the problem.
func (k keptOut) Unwrap() error { return k.problem }

var (
	errNoPage  = &problem{http.StatusNotFound, "Nothing here", "There is no such page in this house. The address may be cut off.", 0}
	errForm    = &problem{http.StatusBadRequest, "That form cannot be read", "Go back, reload the page and try again.", 0}
	errTooBig  = &problem{http.StatusRequestEntityTooLarge, "That is too much", "What was sent is larger than anything this house needs.", 0}
	errTooFast = &problem{http.StatusTooManyRequests, "Slowly, partner", "That was too much at once. Wait some seconds and try again.", 5}
	errTables  = &problem{http.StatusTooManyRequests, "That is a lot of tables", "You have opened many tables in the last hour. Wait a little before you open another.", 300}
	errGuests  = &problem{http.StatusTooManyRequests, "A full house", "Many guests have come from your network in the last hour. Try again a little later.", 300}
	errStreams = &problem{http.StatusTooManyRequests, "Too many open pages", "Close some pages of this house and reload this one.", 30}
	errOrigin  = &problem{http.StatusForbidden, "That came from another page", "Only pages of this house may act for you. Open the table and try again there.", 0}
	errEnding  = &problem{http.StatusServiceUnavailable, "The house is closing for a moment", "It is back in a few seconds.", 2}
	errUnsure  = &problem{http.StatusServiceUnavailable, "Something went wrong behind the bar", "It is not certain whether that was done. Look at the table, and try again if it was not: nothing is done twice.", 2}
	errBroken  = &problem{http.StatusInternalServerError, "Something broke behind the bar", "Nothing was lost. Try again; if it happens again, tell who runs this house.", 0}
)

// statusOf says with which status a refusal of the house is answered.
func statusOf(code house.Code) int {
	switch code {
	case house.NoTable, house.NoCode, house.NoGame, house.NoSeat:
		return http.StatusNotFound
	case house.TableClosed:
		return http.StatusGone
	case house.NotOwner, house.NotSeated, house.ChatOff:
		return http.StatusForbidden
	case house.TooFast:
		return http.StatusTooManyRequests
	case house.Busy, house.Newer:
		return http.StatusServiceUnavailable
	case house.Rules, house.BadName, house.BadPad, house.BadText, house.BadSeed, house.NoBot, house.BadOptions, house.BadSettings, house.BadKey, house.TooFewSeats:
		return http.StatusUnprocessableEntity
	default: // something else holds at the table than who asked has seen
		return http.StatusConflict
	}
}

// titles has a few words for refusals, over their sentence.
var titles = map[house.Code]string{
	house.NoTable: "No such table", house.NoCode: "No such code", house.NoGame: "No such game",
	house.TableClosed: "This table is closed", house.GameOn: "A game is on", house.NotStarted: "Not yet",
	house.GameOver: "The game is over", house.NotOver: "The game is still on", house.Full: "This table is full",
	house.NoSeat: "No such seat", house.SeatTaken: "That seat is taken", house.Seated: "You sit here already",
	house.NotSeated: "You have no seat here", house.NotOwner: "That is for the table's owner",
	house.NotTurn: "Not your turn", house.Late: "Too late", house.Early: "Too early", house.Rules: "The rules say no",
	house.BadName: "That name will not do", house.BadText: "That cannot be said", house.ChatOff: "No talk here",
	house.TooFast: "Slowly, partner", house.BadSeed: "That seed will not do", house.SeedGiven: "One seed is enough",
	house.NoBot: "No such bot", house.NotFree: "That seat is not free", house.SeatsEmpty: "Seats are empty",
	house.TooFewSeats: "Too few seats", house.BadOptions: "Those options do not fit", house.BadSettings: "Those settings do not fit",
	house.NotWaiting: "Nothing to wait for", house.NoNudge: "Nobody to hurry", house.TooSoon: "Not yet",
	house.OthersPlay: "Others are playing", house.BadKey: "That request cannot be read", house.BadPad: "No pad takes that", house.Busy: "The house is busy",
	house.Newer: "The house is being updated",
}

// troubleOf is an error as a person may read it; nothing of what is inside the
// program shows.
func troubleOf(err error) (t page.Trouble, retry int) {
	var (
		refusal *house.Refusal
		own     *problem
		unread  *form.Error
		tooBig  *http.MaxBytesError
	)
	switch {
	case errors.As(err, &refusal):
		t = page.Trouble{Status: statusOf(refusal.Code), Title: titles[refusal.Code], Say: refusal.Say}
		if t.Status == http.StatusTooManyRequests || t.Status == http.StatusServiceUnavailable {
			retry = 2
		}
		if refusal.Code == house.Newer {
			retry = 60
		}
		if t.Title == "" {
			t.Title = "That cannot be done"
		}
		return t, retry
	case errors.As(err, &unread):
		return page.Trouble{Status: http.StatusUnprocessableEntity, Title: unread.Title, Say: unread.Say}, 0
	case errors.Is(err, house.ErrUncertain):
		own = errUnsure
	case errors.As(err, &tooBig):
		own = errTooBig
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, form.ErrNoVerb):
		own = errNoPage
	case !errors.As(err, &own):
		own = errBroken
	}
	return page.Trouble{Status: own.status, Title: own.title, Say: own.say}, own.retry
}

// told is what who asks may tell whoever runs the house, for a script; "" for nothing.
func told(request string) string {
	if request == "" {
		return ""
	}
	return " (Request " + request + ".)"
}

// quiet reports whether who asks is a script that wants words, not a page.
func quiet(r *http.Request) bool { return strings.HasPrefix(r.Header.Get("Accept"), "text/plain") }

// fail answers with what went wrong: as a page, or in words to a script.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	t, retry := troubleOf(err)
	switch {
	case r.Context().Err() != nil:
		s.log.DebugContext(r.Context(), "who asked has gone", "method", r.Method, "route", r.Pattern, "table", tableOf(r), "err", err)
	case t.Status >= 500 && t.Status != http.StatusServiceUnavailable:
		s.log.ErrorContext(r.Context(), "a request failed", "method", r.Method, "route", r.Pattern, "table", tableOf(r), "err", err)
	}
	h := w.Header()
	if retry > 0 {
		h.Set("Retry-After", strconv.Itoa(retry))
	}
	h.Set("Cache-Control", "no-store")
	if t.Status >= http.StatusInternalServerError {
		t.Request = h.Get(requestHeader)
	}
	if quiet(r) {
		h.Set("Content-Type", "text/plain; charset=utf-8")
		w.WriteHeader(t.Status)
		_, _ = w.Write([]byte(t.Say + told(t.Request)))
		return
	}
	t.Back, t.Link = s.cfg.Base+"/", "Back to the bar"
	if errors.As(err, &keptOut{}) {
		t.Back, t.Link = "", "" // there is nowhere to go
	} else if id := r.PathValue("id"); id != "" && strings.HasPrefix(r.URL.Path, "/t/") && t.Status != http.StatusNotFound && t.Status != http.StatusGone {
		t.Back, t.Link = s.cfg.Base+"/t/"+id, "Back to the table"
	}
	s.show(w, r, t.Status, page.TroublePage(s.shell(r, t.Title), t))
}
