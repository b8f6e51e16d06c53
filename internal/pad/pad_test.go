package pad_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/saloon-games/saloon/internal/pad"
)

// slips is a kind of pad whose words are "SLOT=VALUE".
type slips struct{}

func (slips) Name() string { return "slips" }

func (slips) Slot(word string) (string, error) {
	slot, _, ok := strings.Cut(word, "=")
	if !ok {
		return "", fmt.Errorf("want SLOT=VALUE, not %s", word)
	}
	return slot, nil
}

// A device is a pad with a name, whose entries have IDs of their own.
type device struct {
	*pad.Pad
	name string
	made int
}

func newDevice(name string) *device { return &device{pad.New(slips{}), name, 0} }

func (d *device) write(t rapid.TB, word string) pad.Entry {
	t.Helper()
	d.made++
	e, err := d.Write(pad.Stamp{ID: fmt.Sprintf("%s-%06d", d.name, d.made), By: d.name, Wall: int64(d.made)}, word)
	if err != nil {
		t.Fatalf("%s: %v", word, err)
	}
	return e
}

func (d *device) merge(t rapid.TB, from *device) {
	t.Helper()
	if _, err := d.Merge(from.Entries()...); err != nil {
		t.Fatal(err)
	}
}

// shown is what stands on a pad: "a=1" or, in conflict, "a=1|a=2".
func shown(p *pad.Pad) []string {
	list := []string{}
	for _, s := range p.Slots() {
		words := []string{}
		for _, v := range s.Values {
			words = append(words, v.Word)
		}
		list = append(list, strings.Join(words, "|"))
	}
	slices.Sort(list)
	return list
}

func want(t *testing.T, p *pad.Pad, list ...string) {
	t.Helper()
	if diff := cmp.Diff(append([]string{}, list...), shown(p)); diff != "" {
		t.Errorf("the pad shows (-want +got):\n%s", diff)
	}
}

func TestTheLastWordInASlotStands(t *testing.T) {
	d := newDevice("ann-1")
	d.write(t, "a=1")
	d.write(t, "b=1")
	d.write(t, "a=2")
	want(t, d.Pad, "a=2", "b=1")
}

func TestWordsWrittenApart(t *testing.T) {
	ann, bob := newDevice("ann-1"), newDevice("bob-1")
	ann.write(t, "a=0")
	bob.merge(t, ann)
	t.Run("that differ are a conflict, in which neither is lost", func(t *testing.T) {
		ann.write(t, "a=1")
		bob.write(t, "a=2")
		bob.write(t, "b=1")
		ann.merge(t, bob)
		bob.merge(t, ann)
		want(t, ann.Pad, "a=1|a=2", "b=1")
		want(t, bob.Pad, "a=1|a=2", "b=1")
	})
	t.Run("are settled by one more word", func(t *testing.T) {
		bob.write(t, "a=2")
		ann.merge(t, bob)
		want(t, ann.Pad, "a=2", "b=1")
	})
	t.Run("that are equal are one value of two entries, taken back at once", func(t *testing.T) {
		ann.write(t, "c=1")
		bob.write(t, "c=1")
		ann.merge(t, bob)
		want(t, ann.Pad, "a=2", "b=1", "c=1")
		word, of := ann.Undo()
		if of != "c=1" {
			t.Errorf("undo is about %q", of)
		}
		ann.write(t, word)
		want(t, ann.Pad, "a=2", "b=1")
	})
}

func TestUndoAndRedo(t *testing.T) {
	d := newDevice("ann-1")
	undo := func() {
		t.Helper()
		word, _ := d.Undo()
		d.write(t, word)
	}
	redo := func() {
		t.Helper()
		word, _ := d.Redo()
		d.write(t, word)
	}
	d.write(t, "a=1")
	d.write(t, "a=2")
	d.write(t, "b=1")
	undo()
	want(t, d.Pad, "a=2")
	undo()
	want(t, d.Pad, "a=1")
	undo()
	want(t, d.Pad)
	if word, of := d.Undo(); word != "" || of != "" {
		t.Errorf("there is nothing to undo, but %q", word)
	}
	redo()
	redo()
	want(t, d.Pad, "a=2")
	undo()
	want(t, d.Pad, "a=1")
	redo()
	redo()
	want(t, d.Pad, "a=2", "b=1")
	if word, _ := d.Redo(); word != "" {
		t.Errorf("there is nothing to redo, but %q", word)
	}
	undo()
	d.write(t, "a=3")
	if word, _ := d.Redo(); word != "" {
		t.Errorf("something has been written since, but redo is %q", word)
	}
	want(t, d.Pad, "a=3")
	if word, of := d.Undo(); of != "a=3" {
		t.Errorf("undo %q is about %q", word, of)
	}
}

func TestWhatWasUndoneDoesNotComeBackBesideALaterWord(t *testing.T) {
	d := newDevice("ann-1")
	first := d.write(t, "a=1")
	word, _ := d.Undo()
	undo := d.write(t, word)
	d.write(t, "a=2")
	d.write(t, "undo "+undo.ID)
	want(t, d.Pad, "a=2")
	if first.ID == undo.ID {
		t.Fatal("two entries have one ID")
	}
}

func TestACorrectionThatIsUndoneLeavesWhatCameAfterIt(t *testing.T) {
	d := newDevice("ann-1")
	d.write(t, "a=1")
	second := d.write(t, "a=2")
	d.write(t, "a=3")
	d.write(t, "undo "+second.ID)
	want(t, d.Pad, "a=3")
}

func TestTwoWhoUndoTheSameAreRedoneAtOnce(t *testing.T) {
	ann, bob := newDevice("ann-1"), newDevice("bob-1")
	ann.write(t, "a=1")
	bob.merge(t, ann)
	for _, d := range []*device{ann, bob} {
		word, _ := d.Undo()
		d.write(t, word)
	}
	ann.merge(t, bob)
	want(t, ann.Pad)
	word, of := ann.Redo()
	if of != "a=1" {
		t.Fatalf("redo is about %q", of)
	}
	ann.write(t, word)
	want(t, ann.Pad, "a=1")
}

// play has three devices write, undo, redo and meet as it comes, and returns them.
func play(t *rapid.T) []*device {
	devices := []*device{newDevice("ann-1"), newDevice("bob-1"), newDevice("cyd-1")}
	for range rapid.IntRange(1, 40).Draw(t, "acts") {
		d := rapid.SampledFrom(devices).Draw(t, "device")
		word := ""
		switch rapid.IntRange(0, 6).Draw(t, "act") {
		case 0:
			d.merge(t, rapid.SampledFrom(devices).Draw(t, "from"))
		case 1:
			word, _ = d.Undo()
		case 2:
			word, _ = d.Redo()
		default:
			word = rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "slot") + "=" + rapid.SampledFrom([]string{"1", "2"}).Draw(t, "value")
		}
		if word != "" {
			d.write(t, word)
		}
	}
	return devices
}

// state is all that a pad shows.
func state(p *pad.Pad) string {
	undo, of := p.Undo()
	redo, again := p.Redo()
	text, err := json.Marshal([]any{p.Slots(), p.Entries(), undo, of, redo, again})
	if err != nil {
		panic(err)
	}
	return string(text)
}

func TestMergingInAnyOrderAndAnyNumberOfTimesGivesTheSamePad(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := newDevice("whole-1")
		var all []pad.Entry
		for _, d := range play(t) {
			whole.merge(t, d)
			all = append(all, d.Entries()...) // many of them more than once
		}
		p := pad.New(slips{})
		all = rapid.Permutation(all).Draw(t, "order")
		added := 0
		for len(all) > 0 {
			n := rapid.IntRange(1, len(all)).Draw(t, "batch")
			fresh, err := p.Merge(all[:n]...)
			if err != nil {
				t.Fatal(err)
			}
			added, all = added+fresh, all[n:]
		}
		if added != whole.Len() {
			t.Errorf("%d entries were new, want %d", added, whole.Len())
		}
		if a, b := state(p), state(whole.Pad); a != b {
			t.Errorf("merged otherwise:\n%s\n%s", a, b)
		}
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		read, err := pad.Read(text, slips{})
		if err != nil {
			t.Fatal(err)
		}
		if a, b := state(read), state(p); a != b {
			t.Errorf("read again:\n%s\n%s", a, b)
		}
	})
}

func TestWhatNobodyHasSeenIsNeverLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		devices := play(t)
		// Now each writes once more, apart from the others.
		words := map[string]bool{}
		for i, d := range devices {
			if rapid.Bool().Draw(t, "writes") {
				word := fmt.Sprintf("a=new%d", i%2)
				d.write(t, word)
				words[word] = true
			}
		}
		whole := newDevice("whole-1")
		for _, d := range devices {
			whole.merge(t, d)
		}
		standing := map[string]bool{}
		for _, s := range whole.Slots() {
			if s.Name != "a" {
				continue
			}
			for _, v := range s.Values {
				standing[v.Word] = true
			}
			if s.Conflict() != (len(s.Values) > 1) {
				t.Error("a slot with several values is a conflict")
			}
		}
		for word := range words {
			if !standing[word] {
				t.Errorf("%s is lost; there is %v", word, standing)
			}
		}
	})
}

func TestUndoTakesBackTheLastTapAndRedoBringsItBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := play(t)[0]
		before := shown(d.Pad)
		d.write(t, "d=1")
		after := shown(d.Pad)
		word, _ := d.Undo()
		d.write(t, word)
		if diff := cmp.Diff(before, shown(d.Pad)); diff != "" {
			t.Errorf("undone (-before +now):\n%s", diff)
		}
		word, _ = d.Redo()
		d.write(t, word)
		if diff := cmp.Diff(after, shown(d.Pad)); diff != "" {
			t.Errorf("redone (-before +now):\n%s", diff)
		}
	})
}

func TestEntriesThatGoRoundInCirclesAllStand(t *testing.T) {
	p := pad.New(slips{})
	if _, err := p.Merge(
		pad.Entry{ID: "first-of-a", By: "Eve", Time: 1, Over: []string{"other-of-a"}, Word: "a=1"},
		pad.Entry{ID: "other-of-a", By: "Eve", Time: 1, Over: []string{"first-of-a", "other-of-a"}, Word: "a=2"},
		pad.Entry{ID: "undo-early", By: "Eve", Time: 1, Word: "undo undo-twice later-of-b"},
		pad.Entry{ID: "undo-twice", By: "Eve", Time: 1, Word: "undo undo-early undo-twice"},
		pad.Entry{ID: "later-of-b", By: "Eve", Time: 2, Over: []string{"first-of-a"}, Word: "b=1"},
	); err != nil {
		t.Fatal(err)
	}
	want(t, p, "a=1|a=2", "b=1")
}

func TestBadEntriesAreRefusedAndChangeNothing(t *testing.T) {
	good := pad.Entry{ID: "k3v9x2mq", By: "Ann", Time: 1, Wall: 0, Word: "a=1"}
	long := strings.Repeat("x", pad.MostWord)
	for name, bend := range map[string]struct {
		bend func(*pad.Entry)
		says string
	}{
		"an ID that is too short":     {func(e *pad.Entry) { e.ID = "short" }, "8 to 40 letters"},
		"an ID with a space":          {func(e *pad.Entry) { e.ID = "k3v9 x2mq" }, "8 to 40 letters"},
		"an ID with other letters":    {func(e *pad.Entry) { e.ID = "k3v9x2mß" }, "8 to 40 letters"},
		"a device without a name":     {func(e *pad.Entry) { e.By = "" }, "name of a device"},
		"a device's name too long":    {func(e *pad.Entry) { e.By = strings.Repeat("n", 200) }, "name of a device"},
		"a name that turns text":      {func(e *pad.Entry) { e.By = "Ann\u202e" }, "name of a device"},
		"a time before the first":     {func(e *pad.Entry) { e.Time = 0 }, "whole number from 1 to 2000"},
		"a time after the last":       {func(e *pad.Entry) { e.Time = 2001 }, "whole number from 1 to 2000"},
		"a wall time before 1970":     {func(e *pad.Entry) { e.Wall = -1 }, "milliseconds since 1970"},
		"a wall time in seconds of 2": {func(e *pad.Entry) { e.Wall = 1 << 60 }, "milliseconds since 1970"},
		"a word that is too long":     {func(e *pad.Entry) { e.Word = "a=" + long }, "up to 2048 bytes"},
		"a word of two lines":         {func(e *pad.Entry) { e.Word = "a=1\nb=1" }, "one line"},
		"a word that is no text":      {func(e *pad.Entry) { e.Word = "a=\xff" }, "one line"},
		"a word that nobody knows":    {func(e *pad.Entry) { e.Word = "dance" }, "want SLOT=VALUE"},
		"an undo of nothing":          {func(e *pad.Entry) { e.Word = "undo" }, "want undo and the IDs"},
		"too many to take over from":  {func(e *pad.Entry) { e.Over = slices.Repeat([]string{"k3v9x2mz"}, 65) }, "up to 64 others"},
		"no ID to take over from":     {func(e *pad.Entry) { e.Over = []string{""} }, "up to 64 others"},
	} {
		t.Run(name, func(t *testing.T) {
			p := pad.New(slips{})
			bad := good
			bend.bend(&bad)
			n, err := p.Merge(pad.Entry{ID: "k3v9x2mz", By: "Bob", Time: 1, Word: "b=1"}, bad)
			if err == nil || n != 0 || p.Len() != 0 {
				t.Fatalf("%d entries taken in, %d there: %v", n, p.Len(), err)
			}
			if !strings.Contains(err.Error(), bend.says) {
				t.Errorf("%v does not say %q", err, bend.says)
			}
		})
	}
	t.Run("an ID that another entry has", func(t *testing.T) {
		p := pad.New(slips{})
		other := good
		other.Word = "a=2"
		if _, err := p.Merge(good, other); err == nil || p.Len() != 0 {
			t.Errorf("both taken in: %v", err)
		}
		if _, err := p.Merge(good); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Merge(other); err == nil || p.Len() != 1 {
			t.Errorf("the other taken in: %v", err)
		}
	})
}

func TestAPadThatIsFullSaysSo(t *testing.T) {
	p := pad.New(slips{})
	entries := make([]pad.Entry, pad.MostEntries)
	for i := range entries {
		entries[i] = pad.Entry{ID: fmt.Sprintf("entry-%06d", i), By: "Ann", Time: i + 1, Word: "a=1"}
	}
	if _, err := p.Merge(entries...); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Write(pad.Stamp{ID: "one-too-many", By: "Ann"}, "a=2"); err == nil || !strings.Contains(err.Error(), "begin a new one") {
		t.Errorf("the refusal is %v", err)
	}
	one := pad.Entry{ID: "one-too-many", By: "Ann", Time: 1, Word: "a=2"}
	if _, err := p.Merge(one); err == nil || !strings.Contains(err.Error(), "begin a new one") {
		t.Errorf("the refusal is %v", err)
	}
	if p.Len() != pad.MostEntries {
		t.Errorf("there are %d entries", p.Len())
	}
}

func TestAClockThatIsWrongDecidesNothing(t *testing.T) {
	d := newDevice("ann-1")
	if _, err := d.Write(pad.Stamp{ID: "in-2099-x", By: "Ann", Wall: 4070908800000}, "a=1"); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Write(pad.Stamp{ID: "in-1970-x", By: "Bob", Wall: 0}, "a=2"); err != nil {
		t.Fatal(err)
	}
	want(t, d.Pad, "a=2")
}

func TestEntriesThatADeviceLacks(t *testing.T) {
	d := newDevice("ann-1")
	first := d.write(t, "a=1")
	second := d.write(t, "b=1")
	if diff := cmp.Diff([]pad.Entry{second}, d.Lacks([]string{first.ID})); diff != "" {
		t.Error(diff)
	}
}

func TestReadRefusesInWords(t *testing.T) {
	for text, says := range map[string]string{
		``:                                      `want an object`,
		`[]`:                                    `want an object`,
		`{"pad":"slips"}`:                       `entries: it is missing`,
		`{"entries":[]}`:                        `pad: it is missing`,
		`{"pad":"x","entries":[]}`:              `there is no pad of the kind x; there is slips`,
		`{"pad":"slips","entries":[],"more":1}`: `there is no field more`,
		`{"pad":"slips","entries":[{"ID":"k3v9x2mq"}]}`:                                `there is no field ID`,
		`{"pad":"slips","entries":[{"time":1.5}]}`:                                     `the JSON is not right`,
		`{"pad":"slips","entries":[{"id":"k3v9x2mq","by":"A","time":1,"word":"x"}]}`:   `want SLOT=VALUE`,
		`{"pad":"slips","entries":null}`:                                               `it is missing`,
		`{"pad":"slips","entries":[` + strings.Repeat("{},", pad.MostEntries) + `{}]}`: `up to 2000, not 2001`,
		`{"pad":"` + strings.Repeat("x", pad.MostBytes) + `"}`:                         `up to 1048576 bytes`,
	} {
		_, err := pad.Read([]byte(text), slips{})
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%.60s: %v, want %q", text, err, says)
		}
	}
}

func FuzzEntriesFromOutside(f *testing.F) {
	f.Add(`[{"id":"k3v9x2mq","by":"Ann","time":1,"wall":0,"word":"a=1"}]`)
	f.Add(`[{"id":"k3v9x2mq","by":"Ann","time":2,"wall":0,"over":["k3v9x2mq"],"word":"undo k3v9x2mq"}]`)
	f.Add(`[{"id":1}]`)
	f.Fuzz(func(t *testing.T, text string) {
		entries, err := pad.ReadEntries([]byte(text))
		if err != nil {
			return
		}
		p := pad.New(slips{})
		n, err := p.Merge(entries...)
		if err != nil {
			if p.Len() != 0 {
				t.Fatalf("refused, but %d entries are there", p.Len())
			}
			return
		}
		if n != p.Len() || n > pad.MostEntries {
			t.Fatalf("%d entries new, %d there", n, p.Len())
		}
		again, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		read, err := pad.Read(again, slips{})
		if err != nil {
			t.Fatal(err)
		}
		if a, b := state(read), state(p); a != b {
			t.Fatalf("read again:\n%s\n%s", a, b)
		}
	})
}
