package svg

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// scanner reads path data (SVG 1.1, section 8.3.9).
type scanner struct {
	text string
	at   int
}

// more skips what separates and reports whether anything follows.
func (s *scanner) more() bool {
	for s.at < len(s.text) && strings.IndexByte(" \t\r\n,", s.text[s.at]) >= 0 {
		s.at++
	}
	return s.at < len(s.text)
}

// number reads the longest number there is: "1.5.5" are two.
func (s *scanner) number() (float64, error) {
	if !s.more() {
		return 0, fmt.Errorf("ends where a number is wanted")
	}
	start, dot := s.at, false
	for ; s.at < len(s.text); s.at++ {
		c := s.text[s.at]
		if c == '.' && !dot {
			dot = true
		} else if (c < '0' || c > '9') && (s.at > start || (c != '-' && c != '+')) {
			break
		}
	}
	v, err := strconv.ParseFloat(s.text[start:s.at], 64)
	if err != nil {
		return 0, fmt.Errorf("at %d: want a number, not %.12q", start, s.text[start:])
	}
	return v, nil
}

// flag reads the 0 or 1 of an arc, which needs nothing between it and what follows.
func (s *scanner) flag() (bool, error) {
	if !s.more() || s.text[s.at] != '0' && s.text[s.at] != '1' {
		return false, fmt.Errorf("at %d: want the flag of an arc, 0 or 1", s.at)
	}
	s.at++
	return s.text[s.at-1] == '1', nil
}

// arguments are how many numbers each command takes, an arc's flags among them.
var arguments = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'S': 4, 'Q': 4, 'T': 2, 'A': 7, 'Z': 0}

// pen draws a path.
type pen struct {
	steps       []Step
	at, start   Point
	handle      Point // of the last curve, that S or T reflect
	handleOf    byte  // 'C' or 'Q': the kind of that curve; 0 after anything else
	afterClosed bool  // the next step begins a subpath at start
}

// parsePath reads path data.
func parsePath(text string) ([]Step, error) {
	s := scanner{text: text}
	var p pen
	var command byte
	for s.more() {
		c := s.text[s.at]
		_, known := arguments[upper(c)]
		switch {
		case known:
			command = c
			s.at++
		case command == 0 || upper(command) == 'Z':
			return nil, fmt.Errorf("at %d: want a command, not %.12q", s.at, s.text[s.at:])
		case command == 'M': // further places after a move are lines
			command = 'L'
		case command == 'm':
			command = 'l'
		}
		if len(p.steps) == 0 && upper(command) != 'M' {
			return nil, fmt.Errorf("begins with %c, want M", command)
		}
		var a [7]float64
		for i := range arguments[upper(command)] {
			var err error
			if upper(command) == 'A' && (i == 3 || i == 4) {
				var on bool
				if on, err = s.flag(); on {
					a[i] = 1
				}
			} else {
				a[i], err = s.number()
			}
			if err != nil {
				return nil, err
			}
		}
		p.do(command, a)
	}
	return p.steps, nil
}

func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

// do carries out a command; one in small letters counts from where the pen is.
func (p *pen) do(command byte, a [7]float64) {
	from := Point{}
	if command >= 'a' {
		from = p.at
	}
	point := func(i int) Point { return Point{from.X + a[i], from.Y + a[i+1]} }
	kind, reflected := p.handleOf, Point{2*p.at.X - p.handle.X, 2*p.at.Y - p.handle.Y}
	p.handleOf = 0
	if p.afterClosed && upper(command) != 'M' && upper(command) != 'Z' {
		p.steps = append(p.steps, Step{Op: 'M', P: [3]Point{p.at}})
	}
	p.afterClosed = false
	switch upper(command) {
	case 'M':
		p.at, p.start = point(0), point(0)
		p.steps = append(p.steps, Step{Op: 'M', P: [3]Point{p.at}})
	case 'L':
		p.line(point(0))
	case 'H':
		p.line(Point{from.X + a[0], p.at.Y})
	case 'V':
		p.line(Point{p.at.X, from.Y + a[0]})
	case 'C':
		p.cubic(point(0), point(2), point(4))
	case 'S':
		if kind != 'C' {
			reflected = p.at
		}
		p.cubic(reflected, point(0), point(2))
	case 'Q':
		p.quadratic(point(0), point(2))
	case 'T':
		if kind != 'Q' {
			reflected = p.at
		}
		p.quadratic(reflected, point(0))
	case 'A':
		p.arc(a[0], a[1], a[2]*math.Pi/180, a[3] != 0, a[4] != 0, point(5))
	case 'Z':
		p.steps = append(p.steps, Step{Op: 'Z'})
		p.at, p.afterClosed = p.start, true
	}
}

func (p *pen) line(to Point) {
	p.steps = append(p.steps, Step{Op: 'L', P: [3]Point{to}})
	p.at = to
}

func (p *pen) cubic(a, b, to Point) {
	p.steps = append(p.steps, Step{Op: 'C', P: [3]Point{a, b, to}})
	p.at, p.handle, p.handleOf = to, b, 'C'
}

// quadratic draws a curve with one handle as one with two.
func (p *pen) quadratic(h, to Point) {
	third := func(end Point) Point { return Point{end.X + 2*(h.X-end.X)/3, end.Y + 2*(h.Y-end.Y)/3} }
	p.cubic(third(p.at), third(to), to)
	p.handle, p.handleOf = h, 'Q'
}

// arc draws a piece of an ellipse, turned by phi, as cubic curves of a quarter turn at most
// (SVG 1.1, appendix F.6).
func (p *pen) arc(rx, ry, phi float64, large, sweep bool, to Point) {
	from := p.at
	rx, ry = math.Abs(rx), math.Abs(ry)
	if from == to {
		return
	}
	if rx == 0 || ry == 0 {
		p.line(to)
		return
	}
	sin, cos := math.Sincos(phi)
	dx, dy := (from.X-to.X)/2, (from.Y-to.Y)/2
	x, y := cos*dx+sin*dy, cos*dy-sin*dx
	if far := x*x/(rx*rx) + y*y/(ry*ry); far > 1 { // too small to reach: as large as it must be
		rx, ry = rx*math.Sqrt(far), ry*math.Sqrt(far)
	}
	k := math.Sqrt(max(0, (rx*rx*ry*ry-rx*rx*y*y-ry*ry*x*x)/(rx*rx*y*y+ry*ry*x*x)))
	if large == sweep {
		k = -k
	}
	cx, cy := k*rx*y/ry, -k*ry*x/rx
	center := Point{cos*cx - sin*cy + (from.X+to.X)/2, sin*cx + cos*cy + (from.Y+to.Y)/2}
	begin := math.Atan2((y-cy)/ry, (x-cx)/rx)
	turn := math.Atan2((-y-cy)/ry, (-x-cx)/rx) - begin
	if sweep && turn < 0 {
		turn += 2 * math.Pi
	} else if !sweep && turn > 0 {
		turn -= 2 * math.Pi
	}
	pieces := math.Ceil(math.Abs(turn)/(math.Pi/2) - 1e-9)
	each := turn / pieces
	h := 4 / 3.0 * math.Tan(each/4)
	place := func(x, y float64) Point {
		return Point{center.X + cos*rx*x - sin*ry*y, center.Y + sin*rx*x + cos*ry*y}
	}
	for i := range int(pieces) {
		s0, c0 := math.Sincos(begin + each*float64(i))
		s1, c1 := math.Sincos(begin + each*float64(i+1))
		end := place(c1, s1)
		if i == int(pieces)-1 {
			end = to
		}
		p.cubic(place(c0-h*s0, s0+h*c0), place(c1+h*s1, s1-h*c1), end)
	}
	p.handleOf = 0
}
