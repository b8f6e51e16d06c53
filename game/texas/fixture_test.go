package texas_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// A fixture is a game told in lines:
//
//	4 players, target=20             the table; options are optional
//	seat 0 holds 21 9, no other red  what matters of the next deal
//	deal                             the cards that nobody was given fill the hands
//	trick by 3: 0 1 2 9 -> 2         seat 3 opens, all play in turn, seat 2 takes it
//	seat 2: play 22                  seat 2 is on turn, and does this
//	hand won by 0*8 1*7              a whole hand, deal included, tricks taken so
//	refused: play 22: T7: ...        the event is refused with this message
//
// and, for what there is to see: legal, next, taken, totals, winners, winning,
// trick, last trick, choosing, each with a colon and what it must be; cards in a
// trick as seat:card. A "#" begins a remark.
type fixture struct {
	t     testing.TB
	m     *game.Match
	where string // the line, for messages
	holds [][]int
	bars  []string // by seat, the colors of which it is dealt no other card
}

// play runs a fixture and returns the match as it is after the last line.
func play(tb testing.TB, text string) *game.Match {
	tb.Helper()
	f := &fixture{t: tb}
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line != "" {
			f.where = fmt.Sprintf("line %d, %q", i, line)
			f.run(line)
		}
	}
	return f.m
}

func (f *fixture) run(line string) {
	f.t.Helper()
	what, rest, colon := strings.Cut(line, ":")
	rest = strings.TrimSpace(rest)
	switch {
	case f.m == nil:
		f.open(line)
	case line == "deal":
		f.apply(f.deal())
	case strings.HasPrefix(line, "hand won by "):
		f.wholeHand(line)
	case what == "refused":
		event, _, _ := strings.Cut(rest, ": ")
		f.refused(event, rest)
	case strings.HasPrefix(what, "trick by "):
		f.trick(strings.TrimPrefix(what, "trick by "), rest)
	case colon && strings.HasPrefix(what, "seat "):
		f.want("the turn", what, f.m.State().Turn().String())
		f.apply(rest)
	case colon:
		f.want(what, rest, f.look(what))
	default:
		f.hold(line)
	}
}

func (f *fixture) want(what, want, got string) {
	f.t.Helper()
	if got != want {
		f.t.Fatalf("%s: %s is %q, want %q", f.where, what, got, want)
	}
}

func (f *fixture) apply(event string) {
	f.t.Helper()
	if err := f.m.Apply(event); err != nil {
		f.t.Fatalf("%s: %v", f.where, err)
	}
}

// open makes the table: "4 players, target=20".
func (f *fixture) open(line string) {
	f.t.Helper()
	parts := strings.Split(line, ", ")
	players, err := strconv.Atoi(strings.TrimSuffix(parts[0], " players"))
	if err != nil {
		f.t.Fatalf("%s: the first line must say how many players", f.where)
	}
	options := game.Options{}
	for _, o := range parts[1:] {
		if err := game.ParseOption(texas.Rules{}.Options(), options, o); err != nil {
			f.t.Fatalf("%s: %v", f.where, err)
		}
	}
	if f.m, err = game.NewMatch(texas.Rules{}, players, options); err != nil {
		f.t.Fatalf("%s: %v", f.where, err)
	}
	f.holds, f.bars = make([][]int, players), make([]string, players)
}

// hold takes in "seat 0 holds 21 9, no other red or blue".
func (f *fixture) hold(line string) {
	f.t.Helper()
	seat, cards, ok := strings.Cut(strings.TrimPrefix(line, "seat "), " holds ")
	if !ok {
		f.t.Fatalf("%s: what is that?", f.where)
	}
	cards, bar, _ := strings.Cut(cards, ", no other ")
	f.holds[number(seat)], f.bars[number(seat)] = ints(cards), bar
}

// deal fills the hands with the cards that no seat was given, so that none gets
// a color that is barred to it.
func (f *fixture) deal() string {
	f.t.Helper()
	deck := naiveDeck(f.m.Players())
	owner := map[int]int{}
	size := len(deck) / f.m.Players()
	count := make([]int, f.m.Players())
	for seat, hand := range f.holds {
		for _, card := range hand {
			owner[card] = seat
			count[seat]++
		}
	}
	var filled []int
	// place finds the card a seat, moving others if it must (augmenting paths).
	var place func(card int, tried []bool) bool
	place = func(card int, tried []bool) bool {
		for i := range tried {
			seat := (card + i) % len(tried) // spread neighbors over the seats
			if tried[seat] || strings.Contains(f.bars[seat], naiveColor(card)) {
				continue
			}
			tried[seat] = true
			if count[seat] < size {
				owner[card] = seat
				count[seat]++
				return true
			}
			for _, other := range filled {
				if owner[other] == seat && place(other, tried) {
					owner[card] = seat
					return true
				}
			}
		}
		return false
	}
	for _, card := range deck {
		if _, given := owner[card]; given {
			continue
		}
		if !place(card, make([]bool, len(count))) {
			f.t.Fatalf("%s: no seat can have %d", f.where, card)
		}
		filled = append(filled, card)
	}
	hands := make([][]int, len(count))
	for _, card := range deck {
		hands[owner[card]] = append(hands[owner[card]], card)
	}
	f.holds, f.bars = make([][]int, len(count)), make([]string, len(count))
	return dealOf(hands)
}

// trick takes in "3" and "0 1 2 9 -> 2".
func (f *fixture) trick(opener, rest string) {
	f.t.Helper()
	cards, winner, ok := strings.Cut(rest, " -> ")
	seat := number(opener)
	if !ok || len(ints(cards)) != f.m.Players() {
		f.t.Fatalf("%s: a trick is a card of every seat and the winner", f.where)
	}
	taken := f.state().Taken(number(winner))
	for _, card := range ints(cards) {
		f.want("the turn", fmt.Sprint("seat ", seat), f.m.State().Turn().String())
		f.apply(fmt.Sprint("play ", card))
		seat = (seat + 1) % f.m.Players()
	}
	f.want("tricks of seat "+winner, fmt.Sprint(taken+1), fmt.Sprint(f.state().Taken(number(winner))))
}

// refused sees to it that an event is refused and changes nothing.
func (f *fixture) refused(event, message string) {
	f.t.Helper()
	before := snapshot(f.t, f.m)
	err := f.m.Apply(event)
	if err == nil {
		f.t.Fatalf("%s: it was accepted", f.where)
	}
	if diff := cmp.Diff(message, err.Error()); diff != "" {
		f.t.Errorf("%s: message (-want +got):\n%s", f.where, diff)
	}
	if diff := cmp.Diff(before, snapshot(f.t, f.m)); diff != "" {
		f.t.Errorf("%s: a refused event changed something (-before +after):\n%s", f.where, diff)
	}
}

// state is the full position of the fixture's match.
func (f *fixture) state() *texas.State { return stateOf(f.m) }

// look says what is to be seen, in a fixture's words.
func (f *fixture) look(what string) string {
	f.t.Helper()
	s, v := f.state(), viewOf(f.m, game.Spectator)
	switch what {
	case "next":
		return s.Turn().String()
	case "legal":
		return strings.Join(game.Words(s.Word, s.Legal(nil)), ", ")
	case "taken":
		return bySeat(s.Players(), s.Taken)
	case "totals":
		return bySeat(s.Players(), s.Total)
	case "winners":
		return strings.Trim(fmt.Sprint(s.Winners()), "[]")
	case "trick":
		return told(s.Trick())
	case "last trick":
		return told(v.LastTrick())
	case "winning":
		p, ok := s.Winning()
		if vp, vok := v.Winning(); vp != p || vok != ok {
			f.t.Errorf("%s: winning is %v %v to the state, %v %v to a view", f.where, p, ok, vp, vok)
		}
		if !ok {
			return "none"
		}
		return told([]texas.Played{p})
	case "choosing":
		return strconv.FormatBool(s.Choosing())
	default:
		f.t.Fatalf("%s: what is that?", f.where)
		return ""
	}
}

// snapshot is all that can be seen of a match, by everybody.
func snapshot(tb testing.TB, m *game.Match) []string {
	tb.Helper()
	s := stateOf(m)
	all := []string{string(s.AppendJSON(nil)), s.Last(), fmt.Sprint(s.LegalCards()), fmt.Sprint(m.Events())}
	for seat := range m.Players() {
		all = append(all, fmt.Sprint(s.Hand(seat)))
	}
	for seat := game.Spectator; seat < m.Players(); seat++ {
		all = append(all, viewJSON(tb, m.View(seat)))
	}
	return all
}

func stateOf(m *game.Match) *texas.State { return m.State().(*texas.State) }

func viewOf(m *game.Match, seat int) *texas.View { return m.View(seat).(*texas.View) }

func viewJSON(tb testing.TB, v game.View) string {
	tb.Helper()
	text, err := v.MarshalJSON()
	if err != nil {
		tb.Fatal(err)
	}
	return string(text)
}

// dealOf is the event that deals the hands.
func dealOf(hands [][]int) string {
	parts := make([]string, len(hands))
	for seat, hand := range hands {
		words := make([]string, len(hand))
		for i, card := range slices.Sorted(slices.Values(hand)) {
			words[i] = strconv.Itoa(card)
		}
		parts[seat] = strings.Join(words, ",")
	}
	return "deal " + strings.Join(parts, "/")
}

// told is plays in a fixture's words: "0:21 1:22".
func told(plays []texas.Played) string {
	words := make([]string, len(plays))
	for i, p := range plays {
		words[i] = fmt.Sprintf("%d:%v", p.Seat, p.Card)
	}
	return strings.Join(words, " ")
}

func bySeat(players int, f func(int) int) string {
	words := make([]string, players)
	for seat := range words {
		words[seat] = strconv.Itoa(f(seat))
	}
	return strings.Join(words, " ")
}

// number reads a number of a fixture, which has no reason to be wrong.
func number(word string) int {
	n, err := strconv.Atoi(strings.TrimSpace(word))
	if err != nil {
		panic(err)
	}
	return n
}

func ints(text string) []int {
	var list []int
	for word := range strings.FieldsSeq(text) {
		list = append(list, number(word))
	}
	return list
}
