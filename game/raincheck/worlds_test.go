package raincheck_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
)

// A lie is one way in which all cards of a game may lie: cards as their words,
// stacks and the river with the top card first, what is held and lost in the order
// of cards. It is a second, naive account of what a seat may know: the set of all
// lies that some history reaches which the seat would have been told just so. It
// shares no code with the package.
type lie struct {
	held, stack, lost [2]string
	river             string
}

// A witness has been told what its seat was told, and knows whose turn it was.
type witness struct {
	seat   int
	lies   map[lie]bool
	bettor int
}

func newWitness(seat int) *witness {
	start := lie{held: [2]string{"A3KQ", "A3KQ"}}
	return &witness{seat: seat, lies: map[lie]bool{start: true}}
}

// after returns the lies that there may be after one more told event, which the
// seat on turn has made, or chance to the round's loser.
func (w *witness) after(told string, actor, loser int) map[lie]bool {
	next := map[lie]bool{}
	verb, rest, _ := strings.Cut(told, " ")
	for l := range w.lies {
		switch verb {
		case "stack":
			for _, c := range cardsOf(rest, l.held[actor]) {
				n := l
				n.held[actor] = strings.Replace(l.held[actor], c, "", 1)
				n.stack[actor] = c + l.stack[actor]
				next[n] = true
			}
		case "flip":
			from, card, _ := strings.Cut(rest, " ")
			if n, ok := l.flip(w.bettor, from, card); ok {
				next[n] = true
			}
		case "lose":
			for _, c := range cardsOf(rest, l.held[loser]) {
				n := l
				n.held[loser] = strings.Replace(l.held[loser], c, "", 1)
				n.lost[loser] = inOrder(l.lost[loser] + c)
				next[n] = true
			}
		case "river":
			for _, order := range permutations(l.lost[0] + l.lost[1]) {
				n := l
				n.river = order
				next[n] = true
			}
		default:
			next[l] = true
		}
	}
	return next
}

// flip is the lie after the top card of a pile was turned over and was this one;
// false if it cannot have been (S11).
func (l lie) flip(seat int, from, card string) (lie, bool) {
	p := &l.stack[seat]
	switch {
	case from == "own":
	case *p != "":
		return l, false
	case from == "opp":
		p = &l.stack[1-seat]
	default:
		p = &l.river
	}
	if *p == "" || (*p)[:1] != card {
		return l, false
	}
	*p = (*p)[1:]
	return l, true
}

// tell takes in an event that has happened. ended says that it was the last flip
// of a round.
func (w *witness) tell(told string, actor, loser int, ended bool) {
	w.lies = w.after(told, actor, loser)
	if strings.HasPrefix(told, "bet ") {
		w.bettor = actor
	}
	if !ended {
		return
	}
	back := map[lie]bool{} // S16
	for l := range w.lies {
		n := lie{lost: l.lost}
		for seat := range 2 {
			for c := range strings.SplitSeq("A3KQ", "") {
				if !strings.Contains(l.lost[seat], c) {
					n.held[seat] += c
				}
			}
		}
		back[n] = true
	}
	w.lies = back
}

// cardsOf is the cards that were told: all that there are if it is hidden.
func cardsOf(told, among string) []string {
	if told == "?" {
		return strings.Split(among, "")
	}
	if told != "" && strings.Contains(among, told) {
		return []string{told}
	}
	return nil
}

// inOrder is the cards in the order A, 3, K, Q.
func inOrder(cards string) string {
	list := strings.Split(cards, "")
	slices.SortFunc(list, func(a, b string) int { return strings.Index("A3KQ", a) - strings.Index("A3KQ", b) })
	return strings.Join(list, "")
}

// permutations is every different order of the cards.
func permutations(cards string) []string {
	if cards == "" {
		return []string{""}
	}
	var list []string
	for i, c := range cards {
		if strings.ContainsRune(cards[:i], c) {
			continue
		}
		for _, rest := range permutations(cards[:i] + cards[i+1:]) {
			list = append(list, string(c)+rest)
		}
	}
	return list
}

// lost is what the seats may have lost.
func (w *witness) lost() map[[2]string]bool {
	lost := map[[2]string]bool{}
	for l := range w.lies {
		lost[l.lost] = true
	}
	return lost
}

// facts are the witness's, in the words of a view's.
func (w *witness) facts() facts {
	f := facts{owned: [2]string{"A3KQ", "A3KQ"}, gone: [2]string{"A3KQ", "A3KQ"}, river: "AA33KKQQ"}
	for lost := range w.lost() {
		for seat := range 2 {
			f.owned[seat] = without(f.owned[seat], lost[seat])
			f.gone[seat] = common(f.gone[seat], lost[seat])
		}
		f.river = common(f.river, inOrder(lost[0]+lost[1]))
	}
	if w.seat == game.Spectator {
		return f
	}
	for l := range w.lies { // all the same, for the seat sees its own cards
		f.hand, f.stack = l.held[w.seat], l.stack[w.seat]
	}
	return f
}

// without is the cards that are not among others.
func without(cards, others string) string {
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune(others, c) {
			return -1
		}
		return c
	}, cards)
}

// common is the cards that both lists have, as often as both have them.
func common(cards, others string) string {
	var both strings.Builder
	for c := range strings.SplitSeq(cards, "") {
		if strings.Contains(others, c) {
			both.WriteString(c)
			others = strings.Replace(others, c, "", 1)
		}
	}
	return both.String()
}

// pairs is what the seats may own.
func (w *witness) pairs() map[[2]raincheck.Set]bool {
	pairs := map[[2]raincheck.Set]bool{}
	for lost := range w.lost() {
		pairs[[2]raincheck.Set{15 &^ setOf(lost[0]), 15 &^ setOf(lost[1])}] = true
	}
	return pairs
}

func setOf(cards string) raincheck.Set {
	var s raincheck.Set
	for _, c := range cards {
		s |= 1 << strings.IndexRune("A3KQ", c)
	}
	return s
}

func TestAViewKnowsJustWhatAllHistoriesThatItsSeatCannotTellApartHaveInCommon(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seat := rapid.IntRange(game.Spectator, 1).Draw(t, "seat")
		m := watched(t, nil, "")
		w := newWitness(seat)
		for m.State().Turn() != game.Over {
			s := m.State().(*raincheck.State)
			actor, loser := int(s.Turn()), s.Loser()
			flipping := s.Phase() == raincheck.Flipping
			refusesWhatNoHistoryHas(t, m, w)
			if err := m.Apply(anyEvent(t, s)); err != nil {
				t.Fatal(err)
			}
			told := s.Told(seat)
			w.tell(told, actor, loser, flipping && s.Phase() != raincheck.Flipping)
			v := m.View(seat).(*raincheck.View)
			got, want := factsOf(v), w.facts()
			if got != want {
				t.Fatalf("seat %d after %q:\ngot  %+v\nwant %+v", seat, v.Events(), got, want)
			}
			samePairs(t, v, w)
		}
	})
}

func samePairs(t *rapid.T, v *raincheck.View, w *witness) {
	want := w.pairs()
	for a := range raincheck.Set(16) {
		for b := range raincheck.Set(16) {
			pair := [2]raincheck.Set{a, b}
			if got := v.Possible(pair); got != want[pair] {
				t.Fatalf("seat %d after %q: that they own %04b is possible: %v, want %v", w.seat, v.Events(), pair, got, want[pair])
			}
		}
	}
}

// refusesWhatNoHistoryHas checks that the view takes what may be told next, with
// one way to go on, and refuses what no history has.
func refusesWhatNoHistoryHas(t *rapid.T, m *game.Match, w *witness) {
	s := m.State().(*raincheck.State)
	var words []string
	for _, c := range []string{"A", "3", "K", "Q", "?"} {
		switch {
		case s.Phase() == raincheck.Flipping:
			words = append(words, "flip own "+c, "flip opp "+c, "flip river "+c)
		case s.Phase() == raincheck.Losing && (s.Loser() == w.seat) == (c != "?"):
			words = append(words, "lose "+c)
		case s.Phase() == raincheck.Stacking && (int(s.Turn()) == w.seat) == (c != "?"):
			words = append(words, "stack "+c)
		}
	}
	for _, told := range words {
		want := 0
		if len(w.after(told, int(s.Turn()), s.Loser())) > 0 {
			want = 1
		}
		got := 0
		for next := game.Over; next <= 1; next++ {
			if m.View(w.seat).Observe(told, next) == nil {
				got++
			}
		}
		if got != want {
			t.Fatalf("seat %d after %q: there are %d ways to go on after %s, want %d", w.seat, m.View(w.seat).Events(), got, told, want)
		}
	}
}

// anyEvent draws one of the events that may follow, chance's too.
func anyEvent(t *rapid.T, s *raincheck.State) string {
	moves := s.Legal(nil)
	if len(moves) > 0 {
		return s.Word(rapid.SampledFrom(moves).Draw(t, "move"))
	}
	return s.Outcome(anyDraw(t, s.Draw()))
}

// anyDraw draws what chance is asked for.
func anyDraw(t *rapid.T, d game.Draw) []uint8 {
	things := make([]uint8, d.Of)
	for i := range things {
		things[i] = uint8(i)
	}
	return rapid.Permutation(things).Draw(t, "draw")[:d.Take]
}
