package gametest_test

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/gametest"
)

func TestTheBatteryReportsViewsThatDisagreeWithTheState(t *testing.T) {
	const check = "a view agrees"
	reports(t, []planted{
		{"another turn", check, "Turn of the view", bent{viewTurn: func(v game.View) game.Turn {
			return -v.Turn()
		}}},
		{"moves of another seat", check, "Legal of the view that spectators are shown is [pass bet]", bent{viewLegal: func(v game.View) []game.Move {
			if v.Turn() < 0 {
				return nil
			}
			return []game.Move{pass, bet}
		}}},
		{"a move that is not legal", check, `"", checked by the view`, bent{viewCheck: func(v game.View, event string) error {
			if event == "" {
				return nil
			}
			return v.Check(event)
		}}},
		{"no legal move", check, "is refused by the view", bent{viewCheck: func(_ game.View, event string) error {
			return &game.Error{What: event, Rule: "H3", Why: "no"}
		}}},
		{"a refusal that tells what another seat may do", check, "as what is legal", bent{viewCheck: func(v game.View, event string) error {
			if int(v.Turn()) == v.Seat() {
				return v.Check(event)
			}
			return &game.Error{What: event, Rule: "H3", Why: "no", Legal: []string{"bet"}}
		}}},
		{"an event forgotten", check, "the number of Events", bent{viewEvents: func(v *view) []string {
			return v.View.Events()[min(1, v.Ply()):]
		}}},
		{"the same event always", check, "the last of Events", bent{viewEvents: func(v *view) []string {
			return slices.Repeat([]string{"bet"}, v.Ply())
		}}},
		{"other options", check, "Options of the view", bent{viewOptions: func(game.View) game.Options {
			return game.Options{"rounds": 100}
		}}},
		{"JSON that is none", check, "JSON's validity", bent{marshal: func(*view) ([]byte, error) {
			return nil, errors.New("no ink")
		}}},
		{"another ply in the JSON", check, "JSON's common fields", bent{marshal: func(v *view) ([]byte, error) {
			line, err := v.View.MarshalJSON()
			return regexp.MustCompile(`"ply":\d+`).ReplaceAll(line, []byte(`"ply":0`)), err
		}}},
	})
}

func TestTheBatteryReportsViewsThatTakeInWhatCannotBe(t *testing.T) {
	const check = "a view refuses"
	reports(t, []planted{
		{"nonsense", check, `"nonsense" and then`, bent{observe: func(v *view, told string, next game.Turn) error {
			if told == "nonsense" {
				return nil
			}
			return v.View.Observe(told, next)
		}}},
		{"what another seat was told", check, "is not refused", bent{observe: func(v *view, told string, next game.Turn) error {
			if i := strings.Index(told, "/?"); i > 0 && v.Seat() == game.Spectator {
				told = "deal ?" + strings.Repeat("/?", strings.Count(told, "/"))
			}
			return v.View.Observe(told, next)
		}}},
		{"any turn", check, "and then seat 2", bent{observe: func(v *view, told string, next game.Turn) error {
			if next > 1 {
				next = 0
			}
			return v.View.Observe(told, next)
		}}},
		{"one more event after the end", check, "and then over", bent{observe: func(v *view, told string, next game.Turn) error {
			if v.Turn() == game.Over && told == v.Events()[v.Ply()-1] {
				return nil
			}
			return v.View.Observe(told, next)
		}}},
		{"a refusal that leaves a trace", check, "changed by what it refused", bent{observe: func(v *view, told string, next game.Turn) error {
			err := v.View.Observe(told, next)
			if err != nil {
				v.notes = append(v.notes, told)
			}
			return err
		}, marshal: withNotes}},
	})
}

// withNotes is the JSON of a view with its notes, which is no JSON but can be
// compared.
func withNotes(v *view) ([]byte, error) {
	line, err := v.View.MarshalJSON()
	return fmt.Append(line, v.notes), err
}

func TestTheBatteryReportsViewsWhoseClonesShare(t *testing.T) {
	const check = "a view's clone"
	observe := func(v *view, told string, next game.Turn) error {
		v.notes = append(v.notes, told)
		return v.View.Observe(told, next)
	}
	reports(t, []planted{
		{"a clone that is its original", check, "has been changed with its clone", bent{viewClone: func(v *view) game.View {
			return v
		}}},
		// The notes of original and clone grow in the same array.
		{"a clone with the original's list", check, "has been changed by another", bent{viewClone: func(v *view) game.View {
			return &view{v.View.Clone(), v.bent, v.notes}
		}, observe: observe, marshal: withNotes}},
		{"a view that does not take in what happens", check, "does not take in", bent{observe: func(v *view, told string, next game.Turn) error {
			if v.Ply() > 5 {
				return &game.Error{What: told, Rule: "H3", Why: "enough"}
			}
			return v.View.Observe(told, next)
		}}},
	})
}

func TestTheBatteryReportsViewsThatAreNotWhatTheirJSONSays(t *testing.T) {
	const check = "a view written"
	events := regexp.MustCompile(`"events":\[[^]]*\]`)
	reports(t, []planted{
		{"a view that forgets", check, "is another after event", bent{marshal: func(v *view) ([]byte, error) {
			line, err := v.View.MarshalJSON()
			return events.ReplaceAll(line, []byte(`"events":[]`)), err
		}}},
		{"a view that cannot be read", check, "cannot be read", bent{unmarshal: func(*view, []byte) error {
			return errors.New("illegible")
		}}},
		{"a view that does not go on", check, "does not go on", bent{unmarshal: func(v *view, data []byte) error {
			v.notes = []string{"read"}
			return v.View.UnmarshalJSON(data)
		}, observe: func(v *view, told string, next game.Turn) error {
			if v.notes != nil {
				return &game.Error{What: told, Rule: "H3", Why: "enough"}
			}
			return v.View.Observe(told, next)
		}}},
		{"a view that remembers what its JSON does not say", check, "is another after event", bent{observe: func(v *view, told string, next game.Turn) error {
			v.notes = append(v.notes, told)
			return v.View.Observe(told, next)
		}, marshal: func(v *view) ([]byte, error) {
			line, err := v.View.MarshalJSON()
			if v.Turn() == game.Over {
				line = bytes.Replace(line, []byte("{"), fmt.Appendf(nil, `{"notes":%d,`, len(v.notes)), 1)
			}
			return line, err
		}}},
	})
}

const secrets = "what a seat cannot see"

func TestTheBatteryReportsAViewThatHoldsWhatItsSeatWasNotTold(t *testing.T) {
	var dealt game.State // of the match that was made last
	reports(t, []planted{
		{"another's card", secrets, "tells what they cannot know", bent{new: func(players int, options game.Options) (game.State, error) {
			s, err := (&bent{}).rules().New(players, options)
			dealt = s
			return s, err
		}, newView: func(players int, options game.Options, seat int) (game.View, error) {
			v, err := (&bent{}).rules().NewView(players, options, seat)
			secret := dealt
			return &view{View: v, bent: &bent{marshal: func(v *view) ([]byte, error) {
				line, err := v.View.MarshalJSON()
				if strings.HasPrefix(secret.Last(), "deal") {
					line = append(line, secret.Last()...)
				}
				return line, err
			}}}, err
		}}},
	})
}

func TestTheBatteryReportsALeakOfAnotherSeatsHand(t *testing.T) {
	seesNext := bent{told: func(s game.State, seat int) string {
		// Seat 1 sees the card of seat 0 too.
		told, card := s.Told(seat), ""
		if _, err := fmt.Sscanf(s.Last(), "deal %1s", &card); err == nil && seat == 1 {
			told = strings.Replace(told, "?", card, 1)
		}
		return told
	}, observe: func(v *view, told string, next game.Turn) error {
		if i := strings.Index(told, "/"); i > 0 && v.Seat() == 1 {
			told = "deal ?" + told[i:]
		}
		return v.View.Observe(told, next)
	}}
	_, err := gametest.Find(secrets, &seesNext, gametest.Options{Alternatives: otherDeals})
	if err == nil || !strings.Contains(err.Error(), "which are to look the same") {
		t.Errorf("the battery reports %v", err)
	}
}

// otherDeals says that of a deal a seat sees no card but its own.
func otherDeals(src *fair.Rand, s game.State, events []string, i, seat int) []string {
	var deals []string
	for range 20 {
		draw := make([]uint8, s.Draw().Take)
		fair.Draw(src, draw, s.Draw().Of)
		deal := s.Outcome(draw)
		if seat == game.Spectator || deal != "" && deal[5+2*seat] == events[i][5+2*seat] {
			deals = append(deals, deal)
		}
	}
	return deals
}

func TestTheBatteryReportsThatTooLittleIsHiddenToProveAnything(t *testing.T) {
	// Everybody is told everything but for a part that hides nothing.
	open := bent{told: func(s game.State, seat int) string {
		if told := s.Last(); strings.HasPrefix(told, "deal") {
			return told + "/?"
		}
		return s.Told(seat)
	}, observe: func(v *view, told string, next game.Turn) error {
		if cards, ok := strings.CutPrefix(told, "deal "); ok {
			list := strings.Split(strings.TrimSuffix(cards, "/?"), "/")
			for seat := range list {
				if seat != v.Seat() {
					list[seat] = "?"
				}
			}
			told = "deal " + strings.Join(list, "/")
		}
		return v.View.Observe(told, next)
	}}
	_, err := gametest.Find(secrets, &open, gametest.Options{})
	if err == nil || !strings.Contains(err.Error(), "too seldom to prove anything") {
		t.Errorf("the battery reports %v", err)
	}
}

func TestTheBatteryReportsABrokenInvariant(t *testing.T) {
	_, err := gametest.Find("random games", &bent{}, gametest.Options{Invariant: func(s game.State) error {
		if s.Ply() == 3 {
			return errors.New("a card is gone")
		}
		return nil
	}})
	want := []string{"a card is gone\n\tseed ", ", after event 3 of\n\t", `{"format":"saloon-record/1","game":"highcard","players":`}
	for _, w := range want {
		if err == nil || !strings.Contains(err.Error(), w) {
			t.Errorf("the battery reports %v; want %q", err, w)
		}
	}
}
