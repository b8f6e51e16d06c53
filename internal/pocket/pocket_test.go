package pocket_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/pocket"
	"github.com/saloon-games/saloon/internal/store"
	"github.com/saloon-games/saloon/internal/web/form"
)

func TestWholeGamesAgainstBotsArePlayed(t *testing.T) {
	t.Parallel()
	games := []string{"game=raincheck&level=thumb&option.first=1", "game=texas&seats=3&level=medium&option.hands=2"}
	for seats := 3; seats <= 6; seats++ {
		games = append(games, fmt.Sprintf("game=texas&seats=%d&level=easy&option.target=5&option.rules=seas", seats))
	}
	for _, text := range games {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				d := open(t, text)
				defer d.stop()
				page := d.play(1, nil)
				if attribute(t, page, "phase") != string(house.Over) || !strings.Contains(page, `id="verdict"`) {
					t.Fatalf("it has not ended: %.200s", page)
				}
				for _, never := range []string{"/shuffle", "/record", `id="talk"`, `id="fair"`, "nudge"} {
					if strings.Contains(page, never) {
						t.Errorf("%s has no meaning on one device", never)
					}
				}
				if err := d.Do(t.Context(), 0, "rematch", nil); err != nil {
					t.Fatal(err)
				}
				page = d.page(0)
				if attribute(t, page, "phase") != string(house.Playing) || attribute(t, page, "number") != "2" {
					t.Errorf("after a rematch: %.200s", page)
				}
			})
		})
	}
}

// The levels of Showdown remember rounds for the whole process, which virtual time does
// not allow.
func TestBotsOfEveryLevelPlay(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"game=texas&seats=3&option.hands=1", "game=raincheck"} {
		for _, level := range bot.Levels() {
			t.Run(game+" "+level, func(t *testing.T) {
				t.Parallel()
				moved := make(chan struct{}, 1)
				p, err := pocket.Open(t.Context(), pocket.Config{Thought: 5 * time.Millisecond, Moved: func() {
					select {
					case moved <- struct{}{}:
					default:
					}
				}}, fields(t, game+"&pause=0&deal=0&level="+level))
				if err != nil {
					t.Fatal(err)
				}
				d := run(t, p)
				defer d.stop()
				d.rest, d.bots = func() {}, func() { <-moved }
				// The first moves of Showdown: to work out a whole game takes long.
				first := func(page string) bool {
					return strings.HasPrefix(game, "game=raincheck") && len(attribute(t, page, "ply")) > 1
				}
				if page := d.play(1, first); attribute(t, page, "phase") != string(house.Over) && !first(page) {
					t.Error("it has not ended")
				}
			})
		}
	}
}

func TestTwoPeoplePassOneDevice(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := open(t, "game=raincheck&name=Ann&name=Ben")
		defer d.stop()
		_, st, err := d.Look(pocket.Everybody).Page(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if want := `{raincheck playing ` + fmt.Sprint(st.Turn) + ` [0 1] [Ann Ben]}`; fmt.Sprint(st) != want || st.Turn < 0 {
			t.Errorf("it stands at %v; want %s", st, want)
		}
		began := time.Now()
		page := d.play(2, nil)
		if attribute(t, page, "phase") != string(house.Over) {
			t.Fatal("it has not ended")
		}
		if time.Since(began) != 0 {
			t.Errorf("somebody had to wait %v: one next is for both", time.Since(began))
		}
		other := d.page(1)
		if attribute(t, page, "you") != "0" || attribute(t, other, "you") != "1" {
			t.Error("the pages are not those of Ann and of Ben")
		}
	})
}

func TestWhoLooksSeesWhatAStreamWouldSend(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		moved := make(chan struct{}, 1000)
		p, err := pocket.Open(t.Context(), pocket.Config{Moved: func() { moved <- struct{}{} }}, fields(t, "game=raincheck&name=Ann&name=Ben&option.first=0"))
		if err != nil {
			t.Fatal(err)
		}
		d := run(t, p)
		defer d.stop()
		synctest.Wait()
		ann, ben := d.Look(0), d.Look(1)
		for _, look := range []*pocket.Look{ann, ben} {
			if _, _, err := look.Page(t.Context()); err != nil {
				t.Fatal(err)
			}
			if html, _, err := look.Update(t.Context()); html != "" || err != nil {
				t.Errorf("nothing has happened: %s, %v", html, err)
			}
		}
		before := len(moved)
		d.act(0, d.page(0))
		if len(moved) == before {
			t.Error("nobody was told that the table moved")
		}
		html, st, err := ben.Update(t.Context())
		if err != nil || st.Turn != 1 {
			t.Errorf("after Ann's move: %+v, %v", st, err)
		}
		for _, want := range []string{`<div id="table" data-table="`, ` data-turn="1" data-you="1"`, `id="piles"`, `<p class="say">Ann`} {
			if !strings.Contains(html, want) {
				t.Errorf("no %s in %s", want, html)
			}
		}
		if strings.Contains(html, `id="menu"`) {
			t.Error("what has not changed is sent again")
		}
		if again, _, _ := ben.Update(t.Context()); again != "" {
			t.Errorf("it is sent twice: %s", again)
		}
	})
}

func TestAGameGoesOnWhereItsLinesEnd(t *testing.T) {
	t.Parallel()
	for text, people := range map[string]int{
		"game=texas&seats=4&level=easy&option.hands=2": 1,
		"game=raincheck&level=thumb":                   1,
		"game=raincheck&name=Ann&name=Ben":             2,
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { goesOn(t, text, people) })
		})
	}
}

// goesOn stops in the middle of a game and plays on at a table of its lines.
func goesOn(t *testing.T, text string, people int) {
	t.Helper()
	d := open(t, text)
	d.play(people, func(page string) bool { return len(attribute(t, page, "ply")) > 1 })
	d.stop()
	lines := d.Export()
	kept := 0
	p, err := pocket.Load(t.Context(), pocket.Config{Keep: func([]byte) error { kept++; return nil }}, lines)
	if err != nil {
		t.Fatal(err)
	}
	if kept > 0 || !bytes.Equal(p.Export(), lines) {
		t.Errorf("the lines are others, or kept twice: %d", kept)
	}
	for who := range people {
		html, _, err := p.Look(who).Page(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if before := d.page(who); html != before {
			t.Errorf("%d sees another table:\n%s\nagainst\n%s", who, html, before)
		}
	}
	time.Sleep(time.Hour)
	again := run(t, p)
	defer again.stop()
	if page := again.play(people, nil); attribute(t, page, "phase") != string(house.Over) {
		t.Error("it has not ended")
	}
	if kept == 0 {
		t.Error("what came later was not kept")
	}
}

func TestAClockThatWasSetBackKeepsNobodyWaiting(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ahead := func() time.Time { return time.Now().Add(48 * time.Hour) }
		p, err := pocket.Open(t.Context(), pocket.Config{Clock: ahead}, fields(t, "game=texas&level=easy&seats=3"))
		if err != nil {
			t.Fatal(err)
		}
		if p, err = pocket.Load(t.Context(), pocket.Config{}, p.Export()); err != nil {
			t.Fatal(err)
		}
		d := run(t, p)
		defer d.stop()
		began := time.Now()
		d.play(1, func(page string) bool { return len(attribute(t, page, "ply")) > 1 })
		if waited := time.Since(began); waited > time.Minute {
			t.Errorf("ten moves took %v", waited)
		}
	})
}

func TestALineThatIsNotKeptIsNoMove(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var full error
		p, err := pocket.Open(t.Context(), pocket.Config{Keep: func([]byte) error { return full }}, fields(t, "game=raincheck&name=Ann&name=Ben&option.first=0"))
		if err != nil {
			t.Fatal(err)
		}
		d := run(t, p)
		defer d.stop()
		synctest.Wait()
		before := d.page(0)
		full = errors.New("the device is full")
		move := fields(t, "game=1&ply="+attribute(t, before, "ply")+"&word="+strings.ReplaceAll(moves(before)[0], " ", "+"))
		if err := d.Do(t.Context(), 0, "act", move); err == nil {
			t.Error("the move was taken")
		}
		if d.page(0) != before {
			t.Error("the table has moved")
		}
		full = nil
		if err := d.Do(t.Context(), 0, "act", move); err != nil {
			t.Error("a second time:", err)
		}
	})
}

func TestWhatCannotBeOpenedOrDoneIsSaidInWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"game=poker":                                       "no game with that name",
		"game=texas&seats=9":                               "is for 3 to 6 players",
		"game=texas&level=splendid":                        "no bot splendid",
		"game=raincheck&name=Ann&name=%20ann":              "a name of their own",
		"game=raincheck&name=A&name=B&name=C":              "has 2 seats",
		"game=raincheck&pause=never":                       "The field pause is a whole number.",
		"game=raincheck&pause=-1":                          "pause",
		"game=raincheck&name=%0a":                          "",
		"game=raincheck&name=" + strings.Repeat("x", 9000): "name",
	} {
		_, err := pocket.Open(t.Context(), pocket.Config{}, fields(t, text))
		if want == "" {
			if err != nil {
				t.Errorf("%s: %v", text, err)
			}
			continue
		}
		if err == nil || !strings.Contains(pocket.Words(err), want) {
			t.Errorf("%.60s: %v", text, err)
		}
	}
	p, err := pocket.Open(t.Context(), pocket.Config{}, fields(t, "game=raincheck&name=Ann&name=Ben&option.first=0"))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Do(t.Context(), 1, "act", fields(t, "game=1&ply=1&word=stack+A")); !refusedWith(err, house.NotTurn) {
		t.Errorf("out of turn: %v", err)
	}
	if err := p.Do(t.Context(), 7, "act", fields(t, "game=1&ply=1&word=stack+A")); !refusedWith(err, house.NotSeated) {
		t.Errorf("somebody who is not there: %v", err)
	}
	if err := p.Do(t.Context(), 0, "fly", nil); !errors.Is(err, form.ErrNoVerb) {
		t.Errorf("an unknown verb: %v", err)
	}
	for _, lines := range []string{"", "\n", "{}\n", "what", `{"table":"house","made":{"code":"house","at":1},"head":{"phase":"house","summary":"MQ=="}}` + "\n"} {
		if _, err := pocket.Load(t.Context(), pocket.Config{}, []byte(lines)); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("lines %q: %v", lines, err)
		}
	}
}

// One that looks up at nothing but its context, as bots do: where there is one thread, no
// timer ends it.
func TestABotStopsInTime(t *testing.T) {
	t.Parallel()
	asked := make(chan string, 1000)
	moved := make(chan struct{}, 1)
	slow := func(ctx context.Context, level string, rules game.Rules, view game.View) (game.Move, error) {
		if _, limited := ctx.Deadline(); !limited {
			t.Error("a bot is not told how long it has")
		}
		asked <- level
		for ctx.Err() == nil {
			continue
		}
		return house.OwnBots(ctx, "easy", rules, view)
	}
	p, err := pocket.Open(t.Context(), pocket.Config{Choose: slow, Thought: 5 * time.Millisecond, Moved: func() {
		select {
		case moved <- struct{}{}:
		default:
		}
	}}, fields(t, "game=texas&seats=3&level=expert&option.hands=1&pause=0&deal=0"))
	if err != nil {
		t.Fatal(err)
	}
	d := run(t, p)
	defer d.stop()
	d.rest, d.bots = func() {}, func() { <-moved }
	d.play(1, nil)
	close(asked)
	n := 0
	for level := range asked {
		if n++; level != "expert" {
			t.Errorf("%s was asked", level)
		}
	}
	if n < 4 {
		t.Errorf("bots were asked %d times", n)
	}
}
