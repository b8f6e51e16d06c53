package raincheck

import (
	"github.com/saloon-games/saloon/game/raincheck"
)

// piles draws the middle of the table: the three piles and the bet, the cards as
// they are flipped, or what came of them.
func (p *pen) piles() {
	p.put(`<section id="piles" aria-label="The table"`)
	switch {
	case p.ended():
		p.put(` class="end">`)
		p.result()
	case p.v.Phase() == raincheck.Flipping:
		p.put(` class="flipping">`)
		p.three()
		p.flips()
	default:
		p.put(`>`)
		p.three()
		p.bet()
	}
	p.put(`</section>`)
}

// bet writes the bet as it stands and how high it can go.
func (p *pen) bet() {
	bet, bettor := p.v.Bet()
	if bet == 0 {
		p.put(`<p class="bet">No bet yet`)
	} else {
		p.put(`<p class="bet">Bet <b>`)
		p.num(bet)
		p.put(`</b>, by `)
		p.text(p.them(bettor))
	}
	if limit := p.v.Limit(); limit > 0 {
		p.put(` <span>at most `)
		p.num(limit)
		p.put(`</span>`)
	}
	p.put(`</p>`)
}

// three draws the piles, as buttons where cards can be flipped from them.
func (p *pen) three() {
	end := `</div>`
	if p.v.Phase() == raincheck.Flipping && p.legal != 0 {
		p.form("three")
		end = `</form>`
	} else {
		p.put(`<div class="three">`)
	}
	_, bettor := p.v.Bet()
	from := func(seat int) raincheck.Source {
		if seat == bettor {
			return raincheck.Own
		}
		return raincheck.Opponent
	}
	p.pile("high", backs[p.high], p.v.Stacked(p.high), from(p.high), p.high)
	p.pile("river", riverBack, p.v.InRiver(), raincheck.River, -1)
	p.pile("low", backs[p.low], p.v.Stacked(p.low), from(p.low), p.low)
	p.put(end)
}

// pile draws one of the piles, of a seat or, with seat -1, the river.
func (p *pen) pile(class, back string, height int, from raincheck.Source, seat int) {
	m := raincheck.Flip(from)
	end := `</div>`
	if p.can(m) {
		word := p.v.Word(m)
		p.put(`<button name="word" value="`, word, `" data-move="`, word, `" class="pile `, class, `">`)
		end = `</button>`
	} else {
		p.put(`<div class="pile `, class, `">`)
	}
	p.put(`<span class="lie `, back, `">`)
	for range height {
		p.put(`<i></i>`)
	}
	p.put(`</span><b>`)
	p.num(height)
	p.put(`</b> <span class="of">`)
	if seat < 0 {
		p.put(`River</span>`)
	} else {
		p.text(p.their(seat, true))
		if seat == p.s.You {
			p.put(` stack</span>`)
		} else { // there is little room beside a name
			p.put(`<span class="aside"> stack</span></span>`)
		}
		p.peek(seat)
	}
	if p.can(m) {
		p.put(`<span class="go">Flip</span>`)
	}
	p.put(end)
}

// peek shows small what lies on a stack, top first, to who may know it.
func (p *pen) peek(seat int) {
	v := p.open(seat)
	if v == nil || p.v.Stacked(seat) == 0 {
		return
	}
	p.put(`<span class="peek"><span class="aside">, from the top: </span>`)
	for _, c := range v.Stack() {
		p.put(`<i class="face `, faces[c], `"`)
		if seat == p.s.You {
			p.put(` data-card="me-`, c.String(), `"`)
		}
		p.put(`></i><span class="aside">`, c.Name(), ` </span>`)
	}
	p.put(`</span>`)
}

// flips draws how far the flipping is, and what the last card did.
func (p *pen) flips() {
	r := p.round()
	p.put(`<div class="flips"><p class="count"><span><b>`)
	p.num(len(r.Flipped))
	p.put(`</b> of `)
	p.num(r.Bet)
	p.put(` flipped</span>`)
	if n := len(r.Flipped); n > 0 {
		c := r.Flipped[n-1].Card
		p.put(`<strong class="did `, faces[c], `">`, c.Name(), `: `, effects[c], `</strong>`)
	}
	p.put(`</p>`)
	p.row(r)
	p.put(`</div>`)
}

// row draws the flipped cards in their order, each with the pile that it came from,
// and a place for each that is still to come (S15).
func (p *pen) row(r raincheck.Round) {
	p.put(`<ol class="line n`)
	p.num(r.Bet)
	p.put(`">`)
	for i, f := range r.Flipped {
		p.put(`<li class="card" data-card="flip-`)
		p.num(i + 1)
		p.put(`"`)
		if i == len(r.Flipped)-1 {
			p.put(` data-new`)
		}
		back := riverBack
		if f.From != raincheck.River {
			back = backs[p.owner(r.Bettor, f.From)]
		}
		p.put(`><i class="face `, faces[f.Card], ` `, back, `"></i><b>`, f.Card.Name(),
			`</b><span class="from `, back, `"><span class="aside">`)
		p.text(p.from(r.Bettor, f.From))
		p.put(`</span></span></li>`)
	}
	for range r.Bet - len(r.Flipped) {
		p.put(`<li class="slot" aria-hidden="true"></li>`)
	}
	p.put(`</ol>`)
}

// owner is the seat whose stack a card was flipped from; the source must not be the
// river.
func (p *pen) owner(bettor int, from raincheck.Source) int {
	if from == raincheck.Own {
		return bettor
	}
	return bettor ^ 1
}

// result draws how a round or the game ended, with all flipped cards (S15).
func (p *pen) result() {
	r := p.round()
	out := r.Loser == r.Bettor && r.Flipped[len(r.Flipped)-1].Card != raincheck.Hit
	p.put(`<div class="result"><h2 class="shout">`)
	switch {
	case out:
		p.put(`Lights out!`)
	case r.Loser == r.Bettor:
		p.put(`Hit!`)
	default:
		p.put(`All `)
		p.num(r.Bet)
		p.put(`!`)
	}
	p.put(`</h2><p>`)
	if out {
		p.text(p.verdict())
	} else {
		p.text(p.lost(r, p.v.Round()))
		if p.v.Phase() == raincheck.Over {
			p.put(` `)
			p.text(p.verdict())
		}
	}
	p.put(`</p></div>`)
	p.row(r)
	if p.s.Seated() && p.s.Next != "" && p.waitsFor(&p.s.Seats[p.s.You]) {
		p.put(`<form method="post" class="next" action="`)
		p.text(p.s.Next)
		p.put(`"><button class="button loud" data-action="next">Go on</button></form>`)
	}
}
