package texas

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/saloon-games/saloon/game"
)

// The moves: a card to play is the card itself, an opener comes after the cards.
const (
	opener0 = game.Move(deckSize)
	moves   = deckSize + mostSeats
	noMove  = game.Move(moves) // what is no move at all
)

// wordOf and moveOf turn moves into words and back, to the letter.
var (
	wordOf [moves]string
	moveOf = make(map[string]game.Move, moves)
)

func init() {
	for c := range Card(deckSize) {
		wordOf[c] = "play " + c.String()
	}
	for seat := range mostSeats {
		wordOf[Opener(seat)] = "opener " + strconv.Itoa(seat)
	}
	for m, word := range &wordOf {
		moveOf[word] = game.Move(m)
	}
}

// Play is the move that plays the card. What is no card gives a move that no
// state accepts; so does Opener for what is no seat.
func Play(c Card) game.Move {
	if c >= deckSize {
		return noMove
	}
	return game.Move(c)
}

// Opener is the move that names the seat to open the next trick (T11).
func Opener(seat int) game.Move {
	if seat < 0 || seat >= mostSeats {
		return noMove
	}
	return opener0 + game.Move(seat)
}

// PlayedCard returns the card that the move plays, and false if it names an
// opener.
func PlayedCard(m game.Move) (Card, bool) { return Card(m), m < opener0 }

// NamedOpener returns the seat that the move names to open the next trick, and
// false if it plays a card.
func NamedOpener(m game.Move) (seat int, ok bool) {
	return int(m) - int(opener0), m >= opener0 && m < noMove
}

// ParseMove returns the move that the word stands for, and whether there is one.
func ParseMove(word string) (game.Move, bool) {
	m, ok := moveOf[word]
	return m, ok
}

// Word implements game.State and game.View.
func (t *table) Word(m game.Move) string {
	if m >= noMove {
		return "move " + strconv.Itoa(int(m))
	}
	return wordOf[m]
}

// dealWord is the event of a deal: everybody's hand, or that of one seat and
// question marks for the others.
func dealWord(hands []Set, seat int, all bool) string {
	var room [mostSeats*16*3 + 8]byte
	b := append(room[:0], "deal "...)
	for i, h := range hands {
		if i > 0 {
			b = append(b, '/')
		}
		if !all && i != seat {
			b = append(b, '?')
			continue
		}
		for j, c := range h.Append(make([]Card, 0, deckSize)) {
			if j > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendInt(b, int64(c.Number()), 10)
		}
	}
	return string(b)
}

// Apply implements game.State.
func (s *State) Apply(event string) error {
	if s.turn != game.Chance {
		m, ok := moveOf[event]
		if !ok {
			return s.refuse(event, noMove)
		}
		return s.Play(m)
	}
	hands, err := s.parseDeal(event, mayHide{})
	if err != nil {
		return err
	}
	return s.Deal(hands[:s.seats])
}

// mayHide says which hands of a deal may be question marks: none, or all but
// the seat's.
type mayHide struct {
	others bool
	seat   int
}

// parseDeal reads "deal H0/H1/...". Hands that are hidden are empty. It checks
// the words only: that they name cards of the deck (T1, T2), ascending, in as
// many hands as there are seats (T3).
func (t *table) parseDeal(event string, hide mayHide) (hands [mostSeats]Set, err error) {
	list, ok := strings.CutPrefix(event, "deal ")
	if !ok {
		return hands, t.refusal(event, noMove, 0, nil)
	}
	parts := strings.Split(list, "/")
	if len(parts) != int(t.seats) {
		return hands, badDeal(event, "T3", fmt.Sprintf("want %d hands, not %d", t.seats, len(parts)))
	}
	for seat, part := range parts {
		if hide.others && seat != hide.seat {
			if part != "?" {
				return hands, badDeal(event, "T3", fmt.Sprintf("the hand of seat %d must be hidden as ?", seat))
			}
			continue
		}
		if part == "?" {
			return hands, badDeal(event, "T3", fmt.Sprintf("the hand of seat %d must be shown", seat))
		}
		if hands[seat], err = t.parseHand(event, seat, part); err != nil {
			return hands, err
		}
	}
	return hands, nil
}

func (t *table) parseHand(event string, seat int, list string) (Set, error) {
	var hand Set
	last := -1
	for word := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(word)
		c, ok := CardNumbered(n)
		switch {
		case err != nil || !ok || strconv.Itoa(n) != word:
			return 0, badDeal(event, "T1", fmt.Sprintf("seat %d: there is no card %s", seat, game.Quote(word)))
		case !Deck(int(t.seats)).Has(c):
			return 0, badDeal(event, "T2", fmt.Sprintf("seat %d: %s %d is left out with 3 players", seat, c.Color(), n))
		case n == last:
			return 0, badDeal(event, "T3", fmt.Sprintf("seat %d is dealt %d twice", seat, n))
		case n < last:
			return 0, badDeal(event, "T3", fmt.Sprintf("seat %d: a hand is written ascending, not %d after %d", seat, n, last))
		}
		hand |= 1 << c
		last = n
	}
	return hand, nil
}

// checkDeal refuses hands that are not an even deal of the whole deck (T3).
func (s *State) checkDeal(hands []Set) error {
	why := ""
	var all Set
	for seat, h := range hands {
		switch {
		case h&^Deck(int(s.seats)) != 0:
			why = fmt.Sprintf("seat %d is dealt cards that are not in the deck", seat)
		case h.Len() != int(s.size):
			why = fmt.Sprintf("seat %d is dealt %d cards, want %d", seat, h.Len(), s.size)
		case h&all != 0:
			why = fmt.Sprintf("seat %d is dealt %d, which another seat has too", seat, (h & all).Nth(0).Number())
		}
		if why != "" {
			break
		}
		all |= h
	}
	if len(hands) != int(s.seats) {
		why = fmt.Sprintf("want %d hands, not %d", s.seats, len(hands))
	}
	if why == "" {
		return nil
	}
	return badDeal(dealWord(hands, game.Spectator, true), "T3", why)
}
