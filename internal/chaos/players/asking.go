package players

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/saloon-games/saloon/internal/chaos/history"
)

// patience is how long somebody waits for an answer before they ask again.
const patience = 4 * time.Second

// between is how long they wait before they do.
const between = 150 * time.Millisecond

// A wish is something that somebody asks of their table until it is answered.
type wish struct {
	verb      string
	key       string // "" for an act, which has one by itself
	game, ply int
	word      string // of an act, or what is said
	more      url.Values
}

// fields are the fields of the form, as a page sends them.
func (w *wish) fields() url.Values {
	f := url.Values{}
	maps.Copy(f, w.more)
	switch w.verb {
	case "act":
		f.Set("game", fmt.Sprint(w.game))
		f.Set("ply", fmt.Sprint(w.ply))
		f.Set("word", w.word)
	case "say":
		f.Set("text", w.word)
	}
	if w.key != "" {
		f.Set("key", w.key)
	}
	return f
}

// name tells wishes apart in a history.
func (w *wish) name() string {
	if w.verb == "act" {
		return fmt.Sprint("act ", w.game, " ", w.ply, " ", w.word)
	}
	return w.key
}

// answer is what came of a request.
type answer struct {
	status int
	header http.Header
	body   string
}

// request sends a request and waits for all of its answer, so long at most.
func (p *person) request(ctx context.Context, most time.Duration, method, path, accept string, fields url.Values) (answer, error) {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	response, err := p.open(ctx, method, path, accept, fields)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close() //nolint:errcheck // it has been read, or is of no use
	body, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if err != nil {
		return answer{}, err
	}
	return answer{response.StatusCode, response.Header, string(body)}, nil
}

func (p *person) open(ctx context.Context, method, path, accept string, fields url.Values) (*http.Response, error) {
	var body io.Reader
	if method == http.MethodPost {
		body = strings.NewReader(fields.Encode())
	}
	r, err := http.NewRequestWithContext(ctx, method, "http://saloon.example"+path, body)
	if err != nil {
		return nil, err
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	r.Header.Set("Accept", accept)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if p.cookie != "" {
		r.Header.Set("Cookie", p.cookie)
	}
	return p.client.Do(r)
}

// outcome says what an answer means to who asked.
func outcome(a *answer, err error) history.Outcome {
	switch {
	case err != nil || a.status >= 500:
		return history.Unknown
	case a.status >= 400:
		return history.Refused
	default:
		return history.Acknowledged
	}
}

// ask asks until there is an answer, or the people are told to go, and returns what it
// was. Each try is on a connection of its own, so most likely at another node.
func (p *person) ask(ctx context.Context, w *wish) history.Outcome {
	line := history.Line{
		Table: p.table.id, Seat: p.seat, Verb: w.verb, Key: w.name(), Game: w.game, Ply: w.ply, Word: w.word,
	}
	for line.Try = 1; ; line.Try++ {
		asked := line
		asked.What = history.Asked
		p.book.Write(asked)
		a, err := p.request(ctx, patience, http.MethodPost, "/t/"+p.table.id+"/"+w.verb, "text/plain", w.fields())
		told := line
		told.What, told.Outcome, told.Status = history.Answered, outcome(&a, err), a.status
		switch {
		case err != nil:
			told.Note = short(err)
		case a.status >= 400:
			told.Note = a.body
		default:
			_, _ = fmt.Sscan(a.header.Get("Saloon-Seq"), &told.Seq) // 0 where there is none
		}
		p.book.Write(told)
		if told.Outcome != history.Unknown || ctx.Err() != nil {
			return told.Outcome
		}
		rest(ctx, between)
	}
}

// short is an error without the address that is always the same.
func short(err error) string {
	if e, ok := errors.AsType[*url.Error](err); ok {
		err = e.Err
	}
	return err.Error()
}

// rest waits, but no longer than the context lives.
func rest(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
