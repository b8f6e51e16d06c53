package gametest

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
	"github.com/saloon-games/saloon/record"
)

// checkStateJSON checks the JSON of states.
func (b *battery) checkStateJSON() (note string, err error) {
	return "", b.moments(20, func(m *moment) error {
		const before = "before"
		line := m.state.AppendJSON([]byte(before))
		head := game.AppendHead([]byte(before), m.state)
		if !bytes.HasPrefix(line, head) {
			return m.fault("AppendJSON does not append the common fields first: got %s, want %s...", line, head)
		}
		var compact bytes.Buffer
		if err := json.Compact(&compact, line[len(before):]); err != nil {
			return m.fault("a state's JSON is none: %w: %s", err, line[len(before):])
		}
		if !bytes.Equal(compact.Bytes(), line[len(before):]) {
			return m.fault("a state's JSON has blanks or ends of lines between its tokens: %s", line[len(before):])
		}
		return nil
	})
}

// checkRecords writes and reads the record at every step of some games.
func (b *battery) checkRecords() (note string, err error) {
	return "", b.matches(4, all, func(m *moment) error {
		line, err := record.Of(m.match).MarshalJSON()
		if err != nil {
			return m.fault("the record cannot be written: %w", err)
		}
		rec, err := reread(b.rules, line)
		if err != nil {
			return m.fault("the record cannot be read: %w", err)
		}
		if again, err := rec.MarshalJSON(); !bytes.Equal(again, line) {
			return m.fault("the record read is another: %s, error %v", again, err)
		}
		s, err := rec.State()
		if err != nil {
			return m.fault("the record read cannot be replayed: %w", err)
		}
		if d := differ(s, m.state); d != "" {
			return m.fault("the record read leads to another state: %s", d)
		}
		return nil
	})
}

// reread reads a record. Of a game that is not in the catalog, so that package
// record does not know it, it does no more than it must.
func reread(rules game.Rules, line []byte) (*record.Record, error) {
	known, err := catalog.ByName(rules.Name())
	if err == nil && reflect.TypeOf(known) == reflect.TypeOf(rules) {
		return record.Parse(line)
	}
	var j struct {
		Players int          `json:"players"`
		Options game.Options `json:"options"`
		Events  []string     `json:"events"`
	}
	err = json.Unmarshal(line, &j)
	rec, bad := record.New(rules, j.Players, j.Options)
	if err := errors.Join(err, bad); err != nil {
		return nil, err
	}
	for _, e := range j.Events {
		rec.Append(e)
	}
	return rec, nil
}
