package press

import (
	"fmt"
	"strings"
)

// rulesPage is the rules of a game on one page: a title as a poster has it, and two columns.
type rulesPage struct {
	title, under string
	banner       func(c *canvas, x, y, wide float64) // between title and columns
	bannerHigh   float64
	columns      [2][]block
	credit       string
}

// block is a piece of a column.
type block interface {
	height(c *canvas, b body, wide float64) float64
	draw(c *canvas, b body, x, y, wide float64)
}

// body is the size of a page's text and the distance of its lines, in millimeters.
type body struct{ size, line float64 }

// The sizes that are tried, from the largest, until everything fits.
const (
	largest   = 3.9
	smallest  = 2.7
	leading   = 1.36
	blockGap  = 0.42 // between blocks, in lines
	headGap   = 0.9  // before a heading, in lines
	frameIn   = 9.0  // the page's frame, from the edges of the paper
	textIn    = 16.0
	columnGap = 9.0
)

// rules draws the page of rules. It is an error if it does not fit.
func (c *canvas) rules(p *rulesPage) error {
	c.AddPage()
	c.pageFrame()
	left, wide := textIn, c.paper.width-2*textIn
	c.ink(ink)
	y := frameIn + 7.0
	y += c.spread(left+10, y, wide-20, p.title) + 3.2
	c.stroke(ink, 0.3)
	c.Line(left, y, left+wide, y)
	c.font(plain, 3.4)
	c.write(c.paper.width/2, y+4.6, centered, p.under)
	y += 7
	c.Line(left, y, left+wide, y)
	y += 3.5
	p.banner(c, left, y, wide)
	y += p.bannerHigh + 3.5

	bottom := c.paper.height - frameIn - 11
	each := (wide - columnGap) / 2
	for size := largest; ; size -= 0.05 {
		if size < smallest {
			return fmt.Errorf("the rules of %s do not fit on a page of %s", p.title, c.paper.words)
		}
		b := body{size, size * leading}
		if c.columnHigh(b, p.columns[0], each) <= bottom-y && c.columnHigh(b, p.columns[1], each) <= bottom-y {
			c.column(b, p.columns[0], left, y, each, bottom)
			c.column(b, p.columns[1], left+each+columnGap, y, each, bottom)
			break
		}
	}
	c.stroke(ink, 0.2)
	c.Line(c.paper.width/2, y, c.paper.width/2, bottom)
	c.Line(left, bottom+3, left+wide, bottom+3)
	c.ink(ink)
	c.font(plain, 2.6)
	c.write(c.paper.width/2, bottom+7, centered, p.credit)
	return nil
}

// pageFrame is two lines round the page with squares in the corners.
func (c *canvas) pageFrame() {
	w, h := c.paper.width, c.paper.height
	c.stroke(ink, 0.9)
	c.Rect(frameIn, frameIn, w-2*frameIn, h-2*frameIn, "D")
	c.stroke(ink, 0.3)
	in := frameIn + 1.6
	c.Rect(in, in, w-2*in, h-2*in, "D")
	c.fill(blank)
	for _, x := range []float64{frameIn, w - frameIn - 6} {
		for _, y := range []float64{frameIn, h - frameIn - 6} {
			c.stroke(ink, 0.9)
			c.fill(blank)
			c.Rect(x, y, 6, 6, "FD")
			c.fill(ink)
			c.Polygon(rhomb(x+3, y+3, 1.8, 1.8), "F")
		}
	}
}

// columnHigh is how high the blocks of a column are together.
func (c *canvas) columnHigh(b body, blocks []block, wide float64) float64 {
	sum := 0.0
	for i, bl := range blocks {
		sum += bl.height(c, b, wide)
		if i > 0 {
			sum += gapBefore(b, bl)
		}
	}
	return sum
}

func gapBefore(b body, bl block) float64 {
	if _, ok := bl.(heading); ok {
		return headGap * b.line
	}
	return blockGap * b.line
}

// column draws the blocks below one another. Room that is left goes before the headings
// first, then between all.
func (c *canvas) column(b body, blocks []block, x, y, wide, bottom float64) {
	heads := 0
	for i, bl := range blocks {
		if _, ok := bl.(heading); ok && i > 0 {
			heads++
		}
	}
	spare := bottom - y - c.columnHigh(b, blocks, wide)
	beforeHead := min(spare/float64(max(heads, 1)), b.line)
	between := min((spare-beforeHead*float64(heads))/float64(max(len(blocks)-1, 1)), b.line)
	for i, bl := range blocks {
		if i > 0 {
			y += gapBefore(b, bl) + between
			if _, ok := bl.(heading); ok {
				y += beforeHead
			}
		}
		bl.draw(c, b, x, y, wide)
		y += bl.height(c, b, wide)
	}
}

// heading is the title of a part, white on a bar.
type heading string

func (heading) height(_ *canvas, b body, _ float64) float64 { return 1.55 * b.line }

func (h heading) draw(c *canvas, b body, x, y, wide float64) {
	high := 1.55 * b.line
	c.fill(ink)
	c.Rect(x, y, wide, high, "F")
	c.stroke(blank, 0.25)
	c.Rect(x+0.7, y+0.7, wide-1.4, high-1.4, "D")
	c.ink(blank)
	capital := 0.56 * high
	c.display(x+wide/2, y+(high+capital)/2, capital, centered, string(h))
}

// para is a paragraph. **Words** are bold; (T7) at its end is the number of a rule.
type para string

// point is a paragraph with a mark before it.
type point string

func (p para) height(c *canvas, b body, wide float64) float64 {
	return float64(len(c.lines(b, string(p), wide))) * b.line
}

func (p para) draw(c *canvas, b body, x, y, wide float64) {
	for i, line := range c.lines(b, string(p), wide) {
		base := y + float64(i)*b.line + (b.line+b.size*0.7)/2
		for _, w := range line {
			c.ink(w.color)
			c.font(w.face, w.size)
			c.write(x+w.x, base, fromLeft, w.text)
		}
	}
}

const pointIn = 1.25 // how far a point is moved in, in sizes of its text

func (p point) height(c *canvas, b body, wide float64) float64 {
	return para(p).height(c, b, wide-pointIn*b.size)
}

func (p point) draw(c *canvas, b body, x, y, wide float64) {
	c.fill(ink)
	c.Polygon(rhomb(x+0.42*b.size, y+b.line/2, 0.3*b.size, 0.3*b.size), "F")
	para(p).draw(c, b, x+pointIn*b.size, y, wide-pointIn*b.size)
}

// word is a word in its place on a line, or several of one kind.
type word struct {
	text  string
	face  face
	size  float64
	color rgb
	x     float64
}

// faint is the color of what is beside the text: numbers of rules.
var faint = rgb{0x6e, 0x6a, 0x66}

// units divides a text into what no line may break: words, each with what is said of it in
// another kind of letters, and the number of a rule with the word before it.
func units(b body, text string) [][]word {
	var list [][]word
	isBold := false
	for given := range strings.FieldsSeq(text) {
		if number, ok := strings.CutPrefix(given, "("); ok && ruleNumber(number) && len(list) > 0 {
			last := &list[len(list)-1]
			*last = append(*last, word{text: " " + strings.TrimSuffix(number, ")"), face: plain, size: 0.76 * b.size, color: faint})
			continue
		}
		var unit []word
		for i, piece := range strings.Split(given, "**") {
			if i > 0 {
				isBold = !isBold
			}
			w := word{text: piece, face: plain, size: b.size, color: ink}
			if isBold {
				w.face = bold
			}
			if piece != "" {
				unit = append(unit, w)
			}
		}
		list = append(list, unit)
	}
	return list
}

// lines breaks a text into lines, each as full as it can be. What is of one kind beside
// one another is one piece, so that it is found as it is read.
func (c *canvas) lines(b body, text string, wide float64) [][]word {
	lines := [][]word{nil}
	c.font(plain, b.size)
	space := c.GetStringWidth(" ")
	x := 0.0
	for _, unit := range units(b, text) {
		long := 0.0
		for i := range unit {
			w := &unit[i]
			c.font(w.face, w.size)
			w.x = long
			long += c.GetStringWidth(w.text)
		}
		last := &lines[len(lines)-1]
		if len(*last) > 0 && x+space+long > wide {
			lines = append(lines, nil)
			last, x = &lines[len(lines)-1], 0
		}
		if len(*last) > 0 {
			x += space
		}
		for i, w := range unit {
			w.x += x
			if n := len(*last); i == 0 && n > 0 && (*last)[n-1].face == w.face && (*last)[n-1].size == w.size {
				(*last)[n-1].text += " " + w.text
			} else {
				*last = append(*last, w)
			}
		}
		x += long
	}
	return lines
}

// ruleNumber reports whether a text is the numbers of rules: "T7", "S11–S12".
func ruleNumber(text string) bool {
	return len(text) >= 2 && (text[0] == 'T' || text[0] == 'S') && text[1] >= '0' && text[1] <= '9'
}

// figure is a picture, so many millimeters high, in a column.
type figure struct {
	high  float64
	paint func(c *canvas, x, y, wide float64)
}

func (f figure) height(*canvas, body, float64) float64 { return f.high }

func (f figure) draw(c *canvas, _ body, x, y, wide float64) { f.paint(c, x, y, wide) }

// table is rows of cells below a row of titles.
type table struct {
	stops []float64 // where columns begin, from 0 to 1; negative ones end there instead
	rows  [][]string
	mark  func(c *canvas, row int, x, y, high float64) // draws before the first cell; may be nil
	room  float64                                      // for that, in lines
}

func (t table) height(_ *canvas, b body, _ float64) float64 {
	return float64(len(t.rows)) * b.line * 1.12
}

func (t table) draw(c *canvas, b body, x, y, wide float64) {
	high := b.line * 1.12
	for i, row := range t.rows {
		c.font(plain, b.size)
		if i == 0 {
			c.font(bold, b.size*0.86)
		}
		c.ink(ink)
		base := y + float64(i)*high + (high+b.size*0.7)/2
		for j, cell := range row {
			at, side := t.stops[j], fromLeft
			if at < 0 {
				at, side = -at, fromRight
			}
			c.write(x+t.room*b.line+at*(wide-t.room*b.line), base, side, cell)
		}
		c.stroke(ink, 0.12)
		if i == 0 {
			c.SetLineWidth(0.4)
		}
		c.Line(x, y+float64(i+1)*high, x+wide, y+float64(i+1)*high)
		if i > 0 && t.mark != nil {
			t.mark(c, i-1, x, y+float64(i)*high, high)
		}
	}
}

// small draws a card somewhere on a page, so many millimeters wide.
func (c *canvas) small(x, y, wide float64, draw func(*canvas)) {
	k := wide / cardWidth
	c.TransformBegin()
	c.TransformTranslate(x, y)
	c.TransformScale(100*k, 100*k, 0, 0)
	draw(c)
	c.stroke(ink, 0.6)
	c.RoundedRect(0, 0, cardWidth, cardHeight, 2.8, "1234", "D")
	c.TransformEnd()
}
