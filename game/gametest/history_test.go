package gametest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/gametest"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/game/texas"
)

func TestARandomGameIsTheSameForTheSameSeedAndPlayedToItsEnd(t *testing.T) {
	var games [3][]string
	for i, seed := range []uint64{7, 7, 8} {
		rec, err := gametest.Random(raincheck.Rules{}, 2, game.Options{"first": 1}, seed)
		if err != nil {
			t.Fatal(err)
		}
		s, err := rec.State()
		if err != nil || s.Turn() != game.Over {
			t.Fatalf("seed %d: the game is not over: %v", seed, err)
		}
		games[i] = rec.Events()
	}
	if !slices.Equal(games[0], games[1]) || slices.Equal(games[0], games[2]) {
		t.Errorf("of seeds 7, 7 and 8: %q", games)
	}
}

func TestARandomGameAtATableThatTheRulesDoNotKnowIsRefused(t *testing.T) {
	for _, rules := range []game.Rules{
		raincheck.Rules{},
		&bent{check: func(_ int, options game.Options) (game.Options, error) { return options, nil }},
	} {
		if rec, err := gametest.Random(rules, 9, nil, 1); err == nil {
			t.Errorf("%s was played with 9 players: %q", rules.Name(), rec.Events())
		}
	}
}

func TestTablesShowEveryBoundWithEveryNumberOfPlayers(t *testing.T) {
	missing := map[string]bool{}
	for players := 3; players <= 6; players++ {
		for _, v := range []string{"hands=<nil>", "hands=1", "hands=50", "rules=<nil>", "rules=seas", "target=<nil>", "target=1", "target=200"} {
			missing[fmt.Sprintf("%d players, %s", players, v)] = true
		}
	}
	players, options := gametest.Tables(texas.Rules{}, fair.NewRand(1))
	if len(players) != 4*3*2*3 {
		t.Errorf("%d tables, want %d", len(players), 4*3*2*3)
	}
	for i, n := range players[:24] { // the first ones do already
		for _, o := range (texas.Rules{}).Options() {
			delete(missing, fmt.Sprintf("%d players, %s=%v", n, o.Name, options[i][o.Name]))
		}
	}
	if len(missing) > 0 {
		t.Errorf("not among the first tables: %v", missing)
	}
}

func TestTablesAreNotTooMany(t *testing.T) {
	rules := &bent{options: func() (list []game.Option) {
		for name := range strings.FieldsSeq("a b c d e f") {
			list = append(list, game.Option{Name: name, Min: 0, Max: 1})
		}
		return list
	}}
	players, _ := gametest.Tables(rules, fair.NewRand(1))
	if len(players) != 120 {
		t.Errorf("%d tables", len(players))
	}
}
