// Package desk is what a page asks of the pad that it shows: one pad, questions and
// answers as JSON. It runs beside the page, compiled to WebAssembly.
//
// A question is {"id": number, "call": what, ...}, an answer {"id": the same, "answer": ...}
// or {"id", "error": "in words, for a person"}; what fails has changed nothing.
//
//	open     "pad": kind                   begins an empty pad of a kind
//	merge    "entries": [entry, ...]       takes in entries; how many were new
//	write    "word", "stamp": {id,by,wall} writes a word; the entry
//	form     "fields": {name: value}       the words of a form with data-form
//	tap      "view", "tap"                 the view after a tap on a control with data-tap
//	draw     "view"                        {"title", "fragments": [{id, html}, ...]}
//	text, csv, picture                     {"name": of a file without its end, "text"}
//
// A view is what the page keeps for itself; it begins as {}. Package markup says what a
// page does with the controls of what is drawn.
//
// The package must never know devices, networks, clocks or chance.
package desk

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/saloon-games/saloon/internal/pad"
	"github.com/saloon-games/saloon/internal/pad/markup"
	"github.com/saloon-games/saloon/internal/pad/score"
	"github.com/saloon-games/saloon/internal/pad/tally"
)

// Desk has one pad on it. Its zero value has none yet. It is not safe for concurrent use.
type Desk struct{ pad *pad.Pad }

// question is what a page asks.
type question struct {
	ID      int64             `json:"id"`
	Call    string            `json:"call"`
	Pad     string            `json:"pad"`
	Entries json.RawMessage   `json:"entries"`
	Word    string            `json:"word"`
	Stamp   pad.Stamp         `json:"stamp"`
	Fields  map[string]string `json:"fields"`
	View    score.View        `json:"view"`
	Tap     string            `json:"tap"`
}

// drawing is a pad as it is shown.
type drawing struct {
	Title     string            `json:"title"`
	Fragments []markup.Fragment `json:"fragments"`
}

// paper is a pad as it is handed on.
type paper struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Ask answers a question.
func (d *Desk) Ask(text []byte) []byte {
	var q question
	var answer any
	err := json.Unmarshal(text, &q)
	if err == nil {
		answer, err = d.answer(&q)
	}
	reply := struct {
		ID     int64  `json:"id"`
		Answer any    `json:"answer,omitempty"`
		Error  string `json:"error,omitempty"`
	}{ID: q.ID, Answer: answer}
	if err != nil {
		reply.Answer, reply.Error = nil, sentence(err.Error())
	}
	out, err := json.Marshal(reply)
	if err != nil {
		panic("desk: an answer cannot be written: " + err.Error()) // strings and numbers can
	}
	return out
}

// sentence is words that begin with a capital and end with a full stop.
func sentence(words string) string {
	return strings.ToUpper(words[:1]) + strings.TrimSuffix(words[1:], ".") + "."
}

func (d *Desk) answer(q *question) (any, error) {
	if q.Call == "open" {
		return d.open(q.Pad)
	}
	if d.pad == nil {
		return nil, errors.New("no pad is open")
	}
	if q.Call == "merge" {
		entries, err := pad.ReadEntries(q.Entries)
		if err != nil {
			return nil, err
		}
		return d.pad.Merge(entries...)
	}
	if d.pad.Kind() == pad.Kind(tally.Kind{}) {
		return d.tally(q)
	}
	return d.score(q)
}

func (d *Desk) open(kind string) (any, error) {
	for _, k := range []pad.Kind{score.Kind{}, tally.Kind{}} {
		if k.Name() == kind {
			d.pad = pad.New(k)
			return kind, nil
		}
	}
	return nil, errors.New("a pad is a score or a tally")
}

func (d *Desk) score(q *question) (any, error) {
	s := score.Read(d.pad)
	switch q.Call {
	case "write":
		return score.Write(d.pad, q.Stamp, q.Word)
	case "form":
		return words(score.Words(d.pad, q.Fields))
	case "tap":
		return q.View.Tap(s, q.Tap)
	case "draw":
		title := ""
		if s.Ready {
			title = strings.Join(s.Names, ", ")
		}
		return drawing{title, score.Draw(s, q.View)}, nil
	case "text":
		return paper{"texas-showdown", s.Text()}, nil
	case "csv":
		return paper{"texas-showdown", s.CSV()}, nil
	case "picture":
		return paper{"texas-showdown", s.Picture()}, nil
	default:
		return nil, unknown(q.Call)
	}
}

func (d *Desk) tally(q *question) (any, error) {
	s := tally.Read(d.pad)
	switch q.Call {
	case "write":
		return tally.Write(d.pad, q.Stamp, q.Word)
	case "form":
		return words(tally.Words(d.pad, q.Fields))
	case "draw":
		return drawing{strings.Join(s.Names[:], ", "), tally.Draw(s)}, nil
	case "text":
		return paper{"showdown", s.Text()}, nil
	default:
		return nil, unknown(q.Call)
	}
}

// words are a form's, a list also where there is none.
func words(list []string, err error) (any, error) {
	if list == nil {
		list = []string{}
	}
	return list, err
}

func unknown(call string) error { return fmt.Errorf("a pad of this kind cannot do %q", call) }
