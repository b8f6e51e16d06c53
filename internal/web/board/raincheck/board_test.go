package raincheck_test

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/saloon-games/saloon/game"
	rules "github.com/saloon-games/saloon/game/raincheck"
)

// outline is what the elements of a text of HTML say of themselves.
type outline struct {
	roots []string            // ids of the outermost elements
	attr  map[string][]string // values of all attributes, by name
}

// read reads HTML and fails if its elements are not closed where they should be.
func read(t *testing.T, text string) outline {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	d.Strict, d.AutoClose = false, []string{"input"}
	o := outline{attr: map[string][]string{}}
	for depth := 0; ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) && depth == 0 {
			return o
		}
		if err != nil {
			t.Fatalf("%v, %d elements are open, in %s", err, depth, text)
		}
		switch token := token.(type) {
		case xml.StartElement:
			id := ""
			for _, a := range token.Attr {
				o.attr[a.Name.Local] = append(o.attr[a.Name.Local], a.Value)
				if a.Name.Local == "id" {
					id = a.Value
				}
			}
			if depth == 0 {
				o.roots = append(o.roots, id)
			}
			depth++
		case xml.EndElement:
			depth--
		}
	}
}

func TestABoardIsOneElementForEachPart(t *testing.T) {
	want := []string{"rival", "piles", "action", "hand", "memory", "score"}
	for _, s := range moments(t) {
		o := read(t, page(t, s))
		if !slices.Equal(o.roots, want) || !slices.Equal(o.attr["id"], want) {
			t.Errorf("elements %v with ids %v, want %v", o.roots, o.attr["id"], want)
		}
	}
}

func TestABoardOffersTheSeatOnTurnWhatIsLegalAndNobodyElseAnything(t *testing.T) {
	for _, s := range moments(t) {
		var want []string
		if s.MayMove() {
			want = game.Words(s.View.Word, s.View.Legal(nil))
		}
		got := read(t, page(t, s)).attr["data-move"]
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("seat %d is offered %q, want %q", s.You, got, want)
		}
		s.Act, s.Next = "", ""
		if o := read(t, page(t, s)); len(o.attr["data-move"])+len(o.attr["action"]) > 0 {
			t.Errorf("a replay has controls: %q %q", o.attr["data-move"], o.attr["action"])
		}
	}
}

func TestNoTwoElementsAreTheSameCard(t *testing.T) {
	for _, s := range moments(t) {
		cards := read(t, page(t, s)).attr["data-card"]
		slices.Sort(cards)
		if n := len(cards); n != len(slices.Compact(cards)) {
			t.Errorf("cards %v", cards)
		}
	}
}

func TestAsManyLampsAreLitAsThereIsEnergy(t *testing.T) {
	for _, s := range moments(t) {
		v, html := s.View.(*rules.View), parts(t, s)
		low := max(s.You, 0)
		for part, seat := range map[string]int{"rival": low ^ 1, "hand": low} {
			energy := v.Energy(seat)
			lit, all := strings.Count(html[part], `<i class="lit`), strings.Count(html[part], `<i class="l`)+strings.Count(html[part], `<i></i>`)
			if lit != energy || all != rules.FullEnergy || !strings.Contains(html[part], "<b>"+strconv.Itoa(energy)+"</b> energy") {
				t.Errorf("%d of %d lamps of %s are lit, energy is %d", lit, all, part, energy)
			}
		}
	}
}

func TestABoardAlwaysSaysWhatIsAskedOfWhom(t *testing.T) {
	for p, s := range moments(t) {
		now := table.Now(s)
		if now == "" || strings.HasPrefix(now, " ") || strings.Contains(now, "  ") {
			t.Errorf("seat %d: %q", s.You, now)
		}
		if verdict := table.Verdict(s); (verdict != "") != (p.State().Turn() == game.Over) {
			t.Errorf("verdict %q while next is %s", verdict, p.State().Turn())
		}
	}
}

func TestNamesAreText(t *testing.T) {
	for _, s := range moments(t) {
		s.Seats[0].Name, s.Seats[1].Name = `"><evil a='`, `&lt;<evil>`
		html := page(t, s)
		if strings.Contains(html, "<evil") {
			t.Errorf("markup of a name: %s", html)
		}
		read(t, html)
	}
}

func TestASeatThatSomebodyHasLeftIsCalledByItsNumber(t *testing.T) {
	for _, s := range moments(t) {
		s.Seats[0].Name, s.Seats[1].Name = "", ""
		words := table.Now(s) + " " + table.Verdict(s) + " " + page(t, s)
		for seat := range s.Seats {
			if seat != s.You && !strings.Contains(words, "Seat "+strconv.Itoa(seat+1)) {
				t.Errorf("seat %d has no name in %s", seat, words)
			}
		}
		if bad := regexp.MustCompile(`<h2></h2>|: (has|wins)|>'s`).FindString(words); bad != "" {
			t.Errorf("%q in %s", bad, words)
		}
	}
}

func TestABoardHasNoStyleOrScriptInIt(t *testing.T) {
	hooks := regexp.MustCompile(`<script|<style| style=| on[a-z]+=`)
	for _, s := range moments(t) {
		if found := hooks.FindString(page(t, s)); found != "" {
			t.Errorf("%q", found)
		}
	}
}

func TestTheBoardAtAMomentOfAGame(t *testing.T) {
	t.Run("shows the cards of the own stack to their owner alone, the top first", func(t *testing.T) {
		p := at(t, "start 0; stack K; stack Q; stack 3")
		if got := parts(t, p.sight(0))["piles"]; !strings.Contains(got, "from the top: ") ||
			strings.Index(got, "Beartrap") > strings.Index(got, "Blank") || !strings.Contains(got, `data-card="me-3"`) {
			t.Errorf("the owner sees %s", got)
		}
		for _, you := range []int{1, game.Spectator} {
			if got := parts(t, p.sight(you))["piles"]; strings.Contains(got, "Beartrap") || strings.Contains(got, "Blank") {
				t.Errorf("%d sees %s", you, got)
			}
		}
	})
	t.Run("says why no card can be stacked, and offers none", func(t *testing.T) {
		p := at(t, "start 0; stack K; stack Q; bet 1")
		got := read(t, parts(t, p.sight(1))["hand"])
		if why := got.attr["data-why"]; len(why) != 1 || !strings.Contains(why[0], "nobody stacks") || len(got.attr["aria-disabled"]) != 3 {
			t.Errorf("why %q, disabled %v", why, got.attr["aria-disabled"])
		}
	})
	t.Run("marks the card that was flipped last, and no other", func(t *testing.T) {
		p := at(t, "start 0; stack K; stack Q; stack 3; stack 3; bet 3; fold; flip own; flip own")
		got := parts(t, p.sight(1))["piles"]
		if strings.Count(got, "data-new") != 1 || !strings.Contains(got, `data-card="flip-2" data-new`) {
			t.Errorf("%s", got)
		}
		if !strings.Contains(got, "<b>2</b> of 3 flipped") {
			t.Errorf("does not say how far the flipping is: %s", got)
		}
	})
}

func TestTheBoardBesideTheCards(t *testing.T) {
	const decided = "start 0; stack A; stack Q; bet 1; fold; flip own"
	t.Run("asks a person who has not seen enough of a decided round to go on", func(t *testing.T) {
		s := at(t, decided).sight(1)
		if got := read(t, page(t, s)); !slices.Equal(got.attr["data-action"], []string{"next"}) {
			t.Errorf("actions %v", got.attr["data-action"])
		}
		s.Seats[1].Ready = true
		if got := read(t, page(t, s)); len(got.attr["data-action"]) > 0 {
			t.Errorf("actions %v of who has", got.attr["data-action"])
		}
		if now := table.Now(s); !strings.Contains(now, "Waiting for Nova") {
			t.Errorf("who has is told: %s", now)
		}
		s.Seats[0].Level = "random"
		if now := table.Now(s); strings.Contains(now, "Waiting") {
			t.Errorf("waits for a bot: %s", now)
		}
	})
	t.Run("shows both hands to a spectator only if they are in the sight", func(t *testing.T) {
		p := at(t, "start 0; stack K; stack Q")
		s := p.sight(game.Spectator)
		if got := page(t, s); strings.Contains(got, `class="face`) {
			t.Errorf("a spectator sees a card: %s", got)
		}
		s.Hands = []game.View{p.View(0), p.View(1)}
		html := parts(t, s)
		for part, want := range map[string]string{"rival": "Beartrap", "piles": "Battery", "hand": "Hit"} {
			if !strings.Contains(html[part], want) {
				t.Errorf("%s does not show %s: %s", part, want, html[part])
			}
		}
	})
	t.Run("gives the clock to the seat on turn", func(t *testing.T) {
		s := at(t, "start 1").sight(0)
		s.Since, s.Deadline = time.UnixMilli(1_000), time.UnixMilli(31_000)
		html := parts(t, s)
		if !strings.Contains(html["rival"], ` data-since="1000" data-deadline="31000"`) || strings.Contains(html["hand"], "data-deadline") {
			t.Errorf("rival %s\nhand %s", html["rival"], html["hand"])
		}
	})
	t.Run("says who is away and who is a bot", func(t *testing.T) {
		s := at(t, "start 1").sight(game.Spectator)
		s.Seats[0].Away, s.Seats[1].Level = true, "random"
		html := parts(t, s)
		if !strings.Contains(html["hand"], "Away") || !strings.Contains(html["rival"], "Bot") {
			t.Errorf("rival %s\nhand %s", html["rival"], html["hand"])
		}
	})
	t.Run("remembers what was flipped, and what follows from it", func(t *testing.T) {
		s := at(t, "start 0; stack K; stack Q; bet 1; bet 2; fold; flip own; flip opp; lose K; river K").sight(0)
		got := strings.ReplaceAll(tags.ReplaceAllString(parts(t, s)["memory"], ""), "&#39;", "'")
		want := "Round 1 You began. Bets: you 1, Dusty 2. Dusty flipped: Battery from Dusty's stack, Blank from your stack. You lost."
		if !strings.Contains(got, want) || !strings.Contains(got, "You have surely lost: Blank") || !strings.Contains(got, "Surely in the river: Blank") {
			t.Errorf("%s\nwant %s", got, want)
		}
	})
	t.Run("keeps the score", func(t *testing.T) {
		s := at(t, "start 0; stack K; stack Q; bet 1; bet 2; fold; flip own; flip opp; lose K; river K").sight(1)
		got := tags.ReplaceAllString(parts(t, s)["score"], "")
		if got != "Round 2lost : round 1 by Novacards left  you 4  Nova 3 " {
			t.Errorf("%q", got)
		}
	})
}

// tags are what text has between its parts.
var tags = regexp.MustCompile(`<[^>]*>`)
