package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/internal/load"
)

func TestGuestsPlayAtAHouse(t *testing.T) {
	house := openHouse(t, "--data", t.TempDir(), "--limits", "off", "--base-path", "/saloon")
	bear := func(t *testing.T, args ...string) *load.Report {
		t.Helper()
		var out bytes.Buffer
		args = append([]string{"load", "--url", house.url, "--tables", "2", "--warmup", "0s", "--seed", "1", "--json"}, args...)
		if err := (&app{out: &out, err: &out}).carryOut(args); err != nil {
			t.Fatal(err)
		}
		var r load.Report
		if err := json.Unmarshal(out.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if len(r.Errors.Refused) > 0 || r.Errors.Failed+r.Errors.Cut+r.Errors.Gone > 0 {
			t.Errorf("errors: %+v; want none", r.Errors)
		}
		if r.House == nil || r.House.RSS == 0 {
			t.Errorf("of the house it is known %+v, for %q; want its memory", r.House, r.HouseUnknown)
		}
		return &r
	}
	for _, game := range []string{"texas", "raincheck"} {
		t.Run("and what they do is accepted and seen by all, in "+game, func(t *testing.T) {
			r := bear(t, "--game", game, "--time", "300ms")
			if r.Moves == 0 || r.All.Count == 0 || r.Still > 0 || r.All.P50 < r.Answer.P50/100 {
				t.Errorf("%d moves, seen %+v, no move at %d tables", r.Moves, r.All, r.Still)
			}
		})
	}
	t.Run("and do nothing at started tables", func(t *testing.T) {
		r := bear(t, "--idle", "--streams", "9", "--time", "1ms", "--warmup", "300ms")
		if r.Tables != 3 || r.Streams != 12 || r.Moves != 0 || r.Playing != 3 {
			t.Errorf("%d streams at %d tables, %d with a game on, %d moves; want 12, 3, 3, 0", r.Streams, r.Tables, r.Playing, r.Moves)
		}
	})
}

func TestALoadIsTold(t *testing.T) {
	r := &load.Report{
		Game: "texas", Tables: 500, Seats: 4, Think: "0s", Seed: 7, SetUp: 2, Seconds: 20, Streams: 2000,
		Moves: 60000, Speed: 3000, All: load.Spread{Count: 1, P50: 1.25, P99: 40, Max: 99}, Playing: 500,
		House: &load.Process{CPU: 12, PerMove: 200, RSS: 100e6, Peak: 120e6}, Machine: load.Machine{CPUs: 2, Model: "X"},
	}
	text := loadReport(r)
	for _, want := range []string{"no time to think", "60000, 3000 a second", "p50 1.2 ms, p99 40.0 ms", "errors\tnone", "0.60 CPUs, 200 µs a move; 100 MB resident, at most 120 MB"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	r.House, r.HouseUnknown, r.Still, r.Idle = nil, "no such process", 3, false
	r.Errors = load.Errors{Refused: map[string]int{"429": 5}, Words: map[string]string{"429": "slow down"}, Failed: 2, Last: "EOF"}
	text = loadReport(r)
	for _, want := range []string{"not known: no such process", "no move in all the time at 3", "5 refused with 429 (slow down), 2 requests without an answer, last EOF"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
