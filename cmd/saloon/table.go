package main

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/catalog"
)

// tableFlags say what is played, and from which shuffles.
type tableFlags struct {
	Game    string   `arg:"" help:"The game: ${games}."`
	Players *int     `placeholder:"N" help:"Number of players; ${players} unless given."`
	Option  []string `placeholder:"NAME=VALUE" sep:"none" help:"Set an option of the table. May be given several times."`
	Seed    *uint64  `placeholder:"S" help:"Make all chance repeatable; from the system's randomness unless given."`
}

// table is a game ready to be played.
type table struct {
	rules   game.Rules
	players int
	options game.Options
	seed    uint64
}

// table checks what was asked for. All that it refuses is bad usage.
func (f *tableFlags) table() (table, error) {
	rules, err := catalog.ByName(f.Game)
	if err != nil {
		return table{}, &usageError{err: err}
	}
	t := table{rules: rules, options: game.Options{}}
	t.players = usualPlayers(rules)
	if f.Players != nil {
		t.players = *f.Players
	}
	for _, o := range f.Option {
		if err := game.ParseOption(rules.Options(), t.options, o); err != nil {
			return table{}, &usageError{err: fmt.Errorf("--option %w", err)}
		}
	}
	if t.options, err = rules.Check(t.players, t.options); err != nil {
		return table{}, &usageError{err: err}
	}
	if f.Seed != nil {
		t.seed = *f.Seed
		return t, nil
	}
	if t.seed, err = randomSeed(); err != nil {
		return table{}, err
	}
	return t, nil
}

// usualPlayers is how many sit at a table when nobody says how many.
func usualPlayers(rules game.Rules) int {
	least, most := rules.Seats()
	return (least + most) / 2
}

// match returns the table's match before its first event.
func (t *table) match() (*game.Match, error) { return game.NewMatch(t.rules, t.players, t.options) }

// randomSeed asks the system for a seed. It has 53 bits, so that it stays whole in
// any program's JSON.
func randomSeed() (uint64, error) {
	var b [8]byte
	if _, err := rand.Read(b[:]); err != nil {
		return 0, errors.Join(errors.New("the system gives no random seed"), err)
	}
	return binary.LittleEndian.Uint64(b[:]) >> 11, nil
}
