package press

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"

	"github.com/saloon-games/saloon/internal/press/svg"
	"github.com/saloon-games/saloon/internal/web/asset"
)

// slabFace is the house's display face as TrueType; tools/typeface makes it.
//
//go:embed slab.ttf
var slabFace []byte

// face is a font.
type face string

// The fonts.
const (
	slab  face = "slab"
	plain face = "plain"
	bold  face = "bold"
)

// capital is how high a capital of the slab face is, of the size of the font.
const capital = 0.7

// rgb is a color.
type rgb [3]uint8

// The colors of print. Paper is not printed: it covers what was drawn before.
var (
	black = rgb{0, 0, 0}
	ink   = rgb{0x1d, 0x1b, 0x1a}
	blank = rgb{0xff, 0xff, 0xff}
)

// canvas is the document, with what it takes to draw on it in millimeters. Errors of drawing
// come out at the end, when it is written.
type canvas struct {
	*fpdf.Fpdf
	paper  paper
	grey   bool
	turns  bool // without colors, dark is printed light and light dark
	stamps map[string]fpdf.Template
}

func newCanvas(p paper, grey bool) *canvas {
	pdf := fpdf.NewCustom(&fpdf.InitType{
		OrientationStr: "P", UnitStr: "mm", Size: fpdf.SizeType{Wd: p.width, Ht: p.height},
	})
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetMargins(0, 0, 0)
	pdf.SetCellMargin(0)
	pdf.AddUTF8FontFromBytes(string(slab), "", slabFace)
	pdf.AddUTF8FontFromBytes(string(plain), "", goregular.TTF)
	pdf.AddUTF8FontFromBytes(string(bold), "", gobold.TTF)
	// The same cards are the same bytes: no dates but one that never changes, and lists in order.
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(time.Unix(0, 0).UTC())
	pdf.SetModificationDate(time.Unix(0, 0).UTC())
	pdf.SetCreator("Saloon", true)
	pdf.SetLang("en")
	return &canvas{Fpdf: pdf, paper: p, grey: grey, stamps: map[string]fpdf.Template{}}
}

// seen is a color as it is printed.
func (c *canvas) seen(col rgb) (r, g, b int) {
	if c.grey { // luma of Rec. 709, on the values as they are coded
		y := int(math.Round(0.2126*float64(col[0]) + 0.7152*float64(col[1]) + 0.0722*float64(col[2])))
		if c.turns {
			y = 255 - y
		}
		return y, y, y
	}
	return int(col[0]), int(col[1]), int(col[2])
}

// fill sets the color of areas.
func (c *canvas) fill(col rgb) { c.SetFillColor(c.seen(col)) }

// ink sets the color of text.
func (c *canvas) ink(col rgb) { c.SetTextColor(c.seen(col)) }

// stroke sets color and width of lines.
func (c *canvas) stroke(col rgb, width float64) {
	c.SetDrawColor(c.seen(col))
	c.SetLineWidth(width)
}

// font sets font and size, which is in millimeters.
func (c *canvas) font(f face, size float64) {
	c.SetFont(string(f), "", c.UnitToPointConvert(size))
}

// stamp draws something on a card that many cards have, which stands in the file only once.
// It must not write text.
func (c *canvas) stamp(name string, draw func(*canvas)) {
	size := fpdf.SizeType{Wd: cardWidth + 2*bleed, Ht: cardHeight + 2*bleed}
	t, ok := c.stamps[name]
	if !ok {
		t = c.CreateTemplateCustom(fpdf.PointType{}, size, func(tpl *fpdf.Tpl) {
			inner := *c
			inner.Fpdf = &tpl.Fpdf
			inner.TransformBegin()
			inner.TransformTranslate(bleed, bleed)
			draw(&inner)
			inner.TransformEnd()
		})
		c.stamps[name] = t
	}
	c.UseTemplateScaled(t, fpdf.PointType{X: -bleed, Y: -bleed}, size)
}

// align says where a text stands at its place.
type align float64

// The alignments: what part of the text is left of the place.
const (
	fromLeft  align = 0
	centered  align = 0.5
	fromRight align = 1
)

// write writes a text at a place of its baseline.
func (c *canvas) write(x, y float64, a align, text string) {
	c.Text(x-float64(a)*c.GetStringWidth(text), y, text)
}

// display writes in the slab face, capitals so high.
func (c *canvas) display(x, y, high float64, a align, text string) {
	c.font(slab, high/capital)
	c.write(x, y, a, strings.ToUpper(text))
}

// spread writes in the slab face, as high as it must be to be so wide, and returns that height.
func (c *canvas) spread(x, y, wide float64, text string) float64 {
	c.font(slab, 100)
	high := 100 * capital * wide / c.GetStringWidth(strings.ToUpper(text))
	c.display(x, y+high, high, fromLeft, text)
	return high
}

// turned draws something, and once more upside down on the same card.
func (c *canvas) turned(draw func()) {
	draw()
	c.TransformBegin()
	c.TransformRotate(180, cardWidth/2, cardHeight/2)
	draw()
	c.TransformEnd()
}

// frame draws a rectangle with round corners.
func (c *canvas) frame(inset, radius, width float64, col rgb) {
	c.stroke(col, width)
	c.RoundedRect(inset, inset, cardWidth-2*inset, cardHeight-2*inset, radius, "1234", "D")
}

// view is how a drawing is put on paper: scaled about its origin, then moved.
type view struct {
	scale, x, y float64
}

// shape draws the path of a shape with the colors and line width that are set. Style is one
// of PDF's operators for that.
func (c *canvas) shape(s *svg.Shape, v view, style string) {
	at := func(p svg.Point) (x, y float64) { return v.x + v.scale*p.X, v.y + v.scale*p.Y }
	for _, st := range s.Path {
		switch st.Op {
		case 'M':
			c.MoveTo(at(st.P[0]))
		case 'L':
			c.LineTo(at(st.P[0]))
		case 'C':
			ax, ay := at(st.P[0])
			bx, by := at(st.P[1])
			x, y := at(st.P[2])
			c.CurveBezierCubicTo(ax, ay, bx, by, x, y)
		case 'Z':
			c.ClosePath()
		}
	}
	if s.EvenOdd && style != "S" {
		style += "*"
	}
	c.DrawPath(style)
}

// ends sets how lines end and meet.
func (c *canvas) ends(s *svg.Shape) {
	caps, join := "butt", "miter"
	if s.Round.Cap {
		caps = "round"
	}
	if s.Round.Join {
		join = "round"
	}
	c.SetLineCapStyle(caps)
	c.SetLineJoinStyle(join)
}

// picture draws shapes in their own colors.
func (c *canvas) picture(shapes []svg.Shape, v view) {
	for i := range shapes {
		s := &shapes[i]
		style := "f"
		if !s.Fill.None {
			c.fill(rgb{s.Fill.R, s.Fill.G, s.Fill.B})
		}
		if !s.Stroke.None {
			c.stroke(rgb{s.Stroke.R, s.Stroke.G, s.Stroke.B}, s.Width*v.scale)
			style = "B"
			if s.Fill.None {
				style = "S"
			}
		}
		c.ends(s)
		c.shape(s, v, style)
	}
	c.ends(&svg.Shape{})
}

// silhouette draws shapes in one color, grown by so much on all sides.
func (c *canvas) silhouette(shapes []svg.Shape, v view, col rgb, grown float64) {
	c.fill(col)
	for i := range shapes {
		s := &shapes[i]
		c.ends(s)
		switch {
		case s.Fill.None:
			c.stroke(col, s.Width*v.scale+2*grown)
			c.shape(s, v, "S")
		case grown > 0:
			c.SetLineJoinStyle("round")
			c.stroke(col, 2*grown)
			c.shape(s, v, "B")
		default:
			c.shape(s, v, "f")
		}
	}
	c.ends(&svg.Shape{})
}

// drawing reads one of the house's pictures.
func drawing(name string) (*svg.Drawing, error) {
	data, err := asset.Source(name)
	if err != nil {
		return nil, err
	}
	d, err := svg.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return d, nil
}

// styleColor reads a color from the pages' style sheet, where it is called --NAME.
func styleColor(sheet, name string) (rgb, error) {
	_, rest, _ := strings.Cut(sheet, "--"+name+": #")
	hex, _, _ := strings.Cut(rest, ";")
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	n, err := strconv.ParseUint(hex, 16, 24)
	if err != nil || len(hex) != 6 {
		return rgb{}, fmt.Errorf("base.css has no color --%s", name)
	}
	return rgb{uint8(n >> 16), uint8(n >> 8), uint8(n)}, nil
}
