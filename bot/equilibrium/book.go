package equilibrium

import (
	"container/list"
	"context"
	"strings"
	"sync"

	"github.com/saloon-games/saloon/bot/equilibrium/round"
	"github.com/saloon-games/saloon/bot/equilibrium/train"
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

// history returns the public part of what a seat has been told: the rounds that are
// over, and the present one.
func history(events []string) (before, now string) {
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

// follow plays a round's part of a history on the line. It reports whether the bettor
// has won, once flipping has ended.
func follow(l *round.Line, events string) (won bool) {
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

// book remembers how rounds have been solved, by the history that led to them: every
// request that shares it shares the work. It is safe for concurrent use.
type book struct {
	level *level
	worth round.Worth

	mutex    sync.Mutex
	chapters map[string]*list.Element // of *chapter
	order    list.List                // the last used first
}

// mostChapters is how many rounds a book remembers; each takes half a megabyte or less.
const mostChapters = 128

// chapter is a round, solved.
type chapter struct {
	history string
	ready   chan struct{} // closed when policy may be read
	policy  *round.Policy
}

func newBook(l *level, worth round.Worth) *book {
	return &book{level: l, worth: worth, chapters: map[string]*list.Element{}}
}

// open returns the policy of the round that begins after the history. What is not
// whole when ctx is done is not remembered.
func (b *book) open(ctx context.Context, history string) *round.Policy {
	b.mutex.Lock()
	if e := b.chapters[history]; e != nil {
		b.order.MoveToFront(e)
		b.mutex.Unlock()
		c := e.Value.(*chapter)
		<-c.ready
		return c.policy
	}
	c := &chapter{history: history, ready: make(chan struct{})}
	e := b.order.PushFront(c)
	b.chapters[history] = e
	if b.order.Len() > mostChapters {
		oldest := b.order.Back()
		b.order.Remove(oldest)
		delete(b.chapters, oldest.Value.(*chapter).history)
	}
	b.mutex.Unlock()

	whole := false
	defer func() {
		close(c.ready)
		if !whole {
			b.forget(e)
		}
	}()
	c.policy, whole = b.write(ctx, history)
	return c.policy
}

func (b *book) forget(e *list.Element) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	c := e.Value.(*chapter)
	if b.chapters[c.history] == e {
		delete(b.chapters, c.history)
		b.order.Remove(e)
	}
}

// write solves the round that begins after the history.
func (b *book) write(ctx context.Context, history string) (p *round.Policy, whole bool) {
	situation := train.First()
	if history != "" {
		start := strings.LastIndexByte(history[:len(history)-1], shuffled) + 1
		line := round.NewBelief(b.open(ctx, history[:start]), epsilon)
		situation = line.Next(follow(line, history[start:]))
	}
	n := b.level.work(situation.Owns)
	var looks []int
	if b.level.foresees {
		looks = train.Looks(n)
	}
	s, whole := round.NewGame(situation, b.worth).Solve(ctx, n, looks...)
	return s.Policy(), whole
}

// epsilon is how much of every choice others are thought to make evenly, whatever the
// policy says.
const epsilon = 0.01
