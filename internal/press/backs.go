package press

import (
	"math"

	"codeberg.org/go-pdf/fpdf"
)

// The back of Texas Showdown. Its pattern has a period that divides the card's sides, so it
// goes on over the edge into the card beside it: where the printer lays a back a
// millimeter off, no edge shows it.
const (
	diamondWide = cardWidth / 9
	diamondHigh = cardHeight / 11

	panelInset = 8.5 // of the panel in the middle
)

// The colors of that back.
var (
	brick = rgb{0x8c, 0x2a, 0x14}
	straw = rgb{0xf3, 0xdf, 0xbd}
)

// texasBack is the back of all cards of Texas Showdown, the same both ways up.
func (c *canvas) texasBack(star *suit) {
	ground, line := brick, straw
	if c.grey {
		ground, line = rgb{0x50, 0x50, 0x50}, blank
	}
	c.stamp("back", func(c *canvas) { c.texasBackArt(star, ground, line) })
	c.turned(func() {
		c.ink(line)
		at := panelInset + 3.6
		at += c.spread(titleIn, at, cardWidth-2*titleIn, "Texas") + 1.5
		c.spread(titleIn, at, cardWidth-2*titleIn, "Showdown")
	})
}

// titleIn is how far the title on a back stands from the card's sides.
const titleIn = panelInset + 5.2

// texasBackArt is that back without its words.
func (c *canvas) texasBackArt(star *suit, ground, line rgb) {
	c.fill(ground)
	c.Rect(-bleed, -bleed, cardWidth+2*bleed, cardHeight+2*bleed, "F")
	c.diamonds(line)

	c.fill(ground)
	c.stroke(line, 1.1)
	c.panel(panelInset, "FD")
	c.rays(line, ground)
	c.stroke(line, 0.4)
	c.panel(panelInset+1.6, "D")

	x, y := cardWidth/2, cardHeight/2
	c.fill(ground)
	c.stroke(line, 0.9)
	c.Circle(x, y, 11.5, "FD")
	c.stroke(line, 0.3)
	c.Circle(x, y, 10.3, "D")
	c.symbol(star, x, y, 17, line, 0)
	c.turned(func() {
		in := panelInset + 1.8
		c.fill(ground)
		c.Rect(in, in, cardWidth-2*in, 20.7, "F")
		c.stroke(line, 0.4)
		c.Line(in, in+20.7, cardWidth-in, in+20.7)
	})
}

// panel draws a rectangle with round corners so far within the card's edges.
func (c *canvas) panel(in float64, style string) {
	c.RoundedRect(in, in, cardWidth-2*in, cardHeight-2*in, 1.6, "1234", style)
}

// diamonds covers card and bleed with a lattice and a diamond in each of its fields.
func (c *canvas) diamonds(line rgb) {
	c.stroke(line, 0.35)
	c.fill(line)
	for row := -1; row <= 22; row++ {
		for column := -1; column <= 9; column++ {
			x, y := (float64(column)+0.5*float64((row+2)%2))*diamondWide, float64(row)*diamondHigh/2
			c.Polygon(rhomb(x, y, diamondWide/2, diamondHigh/2), "D")
			c.Polygon(rhomb(x, y, diamondWide*0.2, diamondHigh*0.2), "F")
		}
	}
}

func rhomb(x, y, w, h float64) []fpdf.PointType {
	return []fpdf.PointType{{X: x - w, Y: y}, {X: x, Y: y - h}, {X: x + w, Y: y}, {X: x, Y: y + h}}
}

// rays fills the panel with rays from its middle.
func (c *canvas) rays(line, ground rgb) {
	x, y := cardWidth/2, cardHeight/2
	in := panelInset + 1.6
	c.ClipRect(in, in, cardWidth-2*in, cardHeight-2*in, false)
	mixed := rgb{}
	for i := range mixed {
		mixed[i] = uint8((int(line[i]) + 3*int(ground[i])) / 4)
	}
	c.fill(mixed)
	const rays = 28
	for i := range rays {
		from, to := (float64(i)-0.25)*2*math.Pi/rays, (float64(i)+0.25)*2*math.Pi/rays
		c.Polygon([]fpdf.PointType{
			{X: x, Y: y},
			{X: x + 60*math.Cos(from), Y: y + 60*math.Sin(from)},
			{X: x + 60*math.Cos(to), Y: y + 60*math.Sin(to)},
		}, "F")
	}
	c.ClipEnd()
}

func rectangle(x, y, wide, high float64) []fpdf.PointType {
	return []fpdf.PointType{{X: x, Y: y}, {X: x + wide, Y: y}, {X: x + wide, Y: y + high}, {X: x, Y: y + high}}
}
