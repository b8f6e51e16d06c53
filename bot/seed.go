package bot

import "github.com/saloon-games/saloon/fair"

// One seed makes a whole game of bots repeatable: chance draws from
// fair.NewRand(seed), and the player of each seat has a generator of its own. So
// what chance does next never hangs on how many numbers a player has used, and
// the same cards come whoever plays.

// SeatSeed is the seed of the generator that the seat's player has in a game with
// this seed.
func SeatSeed(seed uint64, seat int) uint64 { return fair.Derive(seed, uint64(seat)) }
