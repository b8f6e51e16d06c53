package wire

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
)

// Policies answers requests for a policy. An answer hangs on its request alone.
type Policies struct {
	// Rules is the game that is asked about.
	Rules game.Rules
	// New makes a player, which has src for what it leaves to chance.
	New func(src fair.Source) (bot.Player, error)
}

// Answered is how many requests have been read, and how many of them refused.
type Answered struct{ Requests, Refused int }

// Answer reads requests until r ends and answers each by a line, in order: the
// probability of every legal move, in their order, or what was wrong with the
// request. What is written is held back while there is more to read. The error
// is that of a stream.
//
// A player that is a bot.Policy stays the same for all requests, so that it can
// share its work. Of any other a new one is made for each request, with a seed that
// is made from the request: its choice has probability 1.
func (p *Policies) Answer(ctx context.Context, r io.Reader, w io.Writer) (Answered, error) {
	var all Answered
	a := &answerer{policies: p}
	player, err := p.New(fair.NewRand(0))
	if err != nil {
		return all, err
	}
	a.policy, _ = player.(bot.Policy)
	in, out := newLineReader(r, mostAsked), bufio.NewWriterSize(w, 1<<16)
	for {
		if in.waits() {
			if err := out.Flush(); err != nil {
				return all, err
			}
		}
		text, err := in.next()
		switch {
		case errors.Is(err, io.EOF):
			return all, out.Flush()
		case err != nil && !errors.Is(err, errLong):
			return all, errors.Join(fmt.Errorf("wire: reading requests: %w", err), out.Flush())
		}
		all.Requests++
		if err == nil {
			a.line, err = a.answer(ctx, a.line[:0], text)
		}
		if err != nil {
			all.Refused++
			text, _ := json.Marshal(err.Error()) // a string always marshals
			a.line = append(append(append(a.line[:0], `{"error":`...), text...), '}')
		}
		a.line = append(a.line, '\n')
		if _, err := out.Write(a.line); err != nil {
			return all, err
		}
	}
}

// answerer is what is kept from one request to the next, only to be quick.
type answerer struct {
	policies *Policies
	policy   bot.Policy // nil if the player is none
	views    viewCache
	request  request
	line     []byte
	legal    []game.Move
	probs    []float64
}

// answer appends the answer to a request.
func (a *answerer) answer(ctx context.Context, dst, text []byte) ([]byte, error) {
	v, err := a.view(text)
	if err != nil {
		return dst, err
	}
	a.legal = v.Legal(a.legal[:0])
	probs, err := a.ask(ctx, v)
	if err != nil {
		return dst, err
	}
	dst = append(dst, `{"probs":{`...)
	for i, m := range a.legal {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '"')
		dst = append(dst, v.Word(m)...)
		dst = append(dst, '"', ':')
		dst = strconv.AppendFloat(dst, probs[i], 'g', -1, 64)
	}
	return append(dst, '}', '}'), nil
}

// view is what the seat of the request knows; it must be its decision.
func (a *answerer) view(text []byte) (game.View, error) {
	v := a.cached(text)
	if v == nil {
		var err error
		least, _ := a.policies.Rules.Seats()
		if v, err = a.policies.Rules.NewView(least, nil, 0); err != nil {
			return nil, err
		}
		if err := v.UnmarshalJSON(text); err != nil {
			return nil, err
		}
	}
	switch seat := v.Seat(); {
	case seat == game.Spectator:
		return nil, errors.New("seat: want the seat that decides, not a spectator")
	case v.Turn() == game.Over:
		return nil, errors.New("events: the game is over; want a decision of the seat")
	case v.Turn() != game.Turn(seat):
		return nil, fmt.Errorf("events: it is the turn of %s; want a decision of seat %d", v.Turn(), seat)
	}
	return v, nil
}

// cached is the view of a request that is written as we would write it, from what
// earlier ones have in common with it. It is nil if the request is written in any
// other way, or has an error: then it is read again from the start.
func (a *answerer) cached(text []byte) game.View {
	if !a.request.read(text) {
		return nil
	}
	return a.views.view(a.policies.Rules, &a.request)
}

// ask returns the probabilities of the view's legal moves.
func (a *answerer) ask(ctx context.Context, v game.View) ([]float64, error) {
	if a.policy != nil {
		probs, err := a.policy.Probs(ctx, v)
		if err == nil {
			a.probs, err = distribution(a.probs[:0], probs, len(a.legal))
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", a.policy.Name(), err)
		}
		return a.probs, nil
	}
	player, err := a.policies.New(fair.NewRand(seedOf(v)))
	if err != nil {
		return nil, err
	}
	move, err := player.Choose(ctx, v)
	if err != nil {
		return nil, err
	}
	a.probs = slices.Grow(a.probs[:0], len(a.legal))[:len(a.legal)]
	clear(a.probs)
	i := slices.Index(a.legal, move)
	if i < 0 {
		return nil, fmt.Errorf("%s chooses %s, which is not legal", player.Name(), v.Word(move))
	}
	a.probs[i] = 1
	return a.probs, nil
}

// roundings is how far the sum of a player's probabilities may be from 1: as far as
// numbers of 32 bits lead.
const roundings = 1e-4

// distribution appends the probabilities of so many moves to dst, rid of roundings, so
// that they add up to 1.
func distribution(dst, probs []float64, moves int) ([]float64, error) {
	if len(probs) != moves {
		return dst, fmt.Errorf("%d probabilities for %d moves", len(probs), moves)
	}
	sum := 0.0
	for _, p := range probs {
		if !(p >= 0) {
			return dst, fmt.Errorf("a probability of %g", p)
		}
		sum += p
	}
	if !(math.Abs(sum-1) <= roundings) {
		return dst, fmt.Errorf("probabilities that add up to %g", sum)
	}
	for _, p := range probs {
		dst = append(dst, p/sum)
	}
	return dst, nil
}

// seedOf is a seed that is made from all that the view knows (FNV-1a, 64 bits), the
// same in every version.
func seedOf(v game.View) uint64 {
	text := fmt.Appendf(nil, "%d\n%d\n", v.Seat(), v.Players())
	options := v.Options()
	for _, name := range slices.Sorted(maps.Keys(options)) {
		text = fmt.Appendf(text, "%s=%v\n", name, options[name])
	}
	for _, e := range v.Events() {
		text = append(append(text, e...), '\n')
	}
	h := fnv.New64a()
	_, _ = h.Write(text) // a hash takes everything
	return h.Sum64()
}
