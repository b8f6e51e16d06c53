package guide

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/game/texas"
	"github.com/saloon-games/saloon/internal/web/board"
	rainboard "github.com/saloon-games/saloon/internal/web/board/raincheck"
	texasboard "github.com/saloon-games/saloon/internal/web/board/texas"
)

// play prepares a lesson.
func play(t *testing.T, l lesson) *course {
	t.Helper()
	boards := map[string]board.Board{"texas": texasboard.New(), "raincheck": rainboard.New()}
	c, err := prepare(l, boards[l.rules.Name()])
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestLessons(t *testing.T) {
	for _, l := range lessons() {
		c := play(t, l)
		title := l.rules.Title()
		t.Run("in the lesson of "+title+" every other legal move has a reason against it", func(t *testing.T) {
			for i := range c.lesson.steps {
				checkReasons(t, i+1, &c.steps[i])
			}
		})
		t.Run("in the lesson of "+title+" own moves between the steps leave no choice", func(t *testing.T) {
			checkForced(t, l)
		})
		t.Run("in the lesson of "+title+" texts are short and name rules of the game", func(t *testing.T) {
			for i, m := range c.steps {
				if words := len(strings.Fields(m.text)); words > 50 {
					t.Errorf("step %d: %d words; want 50 at most", i+1, words)
				}
				for _, number := range mention.FindAllString(m.text, -1) {
					if want := map[string]string{"texas": "T", "raincheck": "S"}[l.rules.Name()]; number[:1] != want {
						t.Errorf("step %d names %s, a rule of another game", i+1, number)
					}
				}
			}
		})
		t.Run("the lesson of "+title+" is won alone by whoever learns", func(t *testing.T) {
			if got := c.steps[len(c.steps)-1].view.Winners(); !slices.Equal(got, []int{0}) {
				t.Errorf("winners %v; want seat 0", got)
			}
		})
	}
	t.Run("a lesson that breaks a rule is refused", func(t *testing.T) {
		l := texasLesson()
		l.steps = slices.Clone(l.steps)
		l.steps[1].word = "play 65"
		if _, err := prepare(l, texasboard.New()); err == nil || !strings.Contains(err.Error(), "step 2") {
			t.Errorf("error %v; want one that names step 2", err)
		}
	})
}

// checkReasons finds legal moves without a reason against them, and reasons against
// what cannot be played.
func checkReasons(t *testing.T, n int, m *moment) {
	t.Helper()
	for _, word := range game.Words(m.view.Word, m.view.Legal(nil)) {
		if word != m.word && m.against(word) == "" {
			t.Errorf("step %d: nothing is said against %s", n, word)
		}
	}
	for word := range m.other {
		if word == m.word || m.view.Check(word) != nil {
			t.Errorf("step %d: something is said against %s, which is no other legal move", n, word)
		}
	}
}

// checkForced finds own moves that a lesson makes although there are others, up to
// its last decision.
func checkForced(t *testing.T, l lesson) {
	t.Helper()
	m, err := game.NewMatch(l.rules, len(l.names), l.options)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range l.steps {
		for _, event := range events(s.before) {
			legal := m.State().Legal(nil)
			if seat, ok := m.State().Turn().Seat(); ok && seat == 0 && len(legal) > 1 {
				t.Errorf("step %d: %s is made although there are %d moves", i+1, event, len(legal))
			}
			if err := m.Apply(event); err != nil {
				t.Fatal(err)
			}
		}
		if err := m.Act(0, s.word); err != nil {
			t.Fatal(err)
		}
	}
}

// numbers are cards as their numbers.
func numbers(s texas.Set) []int {
	list := []int{}
	for _, c := range s.Append(nil) {
		list = append(list, c.Number())
	}
	return list
}

// card is the card with a number.
func card(t *testing.T, number int) texas.Card {
	t.Helper()
	c, ok := texas.CardNumbered(number)
	if !ok {
		t.Fatalf("there is no card %d", number)
	}
	return c
}

// winner is which card takes the trick if who looks plays a card to it now.
func winner(t *testing.T, v *texas.View, number int) int {
	t.Helper()
	verdict, ok := texas.Judge(append(v.Trick(), texas.Played{Seat: 0, Card: card(t, number)}), false)
	if !ok {
		t.Fatal("there is no trick")
	}
	return verdict.Card.Number()
}

// TestTexasClaims holds the texts of the lesson to the game.
func TestTexasClaims(t *testing.T) {
	c := play(t, texasLesson())
	at := func(step int) *texas.View { return c.steps[step-1].view.(*texas.View) }
	same := func(t *testing.T, what string, got, want any) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	t.Run("2: of two tied colors the 74 is the highest, and without the 71 the 46 would win", func(t *testing.T) {
		same(t, "legal", numbers(at(2).LegalCards()), []int{41, 43, 71})
		same(t, "with 71", winner(t, at(2), 71), 74)
		same(t, "with 41", winner(t, at(2), 41), 46)
		same(t, "with 43", winner(t, at(2), 43), 46)
	})
	t.Run("3: every black still out is above the 1, the 2 below the 3, every green above the 41", func(t *testing.T) {
		same(t, "black", numbers(at(3).Unseen()&texas.Black.Cards()), []int{2, 7})
		same(t, "green", numbers(at(3).Unseen()&texas.Green.Cards()), []int{44, 45, 47})
	})
	t.Run("4: the trick is red, the 14 stays under the 16 and the 20 is the top", func(t *testing.T) {
		same(t, "legal", numbers(at(4).LegalCards()), []int{14, 20})
		same(t, "with 14", winner(t, at(4), 14), 16)
		same(t, "with 20", winner(t, at(4), 20), 20)
		same(t, "top", card(t, 20).Top(), true)
	})
	t.Run("5: void, and the greens still out are 44, 45 and 47", func(t *testing.T) {
		same(t, "legal", at(5).LegalCards(), at(5).Hand())
		same(t, "green", numbers(at(5).Unseen()&texas.Green.Cards()), []int{44, 45, 47})
		same(t, "purple below the 65", numbers(at(5).Unseen()&texas.Purple.Cards()), []int{61, 64})
		same(t, "told", slices.Contains(at(6).Events(), "play 47"), true)
	})
	t.Run("6: only the 65 follows, and it takes the trick", func(t *testing.T) {
		same(t, "legal", numbers(at(6).LegalCards()), []int{65})
		same(t, "with 65", winner(t, at(6), 65), 65)
		same(t, "tricks", at(7).Taken(0), 1)
	})
	t.Run("7: the choice is theirs, and Dusty's opening makes them the last", func(t *testing.T) {
		same(t, "choosing", at(7).Choosing(), true)
		same(t, "played before", len(at(8).Trick()), at(8).Players()-1)
	})
	t.Run("8: no card of theirs can take three browns and a purple", func(t *testing.T) {
		same(t, "legal", at(8).LegalCards(), at(8).Hand())
		for _, n := range numbers(at(8).Hand()) {
			same(t, "winner", winner(t, at(8), n), 35)
		}
	})
	t.Run("9: a blue would be the highest of three, a black leaves it to the blues", func(t *testing.T) {
		same(t, "legal", numbers(at(9).LegalCards()), []int{3, 5, 23, 26})
		same(t, "with 23", winner(t, at(9), 23), 23)
		same(t, "with 26", winner(t, at(9), 26), 26)
		same(t, "with 5", winner(t, at(9), 5), 22)
	})
	t.Run("10: last to play, and both blues are safe", func(t *testing.T) {
		same(t, "played before", len(at(10).Trick()), at(10).Players()-1)
		same(t, "with 23", winner(t, at(10), 23), 19)
		same(t, "with 26", winner(t, at(10), 26), 19)
	})
	t.Run("11: the 3 is below everything, the greens still out are above the 41, and Tex has nothing else", func(t *testing.T) {
		same(t, "hand", numbers(at(11).Hand()), []int{3, 41})
		same(t, "lowest out", numbers(at(11).Unseen())[0] > 3, true)
		same(t, "green", numbers(at(11).Unseen()&texas.Green.Cards()), []int{44, 45})
		same(t, "Tex's last cards", slices.Contains(at(12).Events(), "play 45") && slices.Contains(at(12).Events(), "play 44"), true)
	})
	t.Run("12: one point, and a target of 15, 15, 12 or 10", func(t *testing.T) {
		same(t, "points", at(12).Total(0), 1)
		for players, want := range map[int]int{3: 15, 4: 15, 5: 12, 6: 10} {
			s, err := texas.Rules{}.New(players, nil)
			if err != nil {
				t.Fatal(err)
			}
			same(t, "target", s.(*texas.State).Target(), want)
		}
	})
	t.Run("what happened is told from the game", func(t *testing.T) {
		want := []string{"13, 16, 11, 14, 12: all red, the highest is the 16. Tex takes the trick."}
		same(t, "step 5", c.steps[4].recap, want)
		want = []string{
			"42, 46, 74, 71, 8: green and grey tie with 2 each, the highest is the 74. Rosie takes the trick.",
			"The 74 is the top card of grey, so: Rosie chooses: you open.",
		}
		same(t, "step 3", c.steps[2].recap, want)
	})
}

// rain returns what is known at the steps of Showdown's lesson.
func rain(t *testing.T) func(step int) *raincheck.View {
	t.Helper()
	c := play(t, raincheckLesson())
	return func(step int) *raincheck.View { return c.steps[step-1].view.(*raincheck.View) }
}

// bet is the highest bet of the round.
func bet(v *raincheck.View) int {
	n, _ := v.Bet()
	return n
}

// TestRaincheckClaims holds the texts of the lesson to the game.
func TestRaincheckClaims(t *testing.T) {
	at := rain(t)
	t.Run("3: both cards of the own stack are harmless, and 3 is all there is", func(t *testing.T) {
		if got := at(3).Stack(); !slices.Equal(got, []raincheck.Card{raincheck.Battery, raincheck.Blank}) || at(3).Limit() != 3 || bet(at(3)) != 1 {
			t.Errorf("stack %v, limit %d, bet %d", got, at(3).Limit(), bet(at(3)))
		}
	})
	t.Run("4: two cards are to be flipped, the Battery first, at full energy", func(t *testing.T) {
		if at(4).Stack()[0] != raincheck.Battery || bet(at(4)) != 2 || at(4).Energy(0) != raincheck.FullEnergy {
			t.Errorf("stack %v, bet %d, energy %d", at(4).Stack(), bet(at(4)), at(4).Energy(0))
		}
	})
	t.Run("5: Hank has lost a card, and it lies in the river", func(t *testing.T) {
		if at(5).Owns(1) != 3 || at(5).InRiver() != 1 || len(at(5).KnownRiver()) != 0 {
			t.Errorf("Hank has %d, the river %d, known %v", at(5).Owns(1), at(5).InRiver(), at(5).KnownRiver())
		}
	})
	t.Run("6: 4 is the highest bet, and the own Hit would come first", func(t *testing.T) {
		if at(6).Limit() != 4 || at(6).Stack()[0] != raincheck.Hit {
			t.Errorf("limit %d, stack %v", at(6).Limit(), at(6).Stack())
		}
	})
	t.Run("8: Hank ran into his own Hit under the Battery, and has two cards left", func(t *testing.T) {
		flipped := at(8).Rounds()[1].Flipped
		want := []raincheck.Flipped{{From: raincheck.Own, Card: raincheck.Battery}, {From: raincheck.Own, Card: raincheck.Hit}}
		if !slices.Equal(flipped, want) || at(8).Owns(1) != 2 || at(8).Owns(0) != 4 || at(8).InRiver() != 2 || at(8).Begins() != 0 {
			t.Errorf("flipped %v, Hank has %d, the river %d", flipped, at(8).Owns(1), at(8).InRiver())
		}
	})
	t.Run("11: one card is missing, and flipping the river costs 3 energy and keeps the bet", func(t *testing.T) {
		if bet(at(11))-len(at(11).Flipped()) != 1 || at(11).Energy(0) != 10 {
			t.Errorf("bet %d, flipped %v, energy %d", bet(at(11)), at(11).Flipped(), at(11).Energy(0))
		}
		if r := at(12).Rounds()[2]; r.Flipped[2].Card != raincheck.Beartrap || r.Loser != 1 {
			t.Errorf("round 3 was %+v", r)
		}
	})
	t.Run("12: Hank has lost his last card", func(t *testing.T) {
		if at(12).Owns(1) != 0 || at(12).Round() != 4 {
			t.Errorf("Hank has %d cards in round %d", at(12).Owns(1), at(12).Round())
		}
	})
}

// TestRaincheckOdds counts the worlds that the lesson speaks of.
func TestRaincheckOdds(t *testing.T) {
	at := rain(t)
	t.Run("10 and 11: Hank has the Hit two times in three, the top of the river is it one time in six", func(t *testing.T) {
		all := raincheck.SetOf(raincheck.Hit, raincheck.Beartrap, raincheck.Blank, raincheck.Battery)
		seen := raincheck.SetOf(raincheck.Hit, raincheck.Battery) // in round 2, when he had lost one card
		worlds, holds := 0, 0
		for first := range raincheck.Card(4) {
			for second := range raincheck.Card(4) {
				if first == second || seen.Has(first) {
					continue
				}
				left := all &^ raincheck.SetOf(first, second)
				if !at(10).Possible([2]raincheck.Set{all, left}) {
					t.Errorf("the view says that Hank cannot have %v", left.Append(nil))
				}
				worlds++
				if left.Has(raincheck.Hit) {
					holds++
				}
			}
		}
		if holds*3 != worlds*2 {
			t.Errorf("Hank has the Hit in %d of %d worlds; want two thirds", holds, worlds)
		}
		// In the other third it is one of the river's two cards, in either place alike.
		if at(10).InRiver() != 2 || at(10).Stacked(1) != 1 || at(11).Stacked(1) != 1 || at(11).Stacked(0) != 0 {
			t.Errorf("river %d, Hank's stack %d", at(10).InRiver(), at(10).Stacked(1))
		}
	})
}

func TestReadRules(t *testing.T) {
	rules := texas.Rules{}
	for name, markdown := range map[string]string{
		"rules without a section for the game are refused": "# Rules\n\n## Whist (`whist`)\n\n### Cards\n- **W1** Cards.\n",
		"a section without numbered rules is refused":      "## Texas (`texas`), 3 to 6 players\n\n### Cards\n- Cards.\n",
		"a number that stands twice is refused":            "## Texas (`texas`), 3 to 6 players\n\n### Cards\n- **T1** Cards.\n- **T1** More cards.\n",
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := readRules(markdown, rules); err == nil {
				t.Error("no error")
			}
		})
	}
}
