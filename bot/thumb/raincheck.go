package thumb

import (
	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/raincheck"
)

// The number of kinds of cards, of sets of them, and of all cards of a game (S1).
const (
	kinds     = 4
	cardSets  = 1 << kinds
	mostCards = 2 * kinds
)

// Raincheck is a decision in Showdown (Raincheck) as the seat on turn sees it. Look
// fills it from a View; a search may fill it from a position that it has imagined.
// Move then says what the rule of thumb does. Numbers are whole, so that every
// machine chooses the same.
//
// The rule of thumb stacks what does no harm to itself, but now and then a Hit or a
// Beartrap for the other to run into. It bets when the best bet is promising
// enough, and raises when that is better than to fold, by the chances that each
// side would survive its flips (see value). Flipping, it turns over the safer card
// first.
//
// The constants were found by letting players that differ in them play each other.
type Raincheck struct {
	Phase raincheck.Phase
	// Legal is what the seat may do, ascending.
	Legal []game.Move
	// Hand is the cards in the own hand, Owned those and the ones on the stack,
	// and Stack the own stack, top first.
	Hand, Owned raincheck.Set
	Stack       []raincheck.Card
	// Theirs is how many cards lie on the other's stack, River how many in the
	// river.
	Theirs, River int
	// Energy is the seat's own, TheirEnergy the other's.
	Energy, TheirEnergy int
	// Bet is the highest bet, 0 if there is none, and Limit what it may be (S8).
	Bet, Limit int
	// Worlds is what the other may own: each of the sets is as likely.
	Worlds []raincheck.Set
	// Shown is what has been flipped in this round from the other's stack, and
	// ShownRiver what has been flipped from the river, by card.
	Shown      raincheck.Set
	ShownRiver [kinds]int

	// safe[t][i][j] is the chance of finding neither a Hit nor more than t
	// Beartraps in i of the other's cards, drawn at random from all that it owns,
	// and j of the river.
	safe [3][kinds + 1][mostCards + 1]int

	// Where Look puts what has no fixed length.
	legal  [mostCards + 1]game.Move
	stack  [kinds]raincheck.Card
	worlds [cardSets]raincheck.Set
}

// sure is the chance of what is certain.
const sure = 1 << 12

// choose[n][k] is the number of ways to take k of n things.
var choose [mostCards + 1][mostCards + 1]int

// drawn[s][n][t] is the chance that n cards drawn at random from the set s are t
// Beartraps and no Hit.
var drawn [cardSets][kinds + 1][2]int

func init() {
	for n := range choose {
		choose[n][0] = 1
		for k := 1; k <= n; k++ {
			choose[n][k] = choose[n-1][k-1] + choose[n-1][k]
		}
	}
	for s := range drawn {
		set := raincheck.Set(s)
		traps := (set & raincheck.SetOf(raincheck.Beartrap)).Len()
		others := (set &^ raincheck.SetOf(raincheck.Hit, raincheck.Beartrap)).Len()
		for n := range set.Len() + 1 {
			for t := range min(traps, n) + 1 {
				drawn[s][n][t] = sure * choose[others][n-t] / choose[set.Len()][n]
			}
		}
	}
}

// Look fills r from the view of a seat that is on turn. It does not allocate.
func (r *Raincheck) Look(v *raincheck.View) {
	seat := v.Seat()
	other := seat ^ 1
	r.Phase = v.Phase()
	r.Legal = v.Legal(r.legal[:0])
	r.Hand, r.Owned = v.Hand(), v.Owned(seat)
	r.Stack = r.stack[:copy(r.stack[:], v.Stack())]
	r.Theirs, r.River = v.Stacked(other), v.InRiver()
	r.Energy, r.TheirEnergy = v.Energy(seat), v.Energy(other)
	r.Bet, _ = v.Bet()
	r.Limit = v.Limit()
	r.Worlds = r.worlds[:0]
	for theirs := range raincheck.Set(cardSets) {
		var owned [2]raincheck.Set
		owned[seat], owned[other] = r.Owned, theirs
		if v.Possible(owned) {
			r.Worlds = append(r.Worlds, theirs)
		}
	}
	r.Shown, r.ShownRiver = 0, [kinds]int{}
	if r.Phase != raincheck.Flipping {
		return
	}
	for _, f := range v.Flipped() {
		switch f.From {
		case raincheck.Opponent:
			r.Shown |= raincheck.SetOf(f.Card)
		case raincheck.River:
			r.ShownRiver[f.Card&3]++
		}
	}
}

// Move is what the rule of thumb does.
func (r *Raincheck) Move(src fair.Source) game.Move {
	switch {
	case len(r.Legal) == 1:
		return r.Legal[0]
	case r.Phase == raincheck.Flipping:
		return raincheck.Flip(r.Source())
	case r.Phase == raincheck.Betting:
		return r.answer(src)
	default:
		return r.stackOrBet(src)
	}
}

// stackOrBet bets if that looks like winning six rounds of ten, more or less, or if
// there is nothing else to do. Else it stacks. A bet that it hopes to be raised, for
// it would not survive its own flips, is made every other time only, and one good
// bet of six is the lowest, so that a low bet may be either.
func (r *Raincheck) stackOrBet(src fair.Source) game.Move {
	if _, mayBet := raincheck.NamedBet(r.Legal[len(r.Legal)-1]); !mayBet {
		return raincheck.Stack(r.Card(src))
	}
	r.weigh()
	bet, value := r.bestBet(src)
	if src.Below(6) == 0 {
		bet = 1
	}
	bluff := r.survive(bet) < value/2
	if r.Hand == 0 || better(value, sure*6/10, src) && (!bluff || src.Below(2) == 0) {
		return raincheck.Bet(bet)
	}
	return raincheck.Stack(r.Card(src))
}

// answer raises if that is better than to fold, more or less. Who could have bet
// more may have bet little to be raised, so a raise is worth an eighth less than it
// looks then, and a fold an eighth of what it lacks more.
func (r *Raincheck) answer(src fair.Source) game.Move {
	r.weigh()
	bet, raise := r.bestBet(src)
	fold := r.theyFail(r.Bet)
	if better(raise-raise/8, fold+(sure-fold)/8, src) {
		return raincheck.Bet(bet)
	}
	return raincheck.Fold()
}

// better reports whether a chance is the better one of two. Its odds are taken for
// up to half as much more or less than they are, so that nobody can be sure of the
// answer to a bet; but what is certain stays certain.
func better(chance, other int, src fair.Source) bool {
	mood := sure/2 + src.Below(sure+1)
	return chance*(sure-other)/sure*mood > other*(sure-chance)
}

// Card is the card of the hand that the rule of thumb stacks: a Blank or a Battery
// most of the time, which leaves room for a bet, and a Hit or a Beartrap often
// enough that to flip into this stack is never safe.
func (r *Raincheck) Card(src fair.Source) raincheck.Card {
	weights := [kinds]int{raincheck.Hit: 4, raincheck.Beartrap: 3, raincheck.Blank: 6, raincheck.Battery: 6}
	var room [kinds]raincheck.Card
	hand := r.Hand.Append(room[:0])
	sum := 0
	for _, c := range hand {
		sum += weights[c&3]
	}
	i := 0
	for n := src.Below(sum) - weights[hand[0]&3]; n >= 0; n -= weights[hand[i]&3] {
		i++
	}
	return hand[i]
}

// inRiver is how many such cards lie in the river, flipped ones included, if the
// other owns these cards: those that neither owns (S18).
func (r *Raincheck) inRiver(c raincheck.Card, theirs raincheck.Set) int {
	n := 2
	if r.Owned.Has(c) {
		n--
	}
	if theirs.Has(c) {
		n--
	}
	return n
}

// weigh works out safe.
func (r *Raincheck) weigh() {
	for t := range r.safe {
		for i := range r.Theirs + 1 {
			clear(r.safe[t][i][:])
		}
	}
	worlds := len(r.Worlds)
	for _, theirs := range r.Worlds {
		traps := r.inRiver(raincheck.Beartrap, theirs)
		others := r.River - traps - r.inRiver(raincheck.Hit, theirs)
		for j := range r.River + 1 {
			var river [3]int // by Beartraps
			for t := range min(traps, j) + 1 {
				river[t] = sure * choose[traps][t] * choose[others][j-t] / choose[r.River][j]
			}
			for i := range r.Theirs + 1 {
				d := &drawn[theirs][i]
				none := d[0] * river[0] / sure
				one := none + (d[1]*river[0]+d[0]*river[1])/sure
				two := one + (d[1]*river[1]+d[0]*river[2])/sure
				r.safe[0][i][j] += none / worlds
				r.safe[1][i][j] += one / worlds
				r.safe[2][i][j] += two / worlds
			}
		}
	}
}

// spare is how many Beartraps this much energy survives (S13), 2 at most, for there
// are no more.
func spare(energy int) int { return min((energy-1)/raincheck.BeartrapCost, 2) }

// bestBet is a legal bet of about the most value to the seat on turn, and its value;
// -1 if there is none. It is drawn from those that are nearly as good as the best,
// so that it does not say which cards are behind it.
func (r *Raincheck) bestBet(src fair.Source) (bet, value int) {
	value = -1
	most, best := -1, -1
	raised := 0 // what it is worth if the other raises to n+1
	for n := r.Limit; n > r.Bet; n-- {
		mine := r.value(n, raised)
		raised = max(r.theyFail(n), most) // to a bet of n one may fold, or raise again
		most = max(most, mine)
		if rated := mine + src.Below(sure/8+1); rated >= best {
			bet, value, best = n, mine, rated
		}
	}
	return bet, value
}

// value is the chance to win the round for the seat that has bet n, given what it is
// worth if the other raises by one. The other raises the more likely, the better that
// looks to it beside a fold; but it knows its own stack, which may be better or worse
// than it looks from here, so that nothing is sure unless n is the limit.
func (r *Raincheck) value(n, raised int) int {
	if n == r.Limit {
		return r.survive(n)
	}
	raise, fold := r.seem(n)
	raises := min(max(sure*7/10+(raise-fold)*3/2, sure/20), sure*19/20)
	return ((sure-raises)*r.survive(n) + raises*raised) / sure
}

// survive is the chance to survive n flips, with the own stack first and then as
// many from the other's stack and the river as is best.
func (r *Raincheck) survive(n int) int {
	energy := r.Energy
	own := min(n, len(r.Stack))
	for _, c := range r.Stack[:own] {
		switch c {
		case raincheck.Hit:
			return 0
		case raincheck.Beartrap:
			energy -= raincheck.BeartrapCost
		case raincheck.Battery:
			energy = min(energy+raincheck.BatteryGain, raincheck.FullEnergy)
		}
		if energy <= 0 {
			return 0
		}
	}
	best := 0
	for i := range min(n-own, r.Theirs) + 1 {
		if j := n - own - i; j <= r.River {
			best = max(best, r.safe[spare(energy)][i][j])
		}
	}
	return best
}

// theyFail is the chance that the other does not survive n flips. It does not know
// this stack, so it is taken to flip any number of cards from it and the rest from
// the river.
func (r *Raincheck) theyFail(n int) int {
	theirs := min(n, r.Theirs)
	rest := n - theirs
	traps := spare(r.TheirEnergy)
	sum, ways := 0, 0
	for own := range min(rest, len(r.Stack)) + 1 {
		if own > 0 {
			switch r.Stack[own-1] {
			case raincheck.Hit:
				traps = -1
			case raincheck.Beartrap:
				traps--
			}
		}
		if rest-own > r.River {
			continue
		}
		ways++
		if traps >= 0 {
			sum += r.safe[traps][theirs][rest-own]
		}
	}
	return sure - sum/ways
}

// seem is how a bet of n looks to the other, who does not know this stack: its
// chances to win the round if it raises by one and has to flip, and if it folds.
// Both leave out the energy.
func (r *Raincheck) seem(n int) (raise, fold int) {
	theirs := min(n+1, r.Theirs)
	for own := range min(n+1-theirs, len(r.Stack)) + 1 {
		if river := n + 1 - theirs - own; river <= r.River {
			raise = max(raise, r.noHit(own, theirs, river))
		}
	}
	survives := 0
	own := min(n, len(r.Stack))
	for theirs := range min(n-own, r.Theirs) + 1 {
		if river := n - own - theirs; river <= r.River {
			survives = max(survives, r.noHit(own, theirs, river))
		}
	}
	return raise, sure - survives
}

// noHit is the chance that there is no Hit in so many cards of this seat, the
// other and the river, all of them drawn at random.
func (r *Raincheck) noHit(own, theirs, river int) int {
	d := &drawn[r.Owned][own]
	return (d[0] + d[1]) * r.safe[2][theirs][river] / sure
}

// Source is the pile to flip from when there is a choice: the one whose top card is
// less likely a Hit, a Beartrap counting a quarter of one, or as much if it would
// end the game (S13).
func (r *Raincheck) Source() raincheck.Source {
	trap := 1
	if r.Energy <= raincheck.BeartrapCost {
		trap = 4
	}
	stack, river := 0, 0
	for _, theirs := range r.Worlds {
		left := theirs &^ r.Shown
		stack += sure * (4*(left&raincheck.SetOf(raincheck.Hit)).Len() + trap*(left&raincheck.SetOf(raincheck.Beartrap)).Len()) / left.Len()
		hits := r.inRiver(raincheck.Hit, theirs) - r.ShownRiver[raincheck.Hit]
		traps := r.inRiver(raincheck.Beartrap, theirs) - r.ShownRiver[raincheck.Beartrap]
		river += sure * (4*hits + trap*traps) / r.River
	}
	if river < stack {
		return raincheck.River
	}
	return raincheck.Opponent
}
