package plot_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/internal/plot"
)

// element is a part of a figure that was read again.
type element struct {
	name  string
	attrs map[string]string
	text  string
}

// figure draws and reads what was drawn.
func figure(t *testing.T, rows []plot.Interval) []element {
	t.Helper()
	var b strings.Builder
	if err := plot.Intervals("Ratings <&>", "rating", rows).Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return read(t, b.String())
}

func read(t *testing.T, svg string) []element {
	t.Helper()
	var list []element
	var open []int
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatalf("%v in %s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := element{name: token.Name.Local, attrs: map[string]string{}}
			for _, a := range token.Attr {
				e.attrs[a.Name.Local] = a.Value
			}
			open = append(open, len(list))
			list = append(list, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				list[open[len(open)-1]].text += string(token)
			}
		}
	}
}

// all are the elements of a name and a class.
func all(list []element, name, class string) (found []element) {
	for _, e := range list {
		if e.name == name && (class == "" || e.attrs["class"] == class) {
			found = append(found, e)
		}
	}
	return found
}

func number(t *testing.T, e element, name string) float64 {
	t.Helper()
	f, err := strconv.ParseFloat(e.attrs[name], 64)
	if err != nil {
		t.Fatalf("%s of %v: %v", name, e, err)
	}
	return f
}

func TestEveryRowIsAPointWithItsIntervalAndItsNameAsText(t *testing.T) {
	rows := []plot.Interval{{"<expert>", 31.5, 1}, {"thumb", 25, 0.5}, {"exec:python3 a/rather/long/way/to/bot.py", 18, 2}}
	list := figure(t, rows)
	dots, lines := all(list, "circle", "dot"), all(list, "line", "line")
	if len(dots) != 3 || len(lines) != 3 {
		t.Fatalf("%d points, %d intervals", len(dots), len(lines))
	}
	for i := range rows {
		x, from, to := number(t, dots[i], "cx"), number(t, lines[i], "x1"), number(t, lines[i], "x2")
		if from >= x || x >= to || number(t, dots[i], "cy") != number(t, lines[i], "y1") {
			t.Errorf("row %d: the point at %v, its interval %v to %v", i, x, from, to)
		}
		if i > 0 && (x >= number(t, dots[i-1], "cx") || number(t, dots[i], "cy") <= number(t, dots[i-1], "cy")) {
			t.Errorf("row %d is not to the left and below of the one before", i)
		}
	}
	var texts []string
	for _, class := range []string{"ink head", "ink", "value"} {
		for _, e := range all(list, "text", class) {
			texts = append(texts, e.text)
		}
	}
	if want := "Ratings <&>|<expert>|thumb|exec:py…ay/to/bot.py|31.5 ± 1.0|25.0 ± 0.5|18.0 ± 2.0"; strings.Join(texts, "|") != want {
		t.Errorf("texts %q; want %s", texts, want)
	}
	if desc := all(list, "desc", ""); len(desc) != 1 || !strings.Contains(desc[0].text, "<expert>: 31.50 ± 1.00. thumb: 25.00 ± 0.50. ") {
		t.Errorf("described as %v", desc)
	}
}

func TestAnAxisHasAFewRoundNumbersAroundEverything(t *testing.T) {
	for name, c := range map[string]struct {
		rows        []plot.Interval
		first, last string
	}{
		"ratings":     {[]plot.Interval{{"a", 31.5, 1}, {"b", 18, 2}}, "15", "35"},
		"small":       {[]plot.Interval{{"a", 0.012, 0.001}, {"b", 0.01, 0.002}}, "0.008", "0.013"},
		"negative":    {[]plot.Interval{{"a", -1.2, 0.1}, {"b", 0.3, 0.1}}, "-1.5", "0.5"},
		"one point":   {[]plot.Interval{{"a", 25, 0}}, "24", "26"},
		"no rows":     {nil, "-1", "1"},
		"large":       {[]plot.Interval{{"a", 12345, 1000}, {"b", 3000, 1}}, "2000", "14000"},
		"on the edge": {[]plot.Interval{{"a", 5, 5}}, "0", "10"},
	} {
		t.Run(name, func(t *testing.T) {
			list := figure(t, c.rows)
			ticks := all(list, "text", "soft")
			ticks = ticks[:len(ticks)-1] // the last is the axis's name
			if n := len(ticks); n < 3 || n > 10 || ticks[0].text != c.first || ticks[n-1].text != c.last {
				t.Errorf("ticks %v; want %s to %s", ticks, c.first, c.last)
			}
			for _, e := range all(list, "line", "line") {
				if number(t, e, "x1") < number(t, ticks[0], "x") || number(t, e, "x2") > number(t, ticks[len(ticks)-1], "x") {
					t.Errorf("%v is beyond the axis", e)
				}
			}
		})
	}
}

func TestALongTitleIsWrittenSmaller(t *testing.T) {
	size := func(title string) float64 {
		var b strings.Builder
		if err := plot.Intervals(title, "rating", nil).Render(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		return number(t, all(read(t, b.String()), "text", "ink head")[0], "font-size")
	}
	short, long := size("Ratings"), size("Showdown (Raincheck), 2 players: ratings after 1000000 games")
	if short != 18 || long >= 18 || long < 14 || size("") != 18 {
		t.Errorf("sizes %v and %v", short, long)
	}
}

func TestAFigureIsForLightAndForDark(t *testing.T) {
	style := all(figure(t, nil), "style", "")
	if len(style) != 1 || !strings.Contains(style[0].text, "prefers-color-scheme: dark") {
		t.Errorf("style %v", style)
	}
}
