package texas_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/game"
	rules "github.com/saloon-games/saloon/game/texas"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/board"
	"github.com/saloon-games/saloon/internal/web/board/texas"
)

// A drawing is what a test reads of the HTML of all parts.
type drawing struct {
	html  string
	ids   []string
	tops  []string // ids of the outermost elements
	moves []string // data-move
	cards []string // data-card
	why   string
}

var (
	bare  = regexp.MustCompile(` (data-done|hidden|open)([ >])`)
	empty = regexp.MustCompile(`<input ([^>]*)>`)
)

// read parses HTML, strictly: what is opened is closed, in order.
func read(html string) (*drawing, error) {
	d := &drawing{html: html}
	text := empty.ReplaceAllString(bare.ReplaceAllString(html, ` $1=""$2`), `<input $1/>`)
	in := xml.NewDecoder(strings.NewReader(text))
	for depth := 0; ; {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			return d, nil
		}
		if err != nil {
			return nil, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			depth++
			id := d.element(token)
			if depth == 1 {
				d.tops = append(d.tops, id)
			}
		case xml.EndElement:
			depth--
		}
	}
}

// element takes in an element and returns its id.
func (d *drawing) element(e xml.StartElement) (id string) {
	for _, a := range e.Attr {
		switch a.Name.Local {
		case "id":
			id = a.Value
			d.ids = append(d.ids, id)
		case "data-move":
			d.moves = append(d.moves, a.Value)
		case "data-card":
			d.cards = append(d.cards, a.Value)
		case "data-why":
			d.why = a.Value
		}
	}
	return id
}

func TestEveryMomentOfAGameIsDrawn(t *testing.T) {
	kinds := map[string]game.Options{"": nil, " with Strife": {"rules": "seas"}, " over two hands": {"hands": 2}}
	for players := 3; players <= 6; players++ {
		for kind, options := range kinds {
			t.Run(fmt.Sprintf("%d players%s", players, kind), func(t *testing.T) {
				t.Parallel()
				p := begin(t, players, options, uint64(players))
				for more := true; more && p.match.State().Ply() < 130 && !t.Failed(); more = p.step() {
					check(t, p.sight(p.src.Below(players+1)-1))
					if seat, ok := p.match.State().Turn().Seat(); ok {
						check(t, p.sight(seat))
					}
				}
				if t.Failed() {
					t.Errorf("after %q", p.match.Events())
				}
			})
		}
	}
}

// check checks what holds of every drawing.
func check(t *testing.T, s *board.Sight) {
	t.Helper()
	v := s.View.(*rules.View)
	d, err := read(all(t, s))
	if err != nil {
		t.Errorf("seat %d: %v", s.You, err)
		return
	}
	if want := []string{"others", "trick", "action", "hand", "score"}; !slices.Equal(d.tops, want) {
		t.Errorf("seat %d has the parts %q, want %q", s.You, d.tops, want)
	}
	unique(t, "id", d.ids)
	unique(t, "data-card", d.cards)
	legal := game.Words(v.Word, v.Legal(nil))
	slices.Sort(legal)
	slices.Sort(d.moves)
	if !slices.Equal(d.moves, legal) {
		t.Errorf("seat %d may do %q, and there is %q", s.You, legal, d.moves)
	}
	if blocked := v.Hand() != v.LegalCards(); blocked != (d.why != "") {
		t.Errorf("seat %d holds %d and may play %d, and data-why is %q", s.You, v.Hand().Len(), v.LegalCards().Len(), d.why)
	}
	if now := texas.New().Now(s); !strings.HasSuffix(now, ".") {
		t.Errorf("seat %d is asked %q", s.You, now)
	}
	hasNot(t, d.html, "<evil", "<no value>", "style=")
	if n := len(v.Events()); n > 0 {
		checkTold(t, s, v, n-1)
	}
}

func unique(t *testing.T, what string, list []string) {
	t.Helper()
	slices.Sort(list)
	if n := len(list); n != len(slices.Compact(list)) {
		t.Errorf("some %s is there twice: %q", what, list)
	}
}

var cardWords = regexp.MustCompile(`(\d+), (black|red|blue|brown|green|yellow|purple|grey)`)

// checkTold checks that an event is told and that every card named is one that all know.
func checkTold(t *testing.T, s *board.Sight, v *rules.View, event int) {
	t.Helper()
	text := texas.New().Tell(s, event)
	if !strings.HasSuffix(text, ".") {
		t.Errorf("seat %d is told %q", s.You, text)
	}
	for _, words := range cardWords.FindAllStringSubmatch(text, -1) {
		var number int
		if _, err := fmt.Sscan(words[1], &number); err != nil {
			t.Fatal(err)
		}
		card, ok := rules.CardNumbered(number)
		if !ok || !v.Seen().Has(card) && card != rules.StartingCard(v.Players()) {
			t.Errorf("seat %d is told %q", s.You, text)
		}
	}
}

func TestCardsThatSomebodyCannotSeeChangeNoByte(t *testing.T) {
	for players := 3; players <= 6; players++ {
		t.Run(fmt.Sprintf("of %d", players), func(t *testing.T) {
			t.Parallel()
			p := begin(t, players, nil, 7)
			found := 0
			for p.step() && p.match.State().Ply() < 130 {
				you := p.src.Below(players+1) - 1
				other := p.otherwise(you)
				if other == nil {
					continue
				}
				found++
				s, o := p.sight(you), other.sight(you)
				if got, want := all(t, o), all(t, s); got != want {
					t.Fatalf("seat %d is shown\n%s\nand, had the deal been another,\n%s", you, want, got)
				}
				for i := range s.Moves {
					if got, want := texas.New().Tell(o, i), texas.New().Tell(s, i); got != want {
						t.Fatalf("seat %d is told %q, and, had the deal been another, %q", you, want, got)
					}
				}
			}
			if found < 20 {
				t.Errorf("only %d other deals were found", found)
			}
		})
	}
}

// The hands of three that the tests of words play: one color is short in each.
const deal3 = "deal 11,12,13,14,15,16,17,18,19,20,41,42,43,61,62/21,22,23,24,25,26,27,28,29,44,45,46,47,63,64/31,32,33,34,35,36,37,38,51,52,53,54,55,56,65"

func TestATrickIsShownAsItStands(t *testing.T) {
	t.Run("places wait for the cards that are due", func(t *testing.T) {
		trick := part(t, begin(t, 3, nil, 1).apply(deal3).sight(1), "trick")
		has(t, trick, `Trick 1 <small>of 15`, `class="due"`, `<li class="turn"><i class="slot"></i><span class="who">Ada`)
		if n := strings.Count(trick, "slot"); n != 3 {
			t.Errorf("%d places, want 3", n)
		}
	})
	t.Run("the color that takes it comes first and its highest card is marked", func(t *testing.T) {
		trick := part(t, begin(t, 3, nil, 1).apply(deal3, "play 11", "play 21").sight(0), "trick")
		has(t, trick, "No color twice, 21 is the highest.", `<div class="of n1 leads"><p class="many">1 × <i class="sym blue">`, `<em>takes it</em>`)
		if strings.Index(trick, `data-card="21"`) > strings.Index(trick, `data-card="11"`) {
			t.Error("the color that leads is not the first")
		}
	})
	p := begin(t, 3, nil, 1).apply(deal3, "play 11", "play 21", "play 38")
	t.Run("a finished trick stays with who took it", func(t *testing.T) {
		trick := part(t, p.sight(0), "trick")
		has(t, trick, `data-done data-winner="2"`, "Grace takes the trick", "<em>took it</em>", `data-card="38"`)
		hasNot(t, trick, "Last trick", "slot")
	})
	t.Run("it may be looked at again while the next is on", func(t *testing.T) {
		trick := part(t, p.apply("opener 0", "play 20").sight(0), "trick")
		has(t, trick, `<details id="last"><summary>Last trick</summary>`, `<span class="tx mini brown best">`, `data-card="20"`)
		hasNot(t, trick, `data-card="38"`, "data-done")
	})
	t.Run("a cancelled color is struck through", func(t *testing.T) {
		p := begin(t, 3, game.Options{"rules": "seas"}, 1).apply(deal3, "play 11", "play 29", "play 31")
		has(t, part(t, p.sight(0), "trick"), `cancelled"><p class="many"><s>1 × <i class="sym blue"></i> <span>blue</span></s> <em>cancelled</em>`)
	})
	t.Run("who has taken tricks sees how many", func(t *testing.T) {
		has(t, part(t, p.sight(2), "trick"), `<p class="mine">`, `<i class="tally n1"></i>1<small> trick</small>`)
		has(t, part(t, p.sight(0), "others"), `<i class="tally n1"></i>1<small> trick</small>`)
	})
}

func TestOthersAreMarked(t *testing.T) {
	p := begin(t, 3, nil, 1).apply(deal3, "play 11")
	s := p.sight(0)
	s.Seats[1].Level, s.Seats[2].Away = "thumb", true
	s.Since, s.Deadline = someTime, someTime.Add(30e9)
	others := part(t, s, "others")
	has(t, others,
		`class="plate turn" data-seat="1" data-since="1800000000000" data-deadline="1800000030000"`,
		`<em class="now">turn</em>`, `<em>bot<span class="aside">, thumb</span></em>`, `<em>away</em>`, `>30 s</time>`,
		`<i></i>15<span class="aside"> cards left`)
	hasNot(t, others, "Ada", "data-card")
	has(t, part(t, p.sight(game.Spectator), "others"), "Ada", "opens")
	hasNot(t, part(t, p.sight(1), "action"), "<time")
	mine := p.sight(1)
	mine.Since, mine.Deadline = someTime, someTime.Add(24*3600e9)
	has(t, part(t, mine, "action"), `class="mine" data-since=`, ">24 h</time>")
}

func TestTheHandIsInRowsForAThumb(t *testing.T) {
	for hand, rows := range map[int][]string{15: {"n8", "n7"}, 8: {"n4", "n4"}, 7: {"n7"}, 1: {"n1"}} {
		t.Run(fmt.Sprintf("%d cards", hand), func(t *testing.T) {
			p := begin(t, 3, nil, 2).until(func(s *rules.State) bool { return s.HandNumber() == 1 && s.Hand(1).Len() == hand })
			var got []string
			for _, m := range regexp.MustCompile(`class="hold (n\d+)"`).FindAllStringSubmatch(part(t, p.sight(1), "hand"), -1) {
				got = append(got, m[1])
			}
			if !slices.Equal(got, rows) {
				t.Errorf("rows %q, want %q", got, rows)
			}
		})
	}
	t.Run("a page on which nobody moves has no buttons", func(t *testing.T) {
		s := begin(t, 3, nil, 1).apply(deal3).sight(0)
		s.Act, s.Next = "", ""
		hasNot(t, all(t, s), "<button", "<form", "data-move")
		has(t, part(t, s, "hand"), `data-card="11"`)
	})
	t.Run("all hands are shown to spectators if everybody agreed, and to nobody else", func(t *testing.T) {
		p := begin(t, 3, nil, 1).apply(deal3)
		s := p.sight(game.Spectator)
		hasNot(t, all(t, s), "data-card")
		s.Hands = []game.View{p.match.View(0), p.match.View(1), p.match.View(2)}
		hand := part(t, s, "hand")
		has(t, hand, `class="open"`, `data-card="11"`, `data-card="29"`, `data-card="65"`)
		hasNot(t, hand, "<button")
	})
}

func TestTheEndOfAHandIsShown(t *testing.T) {
	p := begin(t, 4, nil, 3).until(func(s *rules.State) bool { return s.Turn() == game.Chance && s.HandNumber() == 1 })
	v := p.match.View(0).(*rules.View)
	s := p.sight(0)
	s.Resume = someTime
	s.Seats[1].Level = "thumb"
	s.Seats[3].Ready = true
	t.Run("with everybody's tricks and points", func(t *testing.T) {
		trick := part(t, s, "trick")
		has(t, trick, "Hand 1 is over", `action="/t/t1/next"`, `data-action="next">Deal on<`, "Grace is still looking.")
		for seat := range 4 {
			has(t, trick, fmt.Sprintf(`</i> +%d</td>`, v.Taken(seat)))
		}
		has(t, part(t, s, "action"), `data-resume="1800000000000"`, "Deal on when you have seen it.")
	})
	t.Run("and a row of the score sheet", func(t *testing.T) {
		score := part(t, s, "score")
		has(t, score, "The game ends when somebody has 15 points.")
		for seat := range 4 {
			has(t, score, fmt.Sprintf("<td><small>+%d</small> %d</td>", v.Taken(seat), v.Total(seat)))
		}
	})
	t.Run("who is ready has no button, nor has a spectator", func(t *testing.T) {
		for _, you := range []int{3, game.Spectator} {
			o := p.sight(you)
			o.Resume, o.Seats = s.Resume, s.Seats
			hasNot(t, all(t, o), "<button")
			has(t, all(t, o), "Ada and Grace are still looking.")
		}
	})
	t.Run("nothing waits where the next deal comes at once", func(t *testing.T) {
		hasNot(t, all(t, p.sight(0)), "<button", "looking")
	})
}

func TestTheScoreSheetAgreesWithTheView(t *testing.T) {
	for _, options := range []game.Options{{"hands": 3}, {"rules": "seas"}} {
		p := begin(t, 5, options, 11).until(func(s *rules.State) bool { return s.Turn() == game.Over })
		v := p.match.View(game.Spectator).(*rules.View)
		score := part(t, p.sight(game.Spectator), "score")
		has(t, score, "<details open>")
		rows := strings.Split(score, "<tr>")
		if n := len(rows) - 2; n != v.HandNumber() {
			t.Errorf("%d rows after %d hands", n, v.HandNumber())
		}
		for seat := range 5 {
			has(t, rows[len(rows)-1], fmt.Sprintf("<td><small>+%d</small> %d</td>", v.Taken(seat), v.Total(seat)))
		}
	}
	t.Run("and stays as it is during a hand", func(t *testing.T) {
		p := begin(t, 4, nil, 5).until(func(s *rules.State) bool { return s.HandNumber() == 2 })
		want := part(t, p.sight(0), "score")
		p.until(func(s *rules.State) bool { return s.Turn() < 0 || part(t, p.sight(0), "score") != want })
		if p.match.State().Turn() >= 0 {
			t.Error("it changed")
		}
	})
}

func TestTheGameIsOver(t *testing.T) {
	p := begin(t, 3, nil, 5).until(func(s *rules.State) bool { return s.Turn() == game.Over })
	s := p.sight(game.Spectator)
	winners := s.View.Winners()
	trick := part(t, s, "trick")
	has(t, trick, "The final points", `<tr class="won"><th scope="row">`+names[winners[0]])
	if n := strings.Count(trick, "<em>wins</em>"); n != len(winners) {
		t.Errorf("%d marks for %d winners", n, len(winners))
	}
	if s.Phase != house.Over || texas.New().Verdict(s) == "" || texas.New().Verdict(begin(t, 3, nil, 1).sight(0)) != "" {
		t.Error("a verdict is for the end")
	}
}
