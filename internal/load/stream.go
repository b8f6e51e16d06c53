package load

import (
	"bytes"
	"fmt"
)

// events reads server-sent events from a stream's connection.
type events struct {
	*wire
	length int    // of the body, as head returns it
	body   []byte // what has been received and not yet read as an event
	read   int    // how much of body is of events that have been returned
	lines  []byte // the data of an event that came in several lines
	done   bool
}

// next reads the next event: its name, "message" if it has none, and its data, which
// is valid until the next reading. Comments and fields that guests do not use are
// passed over.
func (e *events) next() (name, data []byte, err error) {
	seen := 0
	for {
		rest := e.body[e.read:]
		if i := bytes.Index(rest[seen:], []byte("\n\n")); i >= 0 {
			event := rest[:seen+i]
			e.read += seen + i + 2
			seen = 0
			if name, data = e.parse(event); data != nil {
				return name, data, nil
			}
			continue
		}
		if e.done {
			return nil, nil, errEnded
		}
		seen = max(0, len(rest)-1)
		e.body = e.body[:copy(e.body, rest)]
		e.read = 0
		if e.body, e.done, err = e.piece(e.body, e.length); err != nil {
			return nil, nil, err
		}
		if len(e.body) > mostEvent {
			return nil, nil, fmt.Errorf("an event of more than %d bytes", mostEvent)
		}
	}
}

// mostEvent is the length of an event that is taken for a mistake.
const mostEvent = 1 << 20

var eventName = []byte("message")

// parse splits an event into its name and data; data is nil if it has none.
func (e *events) parse(event []byte) (name, data []byte) {
	name = eventName
	several := false
	for len(event) > 0 {
		line := event
		if i := bytes.IndexByte(event, '\n'); i >= 0 {
			line, event = event[:i], event[i+1:]
		} else {
			event = nil
		}
		if value, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			value = bytes.TrimPrefix(value, []byte(" "))
			switch {
			case data == nil:
				data = value
			case !several:
				several = true
				e.lines = append(e.lines[:0], data...)
				fallthrough
			default:
				e.lines = append(append(e.lines, '\n'), value...)
			}
		} else if value, ok := bytes.CutPrefix(line, []byte("event:")); ok {
			name = bytes.TrimPrefix(value, []byte(" "))
		}
	}
	if several {
		data = e.lines
	}
	return name, data
}
