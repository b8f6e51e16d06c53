package score_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
	"github.com/saloon-games/saloon/internal/pad"
	"github.com/saloon-games/saloon/internal/pad/score"
)

// A sheet is a pad with a hand that writes on it.
type sheet struct {
	*pad.Pad
	device string
	made   int
}

func newSheet(device string) *sheet { return &sheet{pad.New(score.Kind{}), device, 0} }

func (s *sheet) write(text string) error {
	s.made++
	_, err := score.Write(s.Pad, pad.Stamp{ID: fmt.Sprintf("%s-%06d", s.device, s.made), By: s.device, Wall: int64(s.made)}, text)
	return err
}

func (s *sheet) must(t rapid.TB, words ...string) {
	t.Helper()
	for _, text := range words {
		if err := s.write(text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
}

func (s *sheet) read() *score.Sheet { return score.Read(s.Pad) }

// drawTable draws a table: how it is played, and the word for it.
func drawTable(t *rapid.T) (players int, options game.Options, word string) {
	t.Helper()
	players = rapid.IntRange(3, 6).Draw(t, "players")
	options = game.Options{}
	word = fmt.Sprint("table ", players)
	end := rapid.SampledFrom([]string{"", "target", "hands"}).Draw(t, "end")
	if end == "hands" {
		options["hands"] = rapid.IntRange(1, 6).Draw(t, "hands")
		word += fmt.Sprint(" hands=", options["hands"])
	}
	if rapid.Bool().Draw(t, "seas") {
		options["rules"] = "seas"
		word += " rules=seas"
	}
	if end == "target" {
		options["target"] = rapid.IntRange(1, 40).Draw(t, "target")
		if usual := (map[int]int{3: 15, 4: 15, 5: 12, 6: 10})[players]; options["target"] != usual {
			word += fmt.Sprint(" target=", options["target"])
		}
	}
	return players, options, word
}

// playHand plays a hand at random, and reports what everybody took.
func playHand(t *rapid.T, s game.State) []int {
	t.Helper()
	if s.Turn() == game.Chance {
		deck := make([]uint8, s.Draw().Of)
		for i := range deck {
			deck[i] = uint8(i)
		}
		if err := s.Chance(rapid.Permutation(deck).Draw(t, "deal")); err != nil {
			t.Fatal(err)
		}
	}
	seed := rapid.Uint64().Draw(t, "play")
	for s.Turn() >= 0 {
		moves := s.Legal(nil)
		seed = seed*6364136223846793005 + 1442695040888963407 // Knuth's MMIX
		if err := s.Play(moves[seed>>33%uint64(len(moves))]); err != nil {
			t.Fatal(err)
		}
	}
	taken := make([]int, s.(*texas.State).Players())
	for seat := range taken {
		taken[seat] = s.(*texas.State).Taken(seat)
	}
	return taken
}

func TestAGameOfTheEngineWrittenDownByHandEndsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players, options, word := drawTable(t)
		state, err := texas.Rules{}.New(players, options)
		if err != nil {
			t.Fatal(err)
		}
		s := state.(*texas.State)
		paper := newSheet("phone-one")
		dealer := rapid.IntRange(0, players-1).Draw(t, "dealer")
		paper.must(t, word, fmt.Sprint("dealer ", dealer))
		for hand := 1; s.Turn() != game.Over; hand++ {
			got := paper.read()
			if got.Next != hand || got.Over || got.Dealer != (dealer+hand-1)%players {
				t.Fatalf("before hand %d: next is %d, over %v, dealer %d", hand, got.Next, got.Over, got.Dealer)
			}
			taken := playHand(t, s)
			view := score.View{}
			for seat, n := range taken { // by tapping, the last by the rest
				for range n {
					tap := fmt.Sprint("more ", seat)
					if seat == players-1 {
						tap = fmt.Sprint("rest ", seat)
					}
					if view, err = view.Tap(got, tap); err != nil {
						t.Fatal(err)
					}
				}
			}
			paper.must(t, view.Word(got))
			checkAgainst(t, paper.read(), s)
		}
		got := paper.read()
		if got.Next != 0 || !got.Over {
			t.Fatalf("the engine's game is over, but next is hand %d", got.Next)
		}
		if err := paper.write(fmt.Sprintf("hand %d%s", len(got.Rows)+1, oneHand(players))); err == nil {
			t.Error("a hand after the end was written down")
		}
	})
}

// oneHand is a hand in which seat 0 takes everything.
func oneHand(players int) string {
	text := fmt.Sprint(" ", texas.HandSize(players))
	for range players - 1 {
		text += " 0"
	}
	return text
}

func checkAgainst(t *rapid.T, got *score.Sheet, s *texas.State) {
	t.Helper()
	totals := make([]int, s.Players())
	for seat := range totals {
		totals[seat] = s.Total(seat)
	}
	if diff := cmp.Diff(totals, got.Totals); diff != "" {
		t.Fatalf("totals (-engine +pad):\n%s", diff)
	}
	if got.Over != (s.Turn() == game.Over) || !slices.Equal(got.Winners, s.Winners()) {
		t.Fatalf("over %v, winners %v; the engine has %v, %v", got.Over, got.Winners, s.Turn(), s.Winners())
	}
	if got.Target != s.Target() || got.Hands != s.Hands() || got.Seas != s.Seas() || got.Size != s.HandSize() {
		t.Fatalf("target %d, hands %d, seas %v, size %d differ from the engine's", got.Target, got.Hands, got.Seas, got.Size)
	}
	if len(got.Rows) != s.HandNumber() || len(got.Troubles)+len(got.Conflicts) != 0 {
		t.Fatalf("%d rows of %d hands, troubles %v, conflicts %v", len(got.Rows), s.HandNumber(), got.Troubles, got.Conflicts)
	}
}

func TestAHandCorrectedLaterCountsAsIfItHadBeenRight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		right, wrong := newSheet("phone-one"), newSheet("phone-two")
		for _, s := range []*sheet{right, wrong} {
			s.must(t, "table 4 hands=5")
		}
		hands := rapid.SliceOfN(rapid.SampledFrom([]string{"15 0 0 0", "4 5 3 3", "0 7 7 1", "0 0 0 15"}), 5, 5).Draw(t, "hands")
		at := rapid.IntRange(1, 5).Draw(t, "wrong hand")
		for i, hand := range hands {
			right.must(t, fmt.Sprintf("hand %d %s", i+1, hand))
			if i+1 == at {
				wrong.must(t, fmt.Sprintf("hand %d 1 1 1 12", i+1))
			} else {
				wrong.must(t, fmt.Sprintf("hand %d %s", i+1, hand))
			}
		}
		wrong.must(t, fmt.Sprintf("hand %d %s", at, hands[at-1]))
		a, b := right.read(), wrong.read()
		if !slices.Equal(a.Totals, b.Totals) || !slices.Equal(a.Winners, b.Winners) || !b.Over {
			t.Errorf("totals %v and winners %v, want %v and %v", b.Totals, b.Winners, a.Totals, a.Winners)
		}
		if undo, _ := b.Undo, b.UndoOf; wrong.write(undo) != nil {
			t.Error("the correction cannot be undone")
		}
		if c := wrong.read(); slices.Equal(c.Rows[at-1].Tricks, b.Rows[at-1].Tricks) {
			t.Error("undone, but the hand is as before")
		}
	})
}

func TestTheTrickHelperAgreesWithTheEngine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players, options, _ := drawTable(t)
		state, err := texas.Rules{}.New(players, options)
		if err != nil {
			t.Fatal(err)
		}
		s := state.(*texas.State)
		deck := make([]uint8, s.Draw().Of)
		for i := range deck {
			deck[i] = uint8(i)
		}
		if err := s.Chance(rapid.Permutation(deck).Draw(t, "deal")); err != nil {
			t.Fatal(err)
		}
		paper := newSheet("phone-one")
		paper.must(t, tableOf(players, s.Seas()))
		helper := &helper{t: t, s: s, sheet: paper.read()}
		for range rapid.IntRange(1, s.HandSize()).Draw(t, "tricks") {
			helper.open()
			helper.trick()
			if s.Turn() < 0 {
				return
			}
			helper.tap("clear")
		}
	})
}

// A helper is the trick helper beside a game of the engine.
type helper struct {
	t     *rapid.T
	s     *texas.State
	sheet *score.Sheet
	view  score.View
}

func (h *helper) tap(text string) {
	h.t.Helper()
	var err error
	if h.view, err = h.view.Tap(h.sheet, text); err != nil {
		h.t.Fatalf("%s: %v", text, err)
	}
}

func (h *helper) play(what string) texas.Card {
	h.t.Helper()
	move := rapid.SampledFrom(h.s.Legal(nil)).Draw(h.t, what)
	if err := h.s.Play(move); err != nil {
		h.t.Fatal(err)
	}
	card, _ := texas.PlayedCard(move)
	return card
}

// open checks that the helper knows who opens unless somebody chooses.
func (h *helper) open() {
	h.t.Helper()
	if h.s.Choosing() {
		h.play("opener")
		if h.view.Opener != 0 {
			h.t.Fatal("the helper knows who opens, but the winner chooses")
		}
	}
	if h.view.Opener != 0 && h.view.Opener-1 != h.s.Opener() {
		h.t.Fatalf("the helper has seat %d open, the engine %d", h.view.Opener-1, h.s.Opener())
	}
	h.tap(fmt.Sprint("opener ", h.s.Opener()))
}

// trick plays a trick and compares who takes it, as it stands and in the end.
func (h *helper) trick() {
	h.t.Helper()
	players, opener := h.s.Players(), h.s.Opener()
	before := make([]int, players)
	for seat := range before {
		before[seat] = h.s.Taken(seat)
	}
	var trick score.Trick
	for range players {
		h.tap("card " + h.play("card").String())
		var err error
		if trick, err = score.Take(players, h.s.Seas(), h.view.Cards); err != nil {
			h.t.Fatal(err)
		}
		if w, ok := h.s.Winning(); ok && w.Card != trick.Card {
			h.t.Fatalf("%v would take it, the engine says %v", trick.Card, w.Card)
		}
	}
	if winner := (opener + trick.Place) % players; h.s.Taken(winner) != before[winner]+1 || !trick.Full {
		h.t.Fatalf("seat %d should have taken %v", winner, h.view.Cards)
	}
}

func tableOf(players int, seas bool) string {
	if seas {
		return fmt.Sprintf("table %d rules=seas", players)
	}
	return fmt.Sprintf("table %d", players)
}
