package equilibrium

import (
	"fmt"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
)

// why says in one sentence why the move is chosen.
func why(v *raincheck.View, d *decision, choice game.Move) string {
	if len(d.moves) == 1 {
		return "There is nothing else to do."
	}
	at, best := 0, 0
	for i, m := range d.moves {
		if m == choice {
			at = i
		}
		if d.wins[i] > d.wins[best] {
			best = i
		}
	}
	lack := d.wins[best] - d.wins[at]
	erring := lack > 0.05
	reason := reasonFor(v, d.moves, choice, erring)
	switch {
	case erring:
		return fmt.Sprintf("%s; to %s would be better, by %.0f wins in a hundred, but a player of this level errs now and then.",
			reason, d.inWords(best), 100*lack)
	case d.probs[at] > 0.95 && at == best:
		return fmt.Sprintf("%s: that wins %.0f games in a hundred, and nothing else does as well.", reason, 100*d.wins[at])
	default:
		return fmt.Sprintf("%s: that wins %.0f games in a hundred, and whoever does the same every time is seen through, so it is done %s.",
			reason, 100*d.wins[at], howOften(d.probs[at]))
	}
}

// howOften is a probability as it is said of what is done.
func howOften(p float64) string {
	switch {
	case p < 0.005:
		return "less than once in a hundred times"
	case p < 0.015:
		return "once in a hundred times"
	default:
		return fmt.Sprintf("%.0f times in a hundred", 100*p)
	}
}

// inWords is a move as it stands after "to".
func (d *decision) inWords(i int) string {
	m := d.moves[i]
	if c, ok := raincheck.StackedCard(m); ok {
		return "stack the " + c.Name()
	}
	if n, ok := raincheck.NamedBet(m); ok {
		return fmt.Sprintf("bet %d", n)
	}
	switch from, _ := raincheck.FlippedSource(m); {
	case m == raincheck.Fold():
		return "fold"
	case from == raincheck.River:
		return "flip from the river"
	default:
		return "flip the other's stack"
	}
}

// reasonFor is what speaks for one of the legal moves, which may be an error.
func reasonFor(v *raincheck.View, legal []game.Move, m game.Move, erring bool) string {
	if c, ok := raincheck.StackedCard(m); ok {
		switch c {
		case raincheck.Hit:
			return "A Hit on the stack stops whoever flips it"
		case raincheck.Beartrap:
			return "A Beartrap on the stack makes a high bet dear for the other"
		default:
			return "A " + c.Name() + " on the stack leaves room for a bet of your own"
		}
	}
	if n, ok := raincheck.NamedBet(m); ok {
		safe := 0
		for _, c := range v.Stack() {
			if c == raincheck.Hit {
				break
			}
			safe++
		}
		switch {
		case n <= safe:
			return fmt.Sprintf("A bet of %d meets no Hit on your own stack", n)
		case safe < len(v.Stack()) && n == highest(legal):
			return fmt.Sprintf("A bet of %d would run into your own Hit, and the other cannot go higher", n)
		case safe < len(v.Stack()):
			return fmt.Sprintf("A bet of %d would run into your own Hit, but the other cannot know that and may go higher", n)
		default:
			return fmt.Sprintf("A bet of %d needs %d more from the other's stack or the river, which may be harmless", n, n-safe)
		}
	}
	if m == raincheck.Fold() {
		n, _ := v.Bet()
		if n == 1 {
			return "Folding leaves the other to flip a card, which may go wrong"
		}
		return fmt.Sprintf("Folding leaves the other to flip %d cards, which may go wrong", n)
	}
	switch from, _ := raincheck.FlippedSource(m); {
	case erring && from == raincheck.River:
		return "The river's next card may be harmless, too"
	case erring:
		return "The other's next card may be harmless, too"
	case from == raincheck.River:
		return "The river's next card is the safer one"
	}
	return "The other's next card is the safer one"
}

// highest is the highest bet that is legal, 0 if none is.
func highest(legal []game.Move) int {
	most := 0
	for _, m := range legal {
		if n, ok := raincheck.NamedBet(m); ok {
			most = max(most, n)
		}
	}
	return most
}
