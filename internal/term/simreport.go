package term

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/saloon-games/saloon/bot/sim"
)

// roomyReport is the width from which wins are told with the parts of shared ones.
const roomyReport = 38

// SimReport tells how a run of many games went, and how long it took.
func SimReport(out *Screen, c sim.Config, r *sim.Result, took time.Duration) {
	headline(out, c.Rules.Title(),
		fmt.Sprintf("%s by random players", count(r.Games, "game")),
		count(c.Players, "seat"),
		"seed "+strconv.FormatUint(c.Seed, 10))
	out.Line("")
	if r.Games == 0 {
		return
	}
	var head strings.Builder
	first, second, decimals := 8, 12, 2
	if out.width < roomyReport {
		first, second, decimals = 7, 8, 0
	}
	fmt.Fprintf(&head, "%-*s%*s%8s", first, "", second, "wins", "share")
	rows := make([]string, len(r.Wins))
	for seat, wins := range r.Wins {
		rows[seat] = fmt.Sprintf("%-*s%*.*f%7.2f%%", first, seatName(seat), second, decimals, wins, 100*wins/float64(r.Games))
	}
	for _, f := range r.Figures {
		if f.BySeat == nil {
			continue
		}
		fmt.Fprintf(&head, "%9s", f.Name)
		for seat, n := range f.BySeat {
			rows[seat] += fmt.Sprintf("%9.3f", n)
		}
	}
	out.Line(bold.Render(head.String()))
	for _, row := range rows {
		out.Line(row)
	}
	out.Line("")
	for _, f := range r.Figures {
		if f.BySeat == nil {
			out.hanging(f.Name, 8, strings.Fields(fmt.Sprintf("%.3f a game", f.Mean)))
		}
	}
	out.hanging("events", 8, strings.Fields(fmt.Sprintf("%.2f a game, from %d to %d", r.Events.Mean, r.Events.Min, r.Events.Max)))
	out.hanging("moves", 8, strings.Fields(fmt.Sprintf("%d in %.2f s: %s a second", r.Moves, took.Seconds(), speed(r.Moves, took))))
}

// speed is moves a second in words: "31.4 million".
func speed(moves int64, took time.Duration) string {
	n := float64(moves) / max(took.Seconds(), 1e-9)
	switch {
	case n >= 1e6:
		return fmt.Sprintf("%.1f million", n/1e6)
	case n >= 1e4:
		return fmt.Sprintf("%.0f thousand", n/1e3)
	default:
		return fmt.Sprintf("%.0f", n)
	}
}
