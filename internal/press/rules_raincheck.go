package press

import "fmt"

// raincheckRules is the page of Showdown. docs/RULES.md has the rules themselves.
func raincheckRules(faces []func(*canvas)) *rulesPage {
	p := &rulesPage{
		title: "Showdown", under: "Two machines stack, bet and bluff. For 2 players.",
		bannerHigh: 44,
		credit: "Raincheck is a game by Showdown. These words and drawings are Saloon’s own. " +
			"Small numbers are those of the full rules.",
	}
	p.banner = func(c *canvas, x, y, wide float64) {
		const cardWide = 31.0
		gap := (wide - float64(len(faces))*cardWide) / float64(len(faces)+1)
		for i, face := range faces {
			c.small(x+gap+float64(i)*(cardWide+gap), y, cardWide, face)
		}
	}
	p.columns[0] = []block{
		heading("You have"),
		point("**Four cards:** Hit, Beartrap, Blank, Battery. Your hand is hidden from the other player. (S1)"),
		point("**10 energy**, never more. Both can see it. (S2)"),
		point("A **stack** of your own, empty. Between you lies the **river**, shared and empty at first. " +
			"Cards in piles are face down; how many there are is open. (S3)"),
		heading("Stack"),
		point("Chance says who begins the first round. After that you take turns to begin, whoever won. (S4)"),
		point("On your first turn of a round you must put a card from your hand face down on your stack. (S5)"),
		point("After that, on your turn, stack **one more** or **start the betting**. With an empty hand you must bet. (S6–S7)"),
		heading("Bet"),
		point("A bet is how many cards you promise to flip: at least 1, more than the bet before, and no more than lie in all " +
			"three piles. Nobody stacks now. (S8)"),
		point("Taking turns, **raise or fold**. Against a bet for every card you can only fold. (S9)"),
		point("After a fold, whoever made the highest bet flips. (S10)"),
		heading("Energy"),
		para("Lay a coin in your row."),
		figure{high: 22, paint: energyTracks},
	}
	p.columns[1] = []block{
		heading("Flip"),
		point("One card at a time. First **all of your own stack**, from the top; then from the top of the other’s stack or " +
			"the river, in any order, card by card. (S11)"),
		point("**Hit:** stop, you lose the round. **Beartrap:** lose 3 energy. **Blank:** nothing. " +
			"**Battery:** gain 1 energy, never above 10. (S12)"),
		point("**No energy left?** You lose the game at once, even on the last card of your bet. (S13)"),
		point("Flipped as many as you bet, and no Hit among them? You stop, and the **other loses the round**. (S14)"),
		point("Flipped cards stay seen until the round ends. (S15)"),
		heading("The round ends"),
		point("Take your own stack back into your hand. River cards stay in the river. (S16)"),
		point("The **loser of the round loses a card**: the other draws it from the loser’s whole hand and puts it into the " +
			"river without looking. (S17)"),
		point("Shuffle the river, face down. Cards never come back from it. Put the card “The river” on top, " +
			"so that no back tells whose a card was. (S18)"),
		point("Lost your **last card** that way? You lose the game. Else a new round begins. A game never ends in a tie, " +
			"and is over after seven rounds at the latest. (S19–S20)"),
	}
	return p
}

// energyTracks draws for each player where a coin can lie to tell the energy.
func energyTracks(c *canvas, x, y, wide float64) {
	const most = 10
	each := wide / (most + 1)
	for player := range 2 {
		top := y + float64(player)*(each+4.2)
		for n := range most + 1 {
			left := x + float64(n)*each
			c.fill(blank)
			c.stroke(ink, 0.35)
			c.Circle(left+each/2, top+each/2+1, each*0.44, "D")
			c.ink(ink)
			c.display(left+each/2, top+each/2+2.2, 2.4, centered, fmt.Sprint(most-n))
		}
	}
}
