package house

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// While a house is updated, old and new programs share a store. Where a new one has
// written what an old one cannot read, the old one does nothing: it neither shows the
// table nor acts on it, says so, and leaves it to the new one. A log only grows, so it
// will never be able to read it.

// mostNewer is of how many tables it is remembered that they are beyond this program.
// What is forgotten is found out again, at the price of a lease.
const mostNewer = 1024

// newerError says why an entry of a log is for a newer program only.
type newerError struct{ why string }

func (e *newerError) Error() string {
	return "an entry of a log has " + e.why + "; use a newer program"
}

func tooNew(why string, args ...any) error { return &newerError{fmt.Sprintf(why, args...)} }

// newer knows the tables that are beyond this program.
type newer struct {
	mu    sync.Mutex
	known map[string]bool
	ids   []string // the same, the first known first; never changed, only replaced
}

func (n *newer) has(id string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.known[id]
}

// add returns false if it is known already.
func (n *newer) add(id string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.known[id] {
		return false
	}
	if n.known == nil {
		n.known = map[string]bool{}
	}
	if len(n.ids) == mostNewer {
		delete(n.known, n.ids[0])
		n.ids = n.ids[1:]
	}
	n.known[id] = true
	n.ids = append(slices.Clip(n.ids), id)
	return true
}

func (n *newer) list() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.ids
}

// beyond refuses a table whose log only a newer program can read, if that is what the
// error of reading it says. Other errors stay what they are.
func (h *House) beyond(ctx context.Context, id string, err error) error {
	if _, newer := errors.AsType[*newerError](err); !newer {
		return err
	}
	if h.newer.add(id) {
		h.see.NewerTable()
		h.log.WarnContext(ctx, "a table was changed by a newer version of this program, and is left to it", "table", id, "err", err)
	}
	return isBeyond(err)
}

func isBeyond(err error) error {
	return &Refusal{Code: Newer, Say: "This table was changed by a newer version of the program; the house is being updated. Try again in a minute.", Err: err}
}
