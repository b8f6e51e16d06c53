package bot_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
)

// tables is every bot at every game with every number of players; those that search,
// whose own tests see to that, with four.
func tables(t *testing.T, f func(t *testing.T, name string, rules game.Rules, players int)) {
	t.Helper()
	for _, rules := range catalog.All() {
		for _, name := range bot.NamesFor(rules) {
			least, most := rules.Seats()
			if searches := []string{"pimc100", "hard", "expert"}; rules.Name() == "texas" && slices.Contains(searches, name) {
				least, most = 4, 4
			}
			for players := least; players <= most; players++ {
				t.Run(name+" "+rules.Name()+" "+string(rune('0'+players)), func(t *testing.T) { f(t, name, rules, players) })
			}
		}
	}
}

// hurry is a context that is done where the game is one in which players search: they
// do not search long then.
func hurry(t *testing.T, rules game.Rules) context.Context {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	if rules.Name() == "texas" {
		cancel()
	}
	t.Cleanup(cancel)
	return ctx
}

func match(t *testing.T, rules game.Rules, players int) *game.Match {
	t.Helper()
	m, err := game.NewMatch(rules, players, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// short is a match of one hand where a game has hands.
func short(t *testing.T, rules game.Rules, players int) *game.Match {
	t.Helper()
	options := game.Options{}
	if rules.Name() == "texas" {
		options["hands"] = 1
	}
	m, err := game.NewMatch(rules, players, options)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func seated(t *testing.T, name string, rules game.Rules, players int, seed uint64) []bot.Player {
	t.Helper()
	var list []bot.Player
	for seat := range players {
		p, err := bot.New(name, rules, fair.NewRand(bot.SeatSeed(seed, seat)))
		if err != nil {
			t.Fatal(err)
		}
		if p.Name() != name {
			t.Errorf("the bot %s calls itself %s", name, p.Name())
		}
		list = append(list, p)
	}
	return list
}

func TestEveryBotPlaysEveryGameToItsEndAlsoWhenItHasNoTime(t *testing.T) {
	tables(t, func(t *testing.T, name string, rules game.Rules, players int) {
		t.Helper()
		m := short(t, rules, players)
		if err := bot.Play(hurry(t, rules), m, seated(t, name, rules, players, 1), fair.NewRand(1)); err != nil {
			t.Fatal(err)
		}
		if m.State().Turn() != game.Over || len(m.State().Winners()) == 0 {
			t.Errorf("after Play it is the turn of %s", m.State().Turn())
		}
		if err := bot.Step(t.Context(), m, nil, nil); !errors.Is(err, bot.ErrOver) {
			t.Errorf("Step after the end = %v; want ErrOver", err)
		}
	})
}

func TestOneSeedMakesOneGame(t *testing.T) {
	tables(t, func(t *testing.T, name string, rules game.Rules, players int) {
		t.Helper()
		var games [3][]string
		for i, seed := range []uint64{7, 7, 8} {
			m := short(t, rules, players)
			if err := bot.Play(hurry(t, rules), m, seated(t, name, rules, players, seed), fair.NewRand(seed)); err != nil {
				t.Fatal(err)
			}
			games[i] = m.Events()
		}
		if !slices.Equal(games[0], games[1]) {
			t.Error("seed 7 made two games")
		}
		if slices.Equal(games[0], games[2]) {
			t.Error("seeds 7 and 8 made the same game")
		}
	})
}

func TestChanceDoesNotHangOnWhatPlayersDraw(t *testing.T) {
	rules, _ := catalog.ByName("texas")
	var deals [2]string
	for i, seed := range []uint64{1, 2} {
		m := match(t, rules, 4)
		if err := bot.Play(t.Context(), m, seated(t, "random", rules, 4, seed), fair.NewRand(5)); err != nil {
			t.Fatal(err)
		}
		for _, e := range m.Events()[1:] { // the second deal
			if strings.HasPrefix(e, "deal ") {
				deals[i] = e
				break
			}
		}
	}
	if deals[0] == "" || deals[0] != deals[1] {
		t.Errorf("second deals:\n%s\n%s\nwant the same", deals[0], deals[1])
	}
}

// stubborn always answers the same.
type stubborn struct {
	move game.Move
	err  error
}

func (stubborn) Name() string                                           { return "stubborn" }
func (p stubborn) Choose(context.Context, game.View) (game.Move, error) { return p.move, p.err }

func TestAPlayersFailureIsReportedWithItsSeat(t *testing.T) {
	broken := errors.New("out of whiskey")
	for name, c := range map[string]struct {
		player stubborn
		want   string
	}{
		"an illegal move": {stubborn{move: 9999}, "seat 0, stubborn: move 9999: S5: seat 0 must stack a card"},
		"an error":        {stubborn{err: broken}, "seat 0, stubborn: out of whiskey"},
	} {
		t.Run(name, func(t *testing.T) {
			rules, _ := catalog.ByName("raincheck")
			m, err := game.NewMatch(rules, 2, game.Options{"first": 0})
			if err != nil {
				t.Fatal(err)
			}
			err = bot.Play(t.Context(), m, []bot.Player{c.player, c.player}, fair.NewRand(1))
			var failed *bot.PlayerError
			if !errors.As(err, &failed) || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("Play = %v; want %s", err, c.want)
			}
			if c.player.err != nil && !errors.Is(err, broken) {
				t.Errorf("Play = %v; want it to wrap the player's error", err)
			}
			if len(m.Events()) != 1 {
				t.Errorf("events: %q; want the start only", m.Events())
			}
		})
	}
}

func TestPlayWantsAPlayerForEverySeat(t *testing.T) {
	rules, _ := catalog.ByName("raincheck")
	if err := bot.Play(t.Context(), match(t, rules, 2), []bot.Player{stubborn{}}, fair.NewRand(1)); err == nil {
		t.Error("Play with one player for two seats succeeded")
	}
}

func TestRandomRefusesToChooseWhenItIsNotOnTurn(t *testing.T) {
	rules, _ := catalog.ByName("texas")
	if _, err := bot.NewRandom(fair.NewRand(1)).Choose(t.Context(), match(t, rules, 3).View(0)); err == nil {
		t.Error("Choose before the deal succeeded")
	}
}

func TestABotThatThereIsNotIsRefusedWithTheListOfThoseThereAre(t *testing.T) {
	for _, c := range []struct{ name, game, want string }{
		{"genius", "texas", "there is no bot genius; there are: random, easy, thumb, medium, pimc100, hard, expert"},
		{"pimc100", "raincheck", "the bot pimc100 does not play Showdown (Raincheck); there are: random, easy, thumb, medium, hard, expert"},
	} {
		rules, _ := catalog.ByName(c.game)
		if _, err := bot.New(c.name, rules, nil); err == nil || err.Error() != c.want {
			t.Errorf("New = %v; want %s", err, c.want)
		}
	}
}

func TestEveryLevelForPeoplePlaysEveryGameAndSaysWhatItThinks(t *testing.T) {
	for _, rules := range catalog.All() {
		for _, level := range bot.Levels() {
			p, err := bot.New(level, rules, fair.NewRand(1))
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := p.(bot.Advisor); !ok {
				t.Errorf("%s does not advise at %s", level, rules.Name())
			}
			if _, ok := p.(bot.Policy); !ok && rules.Name() == "raincheck" {
				t.Errorf("%s at raincheck has no policy", level)
			}
		}
	}
}
