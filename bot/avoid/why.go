package avoid

import (
	"fmt"
	"math"
	"strconv"

	"github.com/saloon-games/saloon/bot/advice"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// The sentences below say nothing but what the view proves, or what is plainly called
// a guess: which card is where, who can still lay one, what a card can no longer do.

func whyOpener(v *texas.View, seat int) string {
	switch n := v.Players(); (seat - v.Seat() + n) % n {
	case 0:
		return "You open yourself: your hand is better led from than led at."
	case 1:
		return fmt.Sprintf("Seat %d, to your left, opens, so that you play last and know what each of your cards will do.", seat)
	default:
		return fmt.Sprintf("Seat %d opens, so that %s.", seat, places((v.Seat()-seat+n)%n))
	}
}

// places says how many play before one does.
func places(before int) string {
	if before == 1 {
		return "one card lies there before you play"
	}
	return strconv.Itoa(before) + " cards lie there before you play"
}

func whyForced(v *texas.View, c texas.Card) string {
	switch {
	case v.Seen() == 0:
		return fmt.Sprintf("The first trick is opened with the %d.", c.Number())
	case v.Hand().Len() == 1:
		return fmt.Sprintf("%d is your last card.", c.Number())
	default:
		return fmt.Sprintf("%d is the only card that you may play.", c.Number())
	}
}

func whyOpening(v *texas.View, c texas.Card, others string) string {
	color := c.Color()
	unseen := v.Unseen() & color.Cards()
	below := (unseen & (1<<c - 1)).Len()
	switch {
	case lackedColors(v).Has(color) || unseen == 0:
		return fmt.Sprintf("Nobody else has %s, so the next seat lays on %d what it likes, and those after it must follow that if they can.",
			color, c.Number())
	case below == 0:
		return fmt.Sprintf("Nobody can get under %d: all %s that the others hold is higher.", c.Number(), color)
	case unseen.Len() == 1:
		return fmt.Sprintf("The only %s card that the others hold is lower than %d%s.",
			color, c.Number(), others)
	case 2*below <= unseen.Len():
		return fmt.Sprintf("Only %d of the %d %s cards that the others hold %s lower than %d.",
			below, unseen.Len(), color, are(below), c.Number())
	case v.Hand()&color.Cards() == 1<<c:
		return fmt.Sprintf("%d is your only %s; without it you can discard when %s is played.", c.Number(), color, color)
	case below == unseen.Len():
		return fmt.Sprintf("All %d %s cards that the others hold are lower than %d%s.", below, color, c.Number(), others)
	default:
		return fmt.Sprintf("%d of the %d %s cards that the others hold are lower than %d%s.",
			below, unseen.Len(), color, c.Number(), others)
	}
}

// whyNoOther says what speaks against opening with another color. Of an error it says
// nothing, since there a better move is named.
func whyNoOther(v *texas.View, c texas.Card, unit advice.Unit, moves []advice.Move, erring bool) string {
	if v.Hand()&^c.Color().Cards() == 0 {
		return ", but you have no other color"
	}
	if erring {
		return ""
	}
	sign := 1.0
	if unit == advice.Tricks {
		sign = -1
	}
	own, best := 0.0, math.Inf(-1)
	for _, m := range moves {
		switch card, _ := texas.PlayedCard(m.Move); {
		case card == c:
			own = sign * m.Value
		case card.Color() != c.Color():
			best = max(best, sign*m.Value)
		}
	}
	if best > own {
		return ", but your other colors look hardly better to open with"
	}
	return ", but your other colors look worse to open with"
}

func are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

func cardsAre(n int) string {
	if n == 1 {
		return "card is"
	}
	return "cards are"
}

func whyFollowing(v *texas.View, c texas.Card) string {
	trick := v.Trick()
	verdict, _ := texas.Judge(append(trick, texas.Played{Seat: v.Seat(), Card: c}), v.Seas())
	ridOf := riddance(v, c)
	if len(trick) == v.Players()-1 {
		if verdict.Seat != v.Seat() {
			return fmt.Sprintf("You play last: the trick goes to %d, and %s.", verdict.Card.Number(), ridOf)
		}
		if escape(v, trick) {
			return fmt.Sprintf("%d takes this trick, the last card to it, but %s.", c.Number(), ridOf)
		}
		return fmt.Sprintf("Each card that you may play takes this trick, and %s.", ridOf)
	}
	over := texas.Card(0)
	for _, p := range trick {
		if p.Card.Color() == c.Color() && p.Card > c {
			over = max(over, p.Card)
		}
	}
	switch above := (v.Unseen() & c.Color().Cards() &^ (2<<c - 1)).Len(); {
	case over != 0:
		return fmt.Sprintf("%d cannot win: %d is already there, and %s.", c.Number(), over.Number(), ridOf)
	case verdict.Seat != v.Seat():
		return fmt.Sprintf("As the trick stands it goes to %d, not to %d, and %s.", verdict.Card.Number(), c.Number(), ridOf)
	case above > 0:
		return fmt.Sprintf("%d would take the trick as it stands, but %d higher %s %s in the others' hands.",
			c.Number(), above, c.Color(), cardsAre(above))
	default:
		return fmt.Sprintf("%d would take the trick as it stands; no higher %s is left with the others, and %s.",
			c.Number(), c.Color(), ridOf)
	}
}

// escape reports whether the last to play has a card that does not take the trick.
func escape(v *texas.View, trick []texas.Played) bool {
	for l := v.LegalCards(); l != 0; l &= l - 1 {
		if harmless(v, trick, l.Nth(0)) {
			return true
		}
	}
	return false
}

// whyNot says of a move that another one looks clearly better than, what that is; or
// nothing.
func whyNot(v *texas.View, m game.Move, unit advice.Unit, moves []advice.Move) string {
	sign := 1.0
	if unit == advice.Tricks {
		sign = -1
	}
	var own, best advice.Move
	for i, a := range moves {
		if a.Move == m {
			own = a
		}
		if i == 0 || sign*a.Value > sign*best.Value {
			best = a
		}
	}
	lead, least, by := sign*(best.Value-own.Value), 0.25, ""
	if unit == advice.Tricks {
		by = fmt.Sprintf("%.1f tricks", lead)
	} else {
		least = 0.05
		by = fmt.Sprintf("%.0f wins in a hundred", 100*lead)
	}
	if lead < max(least, 2*math.Hypot(own.Error, best.Error)) {
		return ""
	}
	to := ""
	if c, plays := texas.PlayedCard(best.Move); plays {
		to = fmt.Sprintf("to play %d", c.Number())
	} else if seat, _ := texas.NamedOpener(best.Move); seat == v.Seat() {
		to = "to open yourself"
	} else {
		to = fmt.Sprintf("to have seat %d open", seat)
	}
	return fmt.Sprintf("; %s looks better by %s, but a player of this level errs now and then", to, by)
}

// riddance says what playing the card does to the hand.
func riddance(v *texas.View, c texas.Card) string {
	color := c.Color().String()
	switch own := v.Hand() & c.Color().Cards(); {
	case own == texas.SetOf(c):
		return "you get rid of your last " + color
	case own>>c == 1:
		return "you get rid of your highest " + color
	default:
		return "you keep your higher " + color + " for later"
	}
}
