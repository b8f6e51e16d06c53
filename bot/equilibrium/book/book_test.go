package book_test

import (
	"context"
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/saloon-games/saloon/bot/equilibrium/book"
	"github.com/saloon-games/saloon/bot/equilibrium/round"
)

// counted is a worth that counts how often it is asked for the first time in a round,
// and thinks nothing worth anything.
type counted struct{ asked atomic.Int64 }

func (c *counted) Worth(_ *round.Situation, out []float64) {
	c.asked.Add(1)
	clear(out)
}

func newBook(w round.Worth) *book.Book {
	return book.New(w, func([2]int) int { return 3 }, nil)
}

// seats are a game as each seat has been told it: the first round is over, and the
// second begins.
var seats = [2][]string{
	{"start 0", "stack K", "stack ?", "bet 1", "fold", "flip own K", "lose ?", "river ?", "stack ?"},
	{"start 0", "stack ?", "stack A", "bet 1", "fold", "flip own K", "lose 3", "river ?", "stack Q"},
}

func TestBothSeatsShareAHistory(t *testing.T) {
	before0, now0 := book.History(seats[0])
	before1, now1 := book.History(seats[1])
	if before0 != before1 || now0 != now1 || len(before0) != 7 || len(now0) != 1 {
		t.Errorf("%q, %q and %q, %q", before0, now0, before1, now1)
	}
}

func TestOtherEventsAreAnotherHistory(t *testing.T) {
	seen := map[string]bool{}
	for _, events := range [][]string{
		{"start 0", "stack ?", "stack ?", "bet 1", "fold", "flip own K", "lose ?", "river ?"},
		{"start 0", "stack ?", "stack ?", "bet 1", "fold", "flip own 3", "lose ?", "river ?"},
		{"start 0", "stack ?", "stack ?", "bet 2", "fold", "flip own K", "flip opp Q", "lose ?", "river ?"},
		{"start 0", "stack ?", "stack ?", "bet 1", "bet 2", "fold", "flip own K", "flip opp Q", "lose ?", "river ?"},
		{"start 0", "stack ?", "stack ?", "stack ?", "bet 1", "fold", "flip own K", "lose ?", "river ?"},
	} {
		before, now := book.History(events)
		if now != "" || seen[before] {
			t.Errorf("%q: %q, %q", events, before, now)
		}
		seen[before] = true
	}
}

func TestARoundIsSolvedOnceForAll(t *testing.T) {
	w := &counted{}
	b := newBook(w)
	first := b.Round(t.Context(), seats[0])
	asked := w.asked.Load()
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			if p := b.Round(t.Context(), seats[i%2]); p != first {
				t.Error("a second policy for the same history")
			}
		})
	}
	all.Wait()
	if asked == 0 || w.asked.Load() != asked {
		t.Errorf("values were asked for %d times at first and %d times in all", asked, w.asked.Load())
	}
}

// ahead is a worth that thinks energy and cards worth something.
type ahead struct{}

func (ahead) Worth(s *round.Situation, out []float64) {
	for i := range out {
		out[i] = float64(s.Energy[0]-s.Energy[1])/40 + float64(s.Owns[0]-s.Owns[1])/10
	}
}

// slow returns a book whose rounds take long enough to be asked for before they are whole.
func slow() *book.Book {
	return book.New(ahead{}, func([2]int) int { return 150 }, func(n int) []int { return []int{n / 4, n / 2} })
}

// hurried is a context that has a deadline and is done.
func hurried(t *testing.T) context.Context {
	t.Helper()
	done, stop := context.WithDeadline(t.Context(), time.Unix(0, 0))
	t.Cleanup(stop)
	return done
}

func TestWhoCannotWaitIsGivenADraftAndChangesNothingOfWhatItComesTo(t *testing.T) {
	b := slow()
	var draft *round.Policy
	for draft == nil {
		draft = b.Open(hurried(t), "")
		runtime.Gosched()
	}
	whole := b.Open(t.Context(), "")
	if draft == whole || reflect.DeepEqual(draft, whole) {
		t.Error("a draft is as good as the whole")
	}
	if again := b.Open(hurried(t), ""); again != whole {
		t.Error("what is whole is not given to who cannot wait")
	}
	if undisturbed := slow().Open(t.Context(), ""); !reflect.DeepEqual(whole, undisturbed) {
		t.Error("a round of which drafts were made comes to something else")
	}
}

func TestWhoCannotWaitForTheRoundBeforeIsGivenNothing(t *testing.T) {
	b := slow()
	if draft := b.Round(hurried(t), seats[0]); draft != nil {
		t.Error("a round was solved before the one that it follows from")
	}
	if whole := b.Round(t.Context(), seats[0]); whole == nil || whole.Situation().Owns != [2]int{3, 4} {
		t.Error("the work did not go on")
	}
}

func TestTheNextRoundBelievesWhatWasSeen(t *testing.T) {
	p := newBook(&counted{}).Round(t.Context(), seats[0])
	s := p.Situation()
	// Seat 1 has lost a card and begins the second round.
	if s.Owns != [2]int{3, 4} || s.Energy != [2]int{10, 10} {
		t.Fatalf("situation %+v", s)
	}
	for _, x := range s.Belief { // any of its cards, as likely as another
		if x < 0.2499 || x > 0.2501 {
			t.Errorf("belief %v", s.Belief)
		}
	}
}
