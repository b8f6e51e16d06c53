package arena_test

import (
	"context"
	"fmt"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/bot/arena"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// Lowest is a bot that plays the lowest card that it may, and lets the first seat open.
type Lowest struct{}

func (Lowest) Name() string { return "lowest" }

func (Lowest) Choose(_ context.Context, v game.View) (game.Move, error) {
	return v.Legal(nil)[0], nil // ascending
}

// A bot of one's own is measured against three random players.
func Example() {
	r, err := arena.Run(context.Background(), arena.Config{
		Table: arena.Table{Rules: texas.Rules{}, Players: 4, Deals: 100, Seed: 1},
		Test:  arena.Of("lowest", func(fair.Source) (bot.Player, error) { return Lowest{}, nil }),
		Field: arena.Level("random", texas.Rules{}),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%+.3f ± %.3f tricks a hand against par, %.1f%% wins\n", r.Diff.Value, r.Diff.CI95, 100*r.WinShare.Value)
	// Output: -0.322 ± 0.126 tricks a hand against par, 30.4% wins
}
