package round

import "github.com/saloon-games/saloon/game/raincheck"

// plan is how the bettor of a group flips once its own stack is done, which the other
// has seen: from the same cards and energy, one way for each set that it may own.
type plan struct {
	dag     *dag
	shown   raincheck.Set    // of the bettor's own
	owners  []int32          // the sets it may own, by their index
	ownerAt map[int32]int    // where they stand in owners
	pays    [][]float64      // what the dag's leaves are worth to the bettor
	chance  [][]chances      // by owner and the other's set: the river
	regrets []float64        // by node, owner and pile
	current []float64        // as regrets
	sums    []float64        // as regrets
	values  []float64        // by owner and the other's hand: what the plan pays
	work    []float64        // values of all nodes
	mine    []float64        // by owner: how likely it comes here
	other   []float64        // by the other's hand
	path    []float64        // by node and owner: how likely its own choices lead there
	may     [][]int32        // by prefix: which of the fitting hands the belief thinks possible
	live    []bool           // by owner: whether the belief thinks it possible at all
	settled bool             // whether work holds what fixed positions are worth
	due     float64          // weight of the iterations since it has learned
	rows    [piles][]float64 // room for what look finds
	weight  [6]float64       // room for what weigh finds
	odds    [6][kinds]float64
}

// chances is how many of each kind of card lie in the river.
type chances [kinds]int8

func (g *Game) newPlan(gr *group, energy int, shown raincheck.Set) *plan {
	p, q := gr.bettor, gr.bettor^1
	n := g.shape.Owns[q]
	d := dagOf(dagKey{
		int8(n), int8(gr.stacks[q]), int8(g.shape.River), int8(gr.bet - gr.stacks[p]), int8(energy),
	})
	pl := &plan{dag: d, shown: shown, may: g.fitting(q, gr.stacks[q]), ownerAt: map[int32]int{}}
	for i, s := range sets[g.shape.Owns[p]] {
		if shown&^s != 0 {
			continue
		}
		pl.ownerAt[int32(i)] = len(pl.owners)
		pl.owners = append(pl.owners, int32(i))
		row := make([]chances, len(sets[n]))
		for j, o := range sets[n] {
			for c := range raincheck.Card(kinds) {
				row[j][c] = int8(inRiver(c, s, o))
			}
		}
		pl.chance = append(pl.chance, row)
		mass := 0.0
		for _, b := range g.prior[p][i*len(sets[n]):][:len(sets[n])] {
			mass += b
		}
		pl.live = append(pl.live, mass > 0)
	}
	for _, l := range d.leaves {
		pl.pays = append(pl.pays, g.end(p, l.result))
	}
	size := len(d.nodes) * len(pl.owners) * piles
	many := len(hands[n][gr.stacks[q]])
	pl.values = g.floats(len(pl.owners) * many)
	pl.work = g.floats(d.size * len(pl.owners))
	pl.rows = [piles][]float64{g.floats(d.most), g.floats(d.most)}
	if !d.chooses {
		return pl
	}
	pl.regrets = g.floats(size)
	pl.current = g.floats(size)
	pl.sums = g.floats(size)
	for i := range pl.current {
		pl.current[i] = 0.5
	}
	pl.path = g.floats(len(d.nodes) * len(pl.owners))
	pl.mine = g.floats(len(pl.owners))
	pl.other = g.floats(many)
	return pl
}

func (p *plan) clearReach() {
	clear(p.mine)
	clear(p.other)
}

// rare reports whether the plan is hardly ever come to.
func (p *plan) rare() bool {
	mine, other := 0.0, 0.0
	for _, r := range p.mine {
		mine += r
	}
	for _, r := range p.other {
		other += r
	}
	return mine*other < rareBelow
}

// rareBelow is the reach below which a plan learns rarely.
const rareBelow = 1e-3

// addReach adds a terminal's reach to the plan's.
func (p *plan) addReach(o *open, index int32, mine, other []float64) {
	for k, r := range mine {
		if w := &o.rows[o.rowOf[k]]; w.plan == index {
			p.mine[w.owner] += r
		}
	}
	for k, r := range other {
		p.other[k] += r
	}
}

// weigh finds what a hand of the other weighs at the position for an owner, by what the
// other owns: the prior times the ways in which the cards shown can have come out of
// the river, but for a factor that is the same for all. It is 0 where that cannot be.
func (p *plan) weigh(f *flip, owner int, prior []float64) {
	for o, w := range prior {
		lie := &p.chance[owner][o]
		for c := 1; c < kinds; c++ {
			switch f.shown[c] {
			case 1:
				w *= float64(lie[c])
			case 2:
				w *= float64(lie[c]) * float64(lie[c]-1)
			}
		}
		p.weight[o] = w
		p.odds[o] = [kinds]float64{}
		if w == 0 || !f.piles[river] {
			continue
		}
		rest := 1 / float64(int(p.dag.key.river)-f.drawn)
		for c := range kinds {
			p.odds[o][c] = float64(lie[c]-f.shown[c]) * rest
		}
	}
}

// look sets the rows of both piles to what it is worth to the bettor to turn over the
// next card there, by the hands of the other that fit the position.
func (p *plan) look(f *flip, owner int, owned []int32, others int) {
	if f.piles[theirs] {
		p.lookTheirs(f, owner, owned, others)
	}
	if f.piles[river] {
		p.lookRiver(f, owner, owned, others)
	}
}

func (p *plan) lookTheirs(f *flip, owner int, owned []int32, others int) {
	d := p.dag
	pair := int(p.owners[owner]) * others
	tops := topAt[d.key.owns][d.key.stack][len(prefixes[f.prefix])]
	row := p.rows[theirs][:len(f.fits)]
	for _, j := range p.may[f.prefix] {
		hand := f.fits[j]
		next := f.next[theirs][tops[hand]]
		if next < 0 {
			row[j] = p.pays[^next][pair+int(owned[hand])]
			continue
		}
		n := &d.nodes[next]
		at := fittingAt[d.key.owns][d.key.stack][n.prefix][hand]
		row[j] = p.work[n.place*len(p.owners)+owner*len(n.fits)+int(at)]
	}
}

func (p *plan) lookRiver(f *flip, owner int, owned []int32, others int) {
	row := p.rows[river][:len(f.fits)]
	clear(row)
	pair := int(p.owners[owner]) * others
	for c, next := range f.next[river] {
		switch {
		case next == none:
		case next < 0:
			pays := p.pays[^next][pair : pair+others]
			for _, j := range p.may[f.prefix] {
				o := owned[f.fits[j]]
				row[j] += p.odds[o][c] * pays[o]
			}
		default: // the same hands fit
			values := p.work[p.dag.nodes[next].place*len(p.owners)+owner*len(f.fits):][:len(f.fits)]
			for _, j := range p.may[f.prefix] {
				row[j] += p.odds[owned[f.fits[j]]][c] * values[j]
			}
		}
	}
}

// seen is what a position is worth to an owner: what each pile brings, weighed by the
// reach that the plan has been told, and the weight.
type seen struct {
	gain [piles]float64
	mass float64
}

// visit goes through the positions from the last to the first, works out what each
// is worth, and calls choose where there is a choice for how often each pile is
// taken. Positions that have nothing to choose any more are left alone unless their
// ends are worth something else than before.
func (p *plan) visit(g *Game, o *open, choose func(at, owner int, s *seen) [piles]float64) {
	nodes, owners := p.dag.nodes, len(p.owners)
	n := g.shape.Owns[o.bettor^1]
	owned := ownedAt[n][o.stacks[o.bettor^1]]
	others := len(sets[n])
	for at := len(nodes) - 1; at >= 0; at-- {
		f := &nodes[at]
		if f.fixed && p.settled {
			continue
		}
		for i := range owners {
			if !p.live[i] && p.settled {
				continue
			}
			p.weigh(f, i, g.prior[o.bettor][int(p.owners[i])*others:][:others])
			p.look(f, i, owned, others)
			out := p.work[f.place*owners+i*len(f.fits):][:len(f.fits)]
			a, b := p.rows[theirs][:len(out)], p.rows[river][:len(out)]
			switch {
			case !f.piles[river]:
				copy(out, a)
				continue
			case !f.piles[theirs]:
				copy(out, b)
				continue
			}
			var s seen
			may := p.may[f.prefix]
			for _, j := range may {
				hand := f.fits[j]
				w := p.other[hand] * p.weight[owned[hand]]
				s.mass += w
				s.gain[theirs] += w * a[j]
				s.gain[river] += w * b[j]
			}
			share := choose(at, i, &s)
			for _, j := range may {
				out[j] = share[theirs]*a[j] + share[river]*b[j]
			}
		}
	}
	p.settled = true
	copy(p.values, p.work[:len(p.values)])
}

// learn improves the plan against the reach that it has been told, by regret matching
// as CFR+ does it, and adds the present way to the average.
func (p *plan) learn(g *Game, o *open, weight float64) {
	p.follow(present)
	owners := len(p.owners)
	p.visit(g, o, func(at, owner int, s *seen) [piles]float64 {
		k := (at*owners + owner) * piles
		share := [piles]float64(p.current[k : k+piles])
		reach := weight * p.mine[owner] * p.path[at*owners+owner]
		mean := share[theirs]*s.gain[theirs] + share[river]*s.gain[river]
		sum := 0.0
		for a := range piles {
			p.sums[k+a] += reach * share[a]
			p.regrets[k+a] = max(p.regrets[k+a]+s.gain[a]-mean, 0)
			sum += p.regrets[k+a]
		}
		for a := range piles {
			p.current[k+a] = 1.0 / piles
			if sum > 0 {
				p.current[k+a] = (1-tremble)*p.regrets[k+a]/sum + tremble/piles
			}
		}
		return share
	})
}

// tremble is how much of every choice is made evenly while solving, so that every line
// is reached and has an answer.
const tremble = 5e-4

// trembled is how much of a choice is put down to trembling, with what the first
// iterations have done besides.
const trembled = 2 * tremble

// follow finds how likely the plan's own choices lead to each node.
func (p *plan) follow(how mode) {
	owners := len(p.owners)
	clear(p.path)
	for i := range owners {
		p.path[i] = 1
	}
	for at := range p.dag.nodes {
		f := &p.dag.nodes[at]
		choice := f.piles[theirs] && f.piles[river]
		for pile := range piles {
			if !f.piles[pile] {
				continue
			}
			for _, next := range f.next[pile][1:] {
				if next < 0 {
					continue
				}
				for i := range owners {
					share := 1.0
					if choice {
						share = p.share(at, i, how)[pile]
					}
					p.path[int(next)*owners+i] += share * p.path[at*owners+i]
				}
			}
		}
	}
}

// settle works out what the plan pays: by its present way, by the average, or when it
// answers in the best way to the reach that it has been told.
func (p *plan) settle(g *Game, o *open, how mode) {
	p.visit(g, o, func(at, owner int, s *seen) [piles]float64 {
		switch {
		case how != best:
			return p.share(at, owner, how)
		case s.gain[river] > s.gain[theirs]:
			return [piles]float64{0, 1}
		default:
			return [piles]float64{1, 0}
		}
	})
}

// share is how often each pile is taken at a position with a choice.
func (p *plan) share(at, owner int, how mode) (s [piles]float64) {
	k := (at*len(p.owners) + owner) * piles
	sum := p.sums[k] + p.sums[k+1]
	if how == present || sum <= 0 {
		return [piles]float64(p.current[k : k+piles])
	}
	a, b := max(p.sums[k]/sum-trembled/piles, 0), max(p.sums[k+1]/sum-trembled/piles, 0)
	return [piles]float64{a / (a + b), b / (a + b)}
}
