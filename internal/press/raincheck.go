package press

import (
	"fmt"

	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/internal/press/svg"
)

// robotGap lies between cards whose backs differ, so that each back has a bleed of its own.
const robotGap = 2.0

// robot is a card of Showdown: its picture, and what it does in as few words as there are (S12).
type robot struct {
	kind   raincheck.Card
	file   string
	index  string // in the corner
	effect string
}

var robots = []robot{
	{raincheck.Hit, "rain-hit.svg", "", "You lose the round"},
	{raincheck.Beartrap, "rain-trap.svg", "−3", "Lose 3 energy"},
	{raincheck.Blank, "rain-blank.svg", "0", "Nothing happens"},
	{raincheck.Battery, "rain-battery.svg", "+1", "Gain 1 energy"},
}

// The pictures of Showdown's cards share these: what is drawn first is the card, frames reach
// nearly to its edges, and corners have an id. Print draws all three itself.
const (
	cornerID  = "c"
	frameWide = 52
	shrunk    = 0.8 // how large the picture in the middle is printed
)

// raincheckDeck is four cards for each of two players (S1), with a cover for the river.
func raincheckDeck() (*deck, error) {
	d := &deck{title: "Showdown", gutter: robotGap}
	var faces []func(*canvas)
	for _, r := range robots {
		face, err := robotFace(r)
		if err != nil {
			return nil, err
		}
		faces = append(faces, face)
	}
	var backs []func(*canvas)
	for i, file := range []string{"rain-back0.svg", "rain-back1.svg", "rain-back2.svg"} {
		back, err := robotBack(file, i == 1) // else both players' would be dark without colors
		if err != nil {
			return nil, err
		}
		backs = append(backs, back)
	}
	set := func(back func(*canvas)) {
		for _, face := range faces {
			d.cards = append(d.cards, card{face, back})
		}
	}
	set(backs[0])
	cover := func(c *canvas) {
		backs[2](c)
		c.riverCover()
	}
	d.cards = append(d.cards, card{cover, cover})
	set(backs[1])
	d.rules = raincheckRules(faces)
	return d, nil
}

// robotFace is the face of a card, the same both ways up but for its picture.
func robotFace(r robot) (func(*canvas), error) {
	d, err := drawing(r.file)
	if err != nil {
		return nil, err
	}
	if len(d.Shapes) == 0 || d.Width != cardWidth || d.Height != cardHeight {
		return nil, fmt.Errorf("%s: want a drawing of %v by %v", r.file, cardWidth, cardHeight)
	}
	var middle, mark []svg.Shape
	for _, s := range d.Shapes[1:] {
		least, most := s.Bounds()
		switch {
		case s.ID == cornerID && least.Y < cardHeight/2:
			mark = append(mark, s)
		case s.ID == cornerID || most.X-least.X > frameWide:
		default:
			middle = append(middle, s)
		}
	}
	paper := d.Shapes[0] // with a hole in it where a bullet went through
	paper.Fill = svg.Paint{R: blank[0], G: blank[1], B: blank[2]}
	middle = append([]svg.Shape{paper}, middle...)
	return func(c *canvas) {
		x, y := cardWidth/2*(1-shrunk), cardHeight/2*(1-shrunk)
		c.fill(ink) // the night behind that hole
		c.Rect(cardWidth/2-12, cardHeight/2-12, 24, 24, "F")
		c.picture(middle, view{shrunk, x, y})
		c.turned(func() { c.robotHead(r, mark) })
		c.frame(3, 1.8, 0.7, ink)
		c.frame(4.4, 1, 0.3, ink)
	}, nil
}

// robotHead is the upper half of a face: index, name, and what the card does.
func (c *canvas) robotHead(r robot, mark []svg.Shape) {
	c.ink(ink)
	if r.index == "" { // a cross, drawn
		c.picture(mark, view{0.85, -0.6, 0.4})
	} else {
		c.display(7, 15.4, 6.4, fromLeft, r.index)
	}
	c.display(cardWidth/2, 13.2, 4.2, centered, r.kind.Name())
	c.font(plain, 2.7)
	c.write(cardWidth/2, 17.4, centered, r.effect)
}

// robotBack is a back of which the ground reaches over the edges. One that turns is dark on
// light without colors.
func robotBack(file string, turns bool) (func(*canvas), error) {
	d, err := drawing(file)
	if err != nil {
		return nil, err
	}
	if len(d.Shapes) < 2 {
		return nil, fmt.Errorf("%s: want a card with a ground on it", file)
	}
	ground := d.Shapes[1].Fill
	const over = robotGap/2 + overlap
	return func(on *canvas) {
		c := *on
		c.turns = turns
		c.fill(rgb{ground.R, ground.G, ground.B})
		c.Rect(-over, -over, cardWidth+2*over, cardHeight+2*over, "F")
		c.picture(d.Shapes[2:], view{1, 0, 0})
	}, nil
}

// riverCover writes on the card that lies on the river and hides whose backs are in it.
func (c *canvas) riverCover() {
	c.turned(func() {
		c.fill(blank)
		c.stroke(ink, 0.5)
		c.RoundedRect(12, 10, 39, 14.5, 1.5, "1234", "FD")
		c.ink(ink)
		c.display(cardWidth/2, 17.6, 5.2, centered, "The river")
		c.font(plain, 2.4)
		c.write(cardWidth/2, 21.6, centered, "Lies on the cards of the river")
	})
}
