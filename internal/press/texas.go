package press

import (
	"fmt"
	"math"

	"codeberg.org/go-pdf/fpdf"

	"github.com/saloon-games/saloon/game/texas"
	"github.com/saloon-games/saloon/internal/press/svg"
	"github.com/saloon-games/saloon/internal/web/asset"
)

// suit is what the cards of a color are drawn with.
type suit struct {
	name     string
	fill, on rgb // the color, and what is written on it
	symbol   []svg.Shape
	hatch    hatching // in place of the color, without colors
	count    int
	low, top int
}

// symbolSize is the side of the box that each symbol fills in symbols.svg, where they stand
// side by side.
const symbolSize = 32

// suits are the colors in the order of their numbers.
func suits() ([]suit, error) {
	sheet, err := asset.Source("base.css")
	if err != nil {
		return nil, err
	}
	symbols, err := drawing("symbols.svg")
	if err != nil {
		return nil, err
	}
	var list []suit
	for color := texas.Black; color <= texas.Grey; color++ {
		cards := color.Cards()
		s := suit{
			name: color.String(), hatch: hatchings[color], count: cards.Len(),
			low: cards.Nth(0).Number(), top: cards.Nth(cards.Len() - 1).Number(),
		}
		if s.fill, err = styleColor(string(sheet), s.name); err != nil {
			return nil, err
		}
		if s.on, err = styleColor(string(sheet), "on-"+s.name); err != nil {
			return nil, err
		}
		for _, shape := range symbols.Shapes {
			least, most := shape.Bounds()
			if int((least.X+most.X)/2)/symbolSize == int(color) {
				s.symbol = append(s.symbol, moved(shape, float64(-symbolSize*int(color))))
			}
		}
		list = append(list, s)
	}
	return list, nil
}

// moved is a shape so far to the right.
func moved(s svg.Shape, x float64) svg.Shape {
	path := make([]svg.Step, len(s.Path))
	for i, st := range s.Path {
		for j := range st.P {
			st.P[j].X += x
		}
		path[i] = st
	}
	s.Path = path
	return s
}

// symbol draws the symbol of a color round a point, in a box that wide, in one color; grown
// makes it fatter on all sides.
func (c *canvas) symbol(s *suit, x, y, wide float64, col rgb, grown float64) {
	c.silhouette(s.symbol, view{wide / symbolSize, x - wide/2, y - wide/2}, col, grown)
}

// hatching is a pattern of lines, or dots, that stands for a color where there is none.
type hatching struct {
	angles []float64 // of the lines, in degrees; none is dots
	apart  float64   // in millimeters; 0 is no pattern
	solid  bool      // black
}

// hatchings follow the engravers of arms (Silvester Petra Sancta, 1638): red is upright lines,
// blue level ones, green and purple lean, yellow is dots, brown is crossed; black and
// grey are what they are on paper, all and nothing.
var hatchings = [...]hatching{
	texas.Black:  {solid: true},
	texas.Red:    {angles: []float64{90}, apart: 1.1},
	texas.Blue:   {angles: []float64{0}, apart: 1.1},
	texas.Brown:  {angles: []float64{0, 90}, apart: 1.3},
	texas.Green:  {angles: []float64{45}, apart: 1.1},
	texas.Yellow: {apart: 1.5},
	texas.Purple: {angles: []float64{135}, apart: 1.1},
	texas.Grey:   {},
}

// hatched fills a polygon with a pattern.
func (c *canvas) hatched(area []fpdf.PointType, h hatching) {
	c.fill(blank)
	if h.solid {
		c.fill(black)
	}
	c.Polygon(area, "F")
	if h.solid || h.apart == 0 {
		return
	}
	least, most := area[0], area[0]
	for _, p := range area {
		least.X, least.Y = min(least.X, p.X), min(least.Y, p.Y)
		most.X, most.Y = max(most.X, p.X), max(most.Y, p.Y)
	}
	c.ClipPolygon(area, false)
	defer c.ClipEnd()
	x, y := (least.X+most.X)/2, (least.Y+most.Y)/2
	reach := math.Hypot(most.X-least.X, most.Y-least.Y) / 2
	if len(h.angles) == 0 {
		c.fill(black)
		for row, at := 0, least.Y; at < most.Y+h.apart; row, at = row+1, at+h.apart*0.8 {
			for dot := least.X + float64(row%2)*h.apart/2; dot < most.X+h.apart; dot += h.apart {
				c.Circle(dot, at, 0.3, "F")
			}
		}
		return
	}
	c.stroke(black, 0.32)
	for _, angle := range h.angles {
		sin, cos := math.Sincos(angle * math.Pi / 180)
		for d := -math.Floor(reach/h.apart) * h.apart; d < reach; d += h.apart {
			c.Line(x-sin*d-cos*reach, y+cos*d-sin*reach, x-sin*d+cos*reach, y+cos*d+sin*reach)
		}
	}
}

// Where things are on a card of Texas Showdown, in millimeters.
const (
	inset    = 3.0  // of the frame; white beyond it forgives the cut
	corner   = 2.0  // radius of the frame
	bandHigh = 17.5 // of the colored band, from the frame
	tabWide  = 16.5 // of the tab below it that shows in a fan of cards
	tabHigh  = 11.6
	tabRound = 3.0
	starWide = 7.2  // beside the number, for the star of a top card
	nameWide = 24.5 // at the right end of the band

	numberHigh = 10.8
	symbolWide = 9.4  // of the symbol in the tab
	middleWide = 29.0 // of the symbol in the middle
)

// texasDeck is the 60 cards in their order.
func texasDeck() (*deck, error) {
	list, err := suits()
	if err != nil {
		return nil, err
	}
	d := &deck{title: "Texas Showdown"}
	back := func(c *canvas) { c.texasBack(&list[texas.Yellow]) }
	for _, number := range texas.Deck(4).Append(nil) {
		front := func(c *canvas) { c.texasFront(number, &list[number.Color()]) }
		d.cards = append(d.cards, card{front, back})
	}
	aid := func(c *canvas) { c.aid(list) }
	for len(d.cards)%perSheet != 0 { // what is left of the last sheet
		d.cards = append(d.cards, card{aid, aid})
	}
	d.rules = texasRules(list)
	return d, nil
}

// texasFront is the face of a card, the same both ways up.
func (c *canvas) texasFront(number texas.Card, s *suit) {
	c.stamp("front "+s.name, func(c *canvas) {
		c.turned(func() { c.headArt(s) })
		c.symbolInTheMiddle(s)
		c.frame(inset, corner, 0.5, ink)
	})
	c.turned(func() { c.headText(number, s) })
}

// symbolInTheMiddle is the symbol, large, with a line round it that holds it together
// where its color is a light one.
func (c *canvas) symbolInTheMiddle(s *suit) {
	x, y := cardWidth/2, cardHeight/2
	c.symbol(s, x, y, middleWide, blank, 1.3)
	c.symbol(s, x, y, middleWide, ink, 0.45)
	if !c.grey {
		c.symbol(s, x, y, middleWide, s.fill, 0)
	}
}

// headArt is the ground of the upper half of a face: a band for number and name, and a tab
// below the number that shows the symbol in a fan of cards. Without colors the pattern fills
// the middle of the band and the tab, so that number and name stand on white.
func (c *canvas) headArt(s *suit) {
	area := headArea()
	x, y := inset+tabWide/2, inset+bandHigh+tabHigh/2-0.3
	text := s.on
	switch {
	case !c.grey:
		c.fill(s.fill)
		c.Polygon(area, "F")
	case s.hatch.solid:
		c.hatched(area, s.hatch)
	default:
		text = black
		from, to := inset+tabWide+starWide, cardWidth-inset-nameWide
		band := rectangle(from, inset, to-from, bandHigh)
		c.hatched(band, s.hatch)
		c.hatched(append(tabArea(), fpdf.PointType{X: inset, Y: inset + bandHigh}), s.hatch)
		c.stroke(ink, 0.3)
		c.Polygon(band, "D")
		c.Line(inset, inset+bandHigh, inset+tabWide, inset+bandHigh)
		c.symbol(s, x, y, symbolWide, blank, 0.8)
	}
	c.symbol(s, x, y, symbolWide, text, 0)
	c.stroke(ink, 0.5)
	c.Polygon(area, "D")
}

// headText is what is written on the upper half of a face.
func (c *canvas) headText(number texas.Card, s *suit) {
	c.ink(s.on)
	if c.grey && !s.hatch.solid {
		c.ink(black)
	}
	top := inset + (bandHigh-numberHigh)/2
	center := inset + tabWide/2
	c.display(center, top+numberHigh, numberHigh, centered, number.String())
	if number.Top() {
		c.display(inset+tabWide+starWide/2-0.3, top+numberHigh/2+2.9, 6.2, centered, "★")
	}
	right := cardWidth - inset - 2.4
	c.display(right, top+4.3, 4.3, fromRight, s.name)
	c.font(plain, 2.5)
	c.write(right, top+7.6, fromRight, fmt.Sprintf("%d cards", s.count))
	c.write(right, top+numberHigh, fromRight, fmt.Sprintf("%d to %d", s.low, s.top))
}

// headArea is the outline of band and tab.
func headArea() []fpdf.PointType {
	left, top, right := inset, inset, cardWidth-inset
	area := arc(nil, left+corner, top+corner, corner, 180)
	area = arc(area, right-corner, top+corner, corner, 270)
	area = append(area, fpdf.PointType{X: right, Y: top + bandHigh})
	return append(area, tabArea()...)
}

// tabArea is the outline of the tab, but for the corner in which it meets band and frame.
func tabArea() []fpdf.PointType {
	right, top, bottom := inset+tabWide, inset+bandHigh, inset+bandHigh+tabHigh
	area := arc([]fpdf.PointType{{X: right, Y: top}}, right-tabRound, bottom-tabRound, tabRound, 0)
	return append(area, fpdf.PointType{X: inset, Y: bottom})
}

// arc appends a quarter of a circle round a point, from so many degrees on.
func arc(area []fpdf.PointType, x, y, r, from float64) []fpdf.PointType {
	const steps = 8
	for i := range steps + 1 {
		sin, cos := math.Sincos((from + float64(i)*90/steps) * math.Pi / 180)
		area = append(area, fpdf.PointType{X: x + r*cos, Y: y + r*sin})
	}
	return area
}
