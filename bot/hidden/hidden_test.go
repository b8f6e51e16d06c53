package hidden_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/bot/hidden"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

const mostSeats = 6

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// cards is the set of cards with these numbers on them.
func cards(tb testing.TB, numbers ...int) texas.Set {
	tb.Helper()
	var s texas.Set
	for _, n := range numbers {
		c, ok := texas.CardNumbered(n)
		if !ok {
			tb.Fatalf("there is no card %d", n)
		}
		s |= texas.SetOf(c)
	}
	return s
}

// all enumerates the deals by trying every card in every hand.
func all(unseen texas.Set, hands []hidden.Hand) [][mostSeats]texas.Set {
	if unseen == 0 {
		return [][mostSeats]texas.Set{{}}
	}
	c := unseen.Nth(0)
	var deals [][mostSeats]texas.Set
	for seat := range hands {
		if hands[seat].Size == 0 || !hands[seat].May.Has(c) {
			continue
		}
		hands[seat].Size--
		for _, deal := range all(unseen&^texas.SetOf(c), hands) {
			deal[seat] |= texas.SetOf(c)
			deals = append(deals, deal)
		}
		hands[seat].Size++
	}
	return deals
}

// fits fails the test unless every deal is drawn as often as all others: Pearson's
// chi-square within five standard deviations of its mean, the seed being fixed.
func fits(t *testing.T, d *hidden.Deals, unseen texas.Set, hands []hidden.Hand, draws int) {
	t.Helper()
	want := all(unseen, hands)
	if d.Count() != float64(len(want)) {
		t.Fatalf("Count = %v; there are %d deals", d.Count(), len(want))
	}
	drawn := map[[mostSeats]texas.Set]int{}
	for _, deal := range want {
		drawn[deal] = 0
	}
	r := fair.NewRand(1)
	draws *= len(want)
	for range draws {
		var deal [mostSeats]texas.Set
		d.Draw(r, deal[:len(hands)])
		if _, ok := drawn[deal]; !ok {
			t.Fatalf("drew %v, which does not agree with what is known", deal)
		}
		drawn[deal]++
	}
	mean := float64(draws) / float64(len(want))
	chi := 0.0
	for _, deal := range want {
		off := float64(drawn[deal]) - mean
		chi += off * off / mean
	}
	free := float64(len(want) - 1)
	if high := free + 5*math.Sqrt(2*free); chi > high {
		t.Errorf("chi-square is %.1f for %d deals; want %.1f at most", chi, len(want), high)
	}
}

func TestEveryDealThatAgreesIsDrawnAsOften(t *testing.T) {
	red, blue, grey := texas.Red.Cards(), texas.Blue.Cards(), texas.Grey.Cards()
	any8 := cards(t, 11, 12, 13, 21, 22, 71, 72, 73)
	for name, c := range map[string]struct {
		unseen texas.Set
		hands  []hidden.Hand
	}{
		"nothing known": {any8, []hidden.Hand{{3, any8}, {0, 0}, {3, any8}, {2, any8}}},
		"one void":      {any8, []hidden.Hand{{3, any8 &^ red}, {3, any8}, {0, 0}, {2, any8}}},
		"voids of several, in several colors": {any8, []hidden.Hand{
			{0, 0}, {2, any8 &^ red}, {3, any8 &^ blue}, {3, any8 &^ grey},
		}},
		"two voids in one hand": {any8, []hidden.Hand{{3, any8 &^ (red | blue)}, {2, any8}, {3, any8}}},
		"a color that one hand only may have": {any8, []hidden.Hand{
			{3, any8 &^ red}, {2, any8 &^ red}, {3, any8},
		}},
		"a hand that is filled by what only it may have": {any8, []hidden.Hand{
			{3, any8 &^ red}, {3, any8}, {2, any8 &^ (red | grey)},
		}},
		"uneven hands": {any8, []hidden.Hand{{1, any8 &^ red}, {6, any8}, {1, any8 &^ blue}}},
		"a chain: what is certain of one hand makes it certain of the next": {any8, []hidden.Hand{
			{3, red}, {2, red | blue}, {3, any8},
		}},
		"hands that are just large enough together": {any8, []hidden.Hand{
			{2, red | blue}, {3, red | blue}, {3, any8},
		}},
		"five hands": {any8, []hidden.Hand{
			{0, 0}, {2, any8 &^ red}, {2, any8}, {1, any8 &^ blue}, {2, any8 &^ grey}, {1, any8},
		}},
		"everything certain": {any8, []hidden.Hand{{3, red}, {2, blue}, {3, grey}}},
		"no cards":           {0, []hidden.Hand{{0, 0}, {0, red}}},
	} {
		t.Run(name, func(t *testing.T) {
			var d hidden.Deals
			if err := d.Set(c.unseen, c.hands); err != nil {
				t.Fatal(err)
			}
			fits(t, &d, c.unseen, c.hands, 100)
		})
	}
}

func TestRandomKnowledgeIsSampledEvenly(t *testing.T) {
	r := fair.NewRand(2)
	none := 0
	var d hidden.Deals // one for all: nothing may be left from the one before
	for range 300 {
		unseen := texas.Set(0)
		for unseen.Len() < 7 {
			unseen |= 1 << r.Below(60)
		}
		hands := make([]hidden.Hand, 3+r.Below(4))
		for range 7 {
			hands[r.Below(len(hands))].Size++
		}
		for seat := range hands {
			hands[seat].May = unseen
			for range r.Below(6) {
				hands[seat].May &^= texas.Color(r.Below(8)).Cards()
			}
		}
		err := d.Set(unseen, hands)
		if deals := all(unseen, hands); len(deals) == 0 {
			none++
			if err == nil || d.Count() != 0 {
				t.Fatalf("Set(%v, %v) = %v, %v deals; there is none", unseen, hands, err, d.Count())
			}
			continue
		}
		if err != nil {
			t.Fatalf("Set(%v, %v): %v", unseen, hands, err)
		}
		fits(t, &d, unseen, hands, 20)
	}
	if none < 20 || none > 280 {
		t.Errorf("%d of 300 had no deal; want some with and some without", none)
	}
}

func TestKnowledgeThatNoDealAgreesWithIsRefused(t *testing.T) {
	deck, five := cards(t, 11, 12, 21, 22), cards(t, 11, 12, 13, 21, 22)
	red, blue := texas.Red.Cards(), texas.Blue.Cards()
	for name, c := range map[string]struct {
		unseen texas.Set
		hands  []hidden.Hand
		want   string
	}{
		"a card that nobody can hold":  {deck, []hidden.Hand{{2, red}, {2, red}}, "nobody can hold 21"},
		"too few cards":                {deck, []hidden.Hand{{2, deck}, {1, deck}}, "4 cards are unseen, but the hands hold 3"},
		"too many cards":               {deck, []hidden.Hand{{2, deck}, {3, deck}}, "4 cards are unseen, but the hands hold 5"},
		"a hand that is too small":     {deck, []hidden.Hand{{3, red}, {1, deck}}, "nobody can hold 22"},
		"a hand that cannot be filled": {five, []hidden.Hand{{1, five}, {1, five}, {3, blue}}, "no deal agrees"},
		"less than none":               {deck, []hidden.Hand{{-1, red}, {5, deck}}, "seat 0 holds -1 cards"},
		"seven hands":                  {deck, make([]hidden.Hand, 7), "7 hands, want 6 at most"},
	} {
		t.Run(name, func(t *testing.T) {
			var d hidden.Deals
			if err := d.Set(deck, []hidden.Hand{{2, red}, {2, blue}}); err != nil {
				t.Fatal(err)
			}
			err := d.Set(c.unseen, c.hands)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("Set = %v; want %s", err, c.want)
			}
			if d.Count() != 0 {
				t.Errorf("%v deals are left from what was set before", d.Count())
			}
		})
	}
}

// hand plays a hand at random and calls f after every event.
func hand(tb testing.TB, players int, seed uint64, f func(m *game.Match, s *texas.State)) {
	tb.Helper()
	m := must(game.NewMatch(texas.Rules{}, players, game.Options{"hands": 1}))
	r := fair.NewRand(seed)
	draw := make([]uint8, m.State().Draw().Take)
	fair.Draw(r, draw, len(draw))
	event := m.State().Outcome(draw)
	for {
		if err := m.Apply(event); err != nil {
			tb.Fatal(err)
		}
		if m.State().Turn() == game.Over {
			return
		}
		f(m, m.State().(*texas.State))
		legal := m.State().Legal(nil)
		event = m.State().Word(legal[r.Below(len(legal))])
	}
}

func TestDrawsAgreeWithTheViewOfEverySeatAtEveryMoment(t *testing.T) {
	for players := 3; players <= 6; players++ {
		t.Run(fmt.Sprint(players), func(t *testing.T) {
			var d hidden.Deals
			r := fair.NewRand(9)
			for seed := range uint64(10) {
				hand(t, players, seed, func(m *game.Match, s *texas.State) {
					for seat := game.Spectator; seat < players; seat++ {
						v := m.View(seat).(*texas.View)
						if err := d.Look(v); err != nil {
							t.Fatal(err)
						}
						var hands [mostSeats]texas.Set
						d.Draw(r, hands[:players])
						agrees(t, v, s, hands[:players])
					}
				})
			}
		})
	}
}

// agrees fails the test if the view's seat can know that the hands are not these.
func agrees(t *testing.T, v *texas.View, s *texas.State, hands []texas.Set) {
	t.Helper()
	var dealt texas.Set
	for seat, h := range hands {
		want := s.Hand(seat).Len()
		if seat == v.Seat() {
			want = 0
		}
		if h.Len() != want || h&dealt != 0 || h.Colors()&v.Voids(seat) != 0 {
			t.Fatalf("ply %d, seat %d sees: seat %d is dealt %v; want %d cards that nobody else has, none of %v",
				v.Ply(), v.Seat(), seat, h.Append(nil), want, v.Voids(seat).Append(nil))
		}
		dealt |= h
	}
	if dealt != v.Unseen() {
		t.Fatalf("ply %d, seat %d sees: %v dealt, want %v", v.Ply(), v.Seat(), dealt.Append(nil), v.Unseen().Append(nil))
	}
	start := texas.StartingCard(v.Players())
	if turn := int(v.Turn()); v.Seen() == 0 && turn != v.Seat() && !hands[turn].Has(start) {
		t.Fatalf("seat %d sees: the starting card is not in the hand of seat %d, who opens with it", v.Seat(), turn)
	}
}

func TestAViewThatWasMadeUpIsRefused(t *testing.T) {
	// Seats 1 and 2 have shown no red, and seat 0 plays its own; then seat 0 holds
	// fewer reds than are missing, and nobody can have the others.
	m := must(game.NewMatch(texas.Rules{}, 3, nil))
	v := m.View(0).(*texas.View)
	for _, e := range []struct {
		told string
		next game.Turn
	}{
		{"deal 11,12,13,14,15,21,22,23,24,25,31,32,33,34,35/?/?", 0},
		{"play 11", 1},
		{"play 26", 2},
		{"play 36", 2},
	} {
		if err := v.Observe(e.told, e.next); err != nil {
			t.Fatal(err)
		}
	}
	var d hidden.Deals
	if err := d.Look(v); err == nil || !strings.Contains(err.Error(), "nobody can hold 16") {
		t.Errorf("Look = %v; want that nobody can hold 16", err)
	}
}

// BenchmarkLook prepares the views of all decisions of a hand, and BenchmarkDraw
// draws from them.
func BenchmarkLook(b *testing.B) {
	decisions(b, func(b *testing.B, views []*texas.View) {
		b.Helper()
		var d hidden.Deals
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			if err := d.Look(views[i%len(views)]); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkDraw(b *testing.B) {
	decisions(b, func(b *testing.B, views []*texas.View) {
		b.Helper()
		deals := make([]hidden.Deals, len(views))
		for i, v := range views {
			if err := deals[i].Look(v); err != nil {
				b.Fatal(err)
			}
		}
		r := fair.NewRand(1)
		var hands [mostSeats]texas.Set
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			deals[i%len(deals)].Draw(r, hands[:views[0].Players()])
		}
	})
}

func decisions(b *testing.B, f func(b *testing.B, views []*texas.View)) {
	b.Helper()
	for players := 3; players <= 6; players++ {
		b.Run(fmt.Sprintf("players=%d", players), func(b *testing.B) {
			var views []*texas.View
			for seed := range uint64(20) {
				hand(b, players, seed, func(m *game.Match, s *texas.State) {
					views = append(views, m.View(int(s.Turn())).(*texas.View))
				})
			}
			f(b, views)
		})
	}
}
