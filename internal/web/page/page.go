// Package page is the HTML of the house's pages: frame, front page, tables around
// their boards, settings, errors.
//
// Every page works as forms without scripts. The package must never know HTTP
// requests, sessions or the store; what it is given it shows.
package page

import (
	"time"

	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/parts"
)

//go:generate go tool -modfile=../../../tools/templ.mod templ generate -path .

// A Look is how a person wants pages to be, on this device.
type Look struct {
	Theme   string        // "light", "dark" or "" for what the system says
	Motion  string        // "less" or "" for what the system says
	Sound   bool          // off unless asked for
	Confirm bool          // a card is tapped twice to be played
	Hold    time.Duration // how long the winner of a trick is shown, 0 for not at all
}

// A Shell is what every page needs.
type Shell struct {
	// Base is the path under which the house is reached, without a slash at its
	// end: "" or "/saloon".
	Base  string
	Title string // of the page; the frame adds the house's name
	Path  string // of this page, below Base, to come back to
	Look  Look
	// Guest is the name of who looks, "" for somebody who has none yet.
	Guest string
	// Script is the name of a script that this page needs beside the common one, or "".
	Script string
	// Before is the name of a script that runs before the common one, or "".
	Before string
	// Style is the name of a style sheet that this page needs beside the common one, or "".
	Style string
	// Slim leaves the house's header away: the page has a line of its own on top.
	Slim bool
	// Live adds the script that keeps a table true.
	Live bool
	// About says in a sentence what the page is, for search engines; "" for what the
	// house is.
	About string
}

// A Game is one that can be played here.
type Game struct {
	Name  string // "texas"
	Title string // "Texas Showdown"
	Least int    // seats
	Most  int
	Usual int // seats that "Play now" fills
}

// A Front is the front page.
type Front struct {
	Games  []Game
	Levels []string // of bots, the best last
	// Public are tables that strangers may come to.
	Public []house.Listing
	// Yours are the tables at which who looks sat last.
	Yours []house.Listing
}

// A Table is a table as one person sees it, with what its page has beside its parts.
type Table struct {
	*parts.Table
	Title  string // of the game
	Least  int    // seats that the game can have
	Most   int
	Levels []string // of bots, the best last
	Link   string   // the full address that invites others
	QR     string   // address of a picture of Link
	// Choices are the options of the game that the owner may set.
	Choices []Choice
}

// A Choice is an option of a game.
type Choice struct {
	Name string // "target"
	Help string // "points that end the game"
	Rule string // "T15"
	// Words are the values that there are; nil for a whole number from Least to Most.
	Words []string
	Least int
	Most  int
	Value string // as it is set; "" for not set
}

// A Trouble is why something could not be done, in words for who asked.
type Trouble struct {
	Status int
	Title  string // "That seat is taken"
	Say    string // what would be right
	Back   string // where to go on, with the words of the link
	Link   string
	// Request is what the log knows this request by; "" where nobody needs to ask.
	Request string
}
