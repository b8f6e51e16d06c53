package term

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/bot/sim"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
)

// toldAtRandom plays a random game and returns what is told of it after each event,
// as if the record stopped there, and of the whole.
func toldAtRandom(t *testing.T, rules game.Rules, players int, options game.Options, seed uint64, width int) string {
	t.Helper()
	m, err := game.NewMatch(rules, players, options)
	if err != nil {
		t.Fatal(err)
	}
	seated := make([]bot.Player, players)
	for seat := range seated {
		seated[seat] = bot.NewRandom(fair.NewRand(bot.SeatSeed(seed, seat)))
	}
	chance := fair.NewRand(seed)
	var b bytes.Buffer
	out := newScreen(&b, width, colorprofile.NoTTY)
	teller := NewTeller(out, rules, options)
	for {
		teller.Tell(m.State())
		teller.End()
		if m.State().Turn() == game.Over {
			break
		}
		if err := bot.Step(t.Context(), m, seated, chance); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestAnyGameIsToldAtAnyTable(t *testing.T) {
	options := map[string][]game.Options{
		"texas":     {nil, {"hands": 2}, {"rules": "seas"}, {"target": 30}},
		"raincheck": {nil, {"first": 1}},
	}
	for _, rules := range catalog.All() {
		least, most := rules.Seats()
		for players := least; players <= most; players++ {
			t.Run(rules.Name()+strconv.Itoa(players), func(t *testing.T) {
				for i, o := range options[rules.Name()] {
					text := toldAtRandom(t, rules, players, o, uint64(i), leastWidth)
					fits(t, text, leastWidth)
					if !strings.Contains(text, "━━ Over after ") {
						t.Errorf("options %v: the end is not told", o)
					}
				}
			})
		}
	}
}

// newcomer is a game that package term has nothing of its own for.
type newcomer struct{ game.Rules }

func (newcomer) Name() string  { return "newcomer" }
func (newcomer) Title() string { return "A new game" }

func TestAGameThatIsNotKnownIsToldByItsEvents(t *testing.T) {
	rules, err := catalog.ByName("raincheck")
	if err != nil {
		t.Fatal(err)
	}
	text := toldAtRandom(t, newcomer{rules}, 2, game.Options{"first": 1}, 1, 80)
	for _, want := range []string{
		"A new game: first=1\n", "Nothing has happened yet", "Next is chance.", "chance: start 1\n",
		"The record stops after 1 event", "Next is seat 1: stack A, stack 3, stack K, stack Q.", "Seat 1: stack ", "Won by Seat ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not told", want)
		}
	}
}

func TestARunIsReported(t *testing.T) {
	for _, name := range catalog.Names() {
		rules, err := catalog.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		least, most := rules.Seats()
		c := sim.Config{Rules: rules, Players: (least + most) / 2, Games: 100, Seed: 7}
		r, err := sim.Run(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		for _, width := range []int{leastWidth, 40, 80} {
			var b bytes.Buffer
			out := newScreen(&b, width, colorprofile.NoTTY)
			SimReport(out, c, r, 123*time.Millisecond)
			if err := out.Flush(); err != nil {
				t.Fatal(err)
			}
			fits(t, b.String(), width)
			golden(t, "sim-"+name+"-"+strconv.Itoa(width), b.String())
		}
	}
}

func TestARunWithoutGamesIsReportedWithoutNumbers(t *testing.T) {
	rules, err := catalog.ByName("texas")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	out := newScreen(&b, 80, colorprofile.NoTTY)
	SimReport(out, sim.Config{Rules: rules, Players: 3, Seed: 1}, &sim.Result{}, 0)
	if out.Flush() != nil || !strings.Contains(b.String(), "0 games by random players") || strings.Contains(b.String(), "NaN") {
		t.Errorf("got %q", b.String())
	}
}

func TestSpeedIsSaidInWords(t *testing.T) {
	for moves, want := range map[int64]string{12: "12", 20_000: "20 thousand", 31_400_000: "31.4 million"} {
		if got := speed(moves, time.Second); got != want {
			t.Errorf("speed of %d moves a second = %q; want %q", moves, got, want)
		}
	}
}
