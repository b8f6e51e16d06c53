// Package names says what people may be called, in the house and on the pads of a real
// table.
//
// It must never know who they are, nor where their names are kept.
package names

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Most is the greatest length of a name, in characters.
const Most = 24

// Plain returns somebody's text without the space around it; false if nothing is
// left, if it is longer than so many characters, or if it holds what is no character
// to be seen: such could hide or turn round what stands beside it.
func Plain(text string, most int) (string, bool) {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > most*utf8.UTFMax || utf8.RuneCountInString(text) > most || !utf8.ValidString(text) {
		return "", false
	}
	seen := false
	for _, r := range text {
		// Joiners are for families of emoji and for some scripts.
		if !unicode.IsPrint(r) && r != '\u200d' && r != '\u200c' || r == utf8.RuneError {
			return "", false
		}
		seen = seen || unicode.IsGraphic(r) && !unicode.IsSpace(r) && !unicode.IsMark(r)
	}
	if !seen {
		return "", false
	}
	return text, true
}
