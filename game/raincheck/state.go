package raincheck

import (
	"strconv"
	"strings"

	"github.com/saloon-games/saloon/game"
)

// State is the full position of a game, both hands, the stacks and the river
// included. It is a plain value: assigning it copies it, and no method but Clone
// and those that return words, lists or errors allocates. Make one with
// Rules.New.
type State struct {
	table
	legal   uint16 // what the seat on turn may do, a bit a move
	owned   [seats]Set
	held    [seats]Set // of owned, those not on the stack
	stacked [seats]pile
	bed     pile // the river's order; it means something from river to the last flip
	last    event
}

// event is what led to a position: a move, or one of chance's events.
type event struct {
	move game.Move
	card Card // stacked, flipped or lost
}

// What is in event.move when chance spoke or nothing has happened.
const (
	lastNone = noMove + iota
	lastStart
	lastLose
	lastRiver
)

var _ game.State = (*State)(nil)

// Owned is what the seat owns, in its hand and on its stack.
func (s *State) Owned(seat int) Set { return s.owned[seat] }

// Hand is what the seat has in its hand, its stack excluded.
func (s *State) Hand(seat int) Set { return s.held[seat] }

// Stack returns the seat's stack, top first, flipped cards excluded.
func (s *State) Stack(seat int) []Card { return s.stacked[seat].list(s.stack[seat]) }

// River returns the river: from the river event to the last flip in its order,
// top first, flipped cards excluded; otherwise all of it, sorted.
func (s *State) River() []Card {
	if s.phase == Stacking || s.phase == Betting || s.phase == Flipping {
		return s.bed.list(s.river)
	}
	return s.lost().sorted()
}

// lost is all cards in the river, flipped ones included: those that nobody owns
// (S18).
func (s *State) lost() counts { return riverOf(s.owned) }

// LegalMoves is the set of moves that the seat on turn may make: bit m stands for
// Move m.
func (s *State) LegalMoves() uint16 { return s.legal }

// Legal implements game.State.
func (s *State) Legal(dst []game.Move) []game.Move { return appendMoves(dst, s.legal) }

// Play implements game.State. The error is an *game.Error; it costs nothing
// unless the move is refused.
func (s *State) Play(m game.Move) error {
	if m >= noMove || s.legal>>m&1 == 0 {
		return s.refuse(s.Word(m), m)
	}
	s.last.move = m
	switch {
	case m < bet1:
		c := Card(m)
		seat := s.turn & 1
		s.last.card = c
		s.held[seat] &^= 1 << c
		s.stacked[seat] = s.stacked[seat].push(c)
		s.stackOne()
	case m < fold:
		s.raise(uint8(m-bet1) + 1)
	case m == fold:
		s.fold()
	default:
		s.turnOver(Source(m - flip0))
	}
	s.legal = s.options(s.held[s.turn&1])
	return nil
}

// turnOver flips the top card of a pile.
func (s *State) turnOver(from Source) {
	from &= 3
	p := &s.bed
	if from != River {
		p = &s.stacked[s.stackOf(from)]
	}
	s.last.card = p.at(0)
	*p >>= 2
	s.flip(from, s.last.card)
	if s.phase != Flipping {
		s.held = s.owned // S16
		s.stacked = [seats]pile{}
	}
}

// Start says which seat begins round 1 (S4). It is chance's event and refused at
// any other time. The error is an *game.Error.
func (s *State) Start(seat int) error {
	if s.phase != Starting || seat < 0 || seat >= seats || s.must != anybody && seat != int(s.must) {
		return s.refuse("start "+strconv.Itoa(seat), noMove)
	}
	s.start(seat)
	s.last = event{move: lastStart}
	s.legal = s.options(s.held[seat])
	return nil
}

// Lose says which card the round's loser loses to the river (S17). It is chance's
// event and refused at any other time. The error is an *game.Error.
func (s *State) Lose(c Card) error {
	if s.phase != Losing || c >= kinds || !s.owned[s.loser&1].Has(c) {
		return s.refuse("lose "+c.String(), noMove)
	}
	s.owned[s.loser&1] &^= 1 << c
	s.held = s.owned
	s.lose()
	s.last = event{lastLose, c}
	s.legal = 0
	return nil
}

// Shuffle says in which order, top first, the river lies from now on (S18). It is
// chance's event and refused at any other time. The error is an *game.Error.
func (s *State) Shuffle(order []Card) error {
	var have counts
	var bed pile
	for i := len(order) - 1; i >= 0; i-- {
		if order[i] >= kinds {
			return s.refuse(riverWord(order), noMove)
		}
		have += one(order[i])
		bed = bed.push(order[i])
	}
	if s.phase != Shuffling || len(order) != int(s.river) || have != s.lost() {
		return s.refuse(riverWord(order), noMove)
	}
	s.shuffle(bed)
	return nil
}

// shuffle carries out a shuffle that has been found right.
func (s *State) shuffle(bed pile) {
	s.bed = bed
	s.shuffled()
	s.last = event{move: lastRiver}
	s.legal = s.options(s.held[s.turn&1])
}

// Draw implements game.State: a start draws a seat (the only one there is where
// S4's option says who); a lose draws one of the loser's cards, a river all of the
// river's cards, both numbered in the order of cards.
func (s *State) Draw() game.Draw {
	switch s.phase {
	case Starting:
		if s.must != anybody {
			return game.Draw{Take: 1, Of: 1}
		}
		return game.Draw{Take: 1, Of: seats}
	case Losing:
		return game.Draw{Take: 1, Of: s.Owns(int(s.loser))}
	case Shuffling:
		return game.Draw{Take: int(s.river), Of: int(s.river)}
	default:
		return game.Draw{}
	}
}

// isDraw reports whether the draw is one of the kind that is asked for.
func (s *State) isDraw(draw []uint8) bool {
	want := s.Draw()
	if want.Take == 0 || len(draw) != want.Take {
		return false
	}
	var seen uint8
	for _, d := range draw {
		if int(d) >= want.Of || seen>>d&1 != 0 {
			return false
		}
		seen |= 1 << d
	}
	return true
}

// starter is the seat that a draw for start makes begin.
func (s *State) starter(draw []uint8) int {
	if s.must != anybody {
		return int(s.must)
	}
	return int(draw[0])
}

// bedOf is the order of the river that a draw makes.
func (s *State) bedOf(draw []uint8) pile {
	var sorted pile // top first, so cards are pushed from the last kind on
	lost := s.lost()
	for c := Battery; c < kinds; c-- { // the Card below Hit is above all kinds
		for range lost.of(c) {
			sorted = sorted.push(c)
		}
	}
	var bed pile
	for i := len(draw) - 1; i >= 0; i-- {
		bed = bed.push(sorted.at(draw[i]))
	}
	return bed
}

// Outcome implements game.State.
func (s *State) Outcome(draw []uint8) string {
	if !s.isDraw(draw) {
		return ""
	}
	switch s.phase {
	case Starting:
		return "start " + strconv.Itoa(s.starter(draw))
	case Losing:
		return "lose " + s.owned[s.loser&1].Nth(int(draw[0])).String()
	default:
		return riverWord(s.bedOf(draw).list(s.river))
	}
}

// Chance implements game.State.
func (s *State) Chance(draw []uint8) error {
	if !s.isDraw(draw) {
		return s.refuse("a draw of "+strconv.Itoa(len(draw)), noMove)
	}
	switch s.phase {
	case Starting:
		return s.Start(s.starter(draw))
	case Losing:
		return s.Lose(s.owned[s.loser&1].Nth(int(draw[0])))
	default:
		s.shuffle(s.bedOf(draw))
		return nil
	}
}

// Apply implements game.State.
func (s *State) Apply(event string) error {
	if m, ok := moveOf[event]; ok {
		return s.Play(m)
	}
	verb, rest, _ := strings.Cut(event, " ")
	switch {
	case s.phase == Starting && verb == "start" && (rest == "0" || rest == "1"):
		return s.Start(int(rest[0] - '0'))
	case s.phase == Losing && verb == "lose":
		if c, ok := ParseCard(rest); ok {
			return s.Lose(c)
		}
	case s.phase == Shuffling && verb == "river":
		if order, ok := parseCards(rest); ok {
			return s.Shuffle(order)
		}
	}
	return s.refuse(event, noMove)
}

// Last implements game.State.
func (s *State) Last() string {
	switch m := s.last.move; m {
	case lastNone:
		return ""
	case lastStart:
		return "start " + strconv.Itoa(int(s.begins))
	case lastLose:
		return "lose " + s.last.card.String()
	case lastRiver:
		return riverWord(s.bed.list(s.river))
	default:
		return s.Word(m)
	}
}

// Told implements game.State (PROTOCOL.md, "What a seat is told").
func (s *State) Told(seat int) string {
	switch m := s.last.move; {
	case m == lastNone:
		return ""
	case m == lastStart, m >= bet1 && m <= fold:
		return s.Last()
	case m < bet1:
		if seat == int(s.turn^1) { // the turn has passed from who stacked
			return s.Last()
		}
		return "stack ?"
	case m == lastLose: // S17: its owner sees it
		if seat == int(s.loser) {
			return s.Last()
		}
		return "lose ?"
	case m == lastRiver:
		return "river ?"
	default: // a flip: everybody sees the card
		return s.Word(m) + " " + s.last.card.String()
	}
}

// Clone implements game.State.
func (s *State) Clone() game.State {
	c := *s
	return &c
}

// AppendJSON implements game.State, as NOTATION.md prescribes.
func (s *State) AppendJSON(dst []byte) []byte {
	dst = game.AppendHead(dst, s)
	dst = append(dst, `,"round":`...)
	dst = strconv.AppendInt(dst, int64(s.round), 10)
	dst = append(dst, `,"phase":"`...)
	dst = append(dst, s.phase.String()...)
	dst = append(dst, `","energy":`...)
	dst = game.AppendInts(dst, s.energy[:])
	dst = append(dst, `,"hand":`...)
	dst = game.AppendInts(dst, []int{s.Holds(0), s.Holds(1)})
	dst = append(dst, `,"stack":`...)
	dst = game.AppendInts(dst, s.stack[:])
	dst = append(dst, `,"river":`...)
	dst = strconv.AppendInt(dst, int64(s.river), 10)
	dst = append(dst, `,"bet":`...)
	dst = strconv.AppendInt(dst, int64(s.bet), 10)
	dst = append(dst, `,"bettor":`...)
	dst = game.AppendSeat(dst, int(s.bettor))
	dst = append(dst, `,"flipped":[`...)
	for i, f := range s.Flipped() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `["`...)
		dst = append(dst, f.From.String()...)
		dst = append(dst, `","`...)
		dst = append(dst, f.Card.String()...)
		dst = append(dst, `"]`...)
	}
	dst = append(dst, `],"loser":`...)
	dst = game.AppendSeat(dst, int(s.loser))
	return append(dst, '}')
}
