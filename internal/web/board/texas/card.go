package texas

import (
	"strconv"

	"github.com/saloon-games/saloon/game/texas"
)

// colors is how many colors there are (T1).
const colors = int(texas.Grey) + 1

// mostSeats is how many can play.
const mostSeats = 6

// A face is the HTML of a card in each way in which it is shown. The style sheet
// draws it from the class of its color; it repeats the number from data-card.
type face struct {
	legal string // in the own hand, to be played now
	held  string // in the own hand, not to be played now
	shown string // face up on the table
	mini  string // once more, in a summary of what is past
	words string // "15, red"
}

var (
	faces   [60]face       // by texas.Card
	symbols [colors]string // HTML of a color's symbol with its name: "hat blue"
)

func init() {
	for color := range texas.Color(colors) {
		name := color.String()
		symbols[color] = `<i class="sym ` + name + `"></i> <span>` + name + `</span>`
		for _, card := range color.Cards().Append(nil) {
			faces[card] = faceOf(card)
		}
	}
}

func faceOf(card texas.Card) face {
	number, color := card.String(), card.Color().String()
	class, say := color, color
	if card.Top() {
		class, say = class+" best", say+", top card"
	}
	button := func(state string) string {
		return `<button class="tx ` + class + `" name="word" value="play ` + number + `"` + state +
			` data-card="` + number + `" aria-label="` + number + " " + say + `"><b>` + number + `</b><i></i></button>`
	}
	inside := `><b>` + number + `</b><i></i><span class="aside"> ` + say + `</span></span>`
	return face{
		legal: button(` data-move="play ` + number + `"`),
		held:  button(` aria-disabled="true"`),
		shown: `<span class="tx ` + class + `" data-card="` + number + `"` + inside,
		mini:  `<span class="tx mini ` + class + `"` + inside,
		words: number + ", " + color,
	}
}

// counts are the classes "n0" to "n60", from which the style sheet knows a number.
var counts = func() (list [61]string) {
	for n := range list {
		list[n] = "n" + strconv.Itoa(n)
	}
	return list
}()
