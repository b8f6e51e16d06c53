package wire_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/saloon-games/saloon/bot/wire"
	"github.com/saloon-games/saloon/game"
)

// asked is a conversation with a bot that a test plays.
type asked struct {
	t    *testing.T
	bot  *wire.Foreign
	told *bufio.Reader
	say  io.Writer
}

// withBot runs a test in virtual time with a bot that does what the test says.
func withBot(t *testing.T, test func(a *asked)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ourIn, ourOut, theirIn, theirOut := pair()
		a := &asked{t: t, bot: wire.NewForeign(ourIn, ourOut), told: bufio.NewReader(theirIn), say: theirOut}
		test(a)
		_ = a.bot.Close() // else goroutines are left, and synctest says so
	})
}

// line is the next line that the bot is told.
func (a *asked) line() string {
	a.t.Helper()
	text, err := a.told.ReadString('\n')
	if err != nil {
		a.t.Error(err)
	}
	return strings.TrimSuffix(text, "\n")
}

// answers lets the bot read a line and then say some.
func (a *asked) answers(lines ...string) {
	go func() {
		a.line()
		for _, l := range lines {
			_, _ = io.WriteString(a.say, l+"\n")
		}
	}()
}

// decide asks about a ply with a second of time.
func (a *asked) decide(ply int) (string, error) {
	ctx, cancel := context.WithTimeout(a.t.Context(), time.Second)
	defer cancel()
	return a.bot.Decide(ctx, ply, []string{"bet 2", "fold"})
}

func move(ply int, word string) string {
	return fmt.Sprintf(`{"type":"move","ply":%d,"move":%q}`, ply, word)
}

func TestABotIsToldEveryMessageToTheLetter(t *testing.T) {
	withBot(t, func(a *asked) {
		ctx, cancel := context.WithTimeout(a.t.Context(), time.Second)
		defer cancel()
		var lines []string
		done := make(chan struct{})
		go func() {
			defer close(done)
			for range 7 {
				lines = append(lines, a.line())
			}
		}()
		_, _ = a.bot.Hello(ctx, wire.Hello{Game: "texas", Players: 4, Seat: 2, Seed: 7, DeadlineMS: 1000})
		a.bot.Event(1, game.Chance, "deal ?/?/0/?")
		a.bot.Event(2, 2, "play 0")
		_, _ = a.bot.Decide(ctx, 2, []string{"play 1", "opener 3"})
		s, err := rules(a.t, "raincheck").New(2, nil)
		if err != nil {
			a.t.Fatal(err)
		}
		a.bot.Over(s)
		s, err = rules(a.t, "texas").New(3, nil)
		if err != nil {
			a.t.Fatal(err)
		}
		a.bot.Over(s)
		a.bot.Quit()
		<-done
		want := []string{
			`{"type":"hello","protocol":"saloon-bot/1","game":"texas","players":4,"seat":2,"options":{},"seed":7,"deadline_ms":1000}`,
			`{"type":"event","ply":1,"seat":null,"event":"deal ?/?/0/?"}`,
			`{"type":"event","ply":2,"seat":2,"event":"play 0"}`,
			`{"type":"decide","ply":2,"legal":["play 1","opener 3"]}`,
			`{"type":"over","winners":null,"energy":[10,10]}`,
			`{"type":"over","winners":null,"totals":[0,0,0]}`,
			`{"type":"quit"}`,
		}
		if got := strings.Join(lines, "\n"); got != strings.Join(want, "\n") {
			a.t.Errorf("told\n%s\nwant\n%s", got, strings.Join(want, "\n"))
		}
	})
}

func TestHelloIsAnsweredByReady(t *testing.T) {
	withBot(t, func(a *asked) {
		go func() {
			want := `{"type":"hello","protocol":"saloon-bot/1","game":"texas","players":4,"seat":2,"options":{"hands":1},"seed":7,"deadline_ms":1000}`
			if got := a.line(); got != want {
				a.t.Errorf("told %s; want %s", got, want)
			}
			_, _ = io.WriteString(a.say, "{\"type\":\"hum\"}\n"+move(3, "fold")+"\n{\"type\":\"ready\",\"name\":\"My bot 0.3\"}\n")
		}()
		name, err := a.bot.Hello(a.t.Context(), wire.Hello{
			Game: "texas", Players: 4, Seat: 2, Options: game.Options{"hands": 1}, Seed: 7, DeadlineMS: 1000,
		})
		if name != "My bot 0.3" || err != nil {
			a.t.Error(name, err)
		}
	})
}

func TestAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		want  string
		says  string
	}{
		"a legal move":                      {[]string{move(5, "fold")}, "fold", ""},
		"unknown fields":                    {[]string{`{"why":"fear","type":"move","PLY":1,"ply":5,"move":"fold"}`}, "fold", ""},
		"other messages before":             {[]string{`{"type":"thought","depth":3}`, move(5, "bet 2")}, "bet 2", ""},
		"an answer to an earlier question":  {[]string{move(3, "bet 2"), move(5, "fold")}, "fold", ""},
		"an answer to a later question":     {[]string{move(6, "fold")}, "", "it answers ply 6, but was asked about ply 5"},
		"a move that is not legal":          {[]string{move(5, "bet 9")}, "", "bet 9 is not legal; legal: bet 2, fold"},
		"a move in other letters":           {[]string{move(5, "Fold")}, "", "Fold is not legal; legal: bet 2, fold"},
		"no JSON":                           {[]string{"fold"}, "", `want one JSON object a line, such as {"type":"move","ply":5,"move":"bet 2"}, not fold`},
		"no object":                         {[]string{`["fold"]`}, "", "want one JSON object a line"},
		"no ply":                            {[]string{`{"type":"move","move":"fold"}`}, "", "ply is missing; want a whole number"},
		"a ply that is none":                {[]string{`{"type":"move","ply":"5","move":"fold"}`}, "", "ply: want a whole number"},
		"no move":                           {[]string{`{"type":"move","ply":5}`}, "", "move is missing; want a move"},
		"nothing":                           {nil, "", "no answer in time"},
		"only what is no answer":            {[]string{`{"type":"ready"}`, `{"ply":5,"move":"fold"}`}, "", "no answer in time"},
		"more than a line may have":         {[]string{strings.Repeat("x", 1<<17)}, "", "the line is too long; want 64 KiB at most"},
		"a legal move and then another one": {[]string{move(5, "fold"), move(5, "bet 2")}, "fold", ""},
	} {
		t.Run(name, func(t *testing.T) {
			withBot(t, func(a *asked) {
				a.answers(c.lines...)
				got, err := a.decide(5)
				if got != c.want || c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
					a.t.Errorf("%q, %v; want %q, %q", got, err, c.want, c.says)
				}
			})
		})
	}
}

func TestALateAnswerIsNeverTakenForTheNextOne(t *testing.T) {
	withBot(t, func(a *asked) {
		go func() {
			a.line()
			time.Sleep(1500 * time.Millisecond) // virtual
			_, _ = io.WriteString(a.say, move(5, "bet 2")+"\n")
			a.line()
			_, _ = io.WriteString(a.say, move(7, "fold")+"\n")
		}()
		if got, err := a.decide(5); err == nil {
			a.t.Errorf("the first answer is %q", got)
		}
		if got, err := a.decide(7); got != "fold" || err != nil {
			a.t.Errorf("the second answer is %q, %v; want fold", got, err)
		}
	})
}

func TestASecondAnswerIsNotTakenForTheNextGames(t *testing.T) {
	withBot(t, func(a *asked) {
		go func() {
			a.line()
			_, _ = io.WriteString(a.say, move(5, "bet 2")+"\n"+move(5, "bet 2")+"\n")
			a.line()
			_, _ = io.WriteString(a.say, "{\"type\":\"ready\"}\n")
			a.line()
			_, _ = io.WriteString(a.say, move(5, "fold")+"\n")
		}()
		if got, err := a.decide(5); got != "bet 2" || err != nil {
			a.t.Error(got, err)
		}
		synctest.Wait()
		if _, err := a.bot.Hello(a.t.Context(), wire.Hello{Game: "raincheck", Players: 2}); err != nil {
			a.t.Error(err)
		}
		if got, err := a.decide(5); got != "fold" || err != nil {
			a.t.Errorf("%q, %v; want fold", got, err)
		}
	})
}

func TestABotThatReadsNothingHoldsNobodyUp(t *testing.T) {
	withBot(t, func(a *asked) {
		for ply := range 10000 {
			a.bot.Event(ply, game.Chance, "play 10")
		}
		if got, err := a.decide(10001); err == nil {
			a.t.Errorf("answer %q", got)
		}
		a.bot.Quit()
		ctx, cancel := context.WithTimeout(a.t.Context(), time.Second)
		defer cancel()
		a.bot.Drain(ctx)
	})
}

func TestABotThatClosesItsOutputIsSaidToHave(t *testing.T) {
	withBot(t, func(a *asked) {
		go func() {
			a.line()
			_ = a.say.(io.Closer).Close()
		}()
		for range 2 {
			if _, err := a.decide(5); err == nil || !strings.Contains(err.Error(), "closed its standard output") {
				a.t.Errorf("err = %v", err)
			}
		}
		a.bot.Drain(a.t.Context())
	})
}
