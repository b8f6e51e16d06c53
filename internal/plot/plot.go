// Package plot draws figures as SVG: text as text, lines that can be told apart in
// grey, and colors for light and for dark surroundings.
//
// The package must never know what its figures mean, nor files.
package plot

import (
	"fmt"
	"math"
	"unicode/utf8"
)

//go:generate go tool -modfile=../../tools/templ.mod templ generate -path .

// Interval is a row of a figure: a value, and how far it may be off to both sides.
type Interval struct {
	Name  string
	Value float64
	Error float64
}

// The figure's measures, in its own units.
const (
	figureWidth = 640
	nameHead    = 7  // letters of a long name that are shown, from its start
	nameTail    = 12 // and from its end
	margin      = 24
	left        = 196 // of the axis
	right       = 520 // of the axis
	edge        = figureWidth - margin
	top         = 76
	rowHeight   = 34
	foot        = 58
)

// intervals is what the figure is drawn from.
type intervals struct {
	title, axis string
	rows        []Interval
	least, most float64
	ticks       []float64
}

// newIntervals finds the axis: from a round number to a round number, with up to
// eight steps of 1, 2 or 5 times a power of ten.
func newIntervals(title, axis string, rows []Interval) intervals {
	f := intervals{title: title, axis: axis, rows: rows}
	least, most := math.Inf(1), math.Inf(-1)
	for _, r := range rows {
		least, most = min(least, r.Value-r.Error), max(most, r.Value+r.Error)
	}
	if !(least < most) { // no rows, or a single point
		if math.IsInf(least, 0) {
			least, most = 0, 0
		}
		least, most = least-1, most+1
	}
	step := math.Pow(10, math.Floor(math.Log10((most-least)/8)))
	for _, times := range []float64{1, 2, 5, 10} {
		if (most-least)/(step*times) <= 8 {
			step *= times
			break
		}
	}
	first, last := math.Floor(least/step), math.Ceil(most/step)
	for i := first; i <= last; i++ {
		f.ticks = append(f.ticks, i*step)
	}
	f.least, f.most = first*step, last*step
	return f
}

// x is where a value lies.
func (f intervals) x(v float64) string {
	return fmt.Sprintf("%.1f", left+(right-left)*(v-f.least)/(f.most-f.least))
}

// y is where a row's middle lies, and baseline where its text stands.
func (intervals) y(row int) string { return fmt.Sprintf("%d", top+rowHeight*row+rowHeight/2) }

func (intervals) baseline(row int) string { return fmt.Sprintf("%d", top+rowHeight*row+rowHeight/2+5) }

func (f intervals) height() int    { return top + rowHeight*len(f.rows) + foot }
func (f intervals) bottom() string { return fmt.Sprintf("%d", top+rowHeight*len(f.rows)) }
func (f intervals) under() string  { return fmt.Sprintf("%d", top+rowHeight*len(f.rows)+18) }
func (f intervals) last() string   { return fmt.Sprintf("%d", top+rowHeight*len(f.rows)+36) }

// headSize is the size of the title's letters: smaller ones for a title that would not
// fit, at six tenths of their size for each.
func (f intervals) headSize() string {
	letters := max(utf8.RuneCountInString(f.title), 1)
	return fmt.Sprintf("%.1f", min(18, float64(edge-margin)/(0.6*float64(letters))))
}

// short is a name that fits: of a long one the middle is left out.
func short(name string) string {
	letters := []rune(name)
	if len(letters) <= nameHead+1+nameTail {
		return name
	}
	return string(letters[:nameHead]) + "…" + string(letters[len(letters)-nameTail:])
}

// figures is a row's value and how far it may be off.
func figures(r Interval) string { return fmt.Sprintf("%.1f ± %.1f", r.Value, r.Error) }

// told is a row in words, for who reads the figure without seeing it.
func told(r Interval) string { return fmt.Sprintf("%s: %.2f ± %.2f", r.Name, r.Value, r.Error) }

// number is a tick's value.
func number(v float64) string { return fmt.Sprintf("%g", math.Round(v*1e6)/1e6) }
