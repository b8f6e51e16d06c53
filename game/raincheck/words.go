package raincheck

import (
	"strconv"

	"github.com/saloon-games/saloon/game"
)

// Source is a pile that cards are flipped from, seen from the flipping player.
type Source uint8

// The sources, in the order in which they are listed.
const (
	Own Source = iota
	Opponent
	River

	sources = 3
)

// String is the source's word: "own", "opp" or "river".
func (s Source) String() string {
	if s >= sources {
		return "source " + strconv.Itoa(int(s))
	}
	return sourceWords[s]
}

var sourceWords = [sources]string{"own", "opp", "river"}

// The moves, in the order in which legal ones are listed: a card to stack, a bet,
// the fold, a pile to flip from.
const (
	stack0 = game.Move(0)
	bet1   = stack0 + kinds
	fold   = bet1 + mostCards
	flip0  = fold + 1
	moves  = flip0 + sources
	noMove = moves // what is no move at all
)

// mostCards is how many cards a game has, and so the highest bet (S1, S8).
const mostCards = seats * kinds

var (
	wordOf [moves]string
	moveOf = make(map[string]game.Move, moves)
)

func init() {
	for c := range Card(kinds) {
		wordOf[Stack(c)] = "stack " + c.String()
	}
	for n := 1; n <= mostCards; n++ {
		wordOf[Bet(n)] = "bet " + strconv.Itoa(n)
	}
	wordOf[fold] = "fold"
	for s := range Source(sources) {
		wordOf[Flip(s)] = "flip " + s.String()
	}
	for m, word := range wordOf {
		moveOf[word] = game.Move(m)
	}
}

// Stack is the move that puts the card on one's own stack (S5, S6). What is no
// card gives a move that no state accepts; so do Bet and Flip.
func Stack(c Card) game.Move {
	if c >= kinds {
		return noMove
	}
	return stack0 + game.Move(c)
}

// Bet is the move that names the first bet or raises to n, 1 to 8 (S6, S9).
func Bet(n int) game.Move {
	if n < 1 || n > mostCards {
		return noMove
	}
	return bet1 + game.Move(n-1)
}

// Fold is the move that lets the opponent flip (S10).
func Fold() game.Move { return fold }

// Flip is the move that turns over the top card of a pile (S11).
func Flip(from Source) game.Move {
	if from >= sources {
		return noMove
	}
	return flip0 + game.Move(from)
}

// StackedCard returns the card that the move stacks, and false if it is another
// kind of move.
func StackedCard(m game.Move) (Card, bool) { return Card(m), m < bet1 }

// NamedBet returns the bet that the move names, and false if it is another kind
// of move.
func NamedBet(m game.Move) (n int, ok bool) { return int(m-bet1) + 1, m >= bet1 && m < fold }

// FlippedSource returns the pile that the move flips from, and false if it is
// another kind of move.
func FlippedSource(m game.Move) (Source, bool) { return Source(m - flip0), m >= flip0 && m < noMove }

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
