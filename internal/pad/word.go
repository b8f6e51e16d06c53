package pad

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/names"
)

// What the words of all kinds have in common.

// Refuse is the refusal of a word, with what would have been right.
func Refuse(word, format string, args ...any) error {
	return fmt.Errorf("%s: "+format, append([]any{game.Quote(word)}, args...)...)
}

// Whole reads a whole number from least to most, written without anything needless.
func Whole(text string, least, most int) (n int, ok bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= least && n <= most && strconv.Itoa(n) == text
}

// NameWord is the word that gives the player on a seat a name, or takes it away if it is "".
func NameWord(seat int, name string) string {
	return strings.TrimSuffix("name "+strconv.Itoa(seat)+" "+name, " ")
}

// ParseName reads what NameWord makes, for so many seats. The slot is "name 0".
func ParseName(word string, seats int) (slot string, seat int, name string, err error) {
	parts := strings.SplitN(word, " ", 3)
	ok := len(parts) > 1 && parts[0] == "name"
	if ok {
		seat, ok = Whole(parts[1], 0, seats-1)
	}
	if !ok {
		return "", 0, "", Refuse(word, "want name, a number from 0 to %d, and the name", seats-1)
	}
	slot = "name " + parts[1]
	if len(parts) == 2 {
		return slot, seat, "", nil
	}
	if plain, ok := names.Plain(parts[2], names.Most); !ok || plain != parts[2] {
		return "", 0, "", Refuse(parts[2], "a name has 1 to %d characters that can be seen", names.Most)
	}
	return slot, seat, parts[2], nil
}
