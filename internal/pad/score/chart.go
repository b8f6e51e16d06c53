package score

import (
	"slices"
	"strconv"

	"github.com/saloon-games/saloon/internal/pad/markup"
)

// A plot is the room for the totals.
type plot struct {
	s       *Sheet
	above   int // how far below the top of its picture it begins
	width   int
	height  int
	left    int // where the lines begin
	right   int // where the lines end and the names begin
	letters int // of a name
	columns int // hands, at least one
	top     int // points at its top
	stepX   int // hands between two numbers below
	stepY   int
}

// Room around the lines.
const (
	plotAbove  = 16
	plotBelow  = 48
	nameHeight = 20
)

// plot is the room for a chart: in a picture, or on a page, where a phone has it as it is.
func (s *Sheet) plot(picture bool, above int) plot {
	g := plot{s: s, above: above, width: 360, height: 280, left: 32, right: 232, letters: 11}
	if picture {
		g.width, g.height, g.left, g.right, g.letters = pictureWidth, 320, 56, 460, 14
	}
	g.columns = max(len(s.Rows), 1)
	g.top = max(s.Target, slices.Max(s.Totals), 5)
	g.stepX = (g.columns + 9) / 10
	for _, g.stepY = range []int{1, 2, 5, 10, 20, 50, 100} {
		if g.top/g.stepY <= 8 {
			break
		}
	}
	return g
}

func (g *plot) x(hand int) int { return g.left + (g.right-g.left)*hand/g.columns }
func (g *plot) bottom() int    { return g.above + g.height - plotBelow }
func (g *plot) y(points int) int {
	return g.bottom() - (g.height-plotBelow-plotAbove)*points/g.top
}

// chart draws the totals for a page.
func (s *Sheet) chart(p *markup.Pen) {
	if !s.Ready || len(s.Rows) == 0 {
		return
	}
	g := s.plot(false, 0)
	p.Put(`<svg class="chart" xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="chart-title chart-text" viewBox="0 0 `)
	p.Num(g.width).Put(" ").Num(g.height).Put(`"><title id="chart-title">Points after each hand</title><desc id="chart-text">`)
	for seat, name := range s.Names {
		p.Text(name, ": ")
		for i, row := range s.Rows {
			if i > 0 {
				p.Put(", ")
			}
			p.Num(row.Totals[seat])
		}
		p.Put(". ")
	}
	p.Put("</desc>")
	g.draw(p)
	p.Put("</svg>")
}

// draw draws the lines and what they are measured by.
func (g *plot) draw(p *markup.Pen) {
	g.grid(p)
	names := g.spread()
	for seat := range g.s.Names {
		g.line(p, seat, names[seat])
	}
}

// grid draws what the lines are measured by.
func (g *plot) grid(p *markup.Pen) {
	for n := 0; n <= g.top; n += g.stepY {
		p.Put(`<path class="grid" d="M`).Num(g.left).Put(" ").Num(g.y(n)).Put("H").Num(g.right).Put(`"/>`)
		text(p, "end", g.left-8, g.y(n)+5, strconv.Itoa(n))
	}
	if n := g.s.Target; n > 0 {
		p.Put(`<path class="target" d="M`).Num(g.left).Put(" ").Num(g.y(n)).Put("H").Num(g.right).Put(`"/>`)
		text(p, "target", g.left+2, g.y(n)-4, "Over at "+strconv.Itoa(n))
	}
	for hand := 0; hand <= g.columns; hand += g.stepX {
		text(p, "mid", g.x(hand), g.bottom()+20, strconv.Itoa(hand))
	}
	text(p, "mid", (g.left+g.right)/2, g.bottom()+40, "Hands")
}

// text draws a text.
func text(p *markup.Pen, class string, x, y int, s string) {
	p.Put(`<text class="`, class, `" x="`).Num(x).Put(`" y="`).Num(y).Put(`">`).Text(s).Put("</text>")
}

// spread returns how high each name stands at the end of its line, so that none is on another.
func (g *plot) spread() []int {
	order := make([]int, len(g.s.Names))
	for seat := range order {
		order[seat] = seat
	}
	slices.SortStableFunc(order, func(a, b int) int { return g.s.Totals[b] - g.s.Totals[a] })
	at := make([]int, len(order))
	free := g.above + plotAbove
	for _, seat := range order {
		at[seat] = max(g.y(g.s.Totals[seat]), free)
		free = at[seat] + nameHeight
	}
	low := g.bottom() + nameHeight
	for i := len(order) - 1; i >= 0; i-- {
		at[order[i]] = min(at[order[i]], low)
		low = at[order[i]] - nameHeight
	}
	return at
}

// line draws somebody's points and name. The dashes differ, not only the colors.
func (g *plot) line(p *markup.Pen, seat, nameY int) {
	class := "p" + strconv.Itoa(seat)
	p.Put(`<g class="`, class, `"><path class="line" d="M`).Num(g.x(0)).Put(" ").Num(g.y(0))
	for i, row := range g.s.Rows {
		p.Put("L").Num(g.x(i + 1)).Put(" ").Num(g.y(row.Totals[seat]))
	}
	end := g.y(g.s.Totals[seat])
	p.Put(`"/><path class="lead" d="M`).Num(g.right).Put(" ").Num(end).Put("L").Num(g.right + 12).Put(" ").Num(nameY).Put(`"/>`)
	for i, row := range g.s.Rows {
		if len(g.s.Rows) <= 25 {
			p.Put(`<circle r="4" cx="`).Num(g.x(i + 1)).Put(`" cy="`).Num(g.y(row.Totals[seat])).Put(`"/>`)
		}
	}
	name := short(g.s.Names[seat], g.letters)
	text(p, "name", g.right+16, nameY+5, strconv.Itoa(g.s.Totals[seat])+" "+name)
	p.Put("</g>")
}

// short is a name that has room for so many letters.
func short(name string, most int) string {
	if letters := []rune(name); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return name
}

// pictureWidth is how wide a picture is.
const pictureWidth = 640

// pictureStyle colors a picture; the page's own chart is colored by pad.css.
const pictureStyle = `svg{background:#fffaf0}text{font:15px system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;fill:#1d1b1a}` +
	`.h{font:bold 26px Rockwell,"Roboto Slab","DejaVu Serif",Georgia,serif}.b{font-weight:bold}.soft,.end,.mid,.target{fill:#5f5344}` +
	`.end{text-anchor:end}.mid,.num,.head{text-anchor:middle}.head,.total{font-weight:bold}.total{text-anchor:middle;font-size:18px}.rule{stroke:#1d1b1a}.grid{stroke:#ddd0b4}` +
	`.target{stroke:none}path.target{stroke:#a3280f;stroke-dasharray:2 5}.frame{fill:none;stroke:#1d1b1a}` +
	`.line,.lead{fill:none;stroke:var(--c);stroke-width:3;stroke-linejoin:round}.lead{stroke-width:1}circle{fill:var(--c)}` +
	`.p0{--c:#1d1b1a}.p1{--c:#a3280f}.p2{--c:#1050fa}.p3{--c:#1f6b3a}.p4{--c:#8a3a94}.p5{--c:#85601a}` +
	`.p1 .line{stroke-dasharray:10 5}.p2 .line{stroke-dasharray:3 4}.p3 .line{stroke-dasharray:14 4 3 4}.p4 .line{stroke-dasharray:20 6}.p5 .line{stroke-dasharray:6 3 2 3 2 3}`

// picture draws the sheet and the chart.
func (s *Sheet) picture(p *markup.Pen) {
	const left, line, tableTop = 28, 26, 118
	bottom := tableTop + line*(len(s.Rows)+2)
	height := bottom + 24
	var g plot // of a sheet that has something to plot
	if s.Ready && len(s.Rows) > 0 {
		g = s.plot(true, bottom+8)
		height = bottom + 8 + g.height + 16
	}
	p.Put(`<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="picture-title" width="`).Num(pictureWidth)
	p.Put(`" height="`).Num(height).Put(`" viewBox="0 0 `).Num(pictureWidth).Put(" ").Num(height)
	p.Put(`"><title id="picture-title">Score of a game of Texas Showdown</title><style>`, pictureStyle, `</style>`)
	p.Put(`<rect width="100%" height="100%" fill="#fffaf0"/><rect class="frame" x="6.5" y="6.5" stroke-width="3" width="`)
	p.Num(pictureWidth - 13).Put(`" height="`).Num(height - 13).Put(`"/><rect class="frame" x="11.5" y="11.5" width="`)
	p.Num(pictureWidth - 23).Put(`" height="`).Num(height - 23).Put(`"/>`)
	text(p, "h", left, 48, "Texas Showdown")
	if !s.Ready {
		p.Put("</svg>")
		return
	}
	text(p, "soft", left, 74, s.What())
	text(p, "b", left, 96, s.Status())
	x := func(seat int) int { return left + 60 + (pictureWidth-2*left-60)*(2*seat+1)/(2*s.Players()) }
	row := func(y int, class, head string, cell func(seat int) string) {
		text(p, "b", left, y, head)
		for seat := range s.Names {
			text(p, class, x(seat), y, cell(seat))
		}
	}
	row(tableTop+16, "head", "Hand", func(seat int) string { return short(s.Names[seat], 60/s.Players()) })
	p.Put(`<path class="rule" d="M`).Num(left).Put(" ").Num(tableTop + 24).Put("H").Num(pictureWidth - left).Put(`"/>`)
	for i, r := range s.Rows {
		row(tableTop+16+line*(i+1), "num", strconv.Itoa(r.Hand), func(seat int) string {
			if r.Tricks == nil {
				return "?"
			}
			return strconv.Itoa(r.Tricks[seat])
		})
	}
	p.Put(`<path class="rule" d="M`).Num(left).Put(" ").Num(bottom - line - 2).Put("H").Num(pictureWidth - left).Put(`"/>`)
	row(bottom-6, "total", "Total", func(seat int) string { return strconv.Itoa(s.Totals[seat]) })
	if g.s != nil {
		g.draw(p)
	}
	p.Put("</svg>")
}
