package term

import (
	"fmt"
	"strings"

	"github.com/saloon-games/saloon/bot/openhand"
	"github.com/saloon-games/saloon/game"
)

// Solution tells what the legal moves of a position are worth with all hands open. Marked
// are those that the seat on turn makes.
func Solution(out *Screen, s game.State, found *openhand.Solution) {
	seat := seatName(found.Seat)
	out.Line("")
	out.flow(0, append([]string{bold.Render(seat + ",")}, strings.Fields("all hands open, "+count(found.Left, "trick")+" left:")...))
	maxn, paranoid := found.Models&openhand.MaxN != 0, found.Models&openhand.Paranoid != 0
	cell := 3
	if found.Left < 10 {
		cell = 2
	}
	row := func(mark, move string, takes func(seat int) int, most string) string {
		var text strings.Builder
		fmt.Fprintf(&text, "%s %-9s", mark, move)
		for i := range found.Players {
			if maxn {
				fmt.Fprintf(&text, "%*d", cell, takes(i))
			}
		}
		if paranoid {
			fmt.Fprintf(&text, "%9s", most)
		}
		return text.String()
	}
	out.Line(faint.Render(row(" ", "move", func(seat int) int { return seat }, "at most")))
	best := found.Best()
	for i := range found.Moves {
		w := &found.Moves[i]
		mark, style := " ", faint
		if best[i] {
			mark, style = ">", bold
		}
		out.Line(style.Render(row(mark, s.Word(w.Move), func(seat int) int { return w.Takes[seat] }, fmt.Sprint(w.AtMost))))
	}
	if maxn {
		out.Text("By seat: tricks from here on, if all take as few as they can.")
	}
	if paranoid {
		out.Text("At most: tricks of " + seat + ", if all others play against it.")
	}
	out.Line("")
}
