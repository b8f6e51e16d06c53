package record_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
	"github.com/saloon-games/saloon/record"
)

// fairGame plays a whole game whose chance events are drawn as the proof says and
// whose decisions are random, and returns its record with the proof in it.
func fairGame(t *testing.T, rules game.Rules, players int, options game.Options, proof fair.Proof, seed uint64) *record.Record {
	t.Helper()
	m, err := game.NewMatch(rules, players, options)
	if err != nil {
		t.Fatal(err)
	}
	choice := fair.NewRand(seed)
	for s := m.State(); s.Turn() != game.Over; {
		var event string
		if moves := s.Legal(nil); len(moves) > 0 {
			event = s.Word(moves[choice.Below(len(moves))])
		} else {
			stream, err := proof.Stream(uint64(s.Ply()) + 1)
			if err != nil {
				t.Fatal(err)
			}
			draw := make([]uint8, s.Draw().Take)
			fair.Draw(stream, draw, s.Draw().Of)
			event = s.Outcome(draw)
		}
		if err := m.Apply(event); err != nil {
			t.Fatal(err)
		}
	}
	rec := record.Of(m)
	if err := rec.SetField("fair", proof); err != nil {
		t.Fatal(err)
	}
	return rec
}

// TestAGameDealtByTheFairSchemeIsFoundRightByAnIndependentProgram plays games of
// every kind with the engines and lets a program in another language, which knows
// docs/fairness.md and none of this code, repeat every shuffle.
func TestAGameDealtByTheFairSchemeIsFoundRightByAnIndependentProgram(t *testing.T) {
	var server fair.Seed
	copy(server[:], "thirty-two bytes, and not one more")
	checked := 0
	for _, rules := range catalog.All() {
		least, most := rules.Seats()
		for players := least; players <= most; players++ {
			proof := fair.Proof{Table: "K7QX", Commitment: server.Commit(), ServerSeed: server}
			for seat := range players {
				proof.ClientSeeds = append(proof.ClientSeeds, []byte(strings.Repeat("seed", seat)))
			}
			rec := fairGame(t, rules, players, nil, proof, uint64(players))
			if out, err := checkFair(t, rec); err != nil {
				t.Errorf("%s with %d players: %v\n%s", rules.Name(), players, err, out)
			}
			checked++
		}
	}
	if checked < 5 {
		t.Errorf("only %d kinds of table were checked", checked)
	}
}

// TestAnIndependentProgramRefusesAGameDealtWithAnotherSeed makes sure that the
// test above can fail.
func TestAnIndependentProgramRefusesAGameDealtWithAnotherSeed(t *testing.T) {
	for _, rules := range catalog.All() {
		players, _ := rules.Seats()
		server := fair.Seed{1}
		proof := fair.Proof{Table: "K7QX", Commitment: server.Commit(), ServerSeed: server}
		proof.ClientSeeds = make([][]byte, players)
		rec := fairGame(t, rules, players, nil, proof, 1)
		other := fair.Seed{2}
		proof.ServerSeed, proof.Commitment = other, other.Commit()
		if err := rec.SetField("fair", proof); err != nil {
			t.Fatal(err)
		}
		if out, err := checkFair(t, rec); err == nil {
			t.Errorf("%s: a game dealt with another seed was found right: %s", rules.Name(), out)
		}
	}
}

// checkFair writes the record to a file and runs the independent program on it.
func checkFair(t *testing.T, rec *record.Record) (string, error) {
	t.Helper()
	line, err := rec.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "game.saloon.json")
	if err := os.WriteFile(path, line, 0o600); err != nil {
		t.Fatal(err)
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Fatal("this test runs a Python program: install python3 (make setup does)")
	}
	out, err := exec.Command(python, filepath.Join("..", "fair", "testdata", "check_fair.py"), path).CombinedOutput()
	return string(out), err
}
