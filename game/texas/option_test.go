package texas_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

func TestT15TheTargetIsWhatTheTableSays(t *testing.T) {
	play(t, `
		4 players, target=20
		hand won by 0*15
		next: chance                 # 15 is no longer enough
		hand won by 1*11 0*4
		totals: 19 11 0 0
		next: chance
		hand won by 0*1 1*8 2*6
		totals: 20 19 6 0
		next: over
		winners: 3
	`)
	play(t, `
		4 players, target=4
		hand won by 0*4 1*4 2*4 3*3
		next: over
		winners: 3
	`)
}

func TestT15TheLeastTargetIs1(t *testing.T) {
	play(t, `
		6 players, target=1
		hand won by 5*10
		next: over
		winners: 0 1 2 3 4
	`)
}

func TestT15TheGreatestTargetIs200(t *testing.T) {
	m := play(t, "6 players, target=200")
	f := &fixture{t: t, m: m}
	for range 19 {
		f.run("hand won by 0*10")
		f.want("next", "chance", f.look("next"))
	}
	f.run("hand won by 0*9 1*1")
	f.want("totals", "199 1 0 0 0 0", f.look("totals"))
	f.want("next", "chance", f.look("next"))
	f.run("hand won by 0*1 1*9")
	f.want("totals", "200 10 0 0 0 0", f.look("totals"))
	f.want("next", "over", f.look("next"))
}

func TestT16ExactlySoManyHandsArePlayed(t *testing.T) {
	play(t, `
		4 players, hands=1
		hand won by 0*4 1*4 2*4 3*3
		next: over                   # though nobody has 15
		winners: 3
	`)
	play(t, `
		4 players, hands=3
		hand won by 0*15
		next: chance                 # though seat 0 has 15
		hand won by 0*15
		next: chance
		hand won by 1*8 2*7
		totals: 30 8 7 0
		next: over
		winners: 3
	`)
}

func TestT16FiftyHandsCanBePlayed(t *testing.T) {
	m := play(t, "6 players, hands=50")
	f := &fixture{t: t, m: m}
	for i := range 50 {
		f.want(fmt.Sprint("before hand ", i+1), "chance", f.look("next"))
		f.run("hand won by 0*10")
	}
	f.want("totals", "500 0 0 0 0 0", f.look("totals"))
	f.want("next", "over", f.look("next"))
}

func TestT16ATargetIsIgnoredAlsoIfOneIsGiven(t *testing.T) {
	play(t, `
		4 players, target=1, hands=2
		hand won by 0*15
		next: chance
		hand won by 0*15
		next: over
	`)
	play(t, `
		4 players, hands=1, target=200
		hand won by 0*15
		next: over
	`)
}

func TestTheOptionsOfATableAreWhatItPlaysBy(t *testing.T) {
	tests := []struct {
		players int
		options game.Options
		kept    game.Options
		target  int
		hands   int
		seas    bool
	}{
		{3, nil, game.Options{}, 15, 0, false},
		{4, game.Options{}, game.Options{}, 15, 0, false},
		{5, nil, game.Options{}, 12, 0, false},
		{6, nil, game.Options{}, 10, 0, false},
		{3, game.Options{"target": 15}, game.Options{}, 15, 0, false},
		{4, game.Options{"target": 15}, game.Options{}, 15, 0, false},
		{5, game.Options{"target": 12}, game.Options{}, 12, 0, false},
		{6, game.Options{"target": 10}, game.Options{}, 10, 0, false},
		{5, game.Options{"target": 15}, game.Options{"target": 15}, 15, 0, false},
		{4, game.Options{"target": 1}, game.Options{"target": 1}, 1, 0, false},
		{4, game.Options{"target": 200}, game.Options{"target": 200}, 200, 0, false},
		{4, game.Options{"hands": 1}, game.Options{"hands": 1}, 0, 1, false},
		{4, game.Options{"hands": 50}, game.Options{"hands": 50}, 0, 50, false},
		{4, game.Options{"hands": 2, "target": 15}, game.Options{"hands": 2}, 0, 2, false},
		{
			4,
			game.Options{"hands": 2, "target": 9, "rules": "seas"},
			game.Options{"hands": 2, "target": 9, "rules": "seas"},
			0, 2, true,
		},
		{3, game.Options{"rules": "seas"}, game.Options{"rules": "seas"}, 15, 0, true},
	}
	for _, test := range tests {
		kept, err := texas.Rules{}.Check(test.players, test.options)
		if err != nil {
			t.Errorf("%v: %v", test.options, err)
			continue
		}
		if diff := cmp.Diff(test.kept, kept); diff != "" {
			t.Errorf("%d players, %v: kept (-want +got):\n%s", test.players, test.options, diff)
		}
		state, err := texas.Rules{}.New(test.players, test.options)
		if err != nil {
			t.Errorf("%v: %v", test.options, err)
			continue
		}
		s := state.(*texas.State)
		if s.Target() != test.target || s.Hands() != test.hands || s.Seas() != test.seas || s.Players() != test.players {
			t.Errorf("%d players, %v: target %d, hands %d, seas %v, players %d",
				test.players, test.options, s.Target(), s.Hands(), s.Seas(), s.Players())
		}
		if s.HandSize() != len(naiveDeck(test.players))/test.players {
			t.Errorf("%d players: %d cards in a hand", test.players, s.HandSize())
		}
	}
}

func TestT3T15T16T17OptionsThatTheRulesDoNotKnowAreRefused(t *testing.T) {
	tests := []struct {
		players int
		options game.Options
		rule    string
		message string
	}{
		{2, nil, "T3", "players=2: T3: Texas Showdown is for 3, 4, 5 or 6 players"},
		{7, nil, "T3", "players=7: T3: Texas Showdown is for 3, 4, 5 or 6 players"},
		{0, nil, "T3", "players=0: T3: Texas Showdown is for 3, 4, 5 or 6 players"},
		{-1, nil, "T3", "players=-1: T3: Texas Showdown is for 3, 4, 5 or 6 players"},
		{4, game.Options{"target": 0}, "T15", "target=0: T15: want a whole number from 1 to 200"},
		{4, game.Options{"target": 201}, "T15", "target=201: T15: want a whole number from 1 to 200"},
		{4, game.Options{"target": -15}, "T15", "target=-15: T15: want a whole number from 1 to 200"},
		{4, game.Options{"target": "15"}, "T15", `target="15": T15: want a whole number from 1 to 200`},
		{4, game.Options{"target": 20.0}, "T15", "target=20: T15: want a whole number from 1 to 200"},
		{4, game.Options{"hands": 0}, "T16", "hands=0: T16: want a whole number from 1 to 50"},
		{4, game.Options{"hands": 51}, "T16", "hands=51: T16: want a whole number from 1 to 50"},
		{4, game.Options{"rules": "Seas"}, "T17", `rules="Seas": T17: want one of seas`},
		{4, game.Options{"rules": 1}, "T17", "rules=1: T17: want one of seas"},
		{4, game.Options{"rules": ""}, "T17", `rules="": T17: want one of seas`},
		{4, game.Options{"first": 0}, "", "first: there is no such option; this game has hands, rules, target"},
	}
	for _, test := range tests {
		_, checkErr := texas.Rules{}.Check(test.players, test.options)
		_, stateErr := texas.Rules{}.New(test.players, test.options)
		_, viewErr := texas.Rules{}.NewView(test.players, test.options, 0)
		for _, err := range []error{checkErr, stateErr, viewErr} {
			var e *game.Error
			if !errors.As(err, &e) {
				t.Errorf("%d players, %v: %v is no *game.Error", test.players, test.options, err)
				continue
			}
			if e.Rule != test.rule || e.Error() != test.message {
				t.Errorf("%d players, %v: %q (rule %s), want %q", test.players, test.options, e, e.Rule, test.message)
			}
		}
	}
}

func TestTheGameSaysWhatItIs(t *testing.T) {
	r := texas.Rules{}
	least, most := r.Seats()
	if r.Name() != "texas" || r.Title() != "Texas Showdown" || least != 3 || most != 6 {
		t.Errorf("%s, %s, for %d to %d", r.Name(), r.Title(), least, most)
	}
	for i, want := range []string{"hands T16", "rules T17", "target T15"} {
		o := r.Options()[i]
		if got := o.Name + " " + o.Rule; got != want || o.Help == "" {
			t.Errorf("option %d is %s, %q; want %s and a sentence", i, got, o.Help, want)
		}
	}
}
