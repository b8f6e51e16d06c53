package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/bot/advice"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
)

// sage is a random player that says what it thinks: the later a move stands in the
// list, the more tricks or the more wins.
type sage struct {
	*bot.Random
	unit advice.Unit
	err  error
}

func (sage) Name() string { return "sage" }

func (s sage) Advise(ctx context.Context, v game.View) (advice.Advice, error) {
	if s.err != nil {
		return advice.Advice{}, s.err
	}
	choice, err := s.Choose(ctx, v)
	a := advice.Advice{Unit: s.unit, Choice: choice, Why: fmt.Sprintf("Seat %d has seen it.", v.Seat())}
	moves := v.Legal(nil)
	for i, m := range moves {
		said := advice.Move{Move: m, Value: float64(i) / 10, Prob: 1 / float64(len(moves))}
		if i > 0 {
			said.Error = 0.01
		}
		a.Moves = append(a.Moves, said)
	}
	return a, err
}

// withSage is a command line that knows sage beside the random player. The random
// player stands for all that cannot say what they think.
func withSage(unit advice.Unit, err error) (a *app, out, errs *bytes.Buffer) {
	out, errs = &bytes.Buffer{}, &bytes.Buffer{}
	return &app{in: strings.NewReader(""), out: out, err: errs, bots: roster{
		names: []string{"random", "sage"},
		make: func(name string, _ game.Rules, src fair.Source) (bot.Player, error) {
			switch name {
			case "sage":
				return sage{bot.NewRandom(src), unit, err}, nil
			case "random":
				return bot.NewRandom(src), nil
			}
			return nil, errors.New("there is no bot " + name)
		},
	}}, out, errs
}

// play plays a game and returns what is told.
func play(t *testing.T, args ...string) string {
	t.Helper()
	a, out, errs := withSage(advice.Tricks, nil)
	if status := a.status(a.carryOut(append([]string{"play"}, args...))); status != 0 {
		t.Fatal(status, errs)
	}
	return out.String()
}

func TestExplainingChangesNoMove(t *testing.T) {
	for _, args := range [][]string{{"texas", "--option", "hands=1"}, {"raincheck"}} {
		args = append(args, "--seed", "5")
		plain := play(t, append(args, "--bots", "sage")...)
		explained := play(t, append(args, "--bots", "sage", "--explain")...)
		for line := range strings.Lines(plain) {
			if !strings.Contains(line, "saloon play") && !strings.Contains(explained, line) {
				t.Errorf("%q is not told when it is explained", line)
			}
		}
		if n := strings.Count(explained, ", sage, thinks:"); n < 5 {
			t.Errorf("%d decisions are explained", n)
		}
	}
}

func TestOnlyBotsThatCanExplainDo(t *testing.T) {
	told := play(t, "raincheck", "--bots", "random,sage", "--seed", "5", "--explain")
	if strings.Contains(told, "Seat 0, ") || !strings.Contains(told, "Seat 1, sage, thinks:") {
		t.Error(told)
	}
}

func TestAnExplanationHasEveryMove(t *testing.T) {
	told := play(t, "raincheck", "--bots", "sage", "--seed", "5", "--option", "first=0", "--explain")
	_, told, _ = strings.Cut(told, "Seat 0, sage, thinks:\n")
	told, _, _ = strings.Cut(told, "Seat 0 has seen it.")
	lines := strings.Split(strings.TrimSpace(told), "\n")
	if len(lines) != 5 {
		t.Fatalf("%q", lines)
	}
	chosen := 0
	for i, want := range []string{
		"move       tricks   error prob",
		"stack A      0.00          25%",
		"stack 3      0.10   ±0.01  25%",
		"stack K      0.20   ±0.01  25%",
		"stack Q      0.30   ±0.01  25%",
	} {
		if strings.HasPrefix(lines[i], "> ") {
			chosen++
		}
		if got := strings.TrimPrefix(strings.TrimSpace(lines[i]), "> "); got != want {
			t.Errorf("line %d: %q; want %q", i, got, want)
		}
	}
	if chosen != 1 {
		t.Errorf("%d moves are marked as chosen:\n%s", chosen, told)
	}
}

func TestABotThatFailsToExplainEndsTheGame(t *testing.T) {
	a, _, errs := withSage(advice.Tricks, errors.New("out of whiskey"))
	if status := a.status(a.carryOut([]string{"play", "raincheck", "--bots", "sage", "--explain"})); status != statusBadData ||
		!strings.Contains(errs.String(), "sage: out of whiskey") {
		t.Error(status, errs)
	}
}

// decision is a record that ends where seat 1 decides.
// overEvents is a game to its end.
const overEvents = `["start 0","stack 3","stack K","bet 1","bet 2","fold","flip own","flip opp","lose Q","river Q","stack 3","stack A","bet 2","bet 3","fold","flip own",` +
	`"lose K","river K,Q","stack A","stack 3","bet 4","fold","flip own","lose 3","river Q,K,3","stack 3","stack A","stack K","bet 5","fold","flip own","lose A"]`

const decision = `{"format":"saloon-record/1","game":"raincheck","players":2,"options":{},"events":["start 0","stack A","stack K","bet 1"]}`

// advise asks for advice about a record.
func advise(t *testing.T, unit advice.Unit, record string, args ...string) (status int, out, errs string) {
	t.Helper()
	a, o, e := withSage(unit, nil)
	a.in = strings.NewReader(record)
	status = a.status(a.carryOut(append([]string{"advise"}, args...)))
	return status, o.String(), e.String()
}

func TestAdviceIsGivenForTheDecisionThatARecordEndsWith(t *testing.T) {
	for _, args := range [][]string{{"--level", "sage"}, {"--level", "sage", "--seat", "1", "--seed", "3"}} {
		status, out, errs := advise(t, advice.Wins, decision, args...)
		if status != 0 || !strings.Contains(out, "Seat 1, sage, thinks:") || !strings.Contains(out, "bet 2") ||
			!strings.Contains(out, "10.0%   ±1.0%  50%") || !strings.Contains(out, "Seat 1 has seen it.") {
			t.Error(status, out, errs)
		}
	}
}

func TestAdviceAsJSON(t *testing.T) {
	status, out, errs := advise(t, advice.Wins, decision, "--level", "sage", "--json")
	var j adviceJSON
	if status != 0 || json.Unmarshal([]byte(out), &j) != nil {
		t.Fatal(status, out, errs)
	}
	want := `{"level":"sage","seat":1,"ply":4,"unit":"wins","choice":"` + j.Choice + `","why":"Seat 1 has seen it.","moves":` +
		`[{"move":"bet 2","value":0,"error":0,"prob":0.5},{"move":"fold","value":0.1,"error":0.01,"prob":0.5}]}` + "\n"
	if out != want || j.Choice != "bet 2" && j.Choice != "fold" {
		t.Errorf("%s\nwant %s", out, want)
	}
}

func TestAdviceThatCannotBeGivenIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		record string
		args   []string
		status int
		says   string
	}{
		"another's turn": {decision, []string{"--level", "sage", "--seat", "0"}, 1, "standard input: it is the turn of seat 1, not of seat 0\n"},
		"chance's turn": {
			strings.Replace(decision, `["start 0","stack A","stack K","bet 1"]`, `[]`, 1),
			[]string{"--level", "sage"},
			1, "standard input: after 0 events it is the turn of chance; want a record that ends where a seat decides\n",
		},
		"a game that is over": {
			strings.Replace(decision, `["start 0","stack A","stack K","bet 1"]`, overEvents, 1),
			[]string{"--level", "sage"},
			1, "standard input: after 32 events the game is over; want a record that ends where a seat decides\n",
		},
		"a bad record":              {strings.Replace(decision, "bet 1", "bet 9", 1), []string{"--level", "sage"}, 1, "standard input: event 4: bet 9: S8:"},
		"a level that says nothing": {decision, []string{"--level", "random"}, 2, "--level: random cannot say what it thinks; those who can: sage\n"},
	} {
		t.Run(name, func(t *testing.T) {
			status, out, errs := advise(t, advice.Tricks, c.record, c.args...)
			if status != c.status || !strings.Contains(errs, c.says) || out != "" {
				t.Errorf("status %d, %q, %q; want %d, %q", status, out, errs, c.status, c.says)
			}
		})
	}
}

func TestARefusalToExplainNamesThoseWhoCan(t *testing.T) {
	a, _, errs := withSage(advice.Tricks, nil)
	if status := a.status(a.carryOut([]string{"play", "raincheck", "--bots", "random", "--explain"})); status != statusBadUsage ||
		!strings.Contains(errs.String(), "those who can: sage\n") {
		t.Error(status, errs)
	}
}
