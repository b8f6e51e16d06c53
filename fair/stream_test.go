package fair_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/fair"
)

func TestAStreamGivesTheNumbersOfAnIndependentProgram(t *testing.T) {
	var vectors struct {
		Below []struct {
			Server, Table string
			Event         uint64
			Clients       []string
			N             int
			Numbers       []int
		}
	}
	readJSON(t, "vectors.json", &vectors)
	if len(vectors.Below) == 0 {
		t.Error("there are no vectors to compare with")
	}
	for _, v := range vectors.Below {
		server, err := fair.ParseSeed(v.Server)
		noErr(t, err)
		var clients [][]byte
		for _, c := range v.Clients {
			clients = append(clients, unhex(t, c))
		}
		s, err := fair.NewStream(server, v.Table, v.Event, clients)
		noErr(t, err)
		var got []int
		for range v.Numbers {
			got = append(got, s.Below(v.N))
		}
		if !slices.Equal(got, v.Numbers) {
			t.Errorf("below %d the numbers are %v, want %v", v.N, got, v.Numbers)
		}
	}
}

func TestAnyOtherInputGivesAnotherStream(t *testing.T) {
	c := func(seeds ...string) (clients [][]byte) {
		for _, s := range seeds {
			clients = append(clients, []byte(s))
		}
		return clients
	}
	inputs := []struct {
		server  fair.Seed
		table   string
		event   uint64
		clients [][]byte
	}{
		{fair.Seed{}, "ab", 1, c("x", "y")},
		{fair.Seed{31: 1}, "ab", 1, c("x", "y")},
		{fair.Seed{}, "a", 1, c("x", "y")},
		{fair.Seed{}, "ab", 2, c("x", "y")},
		{fair.Seed{}, "ab", 1 << 32, c("x", "y")},
		{fair.Seed{}, "ab", 1 << 40, c("x", "y")},
		{fair.Seed{}, "ab", 1, c("y", "x")},
		{fair.Seed{}, "ab", 1, c("xy", "")},
		{fair.Seed{}, "ab", 1, c("", "xy")},
		{fair.Seed{}, "ab", 1, c("xy")},
		{fair.Seed{}, "ab", 1, c("x", "y", "")},
		{fair.Seed{}, "ab", 1, c("", "x", "y")},
		{fair.Seed{}, "ab", 1, c("x", "y\x00")},
	}
	seen := map[string]int{}
	for i, in := range inputs {
		s, err := fair.NewStream(in.server, in.table, in.event, in.clients)
		noErr(t, err)
		numbers := fmt.Sprint(s.Below(1<<30), s.Below(1<<30), s.Below(1<<30))
		if before, ok := seen[numbers]; ok {
			t.Errorf("inputs %d and %d begin with the same numbers", before, i)
		}
		seen[numbers] = i
	}
}

func TestAStreamKeepsNothingOfItsArguments(t *testing.T) {
	client := []byte("saddle")
	a, err := fair.NewStream(fair.Seed{}, "t", 1, [][]byte{client})
	noErr(t, err)
	b, err := fair.NewStream(fair.Seed{}, "t", 1, [][]byte{[]byte("saddle")})
	noErr(t, err)
	client[0] = 'p'
	for range 20 {
		if x, y := a.Below(1000), b.Below(1000); x != y {
			t.Fatalf("after a change of the argument the numbers are %d, not %d", x, y)
		}
	}
}

func TestAStreamTakesAnythingUpToItsLimits(t *testing.T) {
	full := make([][]byte, fair.MaxSeats)
	for i := range full {
		full[i] = make([]byte, fair.MaxClientSeed)
	}
	for _, table := range []string{"a", "é", strings.Repeat("x", fair.MaxTable)} {
		for _, clients := range [][][]byte{{nil}, full} {
			if _, err := fair.NewStream(fair.Seed{}, table, 1<<64-1, clients); err != nil {
				t.Errorf("table id of %d bytes, %d seats: %v", len(table), len(clients), err)
			}
		}
	}
}

func TestAStreamRefusesWhatIsOverItsLimitsAndSaysWhatWouldBeRight(t *testing.T) {
	one := [][]byte{nil}
	for name, c := range map[string]struct {
		table   string
		event   uint64
		clients [][]byte
		says    []string
	}{
		"no table":           {"", 1, one, []string{"table id of 0 bytes", "1 to 255 bytes"}},
		"long table":         {strings.Repeat("x", 256), 1, one, []string{"table id of 256 bytes", "1 to 255 bytes"}},
		"not UTF-8":          {"caf\xe9", 1, one, []string{`"caf\xe9"`, "must be UTF-8"}},
		"event 0":            {"t", 0, one, []string{"event 0", "counted from 1"}},
		"nobody":             {"t", 1, nil, []string{"0 client seeds", "one for each seat"}},
		"too many":           {"t", 1, make([][]byte, 256), []string{"256 client seeds", "1 to 255"}},
		"a long client seed": {"t", 1, [][]byte{nil, make([]byte, 65)}, []string{"seat 1 of 65 bytes", "at most 64 bytes"}},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := fair.NewStream(fair.Seed{}, c.table, c.event, c.clients)
			wantErr(t, err, c.says...)
			if s != nil {
				t.Error("there is a stream all the same")
			}
		})
	}
}
