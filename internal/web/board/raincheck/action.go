package raincheck

import (
	"github.com/saloon-games/saloon/game/raincheck"
)

// action draws what is asked of who looks, and the bets that they can name.
func (p *pen) action() {
	if p.v.Phase() == raincheck.Over { // the verdict is on the table, and above it
		p.put(`<section id="action" hidden></section>`)
		return
	}
	p.put(`<section id="action" aria-label="What to do"><p class="now">`)
	p.text(p.now())
	p.put(`</p>`)
	if fold := raincheck.Fold(); p.legal&bets != 0 || p.can(fold) {
		p.form("bets")
		if p.legal&bets != 0 {
			p.put(`<fieldset><legend class="aside">Bet</legend>`)
			for n := 1; n <= mostCards; n++ {
				if m := raincheck.Bet(n); p.can(m) {
					word := p.v.Word(m)
					p.put(`<button class="button number" name="word" value="`, word, `" data-move="`, word,
						`"><span class="aside">Bet </span>`)
					p.num(n)
					p.put(`</button>`)
				}
			}
			p.put(`</fieldset>`)
		}
		if p.can(fold) {
			word := p.v.Word(fold)
			p.put(`<button class="button fold" name="word" value="`, word, `" data-move="`, word, `">Fold</button>`)
		}
		p.put(`</form>`)
	}
	p.put(`</section>`)
}

// score draws the line that is always there: the round, who lost which, and how many
// cards each has left.
func (p *pen) score() {
	p.put(`<section id="score" aria-label="Score"><b>Round `)
	p.num(max(p.v.Round(), 1))
	p.put(`</b><p>lost `)
	lost, round := 0, 0
	for _, r := range p.v.Rounds() {
		round++
		if r.Loser < 0 {
			continue
		}
		lost++
		p.put(`<span class="loss `, backs[r.Loser], `"><span class="aside">: round `)
		p.num(round)
		p.put(` by `)
		p.text(p.them(r.Loser))
		p.put(`</span></span>`)
	}
	if lost == 0 {
		p.put(`none yet`)
	}
	p.put(`</p><p>cards left `)
	for _, seat := range [...]int{p.low, p.high} {
		p.put(`<span class="owns `, backs[seat], `"><span class="aside"> `)
		p.text(p.them(seat))
		p.put(` </span>`)
		p.num(p.v.Owns(seat))
		p.put(`</span> `)
	}
	p.put(`</p></section>`)
}
