package load

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// fakeHouse speaks what guests need of a house: tables at which each seat in turn must
// say one of the words that its own stream alone has been shown.
type fakeHouse struct {
	plies  int                          // of a game
	answer time.Duration                // from a request to its answer
	patch  time.Duration                // from a move to the stream of the last seat
	refuse func(request int) int        // the status of a move's request; 0 for its own
	hangUp func(request int) bool       // closes the connection in place of an answer
	cut    func(seat, patches int) bool // ends a stream after so many patches
	setUp  int                          // the status of POST /new; 0 for its own

	connections chan net.Conn

	mu       sync.Mutex
	requests int
	guests   int
	tables   map[string]*fakeTable
	accepted int
	games    int
	wrong    []string // words that were not on the stream of who said them
}

// fakeTable is one table of it. Seats are in the order in which guests came.
type fakeTable struct {
	id          string
	guests      []string
	phase       string
	number, ply int
	streams     []chan fakePatch
}

type fakePatch struct {
	at   time.Time
	text string
}

func (t *fakeTable) turn() int { return t.ply % len(t.streams) }

// word is what a seat on turn may say: there is no guessing it.
func (t *fakeTable) word(seat, n int) string {
	return fmt.Sprintf("play %x", (t.ply+1)*7919+seat*104729+n*1299709+t.number)
}

// draw is the table as a seat sees it, all of it or what changes with a move. What it
// offers beside its hand, on every turn, is in a part that never changes.
func (t *fakeTable) draw(seat int, all bool) string {
	var b strings.Builder
	turn := ""
	if t.phase == "playing" {
		turn = strconv.Itoa(t.turn())
	}
	fmt.Fprintf(&b, `<div id="table" data-table="%s" data-number="%d" data-ply="%d" data-turn="%s" data-you="%d" data-phase="%s"></div>`,
		t.id, t.number, t.ply, turn, seat, t.phase)
	b.WriteString(`<section id="hand" class="a>b"><br><svg><path d="M0 0"/></svg>`)
	if turn == strconv.Itoa(seat) {
		for n := range 3 {
			fmt.Fprintf(&b, `<form><input name="ply" value="%d"><button data-move="%s">go</button></form>`, t.ply, t.word(seat, n))
		}
	}
	b.WriteString(`</section>`)
	if all {
		fmt.Fprintf(&b, `<section id="steady"><div><button data-move="wink %d">wink</button></div></section>`, seat)
	}
	return b.String() + `<p class="say">Dusty plays.</p>`
}

// tell sends the table as it is now to all streams.
func (t *fakeTable) tell() {
	for seat, s := range t.streams {
		s <- fakePatch{time.Now(), t.draw(seat, false)}
	}
}

// serve answers on connections in memory until the test ends.
func (f *fakeHouse) serve(t *testing.T) func(context.Context, int) (net.Conn, error) {
	t.Helper()
	f.tables = map[string]*fakeTable{}
	f.connections = make(chan net.Conn)
	ended := make(chan struct{})
	mux := http.NewServeMux()
	mux.HandleFunc("POST /saloon/new", f.new)
	mux.HandleFunc("POST /saloon/t/{id}/{verb}", f.command)
	mux.HandleFunc("GET /saloon/live", f.live)
	mux.HandleFunc("GET /saloon/metrics", f.metrics)
	var work sync.WaitGroup
	server := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		work.Add(1)
		defer work.Done()
		mux.ServeHTTP(w, r)
	})}
	work.Go(func() { _ = server.Serve(pipes{f.connections, ended}) })
	t.Cleanup(func() {
		_ = server.Close()
		work.Wait()
	})
	return func(ctx context.Context, _ int) (net.Conn, error) {
		here, there := net.Pipe()
		select {
		case f.connections <- there:
			return here, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// pipes is a listener for connections in memory.
type pipes struct {
	connections chan net.Conn
	ended       chan struct{}
}

func (p pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.connections:
		return c, nil
	case <-p.ended:
		return nil, net.ErrClosed
	}
}

func (p pipes) Close() error {
	close(p.ended)
	return nil
}

func (pipes) Addr() net.Addr { return &net.TCPAddr{} }

// who returns the guest that asks, a new one if it has no cookie.
func (f *fakeHouse) who(w http.ResponseWriter, r *http.Request) string {
	if c, err := r.Cookie("saloon"); err == nil {
		return c.Value
	}
	f.guests++
	name := fmt.Sprintf("guest%d", f.guests)
	http.SetCookie(w, &http.Cookie{Name: "saloon", Value: name, Path: "/", HttpOnly: true})
	return name
}

func (f *fakeHouse) new(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.setUp != 0 {
		http.Error(w, "the house is full", f.setUp)
		return
	}
	seats, _ := strconv.Atoi(r.FormValue("seats"))
	t := &fakeTable{id: fmt.Sprintf("table%d", len(f.tables)), guests: []string{f.who(w, r)}, phase: "open"}
	for range seats {
		t.streams = append(t.streams, make(chan fakePatch, 1000))
	}
	f.tables[t.id] = t
	http.Redirect(w, r, "/saloon/t/"+t.id, http.StatusSeeOther)
}

func (f *fakeHouse) command(w http.ResponseWriter, r *http.Request) {
	status, words := f.carryOut(w, r)
	time.Sleep(f.answer) // in virtual time: the house that is slow stands in a synctest bubble
	switch {
	case status == 0:
		panic(http.ErrAbortHandler)
	case status >= 400:
		http.Error(w, words, status)
	default:
		w.Header().Set("Saloon-Seq", "1")
		w.WriteHeader(http.StatusNoContent)
	}
}

func (f *fakeHouse) carryOut(w http.ResponseWriter, r *http.Request) (status int, words string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	t := f.tables[r.PathValue("id")]
	who := f.who(w, r)
	seat := slices.Index(t.guests, who)
	switch verb := r.PathValue("verb"); {
	case verb == "change" && r.FormValue("deal") == "0" && seat == 0:
	case verb == "sit" && seat < 0 && r.FormValue("seat") == strconv.Itoa(len(t.guests)):
		t.guests = append(t.guests, who)
	case verb == "start" && seat == 0 && t.phase == "open" && len(t.guests) == len(t.streams):
		t.phase, t.ply = "playing", 0
		t.number++
		t.tell()
	case verb == "act":
		return f.act(t, seat, r)
	case verb == "rematch" && t.phase == "over":
		t.phase = "open"
		t.tell()
	default:
		return http.StatusConflict, "not now: " + verb
	}
	return http.StatusNoContent, ""
}

func (f *fakeHouse) act(t *fakeTable, seat int, r *http.Request) (status int, words string) {
	f.requests++
	if f.refuse != nil {
		if status := f.refuse(f.requests); status != 0 {
			return status, "the house does not like that"
		}
	}
	if f.hangUp != nil && f.hangUp(f.requests) {
		return 0, ""
	}
	if r.FormValue("game") != strconv.Itoa(t.number) || r.FormValue("ply") != strconv.Itoa(t.ply) || seat != t.turn() || t.phase != "playing" {
		return http.StatusConflict, "late"
	}
	word := r.FormValue("word")
	if word != fmt.Sprintf("wink %d", seat) && word != t.word(seat, 0) && word != t.word(seat, 1) && word != t.word(seat, 2) {
		f.wrong = append(f.wrong, word)
		return http.StatusUnprocessableEntity, "that was not offered"
	}
	f.accepted++
	if t.ply++; t.ply == f.plies {
		t.phase = "over"
		f.games++
	}
	t.tell()
	return http.StatusNoContent, ""
}

// live is a stream. The last seat's comes late.
func (f *fakeHouse) live(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	t := f.tables[r.FormValue("t")]
	seat := slices.Index(t.guests, f.who(w, r))
	text := t.draw(seat, true)
	f.mu.Unlock()
	w.Header().Set("Content-Type", "text/event-stream")
	beat := time.NewTicker(10 * time.Second)
	defer beat.Stop()
	for patches := 1; ; patches++ {
		_, _ = fmt.Fprintf(w, "retry: 1000\n\nevent: table\ndata: %s\ndata: <p>more</p>\n\n: nothing\n\n", text)
		_ = http.NewResponseController(w).Flush()
		if f.cut != nil && f.cut(seat, patches) {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case <-beat.C:
			text = "\n\nevent: beat\ndata:"
		case p := <-t.streams[seat]:
			if text = p.text; seat == len(t.streams)-1 {
				time.Sleep(time.Until(p.at.Add(f.patch))) // virtual, as above
			}
		}
	}
}

// metrics says that a move takes 100 µs.
func (f *fakeHouse) metrics(w http.ResponseWriter, _ *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, _ = fmt.Fprintf(w, "# HELP process_cpu_seconds_total CPU time.\nprocess_cpu_seconds_total %g\nprocess_resident_memory_bytes 1e+06\n", float64(f.accepted)*100e-6)
}
