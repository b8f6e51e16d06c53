package openhand_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/bot/openhand"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// randomPosition deals and plays at random until so many tricks are left and somebody is
// to decide something; with choosing, until that is T11's choice.
func randomPosition(tb testing.TB, players, left int, rules string, choosing bool, r *fair.Rand) *texas.State {
	tb.Helper()
	options := game.Options{}
	if rules != "" {
		options["rules"] = rules
	}
	fresh, err := texas.Rules{}.New(players, options)
	if err != nil {
		tb.Fatal(err)
	}
	draw := make([]uint8, fresh.Draw().Take)
	for {
		s := *fresh.(*texas.State)
		fair.Draw(r, draw, len(draw))
		if err := s.Chance(draw); err != nil {
			tb.Fatal(err)
		}
		within := r.Below(players) // of the trick
		for s.Turn() >= 0 {
			n := openhand.TricksLeft(&s)
			if n == left && s.Choosing() == choosing && (choosing || within == 0) {
				return &s
			}
			if n == left && !s.Choosing() {
				within--
			}
			moves := s.Legal(nil)
			if err := s.Play(moves[r.Below(len(moves))]); err != nil {
				tb.Fatal(err)
			}
		}
	}
}

// plain searches by recursion alone, all legal moves, without pruning and without a table.
type plain struct{ me int }

// moves are the positions after each legal move, in legal order; none at the end of the hand.
func (plain) moves(s *texas.State) []texas.State {
	if s.Turn() < 0 {
		return nil
	}
	var list []texas.State
	for _, m := range s.Legal(nil) {
		next := *s
		if err := next.Play(m); err != nil {
			panic(err)
		}
		list = append(list, next)
	}
	return list
}

// maxn is the tricks that each seat has at the end of the hand.
func (p plain) maxn(s *texas.State) (takes [openhand.MostSeats]int) {
	next := p.moves(s)
	if next == nil {
		for seat := range s.Players() {
			takes[seat] = s.Taken(seat)
		}
		return takes
	}
	seat := int(s.Turn())
	for i := range next {
		if t := p.maxn(&next[i]); i == 0 || t[seat] <= takes[seat] {
			takes = t
		}
	}
	return takes
}

// paranoid is the tricks that seat me has at the end of the hand.
func (p plain) paranoid(s *texas.State) int {
	next := p.moves(s)
	if next == nil {
		return s.Taken(p.me)
	}
	var list []int
	for i := range next {
		list = append(list, p.paranoid(&next[i]))
	}
	if int(s.Turn()) == p.me {
		return slices.Min(list)
	}
	return slices.Max(list)
}

// worth is what Solve must return.
func (p plain) worth(s *texas.State) []openhand.Worth {
	list := []openhand.Worth{}
	p.me = int(s.Turn())
	for i, next := range p.moves(s) {
		w := openhand.Worth{Move: s.Legal(nil)[i], Takes: p.maxn(&next), AtMost: p.paranoid(&next) - s.Taken(p.me)}
		for seat := range s.Players() {
			w.Takes[seat] -= s.Taken(seat)
		}
		list = append(list, w)
	}
	return list
}

const both = openhand.MaxN | openhand.Paranoid

func TestEndgamesAreWorthWhatPlainRecursionSays(t *testing.T) {
	for _, rules := range []string{"", "seas"} {
		for players := 3; players <= 6; players++ {
			t.Run(fmt.Sprintf("%d players %s", players, rules), func(t *testing.T) {
				t.Parallel()
				r := fair.NewRand(uint64(players))
				large, tiny := openhand.NewSolver(1<<14), openhand.NewSolver(1)
				for left := 1; left <= 4; left++ {
					n := []int{0, 20, 20, 8, 2}[left]
					if players > 4 && left == 4 {
						continue // plain recursion would take minutes
					}
					for i := range 2 * n {
						choosing := i%2 == 1 && rules == "" && left < texas.HandSize(players)
						s := randomPosition(t, players, left, rules, choosing, r)
						want := plain{}.worth(s)
						for name, x := range map[string]*openhand.Solver{"a large": large, "a tiny": tiny} {
							got, err := x.Solve(t.Context(), s, both, nil)
							if err != nil || !slices.Equal(got, want) {
								t.Fatalf("%s\nwith %s table:\n%v, %v\nwant\n%v", s.AppendJSON(nil), name, got, err, want)
							}
						}
					}
				}
			})
		}
	}
}

// endgame is a position with no cards left but these, by seat from the one on turn on,
// whose turn it is to open a trick, or with choosing to say who does. All others have been
// played before, each color in turn.
func endgame(tb testing.TB, rules string, choosing bool, hands ...string) *texas.State {
	tb.Helper()
	options := game.Options{}
	if rules != "" {
		options["rules"] = rules
	}
	v, err := texas.Rules{}.NewView(len(hands), options, game.Spectator)
	if err != nil {
		tb.Fatal(err)
	}
	observe := func(word string) {
		for next := range len(hands) { // a view says who is next only when it has been told
			if err = v.Observe(word, game.Turn(next)); err == nil {
				return
			}
		}
		tb.Fatal(err)
	}
	observe("deal " + strings.TrimSuffix(strings.Repeat("?/", len(hands)), "/"))
	var holds []texas.Set
	played := texas.Deck(len(hands))
	for _, text := range hands {
		var hand texas.Set
		for word := range strings.FieldsSeq(text) {
			m, _ := texas.ParseMove("play " + word)
			c, ok := texas.PlayedCard(m)
			if !ok {
				tb.Fatalf("%s is no card", word)
			}
			hand |= texas.SetOf(c)
		}
		holds = append(holds, hand)
		played &^= hand
	}
	for _, c := range played.Append(nil) {
		if v.(*texas.View).Choosing() {
			observe("opener 0")
		}
		observe(v.Word(texas.Play(c)))
	}
	switch is := v.(*texas.View).Choosing(); {
	case is && !choosing:
		observe("opener 0")
	case choosing && !is:
		tb.Fatal("the last trick is not won by a top card")
	}
	n := len(hands)
	turn := int(v.Turn())
	s, err := v.(*texas.View).Imagine(append(slices.Clone(holds[n-turn:]), holds[:n-turn]...))
	if err != nil {
		tb.Fatal(err)
	}
	return &s
}

// told is what moves are worth: "play 12: 0 0 2, at most 0", seats from the one on turn on.
func told(s *texas.State, list []openhand.Worth) []string {
	var lines []string
	for _, w := range list {
		var takes []string
		for i := range s.Players() {
			takes = append(takes, fmt.Sprint(w.Takes[(int(s.Turn())+i)%s.Players()]))
		}
		lines = append(lines, fmt.Sprintf("%s: %s, at most %d", s.Word(w.Move), strings.Join(takes, " "), w.AtMost))
	}
	return lines
}

func TestPositionsWhoseAnswerIsPlain(t *testing.T) {
	for name, c := range map[string]struct {
		rules    string
		choosing bool
		hands    []string
		want     []string
	}{
		"the last trick plays itself": {
			hands: []string{"14", "13", "15"},
			want:  []string{"play 14: 0 0 1, at most 0"},
		},
		"T8: two red ones against one blue": {
			hands: []string{"21", "12", "20"},
			want:  []string{"play 21: 0 0 1, at most 0"},
		},
		"T17: the top card takes its color out": {
			rules: "seas",
			hands: []string{"21", "12", "20"},
			want:  []string{"play 21: 1 0 0, at most 1"},
		},
		// After the 12 the third seat takes both; with the 20 the first one takes one.
		"the low card leaves the trick to others": {
			hands: []string{"12 20", "13 21", "14 22"},
			want:  []string{"play 12: 0 0 2, at most 0", "play 20: 1 0 1, at most 1"},
		},
		// The 62 gets under the 63; the 64 does not.
		"a high card takes what a low one leaves": {
			hands: []string{"62 64", "63 12", "61 13"},
			want:  []string{"play 62: 0 1 1, at most 0", "play 64: 1 0 1, at most 1"},
		},
		// Whoever opens, the two purple cards take the last trick.
		"T11: nothing hangs on who opens the last trick": {
			choosing: true,
			hands:    []string{"12", "61", "62"},
			want: []string{
				"opener 0: 0 0 1, at most 0", "opener 1: 0 0 1, at most 0", "opener 2: 0 0 1, at most 0",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := endgame(t, c.rules, c.choosing, c.hands...)
			got, err := openhand.NewSolver(1).Solve(t.Context(), s, both, nil)
			if err != nil || !slices.Equal(told(s, got), c.want) {
				t.Errorf("%q, %v; want %q", told(s, got), err, c.want)
			}
			if want := (plain{}).worth(s); !slices.Equal(told(s, want), c.want) {
				t.Errorf("plain recursion says %q", told(s, want))
			}
		})
	}
}

func TestWhoDoesNotCareChoosesTheLastMoveInLegalOrder(t *testing.T) {
	list := []openhand.Worth{
		{Takes: [openhand.MostSeats]int{2, 0}}, {Takes: [openhand.MostSeats]int{1, 1}},
		{Takes: [openhand.MostSeats]int{1, 1}}, {Takes: [openhand.MostSeats]int{2, 0}},
	}
	if seat0, seat1 := openhand.Choice(list, 0), openhand.Choice(list, 1); seat0 != 2 || seat1 != 3 {
		t.Errorf("seat 0 chooses %d, seat 1 %d; want 2 and 3", seat0, seat1)
	}
}

func TestOneModelIsWorthTheSameAloneAndFromAnyTable(t *testing.T) {
	r := fair.NewRand(5)
	used := openhand.NewSolver(1 << 12)
	for range 5 {
		s := randomPosition(t, 4, 5, "", false, r)
		want, err := openhand.NewSolver(1<<18).Solve(t.Context(), s, both, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second time from what the first has left
			maxn, err1 := used.Solve(t.Context(), s, openhand.MaxN, nil)
			paranoid, err2 := used.Solve(t.Context(), s, openhand.Paranoid, nil)
			if err := errors.Join(err1, err2); err != nil {
				t.Fatal(err)
			}
			for i := range want {
				if maxn[i].Takes != want[i].Takes || paranoid[i].AtMost != want[i].AtMost {
					t.Errorf("%s: %v and %v; want %v", s.AppendJSON(nil), maxn[i], paranoid[i], want[i])
				}
			}
		}
	}
}

func TestTheTricksThatAreLeftAreAllTakenAndNobodyTakesMoreThanAtMost(t *testing.T) {
	r := fair.NewRand(6)
	x := openhand.NewSolver(1 << 16)
	for players := 3; players <= 6; players++ {
		for range 5 {
			s := randomPosition(t, players, 4, "", false, r)
			done := 0
			list, err := x.Solve(t.Context(), s, both, func(moves int) {
				if done++; moves != done {
					t.Errorf("told of %d moves after %d", moves, done)
				}
			})
			if err != nil || done != len(list) || len(list) != len(s.Legal(nil)) {
				t.Fatalf("%d of %d moves, told of %d, %v", len(list), len(s.Legal(nil)), done, err)
			}
			for _, w := range list {
				sum := 0
				for _, n := range w.Takes {
					sum += n
				}
				if sum != 4 || w.AtMost < w.Takes[s.Turn()] {
					t.Errorf("%s: %s is worth %+v", s.AppendJSON(nil), s.Word(w.Move), w)
				}
			}
		}
	}
}

// lateContext is done once it has been asked so often.
type lateContext struct {
	context.Context
	asked int
}

func (c *lateContext) Err() error {
	if c.asked--; c.asked < 0 {
		return context.Canceled
	}
	return nil
}

func TestASolverThatIsStoppedReturnsWhatIsDoneAndIsNotSpoiled(t *testing.T) {
	s := randomPosition(t, 4, 6, "", false, fair.NewRand(7))
	want, err := openhand.NewSolver(1<<18).Solve(t.Context(), s, both, nil)
	if err != nil {
		t.Fatal(err)
	}
	x := openhand.NewSolver(1 << 18)
	for asked := range 40 {
		got, err := x.Solve(&lateContext{t.Context(), asked}, s, both, nil)
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if err == nil && len(got) < len(want) || !slices.Equal(got, want[:len(got)]) {
			t.Fatalf("stopped at look %d: %v, %v; want the first of %v", asked, got, err, want)
		}
	}
}

func TestWhereNobodyDecidesThereIsNothingToSolve(t *testing.T) {
	s, err := texas.Rules{}.New(4, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := openhand.NewSolver(1).Solve(t.Context(), s.(*texas.State), both, nil); !errors.Is(err, openhand.ErrNoDecision) {
		t.Errorf("before the deal: %v", err)
	}
}

func TestASearchDoesNotAllocate(t *testing.T) {
	x := openhand.NewSearch[texas.State](openhand.Hand{}, 1<<14)
	s := randomPosition(t, 4, 4, "", false, fair.NewRand(8))
	ctx := t.Context()
	search := func() {
		x.Age()
		_, err1 := x.MaxN(ctx, s)
		_, err2 := x.Paranoid(ctx, s, 1)
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
	}
	if n := testing.AllocsPerRun(5, search); n != 0 {
		t.Errorf("%v allocations a search", n)
	}
}
