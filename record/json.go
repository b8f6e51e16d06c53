package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
)

// MaxSize is how many bytes of JSON a record may have, 16 MiB. The longest game
// has about a hundredth of it.
const MaxSize = 16 << 20

// knownFields are the fields that NOTATION.md defines, in the order in which they
// are written.
var knownFields = []string{"format", "game", "players", "options", "events"}

// ErrTooLarge is the refusal of a record larger than MaxSize.
var ErrTooLarge = fmt.Errorf("record: larger than %d MiB, which no game is", MaxSize>>20)

// Parse reads one record, which must be all of data but for white space. It does
// not replay the events.
func Parse(data []byte) (*Record, error) { return Read(bytes.NewReader(data)) }

// Read reads one record, which must be all there is to read but for white space.
// It does not replay the events.
func Read(r io.Reader) (*Record, error) {
	in := NewReader(r)
	rec, err := in.Read()
	if isEnd(err) {
		return nil, errors.New(`record: the input is empty; want {"format":"` + Format + `", ...}`)
	}
	if err != nil {
		return nil, err
	}
	if _, err = in.Read(); isEnd(err) {
		return rec, nil
	}
	if err != nil {
		return nil, fmt.Errorf("after the first record: %w", err)
	}
	return nil, errors.New("record: more than one record; want one")
}

// isEnd reports whether a Reader has come to the end. An io.EOF that an error wraps
// is a failed read instead.
func isEnd(err error) bool {
	return err == io.EOF //nolint:errorlint // for the reason above
}

// Reader reads many records, one JSON object after the other, most often one a
// line. It holds one record at a time.
type Reader struct {
	capped *cappedReader
	dec    *json.Decoder
	err    error
}

// NewReader returns a reader of records.
func NewReader(r io.Reader) *Reader {
	c := &cappedReader{r: r}
	return &Reader{capped: c, dec: json.NewDecoder(c)}
}

// Read returns the next record, unchecked by its game's rules, or io.EOF after the
// last. After an error in a record the reader goes on with the next one if the
// JSON was whole; otherwise the same error comes again.
func (r *Reader) Read() (*Record, error) {
	if r.err != nil {
		return nil, r.err
	}
	r.capped.most = r.dec.InputOffset() + MaxSize
	var raw json.RawMessage
	switch err := r.dec.Decode(&raw); {
	case err == io.EOF:
		r.err = err
		return nil, err
	case errors.Is(err, ErrTooLarge):
		r.err = ErrTooLarge
		return nil, r.err
	case errors.Is(err, io.ErrUnexpectedEOF):
		r.err = fmt.Errorf("record: %w", game.ErrCutOff)
		return nil, r.err
	case err != nil:
		r.err = fmt.Errorf("record: %w", err)
		return nil, r.err
	}
	rec := &Record{}
	if err := rec.UnmarshalJSON(raw); err != nil {
		return nil, err
	}
	return rec, nil
}

// cappedReader reads no further than most.
type cappedReader struct {
	r          io.Reader
	read, most int64
}

func (c *cappedReader) Read(p []byte) (int, error) {
	if c.read >= c.most {
		return 0, ErrTooLarge
	}
	n, err := c.r.Read(p[:min(int64(len(p)), c.most-c.read)])
	c.read += int64(n)
	return n, err
}

// UnmarshalJSON reads a record. It does not replay the events.
func (r *Record) UnmarshalJSON(data []byte) error {
	fields, err := game.Fields(data, `{"format":"`+Format+`", ...}`)
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	known := map[string]json.RawMessage{}
	var rec Record
	for _, f := range fields {
		if slices.Contains(knownFields, f.Name) {
			known[f.Name] = f.Value
		} else {
			rec.extra = append(rec.extra, f)
		}
	}
	if format, ok := text(known["format"]); !ok || format != Format {
		return bad("format", `"`+Format+`"`, known["format"])
	}
	name, ok := text(known["game"])
	if !ok {
		return bad("game", "a game's name", known["game"])
	}
	if rec.rules, err = catalog.ByName(name); err != nil {
		return fmt.Errorf("record: game: %w", err)
	}
	if rec.players, ok = number(known["players"]); !ok {
		return bad("players", "a whole number", known["players"])
	}
	options := game.Options{}
	if raw, ok := known["options"]; ok {
		if err := options.UnmarshalJSON(raw); err != nil {
			return fmt.Errorf("record: %w", err)
		}
	}
	if rec.options, err = rec.rules.Check(rec.players, options); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	if rec.events, err = events(known["events"]); err != nil {
		return err
	}
	*r = rec
	return nil
}

// events reads the list of events.
func events(raw json.RawMessage) ([]string, error) {
	var list []*string // a pointer, to tell null from ""
	err := json.Unmarshal(raw, &list)
	if err == nil && list != nil && !slices.Contains(list, nil) {
		words := make([]string, len(list))
		for i, e := range list {
			words[i] = *e
		}
		return words, nil
	}
	var elements []json.RawMessage
	_ = json.Unmarshal(raw, &elements) // if it is no list there are none
	for i, e := range elements {
		if _, ok := text(e); !ok {
			return nil, fmt.Errorf("record: event %d: want a string, not %s", i+1, game.Quote(string(e)))
		}
	}
	return nil, bad("events", "a list of strings", raw)
}

func text(raw json.RawMessage) (s string, ok bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", false
	}
	return s, json.Unmarshal(raw, &s) == nil
}

func number(raw json.RawMessage) (n int, ok bool) {
	n, err := strconv.Atoi(string(raw))
	return n, err == nil && strconv.Itoa(n) == string(raw)
}

func bad(name, want string, got json.RawMessage) error {
	if got == nil {
		return fmt.Errorf("record: %s is missing; want %s", name, want)
	}
	return fmt.Errorf("record: %s: want %s, not %s", name, want, game.Quote(string(got)))
}

// MarshalJSON writes the record on one line: the known fields in NOTATION.md's
// order, then the others in the order in which they were read or set.
func (r Record) MarshalJSON() ([]byte, error) {
	if r.rules == nil {
		return nil, errors.New("record: a zero Record is no game; make one with New, Of, Parse or Read")
	}
	events := r.events
	if events == nil {
		events = []string{}
	}
	fields := []struct {
		name  string
		value any
	}{
		{"format", Format},
		{"game", r.rules.Name()},
		{"players", r.players},
		{"options", r.options},
		{"events", events},
	}
	for _, f := range r.extra {
		fields = append(fields, struct {
			name  string
			value any
		}{f.Name, f.Value})
	}
	line := []byte{'{'}
	for i, f := range fields {
		name, err := marshal(f.name)
		if err != nil {
			return nil, err
		}
		value, err := marshal(f.value)
		if err != nil {
			return nil, fmt.Errorf("record: %s: %w", f.name, err)
		}
		if i > 0 {
			line = append(line, ',')
		}
		line = append(append(append(line, name...), ':'), value...)
	}
	return append(line, '}'), nil
}

// marshal is json.Marshal without its escapes for HTML: a page escapes for itself,
// and what was read is kept to the letter.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// Write writes the record as one line of JSON.
func Write(w io.Writer, r *Record) error {
	line, err := r.MarshalJSON()
	if err != nil {
		return err
	}
	_, err = w.Write(append(line, '\n'))
	return err
}
