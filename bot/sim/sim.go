// Package sim plays many games of random moves, on all cores, and counts how they
// went. It is for measuring rules and engines, and for making records to study;
// players that think are measured elsewhere.
//
// A run is a function of its seed: neither the number of workers nor the machine
// changes a game or a total. Game i is the game that bot.Random plays in every seat
// when the seed is fair.Derive(seed, i) (see bot.SeatSeed).
//
// The package must never know files, clocks or terminals.
package sim

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"sync"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/record"
)

// Config says what to play.
type Config struct {
	// Rules, Players and Options are the table.
	Rules   game.Rules
	Players int
	Options game.Options
	// Games is how many games to play, 1 or more.
	Games int
	// Seed makes the run repeatable.
	Seed uint64
	// Workers is how many games are played at once; one for every core if it
	// is 0.
	Workers int
	// Records takes every game as a record, one line of JSON each, in their
	// order; nothing if it is nil.
	Records io.Writer
	// Progress is told how many games have been counted so far, now and then,
	// and never from two goroutines at once. It may be nil.
	Progress func(games int)
}

// batchSize is how many games a worker plays between two looks around.
const batchSize = 64

// batch is some games that follow each other, and how they went.
type batch struct {
	first, games int
	done         chan struct{} // closed when what follows may be read
	tally        tally
	records      []byte
	err          error
}

// Run plays the games. When ctx is cancelled it stops within a few milliseconds
// and returns the result of the games counted until then, which are the first of
// the run and whose records have been written, with the error of ctx. Any other
// error comes from Records, or is an *game.Error that refuses the table.
func Run(ctx context.Context, c Config) (*Result, error) {
	start, err := c.Rules.New(c.Players, c.Options)
	if err != nil {
		return nil, err
	}
	workers := c.Workers
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	ctx, stop := context.WithCancel(ctx)
	var playing sync.WaitGroup
	defer playing.Wait()
	defer stop()

	// Batches go to the workers by one channel and to the counting by another,
	// in order. Both are short, so that no worker runs far ahead of a slow Records.
	work := make(chan *batch)
	count := make(chan *batch, 2*workers)
	playing.Go(func() {
		defer close(work)
		defer close(count)
		for first := 0; first < c.Games; first += batchSize {
			b := &batch{first: first, games: min(batchSize, c.Games-first), done: make(chan struct{})}
			select {
			case work <- b:
				count <- b
			case <-ctx.Done():
				return
			}
		}
	})
	for range workers {
		playing.Go(func() {
			e := &engine{start: start, players: c.Players}
			for b := range work {
				b.play(&c, e)
				close(b.done)
			}
		})
	}
	return c.count(ctx, stop, start, count)
}

// count adds up the batches in order and writes their records. It calls stop when
// the rest need not be played.
func (c *Config) count(ctx context.Context, stop func(), start game.State, batches <-chan *batch) (*Result, error) {
	total := newTally(start, c.Players)
	var failed error
	for b := range batches { // to the last, so that nobody waits for a reader
		if failed != nil || ctx.Err() != nil {
			continue
		}
		<-b.done
		if failed = b.err; failed == nil && c.Records != nil {
			_, failed = c.Records.Write(b.records)
		}
		if failed != nil {
			stop()
			continue
		}
		total.add(&b.tally)
		if c.Progress != nil {
			c.Progress(total.games)
		}
	}
	if failed == nil && total.games < c.Games {
		failed = ctx.Err()
	}
	return total.result(), failed
}

// play plays the games of the batch.
func (b *batch) play(c *Config, e *engine) {
	b.tally = *newTally(e.start, c.Players)
	var lines bytes.Buffer
	var room []string
	var events *[]string
	if c.Records != nil {
		events = &room
	}
	for i := range b.games {
		room = room[:0]
		b.tally.count(e.play(fair.Derive(c.Seed, uint64(b.first+i)), events))
		if c.Records == nil {
			continue
		}
		if b.err = writeRecord(&lines, c, room); b.err != nil {
			return
		}
	}
	b.records = lines.Bytes()
}

func writeRecord(w io.Writer, c *Config, events []string) error {
	r, err := record.New(c.Rules, c.Players, c.Options)
	if err != nil {
		return fmt.Errorf("sim: %w", err)
	}
	for _, e := range events {
		r.Append(e)
	}
	return record.Write(w, r)
}
