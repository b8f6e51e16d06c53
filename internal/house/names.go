package house

import (
	"crypto/rand"
	"encoding/base32"
	"math/big"
	"strings"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/names"
)

// MostName is the greatest length of a name, in characters.
const MostName = names.Most

func checkName(name string) (string, error) {
	name, ok := names.Plain(name, MostName)
	if !ok {
		return "", refuse(BadName, "A name has 1 to %d characters.", MostName)
	}
	return name, nil
}

var botNames = []string{
	"Dusty", "Mabel", "Tex", "Clementine", "Hank", "Rosie", "Slim", "Josephine", "Buck", "Pearl", "Wyatt", "Adelaide",
}

// botName is a name for a bot that nobody at the table has.
func (t *Table) botName(i int) string {
	for n := range botNames {
		name := botNames[(i+n)%len(botNames)]
		free := true
		for k := range t.seats {
			free = free && t.seats[k].name != name
		}
		if free {
			return name
		}
	}
	return botNames[0] // never: there are more names than seats
}

var guestNames = [2][]string{
	{"Dusty", "Lucky", "Quiet", "Bold", "Sly", "Sunny", "Rusty", "Swift", "Wily", "Lonesome", "Silver", "Lazy"},
	{"Coyote", "Cactus", "Maverick", "Spur", "Lasso", "Mustang", "Bandit", "Sheriff", "Canyon", "Tumbleweed", "Falcon", "Drifter"},
}

// GuestName returns a name for somebody who has not chosen one.
func GuestName() string {
	return guestNames[0][below(len(guestNames[0]))] + " " + guestNames[1][below(len(guestNames[1]))]
}

// below is an unguessable number.
func below(n int) int {
	i, err := rand.Int(rand.Reader, big.NewInt(int64(n)))
	if err != nil {
		panic(err) // the system's generator does not fail; Go ends the program if it does
	}
	return int(i.Int64())
}

// newID returns 26 letters and digits that nobody can guess: 130 bits.
func newID() string {
	var raw [17]byte
	_, _ = rand.Read(raw[:]) // never fails
	return strings.ToLower(base32.StdEncoding.EncodeToString(raw[:])[:26])
}

// The characters of a table's code, without those that are taken for others.
const (
	codeLetters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
	codeLength  = 6
)

// newCode returns a code for people to tell each other.
func newCode() string {
	code := make([]byte, codeLength)
	for i := range code {
		code[i] = codeLetters[below(len(codeLetters))]
	}
	return string(code)
}

// tidyCode is a code as a person may have typed it.
func tidyCode(text string) (string, error) {
	code := strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(text))
	if len(code) != codeLength || strings.Trim(code, codeLetters) != "" {
		return "", refuse(NoCode, "There is no table with the code %s.", game.Quote(text))
	}
	return code, nil
}
