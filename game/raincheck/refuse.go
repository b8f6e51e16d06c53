package raincheck

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/saloon-games/saloon/game"
)

// parseCards reads "A,3,3": cards separated by commas, at least one and no more
// than there are.
func parseCards(list string) ([]Card, bool) {
	if len(list) > 2*mostCards {
		return nil, false
	}
	var cards []Card
	for word := range strings.SplitSeq(list, ",") {
		c, ok := ParseCard(word)
		if !ok {
			return nil, false
		}
		cards = append(cards, c)
	}
	return cards, true
}

// cardList is the words of cards.
func cardList(cards []Card) []string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = c.String()
	}
	return words
}

// riverWord is the event of a shuffle.
func riverWord(order []Card) string { return "river " + strings.Join(cardList(order), ",") }

// refuse says why an event cannot happen now; m is its move, or noMove.
func (s *State) refuse(event string, m game.Move) error {
	switch s.phase {
	case Starting:
		return s.refusal(event, m, 0, s.startWords())
	case Losing:
		return s.refusal(event, m, 0, loseWords(s.owned[s.loser&1]))
	case Shuffling:
		return s.refusal(event, m, 0, []string{riverWord(s.lost().sorted()) + " in any order"})
	default:
		return s.refusal(event, m, s.held[s.turn&1], game.Words(s.Word, s.Legal(nil)))
	}
}

// startWords lists the starts that there may be (S4).
func (t *table) startWords() []string {
	var words []string
	for seat := range seats {
		if t.must == anybody || seat == int(t.must) {
			words = append(words, fmt.Sprintf("start %d", seat))
		}
	}
	return words
}

// loseWords lists the cards that a loser who owns these may lose (S17).
func loseWords(owned Set) []string {
	var words []string
	for _, c := range owned.Append(nil) {
		words = append(words, "lose "+c.String())
	}
	return words
}

// refusal says why an event cannot happen now. m is its move, or noMove; hand is
// what the seat on turn holds and legal what may happen.
func (t *table) refusal(event string, m game.Move, hand Set, legal []string) *game.Error {
	e := &game.Error{What: event, Legal: legal}
	switch t.phase {
	case Over:
		e.Rule, e.Why = "S19", "the game is over"
		if t.energy[t.loser&1] == 0 {
			e.Rule = "S13"
		}
	case Starting:
		e.Rule, e.Why = "S4", "chance says first who begins the first round"
		if t.must != anybody {
			e.Why = fmt.Sprintf("the table's option says that seat %d begins the first round", t.must)
		}
	case Losing:
		e.Rule = "S17"
		e.Why = fmt.Sprintf("seat %d has lost the round and loses one of its cards at random", t.loser)
	case Shuffling:
		e.Rule, e.Why = "S18", "the river is shuffled, all of its cards and no others"
	case Stacking:
		e.Rule, e.Why = t.refuseStacking(event, m, hand)
	case Betting:
		e.Rule, e.Why = t.refuseBetting(event, m)
	case Flipping:
		e.Rule, e.Why = t.refuseFlipping(m)
	}
	return e
}

// namesBet reports whether the event is a bet, be it one that no game allows.
func namesBet(event string) bool {
	number, ok := strings.CutPrefix(event, "bet ")
	n, err := strconv.Atoi(number)
	return ok && err == nil && strconv.Itoa(n) == number
}

func (t *table) refuseStacking(event string, m game.Move, hand Set) (rule, why string) {
	card, stacks := StackedCard(m)
	first := t.turns < seats
	switch {
	case first && !stacks:
		return "S5", fmt.Sprintf("seat %d must stack a card on its first turn of a round", t.turn)
	case namesBet(event):
		return "S8", t.betRange()
	case hand == 0:
		return "S7", fmt.Sprintf("seat %d has no card left and must bet", t.turn)
	case first:
		return "S5", fmt.Sprintf("seat %d does not hold %s", t.turn, card)
	case stacks:
		return "S6", fmt.Sprintf("seat %d does not hold %s", t.turn, card)
	default:
		return "S6", fmt.Sprintf("seat %d stacks a card or names the first bet", t.turn)
	}
}

func (t *table) refuseBetting(event string, m game.Move) (rule, why string) {
	_, stacks := StackedCard(m)
	switch {
	case stacks:
		return "S8", "once betting has begun nobody stacks"
	case t.bet == t.limit():
		return "S9", fmt.Sprintf("the bet is %d, the limit, and only the fold is left", t.bet)
	case namesBet(event):
		return "S8", t.betRange()
	default:
		return "S9", fmt.Sprintf("seat %d raises or folds", t.turn)
	}
}

func (t *table) refuseFlipping(m game.Move) (rule, why string) {
	from, flips := FlippedSource(m)
	switch {
	case !flips:
		return "S10", fmt.Sprintf("seat %d has made the highest bet and flips", t.bettor)
	case from != Own && t.stack[t.bettor&1] > 0:
		return "S11", "all of the own stack is flipped first"
	case from == River:
		return "S11", "no card is left in the river"
	default:
		return "S11", "no card is left on that stack"
	}
}

// betRange says which bets there can be.
func (t *table) betRange() string {
	if t.bet == 0 {
		return fmt.Sprintf("a first bet is from 1 to %d, the cards in the three piles", t.limit())
	}
	return fmt.Sprintf("a bet is above %d and at most %d, the cards in the three piles", t.bet, t.limit())
}
