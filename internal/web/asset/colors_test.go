package asset

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"testing"
)

// A color in linear sRGB, each part from 0 to 1.
type color [3]float64

func parseColor(t *testing.T, hex string) color {
	t.Helper()
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || len(hex) != 6 {
		t.Fatalf("a color is #rgb or #rrggbb, not #%s", hex)
	}
	var c color
	for i := range c {
		v := float64(n>>(16-8*i)&0xff) / 255
		if v <= 0.04045 {
			c[i] = v / 12.92
		} else {
			c[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return c
}

func (c color) luminance() float64 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] }

// contrast is WCAG's ratio of two colors, from 1 to 21.
func contrast(a, b color) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// lab converts to CIE L*a*b* under D65.
func (c color) lab() [3]float64 {
	f := func(v float64) float64 {
		if v > 216.0/24389 {
			return math.Cbrt(v)
		}
		return (24389.0/27*v + 16) / 116
	}
	x := f((0.4124564*c[0] + 0.3575761*c[1] + 0.1804375*c[2]) / 0.95047)
	y := f(0.2126729*c[0] + 0.7151522*c[1] + 0.0721750*c[2])
	z := f((0.0193339*c[0] + 0.1191920*c[1] + 0.9503041*c[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// distance is CIE76's.
func distance(a, b color) float64 {
	p, q := a.lab(), b.lab()
	return math.Sqrt((p[0]-q[0])*(p[0]-q[0]) + (p[1]-q[1])*(p[1]-q[1]) + (p[2]-q[2])*(p[2]-q[2]))
}

// visions are the matrices of Machado, Oliveira and Fernandes (2009) for severity 1.0,
// which work on linear sRGB.
var visions = map[string][3][3]float64{
	"usual vision": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

func (c color) seen(with [3][3]float64) color {
	var out color
	for i, row := range with {
		out[i] = min(1, max(0, row[0]*c[0]+row[1]*c[1]+row[2]*c[2]))
	}
	return out
}

// tokens reads the colors of base.css, by day and by night.
func tokens(t *testing.T) (day, night map[string]color) {
	t.Helper()
	css, err := files.ReadFile("files/base.css")
	if err != nil {
		t.Fatal(err)
	}
	day, night = map[string]color{}, map[string]color{}
	for _, m := range regexp.MustCompile(`--([\w-]+): (?:light-dark\()?#(\w+)(?:, #(\w+)\))?;`).FindAllStringSubmatch(string(css), -1) {
		day[m[1]] = parseColor(t, m[2])
		night[m[1]] = day[m[1]]
		if m[3] != "" {
			night[m[1]] = parseColor(t, m[3])
		}
	}
	return day, night
}

func TestContrast(t *testing.T) {
	day, night := tokens(t)
	pairs := []struct {
		front, back string
		least       float64
	}{{"on-loud", "loud", 4.5}, {"face-ink", "face", 4.5}}
	for _, back := range []string{"paper", "raised", "sunk"} {
		for _, front := range []string{"ink", "soft", "loud", "good"} {
			pairs = append(pairs, struct {
				front, back string
				least       float64
			}{front, back, 4.5})
		}
		for _, front := range []string{"edge", "focus"} { // no text, but parts of controls
			pairs = append(pairs, struct {
				front, back string
				least       float64
			}{front, back, 3})
		}
	}
	for theme, list := range map[string]map[string]color{"light": day, "dark": night} {
		for _, p := range pairs {
			t.Run(fmt.Sprintf("%s on %s is readable in the %s theme", p.front, p.back, theme), func(t *testing.T) {
				front, back := list[p.front], list[p.back]
				if _, ok := list[p.front]; !ok {
					t.Fatalf("base.css has no color --%s", p.front)
				}
				if got := contrast(front, back); got < p.least {
					t.Errorf("contrast %.2f, want at least %.1f", got, p.least)
				}
			})
		}
	}
}

func TestCardColors(t *testing.T) {
	list, _ := tokens(t)
	names := []string{"black", "red", "blue", "brown", "green", "yellow", "purple", "grey"}
	for _, name := range names {
		t.Run("text on "+name+" is readable", func(t *testing.T) {
			on, ok := list["on-"+name]
			if !ok {
				t.Fatalf("base.css has no color --on-%s", name)
			}
			if got := contrast(on, list[name]); got < 4.5 {
				t.Errorf("contrast %.2f, want at least 4.5", got)
			}
		})
	}
	for vision, with := range visions {
		t.Run("any two colors stay apart with "+vision, func(t *testing.T) {
			for i, a := range names {
				for _, b := range names[:i] {
					if got := distance(list[a].seen(with), list[b].seen(with)); got < 25 {
						t.Errorf("%s and %s are %.1f apart, want at least 25", a, b, got)
					}
				}
			}
		})
	}
}

func TestColorMath(t *testing.T) {
	white, black := parseColor(t, "fff"), parseColor(t, "000000")
	if got := contrast(black, white); math.Abs(got-21) > 0.01 {
		t.Errorf("black on white has a contrast of %.2f, want 21", got)
	}
	if got := distance(black, white); math.Abs(got-100) > 0.1 {
		t.Errorf("black and white are %.2f apart, want 100", got)
	}
}
