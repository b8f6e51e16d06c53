package fair_test

import (
	"encoding/json"
	"fmt"
	"log"

	"github.com/saloon-games/saloon/fair"
)

// A game from the house's first step to a player's check.
func Example() {
	// Before the game the house makes a seed and publishes its commitment and the
	// table's id. (A real house calls fair.NewSeed.)
	server := fair.Seed{3, 1, 4}
	commitment := server.Commit()

	// Then every seat sends a seed of its own. Seat 1 is a bot and has none.
	clients := [][]byte{[]byte("sixteen bytes or"), nil}

	// Event 1 of this game is a shuffle of five cards.
	stream, err := fair.NewStream(server, "K7QX", 1, clients)
	if err != nil {
		log.Fatal(err)
	}
	places := make([]uint8, 5)
	fair.Draw(stream, places, 5)
	fmt.Println("drawn:", places)

	// When the game is over its record holds the proof.
	proof := fair.Proof{Table: "K7QX", Commitment: commitment, ServerSeed: server, ClientSeeds: clients}
	pool := []uint8{0, 1, 2, 3, 4}
	fmt.Println("as dealt:", fair.Verify(proof, 1, pool, places))
	places[0], places[1] = places[1], places[0]
	fmt.Println("two swapped:", fair.Verify(proof, 1, pool, places))
	// Output:
	// drawn: [3 0 2 4 1]
	// as dealt: <nil>
	// two swapped: fair: event 1: number 1 of the 5 drawn is 0, but by the seeds it is 3
}

func ExampleDraw() {
	// Two of the ten things 0 to 9, the same ones in every run of the program.
	two := make([]uint8, 2)
	fair.Draw(fair.NewRand(1), two, 10)
	fmt.Println(two)
	// Output:
	// [3 7]
}

func ExampleDerive() {
	// A run of games that can be repeated, each game also by itself.
	const run = 7
	for game := range uint64(3) {
		r := fair.NewRand(fair.Derive(run, game))
		fmt.Println("game", game, "begins with seat", r.Below(4))
	}
	// Output:
	// game 0 begins with seat 1
	// game 1 begins with seat 3
	// game 2 begins with seat 0
}

func ExampleProof() {
	var record struct {
		Fair fair.Proof `json:"fair"`
	}
	err := json.Unmarshal([]byte(`{"game": "raincheck", "fair": {
		"scheme": "saloon-fair/1", "table": "K7QX",
		"commitment": "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
		"serverSeed": "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
		"clientSeeds": ["736164646c65", ""]}}`), &record)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(record.Fair.Check())
	record.Fair.ServerSeed[0] = 0xff
	fmt.Println(record.Fair.Check())
	// Output:
	// <nil>
	// fair: the server seed does not fit the commitment: its SHA-256 is 297e3971a2ca15c1147c01edf62fe227f64a88ffbc876c327e2b6472dbba6e41, but 630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd was published
}

func ExampleDeal() {
	// Ten numbers to two hands, as sets of bits, the same in every run of the program.
	hands := make([]uint64, 2)
	fair.Deal(fair.NewRand(1), hands, 5)
	fmt.Printf("%010b\n%010b\n", hands[0], hands[1])
	// Output:
	// 1011001100
	// 0100110011
}
