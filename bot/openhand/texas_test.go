package openhand_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/bot/openhand"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/game/texas"
)

// where says what a position is to be like.
type where struct {
	players  int
	rules    string // "seas" is T17
	left     int    // tricks not finished
	within   int    // cards in the trick in progress
	choosing bool   // T11's choice is due
}

// randomPosition deals and plays at random until it comes to such a position.
func randomPosition(tb testing.TB, at where, r *fair.Rand) *texas.State {
	tb.Helper()
	options := game.Options{}
	if at.rules != "" {
		options["rules"] = at.rules
	}
	fresh, err := texas.Rules{}.New(at.players, options)
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
		for s.Turn() >= 0 {
			if s.Hand(int(s.Turn())).Len() == at.left && s.TrickLen() == at.within && s.Choosing() == at.choosing {
				return &s
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
				solvers := []*openhand.Solver{openhand.NewSolver(1 << 14), openhand.NewSolver(1)} // a tiny table, too
				for _, s := range endgames(t, players, rules) {
					want := plain{}.worth(s)
					for i, x := range solvers {
						found, err := x.Solve(t.Context(), s, both, nil)
						if err != nil || !slices.Equal(found.Moves, want) {
							t.Fatalf("%s\nby solver %d:\n%v, %v\nwant\n%v", s.AppendJSON(nil), i, found.Moves, err, want)
						}
					}
				}
			})
		}
	}
}

// endgames is random positions with few tricks left, every other one at T11's choice.
func endgames(tb testing.TB, players int, rules string) (list []*texas.State) {
	tb.Helper()
	r := fair.NewRand(uint64(players))
	for left, n := range []int{1: 20, 2: 20, 3: 8, 4: 2} {
		if players > 4 && left == 4 {
			continue // plain recursion would take minutes
		}
		for i := range n {
			at := where{players: players, rules: rules, left: left}
			if at.choosing = i%2 == 1 && rules == ""; !at.choosing {
				at.within = r.Below(players)
			}
			list = append(list, randomPosition(tb, at, r))
		}
	}
	return list
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
			found, err := openhand.NewSolver(1).Solve(t.Context(), s, both, nil)
			if got := told(s, found.Moves); err != nil || !slices.Equal(got, c.want) {
				t.Errorf("%q, %v; want %q", got, err, c.want)
			}
			if found.Seat != int(s.Turn()) || found.Players != len(c.hands) || found.Left != len(strings.Fields(c.hands[0])) {
				t.Errorf("it is of seat %d of %d, %d left", found.Seat, found.Players, found.Left)
			}
			if want := (plain{}).worth(s); !slices.Equal(told(s, want), c.want) {
				t.Errorf("plain recursion says %q", told(s, want))
			}
		})
	}
}

func TestTheBestMoves(t *testing.T) {
	list := []openhand.Worth{
		{Takes: [openhand.MostSeats]int{2, 0}, AtMost: 2},
		{Takes: [openhand.MostSeats]int{1, 1}, AtMost: 3},
		{Takes: [openhand.MostSeats]int{1, 1}, AtMost: 2},
		{Takes: [openhand.MostSeats]int{2, 0}, AtMost: 4},
	}
	for name, c := range map[string]struct {
		seat   int
		models openhand.Model
		want   []bool
	}{
		"seat 0 makes the last of two that are equal":    {0, both, []bool{false, false, true, false}},
		"seat 1 makes the last of two that are equal":    {1, openhand.MaxN, []bool{false, false, false, true}},
		"against all others every one of the least does": {0, openhand.Paranoid, []bool{true, false, true, false}},
	} {
		t.Run(name, func(t *testing.T) {
			found := openhand.Solution{Seat: c.seat, Players: 2, Models: c.models, Moves: list}
			if got := found.Best(); !slices.Equal(got, c.want) {
				t.Errorf("Best = %v; want %v", got, c.want)
			}
		})
	}
}

func TestOneModelIsWorthTheSameAloneAndFromAnyTable(t *testing.T) {
	r := fair.NewRand(5)
	used := openhand.NewSolver(1 << 12)
	for range 5 {
		s := randomPosition(t, where{players: 4, left: 5}, r)
		want := solve(t, openhand.NewSolver(1<<18), s, both)
		for range 2 { // the second time from what the first has left
			maxn, paranoid := solve(t, used, s, openhand.MaxN), solve(t, used, s, openhand.Paranoid)
			for i := range want {
				if maxn[i].Takes != want[i].Takes || paranoid[i].AtMost != want[i].AtMost {
					t.Errorf("%s: %v and %v; want %v", s.AppendJSON(nil), maxn[i], paranoid[i], want[i])
				}
			}
		}
	}
}

// solve returns what the moves are worth.
func solve(tb testing.TB, x *openhand.Solver, s *texas.State, models openhand.Model) []openhand.Worth {
	tb.Helper()
	found, err := x.Solve(tb.Context(), s, models, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return found.Moves
}

func TestTheTricksThatAreLeftAreAllTakenAndNobodyTakesMoreThanAtMost(t *testing.T) {
	r := fair.NewRand(6)
	x := openhand.NewSolver(1 << 16)
	for players := 3; players <= 6; players++ {
		for range 5 {
			s := randomPosition(t, where{players: players, left: 4}, r)
			for _, w := range solve(t, x, s, both) {
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

func TestASolverTellsOfEachMoveThatIsDone(t *testing.T) {
	s := randomPosition(t, where{players: 4, left: 3}, fair.NewRand(6))
	var told []int
	found, err := openhand.NewSolver(1).Solve(t.Context(), s, both, func(moves int) { told = append(told, moves) })
	if err != nil || len(found.Moves) != len(s.Legal(nil)) || len(told) != len(found.Moves) || told[len(told)-1] != len(told) {
		t.Errorf("%d moves, told of %v, %v; there are %d", len(found.Moves), told, err, len(s.Legal(nil)))
	}
}

func TestOneSolverSolvesHandsOfBothRules(t *testing.T) {
	r := fair.NewRand(10)
	used := openhand.NewSolver(1 << 12)
	for range 30 {
		hands := make([]string, 3)
		left := texas.Deck(3) &^ texas.SetOf(texas.StartingCard(3))
		for range 4 {
			for seat := range hands {
				c := left.Nth(r.Below(left.Len()))
				left &^= texas.SetOf(c)
				hands[seat] += c.String() + " "
			}
		}
		for _, rules := range []string{"", "seas"} {
			s := endgame(t, rules, false, hands...)
			if got, want := solve(t, used, s, both), solve(t, openhand.NewSolver(1), s, both); !slices.Equal(got, want) {
				t.Errorf("%q, rules %q: %v; want %v", hands, rules, got, want)
			}
		}
	}
}

func TestWhereNobodyDecidesThereIsNothingToSolve(t *testing.T) {
	for _, c := range []struct {
		rules   game.Rules
		players int
		want    error
	}{{texas.Rules{}, 4, openhand.ErrNoDecision}, {raincheck.Rules{}, 2, openhand.ErrGame}} {
		s, err := c.rules.New(c.players, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := openhand.NewSolver(1).Solve(t.Context(), s, both, nil); !errors.Is(err, c.want) {
			t.Errorf("at the beginning of %s: %v; want %v", c.rules.Title(), err, c.want)
		}
	}
}

func TestASearchDoesNotAllocate(t *testing.T) {
	x := openhand.NewSearch[texas.State](openhand.Hand{}, 1<<14)
	s := randomPosition(t, where{players: 4, left: 4}, fair.NewRand(8))
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
