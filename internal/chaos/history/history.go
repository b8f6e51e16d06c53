// Package history has the words for what the people of a fault run have done and seen:
// lines of JSON, written while they play and read by whoever judges the house afterwards.
//
// The package must never know games, the house, or what any of it should have been.
package history

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

// What says what a line is about.
type What string

// What there is.
const (
	Asked    What = "asked"    // a request is about to be sent; each try has a line
	Answered What = "answered" // what came of that try
	Seen     What = "seen"     // a page or a stream has shown the table
	Storm    What = "storm"    // faults begin
	Fault    What = "fault"    // one of them begins or ends, in Note
	Healed   What = "healed"   // all faults are over
	End      What = "end"      // nobody asks for anything new any more
)

// Outcome is what came of a request.
type Outcome string

// The outcomes.
const (
	// Acknowledged: the house has said that it is done.
	Acknowledged Outcome = "acknowledged"
	// Refused: the house has said that it is not done, and why.
	Refused Outcome = "refused"
	// Unknown: no answer, or one that says neither. The same is asked again.
	Unknown Outcome = "unknown"
)

// Nobody stands where a seat's number would: for who watches, and for nobody's turn.
const Nobody = -1

// A Line is one thing that was done or seen. Fields that mean nothing for its What are
// zero.
type Line struct {
	What  What   `json:"what"`
	At    int64  `json:"at"` // microseconds since 1970
	Table string `json:"table,omitempty"`
	Seat  int    `json:"seat"` // who asks or looks, or Nobody

	Verb string `json:"verb,omitempty"`
	// Key is the same for all tries of one wish, and no other wish of that seat has it.
	Key  string `json:"key,omitempty"`
	Game int    `json:"game,omitempty"` // of an act: the moment for which it is meant
	Ply  int    `json:"ply,omitempty"`
	Word string `json:"word,omitempty"` // of an act; of a say what is said
	Try  int    `json:"try,omitempty"`  // from 1

	Outcome Outcome `json:"outcome,omitempty"`
	Status  int     `json:"status,omitempty"` // of HTTP; 0 without an answer
	Seq     int64   `json:"seq,omitempty"`    // of an acknowledgment: number of the log's last entry then
	Note    string  `json:"note,omitempty"`   // a refusal's words, an error, a fault

	Sight *Sight `json:"sight,omitempty"`
}

// A Sight is what one person is shown of a table at one moment.
type Sight struct {
	Seq    int64  `json:"seq"`    // number of the log's last entry that it shows
	Number int    `json:"number"` // of the game, 0 before the first
	Ply    int    `json:"ply"`
	Turn   int    `json:"turn"` // or Nobody
	You    int    `json:"you"`  // or Nobody
	Phase  string `json:"phase"`
	// Words are the moves that are offered.
	Words []string `json:"words,omitempty"`
	// Faces has, for each part of the page that shows any, the marks of its cards that
	// lie face up, in the order of the page and as the page has them.
	Faces map[string][]string `json:"faces,omitempty"`
	// Seal and Secret are the commitment to the house's seed for the shuffles, and
	// the seed; "" where they are not shown.
	Seal   string `json:"seal,omitempty"`
	Secret string `json:"secret,omitempty"`
}

// A Book takes lines from many writers at a time.
type Book struct {
	mu  sync.Mutex
	out *bufio.Writer
	err error
}

// NewBook returns a book that is written to w.
func NewBook(w io.Writer) *Book { return &Book{out: bufio.NewWriterSize(w, 1<<16)} }

// Write adds a line, with the present time if it has none, and returns its time. What
// goes wrong Close tells.
func (b *Book) Write(l Line) int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	if l.At == 0 {
		l.At = time.Now().UnixMicro()
	}
	data, err := json.Marshal(l)
	if err == nil {
		_, err = b.out.Write(append(data, '\n'))
	}
	b.err = errors.Join(b.err, err)
	return l.At
}

// Close writes out what is left, and tells what has gone wrong.
func (b *Book) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return errors.Join(b.err, b.out.Flush())
}

// Read reads lines until the end. One that cannot be read is an error with its number.
func Read(r io.Reader) ([]Line, error) {
	var all []Line
	dec := json.NewDecoder(r)
	dec.DisallowUnknownFields()
	for {
		var l Line
		err := dec.Decode(&l)
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, fmt.Errorf("history: line %d: %w", len(all)+1, err)
		}
		all = append(all, l)
	}
}
