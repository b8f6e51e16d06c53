// Package pads is the pages on which people keep the score of games with real cards,
// and what keeps the pads of several devices the same.
//
// A pad lives on the devices of those who write on it. Its page is the same for
// everybody and is filled by the device, so it works without a network. Once a pad is
// shared the house has it, too: devices send what they have written, as often as it
// takes, and a stream tells them what others have.
//
// The package must never know sessions, tables of the house or the store, nor what a
// pad's words mean.
package pads

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/pad"
	"github.com/saloon-games/saloon/internal/pad/score"
	"github.com/saloon-games/saloon/internal/pad/tally"
	"github.com/saloon-games/saloon/internal/web/page"
)

//go:generate go tool -modfile=../../../tools/templ.mod templ generate -path .

// House is what keeps the pads that are shared, as a *house.House does.
type House interface {
	Pad(ctx context.Context, id string, after int64) (house.PadLog, error)
	WritePad(ctx context.Context, id string, kind pad.Kind, entries []pad.Entry) (added int, err error)
	WatchPad(ctx context.Context, id string, tell func(seq int64)) (stop func(), err error)
}

// Config is what the package needs of its surroundings. All fields must be there.
type Config struct {
	House House
	// Shell is the frame of a page with that title, for who asks.
	Shell func(r *http.Request, title string) page.Shell
	// Fail answers with an error.
	Fail func(w http.ResponseWriter, r *http.Request, err error)
	// QR answers with the full address of a path below the base, as a picture.
	QR func(w http.ResponseWriter, r *http.Request, path string)
	// Enter counts a stream. It ends when ending does, and calls leave then.
	Enter func(r *http.Request) (ending context.Context, leave func(), err error)
	// Beat is how often a stream shows that it lives.
	Beat time.Duration
}

// kinds are the kinds of pads.
var kinds = []pad.Kind{score.Kind{}, tally.Kind{}}

// Register makes known, below no base path,
//
//	GET /pad                     the pads of this device, and new ones
//	GET /pad/{id}                a pad
//	GET /pad/{id}/qr.svg         its address as a picture
//	GET /pad/{id}/entries        what the house has of it: {"pad","seq","entries"}
//	POST /pad/{id}/entries       adds {"pad","entries"}; all of what was sent is kept then
//	GET /pad/{id}/live           a stream of its entries
//
// and returns the paths of the pages, which are the same for everybody.
func Register(mux *http.ServeMux, cfg Config) (kept []string) {
	p := &pads{cfg}
	mux.HandleFunc("GET /pad", func(w http.ResponseWriter, r *http.Request) {
		p.send(w, r, listPage(p.shell(r, "Score pads")))
	})
	mux.HandleFunc("GET /pad/{id}", func(w http.ResponseWriter, r *http.Request) {
		p.send(w, r, padPage(p.shell(r, "Score pad")))
	})
	mux.HandleFunc("GET /pad/{id}/qr.svg", func(w http.ResponseWriter, r *http.Request) {
		p.QR(w, r, "/pad/"+r.PathValue("id"))
	})
	mux.HandleFunc("GET /pad/{id}/entries", p.read)
	mux.HandleFunc("POST /pad/{id}/entries", p.write)
	mux.HandleFunc("GET /pad/{id}/live", p.live)
	return []string{"/pad", "/pad/sheet"}
}

type pads struct{ Config }

func (p *pads) shell(r *http.Request, title string) page.Shell {
	sh := p.Shell(r, title)
	sh.Script, sh.Style = "pad.js", "pad.css"
	sh.About = "Keep the score of Texas Showdown and Showdown at a real table, on your phone, also without a network."
	return sh
}

// letter is a pad as it travels.
type letter struct {
	Pad     string      `json:"pad"`
	Seq     int64       `json:"seq"`
	Entries []pad.Entry `json:"entries"`
}

// read answers with what the house has of a pad.
func (p *pads) read(w http.ResponseWriter, r *http.Request) {
	after, err := number(r.URL.Query().Get("after"))
	if err != nil {
		p.Fail(w, r, err)
		return
	}
	log, err := p.House.Pad(r.Context(), r.PathValue("id"), after)
	if err != nil {
		p.Fail(w, r, err)
		return
	}
	answer(w, letter{log.Kind, log.Seq, log.Entries})
}

func answer(w http.ResponseWriter, l letter) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(l) // who asked has gone
}

// number reads a number in a log, "" for 0.
func number(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, &house.Refusal{Code: house.BadPad, Say: "After which entry? Want its number."}
	}
	return n, nil
}

// write takes what a device has written.
func (p *pads) write(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		p.Fail(w, r, err)
		return
	}
	kind, entries, err := open(body)
	if err != nil {
		p.Fail(w, r, &house.Refusal{Code: house.BadPad, Say: "That is no part of a pad: " + err.Error() + ".", Err: err})
		return
	}
	if _, err := p.House.WritePad(r.Context(), r.PathValue("id"), kind, entries); err != nil {
		p.Fail(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// open reads a letter.
func open(body []byte) (pad.Kind, []pad.Entry, error) {
	var l struct {
		Pad     string          `json:"pad"`
		Entries json.RawMessage `json:"entries"`
	}
	if err := json.Unmarshal(body, &l); err != nil {
		return nil, nil, err
	}
	entries, err := pad.ReadEntries(l.Entries)
	if err != nil {
		return nil, nil, err
	}
	for _, k := range kinds {
		if k.Name() == l.Pad {
			return k, entries, nil
		}
	}
	return nil, nil, errors.New("its kind must be score or tally")
}

// live is a stream of a pad's entries: an event for each time that there are new ones,
// whose id is the number of the last.
func (p *pads) live(w http.ResponseWriter, r *http.Request) {
	last := r.Header.Get("Last-Event-ID")
	if last == "" {
		last = r.URL.Query().Get("after")
	}
	after, err := number(last)
	if err != nil {
		p.Fail(w, r, err)
		return
	}
	grown := make(chan struct{}, 1)
	stop, err := p.House.WatchPad(r.Context(), r.PathValue("id"), func(int64) {
		select {
		case grown <- struct{}{}:
		default: // it is known already that there is more
		}
	})
	if err != nil {
		p.Fail(w, r, err)
		return
	}
	defer stop()
	ending, leave, err := p.Enter(r)
	if err != nil {
		p.Fail(w, r, err)
		return
	}
	defer leave()
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // a proxy that collected the stream would stop it
	s := &stream{w: w, out: http.NewResponseController(w), after: after}
	beat := time.NewTicker(p.Beat)
	defer beat.Stop()
	for err = s.send("retry: 1000\n\n"); err == nil; {
		if err = p.tell(r, s); err != nil {
			return
		}
		select {
		case <-grown:
		case <-beat.C: // the bus may have lost a message
			err = s.send("event: beat\ndata:\n\n")
		case <-ending.Done():
			return
		case <-r.Context().Done():
			return
		}
	}
}

// A stream is where entries go.
type stream struct {
	w     http.ResponseWriter
	out   *http.ResponseController
	after int64
}

// writeTime is how long a browser may take to accept what it is sent.
const writeTime = 20 * time.Second

func (s *stream) send(text string) error {
	_ = s.out.SetWriteDeadline(time.Now().Add(writeTime)) // not all writers have one
	if _, err := io.WriteString(s.w, text); err != nil {
		return err
	}
	return s.out.Flush()
}

// tell sends what is new.
func (p *pads) tell(r *http.Request, s *stream) error {
	log, err := p.House.Pad(r.Context(), r.PathValue("id"), s.after)
	if err != nil || log.Seq <= s.after {
		return err
	}
	data, err := json.Marshal(letter{log.Kind, log.Seq, log.Entries})
	if err != nil {
		return err
	}
	s.after = log.Seq
	return s.send("id: " + strconv.FormatInt(log.Seq, 10) + "\nevent: entries\ndata: " + string(data) + "\n\n")
}

func (p *pads) send(w http.ResponseWriter, r *http.Request, c templ.Component) {
	w.Header().Set("Cache-Control", "no-cache")
	failed := func(_ *http.Request, err error) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.Fail(w, r, err) })
	}
	templ.Handler(c, templ.WithErrorHandler(failed)).ServeHTTP(w, r)
}
