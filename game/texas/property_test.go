package texas_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// drawnGame is a random game that the naive rules follow beside the engine.
type drawnGame struct {
	t     *rapid.T
	m     *game.Match
	naive *naiveGame
	total []int // points of the hands before
}

func drawGame(t *rapid.T, hands int) *drawnGame {
	t.Helper()
	players := rapid.IntRange(3, 6).Draw(t, "players")
	options := game.Options{"hands": hands}
	seas := rapid.Bool().Draw(t, "seas")
	if seas {
		options["rules"] = "seas"
	}
	m, err := game.NewMatch(texas.Rules{}, players, options)
	if err != nil {
		t.Fatal(err)
	}
	return &drawnGame{t, m, &naiveGame{players: players, seas: seas}, make([]int, players)}
}

// step draws an event and carries it out; false at the end of the game.
func (g *drawnGame) step() bool {
	g.t.Helper()
	s := stateOf(g.m)
	switch {
	case s.Turn() == game.Over:
		return false
	case s.Turn() == game.Chance:
		deck := make([]uint8, s.Draw().Of)
		for i := range deck {
			deck[i] = uint8(i)
		}
		event := s.Outcome(rapid.Permutation(deck).Draw(g.t, "deal"))
		g.apply(event)
		for seat, n := range g.naive.taken {
			g.total[seat] += n
		}
		g.naive.deal(event)
	case s.Choosing():
		seat := rapid.IntRange(0, s.Players()-1).Draw(g.t, "opener")
		g.apply(fmt.Sprint("opener ", seat))
		g.naive.choice, g.naive.seat = false, seat
	default:
		card := rapid.SampledFrom(g.naive.playable()).Draw(g.t, "card")
		g.apply(fmt.Sprint("play ", card))
		g.naive.play(card)
	}
	return true
}

func (g *drawnGame) apply(event string) {
	g.t.Helper()
	if err := g.m.Apply(event); err != nil {
		g.t.Fatal(err)
	}
}

// check compares the engine with the naive rules.
func (g *drawnGame) check() {
	g.t.Helper()
	s, n := stateOf(g.m), g.naive
	if s.HandNumber() == 0 {
		return
	}
	if playing := s.Turn() >= 0; playing != (n.left > 0) || playing && s.Turn() != game.Turn(n.seat) {
		g.t.Fatalf("next is %v, want seat %d with %d tricks left", s.Turn(), n.seat, n.left)
	}
	if s.Choosing() != n.choice {
		g.t.Fatalf("choosing is %v, want %v", s.Choosing(), n.choice)
	}
	var want []string
	switch {
	case n.left == 0:
	case n.choice:
		for seat := range n.players {
			want = append(want, fmt.Sprint("opener ", seat))
		}
	default:
		for _, card := range n.playable() {
			want = append(want, fmt.Sprint("play ", card))
		}
	}
	if got := game.Words(s.Word, s.Legal(nil)); !slices.Equal(got, want) {
		g.t.Fatalf("legal: %q, want %q", got, want)
	}
	if p, ok := s.Winning(); ok != (len(n.trick) > 0) || ok && p.Card.Number() != naiveWinner(n.trick, n.seas) {
		g.t.Fatalf("%v is winning %v", p, n.trick)
	}
	for seat := range n.players {
		total := g.total[seat]
		if n.left == 0 {
			total += n.taken[seat]
		}
		if s.Taken(seat) != n.taken[seat] || s.Total(seat) != total {
			g.t.Fatalf("seat %d has %d tricks and %d points, want %d and %d", seat, s.Taken(seat), s.Total(seat), n.taken[seat], total)
		}
	}
	g.checkViews()
}

// checkViews compares what each place sees with what it may know.
func (g *drawnGame) checkViews() {
	g.t.Helper()
	s, n := stateOf(g.m), g.naive
	for place := game.Spectator; place < n.players; place++ {
		v := viewOf(g.m, place)
		var legal []game.Move
		if s.Turn() == game.Turn(place) && place >= 0 {
			legal = s.Legal(nil)
		}
		if got := v.Legal(nil); !slices.Equal(got, legal) {
			g.t.Fatalf("seat %d may do %q, want %q", place, game.Words(v.Word, got), game.Words(v.Word, legal))
		}
		var own, others []int
		for seat, hand := range n.hands {
			if seat == place {
				own = hand
			} else {
				others = append(others, hand...)
			}
			if v.Holds(seat) != len(hand) {
				g.t.Fatalf("seat %d holds %d cards to seat %d, want %d", seat, v.Holds(seat), place, len(hand))
			}
			var voids []string
			for _, c := range v.Voids(seat).Append(nil) {
				voids = append(voids, c.String())
			}
			if !slices.Equal(slices.Sorted(slices.Values(voids)), slices.Sorted(maps.Keys(n.voids[seat]))) {
				g.t.Fatalf("seat %d has shown to have no %v, want %v", seat, voids, n.voids[seat])
			}
		}
		slices.Sort(others)
		if !slices.Equal(numbersOf(v.Hand()), own) || !slices.Equal(numbersOf(v.Unseen()), others) {
			g.t.Fatalf("seat %d holds %v and does not see %v; want %v and %v",
				place, numbersOf(v.Hand()), numbersOf(v.Unseen()), own, others)
		}
	}
}

func TestRandomGamesGoAsTheRulesReadWordByWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t, 1)
		for g.step() {
			g.check()
		}
	})
}

func TestARequestMakesTheSeatsViewAtEveryDecision(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t, 2)
		options := `{"hands":2}`
		if g.naive.seas {
			options = `{"hands":2,"rules":"seas"}`
		}
		sometimes := rapid.IntRange(1, 7).Draw(t, "every")
		for i := 0; g.step(); i++ {
			seat, ok := g.m.State().Turn().Seat()
			if !ok || i%sometimes != 0 {
				continue
			}
			v := &texas.View{}
			if err := v.UnmarshalJSON([]byte(request(g.naive.players, seat, options, g.m.View(seat).Events()))); err != nil {
				t.Fatal(err)
			}
			want, err := g.m.View(seat).MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			if got, err := v.MarshalJSON(); err != nil || !bytes.Equal(got, want) {
				t.Fatalf("%s, %v; want %s", got, err, want)
			}
		}
	})
}
