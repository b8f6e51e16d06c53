package house

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/internal/store"
	"github.com/saloon-games/saloon/internal/store/memory"
)

// erasedIs makes sure that a log from which a person is erased is that of the same table
// but for their name and their words, and has neither.
func erasedIs(tb failer, id string, log []store.Entry, person, name string) (Erasure, bool) {
	tb.Helper()
	e, found, err := Erase(id, log, person, nil, time.Unix(1_900_000_000, 0).UTC())
	if err != nil {
		tb.Fatal(err)
	}
	if !found {
		return e, false
	}
	anew := slices.Clone(log)
	for _, c := range e.Changed {
		if old := anew[c.Seq-1]; !c.At.Equal(old.At) || c.Key != old.Key {
			tb.Fatalf("entry %d has another time or key", c.Seq)
		}
		anew[c.Seq-1] = c
	}
	for _, entry := range append(anew, e.Entries...) {
		if strings.Contains(string(entry.Body), `"`+name+`"`) {
			tb.Fatalf("the name is still in %s", entry.Body)
		}
	}
	was, is := must[*Table](tb)(Replay(id, log)), must[*Table](tb)(Replay(id, anew))
	for i := range was.seats {
		if is.seats[i].name != was.seats[i].name && is.seats[i].name != Somebody {
			tb.Fatalf("seat %d is called %q, and was %q", i, is.seats[i].name, was.seats[i].name)
		}
		is.seats[i].name = was.seats[i].name
	}
	if len(is.chat) != len(was.chat) {
		tb.Fatalf("%d lines of talk, and there were %d", len(is.chat), len(was.chat))
	}
	is.chat = was.chat
	if !reflect.DeepEqual(is, was) {
		tb.Fatalf("another table:\n%+v\n%+v", is, was)
	}
	if err := is.readOn([]store.Entry{{Seq: was.seq + 1, At: e.Entries[0].At, Body: e.Entries[0].Body}}); err != nil {
		tb.Fatal(err)
	}
	if _, again, err := Erase(id, append(anew, store.Entry{Seq: was.seq + 1, Body: e.Entries[0].Body}), person, nil, time.Time{}); again || err != nil {
		tb.Fatalf("there is something to erase again: %v, %v", again, err)
	}
	return e, true
}

func TestWhateverHappenedAtATableItIsTheSameWithoutThoseWhoAreErased(t *testing.T) {
	erased := 0
	rapid.Check(t, func(rt *rapid.T) {
		r := trial{T: rt, c: newClock()}
		r.h = must[*House](rt)(New(rt.Context(), Config{Store: memory.New(nil), Clock: r.c.now, Beat: 10_000 * time.Hour}))
		r.id = must[string](rt)(r.h.Open(rt.Context(), crowd[0], Setup{Game: "texas", Seats: 3, Options: short["texas"], Settings: Settings{Pace: Quick, Chat: true}}))
		for i := range 3 {
			do(rt, r.h, r.id, crowd[i], Sit{AnySeat, "Name of " + crowd[i]})
			do(rt, r.h, r.id, crowd[i], Say{"I am Name of " + crowd[i] + ", not Name of " + crowd[0]})
		}
		do(rt, r.h, r.id, crowd[0], Start{})
		r.before = folded(rt, r.h, r.id)
		for n := range rapid.IntRange(1, 60).Draw(rt, "steps") {
			if rapid.IntRange(0, 7).Draw(rt, "wait") == 0 {
				r.wait()
			} else {
				r.ask(fmt.Sprint("key ", n))
			}
			r.before = folded(rt, r.h, r.id)
		}
		log := must[[]store.Entry](rt)(r.h.store.Log(rt.Context(), r.id, 0))
		for i := range 3 {
			if _, found := erasedIs(rt, r.id, log, crowd[i], "Name of "+crowd[i]); found {
				erased++
			}
		}
	})
	if erased == 0 {
		t.Error("nobody was erased")
	}
}

func TestARecordIsTheSameAndVerifiesWhenAPlayerIsErasedAndHousesReadItAnew(t *testing.T) {
	c := newClock()
	s := freshStore(t)
	h, other := newHouse(t, s, c), newHouse(t, s, c)
	id := seating(t, h, "texas", 3, 2, "thumb", Settings{Pace: Relaxed, Chat: true})
	do(t, h, id, "p0", Say{"Hi P1, not P11"})
	do(t, h, id, "p1", Say{"I live in Elm Street"})
	do(t, h, id, "p0", Start{})
	finish(t, h, c, id, fair.NewRand(1))
	was := must[any](t)(h.Record(t.Context(), id, 1))
	scene(t, other, id, "p0")

	e, _ := erasedIs(t, id, must[[]store.Entry](t)(s.Log(t.Context(), id, 0)), "p1", "P1")
	if err := s.Rewrite(t.Context(), id, e.After, e.Changed, e.Entries, e.Head); err != nil {
		t.Fatal(err)
	}
	for _, h := range []*House{h, other, newHouse(t, s, c)} {
		now := scene(t, h, id, "p0")
		if now.Seats[1].Name != Somebody || now.Chat[0].Text != "Hi somebody, not P11" || now.Chat[1].Text != "(erased)" || now.Chat[1].Name != Somebody {
			t.Errorf("seats %+v, talk %+v", now.Seats, now.Chat)
		}
		folded(t, h, id)
	}
	verified(t, h, id, 1)
	a, b := asJSON(t, was), asJSON(t, must[any](t)(h.Record(t.Context(), id, 1)))
	if b != strings.ReplaceAll(a, `"P1"`, `"somebody"`) {
		t.Errorf("the record was\n%s\nand is\n%s", a, b)
	}
	if row := must[store.Table](t)(s.Table(t.Context(), id)); strings.Contains(string(row.Summary), "P1") {
		t.Errorf("the summary is %s", row.Summary)
	}
}

func TestATableThatTheHouseClosesTellsWhyAndHowItsGameWasShuffled(t *testing.T) {
	c := newClock()
	h := newHouse(t, freshStore(t), c)
	id := seating(t, h, "raincheck", 2, 2, "thumb", Settings{Pace: Quick})
	do(t, h, id, "p0", Start{})
	if _, err := h.Do(t.Context(), id, "", "", CloseForAll{Reason: "\n"}); codeOf(err) != BadText {
		t.Errorf("without a reason: %v", err)
	}
	do(t, h, id, "", CloseForAll{Reason: "rude words"})
	s := scene(t, h, id, "p0")
	if s.Phase != Shut || s.Reason != "rude words" || s.Fair.ServerSeed == "" {
		t.Errorf("phase %s, reason %q, server seed %q", s.Phase, s.Reason, s.Fair.ServerSeed)
	}
	if _, err := h.Do(t.Context(), id, "", "", CloseForAll{Reason: "rude words"}); codeOf(err) != TableClosed {
		t.Errorf("again: %v", err)
	}
	folded(t, h, id)
}

func TestWhatIsToldOfALogIsWhatWasSeenFromASeat(t *testing.T) {
	c := newClock()
	s := freshStore(t)
	h := newHouse(t, s, c)
	id := seating(t, h, "texas", 3, 2, "thumb", Settings{Pace: Quick, Chat: true})
	do(t, h, id, "p1", GiveSeed{[]byte("0123456789abcdef")})
	do(t, h, id, "p0", Say{"hello"})
	do(t, h, id, "p0", Start{})
	for range 4 {
		if now := scene(t, h, id, ""); now.Turn >= 0 && now.Seats[now.Turn].Level == "" {
			who := fmt.Sprintf("p%d", now.Turn)
			own := scene(t, h, id, who)
			do(t, h, id, who, choice(t, &own, fair.NewRand(2)))
		} else {
			h.WakeDue(t.Context())
		}
	}
	log := must[[]store.Entry](t)(s.Log(t.Context(), id, 0))
	secret := fmt.Sprintf("%x", must[[]byte](t)(s.Secret(t.Context(), id, 1)))
	for _, who := range []string{"p0", "p1", ""} {
		told := must[[]Telling](t)(Tell(id, log, who))
		var words []string
		for _, l := range told {
			if l.Kind == "moved" {
				words = append(words, l.Word)
			}
		}
		if seen := scene(t, h, id, who).View.Events(); !slices.Equal(words, seen) || len(words) == 0 {
			t.Errorf("%q is told %q and has seen %q", who, words, seen)
		}
		text := asJSON(t, told)
		for what, is := range map[string]string{"the server seed": secret, "another's id": map[string]string{"p0": `"p1"`, "p1": `"p0"`, "": `"p0"`}[who]} {
			if strings.Contains(text, is) {
				t.Errorf("%q is told %s: %s", who, what, text)
			}
		}
		if own := strings.Contains(text, fmt.Sprintf("%x", "0123456789abcdef")); own != (who == "p1") {
			t.Errorf("%q is told p1's client seed: %v", who, own)
		}
	}
	if told := must[[]Telling](t)(Tell(id, log, "p2")); len(told) != 1 {
		t.Errorf("who never sat there is told %v", told)
	}
}

func TestAHouseLearnsFromTheBookWhoAndWhatItMustLookAtAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := memory.New(nil)
		h := must[*House](t)(New(t.Context(), Config{Store: s, Beat: 10_000 * time.Hour}))
		other := must[*House](t)(New(t.Context(), Config{Store: s, Beat: 10_000 * time.Hour}))
		id := must[string](t)(h.Open(t.Context(), "p0", Setup{Game: "texas", Seats: 3, Settings: Settings{Pace: Unhurried}}, Sit{0, "P0"}))
		at := make(chan int64, 9)
		stop := must[func()](t)(h.Watch(t.Context(), id, func(seq int64) { at <- seq }))
		defer stop()
		type notice struct {
			person string
			out    bool
		}
		heard := make(chan notice, 9)
		defer h.WatchPeople(func(person string, out bool) { heard <- notice{person, out} })()
		go func() { _ = h.Heed(t.Context()) }()

		do(t, other, id, "p0", Rename{"Other"})
		began := time.Now()
		for _, n := range []store.Notice{
			{Deed: DeedRename, Person: "p0"}, {Deed: DeedBan, Person: "p1"}, {Deed: DeedClose, Table: "none"},
		} {
			if err := s.Note(t.Context(), n); err != nil {
				t.Fatal(err)
			}
		}
		if got := [2]notice{<-heard, <-heard}; got != [2]notice{{"p0", false}, {"p1", true}} {
			t.Errorf("heard %v", got)
		}
		if seq := <-at; seq != scene(t, other, id, "").Seq {
			t.Errorf("told that the log is at %d", seq)
		}
		do(t, other, id, "", CloseForAll{Reason: "over"})
		if err := s.Note(t.Context(), store.Notice{Deed: DeedClose, Table: id}); err != nil {
			t.Fatal(err)
		}
		<-at
		if took := time.Since(began); took > 2*HeedEvery {
			t.Errorf("it took %v", took)
		}
		if s := must[Scene](t)(h.Scene(t.Context(), id, "", 0)); s.Phase != Shut {
			t.Errorf("the table is %s", s.Phase)
		}
	})
}

func TestABannedGuestIsKnownWithTheBan(t *testing.T) {
	c := newClock()
	s := freshStore(t)
	h := newHouse(t, s, c)
	g, token, err := h.NewGuest(t.Context(), "Ann")
	if err != nil {
		t.Fatal(err)
	}
	until := c.now().Add(time.Hour)
	if err := s.Ban(t.Context(), g.ID, until, "loud"); err != nil {
		t.Fatal(err)
	}
	got, ok, err := h.Guest(t.Context(), token)
	if !ok || err != nil || got.Ban != (Ban{until, "loud"}) || !got.Ban.Holds(c.now()) || got.Ban.Holds(until) || (Ban{}).Holds(c.now()) {
		t.Errorf("%+v, %v, %v", got, ok, err)
	}
}

func TestANameIsTakenOutOfWordsOnlyWhereItStandsAlone(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"Al", "somebody"},
		{"Al, Al! (Al) Also Pal Alal", "somebody, somebody! (somebody) Also Pal Alal"},
		{"éAl Alé Al1 _Al", "éAl Alé Al1 _somebody"},
		{"AlAl", "AlAl"},
		{"Böhm 🦝", "Böhm somebody"},
		{"", ""},
	} {
		if got := unname(test.text, []string{"Al", "🦝"}); got != test.want {
			t.Errorf("%q becomes %q, want %q", test.text, got, test.want)
		}
	}
	var e *json.SyntaxError
	if _, _, err := Erase("id", []store.Entry{{Seq: 1, Body: []byte("{")}}, "p", nil, time.Time{}); err == nil || errors.As(err, &e) {
		t.Errorf("a broken log: %v", err)
	}
}

func TestOfANameThatBeginsLikeAnotherOfTheirsNothingIsLeft(t *testing.T) {
	c, s := newClock(), freshStore(t)
	h := newHouse(t, s, c)
	id := seating(t, h, "texas", 3, 2, "thumb", Settings{Pace: Relaxed, Chat: true})
	do(t, h, id, "p1", Rename{"Ann"})
	do(t, h, id, "p1", Rename{"Ann Fox"})
	do(t, h, id, "p0", Say{"Ann Fox was Ann"})
	e, _ := erasedIs(t, id, must[[]store.Entry](t)(s.Log(t.Context(), id, 0)), "p1", "Ann")
	if last := e.Changed[len(e.Changed)-1]; !strings.Contains(string(last.Body), `"somebody was somebody"`) {
		t.Errorf("what was said becomes %s", last.Body)
	}
}

func TestAHouseThatStoodStillKnowsThatItDoesNotHeedTheBook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, err := New(t.Context(), Config{Store: memory.New(func([]byte) error { return nil })})
		if err != nil {
			t.Fatal(err)
		}
		look := func() {
			t.Helper()
			if err := h.HeedOnce(t.Context()); err != nil {
				t.Error(err)
			}
		}
		if h.Heeds() {
			t.Error("it heeds a book into which it has not looked")
		}
		for range 3 {
			look()
			if time.Sleep(HeedEvery); !h.Heeds() {
				t.Error("it does not heed the book")
			}
		}
		if time.Sleep(HeedEvery); h.Heeds() {
			t.Error("it heeds the book after it stood still")
		}
		if look(); !h.Heeds() {
			t.Error("it does not heed the book any more")
		}
	})
}
