// Package reflex is a policy for Texas Showdown that decides in some fifty nanoseconds:
// what a search plays its imagined hands to the end with. Each card that may be
// played gets a worth that is the sum of four numbers from tables, found by what the
// seat on turn can see; the least worth is played. The tables were learned from play
// against itself (see Train) and are built in, for each number of players and both
// rules.
//
// A policy sees a full position, for that is what a search has, but it looks at nothing
// that the seat on turn could not know: its hand, what has been played, and who has
// shown to have none of a color. The package must never know tables, servers or clocks.
package reflex

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"math/bits"
	"sync"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

// Unit is what one trick counts in worths.
const Unit = 1024

// Policy is one set of tables. It may be used by several goroutines.
type Policy struct {
	w [size]int16
}

// For returns the built-in policy for so many players, 3 to 6, and the rule T11 or, with
// seas, T17.
func For(players int, seas bool) *Policy {
	i := players - 3
	if seas {
		i += 4
	}
	return &builtIn()[i]
}

// Policies is one policy for every table: for 3 to 6 players by T11, then by T17.
type Policies [8]Policy

//go:embed weights.gz
var weights []byte

var builtIn = sync.OnceValue(func() *Policies {
	p, err := Read(bytes.NewReader(weights))
	if err != nil {
		panic("reflex: the tables that are built in: " + err.Error())
	}
	return p
})

// Read reads what Write wrote.
func Read(r io.Reader) (*Policies, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("reflex: want tables packed by gzip: %w", err)
	}
	data, err := io.ReadAll(io.LimitReader(z, 2*8*size+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("reflex: tables: %w", err)
	case len(data) != 2*8*size:
		return nil, fmt.Errorf("reflex: tables of %d bytes, want %d", len(data), 2*8*size)
	}
	p := new(Policies)
	for i := range p {
		for j := range p[i].w {
			at := 2 * (i*size + j)
			p[i].w[j] = int16(uint16(data[at]) | uint16(data[at+1])<<8)
		}
	}
	return p, nil
}

// Write writes the tables: numbers of 16 bits, low byte first, packed by gzip.
func (p *Policies) Write(w io.Writer) error {
	data := make([]byte, 0, 2*8*size)
	for i := range p {
		for _, x := range &p[i].w {
			data = append(data, byte(x), byte(x>>8))
		}
	}
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err == nil {
		_, err = z.Write(data)
	}
	if err == nil {
		err = z.Close()
	}
	return err
}

// worth is what the candidate adds up to, in parts of a trick: less is better, and
// only differences between the candidates of one decision mean something.
func (w *Policy) worth(k *candidate) int32 {
	return int32(w.w[k.at[0]]) + int32(w.w[k.at[1]]) + int32(w.w[k.at[2]]) + int32(w.w[k.at[3]])
}

// Move is what the policy does.
func (w *Policy) Move(d *Sight) game.Move {
	l := d.Legal
	if l&(l-1) == 0 {
		if l == 0 {
			return w.opener(d)
		}
		return texas.Play(texas.Card(bits.TrailingZeros64(uint64(l))))
	}
	var list [mostCards]candidate
	n := d.candidates(&list)
	best, least := texas.Card(0), int32(1<<30)
	for i := range list[:n&(mostCards-1)] {
		if v := w.worth(&list[i]); v < least {
			best, least = list[i].card, v
		}
	}
	return texas.Play(best)
}

// opener is T11's choice.
func (w *Policy) opener(d *Sight) game.Move {
	at := d.choice()
	best := 0
	for i := 1; i < d.Players; i++ {
		if w.w[at+i] < w.w[at+best] {
			best = i
		}
	}
	return texas.Opener((d.Seat + best) % d.Players)
}

// Worths writes what each legal move is worth to the policy, in the order of
// State.Legal, and returns how many there are: less is better, in Units, and only
// differences mean something.
func (w *Policy) Worths(d *Sight, worths *[mostCards]int32) int {
	if d.Legal == 0 {
		at := d.choice()
		for i := range d.Players {
			worths[(d.Seat+i)%d.Players] = int32(w.w[at+i])
		}
		return d.Players
	}
	var list [mostCards]candidate
	n := d.candidates(&list)
	for i := range list[:n&(mostCards-1)] {
		worths[i] = w.worth(&list[i])
	}
	return n
}

// Finish plays the hand to its end. Of 256 decisions, random are made at random.
func (w *Policy) Finish(p *Position, r *fair.Rand, random int) {
	for p.Turn() >= 0 {
		if random > 0 && int(r.Uint64()>>56) < random {
			p.Do(p.Random(r))
		} else {
			d := p.Sight()
			p.Do(w.Move(&d))
		}
	}
}
