package raincheck

import (
	"math/bits"
	"strconv"

	"github.com/saloon-games/saloon/game"
)

// Energy at the start and at most, and what cards do to it (S2, S12).
const (
	FullEnergy   = 10
	BeartrapCost = 3
	BatteryGain  = 1
)

// Phase is where in a round the game is, as NOTATION.md names it.
type Phase uint8

// The phases.
const (
	Starting  Phase = iota // until start
	Stacking               // from start or river to the first bet
	Betting                // from it to the fold
	Flipping               // from the fold to the last flip
	Losing                 // until lose
	Shuffling              // until river
	Over                   // after S13's flip or S19's lose
)

var phaseWords = [...]string{"start", "stacking", "betting", "flipping", "losing", "shuffling", "over"}

// String is the phase's word: "stacking".
func (p Phase) String() string {
	if int(p) >= len(phaseWords) {
		return "phase " + strconv.Itoa(int(p))
	}
	return phaseWords[p]
}

// Seats that are none.
const (
	nobody  = -1
	anybody = -1
)

// Flipped is a card that has been turned over, and the pile that it lay on.
type Flipped struct {
	From Source
	Card Card
}

// table is the part of a position that everybody sees: counts, energy, bets and
// flipped cards. It holds the rules of a round, for State and View alike: neither
// knows them again.
type table struct {
	ply    int32
	turn   game.Turn
	phase  Phase
	round  uint8
	begins uint8       // the seat that begins this round (S4)
	turns  uint8       // turns that have been taken while stacking, 2 at most
	must   int8        // S4's option, or anybody
	energy [seats]int8 // S2
	owns   [seats]uint8
	stack  [seats]uint8 // cards on the stacks, flipped ones not counted (S3: public)
	put    [seats]uint8 // cards that were on the stacks when the bets began
	river  uint8        // cards in the river, flipped ones not counted
	bet    uint8
	bettor int8
	loser  int8

	flips   uint8  // how many cards have been flipped in this round
	flipped uint32 // they, in order: four bits each, source above card
}

// start begins round 1 (S4).
func (t *table) start(seat int) {
	t.ply++
	t.begins = uint8(seat)
	t.begin()
}

// begin begins the stacking of a round.
func (t *table) begin() {
	t.round++
	t.phase = Stacking
	t.turn = game.Turn(t.begins)
	t.turns = 0
	t.bet, t.bettor, t.loser = 0, nobody, nobody
	t.flips, t.flipped = 0, 0
	t.put = [seats]uint8{}
}

// pass gives the turn to the other seat.
func (t *table) pass() { t.turn ^= 1 }

// stackOne puts a card of the seat on turn on its stack (S5, S6).
func (t *table) stackOne() {
	t.ply++
	t.stack[t.turn&1]++
	t.turns = min(t.turns+1, seats)
	t.pass()
}

// raise names the first bet or a higher one (S6, S8, S9).
func (t *table) raise(n uint8) {
	t.ply++
	t.phase = Betting
	t.bet = n
	t.bettor = int8(t.turn)
	t.pass()
}

// fold lets the bettor flip (S10).
func (t *table) fold() {
	t.ply++
	t.phase = Flipping
	t.put = t.stack
	t.turn = game.Turn(t.bettor)
}

// limit is the number of cards in the three piles, which no bet exceeds (S8).
func (t *table) limit() uint8 { return t.stack[0] + t.stack[1] + t.river }

// options is the set of moves that the seat on turn may make, a bit a move, if
// it holds these cards.
func (t *table) options(hand Set) uint16 {
	switch t.phase {
	case Stacking:
		m := uint16(hand) << stack0
		if t.turns == seats { // S6; before, S5
			m |= bets(0, t.limit())
		}
		return m // S7: of an empty hand only the bets are left
	case Betting: // S8, S9
		return bets(t.bet, t.limit()) | 1<<fold
	case Flipping: // S11
		if t.stack[t.bettor&1] > 0 {
			return 1 << (flip0 + game.Move(Own))
		}
		var m uint16
		if t.stack[t.bettor&1^1] > 0 {
			m |= 1 << (flip0 + game.Move(Opponent))
		}
		if t.river > 0 {
			m |= 1 << (flip0 + game.Move(River))
		}
		return m
	default:
		return 0
	}
}

// bets is the set of bets above one and up to another.
func bets(above, limit uint8) uint16 {
	return (1<<limit - 1) >> above << above << bet1
}

// stackOf is the seat whose stack the source is; it must not be the river.
func (t *table) stackOf(from Source) int { return int(t.bettor)&1 ^ int(from&1) }

// flip turns over a card of the source (S11) and lets it act (S12).
func (t *table) flip(from Source, c Card) {
	t.ply++
	if from == River {
		t.river--
	} else {
		t.stack[t.stackOf(from)]--
	}
	t.flipped |= (uint32(from)<<2 | uint32(c)) << (4 * t.flips & 31)
	t.flips++
	seat := t.bettor & 1
	switch c {
	case Hit:
		t.endFlipping(int(seat)) // S14: also on the very last flip
		return
	case Beartrap:
		t.energy[seat] = max(t.energy[seat]-BeartrapCost, 0)
		if t.energy[seat] == 0 { // S13, before S14
			t.endFlipping(int(seat))
			t.phase, t.turn = Over, game.Over
			return
		}
	case Battery:
		t.energy[seat] = min(t.energy[seat]+BatteryGain, FullEnergy)
	}
	if t.flips == t.bet { // S14
		t.endFlipping(int(seat) ^ 1)
	}
}

// endFlipping takes the stacks back into the hands (S16) and names the round's
// loser.
func (t *table) endFlipping(loser int) {
	t.phase = Losing
	t.turn = game.Chance
	t.loser = int8(loser)
	t.stack = [seats]uint8{}
	t.put = [seats]uint8{}
	t.river = mostCards - t.owns[0] - t.owns[1]
}

// lose moves a card of the loser to the river (S17).
func (t *table) lose() {
	t.ply++
	t.owns[t.loser&1]--
	t.river++
	t.phase = Shuffling
	if t.owns[t.loser&1] == 0 { // S19
		t.phase, t.turn = Over, game.Over
	}
}

// shuffled begins the next round after S18's shuffle; the beginning seat
// alternates (S4).
func (t *table) shuffled() {
	t.ply++
	t.begins ^= 1
	t.begin()
}

// Ply implements game.State and game.View.
func (t *table) Ply() int { return int(t.ply) }

// Turn implements game.State and game.View.
func (t *table) Turn() game.Turn { return t.turn }

// Players is 2.
func (t *table) Players() int { return seats }

// Phase is where in a round the game is.
func (t *table) Phase() Phase { return t.phase }

// Round is the number of the round, 0 before the first (S20: 7 at most).
func (t *table) Round() int { return int(t.round) }

// Begins is the seat that begins the round (S4).
func (t *table) Begins() int { return int(t.begins) }

// Energy is the seat's energy, 0 to 10 (S2).
func (t *table) Energy(seat int) int { return int(t.energy[seat]) }

// Owns is how many cards the seat owns, in its hand and on its stack.
func (t *table) Owns(seat int) int { return int(t.owns[seat]) }

// Holds is how many cards the seat has in its hand; while flipping what it had
// at the fold (S16).
func (t *table) Holds(seat int) int {
	if t.phase == Flipping {
		return int(t.owns[seat] - t.put[seat])
	}
	return int(t.owns[seat] - t.stack[seat])
}

// Stacked is how many cards lie on the seat's stack, flipped ones not counted.
func (t *table) Stacked(seat int) int { return int(t.stack[seat]) }

// InRiver is how many cards lie in the river; while flipping without those that
// have been flipped.
func (t *table) InRiver() int { return int(t.river) }

// Bet is the highest bet of the round, 0 if there is none, and who named it, -1
// if nobody has.
func (t *table) Bet() (n, bettor int) { return int(t.bet), int(t.bettor) }

// Limit is the highest bet that may be named, the number of cards in the three
// piles (S8). It means nothing once flipping has begun.
func (t *table) Limit() int { return int(t.limit()) }

// Flipped lists the cards flipped in this round, in order (S15).
func (t *table) Flipped() []Flipped {
	list := make([]Flipped, t.flips)
	for i := range list {
		f := t.flipped >> (4 * i)
		list[i] = Flipped{Source(f >> 2 & 3), Card(f & 3)}
	}
	return list
}

// Loser is the seat that has lost the round, -1 until flipping has ended.
func (t *table) Loser() int { return int(t.loser) }

// Winners implements game.State and game.View: the seat that has not lost the
// game (S13, S19), alone (S20).
func (t *table) Winners() []int {
	if t.phase != Over {
		return nil
	}
	return []int{int(t.loser) ^ 1}
}

// appendMoves appends the moves of a set, ascending.
func appendMoves(dst []game.Move, set uint16) []game.Move {
	for ; set != 0; set &= set - 1 {
		dst = append(dst, game.Move(bits.TrailingZeros16(set)))
	}
	return dst
}
