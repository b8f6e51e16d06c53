// Package train finds what the rounds of Showdown are worth, from nothing: first a
// table, from the last round back to the first, then networks for what hangs on
// beliefs, from rounds that the program plays against itself.
//
// The package must never know files or clocks: the same configuration always makes the
// same values, whatever the number of workers.
package train

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"github.com/saloon-games/saloon/bot/equilibrium/book"
	"github.com/saloon-games/saloon/bot/equilibrium/exploit"
	"github.com/saloon-games/saloon/bot/equilibrium/round"
	"github.com/saloon-games/saloon/bot/equilibrium/worth"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
)

// Config says how to train.
type Config struct {
	// TableIterations and Iterations are those of CFR+ for each round that is solved
	// for the table, and for the networks.
	TableIterations, Iterations int
	// Games that are played in each generation, and Generations of networks.
	Games, Generations int
	// Epochs of each network's training.
	Epochs int
	Seed   uint64
	// Workers is how many rounds are solved at once; one for every core if it is 0.
	Workers int
	// Progress is told what has been done, of how much. It may be nil.
	Progress func(what string, done, of int)
	// Fitted is told of each network for how many cards owned it is, from how many
	// samples, and how far it is off (see worth.Model's Fit). It may be nil.
	Fitted func(owns [2]int, samples int, before, after float64)
}

// Standard is how the values are made that the program carries.
func Standard() *Config {
	return &Config{TableIterations: 60, Iterations: 40, Games: 220, Generations: 2, Epochs: 120, Seed: 1}
}

// Model makes everything, from nothing.
func (c *Config) Model(ctx context.Context) (*worth.Model, error) {
	t, err := c.Table(ctx)
	if err != nil {
		return nil, err
	}
	m := &worth.Model{Table: t}
	return m, c.learn(ctx, m)
}

func (c *Config) told(what string, done, of int) {
	if c.Progress != nil {
		c.Progress(what, done, of)
	}
}

// each calls f for 0 to n-1, several at once, and returns the error of ctx if it is
// done before.
func (c *Config) each(ctx context.Context, what string, n int, f func(i int)) error {
	workers := c.Workers
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	next := make(chan int)
	var working sync.WaitGroup
	for range workers {
		working.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		if ctx.Err() != nil {
			break
		}
		next <- i
		c.told(what, i+1, n)
	}
	close(next)
	working.Wait()
	return ctx.Err()
}

const mostOwned = 4

// Table finds what every pair of hands is worth when each pair is as likely as another,
// from the last round back to the first.
func (c *Config) Table(ctx context.Context) (*worth.Table, error) {
	t := &worth.Table{}
	for total := 2; total <= 2*mostOwned; total++ {
		if err := c.tabulate(ctx, t, t, total); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// tabulate finds the part of the table in which so many cards are owned, given what the
// rounds that follow are worth.
func (c *Config) tabulate(ctx context.Context, w round.Worth, t *worth.Table, total int) error {
	var list []*round.Situation
	for a := max(1, total-mostOwned); a <= min(mostOwned, total-1); a++ {
		for e0 := 1; e0 <= raincheck.FullEnergy; e0++ {
			for e1 := 1; e1 <= raincheck.FullEnergy; e1++ {
				list = append(list, round.Flat([2]int{a, total - a}, [2]int{e0, e1}))
			}
		}
	}
	values := make([][]float64, len(list))
	err := c.each(ctx, fmt.Sprintf("table, %d cards", total), len(list), func(i int) {
		var at []int
		if _, beliefs := w.(*worth.Model); beliefs {
			at = looks(c.TableIterations)
		}
		if s, whole := round.NewGame(list[i], w).Solve(ctx, c.TableIterations, at...); whole {
			values[i] = s.Pairs()
		}
	})
	if err != nil {
		return err
	}
	for i, s := range list {
		t.Set(s, values[i])
	}
	return nil
}

// epsilon is how much of every choice players are thought to make evenly.
const epsilon = 0.01

// learn makes generations of networks, each trained on the situations that games between
// the program with the last one come to.
func (c *Config) learn(ctx context.Context, m *worth.Model) error {
	for generation := range c.Generations {
		if err := c.generation(ctx, m, generation); err != nil {
			return err
		}
	}
	return nil
}

// generation makes one generation of networks. From the second on, situations are also
// those that an adversary brings about who plays best responses to the program by what
// the program thinks rounds worth: it looks for where that is wrong.
func (c *Config) generation(ctx context.Context, m *worth.Model, generation int) error {
	seed := fair.Derive(c.Seed, uint64(generation))
	situations, err := c.visit(ctx, m, seed)
	if err != nil {
		return err
	}
	if generation > 0 {
		hunted, err := c.hunt(ctx, m, seed)
		if err != nil {
			return err
		}
		situations = append(situations, hunted...)
	}
	if err := c.refit(ctx, m, situations, generation); err != nil {
		return err
	}
	if err := asStored(m); err != nil {
		return err
	}
	if err := c.openings(ctx, m); err != nil {
		return err
	}
	return asStored(m)
}

// asStored makes the model what it will be when it has been stored and read: then one
// generation hangs on nothing of the one before but what is stored.
func asStored(m *worth.Model) error {
	data, err := m.AppendBinary(nil)
	if err != nil {
		return err
	}
	return m.UnmarshalBinary(data)
}

// openings finds again what the first two rounds are worth. There every pair of hands is
// as likely as another, whatever has been played, so that the table is all it takes.
func (c *Config) openings(ctx context.Context, m *worth.Model) error {
	for total := 2*mostOwned - 1; total <= 2*mostOwned; total++ {
		if err := c.tabulate(ctx, m, m.Table, total); err != nil {
			return err
		}
	}
	return nil
}

// hunt plays games against an adversary and returns the situations that they come to.
func (c *Config) hunt(ctx context.Context, m *worth.Model, seed uint64) ([]*round.Situation, error) {
	games := c.Games * 3 / 4
	cfg := &exploit.Config{
		Source: book.New(m, func([2]int) int { return c.Iterations }, looks), Games: games, Seed: seed, Workers: c.Workers,
		Progress: func(done int) { c.told("games with an adversary", done+1, games) },
	}
	r, err := exploit.Run(ctx, cfg, &exploit.Model{Worth: [2]round.Worth{m, m}, Foresees: true})
	if err != nil {
		return nil, err
	}
	var list []*round.Situation
	for i := range r.Rounds {
		if s := r.Rounds[i].Situation; s.Owns[0]+s.Owns[1] < 2*mostOwned {
			list = append(list, s)
		}
	}
	return list, nil
}

// refit trains the networks, from the last round back.
func (c *Config) refit(ctx context.Context, m *worth.Model, situations []*round.Situation, generation int) error {
	by := map[[2]int][]*round.Situation{}
	for _, s := range situations {
		by[s.Owns] = append(by[s.Owns], s)
	}
	src := fair.NewRand(fair.Derive(c.Seed, uint64(1000+generation)))
	for total := 2; total < 2*mostOwned-1; total++ {
		for a := max(1, total-mostOwned); a <= min(mostOwned, total-1); a++ {
			list := by[[2]int{a, total - a}]
			if len(list) < fewest {
				continue
			}
			list = enough(list, plenty(list[0].Owns)/(1+generation), src)
			samples := make([]worth.Sample, len(list))
			err := c.each(ctx, fmt.Sprintf("samples %d-%d", list[0].Owns[0], list[0].Owns[1]), len(list), func(i int) {
				s, _ := round.NewGame(list[i], m).Solve(ctx, c.Iterations, looks(c.Iterations)...)
				samples[i] = worth.Sample{Situation: list[i], Values: s.Pairs()}
			})
			if err != nil {
				return err
			}
			before, after := m.Fit(samples, c.Epochs, src)
			if c.Fitted != nil {
				c.Fitted(list[0].Owns, len(list), before, after)
			}
		}
	}
	return nil
}

// enough adds situations between those that there are, with a belief between two of
// theirs and the energy of either player from one, until there are many enough for a
// network.
func enough(list []*round.Situation, many int, src *fair.Rand) []*round.Situation {
	for n := len(list); len(list) < many; {
		a, b := list[src.Below(n)], list[src.Below(n)]
		share := float64(src.Below(1001)) / 1000
		s := &round.Situation{
			Owns: a.Owns, Energy: [2]int{a.Energy[0], b.Energy[1]}, Belief: make([]float64, len(a.Belief)),
		}
		if src.Below(3) == 0 {
			share = 0
		}
		for i := range s.Belief {
			s.Belief[i] = (1-share)*a.Belief[i] + share*b.Belief[i]
		}
		list = append(list, s)
	}
	return list
}

// looks is at which iterations ends are valued again while training. Players do it more
// often (round.Looks): what a round is worth changes little by that, how it is to be
// played changes much.
func looks(iterations int) []int { return []int{iterations / 4, iterations / 2} }

// plenty is how many samples a network shall have: the fewer cards there are, the more
// a round hangs on what is believed, and the sooner it is solved.
func plenty(owns [2]int) int {
	switch {
	case owns[0]+owns[1] == 2:
		return 5000
	case owns[0] == 1 || owns[1] == 1:
		return 2000
	case owns[0] == 2 && owns[1] == 2:
		return 1200
	default:
		return 800
	}
}

// fewest is how many samples a network is worth.
const fewest = 100

// visit plays games and returns the situations that they come to.
func (c *Config) visit(ctx context.Context, m round.Worth, seed uint64) ([]*round.Situation, error) {
	lists := make([][]*round.Situation, c.Games)
	first, _ := round.NewGame(round.First(), m).Solve(ctx, 4*c.Iterations, looks(c.Iterations)...)
	policy := first.Policy()
	err := c.each(ctx, "games", c.Games, func(i int) {
		lists[i] = c.play(ctx, m, policy, fair.Derive(seed, uint64(i)))
	})
	var all []*round.Situation
	for _, l := range lists {
		all = append(all, l...)
	}
	return all, err
}

// play plays a game and returns its situations but the first. Each player is, in every
// other game, one who makes every fifth choice by chance, so that unusual situations
// come up, too.
func (c *Config) play(ctx context.Context, m round.Worth, p *round.Policy, seed uint64) []*round.Situation {
	src := fair.NewRand(seed)
	odd := [2]bool{src.Below(2) == 0, src.Below(2) == 0}
	start, err := raincheck.Rules{}.New(2, game.Options{"first": 0})
	if err != nil {
		panic(err)
	}
	s := start.(*raincheck.State)
	var list []*round.Situation
	draw(s, src) // who begins
	for {
		for range asides {
			aside := *s
			if next := playRound(&aside, p, src, [2]bool{src.Below(2) == 0, src.Below(2) == 0}); next != nil {
				list = append(list, next)
			}
		}
		next := playRound(s, p, src, odd)
		if next == nil {
			return list
		}
		list = append(list, next)
		solution, whole := round.NewGame(next, m).Solve(ctx, c.Iterations, looks(c.Iterations)...)
		if !whole {
			return nil
		}
		p = solution.Policy()
	}
}

// asides is how many more ends of each round are looked at.
const asides = 3

// draw lets chance speak.
func draw(s *raincheck.State, src *fair.Rand) {
	d := s.Draw()
	draw := make([]uint8, d.Take)
	fair.Draw(src, draw, d.Of)
	if err := s.Chance(draw); err != nil {
		panic(err)
	}
}

// playRound plays a round by the policy, to the start of the next one, whose situation
// it returns; nil if the game is over.
func playRound(s *raincheck.State, p *round.Policy, src *fair.Rand, odd [2]bool) *round.Situation {
	line := round.NewBelief(p, [2]float64{epsilon, epsilon})
	var hands [2]round.Hand
	won := false
	for {
		switch s.Phase() {
		case raincheck.Over:
			return nil
		case raincheck.Losing:
			_, bettor := s.Bet()
			won = s.Loser() != bettor
			draw(s, src)
			continue
		case raincheck.Shuffling:
			next := line.Next(won)
			draw(s, src)
			return next
		}
		seat := int(s.Turn())
		if s.Phase() != raincheck.Flipping {
			hands[seat] = round.HandOf(s.Owned(seat), s.Stack(seat))
		}
		choices := line.Choices(&hands[seat], nil)
		m := choose(choices, src, odd[seat])
		if err := s.Play(m); err != nil {
			panic(err)
		}
		if from, flips := raincheck.FlippedSource(m); flips {
			f := s.Flipped()
			line.Flip(from, f[len(f)-1].Card)
			continue
		}
		line.Take(m)
	}
}

// choose draws a choice.
func choose(choices []round.Choice, src *fair.Rand, odd bool) game.Move {
	if odd && src.Below(5) == 0 {
		return choices[src.Below(len(choices))].Move
	}
	x := float64(src.Uint64()>>11) / (1 << 53)
	for _, c := range choices {
		if x -= c.Prob; x < 0 {
			return c.Move
		}
	}
	return choices[len(choices)-1].Move
}
