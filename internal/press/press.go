// Package press prints the games' cards as PDF: sheets of nine cards with crop marks,
// their backs on the next page, and the rules of the game on one page at the end.
//
// All art comes from the pictures that the web pages show (internal/web/asset), numbers and
// names from the games. What is printed depends on nothing else: the same game on the same
// paper is the same bytes each time.
//
// The package must never know requests, flags, files, clocks, or of the games' rules more than
// their cards.
package press

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/saloon-games/saloon/game"
)

// Options say how to print.
type Options struct {
	Paper string // one of Papers
	Grey  bool   // no color at all: what colors tell, patterns tell
}

// paper is a sheet, upright, in millimeters.
type paper struct {
	name, words   string
	width, height float64
}

var papers = []paper{
	{"a4", "A4", 210, 297},
	{"letter", "Letter", 215.9, 279.4},
}

// deck is what is printed for a game.
type deck struct {
	title  string
	gutter float64 // between cards, in millimeters
	cards  []card
	rules  *rulesPage
}

// card draws itself in a box from 0, 0 to cardWidth, cardHeight. Its back reaches beyond
// that box, and is cut off where the sheet has no more room for it.
type card struct {
	front, back func(*canvas)
}

// decks are the games that can be printed.
var decks = map[string]func() (*deck, error){
	"texas":     texasDeck,
	"raincheck": raincheckDeck,
}

// Games lists the games whose cards can be printed, by name.
func Games() []string {
	list := make([]string, 0, len(decks))
	for name := range decks {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// Papers lists the papers there are, by name.
func Papers() []string {
	list := make([]string, 0, len(papers))
	for _, p := range papers {
		list = append(list, p.name)
	}
	return list
}

// FileName is what to call the PDF of a game: "texas-a4.pdf", "texas-a4-grey.pdf".
func FileName(name string, o Options) string {
	kind := ""
	if o.Grey {
		kind = "-grey"
	}
	return name + "-" + o.Paper + kind + ".pdf"
}

// Check refuses a game that has no cards to print, and a paper that there is not.
func Check(name string, o Options) error {
	_, _, err := find(name, o)
	return err
}

// find returns what is to be printed, and on what.
func find(name string, o Options) (compose func() (*deck, error), p paper, err error) {
	compose, ok := decks[name]
	if !ok {
		return nil, p, fmt.Errorf("there are no cards of %s; there are cards of %s", game.Quote(name), strings.Join(Games(), " and "))
	}
	at := slices.IndexFunc(papers, func(p paper) bool { return p.name == o.Paper })
	if at < 0 {
		return nil, p, fmt.Errorf("there is no paper %s; there are %s", game.Quote(o.Paper), strings.Join(Papers(), " and "))
	}
	return compose, papers[at], nil
}

// Print writes the cards and the rules of a game as PDF. Pages with even numbers are the
// backs of those before them, for printing on both sides turned on the long edge; the
// rules are the last page. What Check refuses it refuses before it writes anything.
func Print(w io.Writer, name string, o Options) error {
	compose, paper, err := find(name, o)
	if err != nil {
		return err
	}
	c := newCanvas(paper, o.Grey)
	d, err := compose()
	if err != nil {
		return fmt.Errorf("press: %w", err)
	}
	c.SetTitle(d.title+", cards to print", true)
	c.SetSubject(paper.words+", both sides, turned on the long edge, at 100 %", true)
	c.sheets(d)
	if err := c.rules(d.rules); err != nil {
		return fmt.Errorf("press: %w", err)
	}
	return c.Output(w)
}
