package term

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/game/texas"
)

// linear is the red, green and blue of a color as amounts of light, 0 to 1 (sRGB,
// IEC 61966-2-1).
func linear(t *testing.T, hex string) (rgb [3]float64) {
	t.Helper()
	n, err := strconv.ParseUint(hex[1:], 16, 24)
	if err != nil || len(hex) != 7 {
		t.Fatalf("%q is no color", hex)
	}
	for i := range rgb {
		c := float64(n>>(16-8*i)&0xff) / 255
		if c <= 0.04045 {
			rgb[i] = c / 12.92
		} else {
			rgb[i] = math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return rgb
}

// contrast is the ratio of WCAG 2, 1 to 21.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	luminance := func(hex string) float64 {
		rgb := linear(t, hex)
		return 0.2126*rgb[0] + 0.7152*rgb[1] + 0.0722*rgb[2]
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// lab is a color in CIELAB under D65.
func lab(rgb [3]float64) (out [3]float64) {
	xyz := mul([3][3]float64{
		{0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047},
		{0.2126729, 0.7151522, 0.0721750},
		{0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883},
	}, rgb)
	for i, v := range xyz {
		if v > 216.0/24389 {
			xyz[i] = math.Cbrt(v)
		} else {
			xyz[i] = (v*24389/27 + 16) / 116
		}
	}
	return [3]float64{116*xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])}
}

func mul(m [3][3]float64, v [3]float64) (out [3]float64) {
	for i := range out {
		for j := range v {
			out[i] += m[i][j] * v[j]
		}
	}
	return out
}

// visions are how the common kinds of color vision change linear RGB (Machado,
// Oliveira and Fernandes 2009, severity 1).
var visions = map[string][3][3]float64{
	"full":         {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

func TestTextOnEveryFillCanBeRead(t *testing.T) {
	fills := map[string]fill{}
	for c, f := range texasFills {
		fills[texas.Color(c).String()] = f
	}
	for c, f := range raincheckFills {
		fills[raincheck.Card(c).Name()] = f
	}
	for name, f := range fills {
		if got := contrast(t, f.ground, f.text); got < 4.5 {
			t.Errorf("%s: contrast %.2f; want 4.5 or more", name, got)
		}
		if got := contrast(t, hex(f.in256.ground), hex(f.in256.text)); got < 4.5 {
			t.Errorf("%s in 256 colors: contrast %.2f; want 4.5 or more", name, got)
		}
	}
}

func hex(c ansi.IndexedColor) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

func TestNoTwoFillsOfTexasAreAlikeForAnyCommonColorVision(t *testing.T) {
	for vision, m := range visions {
		for i, a := range texasFills {
			for j, b := range texasFills[:i] {
				x, y := lab(mul(m, linear(t, a.ground))), lab(mul(m, linear(t, b.ground)))
				d := math.Sqrt((x[0]-y[0])*(x[0]-y[0]) + (x[1]-y[1])*(x[1]-y[1]) + (x[2]-y[2])*(x[2]-y[2]))
				if d < 25 {
					t.Errorf("%s: %s and %s are %.1f apart; want 25 or more", vision, texas.Color(i), texas.Color(j), d)
				}
			}
		}
	}
}

func TestNoTwoFillsOfTexasAreTheSameInAFewColors(t *testing.T) {
	for i, a := range texasFills {
		for j, b := range texasFills[:i] {
			if a.in16.ground == b.in16.ground || a.in256.ground == b.in256.ground {
				t.Errorf("%s and %s have the same ground in 16 or 256 colors", texas.Color(i), texas.Color(j))
			}
		}
	}
}
