// Package book remembers how rounds of Showdown have been solved, by everything that
// everybody has seen until they began: every request that shares it shares the work.
//
// The package must never know a seat's cards, files or clocks.
package book

import (
	"container/list"
	"context"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/saloon-games/saloon/bot/equilibrium/round"
	"github.com/saloon-games/saloon/game/raincheck"
)

// A history is what everybody has seen since the first round began, a byte an event;
// who sits where does not matter to it. These are the bytes; a bet is its number, and
// a flip flipped and its source and card.
const (
	stacked  = 's'
	folded   = 'f'
	lost     = 'l'
	shuffled = 'r'
	flipped  = 0x40
)

// History returns the public part of what a seat has been told: the rounds that are
// over, and the present one.
func History(events []string) (before, now string) {
	var b strings.Builder
	b.Grow(len(events))
	start := 0
	for _, e := range events {
		verb, rest, _ := strings.Cut(e, " ")
		switch verb {
		case "stack":
			b.WriteByte(stacked)
		case "bet":
			b.WriteByte(rest[0] - '0')
		case "fold":
			b.WriteByte(folded)
		case "lose":
			b.WriteByte(lost)
		case "river":
			b.WriteByte(shuffled)
			start = b.Len()
		case "flip":
			pile, card, _ := strings.Cut(rest, " ")
			c, _ := raincheck.ParseCard(card)
			b.WriteByte(flipped | sources[pile]<<2 | byte(c))
		}
	}
	all := b.String()
	return all[:start], all[start:]
}

var sources = map[string]byte{
	raincheck.Own.String(): byte(raincheck.Own), raincheck.Opponent.String(): byte(raincheck.Opponent),
	raincheck.River.String(): byte(raincheck.River),
}

// Follow plays a round's part of a history on the line. It reports whether the bettor
// has won, once flipping has ended.
func Follow(l *round.Line, events string) (won bool) {
	for i := range len(events) {
		switch e := events[i]; {
		case e == stacked:
			l.Stack()
		case e == folded:
			l.Fold()
		case e >= flipped && e < lost:
			_, _, won = l.Flip(raincheck.Source(e>>2&3), raincheck.Card(e&3))
		case e <= mostBet:
			l.Bet(int(e))
		}
	}
	return won
}

const mostBet = 8

// Book solves rounds and remembers them. It is safe for concurrent use.
type Book struct {
	worth round.Worth
	work  func(owns [2]int) int
	looks func(iterations int) []int
	wary  float64

	mutex    sync.Mutex
	chapters map[key]*list.Element // of *chapter
	order    list.List             // the last used first
}

// mostChapters is how many rounds a book remembers; each takes half a megabyte or less.
const mostChapters = 128

// key is a round that begins, and for which of its players it is solved: 0, unless the
// book is wary of the other.
type key struct {
	history string
	player  int
}

// chapter is a round that is being solved, or has been.
type chapter struct {
	key
	ready   chan struct{} // closed when random and policy may be read
	random  float64       // how likely the other player is thought to move at random
	policy  *round.Policy
	limited atomic.Bool // somebody has asked who may not be able to wait
	draft   atomic.Pointer[round.Policy]
}

// firstDraft is after how many iterations a draft is made for who cannot wait; another is
// each time that there have been twice as many.
const firstDraft = 4

// New returns an empty book whose rounds are solved with these values and, where the
// players own so many cards, so many iterations. looks says at which of them ends are
// valued again by the beliefs that the strategies lead to; nil, if they never are.
//
// wary is how likely somebody is thought to move at random as long as nothing is known
// of them. What they do makes it likelier or less so, and rounds are solved for their
// opponent, who wins more from them the likelier it is. If wary is 0 nobody is suspected
// and both players share what is solved.
func New(worth round.Worth, work func(owns [2]int) int, looks func(iterations int) []int, wary float64) *Book {
	return &Book{worth: worth, work: work, looks: looks, wary: wary, chapters: map[key]*list.Element{}}
}

// Round returns how the round is played that the events, as a spectator or a seat has
// been told them, are in; see Open.
func (b *Book) Round(ctx context.Context, events []string, player int) *round.Policy {
	before, _ := History(events)
	return b.Open(ctx, before, player)
}

// Open returns the policy of the round that begins after the history, for the player who
// begins it, 0, or the other, 1. When ctx is done
// before it is whole, Open returns at once what the work has come to by then: a draft, of
// half of the iterations so far or more if ctx has a deadline, or nil if there is none yet.
// The work goes on, so that who asks again later finds it further or whole.
func (b *Book) Open(ctx context.Context, history string, player int) *round.Policy {
	c := b.chapter(history, player)
	if _, limited := ctx.Deadline(); limited {
		c.limited.Store(true)
	}
	select {
	case <-c.ready:
		return c.policy
	default:
	}
	select {
	case <-c.ready:
		return c.policy
	case <-ctx.Done():
		return c.draft.Load()
	}
}

// chapter returns the history's chapter, and has somebody begin to write it if it is new.
func (b *Book) chapter(history string, player int) *chapter {
	if history == "" || b.wary == 0 {
		player = 0
	}
	k := key{history, player}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if e := b.chapters[k]; e != nil {
		b.order.MoveToFront(e)
		return e.Value.(*chapter)
	}
	c := &chapter{key: k, ready: make(chan struct{})}
	b.chapters[k] = b.order.PushFront(c)
	if b.order.Len() > mostChapters {
		oldest := b.order.Back()
		b.order.Remove(oldest)
		delete(b.chapters, oldest.Value.(*chapter).key)
	}
	go b.write(c)
	return c
}

// write solves the chapter's round, after the ones before it.
func (b *Book) write(c *chapter) {
	situation := round.First()
	c.random = b.wary
	if c.history != "" {
		situation = b.follow(c)
	}
	n := b.work(situation.Owns)
	var looks []int
	if b.looks != nil {
		looks = b.looks(n)
	}
	work := round.NewGame(situation, b.worth).Solving(n, looks...)
	next := firstDraft
	for i := 1; work.Step(); i++ {
		if i >= next && c.limited.Load() {
			c.draft.Store(work.Draft())
			next = 2 * i
		}
		runtime.Gosched() // where there is one thread, whoever waits finds out that time is up
	}
	c.policy = work.Solution().Policy()
	close(c.ready)
	c.draft.Store(nil)
}

// follow returns how the chapter's round begins, after the one before it.
func (b *Book) follow(c *chapter) *round.Situation {
	start := strings.LastIndexByte(c.history[:len(c.history)-1], shuffled) + 1
	before := b.chapter(c.history[:start], c.player^1) // who begins alternates (S4)
	<-before.ready
	p, events := before.policy, c.history[start:]
	situation, _ := read(p, events, [2]float64{epsilon, epsilon})
	if b.wary == 0 {
		return situation
	}
	// What the other owns is believed as of one who chooses, also where it is suspected: to
	// believe half of it, as of one who moves at random, is something to gain from.
	// By the numbers of the round before, the other has the chapter's player's.
	trembles, chance := [2]float64{epsilon, epsilon}, [2]float64{epsilon, epsilon}
	trembles[c.player], chance[c.player] = doubt, 1
	_, chosen := read(p, events, trembles)
	_, drawn := read(p, events, chance)
	drawn *= before.random
	c.random = before.random
	if all := drawn + (1-before.random)*chosen; all > 0 {
		c.random = drawn / all
	}
	situation.Random[c.player^1] = min(c.random, surest)
	return situation
}

// read returns the round that the events of one lead to, and how likely they were, if
// each player makes so much of its choices evenly and the rest by the policy.
func read(p *round.Policy, events string, even [2]float64) (next *round.Situation, likelihood float64) {
	line := round.NewBelief(p, even)
	next = line.Next(Follow(line, events))
	return next, line.Likelihood()
}

const (
	// epsilon is how much of every choice others are thought to make evenly, whatever
	// the policy says.
	epsilon = 0.01
	// doubt is the same where the question is whether they make all of them so: with
	// epsilon a few moves that the policy hardly ever makes, which somebody may choose who
	// knows it, would answer it.
	doubt = 0.1
	// surest is how sure of it anybody is when a round is solved. Up to here to answer
	// to who moves at random costs next to nothing against who does not; beyond it, ever more.
	surest = 0.5
)
