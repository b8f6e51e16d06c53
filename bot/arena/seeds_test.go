package arena_test

import (
	"math/bits"
	"testing"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/bot/arena"
	"github.com/saloon-games/saloon/fair"
)

// unmix is the way back of the mix in fair.Derive, which is splitmix64's.
func unmix(x uint64) uint64 {
	x ^= x>>31 ^ x>>62
	x *= inverse(0x94d049bb133111eb)
	x ^= x>>27 ^ x>>54
	x *= inverse(0xbf58476d1ce4e5b9)
	x ^= x>>30 ^ x>>60
	return x - golden
}

const (
	golden = 0x9e3779b97f4a7c15
	mask   = 0x8bb84b93962eacc9
)

// inverse of an odd number, for multiplication of 64 bits, by Newton's steps.
func inverse(a uint64) uint64 {
	x := a
	for range bits.Len(64) {
		x *= 2 - a*x
	}
	return x
}

// underive returns what the seed was that an index gave this derived one for.
func underive(derived, index uint64) uint64 { return unmix(unmix(derived)-index*golden) ^ mask }

// tells reports whether one can go back from 53 bits of a seat's seed to the deal's, by
// trying what the others may be and under which numbers a run may have derived it.
func tells(seed uint64, game, seat int, deal uint64) bool {
	for low := range uint64(1 << 11) {
		of := underive(seed<<11|low, uint64(seat))
		if of == deal || underive(of, 1<<32+uint64(game)) == deal {
			return true
		}
	}
	return false
}

// Who knows the deal's seed knows everybody's cards, and other people's bots are told a
// seed.
func TestABotsSeedDoesNotTellTheDeal(t *testing.T) {
	deal := fair.Derive(1, 0)
	if !tells(bot.SeatSeed(fair.Derive(deal, 1<<32+2), 3)>>11, 2, 3, deal) {
		t.Fatal("there is no way back from a derived seed, and so nothing to test with")
	}
	seen := map[uint64]bool{}
	spy := arena.Bot{Name: "spy", Sit: func() (arena.Seat, error) { return &spySeat{seen: seen}, nil }}
	c := arena.Config{Table: arena.Table{Rules: rules(t, "texas"), Players: 4, Deals: 1, Seed: 1}, Test: spy, Field: spy}
	c.Workers = 1
	if _, err := arena.Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	for seed := range seen {
		for game := range 4 {
			for seat := range 4 {
				if tells(seed, game, seat, deal) {
					t.Errorf("the seed %d of game %d, seat %d tells the deal", seed, game, seat)
				}
			}
		}
	}
}
