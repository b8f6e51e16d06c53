package browsertest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A company is the people who sit at one table; the other seats are bots'.
type company []*person

// sitDown makes a table that the first person opens and to which all others come by
// its link; bots take the seats that are left. The game that follows has one hand,
// where games have hands.
func sitDown(game string, seats int, people ...*person) company {
	owner := people[0]
	owner.t.Helper()
	owner.open("/")
	owner.choose(fmt.Sprintf(`form:has([data-action=new-table][data-game=%s]) [name=seats]`, game), strconv.Itoa(seats))
	owner.tap(fmt.Sprintf(`[data-action=new-table][data-game=%s]`, game))
	owner.moment("an open table", `m.phase === "open" && m.you === 0`)
	if game == "texas" {
		owner.setOption("hands", "1")
	}
	link := owner.path()
	for _, p := range people[1:] {
		p.open(link)
		p.moment("an open table", `m.phase === "open" && m.you < 0`)
		p.ask("[data-action=sit]", "a seat", `m.you >= 0`)
	}
	const bots = `document.querySelectorAll("#lobby [data-action=free]").length`
	for n := range seats - len(people) {
		owner.ask("[data-action=add-bot]", "a bot", fmt.Sprintf("%s > %d", bots, n))
	}
	return people
}

// start begins the game and waits until everybody sees it.
func (c company) start() {
	c[0].t.Helper()
	c[0].ask("[data-action=start]", "a game that has begun", `m.phase === "playing"`)
	for _, p := range c {
		p.moment("a game that has begun", `m.phase === "playing"`)
	}
}

// setOption sets an option of the game at an open table.
func (p *person) setOption(name, value string) {
	p.t.Helper()
	m := p.now()
	until[bool](p, "a field for option "+name, fmt.Sprintf(`document.readyState === "complete" && (() => {
		const field = document.querySelector('[name="option.%s"]');
		if (!field) return false;
		field.value = %q;
		field.form.requestSubmit();
		return true;
	})()`, name, value))
	p.moment("option "+name, fmt.Sprintf(`m.seq > %d && document.querySelector('[name="option.%s"]').value === %q`, m.Seq, name, value))
}

// seats are those that people have.
func (c company) seats() []int {
	var seats []int
	for _, p := range c {
		seats = append(seats, p.now().You)
	}
	return seats
}

// settle waits until everybody sees the same moment, at which one of them has
// something to do or the game is over, and returns what each sees.
func (c company) settle(seats []int) []moment {
	c[0].t.Helper()
	list := strings.ReplaceAll(fmt.Sprint(seats), " ", ",")
	condition := `m.phase === "over" || m.next || m.phase === "playing" && ` + list + `.includes(m.turn)`
	seen := make([]moment, len(c))
	for {
		latest := 0
		for i, p := range c {
			seen[i] = p.moment("somebody's turn", condition)
			latest = max(latest, seen[i].Ply)
		}
		for i, p := range c {
			if seen[i].Ply < latest {
				seen[i] = p.moment("what the others see", fmt.Sprintf("(%s) && m.ply >= %d", condition, latest))
			}
		}
		if !slices.ContainsFunc(seen, func(m moment) bool { return m.Ply != seen[0].Ply || m.Phase != seen[0].Phase }) {
			return seen
		}
	}
}

// playOut plays at random until the game is over. each is called at every moment at
// which somebody has something to do; if it returns false the play ends there.
func (c company) playOut(chance *rand.Rand, each func(seen []moment) bool) {
	c[0].t.Helper()
	seats := c.seats()
	for {
		seen := c.settle(seats)
		if each != nil && !each(seen) || seen[0].Phase == "over" {
			return
		}
		waiting := false
		for i, p := range c {
			if m := seen[i]; m.Next {
				waiting = true
				if slices.Index(seats, seats[i]) < i {
					continue // another tab of the same person has said so
				}
				p.pass(m)
			}
		}
		if i := slices.Index(seats, seen[0].Turn); i >= 0 && !waiting {
			m := c[i].moment("our moves", fmt.Sprintf("m.moves.length > 0 && m.ply === %d", seen[i].Ply))
			c[i].act(m, m.Moves[chance.IntN(len(m.Moves))])
		}
	}
}

// hand lists the cards that a person holds, as their page shows them.
func (p *person) hand() []string {
	p.t.Helper()
	return eval[[]string](p, `[...document.querySelectorAll("#hand [data-card]")].map((e) => e.dataset.card)`)
}

// holdsNothingOf fails if one page knows a card that another person holds.
func (c company) holdsNothingOf(t *testing.T) {
	t.Helper()
	for i, p := range c {
		known := eval[[]string](p, `[...document.querySelectorAll("[data-card]")].map((e) => e.dataset.card)`)
		text := eval[string](p, `document.documentElement.outerHTML`)
		for j, other := range c {
			if i == j {
				continue
			}
			for _, card := range other.hand() {
				if slices.Contains(known, card) || strings.Contains(text, `"play `+card+`"`) {
					t.Errorf("the page of %s knows that %s holds %s", p.name, other.name, card)
				}
			}
		}
	}
}
