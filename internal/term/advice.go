package term

import (
	"fmt"
	"slices"
	"strings"

	"github.com/saloon-games/saloon/bot/advice"
	"github.com/saloon-games/saloon/game"
)

// Advice tells what a player thinks of a decision: each move with its value, how
// sure that is if anything was sampled, and how often the player would make it, the one
// that it makes marked; and why.
func Advice(out *Screen, player string, v game.View, a *advice.Advice) {
	out.Line("")
	out.flow(0, append([]string{bold.Render(seatName(v.Seat()) + ",")}, strings.Fields(player+", thinks:")...))
	value := func(f float64) string { return fmt.Sprintf("%.2f", f) }
	if a.Unit == advice.Wins {
		value = func(f float64) string { return fmt.Sprintf("%.1f%%", 100*f) }
	}
	sampled := slices.ContainsFunc(a.Moves, func(m advice.Move) bool { return m.Error > 0 })
	column := func(text string) string {
		if !sampled {
			return ""
		}
		return fmt.Sprintf("%8s", text)
	}
	out.Line(faint.Render(fmt.Sprintf("  %-10s%7s%s%5s", "move", a.Unit, column("error"), "prob")))
	for _, m := range a.Moves {
		mark, style := " ", faint
		if m.Move == a.Choice {
			mark, style = ">", bold
		}
		sure := ""
		if m.Error > 0 {
			sure = "±" + value(m.Error)
		}
		out.Line(style.Render(fmt.Sprintf("%s %-10s%7s%s%4.0f%%", mark, v.Word(m.Move), value(m.Value), column(sure), 100*m.Prob)))
	}
	if a.Why != "" {
		out.Text(a.Why)
	}
	out.Line("")
}
