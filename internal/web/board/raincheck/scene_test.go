package raincheck_test

import (
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/gametest"
	rules "github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/board"
	"github.com/saloon-games/saloon/internal/web/board/raincheck"
)

// lookers are all who may look at a table.
var lookers = []int{0, 1, game.Spectator}

// events returns the events of a random game, the same for the same seed.
func events(t testing.TB, seed uint64) []string {
	t.Helper()
	rec, err := gametest.Random(rules.Rules{}, 2, nil, seed)
	if err != nil {
		t.Fatal(err)
	}
	return rec.Events()
}

// play is a game in progress and who made its events.
type play struct {
	*game.Match
	made []house.Made
}

func begin(t testing.TB) *play {
	t.Helper()
	m, err := game.NewMatch(rules.Rules{}, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &play{Match: m}
}

// follow carries out an event, and every eleventh one by the clock.
func (p *play) follow(event string) error {
	made := house.Made{Seat: game.Spectator, By: house.ByChance}
	if seat, ok := p.State().Turn().Seat(); ok {
		made = house.Made{Seat: seat, By: house.ByPerson}
		if len(p.made)%11 == 10 {
			made.By = house.ByClock
		}
	}
	if err := p.Apply(event); err != nil {
		return err
	}
	p.made = append(p.made, made)
	return nil
}

// sight is what somebody sees of the game now, with controls for seats.
func (p *play) sight(you int) *board.Sight {
	s := &board.Sight{
		Scene: house.Scene{
			ID: "x", Game: "raincheck", Phase: house.Playing, You: you, Number: 1, Ply: len(p.made),
			Turn: game.Spectator, Moves: p.made, View: p.View(you),
			Seats: []house.Seat{{Name: "Nova", Taken: true}, {Name: "Dusty", Taken: true}},
		},
	}
	if you != game.Spectator {
		s.Act, s.Next = "/t/x/act", "/t/x/next"
	}
	switch turn := p.State().Turn(); turn {
	case game.Over:
		s.Phase = house.Over
	case game.Chance:
		if p.State().(*rules.State).Phase() == rules.Losing {
			s.Resume = time.UnixMilli(1_900_000_000_000)
		}
	default:
		s.Turn = int(turn)
	}
	return s
}

// at returns the game after events that are separated by semicolons.
func at(t testing.TB, list string) *play {
	t.Helper()
	p := begin(t)
	for event := range strings.SplitSeq(list, "; ") {
		if err := p.follow(event); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// parts returns the HTML of all parts by id.
func parts(t testing.TB, s *board.Sight) map[string]string {
	t.Helper()
	html := map[string]string{}
	for _, part := range raincheck.New().Parts() {
		html[part.ID] = string(part.Draw(nil, s))
	}
	return html
}

// page returns the HTML of all parts in their order.
func page(t testing.TB, s *board.Sight) string {
	t.Helper()
	var b []byte
	for _, part := range raincheck.New().Parts() {
		b = part.Draw(b, s)
	}
	return string(b)
}

// moments returns some random games at every ply, as everybody sees them who looks.
// Where a test fails at one it ends there and says which.
func moments(t *testing.T) iter.Seq2[*play, *board.Sight] {
	t.Helper()
	return func(yield func(*play, *board.Sight) bool) {
		for seed := range uint64(4) {
			p := begin(t)
			for i, event := range events(t, seed) {
				if err := p.follow(event); err != nil {
					t.Fatal(err)
				}
				for _, you := range lookers {
					if !yield(p, p.sight(you)) {
						return
					}
				}
				if t.Failed() {
					t.Fatalf("game %d after event %d, %s", seed, i+1, event)
				}
			}
		}
	}
}
