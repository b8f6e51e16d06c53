package replay_test

import (
	"bytes"
	"testing"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/game/texas"
	"github.com/saloon-games/saloon/record"
)

// table is the table's id in all games of these tests.
const table = "K7QX-träge"

// proofOf makes the seeds of a game. Every other seat has none, as a bot.
func proofOf(players int, number uint64) fair.Proof {
	src := fair.NewRand(number)
	p := fair.Proof{Table: table}
	for i := range p.ServerSeed {
		p.ServerSeed[i] = byte(src.Below(256))
	}
	p.Commitment = p.ServerSeed.Commit()
	for seat := range players {
		seed := []byte{}
		if seat%2 == 0 {
			for range 16 + src.Below(49) {
				seed = append(seed, byte(src.Below(256)))
			}
		}
		p.ClientSeeds = append(p.ClientSeeds, seed)
	}
	return p
}

// play plays a game with random moves and fair shuffles, and returns its record.
func play(t *testing.T, rules game.Rules, players int, options game.Options, number uint64) *record.Record {
	t.Helper()
	m, err := game.NewMatch(rules, players, options)
	if err != nil {
		t.Fatal(err)
	}
	proof := proofOf(players, number)
	moves := fair.NewRand(fair.Derive(number, 1))
	for m.State().Turn() != game.Over {
		s := m.State()
		var event string
		if s.Turn() == game.Chance {
			stream, err := proof.Stream(uint64(s.Ply()) + 1)
			if err != nil {
				t.Fatal(err)
			}
			draw := make([]uint8, s.Draw().Take)
			fair.Draw(stream, draw, s.Draw().Of)
			event = s.Outcome(draw)
		} else {
			legal := s.Legal(nil)
			event = s.Word(legal[moves.Below(len(legal))])
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

// games plays some games of each kind, at all numbers of seats in turn.
func games(t *testing.T, each int) []*record.Record {
	t.Helper()
	var list []*record.Record
	for i := range uint64(each) {
		list = append(list, play(t, texas.Rules{}, 3+int(i%4), nil, 100*i))
		options := game.Options(nil)
		if i%3 == 1 {
			options = game.Options{"first": int(i % 2)}
		}
		list = append(list, play(t, raincheck.Rules{}, 2, options, 100*i+7))
	}
	return list
}

// changed is a record of which some text has been replaced, once.
func changed(t *testing.T, rec *record.Record, from, to string) *record.Record {
	t.Helper()
	data, err := rec.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(data, []byte(from)) {
		t.Fatalf("the record lacks %s", from)
	}
	other, err := record.Parse(bytes.Replace(data, []byte(from), []byte(to), 1))
	if err != nil {
		t.Fatal(err)
	}
	return other
}
