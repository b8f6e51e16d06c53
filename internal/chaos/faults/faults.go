// Package faults draws from a seed what is to go wrong in a fault run, where, when and
// for how long. The same seed makes the same plan.
//
// The package must never know how anything is broken or healed, nor what runs there.
package faults

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// Act is what is done to a target.
type Act string

// The acts that there are. Each is undone after its time.
const (
	Kill    Act = "kill"    // SIGKILL; started again afterwards
	End     Act = "end"     // SIGTERM, as for an upgrade; started again afterwards
	Stop    Act = "stop"    // SIGSTOP; SIGCONT afterwards
	Cut     Act = "cut"     // all connections are closed, and none are taken
	Stall   Act = "stall"   // nothing moves on a link
	Swallow Act = "swallow" // answers are lost
	Slow    Act = "slow"    // a link is slow
)

// Kind is what a target is.
type Kind int

// The kinds of targets.
const (
	Process Kind = iota
	Database
	Link
	SideLink // one of many that a house should be able to do without for a while
)

// A Target is something that can be broken.
type Target struct {
	Name string
	Kind Kind
}

// A Fault is one thing that goes wrong, and is put right.
type Fault struct {
	Target string
	Act    Act
	At     time.Duration // since the storm began
	For    time.Duration
}

// String tells it in a line: "at 1.2s kill node 2 for 800ms".
func (f Fault) String() string {
	return fmt.Sprintf("at %v %s %s for %v", f.At.Round(time.Millisecond), f.Act, f.Target, f.For.Round(time.Millisecond))
}

// A choice is an act with the least and the most time that it takes.
type choice struct {
	act         Act
	least, most time.Duration
}

// choices are what can be done to each kind. Stopping a process takes up to longer than
// a lease of a table, so that somebody else does its work meanwhile.
var choices = map[Kind][]choice{
	Process: {
		{Kill, 100 * time.Millisecond, 3 * time.Second},
		{End, 0, 2 * time.Second},
		{Stop, 300 * time.Millisecond, 8 * time.Second},
	},
	Database: {
		{Kill, 50 * time.Millisecond, 2 * time.Second},
		{Stop, 200 * time.Millisecond, 4 * time.Second},
	},
	Link:     onLinks,
	SideLink: onLinks,
}

var onLinks = []choice{
	{Cut, 0, 4 * time.Second},
	{Stall, 300 * time.Millisecond, 6 * time.Second},
	{Swallow, 300 * time.Millisecond, 4 * time.Second},
	{Slow, time.Second, 6 * time.Second},
}

// weights say how often each kind is chosen: processes die more often than all of a
// database.
var weights = map[Kind]int{Process: 5, Database: 2, Link: 3, SideLink: 2}

// Storm draws the faults of the storm with that number in a run with that seed. A fault
// begins every gap or so, and all are over when the storm is, which takes so long. No
// target has two at a time. The targets must be given in the same order for the same plan;
// the faults are in the order in which they begin.
func Storm(seed uint64, number int, targets []Target, gap, length time.Duration) []Fault {
	random := rand.New(rand.NewPCG(seed, uint64(number))) //nolint:gosec // a plan, repeatable on purpose
	var kinds []Kind
	for _, kind := range []Kind{Process, Database, Link, SideLink} {
		if slices.ContainsFunc(targets, func(t Target) bool { return t.Kind == kind }) {
			for range weights[kind] {
				kinds = append(kinds, kind)
			}
		}
	}
	if len(kinds) == 0 {
		return nil
	}
	var plan []Fault
	busy := map[string]time.Duration{} // until when a target has a fault
	for at := between(random, 0, gap); at < length; at += between(random, gap/4, gap*7/4) {
		kind := kinds[random.IntN(len(kinds))]
		var free []string
		for _, t := range targets {
			if t.Kind == kind && busy[t.Name] <= at {
				free = append(free, t.Name)
			}
		}
		chosen := choices[kind][random.IntN(len(choices[kind]))]
		takes := min(between(random, chosen.least, chosen.most), length-at)
		if len(free) == 0 {
			continue
		}
		f := Fault{Target: free[random.IntN(len(free))], Act: chosen.act, At: at, For: takes}
		// A moment, for what was started again to be there.
		busy[f.Target] = at + takes + 300*time.Millisecond
		plan = append(plan, f)
	}
	return plan
}

// between is a time from least to most.
func between(random *rand.Rand, least, most time.Duration) time.Duration {
	if most <= least {
		return least
	}
	return least + time.Duration(random.Int64N(int64(most-least)))
}
