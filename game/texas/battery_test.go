package texas_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/gametest"
	"github.com/saloon-games/saloon/game/texas"
)

var updateTranscripts = flag.Bool("update", false, "write the transcripts in testdata anew")

func TestTexasPassesTheBattery(t *testing.T) {
	gametest.Run(t, texas.Rules{}, gametest.Options{Invariant: nothingIsLost, Alternatives: otherDeals})
}

func TestTexasGamesReadAsTheirTranscripts(t *testing.T) {
	gametest.Transcripts(t, *updateTranscripts)
}

// nothingIsLost checks that all cards are somewhere, once (T3, T4), that every
// finished trick has been taken (T9), and that totals are the tricks of all
// finished hands (T12).
func nothingIsLost(s game.State) error {
	state := s.(*texas.State)
	var cards texas.Set
	count, taken, totals := 0, 0, 0
	add := func(set texas.Set) {
		cards |= set
		count += set.Len()
	}
	for seat := range state.Players() {
		add(state.Hand(seat))
		taken += state.Taken(seat)
		totals += state.Total(seat)
	}
	for _, p := range state.Trick() {
		add(texas.SetOf(p.Card))
	}
	size, deck := state.HandSize(), texas.Deck(state.Players())
	_, playing := state.Turn().Seat()
	hands := state.HandNumber() // finished
	if playing {
		hands--
	}
	switch {
	case cards&^deck != 0:
		return fmt.Errorf("cards that are not in the deck: %v", (cards &^ deck).Append(nil))
	case count != cards.Len():
		return fmt.Errorf("%d different cards are held or in the trick as %d", cards.Len(), count)
	case totals != hands*size:
		return fmt.Errorf("%d points after %d hands of %d tricks", totals, hands, size)
	case playing && count+taken*state.Players() != deck.Len():
		return fmt.Errorf("%d cards are held or in the trick and %d tricks are taken, of a deck of %d", count, taken, deck.Len())
	case !playing && count > 0:
		return fmt.Errorf("%d cards are held or in the trick between hands", count)
	case !playing && hands > 0 && taken != size:
		return fmt.Errorf("%d tricks are taken in a hand of %d", taken, size)
	}
	return nil
}

// otherDeals says that a seat sees of a deal no hand but its own (T3), until its
// cards are played. It deals the cards anew that no one has played by the end of
// the events, except where they would contradict a play: a seat that did not
// follow a color has none of it left (T7), and who opens holds the starting card (T5).
func otherDeals(src *fair.Rand, s game.State, events []string, i, seat int) []string {
	if s.Turn() != game.Chance {
		return nil
	}
	end := s.Clone().(*texas.State) // what is left of the hand
	voids := playOn(end, events[i:])
	var owners []int
	var cards []texas.Card
	for owner := range end.Players() {
		for _, c := range end.Hand(owner).Append(nil) {
			if owner != seat && c != texas.StartingCard(end.Players()) {
				owners = append(owners, owner)
				cards = append(cards, c)
			}
		}
	}
	if len(cards) == 0 {
		return nil
	}
	deals := make([]string, 3)
	for n := range deals {
		for range 10 * len(cards) {
			a, b := src.Below(len(cards)), src.Below(len(cards))
			if !voids[owners[a]].Has(cards[b].Color()) && !voids[owners[b]].Has(cards[a].Color()) {
				cards[a], cards[b] = cards[b], cards[a]
			}
		}
		deals[n] = dealAnew(events[i], owners, cards)
	}
	return deals
}

// playOn plays a deal and what follows of its hand, and returns the colors that each
// seat has shown not to have.
func playOn(s *texas.State, events []string) []texas.Colors {
	voids := make([]texas.Colors, s.Players())
	for n, event := range events {
		if n > 0 && s.Turn() == game.Chance {
			break
		}
		var colors texas.Colors
		for _, p := range s.Trick() {
			colors |= texas.SetOf(p.Card).Colors()
		}
		m, _ := texas.ParseMove(event)
		if c, plays := texas.PlayedCard(m); n > 0 && plays && colors != 0 && !colors.Has(c.Color()) {
			voids[s.Turn()] |= colors
		}
		if err := s.Apply(event); err != nil {
			panic(err) // what follows a deal does not depend on what was before
		}
	}
	return voids
}

// dealAnew is the deal with these cards at these owners, and the others where they
// were.
func dealAnew(deal string, owners []int, cards []texas.Card) string {
	hands := strings.Split(strings.TrimPrefix(deal, "deal "), "/")
	for owner, hand := range hands {
		var set texas.Set
		for word := range strings.SplitSeq(hand, ",") {
			m, _ := texas.ParseMove("play " + word)
			if c, _ := texas.PlayedCard(m); !slices.Contains(cards, c) {
				set |= texas.SetOf(c)
			}
		}
		for n, c := range cards {
			if owners[n] == owner {
				set |= texas.SetOf(c)
			}
		}
		var words []string
		for _, c := range set.Append(nil) {
			words = append(words, c.String())
		}
		hands[owner] = strings.Join(words, ",")
	}
	return "deal " + strings.Join(hands, "/")
}
