package guide

import (
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/internal/web/board"
)

// raincheckLesson is a whole game of four rounds.
func raincheckLesson() lesson {
	return lesson{
		rules:   raincheck.Rules{},
		options: game.Options{"first": 0},
		names:   []string{"You", "Hank"},
		recap:   raincheckRecap,
		steps:   raincheckSteps,
		ending:  "lose A; river K,A,3; stack Q; stack K; bet 1; bet 2; fold; flip own; flip opp; lose Q",
		closing: "Round 4 was played for you: with an empty hand Hank had to start the betting (S7). That is all: stack, bet, flip, and guess what the other one is up to. Who runs out of cards or of energy has lost (S13, S19).",
	}
}

// raincheckSteps are its decisions.
var raincheckSteps = []step{
	{
		before: "start 0",
		title:  "Stack a card",
		text:   "You and Hank hold the same four cards (S1). A lost round costs a card, the last card the game (S17, S19). First each of you stacks one, face down (S5). You may have to flip it yourself, so take one that does no harm: the Blank.",
		word:   "stack K",
		done:   "A Blank does nothing when it is flipped.",
		other: map[string]string{
			"stack A": "The Hit loses the round for whoever flips it, and your own stack comes first when you flip. Later it will make a fine trap. Start with the Blank.",
			"stack 3": "The Beartrap costs whoever flips it 3 energy, and you may have to flip it yourself. Start with the Blank.",
			"stack Q": "A Battery is as harmless as the Blank. Keep it for the next card, and start with the Blank.",
		},
	},
	{
		before: "stack Q",
		title:  "One more, or bet?",
		text:   "Now you stack one more or start the betting (S6). A bet is how many cards you promise to flip without a Hit, your own stack first (S8, S11). With two harmless cards down, a bet of 2 is safe: stack the Battery.",
		word:   "stack Q",
		done:   "Two cards of yours lie there, and only you know that both are harmless.",
		other: map[string]string{
			"stack A": "Then you would have to flip your own Hit before anything else. Stack the Battery.",
			"stack 3": "It would cost you 3 energy when you flip. Stack the Battery.",
			"bet 1":   "Safe. But Hank can raise to 2, and then all there is has been promised. With two harmless cards of your own you could go further.",
			"bet 2":   "One of the two would be Hank’s card, which you do not know. Stack another harmless one first.",
		},
		rest: "Not yet. Stack the Battery, and two flips are safe.",
	},
	{
		before: "bet 1",
		title:  "Raise",
		text:   "Hank bets 1: raise or fold (S9). If you fold, he flips one card, his own, and knows what it is. Both of yours are harmless, so 2 is a bet that you can only win.",
		word:   "bet 2",
		done:   "Hank folds: he would have to promise all 3 cards now.",
		other: map[string]string{
			"fold":  "Then Hank flips one card of his own, and knows which. You have the better bet: 2 cards, both yours.",
			"bet 3": "That is all there is, Hank’s card too, and if that is the Hit you lose. 2 will do.",
		},
	},
	{
		before: "fold",
		title:  "Flip",
		text:   "Hank folds, so you must flip the 2 cards that you promised (S10), your own stack from the top (S11). The Battery gives 1 energy, but nobody ever has more than 10 (S12).",
		word:   "flip own",
		done:   "The second one, your Blank, turned over by itself here: your own stack comes first, so there was no choice.",
	},
	{
		before: "flip own; lose 3; river 3; stack A",
		title:  "Set a trap",
		text:   "Hank lost a card to the river, you do not know which (S17, S18). Whoever promises more than the own stack holds must flip the other’s, or the river. This time stack the Hit, and let him run into it.",
		word:   "stack A",
		done:   "A Hit in the own stack: that is a bluff, for now you must not be the one who flips.",
		other: map[string]string{
			"stack K": "A fine card to bet on. But this round is for the other way to win: let Hank bet too much. Stack the Hit.",
			"stack Q": "A fine card to bet on. But this round is for the other way to win: let Hank bet too much. Stack the Hit.",
			"stack 3": "A trap, too, but a Hit ends the round and a Beartrap does not. Stack the Hit.",
		},
	},
	{
		before: "stack Q",
		title:  "Bluff",
		text:   "A bet looks as if your card were harmless, and a low one asks for a raise. It is a risk: if Hank folds, you must flip your own Hit. Bet 1 and keep a straight face.",
		word:   "bet 1",
		done:   "Hank raises to 2. He believes you, or he bluffs as well.",
		other: map[string]string{
			"bet 2": "The higher you bet, the more likely Hank folds, and you must turn over your own Hit. Bet 1.",
			"bet 3": "The higher you bet, the more likely Hank folds, and you must turn over your own Hit. Bet 1.",
			"bet 4": "There is nothing above 4: Hank must fold, and you turn over your own Hit. Bet 1.",
		},
		rest: "One trap is enough. The more you stack, the less room Hank has to bet too much. Bet 1.",
	},
	{
		before: "bet 2",
		title:  "Fold",
		text:   "Now let go. If you raised again and he folded, your own Hit would come first. Who folds loses nothing yet: the other one has to keep the promise (S10).",
		word:   "fold",
		done:   "Hank had bluffed, too: his own Hit lay under the Battery.",
		rest:   "If Hank folds then, you turn over your own Hit and lose the round. He raised: that is what you wanted. Fold.",
	},
	{
		before: "flip own; flip own; lose K; river 3,K",
		title:  "Start again",
		text:   "Hank has two cards left, you have four: your stack is back in your hand (S16). The river has two. You begin (S4). Stack something harmless: the Battery.",
		word:   "stack Q",
		done:   "",
		other: map[string]string{
			"stack K": "Harmless as well. The lesson takes the Battery first and the Blank next.",
			"stack A": "Hank has seen you fold with one card down. He will be careful. Stack something harmless and bet on it.",
			"stack 3": "Bad for you and no end of the round for Hank. Stack something harmless and bet on it.",
		},
	},
	{
		before: "stack A",
		title:  "Once more",
		text:   "The more harmless cards you have down, the higher you can go without luck. Stack the Blank.",
		word:   "stack K",
		done:   "",
		other: map[string]string{
			"stack A": "On top of your stack it is the first card that you flip. Stack the Blank.",
			"stack 3": "It costs you 3 energy when you flip. Stack the Blank.",
			"bet 1":   "Safe, but Hank only has to raise to 2. With the Blank down as well you can go higher.",
		},
		rest: "You know one card of those only. Stack the Blank first.",
	},
	{
		before: "bet 2",
		title:  "Fold or raise?",
		text:   "Last round you saw his Hit; then he lost one card of three. So the Hit is in the river one time in three, and on top of its two cards one time in six. Bet 3: your own two, then the river’s top. That holds five times in six.",
		word:   "bet 3",
		done:   "Hank folds, and your own two cards come first.",
		other: map[string]string{
			"fold":  "Then you need him to have stacked his Hit, or he gets home on your harmless cards. To raise to 3 is safe five times in six.",
			"bet 4": "Too much: two cards that you do not know instead of one. 3 is enough.",
			"bet 5": "That is every card on the table, Hank’s stack too. 3 is enough.",
		},
	},
	{
		before: "fold; flip own; flip own",
		title:  "His stack or the river?",
		text:   "Your own stack is flipped; one card is missing. From here on you choose, card by card: his stack or the river (S11). He has two cards, and the Hit is one of them two times in three. The river’s top is the Hit one time in six.",
		word:   "flip river",
		done:   "A Beartrap: 3 energy gone (S12). At 0 the game would be over at once (S13), but the bet is kept.",
		other: map[string]string{
			"flip opp": "He has the Hit two times in three, and it may well lie there. In the river’s top card it is one time in six.",
		},
	},
}

// raincheckRecap tells event by event.
func raincheckRecap(s *board.Sight, b board.Board, from, to int) []string {
	var lines []string
	for i := from; i < to; i++ {
		if line := b.Tell(s, i); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
