// Package docs holds those pages of the documentation that the program shows itself,
// so that there is one text of each.
//
// The package must never know how they are shown.
package docs

import _ "embed" // for RULES.md

// Rules is RULES.md: the rules of play of all games, in Markdown. Each game has a
// section, a heading of the second level with the game's name as code in it; each
// rule is a list item that begins with its number in bold.
//
//go:embed RULES.md
var Rules string
