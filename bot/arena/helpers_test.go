package arena_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"testing"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/bot/arena"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
	"github.com/saloon-games/saloon/record"
)

func rules(t testing.TB, name string) game.Rules {
	t.Helper()
	r, err := catalog.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// config compares two levels.
func config(t testing.TB, name string, players, deals int, test, field string) arena.Config {
	t.Helper()
	r := rules(t, name)
	return arena.Config{
		Table: arena.Table{Rules: r, Players: players, Deals: deals, Seed: 1},
		Test:  arena.Level(test, r), Field: arena.Level(field, r),
	}
}

// run compares the bots and returns the records, too.
func run(t testing.TB, c arena.Config) (*arena.Result, []kept) {
	t.Helper()
	var lines bytes.Buffer
	c.Records = &lines
	r, err := arena.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return r, read(t, &lines)
}

// kept is a record and what the arena has added to it.
type kept struct {
	*record.Record
	bots []string
	deal int
}

func read(t testing.TB, r io.Reader) (list []kept) {
	t.Helper()
	in := record.NewReader(r)
	for {
		rec, err := in.Read()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		k := kept{Record: rec}
		bots, _ := rec.Field("bots")
		deal, _ := rec.Field("deal")
		if err := errors.Join(json.Unmarshal(bots, &k.bots), json.Unmarshal(deal, &k.deal), rec.Check()); err != nil {
			t.Fatal(err)
		}
		list = append(list, k)
	}
}

// chances are the events of chance of a record.
func (k *kept) chances(t testing.TB) (list []string) {
	t.Helper()
	turn := game.Over
	err := k.Walk(func(s game.State) error {
		if turn == game.Chance {
			list = append(list, s.Last())
		}
		turn = s.Turn()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// playerFunc is a player of one function.
type playerFunc func(ctx context.Context, v game.View) (game.Move, error)

func (playerFunc) Name() string { return "function" }

func (f playerFunc) Choose(ctx context.Context, v game.View) (game.Move, error) { return f(ctx, v) }

// of is a bot of such players.
func of(name string, f playerFunc) arena.Bot {
	return arena.Of(name, func(fair.Source) (bot.Player, error) { return f, nil })
}

// first plays the first legal move.
func first(_ context.Context, v game.View) (game.Move, error) { return v.Legal(nil)[0], nil }
