package term

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/saloon-games/saloon/bot/arena"
)

// ArenaReport tells how a bot did against another.
func ArenaReport(out *Screen, c arena.Config, r *arena.Result) {
	headline(out, c.Rules.Title(),
		count(r.Deals, "deal"),
		fmt.Sprintf("the test bot in each of %d seats", c.Players),
		"seed "+strconv.FormatUint(c.Seed, 10))
	out.Line("")
	const column = 8
	out.hanging("test", column, strings.Fields(c.Test.Name))
	out.hanging("field", column, strings.Fields(c.Field.Name))
	out.Line("")
	if r.Deals == 0 {
		return
	}
	if !math.IsNaN(r.Diff.CI95) || r.Diff.Value != 0 {
		out.hanging("tricks", column, strings.Fields(fmt.Sprintf("%s a hand against par; fewer are better", plusMinus(r.Diff, 1, "%+.3f", "%.3f"))))
	}
	even := 100 / float64(c.Players)
	out.hanging("wins", column, strings.Fields(fmt.Sprintf("%s; even would be %.4g%%", plusMinus(r.WinShare, 100, "%.2f%%", "%.2f%%"), even)))
	out.hanging("time", column, strings.Fields(fmt.Sprintf("%s ms a decision; field: %s ms", milliseconds(r.Test), milliseconds(r.Field))))
	out.hanging("errors", column, strings.Fields(fmt.Sprintf("%d; field: %d", r.Test.Errors, r.Field.Errors)))
}

// plusMinus is a figure with its interval, if it has one.
func plusMinus(e arena.Estimate, times float64, value, half string) string {
	text := fmt.Sprintf(value, times*e.Value)
	if !math.IsNaN(e.CI95) {
		text += " ± " + fmt.Sprintf(half, times*e.CI95)
	}
	return text
}

// milliseconds is the mean time of a decision.
func milliseconds(c arena.Conduct) string {
	switch ms := c.Milliseconds(); {
	case ms > 0 && ms < 0.0005:
		return "<0.001"
	case ms < 10:
		return fmt.Sprintf("%.3f", ms)
	default:
		return fmt.Sprintf("%.1f", ms)
	}
}

// LeagueReport tells how some bots stand, the best first.
func LeagueReport(out *Screen, c arena.LeagueConfig, s *arena.Standings) {
	headline(out, c.Rules.Title(), count(s.Deals, "deal"), count(s.Games, "game"),
		count(c.Players, "seat"), "seed "+strconv.FormatUint(c.Seed, 10))
	out.Line("")
	order := ByRating(s)
	for place, b := range order {
		out.hanging(placeName(place), 4, strings.Fields(s.Rows[b].Bot))
	}
	if s.Deals == 0 {
		return
	}
	out.Line("")
	leagueTable(out, s, order)
	leaguePairs(out, s, order)
	out.Line("")
	out.Line(bold.Render(fmt.Sprintf("%-3s%16s%10s", "", "ms a decision", "errors")))
	for place, b := range order {
		r := &s.Rows[b]
		out.Line(fmt.Sprintf("%-3s%16s%10d", placeName(place), milliseconds(r.Conduct), r.Conduct.Errors))
	}
}

// placeName is how the bot at a place is called in tables.
func placeName(place int) string { return "#" + strconv.Itoa(place+1) }

// leagueTable tells rating, tricks if there are any, and wins.
func leagueTable(out *Screen, s *arena.Standings, order []int) {
	tricks, places := 14, 3
	if out.width < 40 {
		tricks, places = 11, 2
	}
	if !slices.ContainsFunc(s.Rows, func(r arena.Standing) bool { return r.Diff.Value != 0 }) {
		tricks = 0
	}
	head := fmt.Sprintf("%-3s%9s", "", "rating")
	if tricks > 0 {
		head += fmt.Sprintf("%*s", tricks, "tricks")
	}
	out.Line(bold.Render(head + fmt.Sprintf("%9s", "wins %")))
	for place, b := range order {
		r := &s.Rows[b]
		row := fmt.Sprintf("%-3s%9s", placeName(place), fmt.Sprintf("%.1f±%.1f", r.Rating.Mu, r.Rating.Sigma))
		if tricks > 0 {
			value := fmt.Sprintf("%+.*f", places, r.Diff.Value)
			if !math.IsNaN(r.Diff.CI95) {
				value += fmt.Sprintf("±%.*f", places, r.Diff.CI95)
			}
			row += fmt.Sprintf("%*s", tricks, value)
		}
		wins := fmt.Sprintf("%.1f", 100*r.WinShare.Value)
		if !math.IsNaN(r.WinShare.CI95) {
			wins += fmt.Sprintf("±%.1f", 100*r.WinShare.CI95)
		}
		out.Line(row + fmt.Sprintf(" %8s", wins))
	}
}

// leaguePairs tells how often each bot did better than each other, in as many tables as
// the width asks for.
func leaguePairs(out *Screen, s *arena.Standings, order []int) {
	out.Line("")
	out.Text("How often the bot of a row did better than that of a column, in percent, ties as halves:")
	const cell = 6
	across := max((out.Width()-3)/cell, 1)
	for from := 0; from < len(order); from += across {
		columns := order[from:min(from+across, len(order))]
		var head strings.Builder
		fmt.Fprintf(&head, "%-3s", "")
		for i := range columns {
			fmt.Fprintf(&head, "%*s", cell, placeName(from+i))
		}
		out.Line(bold.Render(head.String()))
		for place, b := range order {
			var row strings.Builder
			fmt.Fprintf(&row, "%-3s", placeName(place))
			for _, o := range columns {
				text := "-"
				if o != b {
					text = fmt.Sprintf("%.1f", 100*s.Rows[b].Against[o].Value)
				}
				fmt.Fprintf(&row, "%*s", cell, text)
			}
			out.Line(row.String())
		}
	}
}

// ByRating is the numbers of the rows, the best rating first.
func ByRating(s *arena.Standings) []int {
	order := make([]int, len(s.Rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.Rows[b].Rating.Mu, s.Rows[a].Rating.Mu) })
	return order
}
