package term

import (
	"bytes"
	"slices"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
)

func TestEnergyThatABeartrapCouldTakeIsRedAndWhatTwoCouldTakeYellow(t *testing.T) {
	for n := range fullEnergy + 1 {
		want := good
		switch n {
		case 0, 1, 2, 3:
			want = bad
		case 4, 5, 6:
			want = careful
		}
		if got := energyStyle(n); got.GetForeground() != want.GetForeground() {
			t.Errorf("energy %d is %v; want %v", n, got.GetForeground(), want.GetForeground())
		}
	}
}

func TestNumbersToChooseFromAreSaidInWords(t *testing.T) {
	for want, numbers := range map[string][]int{
		"3": {3}, "2 or 3": {2, 3}, "anything from 2 to 4": {2, 3, 4}, "anything from 2 to 8": {2, 3, 4, 5, 6, 7, 8},
	} {
		if got := span(numbers); got != want {
			t.Errorf("%v are said as %q; want %q", numbers, got, want)
		}
	}
}

// headOf is the first line that is told of a game for two with these options.
func headOf(t *testing.T, rules game.Rules, options game.Options) string {
	t.Helper()
	s, err := rules.New(2, options)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	out := newScreen(&b, 80, colorprofile.NoTTY)
	NewTeller(out, rules, options).Tell(s)
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	line, _, _ := bytes.Cut(b.Bytes(), []byte("\n"))
	return string(line)
}

func TestTheOptionsOfATableAreToldFirst(t *testing.T) {
	rules := raincheck.Rules{}
	for want, head := range map[string]string{
		"Showdown (Raincheck)": headOf(t, rules, nil),
		"Showdown (Raincheck): Seat 0 begins, as the table has chosen": headOf(t, rules, game.Options{"first": 0}),
		"Showdown (Raincheck): Seat 1 begins, as the table has chosen": headOf(t, rules, game.Options{"first": 1}),
		"A new game: first=1": headOf(t, newcomer{rules}, game.Options{"first": 1}),
	} {
		if head != want {
			t.Errorf("the head is %q; want %q", head, want)
		}
	}
}

// cardsOf counts how often each card is named, as a chip.
func cardsOf(text string) []int {
	n := make([]int, len(raincheckFills))
	for c := range n {
		card := raincheck.Card(c)
		n[c] = bytes.Count([]byte(text), []byte("["+card.String()+" "+card.Name()+"]"))
	}
	return n
}

func TestWhereARoundOfRaincheckStopsAllEightCardsAreShown(t *testing.T) {
	s, err := raincheck.Rules{}.New(2, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, event := range []string{
		"start 0", "stack A", "stack K", "stack Q", "bet 1", "bet 2", "bet 3", "fold", "flip own", "flip opp", "flip opp",
		"lose 3", "river 3", "stack Q", "stack K", "bet 1",
	} {
		if err := s.Apply(event); err != nil {
			t.Fatal(event, err)
		}
		var b bytes.Buffer
		out := newScreen(&b, 80, colorprofile.NoTTY)
		teller := &raincheckTeller{out: out, now: *s.(*raincheck.State)}
		teller.cards()
		if err := out.Flush(); err != nil {
			t.Fatal(err)
		}
		want := []int{2, 2, 2, 2}
		for _, f := range teller.now.Flipped() {
			if teller.now.Phase() == raincheck.Flipping {
				want[f.Card]-- // it lies open, and its flip has been told
			}
		}
		if got := cardsOf(b.String()); !slices.Equal(got, want) {
			t.Errorf("after %s cards are shown %v times; want %v:\n%s", event, got, want, b.String())
		}
	}
}
