package load

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strconv"
	"sync"
	"time"
)

const (
	cookieName = "saloon" // of the guest's token

	// How long a guest waits before it does again what did not work.
	retryRefused = 100 * time.Millisecond
	retryFailed  = 250 * time.Millisecond
	retryLater   = time.Second // after 429 and 503
	retryStream  = time.Second
)

var (
	errEnded = errors.New("the stream ended")
	errGone  = errors.New("the table is no more")
)

// seat is a guest at a table: a browser with one page open.
type seat struct {
	*table
	place  int // its number at the table, 0 for the owner
	guest  int // its number among all guests
	cookie string

	mu     sync.Mutex
	rand   *rand.Rand
	sight  sight
	asked  wish // the last that was asked for
	start  time.Time
	busy   bool // it has not been answered
	done   wish // the last that was answered with yes
	timer  *time.Timer
	waits  bool // the timer runs: a guest that thinks, or waits to try again
	closed bool
	post   *wire  // nil while there is none
	out    []byte // the request that is being written
	body   []byte
	stream *wire
	first  chan struct{} // closed at the stream's first event
}

// wish is something that a guest asks of the table: a verb, and the moment of the game
// at which it does.
type wish struct {
	verb        string
	number, ply int
}

// wants says what the guest would do about what it sees; no verb for nothing.
func (s *seat) wants() wish {
	v := &s.sight
	w := wish{"", v.number, v.ply}
	switch v.phase {
	case "open":
		if s.place == 0 && s.table.open.Load() {
			w.verb = "start"
		}
	case "playing":
		switch {
		case s.config.Idle:
		case v.turn >= 0 && v.turn == v.you && v.moves() > 0:
			w.verb = "act"
		case v.turn < 0 && v.asksNext():
			w.verb = "next"
		}
	case "over":
		if s.place == 0 && !s.config.Idle {
			w.verb = "rematch"
		}
	}
	if w == s.done {
		w.verb = "" // what comes of it has not been shown yet
	}
	return w
}

// consider does what the guest wants, after some thought if it is a move. s.mu is
// held.
func (s *seat) consider() {
	if s.busy || s.waits || s.closed {
		return
	}
	w := s.wants()
	if w.verb == "" {
		return
	}
	if think := s.config.Think; w.verb == "act" && think.Most > 0 {
		s.wait(think.Least + time.Duration(s.rand.Int64N(int64(think.Most-think.Least)+1)))
		return
	}
	s.ask(w)
}

// wait has the guest act after a while.
func (s *seat) wait(d time.Duration) {
	s.waits = true
	if s.timer == nil {
		s.timer = time.AfterFunc(d, s.wake)
		return
	}
	s.timer.Reset(d)
}

// wake is the end of the waiting.
func (s *seat) wake() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waits = false
	if s.busy || s.closed {
		return
	}
	if w := s.wants(); w.verb != "" {
		s.ask(w)
	}
}

// ask sends the wish. The answer is read by answers.
func (s *seat) ask(w wish) {
	s.asked, s.busy = w, true
	s.body = s.body[:0]
	if w.verb == "act" {
		word := s.sight.move(s.rand.IntN(s.sight.moves()))
		s.body = append(strconv.AppendInt(append(s.body, "game="...), int64(w.number), 10), "&ply="...)
		s.body = append(strconv.AppendInt(s.body, int64(w.ply), 10), "&word="...)
		s.body = appendEscaped(s.body, word)
	}
	if s.post == nil {
		c, err := s.connect(s.ctx, s.guest)
		if err != nil {
			s.fail(err)
			return
		}
		s.post = c
		s.work.Go(func() { s.answers(c) })
	}
	s.out = s.appendPost(s.out[:0], s.path+"/"+w.verb, s.body, true)
	s.start = time.Now()
	if w.verb == "act" {
		s.begun(w.number, w.ply, s.start)
	}
	if _, err := s.post.Write(s.out); err != nil {
		_ = s.post.Close() // answers tells
	}
}

// answers reads the answers on a connection until it ends.
func (s *seat) answers(c *wire) {
	for {
		a, err := c.answer()
		at := time.Now()
		s.mu.Lock()
		if err != nil {
			_ = c.Close()
			s.post = nil
			if s.busy && !s.closed {
				s.fail(err)
			}
			s.mu.Unlock()
			return
		}
		s.answered(&a, at)
		s.mu.Unlock()
	}
}

// answered takes in an answer. s.mu is held.
func (s *seat) answered(a *answer, at time.Time) {
	if !s.busy {
		return
	}
	s.busy = false
	w := s.asked
	if a.ok() {
		s.done = w
		if w.verb == "act" {
			s.moved.Add(1)
			s.table.first.CompareAndSwap(0, at.UnixNano())
			s.tally.accepted(s.start, at)
		}
		if s.config.Idle {
			s.hangUp()
		}
		s.consider()
		return
	}
	s.tally.refused(a)
	if w.verb == "act" {
		s.table.failed(w.number, w.ply)
	}
	pause := retryRefused
	if a.status == 429 || a.status == 503 {
		pause = retryLater
	}
	s.wait(pause)
}

// fail takes down that the wish got no answer. s.mu is held.
func (s *seat) fail(err error) {
	s.busy = false
	s.tally.failed(err)
	if s.asked.verb == "act" {
		s.table.failed(s.asked.number, s.asked.ply)
	}
	s.wait(retryFailed)
}

// watch keeps the guest's stream open until the run ends.
func (s *seat) watch() {
	for {
		err := s.read()
		if s.ctx.Err() != nil {
			return
		}
		if errors.Is(err, errGone) {
			s.tally.gone()
			return
		}
		s.tally.cut(err)
		select {
		case <-s.ctx.Done():
			return
		case <-time.After(retryStream):
		}
	}
}

// read opens the stream and reads it to its end.
func (s *seat) read() error {
	c, err := s.connect(s.ctx, s.guest)
	if err != nil {
		return err
	}
	defer c.Close() //nolint:errcheck // it is over either way
	s.mu.Lock()
	s.stream = c
	closed := s.closed
	s.mu.Unlock()
	if closed {
		return errEnded
	}
	request := fmt.Sprintf("GET %s/live?t=%s HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\nAccept: text/event-stream\r\nSec-Fetch-Site: same-origin\r\n\r\n",
		s.front().Base, s.id, s.front().Host, s.cookie)
	if _, err := c.Write([]byte(request)); err != nil {
		return err
	}
	a, length, err := c.head()
	if err != nil {
		return err
	}
	if a.status != 200 {
		s.tally.refused(&a)
		return fmt.Errorf("the stream was answered %d", a.status)
	}
	e := events{wire: c, length: length}
	for fresh := true; ; {
		name, data, err := e.next()
		if err != nil {
			return err
		}
		switch string(name) {
		case "table":
			s.show(data, fresh)
			fresh = false
		case "beat":
			s.tally.beats.Add(1)
		case "gone":
			return errGone
		case "bye":
			return errEnded
		}
	}
}

// show takes in an event of the stream; a fresh one is the first of its connection.
func (s *seat) show(data []byte, fresh bool) {
	at := time.Now()
	s.tally.patches.Add(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	if fresh {
		s.sight.forget()
	}
	s.sight.take(data)
	if s.first != nil {
		close(s.first)
		s.first = nil
	}
	s.seen(s.place, s.sight.number, s.sight.ply, at)
	s.consider()
}

// quit ends what the guest has open.
func (s *seat) quit() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.timer != nil {
		s.timer.Stop()
	}
	s.hangUp()
	if s.stream != nil {
		_ = s.stream.Close()
	}
}

// hangUp closes the connection for forms, as a browser does after a while.
func (s *seat) hangUp() {
	if s.post != nil {
		_ = s.post.Close()
	}
}

// form sends a form and waits for the answer, before the game: answers does not run
// yet.
func (s *seat) form(ctx context.Context, path string, values url.Values, plain bool) (answer, error) {
	if s.post == nil {
		c, err := s.connect(ctx, s.guest)
		if err != nil {
			return answer{}, err
		}
		s.post = c
	}
	s.out = s.appendPost(s.out[:0], path, []byte(values.Encode()), plain)
	if err := s.post.SetDeadline(time.Now().Add(mostSetUp)); err != nil {
		return answer{}, err
	}
	if _, err := s.post.Write(s.out); err != nil {
		return answer{}, err
	}
	a, err := s.post.answer()
	if err == nil && !a.ok() {
		err = a.err()
	}
	if err != nil {
		return a, fmt.Errorf("POST %s: %w", path, err)
	}
	if a.cookie != "" {
		s.cookie = a.cookie
	}
	return a, s.post.SetDeadline(time.Time{})
}

// mostSetUp is how long one step of the preparation may take.
const mostSetUp = 30 * time.Second

// appendPost appends a request that sends a form, for an answer in plain text or as a
// page.
func (s *seat) appendPost(dst []byte, path string, body []byte, plain bool) []byte {
	dst = append(append(append(dst, "POST "...), path...), " HTTP/1.1\r\nHost: "...)
	dst = append(dst, s.front().Host...)
	if s.cookie != "" {
		dst = append(append(dst, "\r\nCookie: "...), s.cookie...)
	}
	if plain {
		dst = append(dst, "\r\nAccept: text/plain"...)
	} else {
		dst = append(dst, "\r\nAccept: text/html"...)
	}
	dst = append(dst, "\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: "...)
	dst = strconv.AppendInt(dst, int64(len(body)), 10)
	return append(append(dst, "\r\n\r\n"...), body...)
}

// appendEscaped appends a form's value.
func appendEscaped(dst, value []byte) []byte {
	for _, c := range value {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
			dst = append(dst, c)
		case c == ' ':
			dst = append(dst, '+')
		default:
			dst = append(dst, '%', "0123456789ABCDEF"[c>>4], "0123456789ABCDEF"[c&15])
		}
	}
	return dst
}
