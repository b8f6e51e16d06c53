package audit_test

import (
	"strings"
	"testing"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
	"github.com/saloon-games/saloon/internal/audit"
	"github.com/saloon-games/saloon/record"
)

// played is the record of a game dealt with seeds, in which everybody makes the first
// legal move.
func played(t *testing.T, name string, players int) *record.Record {
	t.Helper()
	rules, err := catalog.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := game.NewMatch(rules, players, nil)
	if err != nil {
		t.Fatal(err)
	}
	seed := fair.Seed{7}
	proof := fair.Proof{Table: "table", Commitment: seed.Commit(), ServerSeed: seed, ClientSeeds: make([][]byte, players)}
	for m.State().Turn() != game.Over {
		s := m.State()
		word := ""
		if s.Turn() == game.Chance {
			stream, err := proof.Stream(uint64(s.Ply()) + 1)
			if err != nil {
				t.Fatal(err)
			}
			draw := make([]uint8, s.Draw().Take)
			fair.Draw(stream, draw, s.Draw().Of)
			word = s.Outcome(draw)
		} else {
			word = s.Word(s.Legal(nil)[0])
		}
		if err := m.Apply(word); err != nil {
			t.Fatal(err)
		}
	}
	rec := record.Of(m)
	if err := rec.SetField("fair", proof); err != nil {
		t.Fatal(err)
	}
	return rec
}

func TestShufflesThatTheSeedsMakeAreFoundRight(t *testing.T) {
	for name, players := range map[string]int{"texas": 3, "raincheck": 2} {
		report, err := audit.Shuffles(played(t, name, players))
		if err != nil || len(report.Deals) == 0 {
			t.Fatalf("%s: %d deals, %v", name, len(report.Deals), err)
		}
		for i := range report.Deals {
			if d := &report.Deals[i]; !d.OK() {
				t.Errorf("%s: event %d is %s, and the seeds make %s", name, d.Event, d.Was, d.Want)
			}
		}
	}
}

func TestShufflesOfOtherSeedsAreFoundWrong(t *testing.T) {
	rec := played(t, "texas", 4)
	other := fair.Seed{8}
	proof := fair.Proof{Table: "table", Commitment: other.Commit(), ServerSeed: other, ClientSeeds: make([][]byte, 4)}
	if err := rec.SetField("fair", proof); err != nil {
		t.Fatal(err)
	}
	report, err := audit.Shuffles(rec)
	if err != nil || len(report.Deals) == 0 || report.Deals[0].OK() {
		t.Errorf("%+v, %v", report.Deals, err)
	}
	proof.ClientSeeds = proof.ClientSeeds[:3]
	if err := rec.SetField("fair", proof); err != nil {
		t.Fatal(err)
	}
	if _, err := audit.Shuffles(rec); err == nil || !strings.Contains(err.Error(), "3 client seeds for 4 seats") {
		t.Errorf("a seed is missing: %v", err)
	}
}
