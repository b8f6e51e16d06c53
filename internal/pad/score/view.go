package score

import (
	"fmt"
	"slices"
	"strings"

	"github.com/saloon-games/saloon/game/texas"
	"github.com/saloon-games/saloon/internal/pad"
)

// View is what one device has on its screen and does not write down. Its zero value is where
// everybody begins; the page keeps it as JSON.
type View struct {
	// Hand is the hand that is corrected, 0 if it is the next that is written down.
	Hand int `json:"hand,omitempty"`
	// Next is the hand that is tapped in, where none is corrected. If another device writes it
	// down meanwhile, what was tapped is not the beginning of the hand after it.
	Next int `json:"next,omitempty"`
	// Tricks is what has been tapped of it so far, by seat.
	Tricks []int `json:"tricks,omitempty"`
	// Seat is one more than the seat whose number is chosen from a list, 0 if the list is closed.
	Seat int `json:"seat,omitempty"`
	// Cards is the trick of "who takes this trick?", in numbers on cards.
	Cards []int `json:"cards,omitempty"`
	// Opener is one more than the seat that opened it; 0 if nobody has said.
	Opener int `json:"opener,omitempty"`
	// Refused says why the last card was refused; empty after the next tap.
	Refused string `json:"refused,omitempty"`
}

// Fit returns the view as it can be shown beside the sheet, which may have moved: a hand that is
// no longer there is not corrected, and numbers are in their bounds.
func (v View) Fit(s *Sheet) View {
	if v.Hand != 0 && (v.Hand < 1 || v.Hand > len(s.Rows)) {
		v.Hand, v.Tricks = 0, nil
	}
	if v.Hand == 0 && v.Next != s.Next {
		v.Next, v.Tricks, v.Seat = s.Next, nil, 0
	}
	if v.Seat < 0 || v.Seat > s.Players() {
		v.Seat = 0
	}
	bad := func(n int) bool { return n < 0 || n > s.Size }
	if len(v.Tricks) != s.Players() || slices.ContainsFunc(v.Tricks, bad) {
		v.Tricks = make([]int, s.Players())
	}
	if v.Opener < 0 || v.Opener > s.Players() {
		v.Opener = 0
	}
	for len(v.Cards) > 0 {
		if _, err := Take(s.Players(), s.Seas, v.Cards); err == nil {
			break
		}
		v.Cards = v.Cards[:len(v.Cards)-1]
	}
	return v
}

// hand is the hand that is told, 0 if none is to be.
func (v *View) hand(s *Sheet) int {
	if v.Hand != 0 {
		return v.Hand
	}
	return s.Next
}

// Tap returns the view after a tap on a control with data-tap: "more 2" and "less 2" tricks for
// the player on seat 2, "rest 2" all that are missing, "ask 2" opens or closes the list of numbers
// for that player, "set 4" chooses one and asks for the next player, "correct 3" hand 3, "leave" it as it was,
// "saved" when a hand's word has been written, "card 15" and "takeback" for the trick, "opener 1"
// who opened it, "clear" for the next trick. The error says to a person what was wrong with it.
func (v View) Tap(s *Sheet, tap string) (View, error) {
	v = v.Fit(s)
	v.Refused = ""
	v.Tricks, v.Cards = slices.Clone(v.Tricks), slices.Clone(v.Cards)
	verb, rest, _ := strings.Cut(tap, " ")
	n, ok := 0, rest == ""
	if rest != "" {
		n, ok = pad.Whole(rest, 0, max(mostHands, 99))
	}
	if seated := slices.Contains([]string{"more", "less", "rest", "ask", "opener"}, verb); !ok || seated && n >= s.Players() {
		return v, pad.Refuse(tap, "there is no such thing to tap")
	}
	switch verb {
	case "more":
		v.Tricks[n] = min(v.Tricks[n]+1, s.Size)
	case "less":
		v.Tricks[n] = max(v.Tricks[n]-1, 0)
	case "rest":
		v.Tricks[n] = min(max(v.Tricks[n]+texas.Missing(v.Tricks), 0), s.Size)
	case "ask":
		if v.Seat == n+1 {
			n = -1
		}
		v.Seat = n + 1
	case "set":
		if v.Seat == 0 || n > s.Size {
			return v, pad.Refuse(tap, "there is no such thing to tap")
		}
		v.set(n)
	case "correct":
		if n < 1 || n > len(s.Rows) {
			return v, pad.Refuse(tap, "there is no such hand")
		}
		v.Hand, v.Tricks, v.Seat = n, slices.Clone(s.Rows[n-1].Tricks), 0
		if v.Tricks == nil {
			v.Tricks = make([]int, s.Players())
		}
	case "leave", "saved":
		v.Hand, v.Tricks, v.Seat = 0, make([]int, s.Players()), 0
	case "opener":
		v.Opener = n + 1
	case "card":
		if _, err := Take(s.Players(), s.Seas, append(v.Cards, n)); err != nil {
			v.Refused = upper(err.Error()) + "."
			return v, err
		}
		v.Cards = append(v.Cards, n)
	case "takeback":
		v.Cards = v.Cards[:max(len(v.Cards)-1, 0)]
	case "clear":
		v = v.next(s)
	default:
		return v, pad.Refuse(tap, "there is no such thing to tap")
	}
	return v, nil
}

// set notes how many tricks the player took who is asked for, and asks for the next one. What is
// missing then was taken by the last, if nobody has said otherwise.
func (v *View) set(n int) {
	v.Tricks[v.Seat-1] = n
	last := len(v.Tricks) - 1
	switch missing := texas.Missing(v.Tricks); {
	case missing == 0 || v.Seat > last:
		v.Seat = 0
	case v.Seat == last && v.Tricks[last] == 0 && missing > 0:
		v.Tricks[last], v.Seat = missing, 0
	default:
		v.Seat++
	}
}

// next is the view for the next trick, which the winner opens, unless they choose (T10, T11).
func (v View) next(s *Sheet) View {
	t, err := Take(s.Players(), s.Seas, v.Cards)
	if err == nil && t.Full && v.Opener > 0 && (s.Seas || !t.Card.Top()) {
		v.Opener = (v.Opener-1+t.Place)%s.Players() + 1
	} else {
		v.Opener = 0
	}
	v.Cards = nil
	return v
}

// Word is the word that writes the hand down, "" while its tricks do not add up.
func (v View) Word(s *Sheet) string {
	v = v.Fit(s)
	if hand := v.hand(s); s.Ready && hand > 0 && missing(v.Tricks) == "" {
		return handWord(hand, v.Tricks)
	}
	return ""
}

// sum says how far the hand is told.
func (v *View) sum(s *Sheet) string {
	if texas.Missing(v.Tricks) == s.Size {
		return fmt.Sprintf("Tap who took how many of the %d tricks.", s.Size)
	}
	if why := missing(v.Tricks); why != "" {
		return upper(why) + "."
	}
	return fmt.Sprintf("All %d tricks are told.", s.Size)
}
