package game_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

func newMatch(t *testing.T, events ...string) *game.Match {
	t.Helper()
	m, err := game.NewMatch(texas.Rules{}, 3, game.Options{"target": 15, "hands": 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if err := m.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func TestAMatchKnowsItsTable(t *testing.T) {
	m := newMatch(t)
	if m.Rules().Name() != "texas" || m.Players() != 3 || len(m.Events()) != 0 || m.State().Ply() != 0 {
		t.Errorf("%s for %d, events %q, ply %d", m.Rules().Name(), m.Players(), m.Events(), m.State().Ply())
	}
	if diff := cmp.Diff(game.Options{"hands": 2}, m.Options()); diff != "" { // without the default
		t.Errorf("options (-want +got):\n%s", diff)
	}
	for seat := game.Spectator; seat < 3; seat++ {
		v := m.View(seat)
		if v.Seat() != seat || v.Players() != 3 || v.Turn() != game.Chance || len(v.Events()) != 0 {
			t.Errorf("the view of %d is of %d, next %v, events %q", seat, v.Seat(), v.Turn(), v.Events())
		}
		if diff := cmp.Diff(game.Options{"hands": 2}, v.Options()); diff != "" {
			t.Errorf("options (-want +got):\n%s", diff)
		}
	}
}

func TestAMatchTellsEverybodyWhatTheyMayKnow(t *testing.T) {
	m := newMatch(t, deal3, "play 11", "play 56", "play 31", "opener 2")
	if diff := cmp.Diff([]string{deal3, "play 11", "play 56", "play 31", "opener 2"}, m.Events()); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	hands := strings.Split(strings.TrimPrefix(deal3, "deal "), "/")
	for seat := game.Spectator; seat < 3; seat++ {
		shown := []string{"?", "?", "?"}
		if seat >= 0 {
			shown[seat] = hands[seat]
		}
		v := m.View(seat)
		want := []string{"deal " + strings.Join(shown, "/"), "play 11", "play 56", "play 31", "opener 2"}
		if diff := cmp.Diff(want, v.Events()); diff != "" {
			t.Errorf("seat %d (-want +got):\n%s", seat, diff)
		}
		if v.Ply() != 5 || v.Turn() != 2 {
			t.Errorf("seat %d: ply %d, next %v", seat, v.Ply(), v.Turn())
		}
	}
}

func TestARefusedEventChangesNothingInAMatch(t *testing.T) {
	m := newMatch(t, deal3, "play 11")
	before := everything(t, m)
	for _, event := range []string{"", "play 12", "play 11", "opener 1", deal3, "play 21 "} {
		err := m.Apply(event)
		var e *game.Error
		if !errors.As(err, &e) || e.What != event {
			t.Errorf("%q: %v", event, err)
		}
		if diff := cmp.Diff(before, everything(t, m)); diff != "" {
			t.Errorf("%q changed something (-before +after):\n%s", event, diff)
		}
	}
}

func TestTheCopyOfAViewIsTheCallersOwn(t *testing.T) {
	m := newMatch(t, deal3, "play 11")
	before := everything(t, m)
	for seat := game.Spectator; seat < 3; seat++ {
		if err := m.View(seat).Observe("play 21", 2); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(before, everything(t, m)); diff != "" {
		t.Errorf("watching with a copy changed the match (-before +after):\n%s", diff)
	}
	watching := m.View(1)
	if err := m.Apply("play 29"); err != nil {
		t.Fatal(err)
	}
	if watching.Ply() != 2 || m.View(1).Ply() != 3 {
		t.Errorf("the copy is at ply %d, the match's view at %d", watching.Ply(), m.View(1).Ply())
	}
}

// everything is all that a match shows to anybody.
func everything(t *testing.T, m *game.Match) []string {
	t.Helper()
	all := append([]string{string(m.State().AppendJSON(nil)), m.State().Last()}, m.Events()...)
	for seat := game.Spectator; seat < m.Players(); seat++ {
		text, err := m.View(seat).MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(text))
	}
	return all
}

func TestAMatchThatTheRulesDoNotKnowIsRefused(t *testing.T) {
	_, err := game.NewMatch(texas.Rules{}, 2, nil)
	checkRefused(t, err, "players=2: T3: Texas Showdown is for 3, 4, 5 or 6 players")
	_, err = game.NewMatch(texas.Rules{}, 3, game.Options{"target": 0})
	checkRefused(t, err, "target=0: T15: want a whole number from 1 to 200")
}

// brokenRules are those of a game that does not keep to package game's contract.
type brokenRules struct {
	texas.Rules
	newErr, viewErr error
	doubting        bool // its views refuse everything
}

func (r brokenRules) New(players int, options game.Options) (game.State, error) {
	if r.newErr != nil {
		return nil, r.newErr
	}
	return r.Rules.New(players, options)
}

func (r brokenRules) NewView(players int, options game.Options, seat int) (game.View, error) {
	if r.viewErr != nil && seat == game.Spectator {
		return nil, r.viewErr
	}
	v, err := r.Rules.NewView(players, options, seat)
	if r.doubting {
		v = doubtingView{v}
	}
	return v, err
}

type doubtingView struct{ game.View }

func (doubtingView) Observe(string, game.Turn) error { return errors.New("hard to believe") }

func TestAMatchWithoutAStateOrAViewIsNone(t *testing.T) {
	sorry := errors.New("sorry")
	for _, rules := range []game.Rules{brokenRules{newErr: sorry}, brokenRules{viewErr: sorry}} {
		if m, err := game.NewMatch(rules, 3, nil); !errors.Is(err, sorry) || m != nil {
			t.Errorf("%v, %v", m, err)
		}
	}
}

func TestAViewThatDoubtsWhatItsSeatWasToldIsAFaultOfTheGame(t *testing.T) {
	m, err := game.NewMatch(brokenRules{doubting: true}, 3, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		const want = "game: a view refused what its seat was told: hard to believe"
		if got := fmt.Sprint(recover()); got != want {
			t.Errorf("panicked with %s, want %s", got, want)
		}
	}()
	err = m.Apply(deal3)
	t.Errorf("the deal was carried out: %v", err)
}
