package raincheck

import (
	"strconv"
	"strings"

	"github.com/saloon-games/saloon/game/raincheck"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/board"
)

// Now implements board.Board.
func (table) Now(s *board.Sight) string {
	var p pen
	p.look(nil, s)
	return p.now()
}

// Verdict implements board.Board.
func (table) Verdict(s *board.Sight) string {
	var p pen
	p.look(nil, s)
	return p.verdict()
}

// does says that a seat does something: "You flip", "Dusty flips".
func (p *pen) does(seat int, you, they string) string {
	if seat == p.s.You {
		return "You " + you
	}
	return p.s.Called(seat) + " " + they
}

// them names a seat where something is done by it or to it: "you", "Dusty".
func (p *pen) them(seat int) string {
	if seat == p.s.You {
		return "you"
	}
	return p.s.Called(seat)
}

// their says that something is a seat's, at the beginning of a sentence or in it:
// "Your", "your", "Dusty's".
func (p *pen) their(seat int, begins bool) string {
	switch {
	case seat != p.s.You:
		return p.s.Called(seat) + "'s"
	case begins:
		return "Your"
	default:
		return "your"
	}
}

// from says which pile a card was flipped from: "from Dusty's stack".
func (p *pen) from(bettor int, source raincheck.Source) string {
	if source == raincheck.River {
		return "from the river"
	}
	return "from " + p.their(p.owner(bettor, source), false) + " stack"
}

// cards is a number of cards: "1 card".
func cards(n int) string {
	if n == 1 {
		return "1 card"
	}
	return strconv.Itoa(n) + " cards"
}

// now says what is asked of who looks, or for whom everybody waits.
func (p *pen) now() string {
	seat, ok := p.turn()
	switch {
	case p.v.Phase() == raincheck.Over:
		return p.verdict()
	case p.ended():
		return "Round " + strconv.Itoa(p.v.Round()) + " is over." + p.next()
	case !ok:
		return "The house draws who begins."
	case seat == p.s.You:
		return p.yours()
	}
	name := p.s.Called(seat)
	bet, _ := p.v.Bet()
	switch p.v.Phase() {
	case raincheck.Stacking:
		return "Waiting for " + name + " to stack a card or bet."
	case raincheck.Betting:
		return "Waiting for " + name + " to raise " + p.their(seat^1, false) + " bet of " + strconv.Itoa(bet) + " or fold."
	default:
		return name + " must flip " + p.more(bet) + "."
	}
}

// more says how many cards are still to be flipped: "3 cards", "1 more".
func (p *pen) more(bet int) string {
	flipped := len(p.v.Flipped())
	if flipped == 0 {
		return cards(bet)
	}
	return strconv.Itoa(bet-flipped) + " more"
}

// next says what a decided round waits for, after a sentence.
func (p *pen) next() string {
	if p.s.Seated() && p.waitsFor(&p.s.Seats[p.s.You]) {
		return " Seen enough? Go on."
	}
	for i := range p.s.Seats {
		if p.waitsFor(&p.s.Seats[i]) {
			return " Waiting for " + p.s.Called(i) + "."
		}
	}
	return " The next round begins in a moment."
}

// yours says what is asked of who looks when it is their turn. It asks the view
// what is legal, for in a replay nobody can move and still it is somebody's turn.
func (p *pen) yours() string {
	var legal uint16
	for _, m := range p.v.Legal(nil) {
		legal |= 1 << m
	}
	bet, bettor := p.v.Bet()
	switch p.v.Phase() {
	case raincheck.Stacking:
		switch {
		case legal&bets == 0:
			return "Your turn: stack a card, face down."
		case legal&stacks == 0:
			return "Your turn: your hand is empty, so bet."
		default:
			return "Your turn: stack a card or bet."
		}
	case raincheck.Betting:
		if legal&bets == 0 {
			return p.does(bettor, "bet", "bets") + " " + strconv.Itoa(bet) + ", all there is. You can only fold."
		}
		return p.does(bettor, "bet", "bets") + " " + strconv.Itoa(bet) + ". Name a higher bet or fold."
	default:
		return "Flip " + p.more(bet) + ": " + p.piled(legal) + "."
	}
}

// piled says which piles can be flipped from.
func (p *pen) piled(legal uint16) string {
	is := func(from raincheck.Source) bool { return legal>>raincheck.Flip(from)&1 != 0 }
	opponent := p.their(p.s.You^1, false) + " stack"
	switch {
	case is(raincheck.Own):
		return "your own stack first"
	case is(raincheck.Opponent) && is(raincheck.River):
		return opponent + " or the river"
	case is(raincheck.Opponent):
		return opponent
	default:
		return "the river"
	}
}

// lost says who has lost a round, and why.
func (p *pen) lost(r raincheck.Round, round int) string {
	number := strconv.Itoa(round)
	if r.Loser == r.Bettor {
		return p.does(r.Bettor, "flipped a Hit and lose", "flipped a Hit and loses") + " round " + number + "."
	}
	return p.does(r.Bettor, "flipped", "flipped") + " " + cards(r.Bet) + " without a Hit: " +
		p.them(r.Loser) + p.agree(r.Loser, " lose", " loses") + " round " + number + "."
}

// agree picks the form of a verb that goes with a seat's name.
func (p *pen) agree(seat int, you, they string) string {
	if seat == p.s.You {
		return you
	}
	return they
}

// verdict says how the game ended, "" before.
func (p *pen) verdict() string {
	winners := p.v.Winners()
	if len(winners) == 0 {
		return ""
	}
	return p.does(winners[0], "win", "wins") + ": " + p.because()
}

// because says why the game's loser has lost it (S13, S19).
func (p *pen) because() string {
	loser := p.v.Winners()[0] ^ 1
	if p.v.Owns(loser) == 0 {
		return p.them(loser) + p.agree(loser, " have", " has") + " no card left."
	}
	return p.them(loser) + p.agree(loser, " are", " is") + " out of energy."
}

// Tell implements board.Board.
func (table) Tell(s *board.Sight, event int) string {
	events := s.View.Events()
	if event < 0 || event >= len(events) || event >= len(s.Moves) {
		return ""
	}
	var p pen
	p.look(nil, s)
	verb, rest, _ := strings.Cut(events[event], " ")
	made := s.Moves[event]
	told := ""
	switch verb {
	case "start":
		told = p.does(p.v.Rounds()[0].Begins, "begin.", "begins.")
	case "river":
		// The round that the shuffle begins is the one after those that ended before.
		k := p.roundOf(event) + 1
		told = "Round " + strconv.Itoa(k+1) + ": " + p.does(p.v.Rounds()[k].Begins, "begin.", "begins.")
	case "lose":
		told = p.tellLoss(p.v.Rounds()[p.roundOf(event)].Loser, rest)
	case "stack":
		what := "a card"
		if c, ok := raincheck.ParseCard(rest); ok {
			what = c.Name()
		}
		told = p.maker(made, "stack", "stacks") + " " + what + "."
	case "bet":
		told = p.maker(made, "bet", "bets") + " " + rest + "."
	case "fold":
		r := p.v.Rounds()[p.roundOf(event)]
		told = p.maker(made, "fold", "folds") + ". " + p.does(r.Bettor, "must flip ", "must flip ") + cards(r.Bet) + "."
	case "flip":
		told = p.tellFlip(event, made)
	}
	if event == len(events)-1 {
		if verdict := p.verdict(); verdict != "" {
			told += " " + verdict
		}
	}
	return told
}

// maker says who does what an event of a seat says: the seat, or the house when the
// seat's time has run out.
func (p *pen) maker(made house.Made, you, they string) string {
	if made.By != house.ByClock {
		return p.does(made.Seat, you, they)
	}
	return p.their(made.Seat, true) + " time ran out: the house " + they
}

// roundOf is the number, counted from 0, of the round that an event belongs to. The
// shuffle belongs to the round that it ends.
func (p *pen) roundOf(event int) int {
	n := 0
	for _, e := range p.v.Events()[:event] {
		if strings.HasPrefix(e, "river") {
			n++
		}
	}
	return n
}

// tellLoss says that a seat loses a card, and which to who may know it (S17).
func (p *pen) tellLoss(loser int, word string) string {
	if c, ok := raincheck.ParseCard(word); ok {
		return p.does(loser, "lose ", "loses ") + c.Name() + " to the river."
	}
	return p.does(loser, "lose", "loses") + " a card to the river."
}

// tellFlip says which card was flipped and what it did. How much energy is left is
// said where no later flip has changed it since.
func (p *pen) tellFlip(event int, made house.Made) string {
	events := p.v.Events()
	r := p.v.Rounds()[p.roundOf(event)]
	nth := 0
	for i := event - 1; strings.HasPrefix(events[i], "flip"); i-- {
		nth++
	}
	f := r.Flipped[nth]
	ends := nth == len(r.Flipped)-1 && r.Loser >= 0
	told := p.maker(made, "flip", "flips") + " " + f.Card.Name() + " " + p.from(r.Bettor, f.From)
	left := ""
	if later := events[event+1:]; !hasFlip(later) {
		left = ", " + strconv.Itoa(p.v.Energy(r.Bettor)) + " left"
	}
	switch f.Card {
	case raincheck.Hit:
		return told + ". Hit! " + p.does(r.Loser, "lose", "loses") + " the round."
	case raincheck.Beartrap:
		told += ": " + strconv.Itoa(raincheck.BeartrapCost) + " energy lost" + left + "."
	case raincheck.Battery:
		told += ": " + strconv.Itoa(raincheck.BatteryGain) + " energy gained" + strings.Replace(left, " left", " in all", 1) + "."
	default:
		told += ": nothing happens."
	}
	if ends && r.Loser != r.Bettor {
		told += " " + "That was the bet: " + p.them(r.Loser) + p.agree(r.Loser, " lose", " loses") + " the round."
	}
	return told
}

// hasFlip reports whether a card is flipped in some of the events.
func hasFlip(events []string) bool {
	for _, e := range events {
		if strings.HasPrefix(e, "flip") {
			return true
		}
	}
	return false
}
