package browsertest

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// focusJS describes what has the focus.
const focusJS = `((e) => ({
	tag: e?.tagName ?? "", move: e?.dataset?.move ?? "", action: e?.dataset?.action ?? "",
	part: e?.closest("[id]")?.id ?? "", rel: e?.getAttribute?.("rel") ?? "",
	shown: !e || e === document.body || e.matches(":focus-visible"),
}))(document.activeElement)`

type focus struct {
	Tag, Move, Action, Part, Rel string
	Shown                        bool
}

func (p *person) focus() focus {
	p.t.Helper()
	return eval[focus](p, focusJS)
}

// reach presses Tab until the focus is where it is wanted.
func (p *person) reach(what string, wanted func(focus) bool) focus {
	p.t.Helper()
	for range 150 {
		f := p.focus()
		if wanted(f) {
			if !f.Shown {
				p.t.Errorf("the focus on %+v cannot be seen", f)
			}
			return f
		}
		p.keys(kb.Tab)
	}
	p.t.Fatalf("150 times Tab do not reach %s\n%s", what, p.state())
	return focus{}
}

// press presses what a keyboard has for the control that has the focus.
func (p *person) press(chance *rand.Rand) {
	p.t.Helper()
	p.keys([]string{kb.Enter, " "}[chance.IntN(2)])
}

// keepsFocus fails if a change of the page has thrown the focus away.
func (p *person) keepsFocus(after string) {
	p.t.Helper()
	if _, err := look[bool](p, present, `document.activeElement !== null && document.activeElement !== document.body`); err != nil {
		p.t.Errorf("after %s nothing has the focus", after)
	}
}

// listen notes from now on what the page says to people who listen.
func (p *person) listen() {
	p.t.Helper()
	eval[bool](p, `(() => {
		window.said = [];
		new MutationObserver((list) => {
			for (const change of list) for (const e of change.addedNodes) window.said.push(e.textContent);
		}).observe(document.querySelector("#live"), {childList: true, subtree: true, characterData: true});
		return true;
	})()`)
}

func (p *person) said() []string {
	p.t.Helper()
	return eval[[]string](p, `window.said`)
}

func TestKeyboard(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"texas", "raincheck"} {
		t.Run("a whole game of "+game+" is played by keyboard, and every play is announced", func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, "Ann", openSaloon(t).addr, desktop)
			p.open("/")
			p.reach("new-table", func(f focus) bool {
				return f.Action == "new-table" && eval[string](p, `document.activeElement.dataset.game`) == game
			})
			p.keys(kb.Enter)
			m := p.moment("an open table", `m.phase === "open" && m.you === 0`)
			if game == "texas" {
				p.setOption("hands", "1")
			}
			for n := range eval[int](p, `document.querySelectorAll("#lobby .free").length`) {
				p.reach("add-bot", func(f focus) bool { return f.Action == "add-bot" })
				p.keys(kb.Enter)
				p.moment("a bot", fmt.Sprintf(`document.querySelectorAll("#lobby [data-action=free]").length > %d`, n))
			}
			p.listen()
			p.reach("start", func(f focus) bool { return f.Action == "start" })
			p.keys(kb.Enter)
			p.moment("a game that has begun", `m.phase === "playing"`)
			p.keepsFocus("start")
			playByKeys(p, chance(11))
			p.reach("rematch", func(f focus) bool { return f.Action == "rematch" })
			record := p.record(fmt.Sprintf("/t/%s/game/1", m.Table))
			announced(t, record.Events, p.said())
		})
	}
}

// playByKeys plays a game to its end without a mouse.
func playByKeys(p *person, chance *rand.Rand) {
	p.t.Helper()
	for {
		m := p.moment("our turn", mine)
		switch {
		case m.Phase == "over":
			return
		case m.Next:
			p.reach("next", func(f focus) bool { return f.Action == "next" })
			p.press(chance)
			p.after(m, "next")
		default:
			p.reach("a move", func(f focus) bool { return f.Move != "" })
			for range chance.IntN(4) {
				p.keys([]string{kb.ArrowRight, kb.ArrowLeft}[chance.IntN(2)])
			}
			f := p.focus()
			if f.Move == "" {
				f = p.reach("a move", func(f focus) bool { return f.Move != "" })
			}
			p.press(chance)
			if now := p.after(m, f.Move); now.Phase == "playing" {
				p.keepsFocus(f.Move)
			}
		}
	}
}

// announced fails unless every play of a game was told to those who listen, as often
// as it was made.
func announced(t *testing.T, events, said []string) {
	t.Helper()
	made := map[string]int{} // by what the words about it must match
	for _, event := range events {
		switch word, rest, _ := strings.Cut(event, " "); word {
		case "play":
			made[`plays? `+rest+`,`]++
		case "stack", "bet", "fold", "flip":
			made[word]++
		}
	}
	if len(made) == 0 {
		t.Fatalf("nothing happened: %v", events)
	}
	for pattern, times := range made {
		words, told := regexp.MustCompile(`(?i)\b`+pattern), 0
		for _, line := range said {
			if words.MatchString(line) {
				told++
			}
		}
		if told < times {
			t.Errorf("%q was made %d times and announced %d times in:\n%s", pattern, times, told, strings.Join(said, "\n"))
		}
	}
}

func TestTutorial(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"texas", "raincheck"} {
		for _, at := range []screen{phone, desktop} {
			t.Run("the tutorial of "+game+" is played to its end on a "+at.name, func(t *testing.T) {
				t.Parallel()
				p := newPerson(t, "Ann", openSaloon(t).addr, at)
				right, wrong := p.learn(game)
				p.tap("[data-action=play-now]")
				p.moment("a game", `m.phase === "playing"`)
				t.Logf("%d decisions, %d objections", right, wrong)
				if right < 3 || wrong == 0 {
					t.Errorf("the tutorial has %d decisions and %d reasons against others", right, wrong)
				}
			})
		}
	}
}

// learn plays a tutorial to its end. It tries every move until one leads on, and counts
// those that did and the objections to others.
func (p *person) learn(game string) (right, wrong int) {
	p.t.Helper()
	p.open("/learn/" + game)
	for {
		step := until[string](p, "a step", `document.readyState === "complete" && /\/learn\/\w+\/\d+$/.test(location.pathname) && location.pathname`)
		if !eval[bool](p, `!!document.querySelector("a[rel=next]")`) {
			return right, wrong
		}
		moves := eval[[]string](p, `[...document.querySelectorAll("[data-move]")].map((e) => e.dataset.move)`)
		i := slices.IndexFunc(moves, func(word string) bool {
			p.tap(control(word))
			answer := until[string](p, "an answer", fmt.Sprintf(`document.readyState === "complete" &&
				(location.pathname !== %q ? "right" : document.querySelector(".objection")?.innerText)`, step))
			if answer != "right" {
				wrong++
				p.open(step)
			}
			return answer == "right"
		})
		if i < 0 {
			p.t.Fatalf("at %s no move of %v leads on", step, moves)
		}
		right++
	}
}
