package thumb_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/bot/thumb"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/game/texas"
)

var _ bot.Player = (*thumb.Player)(nil)

// choice is what a fresh player chooses.
func choice(tb testing.TB, v game.View) game.Move {
	tb.Helper()
	var rules game.Rules = texas.Rules{}
	if _, ok := v.(*raincheck.View); ok {
		rules = raincheck.Rules{}
	}
	m, err := must(thumb.New(rules, fair.NewRand(uint64(v.Ply())))).Choose(tb.Context(), v)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

// everyTable is every game with every number of players and with options that
// matter to a player.
func everyTable(t *testing.T, f func(t *testing.T, d *duel)) {
	t.Helper()
	options := map[string][]game.Options{
		"texas":     {nil, {"rules": "seas"}, {"hands": 2}, {"target": 1, "rules": "seas"}, {"target": 40}},
		"raincheck": {nil, {"first": 0}, {"first": 1}},
	}
	for _, rules := range catalog.All() {
		least, most := rules.Seats()
		for players := least; players <= most; players++ {
			for _, o := range options[rules.Name()] {
				t.Run(fmt.Sprint(rules.Name(), players, o), func(t *testing.T) {
					f(t, &duel{tb: t, rules: rules, players: players, options: o})
				})
			}
		}
	}
}

func TestItPlaysEveryGameToItsEndAndOnlyLegalMoves(t *testing.T) {
	everyTable(t, func(t *testing.T, d *duel) {
		t.Helper()
		games := uint64(40)
		if d.rules.Name() == "raincheck" {
			games = 400
		}
		for seed := range games {
			// Everybody, and some among random players.
			seated := everybody
			if seed%2 == 1 {
				seated = func(seat int) bool { return seed>>seat&2 != 0 }
			}
			d.play(must(d.rules.New(d.players, d.options)), seed, seated)
		}
	})
}

func TestOneSourceMakesOneGame(t *testing.T) {
	everyTable(t, func(t *testing.T, d *duel) {
		t.Helper()
		var games [2][]string
		for i := range games {
			d.decided = func(v game.View) { games[i] = append(games[i], v.Events()[v.Ply()-1]) }
			d.play(must(d.rules.New(d.players, d.options)), 5, everybody)
		}
		if len(games[0]) == 0 || !slices.Equal(games[0], games[1]) {
			t.Errorf("one seed made two games:\n%q\n%q", games[0], games[1])
		}
	})
}

// A view is made from what its seat was told. So whatever may be exchanged among
// what was not told is the same game to it.
func TestCardsThatCannotBeSeenDoNotChangeTheChoice(t *testing.T) {
	everyTable(t, func(t *testing.T, d *duel) {
		t.Helper()
		r := rand.New(fair.NewRand(3))
		changed := 0
		for seed := uint64(0); changed < 10; seed++ {
			m := must(game.NewMatch(d.rules, d.players, d.options))
			chance := fair.NewRand(seed)
			var players []bot.Player
			for seat := range d.players {
				players = append(players, must(thumb.New(d.rules, fair.NewRand(bot.SeatSeed(seed, seat)))))
			}
			for m.State().Turn() != game.Over && changed < 10 {
				if seat, ok := m.State().Turn().Seat(); ok && r.IntN(5) == 0 && sameChoice(t, d, m, seat, r) {
					changed++
				}
				if err := bot.Step(t.Context(), m, players, chance); err != nil {
					t.Fatal(err)
				}
			}
			if seed == 20 {
				t.Fatalf("the hidden cards of 20 games could be changed %d times only", changed)
			}
		}
	})
}

// sameChoice fails the test if the seat chooses otherwise in another match that is
// the same to it. It reports whether there has been one.
func sameChoice(t *testing.T, d *duel, m *game.Match, seat int, r *rand.Rand) bool {
	t.Helper()
	other := sameToSeat(d, m, seat, r)
	if other == nil {
		return false
	}
	v, w := m.View(seat), other.View(seat)
	if a, b := choice(t, v), choice(t, w); a != b {
		t.Fatalf("%s after\n%q\n%s after\n%q", v.Word(a), m.Events(), w.Word(b), other.Events())
	}
	return true
}

// sameToSeat is a match with another history of which the seat has been told the
// same; nil if none has been found in a few tries.
func sameToSeat(d *duel, m *game.Match, seat int, r *rand.Rand) *game.Match {
	told := m.View(seat).Events()
	for range 10 {
		events := another(must(d.rules.New(d.players, d.options)), m.Events(), told, seat, r)
		if events == nil || slices.Equal(events, m.Events()) {
			continue
		}
		other := must(game.NewMatch(d.rules, d.players, d.options))
		for _, e := range events {
			if err := other.Apply(e); err != nil {
				panic(err)
			}
		}
		if other.State().Turn() == m.State().Turn() {
			return other
		}
	}
	return nil
}

// another is a history from the state on that differs from these events here and
// there in what the seat is not told; nil if what was begun cannot be continued.
func another(s game.State, events, told []string, seat int, r *rand.Rand) []string {
	list := slices.Clone(events)
	for i, event := range events {
		if told[i] != event && r.IntN(2) == 0 {
			list[i] = anotherHidden(event, seat, r)
		}
		if s.Apply(list[i]) != nil || s.Told(seat) != told[i] {
			return nil
		}
	}
	return list
}

// anotherHidden is an event that may look the same to the seat: two cards of a deal
// exchanged between other seats, another card stacked or lost, another river.
func anotherHidden(event string, seat int, r *rand.Rand) string {
	verb, rest, _ := strings.Cut(event, " ")
	switch verb {
	case "deal":
		hands := strings.Split(rest, "/")
		a, b := r.IntN(len(hands)), r.IntN(len(hands))
		if a == b || a == seat || b == seat {
			return event
		}
		x, y := strings.Split(hands[a], ","), strings.Split(hands[b], ",")
		i, j := r.IntN(len(x)), r.IntN(len(y))
		x[i], y[j] = y[j], x[i]
		hands[a], hands[b] = sorted(x), sorted(y)
		return "deal " + strings.Join(hands, "/")
	case "stack", "lose":
		return verb + " " + []string{"A", "3", "K", "Q"}[r.IntN(4)]
	case "river":
		river := strings.Split(rest, ",")
		r.Shuffle(len(river), func(i, j int) { river[i], river[j] = river[j], river[i] })
		return "river " + strings.Join(river, ",")
	default:
		return event
	}
}

// sorted is a hand's numbers as an event has them.
func sorted(numbers []string) string {
	slices.SortFunc(numbers, func(a, b string) int {
		return must(strconv.Atoi(a)) - must(strconv.Atoi(b))
	})
	return strings.Join(numbers, ",")
}

func TestItRefusesToChooseWhenItIsNotOnTurn(t *testing.T) {
	for _, rules := range catalog.All() {
		least, _ := rules.Seats()
		m := must(game.NewMatch(rules, least, nil))
		p := must(thumb.New(rules, fair.NewRand(1)))
		for _, seat := range []int{0, game.Spectator} {
			if _, err := p.Choose(t.Context(), m.View(seat)); err == nil {
				t.Errorf("%s: Choose of %d before the first event succeeded", rules.Name(), seat)
			}
		}
	}
}

// stranger is a game that nobody knows.
type stranger struct{ game.Rules }

// strange is its view.
type strange struct{ game.View }

func TestAGameWithoutARuleOfThumbIsRefused(t *testing.T) {
	if _, err := thumb.New(stranger{texas.Rules{}}, fair.NewRand(1)); err == nil {
		t.Error("New succeeded")
	}
	m := must(game.NewMatch(raincheck.Rules{}, 2, game.Options{"first": 0}))
	if err := m.Apply("start 0"); err != nil {
		t.Fatal(err)
	}
	p := must(thumb.New(raincheck.Rules{}, fair.NewRand(1)))
	if _, err := p.Choose(t.Context(), strange{m.View(0)}); err == nil {
		t.Error("Choose of a view that is not the game's succeeded")
	}
}

// views is some hundred views of decisions by the rule of thumb.
func views(tb testing.TB, rules game.Rules, players int, options game.Options) (list []game.View) {
	tb.Helper()
	d := duel{tb: tb, rules: rules, players: players, options: options}
	d.decided = func(v game.View) { list = append(list, v.Clone()) }
	for seed := uint64(0); len(list) < 500; seed++ {
		d.play(must(rules.New(players, options)), seed, everybody)
	}
	return list
}

func TestChoosingDoesNotAllocate(t *testing.T) {
	for _, rules := range catalog.All() {
		_, most := rules.Seats()
		list := views(t, rules, most, nil)
		p := must(thumb.New(rules, fair.NewRand(1)))
		if n := testing.AllocsPerRun(1, func() {
			for _, v := range list {
				if _, err := p.Choose(t.Context(), v); err != nil {
					t.Fatal(err)
				}
			}
		}); n != 0 {
			t.Errorf("%s: %d decisions allocate %v times", rules.Name(), len(list), n)
		}
	}
}

func BenchmarkChoose(b *testing.B) {
	for _, table := range []struct {
		rules   game.Rules
		players int
		options game.Options
	}{
		{texas.Rules{}, 3, nil},
		{texas.Rules{}, 4, nil},
		{texas.Rules{}, 6, nil},
		{texas.Rules{}, 4, game.Options{"rules": "seas"}},
		{raincheck.Rules{}, 2, nil},
	} {
		b.Run(fmt.Sprintf("%s/players=%d/%v", table.rules.Name(), table.players, table.options["rules"]), func(b *testing.B) {
			list := views(b, table.rules, table.players, table.options)
			p := must(thumb.New(table.rules, fair.NewRand(1)))
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				if _, err := p.Choose(b.Context(), list[i]); err != nil {
					b.Fatal(err)
				}
				if i++; i == len(list) {
					i = 0
				}
			}
		})
	}
}
