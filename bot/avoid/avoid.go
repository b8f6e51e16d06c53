// Package avoid plays Texas Showdown, a game of avoiding tricks, at four levels: easy,
// medium, hard and expert, and as one reference player, pimc100. A player sees nothing
// but its seat's View. The two lower levels decide by the policy of package reflex; the
// others imagine the hidden hands (package hidden) and search (package search) with that
// policy and the rule of thumb for what comes later.
//
// How much a level thinks is a number of samples or of imagined moves, not of milliseconds: the
// same source and view give the same decision on any machine. The package must never know
// tables, servers, clocks, or cards that its seat has not seen.
package avoid

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/saloon-games/saloon/bot/reflex"
	"github.com/saloon-games/saloon/bot/search"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// level is how a player thinks.
type level struct {
	name string
	// careless is the greatest error of judgment of a move, in tricks: 0 for none.
	careless float64
	// samples is how many deals PIMC tries every move in, and plies how many moves a
	// tree imagines in a decision, about; at most one of them is not 0.
	samples, plies int
	imagination    imagination
}

// levels are the players that there are, the weakest first.
var levels = []level{
	{name: "easy", careless: 1.5},
	{name: "medium"},
	{name: "pimc100", samples: 100, imagination: imagination{thumbs: 256, random: 26}},
	{name: "hard", plies: 115_000, imagination: imagination{pool: 1000, thumbs: 64, random: 13}},
	{name: "expert", plies: 900_000, imagination: imagination{pool: 4000, thumbs: 64, random: 13}},
}

// Names lists the levels that New knows, the weakest first.
func Names() []string {
	names := make([]string, len(levels))
	for i, l := range levels {
		names[i] = l.name
	}
	return names
}

// Player is a bot.Advisor of one level. It keeps nothing from one decision to the next
// but its source and room that it uses again.
type Player struct {
	level level
	src   fair.Source
	legal []game.Move
	table table
	pimc  search.PIMC[reflex.Position, *table]
	tree  search.Tree[reflex.Position, *table]
}

// New returns a player of a level, which has src for whatever it leaves to chance. A
// game that is not Texas Showdown is refused, and a level that is none with the list of
// those that there are.
func New(name string, rules game.Rules, src fair.Source) (*Player, error) {
	if _, ok := rules.(texas.Rules); !ok {
		return nil, fmt.Errorf("avoid: the levels are for %s, not for %s", texas.Rules{}.Title(), rules.Title())
	}
	for _, l := range levels {
		if l.name == name {
			return &Player{level: l, src: src}, nil
		}
	}
	return nil, fmt.Errorf("there is no level %s; there are: %s", game.Quote(name), strings.Join(Names(), ", "))
}

// Name returns the level's name.
func (p *Player) Name() string { return p.level.name }

// Choose implements bot.Player. The error is for a view of another game, or of a seat
// that is not on turn, or one that no deal of the hidden cards agrees with, which only
// one that was made up can be.
func (p *Player) Choose(ctx context.Context, v game.View) (game.Move, error) {
	if err := p.look(v); err != nil {
		return 0, err
	}
	if len(p.legal) == 1 {
		return p.legal[0], nil
	}
	m, _ := p.think(ctx)
	return m, nil
}

// look prepares the player for a decision.
func (p *Player) look(v game.View) error {
	tv, ok := v.(*texas.View)
	if !ok {
		return fmt.Errorf("avoid: this is no view of %s", texas.Rules{}.Title())
	}
	p.legal = tv.Legal(p.legal[:0])
	if len(p.legal) == 0 {
		return errors.New("avoid: the seat is not on turn")
	}
	return p.table.look(tv, p.level.imagination)
}

// think chooses one of the legal moves. A level that searches returns what it has
// found out, the others nothing.
func (p *Player) think(ctx context.Context) (game.Move, []search.Worth) {
	if p.level.samples == 0 && p.level.plies == 0 {
		return p.reflex(), nil
	}
	r := p.random()
	p.table.weigh(r)
	switch l := &p.level; {
	case l.samples > 0:
		found := p.pimc.Search(ctx, &p.table, l.samples, r)
		best := found[0]
		for _, w := range found {
			if w.Mean > best.Mean {
				best = w
			}
		}
		return best.Move, found
	default:
		p.tree.Explore, p.tree.Trust, p.tree.Follow = explore*trick, trust, true
		found := p.tree.Search(ctx, &p.table, l.ways(p.table.view), r)
		best := found[0]
		for _, w := range found {
			if w.Visits > best.Visits || w.Visits == best.Visits && w.Mean > best.Mean {
				best = w
			}
		}
		return best.Move, found
	}
}

// ways is how often to go through the tree. A way is as long as what is left of the hand,
// so that each decision takes about as much work, and near the end, where ways are short,
// looks closest.
func (l *level) ways(v *texas.View) int {
	const start = 8 // moves that take as long as to begin a way
	return l.plies / (v.Players()*v.Hand().Len() + start)
}

// random is a generator for one decision.
func (p *Player) random() *fair.Rand {
	return fair.NewRand(uint64(p.src.Below(1<<31-1))<<31 | uint64(p.src.Below(1<<31-1)))
}
