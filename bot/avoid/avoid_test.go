package avoid_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/bot/avoid"
	"github.com/saloon-games/saloon/bot/hidden"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/game/texas"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// player is a fresh player of the level.
func player(tb testing.TB, level string, seed uint64) *avoid.Player {
	tb.Helper()
	p, err := avoid.New(level, texas.Rules{}, fair.NewRand(seed))
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// deal is a match that has just been dealt.
func deal(tb testing.TB, players int, options game.Options, r *fair.Rand) *game.Match {
	tb.Helper()
	m := must(game.NewMatch(texas.Rules{}, players, options))
	again(tb, m, r)
	return m
}

// again deals.
func again(tb testing.TB, m *game.Match, r *fair.Rand) {
	tb.Helper()
	draw := make([]uint8, m.State().Draw().Take)
	fair.Draw(r, draw, len(draw))
	if err := m.Apply(m.State().Outcome(draw)); err != nil {
		tb.Fatal(err)
	}
}

// random makes a random move of whoever is on turn.
func random(tb testing.TB, m *game.Match, r *fair.Rand) {
	tb.Helper()
	legal := m.State().Legal(nil)
	if err := m.Apply(m.State().Word(legal[r.Below(len(legal))])); err != nil {
		tb.Fatal(err)
	}
}

// mine is the view of whoever is on turn.
func mine(m *game.Match) *texas.View { return m.View(int(m.State().Turn())).(*texas.View) }

// everyTable is every number of players with both rules, and both ways to end a game.
func everyTable(t *testing.T, f func(t *testing.T, players int, options game.Options)) {
	t.Helper()
	for players := 3; players <= 6; players++ {
		for _, o := range []game.Options{{"hands": 1}, {"target": 5, "rules": "seas"}} {
			t.Run(fmt.Sprint(players, o), func(t *testing.T) { f(t, players, o) })
		}
	}
}

// choice is the level's choice with a fresh source.
func choice(t *testing.T, level string, v game.View) game.Move {
	t.Helper()
	m, err := player(t, level, uint64(v.Ply())).Choose(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestEveryLevelMakesLegalMovesAtEveryTableAndRepeatsThem(t *testing.T) {
	for _, level := range avoid.Names() {
		every := 1
		if level != "easy" && level != "medium" {
			every = 100
		}
		everyTable(t, func(t *testing.T, players int, options game.Options) {
			t.Helper()
			r := fair.NewRand(uint64(players))
			for m := deal(t, players, options, r); m.State().Turn() != game.Over; {
				switch turn := m.State().Turn(); {
				case turn == game.Chance:
					again(t, m, r)
				case r.Below(every) > 0:
					random(t, m, r)
				default:
					v := mine(m)
					first := choice(t, level, v)
					if again := choice(t, level, v.Clone()); again != first {
						t.Fatalf("%s chooses %s, and then %s, in one view with one seed", level, v.Word(first), v.Word(again))
					}
					if err := m.Act(v.Seat(), v.Word(first)); err != nil {
						t.Fatalf("%s: %v", level, err)
					}
				}
			}
		})
	}
}

// Another deal of the cards that the seat cannot see, drawn from those that agree with
// what it can, makes another match that is the same to it.
func TestCardsThatCannotBeSeenDoNotChangeTheChoice(t *testing.T) {
	for _, level := range avoid.Names() {
		everyTable(t, func(t *testing.T, players int, options game.Options) {
			t.Helper()
			r := fair.NewRand(uint64(players))
			m := deal(t, players, options, r)
			changed := 0
			for ply := 0; changed < 1 && m.State().Turn() >= 0; ply++ {
				if ply%(2*players+1) == players+2 {
					v := mine(m)
					other := otherwise(t, m, v, r)
					if !slices.Equal(other.Events(), m.Events()) {
						changed++
					}
					w := other.View(v.Seat())
					if a, b := choice(t, level, v), choice(t, level, w); a != b {
						t.Fatalf("%s: %s after\n%q\n%s after\n%q", level, v.Word(a), m.Events(), w.Word(b), other.Events())
					}
				}
				random(t, m, r)
			}
			if changed == 0 {
				t.Error("no other deal agrees with what the seats know")
			}
		})
	}
}

// otherwise is the match, in its first hand, with other hands that the view's seat cannot
// tell from the true ones.
func otherwise(t *testing.T, m *game.Match, v *texas.View, r *fair.Rand) *game.Match {
	t.Helper()
	var d hidden.Deals
	if err := d.Look(v); err != nil {
		t.Fatal(err)
	}
	hands := make([]texas.Set, v.Players())
	d.Draw(r, hands)
	hands[v.Seat()] = v.Hand()
	s := must(texas.Rules{}.New(v.Players(), v.Options())).(*texas.State)
	if err := s.Apply(m.Events()[0]); err != nil {
		t.Fatal(err)
	}
	for _, event := range m.Events()[1:] {
		move, _ := texas.ParseMove(event)
		if c, plays := texas.PlayedCard(move); plays {
			hands[s.Turn()] |= texas.SetOf(c)
		}
		if err := s.Apply(event); err != nil {
			t.Fatal(err)
		}
	}
	dealt := must(texas.Rules{}.New(v.Players(), v.Options())).(*texas.State)
	if err := dealt.Deal(hands); err != nil {
		t.Fatal(err)
	}
	other := must(game.NewMatch(texas.Rules{}, v.Players(), v.Options()))
	for i, event := range m.Events() {
		if i == 0 {
			event = dealt.Last()
		}
		if err := other.Apply(event); err != nil {
			t.Fatal(err)
		}
	}
	return other
}

func TestAPlayerWhoseContextIsDoneStillChooses(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, level := range avoid.Names() {
		r := fair.NewRand(1)
		m := deal(t, 4, nil, r)
		random(t, m, r)
		v := mine(m)
		move, err := player(t, level, 1).Choose(ctx, v)
		if err != nil || !slices.Contains(v.Legal(nil), move) {
			t.Errorf("%s: Choose = %d, %v; want one of %v", level, move, err, v.Legal(nil))
		}
	}
}

func TestAViewThatNobodyCanDecideInIsRefused(t *testing.T) {
	r := fair.NewRand(1)
	m := deal(t, 4, nil, r)
	madeUp := must(texas.Rules{}.NewView(3, nil, 0))
	for _, e := range []struct {
		told string
		next game.Turn
	}{
		// Seats 1 and 2 have no red, and seat 0 has not all of them.
		{"deal 11,12,13,14,15,21,22,23,24,25,31,32,33,34,35/?/?", 0},
		{"play 11", 1},
		{"play 26", 2},
		{"play 37", 2},
		{"play 36", 0},
	} {
		if err := madeUp.Observe(e.told, e.next); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		view game.View
		want string
	}{
		"not on turn":    {m.View((int(m.State().Turn()) + 1) % 4), "not on turn"},
		"a spectator":    {m.View(game.Spectator), "not on turn"},
		"another game":   {must(raincheck.Rules{}.NewView(2, nil, 0)), "no view of Texas Showdown"},
		"what cannot be": {madeUp, "nobody can hold"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, level := range avoid.Names() {
				if _, err := player(t, level, 1).Choose(t.Context(), c.view); err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s: Choose = %v; want %s", level, err, c.want)
				}
				if _, err := player(t, level, 1).Advise(t.Context(), c.view); err == nil {
					t.Errorf("%s: Advise succeeded", level)
				}
			}
		})
	}
}

func TestNewRefusesOtherGamesAndLevelsThatThereAreNot(t *testing.T) {
	if _, err := avoid.New("hard", raincheck.Rules{}, nil); err == nil || !strings.Contains(err.Error(), "not for Showdown") {
		t.Errorf("New(raincheck) = %v; want that it is not for Showdown", err)
	}
	want := "there is no level genius; there are: easy, medium, pimc100, hard, expert"
	if _, err := avoid.New("genius", texas.Rules{}, nil); err == nil || err.Error() != want {
		t.Errorf("New(genius) = %v; want %s", err, want)
	}
}
