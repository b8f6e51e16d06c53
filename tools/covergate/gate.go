package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// shown is how many places that never ran are listed for a package under its
// bar; the whole truth is in "go tool cover -html".
const shown = 20

// bar is the least share of statements, in percent, that must run in the
// packages that its pattern matches.
type bar struct {
	pattern string
	percent float64
}

// parseBar reads "game/...=95".
func parseBar(arg string) (bar, error) {
	pattern, number, found := strings.Cut(arg, "=")
	percent, err := strconv.ParseFloat(number, 64)
	inRange := percent >= 0 && percent <= 100 // false for NaN too
	if !found || pattern == "" || err != nil || !inRange {
		return bar{}, fmt.Errorf("bar %q: want package=percent, with a percent from 0 to 100", arg)
	}
	return bar{pattern: pattern, percent: percent}, nil
}

// matches tells whether the bar is set for pkg. As in the go command, "a/..."
// means a and all below it.
func (b bar) matches(pkg string) bool {
	tree, isTree := strings.CutSuffix(b.pattern, "/...")
	return pkg == tree || isTree && strings.HasPrefix(pkg, tree+"/")
}

// judge prints a row for each package that has a bar. Its error names the
// packages below theirs.
func judge(prof profile, bars []bar, out io.Writer) error {
	met := make([]bool, len(bars))
	var below []string
	var table, misses strings.Builder
	rows := tabwriter.NewWriter(&table, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(rows, "statements\tran\tshare\tbar\t  package")
	for _, pkg := range slices.Sorted(maps.Keys(prof)) {
		last := -1
		for i, b := range bars {
			if b.matches(pkg) {
				met[i] = true
				last = i
			}
		}
		if last < 0 {
			continue
		}
		all, ran := prof[pkg].count()
		share, verdict := 100.0, ""
		if all > 0 {
			share = 100 * float64(ran) / float64(all)
		}
		if share < bars[last].percent {
			verdict = "  BELOW THE BAR"
			below = append(below, pkg)
			fmt.Fprintf(&misses, "\nnever ran in %s:\n%s", pkg, prof[pkg].misses())
		}
		fmt.Fprintf(rows, "%d\t%d\t%.1f%%\t%g%%\t  %s%s\n", all, ran, share, bars[last].percent, pkg, verdict)
	}
	_ = rows.Flush() // a strings.Builder takes everything
	if _, err := io.WriteString(out, table.String()+misses.String()); err != nil {
		return err
	}
	if i := slices.Index(met, false); i >= 0 {
		return fmt.Errorf("bar %s=%g matches no package in the profile", bars[i].pattern, bars[i].percent)
	}
	if len(below) > 0 {
		return fmt.Errorf("too few statements ran in %s; go tool cover -html shows which", strings.Join(below, ", "))
	}
	return nil
}

// misses lists the places that never ran, one a line.
func (bs blocks) misses() string {
	var places []string
	for place, b := range bs {
		if !b.ran {
			places = append(places, place)
		}
	}
	slices.SortFunc(places, comparePlaces)
	var list strings.Builder
	for i, place := range places {
		if i == shown {
			fmt.Fprintf(&list, "  ... and %d more\n", len(places)-shown)
			break
		}
		fmt.Fprintf(&list, "  %s\n", place)
	}
	return list.String()
}

// comparePlaces orders places by file, then by line.
func comparePlaces(a, b string) int {
	fileA, lineA := splitPlace(a)
	fileB, lineB := splitPlace(b)
	if fileA != fileB {
		return strings.Compare(fileA, fileB)
	}
	return lineA - lineB
}

// splitPlace takes the file and the first line out of "file.go:12.3,14.5".
func splitPlace(place string) (file string, line int) {
	file, span, _ := strings.Cut(place, ":")
	number, _, _ := strings.Cut(span, ".")
	line, _ = strconv.Atoi(number) // an odd place sorts first
	return file, line
}
