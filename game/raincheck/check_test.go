package raincheck_test

import (
	"testing"

	"github.com/saloon-games/saloon/game"
)

// TestARefusalTellsASeatNothingThatItMayNotKnow has the positions in which the
// state's own refusals list cards of the other player.
func TestARefusalTellsASeatNothingThatItMayNotKnow(t *testing.T) {
	const flipped = "start 0; stack A; stack K; bet 1; fold; flip own"
	for _, c := range []struct {
		events string
		seat   int
		event  string
		want   string // "" if it is accepted
	}{
		{"", 0, "start 0", "start 0: S4: chance says first who begins the first round"},
		{"start 0", 0, "stack A", ""},
		{"start 0", 0, "bet 1", "bet 1: S5: seat 0 must stack a card on its first turn of a round; legal: stack A, stack 3, stack K, stack Q"},
		{"start 0", 1, "stack A", "stack A: S5: it is not your turn but that of seat 0"},
		{"start 0; stack A; stack K; bet 1", 0, "fold", "fold: S9: it is not your turn but that of seat 1"},
		{"start 0; stack A; stack K; bet 1; fold", 1, "flip own", "flip own: S10: it is not your turn but that of seat 0"},
		{flipped, 1, "stack 3", "stack 3: S17: seat 0 has lost the round and loses one of its cards at random"},
		{flipped, 0, "lose 3", "lose 3: S17: seat 0 has lost the round and loses one of its cards at random"},
		{flipped + "; lose 3", 1, "fold", "fold: S18: the river is shuffled, all of its cards and no others"},
		{flipped + "; lose 3; river 3", 0, "fold", "fold: S5: it is not your turn but that of seat 1"},
		{flipped + "; lose 3; river 3; stack K", 0, "stack 3", "stack 3: S5: seat 0 does not hold 3; legal: stack A, stack K, stack Q"},
	} {
		m := watched(t, nil, c.events)
		before := len(m.Events())
		err := m.Act(c.seat, c.event)
		switch {
		case c.want == "" && (err != nil || len(m.Events()) != before+1):
			t.Errorf("after %q seat %d, %s: %v", c.events, c.seat, c.event, err)
		case c.want != "" && (err == nil || err.Error() != c.want || len(m.Events()) != before):
			t.Errorf("after %q seat %d, %s:\n%v\nwant %s", c.events, c.seat, c.event, err, c.want)
		}
	}
	m := watched(t, nil, "start 0")
	for _, nobody := range []int{game.Spectator, 2} {
		if err := m.Act(nobody, "stack A"); err == nil || len(m.Events()) != 1 {
			t.Errorf("seat %d acts: %v", nobody, err)
		}
	}
}
