package arena

import (
	"context"
	"errors"

	"github.com/saloon-games/saloon/bot/rating"
	"github.com/saloon-games/saloon/fair"
)

// LeagueConfig says which bots meet. Every deal is played by every table that can be
// made of them: all sets of as many bots as there are seats, each bot at each seat in
// turn, in an order around the table that is drawn anew for each deal. Where
// there are fewer bots than seats, all sit as often as goes into the seats, and the
// sets are of those that sit once more.
type LeagueConfig struct {
	Table
	// Bots are two or more.
	Bots []Bot
}

// Standings is how the bots of a league stand.
type Standings struct {
	// Deals is how many deals were counted, and Games how many games were played
	// with them.
	Deals, Games int
	// Rows has a row for each bot, in their order.
	Rows []Standing
}

// Standing is how one bot stands.
type Standing struct {
	// Bot is its name.
	Bot string
	// Played is in how many seats it has played a game.
	Played int
	// Diff and WinShare are as in a Result, against what the others were.
	Diff, WinShare Estimate
	// Rating is its Weng-Lin rating after all games, in their order.
	Rating rating.Rating
	// Against is how often it did better than each bot at the same table, ties
	// counting half; the figure against itself means nothing.
	Against []Estimate
	// Conduct is how it behaved.
	Conduct Conduct
}

// League lets the bots play, and is in all else as Run is. All deals' games are
// played by one worker.
func League(ctx context.Context, c LeagueConfig) (*Standings, error) {
	options, err := c.options()
	if err != nil {
		return nil, err
	}
	if len(c.Bots) < 2 {
		return nil, errors.New("arena: a league has two bots or more")
	}
	sets := lineups(len(c.Bots), c.Players)
	play := func(ctx context.Context, t *table, deal int) ([]*played, error) {
		games := make([]*played, 0, len(sets)*c.Players)
		for i, set := range sets {
			order := c.order(set, deal, i)
			for turn := range c.Players {
				lineup := append(append([]int{}, order[turn:]...), order[:turn]...)
				g, err := t.play(ctx, deal, len(games), lineup)
				if err != nil {
					return nil, err
				}
				games = append(games, g)
			}
		}
		return games, nil
	}
	s := newStandings(c.Bots)
	count := func(games []*played) error {
		s.count(games)
		return c.report(c.Bots, games, s.Deals)
	}
	err = inOrder(ctx, c.workers(), c.Deals, func() *table { return newTable(&c.Table, options, c.Bots) }, play, count)
	s.finish(par(c.Rules, c.Players, options))
	return &s.Standings, err
}

// order is in which order the bots of a set sit around the table.
func (c *LeagueConfig) order(set []int, deal, number int) []int {
	src := fair.NewRand(fair.Derive(fair.Derive(c.Seed, uint64(deal)), orderSeeds+uint64(number)))
	draw := make([]uint8, len(set))
	fair.Draw(src, draw, len(set))
	order := make([]int, len(set))
	for i, n := range draw {
		order[i] = set[n]
	}
	return order
}

// lineups is the sets of bots that meet, each as long as there are seats.
func lineups(bots, seats int) [][]int {
	var common []int // who sits at every table, as often as everybody
	for range seats / bots {
		for b := range bots {
			common = append(common, b)
		}
	}
	var sets [][]int
	var choose func(from int, set []int)
	choose = func(from int, set []int) {
		if len(set) == seats {
			sets = append(sets, append([]int{}, set...))
			return
		}
		for b := from; b < bots; b++ {
			choose(b+1, append(set, b))
		}
	}
	choose(0, common)
	return sets
}

// standings counts.
type standings struct {
	Standings
	tricks, wins []ratio
	against      [][]ratio
	ratings      []rating.Rating
}

func newStandings(bots []Bot) *standings {
	s := &standings{
		tricks: make([]ratio, len(bots)), wins: make([]ratio, len(bots)),
		against: make([][]ratio, len(bots)), ratings: make([]rating.Rating, len(bots)),
	}
	s.Rows = make([]Standing, len(bots))
	for b := range bots {
		s.Rows[b].Bot = bots[b].Name
		s.against[b] = make([]ratio, len(bots))
		s.ratings[b] = rating.New()
	}
	return s
}

// count counts the games of a deal.
func (s *standings) count(games []*played) {
	n := len(s.Rows)
	tricks, hands := make([]int64, n), make([]int64, n)
	won, played := make([]int64, n), make([]int64, n)
	better, pairs := make([]int64, n*n), make([]int64, n*n)
	for _, g := range games {
		s.Games++
		for seat, b := range g.lineup {
			tricks[b] += int64(g.tricks[seat])
			hands[b] += int64(g.hands)
			won[b] += g.wins[seat]
			played[b]++
			for other, o := range g.lineup {
				if o == b {
					continue
				}
				pairs[b*n+o] += 2
				switch {
				case g.scores[seat] < g.scores[other]:
					better[b*n+o] += 2
				case g.scores[seat] == g.scores[other]:
					better[b*n+o]++
				}
			}
		}
		for b := range s.Rows {
			s.Rows[b].Conduct.add(g.conduct[b])
		}
		s.rate(g)
	}
	for b := range s.Rows {
		s.Rows[b].Played += int(played[b])
		s.tricks[b].add(tricks[b], hands[b])
		s.wins[b].add(won[b], whole*played[b])
		for o := range s.Rows {
			s.against[b][o].add(better[b*n+o], pairs[b*n+o])
		}
	}
	s.Deals++
}

// rate moves the ratings by a game. A bot that sits in several seats is one player,
// whose score is their mean. Skills do not drift, for bots do not learn.
func (s *standings) rate(g *played) {
	n := len(s.Rows)
	sums, seats := make([]int, n), make([]int, n)
	for seat, b := range g.lineup {
		sums[b] += g.scores[seat]
		seats[b]++
	}
	var bots, ranks []int
	var before []rating.Rating
	for b := range n {
		if seats[b] == 0 {
			continue
		}
		rank := 0
		for o := range n { // how many did better, by comparing means in whole numbers
			if seats[o] > 0 && sums[o]*seats[b] < sums[b]*seats[o] {
				rank++
			}
		}
		bots, ranks, before = append(bots, b), append(ranks, rank), append(before, s.ratings[b])
	}
	for i, r := range rating.Rate(before, ranks, 0) {
		s.ratings[bots[i]] = r
	}
}

// finish says the figures.
func (s *standings) finish(par float64) {
	for b := range s.Rows {
		row := &s.Rows[b]
		row.Diff = s.tricks[b].estimate()
		if s.tricks[b].y > 0 {
			row.Diff.Value -= par
		}
		row.WinShare = s.wins[b].estimate()
		row.Rating = s.ratings[b]
		row.Against = make([]Estimate, len(s.Rows))
		for o := range s.Rows {
			row.Against[o] = s.against[b][o].estimate()
		}
	}
}
