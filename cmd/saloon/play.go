package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/term"
	"github.com/saloon-games/saloon/record"
)

// playCommand is "saloon play".
type playCommand struct {
	tableFlags
	Bots    []string `default:"random" placeholder:"NAME" help:"Who plays: one bot for all seats, or one for each."`
	Explain bool     `help:"Tell what a bot thinks of each of its decisions, if it can say."`
	JSON    bool     `name:"json" help:"Print the game's record in place of the telling."`
	colorFlags
}

// Help is the command's detailed help.
func (*playCommand) Help() string {
	return `Lets bots play a whole game and tells it as it goes. Each bot sees only what its own seat may know. The seed that is said makes the same game again.

Bots: ` + strings.Join(bot.Names(), ", ") + `. The first plays at random, and the rest stand about in order of strength; pimc100, which is for measuring others, plays Texas Showdown alone.

Examples:

    saloon play texas
    saloon play texas --players 6 --option hands=1 --seed 7
    saloon play raincheck --bots thumb,random
    saloon play texas --bots hard,thumb,thumb,thumb --explain
    saloon play raincheck --json > game.saloon.json

` + optionList()
}

// Run plays the game.
func (c *playCommand) Run(a *app) error {
	t, err := c.table()
	if err != nil {
		return err
	}
	players, err := c.seat(a, &t)
	if err != nil {
		return err
	}
	if err := c.explains(a, &t, players); err != nil {
		return err
	}
	m, err := t.match()
	if err != nil {
		return err
	}
	chance := fair.NewRand(t.seed)
	again := c.again(&t)
	if c.JSON {
		if err := bot.Play(context.Background(), m, players, chance); err != nil {
			return err
		}
		fmt.Fprintf(a.err, "Seed %d. The same game again: %s\n", t.seed, again)
		return output(record.Write(a.out, record.Of(m)))
	}
	out := c.screen(a, a.out)
	teller := term.NewTeller(out, t.rules, t.options)
	for {
		teller.Tell(m.State())
		if err := out.Flush(); err != nil {
			return output(err)
		}
		if m.State().Turn() == game.Over {
			break
		}
		if err := c.step(out, m, players, chance); err != nil {
			return err
		}
	}
	out.Line("")
	out.Text(fmt.Sprintf("Seed %d. The same game again:", t.seed))
	out.Line(again) // in one piece, to be copied
	return output(out.Flush())
}

// step plays one event, and explains it if that is asked for and can be done, and if there
// is something to choose. The
// explanation is the decision: a bot is not asked twice, so that the game stays the
// same.
func (c *playCommand) step(out *term.Screen, m *game.Match, players []bot.Player, chance fair.Source) error {
	seat, ok := m.State().Turn().Seat()
	if ok && c.Explain {
		v := m.View(seat)
		if advisor, can := players[seat].(bot.Advisor); can && len(v.Legal(nil)) > 1 {
			said, err := advisor.Advise(context.Background(), v)
			if err != nil {
				return &bot.PlayerError{Seat: seat, Name: advisor.Name(), Err: err}
			}
			term.Advice(out, advisor.Name(), v, &said)
			return m.Act(seat, v.Word(said.Choice))
		}
	}
	return bot.Step(context.Background(), m, players, chance)
}

// explains refuses to explain where no bot that plays can.
func (c *playCommand) explains(a *app, t *table, players []bot.Player) error {
	switch {
	case !c.Explain:
		return nil
	case c.JSON:
		return badUsage("--explain and --json: want one of them; a record has no explanations")
	case !slices.ContainsFunc(players, advises):
		return badUsage("--explain: none of these bots can say what it thinks; those who can: %s", a.bots.able(t.rules, advises))
	}
	return nil
}

// seat makes the bots that play.
func (c *playCommand) seat(a *app, t *table) ([]bot.Player, error) {
	if len(c.Bots) != 1 && len(c.Bots) != t.players {
		return nil, badUsage("--bots names %d bots for %d seats; want one for all, or one for each", len(c.Bots), t.players)
	}
	players := make([]bot.Player, t.players)
	for seat := range players {
		name := c.Bots[seat%len(c.Bots)]
		p, err := a.bots.make(name, t.rules, fair.NewRand(bot.SeatSeed(t.seed, seat)))
		if err != nil {
			return nil, badUsage("--bots: %w", err)
		}
		players[seat] = p
	}
	return players, nil
}

// again is the command that plays the same game again.
func (c *playCommand) again(t *table) string {
	words := []string{"saloon", "play", t.rules.Name(), "--players", strconv.Itoa(t.players)}
	for _, o := range c.Option {
		words = append(words, "--option", o)
	}
	words = append(words, "--bots", strings.Join(c.Bots, ","), "--seed", strconv.FormatUint(t.seed, 10))
	return strings.Join(words, " ")
}
