package fair_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/fair"
)

var (
	_ fair.Source = (*fair.Rand)(nil)
	_ fair.Source = (*fair.Stream)(nil)
	_ rand.Source = (*fair.Rand)(nil)
)

func TestRandGivesTheNumbersOfAnIndependentProgram(t *testing.T) {
	var vectors struct {
		Rand []struct {
			Seed   uint64   `json:"seed,string"`
			Uint64 []string `json:"uint64"`
			Bounds []int    `json:"bounds"`
			Below  []int    `json:"below"`
		} `json:"rand"`
		Derive []struct {
			Seed    uint64 `json:"seed,string"`
			Index   uint64 `json:"index,string"`
			Derived uint64 `json:"derived,string"`
		} `json:"derive"`
	}
	readJSON(t, "vectors.json", &vectors)
	for _, v := range vectors.Rand {
		r := fair.NewRand(v.Seed)
		for i, want := range v.Uint64 {
			if got := fmt.Sprint(r.Uint64()); got != want {
				t.Errorf("seed %d: Uint64 number %d is %s, want %s", v.Seed, i+1, got, want)
			}
		}
		for i, n := range v.Bounds {
			if got := r.Below(n); got != v.Below[i] {
				t.Errorf("seed %d: Below(%d) is %d, want %d", v.Seed, n, got, v.Below[i])
			}
		}
	}
	for _, v := range vectors.Derive {
		if got := fair.Derive(v.Seed, v.Index); got != v.Derived {
			t.Errorf("Derive(%d, %d) is %d, want %d", v.Seed, v.Index, got, v.Derived)
		}
	}
	if len(vectors.Rand) == 0 || len(vectors.Derive) == 0 {
		t.Error("there are no vectors to compare with")
	}
}

func TestSeedStartsAGeneratorAgain(t *testing.T) {
	r := fair.NewRand(42)
	first := r.Uint64()
	r.Uint64()
	r.Seed(42)
	if again := r.Uint64(); again != first {
		t.Errorf("after Seed(42) the first number is %d, but after NewRand(42) it is %d", again, first)
	}
}

func TestTheZeroRandIsReadyToUse(t *testing.T) {
	var r fair.Rand
	if a, b := r.Uint64(), r.Uint64(); a == b {
		t.Errorf("the zero Rand gives %d twice", a)
	}
}

func TestRandServesTheStandardLibrary(t *testing.T) {
	deck := rand.New(fair.NewRand(3)).Perm(52)
	seen := map[int]bool{}
	for _, c := range deck {
		seen[c] = true
	}
	if len(seen) != 52 {
		t.Errorf("a permutation of 52 holds %d different numbers", len(seen))
	}
}

func TestDerivedSeedsOfARunAreAllDifferent(t *testing.T) {
	seen := map[uint64]bool{}
	for seed := range uint64(10) {
		for index := range uint64(10_000) {
			seen[fair.Derive(seed, index)] = true
		}
	}
	if len(seen) != 100_000 {
		t.Errorf("10 runs of 10000 games have %d different seeds, want 100000", len(seen))
	}
}

// Neighbors are where a weak way of seeding shows: the first numbers of games
// 1, 2, 3, ... must be as unrelated as the numbers of one generator.
func TestTheFirstNumbersOfNeighboringGamesAreUniform(t *testing.T) {
	seedings := map[string]func(uint64) *fair.Rand{
		"consecutive seeds": fair.NewRand,
		"derived seeds":     func(i uint64) *fair.Rand { return fair.NewRand(fair.Derive(1, i)) },
		"one game of runs":  func(i uint64) *fair.Rand { return fair.NewRand(fair.Derive(i, 1)) },
	}
	for name, start := range seedings {
		first, pairs, bits := make([]int, 60), make([]int, 49), make([]int, 64)
		for i := range uint64(60_000) {
			first[start(i).Below(60)]++
			pairs[start(i).Below(7)*7+start(i+1).Below(7)]++
			change := start(i).Uint64() ^ start(i+1).Uint64()
			for b := range bits {
				bits[b] += int(change >> b & 1)
			}
		}
		wantUniform(t, name+", first number", first)
		wantUniform(t, name+", first numbers of neighbors", pairs)
		for b, c := range bits {
			if c < 29_400 || c > 30_600 { // about five standard deviations
				t.Errorf("%s: from one to the next bit %d of the first number changes %d times of 60000", name, b, c)
			}
		}
	}
}

func TestTheCompilerInlinesRandBelow(t *testing.T) {
	out, err := exec.Command("go", "build", "-gcflags=-m", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("the go command must be there to ask the compiler: %v\n%s", err, out)
	}
	for _, want := range []string{"can inline (*Rand).Below", "inlining call to (*Rand).Below"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the compiler does not say %q: simulations will be slower", want)
		}
	}
}
