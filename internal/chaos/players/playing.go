package players

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/saloon-games/saloon/internal/chaos/history"
)

// How people behave.
const (
	mostThought = 150 * time.Millisecond // before they do what they want
	lookEvery   = time.Second            // without news
	silence     = 25 * time.Second       // of a stream, after which it is opened anew: two beats and a bit
)

// play wishes for things until nobody shall any more.
func (p *person) play(playing, there context.Context) {
	defer close(p.done)
	var last wish
	failed := 0
	for n := 1; ; n++ {
		rest(playing, time.Duration(p.random.Int64N(int64(mostThought))))
		if playing.Err() != nil {
			return
		}
		w, ok := p.wants(n)
		same := w.verb == last.verb && w.game == last.game && w.ply == last.ply && w.verb != "say"
		if !ok || same && failed == 0 { // what comes of it has not been shown yet
			p.await(playing)
			if same {
				failed++ // but will not be waited for for ever
			}
			continue
		}
		last, failed = w, 0
		if p.ask(there, &w) == history.Refused {
			failed = 1
		}
	}
}

// await waits for news of the table.
func (p *person) await(ctx context.Context) {
	t := time.NewTimer(lookEvery)
	defer t.Stop()
	select {
	case <-p.turned:
	case <-t.C:
	case <-ctx.Done():
	}
}

// wants says what somebody wishes for who sees what they see; the n-th wish of theirs.
func (p *person) wants(n int) (w wish, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	v := &p.page
	key := fmt.Sprintf("%d-%d", p.seat, n)
	w = wish{game: v.Number, ply: v.Ply, key: key}
	if v.Seq > 0 && p.random.IntN(12) == 0 {
		w.verb, w.word = "say", fmt.Sprintf("%s says %s", p.name(), key)
		return w, true
	}
	switch v.Phase {
	case "open":
		seed := make([]byte, 32)
		for i := range seed {
			seed[i] = byte(p.random.Uint32())
		}
		w.more = url.Values{"seed": {hex.EncodeToString(seed)}}
		if v.seedFor && p.random.IntN(2) == 0 {
			w.verb = "seed"
		} else if p.seat == 0 {
			w.verb = "start"
		}
	case "playing":
		switch {
		case p.random.IntN(25) == 0:
			return p.foul(w), true
		case v.Turn == v.You && len(v.Words) > 0:
			w.verb, w.key, w.word = "act", "", v.Words[p.random.IntN(len(v.Words))]
		case v.away:
			w.verb = "return"
		case v.Turn < 0 && v.asked:
			w.verb = "next"
		}
	case "over":
		if p.seat == 0 {
			w.verb = "rematch"
		}
	}
	return w, w.verb != ""
}

// foul is a move that must be refused: one that is none, or one for a moment that has
// passed or is far away.
func (p *person) foul(w wish) wish {
	w.verb, w.key, w.word = "act", "", "cheat"
	if words := p.page.Words; len(words) > 0 {
		w.word = words[0]
		switch p.random.IntN(3) {
		case 0:
			w.ply += 1000
		case 1:
			w.game--
		default:
			w.word = "play nothing"
		}
	}
	return w
}

func (p *person) name() string { return fmt.Sprintf("seat %d of table %d", p.seat, p.table.number) }

// watch keeps the page true until the people go: a stream, and now and then the page
// itself, whenever a stream has ended.
func (p *person) watch(ctx context.Context) {
	for ctx.Err() == nil {
		if a, err := p.request(ctx, patience, http.MethodGet, "/t/"+p.table.id, "text/html", nil); err == nil && a.status == http.StatusOK {
			p.show(func(v *page) bool { return v.whole(a.body) })
		}
		if ctx.Err() == nil {
			_ = p.stream(ctx) // it is opened again, whatever ended it
		}
		rest(ctx, between)
	}
}

// errSilent ends a stream on which not even a beat comes.
var errSilent = errors.New("players: nothing comes any more")

// stream opens the stream and reads it to its end.
func (p *person) stream(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	silent := time.AfterFunc(silence, func() { cancel(errSilent) })
	defer silent.Stop()
	slow := time.AfterFunc(patience, func() { cancel(errSilent) })
	response, err := p.open(ctx, http.MethodGet, "/live?t="+p.table.id, "text/event-stream", nil)
	slow.Stop()
	if err != nil {
		return err
	}
	defer response.Body.Close() //nolint:errcheck // it is over either way
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("players: the stream was answered %d", response.StatusCode)
	}
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(make([]byte, 64<<10), 1<<20)
	name, first := "", true
	var data []string
	for lines.Scan() {
		silent.Reset(silence)
		line := lines.Text()
		switch {
		case line == "":
			if name == "table" && len(data) > 0 {
				p.show(func(v *page) bool { v.patch(strings.Join(data, "\n"), first); return true })
				first = false
			}
			name, data = "", nil
		case strings.HasPrefix(line, "event: "):
			name = strings.TrimPrefix(line, "event: ")
		case strings.HasPrefix(line, "data: "):
			data = append(data, strings.TrimPrefix(line, "data: "))
		}
	}
	return lines.Err()
}

// show takes in what has come, and writes down what the page shows then.
func (p *person) show(take func(*page) bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !take(&p.page) {
		return
	}
	sight := p.page.Sight
	p.book.Write(history.Line{What: history.Seen, Table: p.table.id, Seat: p.seat, Sight: &sight})
	select {
	case p.turned <- struct{}{}:
	default:
	}
}
