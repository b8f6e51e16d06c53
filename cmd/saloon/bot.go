package main

import (
	"context"
	"strings"
	"time"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/bot/wire"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
)

// levelFlags name a game and a level.
type levelFlags struct {
	Game  string `arg:"" help:"The game: ${games}."`
	Level string `required:"" placeholder:"LEVEL" help:"The bot's level."`
}

// rules checks the flags. All that it refuses is bad usage.
func (f *levelFlags) rules(a *app) (game.Rules, error) {
	rules, err := catalog.ByName(f.Game)
	if err != nil {
		return nil, &usageError{err: err}
	}
	return rules, a.bots.check("--level", f.Level, rules)
}

// maker makes players of the level.
func (f *levelFlags) maker(a *app, rules game.Rules) func(fair.Source) (bot.Player, error) {
	return func(src fair.Source) (bot.Player, error) { return a.bots.make(f.Level, rules, src) }
}

// botCommand is "saloon bot".
type botCommand struct{ levelFlags }

// Help is the command's detailed help.
func (*botCommand) Help() string {
	return `Speaks the protocol saloon-bot/1 of docs/PROTOCOL.md, one JSON object a line, so that another program can play against one of our bots: it reads what happens and what it is asked, and answers, game after game, until it is told to quit or its input ends. Of a line that it cannot follow it complains on standard error and goes on. A game's seed makes the bot repeatable.

Levels: ` + strings.Join(bot.Names(), ", ") + `.

Examples:

    saloon bot texas --level thumb
    saloon arena texas --test 'exec:saloon bot texas --level thumb' --field random
`
}

// Run plays.
func (c *botCommand) Run(a *app) error {
	rules, err := c.rules(a)
	if err != nil {
		return err
	}
	s := &wire.Server{
		Rules: rules,
		Name:  "Saloon " + c.Level,
		New:   c.maker(a, rules),
		Limit: func(ctx context.Context, milliseconds int) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, time.Duration(milliseconds)*time.Millisecond)
		},
		Complain: a.complain,
	}
	return s.Serve(context.Background(), a.in, marked{a.out})
}
