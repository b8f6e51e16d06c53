package game

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Error is the refusal of an event, an option or a number of players. It says
// what was refused, which numbered rule it breaks, what is wrong, and what
// would have been right, in words for a person. One that comes from a State may
// tell of hidden cards, one that comes from a View tells only what its seat knows.
type Error struct {
	// What was refused: an event's word, or an option as "target=0".
	What string
	// Rule is the number of the rule that it breaks: "T7".
	Rule string
	// Why says what is wrong: "a hand with black or red must follow".
	Why string
	// Legal lists what would have been accepted, by its words; empty if
	// nothing would.
	Legal []string
}

// Error returns one line: "play 22: T7: a hand with red must follow; legal:
// play 11, play 17".
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(Quote(e.What))
	if e.Rule != "" {
		b.WriteString(": " + e.Rule)
	}
	b.WriteString(": " + e.Why)
	if len(e.Legal) > 0 {
		b.WriteString("; legal: " + strings.Join(e.Legal, ", "))
	}
	return b.String()
}

// quoteMost is how many bytes of somebody's text an error repeats at most.
const quoteMost = 60

// Quote returns somebody's text as an error may repeat it: as it is when it is
// short and plain, else cut and in quotes with escapes, so that no input can
// flood a log or move a terminal's cursor.
func Quote(s string) string {
	plain := s != "" && s == strings.TrimSpace(s)
	for _, r := range s {
		if !unicode.IsPrint(r) || r == utf8.RuneError {
			plain = false
			break
		}
	}
	switch {
	case len(s) <= quoteMost && plain:
		return s
	case len(s) <= quoteMost:
		return strconv.Quote(s)
	}
	cut := quoteMost
	for !utf8.RuneStart(s[cut]) && cut > 0 {
		cut--
	}
	if plain {
		return s[:cut] + fmt.Sprintf("... (%d bytes)", len(s))
	}
	return strconv.Quote(s[:cut]) + fmt.Sprintf("... (%d bytes)", len(s))
}
