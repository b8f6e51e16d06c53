package raincheck

import (
	"strconv"
	"strings"

	"github.com/saloon-games/saloon/game/raincheck"
)

// put writes markup.
func (p *pen) put(parts ...string) {
	b := p.b
	for _, s := range parts {
		b = append(b, s...)
	}
	p.b = b
}

// num writes a number.
func (p *pen) num(n int) { p.b = strconv.AppendInt(p.b, int64(n), 10) }

// text writes text that people chose or that may have such text in it.
func (p *pen) text(parts ...string) {
	b := p.b
	for _, s := range parts {
		for i := range len(s) {
			if e := entities[s[i]]; e != "" {
				b = append(b, e...)
			} else {
				b = append(b, s[i])
			}
		}
	}
	p.b = b
}

// entities are the characters that mean something in HTML, as text.
var entities = [256]string{'&': "&amp;", '<': "&lt;", '>': "&gt;", '"': "&#34;", '\'': "&#39;"}

// form begins a form whose buttons are moves.
func (p *pen) form(class string) {
	p.put(`<form method="post" class="`, class, `" action="`)
	p.text(p.s.Act)
	p.put(`"><input type="hidden" name="game" value="`)
	p.num(p.s.Number)
	p.put(`"><input type="hidden" name="ply" value="`)
	p.num(p.s.Ply)
	p.put(`">`)
}

// clock writes the attributes by which the script shows how long the seat may think,
// if it is on turn and has a clock.
func (p *pen) clock(seat int) {
	if p.s.Turn != seat || p.s.Deadline.IsZero() {
		return
	}
	p.put(` data-since="`)
	p.b = strconv.AppendInt(p.b, p.s.Since.UnixMilli(), 10)
	p.put(`" data-deadline="`)
	p.b = strconv.AppendInt(p.b, p.s.Deadline.UnixMilli(), 10)
	p.put(`"`)
}

// faces are the classes of the cards' faces, by card.
var faces = [...]string{
	raincheck.Hit: "hit", raincheck.Beartrap: "trap", raincheck.Blank: "blank", raincheck.Battery: "battery",
}

// effects say in a few words what the cards do to who flips them (S12), by card.
var effects = [...]string{
	raincheck.Hit:      "ends it, lost",
	raincheck.Beartrap: "−" + strconv.Itoa(raincheck.BeartrapCost) + " energy",
	raincheck.Blank:    "nothing",
	raincheck.Battery:  "+" + strconv.Itoa(raincheck.BatteryGain) + " energy",
}

// backs are the classes of cards that lie face down, by seat; the river's say nothing
// of whose they were.
var backs = [...]string{"s0", "s1"}

const riverBack = "s2"

// A change is what the last flip did to a row of lights.
type change uint8

const (
	same change = iota
	less
	more
)

// lights are the rows of lights by energy, and by what has just changed: lights that
// went out, or came on.
var lights = func() (rows [raincheck.FullEnergy + 1][more + 1]string) {
	for energy := range rows {
		for how := range rows[energy] {
			var b strings.Builder
			b.WriteString(`<span class="lights" aria-hidden="true">`)
			for i := range raincheck.FullEnergy {
				switch {
				case i == energy-1 && change(how) == more:
					b.WriteString(`<i class="lit more"></i>`)
				case i < energy:
					b.WriteString(`<i class="lit"></i>`)
				case i < energy+raincheck.BeartrapCost && change(how) == less:
					b.WriteString(`<i class="less"></i>`)
				default:
					b.WriteString(`<i></i>`)
				}
			}
			b.WriteString(`</span>`)
			rows[energy][how] = b.String()
		}
	}
	return rows
}()

// energy writes a seat's ten lights, their number, and what the last flip did to them.
func (p *pen) energy(seat int) {
	how := same
	if _, bettor := p.v.Bet(); bettor == seat {
		if flipped := p.v.Flipped(); len(flipped) > 0 {
			switch flipped[len(flipped)-1].Card {
			case raincheck.Beartrap:
				how = less
			case raincheck.Battery:
				how = more
			}
		}
	}
	energy := p.v.Energy(seat)
	p.put(`<p class="energy">`, lights[energy][how], `<b>`)
	p.num(energy)
	p.put(`</b> energy`)
	switch how {
	case less:
		p.put(` <em class="less">−`)
		p.num(raincheck.BeartrapCost)
		p.put(`</em>`)
	case more:
		p.put(` <em class="more">+`)
		p.num(raincheck.BatteryGain)
		p.put(`</em>`)
	}
	p.put(`</p>`)
}
