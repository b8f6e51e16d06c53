package avoid_test

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/bot/advice"
	"github.com/saloon-games/saloon/bot/avoid"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// advise is the advice of a fresh player of the level.
func advise(t *testing.T, level string, v game.View) advice.Advice {
	t.Helper()
	a, err := player(t, level, uint64(v.Ply())).Advise(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestAdviceIsAboutEveryLegalMoveAndChoosesAsThePlayerDoes(t *testing.T) {
	for _, level := range avoid.Names() {
		everyTable(t, func(t *testing.T, players int, options game.Options) {
			t.Helper()
			r := fair.NewRand(uint64(players))
			m := deal(t, players, options, r)
			for ply := 0; m.State().Turn() >= 0; ply++ {
				if ply == 0 || ply == 31 {
					v := mine(m)
					a := advise(t, level, v)
					if want := choice(t, level, v); a.Choice != want {
						t.Fatalf("%s advises %s and chooses %s", level, v.Word(a.Choice), v.Word(want))
					}
					unit := advice.Tricks
					if searches := level != "easy" && level != "medium"; searches && v.Target() > 0 {
						unit = advice.Wins
					}
					sound(t, v, &a, unit)
				}
				random(t, m, r)
			}
		})
	}
}

// sound fails the test if something is wrong with the figures.
func sound(t *testing.T, v *texas.View, a *advice.Advice, unit advice.Unit) {
	t.Helper()
	legal := v.Legal(nil)
	if len(a.Moves) != len(legal) || a.Unit != unit {
		t.Fatalf("%d moves in %s; want %d in %s", len(a.Moves), a.Unit, len(legal), unit)
	}
	prob := 0.0
	for i, m := range a.Moves {
		left := float64(v.HandSize())
		if unit == advice.Wins {
			left = 1
		}
		if m.Move != legal[i] || m.Value < 0 || m.Value > left || m.Error < 0 || m.Error > left || math.IsNaN(m.Error) {
			t.Fatalf("%+v; want %s, of 0 to %v %s", m, v.Word(legal[i]), left, unit)
		}
		if (m.Prob == 1) != (m.Move == a.Choice) {
			t.Fatalf("%s is chosen %v of the time, the choice is %s", v.Word(m.Move), m.Prob, v.Word(a.Choice))
		}
		prob += m.Prob
	}
	if prob != 1 {
		t.Fatalf("the moves are made %v of the time", prob)
	}
}

func TestTheValueIsWhatIsCertainWhenNothingElseCanHappen(t *testing.T) {
	// The last trick of a hand: seat 0 lays the highest of the only color.
	m := must(game.NewMatch(texas.Rules{}, 4, game.Options{"hands": 1}))
	r := fair.NewRand(12)
	again(t, m, r)
	for m.State().(*texas.State).Hand(int(m.State().Turn())).Len() > 1 || m.State().(*texas.State).Choosing() {
		random(t, m, r)
	}
	for len(mine(m).Trick()) < 3 {
		random(t, m, r)
	}
	v := mine(m)
	verdict, _ := texas.Judge(append(v.Trick(), texas.Played{Seat: v.Seat(), Card: v.Hand().Nth(0)}), false)
	want := 0.0
	if verdict.Seat == v.Seat() {
		want = 1
	}
	for _, level := range avoid.Names() {
		if a := advise(t, level, v); a.Moves[0].Value != want || a.Moves[0].Error != 0 {
			t.Errorf("%s: the last card takes %v ± %v tricks; want %v", level, a.Moves[0].Value, a.Moves[0].Error, want)
		}
	}
}

func TestErrorsOfAdviceAreAsLargeAsValuesDiffer(t *testing.T) {
	m := must(game.NewMatch(texas.Rules{}, 4, game.Options{"hands": 1}))
	r := fair.NewRand(5)
	again(t, m, r)
	for ply := 0; ply < 26 || len(mine(m).Legal(nil)) < 4; ply++ { // the others have played, so deals differ in weight
		random(t, m, r)
	}
	v := mine(m)
	const times = 12
	var sum, squares, errs float64
	for seed := range uint64(times) {
		a, err := player(t, "hard", seed).Advise(t.Context(), v)
		if err != nil {
			t.Fatal(err)
		}
		x := a.Moves[0]
		sum, squares, errs = sum+x.Value, squares+x.Value*x.Value, errs+x.Error
	}
	spread := math.Sqrt((squares - sum*sum/times) / (times - 1))
	if said := errs / times; spread > 1.6*said || said > 4*spread {
		t.Errorf("the value of a move spreads by %.3f; the errors say %.3f", spread, said)
	}
}

// sentences is what the reasons say, and what proves each.
var sentences = []struct {
	pattern string
	proof   func(v *texas.View, c texas.Card, said []string) bool
}{
	{`^The first trick is opened with the (\d+)\.$`, func(v *texas.View, c texas.Card, _ []string) bool {
		return v.Seen() == 0 && c == texas.StartingCard(v.Players())
	}},
	{`^(\d+) is your last card\.$`, func(v *texas.View, _ texas.Card, _ []string) bool { return v.Hand().Len() == 1 }},
	{`^(\d+) is the only card that you may play\.$`, func(v *texas.View, _ texas.Card, _ []string) bool {
		return len(v.Legal(nil)) == 1
	}},
	{`^Nobody else has (\w+),`, func(v *texas.View, c texas.Card, said []string) bool {
		return said[1] == c.Color().String() && nobody(v, c.Color())
	}},
	{`^Nobody can get under (\d+): all (\w+) that the others hold is higher\.$`, func(v *texas.View, c texas.Card, said []string) bool {
		lower, all := unseen(v, c)
		return lower == 0 && all > 0 && said[2] == c.Color().String()
	}},
	{`^Only (\d+) of the (\d+) (\w+) cards that the others hold (is|are) lower than (\d+)\.$`, ofUnseen},
	{`^The only (\w+) card that the others hold is lower than (\d+)(|, but .*)\.$`, func(v *texas.View, c texas.Card, said []string) bool {
		lower, all := unseen(v, c)
		return lower == 1 && all == 1 && said[1] == c.Color().String() && said[2] == strconv.Itoa(c.Number()) && others(v, c, said[3])
	}},
	{`^All (\d+) (\w+) cards that the others hold are lower than (\d+)(|, but .*)\.$`, func(v *texas.View, c texas.Card, said []string) bool {
		lower, all := unseen(v, c)
		return lower == all && said[1] == strconv.Itoa(all) && said[2] == c.Color().String() && said[3] == strconv.Itoa(c.Number()) && others(v, c, said[4])
	}},
	{`^(\d+) of the (\d+) (\w+) cards that the others hold are lower than (\d+)(|, but .*)\.$`, ofUnseen},
	{`^(\d+) is your only (\w+);`, func(v *texas.View, c texas.Card, said []string) bool {
		return said[2] == c.Color().String() && v.Hand()&c.Color().Cards() == texas.SetOf(c)
	}},
	{`^You play last: the trick goes to (\d+), and (.*)\.$`, func(v *texas.View, c texas.Card, said []string) bool {
		w := after(v, c)
		return last(v) && w.Seat != v.Seat() && strconv.Itoa(w.Card.Number()) == said[1] && rid(v, c, said[2])
	}},
	{`^(\d+) takes this trick, the last card to it, but (.*)\.$`, func(v *texas.View, c texas.Card, said []string) bool {
		return last(v) && after(v, c).Seat == v.Seat() && rid(v, c, said[2])
	}},
	{`^Each card that you may play takes this trick, and (.*)\.$`, func(v *texas.View, c texas.Card, said []string) bool {
		for _, m := range v.Legal(nil) {
			if card, _ := texas.PlayedCard(m); after(v, card).Seat != v.Seat() {
				return false
			}
		}
		return last(v) && rid(v, c, said[1])
	}},
	{`^(\d+) cannot win: (\d+) is already there, and (.*)\.$`, func(v *texas.View, c texas.Card, said []string) bool {
		for _, p := range v.Trick() {
			if strconv.Itoa(p.Card.Number()) == said[2] {
				return p.Card > c && p.Card.Color() == c.Color() && rid(v, c, said[3])
			}
		}
		return false
	}},
	{`^As the trick stands it goes to (\d+), not to (\d+), and (.*)\.$`, func(v *texas.View, c texas.Card, said []string) bool {
		w := after(v, c)
		return w.Seat != v.Seat() && strconv.Itoa(w.Card.Number()) == said[1] && rid(v, c, said[3])
	}},
	{`^(\d+) would take the trick as it stands, but (\d+) higher (\w+) (card is|cards are) in the others' hands\.$`, func(v *texas.View, c texas.Card, said []string) bool {
		lower, all := unseen(v, c)
		return after(v, c).Seat == v.Seat() && strconv.Itoa(all-lower) == said[2] && said[3] == c.Color().String()
	}},
	{`^(\d+) would take the trick as it stands; no higher (\w+) is left with the others, and (.*)\.$`, func(v *texas.View, c texas.Card, said []string) bool {
		lower, all := unseen(v, c)
		return after(v, c).Seat == v.Seat() && lower == all && rid(v, c, said[3])
	}},
	{`^You open yourself`, func(v *texas.View, _ texas.Card, _ []string) bool { return v.Choosing() }},
	{`^Seat (\d), to your left, opens, so that you play last`, func(v *texas.View, _ texas.Card, said []string) bool {
		return v.Choosing() && strconv.Itoa((v.Seat()+1)%v.Players()) == said[1]
	}},
	{`^Seat (\d) opens, so that (one|\d) cards? lies? there before you play\.$`, func(v *texas.View, _ texas.Card, said []string) bool {
		n, err := strconv.Atoi(said[2])
		if err != nil {
			n = 1
		}
		return v.Choosing() && strconv.Itoa((v.Seat()-n+v.Players())%v.Players()) == said[1]
	}},
}

func ofUnseen(v *texas.View, c texas.Card, said []string) bool {
	lower, all := unseen(v, c)
	return said[1] == strconv.Itoa(lower) && said[2] == strconv.Itoa(all) && said[3] == c.Color().String()
}

// others proves what is said of the other colors of a hand that opens.
func others(v *texas.View, c texas.Card, said string) bool {
	one := v.Hand()&^c.Color().Cards() == 0
	return one == (said == ", but you have no other color")
}

// unseen is how many cards of the card's color the others hold, and how many lower ones.
func unseen(v *texas.View, c texas.Card) (lower, all int) {
	for _, u := range (v.Unseen() & c.Color().Cards()).Append(nil) {
		all++
		if u < c {
			lower++
		}
	}
	return lower, all
}

// nobody reports whether it is certain that no other seat has the color.
func nobody(v *texas.View, color texas.Color) bool {
	if v.Unseen()&color.Cards() == 0 {
		return true
	}
	for seat := range v.Players() {
		if seat != v.Seat() && !v.Voids(seat).Has(color) {
			return false
		}
	}
	return true
}

func last(v *texas.View) bool { return len(v.Trick()) == v.Players()-1 }

func after(v *texas.View, c texas.Card) texas.Verdict {
	w, _ := texas.Judge(append(v.Trick(), texas.Played{Seat: v.Seat(), Card: c}), v.Seas())
	return w
}

// rid proves what a sentence says of the hand.
func rid(v *texas.View, c texas.Card, said string) bool {
	own := (v.Hand() & c.Color().Cards()).Append(nil)
	highest := own[len(own)-1]
	switch color := c.Color().String(); said {
	case "you get rid of your last " + color:
		return len(own) == 1
	case "you get rid of your highest " + color:
		return highest == c
	case "you keep your higher " + color + " for later":
		return highest > c
	default:
		return false
	}
}

func TestTheReasonIsTrueAndOneSentence(t *testing.T) {
	seen := map[string]int{}
	for _, seas := range []bool{false, true} {
		for seed := range uint64(16) {
			options := game.Options{"hands": 1}
			if seas {
				options["rules"] = "seas"
			}
			r := fair.NewRand(seed)
			players := 3 + int(seed%4)
			m := deal(t, players, options, r)
			p := player(t, "easy", seed)
			for m.State().Turn() >= 0 {
				v := mine(m)
				if v.Choosing() || r.Below(9) == 0 {
					checkReason(t, p, v, seen)
				}
				random(t, m, r)
			}
		}
	}
	if seen["errs"] == 0 {
		t.Error("no easy player made an error that it owned up to")
	}
	for _, s := range sentences {
		if seen[s.pattern] == 0 {
			t.Logf("never said: %s", s.pattern)
		}
	}
	if len(seen)-1 < len(sentences)-3 {
		t.Errorf("%d kinds of sentences were said, of %d", len(seen), len(sentences))
	}
}

// checkReason asks for advice and checks its reason, and counts which kind it was of.
func checkReason(t *testing.T, p *avoid.Player, v *texas.View, seen map[string]int) {
	t.Helper()
	a, err := p.Advise(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	why, better, errs := strings.Cut(strings.TrimSuffix(a.Why, "."), "; to ")
	seen[proven(t, v, a.Choice, why+".")]++
	if !errs {
		return
	}
	if strings.Contains(why, "worse") {
		t.Errorf("%q: other colors are worse, and a better move is named", a.Why)
	}
	seen["errs"]++
	checkBetter(t, v, &a, better)
}

// checkBetter checks what is said of another move that looks better.
func checkBetter(t *testing.T, v *texas.View, a *advice.Advice, said string) {
	t.Helper()
	least, own := math.Inf(1), 0.0
	better := ""
	for _, m := range a.Moves {
		if m.Move == a.Choice {
			own = m.Value
		}
		if m.Value < least {
			least = m.Value
			c, plays := texas.PlayedCard(m.Move)
			seat, _ := texas.NamedOpener(m.Move)
			switch {
			case plays:
				better = fmt.Sprintf("play %d", c.Number())
			case seat == v.Seat():
				better = "open yourself"
			default:
				better = fmt.Sprintf("have seat %d open", seat)
			}
		}
	}
	if want := fmt.Sprintf("%s looks better by %.1f tricks, but a player of this level errs now and then", better, own-least); said != want {
		t.Errorf("%q is said to be better; want %q", said, want)
	}
}

// proven fails the test if the sentence is not of a kind that there is, or is not true.
func proven(t *testing.T, v *texas.View, m game.Move, why string) string {
	t.Helper()
	c, _ := texas.PlayedCard(m)
	if !strings.HasSuffix(why, ".") || strings.Count(why, ". ") > 0 {
		t.Fatalf("%q is not one sentence", why)
	}
	for _, s := range sentences {
		if said := regexp.MustCompile(s.pattern).FindStringSubmatch(why); said != nil {
			if !s.proof(v, c, said) {
				t.Fatalf("%s: %q is not true; hand %v, trick %v, unseen %v", v.Word(m), why,
					v.Hand().Append(nil), v.Trick(), v.Unseen().Append(nil))
			}
			if n, err := strconv.Atoi(said[min(1, len(said)-1)]); strings.HasPrefix(s.pattern, `^(\d+) `) && err == nil &&
				!strings.Contains(s.pattern, "of the") && n != c.Number() {
				t.Fatalf("%s: %q is about another card", v.Word(m), why)
			}
			return s.pattern
		}
	}
	t.Fatalf("%s: %q proves nothing", v.Word(m), why)
	return ""
}
