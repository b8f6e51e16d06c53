package worth

import (
	"math"
	"slices"
	"testing"

	"github.com/saloon-games/saloon/bot/equilibrium/round"
	"github.com/saloon-games/saloon/fair"
)

// some returns a situation with a belief of its own.
func some(owns [2]int, src *fair.Rand) *round.Situation {
	s := &round.Situation{Owns: owns, Energy: [2]int{1 + src.Below(10), 1 + src.Below(10)}}
	sum := 0.0
	for range pairs(owns) {
		s.Belief = append(s.Belief, float64(src.Below(100)*src.Below(2)))
		sum += s.Belief[len(s.Belief)-1]
	}
	for i := range s.Belief {
		s.Belief[i] /= math.Max(sum, 1)
	}
	return s
}

// tilted is a worth that hangs on beliefs: a hand is worth more the less it is expected.
func tilted(s *round.Situation) []float64 {
	cols := len(round.Sets(s.Owns[1]))
	expected := make([]float64, len(s.Belief)/cols)
	for k, b := range s.Belief {
		expected[k/cols] += b
	}
	values := make([]float64, len(s.Belief))
	for k := range values {
		values[k] = 0.1*float64(k%cols) - 0.5*expected[k/cols]
	}
	return values
}

func tiltedSamples(n int) []Sample {
	src := fair.NewRand(1)
	var list []Sample
	for range n {
		s := some([2]int{1, 2}, src)
		list = append(list, Sample{s, tilted(s)})
	}
	return list
}

// flatTable knows the samples' situations and thinks them worth nothing.
func flatTable() *Table {
	t := &Table{}
	t.Set(some([2]int{1, 2}, fair.NewRand(1)), make([]float64, pairs([2]int{1, 2})))
	return t
}

func TestATableRemembersWhatItIsToldAndNothingElse(t *testing.T) {
	table := &Table{}
	s := some([2]int{2, 1}, fair.NewRand(3))
	s.Energy = [2]int{4, 7}
	want := make([]float64, 24)
	for i := range want {
		want[i] = float64(i) / 32
	}
	got := make([]float64, 24)
	table.Worth(s, got)
	if slices.Max(got) != 0 || slices.Min(got) != 0 {
		t.Errorf("an empty table says %v", got)
	}
	table.Set(s, want)
	if table.Worth(s, got); !slices.Equal(got, want) {
		t.Errorf("%v; want %v", got, want)
	}
	s.Energy = [2]int{7, 4}
	if table.Worth(s, got); slices.Max(got) != 0 {
		t.Errorf("at other energies it says %v", got)
	}
}

func TestSumsKeepTheAveragesOfRowsAndColumns(t *testing.T) {
	src := fair.NewRand(5)
	for range 20 {
		s := some([2]int{2, 3}, src)
		given := make([]float64, len(s.Belief))
		for i := range given {
			given[i] = float64(src.Below(1000))/500 - 1
		}
		sums := slices.Clone(given)
		project(s.Belief, sums, 6)
		var rows [6][2]float64
		var cols [4][2]float64
		for k, b := range s.Belief {
			for i, list := range [2][]float64{given, sums} {
				rows[k/4][i] += b * list[k]
				cols[k%4][i] += b * list[k]
			}
		}
		for _, r := range append(rows[:], cols[:]...) {
			if math.Abs(r[0]-r[1]) > 1e-3 {
				t.Fatalf("an average of %.5f has become %.5f", r[0], r[1])
			}
		}
	}
}

func TestANetworkLearnsWhatHangsOnBeliefs(t *testing.T) {
	m := &Model{Table: flatTable()}
	before, after := m.Fit(tiltedSamples(400), 60, fair.NewRand(2))
	if before < 0.1 || after > before/4 {
		t.Errorf("off by %.4f before and %.4f after; want a quarter at most", before, after)
	}
}

func TestARefitMovesValuesTowardsWhatWasPlayed(t *testing.T) {
	m := &Model{Table: flatTable()}
	src := fair.NewRand(7)
	var rounds []Played
	for range 300 {
		s := some([2]int{1, 2}, src)
		rounds = append(rounds, Played{Situation: s, Pairs: s.Belief, Return: 0.4})
	}
	r := m.Refit(rounds, 40, fair.NewRand(1))
	out := make([]float64, pairs([2]int{1, 2}))
	s := some([2]int{1, 2}, src)
	mean := 0.0
	r.Worth(s, out)
	for k, b := range s.Belief {
		mean += b * out[k]
	}
	if math.Abs(mean-0.4) > 0.1 {
		t.Errorf("rounds that brought 0.4 are thought worth %.3f", mean)
	}
	if m.Worth(s, out); slices.Max(out) != 0 {
		t.Error("the model that was refitted has changed itself")
	}
}

func TestAModelIsStoredAndReadAgain(t *testing.T) {
	m := &Model{Table: flatTable()}
	m.Fit(tiltedSamples(100), 5, fair.NewRand(2))
	data, err := m.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	again := &Model{}
	if err := again.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	s := some([2]int{1, 2}, fair.NewRand(9))
	a, b := make([]float64, pairs(s.Owns)), make([]float64, pairs(s.Owns))
	m.Worth(s, a)
	again.Worth(s, b)
	for i := range a {
		if math.Abs(a[i]-b[i]) > 1e-3 {
			t.Fatalf("%v was stored, %v is read", a, b)
		}
	}
	if twice, err := again.AppendBinary(nil); err != nil || !slices.Equal(twice, data) {
		t.Errorf("stored again it differs: %v", err)
	}
	if m.String() != "a table and 1 networks" {
		t.Errorf("it calls itself %s", m)
	}
	for _, cut := range []int{0, 3, len(magic), len(magic) + 5, len(data) / 2, len(data) - 1} {
		if err := again.UnmarshalBinary(data[:cut]); err == nil {
			t.Errorf("%d of %d bytes are read without an error", cut, len(data))
		}
	}
	if err := again.UnmarshalBinary(append(slices.Clone(data), 0)); err == nil {
		t.Error("a byte too many is read without an error")
	}
}
