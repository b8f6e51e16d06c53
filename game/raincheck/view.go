package raincheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/saloon-games/saloon/game"
)

// View is what a seat, or a spectator, may know of a game: its own cards and
// everything that happened openly. Make one with Rules.NewView and feed it what
// State.Told says, or take one from a game.Match.
type View struct {
	table
	seat    int
	options game.Options
	events  []string
	own     Set     // own cards, in hand or on the stack; empty for spectators
	held    Set     // own hand
	stacked pile    // own stack
	worlds  worlds  // what the two may own
	shown   shown   // what has been flipped in this round
	done    []Round // finished rounds
}

// Round is what was seen of a round: both players may recall it (S18).
type Round struct {
	// Begins is the seat that began it.
	Begins int
	// Bet is the highest bet, and Bettor who named it and flipped; -1 while
	// there is none.
	Bet    int
	Bettor int
	// Flipped is the cards flipped, in order.
	Flipped []Flipped
	// Loser is who lost it, -1 until it is decided.
	Loser int
}

var _ game.View = (*View)(nil)

func (v *View) reset(players int, options game.Options, seat int) error {
	t, options, err := Rules{}.table(players, options)
	if err != nil {
		return err
	}
	if seat < game.Spectator || seat >= seats {
		return &game.Error{What: fmt.Sprintf("seat=%d", seat), Rule: "S1", Why: "the seats are 0 and 1"}
	}
	*v = View{table: t, seat: seat, options: options, worlds: atStart()}
	if seat != game.Spectator {
		v.own, v.held = all, all
	}
	return nil
}

// Seat implements game.View.
func (v *View) Seat() int { return v.seat }

// Options implements game.View.
func (v *View) Options() game.Options { return v.options }

// Events implements game.View.
func (v *View) Events() []string { return v.events }

// Hand is what the looking seat has in its hand; empty for spectators.
func (v *View) Hand() Set { return v.held }

// Stack returns the looking seat's own stack, top first, flipped cards excluded;
// empty for spectators.
func (v *View) Stack() []Card {
	if v.seat == game.Spectator {
		return nil
	}
	return v.stacked.list(v.stack[v.seat])
}

// Owned is the set of cards that the seat surely owns, in its hand or on its
// stack, by everything that the looking seat has seen; all of the own ones.
func (v *View) Owned(seat int) Set { return v.worlds.owned(seat) }

// Gone is the set of the seat's cards that surely lie in the river.
func (v *View) Gone(seat int) Set { return v.worlds.gone(seat) }

// KnownRiver returns the cards that surely lie in the river, whoever they came
// from, in the order of cards; flipped ones included.
func (v *View) KnownRiver() []Card { return v.worlds.river().sorted() }

// Possible reports whether the two seats may own just these cards, by everything
// that the looking seat has seen.
func (v *View) Possible(owned [2]Set) bool { return v.worlds.has(owned[0], owned[1]) }

// Rounds lists what has been seen of each round so far, the one in progress last.
func (v *View) Rounds() []Round {
	if v.round == 0 {
		return nil
	}
	return append(slices.Clip(v.done), v.thisRound())
}

// mine reports whether the looking seat is on turn.
func (v *View) mine() bool {
	seat, ok := v.turn.Seat()
	return ok && seat == v.seat
}

// Legal implements game.View.
func (v *View) Legal(dst []game.Move) []game.Move {
	if !v.mine() {
		return dst
	}
	return appendMoves(dst, v.table.options(v.held))
}

// Check implements game.View.
func (v *View) Check(event string) error {
	m, ok := ParseMove(event)
	if !ok {
		m = noMove
	}
	rule := map[Phase]string{Stacking: "S5", Betting: "S9", Flipping: "S10"}[v.phase]
	switch {
	case !v.mine() && v.turn >= 0:
		return &game.Error{What: event, Rule: rule, Why: fmt.Sprintf("it is not your turn but that of seat %d", v.turn)}
	case !v.mine():
		return v.refusal(event, m, 0, nil)
	case slices.Contains(v.Legal(nil), m):
		return nil
	default:
		return v.refusal(event, m, v.held, v.expected())
	}
}

// Observe implements game.View.
func (v *View) Observe(told string, next game.Turn) error {
	was := *v
	err := v.observe(told)
	if err == nil && v.turn != next {
		err = &game.Error{What: told, Rule: "S5", Why: fmt.Sprintf("next is %s, not %s", v.turn, next)}
	}
	if err != nil {
		*v = was
		return err
	}
	v.events = append(v.events, told)
	return nil
}

func (v *View) observe(told string) error {
	verb, rest, _ := strings.Cut(told, " ")
	m, ok := moveOf[told]
	if !ok {
		m = noMove
	}
	open := v.table.options(0) // the moves that depend on no hand
	switch {
	case v.phase == Starting && (told == "start 0" || told == "start 1"):
		if seat := int(rest[0] - '0'); v.must == anybody || seat == int(v.must) {
			v.start(seat)
			return nil
		}
	case v.phase == Stacking && verb == "stack":
		return v.observeStack(told, rest)
	case m < fold && open>>m&1 != 0:
		v.raise(uint8(m-bet1) + 1)
		return nil
	case m == fold && open>>m&1 != 0:
		v.fold()
		return nil
	case v.phase == Flipping && verb == "flip":
		return v.observeFlip(told, rest)
	case v.phase == Losing && verb == "lose":
		return v.observeLose(told, rest)
	case v.phase == Shuffling && told == "river ?":
		v.done = append(v.done, v.thisRound())
		v.shown = shown{}
		v.shuffled()
		return nil
	}
	return v.refuse(told, m)
}

// refuse says why what the seat was told cannot have happened.
func (v *View) refuse(told string, m game.Move) error {
	hand := v.held
	if seat, ok := v.turn.Seat(); ok && !v.mine() { // whose hand is hidden, but for whether it is empty
		hand = all
		if v.Holds(seat) == 0 {
			hand = 0
		}
	}
	return v.refusal(told, m, hand, v.expected())
}

// expected lists what the seat may be told next, as far as it knows: its own
// moves, or chance's events.
func (v *View) expected() []string {
	switch v.phase {
	case Starting:
		return v.startWords()
	case Losing:
		if int(v.loser) != v.seat {
			return []string{"lose ?"}
		}
		return loseWords(v.own)
	case Shuffling:
		return []string{"river ?"}
	default:
		return game.Words(v.Word, v.Legal(nil))
	}
}

// hidden refuses a card that should have been told as a question mark.
func hidden(told, rule string) error {
	return &game.Error{What: told, Rule: rule, Why: "the card is hidden and told as ?"}
}

func (v *View) observeStack(told, card string) error {
	if !v.mine() {
		if card != "?" {
			return hidden(told, "S5")
		}
		if v.Holds(int(v.turn)) == 0 {
			return v.refuse(told, stack0)
		}
		v.stackOne()
		return nil
	}
	c, ok := ParseCard(card)
	if !ok && v.held != 0 {
		return &game.Error{
			What: told, Rule: "S5", Why: "a seat sees which card it stacks",
			Legal: game.Words(v.Word, v.Legal(nil)),
		}
	}
	if !v.held.Has(c) {
		return v.refuse(told, Stack(c))
	}
	v.held &^= 1 << c
	v.stacked = v.stacked.push(c)
	v.stackOne()
	return nil
}

func (v *View) observeFlip(told, what string) error {
	word, card, _ := strings.Cut(what, " ")
	m, ok := moveOf["flip "+word]
	if !ok || v.table.options(0)>>m&1 == 0 {
		return v.refuse(told, m)
	}
	c, ok := ParseCard(card)
	if !ok {
		return &game.Error{What: told, Rule: "S12", Why: "everybody sees the flipped card: A, 3, K or Q"}
	}
	from, _ := FlippedSource(m)
	e := &game.Error{What: told, Rule: "S1", Why: "that card cannot lie there"}
	if from != River && v.stackOf(from) == v.seat {
		if v.stacked.at(0) != c {
			return e
		}
		v.stacked >>= 2
	}
	if !v.shown.add(&v.table, from, c) {
		return e
	}
	if v.worlds = v.worlds.showing(v.shown); v.worlds.none() {
		return e
	}
	v.flip(from, c)
	if v.phase != Flipping && v.seat != game.Spectator { // S16
		v.held = v.own
		v.stacked = 0
	}
	return nil
}

func (v *View) observeLose(told, card string) error {
	if int(v.loser) != v.seat {
		if card != "?" {
			return hidden(told, "S17")
		}
		v.worlds = v.worlds.losing(int(v.loser), all)
		v.lose()
		return nil
	}
	c, ok := ParseCard(card)
	if !ok || !v.own.Has(c) {
		return v.refuse(told, noMove)
	}
	v.worlds = v.worlds.losing(v.seat, 1<<c)
	v.own &^= 1 << c
	v.held = v.own
	v.lose()
	return nil
}

// thisRound is the round in progress, as seen so far.
func (v *View) thisRound() Round {
	return Round{
		Begins: v.Begins(), Bet: int(v.bet), Bettor: int(v.bettor),
		Flipped: v.Flipped(), Loser: int(v.loser),
	}
}

// Clone implements game.View.
func (v *View) Clone() game.View {
	c := *v
	c.events = slices.Clip(v.events)
	c.done = slices.Clip(v.done)
	return &c
}
