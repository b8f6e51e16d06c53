package press

import "fmt"

// aid is a card beside the deck that tells a player what colors there are. Both its sides are
// the same, so it is never taken for a card to play.
func (c *canvas) aid(list []suit) {
	c.frame(3, corner, 0.7, ink)
	c.frame(4.4, 1.2, 0.3, ink)
	c.ink(ink)
	c.spread(8, 8, cardWidth-16, "The colors")
	c.font(plain, 2.3)
	c.write(46.5, 20.4, fromRight, "numbers")
	c.write(55, 20.4, fromRight, "cards")
	y := 22.0
	for i := range list {
		s := &list[i]
		c.swatch(s, 8, y, 6)
		c.ink(ink)
		c.display(16.5, y+4.6, 3.3, fromLeft, s.name)
		c.font(bold, 2.9)
		c.write(46.5, y+4.5, fromRight, fmt.Sprintf("%d–%d", s.low, s.top))
		c.font(plain, 2.9)
		c.write(55, y+4.5, fromRight, fmt.Sprintf("%d", s.count))
		y += 7.35
	}
}

// swatch is a square of a color, its symbol in it.
func (c *canvas) swatch(s *suit, x, y, wide float64) {
	text, area := s.on, rectangle(x, y, wide, wide)
	if c.grey {
		c.hatched(area, s.hatch)
		if !s.hatch.solid {
			text = black
			c.symbol(s, x+wide/2, y+wide/2, wide*0.84, blank, 0.5)
		}
	} else {
		c.fill(s.fill)
		c.Polygon(area, "F")
	}
	c.stroke(ink, 0.25)
	c.Polygon(area, "D")
	c.symbol(s, x+wide/2, y+wide/2, wide*0.8, text, 0)
}
