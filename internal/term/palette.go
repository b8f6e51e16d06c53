package term

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/game/texas"
)

// fill is a colored ground and the text that can be read on it: as they are meant,
// and as the nearest that terminals of 256 and of 16 colors have.
type fill struct {
	ground, text string
	in256        pair
	in16         pair
}

// pair is a ground and a text by their numbers among 256 or 16 colors.
type pair struct{ ground, text ansi.IndexedColor }

const (
	white = "#ffffff"
	ink   = "#1d1b1a"
	cream = "#fbf4e4"
)

// texasFills are the fills of the eight colors, apart from each other for every
// common color vision. Black is that of gun metal: a blacker one would have no edge
// on the ground of a dark terminal. Of 16 colors the second yellow is the brown one,
// and black the bright one, which is no terminal's ground.
var texasFills = [...]fill{
	texas.Black:  {"#3c4350", white, pair{238, 231}, pair{8, 15}},
	texas.Red:    {"#e3270a", white, pair{160, 231}, pair{1, 15}},
	texas.Blue:   {"#1050fa", white, pair{27, 231}, pair{4, 15}},
	texas.Brown:  {"#724431", white, pair{94, 231}, pair{3, 0}},
	texas.Green:  {"#10d679", ink, pair{42, 234}, pair{2, 0}},
	texas.Yellow: {"#edc318", ink, pair{220, 234}, pair{11, 0}},
	texas.Purple: {"#d25cd6", ink, pair{170, 234}, pair{5, 0}},
	texas.Grey:   {"#abacaf", ink, pair{145, 234}, pair{7, 0}},
}

// raincheckFills are the fills of the four cards: the two that hurt, the one that
// does nothing, and the one that helps.
var raincheckFills = [...]fill{
	raincheck.Hit:      texasFills[texas.Red],
	raincheck.Beartrap: texasFills[texas.Brown],
	raincheck.Blank:    {cream, ink, pair{230, 234}, pair{15, 0}},
	raincheck.Battery:  texasFills[texas.Green],
}

// on is the style of a text on a fill.
func (s *Screen) on(f fill) lipgloss.Style {
	choose := lipgloss.Complete(s.profile)
	return lipgloss.NewStyle().
		Background(choose(ansi.BasicColor(f.in16.ground), f.in256.ground, lipgloss.Color(f.ground))).
		Foreground(choose(ansi.BasicColor(f.in16.text), f.in256.text, lipgloss.Color(f.text)))
}

// Colors that the reader's own terminal defines, so that they can be read on its
// ground, whichever that is.
var (
	good    = lipgloss.NewStyle().Foreground(lipgloss.Green)
	careful = lipgloss.NewStyle().Foreground(lipgloss.Yellow)
	bad     = lipgloss.NewStyle().Foreground(lipgloss.Red)
)

// chip is a text on a fill; in brackets where there are no colors.
func (s *Screen) chip(f fill, text string) string {
	if !s.colored() {
		return "[" + text + "]"
	}
	return s.on(f).Render(" " + text + " ")
}

// chipWidth is the width of a texasChip: an edge, two digits, a star or a blank,
// six letters, an edge.
const chipWidth = 11

// texasChip is a card as number and color, on its fill. The color's top card has a
// star; the card that takes the trick wears brackets.
func (s *Screen) texasChip(c texas.Card, takes bool) string {
	text := fmt.Sprintf("%-*s", chipWidth-2, fmt.Sprintf("%2d%s%s", c.Number(), star(c, " "), c.Color()))
	style := s.on(texasFills[c.Color()])
	if takes {
		return style.Bold(true).Render("[" + text + "]")
	}
	return style.Render(" " + text + " ")
}

// star is a star for the top card of a color, and something else for the others.
func star(c texas.Card, other string) string {
	if c.Top() {
		return "★"
	}
	return other
}

// colorName is a color's name on its fill.
func (s *Screen) colorName(c texas.Color) string { return s.on(texasFills[c]).Render(c.String()) }

// groups are the cards of a set by color, a chip for each: name, then numbers. A
// color that does not fit in width columns has several. Where there are no colors
// dots stand between the chips; brackets are for the card that takes a trick.
func (s *Screen) groups(cards texas.Set, width int) []string {
	const edges = 2
	var chips []string
	add := func(color texas.Color, text string) {
		if s.colored() {
			text = s.chip(texasFills[color], text)
		} else if len(chips) > 0 {
			chips[len(chips)-1] += " ·"
		}
		chips = append(chips, text)
	}
	for _, color := range cards.Colors().Append(nil) {
		text := color.String()
		for _, c := range (cards & color.Cards()).Append(nil) {
			number := " " + c.String() + star(c, "")
			if ansi.StringWidth(text+number)+edges > width {
				add(color, text)
				text = color.String()
			}
			text += number
		}
		add(color, text)
	}
	return chips
}

// raincheckChip is a card as letter and name, on its fill.
func (s *Screen) raincheckChip(c raincheck.Card) string {
	return s.chip(raincheckFills[c], c.String()+" "+c.Name())
}

// raincheckChips are cards in their order.
func (s *Screen) raincheckChips(cards []raincheck.Card) []string {
	chips := make([]string, len(cards))
	for i, c := range cards {
		chips[i] = s.raincheckChip(c)
	}
	return chips
}

// bar is a row of lights, some of them lit.
func bar(style lipgloss.Style, lit, all int, on, off string) string {
	return style.Render(strings.Repeat(on, lit)) + faint.Render(strings.Repeat(off, all-lit))
}
