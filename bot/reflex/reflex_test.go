package reflex_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/bot/reflex"
	"github.com/saloon-games/saloon/bot/thumb"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// everyTable is every number of players with both rules.
func everyTable(t *testing.T, f func(t *testing.T, players int, seas bool)) {
	t.Helper()
	for players := 3; players <= 6; players++ {
		for _, seas := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d players, seas %v", players, seas), func(t *testing.T) { f(t, players, seas) })
		}
	}
}

// table is a table of one hand.
func table(seas bool) game.Options {
	if seas {
		return game.Options{"hands": 1, "rules": "seas"}
	}
	return game.Options{"hands": 1}
}

func shuffled(r *fair.Rand, s game.State) []uint8 {
	draw := make([]uint8, s.Draw().Take)
	fair.Draw(r, draw, len(draw))
	return draw
}

func TestAPositionIsKeptAsItsViewsTellIt(t *testing.T) {
	everyTable(t, func(t *testing.T, players int, seas bool) {
		t.Helper()
		for seed := range uint64(10) {
			m := must(game.NewMatch(texas.Rules{}, players, table(seas)))
			r := fair.NewRand(seed)
			if err := m.Apply(m.State().Outcome(shuffled(r, m.State()))); err != nil {
				t.Fatal(err)
			}
			var kept reflex.Position
			kept.Dealt(m.State().(*texas.State))
			for m.State().Turn() >= 0 {
				s := m.State().(*texas.State)
				seat := int(s.Turn())
				var hands [6]texas.Set
				for other := range players {
					hands[other] = s.Hand(other)
				}
				var looked reflex.Position
				if err := looked.Look(m.View(seat).(*texas.View), hands[:players]); err != nil {
					t.Fatal(err)
				}
				if got, want := kept.Sight(), looked.Sight(); got != want {
					t.Fatalf("ply %d: the seat on turn sees\n%+v\nwant\n%+v", s.Ply(), got, want)
				}
				move := kept.Random(r)
				kept.Do(move)
				if err := m.Act(seat, s.Word(move)); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

func TestTheRuleOfThumbSeesAPositionAsItSeesAView(t *testing.T) {
	everyTable(t, func(t *testing.T, players int, seas bool) {
		t.Helper()
		m := must(game.NewMatch(texas.Rules{}, players, table(seas)))
		r := fair.NewRand(3)
		if err := m.Apply(m.State().Outcome(shuffled(r, m.State()))); err != nil {
			t.Fatal(err)
		}
		var p reflex.Position
		p.Dealt(m.State().(*texas.State))
		var a, b thumb.Texas
		for m.State().Turn() >= 0 {
			v := m.View(int(m.State().Turn()))
			p.Thumb(&a)
			b.Look(v.(*texas.View))
			if a.Move() != b.Move() || a.Unseen != b.Unseen || a.Lacks != b.Lacks {
				t.Fatalf("ply %d: %s in the position, %s in the view", v.Ply(), v.Word(a.Move()), v.Word(b.Move()))
			}
			move := p.Random(r)
			p.Do(move)
			if err := m.Act(v.Seat(), v.Word(move)); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// among is the tricks beside the par that the policy takes in a hand, among random
// players.
func among(players int, seas bool, policy *reflex.Policy, deals int, seed uint64) float64 {
	start := must(texas.Rules{}.New(players, table(seas)))
	r := fair.NewRand(seed)
	taken := 0
	for range deals {
		s := *start.(*texas.State)
		if err := s.Chance(shuffled(r, &s)); err != nil {
			panic(err)
		}
		for seat := range players {
			var p reflex.Position
			for p.Dealt(&s); p.Turn() >= 0; {
				if int(p.Turn()) == seat {
					d := p.Sight()
					p.Do(policy.Move(&d))
				} else {
					p.Do(p.Random(r))
				}
			}
			taken += p.Taken(seat)
		}
	}
	return float64(taken)/float64(deals*players) - float64(texas.HandSize(players))/float64(players)
}

func TestThePolicyTakesFarFewerTricksThanRandomPlayers(t *testing.T) {
	most := map[int]float64{3: -1.6, 4: -1.25, 5: -0.75, 6: -0.45}
	everyTable(t, func(t *testing.T, players int, seas bool) {
		t.Helper()
		got := among(players, seas, reflex.For(players, seas), 400, 1)
		t.Logf("%.3f tricks a hand beside the par", got)
		if got > most[players] {
			t.Errorf("%.3f tricks a hand beside the par; want %.2f at most", got, most[players])
		}
	})
}

func TestItsWorthsAreInTheOrderOfTheMovesAndTheLeastIsItsMove(t *testing.T) {
	everyTable(t, func(t *testing.T, players int, seas bool) {
		t.Helper()
		start := must(texas.Rules{}.New(players, table(seas)))
		r := fair.NewRand(1)
		for range 20 {
			s := *start.(*texas.State)
			if err := s.Chance(shuffled(r, &s)); err != nil {
				t.Fatal(err)
			}
			var p reflex.Position
			for p.Dealt(&s); p.Turn() >= 0; p.Do(p.Random(r)) {
				d := p.Sight()
				moves := p.Legal(nil)
				var worths [16]int32
				if n := reflex.For(players, seas).Worths(&d, &worths); n != len(moves) {
					t.Fatalf("%d worths for %d moves", n, len(moves))
				}
				least := slices.Min(worths[:len(moves)])
				move := reflex.For(players, seas).Move(&d)
				if i := slices.Index(moves, move); i < 0 || worths[i] != least {
					t.Fatalf("it does %s; the worths of %v are %v", p.Word(move), moves, worths[:len(moves)])
				}
			}
		}
	})
}

func TestTrainingLearnsAndCanBeRepeated(t *testing.T) {
	var last [2]bytes.Buffer
	for i := range last {
		var all reflex.Policies
		all[1] = *must(reflex.Train(4, false, 1500, 5))
		if got := among(4, false, &all[1], 300, 2); got > -0.9 {
			t.Errorf("after 1,500 hands it takes %.3f tricks a hand beside the par; want -0.9 at most", got)
		}
		if err := all.Write(&last[i]); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(last[0].Bytes(), last[1].Bytes()) {
		t.Error("the same seed has learned two policies")
	}
}

func TestTablesAreReadAsTheyWereWritten(t *testing.T) {
	var all reflex.Policies
	for i := range all {
		all[i] = *reflex.For(3+i%4, i >= 4)
	}
	var b bytes.Buffer
	if err := all.Write(&b); err != nil {
		t.Fatal(err)
	}
	data := b.String()
	if got := must(reflex.Read(strings.NewReader(data))); *got != all {
		t.Error("other tables were read than written")
	}
	for name, broken := range map[string]string{
		"not packed": "tables",
		"cut off":    data[:len(data)/2],
		"empty":      "",
	} {
		if _, err := reflex.Read(strings.NewReader(broken)); err == nil || !strings.HasPrefix(err.Error(), "reflex: ") {
			t.Errorf("%s: Read = %v; want an error of reflex", name, err)
		}
	}
}

func TestTrainingRefusesATableThatThereIsNot(t *testing.T) {
	if _, err := reflex.Train(7, false, 1, 1); err == nil || !strings.Contains(err.Error(), "3, 4, 5 or 6 players") {
		t.Errorf("Train(7 players) = %v; want that there are 3 to 6", err)
	}
}
