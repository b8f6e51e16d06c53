package house

import (
	"fmt"
	"runtime"
	"sync"
	"testing"

	"github.com/saloon-games/saloon/fair"
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

// midGame is a table of four people in the middle of a game with all that there may be.
func midGame(b *testing.B, h *House) string {
	b.Helper()
	id := seating(b, h, "texas", 4, 4, "", Settings{Pace: Relaxed, Chat: true, DealPause: 5000})
	for i := range 4 {
		do(b, h, id, fmt.Sprintf("p%d", i), GiveSeed{fmt.Appendf(nil, "%016d%016d", i, i)})
	}
	do(b, h, id, "p0", Start{})
	for n := 0; scene(b, h, id, "").Ply < 90; n++ {
		if !scene(b, h, id, "").Resume.IsZero() {
			for i := range 4 {
				do(b, h, id, fmt.Sprintf("p%d", i), Ready{})
			}
		}
		moveOn(b, h, id, fmt.Sprint("before ", n))
	}
	do(b, h, id, "p0", Say{"Howdy"})
	return id
}

// What a reader costs: the first of an entry, and those that follow.
func BenchmarkScene(b *testing.B) {
	h := newHouse(b, freshStore(b), newClock())
	id := midGame(b, h)
	p := must[*place](b)(h.cache.place(id))
	for _, first := range []bool{true, false} {
		b.Run(fmt.Sprintf("first=%v", first), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if first {
					p.picture.Store(nil)
				}
				if _, err := h.Scene(b.Context(), id, "p2", 0); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// All of the house's work for one move but the store's: decide, try, encode, fold.
// What follows a move (deals, the end of a game) counts as part of it.
func BenchmarkMove(b *testing.B) {
	h := newHouse(b, freshStore(b), newClock())
	id := seating(b, h, "texas", 4, 4, "", Settings{Pace: Relaxed, Chat: true})
	do(b, h, id, "p0", Start{})
	log := must[[]store.Entry](b)(h.store.Log(b.Context(), id, 0))
	g := &given{now: h.now(), seed: func() (fair.Seed, error) { return fair.ParseSeed(mustSecret(b, h, id)) }}
	p := &place{id: id}
	b.ReportAllocs()
	for b.Loop() {
		if p.table == nil || p.table.phase != Playing {
			b.StopTimer()
			p.table = must[*Table](b)(Replay(id, log))
			b.StartTimer()
		}
		t := p.table
		turn, _ := t.turn()
		view := t.match.View(turn)
		act := Act{t.number, t.ply(), view.Word(view.Legal(nil)[0])}
		events := must[[]Event](b)(act.decide(t, t.seats[turn].person, g))
		if _, _, err := p.ready(events, "key", g.now); err != nil {
			b.Fatal(err)
		}
		if err := t.takeAll(events, g.now); err != nil {
			b.Fatal(err)
		}
	}
}

func mustSecret(b *testing.B, h *House, id string) string {
	b.Helper()
	return fair.Seed(must[[]byte](b)(h.store.Secret(b.Context(), id, 1))).String()
}

// How much memory a table in mid game takes while nobody does anything.
func BenchmarkIdleTables(b *testing.B) {
	h := newHouse(b, freshStore(b), newClock())
	log := must[[]store.Entry](b)(h.store.Log(b.Context(), midGame(b, h), 0))
	const tables = 200
	for b.Loop() {
		places := make([]*place, tables)
		before := heap()
		for i := range places {
			p := &place{id: fmt.Sprint(i), table: must[*Table](b)(Replay(fmt.Sprint(i), log))}
			for seat := range 4 {
				p.scene(fmt.Sprintf("p%d", seat))
			}
			places[i] = p
		}
		b.ReportMetric(float64(heap()-before)/tables, "B/table")
		b.ReportMetric(float64(places[0].table.ply()), "events")
		runtime.KeepAlive(places)
	}
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
