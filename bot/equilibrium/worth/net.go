package worth

import (
	"math"

	"github.com/saloon-games/saloon/bot/equilibrium/round"
	"github.com/saloon-games/saloon/fair"
)

// net is a network with one hidden layer of rectified units: from a belief and the
// energies to how much more or less than the table says each set of either player is
// worth; a pair is worth more by the sum of its two.
//
// A sum is enough: what decides how a round is played is what each hand is worth on the
// average over the other's, and of all corrections by sums there is one that makes all
// those averages right. What a single pair is worth jumps as beliefs change, as a
// strategy does; averages do not.
type net struct {
	inputs, outputs int
	rows            int // sets of the beginner; outputs beyond are the other's
	// in is by hidden unit and input, the bias last; out by output and hidden unit,
	// the bias last.
	in, out []float32
}

const (
	hidden         = 64
	energyFeatures = 5
)

func newNet(owns [2]int) *net {
	inputs := pairs(owns) + 2*energyFeatures
	rows := len(round.Sets(owns[0]))
	outputs := rows + len(round.Sets(owns[1]))
	return &net{
		inputs: inputs, outputs: outputs, rows: rows,
		in:  make([]float32, hidden*(inputs+1)),
		out: make([]float32, outputs*(hidden+1)),
	}
}

// features are what the network sees of a situation.
func features(s *round.Situation, dst []float32) []float32 {
	for _, b := range s.Belief {
		dst = append(dst, float32(b))
	}
	for _, e := range s.Energy { // 3, 6 and 9 are what one, two and three traps cost
		dst = append(dst, float32(e)/full, above(e, 3), above(e, 6), above(e, 9), above(e, 1))
	}
	return dst
}

func above(e, least int) float32 {
	if e > least {
		return 1
	}
	return 0
}

// run computes the hidden units and the outputs.
func (n *net) run(x, units, y []float32) {
	for h := range hidden {
		w := n.in[h*(n.inputs+1):][:n.inputs+1]
		sum := w[n.inputs]
		for i, v := range x {
			sum += w[i] * v
		}
		units[h] = max(sum, 0)
	}
	for o := range y {
		w := n.out[o*(hidden+1):][:hidden+1]
		sum := w[hidden]
		for h, v := range units {
			sum += w[h] * v
		}
		y[o] = sum
	}
}

// sums sets each pair to the sum of its two outputs.
func (n *net) sums(y []float32, pairs []float64) {
	cols := n.outputs - n.rows
	for i := range pairs {
		pairs[i] = float64(y[i/cols] + y[n.rows+i%cols])
	}
}

// project replaces what is given for pairs by the sums for rows and columns that come
// nearest, each pair weighed by the belief: then all rows' and columns' averages by the
// belief are the same as before.
func project(belief, given []float64, rows int) {
	cols := len(given) / rows
	row, col := make([]float64, rows), make([]float64, cols)
	const rounds = 60 // each brings the two nearer to each other
	for range rounds {
		improve(row, belief, func(k int) (int, float64) { return k / cols, given[k] - col[k%cols] })
		improve(col, belief, func(k int) (int, float64) { return k % cols, given[k] - row[k/cols] })
	}
	for k := range given {
		given[k] = row[k/cols] + col[k%cols]
	}
}

// improve sets each part to the average, by the belief, of what pairs leave to it.
func improve(parts, belief []float64, left func(pair int) (part int, rest float64)) {
	weight := make([]float64, len(parts))
	clear(parts)
	for k, b := range belief {
		i, rest := left(k)
		parts[i] += b * rest
		weight[i] += b
	}
	for i, w := range weight {
		if w > 0 {
			parts[i] /= w
		}
	}
}

// Sample is a situation that has been solved.
type Sample struct {
	Situation *round.Situation
	// Values is what each pair is worth.
	Values []float64
}

// fit trains the network on what the table leaves over, by Adam (Kingma and Ba 2015)
// with a falling rate and decaying weights (Loshchilov and Hutter 2019). Each pair counts as much as it is believed in, and a little
// more. The random source makes the beginning and the order.
func (n *net) fit(t *Table, samples []Sample, epochs int, rate float64, src *fair.Rand) {
	xs := make([][]float32, len(samples))
	wants := make([][]float64, len(samples))
	for i, s := range samples {
		xs[i] = features(s.Situation, nil)
		wants[i] = n.rest(t, s)
	}
	y := make([]float32, n.outputs)
	n.train(len(samples), epochs, rate, src, func(a *adam, i int) {
		n.run(xs[i], a.hidden, y)
		a.back(n, xs[i], pairErrors(n, y, wants[i], samples[i].Situation.Belief))
	})
}

// train makes so many epochs of steps of batches of samples; learn adds a sample's
// gradient.
func (n *net) train(samples, epochs int, rate float64, src *fair.Rand, learn func(a *adam, i int)) {
	a := newAdam(n)
	order := make([]int, samples)
	for i := range order {
		order[i] = i
	}
	const batch = 16
	steps := epochs * (samples/batch + 1)
	for range epochs {
		for i := len(order) - 1; i > 0; i-- {
			j := src.Below(i + 1)
			order[i], order[j] = order[j], order[i]
		}
		for from := 0; from < len(order); from += batch {
			for _, i := range order[from:min(from+batch, len(order))] {
				learn(a, i)
			}
			a.update(n, rate*(1-float64(a.step)/float64(steps+1)))
		}
	}
}

// pairErrors is the gradient of the pairs' squared errors, each weighed by its belief,
// by output.
func pairErrors(n *net, y []float32, want, belief []float64) (d [12]float32) {
	cols := n.outputs - n.rows
	for k, b := range belief {
		i, j := k/cols, n.rows+k%cols
		e := float32(b) * (y[i] + y[j] - float32(want[k]))
		d[i] += e
		d[j] += e
	}
	return d
}

// begin gives the network small weights by chance.
func (n *net) begin(src *fair.Rand) {
	uniform := func() float64 { return float64(src.Uint64()>>11)/(1<<52) - 1 }
	for i := range n.in {
		n.in[i] = float32(uniform() * math.Sqrt(3/float64(n.inputs)))
	}
	for i := range n.out {
		n.out[i] = float32(uniform() * 0.05)
	}
}

// rest is what the network should say of a sample's pairs.
func (n *net) rest(t *Table, s Sample) []float64 {
	row := t.row(s.Situation.Owns, s.Situation.Energy)
	rest := make([]float64, len(s.Values))
	for k, v := range s.Values {
		rest[k] = v - float64(row[k])
	}
	project(s.Situation.Belief, rest, n.rows)
	return rest
}

// adam is the state of the training.
type adam struct {
	step                int
	grad, first, second [2][]float64
	hidden, units       []float32
}

func newAdam(n *net) *adam {
	a := &adam{hidden: make([]float32, hidden), units: make([]float32, hidden)}
	for i, w := range [2][]float32{n.in, n.out} {
		a.grad[i] = make([]float64, len(w))
		a.first[i] = make([]float64, len(w))
		a.second[i] = make([]float64, len(w))
	}
	return a
}

// back adds the gradient, given that of the outputs, after a run with a's hidden units.
func (a *adam) back(n *net, x []float32, d [12]float32) {
	clear(a.units)
	for o := range n.outputs {
		g := a.grad[1][o*(hidden+1):][:hidden+1]
		w := n.out[o*(hidden+1):][:hidden+1]
		for h, u := range a.hidden {
			g[h] += float64(d[o] * u)
			a.units[h] += d[o] * w[h]
		}
		g[hidden] += float64(d[o])
	}
	for h, u := range a.hidden {
		if u <= 0 {
			continue
		}
		g := a.grad[0][h*(n.inputs+1):][:n.inputs+1]
		for i, v := range x {
			g[i] += float64(a.units[h] * v)
		}
		g[n.inputs] += float64(a.units[h])
	}
}

// update makes a step.
func (a *adam) update(n *net, rate float64) {
	const decay1, decay2, tiny, decay = 0.9, 0.999, 1e-9, 0.01
	a.step++
	fix1 := 1 - math.Pow(decay1, float64(a.step))
	fix2 := 1 - math.Pow(decay2, float64(a.step))
	for l, w := range [2][]float32{n.in, n.out} {
		for i, g := range a.grad[l] {
			a.first[l][i] = decay1*a.first[l][i] + (1-decay1)*g
			a.second[l][i] = decay2*a.second[l][i] + (1-decay2)*g*g
			w[i] -= float32(rate * decay * float64(w[i]))
			w[i] -= float32(rate * (a.first[l][i] / fix1) / (math.Sqrt(a.second[l][i]/fix2) + tiny))
		}
		clear(a.grad[l])
	}
}
