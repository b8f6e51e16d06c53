package press

import (
	"fmt"
)

// The cards (LOOK: 63:88), and how they lie on a sheet, in millimeters.
const (
	cardWidth  = 63.0
	cardHeight = 88.0
	columns    = 3
	rows       = 3
	perSheet   = columns * rows

	bleed   = 1.5 // how far a back reaches beyond the outer cuts
	overlap = 0.1 // of backs that meet in a gutter

	markOff  = 0.5 // from a card to a crop mark
	markMost = 5.0 // the longest crop mark
	unsafe   = 4.3 // what many printers leave empty at the paper's edges
)

// grid is where the cards of a sheet lie.
type grid struct {
	paper  paper
	gutter float64
}

// corner is the upper left corner of a place, seen from the front.
func (g grid) corner(column, row int) (x, y float64) {
	return g.margin(g.paper.width, cardWidth, columns) + float64(column)*(cardWidth+g.gutter),
		g.margin(g.paper.height, cardHeight, rows) + float64(row)*(cardHeight+g.gutter)
}

// margin is what is left on each side of n cards.
func (g grid) margin(whole, each float64, n int) float64 {
	return (whole - float64(n)*each - float64(n-1)*g.gutter) / 2
}

// sheets draws the pages of cards: a page of fronts, then its backs.
func (c *canvas) sheets(d *deck) {
	g := grid{c.paper, d.gutter}
	count := (len(d.cards) + perSheet - 1) / perSheet
	for n := range count {
		cards := d.cards[n*perSheet : min((n+1)*perSheet, len(d.cards))]
		c.AddPage()
		for i, card := range cards {
			c.place(g, i%columns, i/columns, card.front)
		}
		c.cropMarks(g)
		c.slug(g, fmt.Sprintf("%s, sheet %d of %d. Print at 100 %%, both sides, turned on the long edge.", d.title, n+1, count))
		c.AddPage()
		over := bleed
		if d.gutter > 0 { // a little of it is under the next one's, so that no white shows between them
			over = d.gutter/2 + overlap
		}
		c.backs(g, cards, over)
	}
}

// backs draws the backs of cards. Turned on the long edge, left is right.
func (c *canvas) backs(g grid, cards []card, over float64) {
	for i, card := range cards {
		column, row := columns-1-i%columns, i/columns
		x, y := g.corner(column, row)
		c.ClipRect(x-over, y-over, cardWidth+2*over, cardHeight+2*over, false)
		c.place(g, column, row, card.back)
		c.ClipEnd()
	}
}

// place draws a card in its place.
func (c *canvas) place(g grid, column, row int, draw func(*canvas)) {
	x, y := g.corner(column, row)
	c.TransformBegin()
	c.TransformTranslate(x, y)
	draw(c)
	c.TransformEnd()
}

// cropMarks draws where to cut: outside the cards, and in the gutters.
func (c *canvas) cropMarks(g grid) {
	c.stroke(black, 0.15)
	left, top := g.corner(0, 0)
	right, bottom := c.paper.width-left, c.paper.height-top
	mark := func(room float64) float64 { return min(markMost, room-markOff-unsafe) }
	h, v := mark(left), mark(top)
	for column := range columns {
		x, _ := g.corner(column, 0)
		for _, at := range []float64{x, x + cardWidth} {
			c.Line(at, top-markOff-v, at, top-markOff)
			c.Line(at, bottom+markOff, at, bottom+markOff+v)
			for row := 1; row < rows && g.gutter > 0; row++ {
				_, y := g.corner(0, row)
				c.Line(at, y-g.gutter+markOff, at, y-markOff)
			}
		}
	}
	for row := range rows {
		_, y := g.corner(0, row)
		for _, at := range []float64{y, y + cardHeight} {
			c.Line(left-markOff-h, at, left-markOff, at)
			c.Line(right+markOff, at, right+markOff+h, at)
			for column := 1; column < columns && g.gutter > 0; column++ {
				x, _ := g.corner(column, 0)
				c.Line(x-g.gutter+markOff, at, x-markOff, at)
			}
		}
	}
}

// checkLine is how long the line is that tells whether a sheet came out at its size.
const checkLine = 50.0

// slug writes upwards in the left margin what a sheet is, with a line to measure.
func (c *canvas) slug(g grid, text string) {
	left, top := g.corner(0, 0)
	x, y := left-1.6, top+2.5*cardHeight+2*g.gutter
	c.TransformBegin()
	c.TransformRotate(90, x, y)
	c.ink(black)
	c.font(plain, 1.9)
	c.Text(x+2-cardHeight/2+3, y, text)
	from := x + cardHeight*1.5 + g.gutter + 4
	c.stroke(black, 0.15)
	c.Line(from, y-0.6, from+checkLine, y-0.6)
	c.Line(from, y-1.5, from, y+0.3)
	c.Line(from+checkLine, y-1.5, from+checkLine, y+0.3)
	c.Text(from+checkLine+1.2, y, "50 mm")
	c.TransformEnd()
}
