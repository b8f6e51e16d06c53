package term

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"github.com/saloon-games/saloon/bot/advice"
	"github.com/saloon-games/saloon/bot/arena"
	"github.com/saloon-games/saloon/bot/rating"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/game/texas"
)

// written is what is written on a screen.
func written(t *testing.T, width int, profile colorprofile.Profile, write func(out *Screen)) string {
	t.Helper()
	var b bytes.Buffer
	out := newScreen(&b, width, profile)
	write(out)
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	fits(t, b.String(), width)
	return b.String()
}

func estimate(value, ci float64) arena.Estimate { return arena.Estimate{Value: value, CI95: ci} }

const longName = "exec:python3 my/first/bot.py --brave"

func TestAComparisonIsToldInFramesThatFitTheScreen(t *testing.T) {
	conduct := func(ms float64, errors int64) arena.Conduct {
		return arena.Conduct{Decisions: 1000, Nanoseconds: int64(ms * 1e9), Errors: errors}
	}
	for _, width := range []int{32, 40, 80} {
		var b strings.Builder
		for _, c := range []struct {
			rules game.Rules
			seats int
			r     arena.Result
		}{
			{texas.Rules{}, 4, arena.Result{
				Deals: 2000, Diff: estimate(-1.2345, 0.0312), WinShare: estimate(0.4567, 0.0123),
				Test: conduct(12.345, 17), Field: conduct(0.0001, 0),
			}},
			{raincheck.Rules{}, 2, arena.Result{
				Deals: 1, Diff: estimate(0, math.NaN()), WinShare: estimate(1, math.NaN()), Test: conduct(0.5, 0), Field: conduct(0, 0),
			}},
			{texas.Rules{}, 3, arena.Result{}},
		} {
			cfg := arena.Config{
				Table: arena.Table{Rules: c.rules, Players: c.seats, Seed: 7},
				Test:  arena.Bot{Name: longName}, Field: arena.Bot{Name: "thumb"},
			}
			b.WriteString(written(t, width, colorprofile.NoTTY, func(out *Screen) { ArenaReport(out, cfg, &c.r) }))
			b.WriteString("####\n")
		}
		golden(t, map[int]string{32: "arena-32", 40: "arena-40", 80: "arena-80"}[width], b.String())
	}
}

func TestALeagueIsToldInFramesThatFitTheScreen(t *testing.T) {
	var s arena.Standings
	s.Deals, s.Games = 100, 1200
	var c arena.LeagueConfig
	c.Rules, c.Players, c.Seed = texas.Rules{}, 4, 7
	for b := range 9 {
		name := longName
		if b > 0 {
			name = "bot " + strings.Repeat("x", b)
		}
		row := arena.Standing{
			Bot: name, Diff: estimate(-0.5+float64(b)/8, 0.05), WinShare: estimate(0.3, 0.01),
			Rating: rating.Rating{Mu: 20 + float64(b%5), Sigma: 1.25},
		}
		for o := range 9 {
			row.Against = append(row.Against, estimate(0.5+float64(o-b)/20, 0.02))
		}
		s.Rows = append(s.Rows, row)
	}
	for _, width := range []int{32, 40, 80} {
		golden(t, map[int]string{32: "league-32", 40: "league-40", 80: "league-80"}[width],
			written(t, width, colorprofile.NoTTY, func(out *Screen) { LeagueReport(out, c, &s) }))
	}
	c.Rules, c.Players = raincheck.Rules{}, 2
	for b := range s.Rows {
		s.Rows[b].Diff = estimate(0, math.NaN())
	}
	if text := written(t, 40, colorprofile.NoTTY, func(out *Screen) { LeagueReport(out, c, &s) }); strings.Contains(text, "tricks") {
		t.Errorf("a game without tricks is told with tricks:\n%s", text)
	}
	if text := written(t, 40, colorprofile.NoTTY, func(out *Screen) {
		LeagueReport(out, c, &arena.Standings{Rows: s.Rows})
	}); strings.Contains(text, "rating") {
		t.Errorf("a league without a game has ratings:\n%s", text)
	}
}

func TestAdviceIsToldInFramesThatFitTheScreen(t *testing.T) {
	m, err := game.NewMatch(raincheck.Rules{}, 2, game.Options{"first": 0})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Apply("start 0"); err != nil {
		t.Fatal(err)
	}
	v := m.View(0)
	moves := v.Legal(nil)
	said := advice.Advice{
		Unit: advice.Wins, Choice: moves[2], Why: "A Blank hurts nobody, and leaves the Hit for a round in which Seat 1 bets too much.",
		Moves: []advice.Move{
			{Move: moves[0], Value: 0.4321, Error: 0.012, Prob: 0.1},
			{Move: moves[1], Value: 0.45, Error: 0.012, Prob: 0.2},
			{Move: moves[2], Value: 1, Error: 0.1, Prob: 0.7},
			{Move: moves[3]},
		},
	}
	for _, width := range []int{32, 80} {
		for look, profile := range map[string]colorprofile.Profile{"plain": colorprofile.NoTTY, "color": colorprofile.TrueColor} {
			var text string
			for _, unit := range []advice.Unit{advice.Wins, advice.Tricks} {
				said.Unit = unit
				text += written(t, width, profile, func(out *Screen) { Advice(out, "expert", v, &said) })
			}
			golden(t, map[int]string{32: "advice-32-", 80: "advice-80-"}[width]+look, text)
		}
	}
	for i := range said.Moves {
		said.Moves[i].Error = 0
	}
	want := "  move       tricks prob\n  stack A      0.43  10%\n"
	if text := written(t, 80, colorprofile.NoTTY, func(out *Screen) { Advice(out, "expert", v, &said) }); !strings.Contains(text, want) {
		t.Errorf("where nothing was sampled it tells\n%s\nwant\n%s", text, want)
	}
}
