// Package arena measures players against each other in duplicate format: the same
// deals, with the players in every seat in turn, so that luck with cards cancels out
// and few deals tell players apart.
//
// A run is a function of its seed as far as its players are: neither the number of
// workers nor the machine changes a game or a figure, times aside. What chance does
// hangs on the seed, the number of the deal and the number of chance's event in the
// game, and on nothing else: event k (from 0) of deal d is drawn from
// fair.NewRand(fair.Derive(fair.Derive(seed, d), k)), whoever plays. So the same seed
// gives the same deals in every version and to any players, and the hands of whole
// games are the same hands, however the ones before went. What bots are told to draw
// their own chance from says nothing about it.
//
// The package must never know files, clocks, terminals or processes: who measures
// time brings a clock, and who has processes makes a Seat of them.
package arena

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
)

// Bot is one that takes part.
type Bot struct {
	// Name is what it was asked for by.
	Name string
	// Sit makes a seat of the bot. It may be called from several goroutines.
	Sit func() (Seat, error)
}

// Seat plays for a bot at one table, one game after the other. One goroutine uses it
// at a time.
type Seat interface {
	// Begin begins a game. An error ends the run.
	Begin(ctx context.Context, g Game) error
	// Choose returns a legal move of the view's seat. What fails or is not legal
	// is counted as an error of the bot and replaced by a rule-of-thumb move;
	// ErrOut is not counted.
	Choose(ctx context.Context, v game.View) (game.Move, error)
	// Over ends a game in its last state, which is not to be kept.
	Over(end game.State)
	// Close frees what the seat has.
	Close() error
}

// ErrOut is what a seat's Choose returns when its bot plays no more in this game: it
// has erred too often.
var ErrOut = errors.New("arena: the bot is out of this game")

// Listener is a Seat that is told every event of the game: the ply after it, who
// acted, and the event as its seat is told it.
type Listener interface {
	Told(ply int, actor game.Turn, told string)
}

// Game is what a seat is told before a game.
type Game struct {
	Rules   game.Rules
	Players int
	Seat    int
	Options game.Options
	// Seed is for the bot's own chance; it has 53 bits.
	Seed uint64
}

// Level is a bot that plays in this process. For every game it is made anew, so that
// nothing goes from one game to the next.
func Level(name string, rules game.Rules) Bot {
	return Of(name, func(src fair.Source) (bot.Player, error) { return bot.New(name, rules, src) })
}

// Of is a bot that plays in this process and is made by a function.
func Of(name string, player func(src fair.Source) (bot.Player, error)) Bot {
	return Bot{Name: name, Sit: func() (Seat, error) { return &level{make: player}, nil }}
}

type level struct {
	make   func(src fair.Source) (bot.Player, error)
	player bot.Player
}

func (l *level) Begin(_ context.Context, g Game) (err error) {
	l.player, err = l.make(fair.NewRand(g.Seed))
	return err
}

func (l *level) Choose(ctx context.Context, v game.View) (game.Move, error) {
	return l.player.Choose(ctx, v)
}

func (*level) Over(game.State) {}

func (*level) Close() error { return nil }

// Table is what is played, and how; both kinds of run have it.
type Table struct {
	// Rules, Players and Options are the table.
	Rules   game.Rules
	Players int
	Options game.Options
	// Whole is whether whole games are played where a game has hands. Else a
	// deal is one hand, told to the bots as a game with the option hands 1.
	Whole bool
	// Deals is how many deals are played, 1 or more.
	Deals int
	// Seed makes the run repeatable.
	Seed uint64
	// Workers is how many games are played at once; one for every core if it
	// is 0.
	Workers int
	// Clock tells a time in nanoseconds, to be compared with a later one; nil if
	// no time is measured. It may be called from several goroutines.
	Clock func() int64
	// Records takes every game as a record, one line of JSON each, in their
	// order; nothing if it is nil. Beside what a record has they tell who sat
	// where ("bots") and the number of the deal ("deal").
	Records io.Writer
	// Progress is told how many deals have been counted so far, and Complain what
	// a bot did wrong; both are told in order and never from two goroutines at
	// once, and may be nil.
	Progress func(deals int)
	Complain func(Complaint)
}

// Complaint says that a bot has erred, and where: in which deal, in which game that
// was played with it, at which ply and in which seat.
type Complaint struct {
	Bot                   string
	Deal, Game, Ply, Seat int
	Err                   error
}

// String returns "deal 3, game 1, ply 17, seat 2: what was wrong".
func (c Complaint) String() string {
	return fmt.Sprintf("deal %d, game %d, ply %d, seat %d: %v", c.Deal, c.Game, c.Ply, c.Seat, c.Err)
}

// Config says which two bots to compare.
type Config struct {
	Table
	// Test is the bot that is measured. It sits in each seat in turn, and Field in
	// all others.
	Test, Field Bot
}

// Result is how the test bot did.
type Result struct {
	// Deals is how many deals were counted.
	Deals int
	// Diff is the test bot's tricks a hand less the par, which is the tricks of a
	// hand divided by the players; fewer are better. Its value is 0 and its
	// half-width NaN where a game has no tricks.
	Diff Estimate
	// WinShare is the part of the games that the test bot won, a shared win in
	// parts.
	WinShare Estimate
	// Test and Field are how the bots behaved.
	Test, Field Conduct
}

// Conduct is how a bot behaved.
type Conduct struct {
	// Decisions is how many real ones it was asked for, with two legal moves or
	// more; Nanoseconds is how long it took for them on the wall's clock, waiting
	// for processors and processes included.
	Decisions, Nanoseconds int64
	// Errors is how many moves of it had to be replaced because it was late, broke
	// the rules or could not be understood.
	Errors int64
}

// Milliseconds is the mean time of a real decision; 0 if there was none.
func (c Conduct) Milliseconds() float64 {
	if c.Decisions == 0 {
		return 0
	}
	return float64(c.Nanoseconds) / float64(c.Decisions) / 1e6
}

func (c *Conduct) add(o Conduct) {
	c.Decisions += o.Decisions
	c.Nanoseconds += o.Nanoseconds
	c.Errors += o.Errors
}

// Run compares the two bots. When ctx is cancelled it stops as soon as the bots let it
// and returns the result of the deals counted until then, which are the first of the
// run and whose records have been written, with the error of ctx. Any other
// error comes from Records, from a bot that cannot play at all, or is a *game.Error
// that refuses the table.
func Run(ctx context.Context, c Config) (*Result, error) {
	options, err := c.options()
	if err != nil {
		return nil, err
	}
	bots := []Bot{c.Test, c.Field}
	total := &Result{}
	tricks, wins := &ratio{}, &ratio{}
	play := func(ctx context.Context, t *table, deal int) ([]*played, error) {
		games := make([]*played, c.Players)
		for seat := range games {
			lineup := make([]int, c.Players)
			for i := range lineup {
				lineup[i] = 1
			}
			lineup[seat] = 0
			g, err := t.play(ctx, deal, seat, lineup)
			if err != nil {
				return nil, err
			}
			games[seat] = g
		}
		return games, nil
	}
	count := func(games []*played) error {
		var x, hands, won int64
		for seat, g := range games {
			x += int64(g.tricks[seat])
			hands += int64(g.hands)
			won += g.wins[seat]
			total.Test.add(g.conduct[0])
			total.Field.add(g.conduct[1])
		}
		tricks.add(x, hands)
		wins.add(won, whole*int64(len(games)))
		total.Deals++
		return c.report(bots, games, total.Deals)
	}
	err = inOrder(ctx, c.workers(), c.Deals, func() *table { return newTable(&c.Table, options, bots) }, play, count)
	total.Diff = tricks.estimate()
	if tricks.y > 0 {
		total.Diff.Value -= par(c.Rules, c.Players, options)
	}
	total.WinShare = wins.estimate()
	return total, err
}
