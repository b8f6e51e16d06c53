package score

import (
	"encoding/csv"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/saloon-games/saloon/internal/pad/markup"
)

// What says in a line what is played: "4 players, to 15 points".
func (s *Sheet) What() string { return s.Say(s.word) }

// Status says in a sentence how it stands: who has won, or who leads.
func (s *Sheet) Status() string {
	if !s.Ready {
		return "Who plays?"
	}
	if s.Over {
		points := markup.Count(s.Totals[s.Winners[0]], "point")
		if len(s.Winners) > 1 {
			return markup.List(s.namesOf(s.Winners)) + " tie and win with " + points + " each."
		}
		return s.Names[s.Winners[0]] + " wins with " + points + "."
	}
	if s.scores.Over() {
		return "The game is over when all hands are settled."
	}
	if len(s.Rows) == 0 {
		return "No hand has been played."
	}
	least := s.least()
	say := markup.List(s.namesOf(least))
	if len(least) > 1 {
		say += " lead with "
	} else {
		say += " leads with "
	}
	return say + strconv.Itoa(s.Totals[least[0]]) + "."
}

// Watch says in a sentence what ends the game, and how far it is; "" when it is over.
func (s *Sheet) Watch() string {
	switch {
	case !s.Ready || s.scores.Over():
		return ""
	case s.Hands > 0:
		played := 0
		for _, row := range s.Rows {
			if row.Tricks != nil {
				played++
			}
		}
		return markup.Count(s.Hands-played, "hand") + " of " + strconv.Itoa(s.Hands) + " to go."
	case len(s.Rows) == 0:
		return "The game ends at " + markup.Count(s.Target, "point") + "."
	}
	most := slices.Max(s.Totals)
	var near []int
	for seat, n := range s.Totals {
		if n == most {
			near = append(near, seat)
		}
	}
	has := "the most is " // where names would fill a phone
	switch len(near) {
	case 1:
		has = s.Names[near[0]] + " has "
	case 2:
		has = markup.List(s.namesOf(near)) + " have "
	}
	return "The game ends at " + markup.Count(s.Target, "point") + "; " + has + strconv.Itoa(most) + "."
}

// least lists the seats with the fewest points.
func (s *Sheet) least() []int {
	var list []int
	for seat, n := range s.Totals {
		switch {
		case len(list) == 0 || n < s.Totals[list[0]]:
			list = append(list[:0], seat)
		case n == s.Totals[list[0]]:
			list = append(list, seat)
		}
	}
	return list
}

// namesOf is the names on some seats.
func (s *Sheet) namesOf(seats []int) []string {
	list := make([]string, len(seats))
	for i, seat := range seats {
		list[i] = s.Names[seat]
	}
	return list
}

// Text is the sheet as plain text, for messages.
func (s *Sheet) Text() string {
	var b strings.Builder
	b.WriteString("Texas Showdown\n")
	if !s.Ready {
		return b.String()
	}
	b.WriteString(s.What() + "\n\n")
	cell := func(text string, width int) {
		b.WriteString(strings.Repeat(" ", max(width-utf8.RuneCountInString(text), 0)) + text)
	}
	width := make([]int, s.Players())
	for seat, name := range s.Names {
		width[seat] = max(utf8.RuneCountInString(name), 3) + 2
	}
	line := func(head string, text func(seat int) string) {
		b.WriteString(head + strings.Repeat(" ", max(7-len(head), 0)))
		for seat := range s.Names {
			cell(text(seat), width[seat])
		}
		b.WriteString("\n")
	}
	line("Hand", func(seat int) string { return s.Names[seat] })
	for _, row := range s.Rows {
		line(strconv.Itoa(row.Hand), func(seat int) string {
			if row.Tricks == nil {
				return "?"
			}
			return strconv.Itoa(row.Tricks[seat])
		})
	}
	line("Total", func(seat int) string { return strconv.Itoa(s.Totals[seat]) })
	b.WriteString("\n" + strings.TrimSpace(s.Status()+" "+s.Watch()) + "\n")
	return b.String()
}

// CSV is the sheet for a spreadsheet (RFC 4180): a line of names, a line of tricks for each
// hand, a line of totals. A name that a spreadsheet would take for a formula has an apostrophe
// before it.
func (s *Sheet) CSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	line := func(head string, text func(seat int) string) {
		record := []string{head}
		for seat := range s.Names {
			record = append(record, text(seat))
		}
		_ = w.Write(record) // a strings.Builder takes all
	}
	line("Hand", func(seat int) string { return harmless(s.Names[seat]) })
	for _, row := range s.Rows {
		line(strconv.Itoa(row.Hand), func(seat int) string {
			if row.Tricks == nil {
				return ""
			}
			return strconv.Itoa(row.Tricks[seat])
		})
	}
	line("Total", func(seat int) string { return strconv.Itoa(s.Totals[seat]) })
	w.Flush()
	return b.String()
}

// harmless is a name that no spreadsheet takes for a formula.
func harmless(name string) string {
	if first, _ := utf8.DecodeRuneInString(name); strings.ContainsRune("=+-@\t\r＝＋－＠", first) {
		return "'" + name
	}
	return name
}

// Chart is the totals after each hand as an SVG for a page, whose style sheet (pad.css) colors
// it. Its element ids begin with "chart-".
func (s *Sheet) Chart() string {
	p := &markup.Pen{}
	s.chart(p)
	return p.String()
}

// Picture is the whole sheet as an SVG by itself, by day in every theme, to be saved or made a
// PNG of.
func (s *Sheet) Picture() string {
	p := &markup.Pen{}
	s.picture(p)
	return p.String()
}
