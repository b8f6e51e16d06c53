package browsertest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestOnePersonAgainstBots(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		game  string
		seats int
		at    screen
		moves string
		now   bool // by one tap on the front page, with the game's own length; else of one hand
	}{
		{"texas", 3, phone, still, false},
		{"texas", 4, desktop, lively, true},
		{"texas", 5, phone, still, false},
		{"texas", 6, desktop, still, false},
		{"raincheck", 2, phone, lively, true},
	} {
		t.Run(fmt.Sprintf("a game of %s for %d is played to its end on a %s", c.game, c.seats, c.at.name), func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, "Ann", openSaloon(t).addr, c.at)
			p.prefer("light", c.moves)
			var m moment
			if c.now {
				m = p.playNow(c.game, c.seats)
			} else {
				sitDown(c.game, c.seats, p).start()
				m = p.moment("a game that has begun", `m.phase === "playing"`)
			}
			if made := p.playOut(chance(uint64(c.seats)), nil); made == 0 {
				t.Error("the game was over before a move was made")
			}
			if c.game == "texas" {
				p.lastTrick(c.seats)
			}
			afterwards(p, m)
		})
	}
}

// lastTrick fails unless the last trick of a game stands complete, also when a trick
// that was kept in sight would have made room for a later one.
func (p *person) lastTrick(seats int) {
	p.t.Helper()
	cards := eval[int](p, `new Promise((done) => setTimeout(() => done(document.querySelectorAll("#trick[data-done] .plays [data-card]").length), Number(document.documentElement.dataset.hold) + 50))`)
	if cards != seats {
		p.t.Errorf("the last trick shows %d cards, want %d", cards, seats)
	}
}

// afterwards does what can be done when a game is over: look at it again, take the
// record, check the shuffle, play again.
func afterwards(p *person, m moment) {
	p.t.Helper()
	game := fmt.Sprintf("/t/%s/game/%d", m.Table, m.Number)
	record := p.record(game)
	if record.Format != "saloon-record/1" || record.Game != m.Game || len(record.Events) == 0 {
		p.t.Errorf("the record that was downloaded is none: %+v", record)
	}
	p.open(game)
	steps := 0
	for step := p.path(); ; steps++ {
		if !eval[bool](p, `!!document.querySelector("a[rel=next]")`) || steps == 3 {
			break
		}
		p.tap("a[rel=next]")
		step = until[string](p, "the next step", fmt.Sprintf(`location.pathname !== %q && document.readyState === "complete" && location.pathname`, step))
	}
	if steps != 3 {
		p.t.Errorf("the replay has %d steps, want more", steps)
	}
	p.open(game + fmt.Sprintf("/%d", len(record.Events)))
	p.open(game + "/shuffle")
	until[bool](p, "a shuffle that is checked", `/commitment fits/i.test(document.querySelector("main").innerText) && !/wrong/i.test(document.querySelector("main").innerText)`)

	p.open("/t/" + m.Table)
	p.moment("a game that is over", `m.phase === "over"`)
	p.tap("[data-action=rematch]")
	again := p.moment("another game", fmt.Sprintf(`m.phase === "open" || m.phase === "playing" && m.number === %d`, m.Number+1))
	if again.Phase == "open" {
		p.tap("[data-action=start]")
		p.moment("another game", fmt.Sprintf(`m.phase === "playing" && m.number === %d`, m.Number+1))
	}
}

// record is what tests want to know of the record of a game.
type record struct {
	Format string   `json:"format"`
	Game   string   `json:"game"`
	Events []string `json:"events"`
}

// record downloads the record of a game.
func (p *person) record(game string) (r record) {
	p.t.Helper()
	text := eval[string](p, fmt.Sprintf(`fetch("%s/record").then((a) => a.ok ? a.text() : "status " + a.status)`, game))
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		p.t.Fatalf("the record of %s: %v: %.200s", game, err, text)
	}
	return r
}

func TestFriendsAtOneTable(t *testing.T) {
	t.Parallel()
	t.Run("four people who came by a link see the same game and nobody's hand but their own", func(t *testing.T) {
		t.Parallel()
		house := openSaloon(t).addr
		c := sitDown("texas", 4,
			newPerson(t, "Ann", house, phone), newPerson(t, "Bob", house, desktop),
			newPerson(t, "Cleo", house, phone), newPerson(t, "Dan", house, desktop))
		c.start()
		checked := 0
		c.playOut(chance(4), func(seen []moment) bool {
			for i, m := range seen {
				if m.Turn != seen[0].Turn || m.Number != seen[0].Number {
					t.Fatalf("%s and %s see different games at ply %d", c[0].name, c[i].name, m.Ply)
				}
				if m.Phase == "playing" && m.Turn != m.You && len(m.Moves) > 0 {
					t.Errorf("%s can move when it is another's turn: %v", c[i].name, m.Moves)
				}
			}
			if m := seen[0]; m.Turn >= 0 && m.Ply%7 == 1 {
				c.holdsNothingOf(t)
				checked++
			}
			return true
		})
		if checked < 3 {
			t.Errorf("hands were compared %d times only", checked)
		}
	})

	t.Run("two people play raincheck against each other", func(t *testing.T) {
		t.Parallel()
		house := openSaloon(t).addr
		c := sitDown("raincheck", 2, newPerson(t, "Ann", house, phone), newPerson(t, "Bob", house, desktop))
		c.start()
		c.playOut(chance(2), nil)
	})

	t.Run("the tab says whose turn it is", func(t *testing.T) {
		t.Parallel()
		house := openSaloon(t).addr
		c := sitDown("raincheck", 2, newPerson(t, "Ann", house, phone), newPerson(t, "Bob", house, desktop))
		c.start()
		const tab = `[document.title, document.querySelector("link[rel~=icon]").href]`
		turns := make([]string, 2)
		c.playOut(chance(5), func(seen []moment) bool {
			on := seen[0].Turn
			if on < 0 {
				return true
			}
			i := slices.IndexFunc(seen, func(m moment) bool { return m.You == on })
			his, other := eval[[]string](c[i], tab), eval[[]string](c[1-i], tab)
			if !strings.Contains(strings.ToLower(his[0]), "your turn") || strings.Contains(strings.ToLower(other[0]), "your turn") {
				t.Errorf("on turn the title is %q, else %q", his[0], other[0])
			}
			if pathOf(his[1]) == pathOf(other[1]) {
				t.Errorf("the icon is the same on turn and else: %s", his[1])
			}
			turns[i] = his[0]
			return turns[0] == "" || turns[1] == ""
		})
	})
}
