package worth

import (
	"fmt"
	"math"
	"sync"

	"github.com/saloon-games/saloon/bot/equilibrium/round"
	"github.com/saloon-games/saloon/fair"
)

// Model is a Table and, for numbers of cards where beliefs differ, a network that adds
// to it. It is safe for concurrent use once it is made.
type Model struct {
	Table *Table
	nets  [mostOwned + 1][mostOwned + 1]*net
}

var _ round.Worth = (*Model)(nil)

// rooms are memory for a network's run.
var rooms = sync.Pool{New: func() any { return new(room) }}

type room struct {
	x     []float32
	units [hidden]float32
	y     [12]float32
	more  [36]float64
}

// Worth implements round.Worth.
func (m *Model) Worth(s *round.Situation, out []float64) {
	m.Table.Worth(s, out)
	n := m.nets[s.Owns[0]][s.Owns[1]]
	if n == nil {
		return
	}
	r := rooms.Get().(*room)
	r.x = features(s, r.x[:0])
	y := r.y[:n.outputs]
	n.run(r.x, r.units[:], y)
	more := r.more[:len(out)]
	n.sums(y, more)
	for i := range out {
		out[i] = clip(out[i] + more[i])
	}
	rooms.Put(r)
}

// Fit trains the network of the samples' numbers of cards, which must be the same in
// all of them, from where it is if there is one, and returns how far the averages for hands are off, before and after:
// square roots of the squared errors' means, weighed by belief, on every tenth sample,
// which are not used for the training.
func (m *Model) Fit(samples []Sample, epochs int, src *fair.Rand) (before, after float64) {
	owns := samples[0].Situation.Owns
	var train, test []Sample
	for i, s := range samples {
		if i%10 == 9 {
			test = append(test, s)
		} else {
			train = append(train, s)
		}
	}
	n, rate := m.nets[owns[0]][owns[1]], 1e-3
	if n == nil {
		n, rate = newNet(owns), 2e-3
		n.begin(src)
	}
	before = n.miss(m.Table, test)
	n.fit(m.Table, train, epochs, rate, src)
	m.nets[owns[0]][owns[1]] = n
	return before, n.miss(m.Table, test)
}

// miss is how far the network is off.
func (n *net) miss(t *Table, samples []Sample) float64 {
	sum := 0.0
	r := new(room)
	for _, s := range samples {
		want := n.rest(t, s)
		n.run(features(s.Situation, nil), r.units[:], r.y[:n.outputs])
		n.sums(r.y[:n.outputs], r.more[:len(want)])
		for k, w := range want {
			sum += s.Situation.Belief[k] * (r.more[k] - w) * (r.more[k] - w)
		}
	}
	return math.Sqrt(sum / float64(max(len(samples), 1)))
}

// String says what the model has.
func (m *Model) String() string {
	nets := 0
	for _, row := range m.nets {
		for _, n := range row {
			if n != nil {
				nets++
			}
		}
	}
	return fmt.Sprintf("a table and %d networks", nets)
}
