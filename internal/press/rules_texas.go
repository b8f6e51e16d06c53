package press

import (
	"fmt"

	"github.com/saloon-games/saloon/game/texas"
)

// exampleTrick is the trick that the page of rules tells of, in the order of play, and which
// of its cards takes it.
var (
	exampleTrick = []int{14, 27, 18, 23}
	exampleTaker = 1
)

// texasRules is the page of Texas Showdown. docs/RULES.md has the rules themselves.
func texasRules(list []suit) *rulesPage {
	p := &rulesPage{
		title: "Texas Showdown", under: "A game of tricks nobody wants, for 3 to 6 players. Take as few as you can.",
		bannerHigh: 15,
		credit: "Texas Showdown is a game by Mark Major. These words and drawings are Saloon’s own. " +
			"Small numbers are those of the full rules.",
	}
	p.banner = func(c *canvas, x, y, wide float64) {
		each := wide / float64(len(list))
		for i := range list {
			c.swatch(&list[i], x+float64(i)*each+(each-14)/2, y+0.5, 14)
		}
	}
	colors := table{
		stops: []float64{0.02, -0.45, -0.72, -0.985}, room: 1.35,
		rows: [][]string{{"Color", "Cards", "Numbers", "Top card"}},
		mark: func(c *canvas, row int, x, y, high float64) { c.swatch(&list[row], x+0.3, y+0.35, high-0.7) },
	}
	for _, s := range list {
		colors.rows = append(colors.rows, []string{s.name, fmt.Sprint(s.count), fmt.Sprintf("%d–%d", s.low, s.top), fmt.Sprint(s.top)})
	}
	p.columns[0] = []block{
		heading("The cards"),
		para("60 cards in eight colors. Each number is there once, so the number alone ranks a card. " +
			"The highest card of a color is its **top card** and wears a star. (T1)"),
		colors,
		heading("The deal"),
		point("With 3 players leave out all black and grey cards. (T2)"),
		point("Shuffle everything and deal it all out: " + handSizes() + ". (T3)"),
		heading("Keeping score"),
		point("Every trick you take is **1 point**, and points are bad. Note everyone’s total after each hand. (T12)"),
		point("Once a total has reached **15** with 3 or 4 players, **12** with 5 or **10** with 6, the game is over. " +
			"Until then shuffle and deal again. (T13)"),
		point("**Fewest points win.** All who tie for fewest have won. (T14)"),
		heading("If you like"),
		point("Agree on another target, or on a number of hands. (T15–T16)"),
		point("**Seas of Strife:** if a top card is in the trick, its color is ignored when you look for the winner, unless that " +
			"would leave no color. It must still be followed, and the winner always opens. (T17)"),
	}
	p.columns[1] = []block{
		heading("A trick"),
		point("The first trick of a hand is opened by whoever holds the **0**, with that card; with 3 players the **11**. (T5)"),
		point("Clockwise, each plays one card. (T4)"),
		point("**Follow any color.** If you have a card of any color that is already in this trick, you must play one. (T7)"),
		point("If you have none, play what you like. Your card **adds its color** to those that later players may, and must, follow. (T7)"),
		heading("Who takes it"),
		point("The **color with the most cards** takes the trick; its highest card wins. (T8)"),
		point("If colors tie for most, the highest card among **all the tied colors** wins. (T8)"),
		figure{high: 36, paint: func(c *canvas, x, y, wide float64) { c.exampleTrick(list, x, y, wide) }},
		para("The second has no red, so blue joins in. Two red, two blue: a tie. The highest of both colors is the **27**, " +
			"and it takes the trick."),
		point("The winner lays the trick down as a pile of its own. All can see how many each has; nobody looks through them. (T9)"),
		heading("What comes next"),
		point("The winner opens the next trick with any card. (T6,T10)"),
		point("**Unless a top card wins:** then the winner says who opens, themselves included. A top card that is in the trick " +
			"but does not win changes nothing. (T11)"),
	}
	return p
}

// handSizes tells how many cards each player gets.
func handSizes() string {
	return fmt.Sprintf("**%d** each for 3 or 4 players, **%d** for 5, **%d** for 6",
		texas.HandSize(4), texas.HandSize(5), texas.HandSize(6))
}

// exampleTrick draws the trick that is told of, and lifts the card that takes it.
func (c *canvas) exampleTrick(list []suit, x, y, wide float64) {
	const cardWide = 18.0
	gap := (wide - 4*cardWide) / 5
	for i, number := range exampleTrick {
		card, _ := texas.CardNumbered(number)
		left, top := x+gap+float64(i)*(cardWide+gap), y+5
		if i == exampleTaker {
			top -= 3
			c.stroke(ink, 0.9)
			c.RoundedRect(left-0.8, top-0.8, cardWide+1.6, cardWide*cardHeight/cardWidth+1.6, 1.4, "1234", "D")
		}
		c.small(left, top, cardWide, func(c *canvas) { c.texasFront(card, &list[card.Color()]) })
		c.ink(ink)
		c.font(plain, 2.5)
		c.write(left+cardWide/2, y+34.2, centered, []string{"opens", "second", "third", "last"}[i])
	}
}
