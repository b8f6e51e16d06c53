// Package svg reads drawings: that part of SVG in which the house's pictures are drawn,
// as paths that whoever prints can draw again. What it does not understand is an error,
// never a picture that lacks something.
//
// It knows groups, paths, rectangles, circles, ellipses, <use> of something with an id,
// translate and rotate, and plain colors as #rgb and #rrggbb.
//
// The package must never know what is drawn, nor on what.
package svg

import (
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Point is a place, in the units of the drawing's viewBox; y grows downwards.
type Point struct{ X, Y float64 }

// Step is a piece of a path. Op 'M' moves to P[0], 'L' draws a line to P[0], 'C' a cubic
// curve to P[2] with P[0] and P[1] as handles, and 'Z' closes.
type Step struct {
	Op byte
	P  [3]Point
}

// Paint is what a shape is filled or stroked with: nothing, or a color.
type Paint struct {
	None    bool
	R, G, B uint8
}

// Shape is one filled or stroked path, in the places where it is seen.
type Shape struct {
	ID           string // of the element or the nearest one around it that has any, "" if none has
	Path         []Step
	Fill, Stroke Paint
	Width        float64 // of the stroke
	EvenOdd      bool    // the fill rule; nonzero otherwise
	Round        struct{ Cap, Join bool }
}

// Drawing is a picture, its shapes in the order in which they are drawn.
type Drawing struct {
	Width, Height float64 // of the viewBox, which begins at 0, 0
	Shapes        []Shape
}

// node is an element.
type node struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Nodes   []node     `xml:",any"`
}

// style is what elements hand down.
type style struct {
	shape Shape
	at    matrix
}

// reader collects shapes.
type reader struct {
	named map[string]*node
	depth int
	out   []Shape
}

// mostDepth bounds how deep elements and uses may lie in one another.
const mostDepth = 16

// Parse reads a drawing. Time and space are linear in what it draws.
func Parse(data []byte) (*Drawing, error) {
	var root node
	if err := xml.Unmarshal(data, &root); err != nil {
		return nil, fmt.Errorf("svg: %w", err)
	}
	if root.XMLName.Local != "svg" {
		return nil, fmt.Errorf("svg: the outermost element is <%s>, want <svg>", root.XMLName.Local)
	}
	d := &Drawing{}
	box, err := numbers(attr(&root, "viewBox"))
	if err != nil || len(box) != 4 || box[0] != 0 || box[1] != 0 {
		return nil, fmt.Errorf("svg: viewBox is %q, want \"0 0 WIDTH HEIGHT\"", attr(&root, "viewBox"))
	}
	d.Width, d.Height = box[2], box[3]
	r := &reader{named: map[string]*node{}}
	r.name(&root)
	start := style{at: matrix{1, 0, 0, 1, 0, 0}}
	start.shape.Stroke.None = true
	start.shape.Width = 1
	if err := r.element(&root, start); err != nil {
		return nil, fmt.Errorf("svg: %w", err)
	}
	d.Shapes = r.out
	return d, nil
}

// name remembers the elements that have ids.
func (r *reader) name(n *node) {
	if id := attr(n, "id"); id != "" {
		r.named[id] = n
	}
	for i := range n.Nodes {
		r.name(&n.Nodes[i])
	}
}

// attr is an attribute's value, "" if the element has none of that name.
func attr(n *node, name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// element adds what an element draws.
func (r *reader) element(n *node, s style) error {
	r.depth++
	defer func() { r.depth-- }()
	if r.depth > mostDepth {
		return fmt.Errorf("elements lie more than %d deep in one another", mostDepth)
	}
	geometry := map[string]float64{}
	for _, a := range n.Attrs {
		if err := s.take(a.Name.Local, a.Value, geometry); err != nil {
			return fmt.Errorf("<%s %s=%q>: %w", n.XMLName.Local, a.Name.Local, a.Value, err)
		}
	}
	var steps []Step
	var err error
	g := geometry
	switch n.XMLName.Local {
	case "svg", "g":
	case "path":
		steps, err = parsePath(attr(n, "d"))
	case "rect":
		steps = rectangle(g["x"], g["y"], g["width"], g["height"], g["rx"])
	case "circle":
		steps = ellipse(g["cx"], g["cy"], g["r"], g["r"])
	case "ellipse":
		steps = ellipse(g["cx"], g["cy"], g["rx"], g["ry"])
	case "use":
		used, ok := r.named[strings.TrimPrefix(attr(n, "href"), "#")]
		if !ok {
			return fmt.Errorf("nothing has the id of href=%q", attr(n, "href"))
		}
		s.at = s.at.times(matrix{1, 0, 0, 1, g["x"], g["y"]})
		return r.element(used, s)
	default:
		return fmt.Errorf("<%s> is not understood", n.XMLName.Local)
	}
	if err != nil {
		return fmt.Errorf("<path>: %w", err)
	}
	if len(steps) > 0 && (!s.shape.Fill.None || !s.shape.Stroke.None) {
		shape := s.shape
		shape.Path = steps
		for i := range steps {
			for j, p := range steps[i].P {
				steps[i].P[j] = s.at.apply(p)
			}
		}
		r.out = append(r.out, shape)
	}
	for i := range n.Nodes {
		if err := r.element(&n.Nodes[i], s); err != nil {
			return err
		}
	}
	return nil
}

// take reads an attribute.
func (s *style) take(name, value string, geometry map[string]float64) (err error) {
	switch name {
	case "id":
		s.shape.ID = value
	case "fill":
		s.shape.Fill, err = paint(value)
	case "stroke":
		s.shape.Stroke, err = paint(value)
	case "stroke-width":
		s.shape.Width, err = strconv.ParseFloat(value, 64)
	case "fill-rule":
		s.shape.EvenOdd, err = choice(value, "evenodd", "nonzero")
	case "stroke-linecap":
		s.shape.Round.Cap, err = choice(value, "round", "butt")
	case "stroke-linejoin":
		s.shape.Round.Join, err = choice(value, "round", "miter")
	case "transform":
		var m matrix
		if m, err = parseTransform(value); err == nil {
			s.at = s.at.times(m)
		}
	case "x", "y", "width", "height", "rx", "ry", "cx", "cy", "r":
		geometry[name], err = strconv.ParseFloat(value, 64)
	case "d", "viewBox", "xmlns", "xlink", "href":
	default:
		return fmt.Errorf("is not understood")
	}
	return err
}

// choice reports whether a value is the first of two.
func choice(value, yes, no string) (bool, error) {
	if value != yes && value != no {
		return false, fmt.Errorf("want %s or %s", yes, no)
	}
	return value == yes, nil
}

// paint reads a color.
func paint(value string) (Paint, error) {
	if value == "none" {
		return Paint{None: true}, nil
	}
	hex, ok := strings.CutPrefix(value, "#")
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || !ok || len(hex) != 6 {
		return Paint{}, fmt.Errorf("a color is #rgb, #rrggbb or none")
	}
	return Paint{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n)}, nil
}

// matrix is a transformation as SVG writes it: x' = a x + c y + e, y' = b x + d y + f.
type matrix [6]float64

// times is the transformation that does n first.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[2]*n[1], m[1]*n[0] + m[3]*n[1],
		m[0]*n[2] + m[2]*n[3], m[1]*n[2] + m[3]*n[3],
		m[0]*n[4] + m[2]*n[5] + m[4], m[1]*n[4] + m[3]*n[5] + m[5],
	}
}

func (m matrix) apply(p Point) Point {
	return Point{m[0]*p.X + m[2]*p.Y + m[4], m[1]*p.X + m[3]*p.Y + m[5]}
}

// parseTransform reads one translate or rotate; neither changes how wide a stroke is.
func parseTransform(value string) (matrix, error) {
	name, rest, _ := strings.Cut(strings.TrimSpace(value), "(")
	list, err := numbers(strings.TrimSuffix(rest, ")"))
	switch {
	case err != nil:
		return matrix{}, err
	case name == "translate" && len(list) == 1:
		return matrix{1, 0, 0, 1, list[0], 0}, nil
	case name == "translate" && len(list) == 2:
		return matrix{1, 0, 0, 1, list[0], list[1]}, nil
	case name == "rotate" && len(list) == 3:
		sin, cos := math.Sincos(list[0] * math.Pi / 180)
		x, y := list[1], list[2]
		return matrix{cos, sin, -sin, cos, x - cos*x + sin*y, y - sin*x - cos*y}, nil
	}
	return matrix{}, fmt.Errorf("want translate(X), translate(X Y) or rotate(DEGREES X Y)")
}

// numbers reads a list of numbers.
func numbers(text string) ([]float64, error) {
	s := scanner{text: text}
	var list []float64
	for s.more() {
		v, err := s.number()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

// round is how far the handles of a cubic curve lie from its ends, of a quarter of a
// circle with radius 1.
const round = 0.5522847498307936

// ellipse is an ellipse as a path.
func ellipse(cx, cy, rx, ry float64) []Step {
	kx, ky := rx*round, ry*round
	return []Step{
		{Op: 'M', P: [3]Point{{cx + rx, cy}}},
		{Op: 'C', P: [3]Point{{cx + rx, cy + ky}, {cx + kx, cy + ry}, {cx, cy + ry}}},
		{Op: 'C', P: [3]Point{{cx - kx, cy + ry}, {cx - rx, cy + ky}, {cx - rx, cy}}},
		{Op: 'C', P: [3]Point{{cx - rx, cy - ky}, {cx - kx, cy - ry}, {cx, cy - ry}}},
		{Op: 'C', P: [3]Point{{cx + kx, cy - ry}, {cx + rx, cy - ky}, {cx + rx, cy}}},
		{Op: 'Z'},
	}
}

// rectangle is a rectangle with rounded corners as a path.
func rectangle(x, y, w, h, r float64) []Step {
	k := r * (1 - round)
	return []Step{
		{Op: 'M', P: [3]Point{{x + r, y}}},
		{Op: 'L', P: [3]Point{{x + w - r, y}}},
		{Op: 'C', P: [3]Point{{x + w - k, y}, {x + w, y + k}, {x + w, y + r}}},
		{Op: 'L', P: [3]Point{{x + w, y + h - r}}},
		{Op: 'C', P: [3]Point{{x + w, y + h - k}, {x + w - k, y + h}, {x + w - r, y + h}}},
		{Op: 'L', P: [3]Point{{x + r, y + h}}},
		{Op: 'C', P: [3]Point{{x + k, y + h}, {x, y + h - k}, {x, y + h - r}}},
		{Op: 'L', P: [3]Point{{x, y + r}}},
		{Op: 'C', P: [3]Point{{x, y + k}, {x + k, y}, {x + r, y}}},
		{Op: 'Z'},
	}
}

// Bounds is the box around the points and handles of a shape, its stroke left out.
func (s *Shape) Bounds() (least, most Point) {
	least, most = Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	take := func(p Point) {
		least = Point{min(least.X, p.X), min(least.Y, p.Y)}
		most = Point{max(most.X, p.X), max(most.Y, p.Y)}
	}
	for _, st := range s.Path {
		switch st.Op {
		case 'M', 'L':
			take(st.P[0])
		case 'C':
			take(st.P[0])
			take(st.P[1])
			take(st.P[2])
		}
	}
	return least, most
}
