package fair_test

import (
	"math/rand/v2"
	"testing"

	"github.com/saloon-games/saloon/fair"
)

// sink keeps the compiler from dropping what a benchmark computes.
var sink int

// source is a variable so that the compiler cannot know what stands behind it.
var source fair.Source = fair.NewRand(1)

func BenchmarkRandBelow(b *testing.B) {
	b.ReportAllocs()
	r := fair.NewRand(1)
	sum := 0
	for i := range b.N {
		sum += r.Below(i&63 + 1)
	}
	sink += sum
}

func BenchmarkRandBelowThroughSource(b *testing.B) {
	b.ReportAllocs()
	sum := 0
	for i := range b.N {
		sum += source.Below(i&63 + 1)
	}
	sink += sum
}

// The standard library's generator, for comparison.
func BenchmarkStandardPCGIntN(b *testing.B) {
	b.ReportAllocs()
	r := rand.New(rand.NewPCG(1, 2))
	sum := 0
	for i := range b.N {
		sum += r.IntN(i&63 + 1)
	}
	sink += sum
}

func BenchmarkStreamBelow(b *testing.B) {
	b.ReportAllocs()
	s, err := fair.NewStream(fair.Seed{1}, "table", 1, make([][]byte, 4))
	if err != nil {
		b.Fatal(err)
	}
	sum := 0
	for i := range b.N {
		sum += s.Below(i&63 + 1)
	}
	sink += sum
}

// A whole deck of 60, in place of 60 Below calls and as many swaps.
func BenchmarkDraw60WithRand(b *testing.B) {
	b.ReportAllocs()
	r := fair.NewRand(1)
	var deck [60]uint8
	for range b.N {
		fair.Draw(r, deck[:], len(deck))
	}
	sink += int(deck[0])
}

// The same deck, as four hands.
func BenchmarkDealFourHands(b *testing.B) {
	b.ReportAllocs()
	r := fair.NewRand(1)
	hands := make([]uint64, 4)
	for range b.N {
		fair.Deal(r, hands, 15)
	}
	sink += int(hands[0])
}

func BenchmarkDraw1of4WithRand(b *testing.B) {
	b.ReportAllocs()
	r := fair.NewRand(1)
	var card [1]uint8
	for range b.N {
		fair.Draw(r, card[:], 4)
	}
	sink += int(card[0])
}

// What a real deal costs: a new stream, and a deck of 60 drawn from it.
func BenchmarkDeal60WithStream(b *testing.B) {
	b.ReportAllocs()
	clients := [][]byte{make([]byte, 32), make([]byte, 32), nil, nil}
	var deck [60]uint8
	for i := range b.N {
		s, err := fair.NewStream(fair.Seed{1}, "table", uint64(i+1), clients)
		if err != nil {
			b.Fatal(err)
		}
		fair.Draw(s, deck[:], len(deck))
	}
	sink += int(deck[0])
}
