package gametest

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
)

// table is a number of players and options.
type table struct {
	players int
	options game.Options
}

// mostTables is how many tables are played at most. It is more than a game with
// three options has.
const mostTables = 120

// tables returns the tables to play: every number of players with every
// combination of options unset, at their least and at their greatest value, and
// each of their words; the first of them show every pair of a number of players and a
// value once. Of too many only the first are returned.
func tables(rules game.Rules, src *fair.Rand) []table {
	var all []table
	least, most := rules.Seats()
	for players := least; players <= most; players++ {
		for _, options := range combinations(rules.Options()) {
			all = append(all, table{players, options})
		}
	}
	shuffle(src, all)
	seen := map[string]bool{}
	var first, rest []table
	for _, t := range all {
		n := len(seen)
		for _, o := range rules.Options() {
			seen[fmt.Sprint(t.players, o.Name, t.options[o.Name])] = true
		}
		if len(seen) > n || len(first) == 0 {
			first = append(first, t)
		} else {
			rest = append(rest, t)
		}
	}
	first = append(first, rest...)
	return first[:min(len(first), mostTables)]
}

// combinations returns the options that tables sets.
func combinations(list []game.Option) []game.Options {
	all := []game.Options{{}}
	for _, o := range list {
		for _, options := range all { // as it is now
			for _, v := range bounds(o) {
				with := maps.Clone(options)
				with[o.Name] = v
				all = append(all, with)
			}
		}
	}
	return all
}

// bounds returns the extreme values of an option.
func bounds(o game.Option) []any {
	values := []any{}
	for _, w := range o.Words {
		values = append(values, w)
	}
	if len(values) == 0 {
		values = append(values, o.Min, o.Max)
	}
	return slices.Compact(values)
}

// shuffle puts a list in random order.
func shuffle[T any](src *fair.Rand, list []T) {
	for i := range list {
		j := i + src.Below(len(list)-i)
		list[i], list[j] = list[j], list[i]
	}
}

// checkTables checks Rules.Check, and that New and NewView refuse what it refuses.
func (b *battery) checkTables() (note string, err error) {
	least, most := b.rules.Seats()
	names := []string{}
	for _, o := range b.rules.Options() {
		names = append(names, o.Name)
	}
	if !slices.IsSorted(names) {
		return "", fmt.Errorf("options are to be listed by name, not %q", names)
	}
	bad := []table{
		{least - 1, nil},
		{most + 1, nil},
		{least, game.Options{"no such option": 1}},
	}
	for players := least; players <= most; players++ {
		for _, o := range b.rules.Options() {
			for _, v := range wrong(o) {
				bad = append(bad, table{players, game.Options{o.Name: v}})
			}
			if err := b.checkOption(players, o); err != nil {
				return "", err
			}
		}
	}
	for _, t := range bad {
		_, byCheck := b.rules.Check(t.players, t.options)
		_, byNew := b.rules.New(t.players, t.options)
		_, byView := b.rules.NewView(t.players, t.options, 0)
		for who, err := range map[string]error{"Check": byCheck, "New": byNew, "NewView": byView} {
			if why := notRefused(err); why != "" {
				return "", fmt.Errorf("%s of %d players with options %v %s", who, t.players, t.options, why)
			}
		}
	}
	for _, seat := range []int{game.Spectator - 1, least} {
		_, err := b.rules.NewView(least, nil, seat)
		if why := notRefused(err); why != "" {
			return "", fmt.Errorf("NewView of seat %d with %d players %s", seat, least, why)
		}
	}
	return "", nil
}

// wrong returns values that an option does not have.
func wrong(o game.Option) []any {
	values := []any{nil, true, 1.5, "no such word", ""}
	if len(o.Words) > 0 {
		return append(values, 0, 1, 2)
	}
	return append(values, o.Min-1, o.Max+1)
}

// checkOption checks that the bounds of an option are accepted and kept, and that
// its default is accepted and not kept.
func (b *battery) checkOption(players int, o game.Option) error {
	values := bounds(o)
	var standard any
	if o.Default != nil {
		standard = o.Default(players)
		values = append(values, standard)
	}
	for _, v := range values {
		given, want := game.Options{o.Name: v}, game.Options{o.Name: v}
		if v == standard {
			want = game.Options{}
		}
		got, err := b.rules.Check(players, given)
		if err != nil {
			return fmt.Errorf("%d players with %s=%v: %w", players, o.Name, v, err)
		}
		if !maps.Equal(got, want) || given[o.Name] != v {
			return fmt.Errorf("%d players with %s=%v: Check returns %v; want %v, and its argument left alone",
				players, o.Name, v, got, want)
		}
	}
	return nil
}

// notRefused says what is wrong with the refusal of a table; "" if nothing is.
func notRefused(err error) string {
	var e *game.Error
	if !errors.As(err, &e) || e.Why == "" {
		return fmt.Sprintf("is not refused by a *game.Error that says why: %v", err)
	}
	return ""
}
