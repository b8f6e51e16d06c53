package house

import (
	"testing"
	"time"

	"github.com/saloon-games/saloon/internal/store"
)

func TestAGuestIsKnownByTheirTokenAndByNothingElse(t *testing.T) {
	c := newClock()
	h := newHouse(t, freshStore(t), c)
	named, token, err := h.NewGuest(t.Context(), " Ann ")
	if err != nil || named.Name != "Ann" || len(token) != 43 {
		t.Fatalf("%+v, %q, %v", named, token, err)
	}
	other, otherToken, err := h.NewGuest(t.Context(), "")
	if err != nil || other.Name == "" || other.ID == named.ID || otherToken == token {
		t.Fatalf("%+v, %v", other, err)
	}
	if _, _, err := h.NewGuest(t.Context(), "a\nb"); codeOf(err) != BadName {
		t.Errorf("a name of two lines: %v", err)
	}
	if err := h.NameGuest(t.Context(), named.ID, "Bo"); err != nil {
		t.Error(err)
	}
	if err := h.NameGuest(t.Context(), named.ID, ""); codeOf(err) != BadName {
		t.Errorf("no name: %v", err)
	}
	c.add(time.Hour)
	g, known, err := h.Guest(t.Context(), token)
	if err != nil || !known || g.ID != named.ID || g.Name != "Bo" {
		t.Errorf("%+v, %v, %v", g, known, err)
	}
	for _, wrong := range []string{"", named.ID, token + "x"} {
		if g, known, err := h.Guest(t.Context(), wrong); known || err != nil {
			t.Errorf("%q: %+v, %v", wrong, g, err)
		}
	}
}

func TestAStoreThatFailsIsAnErrorAndNoRefusalAndTheTableIsReadAnew(t *testing.T) {
	c := newClock()
	s := freshStore(t)
	h := newHouse(t, s, c)
	id := seating(t, h, "raincheck", 2, 1, "thumb", Settings{Pace: Quick, Chat: true})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	_, err := h.Do(t.Context(), id, "p0", "key", Start{})
	if code := codeOf(err); len(code) < 6 || code[:5] != "error" {
		t.Errorf("Do: %v", err)
	}
	if p := must[*place](t)(h.cache.place(id)); p.table != nil {
		t.Errorf("the table is still believed to be known")
	}
	if _, err := h.Open(t.Context(), "p0", Setup{Game: "texas", Seats: 3, Settings: Settings{Pace: Quick}}); err == nil {
		t.Errorf("a table was opened nowhere")
	}
	if n := h.WakeDue(t.Context()); n != 0 {
		t.Errorf("%d tables were woken", n)
	}
}

func TestABusyStoreIsARefusalThatAsksToTryAgain(t *testing.T) {
	if code := codeOf(storeError(store.ErrOverloaded)); code != Busy {
		t.Errorf("the code is %s", code)
	}
}

func TestALogThatIsBrokenIsRefused(t *testing.T) {
	s := freshStore(t)
	h := newHouse(t, s, newClock())
	id := seating(t, h, "raincheck", 2, 1, "thumb", Settings{Pace: Quick})
	log := must[[]store.Entry](t)(s.Log(t.Context(), id, 0))
	for i := range log {
		for k := range i {
			other := append([]store.Entry(nil), log...)
			other[i].Body, other[k].Body = log[k].Body, log[i].Body
			// Who sat down first, and whether before the commitment, is anybody's choice.
			if _, err := Replay(id, other); err == nil && k == 0 {
				t.Errorf("entries %d and %d may change places", k+1, i+1)
			}
		}
		if _, err := Replay(id, log[i:]); err == nil && i > 0 {
			t.Errorf("the log may begin with entry %d", i+1)
		}
	}
	do(t, h, id, "p0", Close{})
	last := must[[]store.Entry](t)(s.Log(t.Context(), id, 0))
	if _, err := Replay(id, append(last, store.Entry{Seq: int64(len(last)) + 1, Body: log[0].Body})); err == nil {
		t.Errorf("something may come after the end")
	}
}
