package raincheck

import (
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/internal/house"
)

// rival draws the seat across the table.
func (p *pen) rival() {
	p.put(`<section id="rival" aria-label="`)
	p.text(p.s.Called(p.high))
	p.put(`"`)
	p.clock(p.high)
	p.put(`>`)
	p.who(p.high)
	p.robot(p.high)
	p.energy(p.high)
	p.put(`<p class="fan">`)
	if v := p.open(p.high); v != nil {
		for _, c := range v.Hand().Append(nil) {
			p.put(`<i class="face `, faces[c], `"></i><span class="aside">`, c.Name(), ` </span>`)
		}
	} else {
		for range p.inHand(p.high) {
			p.put(`<i class="back `, backs[p.high], `"></i>`)
		}
	}
	p.put(`<span><b>`)
	p.num(p.inHand(p.high))
	p.put(`</b> in hand</span></p></section>`)
}

// inHand is how many cards the seat has in its hand; while flipping what it had left
// when the bets began.
func (p *pen) inHand(seat int) int { return p.v.Holds(seat) }

// robot draws a seat's robot, with its eyes alight when it is on turn.
func (p *pen) robot(seat int) {
	p.put(`<i class="bot `, backs[seat])
	if on, ok := p.turn(); ok && on == seat {
		p.put(` on`)
	}
	if p.v.Phase() == raincheck.Over && p.v.Winners()[0] != seat {
		p.put(` out`)
	}
	p.put(`"></i>`)
}

// who writes a seat's name and what there is to say of who plays it.
func (p *pen) who(seat int) {
	at := &p.s.Seats[seat]
	p.put(`<div class="who"><h2>`)
	p.text(p.s.Called(seat))
	p.put(`</h2><p class="marks">`)
	if on, ok := p.turn(); ok && on == seat {
		p.put(`<span class="mark on">On turn</span> `)
	}
	if p.v.Round() > 0 && p.v.Begins() == seat && !p.ended() {
		p.put(`<span class="mark">Began</span> `)
	}
	if at.Away {
		p.put(`<span class="mark away">Away, a bot plays</span> `)
	} else if at.Level != "" {
		p.put(`<span class="mark">Bot</span> `)
	}
	if seat != p.s.You && p.waitsFor(at) {
		p.put(`<span class="mark">Looking</span> `)
	}
	p.put(`</p></div>`)
}

// waitsFor reports whether the next round waits for a person to have seen enough.
func (p *pen) waitsFor(at *house.Seat) bool {
	return !p.s.Resume.IsZero() && at.Taken && at.Level == "" && !at.Away && !at.Ready
}

// hand draws the near seat: its robot and energy, and its four cards, each in its
// own place wherever it is.
func (p *pen) hand() {
	why := p.why()
	p.put(`<section id="hand" aria-label="`)
	if p.low == p.s.You {
		p.put(`Your hand`)
	} else {
		p.text(p.s.Called(p.low))
	}
	p.put(`"`)
	if p.s.Act != "" && p.s.Seated() {
		p.put(` data-drop="stack"`)
		if why != "" {
			p.put(` data-why="`)
			p.text(why)
			p.put(`"`)
		}
	}
	p.clock(p.low)
	if p.v.Phase() != raincheck.Stacking || p.inHand(p.low) == 0 {
		p.put(` class="rest"`)
	}
	p.put(`><div class="me">`)
	p.robot(p.low)
	p.who(p.low)
	p.energy(p.low)
	p.put(`</div>`)
	p.cards()
	p.put(`</section>`)
}

// why says why no card can be stacked now, "" if one can.
func (p *pen) why() string {
	if p.legal&stacks != 0 {
		return ""
	}
	switch phase := p.v.Phase(); {
	case phase == raincheck.Betting:
		return "The bets have begun: nobody stacks in this round any more."
	case phase == raincheck.Flipping:
		return "Cards are being flipped: nobody stacks in this round any more."
	case phase == raincheck.Over:
		return "The game is over."
	case p.ended():
		return "The round is over. Stack again in the next one."
	case p.legal != 0:
		return "Your hand is empty: name the first bet."
	case phase == raincheck.Stacking:
		return "It is not your turn to stack yet: " + p.s.Called(p.high) + " is on turn."
	default:
		return "The round has not begun."
	}
}

// cards draws the near seat's cards: four places if who looks may see them, else backs.
func (p *pen) cards() {
	v := p.open(p.low)
	if v == nil {
		p.put(`<p class="cards">`)
		for range p.inHand(p.low) {
			p.put(`<i class="back `, backs[p.low], `"></i>`)
		}
		p.put(`<span class="aside">`)
		p.num(p.inHand(p.low))
		p.put(` in hand</span></p>`)
		return
	}
	end := `</div>`
	if p.s.Act != "" && p.s.Seated() {
		p.form("cards")
		end = `</form>`
	} else {
		p.put(`<div class="cards">`)
	}
	hand, owned := v.Hand(), v.Owned(p.low)
	stack := raincheck.SetOf(v.Stack()...)
	for c := raincheck.Hit; c <= raincheck.Battery; c++ {
		switch {
		case hand.Has(c):
			p.card(c)
		case stack.Has(c):
			p.gap(c, "gap", "stacked")
		case owned.Has(c):
			p.gap(c, "gap", "flipped")
		default:
			p.gap(c, "gap gone", "in the river")
		}
	}
	p.put(end)
}

// card draws a card of the near hand: a button where one plays.
func (p *pen) card(c raincheck.Card) {
	end := `</button>`
	switch m := raincheck.Stack(c); {
	case p.can(m):
		word := p.v.Word(m)
		p.put(`<button class="card" name="word" value="`, word, `" data-move="`, word, `"`)
	case p.s.Act != "" && p.s.Seated():
		p.put(`<button class="card" type="button" aria-disabled="true"`)
	default:
		p.put(`<span class="card"`)
		end = `</span>`
	}
	if p.low == p.s.You {
		p.put(` data-card="me-`, c.String(), `"`)
	}
	p.put(`><i class="face `, faces[c], `"></i><b>`, c.Name(), `</b><small>`, effects[c], `</small>`, end)
}

// gap draws the place of a card that is not in the hand.
func (p *pen) gap(c raincheck.Card, class, where string) {
	p.put(`<span class="`, class, `"><i class="face `, faces[c], `"></i><b>`, c.Name(), `</b><small>`, where, `</small></span>`)
}
