package svg

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// tell is a path in few words, rounded to hundredths.
func tell(steps []Step) string {
	var b strings.Builder
	places := map[byte]int{'M': 1, 'L': 1, 'C': 3}
	for _, s := range steps {
		b.WriteByte(s.Op)
		for _, p := range s.P[:places[s.Op]] {
			fmt.Fprintf(&b, " %g,%g", round2(p.X), round2(p.Y))
		}
	}
	return b.String()
}

func round2(x float64) float64 { return math.Round(x*100)/100 + 0 }

func TestPathsAreReadAsSVGHasThem(t *testing.T) {
	for name, c := range map[string]struct{ data, want string }{
		"lines":                        {"M1 2L3,4l-1-1H9v.5h.5.5", "M 1,2L 3,4L 2,3L 9,3L 9,3.5L 9.5,3.5L 10,3.5"},
		"places after a move":          {"m1 1 2 0 0 2z", "M 1,1L 3,1L 3,3Z"},
		"a subpath after a close":      {"M1 1h2zv3", "M 1,1L 3,1ZM 1,1L 1,4"},
		"numbers without space":        {"M.5.5L-1-.5", "M 0.5,0.5L -1,-0.5"},
		"cubic, relative":              {"M1 1c1 0 2 1 2 2", "M 1,1C 2,1 3,2 3,3"},
		"cubic, smooth":                {"M0 0C0 1 1 2 2 2S4 1 4 0", "M 0,0C 0,1 1,2 2,2C 3,2 4,1 4,0"},
		"smooth after nothing":         {"M1 1s1 1 2 0", "M 1,1C 1,1 2,2 3,1"},
		"quadratic":                    {"M0 0q3 3 6 0", "M 0,0C 2,2 4,2 6,0"},
		"quadratic, smooth":            {"M0 0Q3 3 6 0T12 0", "M 0,0C 2,2 4,2 6,0C 8,-2 10,-2 12,0"},
		"a quarter of a circle":        {"M1 0A1 1 0 0 1 0 1", "M 1,0C 1,0.55 0.55,1 0,1"},
		"flags without space":          {"M1 0a1 1 0 01-1 1", "M 1,0C 1,0.55 0.55,1 0,1"},
		"the other way, the long way":  {"M1 0A1 1 0 1 0 0 1", "M 1,0C 1,-0.55 0.55,-1 0,-1C -0.55,-1 -1,-0.55 -1,0C -1,0.55 -0.55,1 0,1"},
		"an arc too small to reach":    {"M0 0A1 1 0 0 1 4 0", "M 0,0C 0,-1.1 0.9,-2 2,-2C 3.1,-2 4,-1.1 4,0"},
		"an arc without width":         {"M0 0A0 1 0 0 1 4 0", "M 0,0L 4,0"},
		"an arc to where it begins":    {"M1 1A2 2 0 0 1 1 1", "M 1,1"},
		"an ellipse, turned a quarter": {"M0 2A2 1 90 0 1 -1 0", "M 0,2C -0.55,2 -1,1.1 -1,0"},
	} {
		steps, err := parsePath(c.data)
		if err != nil || tell(steps) != c.want {
			t.Errorf("%s: %q is %q, %v; want %q", name, c.data, tell(steps), err, c.want)
		}
	}
}

func TestPathsThatAreNoneAreRefused(t *testing.T) {
	for data, want := range map[string]string{
		"L1 1":          "begins with L, want M",
		"1 1":           `at 0: want a command, not "1 1"`,
		"M1":            "ends where a number is wanted",
		"M1 x":          `at 3: want a number, not "x"`,
		"M1 1z2":        `at 5: want a command, not "2"`,
		"M1 1A1 1 0 2 ": "at 11: want the flag of an arc, 0 or 1",
		"M1 1 -":        `at 5: want a number, not "-"`,
	} {
		if _, err := parsePath(data); err == nil || err.Error() != want {
			t.Errorf("%q: error %v; want %q", data, err, want)
		}
	}
}

// draw reads a drawing of 10 by 20 with this in it.
func draw(inside string) (*Drawing, error) {
	return Parse([]byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20">` + inside + `</svg>`))
}

func TestShapes(t *testing.T) {
	for name, c := range map[string]struct{ inside, want string }{
		"a rectangle":              {`<rect x="1" y="2" width="3" height="4"/>`, "1,2 to 4,6"},
		"a circle":                 {`<circle cx="5" cy="5" r="2"/>`, "3,3 to 7,7"},
		"an ellipse":               {`<ellipse cx="5" cy="5" rx="2" ry="1"/>`, "3,4 to 7,6"},
		"moved":                    {`<g transform="translate(2)"><path transform="translate(1 3)" d="M0 0h1v1"/></g>`, "3,3 to 4,4"},
		"turned":                   {`<path transform="rotate(180 5 10)" d="M0 0h1v2"/>`, "9,18 to 10,20"},
		"used elsewhere":           {`<g id="a" fill="none"><path stroke="#123" d="M0 0h1v1"/></g><use href="#a" x="4" y="1"/>`, "0,0 to 1,1; 4,1 to 5,2"},
		"neither filled nor drawn": {`<path fill="none" d="M0 0h1v1"/>`, ""},
	} {
		d, err := draw(c.inside)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var boxes []string
		for i := range d.Shapes {
			a, b := d.Shapes[i].Bounds()
			boxes = append(boxes, fmt.Sprintf("%g,%g to %g,%g", round2(a.X), round2(a.Y), round2(b.X), round2(b.Y)))
		}
		if got := strings.Join(boxes, "; "); got != c.want || d.Width != 10 || d.Height != 20 {
			t.Errorf("%s: %s in %v by %v; want %s", name, got, d.Width, d.Height, c.want)
		}
	}
}

func TestStyleIsHandedDown(t *testing.T) {
	d, err := draw(`<g id="a" fill="#fb0" fill-rule="evenodd" stroke-linecap="round"><path d="M0 0h1"/>` +
		`<path id="b" fill="none" stroke="#102030" stroke-width="2.5" stroke-linejoin="round" d="M0 0h1"/></g>`)
	if err != nil || len(d.Shapes) != 2 {
		t.Fatalf("%+v, %v; want two shapes", d, err)
	}
	a, b := d.Shapes[0], d.Shapes[1]
	if a.ID != "a" || a.Fill != (Paint{R: 0xff, G: 0xbb}) || !a.Stroke.None || !a.EvenOdd || !a.Round.Cap || a.Round.Join {
		t.Errorf("the first is %+v", a)
	}
	if b.ID != "b" || !b.Fill.None || b.Stroke != (Paint{R: 0x10, G: 0x20, B: 0x30}) || b.Width != 2.5 || !b.Round.Join || !b.Round.Cap {
		t.Errorf("the second is %+v", b)
	}
}

func TestWhatIsNotUnderstoodIsRefused(t *testing.T) {
	for inside, want := range map[string]string{
		`<text>Hi</text>`:                  `svg: <text> is not understood`,
		`<path opacity=".5" d="M0 0h1"/>`:  `svg: <path opacity=".5">: is not understood`,
		`<path fill="red" d="M0 0h1"/>`:    `svg: <path fill="red">: a color is #rgb, #rrggbb or none`,
		`<path fill="#12345" d="M0 0h1"/>`: `svg: <path fill="#12345">: a color is #rgb, #rrggbb or none`,
		`<g transform="scale(2)"/>`:        `svg: <g transform="scale(2)">: want translate(X), translate(X Y) or rotate(DEGREES X Y)`,
		`<g fill-rule="odd"/>`:             `svg: <g fill-rule="odd">: want evenodd or nonzero`,
		`<use href="#x"/>`:                 `svg: nothing has the id of href="#x"`,
		`<g id="a"><use href="#a"/></g>`:   `svg: elements lie more than 16 deep in one another`,
		`<path d="M1"/>`:                   `svg: <path>: ends where a number is wanted`,
		`<g>`:                              `svg: XML syntax error on line 1: element <g> closed by </svg>`,
	} {
		if _, err := draw(inside); err == nil || err.Error() != want {
			t.Errorf("%s: error %v; want %s", inside, err, want)
		}
	}
	for _, whole := range []string{`<html/>`, `<svg viewBox="0 0 1"/>`, `<svg viewBox="1 0 1 1"/>`, `<svg/>`, ``} {
		if _, err := Parse([]byte(whole)); err == nil {
			t.Errorf("%q is taken for a drawing", whole)
		}
	}
}
