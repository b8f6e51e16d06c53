package page

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/asset"
)

// mostName is the greatest length of a name, in characters.
const mostName = house.MostName

// A pick is one of some values to choose from.
type pick struct{ value, words string }

// seatRange says for how many a game is.
func seatRange(g Game) string {
	if g.Least == g.Most {
		return "For " + strconv.Itoa(g.Least) + " players"
	}
	return "For " + strconv.Itoa(g.Least) + " to " + strconv.Itoa(g.Most) + " players"
}

// pitch is a game in a sentence.
func pitch(game string) string {
	switch game {
	case "texas":
		return "Take as few tricks as you can. Every card played adds a color that others may have to follow."
	case "raincheck":
		return "Four cards, two robots, one bluff. Stack, bet how many you dare to flip, and do not meet the bullet."
	default:
		return ""
	}
}

// scenery describes the picture of a game.
func scenery(game string) string {
	switch game {
	case "texas":
		return "Three robots in hats play cards under a lamp; behind them rain and a ringed moon in the windows."
	case "raincheck":
		return "Two robots stare at each other across a bar, cards stacked between them, a rainy night in the window."
	default:
		return ""
	}
}

// gameName is how lists call a game.
func gameName(game string) string {
	switch game {
	case "texas":
		return "Texas Showdown"
	case "raincheck":
		return "Showdown"
	default:
		return game
	}
}

// LevelName is how a level of bots is called.
func LevelName(level string) string {
	switch level {
	case "thumb":
		return "rule of thumb"
	default:
		return level
	}
}

// paceName says how long a person may think.
func paceName(p house.Pace) string {
	switch p {
	case house.Quick:
		return "30 seconds a decision (quick)"
	case house.Relaxed:
		return "90 seconds a decision (relaxed)"
	case house.Daily:
		return "a day for each decision"
	default:
		return "no clock"
	}
}

// paceShort is the same for lists.
func paceShort(p house.Pace) string {
	switch p {
	case house.Quick:
		return "30 s a move"
	case house.Relaxed:
		return "90 s a move"
	case house.Daily:
		return "a day a move"
	default:
		return "no clock"
	}
}

func phaseName(p house.Phase) string {
	switch p {
	case house.Playing:
		return "playing"
	case house.Over:
		return "game over"
	case house.Shut:
		return "closed"
	default:
		return "waiting to start"
	}
}

// occupied says how many seats of a table are taken.
func occupied(l house.Listing) string {
	return strconv.Itoa(len(l.Names)) + " of " + strconv.Itoa(l.Seats) + " seats taken"
}

func names(l house.Listing) string { return strings.Join(l.Names, ", ") }

// seconds writes a time as people read it: "1.6 seconds".
func seconds(ms int) string {
	if ms == 0 {
		return "none"
	}
	if ms == 1000 {
		return "1 second"
	}
	return strconv.FormatFloat(time.Duration(ms*int(time.Millisecond)).Seconds(), 'f', -1, 64) + " seconds"
}

// aside is what the barkeeper adds to bad news.
func aside(status int) string {
	switch {
	case status == http.StatusNotFound:
		return "The barkeeper has looked under every table."
	case status == http.StatusGone:
		return "The chairs are up. There is always another table."
	case status == http.StatusTooManyRequests:
		return "Even the piano player needs to breathe."
	case status >= http.StatusInternalServerError:
		return "Somebody is under the counter with a screwdriver already."
	default:
		return "No hard feelings. Everybody here was new once."
	}
}

// manifest is the web manifest of a house under a base path.
func manifest(base string) string {
	type icon struct {
		Src     string `json:"src"`
		Sizes   string `json:"sizes"`
		Type    string `json:"type"`
		Purpose string `json:"purpose"`
	}
	type shortcut struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	}
	png := func(name, size, purpose string) icon {
		return icon{Src: asset.URL(base, name), Sizes: size + "x" + size, Type: "image/png", Purpose: purpose}
	}
	text, err := json.Marshal(struct {
		ID          string     `json:"id"`
		Name        string     `json:"name"`
		ShortName   string     `json:"short_name"`
		Description string     `json:"description"`
		StartURL    string     `json:"start_url"`
		Scope       string     `json:"scope"`
		Display     string     `json:"display"`
		Background  string     `json:"background_color"`
		Theme       string     `json:"theme_color"`
		Icons       []icon     `json:"icons"`
		Shortcuts   []shortcut `json:"shortcuts"`
	}{
		ID: base + "/", Name: houseName, ShortName: houseName,
		Description: "Texas Showdown and Showdown (Raincheck): with friends, against bots, or as the score pad at a real table.",
		StartURL:    base + "/", Scope: base + "/", Display: "standalone",
		Background: "#f3e9d2", Theme: "#f3e9d2",
		Icons: []icon{
			{Src: asset.URL(base, "icon.svg"), Sizes: "any", Type: "image/svg+xml", Purpose: "any"},
			png("icon-192.png", "192", "any"), png("icon-512.png", "512", "any"), png("icon-maskable.png", "512", "maskable"),
		},
		Shortcuts: []shortcut{{"Score pads", base + "/pad"}, {"Play without a network", base + "/offline"}},
	})
	if err != nil {
		panic(err) // strings can always be written
	}
	return string(text)
}
