package web

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/form"
	"github.com/saloon-games/saloon/internal/web/page"
	"github.com/saloon-games/saloon/internal/web/parts"
)

const (
	mostTables = 16               // of one stream: the tables of all pages of one browser
	writeTime  = 20 * time.Second // how long a browser may take to accept what it is sent
	comeBack   = "retry: 1000\n\n"
)

// A stream keeps the pages of one browser true: it sends what has changed of their
// tables for as long as the browser listens.
//
// Nothing waits for it: whatever happens pokes it, and a worker does what there is to
// be done, one at a time. While nothing happens a stream is a connection and little
// else.
type stream struct {
	s      *Server
	out    outlet
	who    string
	deaf   bool // it would not hear of what happens, and must not show what would soon be old
	tables []*watched

	pokes  atomic.Int32 // since a worker began
	due    atomic.Bool  // a beat
	gone   atomic.Bool  // nobody listens any more
	opened bool
	lost   bool // a table of it can only be shown by a newer program
	// dismissed says that who listens may not be who they were.
	dismissed atomic.Bool
	beat      *time.Timer
	ctx       context.Context //nolint:containedctx // of the stream, which outlives its request
	ended     chan struct{}
	stops     []func() // what has to be done at its end
}

// A watched table is one of a stream, with what was shown of it.
type watched struct {
	id string
	parts.Shown
	pending
}

// An outlet is where a stream's events go.
type outlet interface {
	send(data []byte) error
	close()
}

// live is the stream of one browser's tables.
func (s *Server) live(w http.ResponseWriter, r *http.Request) {
	ids := r.URL.Query()["t"]
	if len(ids) == 0 || len(ids) > mostTables {
		s.fail(w, r, form.ErrField("t", "the id of a table, once or up to "+itoa(mostTables)+" times"))
		return
	}
	who, err := s.who(r)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	leave, err := s.streams.enter(s.limits.Limits, who, s.address(r))
	if err != nil {
		if errors.Is(err, errStreams) {
			err = s.denied(r, errStreams)
		}
		s.fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // a proxy that collected the stream would stop it

	ctx, cancel := context.WithCancel(context.WithoutCancel(r.Context()))
	st := &stream{s: s, who: who, ctx: ctx, ended: make(chan struct{}), stops: []func(){cancel, leave}}
	conn := takeOver(w, r)
	if conn == nil {
		st.out = &answerOutlet{w: w, rc: http.NewResponseController(w)}
	} else {
		st.out = conn
	}
	st.pokes.Store(1) // no worker begins before all is there
	st.stops = append(st.stops, s.streams.keep(st))
	st.watch(ids)
	st.beat = time.AfterFunc(s.cfg.Beat, st.beats) // read by workers only, which begin below
	stop := context.AfterFunc(s.streams.ending, st.poke)
	st.stops = append(st.stops, func() { st.beat.Stop(); stop() })
	s.streams.do(st)
	if conn != nil {
		go st.listen(conn)
		return
	}
	select {
	case <-r.Context().Done():
		st.gone.Store(true)
		st.poke()
		<-st.ended
	case <-st.ended:
	}
}

// listen waits until the browser goes; it has nothing to say.
func (st *stream) listen(conn *connOutlet) {
	var b [16]byte
	for {
		if _, err := conn.Read(b[:]); err != nil {
			break
		}
	}
	_ = conn.Close() // a worker that writes shall not wait for it
	st.gone.Store(true)
	st.poke()
}

// beats asks for a beat.
func (st *stream) beats() {
	st.due.Store(true)
	st.poke()
}

// poke has a worker look what there is to do. It does not wait.
func (st *stream) poke() {
	if st.pokes.Add(1) == 1 {
		st.s.streams.do(st)
	}
}

// work does what there is to do, until there is nothing.
func (st *stream) work() {
	for {
		n := st.pokes.Load()
		if !st.turn() {
			return // and whoever pokes from now on finds it at work
		}
		if st.pokes.CompareAndSwap(n, 0) {
			return
		}
	}
}

// turn does what there is to do now. It returns false when the stream has ended.
func (st *stream) turn() (goes bool) {
	defer func() {
		if what := recover(); what != nil {
			st.s.log.Error("a stream panicked", "what", what, "stack", string(debug.Stack()))
			goes = false
		}
		if !goes {
			st.end()
		}
	}()
	switch {
	case st.gone.Load():
		return false
	case st.s.streams.ending.Err() != nil:
		st.send("event: bye\ndata:\n\n")
		return false
	case st.dismissed.Load():
		for _, sh := range st.tables { // each page is loaded anew, and says why
			if sh != nil && !st.tellGone(sh.id) {
				break
			}
		}
		return false
	case !st.opened:
		st.opened = true
		return st.send(comeBack) && !st.deaf && st.changes(st.ctx, true)
	case st.due.Swap(false):
		if st.lost {
			return false // so that the browser asks again, perhaps a newer program
		}
		if !st.send("event: beat\ndata:\n\n") {
			return false
		}
		st.beat.Reset(st.s.cfg.Beat)
	}
	return st.changes(st.ctx, false)
}

func (st *stream) end() {
	st.out.close()
	for _, stop := range st.stops {
		stop()
	}
	close(st.ended)
}

// watch begins to listen for changes of the tables, before they are first drawn: so
// none is missed.
func (st *stream) watch(ids []string) {
	st.tables = make([]*watched, len(ids))
	for i, id := range ids {
		table := &watched{id: id}
		st.tables[i] = table
		stop, err := st.s.house.Follow(st.ctx, id, func(n house.News) {
			table.hear(n)
			st.poke()
		})
		switch refusal, _ := errors.AsType[*house.Refusal](err); {
		case err == nil:
			st.stops = append(st.stops, stop)
		case refusal != nil && (refusal.Code == house.NoTable || refusal.Code == house.Newer):
			// Who asks for the table is told so.
		default: // also where the house is busy, for a moment later it may not be
			st.deaf = true
			st.s.log.WarnContext(st.ctx, "a table cannot be watched", "table", id, "err", err)
		}
	}
}

// changes sends what has changed of the tables; of all of them, if all is set. It
// returns false if nobody listens any more.
func (st *stream) changes(ctx context.Context, all bool) bool {
	for i, sh := range st.tables {
		if sh == nil {
			continue
		}
		seq := sh.seq.Swap(0) // perhaps of another process, so memory may be behind
		if all {
			seq = house.Latest
		}
		if seq != 0 && !st.change(ctx, i, sh, seq) {
			return false
		}
	}
	return true
}

// change sends what has changed of one table. It returns false if nobody listens any more.
func (st *stream) change(ctx context.Context, i int, sh *watched, seq int64) bool {
	first, trace := sh.first.Swap(0), sh.trace.Swap(nil)
	ctx, tracer, span := st.s.traceUpdate(ctx, trace)
	defer span.End(nil)
	_, part := house.Begin(ctx, tracer, "house.Scene")
	scene, err := st.s.house.Scene(ctx, sh.id, st.who, seq)
	part.End(err)
	var refusal *house.Refusal
	switch {
	case errors.As(err, &refusal) && refusal.Code == house.Newer:
		st.tables[i], st.lost = nil, true // the others go on
	case errors.As(err, &refusal) && refusal.Code == house.NoTable, err == nil && scene.Phase == house.Shut:
		st.tables[i] = nil
		if !st.tellGone(sh.id) {
			return false
		}
	case err != nil:
		if ctx.Err() == nil {
			st.s.log.ErrorContext(ctx, "a table cannot be shown", "table", sh.id, "err", err)
		}
		return false // the browser asks again
	case scene.Seq > sh.Seq || sh.Seq == 0:
		_, part := house.Begin(ctx, tracer, "write")
		sent := st.table(sh, scene)
		part.End(nil)
		if !sent {
			return false
		}
		if seq != house.Latest {
			st.s.shown(first)
		}
	}
	return true
}

// tellGone has the pages of a table load anew. It returns false if nobody listens any more.
func (st *stream) tellGone(table string) bool {
	id := oneLine(table)
	return id == "" || st.send("event: gone\ndata: "+id+"\n\n")
}

// oneLine is text that cannot end an event early.
func oneLine(text string) string {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' {
			return ""
		}
	}
	return text
}

// sheets are where updates are drawn.
var sheets = sync.Pool{New: func() any {
	b := make([]byte, 0, 16<<10)
	return &b
}}

// table sends what has changed of one table.
func (st *stream) table(sh *watched, scene house.Scene) bool {
	sheet := sheets.Get().(*[]byte)
	defer sheets.Put(sheet)
	const head = "event: table\ndata: "
	t := easels.Get().(*page.Table)
	st.s.showOn(t, scene)
	*sheet = sh.Update(append((*sheet)[:0], head...), t.Table)
	clean(t)
	easels.Put(t)
	body := (*sheet)[len(head):]
	if bytes.IndexByte(body, '\n') >= 0 || bytes.IndexByte(body, '\r') >= 0 {
		return st.send(head + string(lines(body)) + "\n\n")
	}
	*sheet = append(*sheet, "\n\n"...)
	st.s.counts.patches.Inc()
	return st.sendBytes(*sheet)
}

// lines is text of several lines as an event has it; a carriage return would end a
// line, too.
func lines(text []byte) []byte {
	text = bytes.ReplaceAll(text, []byte("\r"), nil)
	return bytes.ReplaceAll(text, []byte("\n"), []byte("\ndata: "))
}

func (st *stream) send(text string) bool { return st.sendBytes([]byte(text)) }

func (st *stream) sendBytes(data []byte) bool { return st.out.send(data) == nil }
