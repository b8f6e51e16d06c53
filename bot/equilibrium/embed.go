package equilibrium

import (
	_ "embed"
	"sync"

	"github.com/saloon-games/saloon/bot/equilibrium/worth"
)

// values is what rounds are worth, as "saloon solve raincheck" writes it.
//
//go:embed values.bin
var values []byte

// embedded returns the values that the program carries.
var embedded = sync.OnceValue(func() *worth.Model {
	m := &worth.Model{}
	if err := m.UnmarshalBinary(values); err != nil {
		panic(err) // a test reads them
	}
	return m
})
