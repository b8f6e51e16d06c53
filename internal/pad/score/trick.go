package score

import (
	"fmt"
	"strings"

	"github.com/saloon-games/saloon/game/texas"
	"github.com/saloon-games/saloon/internal/pad/markup"
)

// Trick is the answer to "who takes this trick?".
type Trick struct {
	// Place is the place of the winning card among those given, from 0.
	Place int
	// Card is that card.
	Card texas.Card
	// Words says what it is and why, in sentences that name the rules.
	Words string
	// Full is set when everybody has played.
	Full bool
}

// Take says who takes a trick of so many players, whose cards are given by their numbers in the
// order of play; the trick may still be going on. It is refused, in words for a person, if there
// are no cards or too many, if one is there twice, or if this game does not have it (T1, T2).
func Take(players int, seas bool, cards []int) (Trick, error) {
	if len(cards) == 0 {
		return Trick{}, fmt.Errorf("tap the cards in the order in which they were played")
	}
	if len(cards) > players {
		return Trick{}, fmt.Errorf("%d cards are too many: each of the %d players plays one (T4)", len(cards), players)
	}
	var seen texas.Set
	plays := make([]texas.Played, len(cards))
	for i, number := range cards {
		card, ok := texas.CardNumbered(number)
		switch {
		case !ok:
			return Trick{}, fmt.Errorf("there is no card %d (T1)", number)
		case !texas.Deck(players).Has(card):
			return Trick{}, fmt.Errorf("%s is left out with %d players (T2)", named(card), players)
		case seen.Has(card):
			return Trick{}, fmt.Errorf("%s is there twice, and there is only one (T1)", named(card))
		}
		seen |= texas.SetOf(card)
		plays[i] = texas.Played{Seat: i, Card: card}
	}
	v, _ := texas.Judge(plays, seas)
	t := Trick{Place: v.Seat, Card: v.Card, Full: len(cards) == players}
	t.Words = why(&v, len(cards)) + opens(&v, seas, t.Full)
	return t, nil
}

// named is a card as people say it: "15, red".
func named(c texas.Card) string { return c.String() + ", " + c.Color().String() }

// why says why the card takes the trick, or would.
func why(v *texas.Verdict, played int) string {
	cancelled := ""
	switch {
	case v.Spared:
		cancelled = "All colors have their top card, so none is cancelled (T17). "
	case v.Cancelled != 0:
		cancelled = upper(colorNames(v.Cancelled)) + is(v.Cancelled) + " cancelled: the top card is there (T17). "
	}
	switch {
	case played == 1:
		return cancelled + "It is the only card so far. "
	case v.Tied&(v.Tied-1) == 0 && v.Most == 1:
		return cancelled + "It is the only card that counts (T8). "
	case v.Tied&(v.Tied-1) == 0:
		return cancelled + fmt.Sprintf("Most cards are %s, and it is the highest of them (T8). ", v.Card.Color())
	case v.Most == 1:
		return cancelled + "No color is there twice, and it is the highest card (T8). "
	default:
		return cancelled + fmt.Sprintf("%s tie with %d cards each, and it is the highest of them (T8). ", upper(colorNames(v.Tied)), v.Most)
	}
}

// opens says who opens the next trick (T10, T11, T17).
func opens(v *texas.Verdict, seas, full bool) string {
	switch {
	case !full:
		return "More cards may change that."
	case seas:
		return "Who takes it opens the next trick (T17)."
	case v.Card.Top():
		return "It is the top of its color: who takes it chooses who opens the next trick (T11)."
	default:
		return "Who takes it opens the next trick (T10)."
	}
}

func colorNames(cs texas.Colors) string {
	var list []string
	for _, c := range cs.Append(nil) {
		list = append(list, c.String())
	}
	return markup.List(list)
}

func is(cs texas.Colors) string {
	if cs&(cs-1) == 0 {
		return " is"
	}
	return " are"
}

// upper begins a sentence.
func upper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
