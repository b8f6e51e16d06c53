package house

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/saloon-games/saloon/internal/pad"
	"github.com/saloon-games/saloon/internal/pad/score"
	"github.com/saloon-games/saloon/internal/pad/tally"
)

const padID = "abcdefghjkmnpqrstuvwxyz2"

// padEntry is an entry of a score pad: a name for a seat.
func padEntry(n int, word string) pad.Entry {
	return pad.Entry{ID: fmt.Sprintf("entry%04d", n), By: "phone", Time: n, Wall: 1, Word: word}
}

func idsOf(entries []pad.Entry) (ids []string) {
	for i := range entries {
		ids = append(ids, entries[i].ID)
	}
	return ids
}

func TestAPadIsKeptEachEntryOnceHoweverOftenItIsSent(t *testing.T) {
	s := freshStore(t)
	h := newHouse(t, s, newClock())
	if _, err := h.Pad(t.Context(), padID, 0); codeOf(err) != NoTable {
		t.Errorf("a pad that is not shared: %v", err)
	}
	a, b, c := padEntry(1, "name 0 Ann"), padEntry(2, "name 1 Bob"), padEntry(3, "table 4")
	for _, send := range []struct {
		entries []pad.Entry
		added   int
	}{{nil, 0}, {[]pad.Entry{b, a}, 2}, {[]pad.Entry{a, b}, 0}, {[]pad.Entry{a, c, a}, 1}, {nil, 0}} {
		added, err := h.WritePad(t.Context(), padID, score.Kind{}, send.entries)
		if err != nil || added != send.added {
			t.Errorf("%v: %d added, %v; want %d", idsOf(send.entries), added, err, send.added)
		}
	}
	again := newHouse(t, s, newClock()) // another process
	log := must[PadLog](t)(again.Pad(t.Context(), padID, 0))
	if want := []string{b.ID, a.ID, c.ID}; log.Kind != "score" || log.Seq != 4 || fmt.Sprint(idsOf(log.Entries)) != fmt.Sprint(want) {
		t.Errorf("kept: %+v; want %v", log, want)
	}
	if later := must[PadLog](t)(again.Pad(t.Context(), padID, 3)); len(later.Entries) != 1 || later.Entries[0].ID != c.ID || later.Seq != 4 {
		t.Errorf("after 3: %+v", later)
	}
}

func TestWhatNoPadTakesChangesNothingAndIsSaidInWords(t *testing.T) {
	h := newHouse(t, freshStore(t), newClock())
	a := padEntry(1, "name 0 Ann")
	if _, err := h.WritePad(t.Context(), padID, score.Kind{}, []pad.Entry{a}); err != nil {
		t.Fatal(err)
	}
	other := a
	other.Word = "name 0 Bob"
	for name, c := range map[string]struct {
		kind    pad.Kind
		entries []pad.Entry
		says    string
	}{
		"a word that means nothing":     {score.Kind{}, []pad.Entry{padEntry(2, "table 4"), padEntry(3, "shoot Bob")}, "shoot"},
		"two entries that share an ID":  {score.Kind{}, []pad.Entry{other}, "entry0001"},
		"entries of another kind":       {tally.Kind{}, []pad.Entry{padEntry(2, "game 1 0")}, "score"},
		"an entry without a name":       {score.Kind{}, []pad.Entry{{ID: "12345678", Time: 2, Word: "table 4"}}, "name"},
		"an entry from before any time": {score.Kind{}, []pad.Entry{{ID: "12345678", By: "phone", Word: "table 4"}}, "time"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := h.WritePad(t.Context(), padID, c.kind, c.entries)
			refusal, ok := errors.AsType[*Refusal](err)
			if !ok || refusal.Code != BadPad || !strings.Contains(refusal.Say, c.says) || !strings.HasSuffix(refusal.Say, ".") {
				t.Errorf("%v; want the words %q", err, c.says)
			}
			if log := must[PadLog](t)(h.Pad(t.Context(), padID, 0)); len(log.Entries) != 1 {
				t.Errorf("kept %v", idsOf(log.Entries))
			}
		})
	}
}

func TestTwentyDevicesWriteAtOnceAndNothingIsLost(t *testing.T) {
	s := freshStore(t)
	houses := []*House{newHouse(t, s, newClock()), newHouse(t, s, newClock())}
	var all sync.WaitGroup
	for device := range 20 {
		all.Go(func() {
			for n := range 5 {
				e := padEntry(1+n, fmt.Sprintf("name %d Ann", n))
				e.ID = fmt.Sprintf("device%02d-%d", device, n)
				for {
					_, err := houses[device%2].WritePad(t.Context(), padID, score.Kind{}, []pad.Entry{e})
					if codeOf(err) == Busy {
						continue // as a device does
					}
					if err != nil {
						t.Error(err)
					}
					break
				}
			}
		})
	}
	all.Wait()
	seen := map[string]int{}
	for _, id := range idsOf(must[PadLog](t)(houses[0].Pad(t.Context(), padID, 0)).Entries) {
		seen[id]++
	}
	if len(seen) != 100 {
		t.Errorf("%d entries are kept, want 100", len(seen))
	}
	for id, n := range seen {
		if n != 1 {
			t.Errorf("%s is kept %d times", id, n)
		}
	}
}

func TestWhoWatchesAPadIsToldAlsoByAnotherProcess(t *testing.T) {
	s := freshStore(t)
	w := &wire{}
	here := newHouse(t, s, newClock(), func(c *Config) { c.Bus = w.end() })
	there := newHouse(t, s, newClock(), func(c *Config) { c.Bus = w.end() })
	if _, err := here.WatchPad(t.Context(), padID, func(int64) {}); codeOf(err) != NoTable {
		t.Errorf("a pad that is not shared is watched: %v", err)
	}
	if _, err := here.WritePad(t.Context(), padID, tally.Kind{}, nil); err != nil {
		t.Fatal(err)
	}
	var told atomic.Int64
	stop := must[func()](t)(here.WatchPad(t.Context(), padID, told.Store))
	defer stop()
	for i, h := range []*House{here, there} {
		if _, err := h.WritePad(t.Context(), padID, tally.Kind{}, []pad.Entry{padEntry(1+i, "name 0 Ann")}); err != nil {
			t.Fatal(err)
		}
		if want := int64(2 + i); told.Load() != want {
			t.Errorf("told of %d, want %d", told.Load(), want)
		}
	}
}

func TestAPadIsNoTable(t *testing.T) {
	h := newHouse(t, freshStore(t), newClock())
	if _, err := h.WritePad(t.Context(), padID, score.Kind{}, nil); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{padPrefix + padID, padID} {
		if _, err := h.Scene(t.Context(), id, "", Latest); codeOf(err) != NoTable {
			t.Errorf("%s is shown as a table: %v", id, err)
		}
	}
	if list := must[[]Listing](t)(h.Public(t.Context(), 10)); len(list) != 0 {
		t.Errorf("pads are listed: %v", list)
	}
	for _, id := range []string{"", "short", strings.Repeat("x", MostPadID+1), "with-a-dash-in-it-123", "../../../../../../etc"} {
		if _, err := h.WritePad(t.Context(), id, score.Kind{}, nil); codeOf(err) != NoTable {
			t.Errorf("%q is a pad: %v", id, err)
		}
	}
}
