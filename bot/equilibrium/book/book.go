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

	mutex    sync.Mutex
	chapters map[string]*list.Element // of *chapter
	order    list.List                // the last used first
}

// mostChapters is how many rounds a book remembers; each takes half a megabyte or less.
const mostChapters = 128

// chapter is a round that is being solved, or has been.
type chapter struct {
	history string
	ready   chan struct{} // closed when policy may be read
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
func New(worth round.Worth, work func(owns [2]int) int, looks func(iterations int) []int) *Book {
	return &Book{worth: worth, work: work, looks: looks, chapters: map[string]*list.Element{}}
}

// Round returns how the round is played that the events, as a spectator or a seat has
// been told them, are in; see Open.
func (b *Book) Round(ctx context.Context, events []string) *round.Policy {
	before, _ := History(events)
	return b.Open(ctx, before)
}

// Open returns the policy of the round that begins after the history. When ctx is done
// before it is whole, Open returns at once what the work has come to by then: a draft, of
// half of the iterations so far or more if ctx has a deadline, or nil if there is none yet.
// The work goes on, so that who asks again later finds it further or whole.
func (b *Book) Open(ctx context.Context, history string) *round.Policy {
	c := b.chapter(history)
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
func (b *Book) chapter(history string) *chapter {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if e := b.chapters[history]; e != nil {
		b.order.MoveToFront(e)
		return e.Value.(*chapter)
	}
	c := &chapter{history: history, ready: make(chan struct{})}
	b.chapters[history] = b.order.PushFront(c)
	if b.order.Len() > mostChapters {
		oldest := b.order.Back()
		b.order.Remove(oldest)
		delete(b.chapters, oldest.Value.(*chapter).history)
	}
	go b.write(c)
	return c
}

// write solves the chapter's round, after the ones before it.
func (b *Book) write(c *chapter) {
	situation := round.First()
	if c.history != "" {
		start := strings.LastIndexByte(c.history[:len(c.history)-1], shuffled) + 1
		before := b.chapter(c.history[:start])
		<-before.ready
		line := round.NewBelief(before.policy, [2]float64{epsilon, epsilon})
		situation = line.Next(Follow(line, c.history[start:]))
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

// epsilon is how much of every choice others are thought to make evenly, whatever the
// policy says.
const epsilon = 0.01
