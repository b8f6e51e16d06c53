package search

import (
	"context"
	"math"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
)

// Tree is information-set Monte Carlo tree search, the single-observer kind (Cowling,
// Powley and Whitehouse 2012, "Information Set Monte Carlo Tree Search"): one tree of
// public histories for all samples, gone through in each of them by the moves that are
// legal there. So whoever is on turn in the tree, the searching seat above all, cannot
// choose by cards that it does not see.
//
// Two things are otherwise than in the paper, and a third may be: see Follow. At the root moves are not chosen by a
// bandit: all are tried in the same samples, the worse half is given up, and so on until
// two are left (sequential halving, Karnin, Koren and Somekh 2013), for the same samples
// make the difference of moves surer than each of them. And below the root a move counts
// as if it had been tried Trust times already, with what the Guide thinks of it for a
// result: opponents that have hardly been looked at move as the Guide would and not at random.
//
// The zero value searches, with neither. It uses its room again, about 56 bytes an
// iteration. It is not safe for concurrent use.
type Tree[S any, G Guide[S]] struct {
	// Trust is how many tries the guide's opinion counts for; it must be above 0 to have
	// one.
	Trust float64
	// Explore is, in payoff, how much better than it is known to be a move may be thought
	// to be; it is multiplied by the square root of the tries of all moves and divided by those
	// of the move, Trust included.
	Explore float64
	// Follow is whether the other seats move as the guide says in reply, and only the
	// searching seat chooses by what the tree has found out. Then the tree looks for the
	// best answer to how others are thought to play, instead of for what everybody should do.
	// With few iterations that is far surer: nobody is taken to move by a few tries.
	Follow bool

	nodes []node
	path  []int32
	moves []game.Move
	prior []int32
	kids  []int32 // the children for moves
	root  []int32 // those of the root that are not given up
	list  []Worth
}

// node is a public history; its tally is the payoffs of the seat that made its last move.
type node struct {
	tally
	move        game.Move
	seat        int8 // who made the move
	first, next int32
	total       int64 // payoffs of the seat on turn here, over the visits that went on
	on          int32 // how many went on
}

// Search goes through the tree so often, or a little more to make the samples even, and
// returns what each move that is legal in the first sample is worth to the seat on turn,
// in the order of the moves. Those that were given up late have more visits. The list is
// valid until the next search. If ctx is done it ends soon; every move has been tried then.
func (t *Tree[S, G]) Search(ctx context.Context, g G, iterations int, r *fair.Rand) []Worth {
	t.nodes = append(t.nodes[:0], node{})
	var s, next S
	g.Sample(&s, r)
	seat := g.Turn(&s)
	t.moves = g.Moves(&s, t.moves[:0])
	t.match(0, seat)
	t.root = append(t.root[:0], t.kids...)
	phases := 1
	for 1<<phases < len(t.root) {
		phases++
	}
	done := 0
	for phase := range phases {
		end := iterations * (phase + 1) / phases
		for i := 0; done < end; i++ {
			if i > 0 && i%8 == 0 && ctx.Err() != nil {
				break
			}
			g.Sample(&s, r)
			for _, k := range t.root {
				next = s
				g.Do(&next, t.nodes[k].move)
				t.path = append(t.path[:0], 0, k)
				t.iterate(g, &next, r)
				done++
			}
		}
		if phase+1 < phases {
			t.halve()
		}
	}
	t.list = t.list[:0]
	for k := t.nodes[0].first; k != 0; k = t.nodes[k].next {
		t.list = append(t.list, t.nodes[k].worth(t.nodes[k].move))
	}
	return t.list
}

// halve gives up the worse half of the root's moves, but leaves two.
func (t *Tree[S, G]) halve() {
	keep := (len(t.root) + 1) / 2
	for i := range t.root {
		for j := i; j > 0 && t.mean(t.root[j]) > t.mean(t.root[j-1]); j-- {
			t.root[j], t.root[j-1] = t.root[j-1], t.root[j]
		}
	}
	t.root = t.root[:max(keep, 2)]
}

func (t *Tree[S, G]) mean(k int32) float64 {
	n := &t.nodes[k]
	return float64(n.sum) / float64(max(n.n, 1))
}

// iterate goes through the tree from the last node of the path, in the position s.
func (t *Tree[S, G]) iterate(g G, s *S, r *fair.Rand) {
	for {
		at := t.path[len(t.path)-1]
		if t.nodes[at].n == 0 {
			break
		}
		seat := g.Turn(s)
		if seat < 0 {
			break
		}
		if t.Follow && seat != int(t.nodes[t.path[1]].seat) {
			t.moves = append(t.moves[:0], g.Reply(s, r))
		} else {
			t.moves = g.Moves(s, t.moves[:0])
		}
		t.match(at, seat)
		k := t.kids[0]
		if len(t.moves) > 1 {
			k = t.choose(g, s, at)
		}
		g.Do(s, t.nodes[k].move)
		t.path = append(t.path, k)
	}
	pay := g.Finish(s, r)
	for i, k := range t.path {
		n := &t.nodes[k]
		if i > 0 {
			n.add(pay[n.seat])
		}
		if i+1 < len(t.path) {
			n.total += int64(pay[t.nodes[t.path[i+1]].seat])
			n.on++
		}
	}
}

// match finds or makes the node's child for each of the moves: both lists ascend.
func (t *Tree[S, G]) match(at int32, seat int) {
	t.kids = t.kids[:0]
	link := int32(-1) // the child before
	k := t.nodes[at].first
	for _, m := range t.moves {
		for k != 0 && t.nodes[k].move < m {
			link, k = k, t.nodes[k].next
		}
		if k == 0 || t.nodes[k].move != m {
			t.nodes = append(t.nodes, node{move: m, seat: int8(seat), next: k})
			k = int32(len(t.nodes) - 1)
			if link < 0 {
				t.nodes[at].first = k
			} else {
				t.nodes[link].next = k
			}
		}
		t.kids = append(t.kids, k)
	}
}

// choose is the child of the node to go on with.
func (t *Tree[S, G]) choose(g G, s *S, at int32) int32 {
	t.prior = append(t.prior[:0], make([]int32, len(t.moves))...)
	g.Prior(s, t.moves, t.prior)
	most, tries := t.prior[0], int32(0)
	for i, k := range t.kids {
		most = max(most, t.prior[i])
		tries += t.nodes[k].n
	}
	here := &t.nodes[at]
	base := 0.0
	if here.on > 0 {
		base = float64(here.total) / float64(here.on)
	}
	scale := t.Explore * math.Sqrt(float64(tries))
	best, top := t.kids[0], math.Inf(-1)
	for i, k := range t.kids {
		n := &t.nodes[k]
		w := max(float64(n.n)+t.Trust, 0.5)
		// The float64 keep compilers from fusing a product with a sum.
		q := (float64(n.sum) + float64(t.Trust*(base+float64(t.prior[i]-most)))) / w
		if v := q + float64(scale/w); v > top {
			best, top = k, v
		}
	}
	return best
}
