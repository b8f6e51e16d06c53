package page

import (
	"net/url"

	"github.com/a-h/templ"
)

// houseName is the name of the house, as titles have it.
const houseName = "Saloon"

// heading is the title of the page as the browser shows it.
func (sh *Shell) heading() string {
	if sh.Title == "" || sh.Title == houseName {
		return houseName + ": Texas Showdown and Showdown, at a table in your browser"
	}
	return sh.Title + " · " + houseName
}

// about describes the page for search engines.
func (sh *Shell) about() string {
	if sh.About != "" {
		return sh.About
	}
	return "Play the card games Texas Showdown and Showdown (Raincheck) in your browser, alone against bots or with friends through a link. No account."
}

// when is the media query under which a theme's color holds: always, once a person
// has chosen the theme.
func (sh *Shell) when(theme string) string {
	if sh.Look.Theme != "" {
		return "all"
	}
	return "(prefers-color-scheme: " + theme + ")"
}

func (sh *Shell) body() string {
	if sh.Slim {
		return "slim"
	}
	return ""
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// main is the id of the element that the page is about.
func (sh *Shell) main() string {
	if sh.Live {
		return "table"
	}
	return "main"
}

// settings is the address of the settings, which lead back here.
func (sh *Shell) settings() templ.SafeURL {
	address := sh.Base + "/settings"
	if sh.Path != "" && sh.Path != "/" && sh.Path != "/settings" {
		address += "?back=" + url.QueryEscape(sh.Path)
	}
	return templ.SafeURL(address)
}

// atTable is the frame as a table has it.
func (sh Shell) atTable() Shell {
	sh.Live, sh.Slim = true, true
	return sh
}

// AtPad is the frame as a page has it that a device fills: without the house's header.
func (sh Shell) AtPad() Shell {
	sh.Slim = true
	return sh
}
