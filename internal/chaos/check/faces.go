package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/game/texas"
)

// What pages show of cards, against the view of who looks.

// unknown says which card a page shows that the view does not know; "" if there is none.
func unknown(view game.View, faces map[string][]string) string {
	switch v := view.(type) {
	case *texas.View:
		known := map[string]bool{}
		for _, c := range (v.Hand() | v.Seen()).Append(nil) {
			known[c.String()] = true
		}
		for _, p := range v.LastTrick() {
			known[p.Card.String()] = true
		}
		for part, marks := range faces {
			for _, mark := range marks {
				if !known[strings.TrimPrefix(mark, "mini ")] {
					return fmt.Sprintf("card %s in %s, which it cannot know", mark, part)
				}
			}
		}
	case *raincheck.View:
		own := v.Hand() | raincheck.SetOf(v.Stack()...)
		for part, marks := range faces {
			for i, mark := range marks {
				name, mine := strings.CutPrefix(mark, "me-")
				card, ok := raincheck.ParseCard(name)
				switch {
				case mine && (!ok || !own.Has(card)):
					return fmt.Sprintf("card %s in %s, which it does not have", mark, part)
				case strings.HasPrefix(mark, "face ") && !explained(part, marks, i, v.Seat() >= 0):
					return fmt.Sprintf("%q in %s, which is nobody's to see", mark, part)
				}
			}
		}
	}
	return ""
}

// explained reports whether a face of Showdown is one that may lie there: a place in the
// own row, which has all four cards whatever has become of them, a card of the own stack, or one
// that was flipped.
func explained(part string, marks []string, i int, seated bool) bool {
	switch part {
	case "hand":
		return seated
	case "piles":
		before := i > 0 && strings.HasPrefix(marks[i-1], "flip-")
		after := i+1 < len(marks) && strings.HasPrefix(marks[i+1], "me-")
		return before || after
	}
	return false
}

// different says how the cards on a page are not those of the view; "" if they are.
func different(view game.View, faces map[string][]string) string {
	switch v := view.(type) {
	case *texas.View:
		return differentTexas(v, faces)
	case *raincheck.View:
		return differentRaincheck(v, faces)
	}
	return ""
}

func differentTexas(v *texas.View, faces map[string][]string) string {
	var hand []string
	for _, c := range v.Hand().Append(nil) {
		hand = append(hand, c.String())
	}
	if v.Seat() >= 0 && !equal(faces["hand"], hand) {
		return fmt.Sprintf("the hand %v, and it was %v", faces["hand"], hand)
	}
	trick := v.AppendTrick(nil)
	if len(trick) == 0 {
		trick = v.LastTrick()
	}
	var lie []string
	for _, p := range trick {
		lie = append(lie, p.Card.String())
	}
	shown := only(faces["trick"], func(mark string) bool { return !strings.HasPrefix(mark, "mini ") })
	if !equal(shown, lie) {
		return fmt.Sprintf("the trick %v, and it was %v", shown, lie)
	}
	return ""
}

func differentRaincheck(v *raincheck.View, faces map[string][]string) string {
	if v.Seat() < 0 {
		return ""
	}
	var own []string
	for _, c := range v.Hand().Append(nil) {
		own = append(own, "me-"+c.String())
	}
	shown := only(faces["hand"], func(mark string) bool { return strings.HasPrefix(mark, "me-") })
	if !equal(shown, own) {
		return fmt.Sprintf("the hand %v, and it was %v", shown, own)
	}
	flips := only(faces["piles"], func(mark string) bool { return strings.HasPrefix(mark, "flip-") })
	if flipped := v.Flipped(); len(flips) > 0 && len(flips) != len(flipped) {
		return fmt.Sprintf("%d flipped cards, and there were %d", len(flips), len(flipped))
	}
	return ""
}

// only is those of the marks that are like that.
func only(marks []string, like func(string) bool) []string {
	return slices.DeleteFunc(slices.Clone(marks), func(mark string) bool { return !like(mark) })
}
