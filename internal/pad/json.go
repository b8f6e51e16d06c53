package pad

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/saloon-games/saloon/game"
)

// MostBytes is how long the JSON of a pad or of entries may be.
const MostBytes = 1 << 20

// MarshalJSON writes the pad: {"pad":"score","entries":[...]}.
func (p *Pad) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Pad     string  `json:"pad"`
		Entries []Entry `json:"entries"`
	}{p.kind.Name(), p.Entries()})
}

// Read reads a pad as MarshalJSON writes it, of one of these kinds. The error says to a person
// what is wrong.
func Read(data []byte, kinds ...Kind) (*Pad, error) {
	fields, err := object(data, `{"pad":"score","entries":[]}`, "pad", "entries")
	if err != nil {
		return nil, err
	}
	var name string
	if err := decode(fields["pad"], &name); err != nil {
		return nil, fmt.Errorf("pad: %w", err)
	}
	entries, err := ReadEntries(fields["entries"])
	if err != nil {
		return nil, err
	}
	known := make([]string, len(kinds))
	for i, kind := range kinds {
		if kind.Name() == name {
			p := New(kind)
			_, err := p.Merge(entries...)
			return p, err
		}
		known[i] = kind.Name()
	}
	return nil, fmt.Errorf("there is no pad of the kind %s; there is %s", game.Quote(name), strings.Join(known, " and "))
}

// ReadEntries reads entries as JSON has them, a list. Their words are not looked at; Merge
// does that. The error says to a person what is wrong.
func ReadEntries(data []byte) ([]Entry, error) {
	if len(data) > MostBytes {
		return nil, fmt.Errorf("entries: up to %d bytes, not %d", MostBytes, len(data))
	}
	var raw []json.RawMessage
	if err := decode(data, &raw); err != nil {
		return nil, fmt.Errorf("entries: %w", err)
	}
	if len(raw) > MostEntries {
		return nil, fmt.Errorf("entries: up to %d, not %d", MostEntries, len(raw))
	}
	list := make([]Entry, len(raw))
	for i, text := range raw {
		if _, err := object(text, example, "id", "by", "time", "wall", "over", "word"); err != nil {
			return nil, fmt.Errorf("entry %d: %w", i+1, err)
		}
		if err := decode(text, &list[i]); err != nil {
			return nil, fmt.Errorf("entry %d: %w", i+1, err)
		}
	}
	return list, nil
}

// example is an entry, for errors.
const example = `{"id":"k3v9x2mq","by":"Ann's phone","time":1,"wall":0,"word":"players 4"}`

// object returns the fields of an object, all of which must be among these.
func object(data []byte, example string, names ...string) (map[string]json.RawMessage, error) {
	if len(data) > MostBytes {
		return nil, fmt.Errorf("up to %d bytes, not %d", MostBytes, len(data))
	}
	list, err := game.Fields(data, example)
	if err != nil {
		return nil, err
	}
	fields := map[string]json.RawMessage{}
	for _, f := range list {
		known := false
		for _, name := range names {
			known = known || f.Name == name
		}
		if !known {
			return nil, fmt.Errorf("there is no field %s; there is %s", game.Quote(f.Name), strings.Join(names, ", "))
		}
		fields[f.Name] = f.Value
	}
	return fields, nil
}

// decode is json.Unmarshal with an error for people, and without null.
func decode(data []byte, into any) error {
	if len(data) == 0 || bytes.Equal(bytes.TrimSpace(data), []byte("null")) {
		return fmt.Errorf("it is missing")
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("the JSON is not right: %w", err)
	}
	return nil
}
