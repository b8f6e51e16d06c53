package press_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/png" // what pdftoppm writes
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/game/catalog"
	"github.com/saloon-games/saloon/game/texas"
	"github.com/saloon-games/saloon/internal/press"
)

// document prints a game to a file.
func document(t *testing.T, game string, o press.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := press.Print(&b, game, o); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), press.FileName(game, o))
	if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// tool runs one of the programs that read PDF.
func tool(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		t.Fatalf("%s: %v (poppler-utils; make setup installs it)", name, err)
	}
	return string(out)
}

// picture renders one page, with its colors.
func picture(t *testing.T, file string, page, dpi int) image.Image {
	t.Helper()
	n, r := strconv.Itoa(page), strconv.Itoa(dpi)
	img, _, err := image.Decode(strings.NewReader(tool(t, "pdftoppm", "-png", "-r", r, "-f", n, "-l", n, file)))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// A scan is one page as it is measured: how light it is, ten pixels to a millimeter.
type scan struct {
	wide, high int
	light      []byte
}

// measure renders one page to be measured.
func measure(t *testing.T, file string, page int) *scan {
	t.Helper()
	n := strconv.Itoa(page)
	data := tool(t, "pdftoppm", "-gray", "-r", "254", "-f", n, "-l", n, file)
	s := &scan{}
	if _, err := fmt.Sscanf(data, "P5\n%d %d\n255\n", &s.wide, &s.high); err != nil {
		t.Fatal(err)
	}
	s.light = []byte(data[len(data)-s.wide*s.high:])
	return s
}

// at is how light a pixel is, from 0 to 255.
func (s *scan) at(x, y int) int { return int(s.light[y*s.wide+x]) }

// marks are the middles of the dark stretches of a line of pixels, in millimeters.
func marks(dark func(i int) bool, n int) []float64 {
	var list []float64
	for i := 0; i < n; i++ {
		from := i
		for i < n && dark(i) {
			i++
		}
		if i > from {
			list = append(list, float64(from+i)/2/10)
		}
	}
	return list
}

// cuts are where the crop marks of a sheet of fronts say to cut, in millimeters from
// the left and from the top. The marks are looked for so far from the edge of the paper.
func (s *scan) cuts(fromTop, fromRight float64) (x, y []float64) {
	row, column := int(fromTop*10), s.wide-int(fromRight*10)
	x = marks(func(i int) bool { return s.at(i, row) < 160 }, s.wide)
	y = marks(func(i int) bool { return s.at(column, i) < 160 }, s.high)
	return x, y
}

// sheets are the papers, with where to look for their crop marks.
var sheets = []struct {
	game, paper        string
	width, height      float64
	fromTop, fromRight float64
	gutter             float64
}{
	{"texas", "a4", 210, 297, 13.5, 7.5, 0},
	{"texas", "letter", 215.9, 279.4, 5.7, 10, 0},
	{"raincheck", "a4", 210, 297, 11.5, 5.5, 2},
	{"raincheck", "letter", 215.9, 279.4, 4.8, 9, 2},
}

func TestSheets(t *testing.T) {
	for _, s := range sheets {
		file := document(t, s.game, press.Options{Paper: s.paper})
		front, back := measure(t, file, 1), measure(t, file, 2)
		x, y := front.cuts(s.fromTop, s.fromRight)
		n := 4 // cuts in each direction
		if s.gutter > 0 {
			n = 6
		}
		if len(x) != n || len(y) != n {
			t.Errorf("%s on %s: the crop marks are at %.1f and %.1f; want %d each", s.game, s.paper, x, y, n)
			continue
		}
		t.Run(s.game+" on "+s.paper+": cards are 63 by 88 mm, with 5 mm beside them at least", func(t *testing.T) {
			testSize(t, x, 63, s.width, s.gutter)
			testSize(t, y, 88, s.height, s.gutter)
		})
		t.Run(s.game+" on "+s.paper+": a face stands in the middle of its card", func(t *testing.T) {
			left, right, top, bottom := int(x[0]*10), int(x[1]*10), int(y[0]*10), int(y[1]*10)
			sides := []float64{
				front.firstDark(left, top+300, 1, 0), front.firstDark(right, top+300, -1, 0),
				front.firstDark(left+300, top, 0, 1), front.firstDark(left+300, bottom, 0, -1),
			}
			if slices.Max(sides)-slices.Min(sides) > 0.21 || slices.Min(sides) < 2 {
				t.Errorf("white of %.1f mm beside the face; want the same on all sides, 2 at least", sides)
			}
		})
		t.Run(s.game+" on "+s.paper+": turned on the long edge, backs lie behind their fronts", func(t *testing.T) {
			testBacks(t, back, x, y)
		})
	}
}

// testBacks compares backs with the cuts that the fronts show.
func testBacks(t *testing.T, back *scan, x, y []float64) {
	t.Helper()
	step := (len(x) - 1) / 2 // from a card's left cut to that of the next
	for i := range 9 {
		row, column := i/3, i%3
		// The card's edges, where they come to lie when the sheet is turned.
		left, right := back.wide-int(x[step*column+1]*10), back.wide-int(x[step*column]*10)
		top, bottom := int(y[step*row]*10), int(y[step*row+1]*10)
		for _, edge := range [][2]int{{left - 8, top + 300}, {right + 8, top + 300}, {left + 300, top - 8}, {left + 300, bottom + 8}} {
			if back.at(edge[0], edge[1]) > 240 {
				t.Errorf("row %d, column %d: the back ends less than 0.8 mm beyond the cut", row, column)
			}
		}
		if d := back.lean(left, right, (top+bottom)/2); d < -1 || d > 1 {
			t.Errorf("row %d, column %d: the back stands %.1f mm beside the middle of its card", row, column, float64(d)/10)
		}
	}
}

// testSize compares cuts in one direction with those that cards of a size need.
func testSize(t *testing.T, cuts []float64, card, whole, gutter float64) {
	t.Helper()
	var want []float64
	at := (whole - 3*card - 2*gutter) / 2
	if at < 5 {
		t.Errorf("%.1f mm are left beside the cards; want 5 at least", at)
	}
	for i := range 3 {
		if gutter > 0 || i == 0 {
			want = append(want, at)
		}
		want = append(want, at+card)
		at += card + gutter
	}
	if !slices.EqualFunc(cuts, want, func(a, b float64) bool { return math.Abs(a-b) <= 0.1 }) {
		t.Errorf("cuts are at %.1f; want %.1f", cuts, want)
	}
}

// firstDark looks from a place in steps of one pixel for something printed, and returns how
// many millimeters away that is.
func (s *scan) firstDark(x, y, dx, dy int) float64 {
	for n := range 200 {
		if s.at(x+n*dx, y+n*dy) < 160 {
			return float64(n) / 10
		}
	}
	return math.Inf(1)
}

// lean is how many pixels to the right of the middle a row stands that is the same both ways.
func (s *scan) lean(left, right, y int) int {
	best, least := 0, math.MaxInt
	for d := -20; d <= 20; d++ { // twice as far as it would stand beside it
		unlike := 0
		for i := 20; i < right-left-20; i++ {
			if diff := s.at(left+i, y) - s.at(right-1-i+d, y); diff > 60 || diff < -60 {
				unlike++
			}
		}
		if unlike < least {
			best, least = d, unlike
		}
	}
	return best / 2
}

func TestThePlayersOfShowdownHaveBacksOfTheirOwn(t *testing.T) {
	for _, grey := range []bool{false, true} {
		file := document(t, "raincheck", press.Options{Paper: "a4", Grey: grey})
		back := measure(t, file, 2)
		const left, top, wide, high = 85, 145, 650, 900 // of the places, in pixels
		var seen []string
		for i := range 9 { // in the order of the fronts, turned: from the right
			x, y := left+wide*(2-i%3), top+high*(i/3)
			var places []string
			for _, at := range [][2]int{{30, 300}, {100, 200}, {150, 260}, {315, 140}, {315, 440}, {200, 330}} {
				places = append(places, fmt.Sprint(back.at(x+at[0], y+at[1])/8))
			}
			seen = append(seen, strings.Join(places, " "))
		}
		for i := range 4 {
			if seen[i] != seen[0] || seen[5+i] != seen[8] {
				t.Errorf("card %d of a player has another back than the first: %q", i, seen)
			}
		}
		if seen[0] == seen[8] || seen[0] == seen[4] || seen[8] == seen[4] {
			t.Errorf("grey %v: backs are the same: %q", grey, seen)
		}
	}
}

// A text is a word on a page, in points from the upper left corner.
type text struct {
	word           string
	x0, y0, x1, y1 float64
}

var wordLine = regexp.MustCompile(`<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)</word>`)

// texts are the words of a page that can be found in it.
func texts(t *testing.T, file string, page int) []text {
	t.Helper()
	n := strconv.Itoa(page)
	var list []text
	for _, m := range wordLine.FindAllStringSubmatch(tool(t, "pdftotext", "-bbox", "-f", n, "-l", n, file, "-"), -1) {
		var at [4]float64
		for i := range at {
			v, err := strconv.ParseFloat(m[1+i], 64)
			if err != nil {
				t.Fatal(err)
			}
			at[i] = v
		}
		list = append(list, text{m[5], at[0], at[1], at[2], at[3]})
	}
	return list
}

// places are the words on each card of a page of fronts of Texas Showdown on Letter.
func places(t *testing.T, file string, page int) (list [9][]text) {
	t.Helper()
	const mm = 72 / 25.4
	const left, top = (215.9 - 3*63) / 2 * mm, (279.4 - 3*88) / 2 * mm
	for _, w := range texts(t, file, page) {
		x, y := (w.x0+w.x1)/2-left, (w.y0+w.y1)/2-top
		if x > 0 && y > 0 && x < 3*63*mm && y < 3*88*mm { // else it stands beside the cards
			i := int(y/(88*mm))*3 + int(x/(63*mm))
			list[i] = append(list[i], w)
		}
	}
	return list
}

// testCard compares the words on a card with what it should say, both ways up.
func testCard(t *testing.T, card texas.Card, words []text) {
	t.Helper()
	var numbers, names, stars []string
	for _, w := range words {
		switch high := w.y1 - w.y0; {
		case high > 40:
			numbers = append(numbers, w.word)
		case w.word == "★":
			stars = append(stars, w.word)
		case high > 15:
			names = append(names, strings.ToLower(w.word))
		}
	}
	twice := func(word string) []string { return []string{word, word} }
	if want := twice(card.String()); !slices.Equal(numbers, want) {
		t.Errorf("card %v has the numbers %q", card, numbers)
	}
	if want := twice(card.Color().String()); !slices.Equal(names, want) {
		t.Errorf("card %v says %q; want %q", card, names, want)
	}
	if (len(stars) == 2) != card.Top() || (len(stars) == 0) == card.Top() {
		t.Errorf("card %v has %d stars; top card: %v", card, len(stars), card.Top())
	}
}

func TestAllSixtyCardsArePrintedOnceAndSayWhatTheyAre(t *testing.T) {
	deck := texas.Deck(4)
	for _, grey := range []bool{false, true} {
		file := document(t, "texas", press.Options{Paper: "letter", Grey: grey})
		for sheet := range 7 {
			for i, words := range places(t, file, 2*sheet+1) {
				if n := 9*sheet + i; n < deck.Len() { // the rest tells of the colors
					testCard(t, deck.Nth(n), words)
				}
			}
		}
		if pages := tool(t, "pdfinfo", file); !strings.Contains(pages, "Pages:           15\n") {
			t.Errorf("not seven sheets with their backs, and the rules:\n%s", pages)
		}
	}
}

func TestShowdownIsEightCardsInTwoSets(t *testing.T) {
	words := texts(t, document(t, "raincheck", press.Options{Paper: "a4"}), 1)
	count := map[string]int{}
	for _, w := range words {
		count[w.word]++
	}
	for _, name := range []string{"HIT", "BEARTRAP", "BLANK", "BATTERY"} {
		if count[name] != 4 {
			t.Errorf("%s is written %d times; want 4: both ways up on the card of each player", name, count[name])
		}
	}
}

func TestWithoutColorsThereIsNone(t *testing.T) {
	for _, game := range press.Games() {
		for _, grey := range []bool{true, false} {
			file := document(t, game, press.Options{Paper: "a4", Grey: grey})
			colored := 0
			for page := 1; page <= 3; page++ {
				colored += coloredPixels(picture(t, file, page, 40))
			}
			if game == "texas" {
				colored += coloredPixels(picture(t, file, 13, 40)) + coloredPixels(picture(t, file, 15, 40))
			}
			if grey && colored > 0 || !grey && colored == 0 {
				t.Errorf("%s, without colors %v: %d pixels have a color", game, grey, colored)
			}
		}
	}
}

func coloredPixels(img image.Image) int {
	n := 0
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			if r, g, b, _ := img.At(x, y).RGBA(); r != g || g != b {
				n++
			}
		}
	}
	return n
}

func TestFontsAreInTheFile(t *testing.T) {
	for _, game := range press.Games() {
		fonts := strings.Split(strings.TrimSpace(tool(t, "pdffonts", document(t, game, press.Options{Paper: "a4"}))), "\n")[2:]
		if len(fonts) != 3 {
			t.Errorf("%s has the fonts %q; want 3", game, fonts)
		}
		for _, font := range fonts {
			fields := strings.Fields(font)
			if emb, uni := fields[len(fields)-5], fields[len(fields)-3]; emb != "yes" || uni != "yes" {
				t.Errorf("%s: embedded %s, with the letters' meaning %s; want yes, yes", fields[0], emb, uni)
			}
		}
	}
}

func TestEveryGameIsPrintedOnEveryPaper(t *testing.T) {
	for _, rules := range catalog.All() {
		for _, paper := range press.Papers() {
			for _, grey := range []bool{false, true} {
				o := press.Options{Paper: paper, Grey: grey}
				var once, again bytes.Buffer
				if err := errors.Join(press.Print(&once, rules.Name(), o), press.Print(&again, rules.Name(), o)); err != nil {
					t.Error(err)
				}
				if !bytes.Equal(once.Bytes(), again.Bytes()) {
					t.Errorf("%s is not the same twice", press.FileName(rules.Name(), o))
				}
				if once.Len() > 300_000 {
					t.Errorf("%s has %d bytes; want 300 000 at most", press.FileName(rules.Name(), o), once.Len())
				}
			}
		}
	}
}

func TestWhatThereIsNotIsRefusedBeforeAnythingIsWritten(t *testing.T) {
	for _, c := range []struct{ game, paper, want string }{
		{"whist", "a4", "there are no cards of whist; there are cards of raincheck and texas"},
		{"", "a4", `there are no cards of ""; there are cards of raincheck and texas`},
		{"texas", "A4", "there is no paper A4; there are a4 and letter"},
		{"texas", "", `there is no paper ""; there are a4 and letter`},
	} {
		var b bytes.Buffer
		o := press.Options{Paper: c.paper}
		if err := press.Print(&b, c.game, o); err == nil || err.Error() != c.want || b.Len() > 0 {
			t.Errorf("Print says %v after %d bytes; want %q after none", err, b.Len(), c.want)
		}
		if err := press.Check(c.game, o); err == nil || err.Error() != c.want {
			t.Errorf("Check says %v; want %q", err, c.want)
		}
	}
}

// full is a disk that takes so many bytes.
type full int

func (f *full) Write(p []byte) (int, error) {
	if *f -= full(len(p)); *f < 0 {
		return 0, errors.New("the disk is full")
	}
	return len(p), nil
}

func TestAWriterThatFailsIsHeard(t *testing.T) {
	disk := full(1000)
	if err := press.Print(&disk, "raincheck", press.Options{Paper: "a4"}); err == nil || !strings.Contains(err.Error(), "the disk is full") {
		t.Errorf("error %v; want that the disk is full", err)
	}
}
