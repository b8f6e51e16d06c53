package texas

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/saloon-games/saloon/game"
)

// badDeal refuses a deal.
func badDeal(event, rule, why string) error {
	return &game.Error{What: event, Rule: rule, Why: why, Legal: []string{"deal"}}
}

// refuse says why an event cannot happen now; m is its move, or noMove.
func (s *State) refuse(event string, m game.Move) error {
	var hand Set
	if s.turn >= 0 {
		hand = s.hands[s.turn]
	}
	return s.refusal(event, m, hand, game.Words(s.Word, s.Legal(nil)))
}

// refusal says why an event cannot happen now. m is its move, or noMove; hand is
// what the seat on turn holds and legal what it may do.
func (t *table) refusal(event string, m game.Move, hand Set, legal []string) *game.Error {
	e := &game.Error{What: event, Legal: legal}
	card, plays := PlayedCard(m)
	switch {
	case t.turn == game.Over:
		e.Rule, e.Why = "T13", "the game is over"
		if t.hands != 0 {
			e.Rule = "T16"
		}
	case t.turn == game.Chance:
		e.Rule, e.Why, e.Legal = "T13", "the next hand must be dealt first", []string{"deal"}
		if t.deals == 0 {
			e.Rule, e.Why = "T3", "the cards must be dealt first"
		}
	case m >= noMove && strings.HasPrefix(event, "deal"):
		e.Rule, e.Why = "T12", "a deal comes when every card of the hand has been played"
	case t.choosing:
		e.Rule = "T11"
		e.Why = fmt.Sprintf("seat %d has won with a color's top card and names who opens", t.turn)
	case m >= noMove:
		e.Rule, e.Why = "T4", fmt.Sprintf("want a card that seat %d plays", t.turn)
		if n, err := strconv.Atoi(strings.TrimPrefix(event, "play ")); err == nil && "play "+strconv.Itoa(n) == event {
			e.Rule, e.Why = "T1", fmt.Sprintf("there is no card %d", n)
		}
	case !plays:
		e.Rule, e.Why = "T10", fmt.Sprintf("nobody names an opener now; seat %d is to play a card", t.turn)
	case !Deck(int(t.seats)).Has(card):
		e.Rule, e.Why = "T2", fmt.Sprintf("%s is left out with 3 players", card.Color())
	case !hand.Has(card):
		e.Rule, e.Why = "T4", fmt.Sprintf("seat %d does not hold %d", t.turn, card.Number())
	case t.played == 0:
		e.Rule, e.Why = "T5", "the first trick of a hand is opened with the starting card"
	default:
		e.Rule, e.Why = "T7", "a hand with "+names((hand&t.follow).Colors())+" must follow"
	}
	return e
}

// names lists colors as a sentence does: "black, red or blue".
func names(cs Colors) string {
	var b strings.Builder
	list := cs.Append(nil)
	for i, c := range list {
		switch {
		case i == 0:
		case i == len(list)-1:
			b.WriteString(" or ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(c.String())
	}
	return b.String()
}
