package round

import (
	"github.com/saloon-games/saloon/bot/cfr"
	"github.com/saloon-games/saloon/game/raincheck"
)

// Situation is a round before it begins. Player 0 is who begins it.
type Situation struct {
	// Owns is how many cards each player owns, 1 to 4.
	Owns [players]int
	// Energy is each player's, 1 to 10.
	Energy [players]int
	// Belief is how likely each pair of owned sets is to whoever sees the public
	// part of the game only: Sets(Owns[0]) times Sets(Owns[1]), row by row. It adds
	// up to 1.
	Belief []float64
}

// Worth says what a round is worth before it begins.
type Worth interface {
	// Worth sets out, for each pair of owned sets in the order of the belief, to
	// what the round's beginner may expect of the game if that is the pair: from -1,
	// lost, to 1, won.
	Worth(s *Situation, out []float64)
}

// Game is one round in a situation, with values for how it may end: what a Shape
// lacks to be solved. It is cfr.Payoffs, and its flips learn. Not safe for concurrent
// use.
type Game struct {
	shape *Shape
	sit   *Situation
	worth Worth
	// prior is the belief, seen from each player: its own sets are the rows.
	prior  [players][]float64
	ends   map[end][]float64             // what results are worth to the bettor at first
	next   map[end]*next                 // what follows them
	may    [players][kinds + 1][][]int32 // see fitting
	open   []open                        // by group
	every  int                           // flips learn in every so many iterations
	turn   [players]int
	due    [players]float64 // weight of the iterations since flips have learned
	room   rooms
	memory []float64
}

// end is a result and whose it is.
type end struct {
	bettor int
	result result
}

// mode is how the flips of the bettor are chosen when payoffs are asked for.
type mode uint8

const (
	present mode = iota // as the present iteration does
	average             // by the average
	best                // in the best way to the reach that it is told
)

// open is a group of terminals in a situation.
type open struct {
	*group
	rows  []row
	rowOf []int32 // by the bettor's hand
	plans []*plan
}

// row is hands of the bettor that differ in nothing that matters to the other any
// more: the end that they come to by their own cards, or the plan that they go on by.
type row struct {
	owned  int32         // index in sets of the bettor's number
	result result        // where there is no plan
	shown  raincheck.Set // the bettor's cards that the other has seen
	plan   int32         // in plans, or -1
	owner  int           // in the plan
	pays   []float64     // by what the other owns, or by the other's hand in a plan
	heavy  []float64     // pays times the prior
}

// rooms is memory that is used again.
type rooms struct {
	reach, owned, own, values, belief []float64
}

// floats returns memory for so many numbers, all 0: a round needs thousands of short
// lists, and they cost more to get one by one than to use.
func (g *Game) floats(n int) []float64 {
	const block = 1 << 14
	if n > len(g.memory) {
		g.memory = make([]float64, max(block, n))
	}
	list := g.memory[:n:n]
	g.memory = g.memory[n:]
	return list
}

// NewGame returns the round in the situation. Flips learn in every second iteration:
// they cost more than all the rest.
func NewGame(sit *Situation, worth Worth) *Game {
	g := &Game{
		shape: ShapeOf(sit.Owns), sit: sit, worth: worth, every: flipsEvery,
		ends: map[end][]float64{}, next: map[end]*next{},
	}
	n0, n1 := len(sets[sit.Owns[0]]), len(sets[sit.Owns[1]])
	g.prior[0] = sit.Belief
	g.prior[1] = make([]float64, n0*n1)
	for a := range n0 {
		for b := range n1 {
			g.prior[1][b*n0+a] = sit.Belief[a*n1+b]
		}
	}
	g.room = rooms{
		reach: make([]float64, 24), owned: make([]float64, 6), own: make([]float64, 24), values: make([]float64, 36), belief: make([]float64, 36),
	}
	g.open = make([]open, len(g.shape.groups))
	for i := range g.open {
		g.unfold(&g.open[i], &g.shape.groups[i])
	}
	return g
}

// Flips learn in every flipsEvery-th iteration, and those of a plan that is hardly
// ever come to an eighth as often.
const (
	flipsEvery = 2
	rarely     = 8
)

// fitting returns, by prefix, which of the player's hands with such a stack that fit it
// the belief thinks possible, as places in the fitting ones.
func (g *Game) fitting(player, stack int) [][]int32 {
	list := &g.may[player][stack]
	if *list != nil {
		return *list
	}
	n := g.shape.Owns[player]
	others := len(g.prior[player]) / len(sets[n])
	possible := make([]bool, len(sets[n]))
	for i, w := range g.prior[player] {
		possible[i/others] = possible[i/others] || w > 0
	}
	for _, fits := range fitting[n][stack] {
		var may []int32
		for j, hand := range fits {
			if possible[ownedAt[n][stack][hand]] {
				may = append(may, int32(j))
			}
		}
		*list = append(*list, may)
	}
	return *list
}

// Shape returns the round's shape.
func (g *Game) Shape() *Shape { return g.shape }

// ownFlips turns over the bettor's own stack (S11): it ends in a result, or goes on
// with the energy left. shown is the cards that have been turned over.
func ownFlips(h *Hand, bet, energy int) (r result, shown raincheck.Set, goesOn bool) {
	for i := range min(bet, h.Len) {
		c := h.top(i)
		shown |= raincheck.SetOf(c)
		if c == raincheck.Hit {
			return result{false, energy}, shown, false
		}
		if energy = act(c, energy); energy <= 0 {
			return result{false, 0}, shown, false
		}
	}
	return result{true, energy}, shown, bet > h.Len
}

// unfold finds the rows and plans of a group.
func (g *Game) unfold(o *open, gr *group) {
	o.group = gr
	p, q := gr.bettor, gr.bettor^1
	own, other := g.shape.Owns[p], g.shape.Owns[q]
	type key struct {
		owned  int32
		result result
		shown  raincheck.Set
		goesOn bool
	}
	rowAt := map[key]int32{}
	type planKey struct {
		energy int
		shown  raincheck.Set
	}
	planAt := map[planKey]int32{}
	list := hands[own][gr.stacks[p]]
	o.rowOf = make([]int32, len(list))
	others := len(sets[other])
	for i := range list {
		h := &list[i]
		r, shown, goesOn := ownFlips(h, gr.bet, g.sit.Energy[p])
		k := key{ownedAt[own][gr.stacks[p]][i], r, shown, goesOn}
		at, found := rowAt[k]
		if !found {
			at = int32(len(o.rows))
			rowAt[k] = at
			w := row{owned: k.owned, result: r, shown: shown, plan: -1}
			if goesOn {
				pk := planKey{r.energy, k.shown}
				if w.plan, found = planAt[pk]; !found {
					w.plan = int32(len(o.plans))
					planAt[pk] = w.plan
					o.plans = append(o.plans, g.newPlan(gr, pk.energy, pk.shown))
				}
				w.owner = o.plans[w.plan].ownerAt[k.owned]
			} else {
				ends := g.end(p, r)
				w.pays = ends[int(k.owned)*others:][:others]
				w.heavy = g.floats(others)
				w.weigh(g.prior[p][int(k.owned)*others:][:others])
			}
			o.rows = append(o.rows, w)
		}
		o.rowOf[i] = at
	}
	for i := range o.plans {
		o.plans[i].settle(g, o, present)
		o.refresh(g, i)
	}
}

// refresh takes over what a plan pays.
func (o *open) refresh(g *Game, plan int) {
	p := o.plans[plan]
	owned := ownedAt[p.dag.key.owns][p.dag.key.stack]
	others := len(sets[p.dag.key.owns])
	for i := range o.rows {
		w := &o.rows[i]
		if int(w.plan) != plan {
			continue
		}
		w.pays = p.values[w.owner*len(owned):][:len(owned)]
		if w.heavy == nil {
			w.heavy = g.floats(len(owned))
		}
		prior := g.prior[o.bettor][int(w.owned)*others:][:others]
		for k, v := range w.pays {
			w.heavy[k] = v * prior[owned[k]]
		}
	}
}

// end returns what a result is worth to the bettor, its own sets the rows.
func (g *Game) end(bettor int, r result) []float64 {
	key := end{bettor, r}
	if e := g.ends[key]; e != nil {
		return e
	}
	e := g.follow(bettor, r, g.prior[bettor])
	g.ends[key] = e
	return e
}

// follow returns what a result is worth to the bettor if the belief, its own sets the
// rows, is what it is when flipping ends: the mean over the cards that the loser may
// lose (S17).
func (g *Game) follow(bettor int, r result, belief []float64) []float64 {
	out := make([]float64, len(belief))
	next, over := follow(g.sit, bettor, r)
	if over {
		v := -1.0
		if r.won {
			v = 1
		}
		for i := range out {
			out[i] = v
		}
		return out
	}
	next.fill(belief)
	values := make([]float64, len(next.sit.Belief))
	g.worth.Worth(next.sit, values)
	next.back(values, out)
	return out
}

// normalize makes weights add up to 1; evenly if there are none.
func normalize(w []float64) {
	sum := 0.0
	for _, x := range w {
		sum += x
	}
	for i := range w {
		if sum > 0 {
			w[i] /= sum
		} else {
			w[i] = 1 / float64(len(w))
		}
	}
}

// Values implements cfr.Payoffs.
func (g *Game) Values(node, player int, reach, out []float64) {
	o := &g.open[g.shape.at[node].group]
	if player == o.bettor {
		g.toBettor(o, reach, out)
	} else {
		g.toOther(o, reach, out)
	}
}

// byOwned adds up what is known of hands by the sets that are owned.
func (g *Game) byOwned(owned []int32, sets int, reach []float64) []float64 {
	sums := g.room.owned[:sets]
	clear(sums)
	for k, r := range reach {
		sums[owned[k]] += r
	}
	return sums
}

func (g *Game) toBettor(o *open, reach, out []float64) {
	other := o.bettor ^ 1
	n := g.shape.Owns[other]
	sums := g.byOwned(ownedAt[n][o.stacks[other]], len(sets[n]), reach)
	values := g.room.own[:0]
	for i := range o.rows {
		w := &o.rows[i]
		by := sums
		if w.plan >= 0 {
			by = reach
		}
		v := 0.0
		for k, x := range w.heavy {
			v += x * by[k]
		}
		values = append(values, v)
	}
	for k, r := range o.rowOf {
		out[k] = values[r]
	}
}

func (g *Game) toOther(o *open, reach, out []float64) {
	other := o.bettor ^ 1
	n := g.shape.Owns[other]
	byRow := g.room.reach[:len(o.rows)]
	clear(byRow)
	for k, r := range reach {
		byRow[o.rowOf[k]] += r
	}
	sums := g.room.owned[:len(sets[n])]
	clear(sums)
	clear(out)
	for i := range o.rows {
		w := &o.rows[i]
		r := byRow[i]
		if r == 0 {
			continue
		}
		to := sums
		if w.plan >= 0 {
			to = out
		}
		for k, x := range w.heavy {
			to[k] -= r * x
		}
	}
	for k, s := range ownedAt[n][o.stacks[other]] {
		out[k] += sums[s]
	}
}

// Pass implements cfr.Inner: the player's flips learn.
func (g *Game) Pass(player int, weight float64, reach func(player, node int) []float64) {
	g.due[player] += weight
	g.turn[player]++
	if (g.turn[player]-1)%g.every != 0 {
		return
	}
	often := (g.turn[player]-1)/g.every%rarely == 0
	for i := range g.open {
		o := &g.open[i]
		if o.bettor != player {
			continue
		}
		for k, p := range o.plans {
			if !p.dag.chooses {
				continue
			}
			p.clearReach()
			for _, node := range o.nodes {
				p.addReach(o, int32(k), reach(player, node), reach(player^1, node))
			}
			p.due += g.due[player]
			if !often && p.rare() {
				continue
			}
			p.learn(g, o, p.due)
			p.due = 0
			o.refresh(g, k)
		}
	}
	g.due[player] = 0
}

var _ cfr.Inner = (*Game)(nil)
