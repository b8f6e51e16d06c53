package texas

import (
	"fmt"
	"math/bits"
	"strconv"

	"github.com/saloon-games/saloon/game"
)

// State is the full position of a game, everybody's hand included. It is a plain
// value: assigning it copies it, and no method but Clone and those that
// return words, lists or errors allocates. Make one with Rules.New.
type State struct {
	table
	legal Set       // cards that the seat on turn may play; empty if it plays none
	hands [8]Set    // by seat; 8 so that an index masked with 7 needs no check
	last  game.Move // what led here, or lastNone or lastDeal
}

// What State.last is when chance spoke last or nothing has happened.
const (
	lastNone = noMove + iota
	lastDeal
)

var _ game.State = (*State)(nil)

// Hand is what the seat holds.
func (s *State) Hand(seat int) Set { return s.hands[seat] }

// LegalCards is the set of cards that the seat on turn may play; empty while a
// deal or T11's choice is due and when the game is over.
func (s *State) LegalCards() Set { return s.legal }

// Legal implements game.State.
func (s *State) Legal(dst []game.Move) []game.Move {
	if s.choosing {
		for seat := range int(s.seats) {
			dst = append(dst, Opener(seat))
		}
		return dst
	}
	for l := s.legal; l != 0; l &= l - 1 {
		dst = append(dst, game.Move(bits.TrailingZeros64(uint64(l))))
	}
	return dst
}

// Play implements game.State. The error is an *game.Error; it costs nothing
// unless the move is refused.
func (s *State) Play(m game.Move) error {
	if m >= deckSize || s.legal>>m&1 == 0 {
		return s.choose(m)
	}
	s.hands[s.turn&7] &^= 1 << m
	s.last = m
	s.add(Card(m))
	if !s.full() {
		s.legal = playable(s.hands[s.turn&7], s.follow)
		return nil
	}
	s.finish()
	s.legal = 0
	if s.turn >= 0 && !s.choosing {
		s.legal = s.hands[s.turn&7] // T6
	}
	return nil
}

// choose carries out a move that is not a legal card: T11's choice, or a refusal.
func (s *State) choose(m game.Move) error {
	if !s.choosing || m < opener0 || m >= opener0+game.Move(s.seats) {
		return s.refuse(s.Word(m), m)
	}
	seat := int(m - opener0)
	s.last = m
	s.table.choose(seat)
	s.legal = s.hands[seat] // T6
	return nil
}

// playable is what a hand may play: cards of the trick's colors, or any if it
// has none or opens (T6, T7).
func playable(hand, follow Set) Set {
	if l := hand & follow; l != 0 {
		return l
	}
	return hand
}

// Deal deals each seat its hand; len(hands) is the number of players. It is
// chance's event and refused at any other time, as is what is not a deal (T1 to
// T3). The error is an *game.Error.
func (s *State) Deal(hands []Set) error {
	if s.turn != game.Chance {
		return s.refuse(dealWord(hands, game.Spectator, true), noMove)
	}
	if err := s.checkDeal(hands); err != nil {
		return err
	}
	s.deal(hands)
	return nil
}

// deal carries out a deal that has been found right.
func (s *State) deal(hands []Set) {
	copy(s.hands[:], hands)
	start := StartingCard(int(s.seats))
	opener := 0
	for seat, h := range hands {
		if h.Has(start) {
			opener = seat
		}
	}
	s.last = lastDeal
	s.table.deal(opener)
	s.legal = 1 << start // T5
}

// Draw implements game.State: a deal draws the whole deck, whose cards are
// numbered ascending; the first cards drawn are seat 0's, and so on.
func (s *State) Draw() game.Draw {
	if s.turn != game.Chance {
		return game.Draw{}
	}
	n := int(s.seats) * int(s.size)
	return game.Draw{Take: n, Of: n}
}

// drawn returns the hands that a draw deals, and whether it is one.
func (s *State) drawn(draw []uint8) (hands [mostSeats]Set, ok bool) {
	size := int(s.size)
	if s.turn != game.Chance || len(draw) != int(s.seats)*size {
		return hands, false
	}
	lowest := StartingCard(int(s.seats))
	var all Set
	for seat := range int(s.seats) {
		for _, d := range draw[seat*size : seat*size+size] {
			if int(d) >= len(draw) {
				return hands, false
			}
			hands[seat] |= 1 << (lowest + Card(d))
		}
		all |= hands[seat]
	}
	return hands, all.Len() == len(draw)
}

// Outcome implements game.State.
func (s *State) Outcome(draw []uint8) string {
	hands, ok := s.drawn(draw)
	if !ok {
		return ""
	}
	return dealWord(hands[:s.seats], game.Spectator, true)
}

// Chance implements game.State.
func (s *State) Chance(draw []uint8) error {
	hands, ok := s.drawn(draw)
	if !ok {
		event := "deal by a draw of " + strconv.Itoa(len(draw)) + " cards"
		if s.turn != game.Chance {
			return s.refuse(event, noMove)
		}
		return badDeal(event, "T3", fmt.Sprintf("want every number from 0 to %d once", s.Draw().Of-1))
	}
	s.deal(hands[:s.seats])
	return nil
}

// Last implements game.State. The event of a deal can be had only until the
// first card is played.
func (s *State) Last() string { return s.lastWord(game.Spectator, true) }

// Told implements game.State (PROTOCOL.md, "What a seat is told").
func (s *State) Told(seat int) string { return s.lastWord(seat, false) }

func (s *State) lastWord(seat int, all bool) string {
	switch s.last {
	case lastNone:
		return ""
	case lastDeal:
		return dealWord(s.hands[:s.seats], seat, all)
	default:
		return s.Word(s.last)
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
	dst = append(dst, `,"hand":`...)
	dst = strconv.AppendInt(dst, int64(s.deals), 10)
	dst = append(dst, `,"trick":[`...)
	for i, p := range s.Trick() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = game.AppendInts(dst, []int{p.Seat, p.Card.Number()})
	}
	dst = append(dst, `],"taken":`...)
	dst = game.AppendInts(dst, s.taken[:s.seats])
	dst = append(dst, `,"totals":`...)
	dst = game.AppendInts(dst, s.totals[:s.seats])
	return append(dst, '}')
}
