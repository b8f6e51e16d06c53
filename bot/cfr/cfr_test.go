package cfr_test

import (
	"math"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/bot/cfr"
	"github.com/saloon-games/saloon/bot/cfr/kuhn"
	"github.com/saloon-games/saloon/bot/cfr/leduc"
)

func near(t *testing.T, what string, got, want, most float64) {
	t.Helper()
	if math.Abs(got-want) > most {
		t.Errorf("%s is %.7f; want %.7f, give or take %g", what, got, want, most)
	}
}

func TestUniformPlayIsAsExploitableAsPublished(t *testing.T) {
	k, l := kuhn.Tree(), leduc.New()
	near(t, "Kuhn", cfr.Exploitability(k, kuhn.Payoffs{}, cfr.Uniform(k)), 0.458333, 1e-6)
	near(t, "Leduc", cfr.Exploitability(l.Tree, l, cfr.Uniform(l.Tree)), 2.373611, 1e-6)
}

func TestEveryVariantSolvesKuhnPoker(t *testing.T) {
	for name, c := range map[string]struct {
		variant    cfr.Variant
		iterations int
		most       float64
	}{
		"CFR":  {cfr.Vanilla, 20_000, 2e-3},
		"CFR+": {cfr.Plus, 2_000, 2e-4},
		"DCFR": {cfr.Discounted, 2_000, 2e-4},
	} {
		t.Run(name, func(t *testing.T) {
			tree := kuhn.Tree()
			s := cfr.NewSolver(tree, kuhn.Payoffs{}, cfr.Options{Variant: c.variant})
			s.Run(c.iterations)
			near(t, "the value", cfr.Value(tree, kuhn.Payoffs{}, s.Average()), kuhn.Value, c.most)
			if e := cfr.Exploitability(tree, kuhn.Payoffs{}, s.Average()); e < 0 || e > c.most {
				t.Errorf("exploitability %.7f; want at most %g", e, c.most)
			}
		})
	}
}

func TestKuhnPokersEquilibriaAreThoseOfItsInventor(t *testing.T) {
	tree := kuhn.Tree()
	s := cfr.NewSolver(tree, kuhn.Payoffs{}, cfr.Options{Variant: cfr.Plus})
	s.Run(5_000)
	avg := s.Average()
	bluff := avg.Prob(0, 1, 0) // player 0 bets a jack with a chance of 0 to 1/3
	if bluff < 0 || bluff > 1.0/3+0.01 {
		t.Errorf("a jack is bet with %.4f; want 0 to 1/3", bluff)
	}
	near(t, "the bet of a king", avg.Prob(0, 1, 2), 3*bluff, 0.02)
	near(t, "the bet of a queen", avg.Prob(0, 1, 1), 0, 0.01)
	near(t, "player 1's bluff", avg.Prob(1, 1, 0), 1.0/3, 0.01)
	near(t, "player 1's call with a queen", avg.Prob(2, 1, 1), 1.0/3, 0.01)
}

func TestCFRPlusSolvesLeducInAThousandIterations(t *testing.T) {
	g := leduc.New()
	s := cfr.NewSolver(g.Tree, g, cfr.Options{Variant: cfr.Plus})
	s.Run(1_000)
	if e := cfr.Exploitability(g.Tree, g, s.Average()); e < 0 || e > 3e-4 {
		t.Errorf("exploitability %.7f; want below 3e-4", e)
	}
	near(t, "the value", cfr.Value(g.Tree, g, s.Average()), leduc.Value, 3e-4)
	if s.Iterations() != 1_000 {
		t.Errorf("%d iterations done; want 1000", s.Iterations())
	}
}

func TestDCFRSolvesLeduc(t *testing.T) {
	g := leduc.New()
	s := cfr.NewSolver(g.Tree, g, cfr.Options{Variant: cfr.Discounted})
	s.Run(500)
	if e := cfr.Exploitability(g.Tree, g, s.Average()); e < 0 || e > 2e-3 {
		t.Errorf("exploitability %.7f; want below 2e-3", e)
	}
}

// guess is a game with a hidden action: player 0 puts a coin down, heads or tails, and
// player 1, who sees only that it lies there, names a side; player 0 wins 1 if the
// name is wrong, else loses 1, or 3 if it was heads.
func guess() *cfr.Tree {
	ends := [cfr.Players]int{2, 1}
	return &cfr.Tree{Nodes: []cfr.Node{
		{
			Kind: cfr.Decision, Player: 0, States: [cfr.Players]int{1, 1},
			Edges: []cfr.Edge{
				{Child: 1, To: [cfr.Players][]int32{{0}, nil}},
				{Child: 1, To: [cfr.Players][]int32{{1}, nil}},
			},
		},
		{Kind: cfr.Decision, Player: 1, States: ends, Edges: []cfr.Edge{{Child: 2}, {Child: 3}}},
		{Kind: cfr.Terminal, States: ends},
		{Kind: cfr.Terminal, States: ends},
	}}
}

type guessPays struct{}

func (guessPays) Values(node, player int, reach, out []float64) {
	pays := [2][2]float64{{-3, 1}, {1, -1}} // by the coin and the name
	clear(out)
	for coin := range 2 {
		if player == 0 {
			out[coin] = reach[0] * pays[coin][node-2]
		} else {
			out[0] -= reach[coin] * pays[coin][node-2]
		}
	}
}

func TestAHiddenActionIsNotSeen(t *testing.T) {
	tree := guess()
	if err := tree.Check(); err != nil {
		t.Fatal(err)
	}
	s := cfr.NewSolver(tree, guessPays{}, cfr.Options{Variant: cfr.Plus})
	s.Run(5_000)
	avg := s.Average()
	// Heads with x: -3x + (1-x) = x - (1-x), so x = 1/3 and the value is -1/3.
	near(t, "heads", avg.Prob(0, 0, 0), 1.0/3, 5e-3)
	near(t, "the name of heads", avg.Prob(1, 0, 0), 1.0/3, 5e-3)
	near(t, "the value", cfr.Value(tree, guessPays{}, avg), -1.0/3, 5e-3)
	near(t, "exploitability", cfr.Exploitability(tree, guessPays{}, avg), 0, 5e-3)
}

func TestATremblingPlayerTakesEveryAction(t *testing.T) {
	tree := kuhn.Tree()
	s := cfr.NewSolver(tree, kuhn.Payoffs{}, cfr.Options{Variant: cfr.Plus, Tremble: 0.1})
	s.Run(1_000)
	avg := s.Average()
	if p := avg.Prob(2, 0, 2); p < 0.05-1e-9 || p > 0.06 { // to fold a king is folly
		t.Errorf("a king is folded with %.4f; want half of the tremble", p)
	}
}

func TestADecisionThatIsNeverReachedStillHasAnAnswer(t *testing.T) {
	g := leduc.New()
	s := cfr.NewSolver(g.Tree, g, cfr.Options{Variant: cfr.Plus})
	s.Run(50)
	avg := s.Average()
	for i := range g.Tree.Nodes {
		n := &g.Tree.Nodes[i]
		if n.Kind != cfr.Decision {
			continue
		}
		for state := range leduc.Cards {
			sum := 0.0
			for e := range n.Edges {
				sum += avg.Edge(i, e)[state]
			}
			near(t, "a decision's sum", sum, 1, 1e-9)
		}
	}
}

func TestATreeOfTheWrongShapeIsRefused(t *testing.T) {
	for want, bend := range map[string]func(*cfr.Tree){
		"no nodes":                func(t *cfr.Tree) { t.Nodes = nil },
		"want one or more":        func(t *cfr.Tree) { t.Nodes[0].States[1] = 0 },
		"a terminal with edges":   func(t *cfr.Tree) { t.Nodes[1].Kind = cfr.Terminal },
		"or a terminal":           func(t *cfr.Tree) { t.Nodes[1].Edges = nil },
		"player 2; want 0 or 1":   func(t *cfr.Tree) { t.Nodes[1].Player = 2 },
		"after its parent":        func(t *cfr.Tree) { t.Nodes[1].Edges[0].Child = 1 },
		"want a map":              func(t *cfr.Tree) { t.Nodes[0].Edges[0].To[0] = nil },
		"those of player 0 only":  func(t *cfr.Tree) { t.Nodes[0].Edges[0].To[1] = []int32{0} },
		"a map of 2 states":       func(t *cfr.Tree) { t.Nodes[0].Edges[0].To[0] = []int32{0, 1} },
		"becomes 2; want -1 to 1": func(t *cfr.Tree) { t.Nodes[0].Edges[0].To[0] = []int32{2} },
	} {
		tree := guess()
		bend(tree)
		if err := tree.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Check = %v; want %s", err, want)
		}
	}
}

func BenchmarkLeducIteration(b *testing.B) {
	g := leduc.New()
	s := cfr.NewSolver(g.Tree, g, cfr.Options{Variant: cfr.Plus})
	s.Run(1)
	b.ReportAllocs()
	for b.Loop() {
		s.Run(1)
	}
}
