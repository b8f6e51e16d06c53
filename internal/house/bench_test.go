package house

import (
	"fmt"
	"sync"
	"testing"

	"github.com/saloon-games/saloon/internal/store"
)

// Whole games of bots without a pause, at so many tables at once, each move durable
// in a real database. An iteration is one game.
func BenchmarkBotGames(b *testing.B) {
	for _, name := range []string{"texas", "raincheck"} {
		for _, tables := range []int{1, 64} {
			b.Run(fmt.Sprintf("%s/tables=%d", name, tables), func(b *testing.B) {
				h := newHouse(b, freshStore(b), newClock())
				seats := map[string]int{"texas": 4, "raincheck": 2}[name]
				var wg sync.WaitGroup
				var mu sync.Mutex
				appends := int64(0)
				b.ReportAllocs()
				b.ResetTimer()
				for worker := range min(tables, b.N) {
					wg.Go(func() {
						for range (b.N + worker) / min(tables, b.N) {
							id := seating(b, h, name, seats, 0, "thumb", Settings{Pace: Unhurried})
							do(b, h, id, "p0", Start{})
							if err := h.Wake(b.Context(), id); err != nil {
								b.Error(err)
							}
							s := scene(b, h, id, "")
							if s.Phase != Over {
								b.Errorf("the game is %s", s.Phase)
							}
							mu.Lock()
							appends += int64(s.Ply)
							mu.Unlock()
						}
					})
				}
				wg.Wait()
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
				b.ReportMetric(float64(appends)/b.Elapsed().Seconds(), "events/s")
			})
		}
	}
}

// Moves of people at so many tables at once: each is checked, appended and on disk.
func BenchmarkDo(b *testing.B) {
	for _, tables := range []int{1, 64, 256} {
		b.Run(fmt.Sprintf("tables=%d", tables), func(b *testing.B) {
			h := newHouse(b, freshStore(b), newClock())
			ids := make([]string, tables)
			for i := range ids {
				ids[i] = seating(b, h, "texas", 4, 4, "", Settings{Pace: Unhurried})
				do(b, h, ids[i], "p0", Start{})
			}
			b.ReportAllocs()
			b.ResetTimer()
			var wg sync.WaitGroup
			for worker, id := range ids {
				wg.Go(func() {
					for n := range (b.N + worker) / tables {
						moveOn(b, h, id, fmt.Sprint(n))
					}
				})
			}
			wg.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
		})
	}
}

// moveOn has whose turn it is play the first legal move, in another game if one is over.
func moveOn(b *testing.B, h *House, id, key string) {
	b.Helper()
	s := must[Scene](b)(h.Scene(b.Context(), id, "", 0))
	if s.Phase == Over {
		do(b, h, id, "p0", Rematch{})
		do(b, h, id, "p0", Start{})
		s = must[Scene](b)(h.Scene(b.Context(), id, "", 0))
	}
	who := fmt.Sprintf("p%d", s.Turn)
	own := must[Scene](b)(h.Scene(b.Context(), id, who, 0))
	act := Act{own.Number, own.Ply, own.View.Word(own.View.Legal(nil)[0])}
	must[Receipt](b)(h.Do(b.Context(), id, who, key, act))
}

func BenchmarkReplay(b *testing.B) {
	h := newHouse(b, freshStore(b), newClock())
	id := seating(b, h, "texas", 4, 0, "thumb", Settings{Pace: Unhurried})
	do(b, h, id, "p0", Start{})
	if err := h.Wake(b.Context(), id); err != nil {
		b.Fatal(err)
	}
	log := must[[]store.Entry](b)(h.store.Log(b.Context(), id, 0))
	b.ReportMetric(float64(len(log)), "entries")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Replay(id, log); err != nil {
			b.Fatal(err)
		}
	}
}
