package thumb_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/bot/thumb"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// cards is the set of cards with these numbers on them; "41-47" is all from 41 to 47.
func cards(t *testing.T, numbers string) texas.Set {
	t.Helper()
	var s texas.Set
	for word := range strings.FieldsSeq(numbers) {
		from, to, _ := strings.Cut(word, "-")
		if to == "" {
			to = from
		}
		last := must(strconv.Atoi(to))
		for n := must(strconv.Atoi(from)); n <= last; n++ {
			c, ok := texas.CardNumbered(n)
			if !ok {
				t.Fatalf("there is no card %d", n)
			}
			s |= texas.SetOf(c)
		}
	}
	return s
}

// texasCase is a decision of the last seat, as a test writes it.
type texasCase struct {
	name    string
	players int // 4 if it is 0
	seas    bool
	trick   string // ends before the last seat unless opened is set
	hand    string
	unseen  string
	voids   map[int]texas.Color // of other seats
	behind  int                 // seats that play after this one
	want    string
}

// decision is what the case asks for. The seat on turn is 0.
func (c *texasCase) decision(t *testing.T) *thumb.Texas {
	t.Helper()
	d := &thumb.Texas{Players: max(c.players, 4), Seas: c.seas, Hand: cards(t, c.hand), Unseen: cards(t, c.unseen)}
	if c.players == 3 {
		d.Players = 3
	}
	follow := texas.Set(0)
	list := strings.Fields(c.trick)
	for i, number := range list {
		card := cards(t, number).Nth(0)
		d.Trick = append(d.Trick, texas.Played{Seat: d.Players - len(list) + i, Card: card})
		follow |= card.Color().Cards()
	}
	if c.behind != d.Players-1-len(list) {
		t.Fatalf("%d play after this seat, not %d", d.Players-1-len(list), c.behind)
	}
	d.Legal = d.Hand & follow
	if d.Legal == 0 {
		d.Legal = d.Hand
	}
	for seat, color := range c.voids {
		d.Lacks |= 1 << (8*int(color) + seat)
	}
	return d
}

func TestPlainPositionsArePlayedAsAnybodyWould(t *testing.T) {
	for _, c := range []texasCase{
		{
			name:  "the last to play ducks with the highest card that does not take the trick",
			trick: "12 15 17", hand: "11 14 16 18 20 33", unseen: "13 19 21-29", want: "16",
		},
		{
			name:  "the last to play, forced to take the trick, takes it with the highest",
			trick: "12 11 13", hand: "15 18 20 33", unseen: "14 16 17 19 21-29", want: "20",
		},
		{
			name:  "the last to play, without the color, gives away the skull on top",
			trick: "12 15 17", hand: "5 33 74", unseen: "0-4 6-10 31 32 34 71-73", want: "74",
		},
		{
			name:  "the last to play does not give away what would take the trick on a tie",
			trick: "12 25 33", hand: "5 42 74", unseen: "0-4 41 43 71-73", want: "5",
		},
		{
			name:  "the last to play counts colors: a tie goes to the other color's higher card",
			trick: "15 28 27", hand: "20 16", unseen: "11-14 17-19", want: "20",
		},
		{
			name:  "the last to play does not make the color that leads by one its own",
			trick: "15 28 27", hand: "14 29", unseen: "11-13 21-26", want: "14",
		},
		{
			name:  "in the seas the last to play is rid of a top card, which cancels its color",
			trick: "15 16 28", hand: "18 20", unseen: "11-14", seas: true, want: "20",
		},
		{
			name:  "elsewhere a top card takes the trick, and the last to play keeps it",
			trick: "15 16 28", hand: "12 20", unseen: "11 13 14", want: "12",
		},
		{
			name: "the second to play stays under a card that is there", players: 4, behind: 2,
			trick: "15", hand: "13 16 19 33", unseen: "11 12 14 17 18 20 31 32", want: "13",
		},
		{
			name: "it stays under with the highest card that can", players: 6, behind: 3,
			trick: "12 18", hand: "11 14 17 19", unseen: "13 15 16 20 21-29", want: "17",
		},
		{
			name: "void in the middle, it gives away the high card of a short color", behind: 1,
			trick: "12 18", hand: "31 32 33 56", unseen: "34-38 51-55 11 13", want: "56",
		},
		{
			name: "it opens with a card that nobody can get under", behind: 3,
			hand: "11 29 56", unseen: "12-20 21-28 51-55", want: "11",
		},
		{
			name: "it opens with the lowest card of a color", behind: 3,
			hand: "34 36 38", unseen: "31-33 35 37", want: "34",
		},
		{
			name: "it opens with a color that is nearly gone rather than with one that is not", behind: 3,
			hand: "21 31", unseen: "22-29 33 34", want: "31",
		},
		{
			name: "it opens with a color that nobody else has rather than with one they can get under", behind: 3,
			hand: "46 56", unseen: "51-55", want: "46",
		},
		{
			name: "it does not open into a void without need", behind: 3,
			hand: "21 31", unseen: "22-26 32-36", voids: map[int]texas.Color{2: texas.Blue}, want: "31",
		},
		{
			name: "nor into the other void", behind: 3,
			hand: "21 31", unseen: "22-26 32-36", voids: map[int]texas.Color{2: texas.Brown}, want: "21",
		},
		{
			name: "it opens into a void where that is safe and all else is not", behind: 3,
			hand: "21 38", unseen: "22-26 31-36", voids: map[int]texas.Color{2: texas.Blue}, want: "21",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := c.decision(t)
			if got := d.Card(); got.String() != c.want {
				t.Errorf("plays %s; want %s", got, c.want)
			}
			if got := d.Move(); got != texas.Play(d.Card()) {
				t.Errorf("Move() = %d; want to play %s", got, d.Card())
			}
		})
	}
}

// In random positions of the last to play the table's own judging says whether a
// card takes the trick.
func TestTheLastToPlayNeverTakesATrickThatItNeedNotTake(t *testing.T) {
	for _, options := range []game.Options{{"hands": 1}, {"hands": 1, "rules": "seas"}} {
		for players := 3; players <= 6; players++ {
			last, ducked := 0, 0
			d := duel{tb: t, rules: texas.Rules{}, players: players, options: options}
			d.decided = func(gv game.View) {
				v := gv.(*texas.View)
				if v.Choosing() || len(v.Trick()) != players-1 {
					return
				}
				takes := func(c texas.Card) bool {
					verdict, _ := texas.Judge(append(v.Trick(), texas.Played{Seat: v.Seat(), Card: c}), v.Seas())
					return verdict.Seat == v.Seat()
				}
				last++
				card, _ := texas.PlayedCard(choice(t, v))
				if !takes(card) {
					ducked++
				} else if i := slices.IndexFunc(v.LegalCards().Append(nil), func(c texas.Card) bool { return !takes(c) }); i >= 0 {
					t.Errorf("%q: takes the trick with %s, without need", v.Events(), card)
				}
			}
			for seed := range uint64(20) {
				d.play(must(d.rules.New(players, options)), seed, everybody)
			}
			if last == 0 || ducked == 0 {
				t.Errorf("%d players: the last to play %d times, ducked %d times", players, last, ducked)
			}
		}
	}
}

func TestTheSeatToTheLeftIsNamedToOpen(t *testing.T) {
	for players := 3; players <= 6; players++ {
		for seat := range players {
			d := thumb.Texas{Seat: seat, Players: players}
			if want := texas.Opener((seat + 1) % players); d.Move() != want {
				t.Errorf("seat %d of %d names %d; want %d", seat, players, d.Move(), want)
			}
		}
	}
}

func TestWhatItLooksAtIsWhatTheViewSays(t *testing.T) {
	for players := 3; players <= 6; players++ {
		d := duel{tb: t, rules: texas.Rules{}, players: players, options: game.Options{"hands": 2}}
		n := 0
		d.decided = func(gv game.View) {
			n++
			v := gv.(*texas.View)
			var got thumb.Texas
			got.Look(v)
			if got.Seat != v.Seat() || got.Players != players || got.Seas || got.Hand != v.Hand() ||
				got.Legal != v.LegalCards() || got.Unseen != v.Unseen() {
				t.Fatalf("%q: looks at %+v", v.Events(), got)
			}
			if !slices.Equal(got.Trick, v.Trick()) {
				t.Fatalf("%q: the trick is %v; want %v", v.Events(), got.Trick, v.Trick())
			}
			for seat := range players {
				for color := range texas.Color(8) {
					if lacks := got.Lacks>>(8*int(color)+seat)&1 != 0; lacks != v.Voids(seat).Has(color) {
						t.Fatalf("%q: that seat %d lacks color %v is %v", v.Events(), seat, color, lacks)
					}
				}
			}
		}
		for seed := range uint64(10) {
			d.play(must(d.rules.New(players, d.options)), seed, only(1))
		}
		if n == 0 {
			t.Error("nothing was decided")
		}
	}
}
