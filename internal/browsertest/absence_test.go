package browsertest

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// present is how long a page may take to show the present when it is back.
const present = 2 * time.Second

func TestRestart(t *testing.T) {
	t.Parallel()
	t.Run("a house that was killed in mid-game goes on with the same hands, and pages find it again", func(t *testing.T) {
		t.Parallel()
		data := t.TempDir()
		house := startProgram(t, data)
		c := sitDown("texas", 4, newPerson(t, "Ann", house.addr, phone), newPerson(t, "Bob", house.addr, desktop))
		c.start()
		for _, plies := range []int{6, 19, 33} {
			var seen []moment
			c.playOut(chance(uint64(plies)), func(now []moment) bool {
				seen = now
				return now[0].Ply < plies || now[0].Turn < 0
			})
			if seen[0].Phase != "playing" {
				t.Fatalf("the game is %s at ply %d", seen[0].Phase, seen[0].Ply)
			}
			hands := [][]string{c[0].hand(), c[1].hand()}
			house.kill()
			house = startProgram(t, data)
			for _, p := range c {
				p.wire.lead(house.addr)
			}
			back := time.Now()
			i := slices.IndexFunc(seen, func(m moment) bool { return m.You == m.Turn })
			m := seen[i]
			c[i].tap(control(m.Moves[0]))
			for _, p := range c {
				within[moment](p, max(present-time.Since(back), 0), "the present after a restart", fmt.Sprintf("((m) => m.ply > %d && m)(%s)", m.Ply, momentJS))
			}
			for i, p := range c {
				p.open(p.path()) // what the page shows by itself and what the house says is the same
				if now := p.hand(); !isWithin(now, hands[i]) {
					t.Errorf("%s held %v and holds %v a move after the restart", p.name, hands[i], now)
				}
			}
		}
		c.playOut(chance(9), nil)
		record := c[0].record(c[0].path() + "/game/1")
		plays := 0
		for _, event := range record.Events {
			if len(event) > 5 && event[:5] == "play " {
				plays++
			}
		}
		if plays != 60 {
			t.Errorf("the record has %d plays, want 60", plays)
		}
	})
}

// isWithin reports whether all of a are in b.
func isWithin(a, b []string) bool {
	return !slices.ContainsFunc(a, func(s string) bool { return !slices.Contains(b, s) })
}

// sleeps puts a page to sleep, as phones do with pages that nobody looks at, or wakes
// it: first it is hidden, then nothing in it runs.
func (p *person) sleeps(asleep bool) {
	p.t.Helper()
	state, window := page.SetWebLifecycleStateStateActive, browser.WindowStateNormal
	if asleep {
		state, window = page.SetWebLifecycleStateStateFrozen, browser.WindowStateMinimized
	}
	p.call(func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: !asleep})
		if err != nil {
			return err
		}
		found, err := chromedp.Call(ctx, browser.GetWindowForTarget, browser.GetWindowForTargetParams{})
		if err != nil {
			return err
		}
		_, err = chromedp.Call(ctx, browser.SetWindowBounds, browser.SetWindowBoundsParams{
			WindowID: found.WindowID, Bounds: &browser.Bounds{WindowState: window},
		})
		if err != nil {
			return err
		}
		_, err = chromedp.Call(ctx, page.SetWebLifecycleState, page.SetWebLifecycleStateParams{State: state})
		return err
	})
}

// absence seats three people and a bot, and plays until Ann has just moved and two
// people are to move before her.
func absence(t *testing.T) (c company, at []moment) {
	t.Helper()
	house := openSaloon(t).addr
	c = sitDown("texas", 4, newPerson(t, "Ann", house, phone), newPerson(t, "Bob", house, desktop), newPerson(t, "Cleo", house, desktop))
	c.start()
	c.playOut(chance(7), func(seen []moment) bool {
		at = seen
		return seen[0].Ply < 8 || seen[0].Turn != 1
	})
	return c, at
}

// goOn lets everybody but Ann play until it is her turn, and returns that moment.
func (c company) goOn(seen []moment) moment {
	c[0].t.Helper()
	others := c[1:]
	now := seen[1]
	seats := c.seats()
	for {
		i := slices.Index(seats, now.Turn)
		if i <= 0 {
			return now
		}
		m := c[i].moment("our moves", fmt.Sprintf("m.moves.length > 0 && m.ply === %d", now.Ply))
		c[i].act(m, m.Moves[0])
		now = others[0].moment("a turn of somebody", fmt.Sprintf(`m.ply > %d && [0,1,2].includes(m.turn)`, m.Ply))
	}
}

func TestAbsence(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		away func(p *person)
		back func(p *person)
	}{
		{
			"a page that was asleep while its connection was lost shows the present when it wakes",
			func(p *person) { p.sleeps(true); p.wire.set(silent) },
			func(p *person) { p.wire.set(whole); p.sleeps(false) },
		},
		{
			"a page whose network was gone shows the present when it is back",
			func(p *person) { p.wire.set(cut) },
			func(p *person) { p.wire.set(whole) },
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			people, seen := absence(t)
			ann := people[0]
			c.away(ann)
			now := people.goOn(seen)
			if m := ann.now(); m.Ply != seen[0].Ply {
				t.Fatalf("Ann sees ply %d, but nothing can reach her", m.Ply)
			}
			c.back(ann)
			within[moment](ann, present, "the present", fmt.Sprintf("((m) => m.ply === %d && m.turn === %d && m)(%s)", now.Ply, now.Turn, momentJS))
			people.playOut(chance(8), nil)
		})
	}

	t.Run("a stream that was cut silently is noticed", func(t *testing.T) {
		t.Parallel()
		people, seen := absence(t)
		ann := people[0]
		ann.wire.set(silent)
		ann.wire.set(whole)
		now := people.goOn(seen)
		within[moment](ann, 45*time.Second, "the present", fmt.Sprintf("((m) => m.ply === %d && m)(%s)", now.Ply, momentJS))
	})

	for _, c := range []struct {
		name  string
		state wireState
	}{
		{"a move tapped without a network counts once when it is back", cut},
		{"a move whose answer was lost counts once", mute},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			people, seen := absence(t)
			people.goOn(seen)
			ann := people[0]
			m := ann.moment("our turn", mine)
			ann.wire.set(c.state)
			ann.tap(control(m.Moves[0]))
			if c.state == mute { // it has arrived
				people[1].moment("Ann's move", fmt.Sprintf("m.ply > %d", m.Ply))
			}
			ann.wire.set(cut)
			ann.wire.set(whole)
			ann.after(m, m.Moves[0])
			people.playOut(chance(8), nil)
			record := ann.record(ann.path() + "/game/1")
			if n := len(record.Events); n < 60 || record.Events[m.Ply] != m.Moves[0] || record.Events[m.Ply+1] == m.Moves[0] {
				t.Errorf("the record has not exactly one %q at %d: %v", m.Moves[0], m.Ply, record.Events)
			}
		})
	}

	t.Run("a move tapped without a network says that it came too late if another was made", func(t *testing.T) {
		t.Parallel()
		people, _ := absence(t)
		ann := people[0]
		people.playOut(chance(8), func(seen []moment) bool { // what is too late must be another move
			return seen[0].Turn != 0 || len(seen[0].Moves) < 2
		})
		m := ann.moment("our turn", mine)
		// Cookies know no ports: by another wire it is another stream, but the same Ann.
		second := ann.newTab()
		second.wire = newWire(t, ann.wire.house)
		second.open("/t/" + m.Table)
		there := second.moment("our turn", mine)
		ann.wire.set(cut)
		ann.tap(control(m.Moves[0]))
		second.act(there, there.Moves[len(there.Moves)-1])
		ann.wire.set(whole)
		said := until[string](ann, "words about the move that came too late",
			`[...document.querySelectorAll("[role=alert]")].map((e) => e.innerText.trim()).find((s) => /late|already|moment|made|turn/i.test(s))`)
		t.Logf("Ann is told: %s", said)
		people.playOut(chance(8), nil)
		if events := ann.record(ann.path() + "/game/1").Events; events[m.Ply] != there.Moves[len(there.Moves)-1] {
			t.Errorf("at ply %d there is %q, want %q", m.Ply, events[m.Ply], there.Moves[len(there.Moves)-1])
		}
	})
}

func TestTabs(t *testing.T) {
	t.Parallel()
	t.Run("ten tabs of one browser at ten tables all stay live over HTTP/1.1", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "Ann", openSaloon(t).addr, desktop)
		tabs := []*person{p}
		for range 9 {
			tabs = append(tabs, p.newTab())
		}
		at := make([]moment, len(tabs))
		for i, tab := range tabs {
			tab.playNow("raincheck", 2)
			at[i] = tab.moment("our turn", mine)
		}
		for round := range 2 {
			for i := range tabs { // said by one tab at all tables, so that only streams tell
				status := eval[int](tabs[0], fmt.Sprintf(`fetch("/t/%s/say", {method: "POST", body: new URLSearchParams({text: %q})}).then((a) => a.status)`,
					at[i].Table, "round "+strconv.Itoa(round)))
				if status != 200 {
					t.Fatalf("the house answers %d to a line of talk", status)
				}
			}
			for i, tab := range tabs {
				at[i] = tab.moment("what was said", fmt.Sprintf("m.seq > %d", at[i].Seq))
			}
		}
		for i, tab := range tabs {
			m := tab.now()
			tab.act(m, m.Moves[i%len(m.Moves)])
		}
	})

	t.Run("two tabs at one table both stay right", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "Ann", openSaloon(t).addr, phone)
		first := p.playNow("raincheck", 2)
		tabs := company{p, p.newTab()}
		tabs[1].open("/t/" + first.Table)
		turn := 0
		tabs.playOut(chance(6), func(seen []moment) bool {
			if seen[0].Phase == "playing" && (!slices.Equal(seen[0].Moves, seen[1].Moves) || seen[0].Turn != seen[1].Turn) {
				t.Errorf("at ply %d one tab shows %v of seat %d and the other %v of seat %d",
					seen[0].Ply, seen[0].Moves, seen[0].Turn, seen[1].Moves, seen[1].Turn)
			}
			turn++
			tabs[0], tabs[1] = tabs[1], tabs[0] // and each has a turn
			return true
		})
	})
}
