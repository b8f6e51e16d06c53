package texas_test

import "testing"

// TestARefusalTellsASeatNothingThatItMayNotKnow has the positions in which the
// state's own refusals list another seat's cards.
func TestARefusalTellsASeatNothingThatItMayNotKnow(t *testing.T) {
	m := match3(t, nil)
	for _, c := range []struct {
		seat  int
		event string
		want  string // "" if it is accepted
	}{
		{0, "play 12", "play 12: T5: the first trick of a hand is opened with the starting card; legal: play 11"},
		{1, "play 11", "play 11: T4: it is not your turn but that of seat 0"},
		{0, "deal", "deal: T12: a deal comes when every card of the hand has been played; legal: play 11"},
		{0, "play 11", ""},
		{0, "play 12", "play 12: T4: it is not your turn but that of seat 1"},
	} {
		before := len(m.Events())
		err := m.Act(c.seat, c.event)
		switch {
		case c.want == "" && (err != nil || len(m.Events()) != before+1):
			t.Errorf("seat %d, %s: %v", c.seat, c.event, err)
		case c.want != "" && (err == nil || err.Error() != c.want || len(m.Events()) != before):
			t.Errorf("seat %d, %s:\n%v\nwant %s", c.seat, c.event, err, c.want)
		}
	}
	fresh := play(t, "3 players")
	if err := fresh.Act(0, "deal"); err == nil || err.Error() != "deal: T3: the cards must be dealt first" {
		t.Errorf("a seat deals: %v", err)
	}
}
