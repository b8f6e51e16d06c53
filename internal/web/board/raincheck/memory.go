package raincheck

import (
	"strings"

	"github.com/saloon-games/saloon/game/raincheck"
)

// memory draws what has been revealed so far, the same for both players but for what
// each knows of the own cards (S18).
func (p *pen) memory() {
	p.put(`<details id="memory"><summary>Seen<span> so far</span></summary><div class="seen"><ul class="sure"><li>`)
	p.known("Surely in the river: ", p.v.KnownRiver())
	var cards [mostCards]raincheck.Card
	for _, seat := range [...]int{p.high, p.low} {
		p.put(`</li><li>`)
		p.known(p.does(seat, "surely own", "surely owns")+": ", p.v.Owned(seat).Append(cards[:0]))
		if gone := p.v.Gone(seat); gone != 0 {
			p.put(`</li><li>`)
			p.known(p.does(seat, "have surely lost", "has surely lost")+": ", gone.Append(cards[:0]))
		}
	}
	p.put(`</li></ul><ol class="rounds">`)
	event := 0
	for i, r := range p.v.Rounds() {
		p.put(`<li><b>Round `)
		p.num(i + 1)
		p.put(`</b> `)
		p.text(p.does(r.Begins, "began", "began"))
		p.put(`. `)
		event = p.bets(event)
		if r.Bettor >= 0 && len(r.Flipped) > 0 {
			p.text(p.does(r.Bettor, "flipped", "flipped"))
			p.put(`: `)
			for j, f := range r.Flipped {
				if j > 0 {
					p.put(`, `)
				}
				p.put(`<b class="f `, faces[f.Card], `">`, f.Card.Name(), `</b> `)
				p.text(p.from(r.Bettor, f.From))
			}
			p.put(`. `)
		}
		if r.Loser >= 0 {
			p.put(`<strong>`)
			p.text(p.does(r.Loser, "lost", "lost"))
			p.put(`.</strong>`)
		}
		p.put(`</li>`)
	}
	p.put(`</ol></div></details>`)
}

// known writes a list of cards, or that none is sure.
func (p *pen) known(head string, cards []raincheck.Card) {
	p.text(head)
	if len(cards) == 0 {
		p.put(`nothing known`)
	}
	for i, c := range cards {
		if i > 0 {
			p.put(`, `)
		}
		p.put(c.Name())
	}
}

// bets writes the bets of a round, whose events begin at a number, and returns where
// those of the next round begin.
func (p *pen) bets(event int) int {
	events, first := p.v.Events(), true
	for ; event < len(events); event++ {
		if strings.HasPrefix(events[event], "river") {
			event++
			break
		}
		n, ok := strings.CutPrefix(events[event], "bet ")
		if !ok {
			continue
		}
		if first {
			p.put(`Bets: `)
		} else {
			p.put(`, `)
		}
		first = false
		p.text(p.them(p.s.Moves[event].Seat))
		p.put(` `, n)
	}
	if !first {
		p.put(`. `)
	}
	return event
}
