package faults

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func targets(n int) (list []Target) {
	for i := range n {
		list = append(list, Target{Name: fmt.Sprint("target ", i), Kind: Kind(i % 4)})
	}
	return list
}

func TestAStorm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed, number := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(0, 50).Draw(t, "number")
		list := targets(rapid.IntRange(1, 20).Draw(t, "targets"))
		gap := time.Duration(rapid.IntRange(50, 3000).Draw(t, "gap")) * time.Millisecond
		length := time.Duration(rapid.IntRange(0, 60).Draw(t, "length")) * time.Second
		plan := Storm(seed, number, list, gap, length)
		if again := Storm(seed, number, list, gap, length); !reflect.DeepEqual(plan, again) {
			t.Fatalf("the same seed makes %v and %v", plan, again)
		}
		last, free := time.Duration(0), map[string]time.Duration{}
		for _, f := range plan {
			switch {
			case f.At < last:
				t.Fatalf("%s begins before the fault in front of it", f)
			case f.At < free[f.Target]:
				t.Fatalf("%s has another fault until %v", f, free[f.Target])
			case f.At+f.For > length || f.For < 0:
				t.Fatalf("%s is not over when the storm is, after %v", f, length)
			}
			last, free[f.Target] = f.At, f.At+f.For
		}
	})
}

func TestStorms(t *testing.T) {
	plans := map[string]bool{}
	acts := map[Act]int{}
	for number := range 20 {
		plan := Storm(7, number, targets(12), 300*time.Millisecond, 10*time.Second)
		plans[fmt.Sprint(plan)] = true
		for _, f := range plan {
			acts[f.Act]++
		}
	}
	if len(plans) != 20 {
		t.Errorf("twenty storms of a run have %d different plans", len(plans))
	}
	for _, act := range []Act{Kill, End, Stop, Cut, Stall, Swallow, Slow} {
		if acts[act] < 10 {
			t.Errorf("%s comes %d times in twenty storms; want it now and then", act, acts[act])
		}
	}
	if plan := Storm(7, 0, nil, time.Second, time.Minute); len(plan) != 0 {
		t.Errorf("%v for nothing that can be broken", plan)
	}
}
